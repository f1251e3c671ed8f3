#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Levels of files, by a judge that shares nothing with rosin: BS.1770-4 from its printed coefficients, true
peaks by sixteen times oversampling. Lines: name, value, samples, seed.

  levels.py batch     2000 files of ten effects at -23 LUFS, half shorter than 3 s
  levels.py macros    2000 random settings of the macros of all effects, as they come"""
import csv
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy.io import wavfile
from scipy.signal import lfilter, resample_poly

import features

SEED = int(os.environ.get("ROSIN_SEED", 26))
RATE = 48000  # whose coefficients BS.1770-4 prints
SHELF = ([1.53512485958697, -2.69169618940638, 1.19839281085285], [1, -1.69065929318241, 0.73248077421585])
PASS = ([1, -2, 1], [1, -1.99004745483398, 0.99007225036621])
CEILING, WISH = -1.0, -23.0


def say(name, value, samples):
    print(f"levels_{name} {value:.6g} {samples} {SEED}", flush=True)


def read(path):
    rate, x = features.read(path)
    if rate != RATE:
        sys.exit(f"{path}: {rate} Hz")
    return (x if x.ndim == 2 else x[:, None]) / 2.0 ** 31  # scipy has 24 bits at the top of 32


def decibels(x):
    return 10 * np.log10(np.maximum(x, 1e-30))


def powers(x, hop):
    """K-weighted power of each 0.4 s, in LUFS."""
    weighted = lfilter(*PASS, lfilter(*SHELF, x, axis=0), axis=0)
    total = np.concatenate(([0], np.cumsum((weighted ** 2).sum(axis=1))))
    size = int(0.4 * RATE)
    return -0.691 + decibels((total[size::hop] - total[:-size:hop]) / size)


def integrated(x):
    blocks = powers(x, RATE // 10)
    blocks = blocks[blocks > -70]
    if not len(blocks):
        return -np.inf
    mean = lambda b: 10 * np.log10(np.mean(10 ** (b / 10)))  # noqa: E731
    return mean(blocks[blocks > mean(blocks) - 10])


def measure(path):
    """True peak (dBTP), sample peak (dBFS), greatest momentary and integrated loudness."""
    x = read(path)
    padded = np.pad(x, ((0, int(0.4 * RATE)), (0, 0)))
    return (2 * decibels(np.abs(resample_poly(x, 16, 1, axis=0)).max()),
            2 * decibels(np.abs(x).max()), powers(padded, RATE // 100).max(), integrated(x))


def make(folder, lines, kind):
    """A list, made: its rows."""
    listed = os.path.join(folder, "list." + kind)
    with open(listed, "w") as file:
        file.writelines(lines)
    done = subprocess.run([features.ROSIN, "batch", listed, "-o", os.path.join(folder, "out"), "--name", "{job}"],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    with open(os.path.join(folder, "out", "manifest.csv"), newline="") as file:
        return [row for row in csv.DictReader(file) if not row["job"].startswith("#")]


def measured(folder, rows):
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda row: measure(os.path.join(folder, "out", row["name"])), rows))


def batch(folder):
    chance = random.Random(SEED)
    scenes = chance.sample(features.SCENES, 10)
    rows = make(folder, ["scene,variations,seed,duration,rate,distinct,loudness\n"] + [
        f"{scene},100,{chance.randrange(10 ** 6)},{duration},{RATE},0,{WISH:g}\n"
        for scene in scenes for duration in (1.5, 3.5)], "csv")
    found = measured(folder, rows)
    over = [true > CEILING + 0.1 for true, _, _, _ in found]
    gave_way = [float(row["limited"]) > 0.05 for row in rows]
    off = [abs((momentary if float(row["duration"]) < 3 else whole) - WISH + float(row["limited"]))
           for row, (_, _, momentary, whole) in zip(rows, found)]
    say("clipped", sum(peak >= -1e-4 for _, peak, _, _ in found), len(rows))
    say("over_ceiling", sum(over), len(rows))
    say("worst_true_peak_dbtp", max(true for true, _, _, _ in found), len(rows))
    say("gave_way", sum(gave_way), len(rows))
    say("worst_off_lu", max(off), len(rows))


def macros(folder):
    chance = random.Random(SEED + 1)
    count = 2000 // len(features.SCENES) + 1
    lines = []
    for scene in features.SCENES:
        for _ in range(count):
            settings = [f'"{name}={chance.uniform(low, high):.6g}"' for name, low, high, _ in features.macros(scene)]
            lines.append(f'{{ scene = "{scene}"; set = ( "seed={chance.randrange(1000)}", {", ".join(settings)} ); }}')
    rows = make(folder, [f"duration = 2.0; rate = {RATE};\njobs = (\n", ",\n".join(lines), " );\n"], "cfg")
    peaks = [peak for _, peak, _, _ in measured(folder, rows)]
    say("macros_above", sum(peak > CEILING for peak in peaks), len(rows))
    say("macros_worst_dbfs", max(peaks), len(rows))
    say("macros_gave_way", sum(float(row["limited"]) > 0.05 for row in rows), len(rows))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        {"batch": batch, "macros": macros}[sys.argv[1]](scratch)
