#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make listen`: writes build/listen.html, one page that works from disk: the same phrases by rosin as
it is, rosin 0.1 (built from the repository), and the recorded cellos of Debian's soundfonts, as loud as
each other; blind ABX, a rating scale, and the results as a file. What is not installed is left out.

  listen.py [FILE]"""
import base64
import io
import json
import os
import subprocess
import sys

import numpy as np
from scipy import signal
from scipy.io import wavfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
os.environ.setdefault("ROSIN", os.path.join(ROOT, "build", "rosin"))
sys.path[:0] = [os.path.join(ROOT, "tests", "verify", "timbre"), os.path.join(ROOT, "tests")]
import midi  # noqa: E402
import sources  # noqa: E402

FIRST = "5b5e873"  # version 0.1
RATE, LOUD = 44100, -23.0  # Hz; LUFS


def line(notes, at=0.2, velocity=77, apart=0.0):
    """Notes (key, seconds) one after the other; `apart` < 0 slurs them."""
    events = []
    for key, seconds in notes:
        events += midi.note(at, key, seconds - apart, velocity)
        at += seconds
    return events, at + 0.8


PHRASES = {  # title: events and seconds, options of rosin
    "slow, soft": (*line([(50, 1.2), (57, 1.2), (62, 1.8), (61, 0.6), (62, 2.4)], velocity=60, apart=-0.04), []),
    "a scale, plain": (*line([(k, 0.5) for k in (36, 38, 40, 41, 43, 45, 47, 48, 50, 52, 53, 55, 57)], apart=0.03), []),
    "strong and low": (*line([(36, 1.0), (43, 1.0), (40, 0.5), (41, 0.5), (43, 2.0)], velocity=112, apart=0.03),
                       sources.setting(dynamics=0.75)),
    "high": (*line([(69, 0.8), (71, 0.4), (72, 0.8), (74, 0.4), (76, 1.6), (81, 1.6)], apart=-0.04), []),
    "plucked": (*line([(36, 0.8), (43, 0.8), (52, 0.8), (55, 0.8), (60, 1.6)], velocity=90, apart=0.1),
                sources.setting(articulation=7)),
}


def first_version():
    """The command of version 0.1, built once; '' if that cannot be."""
    tree = os.path.join(ROOT, "build", "listen-0.1")
    program = os.path.join(tree, "build", "rosin")
    if not os.path.exists(program):
        os.makedirs(tree, exist_ok=True)
        archive = subprocess.run(["git", "-C", ROOT, "archive", FIRST], capture_output=True)
        if archive.returncode:
            return ""
        subprocess.run(["tar", "x", "-C", tree], input=archive.stdout, check=True)
        clean = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL")}
        made = subprocess.run(["make", "-j2", "WARN=-w", "BUILD=build", "build/rosin"], cwd=tree, capture_output=True, env=clean)
        if made.returncode:
            return ""
    return program


def loudness(x):
    """LUFS of stereo at 48 kHz: the two filters of BS.1770 (ITU-R, annex 1), without gates."""
    shelf = ([1.53512485958697, -2.69169618940638, 1.19839281085285], [1, -1.69065929318241, 0.73248077421585])
    high = ([1, -2, 1], [1, -1.99004745483398, 0.99007225036621])
    for b, a in (shelf, high):
        x = signal.lfilter(b, a, x, axis=0)
    return -0.691 + 10 * np.log10(2 * (x ** 2).mean() + 1e-12)


def matched(made):
    """All of a phrase as loud as each other, and none clipped: what would be pulls all of them down."""
    made = {who: signal.resample_poly(x * 10 ** ((LOUD - loudness(x)) / 20), 147, 160, axis=0) for who, x in made.items()}
    room = min(1, 0.98 / max(abs(x).max() for x in made.values()))
    return {who: room * x for who, x in made.items()}


def sound(x):
    """A file of it as text."""
    out = io.BytesIO()
    wavfile.write(out, RATE, np.round(32767 * x).astype("<i2"))
    return base64.b64encode(out.getvalue()).decode()


def write(path, pages):
    """The page, of phrases {title, sounds: {who: text}}."""
    with open(os.path.join(HERE, "page.html")) as f:
        text = f.read()
    with open(path, "w") as f:
        f.write(text.replace("/*PHRASES*/[]", json.dumps(pages)))


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build", "listen.html")
    old, without = first_version(), sources.missing()
    pages = []
    for title, (events, seconds, options) in PHRASES.items():
        program = 45 if title == "plucked" else sources.PROGRAMS["cello"]
        made = {"rosin": sources.computed("cello", events, seconds, *options)}
        if old:
            made["rosin 0.1"] = sources.computed("cello", events, seconds, *options, rosin=old)
        for library in () if without else sources.LIBRARIES:
            made[library] = sources.recorded(library, program, events, seconds)[:int(seconds * sources.RATE)]
        pages.append({"title": title, "sounds": {who: sound(x) for who, x in matched(made).items()}})
    write(path, pages)
    left_out = [w for w in ("" if old else "rosin 0.1", without) if w]
    print(f"{path}: {len(pages)} phrases by {', '.join(pages[0]['sounds'])}"
          + (f"; without {', '.join(left_out)}" if left_out else ""))


if __name__ == "__main__":
    main()
