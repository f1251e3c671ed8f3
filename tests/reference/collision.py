# SPDX-License-Identifier: BSD-3-Clause
"""Bodies of modes that knock on each other by the law of Hunt and Crossley (1975), f = k [d]^a (1 + c d'),
never below 0, and rub while they touch under that load, by the induction curve (Martinez 2025, eq. 8, 11):
integrated by DOP853 of scipy, in steps no longer than a microsecond while they may touch."""
from dataclasses import dataclass, field

import numpy as np
from scipy.integrate import solve_ivp


@dataclass
class Collision:
    hertz: np.ndarray  # of all modes, 0: free
    mass: np.ndarray
    near: np.ndarray  # weights by which a mode comes nearer: depth = near . q - gap
    stiffness: float
    exponent: float
    damping: float
    gap: float
    push: np.ndarray  # weights of the force
    force: float  # N, at time 0, falling to 0 at `until`, or for ever
    until: float
    seconds: float
    rub: np.ndarray = field(default_factory=lambda: np.zeros(0))  # weights of the rubbed place
    belt: float = 0  # m/s, of what rubs it
    mu: float = 0
    v0: float = 1
    zeta: float = 0


def pressed(p, depth, speed):
    return p.stiffness * depth**p.exponent * max(1 + p.damping * speed, 0) if depth > 0 else 0


def friction(p, v):
    peak = p.v0 + 0.5 * p.zeta * abs(v)
    return 2 * p.mu * peak * v / (v * v + peak * peak)


def run(p, step):
    """Displacements of all modes at multiples of `step`, the first at 0."""
    modes = len(p.mass)
    spring = p.mass * (2 * np.pi * p.hertz) ** 2

    def rate(t, y):
        q, v = y[:modes], y[modes:]
        normal = pressed(p, p.near @ q - p.gap, p.near @ v)
        f = p.push * p.force * (1 if p.until == np.inf else max(1 - t / p.until, 0)) - spring * q - p.near * normal
        if len(p.rub):
            f = f + p.rub * normal * friction(p, p.belt - p.rub @ v)
        return np.concatenate((v, f / p.mass))

    times = np.arange(int(round(p.seconds / step)) + 1) * step
    y, out = np.zeros(2 * modes), []
    ends = [0, p.until, p.seconds] if p.until < p.seconds else [0, p.seconds]
    for start, end in zip(ends, ends[1:]):
        some = times[(times >= start) & (times < end)]
        done = solve_ivp(rate, (start, end), y, "DOP853", np.append(some, end), rtol=1e-10, atol=1e-14, max_step=2e-5)
        out.append(done.y[:modes, :-1])
        y = done.y[:, -1]
    out.append(y[:modes, None])
    return np.concatenate(out, axis=1).T


def some_modes(made, free, count, low=100, high=1500):
    """Hz and kg, the first of them 0 Hz if `free`."""
    hertz = np.sort(np.exp(made.uniform(np.log(low), np.log(high), count)))
    hertz[0] = 0 if free else hertz[0]
    return hertz, np.exp(made.uniform(np.log(0.005), np.log(0.05), count))


def draw_knock(made):
    """A free body of three modes, pushed for a millisecond, and one of three that it hits."""
    (ha, ma), (hb, mb) = some_modes(made, True, 3), some_modes(made, False, 3)
    weights = made.uniform(0.5, 1, 6) * made.choice([-1, 1], 6)
    near = np.r_[weights[:3], -weights[3:]]
    push = np.r_[near[:3], np.zeros(3)]
    speed = np.exp(made.uniform(np.log(0.2), np.log(2)))
    exponent = made.uniform(1, 2.2)
    depth, force = 1e-4, ma[0] * speed / 2e-4  # of a knock of about half a millisecond
    return Collision(np.r_[ha, hb], np.r_[ma, mb], near, float(force / depth**exponent), float(exponent),
                     float(made.uniform(0, 0.5)), float(made.uniform(1e-4, 5e-4)), push, float(2 * ma[0] * speed / abs(near[0]) / 1e-3),
                     1e-3, 0.012)


def draw_bounce(made):
    """A stick that falls by its weight and springs under it: one free mode, one that bends and slides, one
    that only slides; below it a belt."""
    hertz, mass = some_modes(made, True, 3, 60, 600)
    near = np.array([1.0, made.uniform(0.2, 0.6), 0.0])
    rub = np.array([0.0, made.uniform(0.3, 0.9), 1.0])
    weight = mass[0] * 9.81 * made.uniform(5, 30)
    height = made.uniform(1e-4, 1e-3)
    speed = np.sqrt(2 * weight / mass[0] * height)
    force = mass[0] * speed / 1e-3  # of knocks of some milliseconds
    exponent = made.uniform(1, 2)
    return Collision(hertz, mass, near, float(force / 1e-3**exponent), float(exponent), float(made.uniform(0.1, 0.8)), float(height),
                     np.array([1.0, 0, 0]), float(weight), np.inf, 0.05, rub, float(made.uniform(0.05, 0.4)),
                     float(made.uniform(0.2, 0.8)), float(made.uniform(0.01, 0.1)), float(made.uniform(0, 1)))
