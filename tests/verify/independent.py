#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whole scenes through `rosin render` beside solutions that share nothing with the engine (tests/reference/
*.py). Random cases; displacements at the rubbed or hit points, relative L2. Prints lines: name value
samples seed.

  independent.py belts | joined | knocks | bounce [SEED [CASES]]

belts   two masses coupled by a spring, each on a spring and on a belt of its own under Coulomb's law,
        followed from event to event
joined  two bodies of three modes joined at one or two points, and one nailed: frequencies of the constrained
        system by its eigenvalues
knocks  a body of three modes is thrown at another, by the impact law
bounce  a stick falls on a body that moves below it, bounces, and rubs while it touches"""
import os
import subprocess
import sys
import tempfile

import numpy as np
from scipy.linalg import eigh, null_space
from scipy.optimize import minimize_scalar

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "reference"))
sys.dont_write_bytecode = True
import belts as belts_reference  # noqa: E402
import collision  # noqa: E402

ROSIN = os.path.abspath(os.environ.get("ROSIN", os.path.join(HERE, "..", "..", "build", "rosin")))
RATES = (44100, 88200, 176400)


def render(text, rate, probes):
    """The probes as columns, at the engine's rate."""
    with tempfile.TemporaryDirectory() as folder:
        scene, data = (os.path.join(folder, n) for n in ("scene.cfg", "probes.csv"))
        with open(scene, "w") as f:
            f.write(text)
        done = subprocess.run([ROSIN, "render", scene, "-r", str(rate), "--oversample", "1", "--probe", ",".join(probes),
                               "--probe-file", data, "-o", os.path.join(folder, "out.wav")], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr + text)
        return np.loadtxt(data, delimiter=",", skiprows=1)[:, 1:]


def middles(x, stride):
    """What the engine calls a displacement, the mean of a sample's two ends, of a course that begins at 0."""
    ends = x[::stride]
    return 0.5 * (ends[1:] + ends[:-1])


def distance(got, want):
    n = min(len(got), len(want))
    return np.sqrt(np.sum((got[:n] - want[:n]) ** 2) / np.sum(want[:n] ** 2))


def modal(name, points, modes):
    """A body: modes (Hz, mass, weights), without loss."""
    rows = ", ".join(f"{{ frequency = {float(f)!r}; q = 0.0; mass = {float(m)!r}; at = ({', '.join(repr(float(x)) for x in w)}); }}"
                     for f, m, w in modes)
    places = " ".join(f"{p} = {float(i)!r};" for i, p in enumerate(points))
    return f"  {name} = {{ points = {{ {places} }}; modes = ( {rows} ); }};\n"


def scene(bodies, contacts, seconds, rest="", signal="x.displacement@a"):
    return (f"duration = {seconds!r}; rate = 44100; oversample = 1;\nmodals = {{\n{bodies}}};\n"
            + (f"contacts = {{\n{contacts}}};\n" if contacts else "") + rest + f'outputs = ( {{ signal = "{signal}"; }} );\n')


def slope(errors):
    """How the errors (cases by rates) fall: the middle of the cases."""
    errors = np.asarray(errors)
    return np.median(np.log2(errors[:, 0] / errors[:, -1]) / np.log2(RATES[-1] / RATES[0]))


def line(name, value, samples, seed):
    print(name, f"{value:.6g}", samples, seed, flush=True)


def tell(name, errors, seed):
    line(f"independent_{name}_order", slope(errors), len(errors), seed)
    line(f"independent_{name}_middle_error", np.median(errors, axis=0)[0], len(errors), seed)
    line(f"independent_{name}_error", np.max(errors, axis=0)[0], len(errors), seed)
    line(f"independent_{name}_error_176k", np.max(errors, axis=0)[-1], len(errors), seed)


