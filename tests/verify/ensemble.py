#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Sections and ensembles by ear: how a section of rosin beats, how wide it is and when its players begin, beside
string ensembles of two libraries that nothing of it was tuned on, and how loud the instruments of an ensemble are
beside each other. Prints lines: name value samples seed. Needs numpy and scipy; the libraries are Debian's
fluid-soundfont-gm and musescore-general-soundfont, without them it says `skip` and why.

  ensemble.py section SCENE PLAYERS [SEED]   held notes of a section: beating and width; onsets in a score
  ensemble.py balance                        A-weighted level of each instrument at five velocities, by --players 1
  ensemble.py marks [SEED]                   the same by the marks of a score and by one velocity, on keys drawn by chance, each
                                             in a quartet and alone
  ensemble.py open                           open strings in an ensemble, bowed at five velocities: cents beside equal temperament
  ensemble.py canon                          the example, solo and by sections: peaks, parts, cost"""
import json
import os
import random
import subprocess
import sys
import tempfile
import time

import numpy as np
from scipy import signal

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path[:0] = [os.path.join(HERE, "timbre"), HERE, os.path.join(HERE, "..")]
import midi  # noqa: E402
import sources  # noqa: E402
from sound import ROSIN, line  # noqa: E402

RATE = sources.RATE
HOLD, STEP, ENSEMBLE = 5.0, 6.0, 48  # s; General MIDI's String Ensemble 1
KEYS = {"violin": range(58, 84, 5), "viola": range(51, 77, 5), "cello": range(40, 66, 5), "double-bass": range(32, 55, 5)}


def held(keys, velocity=80):
    return [e for i, k in enumerate(keys) for e in midi.note(0.1 + STEP * i, k, HOLD, velocity)], 0.1 + STEP * len(keys)


def beating(x, key):
    """dB: what goes up and down 0.5 to 8 times a second in the first six partials' envelopes, over their means."""
    f0, found = 440 * 2 ** ((key - 69) / 12), []
    for partial in range(1, 7):
        f = partial * f0
        if f > 8000:
            break
        half = min(0.4 * f0, 60)
        sos = signal.butter(4, [f - half, f + half], "bandpass", fs=RATE, output="sos")
        for side in (0, 1):
            envelope = abs(signal.hilbert(signal.sosfiltfilt(sos, x[:, side])))[RATE // 10:-RATE // 10]
            slow = signal.decimate(signal.decimate(envelope, 10, ftype="fir"), 24, ftype="fir")  # 200 Hz
            mean = slow.mean()
            if mean < 1e-7:
                continue
            sos_slow = signal.butter(2, [0.5, 8], "bandpass", fs=RATE / 240, output="sos")
            found.append(np.std(signal.sosfiltfilt(sos_slow, slow / mean)))
    return 20 * np.log10(np.mean(found))


def width(x):
    """dB: side over middle."""
    middle, side = x.sum(axis=1), x[:, 0] - x[:, 1]
    return 10 * np.log10((side ** 2).sum() / (middle ** 2).sum())


def of_notes(x, keys):
    parts = [x[int((1.1 + STEP * i) * RATE):int((0.1 + STEP * i + HOLD - 0.2) * RATE)] for i in range(len(keys))]
    return np.mean([beating(p, k) for p, k in zip(parts, keys)]), np.mean([width(p) for p in parts])


def section(scene, players, seed):
    keys = KEYS[scene]
    events, seconds = held(keys)
    said = {}
    for name, how in (("section", (players,)), ("solo", (1,))):
        x = sources.computed(scene, events, seconds, "--players", str(how[0]), "--seed", seed)
        said[name] = of_notes(x, keys)
    word = sources.missing()
    if word:
        print(f"skip {word} is not installed", flush=True)
        return
    for library in sources.LIBRARIES:
        said[library] = of_notes(sources.recorded(library, ENSEMBLE, events, seconds), keys)
    name = scene.replace("-", "_")
    for who, (beats, wide) in said.items():
        line(f"section_{name}_beating_db_{who}", beats, len(keys), seed)
        line(f"section_{name}_width_db_{who}", wide, len(keys), seed)
    low, high = (f([said[lib][0] for lib in sources.LIBRARIES]) for f in (min, max))
    beats = said["section"][0]
    line(f"section_{name}_beating_off_db", max(low - beats, beats - high, 0), len(keys), seed)
    line(f"section_{name}_beating_over_solo_db", beats - said["solo"][0], len(keys), seed)


def a_weighted(x):
    f = np.fft.rfftfreq(len(x), 1 / RATE)
    f2 = f * f
    a = 12194 ** 2 * f2 * f2 / ((f2 + 20.6 ** 2) * np.sqrt((f2 + 107.7 ** 2) * (f2 + 737.9 ** 2)) * (f2 + 12194 ** 2)) * 10 ** 0.1
    power = (abs(np.fft.rfft(x * np.hanning(len(x))[:, None], axis=0)) * a[:, None]) ** 2
    return 10 * np.log10(power.sum() / len(x) ** 2 * 2 / 0.375)


def score_of(scene, velocity, keys):
    """A MIDI file of one part for that instrument, so that an ensemble has it."""
    program = sources.PROGRAMS[scene]
    return [(0, (0xc0, program))] + [e for i, k in enumerate(keys) for e in midi.note(0.5 + 1.2 * i, k, 1, velocity)]


def balance():
    """By the ensemble's levels: each alone in it, so that seats do not count but by their distance."""
    levels = {}
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "n.mid"), os.path.join(folder, "n.wav")
        for scene in sources.PROGRAMS:
            low = sources.KEYS[scene].start
            keys = [low + 3 + 2 * i for i in range(13)]  # odd steps: the levels were set on the even ones
            for velocity in (40, 60, 80, 100, 120):
                midi.write(path, score_of(scene, velocity, keys))
                subprocess.run([ROSIN, "render", "--midi", path, "--players", "1", "-r", str(RATE), "-o", out, "--format", "float",
                                "--ceiling", "0"], check=True, capture_output=True)
                x = sources.read(out)[0]
                levels[scene, velocity] = np.mean([a_weighted(x[int((0.8 + 1.2 * i) * RATE):int((1.4 + 1.2 * i) * RATE)])
                                                   for i in range(len(keys))])
    for scene in sources.PROGRAMS:
        line(f"ensemble_level_db_{scene.replace('-', '_')}", levels[scene, 80], 13)
    for velocity in (40, 60, 80, 100, 120):
        at = [levels[scene, velocity] for scene in sources.PROGRAMS]
        line(f"ensemble_apart_db_{velocity}", (max(at) - min(at)) / 2, 4 * 13)


