# SPDX-License-Identifier: BSD-3-Clause
"""Figures of Canudas-de-Wit, Tsiotras, Velenis, Basset and Gissinger (2003)."""
import numpy as np
from common import drive, figure, laws, plt, run, steady
from scipy.integrate import quad, solve_ivp

SECTION = "Canudas-de-Wit and others 2003"
TABLE_1 = dict(sigma0=181.54, sigma1=0.0, sigma2=0.0018, mu_kinetic=0.8, mu_static=1.55, stribeck_velocity=6.57,
               stribeck_exponent=0.5, length=0.2)
TABLE_2 = (dict(sigma0=395.86, sigma1=0.0, sigma2=0.0012, mu_kinetic=0.93, mu_static=1.127, stribeck_velocity=4.553,
                stribeck_exponent=0.5, length=0.2),
           dict(sigma0=548.75, sigma1=0.0, sigma2=0.0022, mu_kinetic=0.93, mu_static=1.292, stribeck_velocity=3.7245,
                stribeck_exponent=0.5, length=0.2))
TABLE_3 = dict(sigma0=178.0, sigma1=1.0, sigma2=0.0, mu_kinetic=0.8, mu_static=1.5, stribeck_velocity=5.5,
               stribeck_exponent=2.0, length=0.2)


def g_of(p, v, road=1.0):
    """Eq. 26 with the road factor of section 4.5."""
    return road * (p["mu_kinetic"] + (p["mu_static"] - p["mu_kinetic"])
                   * np.exp(-np.abs(v / p["stribeck_velocity"]) ** p["stribeck_exponent"]))


def uniform(p, s, v, road=1.0):
    """Eq. 50: braking, magnitude over load at slip 0 < s <= 1."""
    g, rest = g_of(p, s * v, road), 1 - s
    x = np.where(rest > 0, g * rest / (p["sigma0"] * p["length"] * s), 0)
    worn = np.where(rest > 0, np.exp(-1 / np.where(rest > 0, x, 1)), 0)
    return g * (1 - x * (1 - worn)) + p["sigma2"] * s * v


DENSITY = {  # of the load over u = zeta/L, with integral 1: uniform, eq. 42, 46, 47, 48
    0: lambda u: 1.0,
    1: lambda u: 3 / (1 - np.exp(-3)) * np.exp(-3 * u),
    2: lambda u: 6 * u * (1 - u),
    3: lambda u: 0.5 * np.pi * np.sin(np.pi * u),
    4: lambda u: (1 + np.pi**2) / np.pi / (1 + np.exp(-1)) * np.exp(-u) * np.sin(np.pi * u),  # gamma L = 1
}


def loaded(p, s, v, density):
    """Eq. 38 by quadrature, over load."""
    g, rest = g_of(p, s * v), 1 - s
    rate = p["sigma0"] * s / (g * rest) if rest > 0 else np.inf
    bent = quad(lambda u: g * (1 - np.exp(-rate * u * p["length"])) * density(u), 0, 1, epsabs=1e-13, epsrel=1e-11)[0]
    return bent + p["sigma2"] * s * v


def braking(law, s, v, **parameters):
    """Magnitude of rosin's steady force per newton of load when braking."""
    return -steady(law, -np.asarray(s, dtype=float), v, **parameters)


@figure(SECTION, "canudas-4", "Fig. 4: Dahl's force over displacement (eq. 15)", ["dahl"],
        made="100 kHz; no chance in it")