def belts(seed, cases):
    errors, missed = [], 0
    made = np.random.default_rng(seed)
    for _ in range(cases):
        p = belts_reference.draw(made)
        fine = 8 * RATES[0]
        x, slips = belts_reference.run(p, 1 / fine)
        hertz, shapes = belts_reference.modes(p)
        contacts = "".join(f'  c{k} = {{ a = "-"; b = "x"; position = "{"ab"[k]}"; velocity = {p.belt[k]!r}; force = {p.load[k]!r};\n'
                           f'    law = {{ type = "coulomb"; mu_static = {p.mu_s[k]!r}; mu_kinetic = {p.mu_k[k]!r}; }}; }};\n' for k in (0, 1))
        text = scene(modal("x", "ab", [(hertz[i], 1, shapes[:, i]) for i in (0, 1)]), contacts, p.seconds)
        row = []
        for rate in RATES:
            d = render(text, rate, ("x.displacement@a", "x.displacement@b", "c0.velocity", "c1.velocity"))
            row.append(max(distance(d[:, k], middles(x[:, k], fine // rate)) for k in (0, 1)))
            got = [np.sum((np.abs(d[1:, 2 + k]) > 0.05 * p.belt[k]) & (np.abs(d[:-1, 2 + k]) <= 0.05 * p.belt[k])) for k in (0, 1)]
            missed += sum(abs(got[k] - slips[k]) for k in (0, 1)) if rate == RATES[0] else 0
        errors.append(row)
    tell("belts", errors, seed)
    line("independent_belts_slips_missed", missed, cases, seed)


def whole_and_parts(made, nailed):
    """Two bodies of three modes with weights at two places each, and what holds them: rows over the modes."""
    hertz = np.concatenate([np.sort(np.exp(made.uniform(np.log(80), np.log(900), 3))) for _ in "xy"])
    mass = np.exp(made.uniform(np.log(0.005), np.log(0.05), 6))
    weights = made.uniform(0.4, 1, (2, 6)) * made.choice([-1, 1], (2, 6))
    joined = np.r_[weights[0, :3], -weights[0, 3:]]
    rows = [joined, np.r_[np.zeros(3), weights[1, 3:]]] if nailed else [joined]
    return hertz, mass, weights, np.array(rows)


def constrained(hertz, mass, rows):
    """Frequencies with rows . q = 0."""
    free = null_space(rows)
    stiffness = free.T @ np.diag(mass * (2 * np.pi * hertz) ** 2) @ free
    return np.sqrt(eigh(stiffness, free.T @ np.diag(mass) @ free, eigvals_only=True)) / (2 * np.pi)


def strongest_near(x, rate, hertz):
    """Where the spectrum of x is greatest within 1.5 % of a frequency."""
    t, windowed = np.arange(len(x)) / rate, x * np.hanning(len(x))
    spectrum, step = np.abs(np.fft.rfft(windowed, 4 * len(x))), rate / (4 * len(x))
    low, high = (int(c * hertz / step) for c in (0.985, 1.015))
    top = (low + np.argmax(spectrum[low:high + 2])) * step
    return minimize_scalar(lambda f: -abs(np.sum(windowed * np.exp(-2j * np.pi * f * t))), bounds=(top - step, top + step),
                           method="bounded", options={"xatol": 1e-7 * hertz}).x


def joined(seed, cases):
    errors, found = [], 0
    made = np.random.default_rng(seed)
    while found < cases:
        hertz, mass, weights, rows = whole_and_parts(made, found % 2)
        want = constrained(hertz, mass, rows)
        if min(want[1:] / want[:-1]) < 1.1:
            continue  # too near each other to be told apart in so short a time
        found += 1
        bodies = "".join(modal(name, "pq", [(hertz[i], mass[i], weights[:, i]) for i in range(k, k + 3)])
                         for name, k in (("x", 0), ("y", 3)))
        held = '  j = { a = "x"; position_a = "p"; b = "y"; position_b = "p"; };\n'
        nail = '  n = { a = "y"; position_a = "q"; b = "-"; };\n' if found % 2 == 0 else ""
        rest = (f"joints = {{\n{held}{nail}}};\n"
                'pushes = { k = { body = "x"; position = "q"; force = ((0.0, 1000.0), (3e-4, 0.0)); }; };\n')
        row = []
        for rate in RATES[:2]:
            d = render(scene(bodies, "", 2.0, rest, "x.displacement@q"), rate, ("x.displacement@q",))[int(0.01 * rate):, 0]
            if not np.any(d[-rate // 10:]):  # 100 dB below full scale bodies sleep, and half a tone has no pitch
                raise RuntimeError("joined bodies were too faint, and fell asleep")
            row.append(max(abs(1200 * np.log2(strongest_near(d, rate, f) / f)) for f in want))
        errors.append(row)
    errors = np.array(errors)
    line("independent_joined_cents", errors[:, 0].max(), cases, seed)
    line("independent_joined_cents_88k", errors[:, 1].max(), cases, seed)


def impact(p):
    return (f'law = {{ type = "impact"; stiffness = {p.stiffness!r}; exponent = {p.exponent!r}; damping = {p.damping!r}; '
            f"gap = {p.gap!r}; }}; }};\n")


def beside(p, text, probes, rows):
    """Largest distance of the probes from rows . q, at each rate."""
    fine = 4 * RATES[-1]
    q = collision.run(p, 1 / fine)
    out = []
    for rate in RATES:
        d = render(text, rate, probes)
        out.append(max(distance(d[:, k], middles(q @ row, fine // rate)) for k, row in enumerate(rows)))
    return out


def knocks(seed, cases):
    made, errors = np.random.default_rng(seed), []
    for _ in range(cases):
        p = collision.draw_knock(made)
        bodies = "".join(modal(name, "a", [(p.hertz[i], p.mass[i], [abs(p.near[i]) * np.sign(p.near[i]) * sign]) for i in range(k, k + 3)])
                         for name, k, sign in (("x", 0, 1), ("y", 3, -1)))
        contact = '  k = { a = "x"; position_a = "a"; b = "y"; position = "a"; ' + impact(p)
        rest = f'pushes = {{ p = {{ body = "x"; position = "a"; force = ((0.0, {p.force!r}), ({p.until!r}, 0.0)); }}; }};\n'
        errors.append(beside(p, scene(bodies, contact, p.seconds, rest), ("x.displacement@a", "y.displacement@a"),
                             (np.r_[p.near[:3], 0, 0, 0], np.r_[0, 0, 0, -p.near[3:]])))
    tell("knocks", errors, seed)


def bounce(seed, cases):
    made, errors = np.random.default_rng(seed), []
    for _ in range(cases):
        p = collision.draw_bounce(made)
        bodies = modal("x", "ab", [(p.hertz[i], p.mass[i], [-p.near[i], p.rub[i]]) for i in range(3)])
        contacts = ('  k = { a = "-"; b = "x"; position = "a"; ' + impact(p)
                    + f'  r = {{ a = "-"; b = "x"; position = "b"; load = "k"; velocity = {p.belt!r};\n'
                    f'    law = {{ type = "induction"; mu = {p.mu!r}; v0 = {p.v0!r}; zeta = {p.zeta!r}; }}; }};\n')
        rest = f'pushes = {{ w = {{ body = "x"; position = "w"; force = {p.force!r}; }}; }};\n'
        bodies = modal("x", "abw", [(p.hertz[i], p.mass[i], [-p.near[i], p.rub[i], p.push[i]]) for i in range(3)])
        errors.append(beside(p, scene(bodies, contacts, p.seconds, rest), ("x.displacement@a", "x.displacement@b"), (-p.near, p.rub)))
    tell("bounce", errors, seed)


if __name__ == "__main__":
    what = sys.argv[1]
    given = int(sys.argv[2]) if len(sys.argv) > 2 else 20261123
    {"belts": belts, "joined": joined, "knocks": knocks, "bounce": bounce}[what](given, int(sys.argv[3]) if len(sys.argv) > 3 else 20)
