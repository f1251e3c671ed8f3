#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Mute, places of the bow, the wood and Bartok's pizzicato on notes drawn by chance: key, dynamics, velocity and string of each
by a seed, as is the player's. techniques.py judges on the keys that the techniques were set on; this one on others. Medians
over notes beside the same notes under the plain bow, each with the middle nine tenths of a thousand drawings of as many
notes (bootstrap). Prints lines: name value samples seed, with `_low` and `_high` of that interval. Needs numpy and scipy.

  techniques_unseen.py SCENE [SEED [NOTES]]"""
import random
import sys

import numpy as np

import techniques as known

import measures  # noqa: E402  (techniques.py says where they are)
import midi  # noqa: E402
import sources  # noqa: E402
from sound import line  # noqa: E402

SEED, NOTES, VELOCITIES = 918273, 32, (40, 110)
REACH = 24  # semitones above an open string that a note may be asked for on it
DYNAMICS, STRING = 11, 18  # controllers of the keyboard's table: 0 to 1, 0 to 6
DRAWN = 1000


def drawn(scene, seed, notes):
    """Key, dynamics (0 to 1), velocity, string (1 the highest, 0: the hand's choice), as they stand on controllers."""
    chance, keys, made = random.Random(f"{scene} {seed}"), sources.KEYS[scene], []
    for _ in range(notes):
        key = chance.randint(keys[0], keys[-1])
        strings = [4 - i for i, low in enumerate(known.OPEN[scene]) if 0 <= key - low <= REACH]
        string = chance.choice(strings) if chance.random() < 0.5 else 0
        made.append((key, chance.uniform(0.2, 0.9), chance.randint(*VELOCITIES), string))
    return made


def events_of(made):
    events = []
    for i, (key, loud, velocity, string) in enumerate(made):
        at = 0.1 + sources.STEP * i
        events += midi.control(at - 0.05, DYNAMICS, round(127 * loud)) + midi.control(at - 0.05, STRING, round(127 * string / 6))
        events += midi.note(at, key, sources.LENGTH, velocity)
    return events


def played(scene, made, seed, part=sources.SUSTAINED, **manner):
    x = sources.computed(scene, events_of(made), 0.2 + sources.STEP * len(made), *sources.setting(vibrato=0, **manner),
                         "--seed", str(seed))
    return sources.cut(x, len(made), part)


def say(name, values, of, seed):
    """A figure and the middle nine tenths of it over drawings of as many notes."""
    values, chance = np.array(values), np.random.default_rng(1)
    again = [of(chance.choice(values, len(values))) for _ in range(DRAWN)]
    line(name, float(of(values)), len(values), seed)
    line(name + "_low", float(np.percentile(again, 5)), len(values), seed)
    line(name + "_high", float(np.percentile(again, 95)), len(values), seed)


def has(key, band):
    """Whether most of a band's partials of a note lie below 10 kHz, where they are looked for."""
    return band not in measures.BANDS or measures.hertz(key) * sum(measures.BANDS[band]) / 2 < 10000


def percent(right):
    return 100 * np.mean(right)


def tone(scene, made, seed):
    name, keys = f"unseen_{scene.replace('-', '_')}", [m[0] for m in made]
    plain = played(scene, made, seed)
    say(f"{name}_plain_right_percent", known.right(plain, keys), percent, seed)
    before = [measures.note(x, sources.RATE, k) for x, k in zip(plain, keys)]
    for word, manner in known.MANNERS.items():
        parts = played(scene, made, seed, **manner)
        sure = known.right(parts, keys, known.ROUGH if word == "ponticello" else known.SURE)
        after = [measures.note(x, sources.RATE, k) for x, k in zip(parts, keys)]
        say(f"{name}_{word}_right_percent", sure, percent, seed)
        for k in ("4_7", "8_15", "above_2k", "hnr", "level"):
            beside = [a[k] - b[k] for a, b, key in zip(after, before, keys) if has(key, k)]
            say(f"{name}_{word}_{k}_db", beside, np.median, seed)
        for m, ok in zip(made, sure):
            if not ok:
                print(f"# {word}: key {m[0]}, dynamics {m[1]:.2f}, velocity {m[2]}, string {m[3]}", file=sys.stderr)


def snap(scene, made, seed):
    name, first = f"unseen_{scene.replace('-', '_')}", (0, 0.12)
    plain = played(scene, made, seed, first, articulation=7)
    snapped = played(scene, made, seed, first, technique=1)
    over = [known.above(s, 2000) - known.above(p, 2000) for s, p in zip(snapped, plain)]
    say(f"{name}_snap_over_plucked_db", over, np.median, seed)
    line(f"{name}_snap_peak_dbfs", 20 * np.log10(max(np.abs(x).max() for x in snapped)), len(made), seed)


if __name__ == "__main__":
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else SEED
    notes = drawn(sys.argv[1], seed, int(sys.argv[3]) if len(sys.argv) > 3 else NOTES)
    tone(sys.argv[1], notes, seed)
    snap(sys.argv[1], notes, seed)
