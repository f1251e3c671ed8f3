# SPDX-License-Identifier: BSD-3-Clause
"""Figures of Avanzini, Serafin and Rocchesso (DAFx-02)."""
import numpy as np
from common import drive, figure, plt, render, run, steady

SECTION = "Avanzini, Serafin and Rocchesso, DAFx-02"
EP = dict(sigma0=1e4, sigma1=0.0, sigma2=0.0, mu_static=0.4, mu_kinetic=0.2, stribeck_velocity=0.1,
          breakaway=0.7)


def adhesion(v, z):
    """Eq. 6-8 for v, z > 0, with the numbers above and 1 N."""
    z_ss = (0.2 + 0.2 * np.exp(-((v / 0.1) ** 2))) / 1e4
    z_ba = 0.7 * 0.2 / 1e4
    middle = 0.5 * (1 + np.sin(np.pi * (z - 0.5 * (z_ss + z_ba)) / (z_ss - z_ba)))
    return np.where(z <= z_ba, 0, np.where(z >= z_ss, 1, middle))


@figure(SECTION, "dafx-3", "Fig. 3: the adhesion map alpha(v, z) (eq. 7, 8)", ["elastoplastic"])
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


def bowed(sheet, law, curve, settings, beta=0.15):
    """String velocity at the bow, and friction coefficient over relative velocity."""
    scene = run("show", "cello-d").replace("duration = 3.5", "duration = 1.8")
    start = scene.index("law = {")
    end = scene.index("};", start)
    scene = scene[:start] + "law = { type = \"" + law + "\"; " + settings + scene[end:]
    scene = scene.replace("position = 0.15", f"position = {beta}")
    d = render(scene, ["bow.velocity", "bow.force"])
    part = (d["time"] > 1.5) & (d["time"] < 1.54)
    t, v, mu = d["time"][part], d["bow.velocity"][part], d["bow.force"][part] / 1.1
    fig, (top, bottom) = plt.subplots(2, 1, figsize=(7, 6))
    top.plot(t, 0.1 - v, lw=0.9)
    top.set(xlabel="time (s)", ylabel="velocity at the bow (m/s)")
    bottom.plot(-v, mu, lw=0.7, label=law)
    w = np.linspace(1e-3, max(v.max(), 0.1) * 1.05, 300)
    bottom.plot(-w, curve(w), "k--", lw=0.9, label="steady curve")
    bottom.set(xlabel="relative velocity (m/s)", ylabel="friction coefficient")
    bottom.legend()
    sheet.save(fig)
    slipping = d["bow.velocity"][d["time"] > 1.3] > 0.25 * 0.1 / beta
    onsets = np.flatnonzero(slipping[1:] & ~slipping[:-1])
    away = np.abs(mu - np.interp(v, w, curve(w)))[v > 0.05]
    sheet.row("slips a period of 1/147 s (Helmholtz motion: 1)", 1,
              (len(onsets) - 1) / (np.ptp(onsets) / (len(slipping) / 0.5) * 147), within=0.01)
    fastest = (0.1 - d["bow.velocity"][d["time"] > 1.3]).min()
    sheet.note(f"Fastest slip {fastest:.3f} m/s; ideal Helmholtz motion: -v_b (1 - beta)/beta = "
               f"{-0.1 * (1 - beta) / beta:.3f} m/s.")
    sheet.note(f"The loop leaves the steady curve by up to {away.max():.2f} while slipping"
               " (above 0.05 m/s).")


@figure(SECTION, "dafx-6", "Fig. 6: bowed cello string with the thermal law (eq. 13)", ["thermal"])
def thermal(sheet):
    """147 Hz, Q 500, EI 3e-4 N m^2, 0.1 m/s, 1.1 N, as in the paper; friction that depends on
    the temperature of the contact: the thermal elasto-plastic set of van Walstijn and others
    (2026), `rosin laws thermal`. The paper's velocities, down to about -1.4 m/s, mean that the bow
    was near 0.07 of the string."""
    bowed(sheet, "thermal", lambda w: steady("thermal", w, force=1.1) / 1.1, "", 0.07)


@figure(SECTION, "dafx-7", "Fig. 7: bowed cello string with the elasto-plastic law (eq. 2, 4, 6-8)", ["elastoplastic"])
def elastoplastic(sheet):
    """The scene `cello-d`: 147 Hz, Q 500, EI 3e-4 N m^2, 0.1 m/s, 1.1 N, beta 0.15."""
    bowed(sheet, "elastoplastic", lambda w: 0.2 + 0.2 * np.exp(-((w / 0.2) ** 2)),
          "sigma0 = 1e4; sigma1 = 0.1; mu_static = 0.4; mu_kinetic = 0.2; stribeck_velocity = 0.2; breakaway = 0.7; ")
