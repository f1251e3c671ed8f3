#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""rosin.gesture, rosin.morph, rosin.motion~, rosin.section~, rosin.voice~ and rosin.osc in Pd. `abstractions.py NAME` runs one case."""
import os
import re
import sys

import numpy as np

from bowing import at, repeats
from intune import hertz, pitch, sounds
from pdrun import ROOT, Patch

RATE = 44100
PATH = ("-path", os.path.join(ROOT, "pd"))


def records():
    """A stream is smoothed and scaled, comes again round and round as it was, and otherwise where it is varied; the sensor after that."""
    p = Patch(9.0)
    g = p.obj("rosin.gesture 1 3 10")
    p.record(g, 0, "out")
    at(p, g, 500, "record 1")
    for i in range(100):
        at(p, g, 500 + 10 * i, f"{abs(np.sin(i / 12)):.4f}")
    for ms, text in ((1500, "record 0"), (2000, "play 1"), (4995, "vary 0.6"), (8000, "play 0"), (8100, "0.25")):
        at(p, g, ms, text)
    x = p.run(options=PATH)["out"]

    def part(start, end):
        return x[int(start * RATE):int(end * RATE)]
    first = 1 + 2 * np.abs(np.sin(np.arange(100) / 12))
    heard = part(0.5, 1.5)[RATE // 100 * 1::RATE // 100][:99]
    assert np.abs(heard - first[:99]).max() < 0.2, np.abs(heard - first[:99]).max()

    def like(start, end, later):
        """The best correlation of a part with one that begins at `later` or 50 ms beside it, and how far that is off."""
        a = part(start, end)
        n = len(a)
        return max(((np.corrcoef(a, b)[0, 1], np.abs(a - b).max()) for k in range(-2205, 2206, 21)
                    if len(b := x[int(later * RATE) + k:int(later * RATE) + k + n])))
    alike, off = like(0.6, 1.4, 2.1)
    assert alike > 0.99 and off < 0.25, (alike, off)
    assert like(2.6, 3.4, 3.6)[0] > 0.99, "no round like the one before"
    assert like(6.0, 6.8, 7.0)[0] < 0.97, "not varied"
    assert part(5, 8).max() <= 3.01 and part(5, 8).min() >= 0.99
    assert abs(part(8.5, 9).mean() - 1.5) < 1e-3, "the sensor does not come back"


def morphs():
    """Between two surfaces numbers go by ratio, where both are above 0, and the ends are the surfaces; a bow goes on; what is the
    same is left alone."""
    p = Patch(4.0)
    p.obj("rosin.modal~ bar 1 frequencies 310 620 qs 15 25 masses 0.02")
    rub, m = p.obj("rosin.friction~ - bar chalk bow 0.1"), p.obj("rosin.morph")
    p.wire(m, 0, rub, 0)
    p.wire(rub, 3, m, 1)
    said, told = p.obj("print said"), p.obj("print told")
    p.wire(m, 0, said, 0)
    p.wire(rub, 3, told, 0)
    p.record(rub, 1, "slip")
    at(p, m, 300, "a chalk")
    at(p, m, 320, "b wet-glass")
    for i, x in enumerate((0, 0.5, 1)):
        at(p, m, 400 + 500 * i, f"{x}")
        at(p, rub, 420 + 500 * i, "get sigma0, get mu_static, get bow")
    r = p.run(options=PATH)
    log = r[""]

    def values(key):
        # of the three questions, each on its own line; dump says it twice before
        return [float(v) for v in re.findall(rf"^told: {key} ([-+.\de]+)$", log, re.M)][-3:]
    assert np.allclose(values("sigma0"), [2e5, np.sqrt(2e5 * 1e5), 1e5], rtol=1e-4), values("sigma0")
    assert np.allclose(values("mu_static"), [0.8, np.sqrt(0.8 * 1.05), 1.05], rtol=1e-4), values("mu_static")
    assert np.allclose(values("bow"), [0.1] * 3), values("bow")
    assert not re.search(r"^said: (force|velocity|bow|gain|plastic|pressure)", log, re.M), log[-3000:]
    assert repeats(r["slip"][-RATE:]) > 0.9 and np.std(r["slip"][-RATE:]) > 0.03, "the bow does not go on"


def corners(shape):
    """How far a string is from two straight lines that meet, ends at rest: the worst distance over the largest, at the best corner."""
    x, best = np.arange(len(shape)), 9
    for k in range(1, len(shape) - 1):
        lines = np.interp(x, [0, k, len(shape) - 1], [0, shape[k], 0])
        best = min(best, np.abs(lines - shape).max() / np.abs(shape).max())
    return best


def moves():
    """A bowed string is drawn as two straight lines that meet, corner above or below, at each of its moments; the loop has both ways;
    who is drawn sounds as before."""
    text = {}
    for name in ("rosin.motion~", "rosin.motion-point"):
        with open(os.path.join(ROOT, "pd", name + ".pd")) as f:
            text[name] = f.read()
    # names that the test knows
    text["rosin.motion~"] = text["rosin.motion~"].replace("25 \\$0;", "25 seen;").replace("\\$0-", "seen-").replace("rosin.motion-point", "test-point")
    extra = [("test-motion~.pd", text["rosin.motion~"]), ("test-point.pd", text["rosin.motion-point"])]
    def run(view, *named):
        p = Patch(4.0)
        string, bow = p.obj("rosin.string~ d 1 frequency 147"), p.obj("rosin.friction~ - d rosined-hair bow 0.1")
        p.record(string, 0, "out")
        if view:
            view = p.obj(view)
            p.wire(bow, 0, view, 1)
            p.wire(bow, 1, view, 2)
            for ms, told in ((1900, named), (2000, ["1"]), (2500, ["0"])):
                for one in told:
                    at(p, view, ms, one)
            for i, frame in enumerate((160, 420, 700, 1100)):
                for k in range(25):
                    read = p.obj("tabread seen-shape")
                    p.wire(read, 0, p.obj(f"print shape-{i}-{k}"), 0)
                    at(p, read, 2610 + 100 * i, str(k))
                ask = p.obj("s seen-frame")
                at(p, ask, 2600 + 100 * i, str(frame))
            for name in ("up", "down"):
                for k in range(0, 121, 4):
                    read = p.obj(f"tabread seen-{name}")
                    p.wire(read, 0, p.obj(f"print {name}"), 0)
                    at(p, read, 3200, str(k))
        return p.run(extra=extra if view else ())
    alone = run("")["out"]
    for view in (("test-motion~ d 147",), ("test-motion~", "pitch 147", "name d")):
        r = run(*view)
        said = r[""]
        shapes = [[float(re.search(rf"^shape-{i}-{k}: (.*)$", said, re.M).group(1)) for k in range(25)] for i in range(4)]
        for shape in shapes:
            assert 0.1 < np.abs(shape).max() < 1.01 and corners(np.array(shape)) < 0.2, (view, corners(np.array(shape)), shape)
        assert len({np.argmax(np.abs(s)) for s in shapes}) > 2, "the corner stands still"
        for name in ("up", "down"):
            loop = [float(v) for v in re.findall(rf"^{name}: (.*)$", said, re.M)]
            assert sum(v > -1.05 for v in loop) > 4, (view, name, loop)
        assert np.abs(alone - r["out"]).max() < 1e-4 * np.abs(alone).max(), np.abs(alone - r["out"]).max()


def sections():
    """Six strings: all in tune within their cents and not the same, left other than right, as near to each other as width says and where
    pan says, without a click; they lift together and ring."""
    p = Patch(4.5)
    for way in ("", "narrow", "aside"):
        section = p.obj("rosin.section~ 6 196 20")
        for side, name in enumerate(("left", "right")):
            p.record(section, side, name + way)
        for ms, text in ((200, "note 57"), (300, "bow 0.15"), (3500, "bow 0"), *(((1000, {"narrow": "width 0", "aside": "pan -1"}[way]),) if way else ())):
            at(p, section, ms, text)
    r = p.run(options=PATH)
    left, right = (r[name][int(1.2 * RATE):int(3.4 * RATE)] for name in ("left", "right"))
    spectrum = np.abs(np.fft.rfft((left + right) * np.hanning(len(left)), 1 << 19))
    hertz = np.fft.rfftfreq(1 << 19, 1 / RATE)
    near = (hertz > 200) & (hertz < 240)
    power = spectrum[near] ** 2 / np.sum(spectrum[near] ** 2)
    cents = 1200 * np.log2(hertz[near] / 220)
    middle = np.sum(power * cents)
    wide = np.sqrt(np.sum(power * (cents - middle) ** 2))
    assert abs(middle) < 10 and 3 < wide < 20, (middle, wide)
    assert np.std(left) > 0.02 and np.std(right) > 0.02 and np.corrcoef(left, right)[0, 1] < 0.98
    both = r["left"] + r["right"]
    for way in ("narrow", "aside"):
        assert np.abs(r["left" + way] + r["right" + way] - both).max() < 1e-4, "it is louder, or other strings"
        step = np.abs(np.diff(r["left" + way][int(0.95 * RATE):int(1.1 * RATE)])).max()
        assert step < 1.5 * np.abs(np.diff(both[int(0.95 * RATE):int(1.1 * RATE)])).max(), (way, step)
    end = slice(int(1.1 * RATE), None)
    assert np.abs(r["leftnarrow"] - r["rightnarrow"])[end].max() < 1e-5 and np.abs(r["rightaside"])[end].max() < 1e-5
    late = r["left"][int(3.7 * RATE):int(4.0 * RATE)]
    assert 1e-3 < np.std(late) < np.std(left), np.std(late)


def phones():
    """A message is named by the last word of its address; numbers of one come as signals, smoothed; packets by UDP and by the inlet."""
    p = Patch(1.5)
    o = p.obj("rosin.osc 9000 acc 200")  # or as free a port as pdrun finds
    said = p.obj("print said")
    p.wire(o, 3, said, 0)
    for i, name in enumerate("xyz"):
        p.record(o, i, name)
    for ms, words, values in ((300, "phone first acc", "0.5 -1 2"), (350, "note", "57 90"), (380, "a b go", "")):
        made = p.obj(f"oscformat {words}")
        at(p, made, ms, f"list {values}")
        p.wire(made, 0, o, 0)
    made, send = p.obj("oscformat far away pad"), p.obj("netsend -u -b")
    at(p, send, 10, "connect 127.0.0.1 9000")
    at(p, made, 400, "0.25")
    trim, before = p.obj("list trim"), p.obj("list prepend send")
    p.wire(made, 0, before, 0)
    p.wire(before, 0, trim, 0)
    p.wire(trim, 0, send, 0)
    r = p.run(options=("-nobatch", *PATH))
    assert re.findall("^said: (.*)$", r[""], re.M) == ["acc 0.5 -1 2", "note 57 90", "go", "pad 0.25"], r[""][-3000:]
    for name, end in (("x", 0.5), ("y", -1), ("z", 2)):
        s = r[name]
        assert not s[:int(0.29 * RATE)].any() and np.abs(s[int(0.51 * RATE):] - end).max() < 1e-5, name
        assert abs(s[int(0.4 * RATE)] - end / 2) < 0.05 * abs(end), (name, s[int(0.4 * RATE)])


def tone(x, start, end, key):
    """Cents that a part is off a key, and its level (dB)."""
    part = x[int(start * RATE):int(end * RATE)] - np.mean(x[int(start * RATE):int(end * RATE)])
    return 1200 * np.log2(pitch(part, hertz(key)) / hertz(key)), 20 * np.log10(np.std(part) + 1e-9)


def voices():
    """Keys sound in tune and ring; a bend, a touch and a slide are of their channel, of channel 1 everyone's; the pedal holds; a key
    without a string takes the oldest one's; what is said to all strings and bows arrives."""
    events = ((100, "note 57 90"), (900, "note 57 0"), (1500, "60 60 2"), (1510, "67 60 3"), (2300, "bend 1 2"),
              (3100, "bend 1"), (3900, "stop"), (4000, "bend 0, bend 0 2"), (4500, "50 60"), (5300, "aftertouch 1"), (6100, "aftertouch 0, control 74 127"), (6200, "string t60 0.5"),
              (6900, "control 64 127, 50 0"), (7700, "control 64 0, control 74 64"), (8500, "45 90"), (8600, "57 90"), (8700, "64 90"), (9500, "hand bow 0"))
    p = Patch(10.5)
    v, said = p.obj("rosin.voice~ 2 98"), p.obj("print said")
    p.wire(v, 1, said, 0)
    p.record(v, 0, "out")
    for ms, texts in events:
        for text in texts.split(", "):
            at(p, v, ms, text)
    r = p.run(options=PATH)
    x = r["out"]
    heard = re.findall("^said: (.*)$", r[""], re.M)
    assert heard[:4] == ["1 57 90", "1 57 0", "2 60 60", "1 67 60"] and sorted(heard[4:6]) == ["1 67 0", "2 60 0"], heard
    assert heard[-4:] == ["2 45 90", "1 57 90", "2 45 0", "2 64 90"], heard
    for start, end, keys in ((0.5, 0.9, [57]), (1.9, 2.3, [60, 67]), (2.7, 3.1, [61, 67]), (3.5, 3.9, [62, 68]), (4.9, 5.3, [50]), (9.0, 9.5, [57, 64])):
        for key in keys:
            off = tone(x, start, end, key)[0]
            assert abs(off) < 20, (start, key, off)
    level = {s: tone(x, s, s + 0.4, 50)[1] for s in (4.9, 5.7, 6.5, 7.3, 8.0)}
    ring = tone(x, 0.92, 1.0, 57)[1]
    assert ring > -50, ring
    assert level[5.7] > level[4.9] + 4, level  # a touch
    assert level[6.5] > level[4.9] + 2, level  # a slide: nearer to the bridge is louder
    assert abs(level[7.3] - level[6.5]) < 2 and level[8.0] < -45, level  # the pedal
    assert tone(x, 10.1, 10.5, 64)[1] < -55, "bows were not lifted"


def bare():
    """Without arguments, and with the first alone, strings under keys and a section play, at their own pitch, and Pd prints nothing; what draws
    is quiet, says whom it would draw when it is turned on, and in one line that a body is missing."""
    p = Patch(1.5)
    for i, (text, out) in enumerate((("rosin.voice~", 0), ("rosin.voice~ 2", 0), ("rosin.section~", 0), ("rosin.section~ 2", 0))):
        made = p.obj(text)
        p.record(made, out, f"out{i}")
        at(p, made, 200, "note 57 90" if "voice" in text else "bow 0.15")
    r = p.run(options=PATH)
    assert not re.search("error|resize|range|nobody|silent", r[""]), r[""][-3000:]
    for i, key in enumerate((57, 57, 55, 55)):  # 196 Hz is the key 55
        off, level = tone(r[f"out{i}"], 0.9, 1.5, key)
        assert abs(off) < 20 and level > -40, (i, off, level)
    for text, on, said in (("rosin.motion~", 0, []), ("rosin.motion~", 1, ["rosin.motion~: draws nobody: say whose it is by name d"]),
                           ("rosin.motion~ none 147", 1, ["verbose(2): rosin.friction~: silent: there is no body named 'none' (and so for 24 more)"])):
        p = Patch(0.5)
        at(p, p.obj(text), 100, f"{on}")
        log = p.run(options=PATH)[""]
        assert re.findall("^.*rosin.*", log, re.M) == said, log[-3000:]


def told():
    """What they know no word of is said, and a morph that hears nothing of its object says which cord is wanted."""
    p = Patch(0.5)
    for text, said in (("rosin.voice~ 1", "foo 3"), ("rosin.gesture", "foo"), ("rosin.morph", "foo 1 2"), ("rosin.morph", "a chalk"), ("rosin.osc", "foo 1")):
        at(p, p.obj(text), 100, said)
    log = p.run(options=PATH)[""]
    said = re.findall(r"^rosin\..*", log, re.M)
    assert said == ["rosin.voice~: there is no message foo 3", "rosin.gesture: there is no message foo", "rosin.morph: there is no message foo 1 2",
                    "rosin.morph: the object said nothing: a cord from its right outlet to the second inlet?",
                    "rosin.osc: there is no message foo 1"], log[-3000:]


def older():
    """A patch of 0.2 that clones rosin-voice plays with today's."""
    x, = sounds("tests/yesterday/0.2/pd/polyphony.pd", ["; rosin-start 1"], hold=3)
    assert 0.005 < np.std(x) < 0.5, np.std(x)


def lifts():
    """Bows of a section that are lifted together make no thump below their strings' pitch."""
    p = Patch(4.0)
    section = p.obj("rosin.section~ 6 440")
    p.record(section, 0, "left")
    at(p, section, 10, "bow 0.4")
    at(p, section, 3000, "bow 0")
    x = p.run()["left"]
    spectrum, f = np.fft.rfft(x), np.fft.rfftfreq(len(x), 1 / RATE)
    spectrum[f > 250] = 0
    low = np.abs(np.fft.irfft(spectrum, len(x)))[3 * RATE:int(3.4 * RATE)].max()
    most = np.abs(x[int(2.5 * RATE):3 * RATE]).max()
    assert low < 0.1 * most, (low, most)


CASES = [records, morphs, moves, sections, lifts, voices, bare, told, older, phones]

if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(*(c.__name__ for c in CASES))
    for name in sys.argv[1:]:
        {c.__name__: c for c in CASES}[name]()
