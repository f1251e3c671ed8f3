# SPDX-License-Identifier: BSD-3-Clause
"""The loops of MotionSolve's page on LuGre and Dahl friction."""
import numpy as np
from common import drive, figure, plt, steady
from scipy.integrate import solve_ivp

SECTION = "MotionSolve: LuGre and Dahl"
LUGRE = dict(sigma0=1e5, sigma1=30.0, sigma2=0.4, mu_static=0.4, mu_kinetic=0.3, stribeck_velocity=1e-3)


def lugre_loss(hertz, a=2e-5, n=1.0):
    """Loss of the second period by an ODE solver, J."""
    w = 2 * np.pi * hertz

    def rates(t, y):
        v = a * w * np.cos(w * t)
        g = n * (0.3 + 0.1 * np.exp(-((v / 1e-3) ** 2)))
        rate = v - 1e5 * abs(v) * y[0] / g
        return rate, (1e5 * y[0] + 30 * rate + 0.4 * v) * v

    done = solve_ivp(rates, (0, 2 / hertz), (0.0, 0.0), "Radau", (1 / hertz, 2 / hertz), rtol=1e-9,
                     atol=1e-14, max_step=0.002 / hertz)
    return done.y[1][1] - done.y[1][0]


def dahl_loss(a=2e-5, fc=0.3, k=1e5):
    """Loss of a closed Dahl cycle between -a and a, in closed form: eq. 15 of Canudas-de-Wit
    with beta 1, integrated along the displacement."""
    top = fc * np.tanh(k * a / fc)  # force at the turning points of the closed loop
    grow = 1 - np.exp(-2 * k * a / fc)
    return 2 * (2 * a * fc - (fc + top) * fc / k * grow)


@figure(SECTION, "motionsolve-loops", "Loops: LuGre depends on the rate, Dahl does not", ["lugre", "dahl"])
def loops(sheet):
    """Displacement 20 um at 1, 10 and 100 Hz under 1 N (the page gives no numbers). LuGre:
    sigma_0 1e5, sigma_1 30, sigma_2 0.4, mu 0.4 / 0.3, v_s 1 mm/s; Dahl: sigma_0 1e5, F_c 0.3."""
    fig, axes = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
    for hertz in (1, 10, 100):
        options = ("-r", 20000 * hertz, "-d", 2 / hertz)
        for axis, law, values in ((axes[0], "lugre", LUGRE), (axes[1], "dahl", dict(sigma0=1e5, mu_kinetic=0.3))):
            d = drive(law, f"sine:2e-5:{hertz}", *options, **values)
            part = d["time"] > 1 / hertz
            axis.plot(1e6 * d["displacement"][part], d["force"][part], label=f"{hertz} Hz", lw=2.4 - 0.4 * len(str(hertz)) * 1.5)
            axis.set(title=law, xlabel="displacement (um)")
            loss = np.sum(d["force"][part] * d["velocity"][part]) / (20000 * hertz)
            wanted = lugre_loss(hertz) if law == "lugre" else dahl_loss()
            sheet.row(f"loss a cycle, {law}, {hertz} Hz ({'Radau' if law == 'lugre' else 'closed form'})",
                      1e6 * wanted, 1e6 * loss, "uJ")
    axes[0].set(ylabel="friction (N)")
    axes[0].legend()
    axes[1].legend()
    sheet.save(fig)


@figure(SECTION, "motionsolve-joint", "The angular form: torque of a ball joint over its angle", ["lugre-joint"])
def joint(sheet):
    """Radius 5 mm, 10 N, 4 mrad at 1 and 10 Hz; sigma_0 1e5, sigma_1 30, mu 0.4 / 0.3, v_s 1 mm/s. At
    lever 1 m the contact's velocity and force are angular velocity and torque."""
    values = dict(radius=0.005, lever=1, sigma0=1e5, sigma1=30.0, sigma2=0.4, mu_static=0.4, mu_kinetic=0.3,
                  stribeck_velocity=1e-3)
    fig, axis = plt.subplots(figsize=(6, 3.6))
    for hertz in (1, 10):
        d = drive("lugre-joint", f"sine:4e-3:{hertz}", "-r", 20000 * hertz, "-d", 2 / hertz, force=10, **values)
        part = d["time"] > 1 / hertz
        axis.plot(1e3 * d["displacement"][part], 1e3 * d["force"][part], label=f"{hertz} Hz")
        loss = np.sum(d["force"][part] * d["velocity"][part]) / (20000 * hertz)
        # the surface moves by 20 um; friction per unit load, as in the loops above, times 10 N
        sheet.row(f"loss a cycle, {hertz} Hz (Radau)", 1e6 * 10 * lugre_loss(hertz), 1e6 * loss, "uJ")
    w = np.array([0.2, 2.0])
    paper = 0.005 * 10 * (0.3 + 0.1 * np.exp(-((0.005 * w / 1e-3) ** 2)) + 0.4 * 0.005 * w)
    for speed, torque, found in zip(w, paper, steady("lugre-joint", w, force=10, **values)):
        sheet.row(f"steady torque at {speed:g} rad/s", torque, found, "N m")
    sheet.row("torque of a preload of 0.1 N m at 2 rad/s: (mu/mu_s) T_preload", paper[1] / 0.05 / 0.4 * 0.1,
              steady("lugre-joint", [2.0], force=1, preload=0.1, **values)[0], "N m")
    axis.set(xlabel="angle (mrad)", ylabel="torque (mN m)")
    axis.legend()
    sheet.save(fig)
