# SPDX-License-Identifier: BSD-3-Clause
"""Martinez (2025): two dimensions, combined slip, and what the published fits mean."""
import os
import sys

import numpy as np
from common import drive, figure, plt, render, run, steady
from martinez import SECTION, induction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests"))
import pacejka  # noqa: E402

RATE = 1000


def field(x, y, peak, v0, zeta, across=(1, 1, 1)):
    """Eq. 18-21; `across`: F_max, v_max0 and zeta across in shares of those along. Each is the root
    of the squares weighted by the squares of the direction's cosines."""
    speed = np.hypot(x, y)
    q = np.divide(x * x, speed * speed, out=np.ones_like(speed), where=speed > 0)
    peak, v0, zeta = (p * np.sqrt(q + a * a * (1 - q)) for p, a in zip((peak, v0, zeta), across))
    vm = v0 + 0.5 * zeta * speed
    stiffness = 2 * peak * vm / (speed * speed + vm * vm)
    return stiffness * x, stiffness * y


def along(x, y, peak, v0, zeta, across=(1, 1, 1), turned=False):
    """rosin's force along x while it slips along y, both prescribed (as columns velocity, sideways);
    `turned`: the force along y. Also the means of x and y over its samples."""
    time = np.arange(len(x)) / RATE
    if turned:
        across = tuple(1 / a for a in across)
        peak, v0, zeta = peak / across[0], v0 / across[1], zeta / across[2]
        x, y = y, x
    d = drive("induction-2d", dict(time=time, velocity=x, sideways=y), "-r", RATE, force=1, mu=peak, v0=v0, zeta=zeta,
              mu_across=float(across[0]), v0_across=float(across[1]), zeta_across=float(across[2]))
    return d["velocity"], np.interp(d["time"], time, y), d["force"]


def both(x, y, *parameters, **more):
    """rosin's (F_x, F_y), and the (x, y) they belong to."""
    mx, my, fx = along(x, y, *parameters, **more)
    _, _, fy = along(x, y, *parameters, turned=True, **more)
    return mx, my, fx, fy


@figure(SECTION, "martinez-2d", "Section IV: two directions (eq. 14-21), and anisotropy", ["induction-2d"],
        made="laws without memory, prescribed velocities at 1 kHz: no grid and no chance in the figures")
def two_directions(sheet):
    """No figure of the paper. F_max 1, v_max0 0.01, zeta 0.5. Left: |F| over both relative velocities,
    with the force's direction; right: one turn of a circle of 0.01 m/s, the same in all directions
    and with parameters by direction (across: F_max 0.6, v_max0 2, zeta 0.5 of those along), dots: eq.
    18-21. The paper leaves open how parameters depend on direction ([23], [24], not at hand): rosin
    takes the root of the squares along and across, weighted by the cosines squared."""
    core, across = (1.0, 0.01, 0.5), (0.6, 2.0, 0.5)
    fig, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
    v = np.linspace(-0.04, 0.04, 41)
    size = np.empty((41, 41))
    arrows = []
    for i, y in enumerate(v):
        x, yy, fx, fy = both(v + 1e-9, np.full(41, y), *core)
        size[i] = np.interp(v, x, np.hypot(fx, fy))
        arrows.append((x[::5], yy[::5], fx[::5], fy[::5]))
    left.grid(False)
    image = left.pcolormesh(1000 * v, 1000 * v, size, cmap="viridis", shading="auto")
    for x, y, fx, fy in arrows[::5]:
        left.quiver(1000 * x, 1000 * y, fx, fy, color="w", scale=25, width=0.004)
    fig.colorbar(image, ax=left, label="|F|")
    left.set(xlabel="v_x (mm/s)", ylabel="v_y (mm/s)", aspect="equal")
    turn = np.linspace(0, 2 * np.pi, 361)
    for name, ratio in (("isotropic", (1, 1, 1)), ("anisotropic", across)):
        x, y, fx, fy = both(0.01 * np.cos(turn), 0.01 * np.sin(turn), *core, across=ratio)
        wx, wy = field(x, y, *core, ratio)
        right.plot(fx, fy, label=name)
        right.plot(wx[::15], wy[::15], "k.", ms=4)
        sheet.row(f"{name}: largest distance from eq. 18-21 over a turn", 0, np.hypot(fx - wx, fy - wy).max(), "N", within=1e-9)
    right.set(xlabel="F_x (N)", ylabel="F_y (N)", aspect="equal")
    right.legend(loc="lower right")
    sheet.save(fig)
    x, y, fx, fy = (a[1] for a in both(np.full(3, 0.006), np.full(3, 0.008), *core))
    sheet.row("F_x at (0.006, 0.008) m/s (eq. 18-20)", 0.6 * induction(0.01, *core), fx, "N")
    sheet.row("F_y there (eq. 21)", 0.8 * induction(0.01, *core), fy, "N")
    sheet.row("|F| there (eq. 15), that of one direction at |v|", steady("induction", [0.01], mu=1, v0=0.01, zeta=0.5)[0],
              np.hypot(fx, fy), "N")
    sheet.row("F_x/|F| there (eq. 16)", 0.6, fx / np.hypot(fx, fy))
    pair = render(PAIR.format(vx=0.006, vy=0.008), ["x.force", "y.force"])
    sheet.row("F_x of two contacts paired as axes (`across`)", 0.6 * induction(0.01, *core), pair["x.force"][-1], "N")
    sheet.row("F_y of the other", 0.8 * induction(0.01, *core), pair["y.force"][-1], "N")
    one = [a[1] for a in both(np.full(3, 1e-12), np.full(3, 0.02), *core, across=across)]
    sheet.row("anisotropic, along y alone: eq. 8 with the parameters across", induction(0.02, 0.6, 0.02, 0.25), one[3], "N")