def dahl(sheet):
    """F_c 0.3 N, sigma_0 1e4 N/m: from rest forwards by 100 um, back, and forwards again; dotted: beta 0.5 and 2."""
    path = dict(time=[0, 0.1, 0.1001, 0.3, 0.3001, 0.5], velocity=[1e-3, 1e-3, -1e-3, -1e-3, 1e-3, 1e-3])
    fig, axis = plt.subplots(figsize=(6, 3.6))
    d = drive("dahl", path, "-r", 100000, mu_kinetic=0.3, sigma0=1e4)
    forth = d["velocity"] > 0
    axis.plot(1e6 * np.where(forth, d["displacement"], np.nan), d["force"], label="v > 0")
    axis.plot(1e6 * np.where(forth, np.nan, d["displacement"]), d["force"], label="v < 0")
    axis.set(xlabel="displacement (um)", ylabel="friction (N)")
    axis.legend()
    first = d["time"] < 0.1
    if "beta" in run("laws", "dahl"):
        for beta in (0.5, 2):
            b = drive("dahl", path, "-r", 100000, mu_kinetic=0.3, sigma0=1e4, beta=beta)
            axis.plot(1e6 * b["displacement"], b["force"], "k:", lw=0.7)
            done = solve_ivp(lambda x, f, beta=beta: 1e4 * np.abs(1 - f / 0.3) ** beta * np.sign(1 - f / 0.3),
                             (0, 2e-5), [0.0], "DOP853", rtol=1e-12, atol=1e-15)
            sheet.row(f"F(20 um) from rest, beta {beta:g} (eq. 15)", done.y[0][-1],
                      np.interp(2e-5, b["displacement"][first], b["force"][first]), "N")
    sheet.save(fig)
    for at in (1e-5, 5e-5):
        sheet.row(f"F({1e6 * at:g} um) from rest: F_c (1 - exp(-sigma_0 x/F_c))", 0.3 * (1 - np.exp(-1e4 * at / 0.3)),
                  np.interp(at, d["displacement"][first], d["force"][first]), "N")
    sheet.row("largest force after 100 um", 0.3 * (1 - np.exp(-1e4 * 1e-4 / 0.3)), d["force"][first].max(), "N", within=1e-5)


@figure(SECTION, "canudas-6", "Fig. 6: steady friction by speed and by road (eq. 49, 50; section 4.5)", ["lugre-average"],
        made="steady curves: no rate, no chance")
def static_view(sheet):
    """Table 1, braking, uniform load. The exponent of the figure is not given: 1/2, as footnote 3
    proposes. (a) v 10 to 40 m/s, (b) theta 0.2 to 1 at 20 m/s. `lugre-average` with form 5
    (eq. 67); where rosin has `lugre-distributed`, the rows below are also of that."""
    fig, axes = plt.subplots(1, 2, figsize=(10, 3.8), sharey=True)
    s = np.linspace(0, 1, 201)
    for v in (10, 20, 30, 40):
        axes[0].plot(s, braking("lugre-average", s, v, form=5, **TABLE_1), label=f"{v} m/s")
    for road in (1, 0.8, 0.6, 0.4, 0.2):
        axes[1].plot(s, braking("lugre-average", s, 20, form=5, road=road, **TABLE_1), label=f"theta {road:g}")
    for axis in axes:
        axis.set(xlabel="|slip|")
        axis.legend()
    axes[0].set(ylabel="friction over load")
    sheet.save(fig)
    for at in (0.05, 0.3, 1):
        for law, extra in (("lugre-average", {"form": 5}), ("lugre-distributed", {})):
            if law in laws():
                sheet.row(f"|F|/F_n at |s| {at:g}, 20 m/s (eq. 50), {law}", uniform(TABLE_1, at, 20),
                          braking(law, [at], 20, **TABLE_1, **extra)[0])
    sheet.row("|F|/F_n at |s| 0.3, 20 m/s, theta 0.5", uniform(TABLE_1, 0.3, 20, 0.5),
              braking("lugre-average", [0.3], 20, form=5, road=0.5, **TABLE_1)[0])


@figure(SECTION, "canudas-7", "Fig. 7: kappa L over b, and the deflections it assumes (eq. 57-61)", ["lugre-average"],
        made="steady curves: no rate, no chance")
