# SPDX-License-Identifier: BSD-3-Clause
"""Friction by temperature as the DAFx-02 paper prints it."""
import numpy as np
from common import drive, figure, plt
from dafx import SECTION
from scipy.integrate import solve_ivp

HEAT = dict(mu_s=1.05, mu_d=0.3, y=0.4, glass=25.0, a=1e-6, b=0.22, c=1e-4, w=0.01)  # `rosin laws thermal`


@figure(SECTION, "dafx-13", "Eq. 13 as printed: f = mu(T) F_N sgn(v)", ["thermal"], made="176.4 kHz; no chance in it")
def rigid(sheet):
    """No figure of the paper, which gives neither mu(T) nor the heat of [12]: both are those of `rosin laws thermal`. That law has
    bristles, which give sgn(v) a meaning at rest; the stiffer they are, the nearer it is to eq. 13. Sliding one way at 0.05 to
    0.45 m/s under 2 N, 40 Hz; dots: eq. 13 with a dT/dt + (b sqrt(|v| w/N) + c) T = mu |v| by Radau."""
    p, n, hertz, rate = HEAT, 2.0, 40.0, 176400

    def speed(t):
        return 0.25 - 0.2 * np.cos(2 * np.pi * hertz * t)

    def mu(x):
        x = (x / p["glass"]) ** 2
        return (p["mu_s"] + p["y"] * p["mu_d"] * x) / (1 + x)

    def rate_of(t, x):
        v = speed(t)
        return (mu(x) * v - (p["b"] * np.sqrt(v * p["w"] / n) + p["c"]) * x) / p["a"]

    t = np.linspace(1e-3, 0.074, 300)
    warm = solve_ivp(rate_of, (0, 0.075), [0.0], "Radau", t, rtol=1e-10, atol=1e-10, max_step=1e-4).y[0]
    u = np.arange(0, 0.075, 1 / 20000)
    motion = dict(time=u, velocity=speed(u))
    fig, axis = plt.subplots(figsize=(5.4, 3.8))
    errors = []
    for sigma0 in (1e6, 1e7, 1e8):
        d = drive("thermal", motion, "-r", rate, force=n, sigma0=sigma0)
        mine = np.interp(t, d["time"], d["force"]) / n
        errors.append(np.abs(mine - mu(warm)).max())
    axis.plot(d["velocity"], d["force"] / n, label="thermal, sigma_0 1e8")
    axis.plot(speed(t)[::3], mu(warm)[::3], "k.", ms=3, label="eq. 13")
    axis.set(xlabel="relative velocity (m/s)", ylabel="friction over load")
    axis.legend()
    sheet.save(fig)
    for at in (0.005, 0.02, 0.06):
        sheet.row(f"mu(T) after {1000 * at:g} ms, sigma_0 1e8 (eq. 13, Radau)", np.interp(at, t, mu(warm)), np.interp(at, t, mine), within=1e-3)
    sheet.note("Largest distance from eq. 13 with sigma_0 1e6 (the law's own), 1e7, 1e8: " + ", ".join(f"{e:.1e}" for e in errors) + ".")
