#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What keys play: pitch over all notes, dynamics, onsets, voices, what notes by chance do.

  keys.py pitch|dynamics|onset|ring|cost|chance [SCENE]..."""
import os
import random
import subprocess
import sys
import tempfile

import numpy as np
from scipy.io import wavfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
import midi  # noqa: E402
from sound import ROSIN, line  # noqa: E402

# scene: lowest and highest key, s that a note is played, s in which it shall stand at the greatest velocity
SCENES = {"glass-harmonica": (60, 96, 1.6, 0.4), "bowed-vibraphone": (53, 89, 1.2, 0.15),
          "singing-bowls": (48, 84, 2.2, 0.6), "saw": (57, 93, 1.4, 0.4)}
VELOCITIES = (20, 64, 120)


def hertz(key):
    return 440 * 2 ** ((key - 69) / 12)


def render(scene, events, seconds, *settings):
    with tempfile.TemporaryDirectory() as folder:
        notes, out = os.path.join(folder, "n.mid"), os.path.join(folder, "o.wav")
        midi.write(notes, events)
        subprocess.run([ROSIN, "render", scene, "--midi", notes, "-d", str(seconds), "-o", out,
                        "--format", "float", *settings],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        rate, x = wavfile.read(out)
    return x.astype(float), rate


def likeness(x, lags):
    """How like itself `x` is after so many samples, -1 to 1 (McLeod and Wyvill's NSDF)."""
    n = len(x)
    spectrum = np.fft.rfft(x, 2 * n)
    r = np.fft.irfft(abs(spectrum) ** 2)[:lags]
    squares = np.concatenate(([0], np.cumsum(x ** 2)))
    k = np.arange(lags)
    return 2 * r / np.maximum(squares[n - k] + squares[n] - squares[k], 1e-30)


def coarse(x, rate):
    """Hz, anywhere from 40 to 6000: the first peak that is nearly the highest; 0: none."""
    r = likeness(x, int(rate / 40))
    below = np.flatnonzero(r < 0)
    if not len(below):
        return 0
    inner = r[1:-1]
    peaks = np.flatnonzero((inner > r[:-2]) & (inner >= r[2:])) + 1
    peaks = peaks[(peaks > below[0]) & (peaks >= rate / 6000)]
    if not len(peaks):
        return 0
    at = peaks[r[peaks] >= 0.9 * r[peaks].max()][0]
    a, b, c = r[at - 1:at + 2]
    return rate / (at + 0.5 * (a - c) / (a - 2 * b + c))


def fine(x, rate, f):
    """Hz of what swings near `f`: its phase's rate, where it is loud."""
    spectrum = np.fft.fft(x * np.hanning(len(x)))
    at = np.fft.fftfreq(len(x), 1 / rate)
    spectrum[abs(at - f) > 0.08 * f] = 0
    z = np.fft.ifft(spectrum)
    turn = np.angle(z[1:] * np.conj(z[:-1])) * rate / (2 * np.pi)
    weight = abs(z[1:]) ** 2
    middle = slice(len(weight) // 8, -len(weight) // 8)
    turn, weight = turn[middle], weight[middle]
    loud = weight > 0.05 * weight.max()
    return np.sum(turn[loud] * weight[loud]) / np.sum(weight[loud])


def pitches(scene, velocity):
    """Of each key: cents out of tune, and whether the tracker is in another octave."""
    low, high, length, _ = SCENES[scene]
    step = length + 0.1
    events = [e for i, k in enumerate(range(low, high + 1)) for e in midi.note(0.1 + step * i, k, length, velocity)]
    x, rate = render(scene, events, 0.2 + step * (high - low + 1), "-s", "keys.voices=1", "-s", "player.vibrato=0")
    x = x.mean(axis=1)
    found = []
    for i, k in enumerate(range(low, high + 1)):
        begin = 0.1 + step * i
        part = x[int((begin + 0.5 * length) * rate):int((begin + 0.95 * length) * rate)]
        f = coarse(part, rate)
        wrong = not f or abs(np.log2(f / hertz(k))) > 0.04
        found.append((1200 * np.log2(fine(part, rate, hertz(k)) / hertz(k)), wrong))
    return np.array(found)


def pitch(scenes):
    for scene in scenes:
        all_found = np.concatenate([pitches(scene, v) for v in VELOCITIES])
        for v, part in zip(VELOCITIES, np.split(all_found, len(VELOCITIES))):
            print(f"# {scene} {v}: {np.round(part[:, 0], 1).tolist()} wrong {np.flatnonzero(part[:, 1]).tolist()}",
                  file=sys.stderr)
        name = scene.replace("-", "_")
        line(f"keys_pitch_median_cents_{name}", np.median(abs(all_found[:, 0])), len(all_found))
        line(f"keys_pitch_worst_cents_{name}", abs(all_found[:, 0]).max(), len(all_found))
        line(f"keys_pitch_wrong_{name}", all_found[:, 1].sum(), len(all_found))


def level(x, rate, f):
    """Of what swings at `f`, dB by ms."""
    n = int(max(0.012, 4 / f) * rate)
    turning = np.exp(-2j * np.pi * f / rate * np.arange(len(x)))
    window = np.hanning(n) / np.hanning(n).sum()
    power = sum(abs(np.convolve(channel * turning, window, "same")) ** 2 for channel in x.T)
    return 10 * np.log10(2 * power[::rate // 1000] + 1e-15)


def some(scene):
    low, high, _, _ = SCENES[scene]
    return range(low, high + 1, 6)


def notes(scene, velocity):
    """Of some keys the sound from their start, and what comes first."""
    length = 2 * SCENES[scene][2]
    step = length + (5 if scene == "saw" else 0.1)  # of one body, which rings, the next would begin so
    keys = some(scene)
    events = [e for i, k in enumerate(keys) for e in midi.note(0.1 + step * i, k, length, velocity)]
    x, rate = render(scene, events, 0.2 + step * len(keys), "-s", "keys.voices=1", "-s", "player.vibrato=0",
                     "-s", "player.portamento=0")
    return [x[int((0.1 + step * i) * rate):int((0.1 + step * i + length) * rate)] for i in range(len(keys))], rate


def dynamics(scenes):
    for scene in scenes:
        levels = []
        for v in (1, 127):
            sounds, rate = notes(scene, v)
            levels.append([np.median(level(x, rate, hertz(k))[len(x) * 500 // rate:]) for x, k in
                           zip(sounds, some(scene))])
        span = np.array(levels[1]) - np.array(levels[0])
        print(f"# {scene}: {np.round(levels[0], 1)} {np.round(levels[1], 1)} span {np.round(span, 1)}", file=sys.stderr)
        line(f"keys_span_least_db_{scene.replace('-', '_')}", span.min(), len(span))


def onset(scenes):
    """ms to 6 dB below the tone, and whether another pitch is heard from there on."""
    for scene in scenes:
        name = scene.replace("-", "_")
        wrong = total = 0
        for v in VELOCITIES:
            sounds, rate = notes(scene, v)
            times = []
            for x, k in zip(sounds, some(scene)):
                by = level(x, rate, hertz(k))
                tone = np.median(by[len(by) // 2:])
                at = int(np.argmax(by > tone - 6))
                times.append(at)
                part = x[at * rate // 1000:][:int(max(0.08, 8 / hertz(k)) * rate)].mean(axis=1)
                f = coarse(part, rate)
                wrong += not f or abs(np.log2(f / hertz(k))) > 0.04
                total += 1
            print(f"# {scene} {v}: {times} ms", file=sys.stderr)
            line(f"keys_onset_{v}_ms_{name}", max(times), len(times))
        line(f"keys_onset_wrong_{name}", wrong, total)


def ring(scenes):
    """Four notes let go one after the other, of which all still sound: least level, re their own tone, of each in a
    band of its own, 0.3 s after the last was let go."""
    for scene in scenes:
        if scene == "saw":
            continue
        low = SCENES[scene][0]
        keys = [low + 12 + s for s in (0, 4, 7, 11)]
        events = [e for i, k in enumerate(keys) for e in midi.note(0.1 + 0.2 * i, k, 1.2, 80)]
        if scene == "bowed-vibraphone":
            events += midi.control(0, 64, 127)
        x, rate = render(scene, events, 4)
        x = x.mean(axis=1)
        drops = []
        for i, k in enumerate(keys):
            def band(begin):
                part = x[int(begin * rate):int((begin + 0.25) * rate)]
                s = abs(np.fft.rfft(part * np.hanning(len(part)))) ** 2
                at = np.fft.rfftfreq(len(part), 1 / rate)
                return 10 * np.log10(s[abs(at - hertz(k)) < 0.02 * hertz(k)].sum() + 1e-20)
            drops.append(band(2.2) - band(1.0))
        print(f"# {scene}: {np.round(drops, 1)}", file=sys.stderr)
        line(f"keys_ring_least_db_{scene.replace('-', '_')}", min(drops), len(drops))


def seconds_of(scene, keys):
    """Processor time that 8 s of these keys take, all held; without any, that it takes to begin."""
    before = os.times().children_user
    render(scene, [e for k in keys for e in midi.note(0.05, k, 7.9, 80)] or midi.note(7.9, SCENES[scene][0], 0.05), 8)
    return os.times().children_user - before


def cost(scenes):
    """Percent of a processor that a voice takes more, of six beside each other; of the saw, that it takes."""
    for scene in scenes:
        low = SCENES[scene][0]
        voices = 1 if scene == "saw" else 6
        keys = [low + 5 + 3 * i for i in range(voices)]
        least = min(seconds_of(scene, keys) for _ in range(3)) - min(seconds_of(scene, []) for _ in range(3))
        line(f"keys_voice_percent_{scene.replace('-', '_')}", 100 * least / 8 / voices, voices)


def by_chance(seed, low, high, seconds):
    """Notes, bends, pressures, controllers and pedals of a seed, on channels as MPE has them; all is let go at the
    end."""
    r = random.Random(seed)
    events = [(0, (0xb0, 101, 0)), (0, (0xb0, 100, 6)), (0, (0xb0, 6, 15))]
    for _ in range(int(seconds * 12)):
        at, channel = r.uniform(0, seconds), r.randrange(16)
        what = r.random()
        if what < 0.5:
            events += midi.note(at, r.randrange(low - 3, high + 4), r.uniform(0.01, 1.5), r.randrange(1, 128), channel)
        elif what < 0.65:
            bend = r.randrange(16384)
            events.append((at, (0xe0 | channel, bend & 127, bend >> 7)))
        elif what < 0.8:
            events.append((at, (0xd0 | channel, r.randrange(128))))
        else:
            number = r.choice((1, 2, 7, 10, 11, 16, 17, 64, 66, 73, 74, 76, 77, 120, 121, 123))
            events.append((at, (0xb0 | channel, number, r.randrange(128))))
    end = seconds + 1.6
    for channel in range(16):
        events += [(end, (0xb0 | channel, 64, 0)), (end, (0xb0 | channel, 66, 0)), (end, (0xb0 | channel, 123, 0))]
    return events, end


def chance(scenes):
    for scene in scenes:
        low, high, _, _ = SCENES[scene]
        worst, bad, peak = -np.inf, 0, 0
        for seed in (11, 12):
            events, end = by_chance(seed, low, high, 6)
            x, rate = render(scene, events, end + 80)
            bad += np.count_nonzero(~np.isfinite(x))
            worst = max(worst, 20 * np.log10(abs(x[-rate // 2:]).max() + 1e-12))
            peak = max(peak, abs(x).max())
        print(f"# {scene}: ends at {worst:.1f} dBFS, peak {peak:.3f}", file=sys.stderr)
        name = scene.replace("-", "_")
        line(f"keys_chance_bad_{name}", bad, 2)
        line(f"keys_chance_end_dbfs_{name}", worst, 2)


if __name__ == "__main__":
    {"pitch": pitch, "dynamics": dynamics, "onset": onset, "ring": ring, "cost": cost,
     "chance": chance}[sys.argv[1]](sys.argv[2:] or list(SCENES))
