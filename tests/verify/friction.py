#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The friction benchmark (bench/friction): its references made again, and rosin and the explicit
engines on every case. Prints lines: name value samples seed. Needs numpy and scipy."""
import glob
import json
import math
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BENCH = os.path.join(HERE, "..", "..", "bench", "friction")
os.environ["ROSIN"] = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
sys.dont_write_bytecode = True
sys.path.insert(0, BENCH)
import model  # noqa: E402
import reference  # noqa: E402
import run  # noqa: E402

RATES = (44100, 88200, 176400)
# where a slip begins within a step is chance: no order to be seen over three rates
JUMPS = ("coulomb-belt", "coulomb-pushed", "coulomb-spring", "elastoplastic-stick-slip", "lugre-creep")


def again(case):
    """Distance of the reference made again from the one there, in shares of its uncertainty."""
    _, there, unsure = run.reference(case)
    value = reference.make(case)[0]
    return reference.size(value - there) / reference.size(there) / unsure


def main():
    paths = sorted(glob.glob(os.path.join(BENCH, "cases", "*.json")))
    with open(os.path.join(BENCH, "references", "uncertainty.json"), encoding="utf-8") as f:
        unsure = json.load(f)
    print(f"friction_cases {len(paths)} {len(paths)} 0")
    print(f"friction_reference_uncertainty {max(u['uncertainty'] for u in unsure.values()):.2g} {len(paths)} 0")
    cases = [model.load(p) for p in paths]
    print(f"friction_reference_again {max(again(c) for c in cases):.3g} {len(paths)} 0", flush=True)
    worst, orders, gain, apart = 0.0, [], math.inf, 0.0
    for path, case in zip(paths, cases):
        mine = [run.judge(run.ENGINES["rosin"], path, r) for r in RATES]
        late = run.judge(run.ENGINES["lagged"], path, RATES[0])
        name = case["name"].replace("-", "_")
        print(f"friction_error_{name} {mine[0]['error']:.3g} {len(model.output_times(case))} 0", flush=True)
        worst = max(worst, mine[0]["error"])
        apart = max(apart, mine[0]["uncertainty"] / mine[0]["error"])
        if case["name"] not in JUMPS:
            orders.append(run.order(RATES, [m["error"] for m in mine]))
        if late is not None:
            gain = min(gain, late["error"] / mine[0]["error"])
    print(f"friction_worst_error {worst:.3g} {len(paths)} 0")
    print(f"friction_least_order {min(orders):.3f} {len(orders)} 0")
    print(f"friction_over_lagged {gain:.3g} {len(paths)} 0")
    print(f"friction_uncertainty_share {apart:.3g} {len(paths)} 0")


if __name__ == "__main__":
    main()