def kappa(sheet):
    """(a) kappa is not asked of rosin's table but found from its steady force: kappa = (sigma_0
    v_r/F - sigma_0 |v_r|/g)/|omega r|. Dots: eq. 57 by quadrature with the parabolic load
    (46). (b) the three deflections, as the paper defines them."""
    p = dict(TABLE_1, sigma2=0.0)
    v, slip = 20.0, 0.02
    shear, roll, g = slip * v, (1 - slip) * v, g_of(TABLE_1, slip * v)

    def found(**form):
        force = braking("lugre-average", [slip], v, **p, **form)[0]
        return p["length"] * (p["sigma0"] * shear / force - p["sigma0"] * shear / g) / roll

    def wanted(shape):
        """-integral of phi f' over integral of phi f, load 6 u (1 - u)."""
        points = dict(points=[shape.kink], epsrel=1e-11)
        return -quad(lambda u: shape(u) * (6 - 12 * u), 0, 1, **points)[0] / \
            quad(lambda u: shape(u) * 6 * u * (1 - u), 0, 1, **points)[0]

    class Deflection:
        def __init__(self, function, kink=0.5):
            self.function, self.kink = function, kink

        def __call__(self, u):
            return self.function(u)

    def saturated(b):
        return Deflection(lambda u: np.minimum(u, b), b)

    fig, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6))
    b = np.linspace(0.02, 0.999, 40)
    left.plot(b, [found(form=3, adhesion=x) for x in b])
    left.plot(b[::4], [wanted(saturated(x)) for x in b[::4]], "k.")
    left.set(xlabel="b", ylabel="kappa L")
    u = np.linspace(0, 1, 200)
    right.plot(u, np.sqrt(u), label="phi_1")
    right.plot(u, u, label="phi_2")
    right.plot(u, np.minimum(u, 0.5), label="phi_3, b 0.5")
    right.set(xlabel="position along the patch, of L", ylabel="deflection")
    right.legend()
    sheet.save(fig)
    sheet.row("kappa L, phi = zeta (eq. 59)", wanted(Deflection(lambda x: x)), found(form=1))
    sheet.row("kappa L, phi = sqrt(zeta) (eq. 60)", wanted(Deflection(np.sqrt)), found(form=2))
    for x in (0.3, 0.5, 0.9):
        sheet.row(f"kappa L, b {x:g} (eq. 61)", wanted(saturated(x)), found(form=3, adhesion=x))


@figure(SECTION, "canudas-8", "Fig. 8: distributed and averaged model and the magic formula (eq. 40, 43, 53, 4)",
        ["lugre-average", "pacejka"],
        made="steady curves; 256 cells for the loads; no chance in it")
def averages(sheet):
    """Table 2, 20 m/s, braking; exponent 1/2. (a) uniform load, kappa_0 1.2; (b) exponential load,
    lambda 3. Pacejka's constants 1, 2, 0.1, 1 are for slip in percent: c3 is 10 over slip as a
    share."""
    s = np.linspace(0.0, 1, 201)
    magic = braking("pacejka", s, 20, c1=1, c2=2, c3=10, c4=1)
    fig, axes = plt.subplots(1, 2, figsize=(10, 3.8), sharey=True)
    exact = [np.r_[0, uniform(TABLE_2[0], s[1:], 20.0)],
             np.r_[0, [loaded(TABLE_2[1], x, 20.0, DENSITY[1]) for x in s[1:]]]]
    lumped = [braking("lugre-average", s, 20, form=0, kappa=1.2, **TABLE_2[0]),
              braking("lugre-average", s, 20, form=4, **{"lambda": 3}, **TABLE_2[1])]
    for i, axis in enumerate(axes):
        axis.plot(s, exact[i], label=("eq. 40", "eq. 38 with 42")[i])
        axis.plot(s, lumped[i], "--", label=("lugre-average, kappa_0 1.2", "lugre-average, kappa lambda/L")[i])
        axis.plot(s, magic, ":", color="k", label="pacejka")
        axis.set(xlabel="|slip|", title=("uniform load", "exponential load, lambda 3")[i])
        axis.legend()
    axes[0].set(ylabel="friction over load")
    sheet.save(fig)
    sheet.row("uniform load, |s| 0.1: eq. 40 by form 5", uniform(TABLE_2[0], 0.1, 20.0),
              braking("lugre-average", [0.1], 20, form=5, **TABLE_2[0])[0])

    def lump(p, x, kappa):
        """Eq. 53-54 at rest."""
        g = g_of(p, 20 * x)
        return p["sigma0"] * x / (p["sigma0"] * x / g + kappa / p["length"] * (1 - x)) + p["sigma2"] * 20 * x

    sheet.row("|s| 0.1: eq. 53-54, kappa_0 1.2", lump(TABLE_2[0], 0.1, 1.2), np.interp(0.1, s, lumped[0]))
    sheet.row("|s| 0.1: eq. 53-54, kappa lambda/L", lump(TABLE_2[1], 0.1, 3.0), np.interp(0.1, s, lumped[1]))
    sheet.row("magic formula, |s| 0.1 (eq. 4, percent)", np.sin(2 * np.arctan(np.arctan(1.0))), np.interp(0.1, s, magic))
    if "lugre-distributed" in laws():
        for number, name in ((1, "exponential, lambda 3 (38, 42)"), (2, "parabolic (38, 46)"), (3, "sinusoidal (38, 47)"),
                             (4, "sinusoidal and exponential, gamma 5 (38, 48 times F_n)")):
            sheet.row(f"lugre-distributed, |s| 0.1: {name}", loaded(TABLE_2[1], 0.1, 20.0, DENSITY[number]),
                      braking("lugre-distributed", [0.1], 20, distribution=number, bristles=256, gamma=5,
                              **{"lambda": 3}, **TABLE_2[1])[0], within=1e-4)
    apart = [np.sqrt(np.mean((uniform(dict(TABLE_2[0], stribeck_exponent=a), s[1:], 20.0) - magic[1:]) ** 2))
             for a in (0.5, 1.0, 2.0)]
    sheet.note("The exponent is not given here either. Root mean square distance of eq. 40 from the magic formula with "
               f"exponent 1/2, 1, 2: {apart[0]:.3f}, {apart[1]:.3f}, {apart[2]:.3f}.")
    sheet.note("The averaged curve leaves the distributed one by at most "
               f"{np.abs(lumped[0] - exact[0]).max():.3f} (uniform) and {np.abs(lumped[1] - exact[1]).max():.3f} "
               "(exponential) of the load; the paper calls this insignificant.")


