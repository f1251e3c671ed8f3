#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures the bowed instruments and their player. Prints lines: name value samples seed.
Needs numpy and scipy.

  cello.py free|scale|strokes|sympathy|wolf|tune|show"""
import os
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
import midi  # noqa: E402
from sound import line, render  # noqa: E402

OPEN = {"c": 36, "g": 43, "d": 50, "a": 57}
SLIPS = [f"bow-{s}.velocity" for s in OPEN]
LOADS = [f"bow-{s}.normal" for s in OPEN]
STROKES = ("detache", "legato", "martele", "spiccato", "tremolo", "flautando", "scratch",
           "pizzicato", "col legno", "harmonic", "left-hand pizzicato")


def hertz(key):
    return 440 * 2 ** ((key - 69) / 12)


def cents(a, b):
    return 1200 * np.log2(a / b)


def play(events, *options, scene="cello", probes=(), seconds=None):
    """Sound (mono, float), its rate, probes and theirs, of notes that are played."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "notes.mid")
        midi.write(path, events)
        words = ["--midi", path, *options]
        if seconds:
            words += ["-d", str(seconds)]
        x, rate, p, fast = render(scene, *words, probes=probes)
    return x.mean(1), rate, p, fast


def setting(**values):
    return [w for k, v in values.items() for w in ("-s", f"player.{k}={v}")]


def partial(x, rate, f):
    """Frequency of the partial near f: slope of its phase, weighted by its power."""
    t = np.arange(len(x)) / rate
    window = np.hanning(int(6 * rate / f))
    z = np.convolve(x * np.exp(-2j * np.pi * f * t), window / window.sum(), "valid")
    turn = np.polyfit(np.arange(len(z)) / rate, np.unwrap(np.angle(z)), 1, w=abs(z))[0]
    return f + turn / (2 * np.pi)


def slips(v):
    """Where slips begin, in samples: |v| passes 35 % of its most, armed again below 12 %."""
    a = abs(v) / (0.35 * np.percentile(abs(v), 99.5) + 1e-12)
    found, armed = [], True
    for i in np.flatnonzero((a >= 1) | (a < 1 / 3)):
        if a[i] < 1:
            armed = True
        elif armed:
            armed = False
            found.append(i)
    return np.array(found)


def period(v, rate, f):
    """Period near 1/f of a motion, s, by its autocorrelation, and the value there."""
    spectrum = np.fft.rfft((v - v.mean()) * np.hanning(len(v)), 2 * len(v))
    r = np.fft.irfft(abs(spectrum) ** 2)
    lags = np.arange(int(0.94 * rate / f), int(1.06 * rate / f) + 2)
    k = lags[np.argmax(r[lags])]
    a, b, c = r[k - 1], r[k], r[k + 1]
    return (k + 0.5 * (a - c) / (a - 2 * b + c)) / rate, b / r[0]


def motion(v, rate, f):
    """Slips a period and pitch (Hz) of a stretch of bowing."""
    t, _ = period(v, rate, f)
    return len(slips(v)) / (len(v) / rate / t), 1 / t


# ---- figures -------------------------------------------------------------------------


def free():
    """Plucked open strings of four instruments, on their bodies."""
    tunings = {"cello": (36, 43, 50, 57), "viola": (48, 55, 62, 69), "violin": (55, 62, 69, 76),
               "double-bass": (28, 33, 38, 43)}
    for scene, keys in tunings.items():
        worst = 0
        for key in keys:
            x, rate, _, _ = play(midi.note(0.05, key, 1.9), *setting(articulation=7, humanity=0),
                                 scene=scene, seconds=2)
            begin, end = (0.3, 1.6) if key < 60 else (0.1, 0.6)  # high ones die soon on the body
            f = partial(x[int(begin * rate):int(end * rate)], rate, hertz(key))
            worst = max(worst, abs(cents(f, hertz(key))))
        line(f"{scene.replace('-', '_')}_free_cents", worst, 4 * 24000)


