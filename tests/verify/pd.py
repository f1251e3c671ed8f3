#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the Pd classes, made in a real headless Pd: lines `name value samples seed`.

  tests/verify/pd.py agree|score|orders|tuning|cost|clone|patches|fuzz|stall"""
import glob
import hashlib
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time

import numpy as np
from scipy.io import wavfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pd"))
import bowing  # noqa: E402
import clicks  # noqa: E402
import firsthour  # noqa: E402
import forms  # noqa: E402
import intune  # noqa: E402
import octaves  # noqa: E402
import scenes  # noqa: E402
import sleep  # noqa: E402
import states  # noqa: E402
import stall  # noqa: E402
import tenpatches  # noqa: E402
import wrong  # noqa: E402
from drag import measure as drag  # noqa: E402
from pdfuzz import fuzz, hostile  # noqa: E402
from pdrun import ROOT, Canvas, Patch, heard, run_text  # noqa: E402
from together import at_once, beside  # noqa: E402

ROSIN = os.path.abspath(os.environ.get("ROSIN", os.path.join(ROOT, "build", "rosin")))
SEED = 20260401


def say(name, value, samples, seed=SEED):
    print(name, f"{value:.9g}", samples, seed, flush=True)


def db(x):
    return 20 * np.log10(max(x, 1e-300))


# ---- the same samples as `rosin render` ---------------------------------------------------

CELLO = {"frequency": 147, "length": 0.69, "impedance": 0.55, "bending_stiffness": 3e-4, "q": 500,
         "torsion_frequency": 808, "torsion_impedance": 1.8, "torsion_q": 30}
BOW = {"sigma0": 1e4, "sigma1": 0.1, "sigma2": 0, "mu_static": 0.4, "mu_kinetic": 0.2,
       "stribeck_velocity": 0.2, "breakaway": 0.7}
PIN = {"frequencies": [610, 1720, 3330], "qs": [60, 80, 90], "masses": [.004, .005, .006]}
DOOR = {"frequencies": [62.5, 125, 250, 395, 790, 1390], "qs": [4, 8, 12, 15, 25, 30],
        "masses": [.9, .6, .3, .15, .05, .03]}
HINGE = {"sigma0": 1e5, "sigma1": 1, "sigma2": 0.1, "mu_static": 0.6, "mu_kinetic": 0.25,
         "stribeck_velocity": 0.03, "breakaway": 0.6}


def f32(x):
    return repr(float(np.float32(x)))


def words(d):
    return " ".join(f"{k} {' '.join(map(str, v)) if isinstance(v, list) else v}" for k, v in d.items())


def controls(seconds, rate, force, speed):
    """A hand's speed and force, as floats at the ends of the samples; [0] is time 0."""
    t = np.arange(int(seconds * rate) + 1) / rate
    ramp = np.interp(t, [0, 0.05, seconds - 0.1, seconds], [0, 1, 1, 0])
    return (speed * ramp).astype(np.float32), (force * (0.9 + 0.1 * ramp)).astype(np.float32)


def scene_file(folder, bodies, contact, law, a, b, position, seconds, rate, curves):
    for name, values in zip(("velocity", "force"), curves):
        wavfile.write(os.path.join(folder, name + ".wav"), rate, values)
    parameters = " ".join(f"{k} = {f32(v)};" for k, v in law.items())
    path = os.path.join(folder, "scene.cfg")
    with open(path, "w") as f:
        f.write(f"""title = "agreement"; duration = {seconds}; rate = {rate};
{bodies}
contacts = {{ {contact} = {{ a = "{a}"; b = "{b}"; position = {position};
  velocity = {{ file = "velocity.wav"; }}; force = {{ file = "force.wav"; }};
  law = {{ type = "elastoplastic"; {parameters} }}; }}; }};
outputs = ( {{ signal = "{contact}.force"; }} );
""")
    return path


def rendered(path, probes, folder):
    out = os.path.join(folder, "probe.wav")
    subprocess.run([ROSIN, "render", path, "-o", os.path.join(folder, "out.wav"), "--probe",
                    ",".join(probes), "--probe-file", out], check=True, capture_output=True)
    return wavfile.read(out)[1].astype(float)


