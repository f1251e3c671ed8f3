# SPDX-License-Identifier: BSD-3-Clause
"""Equations of Canudas-de-Wit and others (2003) that no figure of theirs shows: the wheel's inertia, Bliman and Sorine
along a patch, a relaxation length with a peak, the exact kappa(t)."""
import numpy as np
from canudas import SECTION, TABLE_1, g_of
from common import drive, figure, plt, render, steady
from scipy.integrate import quad, solve_ivp

# A quarter of a vehicle and the rim of its wheel, seen from a frame that runs along at its first speed.
WHEEL = """duration = 0.7; rate = {rate}; gain = 0.0;
modals = {{ car = {{ modes = ( {{ frequency = 0.0; mass = {m}; at = (1.0); }} ); points = {{ x = 0.0; }}; }};
  rim = {{ modes = ( {{ frequency = 0.0; mass = {inertia}; at = (1.0); }} ); points = {{ x = 0.0; }}; }}; }};
contacts = {{ road = {{ a = "rim"; b = "car"; position_a = "x"; position = "x"; force = {load};
  law = {{ type = "lugre"; {law} }}; }}; }};
pushes = {{ brake = {{ body = "rim"; position = "x"; force = ( (0.0, 0.0), (0.1, {u}), (0.4, {u}), (0.5, 0.0) ); }}; }};
outputs = ( {{ signal = "car.velocity@x"; }} );
"""


@figure(SECTION, "canudas-2", "Eq. 1, 2, 24-26: the wheel's inertia", ["lugre"], made="16 kHz; no chance in it")
def wheel(sheet):
    """No figure of the paper; numbers chosen here: a quarter vehicle of 300 kg, a wheel of J 1.2 kg m^2 and r 0.3 m, Table
    1, exponent 1/2, sigma_1 0.2 s/m, 3 kN, braked by up to 900 N m from 0.1 to 0.4 s. The wheel is a body of J/r^2 at the rim, the
    vehicle one of m, the lumped model (24-26) the contact between both; a torque is a push of u/r. Dots: eq. 1 and 2 by
    Radau. Laws that roll take omega r as an input: with a body's own speed in its place the solve would have another unknown,
    and last sample's would be of first order."""
    m, j, r, n, u, rate = 300.0, 1.2, 0.3, 3000.0, -900.0, 16000
    p = dict(TABLE_1, sigma1=0.2)
    law = f"sigma0 = {p['sigma0'] * n}; sigma1 = {p['sigma1'] * n}; sigma2 = {p['sigma2'] * n}; "
    law += " ".join(f"{k} = {p[k]};" for k in ("mu_static", "mu_kinetic", "stribeck_velocity", "stribeck_exponent"))
    d = render(WHEEL.format(rate=rate, m=m, inertia=j / r**2, load=n, law=law, u=u / r), ["car.velocity@x", "rim.velocity@x", "road.force"])

    def rates(t, y):
        v, rim, z = y
        slip = rim - v
        dz = slip - p["sigma0"] * abs(slip) / g_of(p, slip) * z
        f = n * (p["sigma0"] * z + p["sigma1"] * dz + p["sigma2"] * slip)
        torque = np.interp(t, [0, 0.1, 0.4, 0.5], [0, u, u, 0])
        return f / m, r * (torque - r * f) / j, dz

    t = np.linspace(0.002, 0.65, 325)
    done = solve_ivp(rates, (0, 0.7), (0.0, 0.0, 0.0), "Radau", t, rtol=1e-10, atol=1e-13, max_step=1e-3)
    fig, axis = plt.subplots(figsize=(7, 3.6))
    axis.plot(d["time"], d["car.velocity@x"], label="v")
    axis.plot(d["time"], d["rim.velocity@x"], label="r omega")
    axis.plot(t[::10], done.y[0][::10], "k.", ms=3)
    axis.plot(t[::10], done.y[1][::10], "k.", ms=3)
    axis.set(xlabel="time (s)", ylabel="change of speed (m/s)")
    axis.legend()
    sheet.save(fig)
    for at in (0.1, 0.3, 0.6):
        i = np.argmin(np.abs(t - at))
        for name, signal, y in (("v", "car.velocity@x", done.y[0]), ("r omega", "rim.velocity@x", done.y[1])):
            sheet.row(f"{name} after {t[i]:.3g} s (eq. 1, 2, Radau)", y[i], np.interp(t[i], d["time"], d[signal]), "m/s", within=2e-6)


