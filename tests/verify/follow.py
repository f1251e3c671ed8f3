#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Judges `rosin follow` from outside: melodies of a seed, sounded by soundfonts and by sines with breath and
vibrato, none of them rosin's, and a tracker of another kind than the command's: the pitch whose partials
hold most of the spectrum (Hermes 1988), made fine by what the phases of the partials gain in 5 ms. Prints
lines: name value samples seed. Needs numpy and scipy; fluidsynth and its soundfonts.

  follow.py [INSTRUMENT...] [--seed N] [--keep FOLDER] [--only SOURCE,...] [--options ...]

Fitted on seed 31, judged on 20261127."""
import os
import random
import shutil
import subprocess
import sys
import tempfile

import numpy as np
from scipy.io import wavfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
import midi  # noqa: E402
from sound import line  # noqa: E402

ROSIN = os.environ.get("ROSIN", "build/rosin")
FITTED, JUDGED = 31, 20261127
RATE, HOP = 44100, 220.5  # of a track: 5 ms
SF = {"fluid": "/usr/share/sounds/sf2/FluidR3_GM.sf2", "musescore": "/usr/share/sounds/sf3/MuseScore_General.sf3"}
# sources: library, General MIDI's program (from 0), lowest and highest key
SOURCES = {"ooh": ("fluid", 53, 48, 67), "flute": ("musescore", 73, 60, 84), "violin": ("fluid", 40, 57, 81),
           "trumpet": ("musescore", 56, 55, 77), "whistle": (None, 0, 72, 91), "sung": (None, 1, 45, 64)}
# semitones by which each source is brought to an instrument
BY = {"cello": {"flute": -12, "violin": -12, "whistle": -24, "trumpet": -12},
      "violin": {"ooh": 12, "sung": 12, "trumpet": 12}, "viola": {"flute": -5, "ooh": 5, "whistle": -12, "sung": 12},
      "double-bass": {"ooh": -12, "flute": -24, "violin": -24, "trumpet": -24, "whistle": -36, "sung": -12},
      "saw": {"ooh": 12, "sung": 24, "trumpet": 12, "flute": 5, "violin": 5}}

# who is followed by whom, unless that is asked for
USUAL = {"cello": tuple(SOURCES), "violin": ("ooh", "flute", "whistle"), "viola": ("violin", "trumpet", "sung"),
         "double-bass": ("flute", "trumpet", "whistle"), "saw": ("flute", "whistle", "sung")}


def hertz(key):
    return 440 * 2 ** ((np.asarray(key) - 69) / 12)


def melody(rng, low, high):
    """Notes (s, s, key, loudness 0...1): phrases with rests, loudness in arches of some 20 dB."""
    notes, at, key = [], 0.3, rng.randint(low + 4, high - 4)
    for _ in range(2):
        count, top = rng.randint(5, 8), rng.uniform(0.7, 1)
        for i in range(count):
            length = rng.choice((0.25, 0.35, 0.5, 0.5, 0.8))
            arch = top * (1 - 0.75 * abs(2 * (i + 0.5) / count - 1))
            notes.append((at, at + length * rng.choice((0.85, 0.95, 1.0)), key, arch))
            at += length
            step = rng.choice((-5, -4, -2, -2, -1, 0, 1, 2, 2, 3, 4, 7))
            key += step if low <= key + step <= high else -step
        at += rng.uniform(0.25, 0.5)
    return notes


def by_fluid(library, program, notes):
    """By a soundfont, loudness as expression (11), which is a level of its own there. Notes are sounded apart and set
    one after the other, each fading within 15 ms as the next begins: one voice, as a throat has it."""
    apart, lead, fade = 2.0, 0.1, int(0.015 * RATE)
    events = [(0, (0xc0, program)), *midi.control(0, 91, 0), *midi.control(0, 93, 0)]
    for k, (begin, end, key, loud) in enumerate(notes):
        events += midi.control(apart * k, 11, int(round(127 * loud ** 0.8)))
        events += midi.note(apart * k + lead, key, end - begin, 90)
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "in.mid"), os.path.join(folder, "in.wav")
        midi.write(path, events + [(apart * len(notes), (0x80, 0, 0))])
        subprocess.run(["fluidsynth", "-niq", "-R", "0", "-C", "0", "-g", "0.7", "-r", str(RATE), "-F", out, SF[library], path],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, x = wavfile.read(out)
    x = x.astype(float).mean(1) / 32768
    whole = np.zeros(int((notes[-1][1] + 0.6) * RATE))
    for k, (begin, end, _, _) in enumerate(notes):
        until = min(notes[k + 1][0] if k + 1 < len(notes) else end + 0.3, end + 0.3)
        n = int((until - begin) * RATE) + fade
        part = x[int((apart * k + lead) * RATE):][:n].copy()
        part[-fade:] *= np.linspace(1, 0, fade)
        at = int(begin * RATE)
        whole[at:at + len(part)] += part
    return whole


def contour(rng, notes, glide):
    """Key and level (a factor) of each sample: vibrato, slides, breaths."""
    n = int((notes[-1][1] + 0.4) * RATE)
    key, level, t = np.zeros(n), np.zeros(n), np.arange(n) / RATE
    for begin, end, k, loud in notes:
        i, j = int(begin * RATE), int(end * RATE)
        key[i:] = k
        swell = np.minimum((t[i:j] - begin) / 0.04, 1) * np.minimum((end - t[i:j]) / 0.05, 1)
        level[i:j] = 10 ** (-26 * (1 - loud) / 20) * np.clip(swell, 0, 1)
    key[:int(notes[0][0] * RATE)] = notes[0][2]
    soft = np.hanning(int(glide * RATE))
    key = np.convolve(np.pad(key, (len(soft), len(soft)), "edge"), soft / soft.sum(), "same")[len(soft):-len(soft)]
    rate = 5 + rng.uniform(0, 1.2)
    return key + 0.25 * np.sin(2 * np.pi * rate * t + rng.uniform(0, 6)), level


def whistle(rng, notes):
    """A sine and a little of its second, with breath 25 dB below."""
    key, level = contour(rng, notes, 0.05)
    phase = 2 * np.pi * np.cumsum(hertz(key)) / RATE
    noise = np.random.default_rng(rng.randint(0, 10 ** 6)).standard_normal(len(key))
    return 0.3 * level * (np.sin(phase) + 0.05 * np.sin(2 * phase) + 0.04 * noise)


def sung(rng, notes):
    """A saw through three formants of a vowel, and breath."""
    key, level = contour(rng, notes, 0.07)
    f = hertz(key)
    phase = 2 * np.pi * np.cumsum(f) / RATE
    x = np.zeros(len(key))
    for k in range(1, 40):
        at = k * f
        gain = sum(g / (1 + ((at - c) / w) ** 2) for c, w, g in ((650, 90, 1), (1080, 110, .5), (2600, 170, .2))) / k ** 0.5
        x += np.where(at < 16000, gain, 0) * np.sin(k * phase)
    noise = np.random.default_rng(rng.randint(0, 10 ** 6)).standard_normal(len(key))
    return 0.15 * level * (x + 0.02 * noise)


def source(name, seed):
    library, kind, low, high = SOURCES[name]
    rng = random.Random(f"{seed} {name}")
    notes = melody(rng, low, high)
    x = by_fluid(library, kind, notes) if library else (whistle, sung)[kind](rng, notes)
    return x, notes


# ---- another tracker --------------------------------------------------------------------


def transform(x, centres, size):
    window, half = np.hanning(size), size // 2
    padded = np.pad(x, (half + 8, half + size))
    index = np.round(np.asarray(centres)).astype(int)[:, None] + np.arange(size)[None, :] + 8
    return np.fft.rfft(padded[index] * window, 4 * size, axis=1)


def track(x, low, high, size=2048):
    """Pitch (Hz) and level (dB) every 5 ms; NaN where nothing sounds. `low`, `high`: Hz."""
    x = np.asarray(x, float)
    centres = np.arange(0, len(x), HOP)
    grid = low * 2 ** (np.arange(0, np.log2(high / low), 1 / 96))
    pitch, level = np.full(len(centres), np.nan), np.full(len(centres), -120.0)
    square = np.convolve(x ** 2, np.hanning(1059) / np.hanning(1059).sum(), "same")
    level[:] = 10 * np.log10(np.maximum(square[np.minimum(centres.astype(int), len(x) - 1)], 1e-12))
    loud = level.max()
    bins = RATE / (4 * size)
    for first in range(0, len(centres), 400):
        part = slice(first, first + 400)
        z = transform(x, centres[part], size)
        later = transform(x, centres[part] + 40, size)
        a = abs(z)
        salience = np.zeros((len(a), len(grid)))
        for k in range(1, 11):
            at = np.minimum(k * grid / bins, a.shape[1] - 2)
            i = at.astype(int)
            salience += 0.8 ** (k - 1) * np.sqrt(a[:, i] * (1 - at + i) + a[:, i + 1] * (at - i))
            if k > 1:  # what lies between partials speaks against
                at = (k - 0.5) * grid / bins
                i = np.minimum(at.astype(int), a.shape[1] - 2)
                salience -= 0.6 * 0.8 ** (k - 1) * np.sqrt(a[:, i])
        for r in range(len(a)):
            n = first + r
            if level[n] < loud - 38:
                continue
            f = grid[np.argmax(salience[r])]
            up, down = 0.0, 0.0
            for k in range(1, 7):  # the strongest partials say how fast they turn
                b = int(round(k * f / bins))
                lo, hi = int(b - 0.3 * f / bins), int(b + 0.3 * f / bins) + 1
                if hi >= a.shape[1]:
                    break
                b = lo + int(np.argmax(a[r, lo:hi]))
                turn = np.angle(later[r, b] / (z[r, b] + 1e-30)) / (2 * np.pi)
                cycles = turn + np.round(b * bins * 40 / RATE - turn)
                power = a[r, b] ** 2
                up, down = up + power * cycles * RATE / 40 / k, down + power
            pitch[n] = up / down if down > 0 else np.nan
    return pitch, level


# ---- what is compared ----------------------------------------------------------------------


def begins(pitch, level, notes, by, k):
    """s at which a note begins: its pitch is nearer to its own than to the one before, within 10 dB of its level."""
    begin, end, key, _ = notes[k]
    i, j = int((begin - 0.12) * 200), int(min(end, begin + 0.3) * 200)
    own = np.arange(int(begin * 200), min(int(end * 200), len(level)))
    loud = level[own].max() if len(own) else 0
    before = notes[k - 1][2] if k and begin - notes[k - 1][1] < 0.1 else None
    near = min(0.5 * abs(key - before), 1.0) if before is not None else 1.0
    run = 0
    for n in range(max(i, 0), min(j, len(level))):
        off = abs(12 * np.log2(pitch[n] / hertz(key + by))) if pitch[n] > 0 else 99
        run = run + 1 if off < near and level[n] > loud - 10 else 0
        if run == 4:
            return (n - 3) / 200
    return np.nan


def compare(x, y, notes, by):
    """Of a source and what follows it: figures by name."""
    keys = [n[2] for n in notes]
    low, high = hertz(min(keys) - 8), hertz(max(keys) + 8)
    s = 2 ** (by / 12)
    size = 2048 if low * min(s, 1) > 120 else 4096  # the same for both, which smears vibrato alike
    a, la = track(x, low, high, size)
    b, lb = track(y, low * s / 2, high * s * 2, size)
    n = min(len(a), len(b))
    a, b, la, lb = a[:n] * s, b[:n], la[:n], lb[:n]
    both = np.isfinite(a) & np.isfinite(b)
    inside = np.zeros(n, bool)
    for begin, end, _, _ in notes:
        inside[int(begin * 200) + 6:int(end * 200) - 2] = True
    cents = 1200 * np.log2(b / a)
    judged = both & inside
    steady = judged & (abs(cents) < 700)
    wrong = judged & (abs(abs(cents) - 1200) < 150)
    slips = sum(wrong[i] and not wrong[i - 1] and wrong[i:i + 6].all() for i in range(1, n - 6))
    onset = np.array([begins(b, lb, notes, by, k) - begins(a / s, la, notes, 0, k) for k in range(len(notes))])
    if os.environ.get("SHOW"):
        print([f"{notes[k][0]:.2f}:{1000 * d:.0f}" for k, d in enumerate(onset)])
    late = onset[np.isfinite(onset)]
    onset = late
    heard = inside & (la > la.max() - 35)
    return {"cents": np.median(abs(cents[judged])), "cents_90": np.percentile(abs(cents[judged]), 90),
            "octaves": slips, "silent": 1 - judged.sum() / max((inside & np.isfinite(a)).sum(), 1),
            "onset_ms": 1000 * np.percentile(abs(onset), 90) if len(onset) else 1e3, "onset_median_ms": 1000 * np.median(onset),
            "onsets": len(onset) / len(notes), "late": late, "r": np.corrcoef(la[heard], lb[heard])[0, 1], "range": np.ptp(la[heard]),
            "frames": int(judged.sum()), "steady": steady.sum() / max(judged.sum(), 1)}


def follow(name, instrument, seed, folder, options=()):
    x, notes = source(name, seed)
    by = BY.get(instrument, {}).get(name, 0)
    path, out = (os.path.join(folder, f"{name}{end}.wav") for end in ("", f"-{instrument}"))
    wavfile.write(path, RATE, x.astype(np.float32))
    done = subprocess.run([ROSIN, "follow", path, "--on", instrument, "--transpose", str(by), "-o", out, "--format", "float", *options],
                          stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise RuntimeError(f"{name} on {instrument}: {done.stderr}")
    rate, y = wavfile.read(out)
    y = y.astype(float).mean(1) if y.ndim > 1 else y.astype(float)
    if rate != RATE:
        from scipy.signal import resample_poly
        y = resample_poly(y, RATE // 300, rate // 300)
    return compare(x, y, notes, by), done.stderr


def main(words):
    if not shutil.which("fluidsynth") or not all(os.path.exists(path) for path in SF.values()):
        print("skip fluidsynth or its soundfonts are not installed")
        return
    seed, keep, only, instruments, options = JUDGED, None, None, [], []
    while words:
        word = words.pop(0)
        if word == "--seed":
            seed = int(words.pop(0))
        elif word == "--keep":
            keep = words.pop(0)
        elif word == "--only":
            only = words.pop(0).split(",")
        elif word == "--options":
            options, words = words, []
        else:
            instruments.append(word)
    for instrument in instruments or USUAL:
        found = {}
        for name in only or USUAL.get(instrument, SOURCES):
            with tempfile.TemporaryDirectory() as folder:
                f, said = follow(name, instrument, seed, keep or folder, options)
            found[name] = f
            print(f"# {instrument} {name}: " + " ".join(f"{k} {v:.3g}" for k, v in f.items() if k != "late"), said.strip().replace("\n", " | "),
                  file=sys.stderr, flush=True)
        frames = sum(f["frames"] for f in found.values())
        at = f"follow_{instrument.replace('-', '_')}"
        for figure, best in (("cents", max), ("cents_90", max), ("octaves", sum), ("r", min)):
            line(f"{at}_{figure}", best(f[figure] for f in found.values()), frames, seed)
        late = np.concatenate([f["late"] for f in found.values()])
        line(f"{at}_onset_ms", 1000 * np.percentile(abs(late), 90), len(late), seed)
        line(f"{at}_onsets_percent", 100 * np.mean([f["onsets"] for f in found.values()]), len(late), seed)


if __name__ == "__main__":
    main(sys.argv[1:])
