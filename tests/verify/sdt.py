#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The Sound Design Toolkit beside rosin, both in this Pd, at the numbers of the toolkit's own helps: what friction and a knock
cost in instructions, at work and at rest; how loud they come; what another rate does to them; what comes of a number that is none.

  sdt.py [--page FILE]    needs SDT.pd_linux (tests/dist/sdt_build.sh) in the folder ROSIN_SDT, and valgrind; --page writes the table
                          into FILE, between its two marks"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "pd"))
from pdrun import CLASSES, Patch  # noqa: E402

SDT = os.environ.get("ROSIN_SDT", "")
RATE = 44100
# friction~ and impact~ as their helps set them: a probe of 10 g on three modes
HZ, DECAYS, GAIN = (500, 1300, 1700), (0.03, 0.02, 0.01), 100
FRICTION = {"kStatic": 0.95, "kDynamic": 0.15, "stiffness": 500, "dissipation": 20, "viscosity": 14, "noisiness": 0.5, "breakAway": 0.2}


PUSH, LOUDER = 3, 10000  # N along the surface, the most that the help's slider has; what the helps multiply by before [dac~]


def told(p, at, text):
    when, message = p.obj(f"delay {at}"), p.msg(text)
    p.wire(p.order, 0, when, 0)
    p.wire(when, 0, message, 0)


def sdt(seconds, kind, rate=RATE, moves=True, bad=False):
    p = Patch(seconds, rate)
    probe, body = p.obj("inertial probe"), p.obj("modal body 3 1")
    p.wire(p.obj("r probe"), 0, probe, 0)
    p.wire(p.obj("r body"), 0, body, 0)
    pair = p.obj(f"{kind}~ probe body 2")
    p.wire(p.obj("r pair"), 0, pair, 0)
    settings = FRICTION if kind == "friction" else {"stiffness": 1e7, "dissipation": 0.8, "shape": 1.5}
    told(p, 1, "; probe mass 0.01; probe fragmentSize 1; body freqs " + " ".join(map(str, HZ)) + "; body decays " + " ".join(map(str, DECAYS)) +
         f"; body pickup 0 {GAIN} {GAIN} {GAIN}; body activeModes 3; body fragmentSize 1; pair contact0 0; pair contact1 0")
    told(p, 2, "; pair " + "; pair ".join(f"{k} {v:g}" for k, v in settings.items()))
    if kind == "friction":
        told(p, 5, "; pair force 0.5")
        push = p.obj("sig~ 0")
        told(p, 10, f"; push {PUSH if moves else 0}")
        p.wire(p.obj("r push"), 0, push, 0)
        p.wire(push, 0, pair, 0)
    elif moves:
        for k in range(int(seconds * 5)):
            told(p, 10 + 200 * k, "; probe strike -0.01 -1")
    if bad:
        told(p, 100, "; push 1e38")
        told(p, 200, f"; push {PUSH}")
    return p, pair, 1


def rosin(seconds, kind, rate=RATE, moves=True, bad=False):
    """The same: a mass of 10 g, pushed or struck, on the same three modes, of 1/GAIN kg each."""
    p = Patch(seconds, rate)
    probe = p.obj("rosin.modal~ probe 1 frequencies 0 masses 0.01 drive 1")
    body = p.obj("rosin.modal~ body 1 frequencies " + " ".join(map(str, HZ)) + " t60s " + " ".join(f"{6.91 * d:.4f}" for d in DECAYS) + f" masses {1 / GAIN:g}")
    if kind == "friction":
        f = FRICTION
        p.obj(f"rosin.friction~ probe body elastoplastic sigma0 {f['stiffness']} sigma1 {f['dissipation']} sigma2 {f['viscosity']} mu_static {f['kStatic']} "
              f"mu_kinetic {f['kDynamic']} stribeck_velocity {f['breakAway']} force 0.5")
        push = p.obj("sig~ 0")
        told(p, 10, f"; push {PUSH if moves else 0}")
        if bad:
            told(p, 100, "; push 1e38")
            told(p, 200, f"; push {PUSH}")
        p.wire(p.obj("r push"), 0, push, 0)
        p.wire(push, 0, probe, 0)
    else:
        p.obj("rosin.impact~ probe body stiffness 1e7 exponent 1.5 gap 0.001")
        if moves:
            for k in range(int(seconds * 5)):
                told(p, 10 + 200 * k, "; knock strike 1 0.01 10000000")
        p.wire(p.obj("r knock"), 0, body, 0)
    return p, body, 0


