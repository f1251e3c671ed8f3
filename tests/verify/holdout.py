#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Published playability that nothing here was chosen by: the limits of the bow's force on a violin's
steel D string, measured with a bowing machine on a monochord (Schoonderwaldt, Guettler and Askenfelt,
Acta Acust. united with Acust. 94, 604, 2008; 0.25 kg/s, 11 places by 24 forces at four speeds), and how far the
pitch falls under much force (Schoonderwaldt, ibid. 95, 901, 2009). The D string, the hair and the law of the
scene violin as they are shipped, between rigid ends as measured; and the same with the thermal law as
published (names with `thermal`), and with its numbers from the measured cello string (`fitted`). Helmholtz motion is there first and is
then led to its place and force, as the formulas want it. Prints lines: name value samples seed."""
import csv
import io
import math
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import bows  # noqa: E402

ROSIN = os.environ.get("ROSIN", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "rosin"))

# By speed (m/s): force = upper speed / place (kg/s), lower speed / place^2 (kg/s), with their errors.
MEASURED = {0.05: ((1.0, 0.24), (7.0e-3, 1.0e-3)), 0.10: ((0.73, 0.05), (4.2e-3, 0.4e-3)),
            0.15: ((0.75, 0.04), (2.3e-3, 0.3e-3)), 0.20: ((0.75, 0.03), (1.8e-3, 0.3e-3))}
IMPEDANCE = 0.25  # kg/s, of the measured string
PLACES = (1 / 30, 1 / 6, 11)


def section(text, name):
    """The setting `name` of a scene, with all its braces."""
    at = re.search(rf"^  {name} = \{{", text, re.M).start()
    depth = 0
    for i in range(text.index("{", at), len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return text[at:i + 1] + ";\n"
    raise ValueError(name)


def monochord():
    """The violin's D string with its bow, between rigid ends."""
    text = subprocess.run([ROSIN, "show", "violin"], capture_output=True, text=True, check=True).stdout
    contact = re.sub(r"(velocity|force) = \(.*\);", lambda m: f"{m[1]} = {dict(velocity=0.1, force=1.0)[m[1]]};",
                     section(text, "bow-d"))
    return (f"title = \"violin D on a monochord\"; duration = 1.0; rate = 48000; oversample = 2;\n"
            f"strings = {{ {section(text, 'd')} }};\nmodals = {{ {section(text, 'hair')} }};\n"
            f"contacts = {{ {contact} }};\noutputs = ( {{ signal = \"d.bridge_force\"; }} );\n")


def with_law(text, words):
    return re.sub(r"law = \{.*?\};", f"law = {{ {words} }};", text, flags=re.S)


def rosin_map(text, *words):
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as f:
        f.write(text)
        f.flush()
        done = subprocess.run([ROSIN, "map", f.name, *map(str, words)], capture_output=True, text=True, check=True)
    return list(csv.DictReader(io.StringIO(done.stdout)))


def edges(rows, good):
    """By place: ends of the longest run in force, or None where that is an end of the grid."""
    found = {}
    for place in sorted({float(r["bow-d.position"]) for r in rows}):
        column = sorted((float(r["bow-d.force"]), good(r)) for r in rows if float(r["bow-d.position"]) == place)
        best, run = [], []
        for force, is_good in column:
            run = run + [force] if is_good else []
            best = max(best, run, key=len)
        if len(best) >= 3:
            found[place] = [None if edge == column[end][0] else edge for edge, end in ((best[0], 0), (best[-1], -1))]
    return found


def fit(points, power):
    """Coefficient of place^power, in the middle, and the slope that would be fitted freely."""
    n = len(points)
    if n < 3:
        return float("nan"), float("nan")
    x, y = [math.log(b) for b, _ in points], [math.log(f) for _, f in points]
    mx, my = sum(x) / n, sum(y) / n
    slope = sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)
    return math.exp(my - power * mx), slope


def line(name, value, samples):
    print(f"holdout_{name} {value:.4g} {samples} 0", flush=True)


def limits(text, law=""):
    low, high, count = PLACES
    least = []
    for speed, (upper, lower) in MEASURED.items():
        rows = rosin_map(text, "--schelleng", "-x", f"bow-d.position={low}:{high}:{count}:log", "-y",
                         "bow-d.force=0.002:12:60:log", "-s", f"bow-d.velocity={speed}")
        found = edges(rows, lambda r: r["bridge_helmholtz"] == "1")
        tag = f"{speed * 100:.0f}"
        for k, (name, power, measured) in enumerate((("lower", -2, lower), ("upper", -1, upper))):
            points = [(b, e[k]) for b, e in found.items() if e[k]]
            c, slope = fit(points, power)
            line(f"{law}{name}_{tag}", c / speed, len(points))
            line(f"{law}{name}_ratio_{tag}", c / speed / measured[0], len(points))
            line(f"{law}{name}_slope_{tag}", slope, len(points))
            if name == "lower":
                least.append(c)
    good = [c for c in least if math.isfinite(c)]
    line(f"{law}speed_dependence", max(good) / min(good) if good else math.nan, len(good))


def flattening(text, law=""):
    """Greatest fall of the pitch within Helmholtz motion (cents), slow and fast bow."""
    for speed, name in ((0.05, "slow"), (0.2, "fast")):
        rows = rosin_map(text, "--schelleng", "-x", "bow-d.position=0.04:0.15:6:log", "-y", "bow-d.force=0.05:12:60:log",
                         "-s", f"bow-d.velocity={speed}")
        most = 0
        for place in {r["bow-d.position"] for r in rows}:
            cents = [float(r["pitch_cents"]) for r in rows if r["bow-d.position"] == place and
                     r["regime"] == "Helmholtz" and r["pitch_cents"]]
            most = max([most] + [max(cents) - c for c in cents])
        line(f"{law}flattening_{name}_cents", most, len(rows))


if __name__ == "__main__":
    if sys.argv[1:] == ["--scene"]:
        print(monochord())
    else:
        shipped = monochord()
        limits(shipped)
        flattening(shipped)
        limits(with_law(shipped, bows.THERMAL), "thermal_")
        flattening(with_law(shipped, bows.THERMAL), "thermal_")
        limits(with_law(shipped, bows.MEASURED), "fitted_")
