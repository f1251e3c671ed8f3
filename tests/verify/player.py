#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures what the player of the cello makes of notes. Prints lines: name value samples seed.
Needs numpy and scipy.

  player.py long"""
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
import midi  # noqa: E402
from cello import LOADS, SLIPS, envelope, hertz, motion, play, setting  # noqa: E402
from sound import line  # noqa: E402


def regimes(v, rate, f, step=0.1):
    """Slips a period in windows of `step` seconds."""
    n = int(max(step, 6 / f) * rate)
    return np.array([motion(v[i:i + n], rate, f)[0] for i in range(0, len(v) - n, n)])


def long():
    """Notes of eight seconds on each string, softly, plainly, loudly: the bow turns in them."""
    good, total, dips, strings = 0, 0, [], (38, 45, 52, 59)
    for dynamics in (0.3, 0.55, 0.9):
        events = [e for i, k in enumerate(strings) for e in midi.note(0.2 + 9 * i, k, 8)]
        x, rate, p, fast = play(events, *setting(dynamics=dynamics, vibrato=0), probes=SLIPS + LOADS)
        e, step = envelope(x, rate)
        for i, key in enumerate(strings):
            begin, end = 0.2 + 9 * i + 0.5, 0.2 + 9 * i + 7.9
            part = p[int(begin * fast):int(end * fast), i]
            found = regimes(part, fast, hertz(key))
            good += np.count_nonzero((found > 0.85) & (found < 1.15))
            total += len(found)
            level = e[int(begin / step):int(end / step)]
            dips.append(20 * np.log10(level.min() / np.median(level)))
            print(f"# {dynamics} {key}: {np.round(found, 2)} {dips[-1]:.1f} dB", file=sys.stderr)
    line("player_long_helmholtz_percent", 100 * good / total, total)
    line("player_turn_dip_db", np.median(dips), len(dips))


if __name__ == "__main__":
    {"long": long}[sys.argv[1]]()
