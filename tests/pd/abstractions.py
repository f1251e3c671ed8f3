#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""rosin.gesture and rosin.morph in Pd. `abstractions.py NAME` runs one case."""
import os
import re
import sys

import numpy as np

from bowing import at, repeats
from pdrun import ROOT, Patch

RATE = 44100
PATH = ("-path", os.path.join(ROOT, "pd"))


def records():
    """A stream is smoothed and scaled, comes again round and round as it was, and otherwise where it is varied; the sensor after that."""
    p = Patch(9.0)
    g = p.obj("rosin.gesture 1 3 10")
    p.record(g, 0, "out")
    at(p, g, 500, "record 1")
    for i in range(100):
        at(p, g, 500 + 10 * i, f"{abs(np.sin(i / 12)):.4f}")
    for ms, text in ((1500, "record 0"), (2000, "play 1"), (4995, "vary 0.6"), (8000, "play 0"), (8100, "0.25")):
        at(p, g, ms, text)
    x = p.run(options=PATH)["out"]

    def part(start, end):
        return x[int(start * RATE):int(end * RATE)]
    first = 1 + 2 * np.abs(np.sin(np.arange(100) / 12))
    heard = part(0.5, 1.5)[RATE // 100 * 1::RATE // 100][:99]
    assert np.abs(heard - first[:99]).max() < 0.2, np.abs(heard - first[:99]).max()

    def like(start, end, later):
        """The best correlation of a part with one that begins at `later` or 50 ms beside it, and how far that is off."""
        a = part(start, end)
        n = len(a)
        return max(((np.corrcoef(a, b)[0, 1], np.abs(a - b).max()) for k in range(-2205, 2206, 21)
                    if len(b := x[int(later * RATE) + k:int(later * RATE) + k + n])))
    alike, off = like(0.6, 1.4, 2.1)
    assert alike > 0.99 and off < 0.25, (alike, off)
    assert like(2.6, 3.4, 3.6)[0] > 0.99, "no round like the one before"
    assert like(6.0, 6.8, 7.0)[0] < 0.97, "not varied"
    assert part(5, 8).max() <= 3.01 and part(5, 8).min() >= 0.99
    assert abs(part(8.5, 9).mean() - 1.5) < 1e-3, "the sensor does not come back"


def morphs():
    """Between two surfaces numbers go by ratio, where both are above 0, and the ends are the surfaces; a bow goes on; what is the
    same is left alone."""
    p = Patch(4.0)
    p.obj("rosin.modal~ bar 1 frequencies 310 620 qs 15 25 masses 0.02")
    rub, m = p.obj("rosin.friction~ - bar chalk bow 0.1"), p.obj("rosin.morph")
    p.wire(m, 0, rub, 0)
    p.wire(rub, 3, m, 1)
    said, told = p.obj("print said"), p.obj("print told")
    p.wire(m, 0, said, 0)
    p.wire(rub, 3, told, 0)
    p.record(rub, 1, "slip")
    at(p, m, 300, "a chalk")
    at(p, m, 320, "b wet-glass")
    for i, x in enumerate((0, 0.5, 1)):
        at(p, m, 400 + 500 * i, f"{x}")
        at(p, rub, 420 + 500 * i, "get sigma0, get mu_static, get bow")
    r = p.run(options=PATH)
    log = r[""]

    def values(key):
        # of the three questions, each on its own line; dump says it twice before
        return [float(v) for v in re.findall(rf"^told: {key} ([-+.\de]+)$", log, re.M)][-3:]
    assert np.allclose(values("sigma0"), [2e5, np.sqrt(2e5 * 1e5), 1e5], rtol=1e-4), values("sigma0")
    assert np.allclose(values("mu_static"), [0.8, np.sqrt(0.8 * 1.05), 1.05], rtol=1e-4), values("mu_static")
    assert np.allclose(values("bow"), [0.1] * 3), values("bow")
    assert not re.search(r"^said: (force|velocity|bow|gain|plastic|pressure)", log, re.M), log[-3000:]
    assert repeats(r["slip"][-RATE:]) > 0.9 and np.std(r["slip"][-RATE:]) > 0.03, "the bow does not go on"


CASES = [records, morphs]

if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(*(c.__name__ for c in CASES))
    for name in sys.argv[1:]:
        {c.__name__: c for c in CASES}[name]()
