#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Takes: each effect by many seeds that nothing was tuned on. How alike their envelopes are, how
far their levels lie apart, whether one clips, how fast they are made. Prints NAME VALUE SAMPLES
SEED.

  takes.py [SCENE...] [-n TAKES] [-f SEED]     from that seed on: to tune, take others than 401..."""
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy.signal import butter, sosfiltfilt

import features as f

FIRST = 401  # seeds from here on
TAKES = 20
RATE = 100   # of the envelopes, Hz
SWELL = {"wine-glass", "singing-bowl", "glass-harmonica", "cymbal", "saw", "vibraphone",
         "glass-shatter", "bowed-vibraphone", "singing-bowls"}


def key(scene):
    return scene.replace("-", "_")


def line(name, value, samples):
    print(f"{name} {value:.6g} {samples} {FIRST}", flush=True)


def envelope(x, rate):
    """Root mean square of 10 ms, then below 3 Hz."""
    n = rate // RATE
    if x.ndim > 1:
        x = np.sqrt((x * x).mean(1))
    e = np.sqrt((x[:len(x) // n * n].reshape(-1, n) ** 2).mean(1))
    return sosfiltfilt(butter(2, 3, fs=RATE, output="sos"), e)


def take(scene, seed):
    x, rate, seconds = f.timed(scene, [f"seed={seed}"])
    return envelope(x, rate), 10 * np.log10((x * x).mean()), np.abs(x).max(), len(x) / rate / seconds


def measure(scene, count):
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda s: take(scene, s), range(FIRST, FIRST + count)))
    alike = np.corrcoef([e for e, *_ in made])
    levels = np.array([level for _, level, *_ in made])
    kind = "swell" if scene in SWELL else "alike"
    line(f"effects_takes_{kind}_{key(scene)}", alike[np.triu_indices(count, 1)].mean(), count)
    line(f"effects_takes_level_{key(scene)}", np.ptp(levels), count)
    line(f"effects_takes_peak_{key(scene)}", 20 * np.log10(max(p for *_, p, _ in made)), count)
    line(f"effects_takes_speed_{key(scene)}", np.median([s for *_, s in made]), count)


if __name__ == "__main__":
    words = sys.argv[1:]
    takes = TAKES
    if "-n" in words:
        at = words.index("-n")
        takes = int(words[at + 1])
        del words[at:at + 2]
    if "-f" in words:
        at = words.index("-f")
        FIRST = int(words[at + 1])
        del words[at:at + 2]
    for name in words or f.SCENES:
        measure(name, takes)
