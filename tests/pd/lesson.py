#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""docs/pd-lesson.md, walked in a real Pd: each step's patch opens without a word, is silent, sounds once its start is clicked, and
goes on when the message of the step is said to the object named there.

  lesson.py [STEP ...]"""
import os
import re
import sys

import numpy as np

from drag import of_patch
from pdrun import ROOT, Patch, heard

RATE = 44100
STEP = re.compile(r"^## (\d+)\. .*?: `([\w-]+)`$(.*?)(?=^## )", re.M | re.S)
SAY = re.compile(r"^Say to `\[(rosin\.[\w~]+)\]`: `(.*)`$", re.M)
LOUD, QUIET = 0.003, 0.9  # rms, of full scale: -50 and 0 dBFS


def steps():
    """(number, patch, object, message) of each step of the page."""
    with open(os.path.join(ROOT, "docs", "pd-lesson.md"), encoding="utf-8") as f:
        page = f.read()
    for number, name, text in STEP.findall(page):
        (who, message), = SAY.findall(text)
        yield int(number), name, who, message


def walked(name, who, message):
    """What it gave, and what Pd said; without a word, if `message` is none."""
    with open(os.path.join(ROOT, "pd", name + ".pd"), encoding="utf-8") as f:
        text = f.read()
    objects = of_patch(text)
    there = next(i for i, row in enumerate(objects) if re.match(rf"#X obj \d+ \d+ {re.escape(who)}[ ;]", row))
    text = text.rstrip("\n") + f"\n#X obj 900 600 r lesson-says;\n#X connect {len(objects)} 0 {there} 0;\n"
    text, stand_in = heard(text, "lesson-out", "lesson-out")
    p = Patch(9.0, RATE)
    p.record(p.obj("catch~ lesson-out"), 0, "out")
    p.obj("lesson-patch")
    for ms, words in ((1000, "; rosin-start 1"), (5000, f"; lesson-says {message}" if message else "; lesson-nobody bang")):
        when, box = p.obj(f"delay {ms}"), p.msg(words)
        p.wire(p.order, 1, when, 0)
        p.wire(when, 0, box, 0)
    r = p.run(options=["-path", os.path.join(ROOT, "pd")], extra=[stand_in, ("lesson-patch.pd", text)], check=False)
    return r["out"], re.sub(r".*lesson-nobody.*\n?", "", r[""])


def level(x, start, end):
    return np.std(x[int(start * RATE):int(end * RATE)])


def main():
    found = list(steps())
    assert [n for n, *_ in found] == list(range(1, 11)), found
    for number, name, who, message in found:
        if sys.argv[1:] and str(number) not in sys.argv[1:]:
            continue
        (x, log), (plain, _) = walked(name, who, message), walked(name, who, None)
        before, started, told, changed = level(x, 0.2, 0.9), level(x, 1.5, 4.9), level(x, 5.5, 8.9), level(x - plain, 5.5, 8.9)
        print(f"{number:2d} {name:28} {before:.5f} {started:.4f} {told:.4f} {changed:.4f}  {who}: {message}")
        assert not re.search(r"couldn't create|error:", log), (name, log[-2000:])
        assert before < 1e-6 and LOUD < started < QUIET and LOUD < told < QUIET, (name, before, started, told)
        assert changed > 0.05 * told, (name, message, changed)


if __name__ == "__main__":
    main()