BLIMAN = dict(mu_fast=0.9, mu_slow=0.4, epsilon=0.02, eta=0.1, length=0.2)


@figure(SECTION, "canudas-27", "Eq. 27, 28: Bliman and Sorine along a patch", ["bliman-sorine"],
        made="steady curves, and 96 kHz; no chance in it")
def bliman_patch(sheet):
    """No figure of the paper; f_1 0.9, f_2 0.4, epsilon 20 mm, eta 0.1, L 0.2 m, uniform load, 20 m/s. `length` of `bliman-sorine`
    has rolling take what is bent off the patch, each state as one cell whose steady mean is that of eq. 27 along the patch.
    Left: steady force over slip, dots: eq. 28 by quadrature; the point (eq. 9) would be flat. Right: brakes put on at
    once, dots: eq. 27 along its characteristics: the lumped states leave out how long a bristle travels."""
    limit, scale, v = (0.9, -0.4), (0.002, 0.02), 20.0
    s = np.linspace(-0.95, -0.005, 190)
    curve = steady("bliman-sorine", s, v, force=1.0, **BLIMAN)

    def patch(slip):
        way = abs(slip) / (1 + slip)  # |v_r / omega r|
        return sum(quad(lambda x, a=a, b=b: a * np.expm1(-way * x * 0.2 / b), 0, 1, epsabs=1e-13)[0] for a, b in zip(limit, scale))

    fig, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6))
    left.plot(s, curve)
    left.plot(s[::12], [patch(x) for x in s[::12]], "k.", ms=3)
    left.set(xlabel="slip", ylabel="friction over load")
    for at in (-0.9, -0.3, -0.05, -0.01):
        sheet.row(f"F/F_n at slip {at:g} (eq. 27, 28, quadrature)", patch(at),
                  steady("bliman-sorine", [at], v, force=1.0, **BLIMAN)[0], within=1e-8)
    shear, roll = 1.0, 19.0
    d = drive("bliman-sorine", dict(time=[0, 0.1], velocity=[-shear] * 2, rolling=[roll] * 2), "-r", 96000, force=1.0, **BLIMAN)

    def young(t):
        return sum(quad(lambda x, a=a, b=b: a * np.expm1(-shear * min(t, x * 0.2 / roll) / b), 0, 1, points=[min(roll * t / 0.2, 1)],
                        epsabs=1e-12)[0] for a, b in zip(limit, scale))

    dots = np.linspace(5e-4, 0.03, 40)
    wanted = np.array([young(t) for t in dots])
    right.plot(1000 * d["time"], d["force"])
    right.plot(1000 * dots, wanted, "k.", ms=3)
    right.set(xlabel="time (ms)", xlim=(0, 30))
    sheet.save(fig)
    sheet.row("0.1 s after brakes at once (eq. 27, 28)", wanted[-1], d["force"][-1])
    off = np.abs(np.interp(dots, d["time"], d["force"]) - wanted).max()
    sheet.note(f"On the way there the lumped states are off by up to {off:.3f} of the load.")


@figure(SECTION, "canudas-h", "Eq. 12: a relaxation length with a peak", ["kinematic"], made="200 kHz; no chance in it")
def hill(sheet):
    """The text after eq. 23: h(z) can be made so that the steady state is like that of the magic formula. `peak` of `kinematic` has
    h(z) = 2 mu z_m z/(z^2 + z_m^2), z_m = 2 mu/k, of slope k at 0; mu 0.9, k 12, relaxation length 0.1 m, 20 m/s. Left: steady
    force; dots: h(s). Right: slip steps to -0.4 at once: force over distance climbs over the peak and falls; dots:
    h(s (1 - e^(-x/l))), by eq. 11."""
    mu, k, length, v = 0.9, 12.0, 0.1, 20.0
    top = 2 * mu / k

    def h(z):
        return 2 * mu * top * z / (z * z + top * top)

    p = dict(relaxation_length=length, stiffness=k, mu=mu, peak=1)
    s = np.linspace(-1, -0.001, 300)
    curve = steady("kinematic", s, v, force=1.0, **p)
    d = drive("kinematic", dict(time=[0, 0.03], velocity=[-0.4 * v] * 2, rolling=[0.6 * v] * 2), "-r", 200000, force=1.0, **p)
    x = np.linspace(0.01, 0.55, 40)
    fig, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6))
    left.plot(s, curve)
    left.plot(s[::15], h(s[::15]), "k.", ms=3)
    left.set(xlabel="slip", ylabel="friction over load")
    right.plot(v * d["time"], d["force"])
    right.plot(x, h(0.4 * np.expm1(-x / length)), "k.", ms=3)
    right.set(xlabel="distance travelled (m)")
    sheet.save(fig)
    for at in (-0.05, -top, -0.5, -1.0):
        sheet.row(f"F_ss at slip {at:g}: h(s)", h(at), steady("kinematic", [at], v, force=1.0, **p)[0], within=1e-8)
    for at in (0.02, 0.0575, 0.2, 0.5):
        sheet.row(f"F after {at:g} m of slip -0.4 (eq. 11, 12)", h(0.4 * np.expm1(-at / length)),
                  np.interp(at, v * d["time"], d["force"]), within=2e-5)


