#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the plugins, in hosts of our own (tests/faces/): lines `name value samples seed`.

  faces.py samples     samples that differ from rosin render: a tune, effects, automation
  faces.py valid       errors that lv2_validate and sord_validate find
  faces.py states      states that another format reads otherwise
  faces.py sanitizers  runs of odd hosts that end badly under address, undefined and thread sanitizers
  faces.py cost        processor time of a face over that of the engine alone
  faces.py jalv        LV2 under jalv on JACK's dummy driver: a note by MIDI, and with a preset
  faces.py hosts       Ardour's engine plays LV2, Qtractor's scanner finds every CLAP plugin
  faces.py audio       memory, locks and system calls in the audio thread
  faces.py offline     bounces with sizes that are automated: between blocks, and from rosin render
  faces.py takes       dB of two new instances together over one"""
import array
import glob
import math
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
ROSIN = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
BUILD = os.path.dirname(ROSIN)
BUNDLE = os.path.join(BUILD, "lv2", "rosin.lv2")
TUNE = os.path.join(os.path.dirname(TESTS), "docs", "tune.mid")
BLOCKS = [1, 17, 64, 1024, 0]  # 0: another each time
RATES = [44100, 48000, 96000]
SEED = 11


def line(name, value, samples=1, seed=0):
    print(f"faces_{name} {value:.6g} {samples} {seed}", flush=True)


def environment(build):
    return {**os.environ, "LV2_PATH": os.path.join(build, "lv2"),
            "ASAN_OPTIONS": "detect_leaks=0"}  # the hosts' own libraries leak


def host(kind, scene, *words, build=BUILD, check=True):
    """What a host prints, or None if it ends badly."""
    program = os.path.join(build, "tests", "faces", "host_" + kind)
    first = [program, f"urn:rosin:{scene}"] if kind == "lv2" else [program, os.path.join(build, "rosin.clap"),
                                                                 *([f"rosin.{scene}"] if scene else [])]
    done = subprocess.run([*first, *map(str, words)], env=environment(build), capture_output=True)
    if done.returncode == 0:
        return done.stdout
    if check:
        sys.exit(f"{kind} {scene} {words}: {done.stderr.decode(errors='replace')[-500:]}")
    print(f"{kind} {scene} {words}: {done.returncode} {done.stderr.decode(errors='replace')[-2000:]}", file=sys.stderr)
    return None


def scenes():
    with open(os.path.join(BUNDLE, "manifest.ttl")) as file:
        return re.findall(r"<urn:rosin:([a-z-]+)>\n  a lv2:Plugin", file.read())


# ---- the samples of rosin render ---------------------------------------------------------------

def render(folder, scene, rate, seconds, *words):
    path = os.path.join(folder, "a.wav")
    subprocess.run([ROSIN, "render", scene, *words, "-d", str(seconds), "-r", str(rate), "--format", "float",
                    "--plain", "-o", path], check=True, capture_output=True, cwd=folder)
    with open(path, "rb") as file:
        return file.read()


def differing(wanted, got):
    """Floats that differ; `wanted` is a whole WAV file."""
    a, b = array.array("f", wanted[len(wanted) - len(got):]), array.array("f", got)
    if len(b) < 1000 or max(map(abs, b)) < 1e-3:
        return len(b) + 1  # that would prove nothing
    return 0 if a == b else sum(x != y for x, y in zip(a, b))


def automation(rng, rate, seconds):
    """Notes and parameters at any frame: as a recorded gesture, and as a host sends them. Values
    that a float holds, since LV2's ports are floats."""
    made = [(0, "note", 50, 90), (int(0.3 * rate), "note", 57, 70)]
    for name, low, high in (("position", 0.5, 2), ("pressure", 0.25, 1), ("vibrato", 0, 50), ("dynamics", 0.25, 1)):
        made += [(rng.randrange(int(seconds * rate)), name, low + (high - low) * rng.randrange(65) / 64, 0)
                 for _ in range(6)]
    made.sort(key=lambda e: e[0])
    gesture = [f"rosin-gesture 1\nrate {rate}\nrest 1"]
    events = []
    for frame, what, value, velocity in made:
        if what == "note":
            gesture.append(f"{frame} note-on 0 0 {value} {velocity / 127!r}")
            events.append(f"{frame} midi 144 {value} {velocity}")
        else:
            gesture.append(f"{frame} move player.{what} {value!r}")
            events.append(f"{frame} set {what} {value!r}")
    gesture.append(f"{int(seconds * rate)} end")
    return "\n".join(gesture) + "\n", "\n".join(events) + "\n"


