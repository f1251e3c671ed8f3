#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the references of the friction benchmark: references/NAME.csv (time,value) and
references/uncertainty.json. Closed forms where there are any; else the equations of model.py by two
integrators of different kind (Dormand and Prince's pair of order 8, explicit; Radau's of order
5, implicit), each from corner to corner of the controls, at tolerances that the result no longer sees.
The value is the explicit one's; the uncertainty is the root mean square distance of both over the root
mean square of the value. Needs numpy and scipy.

  reference.py [CASE.json]...       (all)
  reference.py --check [CASE.json]...   compares with what is there, writes nothing"""
import glob
import json
import os
import sys

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import model  # noqa: E402

SCALES = {"position": 1e-9, "velocity": 1e-7, "bristle": 1e-12}  # absolute tolerances: m, m/s, m


def integrate(case, method, relative):
    system = model.System(case)
    m = len(system.modes)
    absolute = np.r_[np.full(m, SCALES["position"]), np.full(m, SCALES["velocity"]),
                     np.full(system.size - 2 * m, SCALES["bristle"])] * relative / 1e-6
    edges = [0.0, *model.corners(case), case["duration"]]
    wanted = np.array(model.output_times(case))
    out, y = np.full(len(wanted), np.nan), np.zeros(system.size)
    for start, stop in zip(edges, edges[1:]):
        inside = np.flatnonzero((wanted > start) & (wanted <= stop))
        t = np.unique(np.r_[wanted[inside], stop])
        done = solve_ivp(system.rates, (start, stop), y, method, t, rtol=relative, atol=absolute, first_step=1e-9)
        if not done.success:
            raise RuntimeError(f"{case['name']}: {method}: {done.message}")
        for i in inside:
            out[i] = system.observe(wanted[i], done.y[:, np.searchsorted(t, wanted[i])])
        y = done.y[:, -1]
    return out


def coulomb_belt(case):
    """A block on a spring on a belt at constant speed, from rest."""
    c, mode = case["contacts"]["c"], case["bodies"]["block"]["modes"][0]
    v, n, k = c["moving"]["velocity"], c["normal_force"], mode["stiffness"]
    w = np.sqrt(k / mode["mass"])
    fk, fs = c["law"]["mu_kinetic"] * n, c["law"]["mu_static"] * n
    drop = fs - fk
    rise = np.arcsin(v * k / (fk * w)) / w
    caught = fk / k * (1 - np.cos(w * rise))
    first = rise + (fs / k - caught) / v
    slip = (np.pi + 2 * np.arctan(v * k / (w * drop))) / w
    period = slip + 2 * drop / (k * v)
    t = np.array(model.output_times(case))
    at = np.mod(t - first, period)
    later = np.where(at < slip, fk / k + drop / k * np.cos(w * at) + v / w * np.sin(w * at), (fk - drop) / k + v * (at - slip))
    return np.where(t < rise, fk / k * (1 - np.cos(w * t)), np.where(t < first, caught + v * (t - rise), later))


def coulomb_pushed(case):
    """A block, free or on a spring, on a floor under a push of straight pieces; one mu: polynomials or
    sines while it slips, from event to event."""
    mode, c = case["bodies"]["block"]["modes"][0], case["contacts"]["c"]
    mass, k = mode["mass"], mode["stiffness"]
    w = np.sqrt(k / mass)
    most = c["law"]["mu_kinetic"] * c["normal_force"]
    push = case["pushes"]["hand"]["force"]
    wanted = np.array(model.output_times(case))
    out = np.zeros(len(wanted))
    t, x, v, sense = 0.0, 0.0, 0.0, 0
    while t < case["duration"] - 1e-12:
        (t0, p0), (t1, p1) = next((a, b) for a, b in zip(push, push[1:]) if b[0] > t + 1e-12)
        slope = (p1 - p0) / (t1 - t0)
        pull = p0 + slope * (t - t0)  # the push now; at t + u it is pull + slope u
        if sense == 0:  # sticks while |push - k x| is less than friction has
            need = pull - k * x
            if abs(need) > most * (1 + 1e-12) or (abs(need) > most * (1 - 1e-12) and slope * need > 0):
                sense = 1 if need > 0 else -1
                continue
            passed = [u for u in ((most - need) / slope, (-most - need) / slope) if u > 1e-12] if slope else []
            stop = min([t1] + [t + u for u in passed])
            out[(wanted > t) & (wanted <= stop)] = x
            t = stop
            continue
        rest = pull - sense * most  # what pulls besides the spring
        if k > 0:
            a, b = x - rest / k, (v - slope / k) / w
            place = lambda u: (rest + slope * u) / k + a * np.cos(w * u) + b * np.sin(w * u)  # noqa: E731
            speed = lambda u: slope / k - a * w * np.sin(w * u) + b * w * np.cos(w * u)  # noqa: E731
        else:
            place = lambda u: x + v * u + (0.5 * rest * u * u + slope * u**3 / 6) / mass  # noqa: E731
            speed = lambda u: v + (rest * u + 0.5 * slope * u * u) / mass  # noqa: E731
        grid = np.linspace(0, t1 - t, 20001)[1:]
        turned = np.flatnonzero(sense * speed(grid) < 0)
        end, still = t1 - t, len(turned) > 0
        if still:
            low = grid[turned[0] - 1] if turned[0] else grid[0] * 1e-3
            end = brentq(speed, low, grid[turned[0]], xtol=1e-16, rtol=1e-15)
        inside = (wanted > t) & (wanted <= t + end)
        out[inside] = place(wanted[inside] - t)
        x, v, t = place(end), 0.0 if still else speed(end), t + end
        if still:
            sense = 0
    return out


def dahl(case):
    """Along the way: F relaxes to +-mu N over mu N/sigma0, from one turn to the next."""
    c = case["contacts"]["c"]
    limit = c["law"]["mu"] * c["normal_force"]
    path = c["moving"]["velocity"]
    wanted = np.array(model.output_times(case))
    out = np.empty(len(wanted))
    edges = [(t, v) for t, v in path]
    force, where = 0.0, 0.0
    pieces = []  # from, to, sense: split where the velocity crosses 0
    for (t0, v0), (t1, v1) in zip(edges, edges[1:]):
        if v0 * v1 < 0:
            middle = t0 + (t1 - t0) * v0 / (v0 - v1)
            pieces += [(t0, v0, middle, 0.0), (middle, 0.0, t1, v1)]
        else:
            pieces.append((t0, v0, t1, v1))
    for t0, v0, t1, v1 in pieces:
        sense = np.sign(v0 + v1)
        way = lambda t: np.abs(v0 * (t - t0) + 0.5 * (v1 - v0) / (t1 - t0) * (t - t0) ** 2)  # noqa: E731
        after = lambda t: sense * limit + (force - sense * limit) * np.exp(-c["law"]["sigma0"] * way(t) / limit)  # noqa: E731
        inside = (wanted > where) & (wanted <= t1)
        out[inside] = after(wanted[inside])
        force, where = after(t1), t1
    return out


CLOSED = {"coulomb-belt": coulomb_belt, "coulomb-pushed": coulomb_pushed, "coulomb-spring": coulomb_pushed, "dahl-reversals": dahl}


def size(x):
    return float(np.sqrt(np.mean(np.square(x))))


def make(case):
    """Values, uncertainty, and how they were made."""
    if case["name"] in CLOSED:
        value = CLOSED[case["name"]](case)
        return value, 1e-11, "closed form"
    fine = integrate(case, "DOP853", 1e-11)
    other = integrate(case, "Radau", 1e-9)
    looser = integrate(case, "DOP853", 1e-10)
    unsure = max(size(fine - other), size(fine - looser)) / size(fine)
    return fine, unsure, "DOP853 at 1e-11; against Radau at 1e-9 and DOP853 at 1e-10"


def main():
    check = "--check" in sys.argv[1:]
    paths = [w for w in sys.argv[1:] if w != "--check"] or sorted(glob.glob(os.path.join(HERE, "cases", "*.json")))
    index = os.path.join(HERE, "references", "uncertainty.json")
    known = json.load(open(index, encoding="utf-8")) if os.path.exists(index) else {}
    worst = 0.0
    for path in paths:
        case = model.load(path)
        value, unsure, how = make(case)
        place = os.path.join(HERE, "references", case["name"] + ".csv")
        if check:
            there = np.loadtxt(place, delimiter=",", skiprows=1)[:, 1]
            apart = size(value - there) / size(there)
            worst = max(worst, apart / known[case["name"]]["uncertainty"])
            print(f"{case['name']:<28} {apart:.1e} from what is there, uncertain by {known[case['name']]['uncertainty']:.1e}",
                  flush=True)
            continue
        with open(place, "w", encoding="utf-8") as f:
            f.write("time,value\n" + "".join(f"{t:.9g},{x:.13g}\n" for t, x in zip(model.output_times(case), value)))
        known[case["name"]] = {"uncertainty": float(f"{max(unsure, 1e-12):.2g}"), "made": how}
        with open(index, "w", encoding="utf-8") as f:
            json.dump(dict(sorted(known.items())), f, indent=1)
            f.write("\n")
        print(f"{case['name']:<28} {unsure:.1e}  {how}", flush=True)
    if check and worst > 1:
        sys.exit(1)


if __name__ == "__main__":
    main()
