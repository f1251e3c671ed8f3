#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How loud each form of [rosin.modal~] is that nobody has told more than its name: by a bang, by noise within
-6 dBFS at its inlet, and how much louder a second pickup is. Lines: name figure worst-form."""
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
    patch = Patch(SECONDS, RATE)
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


def main():
    names = forms()
    for kind, told in (("bang", None), ("signal", None), ("changed", "damping 0.004")):
        heard = patch_of(names, kind == "signal", told).run()
        levels = {n: level(heard[f"{n}-0"]) for n in names}
        further = {n: level(heard[f"{n}-1"]) - levels[n] for n in names}
        for n in names:
            print(f"{n}: {kind} {levels[n]:.1f} dBFS, peak {decibel(np.abs(heard[n + '-0']).max()):.1f}, second {further[n]:+.1f} dB", file=sys.stderr)
        worst = max(names, key=lambda n: abs(levels[n] + 18))
        print(f"pd_forms_{kind}_off_db {abs(levels[worst] + 18):.2f} {worst} {len(names)}")
        if kind == "bang":
            worst = max(names, key=lambda n: further[n])
            print(f"pd_forms_second_louder_db {further[worst]:.2f} {worst}")


if __name__ == "__main__":
    main()
