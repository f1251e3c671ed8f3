# SPDX-License-Identifier: BSD-3-Clause
"""What bristles keep when the load falls, and bristles that stiffen with it: rosin's own rules,
beside ODE solvers."""
import json
import os
import tempfile

import numpy as np
from common import drive, figure, plt, run
from scipy.integrate import solve_ivp

SECTION = "A load that moves"
SIGMA0, SIGMA1, MU_S, MU_K, V_S = 1e4, 0.1, 0.4, 0.2, 0.1
CORNERS = [0, 0.010, 0.015, 0.030, 0.032, 0.045]  # s
LOAD = [2.0, 2.0, 0.1, 0.1, 1.5, 1.5]  # N
SPEED = [0.01, 0.001, 0.001, 0.001, 0.001, 0.001]  # m/s


def at(values, t):
    return np.interp(t, CORNERS, values)


def limit(t, growth=0.0):
    """Largest deflection that the load can hold."""
    return MU_S * at(LOAD, t) / (SIGMA0 * at(LOAD, t) ** growth)


def equations(held, growth=0.0):
    """z of LuGre at the times asked for, and the heat until then: rate, its limits, its loss."""
    def rate(t, y):
        n, v, z = at(LOAD, t), at(SPEED, t), y[0]
        if held:
            z = min(z, limit(t, growth))
        slope = np.interp(t + 1e-12, CORNERS, LOAD) - np.interp(t, CORNERS, LOAD)
        stiff, rise = n ** growth, growth * slope / 1e-12 / n
        g = MU_K * n + (MU_S - MU_K) * n * np.exp(-(v / V_S) ** 2)
        slide = v * SIGMA0 * stiff * z / g
        change = v - slide - z * max(rise, 0)
        if held and z >= limit(t, growth):
            change = min(change, (limit(t + 1e-9, growth) - limit(t, growth)) / 1e-9)
        f = stiff * (SIGMA0 * z + SIGMA1 * (v - slide))
        stored = 0.5 * SIGMA0 * stiff * rise * z * z + SIGMA0 * stiff * z * change
        return [change, f * v, f * v - stored]

    ends, y = [0.0], [[0.0, 0.0, 0.0]]
    for begin, end in zip(CORNERS, CORNERS[1:]):
        part = solve_ivp(rate, (begin, end), y[-1], method="DOP853", rtol=1e-9, atol=1e-15, max_step=2e-5)
        ends += list(part.t[1:])
        y += list(part.y.T[1:])
    return np.array(ends), np.array(y)


