# SPDX-License-Identifier: BSD-3-Clause
"""The page on states of contact (Coulomb friction): four states, their transitions, random
belts, and contacts from two sides."""
import numpy as np
from common import drive, figure, plt, render

SECTION = "Contact states"
MASS, MU, RATE = 0.3, 0.4, 8000
SEED, BELTS = 20261122, 40

# A block on a floor, pushed; `sign` turns the push round. The push steps up through all states.
PUSHED = """duration = 1.0; rate = {rate}; gain = 0.0;
modals = {{ mass = {{ modes = ( {{ frequency = 0.0; mass = {mass}; at = (1.0); }} ); points = {{ x = 0.0; }}; }}; }};
contacts = {{ c = {{ a = "-"; b = "mass"; position = "x"; force = 1.0; velocity = 0.0;
  law = {{ type = "coulomb"; mu_static = {static}; mu_kinetic = {mu}; }}; }}; }};
pushes = {{ p = {{ body = "mass"; position = "x";
  force = {{ points = ( (0.0, 0.0), (0.1, {p1}), (0.2, {p2}), (0.4, {p3}), (0.6, {p4}) ); curve = "step"; }}; }}; }};
outputs = ( {{ signal = "mass.velocity@x"; }} );
"""

# A block between two belts, each with its load and speed.
BETWEEN = """duration = 0.5; rate = {rate}; gain = 0.0;
modals = {{ mass = {{ modes = ( {{ frequency = 0.0; mass = {mass}; at = (1.0); }} ); points = {{ x = 0.0; }}; }}; }};
contacts = {{
  upper = {{ a = "-"; b = "mass"; position = "x"; force = {n1}; velocity = {v1};
    law = {{ type = "coulomb"; mu_static = {mu}; mu_kinetic = {mu}; }}; }};
  lower = {{ a = "-"; b = "mass"; position = "x"; force = {n2}; velocity = {v2};
    law = {{ type = "coulomb"; mu_static = {mu}; mu_kinetic = {mu}; }}; }};
}};
outputs = ( {{ signal = "mass.velocity@x"; }} );
"""


def pushed(sign, static=MU):
    push = {f"p{i + 1}": sign * p for i, p in enumerate((0.3, 0.4, 0.5, 0.1))}
    d = render(PUSHED.format(rate=RATE, mass=MASS, mu=MU, static=static, **push), ["c.force", "mass.velocity@x"])
    return d["time"], -d["c.force"], d["mass.velocity@x"]


@figure(SECTION, "contact-states", "The four states, one after the other", ["coulomb"],
        made="8 kHz, steps of the push at whole samples; no chance in it")
def states(sheet):
    """A block of 0.3 kg under 1 N on a floor with mu 0.4, pushed with 0.3 N (it sticks), with 0.4 N
    (the page's transition: all that friction has, and no motion), with 0.5 N (about to slip, then
    slipping), and with 0.1 N (it slows down, and sticks again). Dotted: the same with the push
    turned round, the page's second direction."""
    t, f, v = pushed(1)
    t2, f2, v2 = pushed(-1)
    fig, (top, bottom) = plt.subplots(2, 1, figsize=(7, 5), sharex=True)
    push = np.select([t < 0.1, t < 0.2, t < 0.4, t < 0.6], [0, 0.3, 0.4, 0.5], 0.1)
    top.plot(t, push, "k:", lw=0.9, label="push (N)")
    top.plot(t, f, "r", label="friction (N)")
    top.plot(t2, f2, "r:", lw=0.8)
    top.legend()
    bottom.plot(t, 1000 * v, "b")
    bottom.plot(t2, 1000 * v2, "b:", lw=0.8)
    bottom.set(xlabel="time (s)", ylabel="velocity (mm/s)")
    for at, name in ((0.15, "sticking"), (0.3, "transition"), (0.5, "slipping"), (0.68, "slipping"), (0.9, "sticking")):
        top.text(at, -0.3, name, ha="center", fontsize=8)
    sheet.save(fig)
    step, off = 1 / RATE, int(round(0.4 * RATE))
    part = (t > 0.1 + step) & (t < 0.2 - step)
    sheet.row("sticking, v = 0 and a = 0: largest velocity under 0.3 N", 0, np.abs(v[part]).max(), "m/s", within=1e-15)
    sheet.row("sticking, F <= mu N: friction under 0.3 N", 0.3, f[part][-1], "N", within=1e-12)
    part = (t > 0.2 + step) & (t < 0.4 - step)
    sheet.row("transition, v = 0 and a = 0: largest velocity under 0.4 N", 0, np.abs(v[part]).max(), "m/s", within=1e-15)
    sheet.row("transition, F = mu N: friction under 0.4 N", MU, f[part][-1], "N", within=1e-12)
    sheet.row("about to slip, v = 0, a != 0: acceleration as it sets off", (0.5 - MU) / MASS,
              (v[off + 1] - v[off]) / step, "m/s^2", within=1e-8)
    sheet.row("about to slip, F = mu N against a: friction in its first sample", MU, f[off], "N", within=1e-12)
    part = (t > 0.4 + step) & (t < 0.6 - step)
    sheet.row("slipping, F = mu N against v: least friction", MU, f[part].min(), "N", within=1e-12)
    at = np.searchsorted(t, 0.6) - 3  # the push steps in the middle of the sample that ends at 0.4 s
    sheet.row("slipping: velocity at its end, a t", (0.5 - MU) / MASS * (t[at] - 0.4 + 0.5 * step), v[at], "m/s")
    stop = 0.6 + (0.5 - MU) * 0.2 / (MU - 0.1)
    last = np.flatnonzero(v > 1e-12)[-1]
    sheet.row("slipping, push 0.1 N: time at which it comes to rest", stop, t[last] + 0.5 * step, "s", within=step / stop)
    sheet.row("sticking again: friction under 0.1 N", 0.1, f[-1], "N", within=1e-12)
    sheet.row("the other direction: largest difference in force", 0, np.abs(f + f2).max(), "N", within=1e-15)
    _, f3, _ = pushed(1, 0.45)
    sheet.row("mu_static 0.45, mu_kinetic 0.4: sticks under 0.4 N by that", 0.4, f3[int(0.3 * RATE)], "N", within=1e-12)
    sheet.row("... and slips off under 0.5 N with mu_kinetic N", 0.4, f3[off + 2], "N", within=1e-12)
    sheet.note("The page has one mu; where static and kinetic friction differ, rosin holds with the first and slips with "
               "the second, which leaves a gap in which both states would do: what it did before decides.")


