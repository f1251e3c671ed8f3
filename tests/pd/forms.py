#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How loud each form of [rosin.modal~] is that nobody has told more than its name: by a bang, by noise within
-6 dBFS at its inlet (four noises), and how much louder a second pickup is. Lines: name figure worst-form."""
import subprocess
import sys

import numpy as np

from pdrun import ROOT, Patch

RATE, BEGIN, SECONDS = 44100, 0.5, 2.5


def forms():
    lines = subprocess.run([f"{ROOT}/build/rosin", "shapes", "--json"], capture_output=True, text=True, check=True).stdout
    import json
    return [row["name"] for row in json.loads(lines)]


def patch_of(names, noisy, told=None):
    """`noisy`: which of Pd's noises it is, 0 for none."""
    patch = Patch(SECONDS, RATE)
    for _ in range(noisy - 1):
        patch.obj("noise~")
    later = patch.obj(f"delay {1000 * BEGIN:g}")
    patch.wire(patch.order, 0, later, 0)
    if noisy:
        noise, factor, on = patch.obj("noise~"), patch.obj("*~ 0"), patch.msg("0.5")
        patch.wire(noise, 0, factor, 0)
        patch.wire(later, 0, on, 0)
        patch.wire(on, 0, factor, 1)
    for name in names:
        body = patch.obj(f"rosin.modal~ b-{name} 2 shape {name}")
        if told:
            early, message = patch.obj("delay 200"), patch.msg(told)
            patch.wire(patch.order, 0, early, 0)
            patch.wire(early, 0, message, 0)
            patch.wire(message, 0, body, 0)
        if noisy:
            patch.wire(factor, 0, body, 0)
        else:
            patch.wire(later, 0, body, 0)
        for k in (0, 1):
            patch.record(body, k, f"{name}-{k}")
    return patch


def decibel(x):
    return 20 * np.log10(max(x, 1e-9))


def mean(x, seconds):
    """Of each stretch so long: running sums, since a convolution of 400 ms took minutes."""
    n, sums = int(seconds * RATE), np.concatenate([[0], np.cumsum(x)])
    return (sums[n:] - sums[:-n]) / n


def level(x):
    """dBFS: the peak of what dies away within 400 ms, of what lasts the loudest 400 ms."""
    x = x[int(BEGIN * RATE):]
    part = np.sqrt(np.maximum(mean(x * x, 0.05), 0))
    lasts = part[int(0.4 * RATE)] > 0.1 * part.max()
    long = mean(x * x, 0.4)
    return decibel(np.sqrt(long.max()) if lasts else np.abs(x).max())


RUBBED = (("string", "rosin.string~ {} 1 frequency 196", "rosined-hair"), ("wine-glass", "rosin.modal~ {} 1 shape wine-glass", "wet-glass"),
          ("bowl", "rosin.modal~ {} 1 shape bowl", "wet-glass"), ("bar", "rosin.modal~ {} 1 shape bar-free material brass length 0.25", "wet-cloth"))


def rubbed():
    """How far bodies that a hand rubs at 0.1 m/s are from a string under a bow, in dB, as they come; the worst and its name."""
    patch = Patch(4, RATE)
    for name, made, surface in RUBBED:
        patch.record(patch.obj(made.format(name)), 0, name)
        patch.obj(f"rosin.friction~ - {name} {surface} bow 0.1")
    heard = patch.run()
    levels = {name: decibel(np.std(heard[name][-RATE:])) for name, *_ in RUBBED}
    print(*(f"{name}: rubbed {x:.1f} dBFS" for name, x in levels.items()), sep="\n", file=sys.stderr)
    worst = max(levels, key=lambda name: abs(levels[name] - levels["string"]))
    return abs(levels[worst] - levels["string"]), worst


def main():
    names = forms()
    print("pd_forms_rubbed_off_db {:.2f} {} {}".format(*rubbed(), len(RUBBED)))
    for kind, told in (("bang", None), ("signal", None), ("changed", "damping 0.004")):
        # one tone that lasts is 3 dB louder by one noise than by another
        runs = [patch_of(names, noise, told).run() for noise in ((1, 2, 3, 4) if kind == "signal" else (0,))]
        heard = runs[0]
        levels = {n: 10 * np.log10(np.mean([10 ** (level(run[f"{n}-0"]) / 10) for run in runs])) for n in names}
        further = {n: level(heard[f"{n}-1"]) - level(heard[f"{n}-0"]) for n in names}
        for n in names:
            print(f"{n}: {kind} {levels[n]:.1f} dBFS, peak {decibel(np.abs(heard[n + '-0']).max()):.1f}, second {further[n]:+.1f} dB", file=sys.stderr)
        worst = max(names, key=lambda n: abs(levels[n] + 18))
        print(f"pd_forms_{kind}_off_db {abs(levels[worst] + 18):.2f} {worst} {len(names)}")
        if kind == "bang":
            worst = max(names, key=lambda n: further[n])
            print(f"pd_forms_second_louder_db {further[worst]:.2f} {worst} {len(names)}")


if __name__ == "__main__":
    main()