def compare(folder, name, scene, rate, seconds, events, wanted):
    listed = os.path.join(folder, "events.txt")
    with open(listed, "w") as file:
        file.write(events)
    for kind in ("lv2", "clap"):
        wrong = total = 0
        for block in BLOCKS:
            got = host(kind, scene, "play", block, rate, seconds, listed)
            wrong += differing(wanted, got)
            total += len(got) // 4
        line(f"{kind}_{name}_{rate}_differing", wrong, total, SEED)


def samples():
    rng = random.Random(SEED)
    for rate in RATES:
        with tempfile.TemporaryDirectory() as folder:
            tune = subprocess.run([sys.executable, os.path.join(TESTS, "faces", "midi_events.py"), TUNE, str(rate)],
                                  check=True, capture_output=True, text=True).stdout
            compare(folder, "tune", "cello", rate, 0.6, tune, render(folder, "cello", rate, 0.6, "--midi", TUNE))
            for scene in ("wine-glass", "tyre-skid"):
                compare(folder, scene.replace("-", "_"), scene, rate, 0.4, "0 midi 144 60 100\n",
                        render(folder, scene, rate, 0.4))
            gesture, events = automation(rng, rate, 0.6)
            with open(os.path.join(folder, "g.txt"), "w") as file:
                file.write(gesture)
            late = 37  # frames: a gesture is rendered as it was heard
            wanted = render(folder, "cello", rate, 0.6 + late / rate, "--gesture", "g.txt")
            compare(folder, "automation", "cello", rate, 0.6, events, wanted)


# ---- descriptions ---------------------------------------------------------------------------------

def errors_of(command):
    done = subprocess.run(command, capture_output=True, text=True, env=environment(BUILD))
    found = re.search(r"Found (\d+) errors", done.stdout + done.stderr)
    return int(found.group(1)) if found else 1


def valid():
    ours = sorted(glob.glob(os.path.join(BUNDLE, "*.ttl")))
    theirs = glob.glob("/usr/lib/lv2/*/*.ttl")
    line("lv2_validate_errors", errors_of(["lv2_validate", *ours]), len(ours))
    line("sord_validate_errors", errors_of(["sord_validate", *theirs, *ours]), len(ours))


# ---- states -----------------------------------------------------------------------------------------

def states():
    rng = random.Random(SEED)
    wrong = total = 0
    for scene in scenes():
        with tempfile.TemporaryDirectory() as folder:
            def through(kind, text):
                with open(os.path.join(folder, "state.txt"), "wb") as file:
                    file.write(text)
                return host(kind, scene, "state", os.path.join(folder, "state.txt"))

            names = re.findall(rb"^set (\S+) ", through("clap", f"rosin-state 1\nscene {scene}\nend\n".encode()), re.M)
            for _ in range(3):
                text = f"rosin-state 1\nscene {scene}\n".encode()
                text += b"".join(b"set %s %r\n" % (n, rng.lognormvariate(0, 2)) for n in names) + b"end\n"
                by_clap, by_lv2 = through("clap", text), through("lv2", text)
                wrong += len({by_clap, by_lv2, through("clap", by_lv2), through("lv2", by_clap)}) != 1
                wrong += by_clap == text  # they are clipped: all three went through a core
                total += 1
    line("states_wrong", wrong, total, SEED)


