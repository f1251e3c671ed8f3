# SPDX-License-Identifier: BSD-3-Clause
"""Notes from where they come: recorded ones of Debian's soundfonts, played by fluidsynth without reverb
and chorus, and rosin's. The soundfonts are never shipped."""
import os
import shutil
import subprocess
import sys
import tempfile
import warnings

import numpy as np
from scipy.io import wavfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(HERE, "..", "..")]
import midi  # noqa: E402
from sound import ROSIN  # noqa: E402

warnings.filterwarnings("ignore", category=wavfile.WavFileWarning)
LIBRARIES = {"fluid": "/usr/share/sounds/sf2/FluidR3_GM.sf2",
             "musescore": "/usr/share/sounds/sf3/MuseScore_General.sf3"}
PROGRAMS = {"violin": 40, "viola": 41, "cello": 42, "cello-measured": 42, "double-bass": 43}
KEYS = {"violin": range(55, 94), "viola": range(48, 85), "cello": range(36, 82), "cello-measured": range(36, 82), "double-bass": range(28, 61)}
DYNAMICS = {"pp": 0.1, "p": 0.3, "mf": 0.55, "f": 0.8, "ff": 1.0}
LENGTH, STEP, SUSTAINED = 1.5, 2.0, (0.6, 1.4)  # s: of a note, from one to the next, what is judged
RATE = 48000


def missing():
    """What is not installed, or ''."""
    if not shutil.which("fluidsynth"):
        return "fluidsynth"
    return next((path for path in LIBRARIES.values() if not os.path.exists(path)), "")


def read(path):
    rate, x = wavfile.read(path)
    x = x.astype(float) if x.dtype.kind == "f" else x / 32768.0
    return np.repeat(x[:, None], 2, 1) if x.ndim == 1 else x, rate


def recorded(library, program, events, seconds):
    """Sound (frames, 2) of events played by a library's instrument."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "n.mid"), os.path.join(folder, "n.wav")
        midi.write(path, [(0, (0xc0, program)), *events, (seconds, (0x80, 0, 0))])
        subprocess.run(["fluidsynth", "-ni", "-R", "0", "-C", "0", "-g", "0.3", "-r", str(RATE), "-T", "wav", "-O", "float",
                        "-F", out, LIBRARIES[library], path], check=True, capture_output=True)
        return read(out)[0]


def computed(scene, events, seconds, *options, rosin=None):
    """The same of rosin; options as of `rosin render`."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "n.mid"), os.path.join(folder, "n.wav")
        midi.write(path, events)
        subprocess.run([rosin or ROSIN, "render", scene, "--midi", path, "-d", str(seconds), "-r", str(RATE), "-o", out,
                        "--format", "float", *options], check=True, capture_output=True)
        return read(out)[0]


def setting(**values):
    return [w for k, v in values.items() for w in ("-s", f"player.{k}={v}")]


def scale(keys, velocity=77):
    """Notes one after the other, and how long that takes."""
    events = [e for i, k in enumerate(keys) for e in midi.note(0.1 + STEP * i, k, LENGTH, velocity)]
    return events, 0.2 + STEP * len(keys)


def cut(x, count, part=SUSTAINED):
    """The sustained part of each note of a scale."""
    begin = [0.1 + STEP * i for i in range(count)]
    return [x[int((b + part[0]) * RATE):int((b + part[1]) * RATE)] for b in begin]


def recorded_notes(library, scene, keys, part=SUSTAINED):
    events, seconds = scale(keys)
    return cut(recorded(library, PROGRAMS[scene], events, seconds), len(keys), part)


def computed_notes(scene, keys, dynamics, *options, part=SUSTAINED, rosin=None):
    events, seconds = scale(keys)
    x = computed(scene, events, seconds, *setting(dynamics=DYNAMICS[dynamics]), *options, rosin=rosin)
    return cut(x, len(keys), part)
