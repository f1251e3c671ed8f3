# SPDX-License-Identifier: BSD-3-Clause
"""The whole state of an object as text: written, read by another, and the same said and heard."""
import os
import re
import tempfile

import numpy as np

from pdrun import Patch
from scenes import RATE, level, say

OBJECTS = {  # another of the class; what is told before; outlet that says
    "rosin.string~ x 2 frequency 98 q 700 damping 100 3 2000 0.5 pickup 2 velocity@0.3 push 0.2":
        ("rosin.string~ y 2", ["finger 123.456789", "gain 0.5"], 2),
    "rosin.modal~ x 1 frequencies 100 230 qs 40 50 masses 0.1 points rub 0 mic 1 at rub 1 -0.5":
        ("rosin.modal~ y", ["pitch 1.5"], 1),
    "rosin.modal~ x 1 shape bar-free material brass length 0.25 modes 5": ("rosin.modal~ y", ["note 60"], 1),
    "rosin.modal~ y 1 shape plate-free modes 5": ("rosin.modal~ x", ["weight 0 2 0.5", "pitch 1.1"], 1),
    "rosin.friction~ - x lugre sigma0 2000 mu_static 0.9": ("rosin.friction~ - y", ["preset wet-glass", "mu_static 1.1"], 3),
    "rosin.impact~ x z stiffness 1e7 gap 0.01": ("rosin.impact~ y z", ["damping 0.3"], 3),
    "rosin.bridge~ x z 0.1 0.2": ("rosin.bridge~ y z", ["position_a 0.3"], 1),
    "rosin.scene~ door-hinge-slow": ("rosin.scene~ door-hinge-slow", ["hold 1", "push 7", "level -3"], 2),
    "rosin.cello~": ("rosin.cello~", ["preset Sul tasto", "vibrato 3"], 2),
}


def once(folder, number, text, other, told, outlet):
    """What the first said at its end, and what the second after it has read that."""
    file = os.path.join(folder, f"{number}.txt")
    p = Patch(1.0)
    a, b, seen, again = p.obj(text), p.obj(other), p.obj("print first"), p.obj("print second")
    p.wire(a, outlet, seen, 0)
    p.wire(b, outlet, again, 0)
    say(p, a, *((20 * i, m) for i, m in enumerate(told)), (200, f"write {file}"), (250, "dump"))
    say(p, b, (300, f"read {file}"), (400, "dump"), (450, f"write {file}.again"))
    log = p.run(check=False)[""]
    names = re.compile(r"^(a|b|name|load) ")
    said = [[m for m in re.findall(rf"{who}: (.*)", log) if not names.match(m)] for who in ("first", "second")]
    with open(file) as f, open(file + ".again") as g:
        texts = f.read(), g.read()
    return said, texts, log


def written_and_read():
    """Lines that differ, of how many."""
    differ = total = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (text, (other, told, outlet)) in enumerate(OBJECTS.items()):
            (first, second), (one, two), log = once(folder, number, text, other, told, outlet)
            assert "error" not in log and len(first) > 3, log
            assert one.startswith("rosin-state 1\n") and re.search(r"\nend\n(hold 1\n)?$", one), one
            assert ("hold 1" in told) == ("\nhold 1\n" in one), one
            assert not re.search(r"^set (a|b|name|load) ", one, re.M), one
            assert number or "\nset finger 123.456787\n" in one, one  # all of a float's digits
            assert len(first) < 60 and "weight" not in told[0] or "points 515" in first and one.count("\nset at ") == 515, first
            differ += sum(x != y for x, y in zip(first, second)) + abs(len(first) - len(second)) + (one != two)
            total += len(first) + 1
    return differ, total


def states():
    assert written_and_read()[0] == 0


def wrong_states():
    """Of another class, cut off, or no state: one line, and nothing has changed."""
    good = "rosin-state 1\nobject rosin.string~\nset q 300\nset frequency 200\nend\n"
    files = {"other.txt": good.replace("string", "modal"), "cut.txt": good[:-4], "none.txt": "q 300\n",
             "bad.txt": good.replace("set q", "put q"), "loop.txt": good.replace("set q 300", "set read loop.txt"), "scene.txt": "rosin-state 1\nscene chalk\nset speed 0.1\nend\n"}
    p = Patch(1.0)
    s, x = p.obj("rosin.string~ s"), p.obj("rosin.scene~ cuica")
    said = p.obj("print said")
    p.wire(s, 1, said, 0)
    say(p, s, *((50 * i, f"read {f}") for i, f in enumerate(files)), (400, "read nothing.txt"), (450, "read"),
        (500, "get q"), (550, "write /nowhere/at/all.txt"))
    say(p, x, (600, "read scene.txt"), (650, "write"))
    log = p.run(check=False, extra=files.items())[""]
    for line in ("state: it is of another class", "state: it has no end", "none.txt: must begin with 'rosin-state 1'",
                 "a line is not: set KEY VALUE", "it reads or writes files", "nothing.txt: No such file", "read: needs the name of one file",
                 "/nowhere/at/all.txt: No such file", "of the scene 'chalk', and this is 'cuica'",
                 "write: needs the name of one file"):
        assert line in log, f"{line}\n{log}"
    assert "said: q 500\n" in log, log


def presets():
    """By name, of contacts and scenes; one that builds bodies sounds on in what it builds."""
    p = Patch(4.0)
    f, x = p.obj("rosin.friction~ - -"), p.obj("rosin.scene~ door-hinge-slow")
    said = p.obj("print said")
    p.wire(f, 3, said, 0)
    p.wire(x, 2, said, 0)
    say(p, f, (10, "presets"), (20, "preset wet-glass"), (30, "get law"), (40, "preset nothing"))
    say(p, x, (50, "hold 1"), (2000, "preset Heavy oak"), (2100, "get size"), (2110, "get weight"), (2120, "get hold"))
    p.record(x, 0, "out")
    r = p.run(check=False)
    for line in ("said: preset rosined-hair\n", "said: law elastoplastic\n", "preset: 'nothing' is not one of",
                 "said: size 1.6\n", "said: weight 90\n", "said: hold 1\n"):
        assert line in r[""], f"{line}\n{r['']}"
    before, after = level(r["out"], 1.5, 2), level(r["out"], 3.0, 4.0)
    assert before > 1e-3 and after > 0.1 * before, (before, after)
    jump = np.abs(np.diff(r["out"]))
    there = int(2.0 * RATE)
    assert jump[there - 500:there + 1500].max() < 2 * jump[RATE:there - 500].max(), "a cut at the preset"


CASES = [states, wrong_states, presets]

if __name__ == "__main__":
    import sys
    for name in sys.argv[1:] or [c.__name__ for c in CASES]:
        {c.__name__: c for c in CASES}[name]()
