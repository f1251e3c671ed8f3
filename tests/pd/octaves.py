#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether examples that are played by notes sing the octave: a string that slips twice a period has a second
harmonic far above the first, which a judge of pitch near the wanted line does not see. Notes 36 to 72, detached,
in an order of chance. Lines: name octaves notes seed.

  octaves.py [EVERY]    EVERY: each so manieth velocity of 40 to 127 (default 1)"""
import random
import sys

import numpy as np

from intune import RATE, VOICE, hertz, sounds

ABOVE = 10.0  # dB: recorded strings have less at the bridge
SEED = 26
TRIES = {"rosin-voice": (VOICE, "; pd dsp 1; test-voice {note} {velocity}", "; pd dsp 1; test-voice {note} 0"),
         "midi": ("pd/midi.pd", "; pd dsp 1; #notein {note} {velocity} 1", "; pd dsp 1; #notein {note} 0 1")}


def line(x, hz):
    """Amplitude (of any unit) of the line near a frequency: the greatest within 7 cents."""
    window, t = np.hanning(len(x)), np.arange(len(x)) / RATE
    return max(abs(np.sum(window * x * np.exp(-2j * np.pi * f * t))) for f in hz * (1 + np.linspace(-0.004, 0.004, 9)))


def second_over_first(x, hz):
    """dB."""
    x = x - x.mean()
    return 20 * np.log10(line(x, 2 * hz) / (line(x, hz) + 1e-12))


def octaves(patch, on, off, velocity, chance):
    """The notes of 36 to 72 that sing the octave at that velocity, or nothing."""
    notes = list(range(36, 73))
    chance.shuffle(notes)
    steps = [text.format(note=n, velocity=velocity) for n in notes for text in (on, off)]
    heard = sounds(patch, steps, hold=0.6, last=0.3)[::2]
    return [n for n, x in zip(notes, heard) if np.std(x) < 1e-4 or second_over_first(x, hertz(n)) > ABOVE]


def main(every=1):
    for name, (patch, on, off) in TRIES.items():
        chance, count, tried = random.Random(SEED), 0, 0
        for velocity in range(127, 39, -every):
            bad = octaves(patch, on, off, velocity, chance)
            count, tried = count + len(bad), tried + 37
            if bad:
                print(f"{name}, velocity {velocity}: {sorted(bad)}", file=sys.stderr)
        print(f"pd_octaves_{name}", count, tried, SEED)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
