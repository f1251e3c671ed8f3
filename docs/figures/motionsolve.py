# SPDX-License-Identifier: BSD-3-Clause
"""The loops of MotionSolve's page on LuGre and Dahl friction."""
import numpy as np
from common import drive, figure, plt, render, steady
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


@figure(SECTION, "motionsolve-loops", "Loops: LuGre depends on the rate, Dahl does not", ["lugre", "dahl"],
        made="20 000 samples a period; no chance in it")
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


@figure(SECTION, "motionsolve-joint", "The angular form: torque of a ball joint over its angle", ["lugre-joint"],
        made="20 000 samples a period; no chance in it")
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


JOINT = dict(radius=0.005, lever=1.0, sigma0=1e5, sigma1=30.0, sigma2=0.4, mu_static=0.4, mu_kinetic=0.3, stribeck_velocity=1e-3)

# A ball so heavy that it stays at rest, turned about two axes: two contacts, paired.
BALL = """duration = {seconds}; rate = {rate}; gain = 0.0;
modals = {{ ball = {{ modes = ( {{ frequency = 0.0; mass = 1e6; at = (1.0, 0.0); }},
  {{ frequency = 0.0; mass = 1e6; at = (0.0, 1.0); }} ); points = {{ x = 0.0; y = 1.0; }}; }}; }};
contacts = {{
  x = {{ a = "-"; b = "ball"; position = "x"; force = {load}; velocity = {{ sine = ({ax}, {hertz}); }};
    law = {{ {law} }}; }};
  y = {{ a = "-"; b = "ball"; position = "y"; force = {load}; velocity = {{ sine = ({ay}, {twice}); }}; across = "x";
    law = {{ {law} }}; }};
}};
outputs = ( {{ signal = "ball.velocity@x"; }} );
"""


def vector_torque(t, ax, ay, hertz, arm):
    """The page's equations as vectors by Radau: torques about both axes over `arm` (r N, or what of the
    preload), at times t; slips ax sin(w t), ay sin(2 w t)."""
    w, r, p = 2 * np.pi * hertz, JOINT["radius"], JOINT

    def slip(u):
        return np.array([ax * np.sin(w * u), ay * np.sin(2 * w * u)])

    def rate(u, z):
        v = r * slip(u)
        g = p["mu_kinetic"] + (p["mu_static"] - p["mu_kinetic"]) * np.exp(-(v @ v) / p["stribeck_velocity"] ** 2)
        return v - np.sqrt(v @ v) * p["sigma0"] / g * z

    done = solve_ivp(rate, (0, t[-1]), (0.0, 0.0), "Radau", t, rtol=1e-9, atol=1e-14, max_step=0.002 / hertz)
    share = [p["sigma0"] * z + p["sigma1"] * rate(u, z) + p["sigma2"] * r * slip(u) for u, z in zip(t, done.y.T)]
    return arm * np.array(share).T


@figure(SECTION, "motionsolve-vector", "Slip as a vector, with preload: two axes of a ball joint", ["lugre-joint"],
        made="a scene at 44.1 kHz, two contacts paired by `across`; no chance in it")
def vector(sheet):
    """omega = (1.5 sin w t, 1 sin 2 w t) rad/s at 5 Hz, radius 5 mm, the numbers above; without preload
    under 10 N, and with a preload of 0.05 N m under 10 N, which is more than r mu_s N = 0.02 N m. The torque
    about one axis over that about the other. Dots: the page's equations with vectors, by Radau."""
    hertz, ax, ay, load, rate = 5, 1.5, 1.0, 10.0, 44100
    fig, axis = plt.subplots(figsize=(5, 4.4))
    found = {}
    for preload, name in ((0.0, "no preload"), (0.05, "preload 0.05 N m")):
        law = " ".join(['type = "lugre-joint";'] + [f"{k} = {float(v)!r};" for k, v in dict(JOINT, preload=preload).items()])
        d = render(BALL.format(seconds=0.4, rate=rate, load=load, ax=ax, ay=ay, hertz=hertz, twice=2 * hertz, law=law),
                   ["x.force", "y.force"])
        late = np.flatnonzero(d["time"] > 0.2)[::20]
        arm = max(JOINT["radius"] * load, preload / JOINT["mu_static"])
        wanted = vector_torque(d["time"][late], ax, ay, hertz, arm)
        mine = np.array([d["x.force"][late], d["y.force"][late]])
        axis.plot(1000 * mine[0], 1000 * mine[1], label=name)
        axis.plot(1000 * wanted[0][::10], 1000 * wanted[1][::10], "k.", ms=3)
        for k, way in enumerate("xy"):
            sheet.row(f"{name}: rms torque about {way} (vectors, Radau)", 1000 * np.sqrt(np.mean(wanted[k] ** 2)),
                      1000 * np.sqrt(np.mean(mine[k] ** 2)), "mN m", within=1e-5)
        sheet.row(f"{name}: largest distance of the vector, of the largest torque", 0,
                  np.abs(mine - wanted).max() / np.abs(wanted).max(), within=1e-4)
        found[preload] = mine
    axis.set(xlabel="torque about x (mN m)", ylabel="torque about y (mN m)", aspect="equal")
    axis.legend()
    sheet.save(fig)
    steady_slip = dict(time=[0, 1], velocity=[0.3, 0.3], sideways=[0.4, 0.4])
    torque = 0.005 * 10 * (0.3 + 0.1 * np.exp(-((0.005 * 0.5 / 1e-3) ** 2)) + 0.4 * 0.005 * 0.5)
    for preload, factor, name in ((0.0, 1.0, "no preload"), (0.05, 0.05 / 0.4 / 0.05, "preload 0.05 N m")):
        d = drive("lugre-joint", steady_slip, "-r", 20000, force=10.0, preload=preload, **JOINT)
        sheet.row(f"steady torque about x at (0.3, 0.4) rad/s, {name}: 0.6 of that at 0.5 rad/s", 0.6 * factor * torque,
                  d["force"][-1], "N m")
    sheet.row("which of both: preload over load's torque, (T/mu_s)/(r N)", 2.5,
              np.sqrt(np.mean(found[0.05] ** 2)) / np.sqrt(np.mean(found[0.0] ** 2)), within=1e-6)
