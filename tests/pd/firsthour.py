#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A newcomer's first hour in a real Pd: the five sounds of start-here.pd and its doors, and ten
patches built from what the helps say. `firsthour.py NAME`."""
import os
import re
import sys

import numpy as np

from intune import sounds
from pdrun import ROOT, Patch, heard
from together import opened_alone, patch_files

RATE = 44100


def judge(x):
    """Peak (dBFS) and steady part (dB) of a sound."""
    return (20 * np.log10(max(np.abs(x).max(), 1e-9)), 20 * np.log10(max(abs(np.mean(x)), 1e-9)))


def start_here():
    """Peak and steady part of each of its sounds, and the silence between them."""
    steps = [f"; start-here-{i} bang" for i in range(1, 6)]
    return [judge(x[:int(2.9 * RATE)]) for x in sounds("pd/start-here.pd", steps, hold=12, last=12)]


OPENED = """#N canvas 0 0 400 300 10;
#X obj 10 10 loadbang;
#X msg 10 40 opened;
#X obj 10 70 print door;
#X connect 0 0 1 0;
#X connect 1 0 2 0;
"""


def doors():
    """Every button at the end of start-here.pd opens a patch: how many do not."""
    with open(os.path.join(ROOT, "pd", "start-here.pd")) as f:
        text = f.read()
    count = len(set(re.findall(r"r \\\$0-open-(\d+)", text)))
    p = Patch(1.0 + 0.1 * count)
    for i in range(count):
        later, message = p.obj(f"delay {100 + 100 * i}"), p.msg(f"; test-open-{i} bang")
        p.wire(p.order, 1, later, 0)
        p.wire(later, 0, message, 0)
    p.obj("start-here")
    extra = [("test-opened.pd", OPENED), ("start-here.pd", text.replace("\\$0-open-", "test-open-"))]
    for path in patch_files():
        if os.path.basename(path) not in ("start-here.pd", "rosin.out~.pd", "rosin-voice.pd"):
            with open(path) as f:
                extra.append((os.path.basename(path), f.read() + "#X obj 900 900 test-opened;\n"))
    r = p.run(options=["-nobatch", "-path", os.path.join(ROOT, "pd")], extra=extra, check=False)
    return count - r[""].count("door: opened")


def is_there(file):
    return any(os.path.basename(path) == file for path in patch_files())


def see_also():
    """Every button beside what helps see also, and beside their examples, opens it: (help, file) of those that do not."""
    for path in sorted(f for f in patch_files() if f.endswith("-help.pd")):
        with open(path) as f:
            text = f.read()
        files = re.findall(r"symbol (\S+\.pd)", text)
        p = Patch(0.5 + 0.1 * len(files))
        for i in range(len(files)):
            later, message = p.obj(f"delay {100 + 100 * i}"), p.msg(f"; test-see-{i} bang")
            p.wire(p.order, 1, later, 0)
            p.wire(later, 0, message, 0)
        p.obj("this-help")
        extra = [("this-help.pd", text.replace("\\$0-see-", "test-see-"))]
        extra += [(file, OPENED.replace("door", file)) for file in files]
        log = p.run(options=["-nobatch"], extra=extra, check=False)[""]
        if not any("-help.pd" in file for file in files) or all("-help.pd" in file for file in files):
            yield os.path.basename(path), "helps or examples: none"
        yield from ((os.path.basename(path), f"{file}: there is none") for file in files if not is_there(file))
        yield from ((os.path.basename(path), file) for file in files if f"{file}: opened" not in log)


def sensor():
    """dB of the door in the scene's help, with its sensor at one end and at the other."""
    with open(os.path.join(ROOT, "help", "rosin.scene~-help.pd")) as f:
        text = f.read()
    assert text.count("\\$0-slider10") == 2
    text, out = heard(text.replace("\\$0-slider10", "test-sensor").replace("\\$0-door", "test-door"), "sum")
    p = Patch(5.0)
    p.record(p.obj("catch~ sum"), 0, "out")
    for ms, step in ((100, "; test-door hold 1"), (110, "; test-sensor 1"), (2500, "; test-sensor 0")):
        later, message = p.obj(f"delay {ms}"), p.msg(step)
        p.wire(p.order, 1, later, 0)
        p.wire(later, 0, message, 0)
    p.obj("this-help")
    x = p.run(extra=[("this-help.pd", text), out])["out"]
    return [20 * np.log10(max(np.std(x[int(a * RATE):int((a + 1.5) * RATE)]), 1e-9)) for a in (0.9, 3.4)]


def lines():
    """What each help and example writes into Pd's window, as it is opened, started and stopped."""
    for path in opened_alone():
        with open(path) as f:
            p, text = Patch(1.2), f.read()
        steps = ((300, "; rosin-start 1"), (900, "; rosin-start 0"), (1000, "; rosin-start 1"))
        for ms, step in steps if "rosin-start" in text else ():
            later, message = p.obj(f"delay {ms}"), p.msg(step)
            p.wire(p.order, 1, later, 0)
            p.wire(later, 0, message, 0)
        p.obj("this-patch")
        log = p.run(options=["-path", os.path.join(ROOT, "pd")], extra=[("this-patch.pd", text)], check=False)[""]
        yield from (f"{os.path.basename(path)}: {line}" for line in log.splitlines())


if __name__ == "__main__":
    if sys.argv[1:] == ["sensor"]:
        print(*sensor())
        sys.exit(0)
    if sys.argv[1:] == ["quiet"]:
        said = list(lines())
        print(*said, sep="\n")
        sys.exit(said != [])
    if sys.argv[1:] == ["see"]:
        shut = list(see_also())
        print(*shut, sep="\n")
        sys.exit(shut != [])
    for number, (peak, steady) in enumerate(start_here(), 1):
        print(number, peak, steady)
    closed = doors()
    print(closed, "doors that do not open")
    sys.exit(closed != 0)
