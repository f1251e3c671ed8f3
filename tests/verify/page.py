#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the page, as `make page` builds it; in node and in headless Chromium.

  page.py wasm     largest difference of a sample, a tune and effects: from the native engine with the
                   page's mathematical library (musl-gcc), from rosin render with the system's
  page.py size     bytes of all its files, compressed
  page.py late     a cello under one bow for ROSIN_PAGE_SECONDS (60) at 128 frames: late blocks
  page.py first    seconds from the address to the first sound, in a fresh profile
  page.py effects  scenes of the page that are silent
  page.py key      ms from a key of the strings to sound: rosin's own, and of the player's stroke
  page.py firefox  the page in Firefox: samples of its engine that are not Node's, playing, what it records
  page.py axe      what axe-core finds; from npm, or the file AXE
  page.py pictures of the page, on a desk and on a phone, remade where ROSIN_PICTURES says
  page.py hands    touch, keyboard alone, links, rendering, reduced motion, lacking browsers

Without node, Chromium or axe-core the figures that need them are not made. ROSIN_PAGE names
another folder than build/page."""
import array
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
NATIVE = os.path.join(os.path.dirname(ROSIN), "musl", "native")  # make page-native
EFFECTS = ["wine-glass", "door-hinge-slow", "tyre-skid", "saw"]
SEED = 5


def line(name, value, samples=1, seed=0):
    print(f"page_{name} {value:.6g} {samples} {seed}", flush=True)


def floats(data):
    found = array.array("f")
    found.frombytes(data[len(data) % 4:])
    return found


def raw(program, scene, rate, seconds, oversample, listed):
    return subprocess.run([*program, scene, str(rate), str(seconds), str(oversample), listed], check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def sounds(folder, scene, seconds, rate, oversample, events, arguments):
    """Of the page, of the native engine with its library (or None), of rosin render."""
    listed, rendered = os.path.join(folder, "events.txt"), os.path.join(folder, "a.wav")
    with open(listed, "w") as file:
        file.write(events)
    page = raw(["node", os.path.join(TESTS, "page", "play.mjs"), PAGE], scene, rate, seconds, oversample, listed)
    native = raw([NATIVE], scene, rate, seconds, oversample, listed) if os.path.exists(NATIVE) else None
    subprocess.run([ROSIN, "render", scene, *arguments, "-d", str(seconds), "-r", str(rate), "--format", "float",
                    "--plain", "-o", rendered, *(["-s", f"oversample={oversample}"] if oversample else [])],
                   check=True, stderr=subprocess.DEVNULL)
    with open(rendered, "rb") as file:
        return floats(page), native and floats(native), floats(file.read()[-len(page):])


def cases():
    tune = os.path.join(TESTS, "..", "docs", "tune.mid")
    for scene, rate, oversample in (("cello", 48000, 0), ("cello", 44100, 1), ("violin", 48000, 0)):
        events = subprocess.run([sys.executable, os.path.join(TESTS, "faces", "midi_events.py"), tune, str(rate)],
                                check=True, capture_output=True, text=True).stdout
        yield scene, 10, rate, oversample, events, ["--midi", tune]
    chance = random.Random(SEED)
    for scene in EFFECTS:
        yield scene, 3, chance.choice([44100, 48000]), 0, "0 set trigger 1\n", []


def wasm(folder):
    same, other, equal, agrees, count = [], [], [], [], 0
    for case in cases():
        page, native, rendered = sounds(folder, *case)
        assert max(map(abs, page)) > 1e-3, f"{case[0]} is silent"
        assert len(page) == len(rendered)
        apart = [abs(x - y) for x, y in zip(page, rendered)]
        other.append(max(apart))
        first = next((i for i, d in enumerate(apart) if d > 1e-6), len(apart))
        agrees.append(first / len(apart))
        equal.append(sum(d == 0 for d in apart) / len(apart))
        if native:
            assert len(native) == len(page)
            same.append(max(abs(x - y) for x, y in zip(page, native)))
        count += len(page)
    if same:
        line("wasm_difference", max(same), count, SEED)
    else:
        print("skip wasm_difference: there is no musl-gcc, which builds the native half (Debian: musl-tools)")
    line("wasm_render_difference", max(other), count, SEED)
    line("wasm_render_agrees", sum(agrees) / len(agrees), count, SEED)
    line("wasm_render_equal", sum(equal) / len(equal), count, SEED)


def size(_):
    """As gzip or deflate send it, each file by itself."""
    total = files = 0
    for name in sorted(os.listdir(PAGE)):
        with open(os.path.join(PAGE, name), "rb") as file:
            total += len(zlib.compress(file.read(), 9))
        files += 1
    line("compressed_bytes", total, files)


def browser(what, folder, more="", seconds=900, pictures=""):
    said = subprocess.run(["node", os.path.join(TESTS, "page", "long.mjs"), PAGE, folder, what, more, *([pictures] if pictures else [])],
                          stdout=subprocess.PIPE, text=True, timeout=seconds, check=True).stdout
    return {name: (float(value), int(samples)) for name, value, samples in map(str.split, said.splitlines())}


def late(folder):
    seconds = os.environ.get("ROSIN_PAGE_SECONDS", "60")
    found = browser("late", folder, seconds, 120 + int(seconds))
    line("late_blocks", *found["late"])
    line("busy", *found["busy"])
    line("memory_growth", *found["grown"])


def first(folder):
    line("first_sound_s", *browser("first", folder)["first"])


def effects(folder):
    line("effects_silent", *browser("effects", folder)["silent"])


def axe(folder):
    script = os.environ.get("AXE")
    if not script:
        subprocess.run(["npm", "install", "--silent", "--prefix", folder, "axe-core"], check=True, timeout=120,
                       stdout=subprocess.DEVNULL)
        script = os.path.join(folder, "node_modules", "axe-core", "axe.min.js")
    found = browser("axe", folder, script)
    line("axe_serious", *found["serious"])
    line("axe_violations", *found["violations"])


def key(_):
    most = {}
    for scene, number in (("cello", 50), ("violin", 62), ("viola", 55), ("double-bass", 40)):
        said = subprocess.run(["node", os.path.join(TESTS, "page", "key.mjs"), PAGE, scene, str(number)],
                              stdout=subprocess.PIPE, text=True, check=True).stdout
        for name, value, _ in map(str.split, said.splitlines()):
            most[name] = max(most.get(name, 0), float(value))
    for name, value in most.items():
        line(f"key_{name}_ms", value, 4)


def firefox(folder):
    """`recorded.wav` is there if sound could be played to somewhere."""
    made = os.environ.get("ROSIN_PICTURES", "")
    said = subprocess.run(["node", os.path.join(TESTS, "page", "firefox.mjs"), PAGE, folder, *([made] if made else [])],
                          stdout=subprocess.PIPE, text=True, timeout=900, check=True).stdout
    if said.startswith("skip"):
        return print(said.strip())
    found = {words[0]: words[1:] for words in map(str.split, said.splitlines())}
    line("firefox_differing", float(found["differing"][0]), int(found["differing"][1]))
    take, again = os.path.join(folder, "recorded.wav"), os.path.join(folder, "again.wav")
    if not os.path.exists(take):
        return print("skip no PulseAudio, which Firefox plays to")
    subprocess.run([ROSIN, "render", take, "-o", again], check=True, stderr=subprocess.DEVNULL)
    differs, most, _ = map(float, subprocess.run([sys.executable, os.path.join(TESTS, "page", "compare.py"), take, again],
                                                 check=True, stdout=subprocess.PIPE, text=True).stdout.split())
    assert most > 0.01, "what it recorded is silent"
    line("firefox_recorded_difference", differs, os.path.getsize(take) // 8)


def pictures(folder):
    made = os.environ.get("ROSIN_PICTURES", folder)
    line("pictures_wrong", *browser("pictures", folder, "0", pictures=made)["pictures"])


def hands(folder):
    line("hands_failed", *browser("hands", folder)["hands"])


def main():
    what = {"wasm": wasm, "size": size, "late": late, "first": first, "effects": effects, "axe": axe, "hands": hands,
            "key": key, "pictures": pictures, "firefox": firefox}.get(
        sys.argv[1] if len(sys.argv) == 2 else "")
    if not what:
        sys.exit(__doc__)
    if what is not size and not shutil.which("node"):
        sys.exit("page: no node")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        what(folder)


if __name__ == "__main__":
    main()
