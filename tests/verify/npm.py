#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the package for npm, as `make npm` lays it out; in node and in headless Chromium.

  npm.py speed     bytes of the package; milliseconds of its import, and from there to the first sound of cello-d, by the wall and of the
                   main thread's processor time, middle of 20 runs of node; times real time of three scenes
  npm.py stranger  what somebody does who has the package alone: npm install in an empty folder, a script, types (npm's
                   typescript), a page that npm's vite builds and serves, in Chromium

Without node, npm or Chromium the figures that need them are not made."""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(TESTS)
NPM = os.path.join(ROOT, "build", "npm")
RUNS, SECONDS = 20, 10
FIRST = """import fs from 'node:fs';
const own = `/proc/self/task/${process.pid}/schedstat`, took = () => Number(fs.readFileSync(own, 'utf8').split(' ')[0]) / 1e6;
const begun = performance.now(), { open } = await import('NPM/node.js'), there = performance.now(), before = took();
const core = await open('cello-d');
core.trigger();
core.run(128);
console.log(there - begun, performance.now() - there, took() - before);"""
SPEED = """const { render } = await import('NPM/node.js');
await render('SCENE', { duration: 1 });
const begun = performance.now();
await render('SCENE', { duration: SECONDS });
console.log(SECONDS * 1000 / (performance.now() - begun));"""


def line(name, value, samples=1):
    print(f"npm_{name} {value:.6g} {samples} 0", flush=True)


def node(text):
    said = subprocess.run(["node", "--input-type=module", "-e", text], capture_output=True, text=True, check=True).stdout
    return [float(word) for word in said.split()]


def packed(folder):
    return subprocess.run([sys.executable, os.path.join(ROOT, "packaging", "tgz.py"), "0", NPM, folder], capture_output=True, text=True,
                          check=True).stdout.strip()


def speed(folder):
    line("bytes", os.path.getsize(packed(folder)))
    runs = [node(FIRST.replace("NPM", NPM)) for _ in range(RUNS)]
    line("import_ms", statistics.median(r[0] for r in runs), RUNS)
    line("first_sound_ms", statistics.median(r[1] for r in runs), RUNS)
    line("first_sound_processor_ms", statistics.median(r[2] for r in runs), RUNS)
    for scene in ("cello-d", "door-hinge-slow", "wine-glass"):
        text = SPEED.replace("NPM", NPM).replace("SCENE", scene).replace("SECONDS", str(SECONDS))
        line(f"speed_{scene.replace('-', '_')}", node(text)[0], SECONDS)


def stranger(folder):
    said = subprocess.run(["node", os.path.join(TESTS, "bindings", "npm_stranger.mjs"), packed(folder), folder], stdout=subprocess.PIPE,
                          text=True, check=True, timeout=900).stdout
    for row in said.splitlines():
        name, value = row.split()
        line(name, float(value))


def main():
    what = {"speed": speed, "stranger": stranger}.get(sys.argv[1] if len(sys.argv) == 2 else "")
    if not what:
        sys.exit(__doc__)
    if not shutil.which("node") or (what is stranger and not shutil.which("npm")):
        sys.exit("npm: no node")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        what(folder)


if __name__ == "__main__":
    main()