MARKS, EACH, QUARTER = ("pp", "p", "mf", "f", "ff"), 12, 1.2  # notes of a mark; s
NAMES = {"violin": "Violin", "viola": "Viola", "cello": "Violoncello", "double-bass": "Contrabass"}
REACH = 28  # semitones above the lowest string that keys are drawn from


def score_text(keys):
    """MusicXML: of each instrument, under each mark its keys, a quarter note each."""
    def pitch(key):
        step, alter = "C C D D E F F G G A A B".split()[key % 12], int(key % 12 in (1, 3, 6, 8, 10))
        return f"<pitch><step>{step}</step><alter>{alter}</alter><octave>{key // 12 - 1}</octave></pitch>"
    parts = ""
    for n, scene in enumerate(keys):
        bars = f"<direction><sound tempo='{60 / QUARTER:g}'/></direction>"
        for mark in MARKS:
            bars += f"<direction><direction-type><dynamics><{mark}/></dynamics></direction-type></direction>"
            bars += "".join(f"<note>{pitch(k)}<duration>1</duration></note>" for k in keys[scene])
        parts += f"<part id='P{n}'><measure>{bars}</measure></part>"
    listed = "".join(f"<score-part id='P{n}'><part-name>{NAMES[s]}</part-name></score-part>" for n, s in enumerate(keys))
    return f"<score-partwise><part-list>{listed}</part-list>{parts}</score-partwise>"


def levels_of(x):
    """dB(A) of each mark, the mean over its notes."""
    note = [a_weighted(x[int((QUARTER * i + 0.3) * RATE):int((QUARTER * i + 0.9) * RATE)]) for i in range(len(MARKS) * EACH)]
    return np.mean(np.reshape(note, (len(MARKS), EACH)), axis=1)


