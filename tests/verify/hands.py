#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures what the hands of the bowed instruments' player do with strings. Prints lines: name value samples
seed; the notes themselves go to standard error. Needs numpy and scipy.

  hands.py answers [SEED]   strings that are not bowed: how loud they answer, what they make of a tone
  hands.py fast [SEED]      sixteenths at 112 a minute that never get a pitch, or another one, read and live
  hands.py slurs [SEED]     how soon a slurred note has its pitch, with vibrato how far it bends"""
import os
import random
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
import midi  # noqa: E402
from cello import hertz, play, setting, slips  # noqa: E402
from sound import line  # noqa: E402

STRINGS = {"cello": "cgda", "viola": "cgda", "violin": "gdae", "double-bass": "eadg"}
OPEN = {"cello": (36, 43, 50, 57), "viola": (48, 55, 62, 69), "violin": (55, 62, 69, 76), "double-bass": (28, 33, 38, 43)}
SEED = 20261126  # nothing was set on it


def say(*words):
    print("#", *words, file=sys.stderr, flush=True)


def level(x, rate, f):
    """Level (dB) by ms, over two periods and at least 10 ms."""
    n = int(max(0.01, 2 / f) * rate)
    power = np.convolve(x ** 2, np.hanning(n) / np.hanning(n).sum(), "same")
    return 10 * np.log10(power[::rate // 1000] + 1e-14)


def at(x, rate, f):
    """Level (dB) of the partial at f, wherever it is best within 20 cents."""
    t, w = np.arange(len(x)) / rate, np.hanning(len(x))
    near = f * 2 ** (np.arange(-20, 21, 4) / 1200)
    return 20 * np.log10(max(abs((x * w * np.exp(-2j * np.pi * g * t)).mean()) for g in near) + 1e-12)


def stopped_keys(scene):
    """Keys of two octaves and a half from the lowest string up, no open strings'."""
    return [k for k in range(OPEN[scene][0] + 1, OPEN[scene][0] + 31) if k not in OPEN[scene]]


LENGTH, STEP = 1.5, 2.6  # s: of a note, from one to the next
REPEATS = 0.93  # of 1, what sounds like a pitch
TONE = (0.7, 1.4)  # s of a note


def answers_of(scene, keys, velocities, *options):
    """Of each key: loudest idle string beside the bowed one at the fundamental (dB), swell (dB), ms to 3 dB
    below the tone, ms from the end to 20 dB below it."""
    names = STRINGS[scene]
    events = [e for i, k in enumerate(keys) for e in midi.note(0.1 + STEP * i, k, LENGTH, velocities[i])]
    probes = [f"{s}.bridge_force" for s in names] + [f"bow-{s}.normal" for s in names]
    x, rate, p, fast = play(events, *setting(vibrato=0, humanity=0), *options, scene=scene, probes=probes,
                            seconds=0.1 + STEP * len(keys))
    rows = []
    for i, key in enumerate(keys):
        begin, f = 0.1 + STEP * i, hertz(key)
        part = p[int((begin + TONE[0]) * fast):int((begin + TONE[1]) * fast)]
        bowed = int(np.argmax(part[:, 4:].mean(0)))
        forces = [at(part[:, s], fast, f) for s in range(4)]
        idle = max(v for s, v in enumerate(forces) if s != bowed) - forces[bowed]
        e = level(x[int(begin * rate):int((begin + STEP) * rate)], rate, f)
        tone = np.median(e[700:1400])
        early = np.mean(e[250:350])
        down = np.flatnonzero(e[1500:] > tone - 20)
        rows.append((idle, e[350:1400].max() - early, int(np.argmax(e > tone - 3)), int(down[-1]) + 1 if len(down) else 0))
        say(scene, key, names[bowed], "answer %.1f dB, swell %.1f dB, -3 dB after %d ms, tail %d ms" % rows[-1])
    return rows


def answers(seed=SEED, *options):
    for scene in STRINGS:
        rng, keys = random.Random(f"{seed} {scene}"), stopped_keys(scene)
        rows = np.array(answers_of(scene, keys, [rng.randint(50, 90) for _ in keys], *options))
        name = scene.replace("-", "_")
        for figure, value in (("answer_db", rows[:, 0].max()), ("swell_db", rows[:, 1].max()), ("start_ms", rows[:, 2].max()),
                              ("tail_ms", np.median(rows[:, 3])), ("longest_tail_ms", rows[:, 3].max())):
            line(f"hands_{name}_{figure}", value, len(keys), seed)


