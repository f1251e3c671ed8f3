#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""An engine of the friction benchmark, and the shortest example of one: explicit integration in
fixed steps, of fourth order (the classical Runge-Kutta method; four evaluations of the law a step),
or with --lagged of first order with the force of the step before (one evaluation a step), which is
how a contact is coupled when a delay of one sample is allowed.

  explicit.py [--lagged] CASE.json RATE      writes time,value to standard output

Ends with status 3 where it cannot do a case (Coulomb's law)."""
import os
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import model  # noqa: E402


def runge_kutta(system, t, y, h):
    k1 = system.rates(t, y)
    k2 = system.rates(t + 0.5 * h, [a + 0.5 * h * b for a, b in zip(y, k1)])
    k3 = system.rates(t + 0.5 * h, [a + 0.5 * h * b for a, b in zip(y, k2)])
    k4 = system.rates(t + h, [a + h * b for a, b in zip(y, k3)])
    return [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]


def lagged(system, t, y, h):
    """Velocities by the forces at the step's begin, positions by the new velocities."""
    m = len(system.modes)
    dy = system.rates(t, y)
    out = [a + h * b for a, b in zip(y, dy)]
    for l in range(m):
        out[l] = y[l] + h * out[m + l]
    return out


def main():
    words = sys.argv[1:]
    step = lagged if "--lagged" in words else runge_kutta
    words = [w for w in words if w != "--lagged"]
    if len(words) != 2:
        sys.exit("usage: explicit.py [--lagged] CASE.json RATE")
    try:
        case = model.load(words[0])
        system = model.System(case)
    except model.CaseError as error:
        print(error, file=sys.stderr)
        sys.exit(3)
    h = 1 / float(words[1])
    y = [0.0] * system.size
    steps = int(case["duration"] / h) + 3
    rows, start = [(0.0, system.observe(0.0, y))], time.process_time()
    for i in range(steps):
        try:
            y = step(system, i * h, y, h)
            value = system.observe((i + 1) * h, y)
        except OverflowError:  # it ran away: the rest is not a number
            value = float("nan")
        rows.append(((i + 1) * h, value))
    seconds = time.process_time() - start
    print(f"# evaluations {system.evaluations}\n# seconds {seconds:.6f}\ntime,value")
    print("\n".join(f"{a:.12g},{b:.12g}" for a, b in rows))


if __name__ == "__main__":
    main()
