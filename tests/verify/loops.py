#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Loops of every effect, of seeds that nothing was tuned on: whether the seam is within the sound's own
fluctuation, and whether half a minute of it has a second of silence. Prints NAME VALUE SAMPLES SEED.

  loops.py [SCENE...]"""
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import features as f

SEEDS = (601, 602, 603)
SECONDS = 8
LONG = 30
SILENT = -60  # dBFS, RMS of a second


def key(scene):
    return scene.replace("-", "_")


def line(name, value, samples):
    print(f"{name} {value:.6g} {samples} {SEEDS[0]}", flush=True)


def loop(scene, seed, seconds):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.wav")
        subprocess.run([f.ROSIN, "render", scene, "--loop", "-d", str(seconds), "--seed", str(seed), "--format", "float",
                        "--plain", "-o", path], check=True, capture_output=True)
        rate, x = f.read(path)
    return rate, x if x.ndim > 1 else x[:, None]


def seam(scene, seed):
    """The step over the seam, over the largest step within; and the change of level over it (50 ms), in dB over the
    99th percentile of those within."""
    rate, x = loop(scene, seed, SECONDS)
    step = np.abs(np.diff(x, axis=0)).max()
    n = rate // 20
    e = 10 * np.log10((x[:len(x) // n * n] ** 2).mean(1).reshape(-1, n).mean(1) + 1e-9)
    return np.abs(x[0] - x[-1]).max() / step, abs(e[0] - e[-1]) - np.percentile(np.abs(np.diff(e)), 99), len(x)


def silence(scene):
    rate, x = loop(scene, SEEDS[0], LONG)
    level = 10 * np.log10((x[:len(x) // rate * rate] ** 2).mean(1).reshape(-1, rate).mean(1) + 1e-12)
    return int((level < SILENT).sum()), len(x)


def measure(scene):
    seams = [seam(scene, s) for s in SEEDS]
    seconds, samples = silence(scene)
    return max(s for s, _, _ in seams), max(e for _, e, _ in seams), sum(n for _, _, n in seams), seconds, samples


if __name__ == "__main__":
    scenes = sys.argv[1:] or f.SCENES
    with ThreadPoolExecutor(2) as pool:
        for name, (step, level, count, seconds, samples) in zip(scenes, pool.map(measure, scenes)):
            line(f"effects_loop_step_{key(name)}", step, count)
            line(f"effects_loop_level_{key(name)}", level, count)
            line(f"effects_long_silence_{key(name)}", seconds, samples)
