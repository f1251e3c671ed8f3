# SPDX-License-Identifier: BSD-3-Clause
"""Figures of Avanzini, Serafin and Rocchesso (DAFx-02)."""
import numpy as np
from common import drive, figure, plt, steady

SECTION = "Avanzini, Serafin and Rocchesso, DAFx-02"
EP = dict(sigma0=1e4, sigma1=0.0, sigma2=0.0, mu_static=0.4, mu_kinetic=0.2, stribeck_velocity=0.1,
          breakaway=0.7)


def adhesion(v, z):
    """Eq. 6-8 for v, z > 0, with the numbers above and 1 N."""
    z_ss = (0.2 + 0.2 * np.exp(-((v / 0.1) ** 2))) / 1e4
    z_ba = 0.7 * 0.2 / 1e4
    middle = 0.5 * (1 + np.sin(np.pi * (z - 0.5 * (z_ss + z_ba)) / (z_ss - z_ba)))
    return np.where(z <= z_ba, 0, np.where(z >= z_ss, 1, middle))


@figure(SECTION, "dafx-3", "Fig. 3: the adhesion map alpha(v, z) (eq. 7, 8)", ["elastoplastic"],
        made="1 to 10 MHz, alpha by differences over a sample; no chance in it")
def map_of_adhesion(sheet):
    """Not computed from the formula but seen from outside: a bristle is driven from rest at
    constant speed, and alpha = (1 - (dz/dt)/v) z_ss/z is read off its deflection. sigma_0 1e4,
    f_c 0.2, f_s 0.4, v_s 0.1, c 0.7."""
    fig, axis = plt.subplots(figsize=(6, 3.4))
    for v in (0.02, 0.05, 0.15):
        rate = 4e7 * v / 0.05 / 20
        d = drive("elastoplastic", f"constant:{v}", "-r", min(max(rate, 1e6), 1e7), "-d", 2e-4 / v, force=1, **EP)
        t, z = d["time"], d["bristle"]
        z_ss = steady("elastoplastic", [v], force=1, **EP)[0] / 1e4
        middle, speed = 0.5 * (z[1:] + z[:-1]), np.diff(z) / np.diff(t)
        alpha = (1 - speed / v) * z_ss / middle
        keep = (middle > 1e-6) & (middle < 0.999 * z_ss)
        axis.plot(1e6 * middle[keep], alpha[keep], label=f"v = {v:g} m/s")
        axis.plot(1e6 * middle[keep][::200], adhesion(v, middle[keep])[::200], "k.", ms=3)
        if v == 0.05:
            for at in (1.4e-5, 2e-5, 3e-5):
                sheet.row(f"alpha(0.05 m/s, {1e6 * at:g} um)", adhesion(v, at), np.interp(at, middle[keep], alpha[keep]),
                          within=1e-5)
            sheet.row("dz/dt at 0.05 m/s, 30 um (eq. 4)", 0.05 * (1 - adhesion(v, 3e-5) * 3e-5 / z_ss),
                      np.interp(3e-5, middle[keep], speed[keep]), "m/s")
    axis.set(xlabel="deflection z (um)", ylabel="alpha")
    axis.legend()
    sheet.save(fig)
    sheet.note("Dots: eq. 8 with magnitudes.")
