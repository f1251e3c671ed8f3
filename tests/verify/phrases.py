#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures phrases of the cello: sixteenths of scales and broken chords at 70 to 150 beats a
minute, legato, detache and spiccato, drawn from a seed. Prints lines: name value samples seed.

  phrases.py play [SEED] [PHRASES]        of each style: 20261122, 8
  phrases.py judge                        the judge of regimes itself, on motions that are known
  phrases.py recorded [SEED] [PHRASES]    (6) how soon the pitch is there in the sound, beside recordings"""
import os
import random
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "timbre"), HERE, os.path.join(HERE, "..")]
import midi  # noqa: E402
import sources  # noqa: E402
from cello import LOADS, SLIPS, hertz, motion, period, play, setting, slips  # noqa: E402
from sound import line  # noqa: E402

STYLES = {"legato": 0, "detache": 0, "spiccato": 3}  # their articulations
BEGIN = 0.2


def keys_of(rng):
    """A scale or a broken chord up and down, 16 notes, C2 to A4."""
    steps = rng.choice([(0, 2, 4, 5, 7, 9, 11, 12), (0, 2, 3, 5, 7, 8, 10, 12), (0, 4, 7, 12, 7, 12, 16, 12),
                        (0, 3, 7, 12, 3, 7, 12, 15)])
    root = rng.randint(36, 69 - max(steps))
    return [root + s for s in steps] + [root + s for s in reversed(steps)]


def events_of(rng, style):
    """Notes of a phrase (the MIDI events), their keys, the length of each in s."""
    keys, bpm = keys_of(rng), rng.uniform(70, 150)
    length = 15 / bpm
    held = {"legato": 1.1, "detache": 0.92, "spiccato": 0.5}[style]
    events = [e for i, k in enumerate(keys) for e in midi.note(BEGIN + length * i, k, held * length)]
    if style == "legato":  # four to a bow
        events = [e for i, k in enumerate(keys)
                  for e in midi.note(BEGIN + length * i, k, (0.92 if i % 4 == 3 else 1.1) * length)]
    return events, keys, length


def regular(v, rate, f, until=1.0):
    """Slips a period from the first to the last slip of a stretch, which reach from its beginning to that share of
    it (where a bow may begin to turn); else 0. To count them over the stretch would be wrong by up to one, of three or four that a low string has."""
    at = slips(v) / rate
    t, _ = period(v, rate, f)
    if len(at) < 2 or at[0] > 1.4 * t or until * len(v) / rate - at[-1] > 1.4 * t:
        return 0
    return (len(at) - 1) / ((at[-1] - at[0]) / t)


def phrase(rng, style, **more):
    """Of each note: level (dB), slips a period from 40 % of it on, counted and from slip to slip, ms until
    its pitch is there, its string; the length of each."""
    events, keys, length = events_of(rng, style)
    x, rate, p, fast = play(events, *setting(articulation=STYLES[style], vibrato=0, reads=1, **more),
                            probes=SLIPS + LOADS, seconds=BEGIN + length * len(keys) + 0.3)
    rows = []
    for i, key in enumerate(keys):
        a = BEGIN + length * i
        sound = x[int(a * rate):int((a + length) * rate)]
        part = p[int(a * fast):int((a + length) * fast)]
        course = np.argmax(part[:, 4:].mean(0))
        v, f = part[:, course], hertz(key)
        late_part = v[int(0.4 * len(v)):int(0.95 * len(v))]
        at = slips(v)
        good = np.flatnonzero(abs(np.diff(at) * f / fast - 1) < 0.03)
        rows.append((10 * np.log10(np.mean(sound ** 2) + 1e-12), motion(late_part, fast, f)[0], regular(late_part, fast, f, 0.75),
                     1000 * at[good[0]] / fast if len(good) else 1000 * length, course))
    return np.array(rows), keys, length


def is_one(count):
    return (count > 0.85) & (count < 1.15)


def played(seed=20261122, phrases=8):
    for style in STYLES:
        rng = random.Random(f"{seed} {style}")
        spread, widest, rows, ms_more = [], [], [], []
        for _ in range(phrases):
            found, keys, length = phrase(rng, style)
            levels = found[:, 0]
            spread.append(np.percentile(levels, 90) - np.percentile(levels, 10))
            widest.append(levels.max() - levels.min())
            rows.append(found)
            ms_more += list(found[:, 3] - 1000 / np.array([hertz(k) for k in keys]))
            print(f"# {style} {15 / length:.0f}: {spread[-1]:.1f} dB, " +
                  " ".join(f"{k}{'cgda'[int(c)]}:{n:.2f}/{m:.0f}/{level - levels.mean():+.0f}"
                           for k, (level, _, n, m, c) in zip(keys, found)), file=sys.stderr)
        rows = np.concatenate(rows)
        late = rows[:, 3]
        line(f"phrases_{style}_level_db", np.median(spread), phrases, seed)
        line(f"phrases_{style}_level_widest_db", np.median(widest), phrases, seed)
        if style != "spiccato":
            line(f"phrases_{style}_regime_percent", 100 * is_one(rows[:, 2]).mean(), len(rows), seed)
            line(f"phrases_{style}_counted_percent", 100 * is_one(rows[:, 1]).mean(), len(rows), seed)
        line(f"phrases_{style}_late_ms", max(late), len(late), seed)
        line(f"phrases_{style}_late_of_nine_ms", np.percentile(late, 90), len(late), seed)
        line(f"phrases_{style}_late_after_a_period_ms", np.percentile(ms_more, 90), len(late), seed)


def judge():
    """Ideal motion at every key and tempo, one slip a period or two, beginning anywhere; the share that
    passes, from slip to slip and counted."""
    rng, rate = np.random.default_rng(20261122), 96000
    passed = {1: [], 2: []}
    for _ in range(400):
        f = hertz(rng.integers(36, 70))
        n, start = int(rng.uniform(0.1, 0.214) * 0.55 * rate), rng.uniform(0, 1)
        t = np.arange(n) / rate * f
        for each in passed:
            turn = np.minimum((t + start) % 1, (t + start + (0.43 if each == 2 else 0)) % 1)
            v = np.where(turn < 0.1, np.sqrt(np.maximum(np.sin(np.pi * turn / 0.1), 0)), 0)
            passed[each].append([is_one(regular(v, rate, f)), is_one(motion(v, rate, f)[0])])
    one, two = (100 * np.mean(passed[k], axis=0) for k in (1, 2))
    line("phrases_judge_ideal_percent", one[0], 400, 20261122)
    line("phrases_judge_ideal_counted_percent", one[1], 400, 20261122)
    line("phrases_judge_two_slips_percent", two[0], 400, 20261122)


def pitch_is_there(x, rate, f):
    """ms until the sound repeats at the note's period (within 4 %) over two of them: normalised
    autocorrelation above 0.85, and more than half a semitone beside it on either side has nothing as good."""
    t = rate / f
    n, lags = int(2 * t), np.arange(int(0.9 * t), int(1.1 * t) + 2)
    near = abs(lags / t - 1) < 0.04
    for at in range(0, len(x) - n - lags[-1], max(int(0.002 * rate), 1)):
        a = x[at:at + n]
        r = np.array([2 * (a @ x[at + k:at + k + n]) / (a @ a + x[at + k:at + k + n] @ x[at + k:at + k + n] + 1e-12) for k in lags])
        if r[near].max() > 0.85 and r[near].max() >= r.max() - 1e-9:
            return 1000 * at / rate
    return 1000 * len(x) / rate


def recorded(seed=20261122, phrases=6):
    """The same phrases by two libraries and by rosin; low notes and others apart."""
    word = sources.missing()
    if word:
        print(f"skip {word} is not installed", flush=True)
    for style in ("legato", "detache"):
        late = {}
        for name in ("cello", *(() if word else sources.LIBRARIES)):
            rng = random.Random(f"{seed} {style}")
            for _ in range(phrases):
                events, keys, length = events_of(rng, style)
                seconds = BEGIN + length * len(keys) + 0.3
                x = sources.computed("cello", events, seconds, *setting(vibrato=0, reads=1)) if name == "cello" \
                    else sources.recorded(name, 42, events, seconds)
                for i, k in enumerate(keys):
                    a = BEGIN + length * i
                    part = x[int(a * sources.RATE):int((a + length + 0.02) * sources.RATE)].mean(1)
                    late.setdefault((name, k < 48), []).append(pitch_is_there(part, sources.RATE, hertz(k)))
        for (name, low), ms in late.items():
            where = "low" if low else "high"
            line(f"phrases_{style}_heard_{name}_{where}_ms", np.median(ms), len(ms), seed)
            line(f"phrases_{style}_heard_{name}_{where}_of_nine_ms", np.percentile(ms, 90), len(ms), seed)


if __name__ == "__main__":
    what, *numbers = sys.argv[1:]
    {"play": played, "judge": judge, "recorded": recorded}[what](*map(int, numbers))
