#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures what `rosin render` makes: the bowed string's regime and pitch, aliasing,
the scenes' levels. Prints lines: name value samples seed. Needs numpy and scipy.

Regimes as in the design notes: a slip begins where the relative velocity passes
0.25 v_b / beta and ends below 0.4 of that; Helmholtz motion has one slip a period
(within 5%), onsets that jitter less than 2%, an autocorrelation above 0.95 at the
period and a slip fraction below 2.2 beta, over the last twenty periods."""
import os
import re
import subprocess
import sys
import tempfile
import warnings

import numpy as np
from scipy.io import wavfile

ROSIN = os.environ.get("ROSIN", "build/rosin")
F0 = 147.0
warnings.filterwarnings("ignore", category=wavfile.WavFileWarning)


def line(name, value, samples, seed=0):
    print(name, value if isinstance(value, (int, str)) else f"{value:.6g}", samples, seed, flush=True)


def render(scene, *options, probes=()):
    """Sound (float), its rate; the probes as columns, and theirs (the engine's)."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.wav")
        words = [ROSIN, "render", scene, "-o", out, "--format", "float", *options]
        if probes:
            words += ["--probe", ",".join(probes), "--probe-file", os.path.join(folder, "p.wav")]
        subprocess.run(words, check=True, stderr=subprocess.DEVNULL)
        rate, x = wavfile.read(out)
        fast, p = wavfile.read(os.path.join(folder, "p.wav")) if probes else (rate, None)
    if probes and p.ndim == 1:
        p = p[:, None]
    return x.astype(float), rate, p, fast


def cello(folder, ramp=0.05, beta=0.15, force=1.1, seconds=2.0, **string):
    """A variant of cello-d as a file: bowed from rest, no release."""
    text = subprocess.run([ROSIN, "show", "cello-d"], check=True, capture_output=True, text=True).stdout
    text = re.sub(r"velocity = \(.*?\);", f"velocity = ( (0.0, 0.0), ({ramp}, 0.1) );", text)
    text = re.sub(r"force = \( .*?\);", f"force = {float(force)};", text)
    text = re.sub(r"position = [0-9.]+;", f"position = {beta};", text)
    text = re.sub(r"duration = [0-9.]+;", f"duration = {seconds};", text)
    for key, value in string.items():
        text = re.sub(rf"\b{key} = [0-9.e-]+;", f"{key} = {value};", text)
    path = os.path.join(folder, "variant.cfg")
    with open(path, "w") as f:
        f.write(text)
    return path


def slips(v, rate, beta, speed=0.1):
    """Times (s) at which slips begin, to a fraction of a sample, and the slipping share. One
    that runs as the stretch opens is not among them: nobody saw it begin."""
    high = 0.25 * speed / beta
    low = 0.4 * high
    onset, slipping, inside = [], v[0] >= low, 0
    for i in range(1, len(v)):
        if not slipping and v[i] > high:
            slipping = True
            t = (i - 1 + (high - v[i - 1]) / (v[i] - v[i - 1])) / rate
            if not onset or t - onset[-1] > 0.02 / F0:
                onset.append(t)
        elif slipping and v[i] < low:
            slipping = False
        inside += slipping
    return np.array(onset), inside / len(v)


def regime(v, rate, beta):
    """Name and figures of the last twenty periods."""
    period = rate / F0
    tail = v[-int(20 * period) - 1:]
    onset, share = slips(tail, rate, beta)
    if len(onset) < 3:
        return "silent or sticking", dict(slips=len(onset) / 20, jitter=9, share=share, cents=0)
    gaps = np.diff(onset)
    per_period = len(onset) / 20
    f = 1 / np.mean(gaps)
    jitter = np.std(gaps) * F0
    lag = int(round(rate / F0))
    a, b = tail[:-lag] - tail[:-lag].mean(), tail[lag:] - tail[lag:].mean()
    correlation = (a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum())
    figures = dict(slips=per_period, jitter=jitter, share=share, cents=1200 * np.log2(f / F0),
                   correlation=correlation)
    if abs(per_period - 1) <= 0.06 and jitter < 0.02 and correlation > 0.95 and share < 2.2 * beta:
        return "Helmholtz", figures
    if correlation > 0.9 and per_period > 1.5:
        return "several slips", figures
    return "raucous or subharmonic", figures


def bowed():
    with tempfile.TemporaryDirectory() as folder:
        for name, ei in (("", 0.0), ("_stiff", 3e-4)):
            path = cello(folder, bending_stiffness=ei)
            _, _, p, rate = render(path, probes=["bow.velocity"])
            kind, f = regime(p[:, 0], rate, 0.15)
            line(f"cello{name}_helmholtz", int(kind == "Helmholtz"), len(p))
            line(f"cello{name}_slips_per_period", len(slips(p[rate:, 0], rate, 0.15)[0]) /
                 ((len(p) - rate) / rate * F0), len(p) - rate)
            line(f"cello{name}_onset_jitter", f["jitter"], len(p))
            line(f"cello{name}_pitch_cents", f["cents"], len(p))
            line(f"cello{name}_slip_over_beta", f["share"] / 0.15, len(p))
        for name, force in (("little", 0.02), ("much", 12.0)):
            path = cello(folder, force=force)
            _, _, p, rate = render(path, probes=["bow.velocity"])
            kind, f = regime(p[:, 0], rate, 0.15)
            print(f"too {name} force, {force} N: {kind} {f}", file=sys.stderr)
            line(f"cello_too_{name}_force_helmholtz", int(kind == "Helmholtz"), len(p))


def variants():
    random = np.random.default_rng(20260401)
    good = 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(40):
            v = dict(beta=round(random.uniform(0.13, 0.17), 4), ramp=round(np.exp(random.uniform(np.log(0.02), np.log(0.1))), 4),
                     q=round(random.uniform(300, 900), 1), torsion_frequency=round(random.uniform(5, 6) * F0, 1),
                     torsion_q=round(random.uniform(17, 57), 1), bending_stiffness=round(random.uniform(0, 6e-4), 6))
            _, _, p, rate = render(cello(folder, **v), probes=["bow.velocity"])
            kind, f = regime(p[:, 0], rate, v["beta"])
            good += kind == "Helmholtz"
            if kind != "Helmholtz":
                print(f"variant {i + 1}: {kind}: {v} {f}", file=sys.stderr)
    line("cello_variants_helmholtz", good, 40 * 88200, 20260401)


def judge():
    """The judge itself: Helmholtz motion of 147.3 Hz, at a share that the bow may have, is that
    whatever it is doing as the last twenty periods open; two slips a period never are."""
    rate, beta = 88200, 0.16
    high = 0.1 / beta
    good = bad = 0
    for phase in np.arange(100) / 100:
        turn = (np.arange(rate // 4) * 147.3 / rate + phase) % 1
        good += regime(np.clip(high * (1 - (np.abs(turn - 0.5) / (0.55 * beta)) ** 8), 0, high), rate, beta)[0] == "Helmholtz"
        turn = 2 * turn % 1
        bad += regime(np.clip(high * (1 - (np.abs(turn - 0.5) / (0.55 * beta)) ** 8), 0, high), rate, beta)[0] == "Helmholtz"
    line("helmholtz_judge_opens_anywhere", good, 100 * (rate // 4))
    line("helmholtz_judge_two_slips", bad, 100 * (rate // 4))


def loop_departure():
    """How far the friction coefficient leaves the steady curve while slipping, as in
    Fig. 7: root mean square over one second, over mu_static - mu_kinetic."""
    with tempfile.TemporaryDirectory() as folder:
        _, _, p, rate = render(cello(folder), probes=["bow.velocity", "bow.force"])
    v, mu = p[rate:, 0], p[rate:, 1] / 1.1
    slip = v > 0.1
    steady = 0.2 + 0.2 * np.exp(-(v / 0.2) ** 2)
    line("cello_loop_departure", np.sqrt(np.mean((mu - steady)[slip] ** 2)) / 0.2, int(slip.sum()))


def spectrum(x):
    w = np.blackman(len(x))
    return np.abs(np.fft.rfft(x * w)) / w.sum()


def aliasing():
    """Harmonics to 5 kHz of the scene as it comes against an engine eight times as fast,
    and what lies between them."""
    with tempfile.TemporaryDirectory() as folder:
        path = cello(folder, seconds=4.0)
        lows = []
        for options in ((), ("--oversample", "16")):
            x, rate, p, fast = render(path, *options, probes=["bow.velocity"])
            v = p[:, 0]
            onset, _ = slips(v[2 * fast:], fast, 0.15)
            f = (len(onset) - 1) / (onset[-1] - onset[0])
            y = x[2 * rate:]
            s = spectrum(y)
            hz = np.fft.rfftfreq(len(y), 1 / rate)
            # all the energy within 8 Hz of a harmonic: a wandering pitch only widens it
            level = np.array([np.sqrt((s[np.abs(hz - k * f) < 8] ** 2).sum())
                              for k in range(1, int(5000 / f) + 1)])
            between = np.abs((hz / f + 0.5) % 1 - 0.5) * f > 8
            between &= hz > 40
            lows.append((level, 10 * np.log10((s[between] ** 2).sum() / (s[hz > 40] ** 2).sum())))
    count = min(len(lows[0][0]), len(lows[1][0]))
    a, b = lows[0][0][:count], lows[1][0][:count]
    heard = b > b.max() * 1e-3  # within 60 dB of the strongest
    error = 20 * np.log10(a[heard] / b[heard])
    print("harmonics, dB:", np.round(error, 2), file=sys.stderr)
    line("aliasing_harmonic_error_db", np.abs(error).max(), 2 * 88200)
    line("aliasing_inharmonic_db", lows[0][1], 88200)


def scenes():
    contacts = {"cello-d": "bow", "squeak": "hinge", "glass": "finger"}
    for name, contact in contacts.items():
        x, rate, p, fast = render(name, probes=[f"{contact}.velocity", f"{contact}.force", f"{contact}.normal"])
        key = name.replace("-", "_")
        line(f"{key}_peak_dbfs", 20 * np.log10(np.abs(x).max()), len(x))
        line(f"{key}_mean_db", 20 * np.log10(abs(x.mean()) / np.sqrt((x * x).mean()) + 1e-12), len(x))
        middle = x[int(0.4 * len(x)):int(0.65 * len(x))]
        s = spectrum(middle)
        hz = np.fft.rfftfreq(len(middle), 1 / rate)
        line(f"{key}_above_16k_db", 20 * np.log10(s[hz > 16000].max() / s.max() + 1e-12), len(middle))
        # stick-slip: in the middle of the scene the contact rests and slides in turn
        v, n = p[int(0.3 * len(p)):int(0.7 * len(p)), 0], p[int(0.3 * len(p)):int(0.7 * len(p)), 2]
        v = v[n > 0]
        top = np.percentile(np.abs(v), 99)
        rest = np.abs(v) < 0.05 * top
        line(f"{key}_sticking_share", rest.mean(), len(v))
        line(f"{key}_releases_per_s", np.sum(rest[:-1] & ~rest[1:]) / (len(v) / fast), len(v))


if __name__ == "__main__":
    todo = dict(bowed=bowed, variants=variants, judge=judge, loop=loop_departure, aliasing=aliasing, scenes=scenes)
    for name in sys.argv[1:] or todo:
        todo[name]()