def synthetic_braking(seconds=3.0, count=1501):
    """Three brakings from 30 m/s: vehicle speed and slip over time (the measured ones of Fig. 11
    are not public)."""
    t = np.linspace(0, seconds, count)
    pulse = np.sin(np.pi * np.clip((t % 1.0) / 0.8, 0, 1)) ** 2
    v = 30 - 6.5 * np.cumsum(np.r_[0, 0.5 * (pulse[1:] + pulse[:-1]) * np.diff(t)])
    slip = -pulse * np.array([0.12, 0.35, 0.8])[np.minimum(t.astype(int), 2)]
    return t, v, slip


def patch(p, t, shear, roll, step=5e-5):
    """The distributed model (eq. 33, 34) with uniform load, followed along its characteristics:
    bristles enter with z = 0 and are carried through the patch. Force over load at mid steps."""
    at = np.arange(0, t[-1], step)
    vr = np.interp(at + step / 2, t, shear)
    wr = np.interp(at + step / 2, t, roll)
    where, z = np.linspace(0, p["length"], 200), np.zeros(200)
    before, force = 0.0, np.empty(len(at))
    for i in range(len(at)):
        wear = p["sigma0"] * abs(vr[i]) / g_of(p, vr[i])
        gain = -np.expm1(-wear * step) / wear if wear > 1e-9 else step
        z = np.r_[0, z * np.exp(-wear * step) + vr[i] * gain]
        where = np.r_[0, where + wr[i] * step]
        out = np.searchsorted(where, p["length"])
        z = np.r_[z[:out], np.interp(p["length"], where, z)]
        where = np.r_[where[:out], p["length"]]
        mean = np.trapz(z, where) / p["length"] if hasattr(np, "trapz") else np.trapezoid(z, where) / p["length"]
        force[i] = p["sigma0"] * 0.5 * (mean + before) + p["sigma1"] * (mean - before) / step + p["sigma2"] * vr[i]
        before = mean
    return at + step / 2, force


@figure(SECTION, "canudas-maps", "Section 2: static maps (eq. 4-8)",
        ["pacejka", "burckhardt", "burckhardt-3", "kiencke-daiss", "root"],
        made="steady curves: no rate, no chance")