@figure(SECTION, "load-fall", "What is kept where the load falls: hold and relax", ["lugre", "elastoplastic"])
def falling(sheet):
    """LuGre, sigma_0 1e4, sigma_1 0.1, mu 0.4 / 0.2, v_s 0.1 m/s: bent under 2 N at 1 cm/s and less,
    the load falls to 0.1 N in 5 ms, and comes back to 1.5 N, at 1 mm/s. `load_fall = "hold"`, the
    default: of a bristle no more than |z| <= f_s(N)/sigma_0 is kept, and the rest of its energy is
    lost at once. `load_fall = "relax"`: the papers' equation to the letter, whose z slides back to
    z_ss(N) at the rate |v|/z_ss and not at all at rest. Dashed: mu_s N. The rows are those of
    DOP853 (scipy), `rosin curve lugre --drive file:...` at 1 MHz."""
    fig, (upper, lower) = plt.subplots(2, 1, figsize=(7, 5), sharex=True)
    motion = {"time": CORNERS, "velocity": SPEED, "force": LOAD}
    for word in ("hold", "relax"):
        rate = 1e6
        d = drive("lugre", motion, "-r", rate, sigma0=SIGMA0, sigma1=SIGMA1, mu_static=MU_S, mu_kinetic=MU_K,
                  stribeck_velocity=V_S, load_fall=word)
        t = d["time"]
        ends, y = equations(word == "hold")
        upper.plot(1000 * t[::50], d["force"][::50], label=word)
        heat = np.cumsum(d["force"] * d["velocity"]) / rate - 0.5 * SIGMA0 * d["bristle"] ** 2
        lower.plot(1000 * t[::50], 1e6 * heat[::50], label=word)
        for moment in (0.0125, 0.0225, 0.0305, 0.04):
            i = int(round(moment * rate))
            z = np.interp(t[i], ends, y[:, 0])
            sheet.row(f"{word}: deflection at {1000 * moment:g} ms", 1e6 * z, 1e6 * d["bristle"][i], "um", within=1e-4)
        sheet.row(f"{word}: heat in 45 ms (work less what is stored)", 1e6 * y[-1, 2], 1e6 * heat[-1], "uJ", within=1e-4)
        sheet.row(f"{word}: least heat in a sample, over all the work", 0, min(np.diff(heat).min() / heat[-1], 0), within=1e-9)
        excess = np.abs(d["force"]) - SIGMA1 * d["velocity"] - MU_S * at(LOAD, t)
        sheet.note(f"{word}: friction is at most {max(excess.max(), 0):.3f} N above mu_s N "
                   f"({np.max(d['force'][t > 0.011] / (MU_S * at(LOAD, t[t > 0.011]))):.2f} times it).")
    upper.plot(1000 * t[::50], MU_S * at(LOAD, t)[::50], "k--", lw=0.8)
    upper.set(ylabel="friction (N)")
    lower.set(xlabel="time (ms)", ylabel="heat (uJ)")
    upper.legend()
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "r.json")
        for word in ("hold", "relax"):
            run("render", "cello-d", "-s", f"bow.law.load_fall={word}", "-o", os.path.join(folder, "x.wav"), "--report", report)
            with open(report) as f:
                found = json.load(f)["energy"]
            sheet.note(f"`cello-d`, whose bow is lifted in 0.1 s, {word}: lost in the contact "
                       f"{1000 * found['dissipated_in_contacts']:.4f} mJ, given by friction {found['given_by_friction']:.1e} J.")
    sheet.note("Why hold is the default: neither rule gives energy, but by the papers' a bow that is lifted keeps pulling "
               "with what it was bent to, as far as it goes, until the last of the load is gone; friction beyond mu_s N is "
               "what no contact has. Relaxing is there to compare with what is published, and where load swings "
               "are small the two are the same. Relaxing bristles are passive while sigma_1 |v| <= 4 g, "
               "held ones a little beyond that if f_s < 2 g.")
    sheet.save(fig)


@figure(SECTION, "stiffening", "Bristles that stiffen with the load", ["lugre"])
def stiffening(sheet):
    """The same motion, sigma_0 and sigma_1 growing as N^p from what they are at 1 N. As the load rises new
    bristles come that are not bent, as it falls some go and let go of what they had:
    dz/dt = y(v, z) - z max(d sigma_0/dt, 0)/sigma_0, and of sigma_0 z^2/2 either way loses
    |d sigma_0| z^2/2. So a load that moves does no work on what is bent. The rows are those of DOP853."""
    fig, (upper, lower) = plt.subplots(2, 1, figsize=(7, 5), sharex=True)
    motion, rate = {"time": CORNERS, "velocity": SPEED, "force": LOAD}, 1e6
    for p in (0, 0.5, 0.8, 1):
        d = drive("lugre", motion, "-r", rate, sigma0=SIGMA0, sigma1=SIGMA1, mu_static=MU_S, mu_kinetic=MU_K,
                  stribeck_velocity=V_S, stiffening=p)
        t = d["time"]
        upper.plot(1000 * t[::50], d["force"][::50], label=f"p = {p}")
        heat = np.cumsum(d["force"] * d["velocity"]) / rate - 0.5 * SIGMA0 * at(LOAD, t) ** p * d["bristle"] ** 2
        lower.plot(1000 * t[::50], 1e6 * heat[::50])
        if p == 0:
            continue
        ends, y = equations(True, p)
        for moment in (0.008, 0.0225, 0.032):
            i = int(round(moment * rate))
            sheet.row(f"p {p}: deflection at {1000 * moment:g} ms", 1e6 * np.interp(t[i], ends, y[:, 0]),
                      1e6 * d["bristle"][i], "um", within=1e-4)
        sheet.row(f"p {p}: heat in 45 ms", 1e6 * y[-1, 2], 1e6 * heat[-1], "uJ", within=1e-4)
        sheet.row(f"p {p}: least heat in a sample, over all the work", 0, min(np.diff(heat).min() / heat[-1], 0), within=1e-9)
    upper.plot(1000 * t[::50], MU_S * at(LOAD, t)[::50], "k--", lw=0.8)
    upper.set(ylabel="friction (N)")
    lower.set(xlabel="time (ms)", ylabel="heat (uJ)")
    upper.legend()
    sheet.save(fig)
