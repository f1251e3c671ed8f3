#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The effects beside recordings of the real thing, by the measures of judged.py. The recordings are
those of Debian's packages fluid-soundfont-gs and -gm (played by fluidsynth) and minetest-data; they are
installed where that can be, measured, and never kept. Where they come from is not known, and they may be
of limited band. Prints NAME VALUE SAMPLES SEED.

  recorded.py packages          the recordings
  recorded.py scenes [SCENE...] medians over eight seeds that nothing was tuned on (-f N: from seed N)
  recorded.py classifier        can a classifier tell made from recorded? a library held out
  recorded.py table             the table of docs/recordings.md"""
import ctypes
import ctypes.util
import glob
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import features as f
import judged

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import midi  # noqa: E402

FIRST, SEEDS = 801, 8
MEASURES = ("tilt", "share", "span", "jitter", "cv", "stereo")
PACKAGES = ("fluid-soundfont-gm", "fluid-soundfont-gs", "fluidsynth", "minetest-data", "python3-sklearn")
FONTS = ["/usr/share/sounds/sf2/FluidR3_GM.sf2", "/usr/share/sounds/sf2/FluidR3_GS.sf2"]
# of the sound fonts: name, channel, bank, program, keys. Creak and car are one sample each, which keys play faster
NOTES = (("creak", 0, 2, 124, (52, 55, 57, 60, 62, 64, 67)), ("car_stop", 0, 2, 125, (55, 57, 60, 62, 64)),
         ("cuica", 9, 0, 0, (78, 79)))
ONE_SAMPLE = ("creak", "car_stop")
FILES = (("door", "*doors_door_open*.ogg *doors_door_close*.ogg"),
         ("gate", "*fencegate*open*.ogg *fencegate*close*.ogg *steel_door_open*.ogg *steel_door_close*.ogg"),
         ("cart", "*cart_moving*.ogg *carts_cart*.ogg"))


def key(scene):
    return scene.replace("-", "_")


def line(name, value, samples, seed=0):
    print(f"judged_{name} {value:.6g} {samples} {seed}", flush=True)


def install():
    """What is missing of the packages is installed, or a word said."""
    missing = [p for p in PACKAGES if subprocess.run(["dpkg", "-s", p], capture_output=True).returncode]
    if missing and os.geteuid() == 0:
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing], capture_output=True)
    left = [p for p in missing if subprocess.run(["dpkg", "-s", p], capture_output=True).returncode]
    if left:
        print(f"skip not installed: {' '.join(left)}", flush=True)
    return not left


class Info(ctypes.Structure):
    _fields_ = [("frames", ctypes.c_int64), ("samplerate", ctypes.c_int), ("channels", ctypes.c_int),
                ("format", ctypes.c_int), ("sections", ctypes.c_int), ("seekable", ctypes.c_int)]


def read(path):
    """A sound file by libsndfile, at judged.RATE."""
    sf = ctypes.CDLL(ctypes.util.find_library("sndfile"))
    sf.sf_open.restype = ctypes.c_void_p
    sf.sf_readf_double.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    sf.sf_close.argtypes = [ctypes.c_void_p]
    info = Info()
    file = sf.sf_open(path.encode(), 0x10, ctypes.byref(info))
    x = np.zeros((info.frames, info.channels))
    sf.sf_readf_double(file, x.ctypes.data, info.frames)
    sf.sf_close(file)
    return judged.at_rate(x[:, 0] if info.channels == 1 else x, info.samplerate)


def trimmed(x):
    """Without the silence around it."""
    loud = np.flatnonzero(np.abs(judged.mono(x)) > 1e-3 * np.abs(x).max())
    return x[loud[0]:loud[-1] + 1]


def of_the_font():
    """(name, library, sound) of each note."""
    with tempfile.TemporaryDirectory() as folder:
        tune, wav = os.path.join(folder, "x.mid"), os.path.join(folder, "x.wav")
        for name, channel, bank, program, keys in NOTES:
            for note in keys:
                midi.write(tune, midi.control(0, 0, bank, channel) + [(0, (0xc0 | channel, program))]
                           + midi.note(0.05, note, 4, 100, channel))
                subprocess.run(["fluidsynth", "-n", "-i", "-q", "-R", "0", "-C", "0", "-g", "0.8", "-r", str(judged.RATE),
                                "-F", wav, *FONTS, tune], check=True, capture_output=True)
                x = read(wav)
                if np.abs(x).max() > 1e-4:
                    yield name, "font", trimmed(x)


def of_the_game():
    root = subprocess.run(["dpkg", "-L", "minetest-data"], capture_output=True, text=True).stdout.split("\n")
    sounds = [p for p in root if p.endswith(".ogg")]
    for name, patterns in FILES:
        for path in sounds:
            if any(glob.fnmatch.fnmatch(os.path.basename(path), p) for p in patterns.split()):
                x = read(path)
                if len(x) > 0.2 * judged.RATE:
                    yield name, "game", trimmed(x)


def recordings():
    return [*of_the_font(), *of_the_game()] if install() else []


def medians(sounds):
    """Median of each measure over sounds."""
    with ThreadPoolExecutor(2) as pool:
        rows = list(pool.map(judged.all_of, sounds))
    return {m: np.nanmedian([row[m] for row in rows]) if np.isfinite([row[m] for row in rows]).any() else np.nan
            for m in MEASURES}


def packages():
    found = recordings()
    for name in dict.fromkeys(n for n, _, _ in found):
        sounds = [x for n, _, x in found if n == name]
        for measure, value in medians(sounds).items():
            line(f"recorded_{measure}_{name}", value, len(sounds))


def takes(scene, first=None):
    """Eight takes: sounds at judged.RATE, and the median of how many times real time they took."""
    first = FIRST if first is None else first
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda s: f.timed(scene, [f"seed={s}"]), range(first, first + SEEDS)))
    speed = np.median([len(x) / rate / seconds for x, rate, seconds in made])
    return [judged.at_rate(x, rate) for x, rate, _ in made], speed


def measured(scene, first=None):
    sounds, speed = takes(scene, first)
    row = medians(sounds)
    e = np.array([judged.envelope(judged.mono(x)) for x in sounds])
    row["alike"] = np.corrcoef(e)[np.triu_indices(len(e), 1)].mean()
    row["speed"] = speed
    return row


def scenes(words):
    for scene in words or f.SCENES:
        for measure, value in measured(scene).items():
            line(f"{measure}_{key(scene)}", value, SEEDS, FIRST)


def classifier():
    """Pieces of recorded doors and gates against pieces of made hinges. It learns from one library and
    the seeds that were tuned on, and is asked about the other library and other seeds; as many of both
    kinds count. Beside it, how well it tells the two libraries of recordings from each other."""
    found = recordings()
    try:
        from sklearn.ensemble import RandomForestClassifier
        from sklearn.linear_model import LogisticRegression
        from sklearn.metrics import balanced_accuracy_score
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
    except ImportError:
        found = []
    if not found:
        return
    library = {k: np.concatenate([judged.pieces(x) for n, lib, x in found if lib == k and n in ("creak", "door", "gate")])
               for k in ("font", "game")}
    hinges = ("door-hinge-slow", "door-hinge-fast")
    made = {first: np.concatenate([judged.pieces(x) for s in hinges for x in takes(s, first)[0]]) for first in (1, FIRST)}

    def score(model, real, fake, other_real, other_fake):
        x = np.concatenate([real, fake])
        model.fit(x, np.r_[np.zeros(len(real)), np.ones(len(fake))])
        y = np.concatenate([other_real, other_fake])
        return 100 * balanced_accuracy_score(np.r_[np.zeros(len(other_real)), np.ones(len(other_fake))], model.predict(y))
    models = dict(forest=lambda: RandomForestClassifier(300, class_weight="balanced", random_state=1),
                  line=lambda: make_pipeline(StandardScaler(), LogisticRegression(C=0.1, class_weight="balanced", max_iter=2000)))
    for name, model in models.items():
        for held, other in (("font", "game"), ("game", "font")):
            line(f"classifier_{name}_{held}_held_out", score(model(), library[other], made[1], library[held], made[FIRST]),
                 len(library[held]) + len(made[FIRST]), FIRST)
        halves = [(v[::2], v[1::2]) for v in library.values()]
        line(f"classifier_{name}_recordings", score(model(), halves[0][0], halves[1][0], halves[0][1], halves[1][1]),
             len(library["font"]) + len(library["game"]))


def table():
    """The rows of docs/recordings.md: recordings, then scenes."""
    page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "recordings.md")
    columns = ("tilt", "share", "span", "jitter", "cv", "stereo", "alike", "speed")

    def cells(row):
        def cell(m, v):
            if not np.isfinite(v):
                return ""
            text = f"{v:.2f}" if m in ("cv", "stereo", "alike") else f"{v:.1f}" if m == "tilt" else f"{v:.0f}"
            return text.replace("-", "−")
        return " | ".join(cell(m, row.get(m, np.nan)) for m in columns)
    rows = ["| | tilt dB/octave | 5–10 kHz dB | pitch: span | jitter, cents | pulses, CV | left to right | takes, 3 Hz | × real time |",
            "|---|---|---|---|---|---|---|---|---|"]
    found = recordings()
    for name in dict.fromkeys(n for n, _, _ in found):
        sounds = [x for n, _, x in found if n == name]
        count = f"one, at {len(sounds)} keys" if name in ONE_SAMPLE else len(sounds)
        rows.append(f"| *recorded: {name.replace('_', ' ')} ({count})* | {cells(medians(sounds))} |")
    for scene in f.SCENES:
        rows.append(f"| {scene} | {cells(measured(scene))} |")
    with open(page) as file:
        text = file.read()
    text = re.sub(r"(<!-- recorded -->\n).*?(<!-- end -->)", lambda m: m[1] + "\n".join(rows) + "\n" + m[2], text, count=1, flags=re.S)
    with open(page, "w") as file:
        file.write(text)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if "-f" in arguments:
        i = arguments.index("-f")
        FIRST = int(arguments[i + 1])
        del arguments[i:i + 2]
    what = arguments[0] if arguments else "scenes"
    if what == "scenes":
        scenes(arguments[1:])
    else:
        {"packages": packages, "classifier": classifier, "table": table}[what]()