# ---- odd hosts ----------------------------------------------------------------------------------------

def sanitizers():
    runs = {"address_undefined": [("clap", s, m) for s in ("cello", "wine-glass", "door-hinge-slow") for m in
                                  ("abuse", "threads", "state", "repeat")] + [("clap", "", "all")] +
                                 [("lv2", s, m) for s in ("cello", "wine-glass", "chalk") for m in ("abuse", "state")],
            "thread": [("clap", s, "threads") for s in ("cello", "wine-glass", "door-hinge-slow", "chalk")]}
    for name, listed in runs.items():
        build = os.path.join(BUILD, name.replace("_", "-"))
        bad = sum(host(kind, scene, mode, build=build, check=False) is None for kind, scene, mode in listed)
        line(f"{name}_findings", bad, len(listed), 1)


# ---- the audio thread -----------------------------------------------------------------------------------

def audio_thread(*words):
    done = subprocess.run([os.path.join(BUILD, "tests", "faces", "audio_thread"), os.path.join(BUNDLE, "rosin.so"),
                           os.path.join(BUILD, "rosin.clap"), *map(str, words)], check=True, capture_output=True,
                          text=True, env=environment(BUILD))
    return [row.split() for row in done.stdout.splitlines()]


def cost():
    for scene in ("cello", "wine-glass"):
        for block in (64, 1024):
            for kind, ratio in audio_thread("cost", scene, block):
                line(f"{kind}_cost_{scene.replace('-', '_')}_{block}", float(ratio), 9 * 36 * 4096)