def instructions(made, seconds):
    p = made(seconds)[0]
    end, quit_ = p.obj(f"delay {1000 * seconds}"), p.msg("; pd dsp 0; pd quit")
    p.wire(p.order, 0, end, 0)
    p.wire(end, 0, quit_, 0)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "patch.pd")
        with open(path, "w", encoding="ascii") as file:
            file.write(p.text())
        run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "pd", "-nogui", "-batch", "-noaudio", "-noprefs", "-stderr",
                              "-r", str(RATE), "-path", CLASSES, "-path", SDT, "-lib", "SDT", "-open", path], capture_output=True, text=True, cwd=folder, timeout=600, check=False)
    assert "couldn't create" not in run.stderr, run.stderr[-2000:]
    return int(re.search(r"Collected : (\d+)", run.stderr)[1])


def cost(made):
    """Instructions a sample."""
    return (instructions(made, 3.5) - instructions(made, 3)) / 0.5 / RATE


def sound(made, rate=RATE, **more):
    p, source, outlet = made(1.5, rate=rate, **more)
    p.record(source, outlet, "out")
    return p.run(options=["-path", SDT, "-lib", "SDT"], check=False).get("out", np.zeros(rate))


def level(x):
    return 20 * np.log10(max(np.sqrt(np.mean(np.nan_to_num(x) ** 2)), 1e-9))


def steadied(x):
    """Without what does not sound: below some 20 Hz."""
    return x - np.convolve(x, np.full(2205, 1 / 2205), "same")


def strongest(x, rate):
    x = x[-rate:] - np.convolve(x[-rate:], np.full(rate // 20, 20 / rate), "same")
    return np.fft.rfftfreq(1 << 19, 1 / rate)[np.argmax(np.abs(np.fft.rfft(x * np.hanning(len(x)), 1 << 19)))]


def rows():
    """(what, the toolkit's, rosin's)."""
    for kind, name in (("friction", "friction"), ("impact", "a knock, five a second")):
        ways = [lambda s, w=way, k=kind, **m: w(s, k, **m) for way in (sdt, rosin)]
        yield f"{name}: instructions a sample", *[f"{cost(w):.0f}" for w in ways]
        yield f"{name}, nothing moves: the same", *[f"{cost(lambda s, w=w: w(s, moves=False)):.0f}" for w in ways]
        levels = [level(steadied(sound(w)[RATE // 2:])) for w in ways]
        yield f"{name}: level at its outlet, dBFS", *[f"{x:.0f}" for x in levels]
        yield f"{name}: times {LOUDER}, as the toolkit's helps have it", f"{levels[0] + 80:.0f}", "-"
        pitches = [[strongest(sound(w, r), r) for r in (44100, 96000)] for w in ways]
        yield f"{name}: strongest line at 44.1 and 96 kHz, Hz", *[" ".join(f"{f:.0f}" for f in two) for two in pitches]
        if kind == "friction":
            bad = [sound(w, bad=True) for w in ways]
            yield "1e38 at the inlet for 0.1 s: samples that are not finite, and level after it, dBFS", \
                *[f"{np.sum(~np.isfinite(x))}, {level(steadied(x[RATE:])):.0f}" for x in bad]


def main():
    if not os.path.exists(os.path.join(SDT, "SDT.pd_linux")) or not shutil.which("valgrind"):
        sys.exit("sdt.py: no SDT.pd_linux in ROSIN_SDT (tests/dist/sdt_build.sh), or no valgrind")
    table = "| | SDT | rosin |\n|---|---|---|\n" + "".join(f"| {a} | {b} | {c} |\n" for a, b, c in rows())
    print(table)
    if sys.argv[1:2] == ["--page"]:
        with open(sys.argv[2], encoding="utf-8") as file:
            head, _, tail = file.read().partition("<!-- sdt -->\n")
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            file.write(f"{head}<!-- sdt -->\n{table}<!-- end -->\n{tail.partition('<!-- end -->' + chr(10))[2]}")


if __name__ == "__main__":
    main()
