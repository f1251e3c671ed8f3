#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What bristles that stiffen with the load do to a string's brightness: the D string of
cello-d, played pp, mf and ff, force on the bridge; with the scene's own Stribeck curve and a
broader one. Lines: name value samples seed; medians over the strokes that have one slip a
period, of three forces and five seeds of the bow's roughness. With a file, also the tables of
docs/law-figures.md.

Frames of six periods of the frame's own pitch, Hann window; a partial is its bin and both
neighbours, in dB of all; noise lies half-way between partials, up to 10 kHz."""
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from sound import F0, ROSIN, line, render, slips  # noqa: E402

STROKES = {"pp": (0.06, 0.35), "mf": (0.15, 1.0), "ff": (0.3, 3.0)}  # m/s, N
PLACE = 0.12  # of the string, the same for all: the law alone is asked for
REFERENCE, SIGMA0, SIGMA1 = 1.0, 3e4, 0.1  # N, N/m, N s/m
SHAPES = {"own": {}, "broad": dict(stribeck_velocity=0.3, stribeck_exponent=0.5)}
FORCES = (0.8, 1, 1.25)  # of the stroke's
EXPONENTS = (0, 0.5, 0.8, 1)
BANDS = ((4, 7), (8, 15), (16, 60))
SEEDS = (11, 12, 13, 14, 15)
PERIODS, POINTS = 6, 512  # a frame, resampled to so many points a period


def frame_pitch(x, rate, about):
    """Hz, from the phase that the first partial gains in a period."""
    n = int(4 * rate / about)
    t = np.arange(n) / rate
    w = np.hanning(n) * np.exp(-2j * np.pi * about * t)
    step = int(rate / about)
    turn = np.angle((x[step:step + n] @ w) / (x[:n] @ w))
    whole = round(about * step / rate - turn / (2 * np.pi))
    return (turn / (2 * np.pi) + whole) * rate / step


def bands(x, rate):
    """dB of partials 4-7, 8-15, 16 and up, of all above 2 kHz, and harmonics to noise."""
    rows = []
    for start in range(0, len(x) - int(7.2 * rate / F0), int(3 * rate / F0)):
        part = x[start:start + int(7 * rate / F0)]
        pitch = frame_pitch(part, rate, F0)
        count = PERIODS * POINTS
        at = np.arange(count) * PERIODS / pitch * rate / count
        power = np.abs(np.fft.rfft(np.interp(at, np.arange(len(part)), part) * np.hanning(count))) ** 2
        top = min(int(10000 / pitch), POINTS // 2 - 2)
        partial = np.array([power[PERIODS * k - 1:PERIODS * k + 2].sum() for k in range(1, top + 1)])
        noise = PERIODS * sum(power[PERIODS * k + 3] for k in range(1, top))
        hz = np.fft.rfftfreq(count, 1 / (pitch * POINTS))
        rows.append([partial[a - 1:b].sum() / partial.sum() for a, b in BANDS]
                    + [power[(hz > 2000) & (hz < 20000)].sum() / power[(hz > 30) & (hz < 20000)].sum(),
                       partial.sum() / noise])
    return 10 * np.log10(np.median(rows, axis=0))


def stroke(folder, shape, dynamic, exponent, seed, share):
    """Bands, slips a period, level in dB of a newton."""
    speed, force = STROKES[dynamic][0], STROKES[dynamic][1] * share
    with open(os.path.join(folder, "d.cfg")) as f:
        text = f.read()
    text = re.sub(r"velocity = \(.*?\);", f"velocity = ( (0.0, 0.0), (0.06, {speed}) );", text)
    text = re.sub(r"force = \( .*?\);", f"force = {force};", text)
    text = re.sub(r"position = [0-9.]+;", f"position = {PLACE};", text)
    path = os.path.join(folder, "stroke.cfg")
    with open(path, "w") as f:
        f.write(text)
    words = [f"bow.law.{k}={v}" for k, v in
             dict(sigma0=SIGMA0, sigma1=SIGMA1, stiffening=exponent, stiffening_load=REFERENCE, **SHAPES[shape]).items()]
    words += ["bow.roughness=0.04", "bow.grain=1e-4"]
    _, _, p, fast = render(path, "-d", "1.6", "--seed", str(seed), *[w for s in words for w in ("-s", s)],
                           probes=("d.bridge_force", "bow.velocity"))
    tail = p[int(0.9 * fast):]
    onset, _ = slips(tail[:, 1], fast, PLACE, speed)
    x = tail[:, 0] - tail[:, 0].mean()
    return np.append(bands(x, fast), [len(onset) / (len(tail) / fast * F0), 20 * np.log10(np.std(x))])


def strokes(folder, shape, dynamic, exponent):
    """Medians over those with one slip a period, and their share."""
    rows = np.array([stroke(folder, shape, dynamic, exponent, seed, share)
                     for seed in SEEDS for share in FORCES])
    good = np.abs(rows[:, 5] - 1) < 0.05
    return np.append(np.median(rows[good], axis=0), good.mean())


def table(found):
    """A row for each exponent: pp / mf / ff of each measure."""
    columns = ((0, 1, 1), (1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 1, 0), (7, 100, 0))  # index, unit, digits
    for p in EXPONENTS:
        cells = [" / ".join(f"{found[p, d][i] * unit:.{digits}f}" for d in STROKES) for i, unit, digits in columns]
        yield f"| {p} | " + " | ".join(cells).replace("-", "−") + " |\n"


def main():
    samples = len(SEEDS) * len(FORCES) * len(STROKES) * 61740
    for shape in SHAPES:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "d.cfg"), "w") as f:
                subprocess.run([ROSIN, "show", "cello-d"], check=True, stdout=f)
            found = {(p, d): strokes(folder, shape, d, p) for p in EXPONENTS for d in STROKES}
        for p in EXPONENTS:
            name = f"{shape}_{str(p).replace('.', '')}"
            rise = found[p, "ff"] - found[p, "pp"]
            for band, value in zip(("4_7", "8_15", "16_up", "above_2k"), rise):
                line(f"brightness_{name}_rise_{band}_db", value, samples, SEEDS[0])
            line(f"brightness_{name}_one_slip_percent", 100 * np.mean([found[p, d][7] for d in STROKES]),
                 samples, SEEDS[0])
        if len(sys.argv) > 1:
            with open(sys.argv[1], "a") as f:
                f.writelines([*table(found), "\n"])


if __name__ == "__main__":
    main()
