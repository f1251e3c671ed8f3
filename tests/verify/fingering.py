#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The left hand of a player who reads ahead (player.reads=1) beside the one that goes note by note,
judged from outside by where fingers are put: random melodies, random scores, the Prelude. Prints
lines: name value samples seed.

  fingering.py [SEED] [PIECES]     20261122, 40 melodies and as many scores
  fingering.py table               the same into docs/instruments.md

The judge knows no rule of the planner. A hand that stays has all its stops within four semitones,
or six where one of them is above the seventh (a thumb lies there); as soon as the next stop is
farther, it has shifted. A shift is heard if the notes before and after it are slurred and both are
stopped; it is impossible if five semitones and more are gone within 0.1 s. Chords that no hand
holds are counted too."""
import os
import random
import re
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
import midi  # noqa: E402
import score  # noqa: E402
from sound import line  # noqa: E402

FINGERS_OF = os.path.join(os.environ.get("BUILD", os.path.join(ROOT, "build")), "tests", "verify", "fingers_of")
MAJOR = (0, 2, 4, 5, 7, 9, 11)
OPEN, CHORD, THUMB_FROM, NEAR, FAR = 0.3, 0.025, 7, 4, 6


def melody(rng):
    """A tune of 64 notes in a key: steps, thirds, leaps, broken chords, some rests, slurs of two to four."""
    tonic, at, low, high = rng.randrange(12), 0, rng.choice([36, 43, 50]), rng.choice([62, 69, 76, 81])
    scale = [k for k in range(low, high + 1) if (k - tonic) % 12 in MAJOR]
    i, events, slur, beat = rng.randrange(len(scale)), [], 0, 60 / rng.uniform(60, 140)
    way = rng.choice([-1, 1])
    for _ in range(64):
        way = way if rng.random() < 0.75 else -way
        i += way * rng.choices([1, 2, 4, 7], [6, 3, 1, 0.4])[0]
        if not 0 <= i < len(scale):
            way, i = -way, min(max(i, 0), len(scale) - 1)
        length = beat * rng.choices([0.25, 0.5, 1, 2], [4, 5, 3, 1])[0]
        slur = slur - 1 if slur else rng.choice([0, 0, 1, 3])
        events += midi.note(at, scale[i], length + 0.012 if slur else 0.93 * length)
        at += length
        if not slur and rng.random() < 0.08:
            at += beat
    return events


def fingers(path, reads):
    """Rows of time, end, key, channel, string, stop; notes that were left out."""
    out = subprocess.run([FINGERS_OF, "cello", path, str(reads)], check=True, capture_output=True, text=True).stdout
    rows = [r.split() for r in out.splitlines()]
    found = {(r[0], r[2], r[3]): [float(x) for x in r] for r in rows if r[0] != "missed"}  # the last of one that moved
    return np.array(sorted(found.values())), int(rows[-1][1])


def reach(stops):
    return FAR if max(stops) > THUMB_FROM else NEAR


def fits(stops):
    return not stops or max(stops) - min(stops) <= reach(stops) + 0.2


def judge(rows):
    """Shifts (semitones each), how many are heard or impossible, chords out of reach."""
    sizes, heard, impossible, wide = [], 0, 0, 0
    held, last, i = [], None, 0
    while i < len(rows):
        n = 1
        while i + n < len(rows) and rows[i + n, 0] - rows[i, 0] <= CHORD:
            n += 1
        stops = [s for s in rows[i:i + n, 5] if s > OPEN]
        wide += not fits(stops)
        if stops and not fits(held + stops):
            size = abs(np.mean(stops) - (max(held) + min(held)) / 2)
            sizes.append(size)
            time, end, was_open = last
            heard += end > rows[i, 0] + 1e-4 and not was_open
            impossible += size >= 5 and rows[i, 0] - time < 0.1
            held = []
        held = held + stops
        last = (rows[i, 0], rows[i:i + n, 1].max(), not stops)
        i += n
    return sizes, heard, impossible, wide


def pieces(seed, count, folder):
    rng = random.Random(seed)
    for i in range(count):
        path = os.path.join(folder, f"m{i}.mid")
        midi.write(path, melody(rng))
        yield "melodies", path
    for i in range(count):
        path = os.path.join(folder, f"s{i}.musicxml")
        with open(path, "w") as f:
            f.write(score.score(rng))
        yield "scores", path
    yield "prelude", score.PRELUDE


def all_of(seed, count):
    """Of each kind and hand: notes, shifts in semitones, how many are heard or impossible, chords out of reach, left out."""
    total = {}
    with tempfile.TemporaryDirectory() as folder:
        for kind, path in pieces(seed, count, folder):
            for reads in (0, 1):
                rows, missed = fingers(path, reads)
                sizes, *counts = judge(rows)
                sums = total.setdefault((kind, reads), [0, [], 0, 0, 0, 0])
                sums[0] += len(rows)
                sums[1] += sizes
                for k, c in enumerate((*counts, missed)):
                    sums[2 + k] += c
    return total


def table(total):
    rows = {"notes; left out": lambda n, s, h, i, w, m: f"{n}; {m}",
            "shifts, of 100 notes": lambda n, s, h, i, w, m: f"{100 * len(s) / n:.1f}",
            "heard, of 100 notes": lambda n, s, h, i, w, m: f"{100 * h / n:.1f}",
            "longest, semitones": lambda n, s, h, i, w, m: f"{max(s, default=0):.0f}",
            "way, semitones a note": lambda n, s, h, i, w, m: f"{sum(s) / n:.2f}",
            "impossible; chords out of reach": lambda n, s, h, i, w, m: f"{i}; {w}"}
    text = "| | melodies, live | ahead | scores, live | ahead | Prelude, live | ahead |\n|---|---|---|---|---|---|---|\n"
    for name, cell in rows.items():
        text += f"| {name} | " + " | ".join(cell(*sums) for sums in total.values()) + " |\n"
    page = os.path.join(ROOT, "docs", "instruments.md")
    with open(page) as f:
        old = f.read()
    with open(page, "w") as f:
        f.write(re.sub(r"(<!-- fingering -->\n).*?(<!-- end -->)", lambda m: m[1] + text + m[2], old, count=1, flags=re.S))


def main():
    if sys.argv[1:] == ["table"]:
        table(all_of(20261122, 40))
        return
    words = [int(w) for w in sys.argv[1:]]
    seed, count = (words + [20261122, 40][len(words):])[:2]
    total = all_of(seed, count)
    for (kind, reads), (notes, sizes, heard, impossible, wide, missed) in total.items():
        name = f"fingering_{kind}_{'ahead' if reads else 'live'}"
        line(f"{name}_shifts_percent", 100 * len(sizes) / notes, notes, seed)
        line(f"{name}_heard_percent", 100 * heard / notes, notes, seed)
        line(f"{name}_longest_semitones", max(sizes, default=0), notes, seed)
        line(f"{name}_way_semitones", sum(sizes) / notes, notes, seed)
        line(f"{name}_impossible", impossible, notes, seed)
        line(f"{name}_chords_out_of_reach", wide, notes, seed)
        line(f"{name}_left_out", missed, notes, seed)


if __name__ == "__main__":
    main()
