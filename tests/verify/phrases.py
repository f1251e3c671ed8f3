#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures phrases of the cello: sixteenths of scales and broken chords at 70 to 150 beats a
minute, legato, detache and spiccato, drawn from a seed. Prints lines: name value samples seed.

  phrases.py [SEED] [PHRASES]      of each style: 20261122, 8"""
import os
import random
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
import midi  # noqa: E402
from cello import LOADS, SLIPS, hertz, motion, play, setting, slips  # noqa: E402
from sound import line  # noqa: E402

STYLES = {"legato": 0, "detache": 0, "spiccato": 3}  # their articulations
BEGIN = 0.2


def keys_of(rng):
    """A scale or a broken chord up and down, 16 notes, C2 to A4."""
    steps = rng.choice([(0, 2, 4, 5, 7, 9, 11, 12), (0, 2, 3, 5, 7, 8, 10, 12), (0, 4, 7, 12, 7, 12, 16, 12),
                        (0, 3, 7, 12, 3, 7, 12, 15)])
    root = rng.randint(36, 69 - max(steps))
    return [root + s for s in steps] + [root + s for s in reversed(steps)]


def phrase(rng, style, **more):
    """Of each note: level (dB), slips a period from 40 % of it on, ms until its pitch is there."""
    keys, bpm = keys_of(rng), rng.uniform(70, 150)
    length = 15 / bpm
    held = {"legato": 1.1, "detache": 0.92, "spiccato": 0.5}[style]
    events = [e for i, k in enumerate(keys) for e in midi.note(BEGIN + length * i, k, held * length)]
    if style == "legato":  # four to a bow
        events = [e for i, k in enumerate(keys)
                  for e in midi.note(BEGIN + length * i, k, (0.92 if i % 4 == 3 else 1.1) * length)]
    x, rate, p, fast = play(events, *setting(articulation=STYLES[style], vibrato=0, reads=1, **more),
                            probes=SLIPS + LOADS, seconds=BEGIN + length * len(keys) + 0.3)
    levels, counts, late = [], [], []
    for i, key in enumerate(keys):
        a = BEGIN + length * i
        sound = x[int(a * rate):int((a + length) * rate)]
        levels.append(10 * np.log10(np.mean(sound ** 2) + 1e-12))
        part = p[int(a * fast):int((a + length) * fast)]
        course = np.argmax(part[:, 4:].mean(0))
        v, f = part[:, course], hertz(key)
        counts.append(motion(v[int(0.4 * len(v)):int(0.95 * len(v))], fast, f)[0])
        at = slips(v)
        good = np.flatnonzero(abs(np.diff(at) * f / fast - 1) < 0.08)
        late.append(1000 * at[good[0]] / fast if len(good) else 1000 * length)
    return np.array(levels), np.array(counts), np.array(late), bpm, keys[0]


def main():
    words = [int(w) for w in sys.argv[1:]]
    seed, phrases = (words + [20261122, 8][len(words):])[:2]
    for style in STYLES:
        rng = random.Random(f"{seed} {style}")
        spread, widest, good, total, late = [], [], 0, 0, []
        for _ in range(phrases):
            levels, counts, ms, bpm, root = phrase(rng, style)
            spread.append(np.percentile(levels, 90) - np.percentile(levels, 10))
            widest.append(levels.max() - levels.min())
            good += np.count_nonzero((counts > 0.85) & (counts < 1.15))
            total += len(counts)
            late += list(ms)
            print(f"# {style} {bpm:.0f} from {root}: {spread[-1]:.1f} dB, slips {np.round(counts, 2)}, "
                  f"late {np.round(ms)}", file=sys.stderr)
        line(f"phrases_{style}_level_db", np.median(spread), phrases, seed)
        line(f"phrases_{style}_level_widest_db", np.median(widest), phrases, seed)
        if style != "spiccato":
            line(f"phrases_{style}_regime_percent", 100 * good / total, total, seed)
        line(f"phrases_{style}_late_ms", max(late), len(late), seed)
        line(f"phrases_{style}_late_of_nine_ms", np.percentile(late, 90), len(late), seed)


if __name__ == "__main__":
    main()
