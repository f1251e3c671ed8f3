# SPDX-License-Identifier: BSD-3-Clause
"""What is measured of a scene's sound and of its contact; for effects.py and docs/effects.py."""
import json
import os
import re
import subprocess
import tempfile
import warnings

import numpy as np
from scipy.io import wavfile
from scipy.signal import butter, sosfiltfilt

ROSIN = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
# every scene with macros
SCENES = [s["name"] for s in json.loads(subprocess.run([ROSIN, "scenes", "--json"], capture_output=True, text=True,
                                                       check=True).stdout) if s["macros"]]
NAMES = ["pitch", "centroid", "slips", "roughness", "flatness", "glide", "decay"]
UNITS = ["Hz", "Hz", "1/s", "dB", "dB", "octaves", "s"]


def read(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # chunks that scipy does not know
        rate, x = wavfile.read(path)
    return rate, x.astype(float)


def macros(scene):
    """(name, low, high, default) of each macro."""
    text = subprocess.run([ROSIN, "show", "--macros", scene], check=True, capture_output=True,
                          text=True).stdout
    rows = []
    for row in text.splitlines()[1:]:
        m = re.match(r"(\S+)\s+(\S+) to (\S+)(?: \S+)?\s+([-\d.e]+)\s", row)
        rows.append((m[1], float(m[2]), float(m[3]), float(m[4])))
    return rows


def contacts(scene):
    text = subprocess.run([ROSIN, "probes", scene], check=True, capture_output=True, text=True).stdout
    return re.findall(r"^(\S+)\.normal ", text, re.M)


def render(scene, settings=(), probes=(), seconds=None):
    """Sound, its rate, probes (a column each) and the rate of those."""
    with tempfile.TemporaryDirectory() as folder:
        command = [ROSIN, "render", scene, "-o", os.path.join(folder, "x.wav"), "--format", "float"]
        for s in settings:
            command += ["-s", s]
        if seconds:
            command += ["-d", str(seconds)]
        if probes:
            command += ["--probe", ",".join(probes), "--probe-file", os.path.join(folder, "p.wav")]
        subprocess.run(command, check=True, capture_output=True)
        rate, x = read(os.path.join(folder, "x.wav"))
        fast, p = read(os.path.join(folder, "p.wav")) if probes else (rate, np.zeros((0, 1)))
    return x, rate, p if p.ndim > 1 else p[:, None], fast


def timed(scene, settings=()):
    """Sound (a column a channel where there are several), its rate, and the processor's seconds that
    the command took, with loading: what else runs on the machine hardly counts."""
    with tempfile.TemporaryDirectory() as folder:
        command = [ROSIN, "render", scene, "-o", os.path.join(folder, "x.wav"), "--format", "float"]
        for s in settings:
            command += ["-s", s]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(said.decode())
        rate, x = read(os.path.join(folder, "x.wav"))
    return x, rate, used.ru_utime + used.ru_stime


def mono(x):
    return x if x.ndim == 1 else x.mean(1)


def grip(v, rate):
    """Share at rest and releases a second: rest is under a twentieth of the speed that one
    sample in a hundred exceeds, a release a rise from there to more than 0.15 of it."""
    x = np.abs(v)
    top = np.percentile(x, 99)
    rest, moving = x < 0.05 * top, x > 0.15 * top
    state = np.where(rest, 1, np.where(moving, 2, 0))
    state = state[state > 0]
    return rest.mean(), np.sum((state[:-1] == 1) & (state[1:] == 2)) / (len(v) / rate)


def slow_slips(v, rate):
    """Slips a second of what creaks: of 4 ms means, from a tenth to three tenths of the
    largest."""
    n = int(0.004 * rate)
    x = np.abs(np.convolve(v, np.ones(n) / n, "same"))
    top = np.percentile(x, 99.5)
    state = np.where(x < 0.1 * top, 1, np.where(x > 0.3 * top, 2, 0))
    state = state[state > 0]
    return np.sum((state[:-1] == 1) & (state[1:] == 2)) / (len(v) / rate)


def spectrum(x, rate, size=8192):
    """Mean power spectrum of the parts that sound."""
    w = np.hanning(size)
    frames = [x[i:i + size] * w for i in range(0, len(x) - size, size // 2)]
    power = np.array([np.abs(np.fft.rfft(f)) ** 2 for f in frames])
    level = power.sum(1)
    return np.fft.rfftfreq(size, 1 / rate), power[level > 0.05 * level.max()].mean(0)


def pitch(x, rate):
    """Hz of the strongest line, by a parabola through its logarithm."""
    hz, p = spectrum(mono(x), rate)
    k = int(np.argmax(np.where(hz > 45, p, 0)))
    a, b, c = np.log(p[k - 1:k + 2])
    return (k + 0.5 * (a - c) / (a - 2 * b + c)) * (hz[1] - hz[0])


def glide(x, rate, size=4096):
    """Octaves between the 10th and the 90th percentile of the centroid along the sound."""
    hz = np.fft.rfftfreq(size, 1 / rate)[1:]
    w = np.hanning(size)
    power = np.array([np.abs(np.fft.rfft(x[i:i + size] * w)) ** 2
                      for i in range(0, len(x) - size, size // 4)])[:, 1:]
    power = power[power.sum(1) > 0.05 * power.sum(1).max()]
    line = np.log2((power * hz).sum(1) / power.sum(1))
    return np.percentile(line, 90) - np.percentile(line, 10)


def envelope(x, rate, low=None, high=200.0):
    e = sosfiltfilt(butter(2, high, fs=rate, output="sos"), np.abs(x))
    return e if low is None else sosfiltfilt(butter(2, low, "high", fs=rate, output="sos"), e)


def decay(x, rate):
    """T60, s, of the steepest fall over 0.1 s from within 20 dB of the loudest."""
    n = int(0.02 * rate)
    power = np.array([np.mean(x[i:i + n] ** 2) for i in range(0, len(x) - n, n)]) + 1e-20
    db = 10 * np.log10(power / power.max())
    fall = (db[:-5] - db[5:])[db[:-5] > -20]
    return 6 / max(fall.max(), 0.1)


def features(scene, settings=()):
    """Of a rendering, by name; log2 of what is in Hz, 1/s and s."""
    names = contacts(scene)
    x, rate, p, fast = render(scene, settings, [f"{c}.velocity" for c in names])
    x = mono(x)
    hz, power = spectrum(x, rate)
    heard = (hz > 30) & (hz < 16000)
    loud = np.abs(x) > 0  # all
    e = envelope(x, rate)
    sounding = e > 0.1 * np.percentile(e, 95)
    rough = envelope(x, rate, 20.0, 150.0)
    slips = max(grip(v[len(v) // 10:], fast)[1] for v in p.T)
    return dict(
        pitch=np.log2(pitch(x, rate)),
        centroid=np.log2((hz * power)[heard].sum() / power[heard].sum()),
        slips=np.log2(slips + 1),
        roughness=20 * np.log10(np.std(rough[sounding]) / np.mean(e[sounding & loud])),
        flatness=10 * np.log10(np.exp(np.mean(np.log(power[heard] + 1e-30))) / np.mean(power[heard])),
        glide=glide(x, rate),
        decay=np.log2(decay(x, rate)))
