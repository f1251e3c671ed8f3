#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How long each articulation of each instrument takes from a key to its tone: what a track is set ahead by. Notes from
rest, a second and a half apart, by whoever hears them only as they begin; the time to 6 dB below their tone (of what
rings and of what is short: below their peak), the middle of eight keys. Prints lines: name value samples seed. Needs
numpy and scipy.

  delays.py SCENE...    violin, viola, cello, double-bass
  delays.py table       all four, as the table of docs/daw.md on standard output"""
import os
import re
import subprocess
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "timbre"), HERE, os.path.join(HERE, "..")]
import midi  # noqa: E402
import sources  # noqa: E402
from sound import ROSIN, line  # noqa: E402

RATE, STEP, LENGTH = sources.RATE, 1.5, 0.9
VELOCITIES = (40, 80, 110)
SHORT = {"martele", "spiccato", "pizzicato", "col_legno", "harmonic", "left_hand_pizzicato"}


def articulations():
    """Words of the player's table, in its order."""
    text = subprocess.run([ROSIN, "show", "cello", "--player"], check=True, capture_output=True, text=True).stdout
    meaning = next(row for row in text.splitlines() if row.startswith("player.articulation"))
    return [re.sub(r"\W+", "_", word.strip()) for word in re.findall(r"\d+ ([a-z -]+)", meaning[meaning.index("0 detache"):])]


def envelope(x):
    """Level of both sides together in 8 ms, each millisecond."""
    hop, window = RATE // 1000, 8 * RATE // 1000
    power = np.concatenate([[0], np.cumsum((x ** 2).sum(axis=1))])
    at = np.arange(0, len(x) - window, hop)
    return np.sqrt((power[at + window] - power[at]) / window)


def delay(x, short):
    """ms to 6 dB below the tone of a note that begins at the first frame; the window ends there."""
    e = envelope(x)
    tone = e.max() if short else np.median(e[300:800])
    return int(np.argmax(e >= 0.5 * tone)) + 8 if tone > 1e-5 else float("nan")


def delays(scene, index, word):
    keys = list(sources.KEYS[scene])[2:26:3]
    found = []
    for velocity in VELOCITIES:
        events = [e for i, k in enumerate(keys) for e in midi.note(0.2 + STEP * i, k, LENGTH, velocity)]
        x = sources.computed(scene, events, 0.2 + STEP * len(keys), *sources.setting(articulation=index), "--seed", "20261127")
        at = [int((0.2 + STEP * i) * RATE) for i in range(len(keys))]
        found.append(float(np.nanmedian([delay(x[a:a + int(STEP * RATE)], word in SHORT) for a in at])))
    return found


def main():
    words = articulations()
    scenes = list(sources.PROGRAMS) if sys.argv[1:2] == ["table"] else sys.argv[1:]
    rows = {}
    for scene in scenes:
        for index, word in enumerate(words):
            if word == "scratch":
                continue
            rows[scene, word] = delays(scene, index, word)
            if sys.argv[1:2] != ["table"]:
                for velocity, ms in zip(VELOCITIES, rows[scene, word]):
                    line(f"delay_{scene.replace('-', '_')}_{word}_{velocity}_ms", ms, 8, 20261127)
    if sys.argv[1:2] == ["table"]:
        print("| articulation | " + " | ".join(scenes) + " |\n|---|" + "---|" * len(scenes))
        for word in dict.fromkeys(w for _, w in rows):
            print(f"| {word.replace('_', ' ')} | " + " | ".join("/".join(f"{ms:.0f}" for ms in rows[s, word]) for s in scenes) + " |")


if __name__ == "__main__":
    main()
