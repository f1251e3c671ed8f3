#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Bodies and players that are made beside Pd, in one that runs in real time: nothing that is said
meanwhile is lost, what is too much is answered, and offline the samples are the same each time.
`made.py CASE`."""
import os
import re
import sys
import tempfile

import numpy as np

from pdrun import Patch
from stall import mode_file

LIVE = ["-nobatch"]


def begin(p, receiver, text):
    """A message as DSP starts, in the same tick."""
    message = p.msg(text)
    p.wire(p.order, 0, message, 0)
    p.wire(message, 0, receiver, 0)


def first_messages():
    """A pluck, a strike, a note, a start in the tick in which DSP starts, before there is a body."""
    p = Patch(1.5)
    string = p.obj("rosin.string~ s 1 frequency 147")
    plate = p.obj("rosin.modal~ b 1 shape plate-free material steel modes 40")
    cello, scene = p.obj("rosin.cello~ cello"), p.obj("rosin.scene~ cello-d")
    for made, text in ((string, "pluck 5"), (plate, "strike"), (cello, "note 50 100"), (scene, "start")):
        begin(p, made, text)
        p.record(made, 0, f"r{made}")
    r = p.run(options=LIVE)
    for made in (string, plate, cello, scene):
        assert np.abs(r[f"r{made}"]).max() > 1e-3, f"object {made} is silent"


def in_order():
    """Messages about modes that are still being computed or read, as if they had been there."""
    with tempfile.TemporaryDirectory() as folder:
        mode_file(os.path.join(folder, "modes.cfg"), 300)
        said = []
        for options in ([], LIVE):
            p = Patch(1.0)
            made = [p.obj("rosin.modal~ a 1 shape disc-free modes 30"), p.obj("rosin.modal~ b 1"),
                    p.obj("rosin.modal~ c 1 shape plate-free note 60 t60 1")]
            for body, text in ((made[0], "t60 2, note 70, weight mic 3 0.5, modes.2.q 77"),
                               (made[1], f"read {folder}/modes.cfg, t60 3, modes.7.mass 5")):
                begin(p, body, text)
            later = p.obj("delay 600")
            p.wire(p.order, 0, later, 0)
            for body in made:
                dump, seen = p.msg("dump"), p.obj(f"print said-{body}")
                p.wire(later, 0, dump, 0)
                p.wire(dump, 0, body, 0)
                p.wire(body, 1, seen, 0)
            said.append(sorted(re.findall(r"said-.*|error: .*", p.run(options=options, check=False)[""])))
        assert len(said[0]) > 20, said[0]
        assert said[0] == said[1], [a for a in zip(*said) if a[0] != a[1]][:3]


def too_much():
    """What cannot be had in time is refused, in one line that says how much can."""
    with tempfile.TemporaryDirectory() as folder:
        mode_file(os.path.join(folder, "many.cfg"), 200000)
        p = Patch(0.3)
        body = p.obj("rosin.modal~ b 1 frequencies 100 200")
        for i in range(97):
            p.obj(f"rosin.bridge~ b - {i % 2}")
        lists = p.obj("rosin.modal~ c 1 modes 4096")
        begin(p, body, f"read {folder}/many.cfg")
        begin(p, lists, "points " + " ".join(f"p{i} {i}" for i in range(200)))
        for options in ([], LIVE):
            log = p.run(options=options, check=False)[""]
            for said in ("more than 96 contacts", "too large for a scene", "at most 600000 of both multiplied"):
                assert len(re.findall("error: .*" + said, log)) == 1, (said, log)


def same_samples():
    """Offline Pd waits: a string and a plate, retuned while they ring, give the same bits twice."""
    def once():
        p = Patch(1.0)
        bodies = [p.obj("rosin.string~ s 1 frequency 147"), p.obj("rosin.modal~ b 1 shape plate-free")]
        for body, stroke in zip(bodies, ("pluck", "strike")):
            begin(p, body, stroke)
            p.record(body, 0, f"r{body}")
        for at, body, text in ((200, 0, "frequency 165"), (300, 0, "q 900"), (310, 0, "impedance 0.8"),
                               (200, 1, "modes 30"), (400, 1, "note 60"), (405, 1, "t60 2")):
            later, message = p.obj(f"delay {at}"), p.msg(text)
            p.wire(p.order, 1, later, 0)
            p.wire(later, 0, message, 0)
            p.wire(message, 0, bodies[body], 0)
        r = p.run()
        return [r[f"r{body}"] for body in bodies]
    first, second = once(), once()
    for a, b in zip(first, second):
        assert np.array_equal(a, b) and np.abs(a[-4410:]).max() > 1e-4


def goes_on():
    """A plucked string is retuned, twice within a fade: it rings on at its last pitch, about as loud."""
    for options in ([], LIVE):
        rings_on(options)


def rings_on(options):
    p = Patch(2.0)
    string = p.obj("rosin.string~ s 1 frequency 147 q 2000 gain 1 hip 0")
    p.record(string, 0, "r")
    for at, text in ((100, "pluck 5"), (1000, "frequency 180"), (1005, "frequency 196")):
        later, message = p.obj(f"delay {at}"), p.msg(text)
        p.wire(p.order, 1, later, 0)
        p.wire(later, 0, message, 0)
        p.wire(message, 0, string, 0)
    x = p.run(options=options)["r"]
    before, after = x[35000:43000], x[49000:81000]
    level = 20 * np.log10(np.std(after[:8000]) / np.std(before))
    assert abs(level) < 3, level
    spectrum = np.abs(np.fft.rfft(after * np.hanning(len(after)), 1 << 19))
    hertz = np.fft.rfftfreq(1 << 19, 1 / 44100)
    near = (hertz > 180) & (hertz < 215)
    heard = hertz[near][spectrum[near].argmax()]
    assert abs(1200 * np.log2(heard / 196)) < 2, heard


def nine_hands():
    """A string under nine bows is retuned: what the last one pressed fades with the rest, as if it were the first."""
    def once(strong):
        p = Patch(0.6)
        string = p.obj("rosin.string~ s 1 frequency 147 q 2000 hip 0")
        for i in range(9):
            p.obj(f"rosin.friction~ - s law induction position 0.2 velocity 0.2 force {5 if i == strong else 1e-9}")
        p.record(string, 0, "r")
        later, message = p.obj("delay 300"), p.msg("frequency 180")
        p.wire(p.order, 1, later, 0)
        p.wire(later, 0, message, 0)
        p.wire(message, 0, string, 0)
        return p.run()["r"]
    first, last = once(0), once(8)
    off = np.abs(first - last).max() / np.abs(first).max()
    assert np.abs(first).max() > 1e-4 and off < 1e-3, off


def long_file():
    """A file that is too long is looked at beside Pd: what comes after its message is there before what is said of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "many.cfg")
        mode_file(path, 100000)
        p = Patch(2.0)
        body, after = p.obj("rosin.modal~ b"), p.obj("print after")
        later, order, read = p.obj("delay 300"), p.obj("t b b"), p.msg(f"read {path}")
        p.wire(p.order, 1, later, 0)
        p.wire(later, 0, order, 0)
        p.wire(order, 1, read, 0)
        p.wire(read, 0, body, 0)
        p.wire(order, 0, after, 0)
        log = p.run(options=["-nobatch"], check=False)[""]
    assert 0 <= log.find("after: bang") < log.find("too large"), log


if __name__ == "__main__":
    globals()[sys.argv[1]]()
