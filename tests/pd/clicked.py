# SPDX-License-Identifier: BSD-3-Clause
"""Whether every message of every help's topics is taken by the object it goes to, in the order of the page, while it sounds.
`clicked.py [HELP ...]` lists what Pd complains of."""
import glob
import os
import re
import sys

from pdrun import ROOT, run_text

sys.path.insert(0, os.path.join(ROOT, "docs", "patches"))
from geometry import canvases  # noqa: E402

ABSENT = ("knock.cfg",)  # files that nobody has


def clicks(text):
    """(name of the receiver, message) of each message of a topic that goes to an [s]."""
    for name, _, objects, wires, _ in canvases(text, ""):
        if name in ("", "doors"):
            continue
        for a, _, b, _ in wires:
            source, target = objects[a], objects[b]
            if source[0] == "msg" and target[5][:1] == ["s"] and "$1" not in " ".join(source[5]):
                yield target[5][1].replace("\\$0-", "test-"), " ".join(source[5])


def tester(steps):
    """A subpatch that sends (ms, receiver, message) and quits."""
    lines, wires = ["#N canvas 0 0 400 300 tester 0;", "#X obj 10 10 loadbang;"], []
    for ms, receiver, message in steps:
        at = len(lines) - 1
        lines += [f"#X obj 10 40 delay {ms};", f"#X msg 10 70 {message};", *([f"#X obj 10 100 s {receiver};"] if receiver else [])]
        wires += [f"#X connect 0 0 {at} 0;", f"#X connect {at} 0 {at + 1} 0;"] + ([f"#X connect {at + 1} 0 {at + 2} 0;"] if receiver else [])
    return "\n".join(lines + wires) + "\n#X restore 900 900 pd tester;\n"


def complaints(path):
    with open(path) as f:
        text = f.read().replace("\\$0-", "test-").replace("$0-", "test-")
    with open(path) as f:
        told = [c for c in clicks(f.read()) if not any(name in c[1] for name in ABSENT)]
    assert told, path
    steps = [(1, "rosin-start", "1")] + [(300 + 20 * i, *c) for i, c in enumerate(told)]
    steps.append((600 + 20 * len(told), "", "\\; pd dsp 0 \\; pd quit"))
    log = run_text(text + tester(steps), 44100, check=False)[""]
    for line in log.splitlines():
        if re.search(r"error:|no such object|couldn't create|no method", line):
            yield line


def main():
    found = 0
    for path in sys.argv[1:] or sorted(glob.glob(os.path.join(ROOT, "help", "*-help.pd"))):
        for line in complaints(path):
            print(f"{os.path.basename(path)}: {line}")
            found += 1
    return found > 0


if __name__ == "__main__":
    sys.exit(main())
