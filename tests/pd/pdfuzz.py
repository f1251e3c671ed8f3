# SPDX-License-Identifier: BSD-3-Clause
"""Hostile use of the Pd classes, under sanitizers and with every allocation counted
(`make pd-watch`)."""
import os
import random
import re
import subprocess
import tempfile

import numpy as np
from scipy.io import wavfile

from pdrun import ROOT, Canvas, Patch, escape, run_text

WATCH = os.path.join(ROOT, "build", "pd-watch")
SEED = 20260401
BAD = {"nan": np.nan, "inf": np.inf, "minus_inf": -np.inf, "1e30": 1e30, "minus_1e30": -1e30,
       "denormal": 1e-42}


def environment():
    libs = [subprocess.run(["gcc", f"-print-file-name={lib}.so"], capture_output=True,
                           text=True).stdout.strip() for lib in ("libasan", "libubsan")]
    return {"ASAN_OPTIONS": "detect_leaks=0:exitcode=99", "LD_PRELOAD": " ".join(libs),
            "UBSAN_OPTIONS": "halt_on_error=1:exitcode=98:print_stacktrace=1"}


def watched(log):
    """Live allocations, performs, sins within perform."""
    m = re.search(r"watch: (-?\d+) live, (\d+) performs, (\d+) sins", log)
    return [int(x) for x in m.groups()] if m else [10 ** 6, 0, 10 ** 6]


# ---- bad values on inlets ---------------------------------------------------------------------

INLETS = [("string", 0), ("string", 1), ("modal", 0), ("bow", 0), ("bow", 1), ("bow", 2),
          ("bridge", 0)]
VOICE = {
    "string": "rosin.string~ s-{i} 1 frequency 147 torsion_frequency 0 bending_stiffness 0",
    "modal": "rosin.modal~ m-{i} 1 frequencies 180 qs 20 masses 0.5",
    "bow": "rosin.friction~ - s-{i} elastoplastic stribeck_velocity 0.2",
    "bridge": "rosin.bridge~ s-{i} m-{i}",
}


def voice(p, number, case, table):
    """A bowed string on a body; `case`: None or (part, inlet). The bad signal comes from `table`."""
    ids = {k: p.obj(text.format(i=number)) for k, text in VOICE.items()}
    clean = {("bow", 0): 0.1, ("bow", 1): 1.1, ("bow", 2): 0.15}
    for (part, inlet), value in clean.items():
        if (part, inlet) != case:
            source = p.obj(f"sig~ {value}")
            p.wire(source, 0, ids[part], inlet)
    if case:
        play = p.obj(f"tabplay~ {table}")
        p.wire(p.order, 1, play, 0)
        p.wire(play, 0, ids[case[0]], case[1])
    p.record(ids["string"], 0, f"r{number}")
    p.record(ids["bow"], 0, f"f{number}")


def hostile(say):
    rate, start, seconds = 44100, 1.0, 2.5
    cases = []
    with tempfile.TemporaryDirectory() as folder:
        p = Patch(seconds, rate)
        files = p.obj("soundfiler")
        voice(p, 0, None, "")
        for bad, value in BAD.items():
            for length in (1, rate):
                for part, inlet in INLETS:
                    number = len(cases) + 1
                    clean = {("bow", 0): 0.1, ("bow", 1): 1.1, ("bow", 2): 0.15}.get((part, inlet), 0)
                    x = np.full(int(seconds * rate), clean, np.float32)
                    x[int(start * rate):int(start * rate) + length] = value
                    file = os.path.join(folder, f"bad{number}.wav")
                    wavfile.write(file, rate, x)
                    p.obj(f"table bad{number} {len(x)}")
                    read = p.msg(f"read -resize {file} bad{number}")
                    p.at_start(read)
                    p.wire(read, 0, files, 0)
                    voice(p, number, (part, inlet), f"bad{number}")
                    cases.append((bad, length, part, inlet))
        r = p.run(timeout=1200)
    infinite = sum(int(np.sum(~np.isfinite(r[f"{k}{i}"]))) for k in "rf" for i in range(len(cases) + 1))
    worst = 0
    for i, (bad, length, part, inlet) in enumerate(cases):
        a = int(start * rate) + length + int(0.1 * rate)
        levels = [np.std(r[f"r{k}"][a:a + int(0.2 * rate)]) for k in (0, i + 1)]
        off = abs(20 * np.log10(levels[1] / levels[0]))
        if not off < 3:
            print(f"# {bad} for {length} samples on {part} {inlet}: {off:.1f} dB off")
        worst = max(worst, off if np.isfinite(off) else 999)
    samples = (len(cases) + 1) * int(seconds * rate)
    say("pd_hostile_not_finite", infinite, samples, 0)
    say("pd_hostile_tone_db", worst, samples, 0)


# ---- random edits -------------------------------------------------------------------------------