def jalv():
    """Peak of what jalv plays (silent before its note), and JACK's xruns."""
    sys.path.insert(0, os.path.join(TESTS, "live"))
    from controls import Jack
    lost = 0
    for scene, preset in (("cello", None), ("cello", "pizzicato"), ("chalk", None)):
        jack = Jack(ROSIN, 256)
        if not jack.process:
            sys.exit("jalv: no JACK")
        env = {**environment(BUILD), **jack.env, "LV2_PATH": f"{BUILD}/lv2:/usr/lib/lv2"}
        name = f"rosin-{scene}"
        try:
            played = subprocess.Popen(["jalv", "-x", "-n", name, f"urn:rosin:{scene}"], env=env, text=True,
                                      stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            if preset:
                played.stdin.write(f"presets\npreset urn:rosin:{scene}:{preset}\n")
                played.stdin.flush()
            heard = subprocess.run([os.path.join(BUILD, "tests", "faces", "jack_note"), name, "50", "3"], env=env,
                                   capture_output=True, timeout=60)
            played.terminate()
            played.wait()
        finally:
            jack.stop()
        sound = array.array("f", heard.stdout)
        lost += int(heard.stderr.split()[0])
        before, peak = max(map(abs, sound[:23000])), max(map(abs, sound))
        what = "_".join(filter(None, (scene, preset)))
        line(f"jalv_{what}_dbfs", 20 * math.log10(peak + 1e-30) if before == 0 else 99, len(sound))
        if os.environ.get("ROSIN_KEEP"):
            with open(os.path.join(os.environ["ROSIN_KEEP"], what + ".raw"), "wb") as file:
                file.write(heard.stdout)
    line("jalv_xruns", lost, 3 * 3 * 48000)


QTRACTOR = "/usr/lib/x86_64-linux-gnu/qtractor/qtractor_plugin_scan"


def hosts():
    """Hosts of others, as Debian has them; those that are not here make no figure."""
    lua = next((p for p in glob.glob("/usr/bin/ardour*-lua")), None)
    if lua:
        with tempfile.TemporaryDirectory() as folder:
            env = {**environment(BUILD), "LV2_PATH": f"{BUILD}/lv2:/usr/lib/lv2", "HOME": folder,
                   "ROSIN_SESSION": os.path.join(folder, "session")}
            done = subprocess.run([lua, os.path.join(TESTS, "faces", "ardour.lua")], env=env, capture_output=True,
                                  text=True, timeout=1200)
            played = re.findall(r"^urn:rosin:(\S+) (\S+) (\S+) \S+ \d+$", done.stdout.replace("\t", " "), re.M)
            saved = sum("rosin-state 1" in open(path).read() for path in
                        glob.glob(os.path.join(folder, "session", "plugins", "*", "state*", "state.ttl")))
        good = sum(float(before) == 0 and 0.01 < float(after) < 1 for _, before, after in played)
        line("ardour_plays", good, 3)
        line("ardour_saves", saved, 3)
    if os.path.exists(QTRACTOR):
        done = subprocess.run([QTRACTOR], input=f"CLAP:{BUILD}/rosin.clap\n", capture_output=True, text=True,
                              env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, timeout=1200)
        found = set(re.findall(r"^CLAP\|Rosin ([a-z-]+)\|", done.stdout, re.M))
        line("qtractor_lacks", len(set(scenes()) - found), len(found))


def audio():
    for scene in ("cello", "wine-glass"):
        for kind, count in audio_thread("sins", scene):
            line(f"{kind}_{scene.replace('-', '_')}_sins", int(count), 3 * 48000)


def offline():
    """Samples of a bounce with sizes that are automated that differ between blocks, and from rosin render."""
    rng, seconds, rate = random.Random(SEED + 1), 1, 44100
    with tempfile.TemporaryDirectory() as folder:
        for scene, low, high in (("wine-glass", 28, 48), ("singing-bowl", 55, 100)):
            path = os.path.join(folder, "events.txt")
            with open(path, "w") as file:
                for at in sorted(rng.sample(range(1, seconds * rate), 8)):
                    file.write(f"{at} set size {rng.uniform(low, high):.6g}\n{at} midi 144 60 100\n")
            words = [scene, "play", 64, rate, seconds, path, "offline"]
            first = host("clap", *words)
            worst = 0
            for block in BLOCKS:
                words[2] = block
                other = host("clap", *words)
                worst += first != other or max(map(abs, array.array("f", first))) < 1e-3
            line(f"offline_{scene.replace('-', '_')}_differing", worst, len(BLOCKS), SEED + 1)
            size = rng.uniform(low, high)
            with open(path, "w") as file:
                file.write(f"0 set size {size:.6g}\n0 midi 144 60 100\n")
            wanted = render(folder, scene, rate, seconds, "-s", f"size={size:.6g}")
            line(f"offline_render_{scene.replace('-', '_')}_differing", differing(wanted, host("clap", *words)), 1,
                 SEED + 1)


def takes():
    """dB of two new cellos together over the mean of both: the mean of all pairs of eight, since two by
    chance are 0.1 to 5.7 dB (190 pairs)."""
    import numpy as np

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tune.txt")
        with open(path, "wb") as file:
            file.write(subprocess.run([sys.executable, os.path.join(TESTS, "faces", "midi_events.py"), TUNE, "44100"],
                                      check=True, capture_output=True).stdout)
        os.environ["FRESH"] = "1"
        sound = [np.array(array.array("f", host("clap", "cello", "play", 512, 44100, 6, path)), float) for _ in range(8)]
        del os.environ["FRESH"]
        pairs = [10 * math.log10(2 * np.sum((a + b) ** 2) / (np.sum(a * a) + np.sum(b * b)))
                 for k, a in enumerate(sound) for b in sound[:k]]
        line("takes_cello_layer_db", float(np.mean(pairs)), len(sound))


if __name__ == "__main__":
    for word in sys.argv[1:]:
        {"samples": samples, "valid": valid, "states": states, "sanitizers": sanitizers, "cost": cost,
         "jalv": jalv, "hosts": hosts, "audio": audio, "offline": offline, "takes": takes}[word]()