# A block so heavy that it stays at rest, rubbed along both axes.
PAIR = """duration = 0.001; rate = 44100; gain = 0.0;
modals = {{ block = {{ modes = ( {{ frequency = 0.0; mass = 1e6; at = (1.0, 0.0); }},
  {{ frequency = 0.0; mass = 1e6; at = (0.0, 1.0); }} ); points = {{ x = 0.0; y = 1.0; }}; }}; }};
contacts = {{
  x = {{ a = "-"; b = "block"; position = "x"; force = 1.0; velocity = {vx};
    law = {{ type = "induction-2d"; mu = 1.0; v0 = 0.01; zeta = 0.5; }}; }};
  y = {{ a = "-"; b = "block"; position = "y"; force = 1.0; velocity = {vy}; across = "x";
    law = {{ type = "induction-2d"; mu = 1.0; v0 = 0.01; zeta = 0.5; }}; }};
}};
outputs = ( {{ signal = "block.velocity@x"; }} );
"""


def synthetic_slips():
    """Slips in percent over 20 s: braking and driving pulses, steered left and right meanwhile."""
    t = np.linspace(0, 20, 20 * RATE // 20 + 1)
    x = -18 * np.sin(np.pi * np.clip((t % 5) / 3, 0, 1)) ** 2 * np.where(t < 10, 1, -0.6)
    y = 9 * np.sin(2 * np.pi * t / 7.3) * np.clip(t / 2, 0, 1)
    return t, x, y


@figure(SECTION, "martinez-12", "Fig. 11, 12: forces under combined slip (eq. 33, 34)", ["induction-2d"],
        made="a synthetic run of 20 s, given in `docs/figures/martinez_fields.py`; no chance in it")
def combined(sheet):
    """The slips of Fig. 11 are measured and not printed: here is a synthetic run in their place (top),
    with the parameters of Fig. 10, in percent. Bottom: rosin's forces over load, dots: eq. 33 and 34.
    Grey: what each force would be by eq. 31 without the other slip; sharing the grip is what the
    model adds. The paper's FIT of more than 92 % is against measured forces, which are not printed
    either."""
    core = (1.227, 5.55, 0.46)
    t, x, y = synthetic_slips()
    mx, my, fx, fy = both(x, y, *core)
    at = np.linspace(0, 20, len(mx))
    wx, wy = field(mx, my, *core)
    fig, (top, bottom) = plt.subplots(2, 1, figsize=(8, 5.6), sharex=True)
    top.plot(at, mx, label="longitudinal slip (%)")
    top.plot(at, my, label="lateral slip (%)")
    top.legend()
    for mine, wanted, alone, colour, name in ((fx, wx, mx, "C0", "longitudinal"), (fy, wy, my, "C1", "lateral")):
        bottom.plot(at, induction(alone, *core), color="0.7", lw=0.9)
        bottom.plot(at, mine, color=colour, label=f"{name} force over load")
        bottom.plot(at[::25], wanted[::25], "k.", ms=3)
    bottom.set(xlabel="time (s)")
    bottom.legend()
    sheet.save(fig)
    sheet.row("longitudinal force: largest distance from eq. 33", 0, np.abs(fx - wx).max(), within=1e-9)
    sheet.row("lateral force: largest distance from eq. 34", 0, np.abs(fy - wy).max(), within=1e-9)
    size = np.hypot(fx, fy)
    sheet.row("largest resultant, F_max where |s| passes 5.55/(1 - 0.23)", 1.227, size.max(), within=1e-4)
    sheet.note(f"Combined slip takes up to {np.abs(induction(mx, *core) - fx).max():.2f} of the load from the longitudinal and "
               f"{np.abs(induction(my, *core) - fy).max():.2f} from the lateral force of pure slip.")


FITS = (("98.9 %", "three parameters, tyres (VII A)", "0.989"), ("93.01 %", "Fig. 10, longitudinal", "0.9301"),
        ("92 %", "Fig. 12, combined", "0.92"), ("99.7 %", "Fig. 13, Re 1e7", "0.997"), ("99 %", "Fig. 13, the other six", "0.99"))


def fit(rows, only):
    """R^2 in percent of `rosin fit` for the induction law."""
    import tempfile
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as f:
        f.write("velocity,force\n" + "".join(f"{a:.10g},{b:.10g}\n" for a, b in rows))
        f.flush()
        text = run("fit", f.name, "--law", "induction", "--only", only)
    return float(text.split("\nfit", 1)[1].split()[0])


@figure(SECTION, "martinez-fits", "The published FITs", ["induction"],
        made="201 slips evenly over 0 to 100 %; the noise is numpy's default generator, seed 20261122")
def fits(sheet):
    """The paper gives FIT as R^2 in percent against points it does not print: 98.9 % (three parameters,
    tyres), 93.01 % (Fig. 10), 92 % (Fig. 12), 99.7 % and 99 % (Fig. 13). From print alone none can be
    made again; what can be said is shown here. Left: `rosin fit` of the three parameters to Pacejka's
    formula with published constants of a tyre (Bakker, Nyborg and Pacejka 1987, which the paper cites;
    Canudas-de-Wit). Right: points strewn about the curve of Fig. 10 so that it has a FIT of 93.01 %."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8))
    found = []
    for name in pacejka.SETS:
        rows = list(pacejka.rows(name))
        found.append(fit(rows, "mu,v0,zeta"))
        left.plot(*np.transpose(rows), label=f"{name}: {found[-1]:.2f} %")
        sheet.row(f"FIT of three parameters to Pacejka's formula, {name}: short of 98.9 % by", 0, max(0.0, 98.9 - found[-1]),
                  "%", within=0, basis="printed")
    left.set(xlabel="slip (%)", ylabel="force over load")
    left.legend()
    s = np.linspace(-30, 30, 121)
    curve = steady("induction", s, mu=1.227, v0=5.55, zeta=0.46)
    spread = curve.std() * np.sqrt(1 / 0.9301 - 1)
    chance = np.random.default_rng(20261122)
    noisy = curve + spread * chance.standard_normal(len(s))
    right.plot(s, noisy, ".", ms=3)
    right.plot(s, curve, label="Fig. 10")
    right.set(xlabel="slip (%)", ylabel="force over load")
    right.legend()
    sheet.save(fig)
    sheet.note("FIT of the three parameters: " + ", ".join(f"{n} {x:.2f} %" for n, x in zip(pacejka.SETS, found)) +
               ". So \"more than 98.9 %\" holds for tyres as Pacejka's formula has them.")
    sheet.note("What a FIT leaves, in root mean square over the spread of the data: " + ", ".join(
        f"{text} ({what}) {100 * np.sqrt(1 - float(r)):.1f} %" for text, what, r in FITS) +
        f". Points that scatter by {spread:.2f} of the load about the curve of Fig. 10 would make its 93.01 %, and so would any "
        "others with the same sum of squares: the figure cannot be made from the parameters. For the same tyre force the text "
        "gives 98.9 % and 93.01 % (the second with the parameters of Fig. 10).")
