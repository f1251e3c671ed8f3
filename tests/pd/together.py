#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Patches beside patches in one Pd: a user's own goes on, bit for bit, while every help and
example is opened, whatever names are in it; and all of them sound side by side.
`together.py beside|all`."""
import glob
import os
import re
import sys

import numpy as np

from pdrun import ROOT, Patch, heard

BODY = re.compile(r"rosin\.(?:string|modal)~ (?:-m )?(?:\\?\$0-)?([A-Za-z][\w-]*)")
ARRAY = re.compile(r"(?:#X array|table|array define|text define) (?:\\?\$0-)?([A-Za-z][\w-]*)")


def patch_files():
    return sorted(glob.glob(os.path.join(ROOT, "help", "*.pd")) +
                  glob.glob(os.path.join(ROOT, "pd", "*.pd")))


def opened_alone():
    """Those that are no mere part of another: that want no words where they name a body or count themselves."""
    def whole(path):
        with open(path) as f:
            return not re.search(r"#X obj \d+ \d+ (rosin\.|clone )[^;]*\\\$[1-9]", f.read())
    return [path for path in patch_files() if whole(path)]


def names(pattern, pages=()):
    """Every name that a patch or a page has for a body, or for an array."""
    found = set()
    for path in patch_files() + [os.path.join(ROOT, "docs", page) for page in pages]:
        with open(path) as f:
            found |= set(pattern.findall(f.read()))
    return sorted(found)


def users_patch(opened):
    """A bowed string of every name, an array of every name; patches opened meanwhile."""
    p = Patch(3.0)
    total = p.obj("*~ 1")
    for name in names(BODY, ["pd.md"]):
        string = p.obj(f"rosin.string~ {name} 1 frequency 147")
        bow = p.obj(f"rosin.friction~ - {name} elastoplastic position 0.13 stribeck_velocity 0.2 "
                    "velocity 0.1")
        p.wire(p.obj("r users-bow"), 0, bow, 0)
        p.wire(string, 0, total, 0)
    for name in names(ARRAY):
        p.obj(f"table {name} 100")
        read = p.obj(f"tabread {name}")
        p.wire(p.obj("r users-look"), 0, read, 0)
        p.wire(read, 0, p.obj(f"print array-{name}"), 0)
    p.record(total, 0, "out")
    # strings are made beside Pd, and are there some blocks after DSP is on: bowed when they are
    later, message = p.obj("delay 250"), p.msg("; users-bow force 1.1")
    p.wire(p.order, 1, later, 0)
    p.wire(later, 0, message, 0)
    copies = []
    for path in opened:
        with open(path) as f:
            copies.append((os.path.basename(path), f.read()))
    steps = [f"; pd open {name} ." for name, _ in copies]
    steps += ["; rosin-start bang"] if opened else []
    for i, text in enumerate(steps):
        later, message = p.obj(f"delay {300 + 20 * i}"), p.msg(text)
        p.wire(p.order, 1, later, 0)
        p.wire(later, 0, message, 0)
    later, message = p.obj("delay 2900"), p.msg("; users-look 50")
    p.wire(p.order, 1, later, 0)
    p.wire(later, 0, message, 0)
    return p.run(options=["-nobatch", "-path", os.path.join(ROOT, "pd")], check=False, extra=copies)


def beside():
    """1 for each sample or array of the user's that another patch changed."""
    alone, among = users_patch([]), users_patch(opened_alone())
    assert np.std(alone["out"][44100:]) > 0.1, "the user's own patch is silent"
    complaints = re.findall(r"(?:error: |couldn't create|several bodies).*", among[""])
    assert not complaints, complaints
    arrays = [len(set(re.findall(r"array-.*", r[""]))) for r in (alone, among)]
    changed = np.count_nonzero(alone["out"] != among["out"])
    touched = re.findall(r"array-.*: (?!0$).*", among[""], re.M)
    assert arrays[0] == arrays[1] == len(names(ARRAY)), arrays
    return changed + len(touched), alone["out"].size


def at_once():
    """Peak (dBFS) of each patch while all the others are open and started too."""
    p = Patch(8.0)
    extra = []
    paths = []
    for i, path in enumerate(patch_files()):
        with open(path) as f:
            text = f.read()
        if "rosin-start" not in text:
            continue
        paths.append(path)
        text, stand_in = heard(text, f"rosin-test-{i}")
        extra += [stand_in, (f"rosin-test-{i}.pd", text)]
        p.record(p.obj(f"catch~ rosin-test-{i}"), 0, f"out-{i}")
        p.obj(f"rosin-test-{i}")
    # bodies are made beside Pd, on a busy machine later than it is on an idle one: started again then
    for when in (500, 2500, 5000):
        later, click = p.obj(f"delay {when}"), p.msg("; rosin-start bang")
        p.wire(p.order, 1, later, 0)
        p.wire(later, 0, click, 0)
    r = p.run(options=["-nobatch", "-path", os.path.join(ROOT, "pd")], extra=extra, timeout=600)
    return {os.path.basename(path): 20 * np.log10(max(np.abs(r[name]).max(), 1e-9))
            for path, name in zip(paths, p.tables)}


if __name__ == "__main__":
    if sys.argv[1] == "beside":
        sys.exit(beside()[0] != 0)
    levels = at_once()
    print(levels)
    sys.exit(any(not -40 < x < 3 for x in levels.values()))
