#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What rests in Pd costs next to nothing: instructions of a headless Pd under callgrind, between two
ends of the same patch, so that what it takes to begin falls out; no clock is looked at. Strings are
plucked under bows whose inlets get a signal that stands still. `sleep.py cost` prints what a second
asleep costs of one that sounds, Pd's own share taken off (`make verify` looks at players, too); `sleep.py wakes` that what is plucked after a
rest sounds as what is plucked at first, without a click."""
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

from pdrun import CLASSES, Patch

RATE, STRINGS = 48000, 3  # blocks of 4/3 ms
SHORT = "q 60 torsion_frequency 0 bending_stiffness 0 gain 1 hip 0"


def patch(seconds, strings, velocity, pluck=100):
    """Each string with a bow whose velocity comes as a signal; it is plucked and, at 0 m/s, let ring."""
    p = Patch(seconds, RATE)
    still, first = p.obj(f"sig~ {velocity}"), None
    for i in range(strings):
        string = p.obj(f"rosin.string~ s{i} 1 frequency {200 + 10 * i} {SHORT}")
        bow = p.obj(f"rosin.friction~ - s{i} elastoplastic stribeck_velocity 0.2 position 0.13 force {1.1 if velocity else 0}")
        p.wire(still, 0, bow, 0)
        for at in pluck if isinstance(pluck, list) else [pluck]:
            later, message = p.obj(f"delay {at}"), p.msg("pluck 5")
            p.wire(p.order, 1, later, 0)
            p.wire(later, 0, message, 0)
            p.wire(message, 0, string, 0)
        if i == 0:
            first = string
    return p, first


def player(seconds, scene, hold):
    """An instrument that is played one note, held or let go: it rings, and sleeps."""
    p = Patch(seconds, RATE)
    made = p.obj(scene)
    for at, text in ((100, "note 62 90"), *(() if hold else ((300, "note 62 0"),))):
        later, message = p.obj(f"delay {at}"), p.msg(text)
        p.wire(p.order, 1, later, 0)
        p.wire(later, 0, message, 0)
        p.wire(message, 0, made, 0)
    return p


def instructions(seconds, p):
    quit_ = p.msg("; pd dsp 0; pd quit")
    end = p.obj(f"delay {1000 * seconds}")
    p.wire(p.order, 0, end, 0)
    p.wire(end, 0, quit_, 0)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "patch.pd")
        with open(path, "w") as file:
            file.write(p.text())
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "pd", "-nogui", "-batch", "-noaudio", "-noprefs",
             "-stderr", "-r", str(RATE), "-path", CLASSES, "-open", path], capture_output=True, text=True, cwd=folder, timeout=600)
    found = re.search(r"Collected : (\d+)", run.stderr)
    assert found and "couldn't create" not in run.stderr, run.stderr[-2000:]
    return int(found[1])


def a_second(made, at=4):
    """Instructions of what lies between 4 and 4.5 s, by the second, of a patch made for so long."""
    return (instructions(at + 0.5, made(at + 0.5)) - instructions(at, made(at))) / 0.5


def shares(players=True):
    """Of strings under bows, and of an instrument with its player: what a second asleep costs of one that sounds, Pd's own share
    taken off, in percent."""
    nothing = a_second(lambda s: patch(s, 0, 0)[0])
    yield "strings", *[a_second(lambda s: patch(s, STRINGS, v)[0]) - nothing for v in (0, 0.1)]
    for name, scene in (("cello", "rosin.cello~ cello"), ("bars", "rosin.scene~ bowed-vibraphone")) if players else ():
        yield name, *[a_second(lambda s: player(s, scene, hold), 12) - nothing for hold in (0, 1)]


def cost():
    for name, asleep, sounding in shares(False):
        print(f"{name}_asleep_percent {100 * asleep / sounding:.3f} of {sounding:.0f}")


def wakes():
    p, first = patch(9, 1, 0, [100, 8000])
    p.record(first, 0, "out")
    x = p.run()["out"]
    one, two = (x[i:i + RATE // 2] for i in (RATE // 10, 8 * RATE))  # plucked at the begin of a block
    rest = np.abs(x[5 * RATE:8 * RATE]).max()
    print(f"rest {rest:g}\npeak {np.abs(one).max():.4f}\ndifference {np.abs(one - two).max():.3g}")


if __name__ == "__main__":
    {"cost": cost, "wakes": wakes}[sys.argv[1]]()
