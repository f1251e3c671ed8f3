#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether this tree sounds, to the bit, as the one before a redesign: lines `name value samples seed`.

  same.py sounds [REVISION]    scenes, scores, notes by chance, presets and plugins that differ
  same.py cost [REVISION]      time of this program over that of the one before, in turn, the least of each

The tree before (BEFORE, or the revision said) is taken from the history and built once in build/same. Presets and
plugins are played by a host of each tree's own, through CLAP."""
import fcntl
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import time

import older

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
NOW = os.path.abspath(os.environ.get("ROSIN", os.path.join(ROOT, "build", "rosin")))
BEFORE = "4de25c4"  # the last commit that was meant to change a bit: the decimator
SEED = 27
INSTRUMENTS = ("cello", "violin", "viola", "double-bass")
TUNE = os.path.join(ROOT, "docs", "tune.mid")
SCORE = os.path.join(ROOT, "examples", "scores", "suite-1-prelude.musicxml")


class Tree:
    """A program, its plugins and their host."""

    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        self.build = os.path.dirname(program)

    def render(self, folder, *words):
        path = os.path.join(folder, "a.wav")
        subprocess.run([self.program, "render", *words, "--format", "float", "--plain", "-o", path], check=True,
                       capture_output=True, cwd=folder)
        with open(path, "rb") as f:
            return f.read()

    def play(self, scene, events, seconds=1.5):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
            f.write(events)
            f.flush()
            return subprocess.run([os.path.join(self.build, "tests", "faces", "host_clap"),
                                   os.path.join(self.build, "rosin.clap"), f"rosin.{scene}", "play", "256", "48000",
                                   str(seconds), f.name], check=True, capture_output=True).stdout


def tree_before(revision):
    """The tree of a revision, built; where there is no history, none."""
    if subprocess.run(["git", "-C", ROOT, "cat-file", "-e", revision + "^{commit}"], capture_output=True).returncode:
        print(f"skip there is no revision {revision} here")
        sys.exit()
    folder = os.path.join(ROOT, "build", "same", revision)
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    alone = open(folder + ".lock", "w")  # sounds and costs are asked for at a time: whoever comes second waits
    fcntl.flock(alone, fcntl.LOCK_EX)
    older.unpack(revision, folder)
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", "-s", "-j2", "all", "clap", "build/tests/faces/host_clap"], cwd=folder, env=env,
                          capture_output=True, text=True)
    alone.close()
    if done.returncode:
        sys.exit(f"{revision} does not build\n{done.stderr[-2000:]}")
    return Tree(folder, os.path.join(folder, "build", "rosin"))


def scenes(tree):
    said = subprocess.run([tree.program, "scenes", "--json"], check=True, capture_output=True, text=True).stdout
    return sorted(re.findall(r'"name": "([a-z0-9-]+)", "title"', said))


def presets(tree):
    """(scene or None for every instrument, name, {setting: value}) of the tree's table."""
    with open(os.path.join(tree.folder, "src", "core", "presets.c")) as f:
        rows = re.findall(r'\{(NULL|"[^"]*"), "([^"]*)", "([^"]*)"\}', f.read())
    return [(None if of == "NULL" else of.strip('"'), name, dict(v.split("=") for v in values.split()))
            for of, name, values in rows]


def by_chance(rng, low, notes=24):
    """A MIDI file of notes, chords, bends and controllers."""
    track = b""
    for _ in range(notes):
        keys = rng.sample(range(low, low + 24), rng.choice((1, 1, 1, 2, 3)))
        for key in keys:
            track += bytes([0, 0x90, key, rng.randrange(20, 128)])
        track += bytes([0, 0xB0, rng.choice((1, 2, 11, 74)), rng.randrange(128)])
        track += bytes([0, 0xE0, 0, rng.randrange(32, 96)])
        for n, key in enumerate(keys):
            track += bytes([0 if n else rng.randrange(1, 100), 0x80, key, 0])
    track += b"\x00\xff\x2f\x00"
    return b"MThd" + struct.pack(">IHHH", 6, 0, 1, 96) + b"MTrk" + struct.pack(">I", len(track)) + track


def sounding(data):
    """What is compared proves nothing if it is silent."""
    return bool(data[4096:].strip(b"\0"))  # behind a header


def line(name, wrong, count):
    print(f"same_{name} {wrong} {count} {SEED}", flush=True)


def differing(name, cases):
    """`cases`: pairs of what should be the same."""
    wrong = count = 0
    for what, a, b in cases:
        bad = a != b or not sounding(a)
        wrong += bad
        count += 1
        if bad:
            print(f"{name}: {what}", file=sys.stderr)
    line(name, wrong, count)


def sounds(revision):
    was, now = tree_before(revision), Tree(ROOT, NOW)
    rng = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        def both(what, *words):
            return what, was.render(folder, *words), now.render(folder, *words)

        known = scenes(was)
        line("scenes_gone", len(set(known) - set(scenes(now))), len(known))
        differing("scenes_differing", (both(f"{s} {r}", s, "-d", "3", "-r", r) for s in known for r in ("44100", "96000")))
        differing("scores_differing", [both("prelude", "cello", "--score", SCORE, "-d", "12"),
                                       *(both(i, i, "--midi", TUNE, "-d", "4") for i in INSTRUMENTS)])

        def notes():
            for n in range(16):
                name = os.path.join(folder, "notes.mid")
                with open(name, "wb") as f:
                    f.write(by_chance(rng, {"cello": 36, "violin": 55, "viola": 48, "double-bass": 28}[INSTRUMENTS[n % 4]]))
                yield both(f"notes {n}", INSTRUMENTS[n % 4], "--midi", name, "-d", "6", "--seed", str(n))

        differing("notes_differing", notes())
        # the judge itself: a force that is a millionth larger is heard
        a, b = (now.render(folder, "cello-d", "-d", "1", "-s", f"bow.force={f}") for f in ("1", "1.000001"))
        line("judge_blind", int(a == b), 1)

    start = "0 midi 144 62 100\n"  # in the range of all instruments
    played = re.findall(r"^\s*'rosin\.([a-z-]+)'", open(os.path.join(was.folder, "tests", "faces", "told_clap.txt")).read(), re.M)
    differing("plugins_differing", ((s, was.play(s, start), now.play(s, start)) for s in played))

    def with_presets():
        for of, name, values in presets(was):
            for scene in [of] if of else INSTRUMENTS:
                events = "".join(f"0 set {k} {v}\n" for k, v in values.items()) + start
                yield f"{scene}: {name}", was.play(scene, events), now.play(scene, events)

    differing("presets_differing", with_presets())


def cost(revision, times=15):
    was, now = tree_before(revision), Tree(ROOT, NOW)
    with tempfile.TemporaryDirectory() as folder:
        cases = {"string": ("cello-d", "-d", "8"), "cello": ("cello", "--midi", TUNE, "-d", "4"),
                 "start": ("door-hinge-slow", "-d", "0.01")}
        for name, words in cases.items():
            least = {}
            for _ in range(times):
                for tree in (was, now):
                    began = time.perf_counter()
                    tree.render(folder, *words)
                    least[tree] = min(least.get(tree, 1e9), time.perf_counter() - began)
            print(f"same_cost_{name} {least[now] / least[was]:.4f} {times} 0", flush=True)


if __name__ == "__main__":
    {"sounds": sounds, "cost": cost}[sys.argv[1]]((sys.argv[2:] or [BEFORE])[0])