def maps(sheet):
    """No figure of the paper: the maps that it lists, at 20 m/s. Burckhardt's constants are those
    for dry asphalt, the others rosin's defaults."""
    c = (1.2801, 23.99, 0.52)
    maps = (("pacejka", "eq. 4", dict(c1=1, c2=2, c3=10, c4=1),
             lambda s: np.sin(2 * np.arctan(10 * s - (10 * s - np.arctan(10 * s))))),
            ("burckhardt", "eq. 5", dict(c1=c[0], c2=c[1], c3=c[2], c4=0.02),
             lambda s: (c[0] * (1 - np.exp(-c[1] * s)) - c[2] * s) * np.exp(-0.02 * 20)),
            ("kiencke-daiss", "eq. 6", dict(ks=30, c1=20, c2=17), lambda s: 30 * s / (20 * s * s + 17 * s + 1)),
            ("burckhardt-3", "eq. 7", dict(c1=c[0], c2=c[1], c3=c[2]),
             lambda s: c[0] * (1 - np.exp(-c[1] * s)) - c[2] * s),
            ("root", "eq. 8", dict(c1=3, c2=2), lambda s: 3 * np.sqrt(s) - 2 * s))
    s = np.r_[0, np.geomspace(1e-4, 1, 300)]
    fig, axis = plt.subplots(figsize=(6, 3.8))
    for law, equation, values, formula in maps:
        axis.plot(s, braking(law, s, 20, **values), label=f"{law} ({equation})")
        for at in (0.1, 0.5):
            sheet.row(f"{law}, |s| {at:g} ({equation})", formula(at), braking(law, [at], 20, **values)[0])
    axis.set(xlabel="|slip|", ylabel="friction over load")
    axis.legend()
    sheet.save(fig)


@figure(SECTION, "canudas-14", "Fig. 14, 15: dynamic braking (eq. 53, 54; 66, 67)", ["lugre-average"],
        made="20 kHz; a synthetic run, given in `docs/figures/canudas.py`; no chance in it")
def dynamic(sheet):
    """Table 3, sigma_1 in s/m, exponent 2 (Fig. 13), on a synthetic run of three brakings, since
    the measured one is not public: `rosin curve lugre-average --drive file:...` with columns
    time, velocity, rolling. Case (i): kappa_0 1 and 2; case (ii): kappa_0 by eq. 67. Black: the
    distributed model, followed along its characteristics in Python."""
    t, v, slip = synthetic_braking()
    motion = dict(time=t, velocity=slip * v, rolling=v * (1 + slip))
    at, wanted = patch(TABLE_3, t, slip * v, v * (1 + slip))
    fig, axes = plt.subplots(3, 1, figsize=(8, 7), sharex=True)
    axes[0].plot(t, v, label="vehicle (m/s)")
    axes[0].plot(t, v * (1 + slip), label="wheel's rim (m/s)")
    forms = [("lugre-average", "kappa_0 1", dict(form=0, kappa=1)), ("lugre-average", "kappa_0 2", dict(form=0, kappa=2)),
             ("lugre-average", "kappa_0 by eq. 67", dict(form=5))]
    if "lugre-distributed" in laws():
        forms.append(("lugre-distributed", "distributed", {}))
    for law, name, form in forms:
        d = drive(law, motion, "-r", 20000, **TABLE_3, **form)
        axis = axes[1] if form.get("form") == 0 else axes[2]
        axis.plot(d["time"], -d["force"], label=name, lw=1)
        difference = np.interp(at, d["time"], d["force"]) - wanted
        if form.get("form") != 0:
            sheet.row(f"largest friction over load, {law}, {name}", np.abs(wanted).max(), np.abs(d["force"]).max(),
                      within=1e-2 if form else 1e-3)
        sheet.note(f"{law}, {name}: root mean square distance from the distributed model "
                   f"{np.sqrt(np.mean(difference**2)):.1e} of the load.")
        if form.get("form") == 0:  # an independent solution of the same equation
            def rate(time, y, k=form["kappa"]):
                vr, wr = np.interp(time, t, slip * v), np.interp(time, t, v * (1 + slip))
                return vr - TABLE_3["sigma0"] * abs(vr) / g_of(TABLE_3, vr) * y - k / 0.2 * abs(wr) * y
            some = d["time"][200::2000]
            done = solve_ivp(rate, (0, 3), [0.0], "LSODA", some, rtol=1e-9, atol=1e-13, max_step=0.002)
            mine = d["bristle"][200::2000]
            sheet.row(f"mean deflection, rms, {name} (eq. 53, LSODA)", np.sqrt(np.mean(done.y[0]**2)),
                      np.sqrt(np.mean(mine**2)), "m")
    for axis in axes[1:]:
        axis.plot(at, -wanted, "k", lw=0.8, label="eq. 33-34")
        axis.set(ylabel="friction over load")
    for axis in axes:
        axis.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=3, fontsize=8, frameon=False)
    axes[2].set(xlabel="time (s)")
    sheet.save(fig)
