#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""All that one patch of all classes gives and says: levels of every outlet in steps of 5 ms, and each line
that is printed, against tests/pd/whole.txt. What a formula or a table of the classes moves, moves one of
these. `ROSIN_UPDATE=1 whole.py` renews the file, where a change is meant. `whole.py lost` asks whether all
memory comes back, where Pd's classes count it (tests/pd/watch.c, in the folder ROSIN_PD_WATCH), and `whole.py
lack` the same where each so manyth piece of it is refused."""
import difflib
import os
import re
import sys

try:
    import numpy as np
except ImportError:
    sys.exit(f"whole.py: {sys.executable} has no numpy and scipy; Debian's /usr/bin/python3 has, with python3-numpy and python3-scipy")

import pdfuzz
from pdrun import ROOT, Canvas, Patch

FILE = os.path.join(ROOT, "tests/pd/whole.txt")
STEP = 220  # frames
NEAR = 2e-3  # of a level
FLOOR = 1e-7  # below the loudest of a signal nobody looks


def say(p, obj, *steps):
    """Messages at times in ms; those before 0 reach the object before DSP is on."""
    for ms, text in steps:
        message = p.msg(text)
        if ms < 0:
            p.at_start(message)
        else:
            later = p.obj(f"delay {ms}")
            p.wire(p.order, 1, later, 0)
            p.wire(later, 0, message, 0)
        p.wire(message, 0, obj, 0)


def listen(p, obj, name, outlets):
    for k in range(outlets):
        p.record(obj, k, f"{name}{k}")
    seen = p.obj(f"print {name}")
    p.wire(obj, outlets, seen, 0)


def waves(p, obj, inlet, hertz, size, middle):
    """A signal that never stands still."""
    osc, times, plus = p.obj(f"osc~ {hertz}"), p.obj(f"*~ {size}"), p.obj(f"+~ {middle}")
    for a, b in ((osc, times), (times, plus)):
        p.wire(a, 0, b, 0)
    p.wire(plus, 0, obj, inlet)


def strings():
    """Retuned while they are plucked, struck, stopped and bowed, by one point and by two bodies' places."""
    p = Patch(1.0)
    s = p.obj("rosin.string~ s 2 frequency 147 q 500 hip 0")
    listen(p, s, "s", 2)
    say(p, s, (-1, "finger 160"), (50, "pluck 3"), (250, "note 52"), (260, "note 55"), (330, "gain 0.5"),
        (400, "frequency 150"), (480, "damping 100 1 1000 0.3"), (490, "t60 2"), (500, "note 40"), (560, "damping"),
        (570, "t60 0.5"), (600, "strike 0.3 0.002 3e4"), (640, "mute 20"), (700, "hip 30"), (750, "bang"),
        (760, "pluck 1 2"), (765, "pluck 1e9"), (770, "strike 1 0"), (775, "damping 1 2 3"), (780, "damping 1 -2"),
        (790, "frequency"), (800, "frequency 1e9"), (810, "nothing"), (820, "name r"), (960, "dump"), (961, "get q"),
        (962, "get nobody"), (963, "print"))
    bow = p.obj("rosin.friction~ - s elastoplastic stribeck_velocity 0.2 position 0.2 force 0.4 velocity 0.05")
    listen(p, bow, "bow", 3)
    say(p, bow, (300, "position 0.11"), (420, "open_length 1"), (700, "force 0"), (720, "sigma0 -1"), (730, "mu_static"),
        (960, "dump"), (963, "print"))
    t = p.obj("rosin.string~ t 1 frequency 196 gain 2")
    waves(p, t, 1, 3, 9, 230)
    listen(p, t, "t", 1)
    say(p, t, (100, "pluck"), (350, "q 900"), (450, "mute 3"), (600, "strike"), (960, "dump"))
    m = p.obj("rosin.modal~ m 2 frequencies 180 410 988 qs 20 30 40 masses 0.2 0.3 0.1")
    listen(p, m, "m", 2)
    say(p, m, (200, "strike 1 0.01"), (300, "modes.1.q 90"), (500, "frequencies 190 420 1001"), (520, "pickup 0 0.5"),
        (600, "decay 2"), (700, "note 45"), (960, "dump"), (963, "print"))
    bridge = p.obj("rosin.bridge~ t m 0.1 0")
    listen(p, bridge, "bridge", 1)
    say(p, bridge, (800, "position_a 0.4"), (950, "position_b x"), (960, "dump"))
    rub = p.obj("rosin.friction~ m t position 0.3 position_a 0 force 0.8 velocity 0.1")
    listen(p, rub, "rub", 3)
    say(p, rub, (350, "position 0.25"), (500, "law coulomb"), (550, "preset rosined-bow"), (560, "preset nobody"),
        (570, "presets"), (650, "contacts 2"), (655, "contacts 1.5"), (900, "1e+09"), (910, "-1e+09"), (920, "0.2"), (960, "dump"))
    press = p.obj("rosin.friction~ t m position_a 0.22 position 0 force 0.1 velocity 0")
    listen(p, press, "press", 3)
    say(p, press, (600, "open_length 1"), (960, "dump"))
    ball = p.obj("rosin.impact~ - m position -0.001")
    listen(p, ball, "ball", 3)
    say(p, ball, (350, "velocity 0.2"), (357, "velocity -0.2"), (364, "velocity 0"), (370, "law coulomb"), (960, "dump"))
    high = p.obj("rosin.string~ high 1 frequency 20000")
    listen(p, high, "high", 1)
    say(p, high, (100, "dump"), (200, "frequency 220"), (230, "pluck 2"), (300, "frequency 20000"), (320, "dump"))
    return p


def players():
    """A scene and a player under their messages."""
    p = Patch(0.8)
    chalk = p.obj("rosin.scene~ chalk")
    listen(p, chalk, "chalk", 2)
    say(p, chalk, (10, "start"), (200, "pressure 1.3"), (300, "stop"), (400, "preset nobody"), (410, "presets"),
        (420, "hold 1"), (500, "hold 0"), (510, "loop 2"), (600, "dump"), (610, "get pressure"), (620, "seed 1.5"),
        (630, "nobody 2"), (640, "print"))
    cello = p.obj("rosin.cello~ cello")
    listen(p, cello, "cello", 2)
    say(p, cello, (10, "note 50 100"), (150, "bend 0.5"), (200, "aftertouch 60"), (250, "control 1 90"), (300, "note 50 0"),
        (350, "midi 144 57 80"), (450, "quiet"), (500, "pad 0.4 0.5"), (560, "pad"), (600, "bow 0.2 1"), (650, "bow"),
        (660, "hear"), (670, "note 300 1"), (680, "midi 1 2"), (690, "get vibrato"), (700, "get nobody"), (710, "dump"),
        (720, "reset"), (730, "print"))
    return p


def changes():
    """Another block, another rate of it, a reset and DSP off and on, each while something fades or glides."""
    p = Patch(0.8)
    inner = Canvas("sized")
    block, out = inner.obj("block~ 64"), inner.obj("outlet~")
    made = inner.obj("rosin.string~ u 1 frequency 147")
    inner.obj("rosin.friction~ - u position 0.2 force 0.3 velocity 0.1")
    begin = inner.obj("loadbang")
    for ms, text, to in ((60, "pluck 2", made), (100, "frequency 160", made), (108, "set 32", block), (200, "frequency 150", made),
                         (205, "reset", made), (250, "note 60", made), (258, "set 128", block), (400, "frequency 140", made),
                         (407, "set 64 1 2", block), (500, "frequency 130", made), (504, "frequency 135", made),
                         (600, "pluck", made), (604, "reset", made), (650, "name v", made), (700, "dump", made)):
        later, message = inner.obj(f"delay {ms}"), inner.msg(text)
        inner.wire(begin, 0, later, 0)
        inner.wire(later, 0, message, 0)
        inner.wire(message, 0, to, 0)
    seen = inner.obj("print u")
    inner.wire(made, 0, out, 0)
    inner.wire(made, 1, seen, 0)
    where = p.sub(inner)
    p.record(where, 0, "u")
    w = p.obj("rosin.string~ w 1 frequency 147")
    listen(p, w, "w", 1)
    say(p, w, (20, "pluck 2"), (100, "note 55"), (106, "; pd dsp 0"), (140, "; pd dsp 1"), (200, "frequency 160"), (204, "; pd dsp 0"),
        (240, "; pd dsp 1"), (260, "pluck"), (400, "strike 1"), (401, "; pd dsp 0"), (402, "pluck"), (440, "; pd dsp 1"))
    return p


def matter():
    """Each message of a modal body, and a strike after it, of lists and of matter."""
    said = {"lists": ("shape sine", "shape ring", "pitch 1.2", "shape table", "mass 2", "decay 0.5", "note 60", "t60 1", "t60s 0.3 0.2 0.5",
                      "qs 40 50 60", "masses 0.1 0.2 0.3", "modes.1.q 200", "modes.2.frequency 700", "points a 0 b 0.5", "at a 1 0.5 0.25",
                      "at b 0.5 1 0.1", "weight b 2 0.7", "push b", "pickup 1 velocity@b", "gain 0.1", "frequencies 150 333"),
            "matter": ("shape plate-free", "material glass", "modes 7", "note 64", "length 0.3", "thickness 0.004", "youngs_modulus 6e10",
                       "density 2000", "shape disc-free", "radius 0.1", "shape bar-free", "material steel", "pitch 1.5", "mass 3", "decay 2", "t60 0.5", "points a 0.2",
                       "pickup 1 displacement@a", "push 0.4", "hip 5", "frequencies 200 300")}
    p = Patch(0.8)
    for name, words in said.items():
        m = p.obj(f"rosin.modal~ {name} 1 " + ("frequencies 200 410 988 qs 20 30 40 masses 0.2 0.3 0.1" if name == "lists" else "shape bar-free"))
        listen(p, m, name, 1)
        for i, text in enumerate(words):
            say(p, m, (20 + 35 * i, text), (45 + 35 * i, "strike 0.2 0.002"))
        say(p, m, (790, "dump"))
    return p


def heard(p):
    """{signal: levels}, lines."""
    r = p.run(check=False)
    assert r["code"] == 0, r[""][-2000:]
    levels = {}
    for name in p.tables:
        x = r[name][:len(r[name]) // STEP * STEP].reshape(-1, STEP)
        levels[name] = np.sqrt((x * x).mean(axis=1))
    lines = [row for row in r[""].splitlines() if row.strip() and not re.search(r"biggest amplitude|priority", row)]
    return levels, [re.sub(r"rosin \d.*", "rosin", row) for row in lines]


def lost(options, lack=0):
    """Bodies, contacts and players that are made, retuned, refused, read and taken away, at last while they
    are made: half a millisecond after that was ordered, half a one before anybody looks for it."""
    watch = os.environ["ROSIN_PD_WATCH"]
    p, inner = Patch(0.6), Canvas("inner")
    begin = inner.obj("loadbang")
    for text, *steps in (
            ("rosin.string~ s 2 frequency 147", (50, "frequency 160"), (100, "damping 100 1 1000 0.3"), (150, "damping"),
             (160, "damping 1 -2"), (200, "frequency 20000"), (250, "pluck 3"), (260, "frequency 170"), (300, "write s.txt"),
             (310, "read s.txt"), (320, "read none.txt"), (330, "dump"), (499.5, "frequency 150")),
            ("rosin.string~ t 1 frequency 147", (55, "frequency 160"), (260, "frequency 170")),
            ("rosin.modal~ m 2 shape plate-free material steel modes 12", (60, "note 50"), (110, "modes 20"), (150, "strike"),
             (200, "frequencies 100 200 300"), (210, "points a 0 b 1"), (220, "at b 1 0.5"), (230, "t60s 1 2"), (300, "write m.txt"),
             (310, "read m.txt"), (330, "dump"), (340, "shape nothing"), (350, "shape bar-free"), (499.5, "modes 14")),
            ("rosin.friction~ - s position 0.2 force 0.4 velocity 0.1", (70, "law lugre"), (120, "preset chalk"), (180, "contacts 3"),
             (190, "name f"), (240, "a m"), (250, "b t"), (300, "write f.txt"), (310, "read f.txt"), (330, "law none")),
            ("rosin.impact~ - m", (330, "dump")), ("rosin.bridge~ t m 0.1 0", (120, "position_a 0.3"), (330, "dump")),
            ("rosin.scene~ chalk", (50, "start"), (150, "preset Stub"), (200, "write c.txt"), (210, "read c.txt"), (220, "read s.txt"),
             (250, "stop"), (330, "dump"), (499.5, "preset Stub")),
            ("rosin.cello~ cello", (50, "note 50 100"), (150, "note 57 90"), (200, "write p.txt"), (210, "read p.txt"),
             (220, "scale none.scl"), (250, "reset"), (330, "dump"))):
        made = inner.obj(text)
        for ms, said in steps:
            later, message = inner.obj(f"delay {ms}"), inner.msg(said)
            inner.wire(begin, 0, later, 0)
            inner.wire(later, 0, message, 0)
            inner.wire(message, 0, made, 0)
    p.sub(inner)
    later, message = p.obj("delay 500"), p.msg("; pd-inner clear")
    p.wire(p.order, 1, later, 0)
    p.wire(later, 0, message, 0)
    more = pdfuzz.environment() if os.environ.get("ROSIN_PD_SANITIZED") else {}
    log = p.run(options=[*options, "-path", watch], check=False, timeout=600, env={**more, "ROSIN_WATCH_LACK": str(lack)})[""]
    found = re.findall(r"watch: (-?\d+) live, (\d+) performs, (\d+) sins, (\d+) lacks", log)
    print(lack, found)
    good = len(found) == 1 and found[0][0] == "0" and int(found[0][1]) > 100 and (int(found[0][3]) > 3 if lack else found[0][2] == "0")
    return 0 if good else 1


def main():
    if sys.argv[1:] == ["lost"]:
        return lost([]) or lost(["-nobatch"])
    if sys.argv[1:] == ["lack"]:
        return max(lost([], lack) for lack in (13, 61, 149))
    wrong = []
    kept, said = {}, []
    for patch in (strings(), players(), changes(), matter()):
        levels, lines = heard(patch)
        kept.update(levels)
        said += lines
    assert sum(x.max() > 1e-6 for x in kept.values()) == len(kept), {k: x.max() for k, x in kept.items()}
    if os.environ.get("ROSIN_UPDATE"):
        with open(FILE, "w") as f:
            f.write("# SPDX-License-Identifier: BSD-3-Clause\n")
            f.writelines(f"signal {k} " + " ".join(f"{v:.5g}" for v in x) + "\n" for k, x in kept.items())
            f.writelines(f"said {row}\n" for row in said)
        return 0
    with open(FILE) as f:
        rows = f.read().splitlines()
    before = [row[5:] for row in rows if row.startswith("said ")]
    wrong += [row for row in difflib.unified_diff(before, said, lineterm="", n=0) if row[:3] not in ("---", "+++")]
    signals = {name: np.array(values.split(), float) for name, values in
               (row[7:].split(" ", 1) for row in rows if row.startswith("signal "))}
    wrong += [f"{name}: is a new signal" for name in kept.keys() - signals.keys()]
    wrong += [f"{name}: is in the file alone" for name in signals.keys() - kept.keys()]
    for name, x in kept.items():
        if name not in signals:
            continue
        was = signals[name]
        off = np.abs(x - was) > NEAR * was + FLOOR * max(was.max(), 1e-30) + 1e-12
        if off.any():
            k = int(off.argmax())
            wrong.append(f"{name}: {x[k]:.5g} at {1000 * k * STEP / 44100:.0f} ms, was {was[k]:.5g}; {off.sum()} steps differ")
    print(*wrong[:40], sep="\n")
    if wrong:
        print(f"tests/pd/whole.txt: {len(wrong)} rows differ (- was, + is); renewed, where a change is meant, by: "
              "ROSIN_UPDATE=1 python3 tests/pd/whole.py")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
