#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether examples that are played by notes sing the octave: a string that slips twice a period has a second
harmonic far above the first, which a judge of pitch near the wanted line does not see; or whether a note does not
speak at all. Notes 36 to 72 at velocities 40 to 127, detached, all in one order of chance; and each from a string at
rest, which nothing shakes. Lines: name octaves notes seed.

  octaves.py [EVERY [SEED [NAME ...]]]    EVERY: each so manieth velocity from 40 on (default 1)"""
import random
import sys

import numpy as np

from intune import RATE, VOICE, hertz, sounds
from pdrun import ROOT, Patch

ABOVE, BODY = 10.0, 5.0  # dB: recorded strings have less at the bridge; what a body adds: a cello's at 277 Hz to note 49
SILENT = 1e-3
SEED, AT_ONCE = 26, 148
NOTES = range(36, 73)
HOLD, LAST = 0.6, 0.3  # s: of a note, and of its end that is judged
KEY = "; pd dsp 1; #midiin {0} 1; #midiin {{note}} 1; #midiin {1} 1"


def line(x, hz):
    """Amplitude (of any unit) of the line near a frequency: the greatest within 7 cents."""
    window, t = np.hanning(len(x)), np.arange(len(x)) / RATE
    return max(abs(np.sum(window * x * np.exp(-2j * np.pi * f * t))) for f in hz * (1 + np.linspace(-0.004, 0.004, 9)))


def second_over_first(x, hz):
    """dB."""
    return 20 * np.log10(line(x, 2 * hz) / (line(x, hz) + 1e-12))


def even_over_odd(x, hz):
    """dB: behind a body's resonances, whichever harmonic they favour."""
    lines = [line(x, k * hz) for k in range(1, 11)]
    return 20 * np.log10(np.hypot.reduce(lines[1::2]) / (np.hypot.reduce(lines[::2]) + 1e-12))


# patch, note on, note off, judge
TRIES = {
    "rosin-voice": (VOICE, "; pd dsp 1; test-voice {note} {velocity}", "; pd dsp 1; test-voice {note} 0",
                    second_over_first),
    "midi": ("pd/midi.pd", "; pd dsp 1; #notein {note} {velocity} 1", "; pd dsp 1; #notein {note} 0 1",
             second_over_first),
    "cello-midi": ("pd/cello-midi.pd", KEY.format(144, "{velocity}"), KEY.format(128, 0), even_over_odd),
}


def is_bad(x, note, judge):
    x = x - x.mean()
    return np.std(x) < SILENT or judge(x, hertz(note)) > ABOVE + BODY * (judge is even_over_odd)


def in_turn(name, pairs):
    """Those (note, velocity) of `pairs`, played one after the other, that sing the octave or nothing."""
    patch, on, off, judge = TRIES[name]
    steps = [text.format(note=n, velocity=v) for n, v in pairs for text in (on, off)]
    heard = sounds(patch, steps, hold=HOLD, last=LAST)[::2]
    return [pair for pair, x in zip(pairs, heard) if is_bad(x, pair[0], judge)]


def at_rest(pairs):
    """The same of as many rosin-voices, each playing its first note."""
    p = Patch(0.1 + HOLD, RATE)
    later = p.obj("delay 100")
    p.wire(p.order, 1, later, 0)
    for i, (note, velocity) in enumerate(pairs):
        voice, message = p.obj("rosin-voice"), p.msg(f"{note} {velocity}")
        p.wire(later, 0, message, 0)
        p.wire(message, 0, voice, 0)
        p.record(voice, 0, f"out{i}")
    r = p.run(options=["-path", f"{ROOT}/pd"])
    return [pair for i, pair in enumerate(pairs) if is_bad(r[f"out{i}"][-int(LAST * RATE):], pair[0], second_over_first)]


def main(every=1, seed=SEED, *names):
    pairs = [(note, velocity) for velocity in range(40, 128, int(every)) for note in NOTES]
    random.Random(int(seed)).shuffle(pairs)
    for name in names or ("rosin-voice", "midi", "rest"):
        bad = []
        for at in range(0, len(pairs), AT_ONCE):
            some = pairs[at:at + AT_ONCE]
            bad += at_rest(some) if name == "rest" else in_turn(name, some)
        if bad:
            print(f"{name}: (note, velocity) {sorted(bad)}", file=sys.stderr)
        print(f"pd_octaves_{name}", len(bad), len(pairs), seed)


if __name__ == "__main__":
    main(*sys.argv[1:])
