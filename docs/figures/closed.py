# SPDX-License-Identifier: BSD-3-Clause
"""Motions with a closed formula."""
import numpy as np
from common import drive, figure, plt

SECTION = "Closed formulas"


@figure(SECTION, "belt", "Stick-slip of a block on a belt", ["elastoplastic"],
        made="44.1 kHz and 64 times that; no chance in it")
def belt(sheet):
    """1 g on a spring of 100 Hz, belt at 0.05 m/s, f_s 0.4 N, f_k 0.2 N: with Coulomb friction the
    period is 2 df/(k v_b) + (pi + 2 atan(v_b k/(omega df)))/omega. Elasto-plastic with sigma_0
    1e6, v_s 0.005, sigma_1 1, at 64 times 44.1 kHz. `rosin curve LAW --drive belt:0.001:394.78:0.05`."""
    w, vb, df = 2 * np.pi * 100, 0.05, 0.2
    k = 1e-3 * w * w
    period = 2 * df / (k * vb) + (np.pi + 2 * np.arctan(vb * k / (w * df))) / w
    fig, axis = plt.subplots(figsize=(7, 3.6))
    cases = [("elastoplastic", 64 * 44100, dict(sigma0=1e6, stribeck_velocity=0.005, sigma1=1.0, breakaway=0.7))]
    from common import laws
    if "coulomb" in laws():
        cases.insert(0, ("coulomb", 44100, {}))
    for law, rate, values in cases:
        d = drive(law, f"belt:0.001:{k:.12g}:0.05", "-d", 0.25, "-r", rate, mu_static=0.4, mu_kinetic=0.2, **values)
        x = d["body_velocity"]
        down = np.flatnonzero((x[:-1] > 0) & (x[1:] <= 0))
        at = d["time"][down] + (d["time"][down + 1] - d["time"][down]) * x[down] / (x[down] - x[down + 1])
        slips = at[at > 0.03]  # the mass turns back once a slip, after the first stick
        some = slice(None, None, max(1, len(x) // 5000))
        axis.plot(1000 * d["body_displacement"][some], x[some], lw=1, label=law)
        sheet.row(f"period, {law}, {rate / 1000:g} kHz", 1000 * period, 1000 * np.mean(np.diff(slips)), "ms",
                  within=1e-3 if law == "coulomb" else 1e-2)
    axis.set(xlabel="displacement (mm)", ylabel="velocity (m/s)")
    axis.legend()
    sheet.save(fig)
