#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the VST3 plugins, in tests/faces/host_vst3.c.

  vst3.py same    samples that differ from rosin render's: MIDI and triggers, 44.1, 48, 96 kHz, blocks of
                  1, 17, 64, 1024 and changing; from CLAP's, with automation and controllers
  vst3.py hosts   failures of odd hosts (states, orders, threads, 10 instances) as shipped, where a call of
                  the audio thread may take no memory, and under sanitizers
  vst3.py ardour  plugins that sound in Ardour's engine, by a note, and whose state its session keeps

Without travesty's headers (Debian: dpf-source) no figure is made."""
import base64
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.dirname(os.path.abspath(os.environ.get("ROSIN", "build/rosin")))
RATES = [44100, 48000, 96000]
BLOCKS = [1, 17, 64, 1024, 0]  # 0: changing
TUNED = ["cello", "violin", "viola", "double-bass"]
TRIGGERED = ["rope", "chalk", "tyre-skid"]
SECONDS = 0.5
AUTOMATION = """0 midi 144 50 77
900 set dynamics 0.75
1000 midi 224 0 80
1500 midi 176 1 99
1701 midi 208 88 0
2000 set vibrato 50
2011 set vibrato 25
4000 midi 176 11 30
5000 midi 128 50 0
6000 midi 144 57 111
7000 set level -24
7100 set articulation 3
9000 midi 176 123 0
9500 midi 144 45 90
"""


def vst3(build):
    found = glob.glob(os.path.join(build, "vst3", "rosin.vst3", "Contents", "*", "rosin.so"))
    return [os.path.join(build, "tests", "faces", "host_vst3"), found[0]] if found else None


def line(name, value, samples):
    print(f"vst3_{name} {value:.6g} {samples} 1", flush=True)


def output(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def differing(a, b):
    """4-byte samples that differ; all, if there are none or not as many."""
    if len(a) != len(b) or not any(a):
        return max(len(a), len(b), 4) // 4
    return sum(a[k:k + 4] != b[k:k + 4] for k in range(0, len(a), 4)) if a != b else 0


def same():
    rosin, host = os.path.join(BUILD, "rosin"), vst3(BUILD)
    wrong = samples = 0
    with tempfile.TemporaryDirectory() as folder:
        events, wave = os.path.join(folder, "events.txt"), os.path.join(folder, "a.wav")
        for scene in TUNED + TRIGGERED:
            for rate in RATES if scene in ("cello", "rope") else RATES[1:2]:
                tune = os.path.join(ROOT, "docs", "tune.mid")
                with open(events, "wb") as file:
                    file.write(output([sys.executable, os.path.join(ROOT, "tests", "faces", "midi_events.py"), tune,
                                       str(rate)]) if scene in TUNED else b"0 midi 144 60 100\n")
                output([rosin, "render", scene, *(["--midi", tune] if scene in TUNED else []), "-d", str(SECONDS),
                        "-r", str(rate), "--format", "float", "--plain", "-o", wave])
                with open(wave, "rb") as file:
                    rendered = file.read()
                for block in BLOCKS:
                    played = output([*host, scene, "play", str(block), str(rate), str(SECONDS), events])
                    wrong += differing(played, rendered[-len(played):])
                    samples += len(played) // 4
        line("render_differing", wrong, samples)
        clap, other = os.path.join(BUILD, "rosin.clap"), os.path.join(BUILD, "tests", "faces", "host_clap")
        if not os.path.exists(clap):
            return
        wrong = samples = 0
        with open(events, "w") as file:
            file.write(AUTOMATION)
        for rate in RATES:
            wanted = output([other, clap, "rosin.cello", "play", "512", str(rate), str(SECONDS), events])
            for block in BLOCKS:
                played = output([*host, "cello", "play", str(block), str(rate), str(SECONDS), events])
                wrong += differing(played, wanted)
                samples += len(played) // 4
        line("clap_differing", wrong, samples)


def hosts():
    calls = ["state", "abuse", "threads", "repeat"]
    for name, build in (("", BUILD), ("_address_undefined", os.path.join(BUILD, "address-undefined")),
                        ("_thread", os.path.join(BUILD, "thread"))):
        host, wrong, tried = vst3(build), 0, 0
        if not host or not os.path.exists(host[0]):
            continue
        for scene in ["cello", "wine-glass", "door-hinge-slow"]:
            for call in calls if name != "_thread" else ["threads"]:
                done = subprocess.run([*host, scene, call], capture_output=True, text=True, errors="replace",
                                      env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
                tried += 1
                if done.returncode or "runtime error" in done.stderr or "Sanitizer" in done.stderr:
                    wrong += 1
                    print(f"{name} {scene} {call}: {done.stderr[-500:]}", file=sys.stderr)
        line(f"hosts{name}_failures", wrong, tried)


def ardour():
    """As Debian has it; without it no figure is made."""
    found, lua = glob.glob("/usr/lib/ardour*/ardour-vst3-scanner"), glob.glob("/usr/bin/ardour*-lua")
    if not found or not lua:
        return
    with tempfile.TemporaryDirectory() as folder:
        bundle = os.path.join(folder, ".vst3", "rosin.vst3")
        shutil.copytree(os.path.join(BUILD, "vst3", "rosin.vst3"), bundle)
        env = {**os.environ, "HOME": folder, "ROSIN_FORMAT": "VST3", "ROSIN_SESSION": os.path.join(folder, "session")}
        scanned = subprocess.run([found[0], "-f", "-v", bundle], capture_output=True, text=True, timeout=120,
                                 env={**env, "LD_LIBRARY_PATH": os.path.dirname(found[0])})
        with open(os.path.join(ROOT, "tests", "faces", "told_vst3.txt")) as file:
            there = file.read().count("'Audio Module Class'")
        line("ardour_not_scanned", there - scanned.stdout.count('name="Rosin '), there)
        done = subprocess.run([lua[0], os.path.join(ROOT, "tests", "faces", "ardour.lua")], env=env,
                              capture_output=True, text=True, timeout=120)
        played = re.findall(r"^Rosin \S+ (\S+) (\S+) \S+ \d+$", done.stdout.replace("\t", " "), re.M)
        line("ardour_plays", sum(float(before) == 0 and 0.01 < float(after) < 1 for before, after in played), 3)
        with open(os.path.join(folder, "session", "rosin.ardour")) as file:
            chunks = re.findall(r"<chunk>([^<]*)</chunk>", file.read())
        line("ardour_saves", sum(b"rosin-state 1" in base64.b64decode(chunk) for chunk in chunks), 3)


if __name__ == "__main__":
    if vst3(BUILD):
        {"same": same, "hosts": hosts, "ardour": ardour}[sys.argv[1]]()
