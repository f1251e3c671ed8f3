# SPDX-License-Identifier: BSD-3-Clause
"""Figures 6 and 7 of Avanzini, Serafin and Rocchesso (DAFx-02): a bowed cello string under two laws,
at one place of the bow, and why its fastest slip is not that of ideal Helmholtz motion."""
import os
import subprocess

import numpy as np
from common import ROSIN, figure, plt, render, run, steady
from dafx import SECTION

SPEED, FORCE, BETA = 0.1, 1.1, 0.085
ELASTOPLASTIC = ("sigma0 = {sigma0}; sigma1 = 0.1; mu_static = 0.4; mu_kinetic = 0.2; stribeck_velocity = 0.2; "
                 "breakaway = 0.7; ")
MADE = "the scene `cello-d` at 88.2 kHz inside; of 1.8 s what comes after 1.3 s; no chance in it"


def scene(law, settings, beta, changes=(), oversample=2):
    """`cello-d` with another law, place and properties."""
    text = run("show", "cello-d").replace("duration = 3.5", "duration = 1.8")
    start = text.index("law = {")
    end = text.index("};", start)
    text = text[:start] + "law = { type = \"" + law + "\"; " + settings + text[end:]
    for old, new in (("position = 0.15", f"position = {beta:.9g}"), ("oversample = 2", f"oversample = {oversample}"), *changes):
        if old not in text:
            raise ValueError(f"cello-d has no '{old}'")
        text = text.replace(old, new)
    return text


class Motion:
    """A whole number of periods of steady motion."""

    def __init__(self, text, beta):
        d = render(text, ["bow.velocity", "bow.force"])
        late = d["time"] > 1.3
        t, v, mu = d["time"][late], d["bow.velocity"][late], d["bow.force"][late] / FORCE
        slips = v > 0.25 * SPEED / beta
        onsets = np.flatnonzero(slips[1:] & ~slips[:-1])
        some = slice(onsets[0], onsets[-1])
        self.ideal = -SPEED * (1 - beta) / beta
        self.periods = len(onsets) - 1
        self.slips_a_period = self.periods / ((t[onsets[-1]] - t[onsets[0]]) * 147)
        self.t, self.v, self.mu, self.slips = t[some], v[some], mu[some], slips[some]
        self.string = SPEED - self.v

    def area(self, beyond=-np.inf):
        """Of the loop of mu over relative speed (of what is `beyond` a speed), m/s a period: above 0 where
        friction is higher as the slip speeds up than as it slows down."""
        fast = np.minimum(self.v[1:], self.v[:-1]) > beyond
        return np.sum((0.5 * (self.mu[1:] + self.mu[:-1]) * np.diff(self.v))[fast]) / self.periods

    def near(self, curve):
        """Share of the slip within 0.01 of a steady curve, and the largest distance."""
        fast = self.v > 0.05
        w = np.linspace(1e-4, self.v.max() * 1.05, 600)
        away = np.abs(self.mu - np.interp(self.v, w, curve(w)))[fast]
        return np.mean(away < 0.01), away.max()


def draw(sheet, m, law, curve):
    part = slice(0, np.searchsorted(m.t, m.t[0] + 0.04))
    fig, (top, bottom) = plt.subplots(2, 1, figsize=(7, 6))
    top.plot(m.t[part], m.string[part], lw=0.9)
    top.set(xlabel="time (s)", ylabel="velocity at the bow (m/s)", ylim=(-1.5, 0.5))
    bottom.plot(-m.v[part], m.mu[part], lw=0.7, label=law)
    w = np.linspace(1e-3, m.v.max() * 1.05, 300)
    bottom.plot(-w, curve(w), "k--", lw=0.9, label="steady curve")
    bottom.set(xlabel="relative velocity (m/s)", ylabel="friction coefficient")
    bottom.legend()
    sheet.save(fig)


def judge(sheet, m, curve):
    """What text, captions and axes print, as far as both figures share it."""
    sheet.row("slips a period of 1/147 s (\"Helmholtz motion is achieved\": 1)", 1, m.slips_a_period, within=0.01, basis="printed")
    sheet.row("velocity while sticking, median: V_b", SPEED, np.median(m.string[~m.slips]), "m/s", within=0.01, basis="printed")
    inside, furthest = m.near(curve)
    sheet.note(f"Fastest slip {m.string.min():.3f} m/s, median {np.median(m.string[m.slips]):.3f}; ideal Helmholtz motion: -v_b (1 - "
               f"beta)/beta = {m.ideal:.3f} m/s. Friction coefficient {m.mu.min():.3f} to {m.mu.max():.3f}.")
    sheet.note(f"The loop's area is {m.area():+.4f} m/s a period ({'higher' if m.area() > 0 else 'lower'} friction as the slip "
               f"speeds up than as it slows down, on the whole), {m.area(0.2):+.4f} beyond 0.2 m/s; {100 * inside:.0f} % of the slip (above 0.05 m/s) is within 0.01 of "
               f"the steady curve, the furthest {furthest:.2f} away.")


