# SPDX-License-Identifier: BSD-3-Clause
"""Two masses, coupled by a spring, each on a spring to the ground and on a belt that rubs it under Coulomb's
law, from event to event: between them the equations are linear and solved by the exponential of their
matrix; a stick ends where friction would have to be more than mu_s N, a slip where the mass is as fast as
its belt. Events are found by bisection, to the last digits."""
from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh, expm

STICK = 0


@dataclass
class Belts:
    mass: np.ndarray
    springs: np.ndarray  # to the ground
    between: float
    belt: list
    load: list
    mu_s: list
    mu_k: list
    seconds: float

    def stiffness(self):
        return np.diag(self.springs) + self.between * np.array([[1, -1], [-1, 1]])


def draw(made):
    """A pair at random, each of which would stick."""
    def log(low, high):
        return float(np.exp(made.uniform(np.log(low), np.log(high))))
    mass = np.array([log(1e-3, 2e-2), log(1e-3, 2e-2)])
    omega = 2 * np.pi * np.array([log(30, 150), log(30, 150)])
    springs = mass * omega**2
    mu_k = [made.uniform(0.1, 0.5), made.uniform(0.1, 0.5)]
    load = [log(0.5, 5), log(0.5, 5)]
    # slow enough to stick: the belt well below what friction gives the mass, mu N omega/k
    belt = [float(mu_k[k] * load[k] * omega[k] / springs[k] * made.uniform(0.1, 0.5)) for k in (0, 1)]
    return Belts(mass, springs, float(springs.min() * made.uniform(0.05, 0.8)), belt, load,
                 [float(m * made.uniform(1.1, 2)) for m in mu_k], [float(m) for m in mu_k], 0.15)


def modes(p):
    """Hz, and shapes of mass 1."""
    values, shapes = eigh(p.stiffness(), np.diag(p.mass))
    return np.sqrt(values) / (2 * np.pi), shapes


class Flow:
    """y = (x0, x1, v0, v1, 1) while each mass sticks (0) or slips (+-1, the sign of belt less mass)."""

    def __init__(self, p, states, step):
        a = np.zeros((5, 5))
        a[0, 2] = a[1, 3] = 1
        for k in (0, 1):
            if states[k] != STICK:
                a[2 + k, :2] = -p.stiffness()[k] / p.mass[k]
                a[2 + k, 4] = states[k] * p.mu_k[k] * p.load[k] / p.mass[k]
        self.a, self.whole = a, expm(a * step)


def gap(p, states, y, k):
    """Above 0 while mass k goes on as it does."""
    if states[k] == STICK:
        return p.mu_s[k] * p.load[k] - abs(p.stiffness()[k] @ y[:2])
    return states[k] * (p.belt[k] - y[2 + k])


def turn(p, states, y, k):
    """The state of mass k after its event."""
    held = p.stiffness()[k] @ y[:2]
    if states[k] == STICK:
        return int(np.sign(held))
    y[2 + k] = p.belt[k]
    return STICK if abs(held) <= p.mu_s[k] * p.load[k] else int(np.sign(held))


def first_event(p, flow, states, y, step):
    """How far it goes within a step, and which masses end there."""
    low, high = 0.0, step
    for _ in range(60):
        middle = 0.5 * (low + high)
        end = expm(flow.a * middle) @ y
        if all(gap(p, states, end, k) >= 0 for k in (0, 1)):
            low = middle
        else:
            high = middle
    end = expm(flow.a * high) @ y
    return high, end, [k for k in (0, 1) if gap(p, states, end, k) < 0]


def run(p, step):
    """Displacements at multiples of `step`, the first at 0; and how often each mass has let go of its belt."""
    flows, y, states = {}, np.array([0, 0, 0, 0, 1.0]), (1, 1)
    x, slips = [y[:2].copy()], [0, 0]
    for _ in range(int(round(p.seconds / step))):
        left = step
        while left > 0:
            flow = flows.setdefault(states, None) or Flow(p, states, step)
            flows[states] = flow
            end = flow.whole @ y if left == step else expm(flow.a * left) @ y
            if all(gap(p, states, end, k) >= 0 for k in (0, 1)):
                y, left = end, 0
                continue
            spent, y, over = first_event(p, flow, states, y, left)
            left -= spent
            after = list(states)
            for k in over:
                after[k] = turn(p, states, y, k)
                slips[k] += states[k] == STICK
            states = tuple(after)
        x.append(y[:2].copy())
    return np.array(x), slips
