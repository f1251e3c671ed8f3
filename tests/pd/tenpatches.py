# SPDX-License-Identifier: BSD-3-Clause
"""Ten patches built only from what the helps say: each sounds within three messages of its
creation, in tune, at a sensible level, without a steady part."""
import os
import subprocess
import tempfile

import numpy as np

from intune import hertz, pitch
from pdrun import ROOT, Patch

RATE = 44100
STRING = "frequency 147 bending_stiffness 0"
ROSIN = os.environ.get("ROSIN", os.path.join(ROOT, "build", "rosin"))


def tell(p, obj, *messages, at=100):
    """At most three, one after the other."""
    assert len(messages) <= 3
    for i, text in enumerate(messages):
        later, message = p.obj(f"delay {at + 50 * i}"), p.msg(text)
        p.wire(p.order, 1, later, 0)
        p.wire(later, 0, message, 0)
        p.wire(message, 0, obj, 0)


def heard(p, obj, seconds=2.5, outlet=0, extra=()):
    p.record(obj, outlet, "out")
    return p.run(options=["-path", os.path.join(ROOT, "pd")], extra=extra)["out"]


def bowed_string():
    p = Patch(2.5)
    s = p.obj(f"rosin.string~ s 1 {STRING}")
    tell(p, p.obj("rosin.friction~ - s rosined-hair"), "force 1.1", "velocity 0.1")
    return heard(p, s), 147


def rubbed_bodies():
    p = Patch(2.5)
    noise, slow, loud = p.obj("noise~"), p.obj("lop~ 3"), p.obj("*~ 5")
    rub = p.obj("rosin.friction~ cloth bar wet-cloth")
    p.obj("rosin.modal~ cloth 1 frequencies 60 qs 2 masses 0.02")
    b = p.obj("rosin.modal~ bar 1 shape bar-free material steel length 0.3")
    p.wire(noise, 0, slow, 0)
    p.wire(slow, 0, loud, 0)
    p.wire(loud, 0, rub, 0)
    tell(p, rub, "force 3")
    tell(p, b, "gain 6")
    return heard(p, b), None


def bridged():
    p = Patch(2.5)
    p.obj(f"rosin.string~ s 1 {STRING}")
    p.obj("rosin.bridge~ s box 0 touch")
    box = p.obj("rosin.modal~ box 1 shape plate-hinged material spruce length 0.5 width 0.3 thickness 0.004")
    tell(p, box, "pickup 1 velocity@mic", "gain 4")
    tell(p, p.obj("rosin.friction~ - s rosined-hair"), "force 1.1", "velocity 0.1")
    return heard(p, box), 147


def four_voices():
    p = Patch(2.5)
    notes = p.obj("clone -s 1 rosin-voice 4")
    for i, note in enumerate((48, 55, 62, 69)):
        tell(p, notes, f"{i + 1} {note} 60", at=100 + i)
    quiet = p.obj("*~ 0.4")
    p.wire(notes, 0, quiet, 0)
    return heard(p, quiet), hertz(48)


def mouse_door():
    p = Patch(2.5)
    pad, speed, force = p.obj("rosin.pad"), p.obj("* 0.1"), p.obj("* 14")
    rub = p.obj("rosin.friction~ pin door hinge")
    p.obj("rosin.modal~ pin 1 frequencies 610 1720 3330 qs 60 masses 0.005")
    d = p.obj("rosin.modal~ door 1 shape door material oak")
    p.wire(pad, 0, speed, 0)
    p.wire(pad, 1, force, 0)
    p.wire(speed, 0, rub, 0)
    p.wire(force, 0, rub, 1)
    tell(p, d, "gain 30")
    tell(p, pad, "list 0.5 0.5")
    return heard(p, d), None


def bouncing_bow():
    p = Patch(2.5)
    bow = p.obj("rosin.modal~ bow 1 frequencies 0 t60s 2 masses 0.05")
    p.obj("rosin.impact~ bow down name touch stiffness 370 exponent 1 damping 0.5 gap 0.01")
    p.obj(f"rosin.string~ down 1 {STRING} torsion_frequency 0")
    s = p.obj(f"rosin.string~ along 1 {STRING}")
    tell(p, p.obj("rosin.friction~ - along rosined-hair load touch"), "velocity 0.2")
    tell(p, bow, "0.6")
    return heard(p, s), 147


def recorded_body():
    with tempfile.TemporaryDirectory() as folder:
        wav, cfg = os.path.join(folder, "k.wav"), os.path.join(folder, "k.cfg")
        subprocess.run([ROSIN, "render", os.path.join(ROOT, "docs/figures/knock.cfg"), "-o", wav, "--plain"],
                       check=True, capture_output=True)
        subprocess.run([ROSIN, "modes", wav, "-o", cfg], check=True, capture_output=True)
        with open(cfg) as f:
            text = f.read()
    p = Patch(2.5)
    b = p.obj("rosin.modal~ b")
    tell(p, b, "read k.cfg", "strike")
    return heard(p, b, extra=[("k.cfg", text)]), None


def double_stop():
    p = Patch(2.5)
    total = p.obj("*~ 1")
    for name, note in (("g", "frequency 98 impedance 0.75"), ("d", "frequency 147")):
        s = p.obj(f"rosin.string~ {name} 1 {note} bending_stiffness 0")
        p.wire(s, 0, total, 0)
        tell(p, p.obj(f"rosin.friction~ - {name} rosined-hair"), "force 1.1", "velocity 0.1")
    return heard(p, total), 98


def presets():
    p = Patch(2.5)
    s = p.obj(f"rosin.string~ s 1 {STRING}")
    tell(p, p.obj("rosin.friction~ - s"), "preset rosined-hair", "force 1.1", "velocity 0.1")
    return heard(p, s), 147


def looped_scene():
    p = Patch(2.5)
    beat, s, quiet = p.obj("metro 700"), p.obj("rosin.scene~ door-hinge-slow"), p.obj("*~ 0.25")
    p.wire(beat, 0, s, 0)
    p.wire(s, 0, quiet, 0)
    tell(p, beat, "1")
    return heard(p, quiet), None


PATCHES = [bowed_string, rubbed_bodies, bridged, four_voices, mouse_door, bouncing_bow, recorded_body, double_stop,
           presets, looped_scene]


def figures():
    """(name, peak dBFS, mean dB, cents or None)"""
    for make in PATCHES:
        x, wanted = make()
        tone = x[int(1.0 * RATE):]
        cents = 1200 * np.log2(pitch(tone - tone.mean(), wanted) / wanted) if wanted else None
        yield (make.__name__, 20 * np.log10(max(np.abs(x).max(), 1e-9)),
               20 * np.log10(max(abs(x[int(0.5 * RATE):].mean()), 1e-9)), cents)


if __name__ == "__main__":
    for row in figures():
        print(*row)
