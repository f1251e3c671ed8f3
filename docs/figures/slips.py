# SPDX-License-Identifier: BSD-3-Clause
"""Slips in the papers, each with its evidence, computed here and in rosin."""
import numpy as np
from canudas import TABLE_1, TABLE_2, g_of, uniform
from common import steady
from martinez import G, euler, exact, induction
from scipy.integrate import quad
from scipy.optimize import brentq


def spring_sign():
    done = exact(lambda v, x: induction(-v, 1, 0.01, 0.5) + 20 * x, 0.3, 0.0, -0.2, [0, 1.0])
    back = exact(lambda v, x: induction(-v, 1, 0.01, 0.5) - 20 * x, 0.3, 0.0, -0.2, [0, 1.0])
    return (f"With +k_s x the mass of Fig. 6 is at {done[1][-1]:.0f} m after 1 s; with -k_s x at {back[1][-1]:.3f} m, "
            "and the figure oscillates.")


def s_max():
    a, b = (steady("induction", [v], mu=1, v0=0.01, zeta=0.5)[0] for v in (0.01, 0.01 / 0.75))
    return f"F(0.01) = {a:.6f}, F(0.01/0.75) = {b:.6f}: the peak is at v_max0/(1 - zeta/2) (eq. 12)."


def creep():
    push = 0.3 * G * np.sin(np.radians(5))
    speed = brentq(lambda v: induction(v, 1, 0.01, 0.5) - push, 0, 0.013)
    return f"F(0) = 0, so nothing balances gravity at rest: the block of Fig. 5 slides on at {1000 * speed:.3f} mm/s."


def euler_step():
    force = lambda v, x: induction(-v, 1, 0.01, 0.5) - 20 * x  # noqa: E731
    ends = [1000 * euler(force, 0.3, 0.0, -0.2, 3, step)[2][-1] for step in (1e-3, 5e-4, 1e-4, 1e-5)]
    fine = 1000 * exact(force, 0.3, 0.0, -0.2, [0, 3.0])[1][-1]
    return ("Position after 3 s by Euler with 1, 0.5, 0.1 and 0.01 ms: " + ", ".join(f"{x:.2f}" for x in ends) +
            f" mm; the equation: {fine:.2f} mm.")


def entrance():
    return f"Eq. 8 and 11 at 0.12 m/s: {induction(0.12, 5.291, 0.0115, 0.005):.4f}."


def over_the_car():
    wheel = dict(mu=1.227, v0=0.0555, zeta=0.46)
    printed = steady("induction", [1.0], **wheel)[0]
    right = steady("induction", [0.5], speed=1, slip=1, **wheel)[0]
    return (f"A wheel whose rim is twice as fast as the car has s = 1 by eq. 29 and F = {printed:.4f} with Fig. 10's parameters, "
            f"by eq. 3 s = 0.5 and F = {right:.4f}; as the car comes to rest eq. 29 has no bound, eq. 3 is 1 at most. For braking "
            "both are the same.")


def two_fits():
    return ("98.9 % leaves 10.5 % of the data's spread in root mean square, 93.01 % leaves 26.4 %; points are printed for "
            "neither. Three parameters follow Pacejka's formula of a tyre to 99.1 % and more (above).")


def partial():
    """March eq. 34 to its steady state: first order upwind, extrapolated from two grids."""
    def march(cells):
        s, v = 0.05, 20.0
        vr, roll, g = s * v, (1 - s) * v, g_of(TABLE_1, s * v)
        z, cell = np.zeros(cells), 0.2 / cells
        step = 0.9 * cell / roll
        for _ in range(5 * cells):
            z += step * (vr - 181.54 * vr / g * z - roll * np.diff(np.r_[0, z]) / cell)
        return 181.54 * (z.mean() - 0.5 * z[-1] / cells) + 0.0018 * vr
    a, b = march(400), march(800)
    return (f"A march of eq. 34 to rest (|s| 0.05, Table 1) ends at {2 * b - a:.5f}, eq. 40 gives "
            f"{uniform(TABLE_1, 0.05, 20.0):.5f}; with dz/dzeta = 0 and z(0) = 0 friction would be {0.0018 * 1:.4f}.")


def sign_of_43():
    p, s, v, decay = TABLE_2[1], 0.01, 20.0, 3.0
    vr, roll = s * v, (1 - s) * v
    g, length = g_of(p, vr), p["length"]
    c1 = -p["sigma0"] / g * vr / roll
    k2 = decay / (c1 * length - decay)
    scale = g / (1 - np.exp(-decay))  # sigma0 c2 k1 for F_n 1
    tail = p["sigma2"] * vr
    printed = scale * (1 - np.exp(-decay) + k2 * np.exp(c1 * length - decay) + k2) + tail
    right = scale * (1 - np.exp(-decay) - k2 * np.exp(c1 * length - decay) + k2) + tail
    by_parts = quad(lambda u: g * (1 - np.exp(c1 * length * u)) * decay / (1 - np.exp(-decay)) * np.exp(-decay * u),
                    0, 1, epsrel=1e-12)[0] + tail
    return (f"|s| 0.01, Table 2: printed {printed:.6f}, with -k2 {right:.6f}, quadrature of eq. 38 {by_parts:.6f}. "
            "Appendix B prints the exponent as lambda + c1 L.")


