#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Start, loop and end of every effect, of seeds that nothing was tuned on, put one after the other by sox: whether the
joins are told from what is around them, by the fourth difference (what a click is, all that a smooth wave is not), and
the loop's level over its join. Frames are left out of the loop on purpose (CUT), to see that the judge finds that: it
can only where the wave moves by more than its own noise within them. Prints NAME VALUE SAMPLES SEED.

  assets.py [SCENE...]"""
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import features as f

SEEDS = (811, 812)
SECONDS = 2.5
CUT = 0.0005  # s
NEAR, BESIDE = (6, 3), 0.02  # frames around a join that its fourth differences touch; s that they are compared with
PARTS = ("start", "loop", "end")


def line(name, value, samples):
    print(f"{name} {value:.6g} {samples} {SEEDS[0]}", flush=True)


def joined(folder, names):
    path = os.path.join(folder, "joined.wav")
    subprocess.run(["sox", *(os.path.join(folder, f"{n}.wav") for n in names), path], check=True, capture_output=True)
    rate, x = f.read(path)
    return rate, x if x.ndim > 1 else x[:, None]


def length(folder, name):
    return int(subprocess.run(["soxi", "-s", os.path.join(folder, f"{name}.wav")], check=True, capture_output=True).stdout)


def click(x, at, rate):
    """The greatest fourth difference at a join, over the greatest within 20 ms of it."""
    d, n = np.abs(np.diff(x, 4, axis=0)).max(axis=1), int(BESIDE * rate)
    beside = np.concatenate([d[max(0, at - n):at - NEAR[0]], d[at + NEAR[1]:at + n]]).max()
    return d[at - NEAR[0]:at + NEAR[1]].max() / beside if beside > 0 else 0


def level(loop, rate):
    """Change of level over the loop's join, 50 ms either side, less the 99th percentile of those within, dB."""
    n = rate // 20
    e = 10 * np.log10((loop[:len(loop) // n * n] ** 2).mean(1).reshape(-1, n).mean(1) + 1e-9)
    return abs(e[0] - e[-1]) - np.percentile(np.abs(np.diff(e)), 99)


def one(job):
    scene, seed = job
    with tempfile.TemporaryDirectory() as folder:
        for part in PARTS:
            subprocess.run([f.ROSIN, "render", scene, "--part", part, "-d", str(SECONDS), "--seed", str(seed), "--plain",
                            "-o", os.path.join(folder, f"{part}.wav")], check=True, capture_output=True)
        counts = {p: length(folder, p) for p in PARTS}
        rate, x = joined(folder, ("start", "loop", "loop", "end"))
        subprocess.run(["sox", os.path.join(folder, "loop.wav"), os.path.join(folder, "short.wav"), "trim", "0",
                        f"-{round(CUT * rate)}s"], check=True, capture_output=True)
        _, short = joined(folder, ("start", "short", "loop", "end"))
    a, b, c = counts["start"], counts["start"] + counts["loop"], counts["start"] + 2 * counts["loop"]
    clicks = [click(x, at, rate) for at in (a, b, c)]
    fault = click(short, b - round(CUT * rate), rate)
    tail = np.abs(x[-rate // 1000:]).max() / np.abs(x).max()  # a hinge falls by 20 dB in 10 ms
    return max(clicks), fault / max(clicks[1], 1e-9), level(x[a:b], rate), tail, len(x)


if __name__ == "__main__":
    scenes = sys.argv[1:] or f.SCENES
    jobs = [(s, seed) for s in scenes for seed in SEEDS]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(one, jobs))
    samples = sum(r[4] for r in found)
    if sys.argv[1:]:
        for (scene, seed), r in zip(jobs, found):
            print(scene, seed, *("%.3g" % v for v in r), file=sys.stderr)
    line("assets_join_click_worst", max(r[0] for r in found), samples)
    line("assets_join_clicks", sum(r[0] > 1.5 for r in found), samples)
    line("assets_planted_seen", sum(r[1] > 1.5 for r in found) / len(found), samples)
    line("assets_loop_level_worst", max(r[2] for r in found), samples)
    line("assets_end_left_db", 20 * np.log10(max(r[3] for r in found) + 1e-9), samples)
