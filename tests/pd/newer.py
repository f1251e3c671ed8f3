#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the built objects make in a Pd of 0.54 or later, which has signals of many channels: every help and example opens, a
bowed string sounds, pickups in one outlet are those of an outlet each, sample for sample.

  newer.py [PD ...]     programs, of any precision (build/pd or build/pd64); else those of ROSIN_NEWER_PD, by colons, else `pd`

Where none is as new as that, it says so and ends with 77."""
import glob
import os
import re
import subprocess
import sys
import tempfile

import numpy as np
from scipy.io import wavfile

from pdrun import ROOT, Patch

PAIRS = (("rosin.string~ {} {} 3 frequency 147 pickup 2 velocity@0.3 pickup 3 acceleration@0.2", "s", "stribeck_velocity 0.2 velocity 0.1 force 1.1"),
         ("rosin.modal~ {} {} 2 shape bar-free material brass length 0.25 pickup 2 velocity@0.3", "m", "wet-cloth velocity 0.1 force 3"),
         ("rosin.modal~ {} {} 4 shape bowl pickups 0.02 0.27 0.5 0.77", "b", "wet-glass velocity 0.1 force 1"))
BATCH = ["-nogui", "-batch", "-noaudio", "-noprefs", "-stderr", "-r", "44100"]


def probe(pd):
    """Has it signals of many channels, and how many bits has a number: a double holds what a float does not."""
    p = Patch(0.05)
    p.obj("snake~ in 2")
    big, more, less, seen = p.msg("16777216"), p.obj("+ 1"), p.obj("- 16777216"), p.obj("print beyond")
    p.wire(p.start, 0, big, 0)
    for a, b in ((big, more), (more, less), (less, seen)):
        p.wire(a, 0, b, 0)
    said = run(pd, p, None)[""]
    return "couldn't create" not in said, 64 if "beyond: 1" in said else 32


def run(pd, patch, classes, opened=()):
    """What it said under '', and what it recorded."""
    with tempfile.TemporaryDirectory() as folder:
        end, files, last = patch.obj(f"delay {1000 * patch.seconds + 100}"), patch.obj("soundfiler"), patch.obj("t b b")
        patch.wire(patch.order, 0, end, 0)
        patch.wire(end, 0, last, 0)
        for name in patch.tables:
            write = patch.msg(f"write -wave -bytes 4 {name}.wav {name}")
            patch.wire(last, 1, write, 0)
            patch.wire(write, 0, files, 0)
        patch.wire(last, 0, patch.msg("; pd dsp 0; pd quit"), 0)
        with open(os.path.join(folder, "patch.pd"), "w", encoding="ascii") as file:
            file.write(patch.text())
        done = subprocess.run([pd, *BATCH, *(["-path", classes] if classes else []), *[w for path in opened for w in ("-open", path)], "-open", "patch.pd"],
                              capture_output=True, text=True, errors="replace", timeout=600, check=False, cwd=folder)
        result = {"": done.stdout + done.stderr}
        for name in patch.tables:
            path = os.path.join(folder, name + ".wav")
            if os.path.exists(path):
                result[name] = wavfile.read(path)[1].astype(float)
        return result


def tried(pd, classes):
    p, names = Patch(0.5), []
    for i, (text, name, law) in enumerate(PAIRS):
        count = int(text.split("{} {} ")[1].split()[0])
        for flag in ("-m", ""):
            body = p.obj(re.sub("  +", " ", text.format(flag, name + flag[1:])))
            rub = p.obj(f"rosin.friction~ - {name + flag[1:]} {law}")
            source = body
            if flag:
                source = p.obj(f"snake~ out {count}")
                p.wire(body, 0, source, 0)
            for k in range(count):
                p.record(source, k, f"{name}{flag[1:]}{k}")
                names.append((f"{name}m{k}", f"{name}{k}"))
            p.record(rub, 0, f"force{i}{flag[1:]}")
    # parts of abstractions mean nothing without what these give them
    r = run(pd, p, classes, sorted(path for path in glob.glob(os.path.join(classes, "*.pd")) if not path.endswith(("-one.pd", "-desk.pd", "-point.pd"))))
    assert "couldn't create" not in r[""], r[""][-3000:]
    for one, each in set(names):
        assert np.abs(r[each]).max() > 1e-3, each
        assert np.array_equal(r[one], r[each]), (one, each)
    return len(set(names))


def main():
    programs = sys.argv[1:] or [w for w in os.environ.get("ROSIN_NEWER_PD", "pd").split(":") if w]
    new = [(pd, bits) for pd, (many, bits) in ((pd, probe(pd)) for pd in programs) if many]
    if not new:
        print(f"no Pd of 0.54 or later among {', '.join(programs)}: say in ROSIN_NEWER_PD where one is")
        sys.exit(77)
    for pd, bits in new:
        classes = os.path.join(ROOT, "build", "pd" if bits == 32 else "pd64")
        if not os.path.isdir(classes):
            print(f"{pd}: no {classes}: make pd PD_FLOATSIZE={bits}")
            sys.exit(77)
        print(f"{pd}, {bits} bits: {tried(pd, classes)} pickups, {len(glob.glob(os.path.join(classes, '*.pd')))} patches")


if __name__ == "__main__":
    main()