@figure(SECTION, "canudas-55", "Eq. 53-55, 62, 64: kappa(t) as it is", ["lugre-distributed", "lugre-average"],
        made="96 kHz, 256 cells; no chance in it")
def kappa(sheet):
    """No figure of the paper. Exact, kappa(t) needs z at the end of the patch, so that nothing is lumped any more: the
    model with it is `lugre-distributed`, whose mean obeys eq. 53. Table 1, a patch that rolls at 18 m/s, brakes put on at
    once (2 m/s); uniform load (64) and exponential, lambda 3 (62). Dots: eq. 53 and 54 by DOP853, z(L, t) along its characteristic.
    Right: kappa L, and what `lugre-average` has in its place: eq. 67, and lambda (63)."""
    rate, shear, roll, length = 96000, 2.0, 18.0, 0.2
    g = g_of(TABLE_1, shear)
    wear = TABLE_1["sigma0"] * shear / g
    fig, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8))
    motion = dict(time=[0, 0.03], velocity=[-shear] * 2, rolling=[roll] * 2)
    for name, number, lam in (("uniform (64)", 0, 0.0), ("exponential (62)", 1, 3.0)):
        end = np.exp(-lam) * (lam / -np.expm1(-lam) if lam else 1) / length  # f_n(L)/F_n

        def last(t):
            return -np.expm1(-wear * np.minimum(t, length / roll)) * g / TABLE_1["sigma0"]

        def mean_rate(t, z, end=end, lam=lam):
            return shear - wear * z - roll * (end * last(t) + lam / length * z)  # kappa z by eq. 62

        t = np.linspace(2e-4, 0.0295, 200)
        done = solve_ivp(mean_rate, (0, 0.03), [0.0], "DOP853", t, rtol=1e-11, atol=1e-15, max_step=1e-4).y[0]
        force = TABLE_1["sigma0"] * done + TABLE_1["sigma2"] * shear
        d = drive("lugre-distributed", motion, "-r", rate, force=1.0, bristles=256, distribution=number, **({"lambda": lam} if lam else {}), **TABLE_1)
        a = drive("lugre-average", motion, "-r", rate, force=1.0, form=4 if lam else 5, **({"lambda": lam} if lam else {}), **TABLE_1)
        line, = left.plot(1000 * d["time"], -d["force"], label=name)
        left.plot(1000 * a["time"], -a["force"], "--", lw=1, color=line.get_color())
        left.plot(1000 * t[::8], force[::8], "k.", ms=3)
        right.plot(1000 * t, length * (end * last(t) / done) + lam, color=line.get_color(), label=name)
        for at in (0.002, 0.006, 0.025):
            sheet.row(f"{name}: |F|/F_n after {1000 * at:g} ms (eq. 53-55)", np.interp(at, t, force), np.interp(at, d["time"], -d["force"]),
                      within=5e-3)
        sheet.note(f"{name}: kappa L goes from {length * end * last(t[0]) / done[0] + lam:.3f} to {length * end * last(t[-1]) / done[-1] + lam:.3f}; "
                   f"the lumped model is off by up to {np.abs(np.interp(t, a['time'], -a['force']) - force).max():.3f} of the load.")
    left.set(xlabel="time (ms)", ylabel="friction over load")
    right.set(xlabel="time (ms)", ylabel="kappa L")
    right.legend()
    sheet.save(fig)
