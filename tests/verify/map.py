#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of `rosin map`. Prints lines: name value samples seed.

  map.py schelleng | time | measured | attacks | flattening"""
import csv
import io
import os
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
# travel in a period at 10 N; its upper edge is in docs/playability.md.
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
    """The monochord's G string, by law: points in Helmholtz motion over those measured."""
    for name, law in monochord.LAWS.items():
        fast = name != monochord.BEST
        maps = monochord.measure(monochord.scene(law), *((20, 25) if fast else (40, 50)))
        made = monochord.compare(maps)
        key = "measured_best" if not fast else "monochord_" + name.replace(",", "").replace(" ", "_").replace("-", "_")
        count = sum(len(rows) for rows in maps.values())
        line(key + "_area_percent", made["area"], count)
        line(key + "_covered_percent", made["covered"], count)
        line(key + "_outside_percent", made["outside"], count)
        line(key + "_near_points", made["near"], count)
        for k, edge in enumerate(("low", "high")):
            run = made[0.1]["limits"]
            line(f"{key}_{edge}_newton", run[k] if run else 0, count)


def prompt_edge(rows):
    """Least force of prompt attacks over acceleration, as a line: offset, slope. Of each
    column, the start of its longest prompt run, if that is not the lowest force tried."""
    edge = []
    for a in sorted({float(r["bow.velocity.slope"]) for r in rows}):
        column = sorted((float(r["bow.force"]), r["attack"] != "" and float(r["attack"]) <= 0.09) for r in rows
                        if float(r["bow.velocity.slope"]) == a)
        best, run = [], []
        for force, good in column:
            run = run + [force] if good else []
            best = max(best, run, key=len)
        if len(best) > 1 and best[0] > column[0][0]:
            edge.append((a, best[0]))
    if len(edge) < 3:
        return float("nan"), float("nan")
    n, sx, sy = len(edge), sum(a for a, _ in edge), sum(f for _, f in edge)
    slope = (n * sum(a * f for a, f in edge) - sx * sy) / (n * sum(a * a for a, _ in edge) - sx * sx)
    return (sy - slope * sx) / n, slope


def attack_lines(name, rows):
    for limit in (0.05, 0.09):
        share = sum(r["attack"] != "" and float(r["attack"]) <= limit for r in rows) / len(rows)
        line(f"attacks_{name}_{limit * 1e3:.0f}_ms_percent", 100 * share, len(rows))
    perfect = sum(r["attack"] != "" and float(r["attack"]) < 0.005 for r in rows) / len(rows)
    line(f"attacks_{name}_perfect_percent", 100 * perfect, len(rows))
    offset, slope = prompt_edge(rows)
    line(f"attacks_{name}_edge_offset", offset, len(rows))
    line(f"attacks_{name}_edge_slope", slope, len(rows))


def attacks():
    """Attacks as the robot of Lampis, Mayer and Chatziioannou (2024) played them on G strings:
    1.15 to 3.5 N, 0.15 to 3.15 m/s^2, 0.079 of the string, with the published thermal law; and
    the map that `rosin map cello-d --guettler` makes."""
    text = monochord.scene(monochord.LAWS["thermal, published"])
    attack_lines("g", monochord.rosin_map(text, "--guettler", "-x", "bow.velocity.slope=0.15:3.15:16", "-y",
                                          "bow.force=1.15:3.5:16", "-s", "bow.position=0.0786", "-d", 0.8))
    attack_lines("d", rosin_map("cello-d", "--guettler", "-x", "bow.velocity.slope=0.1:4:20", "-y",
                                "bow.force=0.05:4:20")[0])


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