@figure(SECTION, "contact-sides", "Contact from two sides", ["coulomb"],
        made="44.1 kHz, two contacts solved as a group, in which what sticks creeps at up to 2e-7 m/s; no chance in it")
def sides(sheet):
    """A block of 0.3 kg at rest between two belts that run against each other at 20 and 50 mm/s,
    pressed with 2 N above and 1 N below, mu 0.4. Above it is about to slip forwards, below
    backwards: the harder side wins, takes the block along, and once that sticks above, friction
    there falls to what the lower side, which slips on, asks for."""
    rate, v1, v2 = 44100, 0.02, -0.05
    d = render(BETWEEN.format(rate=rate, mass=MASS, mu=MU, n1=2.0, n2=1.0, v1=v1, v2=v2),
               ["upper.force", "lower.force", "mass.velocity@x"])
    t, v = d["time"], d["mass.velocity@x"]
    fig, (top, bottom) = plt.subplots(2, 1, figsize=(7, 4.6), sharex=True)
    top.plot(t, d["upper.force"], label="upper side (N)")
    top.plot(t, d["lower.force"], label="lower side (N)")
    top.legend()
    bottom.plot(t, 1000 * v, "b")
    bottom.set(xlabel="time (s)", ylabel="velocity (mm/s)", xlim=(0, 0.05))
    sheet.save(fig)
    caught = v1 * MASS / (0.8 - 0.4)
    first = np.flatnonzero(v > v1 - 1e-6)[0]
    sheet.row("about to slip on both sides: acceleration (F1 - F2)/m", 0.4 / MASS, (v[10] - v[9]) * rate, "m/s^2")
    sheet.row("slipping: friction above, mu N1", 0.8, d["upper.force"][5], "N")
    sheet.row("slipping: friction below, -mu N2", -0.4, d["lower.force"][5], "N")
    sheet.row("time at which it is as fast as the upper belt", caught, t[first], "s", within=1.5 / rate / caught)
    sheet.row("sticking above: friction there, as much as the lower asks", 0.4, d["upper.force"][-1], "N")
    sheet.row("still slipping below", -0.4, d["lower.force"][-1], "N")
    sheet.note("`tests/verify/states.c` does the page's analysis for 500 random blocks each of four kinds (on a floor; two "
               "bodies, both pushed; held from two sides; between two belts): both assumptions are checked by hand, exactly one "
               "passes every time, and rosin is in that state, with its force and motion (`make verify ONLY=states`).")


def draw_belt(chance):
    """As tests/verify/coulomb.c: a block that would stick, released within 1.5 s."""
    while True:
        log = lambda a, b: a * (b / a) ** chance.random()  # noqa: E731
        m, w, v, n, muk = log(1e-4, 0.1), 2 * np.pi * log(5, 500), log(1e-3, 0.3), log(0.1, 20), chance.uniform(0.05, 0.8)
        mus = muk * chance.uniform(1.05, 3)
        k, fk, fs = m * w * w, muk * n, mus * n
        if v * k / (fk * w) > 0.95:
            continue
        rise = np.arcsin(v * k / (fk * w)) / w
        first = rise + (fs / k - fk / k * (1 - np.cos(w * rise))) / v
        period = 2 * (fs - fk) / (k * v) + (np.pi + 2 * np.arctan(v * k / (w * (fs - fk)))) / w
        if first + 4 * period < 1:
            return m, k, v, n, mus, muk, first, period