def gaps_of(v, rate):
    """Times (s) of slips under a bow, and the pitch (Hz) about each: the median of what lies from slip to slip within
    15 ms, or of three, since one slip too many or too few is no pitch."""
    when = slips(v) / rate
    if len(when) < 5:
        return np.array([]), np.array([])
    f, middle = 1 / np.diff(when), (when[1:] + when[:-1]) / 2
    each = [np.flatnonzero(abs(middle - t) < 0.015) if (abs(middle - t) < 0.015).sum() > 3 else np.arange(max(i - 1, 0), i + 2)
            for i, t in enumerate(middle)]
    return middle, np.array([np.median(f[k[k < len(f)]]) for k in each])


def melody(scene, rng, count):
    """Keys of a line that goes by steps and thirds, now and then from or to an open string."""
    low = OPEN[scene][0]
    keys = [rng.randint(low + 5, low + 24)]
    while len(keys) < count:
        near = [k for k in range(keys[-1] - 5, keys[-1] + 6) if low <= k <= low + 30 and k != keys[-1]]
        bare = [k for k in near if k in OPEN[scene]]
        keys.append(rng.choice(bare) if bare and rng.random() < 0.35 else rng.choice(near))
    return keys


def slurred(scene, keys, length, *options):
    """Slurs of three: of each note that was slurred its key, the one before, whether it stayed on its string, ms until
    its pitch stays within 20 cents, farthest that a cycle of vibrato has it, both after 0.1 s (cents), dB between the notes."""
    names, events = STRINGS[scene], []
    for i, k in enumerate(keys):
        events += midi.note(0.2 + length * i, k, length * (0.9 if i % 3 == 2 else 1.08), 72)
    probes = [f"bow-{s}.velocity" for s in names] + [f"bow-{s}.normal" for s in names]
    x, rate, p, fast = play(events, *options, scene=scene, probes=probes, seconds=0.4 + length * len(keys))
    rows, before = [], -1
    for i, k in enumerate(keys):
        begin, f = 0.2 + length * i, hertz(k)
        part = p[int(begin * fast):int((begin + 0.86 * length) * fast)]
        on = int(np.argmax(part[len(part) // 3:, 4:].mean(0)))
        when, heard = gaps_of(part[:, on], fast)
        off = 1200 * np.log2(heard / f)
        late = when[abs(off) > 20]
        settled = 1000 * (late[-1] if len(late) else 0) if len(when) else 1000 * length
        cycles = [np.median(off[(when >= t) & (when < t + 1 / 5.2)]) for t in np.arange(0.1, 0.86 * length - 0.2, 0.02)] if len(when) else [999]
        if i % 3:
            n = int(0.012 * rate)
            e = np.convolve(x[int((begin - 0.15) * rate):int((begin + 0.25) * rate)] ** 2, np.ones(n) / n, "valid")
            e = 10 * np.log10(e + 1e-14)
            edges = min(e[:int(0.1 * rate)].mean(), e[-int(0.08 * rate):].mean())
            rows.append((k, keys[i - 1], on == before, settled, np.abs(cycles).max(), edges - e[int(0.13 * rate):int(0.24 * rate)].min()))
            say(scene, names[on], "%d after %d, stayed %d: settled after %d ms, bent by %.0f cents, dip %.1f dB" % rows[-1])
        before = on
    return rows


def slurs(seed=SEED, *options):
    for scene in STRINGS:
        rng, name = random.Random(f"{seed} {scene} slurs"), scene.replace("-", "_")
        keys = melody(scene, rng, 48)
        rows = np.array(slurred(scene, keys, 0.4, *setting(vibrato=0, humanity=0), *options))
        same = rows[rows[:, 2] == 1]
        line(f"hands_{name}_slur_late", int((same[:, 3] > 60).sum()), len(same), seed)
        line(f"hands_{name}_slur_ms", same[:, 3].max(), len(same), seed)
        line(f"hands_{name}_cross_of_nine_ms", np.percentile(rows[rows[:, 2] == 0][:, 3], 90), len(rows) - len(same), seed)
        line(f"hands_{name}_cross_dip_db", np.median(rows[rows[:, 2] == 0][:, 5]), len(rows) - len(same), seed)
        rows = np.array(slurred(scene, keys, 0.45, "--seed", str(seed % 1000), *options))
        stopped = rows[~np.isin(rows[:, 0], OPEN[scene])]
        line(f"hands_{name}_bent", int((stopped[:, 4] > 20).sum()), len(stopped), seed)
        line(f"hands_{name}_bent_cents", stopped[:, 4].max(), len(stopped), seed)


def fits(x, rate, f):
    """Of frames 3 ms apart: how well the sound repeats (0 to 1) at its best within eight semitones of f, and at f within
    half a semitone; two periods are compared with the two that come a period later."""
    t = rate / f
    n, lags = int(2 * t), np.arange(int(t * 2 ** (-8 / 12)), int(t * 2 ** (8 / 12)) + 2)
    near = abs(1200 * np.log2(lags / t)) < 50
    near |= abs(lags - t) <= 1
    found = []
    for begin in range(0, len(x) - n - lags[-1], max(int(0.003 * rate), 1)):
        part = x[begin:begin + n + lags[-1]] - x[begin:begin + n + lags[-1]].mean()
        a, sums = part[:n], np.concatenate([[0], np.cumsum(part ** 2)])
        energy = sums[lags + n] - sums[lags]
        r = np.correlate(part, a, "valid")[lags] / np.sqrt((a @ a) * energy + 1e-20)
        found.append((r.max(), r[near].max()))
    return np.array(found)


def pitches(x, rate, keys, begin, length):
    """Of each note 0: it has its pitch, 1: it never repeats, 2: it repeats, but mostly at another pitch."""
    from scipy.signal import resample_poly
    said, fewer = [], {n: resample_poly(x, 1, n) for n in (1, 2, 4)}
    for i, k in enumerate(keys):
        t = begin + length * i
        n = next(n for n in (4, 2, 1) if rate / n > 80 * hertz(k) or n == 1)  # a period is 80 samples, if it can
        r = fits(fewer[n][int((t + 0.02) * rate / n):int((t + length + 0.015) * rate / n)], rate / n, hertz(k))
        clear = r[:, 0] > REPEATS if len(r) else np.array([False])
        said.append(1 if not clear.any() else 2 if (r[clear, 1] > r[clear, 0] - 0.03).mean() < 0.25 else 0)
    return np.array(said)


def line_of(scene, rng, count):
    """Keys of a quick line: scales, thirds, broken chords over the instrument's first two octaves and a half."""
    low, keys = OPEN[scene][0], []
    while len(keys) < count:
        steps = rng.choice([(0, 2, 4, 5, 7, 9, 11, 12), (0, 3, 7, 12, 15, 12, 7, 3), (0, 4, 2, 5, 4, 7, 5, 9), (0, 2, 3, 5, 3, 2, 0, -1),
                            (12, 7, 4, 0, 4, 7, 12, 7), (0, 0, 0, 0, 2, 2, 2, 2)])
        root = rng.randint(low + 1, low + 18)
        keys += [root + s for s in steps]
    return keys[:count]


def quick(scene, seed, reads, *options):
    """256 sixteenths, half of them with a bow each, half in slurs of four: keys, and `pitches` of each."""
    rng, length = random.Random(f"{seed} {scene} fast"), 15 / 112
    keys, said = line_of(scene, rng, 256), []
    for part, style in ((keys[:128], "apart"), (keys[128:], "slurred")):
        again = [k == after for k, after in zip(part, part[1:] + [None])]
        held = [0.9 if style == "apart" or i % 4 == 3 or again[i] else 1.1 for i in range(len(part))]
        events = [e for i, k in enumerate(part) for e in midi.note(0.2 + length * i, k, held[i] * length, 76)]
        x, rate, _, _ = play(events, *setting(vibrato=0, reads=reads), "--seed", str(seed % 1000), *options, scene=scene,
                             seconds=0.4 + length * len(part))
        said.append(pitches(x, rate, part, 0.2, length))
        say(scene, style, "read" if reads else "live", " ".join(f"{k}{' !?'[v]}" for k, v in zip(part, said[-1])))
    return keys, np.concatenate(said)


def fast(seed=SEED, *options):
    for scene in STRINGS:
        name = scene.replace("-", "_")
        for reads in (1, 0):
            keys, said = quick(scene, seed, reads, *options)
            how = "read" if reads else "live"
            line(f"hands_{name}_fast_{how}_never", int((said == 1).sum()), 256, seed)
            line(f"hands_{name}_fast_{how}_wrong", int((said == 2).sum()), 256, seed)
            say(scene, how, "apart", (said[:128] > 0).sum(), "slurred", (said[128:] > 0).sum(), "lowest fifth",
                (said[np.array(keys) < OPEN[scene][0] + 6] > 0).sum())


if __name__ == "__main__":
    what, *numbers = sys.argv[1:]
    {"answers": answers, "slurs": slurs, "fast": fast}[what](*(int(n) if n.isdigit() else n for n in numbers))
