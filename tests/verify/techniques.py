#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What goes with a stroke and what goes beyond it: mute, places of the bow, the wood, Bartok's pizzicato, harmonics; of
one instrument, over its range, at three dynamics. A note is right whose partials, within 30 cents of where they should be,
hold nine tenths of its power, beside the bridge eight. Prints lines: name value samples seed. Needs numpy and scipy.

  techniques.py tone SCENE       mute, sul tasto, sul ponticello, col legno tratto, beside the plain bow
  techniques.py harmonics SCENE  natural and artificial ones
  techniques.py snap SCENE       Bartok's pizzicato beside the plain one"""
import math
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "timbre"), HERE, os.path.join(HERE, "..")]
import measures  # noqa: E402
import midi  # noqa: E402
import sources  # noqa: E402
from sound import line  # noqa: E402

OPEN = {"violin": (55, 62, 69, 76), "viola": (48, 55, 62, 69), "cello": (36, 43, 50, 57), "double-bass": (28, 33, 38, 43)}
MANNERS = {"sordino": {"sordino": 1}, "ponticello": {"ponticello": 1}, "tasto": {"ponticello": -1}, "tratto": {"technique": 2}}
DYNAMICS = ("p", "mf", "f")
RATE, AWAY, WIDE = sources.RATE, 30, 3  # Hz; cents that a note may be off; Hz about a partial
SURE, ROUGH = 0.9, 0.8  # of its power; where the bow rasps
SEED = 20261128


def rightness(x, about):
    """Share of the power in partials of a pitch near `about` (Hz), the best there is, and its cents."""
    x, count = x.mean(1), len(x)
    power = np.abs(np.fft.rfft(x * np.hanning(count), 4 * count)) ** 2
    hz = np.fft.rfftfreq(4 * count, 1 / RATE)
    summed = np.concatenate([[0], np.cumsum(power)])
    whole = power[(hz > 25) & (hz < 12000)].sum()
    found = (0.0, 0)
    for cents in range(-AWAY, AWAY + 1, 2):
        f = about * 2 ** (cents / 1200)
        k = np.arange(1, min(int(12000 / f), 12) + 1)
        low, high = np.searchsorted(hz, k * f - WIDE), np.searchsorted(hz, k * f + WIDE)
        found = max(found, ((summed[high] - summed[low]).sum() / max(whole, 1e-30), cents))
    return found


def notes(scene, keys, dynamics, **manner):
    return sources.computed_notes(scene, keys, dynamics, *sources.setting(vibrato=0, **manner), "--seed", str(SEED))


def right(parts, keys, share=SURE):
    return [rightness(x, measures.hertz(k))[0] > share for x, k in zip(parts, keys)]


def tone(scene):
    keys, name = list(sources.KEYS[scene])[2:34:4], scene.replace("-", "_")
    plain = {d: notes(scene, keys, d) for d in DYNAMICS}
    before = {d: [measures.note(x, RATE, k) for x, k in zip(plain[d], keys)] for d in DYNAMICS}
    for word, manner in MANNERS.items():
        sure, beside = [], {k: [] for k in ("4_7", "8_15", "above_2k", "hnr", "level")}
        for d in DYNAMICS:
            parts = notes(scene, keys, d, **manner)
            sure += right(parts, keys, ROUGH if word == "ponticello" else SURE)
            after = [measures.note(x, RATE, k) for x, k in zip(parts, keys)]
            for k, rows in beside.items():
                rows.append(float(np.median([a[k] - b[k] for a, b in zip(after, before[d])])))
        line(f"technique_{name}_{word}_right_percent", 100 * float(np.mean(sure)), len(sure), SEED)
        for k, rows in beside.items():
            line(f"technique_{name}_{word}_{k}_db", float(np.mean(rows)), 3 * len(keys), SEED)


def harmonics(scene):
    name, low, high = scene.replace("-", "_"), OPEN[scene][0] + 12, OPEN[scene][-1] + 29
    keys, sure = list(range(low, high, 2)), []
    for d in DYNAMICS:
        sure += right(notes(scene, keys, d, articulation=9), keys)
    line(f"technique_{name}_harmonics_right_percent", 100 * float(np.mean(sure)), len(sure), SEED)
    for partial in range(2, 7):
        keys = [round(o + 12 * math.log2(partial)) for o in OPEN[scene]]
        parts = notes(scene, keys, "mf", articulation=9, partial=partial)
        true = [measures.hertz(o) * partial for o in OPEN[scene]]
        sure = [rightness(x, f)[0] > SURE for x, f in zip(parts, true)]
        line(f"technique_{name}_partial_{partial}_right_percent", 100 * float(np.mean(sure)), len(sure), SEED)


def above(x, corner):
    power = np.abs(np.fft.rfft(x.mean(1) * np.hanning(len(x)))) ** 2
    return measures.decibels(power[np.fft.rfftfreq(len(x), 1 / RATE) > corner].sum())


def snap(scene):
    """The first 120 ms above 2 kHz, where the board is heard, and the peak as loud as can be."""
    keys, name = list(sources.KEYS[scene])[1:32:3], scene.replace("-", "_")
    made = {}
    for word, manner, velocity in (("plain", {"articulation": 7}, 90), ("snap", {"technique": 1}, 90), ("hardest", {"technique": 1}, 127)):
        events = [e for i, k in enumerate(keys) for e in midi.note(0.1 + 2 * i, k, 1.5, velocity)]
        x = sources.computed(scene, events, 0.2 + 2 * len(keys), *sources.setting(vibrato=0, **manner), "--seed", str(SEED))
        made[word] = [x[int((0.1 + 2 * i) * RATE):int((0.22 + 2 * i) * RATE)] for i in range(len(keys))]
    over = [above(s, 2000) - above(p, 2000) for s, p in zip(made["snap"], made["plain"])]
    line(f"technique_{name}_snap_over_plucked_db", float(np.median(over)), len(over), SEED)
    line(f"technique_{name}_snap_peak_dbfs", 20 * math.log10(max(np.abs(x).max() for x in made["hardest"])), len(keys), SEED)


if __name__ == "__main__":
    {"tone": tone, "harmonics": harmonics, "snap": snap}[sys.argv[1]](sys.argv[2])