NAMES = ["a", "b", "c", "d", "1003-x", "0", "-", "a.b", "long" * 40, "-m", "nan", "1e9"]
WORDS = ["0", "-1", "1e9", "nan", "inf", "1e-42", "wood", "1", "0.15", "440", "-1e30", "20000", "3"]
KEYS = ["force", "velocity", "position", "position_a", "law", "a", "b", "name", "frequency", "modes",
        "frequencies", "t60s", "qs", "masses", "at", "weight", "points", "shape", "push", "pickup",
        "get", "dump", "reset", "print", "sigma0", "mu_static", "breakaway", "impedance", "damping",
        "finger", "modes.1.frequency", "modes.9.q", "pitch", "decay", "mass", "start", "stop", "bang",
        "float", "list", "symbol", "nobody", "bow.force", "rolling", "length", "q", "position_b", "note", "bend", "pad", "bow", "bow", "pressure", "sings", "region", "region", "regime", "axes", "dark", "trace", "send", "receive", "record", "play", "midi", "control",
        "aftertouch", "scale", "quiet", "hear", "articulation", "assist", "by_hand", "hold", "loop", "trigger", "level",
        "preset", "presets", "scenes", "write", "read", "speed", "start", "hold", "stop", "pickups", "width", "pan", "slow", "vibrato"]
SHAPES = ["table", "sine", "ring", "coulomb", "elastoplastic", "lugre", "dahl", "induction",
          "wet-glass", "Felt", "Stub", "Half\\ full", "velocity@0", "displacement@0.3", "bridge_force", "velocity@", "acceleration@rub"]


