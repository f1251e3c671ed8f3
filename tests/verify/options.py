#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What each option of the bow's physics brings to the cello, and what it costs: the table "Options" of
docs/instruments.md, a line for each. Not part of `make verify`: it measures what the cello is not.

Each is tried on the whole instrument, played by the same player. The forces that play are measured
anew for it (tests/verify/wedge, a coarse grid), for the cello as it is too. Twelve keys are drawn by
a seed before anything is measured, each at pp, mf and ff for its tone, at five dynamics and two seeds for
its regime; processor time as `rosin bench` takes it, one bow.

  options.py FOLDER [NAME...]     scenes and wedges are kept in FOLDER"""
import os
import random
import re
import subprocess
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(HERE, "timbre"), HERE, os.path.join(ROOT, "tests")]
import measures  # noqa: E402
import sources  # noqa: E402
from bows import MEASURED, SOFT, THERMAL, build, law, wide  # noqa: E402
from sound import ROSIN  # noqa: E402

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(ROSIN)), "tests", "verify")
KEYS = sorted(random.Random(16).sample(list(sources.KEYS["cello"]), 12))
SEEDS = 2


def planes(text):
    """A string's other plane of motion, a body of its own on the same bridge, which it moves 0.3 times
    as much."""
    found = re.findall(r"  (\w) = \{\n    frequency = ([\d.]+); length = ([\d.]+); impedance = ([\d.]+); bending_stiffness = "
                       r"(\S+);\n[^\n]*\n    damping = ([^\n]*)\n  \};", text)
    strings = "".join(f"  {s}-down = {{ frequency = {1.001 * float(f):.4f}; length = {n}; impedance = {z}; bending_stiffness = {e};\n"
                      f"    torsion_frequency = 0.0; damping = {d} }};\n" for s, f, n, z, e, d in found)
    joints = "".join(f'  down-{s} = {{ a = "{s}-down"; b = "bridge"; position_b = "down"; }};\n' for s, *_ in found)
    text = text.replace("strings = {\n", "strings = {\n" + strings, 1)
    text = text.replace("joints = {\n", "joints = {\n" + joints, 1)
    text = text.replace("points = { top = 0.0; feet = 1.0; };", "points = { top = 0.0; feet = 1.0; down = 2.0; };")
    text = re.sub(r"(frequency = 0.0; mass = \S+; at = \(1.0, 1.0)\)", r"\1, 0.3)", text)
    return re.sub(r"(mass = \S+; at = \(1.0, -[\d.]+)\)", r"\1, 0.3)", text, count=1)


# name: numbers of the instrument that change, what is done to its text
OPTIONS = {
    "as it is": ({}, None),
    "bristles that do not stiffen": ({"bristles": (3e4, 0, 1.0)}, None),
    "that stiffen with the load to the 0.8": ({"bristles": (3e4, 0.8, 1.0)}, None),
    "in proportion to it": ({"bristles": (3e4, 1.0, 1.0)}, None),
    "no hair: a rigid bow": ({}, lambda t: t.replace('a = "hair"', 'a = "-"')),
    "soft hair, 2 kN/m": ({"hair": SOFT}, None),
    "two points, 10 mm": ({}, lambda t: wide(t, 2, 0.01)),
    "three points, 10 mm": ({}, lambda t: wide(t, 3, 0.01)),
    "thermal law, published": ({}, lambda t: law(t, THERMAL)),
    "thermal law, soft hair": ({"hair": SOFT}, lambda t: law(t, MEASURED)),
    "thermal law, soft hair, three points, 15 mm": ({"hair": SOFT}, lambda t: wide(law(t, MEASURED), 3, 0.015)),
    "second plane of the strings": ({}, planes),
}


def tone(path):
    found = {}
    for d in ("pp", "mf", "ff"):
        parts = sources.computed_notes(path, KEYS, d)
        found[d] = measures.summary([measures.note(x, sources.RATE, k) for x, k in zip(parts, KEYS)])
    return found


def regimes(path):
    """Per cent of notes with one slip a period."""
    rows = []
    for key in KEYS:
        made = subprocess.run([os.path.join(PROGRAMS, "regimes"), path, str(key), str(key), str(SEEDS)],
                              check=True, capture_output=True, text=True)
        rows += [float(r.split()[3]) for r in made.stdout.splitlines()]
    slips = np.array(rows)
    return 100 * np.mean((slips > 0.85) & (slips < 1.15))


def cost(paths):
    made = subprocess.run([os.path.join(PROGRAMS, "cost"), "7", *paths], check=True, capture_output=True, text=True)
    return [float(r.split()[-1]) for r in made.stdout.splitlines()]


def row(name, found, good, ns):
    cells = [" / ".join(f"{found[d][k]:.1f}" for d in found) for k in ("4_7", "8_15")]
    cells += [f"{found['mf'][k]:.0f}" for k in ("16_up", "above_2k")]
    cells += [" / ".join(f"{found[d]['hnr']:.0f}" for d in found), f"{good:.0f}", f"{ns:.0f}"]
    return f"| {name} | " + " | ".join(cells).replace("-", "−") + " |"


def main(folder, names):
    os.makedirs(folder, exist_ok=True)
    paths = [build(folder, name, OPTIONS[name], PROGRAMS) for name in names]
    for name, path, ns in zip(names, paths, cost(paths)):
        print(row(name, tone(path), regimes(path), ns), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:] or list(OPTIONS))
