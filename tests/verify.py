#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make verify`: runs the programs that make the acceptance figures and prints one line
each: name, figure, target, ok or SHORT, and how it was made. Targets stand in
tests/targets.tsv. A figure that nobody made is SHORT. Exits 1 if any is short.

  tests/verify.py [--makers a,b] [--build DIR]"""
import argparse
import fnmatch
import json
import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))


def read_targets():
    rows = []
    with open(os.path.join(HERE, "targets.tsv")) as f:
        for row in f:
            if row.strip() and not row.startswith("#"):
                rows.append(row.rstrip("\n").split("\t"))
    return rows


def command_of(maker, build):
    if maker == "bench":
        return [os.path.join(build, "rosin"), "bench", "--json", "-"]
    script = os.path.join(HERE, "verify", maker.split()[0] + ".py")
    if os.path.exists(script):
        return [sys.executable, script, *maker.split()[1:]]
    return [os.path.join(build, "tests", "verify", maker)]


def bench_lines(text):
    """What is not in the regime it names has no time."""
    found = json.loads(text)
    frames = {k: round(w["rate"]) for k, w in found.items()}
    ns = {k: w["ns"] for k, w in found.items() if w["good"]}
    lines = [f"bench_{k.replace('-', '_')}_ns {v} {frames[k]} 0" for k, v in ns.items()]
    if "sliding" in ns and "stick-slip" in ns:
        lines.append(f"bench_stick_slip_ratio {ns['stick-slip'] / ns['sliding']:.4f} 44100 0")
    lines.append(f"bench_wrong_regime {len(found) - len(ns)} {len(found)} 0")
    return "\n".join(lines)


def run(maker, build):
    """Lines of one maker, and what it said when it failed."""
    command = command_of(maker, build)
    done = subprocess.run(command, capture_output=True, text=True,
                          env={**os.environ, "ROSIN": os.path.join(build, "rosin")})
    text = done.stdout
    if done.returncode:
        print(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr[-2000:]}", file=sys.stderr)
    if maker == "bench" and text:
        text = bench_lines(text)
    figures = {}
    for row in text.splitlines():
        words = row.split()
        if len(words) == 4:
            figures[words[0]] = (float(words[1]), words[2], words[3])
    return figures


def meets(value, comparison, target):
    if comparison == "report":
        return True
    if not math.isfinite(value):
        return False
    bounds = [float(x) for x in target.split()]
    return {"<=": value <= bounds[0], ">=": value >= bounds[0], "==": value == bounds[0],
            "within": bounds[0] <= value <= bounds[-1]}[comparison]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--makers", help="only these, separated by commas")
    parser.add_argument("--build", default="build")
    options = parser.parse_args()
    targets = read_targets()
    makers = list(dict.fromkeys(row[4] for row in targets))
    if options.makers:
        makers = [m for m in makers if m in options.makers.split(",")]
    figures = {}
    alone = [m for m in makers  # on the machine
             if m in ("bench", "pd cost", "pd clone", "map time")
             or m.startswith(("speed", "live load", "live bows", "live machine"))]
    for maker in alone:
        figures[maker] = run(maker, options.build)
    with ThreadPoolExecutor(2) as pool:
        others = [m for m in makers if m not in alone]
        for maker, made in zip(others, pool.map(lambda m: run(m, options.build), others)):
            figures[maker] = made
    short = 0
    for pattern, comparison, target, unit, maker, text in targets:
        if maker not in makers:
            continue
        names = [n for n in figures[maker] if fnmatch.fnmatch(n, pattern)] or [pattern]
        wanted = f"{comparison} {target}" if comparison != "report" else "reported"
        for name in names:
            value, samples, seed = figures[maker].get(name, (math.nan, 0, 0))
            ok = meets(value, comparison, target)
            short += not ok
            how = " ".join(os.path.relpath(w) if os.path.isabs(w) else w
                           for w in command_of(maker, options.build)[1 if sys.executable in command_of(maker, options.build) else 0:])
            print(f"{name:<44} {value:<12.6g} {wanted + ' ' + unit:<24} {'ok' if ok else 'SHORT':<6}"
                  f" {how}; seed {seed}, {samples} samples; {text}", flush=True)
    print(f"{short} short")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
