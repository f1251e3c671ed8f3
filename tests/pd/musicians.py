#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Musicians' messages in a real Pd: note, t60, pluck, strike, gain, hip. `musicians.py NAME`."""
import sys

import numpy as np

from intune import hertz, pitch
from pdrun import Patch

RATE = 44100


def db(x):
    return 20 * np.log10(max(np.abs(x).max(), 1e-9))


def send(p, obj, ms, text):
    later, message = p.obj(f"delay {ms}"), p.msg(text)
    p.wire(p.order, 1, later, 0)
    p.wire(later, 0, message, 0)
    p.wire(message, 0, obj, 0)


def made(p, name, text, *messages):
    obj = p.obj(text)
    p.record(obj, 0, name)
    for ms, message in messages:
        send(p, obj, ms, message)
    return obj


def fall(x, frequency, start, end):
    """Decay time (s) of the partial near a frequency, by its level in two windows."""
    n = RATE // 5
    t, window = np.arange(n) / RATE, np.hanning(n)
    a, b = (abs(np.sum(window * x[int(s * RATE):int(s * RATE) + n] * np.exp(-2j * np.pi * frequency * t)))
            for s in (start, end))
    return 60 * (end - start) / (20 * np.log10(a / b))


def notes():
    """A pitch as a number, with fractions; below the open string it says so."""
    p = Patch(2.0)
    for name, note in (("low", 50), ("high", 74.5)):
        made(p, name, f"rosin.string~ {name} 1 frequency 146.8 bending_stiffness 0 torsion_frequency 0",
             (50, f"note {note}"), (100, "pluck"))
        made(p, name + "-bar", f"rosin.modal~ {name}-bar 1 frequencies 320 882 t60s 3", (50, f"note {note}"),
             (100, "strike"))
    made(p, "below", "rosin.string~ below", (50, "note 40"))
    made(p, "open", "rosin.string~ open", (50, "note 50"))
    r = p.run(check=False)
    assert r[""].count("below the open string's 147 Hz") == 1, r[""]
    for name, note in (("low", 50), ("high", 74.5), ("low-bar", 50), ("high-bar", 74.5)):
        x = r[name][int(0.3 * RATE):]
        cents = 1200 * np.log2(pitch(x, hertz(note)) / hertz(note))
        assert abs(cents) < 2, f"{name}: {cents} cents"


def decay():
    """t60 of a string and of a bar is what is measured."""
    p = Patch(2.5)
    for name, text in (("string", "rosin.string~ s 1 frequency 147 torsion_frequency 0"),
                       ("bar", "rosin.modal~ b 1 frequencies 320 882 qs 50")):
        made(p, name, text, (50, "t60 2"), (200, "pluck"))
    r = p.run()
    for name, f in (("string", 147), ("bar", 320)):
        seconds = fall(r[name], f, 0.5, 2.0)
        assert abs(seconds - 2) < 0.1, f"{name}: {seconds} s"


def strokes():
    """Sound at a sensible level without a number; a strike's impulse is 2 m v."""
    p = Patch(1.0)
    bodies = {"string": "rosin.string~ s1", "bass": "rosin.string~ s2 1 frequency 41 impedance 3",
              "light": "rosin.modal~ m1 1 frequencies 320 882 1729", "heavy":
              "rosin.modal~ m2 1 frequencies 120 250 333 masses 2 t60s 1"}
    for name, text in bodies.items():
        for verb in ("pluck", "strike", "bang"):
            made(p, f"{name}-{verb}", text.replace("~ ", f"~ {verb}"), (100, verb))
    made(p, "mass", "rosin.modal~ free 1 frequencies 0 t60s 0 masses 0.5 gain 1 hip 0", (100, "strike 3 0.1 20000"))
    made(p, "short", "rosin.modal~ free2 1 frequencies 0 t60s 0 masses 0.5 gain 1 hip 0", (100, "strike 3 0.1 1e9"))
    r = p.run()
    for name, x in r.items():
        if name.split("-")[0] in bodies:
            assert -32 < db(x) < -6, f"{name}: {db(x)} dBFS"
            assert not x[:int(0.09 * RATE)].any(), name
    for name in ("mass", "short"):
        assert abs(r[name][-1] / (2 * 0.1 * 3 / 0.5) - 1) < 1e-3, r[name][-1]


def levels():
    """A first sound is near -18 dBFS and has no steady part; as data it is in N, m/s."""
    p = Patch(2.0)
    bow = "stribeck_velocity 0.2 force 1.1 velocity 0.1"
    for name, more in (("sound", ""), ("data", "gain 1 hip 0"), ("one", "gain 1 0.2 hip 1 0")):
        s = made(p, name, f"rosin.string~ {name} 2 {more}", (1000, "gain 1 0") if name == "one" else (1000, "dump"))
        p.obj(f"rosin.friction~ - {name} {bow}")
        if name == "one":
            p.record(s, 1, "other")
    r = p.run()
    sound, data = r["sound"][RATE:], r["data"][RATE:]
    assert -22 < db(sound) < -14, db(sound)
    assert db(np.mean(sound)) < -50 and abs(np.mean(data)) > 0.01, (np.mean(sound), np.mean(data))
    assert np.corrcoef(np.diff(sound), np.diff(data))[0, 1] > 0.99
    before, after = r["one"][:RATE - 64], r["one"][RATE + 256:]
    assert np.array_equal(np.float32(before), np.float32(r["data"][:RATE - 64] * 0.2)) or \
        np.allclose(before, 0.2 * r["data"][:RATE - 64], atol=1e-6)
    assert not after.any() and r["other"][RATE + 256:].any(), "gain 1 0 is the first outlet's alone"
    # a gain that is set moves within a block, in no step
    assert np.abs(np.diff(r["one"][RATE - 200:RATE + 200])).max() < 3 * np.abs(np.diff(before[-2000:])).max()


CASES = [notes, decay, strokes, levels]

if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(*(c.__name__ for c in CASES))
    for name in sys.argv[1:]:
        {c.__name__: c for c in CASES}[name]()