def scale():
    """Three octaves, a note every 1.2 s; the last half second of each."""
    keys = range(37, 73)
    events = [e for i, k in enumerate(keys) for e in midi.note(1.2 * i, k, 1.15)]
    _, _, p, rate = play(events, *setting(vibrato=0), probes=SLIPS + LOADS)
    wrong, regular = [], 0
    for i, key in enumerate(keys):
        part = p[int((1.2 * i + 0.6) * rate):int((1.2 * i + 1.12) * rate)]
        course = np.argmax(part[:, 4:].mean(0))
        count, f = motion(part[:, course], rate, hertz(key))
        regular += 0.93 < count < 1.08
        if key not in (43, 50, 57):  # an open string is as it is
            wrong.append(abs(cents(f, hertz(key))))
    line("cello_scale_cents", max(wrong), len(p))
    line("cello_scale_helmholtz_percent", 100 * regular / len(keys), len(p))


def envelope(x, rate, step=0.005):
    n = int(step * rate)
    m = len(x) // n
    e = np.sqrt((x[:m * n].reshape(m, n) ** 2).mean(1))
    return np.convolve(e, np.ones(4) / 4, "same"), step


def play_stroke(index):
    """A note of one articulation on the A string: key, beginning, and what `play` gives."""
    key = 69 if STROKES[index] == "harmonic" else 62
    begin, events = 0.1, midi.note(0.1, key, 1.0)
    if STROKES[index] == "legato":
        begin, events = 0.6, midi.note(0.1, 60, 0.52) + midi.note(0.6, key, 0.5)
    options = setting(articulation=index, humanity=0, vibrato=0)
    return key, begin, *play(events, *options, probes=[SLIPS[3], LOADS[3]], seconds=2)


def stroke_features(index):
    """What is heard and seen of one articulation, on the A string."""
    key, begin, x, rate, p, fast = play_stroke(index)
    e, step = envelope(x, rate)
    end = 1.1
    note = e[int(begin / step):int(end / step)]
    top = note.max()
    attack = np.argmax(note >= 0.8 * top) * step
    late = note[int(0.8 * len(note)):].mean()
    tail = e[int((end + 0.15) / step):int((end + 0.25) / step)].mean()
    v, load = p[int(begin * fast):int(end * fast)].T
    on = load > 0.02
    s = slips(v * on)
    s = s[on[s]] if len(s) else s
    bowed = v[int(0.6 * len(v)):] if on[int(0.6 * len(v)):].all() else None
    turns = np.count_nonzero(np.diff(np.sign(np.convolve(v * on, np.ones(960) / 960, "same"))[::960]))
    spectrum = abs(np.fft.rfft(x[int(begin * rate):int(end * rate)])) ** 2
    f = np.fft.rfftfreq(int(end * rate) - int(begin * rate), 1 / rate)
    dip = max(20 * np.log10(note[:int(0.1 / step)].min() / top + 1e-9), -40)
    comb = [10 * np.log10(spectrum[abs(f - n * hertz(key)) < 0.2 * hertz(key)].sum()) for n in range(1, 9)]
    high = spectrum[f > 5.5 * hertz(key)].sum()
    return dict(level=20 * np.log10(top + 1e-9), attack=1000 * attack, dip=dip,
                sustain=20 * np.log10(late / top + 1e-9), decay=20 * np.log10(tail / top + 1e-9),
                slips=len(s) / (hertz(key) * (end - begin)),
                partials=np.array(comb) - max(comb),
                regime=motion(bowed, fast, hertz(key))[0] if bowed is not None else 0,
                turns=turns, bright=10 * np.log10(high / spectrum.sum()), centroid=(f * spectrum).sum() / spectrum.sum())


