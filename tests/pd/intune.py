# SPDX-License-Identifier: BSD-3-Clause
"""Pitch of every help and example that bows a string, over its range, measured in Pd."""
import os
import re
import sys

import numpy as np

from pdrun import ROOT, Patch, heard

RATE = 44100
OPEN = 147.0


def near(x, expected, span=0.04):
    """How fast the phase of what is within `span` of `expected` turns over the whole: vibrato, whose line may well be
    weaker than those beside it, goes to and fro about that."""
    n = int(2 * RATE / (span * expected))
    turned = x * np.exp(-2j * np.pi * expected * np.arange(len(x)) / RATE)
    phase = np.unwrap(np.angle(np.convolve(turned, np.hanning(n), "valid")))
    return expected + np.polyfit(np.arange(len(phase)) / RATE, phase, 1)[0] / (2 * np.pi)


def pitch(x, expected):
    """Frequency of the line near `expected`, by the phase between two windows.

    From there on: phases alone cannot tell a line from one that is a whole period between the windows away.
    """
    n = len(x) // 2
    window, t = np.hanning(n), np.arange(n) / RATE
    f = near(x, expected)
    for _ in range(6):
        a = np.sum(window * x[:n] * np.exp(-2j * np.pi * f * t))
        b = np.sum(window * x[n:2 * n] * np.exp(-2j * np.pi * f * (t + n / RATE)))
        f += np.angle(b / a) / (2 * np.pi) * RATE / n
    return f


def hertz(note):
    return 440 * 2 ** ((note - 69) / 12)


def with_receiver(text, label, receiver):
    """The slider of that label, or the only number box, obeys `receiver`."""
    if label == "floatatom":
        return re.sub(r"(#X floatatom [^;]*?) - - - 0;", rf"\1 - {receiver} - 0;", text)
    new = re.sub(rf"(#X obj \d+ \d+ hsl [^;]*? \S+) empty ({re.escape(label.replace('_', chr(92) + ' '))})",
                 rf"\1 {receiver} \2", text)
    assert new != text, label
    return new


def sounds(path, steps, receivers=(), hold=1.6, last=1.0):
    """What a patch, a file or a text, gives in the last second after each message of `steps`."""
    text = path
    if "#N" not in path:
        with open(os.path.join(ROOT, path)) as f:
            text = f.read()
    text, stand_in = heard(text, "rosin-test-out", "rosin-test-right")
    for label, receiver in receivers:
        text = with_receiver(text, label, receiver)
    seconds = 0.1 + hold * len(steps)
    p = Patch(seconds, RATE)
    p.record(p.obj("catch~ rosin-test-out"), 0, "out")
    p.obj("catch~ rosin-test-right")
    for i, step in enumerate(steps):
        later, message = p.obj(f"delay {100 + 1000 * hold * i}"), p.msg(step)
        p.wire(p.order, 1, later, 0)
        p.wire(later, 0, message, 0)
    p.obj("rosin-test-patch")
    live = ["-nobatch"] if "netreceive" in text else []
    r = p.run(options=[*live, "-path", os.path.join(ROOT, "pd")], timeout=1200,
              extra=[stand_in, ("rosin-test-patch.pd", text)])
    ends = [int((0.1 + hold * (i + 1)) * RATE) for i in range(len(steps))]
    return [r["out"][e - int(last * RATE):e] for e in ends]


def worst(path, steps, expected, receivers=(), hold=1.6):
    """Cents of the note that is furthest off."""
    cents = []
    for x, f in zip(sounds(path, steps, receivers, hold), expected):
        if np.std(x) < 1e-3:
            return 1e4
        cents.append(1200 * np.log2(pitch(x - x.mean(), f) / f))
    return max(cents, key=abs)


VOICE = """#N canvas 0 0 400 300 10;
#X obj 10 10 r test-voice;
#X obj 10 40 rosin-voice;
#X obj 10 70 dac~;
#X connect 0 0 1 0;
#X connect 1 0 2 0;
"""


def voice(notes, velocity):
    """rosin-voice.pd alone, as polyphony.pd has it."""
    return worst(VOICE, [f"; pd dsp 1; test-voice {n} {velocity}" for n in notes], map(hertz, notes))


