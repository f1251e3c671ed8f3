#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The string that ships, judged as the measured one is (monochord.py): the cello's G as `rosin show cello`
has it, on its moving bridge and body, with its hair, law and losses, under the robot's strokes. And what
each single difference between it and the measured string does, alone: the table "What ships" of
docs/measured-string.md, a line for each (not part of `make verify`).

  shipped.py string [SCENE]           prints lines: name value samples seed
  shipped.py parts FOLDER [NAME...]   scenes are kept in FOLDER
  shipped.py played FOLDER [NAME...]  wedges as well: one slip a period of the player's notes with each part"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(ROOT, "tests"), os.path.join(ROOT, "scenes")]
sys.dont_write_bytecode = True
import bows  # noqa: E402
import instruments  # noqa: E402
import midi  # noqa: E402
import monochord  # noqa: E402

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(monochord.ROSIN)), "tests", "verify")
BOW = "bow-g"
GRID, ATTACKS = (20, 25), (16, 16)  # every second place and force of the robot's
SMALL, FEW = (12, 15), (10, 10)  # for the table
KEYS = ("36", "76")


def line(scene, name, value, samples):
    print(f"shipped_{scene.replace('-', '_')}_{name}", f"{value:.6g}", samples, 0, flush=True)


def beside(value, measured):
    return 100 * abs(value / measured - 1)


def string(scene="cello"):
    """The G of a scene, as it ships."""
    text = subprocess.run([monochord.ROSIN, "show", scene], capture_output=True, text=True, check=True).stdout
    maps = monochord.measure(text, *GRID, bow=BOW)
    made = monochord.compare(maps)
    for v in monochord.SPEEDS:
        tag, count, low = f"{v * 100:.0f}_cm_s", len(maps[v][0]), made[v]["low"]
        line(scene, f"low_{tag}_newton", low[0] if low else 0, count)
        line(scene, f"low_{tag}_error_percent", beside(low[0], monochord.MEASURED_LOWER[v]) if low else 1e9, count)
        line(scene, f"points_{tag}", made[v]["points"], count)
        line(scene, f"points_{tag}_error_percent", beside(made[v]["points"], monochord.MEASURED[v]), count)
        line(scene, f"overlap_{tag}_percent", made[v]["overlap"], count)
    count = sum(len(rows) for rows, _ in maps.values())
    line(scene, "near_points", made["near"], count)
    line(scene, "near_error_percent", beside(made["near"], monochord.MEASURED_NEAR), count)
    rows, said = monochord.attacks(text, *ATTACKS, bow=BOW)
    edge = monochord.prompt_edge(said)
    line(scene, "prompt_percent", monochord.prompt_share(said), len(rows))
    line(scene, "right_edge_error_percent", min(monochord.edge_errors(edge).values()) if edge else 1e9, len(rows))
    line(scene, "right_edge_offset", edge[0] if edge else 0, len(rows))
    line(scene, "right_edge_slope", edge[1] if edge else 0, len(rows))


# ---- one difference at a time -----------------------------------------------------------------------

STRINGS = [(name, hertz) for name, hertz, *_ in instruments.INSTRUMENTS["cello"]["strings"]]
ROBOT = dict(zeta=(2.9e-4, 5.4e-4, 3.54), loss=0)  # of the measured string
SOFT = dict(hair=bows.SOFT)


def measured(text, points=3):
    return bows.wide(bows.law(text, bows.MEASURED), points, 0.015)


# name: numbers of the instrument that change, what is done to its text
PARTS = {
    "as it ships": ({}, None),
    "even hair: no roughness": (dict(rough=(0, 1e-4)), None),
    "soft hair, 2 kN/m": (SOFT, None),
    "three points over 15 mm": ({}, lambda t: bows.wide(t, 3, 0.015)),
    "thermal law, published": ({}, lambda t: bows.law(t, bows.THERMAL)),
    "thermal law, fitted": ({}, lambda t: bows.law(t, bows.MEASURED)),
    "the robot's string losses": (ROBOT, None),
    "a rigid bridge": ({}, lambda t: bows.rigid(t, STRINGS)),
    "32 kHz, as the maps": ({}, lambda t: t.replace("rate = 48000;\noversample = 2;", "rate = 32000;\noversample = 1;")),
    "law and hair": (SOFT, lambda t: measured(t, 1)),
    "law, hair and two points": (SOFT, lambda t: measured(t, 2)),
    "law, hair and width": (SOFT, measured),
    "law, hair, width and losses": ({**SOFT, **ROBOT}, measured),
    "law, hair, width and bridge": (SOFT, lambda t: bows.rigid(measured(t), STRINGS)),
    "all of them": ({**SOFT, **ROBOT}, lambda t: bows.rigid(measured(t), STRINGS)),
}


def regimes(path):
    """Per cent of the player's notes with one slip a period: all semitones, five dynamics, one seed."""
    made = subprocess.run([os.path.join(PROGRAMS, "regimes"), path, *KEYS, "1"], check=True, capture_output=True, text=True)
    slips = [float(row.split()[3]) for row in made.stdout.splitlines()]
    return 100 * sum(0.85 < s < 1.15 for s in slips) / len(slips)


def instructions(path):
    """Of one held G, a frame (callgrind): what a quarter of a second more takes."""
    counts = []
    with tempfile.TemporaryDirectory() as folder:
        notes = os.path.join(folder, "held.mid")
        midi.write(notes, midi.note(0.0, 43, 3.0))
        for seconds in ("0.5", "0.75"):
            done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", monochord.ROSIN, "render", path,
                                   "--midi", notes, "-d", seconds, "-o", os.path.join(folder, "out.wav")],
                                  capture_output=True, text=True, check=True)
            counts.append(int(re.search(r"Collected : (\d+)", done.stderr).group(1)))
    return (counts[1] - counts[0]) / 12000


def row(name, path):
    with open(path) as f:
        text = f.read()
    made = monochord.compare(monochord.measure(text, *SMALL, bow=BOW))
    said = monochord.attacks(text, *FEW, bow=BOW)[1]
    edge = monochord.prompt_edge(said)
    cells = [" / ".join(f"{made[v]['points']:.0f}" for v in monochord.SPEEDS), f"{made['near']:.0f}",
             " / ".join(f"{made[v]['low'][0]:.2f}" if made[v]["low"] else "none" for v in monochord.SPEEDS),
             " / ".join(f"{made[v]['overlap']:.0f}" for v in monochord.SPEEDS) + "%", f"{monochord.prompt_share(said):.0f}%",
             f"{edge[0]:.2f} + {edge[1]:.2f} a" if edge else "no line", f"{instructions(path):.0f}"]
    return f"| {name} | " + " | ".join(cells) + " |"


def parts(folder, names):
    os.makedirs(folder, exist_ok=True)
    for name in names or PARTS:
        print(row(name, bows.build(folder, name, PARTS[name], PROGRAMS, own=False)), flush=True)


def played(folder, names):
    os.makedirs(folder, exist_ok=True)
    for name in names or PARTS:
        print(f"| {name} | {regimes(bows.build(folder, name, PARTS[name], PROGRAMS)):.1f}% |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["string"]:
        string(*sys.argv[2:])
    elif sys.argv[1:2] == ["parts"] and len(sys.argv) > 2:
        parts(sys.argv[2], sys.argv[3:])
    elif sys.argv[1:2] == ["played"] and len(sys.argv) > 2:
        played(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(__doc__)