def load_48():
    gamma, length = 5.0, 0.2
    total = quad(lambda z: (gamma**2 * length**2 + np.pi**2) / (np.pi * length * (np.exp(-gamma * length) + 1))
                 * np.exp(-gamma * z) * np.sin(np.pi * z / length), 0, length, epsrel=1e-12)[0]
    return f"Its integral over the patch (gamma 5, L 0.2) is {total:.9f}, whatever the load."


def exponent():
    values = [uniform(dict(TABLE_1, stribeck_exponent=a), 0.05, 20.0) for a in (0.5, 1.0, 2.0)]
    return ("|F|/F_n at |s| 0.05, 20 m/s with exponent 1/2, 1, 2: " + ", ".join(f"{x:.4f}" for x in values) +
            ". Footnote 3 proposes 1/2, Fig. 13 says 2; rosin has it as `stribeck_exponent`.")


def percent():
    magic = lambda x: np.sin(2 * np.arctan(np.arctan(0.1 * x)))  # noqa: E731
    return (f"At full slip the formula gives {magic(1):.3f} for s = 1 and {magic(100):.3f} for s = 100 %; the curve it is "
            f"to fit is {uniform(TABLE_2[0], 1.0, 20.0):.3f} there.")


def saturation():
    def kappa(b, length):
        z = lambda u: min(u, b)  # noqa: E731
        load = lambda u: 6 * u / length * (1 - u / length) / length  # noqa: E731
        slope = lambda u: (6 - 12 * u / length) / length**2  # noqa: E731
        kink = dict(points=[min(b, length)], epsrel=1e-11)
        return -length * quad(lambda u: z(u) * slope(u), 0, length, **kink)[0] / \
            quad(lambda u: z(u) * load(u), 0, length, **kink)[0]
    right = 2 * 0.5 * 2 / (0.125 - 0.5 + 2)
    return (f"L 0.2, b 0.5: with sat(zeta/b) kappa L is {kappa(0.5, 0.2):.4f}, with sat(zeta/(b L)) {kappa(0.1, 0.2):.4f}; "
            f"eq. 61 gives {right:.4f}.")


def backwards():
    return ("A body that moves at v = -10 m/s with its wheel at omega r = -9 is to be slowed down, F > 0; eq. 11-12 settle "
            "at F = k v_r sgn(v)/|v| = -0.1 k. rosin's z is the paper's times sgn(V).")


def signed():
    g = (0.2 + 0.2 * np.exp(-0.25)) / 1e4
    printed = -0.05 * (1 - 3e-5 / g)
    alpha = 0.5 * (1 + np.sin(np.pi * (3e-5 - 0.5 * (g + 1.4e-5)) / (g - 1.4e-5)))
    return (f"At v = -0.05, z = -3e-5 the printed conditions have |z| > z_ss(v) < 0, so alpha = 1 and dz/dt = {printed:.4e}; "
            f"odd symmetry wants {-0.05 * (1 - alpha * 3e-5 / g):.4e}.")


SLIPS = [
    ("Martinez, eq. 23", "k_s x", "-k_s x", spring_sign),
    ("Martinez, V B and V C", "\"s_max = 0.01\"", "v_max0 = 0.01, as in the captions", s_max),
    ("Martinez, V B, V C", "forces in equilibrium at speed zero", "it creeps: there is no stiction", creep),
    ("Martinez, Fig. 6", "Euler, 1 ms", "not converged", euler_step),
    ("Martinez, V B", "\"Figure 22\"", "Fig. 5", None),
    ("Martinez, VII A", "FIT of 98.9 %, and of 93.01 % in Fig. 10", "two FITs of one thing", two_fits),
    ("Martinez, eq. 29", "slip over v_x, traction too", "over the faster of both, as in his eq. 3", over_the_car),
    ("Martinez, Fig. 14", "1.162 at the entrance", "the parameters given do not make it", entrance),
    ("Canudas-de-Wit, before eq. 35", "dz/dzeta = 0", "dz/dt = 0", partial),
    ("Canudas-de-Wit, eq. 43", "+k2 exp(-lambda + CL)", "-k2 exp(c1 L - lambda)", sign_of_43),
    ("Canudas-de-Wit, eq. 48", "f_n without F_n", "times F_n", load_48),
    ("Canudas-de-Wit, Table 3", "sigma_1 in 1/m", "s/m: sigma_1 dz/dt has no unit (eq. 25)", None),
    ("Canudas-de-Wit, Fig. 6", "exponent not given", "a parameter", exponent),
    ("Canudas-de-Wit, Fig. 8", "Pacejka's constants for s in [0, 1]", "for s in percent", percent),
    ("Canudas-de-Wit, before eq. 61", "b sat(zeta/b)", "b sat(zeta/(b L))", saturation),
    ("Canudas-de-Wit, eq. 11", "both signs of v", "right for v > 0 only", backwards),
    ("DAFx-02, eq. 6-8", "z and z_ss with their signs", "their magnitudes", signed),
    ("DAFx-02, section 5.1", "\"the bottom of Fig. 7\", of the thermal model", "Fig. 6", None),
]


def lines():
    out = ["## Slips in the papers", "", "| where | printed | should be | evidence |", "|---|---|---|---|"]
    for where, printed, right, evidence in SLIPS:
        cells = (where, printed, right, evidence() if evidence else "")
        out.append("| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |")
    return out + [""]