def marks(seed=60013):
    keys = {}
    for scene in NAMES:
        low = sources.KEYS[scene].start
        keys[scene] = random.Random(f"{scene} {seed}").choices(range(low, low + REACH + 1), k=EACH)
    plain = ("-r", str(RATE), "--format", "float", "--ceiling", "0", "--seed", str(seed))
    with tempfile.TemporaryDirectory() as folder:
        path, out, stems = (os.path.join(folder, n) for n in ("n.musicxml", "n.wav", "parts/"))
        with open(path, "w") as file:
            file.write(score_text(keys))
        subprocess.run([ROSIN, "render", "--score", path, "--stems", stems, "-o", out, *plain], check=True, capture_output=True)
        found = {"quartet": {}, "alone": {}}
        for scene in keys:
            stem = next(f for f in sorted(os.listdir(stems)) if scene in f)
            found["quartet"][scene] = levels_of(sources.read(os.path.join(stems, stem))[0])
            with open(path, "w") as file:
                file.write(score_text({scene: keys[scene]}))
            subprocess.run([ROSIN, "render", scene, "--score", path, "-o", out, *plain], check=True, capture_output=True)
            found["alone"][scene] = levels_of(sources.read(out)[0])
    for who, levels in found.items():
        for i, mark in enumerate(MARKS):
            at = [levels[scene][i] for scene in keys]
            line(f"marks_{who}_apart_db_{mark}", (max(at) - min(at)) / 2, len(keys) * EACH, seed)
            for scene in keys:
                line(f"marks_{who}_level_db_{mark}_{scene.replace('-', '_')}", levels[scene][i], EACH, seed)


OPEN = {"violin": (55, 62, 69, 76), "viola": (48, 55, 62, 69), "cello": (36, 43, 50, 57), "double-bass": (28, 33, 38, 43)}


def cents(x, key):
    """Of a held note: the middle of its partials 2 to 8 by their peaks."""
    f0, n, found = 440 * 2 ** ((key - 69) / 12), 8 * len(x), []
    power = abs(np.fft.rfft(x.mean(1) * np.hanning(len(x)), n))
    for k in range(2, 9):
        low, high = (round(k * f0 * 2 ** (s / 1200) * n / RATE) for s in (-40, 40))
        at = low + int(np.argmax(power[low:high + 1]))
        a, b, c = np.log(power[at - 1:at + 2] + 1e-30)
        found.append(1200 * np.log2((at + 0.5 * (a - c) / (a - 2 * b + c)) * RATE / n / (k * f0)))
    return np.median(found)


def open_strings():
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "n.mid"), os.path.join(folder, "n.wav")
        for scene, keys in OPEN.items():
            played = [(k, v) for k in keys for v in (20, 50, 80, 100, 120)]
            events = [(0, (0xc0, sources.PROGRAMS[scene]))]
            for i, (k, v) in enumerate(played):
                events += midi.control(0.45 + 1.5 * i, 11, v) + midi.note(0.5 + 1.5 * i, k, 1.4, v)
            midi.write(path, events)
            subprocess.run([ROSIN, "render", "--midi", path, "--players", "1", "-r", str(RATE), "-o", out, "--format", "float",
                            "--ceiling", "0", "-s", "player.vibrato=0", "--seed", "71"], check=True, capture_output=True)
            x = sources.read(out)[0]
            off = [cents(x[int((1.1 + 1.5 * i) * RATE):int((1.85 + 1.5 * i) * RATE)], k) for i, (k, v) in enumerate(played)]
            print("#", scene, *(f"{k}: {' '.join(f'{c:.1f}' for c in off[5 * i:5 * i + 5])};" for i, k in enumerate(keys)), file=sys.stderr)
            line(f"ensemble_open_{scene.replace('-', '_')}_off_cents", max(abs(c) for c in off), len(off), 71)


def canon():
    path = os.path.join(ROOT, "examples", "scores", "canon.musicxml")
    with tempfile.TemporaryDirectory() as folder:
        for name, players in (("solo", "1"), ("sections", "violin=8,viola=6,cello=5")):
            out, said = os.path.join(folder, "c.wav"), os.path.join(folder, "c.json")
            begin = time.process_time(), os.times().children_user
            subprocess.run([ROSIN, "render", "--score", path, "--players", players, "-d", "20", "-o", out, "--format", "float",
                            "--report", said], check=True, capture_output=True)
            report, x = json.load(open(said)), sources.read(out)[0]
            line(f"canon_{name}_times_real_time", 20 / (os.times().children_user - begin[1]), 1)
            line(f"canon_{name}_left_out", sum(len(p["notes"]["left_out"]) for p in report["parts"]), len(report["parts"]))
            line(f"canon_{name}_not_finite", int((~np.isfinite(x)).sum()), x.size)


if __name__ == "__main__":
    if sys.argv[1] == "section":
        section(sys.argv[2], int(sys.argv[3]), sys.argv[4] if len(sys.argv) > 4 else "20261127")
    else:
        {"balance": balance, "marks": marks, "open": open_strings, "canon": canon}[sys.argv[1]](*sys.argv[2:])
