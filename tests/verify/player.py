#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures what the player of the cello makes of notes. Prints lines: name value samples seed.
Needs numpy and scipy.

  player.py long|velocity|pressure|delay"""
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
import midi  # noqa: E402
from cello import LOADS, SLIPS, STROKES, envelope, hertz, motion, play, setting  # noqa: E402
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


KEYS = (40, 47, 54, 61, 66)  # on four strings, and up the highest


def sounded(keys, velocity, seconds=1.5, **settings):
    """Of each key a note: its sound from its start, and rate."""
    events = [e for i, k in enumerate(keys) for e in midi.note(0.2 + 2.5 * i, k, seconds, velocity)]
    x, rate, _, _ = play(events, *setting(vibrato=0, humanity=0, **settings), seconds=2.5 * len(keys))
    return [x[int((0.2 + 2.5 * i) * rate):int((0.2 + 2.5 * i + seconds) * rate)] for i in range(len(keys))], rate


def swell(x, rate, f):
    """Level (dB) by time (s), over a window of two periods, at least 10 ms."""
    n = int(max(0.01, 2 / f) * rate)
    power = np.convolve(x ** 2, np.hanning(n) / np.hanning(n).sum(), "same")
    return 10 * np.log10(power[::rate // 1000] + 1e-12)


def tone(x, rate, f):
    """Level of a note's tone, dB: the median of its second half."""
    return np.median(swell(x, rate, f)[len(x) * 500 // rate:len(x) * 950 // rate])


def velocity():
    """How fast notes start at three velocities, and how far loudness goes."""
    times = {}
    for v in (8, 64, 127):
        notes, rate = sounded(KEYS, v, dynamics=0.6)
        times[v] = [np.argmax(swell(x, rate, hertz(k)) > tone(x, rate, hertz(k)) - 3) for x, k in zip(notes, KEYS)]
        print(f"# {v}: {times[v]} ms", file=sys.stderr)
        line(f"player_attack_{v}_ms", np.median(times[v]), len(KEYS))
    soft, rate = sounded(KEYS, 8, dynamics=0)
    loud, _ = sounded(KEYS, 127, dynamics=1)
    spans = [tone(b, rate, hertz(k)) - tone(a, rate, hertz(k)) for a, b, k in zip(soft, loud, KEYS)]
    print(f"# spans {np.round(spans, 1)} dB", file=sys.stderr)
    line("player_span_db", np.median(spans), len(KEYS))
    hard, _ = sounded(KEYS, 127, dynamics=0.4)
    bump = [swell(x, rate, hertz(k))[:300].max() - tone(x, rate, hertz(k)) for x, k in zip(hard, KEYS)]
    line("player_accent_db", np.median(bump), len(KEYS))


def shares(x, rate, f, low, high):
    """Power of partials low to high in all of them up to 30, dB, in the second half of a note."""
    part = x[len(x) // 2:int(0.95 * len(x))]
    spectrum = abs(np.fft.rfft(part * np.hanning(len(part)))) ** 2
    at = np.fft.rfftfreq(len(part), 1 / rate)
    power = [spectrum[abs(at - n * f) < 0.4 * f].sum() for n in range(1, 31)]
    return 10 * np.log10(sum(power[low - 1:high]) / sum(power))


def order(x, rate, f):
    """How much a period is like the next, 0 to 1, in the second half."""
    part = x[len(x) // 2:int(0.95 * len(x))]
    spectrum = np.fft.rfft(part - part.mean(), 2 * len(part))
    r = np.fft.irfft(abs(spectrum) ** 2)
    lags = np.arange(int(0.94 * rate / f), int(1.06 * rate / f) + 2)
    return r[lags].max() / r[0]


def pressure():
    """From flautando to scratch."""
    found = {}
    for p in (0, 0.5, 0.85, 1):
        notes, rate = sounded(KEYS, 80, dynamics=0.55, pressure=p)
        found[p] = [(shares(x, rate, hertz(k), 8, 15), order(x, rate, hertz(k))) for x, k in zip(notes, KEYS)]
        print(f"# {p}: {np.round(found[p], 2).tolist()}", file=sys.stderr)
    bright = {p: np.median([a for a, _ in rows]) for p, rows in found.items()}
    line("player_pressure_partials_db", bright[1] - bright[0], len(KEYS))
    line("player_pressure_playing_db", bright[0.85] - bright[0], len(KEYS))
    line("player_pressure_order", min(b for p in (0, 0.5, 0.85) for _, b in found[p]), 3 * len(KEYS))
    line("player_scratch_order", np.median([b for _, b in found[1]]), len(KEYS))


def delay():
    """From key to sound, of each articulation on the A string, a key in the middle of the velocities: 20 dB below
    its peak, where it begins to be heard, and 3 dB below."""
    for i, name in enumerate(STROKES):
        key = 69 if name == "harmonic" else 62
        events = midi.note(0.2, key, 1, 80)
        if name == "legato":
            events = midi.note(0.2, 60, 0.55, 80) + midi.note(0.7, key, 0.5, 80)
        x, rate, _, _ = play(events, *setting(articulation=i, humanity=0, vibrato=0), seconds=1.6)
        begin = 0.7 if name == "legato" else 0.2
        part = x[int(begin * rate):int((begin + 0.9) * rate)]
        if name == "legato":  # its own pitch, not the sound before
            t = np.arange(len(part)) / rate
            n = int(4 * rate / hertz(key))
            level = 20 * np.log10(abs(np.convolve(part * np.exp(-2j * np.pi * hertz(key) * t),
                                                  np.hanning(n) / np.hanning(n).sum(), "same")) + 1e-9)[::rate // 1000]
            level = np.maximum.accumulate(level)
        else:
            level = swell(part, rate, 200)
        top = level.max()
        line(f"player_delay_{name.replace(' ', '_')}_ms", int(np.argmax(level > top - 20)), len(part))
        line(f"player_delay_full_{name.replace(' ', '_')}_ms", int(np.argmax(level > top - 3)), len(part))


if __name__ == "__main__":
    {"long": long, "velocity": velocity, "pressure": pressure, "delay": delay}[sys.argv[1]]()