def players(p, folder, curves):
    """Two tables, played from the first sample on."""
    made = []
    files = p.obj("soundfiler")
    for name, values in zip(("velocity", "force"), curves):
        file = os.path.join(folder, "pd-" + name + ".wav")
        wavfile.write(file, 44100, values[1:])
        p.obj(f"table c-{name} {len(values)}")
        read = p.msg(f"read -resize {file} c-{name}")
        p.at_start(read)
        p.wire(read, 0, files, 0)
        play = p.obj(f"tabplay~ c-{name}")
        p.wire(p.order, 1, play, 0)
        made.append(play)
    return made


def agreement(name, bodies, make_bodies, law, a, b, position, seconds, judged, probes, curves):
    import tempfile
    rate = 44100
    with tempfile.TemporaryDirectory() as folder:
        path = scene_file(folder, bodies, "rub", law, a, b, position, seconds, rate, curves)
        wanted = rendered(path, probes, folder)
        p = Patch(seconds, rate)
        made = make_bodies(p)
        bow = p.obj(f"rosin.friction~ {a} {b} elastoplastic {words(law)} position {position}")
        velocity, force = players(p, folder, curves)
        p.wire(velocity, 0, bow, 0)
        p.wire(force, 0, bow, 1)
        p.record(bow, 0, "friction")
        p.record(made, 0, "body")
        got = p.run(options=["-path", folder])
    # a block of latency, exactly
    n = int(judged * rate)
    for k, table in enumerate(("friction", "body")):
        x, y = wanted[:n, k], got[table][64:64 + n]
        say(f"pd_agree_{name}_{table}_db", db(np.sqrt(np.mean((x - y[:len(x)]) ** 2)) /
                                              np.sqrt(np.mean(x ** 2))), n, 0)


def agree():
    string = "strings = { d = { " + " ".join(f"{k} = {f32(v)};" for k, v in CELLO.items()) + " }; };"
    agreement("cello", string, lambda p: p.obj(f"rosin.string~ d 1 {words(CELLO)} gain 1 hip 0"), BOW, "-", "d",
              f32(0.15), 3.0, 2.9, ["rub.force", "d.bridge_force"], controls(3.0, 44100, 1.1, 0.1))

    def modes(d):
        rows = zip(d["frequencies"], d["qs"], d["masses"])
        return ", ".join(f"{{ frequency = {f32(f)}; q = {f32(q)}; mass = {f32(m)}; }}" for f, q, m in rows)

    def bodies(p):
        pin = p.obj("rosin.modal~ pin 1 " + words(PIN) + " gain 1 hip 0")
        p.obj("rosin.modal~ door 1 " + words(DOOR))
        return pin

    modal = (f"modals = {{ pin = {{ modes = ( {modes(PIN)} ); }}; "
             f"door = {{ modes = ( {modes(DOOR)} ); }}; }};")
    agreement("squeak", modal, bodies, HINGE, "pin", "door", "0.0", 1.0, 0.05,
              ["rub.force", "pin.velocity@0"], controls(1.0, 44100, 6.0, 0.05))


# ---- notes at their frames ---------------------------------------------------------------------

def keys():
    """The same of a scene that keys play, which runs at once its rate."""
    score("rosin.scene~", "bowed-vibraphone", 0, "keys")


def score(object_="rosin.cello~", scene="cello", latency=37, name="score"):
    """A tune by messages at their times, against `rosin render --midi`: samples that differ; `latency` in frames, 37
    at twice the rate."""
    import tempfile
    sys.path.insert(0, os.path.join(ROOT, "tests"))
    import midi
    events = sorted([*midi.control(0, 11, 90), *midi.note(0.1, 50, 0.4), *midi.note(0.45, 57, 0.3, 110),
                     *midi.control(0.6, 74, 100), *midi.note(0.8, 62, 0.35, 60)], key=lambda e: e[0])
    for rate, block in ((44100, 64), (48000, 64), (96000, 64), (44100, 1), (48000, 16)):
        with tempfile.TemporaryDirectory() as folder:
            midi.write(os.path.join(folder, "tune.mid"), events)
            subprocess.run([ROSIN, "render", scene, "--midi", "tune.mid", "-d", "1", "-r", str(rate), "--format",
                            "float", "--plain", "-o", "tune.wav"], cwd=folder, check=True, capture_output=True)
            wanted = wavfile.read(os.path.join(folder, "tune.wav"))[1]
        p = Patch(1.2, rate)
        inner = Canvas("inner")
        bytes_ = inner.obj("inlet")
        if block != 64:
            inner.obj(f"block~ {block}")
        cello = inner.obj(f"{object_} {scene}")
        inner.wire(bytes_, 0, cello, 0)
        for channel in (0, 1):
            out = inner.obj("outlet~")
            inner.lines[-1] = inner.lines[-1].replace("#X obj 10 ", f"#X obj {10 + 100 * channel} ")
            inner.wire(cello, channel, out, 0)
        whole = p.sub(inner)
        for at, message in events:
            later, sent = p.obj(f"delay {at * 1000:.6f}"), p.msg("midi " + " ".join(map(str, message)))
            p.wire(p.order, 0, later, 0)
            p.wire(later, 0, sent, 0)
            p.wire(sent, 0, whole, 0)
        for channel in (0, 1):
            p.record(whole, channel, f"r{channel}")
        made = p.run()
        got = np.stack([made["r0"], made["r1"]], 1).astype(np.float32)
        got = got[latency:latency + len(wanted)]
        heard = np.maximum(np.abs(got), np.abs(wanted)) > 1e-18  # Pd itself makes 0 of less
        differ = np.count_nonzero((got != wanted) & heard)
        say(f"pd_{name}_{rate}_block_{block}_differing", differ + (not np.abs(wanted).max() > 0.01), wanted.size, 0)