class Editor:
    """Commands for the sub-patch `fuzz`, and what stands in it."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.made, self.serial, self.edits, self.safe = [], [], 0, 0, True

    def send(self, text, receiver="pd-fuzz"):
        self.lines.append(f"{self.random.choice([0, 0, 1, 2])} {receiver} {escape(text)};")
        self.edits += 1

    def add(self, text):
        self.send(f"obj {self.random.randrange(500)} {self.random.randrange(400)} {text}")
        self.made.append(text)
        return len(self.made) - 1

    def value(self):
        return self.random.choice(WORDS + SHAPES + NAMES)

    def create(self):
        r = self.random
        self.serial += 1
        uid = f"uid{self.serial}"
        kind = r.choice(["modal~", "string~", "friction~", "friction~", "bridge~", "scene~", "of pd"])
        name = lambda: r.choice(NAMES[:6] if r.random() < 0.8 else NAMES)  # noqa: E731
        text = {
            "modal~": lambda: f"rosin.modal~ {name()} {r.choice(['1', '2', '1', '70', '-1', 'x'])} "
                              f"frequencies {r.choice(['100 200', '440', '0', '-5', '1e9'])} q 50",
            "string~": lambda: f"rosin.string~ {name()} {r.choice(['1', '2', ''])} frequency "
                               f"{r.choice(['147', '440', '0', '1e9', '6000', 'wood'])}",
            "friction~": lambda: f"rosin.friction~ {name()} {name()} "
                                 f"{r.choice(SHAPES[3:8])} force {r.choice(['1', '0.2', '1e9'])} "
                                 f"velocity 0.1 position {r.choice(['0.1', '0', 'rub', '1e9'])}",
            "bridge~": lambda: f"rosin.bridge~ {name()} {name()} {r.choice(['', '0', '0.3 0', 'x y'])}",
            "cello~": lambda: f"rosin.cello~ {r.choice(['cello', 'violin', 'glass', 'nobody', ''])}",
            "scene~": lambda: f"rosin.scene~ {r.choice(['cello-d', 'glass', 'chalk', 'wine-glass', 'nobody', '1e9', ''])} "
                              f"{r.choice(['', '', 'hold 1', 'loop x hold 1', 'level -6 preset none', 'preset Full hold 1'])}",
            # what draws, and abstractions; a hand that asks where it sings while bodies go
            "of pd": lambda: r.choice([f"rosin.pad {r.choice(['100 50', '20', '1e9 -1'])} {r.choice(['0.3 3', '0 0'])} {name()} {name()}",
                                       "rosin.gesture 0 0.1 20", "rosin.morph", f"rosin.section~ {r.choice(['2', '1'])} 196 12",
                                       f"rosin.motion~ {name()} 147", "rosin.motion~", f"rosin.voice~ {r.choice(['2', '1', '0'])}"]),
        }[kind]() + " " + uid
        if kind != "of pd" and r.random() < 0.02:
            text = f"rosin.{kind} " + " ".join(r.choice(WORDS + NAMES) for _ in range(r.randrange(12)))
        there = self.add(text)
        if kind == "of pd":
            self.send("loadbang")
        inlet = self.add(f"r m-{uid}")
        self.connect(inlet, 0, there, 0)
        if kind in ("modal~", "string~"):  # heard, else nobody would see what comes of it
            self.connect(there, 0, 0, 0)

    def connect(self, a, out, b, into):
        if self.safe:
            self.send(f"connect {a} {out} {b} {into}")

    def wire(self):
        """A rosin outlet to the sum or to another inlet, or the bad signal to one."""
        rosin = [i for i, t in enumerate(self.made) if t.startswith("rosin.") and "scene" not in t
                 and "cello" not in t and " 70" not in t and "-m" not in t.split()[1:2]]
        others = [i for i, t in enumerate(self.made) if t.startswith(("throw~", "r~"))]
        if not rosin or not others:
            return
        a, o = self.random.choice(rosin), self.random.choice(others)
        if self.made[o].startswith("throw~"):
            self.connect(a, 0, o, 0)
        else:
            self.connect(o, 0, a, 0)

    def cut(self):
        """Cut one, and perhaps undo in the same step."""
        rosin = [i for i, t in enumerate(self.made) if " uid" in t]
        if not rosin:
            return
        i = self.random.choice(rosin)
        self.send(f"find +{self.made[i].split()[-1]} 1")
        self.send("cut")
        if self.random.random() < 0.3:
            self.send("undo")
            self.safe = False  # whether indices are as before is Pd's affair
        else:
            del self.made[i]

    def message(self):
        r = self.random
        if not self.serial:
            return
        count = r.choice([0, 1, 1, 1, 2, 3, 5])
        values = " ".join(self.value() for _ in range(count))
        if r.random() < 0.003:
            values = " ".join("0.5" for _ in range(10000))
        uid = r.randrange(max(1, self.serial - 12), self.serial + 1)
        self.send(f"{r.choice(KEYS)} {values}", f"m-uid{uid}")

    def step(self):
        r = self.random.random()
        if len(self.made) > 60 or r < 0.004:
            self.send("clear")
            self.made, self.safe = [], True
            self.add("throw~ fz")
            self.add("r~ bad")
        elif r < 0.3:
            self.create()
        elif r < 0.45:
            self.wire()
        elif r < 0.6:
            self.cut()
        elif r < 0.61:
            self.send(str(self.random.choice([0, 1, 1])), "pd dsp"[0:2] + " dsp")
        else:
            self.message()


def fuzz(say, edits=12000, seed=SEED, options=()):
    rate = 44100
    editor = Editor(seed)
    editor.add("throw~ fz")
    editor.add("r~ bad")
    while editor.edits < edits:
        editor.step()
    seconds = 0.0
    for line in editor.lines:
        seconds += int(line.split()[0]) / 1000
    seconds += 1
    bad = np.zeros(rate, np.float32)
    for i, value in enumerate(BAD.values()):
        bad[7000 * i + 100], bad[7000 * i + 3000:7000 * i + 3300] = value, value
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "bad.wav")
        wavfile.write(file, rate, bad)
        script = os.path.join(folder, "edits.txt")
        with open(script, "w") as f:
            f.write("\n".join(editor.lines) + f"\n10 pd-fuzz clear;\n10 pd dsp 1;\n")
        p = Patch(seconds, rate)
        inner = Canvas("fuzz")
        p.sub(inner)
        p.obj(f"table bad {rate}")
        files, read = p.obj("soundfiler"), p.msg(f"read -resize {file} bad")
        p.at_start(read)
        p.wire(read, 0, files, 0)
        phase, scale, look, send = (p.obj("phasor~ 1"), p.obj(f"*~ {rate}"), p.obj("tabread~ bad"),
                                    p.obj("s~ bad"))
        for a, b in ((phase, scale), (scale, look), (look, send)):
            p.wire(a, 0, b, 0)
        catch = p.obj("catch~ fz")
        p.record(catch, 0, "sum")
        queue, load = p.obj("qlist"), p.msg(f"read {script}, bang")
        p.wire(p.order, 0, load, 0)
        p.wire(load, 0, queue, 0)
        r = p.run(options=[*options, "-path", WATCH], check=False, env=environment(), timeout=900)
    log = r[""]
    live, performs, sins = watched(log)
    if r["code"] or os.environ.get("ROSIN_FUZZ_LOG"):
        print("#", "\n# ".join(log[-4000:].splitlines()))
    say("pd_fuzz_exit", r["code"], editor.edits, seed)
    say("pd_fuzz_edits", editor.edits, editor.edits, seed)
    say("pd_fuzz_live_allocations", live, editor.edits, seed)
    say("pd_fuzz_sins_in_perform", sins, performs, seed)
    x = r.get("sum", np.array([np.nan]))
    say("pd_fuzz_not_finite", int(np.sum(~np.isfinite(x))), len(x), seed)
    say("pd_fuzz_peak", float(np.abs(x).max()), len(x), seed)