def beside_finer(sheet, m, fine):
    """Area and overshoot have no formula: beside the same at four times the rate."""
    sheet.row("loop's area, 88.2 kHz beside 352.8", fine.area(), m.area(), "m/s", within=0.1, basis="finer")
    sheet.row("fastest slip, the same", fine.string.min(), m.string.min(), "m/s", within=0.02, basis="finer")


def axes(sheet, m, floor, ceiling):
    sheet.row("samples outside the drawn axis of velocity, -1.5 to 0.5 m/s", 0, np.sum((m.string < -1.5) | (m.string > 0.5)),
              within=0, basis="printed")
    sheet.row(f"samples outside the drawn axis of friction, {floor:g} to {ceiling:g}", 0, np.sum((m.mu < floor) | (m.mu > ceiling)),
              within=0, basis="printed")


@figure(SECTION, "dafx-6", "Fig. 6: bowed cello string with the thermal law (eq. 13)", ["thermal"], made=MADE)
def thermal(sheet):
    """147 Hz, Q 500, EI 3e-4 N m^2, 0.1 m/s, 1.1 N, as printed; friction that depends on the temperature of
    the contact: the thermal elasto-plastic set of van Walstijn and others (2026), `rosin laws thermal`,
    since that of [12] is not given. The place of the bow is not printed: beta 0.085 for both figures,
    where both laws make one slip a period and stay inside the drawn axes. Rows judge what text, caption
    and axes print; what the drawing alone shows, the wave's ripple and the loop's path, no row judges:
    that is for the eye."""
    curve = lambda w: steady("thermal", w, force=FORCE) / FORCE  # noqa: E731
    m = Motion(scene("thermal", "", BETA), BETA)
    draw(sheet, m, "thermal", curve)
    judge(sheet, m, curve)
    axes(sheet, m, 0.2, 1.2)
    beside_finer(sheet, m, Motion(scene("thermal", "", BETA, oversample=8), BETA))
    sheet.note("The caption says that \"no part of the hysteretical curve follows the steady state curve\", which is that of [12]. The "
               "steady curve that belongs to this set is followed for part of the slip, and left by the rest.")


@figure(SECTION, "dafx-7", "Fig. 7: bowed cello string with the elasto-plastic law (eq. 2, 4, 6-8)", ["elastoplastic"], made=MADE)
def elastoplastic(sheet):
    """The same string, bow and place. mu_s 0.4, mu_d 0.2 and c < 1 are printed (0.7 here); sigma_0 1e4,
    sigma_1 0.1, v_s 0.2 m/s are those of the scene `cello-d`: the paper's are \"taken from the literature\"."""
    curve = lambda w: 0.2 + 0.2 * np.exp(-((w / 0.2) ** 2))  # noqa: E731
    m = Motion(scene("elastoplastic", ELASTOPLASTIC.format(sigma0=1e4), BETA), BETA)
    draw(sheet, m, "elastoplastic", curve)
    judge(sheet, m, curve)
    sheet.row("samples outside -1.5 to 0.5 m/s, the axis of Fig. 6", 0, np.sum((m.string < -1.5) | (m.string > 0.5)), within=0,
              basis="printed")
    sheet.row("samples with mu above mu_s 0.4", 0, np.sum(m.mu > 0.4), within=0, basis="printed")
    other = Motion(scene("elastoplastic", "sigma0 = 3.186e5; sigma1 = 0.0027; mu_static = 1.02; mu_kinetic = 0.51; "
                         "stribeck_velocity = 0.228; breakaway = 0.7; ", BETA, oversample=8), BETA)
    fine = Motion(scene("elastoplastic", ELASTOPLASTIC.format(sigma0=1e4), BETA, oversample=8), BETA)
    beside_finer(sheet, m, fine)
    sheet.note("The loop crosses itself. While it slips fast it runs as that of Fig. 6, higher on the way out than on the way back; "
               "the lobe where it lets go and is caught runs the other way, since bristles that bend lag behind.")
    sheet.note("Area and sense belong to the parameters, which are not printed: with the set that Matusiak and others (2025) "
               f"fitted to a measured string the area is {other.area():+.4f} m/s, in the sense of Fig. 6. That both loops leave the steady curve is what the text "
               "claims (\"qualitatively similar\"); how alike they are is for the eye.")


