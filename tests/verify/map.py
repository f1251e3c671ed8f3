#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of `rosin map`. Prints lines: name value samples seed.

  map.py schelleng | time | measured | attacks | flattening"""
import csv
import io
import os
import re
import resource
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import monochord  # noqa: E402

ROSIN = monochord.ROSIN

# The D string as Schelleng's formulas see it: a bow that holds hard (1e5 N/m), and the bending
# stiffness of the cello's. cello-d's own bristles, 1e4 N/m, bend by more than half of the bow's
# travel in a period at 10 N; its upper edge is in docs/law-figures.md.
STIFF_BOW = ("-s", "bow.law.sigma0=1e5", "-s", "d.bending_stiffness=2e-4")


def line(name, value, samples):
    print(name, f"{value:.6g}", samples, 0, flush=True)


def rosin_map(*words):
    done = subprocess.run([ROSIN, "map", *map(str, words)], capture_output=True, text=True, check=True)
    return list(csv.DictReader(io.StringIO(done.stdout))), done.stderr


def edges(rows):
    """By position: ends of the longest run of Helmholtz motion in force, and the formulas'."""
    found = {}
    for b in sorted({float(r["bow.position"]) for r in rows}):
        column = [r for r in rows if float(r["bow.position"]) == b]
        run = monochord.limits(column, b)
        found[b] = (run, (float(column[0]["schelleng_low"]), float(column[0]["schelleng_high"])))
    return found


def factor(a, b):
    return max(a / b, b / a)


def schelleng():
    """Upper and lower edge against the formulas, 0.08 to 0.15 of the D string."""
    rows, _ = rosin_map("cello-d", "--schelleng", "-x", "bow.position=0.08:0.15:15", "-y",
                        "bow.force=0.01:40:50:log", *STIFF_BOW)
    found = edges(rows).values()
    for k, name in ((0, "schelleng_low_factor"), (1, "schelleng_high_factor")):
        line(name, max(factor(run[k], theory[k]) if run else 1e9 for run, theory in found), len(rows))


def timing():
    """The map that `rosin map cello-d` makes, 40 x 40, on two cores."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    rows, _ = rosin_map("cello-d", "-j", 2)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    line("map_seconds", wall, len(rows))
    line("map_processor_seconds", after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, len(rows))


def measured():
    """The monochord's G string, by bow; the fitted thermal one on the whole grid."""
    for name, how in monochord.CASES.items():
        best = name == monochord.BEST
        maps = monochord.measure(monochord.scene(**how), *((40, 50) if best else (20, 25)))
        made = monochord.compare(maps)
        key = "measured_best" if best else "monochord_" + re.sub("[^a-z]+", "_", name.lower())
        count = sum(len(rows) for rows, _ in maps.values())
        line(key + "_near_points", made["near"], count)
        for v in monochord.SPEEDS:
            low, of = made[v]["low"], monochord.MEASURED_LOWER[v]
            line(f"{key}_points_{v * 100:.0f}_cm_s", made[v]["points"], count)
            for figure in ("area", "covered", "outside", "overlap"):
                line(f"{key}_{figure}_{v * 100:.0f}_cm_s_percent", made[v][figure], len(maps[v][0]))
            line(f"{key}_low_{v * 100:.0f}_cm_s_error_percent", 100 * abs(low[0] / of - 1) if low else 1e9, count)
        high = made[0.1]["high"]
        line(key + "_high_newton", high[0] if high else 0, count)


def attack_lines(name, text, rows):
    said = text[1]
    line(f"attacks_{name}_prompt_percent", monochord.prompt_share(said), rows)
    edge = monochord.prompt_edge(said)
    line(f"attacks_{name}_edge_offset", edge[0] if edge else 0, rows)
    line(f"attacks_{name}_edge_slope", edge[1] if edge else 0, rows)
    return edge


def attacks():
    """Attacks as the robot of Lampis, Mayer and Chatziioannou (2024) played them on G strings, with
    the bows of the map; and the map that `rosin map cello-d --guettler` makes."""
    for name, key in (("thermal, published", "published"), ("elasto-plastic, fitted", "elasto_plastic"),
                      (monochord.BEST, "best")):
        made = monochord.attacks(monochord.scene(**monochord.CASES[name]))
        edge = attack_lines(key, made, len(made[0]))
        errors = monochord.edge_errors(edge) if edge else {"none": 1e9}
        line(f"attacks_{key}_edge_error_percent", min(errors.values()), len(made[0]))
    made = rosin_map("cello-d", "--guettler", "-x", "bow.velocity.slope=0.1:4:20", "-y", "bow.force=0.05:4:20")
    attack_lines("d", made, len(made[0]))


def flattening():
    """Cents by which the pitch falls, over the run of Helmholtz motion in force, from its
    highest to where the run ends; slow and fast bow."""
    for v, name in ((0.05, "slow"), (0.2, "fast")):
        rows, _ = rosin_map("cello-d", "--schelleng", "-x", "bow.position=0.107:0.107:1", "-y",
                            "bow.force=0.05:60:80:log", "-s", f"bow.velocity={v}", *STIFF_BOW)
        low, high = monochord.limits(rows, 0.107)
        cents = [float(r["pitch_cents"]) for r in rows if low <= float(r["bow.force"]) <= high]
        line(f"flattening_{name}_cents", max(cents) - cents[-1], len(rows))


if __name__ == "__main__":
    {"schelleng": schelleng, "time": timing, "measured": measured, "attacks": attacks,
     "flattening": flattening}[sys.argv[1]]()
