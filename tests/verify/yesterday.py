#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What sounds otherwise than in an earlier version: every scene with its own gestures, instruments with
docs/tune.mid, beside what is kept of their sound in tests/yesterday/VERSION/sound.json: level of every
100 ms, third octaves, pitch of every 100 ms; no samples, since those of another machine may differ in
the last bit. Lines: name value samples seed. For NEWS, to standard error, a line for each scene that
sounds otherwise: dB of levels and bands, cents of pitch.

  yesterday.py [SCENE...]    compare    yesterday.py write ROSIN FOLDER    keep what that command renders now"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy.io import wavfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
warnings.simplefilter("ignore", wavfile.WavFileWarning)
RATE, STEP, QUIET = 44100, 0.1, -70.0  # Hz; s; dBFS below which nothing is compared
MOST = 6.0  # s of each
NOTICED = {"level": 0.1, "band": 0.2, "cents": 1.0}  # dB, dB, cents


def thirds(mono):
    power = np.abs(np.fft.rfft(mono * np.hanning(len(mono)))) ** 2
    hertz = np.fft.rfftfreq(len(mono), 1 / RATE)
    edges = 1000 * 2 ** ((np.arange(-16, 14) - 0.5) / 3)
    return [10 * np.log10(power[(hertz >= a) & (hertz < b)].sum() / len(mono) ** 2 + 1e-20)
            for a, b in zip(edges, edges[1:])]


def pitch(frame):
    """Cents above 1 Hz where it is clear, or None."""
    frame = frame - frame.mean()
    spectrum = np.abs(np.fft.rfft(frame, 2 * len(frame))) ** 2
    same = np.fft.irfft(spectrum)[:len(frame)]
    if same[0] <= 0:
        return None
    back = np.cumsum(frame[::-1] ** 2)[::-1]  # of all but the first k, and of all but the last k
    ahead = np.cumsum(frame ** 2)[::-1]
    same = 2 * same / (back + ahead + 1e-30)
    low, high = RATE // 2000, RATE // 45
    region = same[low:high]
    peaks = [k for k in range(1, len(region) - 1) if region[k - 1] < region[k] >= region[k + 1]]
    best = max((region[k] for k in peaks), default=0)
    if best < 0.9:
        return None
    k = low + next(k for k in peaks if region[k] > 0.97 * best)
    a, b, c = same[k - 1:k + 2]
    return 1200 * np.log2(RATE / (k + 0.5 * (a - c) / (a - 2 * b + c)))


def features(rosin, scene, instrument):
    notes = ["--midi", os.path.join(ROOT, "docs/tune.mid")] if instrument else []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.wav")
        done = subprocess.run([rosin, "render", scene, *notes, "-r", str(RATE), "--format", "float", "--plain", "-o", path],
                              capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{scene}: {done.stderr}")
        x = wavfile.read(path)[1].astype(float)
    x = x[:int(MOST * RATE)].reshape(len(x[:int(MOST * RATE)]), -1)
    frames = len(x) // int(STEP * RATE)
    cut = x[:frames * int(STEP * RATE)].reshape(frames, int(STEP * RATE), -1)
    level = 10 * np.log10((cut ** 2).mean(axis=(1, 2)) + 1e-20)
    cents = [pitch(f[:, 0]) if v > QUIET else None for f, v in zip(cut, level)]
    return {"level": [round(v, 2) for v in np.maximum(level, -140)], "bands": [round(v, 1) for v in thirds(x.mean(axis=1))],
            "cents": [c if c is None else round(c, 1) for c in cents]}


def scenes(rosin):
    told = json.loads(subprocess.run([rosin, "scenes", "--json"], capture_output=True, text=True, check=True).stdout)
    return [s["name"] for s in told]


def is_instrument(rosin, scene):
    return subprocess.run([rosin, "show", scene, "--player"], capture_output=True).returncode == 0


def all_of(rosin, names):
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(names, pool.map(lambda n: features(rosin, n, is_instrument(rosin, n)), names)))


def differences(was, now):
    """{kind: (most, median or share)} of two sounds."""
    a, b = (np.array(s["level"][:min(len(was["level"]), len(now["level"]))]) for s in (was, now))
    heard = np.maximum(a, b) > QUIET
    level = np.abs(a - b)[heard]
    top = max(max(was["bands"]), max(now["bands"]))
    band = [abs(p - q) for p, q in zip(was["bands"], now["bands"]) if max(p, q) > top - 50]
    cents = [abs(p - q) for p, q in zip(was["cents"], now["cents"]) if p is not None and q is not None]
    began = next((STEP * i for i in range(len(a)) if heard[i] and abs(a[i] - b[i]) > NOTICED["level"]), None)
    return {"level": (max(level, default=0), np.median(level) if len(level) else 0), "band": (max(band, default=0),),
            "cents": (np.median(cents) if cents else 0,), "from": began, "length": STEP * (len(now["level"]) - len(was["level"]))}


def told_in_news():
    with open(os.path.join(ROOT, "NEWS.md")) as f:
        newest = re.split(r"^## ", f.read(), flags=re.M)[1]
    return newest


def main():
    if sys.argv[1:2] == ["write"]:
        rosin, folder = os.path.abspath(sys.argv[2]), sys.argv[3]
        found = all_of(rosin, scenes(rosin))
        with open(os.path.join(folder, "sound.json"), "w") as f:
            f.write("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}" for k, v in found.items()) + "\n}\n")
        return
    rosin = os.path.join(ROOT, "build/rosin")
    kept = sorted(glob.glob(os.path.join(ROOT, "tests/yesterday/*/sound.json")))[-1]
    with open(kept) as f:
        was = {n: v for n, v in json.load(f).items() if not sys.argv[1:] or n in sys.argv[1:]}
    now, news = all_of(rosin, [n for n in was if n in scenes(rosin)]), told_in_news()
    other = untold = 0
    worst = {"level": 0, "cents": 0}
    for name, sound in now.items():
        d = differences(was[name], sound)
        differs = d["level"][0] > NOTICED["level"] or d["band"][0] > NOTICED["band"] or d["cents"][0] > NOTICED["cents"] \
            or d["length"]
        if not differs:
            continue
        other += 1
        untold += f"`{name}`" not in news
        worst = {"level": max(worst["level"], d["level"][0]), "cents": max(worst["cents"], d["cents"][0])}
        begins = f", from {d['from']:.1f} s on" if d["from"] is not None else ""
        sys.stderr.write(f"`{name}`: level by {d['level'][0]:.1f} dB at most (median {d['level'][1]:.2f}){begins}, "
                         f"a third octave by {d['band'][0]:.1f} dB, pitch by {d['cents'][0]:.1f} cents"
                         f"{', longer by %.1f s' % d['length'] if d['length'] else ''}\n")
    print("yesterday_gone", len(was) - len(now), len(was), 0)
    print("yesterday_otherwise", other, len(now), 0)
    print("yesterday_untold", untold, len(now), 0)
    print("yesterday_level_db", f"{worst['level']:.2f}", len(now), 0)
    print("yesterday_cents", f"{worst['cents']:.2f}", len(now), 0)


if __name__ == "__main__":
    main()