# ---- order of creation ---------------------------------------------------------------------

JOINED = {
    "body": "rosin.modal~ body 1 frequencies 100 180 300 650 qs 30 25 40 40 masses 0.1 0.05 0.03 0.02",
    "d": "rosin.string~ d 1 frequency 146.83 impedance 0.55 q 500",
    "joint": "rosin.bridge~ d body 0 0",
    "bow": "rosin.friction~ - d elastoplastic position 0.12",
    "rub": "rosin.friction~ - body elastoplastic sigma0 50000 force 0.2 velocity 0.05",
}
RUBBED = {
    "body": JOINED["body"],
    "d": JOINED["d"],
    "joint": "rosin.friction~ d body elastoplastic position_a 0.3 force 2",
    "bow": JOINED["bow"],
    "rub": JOINED["rub"],
}


def five(network, order, block, before, seconds=0.15):
    """A hash of all outlets."""
    p = Patch(seconds)
    c = Canvas("inner") if block else p
    ids = {}
    if block:
        c.obj(f"block~ {block}")

    def sources():
        osc, scale, ids["force"] = c.obj("osc~ 3"), c.obj("*~ 0.2"), c.obj("sig~ 0.8")
        c.wire(osc, 0, scale, 0)
        ids["speed"] = scale

    if before:
        sources()
    for n in order:
        ids[n] = c.obj(network[n])
    if not before:
        sources()
    c.wire(ids["speed"], 0, ids["bow"], 0)
    c.wire(ids["force"], 0, ids["bow"], 1)
    taps = [(ids["body"], 0), (ids["d"], 0), (ids["joint"], 0), (ids["bow"], 0), (ids["bow"], 1),
            (ids["rub"], 2)]
    if block:
        for i, (obj, outlet) in enumerate(taps):
            out = c.obj("outlet~")
            c.lines[-1] = c.lines[-1].replace("#X obj 10 ", f"#X obj {10 + 100 * i} ")
            c.wire(obj, outlet, out, 0)
        whole = p.sub(c)
        taps = [(whole, i) for i in range(len(taps))]
    for i, (obj, outlet) in enumerate(taps):
        p.record(obj, outlet, f"r{i}")
    r = p.run()
    data = [r[f"r{i}"] for i in range(len(taps))]
    silent = [i for i, x in enumerate(data) if not np.abs(x).max() > 0]
    if silent:
        raise RuntimeError(f"outlets {silent} are silent in order {order}, block {block}")
    return hashlib.sha1(b"".join(x.tobytes() for x in data)).hexdigest()


def orders():
    all_orders = list(itertools.permutations(JOINED))
    for name, network, block in (("joined", JOINED, None), ("rubbed", RUBBED, None),
                                 ("block_1", JOINED, "1"), ("block_256_1_4", JOINED, "256 1 4")):
        hashes = {five(network, o, block, before) for o in all_orders for before in (True, False)}
        say(f"pd_orders_{name}_different", len(hashes) - 1, 2 * len(all_orders) * 6615, 0)


# ---- in tune ---------------------------------------------------------------------------------