def belt(rate, m, k, v, n, mus, muk, first, period):
    """First release, mean period, and the largest second difference of the force while it sticks."""
    d = drive("coulomb", f"belt:{m:.12g}:{k:.12g}:{v:.12g}", "-d", f"{first + 3.5 * period:.9g}", "-r", rate, force=float(n),
              mu_static=float(mus), mu_kinetic=float(muk))
    stuck = np.abs(d["velocity"]) < 1e-9 * v
    off = np.flatnonzero(stuck[1:-1] & ~stuck[2:]) + 2
    off = off[stuck[off - 2]]
    swing = np.abs(np.diff(d["force"], 2)) / (mus * n)
    inside = stuck[4:-2] & stuck[3:-3] & stuck[2:-4] & stuck[1:-5] & stuck[:-6] & stuck[5:-1] & stuck[6:]
    return off[0] / rate, np.mean(np.diff(off)) / rate, swing[3:-1][inside].max(), d


@figure(SECTION, "contact-belts", "Random belts: release, period, and a force that does not alternate", ["coulomb"],
        made=f"44.1 kHz; {BELTS} belts of numpy's default generator, seed {SEED}, and `tests/verify/coulomb` with 200 of its own "
             "at 44.1, 96 and 176.4 kHz")
def belts(sheet):
    """Blocks on springs on belts: 0.1 g to 0.1 kg, 5 to 500 Hz, 1 to 300 mm/s, 0.1 to 20 N, mu_kinetic
    0.05 to 0.8, mu_static 1.05 to 3 times that. Sticking from the belt's speed on, first released
    where the spring has f_s, then periods of 2 df/(k v) + (pi + 2 atan(v k/(omega df)))/omega. Left:
    what is off, in samples and in percent; right: the force of the first belt, whose sticks are
    straight lines (a force that alternates round the true one would let go at half the load)."""
    chance, rate = np.random.default_rng(SEED), 44100
    found, shown = [], None
    for i in range(BELTS):
        b = draw_belt(chance)
        first, period, swing, d = belt(rate, *b)
        found.append((first, b[-2], period, b[-1], swing))
        if i == 0:
            shown = d
    first, first_by, period, period_by, swing = np.array(found).T
    fig, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6))
    left.plot(rate * (first - first_by), 100 * (first / first_by - 1), "o", ms=3, label="first release")
    left.plot(rate * (period - period_by), 100 * (period / period_by - 1), "s", ms=3, label="period")
    left.set(xlabel="off by (samples)", ylabel="off by (%)")
    left.legend()
    right.plot(shown["time"], shown["force"], lw=0.9)
    right.set(xlabel="time (s)", ylabel="friction (N)")
    sheet.save(fig)
    wrong = lambda a, b: np.sum(~(np.abs(a - b) <= np.maximum(0.01 * b, 2 / rate)))  # noqa: E731
    sheet.row(f"first releases of {BELTS} off by more than 1 % and two samples", 0, wrong(first, first_by), within=0)
    sheet.row(f"periods of {BELTS} off by more than 1 % and two samples", 0, wrong(period, period_by), within=0)
    sheet.row("alternation: largest second difference of the force while it sticks, of f_s", 0, swing.max(), within=1e-6)
    known = drive("coulomb", "belt:0.000854193:68.8132:0.0261696", "-r", rate, "-d", 0.3, force=1, mu_static=0.346569,
                  mu_kinetic=0.21212518)
    m, k, v, fs, fk = 0.000854193, 68.8132, 0.0261696, 0.346569, 0.21212518
    w = np.sqrt(k / m)
    rise = np.arcsin(v * k / (fk * w)) / w
    release = rise + (fs / k - fk / k * (1 - np.cos(w * rise))) / v
    off = np.flatnonzero((np.abs(known["velocity"][:-1]) < 1e-9 * v) & (np.abs(known["velocity"][1:]) > 1e-9 * v)) + 1
    sheet.row("m 0.854193 g, k 68.8132 N/m, 26.1696 mm/s, mu 0.346569 / 0.21212518: first release", release,
              off[off > release * rate / 2][0] / rate, "s", within=2 / rate / release)
    sheet.note(f"The worst of these first releases is off by {rate * np.abs(first - first_by).max():.2f} samples, the worst "
               f"period by {rate * np.abs(period - period_by).max():.2f}.")