# a difference that tells two apart: dB, ms, slips a period, turns; a partial's level by 10 dB;
# centroids by 0.4 octaves
TELLS = dict(level=6, attack=60, dip=6, sustain=6, decay=10, slips=0.35, regime=0.5, turns=3,
             bright=6)


def apart(a, b):
    """How clearly two are told apart, by the feature that does it best; 1 is enough."""
    best = [(abs(a[k] - b[k]) / unit, k) for k, unit in TELLS.items()]
    best.append((abs(np.log2(a["centroid"] / b["centroid"])) / 0.4, "centroid"))
    return max(best + [(abs(a["partials"] - b["partials"]).max() / 10, "partials")])


def strokes(show=False):
    table = [stroke_features(i) for i in range(len(STROKES))]
    if show:
        for name, row in zip(STROKES, table):
            print(f"{name:10s}", " ".join(f"{k} {v:6.1f}" for k, v in row.items() if k != "partials"))
            print(" " * 10, np.round(row["partials"]))
    pairs = [(*apart(table[i], table[k]), STROKES[i], STROKES[k])
             for i in range(len(table)) for k in range(i)]
    if show:
        print(sorted(pairs)[:6])
    line("cello_strokes_apart", min(pairs)[0], 20 * 96000)


def sympathy():
    """The open G string at 196 Hz, for half a second after a stopped note ends."""
    levels = {}
    for key in (55, 54):
        x, rate, p, fast = play(midi.note(0.1, key, 1.0), *setting(vibrato=0, humanity=0, idle_loss=0),
                                probes=("g.velocity@0.4", "d.velocity@0.4"), seconds=2)

        def at(course, begin, end, p=p, fast=fast):
            y = p[int(begin * fast):int(end * fast), course]
            t = np.arange(len(y)) / fast
            return abs((y * np.hanning(len(y)) * np.exp(-2j * np.pi * 196 * t)).mean())

        bowed = p[int(0.6 * fast):int(1.1 * fast), 1]
        levels[key] = 20 * np.log10(4 * at(0, 1.4, 1.9) / np.sqrt(2) / bowed.std())
    line("cello_sympathetic_db", levels[55], 48000)
    line("cello_sympathetic_margin_db", levels[55] - levels[54], 2 * 48000)


def modulation(x, rate):
    e, _ = envelope(x, rate, 0.01)
    e = e[4:-4]
    return e.std() / e.mean()


def bow_at_mode(mode):
    """Sound of the C string bowed hard at 172 Hz, the strong body mode being at `mode` Hz."""
    x, rate, _, _ = render("cello", "-d", "4", "-s", "bow-g.velocity=0", "-s", "bow-g.force=0",
                           "-s", "c.finger=172", "-s", "bow-c.velocity=0.12", "-s", "bow-c.force=10",
                           "-s", "bow-c.position=0.0214", "-s", f"body.modes.2.frequency={mode}")
    return x.mean(1), rate


def wolf():
    """The C string bowed hard at the strong mode of the body, and with that mode moved."""
    depth = {}
    for mode in (173, 130):
        x, rate = bow_at_mode(mode)
        depth[mode] = modulation(x[rate:], rate)
    line("cello_wolf_modulation", depth[173], 3 * 48000)
    line("cello_wolf_moved", depth[130], 3 * 48000)


def tune():
    """A tune of a minute, twice."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tune.mid")
        midi.write(path, midi.tune())
        a, rate, _, _ = render("cello", "--midi", path)
        b, _, _, _ = render("cello", "--midi", path, "--block", "777")
    line("cello_tune_seconds", len(a) / rate, len(a))
    line("cello_tune_twice_differs", int((a != b).sum()) if len(a) == len(b) else -1, len(a))
    line("cello_tune_peak_db", 20 * np.log10(abs(a).max()), len(a))


if __name__ == "__main__":
    {"free": free, "scale": scale, "strokes": strokes, "sympathy": sympathy, "wolf": wolf, "tune": tune, "show": lambda: strokes(True)}[sys.argv[1]]()