def pitch(x, rate, expected):
    """Frequency of the strongest line near `expected`, by the phase of two windows."""
    n = len(x) // 3
    window = np.hanning(n)
    t = np.arange(n) / rate
    f = expected
    for _ in range(4):
        a = np.sum(window * x[:n] * np.exp(-2j * np.pi * f * t))
        b = np.sum(window * x[n:2 * n] * np.exp(-2j * np.pi * f * (t + n / rate)))
        f += np.angle(b / a) / (2 * np.pi) * rate / n
    return f


def in_tune(rate, block):
    p = Patch(2.0, rate)
    c = Canvas("inner") if block else p
    if block:
        c.obj(f"block~ {block}")
    pulse = c.obj("sig~ 1")
    ids = []
    for i, hz in enumerate((65.40625, 146.8125, 440, 880)):
        s = c.obj(f"rosin.string~ s{i} 1 frequency {hz} q 3000 torsion_frequency 0 "
                  "bending_stiffness 0 push 0.13")
        m = c.obj(f"rosin.modal~ m{i} 1 frequencies {hz} qs 3000")
        ids += [(s, hz), (m, hz)]
    start = c.obj("loadbang")
    stop = c.obj("delay 50")
    off = c.msg("0")
    c.wire(start, 0, stop, 0)
    c.wire(stop, 0, off, 0)
    c.wire(off, 0, pulse, 0)
    for i, (obj, _) in enumerate(ids):
        c.wire(pulse, 0, obj, 0)
        if block:
            out = c.obj("outlet~")
            c.lines[-1] = c.lines[-1].replace("#X obj 10 ", f"#X obj {10 + 100 * i} ")
            c.wire(obj, 0, out, 0)
    if block:
        whole = p.sub(c)
    for i, (obj, _) in enumerate(ids):
        p.record(*((whole, i) if block else (obj, 0)), f"r{i}")
    r = p.run()
    worst = 0
    for i, (_, hz) in enumerate(ids):
        x = np.diff(r[f"r{i}"][int(0.1 * rate):])
        worst = max(worst, abs(1200 * np.log2(pitch(x, rate, hz) / hz)))
    return worst


def tuning():
    for rate in (44100, 48000, 96000):
        say(f"pd_tuning_{rate}_cents", in_tune(rate, None), 16 * rate, 0)
    for block in ("1", "256 1 4"):
        say(f"pd_tuning_block_{block.replace(' ', '_')}_cents", in_tune(44100, block), 16 * 44100, 0)


# ---- cost --------------------------------------------------------------------------------------

def timed_pd(objects, seconds, release=None, extra=()):
    """Processor seconds of Pd for a patch that runs `seconds`; `extra` files lie beside it."""
    p = Patch(seconds)
    for text in objects:
        made = p.obj(text)
    if release:
        later, message = p.obj(f"delay {1000 * release}"), p.msg("force 0")
        p.wire(p.order, 1, later, 0)
        p.wire(later, 0, message, 0)
        p.wire(message, 0, made, 0)
    before = os.times()
    p.run(timeout=600, extra=extra)
    after = os.times()
    return after.children_user - before.children_user


def cost():
    seconds, rate = 120, 44100
    string = ["rosin.string~ b 1", "rosin.friction~ - b elastoplastic stribeck_velocity 0.2 "
              "position 0.15 force 1.1 velocity 0.1"]
    ratios = []
    for _ in range(5):
        empty = timed_pd([], seconds)
        full = timed_pd(string, seconds)
        bench = subprocess.run([ROSIN, "bench", "bowed-string", "--json", "-"], capture_output=True,
                               text=True, check=True).stdout
        engine = json.loads(bench)["bowed-string"]["median"] * 1e-9
        ratios.append((full - empty) / (seconds * rate * engine))
    say("pd_cost_ratio", sorted(ratios)[2], seconds * rate * 5, 0)
    # 60 s of sound against 60 s of which nearly all are decayed tail
    sounding = timed_pd(string, 60) - timed_pd([], 60)
    decayed = timed_pd(string, 60, release=0.3) - timed_pd([], 60)
    say("pd_cost_decayed_ratio", decayed / sounding, 2 * 60 * rate, 0)


def clone():
    """Sixteen voices of [clone], each over one."""
    seconds, voices = 20, 16
    c = Canvas("voice")
    c.obj("rosin.string~ $0-b 1")
    c.obj("rosin.friction~ - $0-b elastoplastic stribeck_velocity 0.2 position 0.15 force 1.1 "
          "velocity 0.1")
    voice = [("bowed-voice.pd", c.text().replace("\\$", "$").replace("$0", "\\$0"))]
    least = {}
    for _ in range(5):
        for n in (0, 1, voices):
            spent = timed_pd([f"clone {n} bowed-voice"] if n else [], seconds, extra=voice)
            least[n] = min(least.get(n, spent), spent)
    one, each = least[1] - least[0], (least[voices] - least[0]) / voices
    say("pd_clone_16_over_one", each / one, seconds * 44100, 0)
    say("pd_clone_ns_a_voice", 1e9 * each / (seconds * 44100), seconds * 44100, 0)


