#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The friction benchmark: error against cost of engines on the cases, beside converged references.

  run.py [--engine COMMAND]... [--rates HZ,HZ,...] [--json | --page] [CASE.json]...

An engine is a command; called with a case's file and a rate (steps a second) it writes to standard
output, as CSV, time and value (s; m or N), at any times, and before that as it likes
`# evaluations N` (of a friction law, all in all) and `# seconds S` (processor time of its steps).
It ends with status 3 for a case it cannot do. Without --engine: those of engines/ here. The is the root mean square distance from the reference over the reference's root mean square, the values
taken by cubics at the reference's times. Needs no more than Python's own library. Prints a table;
--page writes it into README.md instead."""
import argparse
import csv
import glob
import json
import math
import os
import shlex
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import model  # noqa: E402

ENGINES = {"rosin": "engines/rosin.py", "explicit": "engines/explicit.py", "lagged": "engines/explicit.py --lagged",
           "siconos": "engines/siconos.py"}
RATES = (44100, 88200, 176400)
CANNOT = 3
ENOUGH = 1e-4  # the error at which costs are compared


class EngineError(Exception):
    """An engine that failed: what it said."""


def reference(case):
    """(times, values, relative uncertainty)."""
    with open(os.path.join(HERE, "references", case["name"] + ".csv"), encoding="utf-8") as f:
        rows = [(float(a), float(b)) for a, b in list(csv.reader(f))[1:]]
    with open(os.path.join(HERE, "references", "uncertainty.json"), encoding="utf-8") as f:
        return [t for t, _ in rows], [x for _, x in rows], json.load(f)[case["name"]]["uncertainty"]


def at_time(times, values, wanted):
    """Values at the wanted times, by the cubic through the four nearest."""
    out, i = [], 0
    for t in wanted:
        while i + 2 < len(times) and times[i + 1] < t:
            i += 1
        if not times[0] <= t <= times[-1]:
            raise EngineError(f"has no values about {t:g} s")
        first = min(max(i - 1, 0), max(len(times) - 4, 0))
        near = range(first, min(first + 4, len(times)))
        out.append(sum(values[j] * math.prod((t - times[k]) / (times[j] - times[k]) for k in near if k != j) for j in near))
    return out


def call(command, path, rate):
    """(times, values, notes) of an engine, None where it cannot do the case."""
    words = shlex.split(command)
    local = os.path.join(HERE, words[0])
    words = ([sys.executable, local] if words[0].endswith(".py") and os.path.exists(local) else [words[0]]) + words[1:]
    try:
        done = subprocess.run([*words, path, str(rate)], capture_output=True, text=True)
    except OSError as error:
        raise EngineError(f"{words[0]}: {error.strerror}") from error
    if done.returncode == CANNOT:
        return None
    if done.returncode:
        raise EngineError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"ended with {done.returncode}")
    notes, times, values = {}, [], []
    for line in done.stdout.splitlines():
        words = line.split()
        if line.startswith("#"):
            if len(words) == 3:
                notes[words[1]] = float(words[2])
        elif line and not line[0].isalpha():
            time, value = (float(x) for x in line.split(",")[:2])
            times.append(time)
            values.append(value)
    if len(times) < 4:
        raise EngineError("wrote fewer than four rows")
    return times, values, notes


def judge(command, path, rate):
    """What an engine comes to: error, and cost for a second of the case; None where it cannot."""
    case = model.load(path)
    wanted, truth, unsure = reference(case)
    made = call(command, path, rate)
    if made is None:
        return None
    times, values, notes = made
    found = at_time(times, values, wanted)
    error = math.sqrt(sum((a - b) ** 2 for a, b in zip(found, truth)) / sum(b * b for b in truth))
    return {"error": error if math.isfinite(error) else math.inf, "uncertainty": unsure,
            "evaluations_per_second": notes.get("evaluations", math.nan) / case["duration"],
            "seconds_per_second": notes.get("seconds", math.nan) / case["duration"]}


def order(rates, errors, floor=0.0):
    """Slope of the error over the rate, of errors that the reference can tell (ten times its `floor`)."""
    points = [(math.log(r), math.log(e)) for r, e in zip(rates, errors) if 10 * floor < e < 0.1]
    if len(points) < 2:
        return math.nan
    x = sum(p[0] for p in points) / len(points)
    y = sum(p[1] for p in points) / len(points)
    return -sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def price(got):
    """Thousands of evaluations a second at which the error is ENOUGH: on the line between two rates in
    logarithms, or the side on which it lies."""
    cost, error = [g["evaluations_per_second"] for g in got], [g["error"] for g in got]
    if any(math.isnan(c) for c in cost):
        return "-"
    if error[0] <= ENOUGH:
        return f"< {cost[0] / 1000:.0f}"
    for (c0, e0), (c1, e1) in zip(zip(cost, error), zip(cost[1:], error[1:])):
        if e1 <= ENOUGH:
            if math.isinf(e0):
                return f"{c1 / 1000:.0f}"
            share = math.log(e0 / ENOUGH) / math.log(e0 / e1)
            return f"{c0 * (c1 / c0) ** share / 1000:.0f}"
    return f"> {cost[-1] / 1000:.0f}"


def figure(x):
    return "ran away" if math.isinf(x) else f"{x:.1e}"


def table(found, rates, engines):
    """Markdown, a row for each engine that can do a case."""
    lines = ["| case (uncertainty) | engine | " + " | ".join(f"{r / 1000:g} kHz" for r in rates) +
             f" | order | evaluations a step | thousands a second for {ENOUGH:g} |", "|---|---|" + "---|" * (len(rates) + 3)]
    for name, results in found.items():
        for engine in engines:
            got = results[engine]
            if got[0] is None:
                continue
            slope = order(rates, [g["error"] for g in got], got[0]["uncertainty"])
            lines.append(f"| {name} ({got[0]['uncertainty']:.0e}) | {engine} | " + " | ".join(figure(g["error"]) for g in got) +
                         f" | {'-' if math.isnan(slope) else f'{slope:.1f}'} | "
                         f"{got[-1]['evaluations_per_second'] / rates[-1]:.1f} | {price(got)} |")
    for engine in engines:
        unable = [name for name, results in found.items() if results[engine][0] is None]
        if unable:
            lines += ["", f"{engine} cannot do {', '.join(unable) if len(unable) < len(found) else 'any of these'}."]
    return lines


def write_page(lines):
    """The table between its marks."""
    path = os.path.join(HERE, "README.md")
    with open(path, encoding="utf-8") as f:
        head, rest = f.read().split("<!-- table -->\n", 1)
    with open(path, "w", encoding="utf-8") as f:
        f.write(head + "<!-- table -->\n" + "\n".join(lines) + "\n<!-- end -->" + rest.split("<!-- end -->", 1)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", action="append", help="a command (repeatable)")
    parser.add_argument("--rates", default=",".join(map(str, RATES)))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--page", action="store_true", help="into README.md")
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    try:
        rates = [float(r) for r in options.rates.split(",")]
        if not all(r > 0 for r in rates):
            raise ValueError
    except ValueError:
        sys.exit(f"run.py: --rates {options.rates}: must be numbers above 0")
    engines = dict(ENGINES) if not options.engine else {e: ENGINES.get(e, e) for e in options.engine}
    found = {}
    for path in options.cases or sorted(glob.glob(os.path.join(HERE, "cases", "*.json"))):
        try:
            name = model.load(path)["name"]
        except model.CaseError as error:
            sys.exit(f"run.py: {error}")
        found[name] = {}
        for engine, command in engines.items():
            try:
                found[name][engine] = [judge(command, path, r) for r in rates]
            except EngineError as error:
                sys.exit(f"run.py: {engine}: {name}: {error}")
    lines = table(found, rates, engines)
    if options.page:
        write_page(lines)
    else:
        print(json.dumps(found, indent=1) if options.json else "\n".join(lines))


if __name__ == "__main__":
    main()