def figures():
    """(name, cents) of each patch."""
    start = "; rosin-start bang"
    notes = [36, 40, 45, 50, 55, 60, 65, 69, 74, 79]
    for name in ("help/rosin.friction~-help", "help/rosin.bridge~-help", "help/rosin.pad-help",
                 "pd/hysteresis", "pd/osc", "pd/presets"):
        yield name, worst(name + ".pd", [start], [OPEN], hold=3)
    fingers = [0, 165, 196, 262, 330, 392, 494, 588]
    yield "help/rosin.string~-help", worst(
        "help/rosin.string~-help.pd", [start] + [f"; test-finger {f}" for f in fingers[1:]],
        [max(f, OPEN) for f in fingers], [("floatatom", "test-finger")], 2)
    fingers = [147, 165, 196, 220, 262, 330, 392, 440, 494, 600]
    yield "pd/bow-pad", worst("pd/bow-pad.pd", [start] + [f"; test-finger {f}" for f in fingers[1:]],
                              fingers, [("finger_(Hz)", "test-finger")], 2)
    yield "pd/midi", worst("pd/midi.pd", ["; pd dsp 1; #notein 33 100 1"] +
                           [f"; #notein {n} 100 1" for n in notes], [hertz(36), *map(hertz, notes)])
    for velocity in (30, 64, 100, 127):
        yield f"pd/rosin-voice {velocity}", voice(notes, velocity)
    both = [("G_string:_finger_(Hz)", "test-g"), ("D_string:_finger_(Hz)", "test-d")]
    pairs = [(98, 147), (110, 147), (123.5, 185), (147, 220), (131, 220), (165, 247), (196, 330), (247, 392)]
    steps = [start] + [f"; test-g {g}; test-d {d}" for g, d in pairs[1:]]
    yield "pd/double-stops G", worst("pd/double-stops.pd", steps, [g for g, _ in pairs], both, 2)
    yield "pd/double-stops D", worst("pd/double-stops.pd", steps, [d for _, d in pairs], both, 2)
    for name, keys in (("pd/cello-pad", [38, 41, 43, 48, 55, 60, 64, 69, 72, 76]), ("pd/cello-pad open C", [36]),
                       ("pd/cello-pad open G", [43]), ("pd/cello-pad open A", [57])):
        yield name, worst("pd/cello-pad.pd", [start + f"; test-key {keys[0]}"] + [f"; test-key {k}" for k in keys],
                          map(hertz, [keys[0], *keys]), [("finger:_MIDI_key_36_to_76", "test-key")], 4)


# ---- the pad: what its hand plays as soon as a finger has left the C string ----

def regular(x, hz):
    """How like itself a sound is a period later: 1 for a string that slips once a period, near 0.9 with its noise."""
    x, best = x - x.mean(), 0.0
    for lag in np.linspace(0.985, 1.015, 31) * RATE / hz:
        n = len(x) - int(lag) - 2
        later = np.interp(np.arange(n) + lag, np.arange(len(x)), x)
        best = max(best, np.dot(x[:n], later) / np.sqrt(np.dot(x[:n], x[:n]) * np.dot(later, later) + 1e-30))
    return best


def after_open_c(goals=range(44, 51), step=0.02, rest=1.2, across=0.75):
    """(key, how regular) of keys that a finger slides to from the open C at once, a key each `step` seconds."""
    with open(os.path.join(ROOT, "pd/cello-pad.pd")) as f:
        text = f.read().replace("list 0.62 0.5", f"list {across} 0.7")
    still = round(rest / step)
    for goal in goals:
        keys = [36] * still + list(range(37, goal)) + [goal] * still
        steps = ["; pd dsp 1; rosin-start 1" * (not i) + f"; test-key {key}" for i, key in enumerate(keys)]
        x = np.concatenate(sounds(text, steps, [("finger:_MIDI_key_36_to_76", "test-key")], step, step))
        yield goal, regular(x[-int(0.35 * RATE):], hertz(goal))


if __name__ == "__main__":
    for line in after_open_c() if sys.argv[1:] == ["pad"] else figures():
        print(*line)