# ---- every patch ---------------------------------------------------------------------------------

def play_patch(path, seconds=5.0, start=1.0, rate=44100):
    """Left and right of a patch whose start is clicked after `start` seconds."""
    with open(path) as f:
        text, stand_in = heard(f.read(), "rosin-test-left", "rosin-test-right")
    p = Patch(seconds, rate)
    for side in ("left", "right"):
        catch = p.obj(f"catch~ rosin-test-{side}")
        p.record(catch, 0, side)
    later, click = p.obj(f"delay {1000 * start}"), p.msg("; rosin-start bang")
    p.wire(p.order, 1, later, 0)
    p.wire(later, 0, click, 0)
    p.obj("rosin-test-patch")
    end = p.obj(f"delay {1000 * seconds + 100}")
    last, files = p.obj("t b b"), p.obj("soundfiler")
    p.wire(p.order, 0, end, 0)
    p.wire(end, 0, last, 0)
    for name in p.tables:
        write = p.msg(f"write -wave -bytes 4 {name}.wav {name}")
        p.wire(last, 1, write, 0)
        p.wire(write, 0, files, 0)
    quit_ = p.msg("; pd dsp 0; pd quit")
    p.wire(last, 0, quit_, 0)
    folder = os.path.dirname(path)
    extra = [stand_in, ("rosin-test-patch.pd", text)]
    # what talks over the network needs the time that it takes
    live = ["-nobatch"] if "netreceive" in text else []
    return run_text(p.text(), rate, p.tables, [*live, "-path", folder, "-path", os.path.join(ROOT, "pd")],
                    True, None, 300, extra)


def patch_files():
    return sorted(glob.glob(os.path.join(ROOT, "help", "*-help.pd")) +
                  [f for f in glob.glob(os.path.join(ROOT, "pd", "*.pd"))
                   if "rosin-start" in open(f).read()])


def patches():
    rate, start = 44100, 1.0
    for path in patch_files():
        name = os.path.basename(path)[:-3].replace("~", "").replace("-help", "").replace(".", "_")
        name = ("help_" if path.endswith("-help.pd") else "example_") + name.replace("-", "_")
        try:
            r = play_patch(path, start=start, rate=rate)
        except RuntimeError as problem:
            print(f"{path}: {problem}", file=sys.stderr)
            say(f"pd_patch_{name}_dbfs", 99, 0, 0)
            continue
        x = np.stack([r["left"], r["right"]])
        quiet, loud = np.abs(x[:, :int(start * rate)]).max(), np.abs(x).max()
        say(f"pd_patch_{name}_dbfs", db(loud) if quiet < 1e-6 else 99, x.size, 0)


def together():
    """Every help and example beside a patch that uses all their names, and beside each other."""
    say("pd_beside_changed", *beside(), 0)
    for name, level in at_once().items():
        name = re.sub(r"\W+", "_", name[:-3].replace("-help", "").replace("~", ""))
        say(f"pd_together_{name}_dbfs", level, 2 * 220500, 0)


def examples_in_tune():
    for name, cents in intune.figures():
        name = re.sub(r"\W+", "_", name.replace("-help", "").replace("help/rosin.", "help/").replace("~", ""))
        say(f"pd_intune_{name}_cents", abs(cents), 44100, 0)


def bow():
    for name, (share, _) in bowing.figures():
        say(f"pd_bow_{name}_share", share, 44100, 20)
    say("pd_bow_by_hand_share", bowing.of_chance("force 1")[0], 44100, 20)


def first_hour():
    for number, (peak, steady) in enumerate(firsthour.start_here(), 1):
        say(f"pd_start_here_{number}_dbfs", peak, 2 * 44100, 0)
        say(f"pd_start_here_{number}_steady_db", steady, 2 * 44100, 0)
    say("pd_start_here_closed", firsthour.doors(), 13, 0)


