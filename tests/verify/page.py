#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the page, as `make page` builds it; in node and in headless Chromium.

  page.py wasm     largest difference of a sample from rosin render's: a tune on the cello, effects
  page.py size     bytes of all its files, compressed
  page.py late     a cello under one bow for ROSIN_PAGE_SECONDS (60) at 128 frames: late blocks
  page.py effects  scenes of the page that are silent
  page.py axe      what axe-core finds that is serious; from npm, or the file AXE
  page.py hands    touch, keyboard alone, links, rendering, reduced motion, lacking browsers

Without node, Chromium or axe-core the figures that need them are not made. ROSIN_PAGE names
another folder than build/page."""
import os
import random
import shutil
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
ROSIN = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
PAGE = os.path.abspath(os.environ.get("ROSIN_PAGE", os.path.join(os.path.dirname(ROSIN), "page")))
EFFECTS = ["wine-glass", "door-hinge-slow", "tyre-skid", "saw"]
SEED = 5


def line(name, value, samples=1, seed=0):
    print(f"page_{name} {value:.6g} {samples} {seed}", flush=True)


def compare(scene, seconds, rate, oversample, events, arguments, folder):
    """Largest difference, largest value, share of equal floats."""
    a, b, listed = (os.path.join(folder, n) for n in ("a.wav", "b.raw", "events.txt"))
    with open(listed, "w") as file:
        file.write(events)
    subprocess.run([ROSIN, "render", scene, *arguments, "-d", str(seconds), "-r", str(rate), "--format", "float",
                    "--plain", "-o", a, *(["-s", f"oversample={oversample}"] if oversample else [])],
                   check=True, stderr=subprocess.DEVNULL)
    with open(b, "wb") as file:
        subprocess.run(["node", os.path.join(TESTS, "page", "play.mjs"), PAGE, scene, str(rate), str(seconds),
                        str(oversample), listed], check=True, stdout=file, stderr=subprocess.DEVNULL)
    said = subprocess.run([sys.executable, os.path.join(TESTS, "page", "compare.py"), a, b], check=True,
                          capture_output=True, text=True).stdout
    return [float(x) for x in said.split()]


def wasm(folder):
    tune = os.path.join(TESTS, "..", "docs", "tune.mid")
    worst, equal, count = 0.0, 1.0, 0
    for scene, rate, oversample in (("cello", 48000, 0), ("cello", 44100, 1), ("violin", 48000, 0)):
        events = subprocess.run([sys.executable, os.path.join(TESTS, "faces", "midi_events.py"), tune, str(rate)],
                                check=True, capture_output=True, text=True).stdout
        found = compare(scene, 10, rate, oversample, events, ["--midi", tune], folder)
        assert found[1] > 0.01, f"{scene} is silent"
        worst, equal, count = max(worst, found[0]), min(equal, found[2]), count + 10 * rate
    chance = random.Random(SEED)
    for scene in EFFECTS:
        rate = chance.choice([44100, 48000])
        found = compare(scene, 3, rate, 0, "0 set trigger 1\n", [], folder)
        assert found[1] > 1e-3, f"{scene} is silent"
        worst, equal, count = max(worst, found[0]), min(equal, found[2]), count + 3 * rate
    line("wasm_difference", worst, count, SEED)
    line("wasm_equal", equal, count, SEED)


def size(_):
    """As gzip or deflate send it, each file by itself."""
    total = files = 0
    for name in sorted(os.listdir(PAGE)):
        with open(os.path.join(PAGE, name), "rb") as file:
            total += len(zlib.compress(file.read(), 9))
        files += 1
    line("compressed_bytes", total, files)


def browser(what, folder, more="", seconds=900):
    said = subprocess.run(["node", os.path.join(TESTS, "page", "long.mjs"), PAGE, folder, what, more],
                          stdout=subprocess.PIPE, text=True, timeout=seconds, check=True).stdout
    return {name: (float(value), int(samples)) for name, value, samples in map(str.split, said.splitlines())}


def late(folder):
    seconds = os.environ.get("ROSIN_PAGE_SECONDS", "60")
    found = browser("late", folder, seconds, 120 + int(seconds))
    line("late_blocks", *found["late"])
    line("busy", *found["busy"])
    line("memory_growth", *found["grown"])


def effects(folder):
    line("effects_silent", *browser("effects", folder)["silent"])


def axe(folder):
    script = os.environ.get("AXE")
    if not script:
        subprocess.run(["npm", "install", "--silent", "--prefix", folder, "axe-core"], check=True, timeout=120,
                       stdout=subprocess.DEVNULL)
        script = os.path.join(folder, "node_modules", "axe-core", "axe.min.js")
    line("axe_serious", *browser("axe", folder, script)["serious"])


def hands(folder):
    line("hands_failed", *browser("hands", folder)["hands"])


def main():
    what = {"wasm": wasm, "size": size, "late": late, "effects": effects, "axe": axe, "hands": hands}.get(
        sys.argv[1] if len(sys.argv) == 2 else "")
    if not what:
        sys.exit(__doc__)
    if what is not size and not shutil.which("node"):
        sys.exit("page: no node")
    folder = tempfile.mkdtemp()
    try:
        what(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