def beside_modes(sheet, beta=0.15, force=1.1):
    """The string as 240 modes under an integrator of its own (tests/verify/bowed.c), and as rosin has it."""
    said = subprocess.run([os.path.join(os.path.dirname(ROSIN), "tests", "verify", "bowed"), str(beta), str(force)],
                          check=True, capture_output=True, text=True).stdout
    found = {line.split()[0]: float(line.split()[1]) for line in said.splitlines()}
    for key, what, within in (("share", "share of the period that slips, of beta", 0.01), ("fastest", "fastest slip, of ideal", 0.02)):
        sheet.row(f"without torsion and stiffness, beta {beta:g}, from rest, beside 240 modes: {what}",
                  found[f"bowed_{key}_modes_{beta:g}"], found[f"bowed_{key}_rosin_{beta:g}"], within=within)


CASES = (("the scene `cello-d`: beta 0.15, sigma_0 1e4", 0.15, 1e4, 2, ()),
         ("beta 1/7 instead: a node of the seventh partial", 1 / 7, 1e4, 2, ()),
         ("beta 0.155 instead", 0.155, 1e4, 2, ()),
         ("sigma_0 1e5 instead", 0.15, 1e5, 8, ()),
         ("without torsion", 0.15, 1e4, 2, (("torsion_frequency = 808.0", "torsion_frequency = 0.0"),)),
         ("without bending stiffness", 0.15, 1e4, 2, (("bending_stiffness = 3e-4", "bending_stiffness = 0.0"),)),
         ("without both, beta 1/7, sigma_0 1e5", 1 / 7, 1e5, 8,
          (("torsion_frequency = 808.0", "torsion_frequency = 0.0"), ("bending_stiffness = 3e-4", "bending_stiffness = 0.0"))))


@figure(SECTION, "dafx-slip", "Why the fastest slip of `cello-d` is beyond ideal", ["elastoplastic"],
        made="`cello-d`, 1.8 s, after 1.3 s; 88.2 kHz inside, 352.8 for sigma_0 1e5; no chance in it")
def slip(sheet):
    """The fastest slip is faster than ideal Helmholtz motion has it. Which part is the bristles', which the
    place's, which the string's? One thing is changed at a time."""
    fig, axis = plt.subplots(figsize=(7, 3.8))
    lines = ["| changed | fastest slip, of ideal | median | share of the period, of beta |", "|---|---|---|---|"]
    last, beyond, median, share = None, [], [], []
    for name, beta, sigma0, over, changes in CASES:
        m = Motion(scene("elastoplastic", ELASTOPLASTIC.format(sigma0=sigma0), beta, changes, over), beta)
        beyond.append(m.string.min() / m.ideal - 1)
        median.append(np.median(m.string[m.slips]) / m.ideal)
        share.append(m.slips.mean() / beta)
        lines.append(f"| {name} | {1 + beyond[-1]:.3f} | {median[-1]:.3f} | {share[-1]:.3f} |")
        start = np.flatnonzero(m.slips[1:] & ~m.slips[:-1])[2]
        some = slice(start - 40 * over, start + 100 * over)
        if name.startswith(("the scene", "without b")):
            axis.plot(1000 * (m.t[some] - m.t[start]), m.string[some] / -m.ideal, lw=1, label=name)
        last = m
    axis.axhline(-1, color="k", lw=0.7, ls=":")
    axis.set(xlabel="time from the release (ms)", ylabel="velocity at the bow, of ideal slip")
    axis.legend(loc="upper center")
    axis.set(ylim=(-1.4, 0.9))
    sheet.save(fig)
    sheet.row("ideal string, stiff bristles, beta 1/7: median slip of ideal", 1, np.median(last.string[last.slips]) / last.ideal,
              within=0.01)
    sheet.row("... share of the period that slips, of beta", 1, last.slips.mean() * 7, within=0.02)
    beside_modes(sheet)
    sheet.note("\n".join(lines))
    left = [f"{100 * b / beyond[0]:.0f} %" for b in beyond]
    sheet.note(f"The fastest slip of the scene is {100 * beyond[0]:.0f} % faster than ideal. It is an overshoot of an instant, not the slip's "
               f"velocity, whose median is {median[0]:.2f} of ideal, while the slip lasts {share[0]:.2f} times as long. Of the overshoot is "
               f"left: {left[1]} at a node of the seventh partial, {left[2]} a little further (the place decides how short waves, which run "
               f"ahead of the corner, add up), {left[3]} under bristles ten times as stiff, {left[4]} without torsion, {left[5]} without bending "
               f"stiffness, {left[6]} on an ideal string under stiff bristles.")