def ten_patches():
    for name, peak, mean, cents in tenpatches.figures():
        say(f"pd_ten_{name}_dbfs", peak, 110250, 0)
        say(f"pd_ten_{name}_mean_db", mean, 110250, 0)
        if cents is not None:
            say(f"pd_ten_{name}_cents", abs(cents), 66150, 0)


def scenes_play_on():
    """Steps of the gain where scenes are stopped, begun again, over; what each effect holds."""
    for scene in ("cello_d", "cuica", "chalk", "tyre_skid"):
        for what, most in scenes.cuts(scene.replace("_", "-")).items():
            say(f"pd_scene_{what}_{scene}_step_db", db(most), scenes.FADE, 0)
    listed = json.loads(subprocess.run([ROSIN, "scenes", "--json"], check=True, capture_output=True).stdout)
    rows = [(s["name"], m[0]["name"], m[0]["high"]) for s in listed
            if (m := [m for m in s["macros"] if m["live"]])]
    for scene, (level, turned) in scenes.held(rows).items():
        say(f"pd_hold_{scene.replace('-', '_')}_db", level if turned > 0.1 else -99, 3 * scenes.RATE, 0)


def whole_states():
    say("pd_state_lines_differing", *states.written_and_read(), 0)


def wrong_messages():
    bad, total = wrong.not_one()
    print(*bad, sep="\n", file=sys.stderr)
    say("pd_wrong_messages_without_one_line", len(bad), total, 0)


def nothing_blocks():
    """The longest tick, in a Pd that runs in real time, and the loudest click."""
    stall.stall(say)
    stall.made(say)
    for name, levels in clicks.all_clicks(["-nobatch"]).items():
        say(f"pd_stall_click_{name}_db", max(levels), len(levels), 0)


def contact_jumps(seed=2026, times=10):
    """A bow that is told another law, preset, place while it bows; and the same in an order of chance."""
    say("pd_jumps_dbfs", max(clicks.bursts(clicks.JUMPS)), len(clicks.JUMPS), 0)
    chance = random.Random(seed)
    told = [clicks.drawn(chance, 20) for _ in range(times)]
    for name, found in (("drawn", clicks.bursts), ("attacks", clicks.attacks)):
        levels = [level for row in told for level in found(row)]
        say(f"pd_jumps_{name}_dbfs", max(levels), len(levels), seed)
        say(f"pd_jumps_{name}_share", sum(level > -60 for level in levels) / len(levels), len(levels), seed)


def asleep():
    """What rests costs, of what it costs while it sounds, by instructions."""
    if not shutil.which("valgrind"):
        print("pd: no valgrind", file=sys.stderr)
        return
    for name, rests, sounds in sleep.shares():
        say(f"pd_asleep_{name}_percent", 100 * rests / sounds, 4, 0)


def sanitized():
    """The same under sanitizers, and random edits where bodies are made beside Pd."""
    stall.sanitized(say, "thread", ["libtsan"])
    stall.sanitized(say, "watch", ["libasan", "libubsan"])
    fuzz_live(3000)


def fuzz_seeds():
    """14 other seeds, the worst of them."""
    worst = {}
    for seed in range(101, 115):
        fuzz(lambda name, value, samples, _: worst.setdefault(name.replace("pd_fuzz", "pd_fuzz_seeds"), []).append((value, samples)), 2000, seed)
    for name, of in worst.items():
        gather = sum if name.endswith("edits") else max
        say(name, gather(abs(value) for value, _ in of), sum(samples for _, samples in of), 101)


def fuzz_live(edits=400):
    fuzz(lambda name, *rest: say(name.replace("pd_fuzz", "pd_fuzz_live"), *rest), edits, 11, ["-nobatch"])


def main():
    what = {"stall": nothing_blocks, "sanitized": sanitized, "sleep": asleep, "fuzz-live": fuzz_live, "scenes": scenes_play_on, "states": whole_states, "ten": ten_patches, "wrong": wrong_messages, "first-hour": first_hour, "bow": bow, "intune": examples_in_tune, "octaves": octaves.main, "jumps": contact_jumps, "forms": forms.main, "together": together, "agree": agree, "keys": keys, "score": score, "orders": orders, "tuning": tuning, "cost": cost, "clone": clone, "patches": patches,
            "drag": lambda: drag(say),
            "hostile": lambda: hostile(say), "fuzz": lambda: fuzz(say),
            "fuzz-seeds": fuzz_seeds, "fuzz-short": lambda: fuzz(say, 2000, 7)}
    for name in sys.argv[1:]:
        what[name]()


if __name__ == "__main__":
    main()
