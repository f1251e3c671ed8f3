# SPDX-License-Identifier: BSD-3-Clause
"""What is measured of one note, recorded or computed, in the same way for both.

Frames of six periods of the frame's own pitch, Hann window: a partial is its bin and both
neighbours; noise lies half-way between partials (bin 6k + 3) and is scaled to the whole band, up to
10 kHz. Levels of partials are in dB of all of them."""
import numpy as np
from scipy import signal

PERIODS, POINTS, FINER, FRAMES = 6, 512, 4, 20  # points a period; resampled by; frames of a note
BANDS = {"1": (1, 1), "2_3": (2, 3), "4_7": (4, 7), "8_15": (8, 15), "16_up": (16, 200)}
THIRDS = 1000 * 2.0 ** (np.arange(-11, 10) / 3)  # Hz, middles: 79 Hz to 8 kHz


def hertz(key):
    return 440 * 2 ** ((key - 69) / 12)


def decibels(x):
    return 10 * np.log10(np.maximum(x, 1e-20))


def frame_pitch(x, rate, about):
    """Hz, from the phase that the first partial gains in a period."""
    n, step = int(4 * rate / about), int(rate / about)
    wave = np.hanning(n) * np.exp(-2j * np.pi * about * np.arange(n) / rate)
    first = x[:n] @ wave
    if first == 0:
        return about  # silence
    turn = np.angle((x[step:step + n] @ wave) / first)
    whole = round(about * step / rate - turn / (2 * np.pi))
    found = (turn / (2 * np.pi) + whole) * rate / step
    return found if abs(12 * np.log2(max(found, 1) / about)) < 1 else about


def frame(x, rate, about):
    """Shares of the bands, of all above 2 kHz, noise over harmonics."""
    pitch, count = frame_pitch(x, rate, about), PERIODS * POINTS
    at = np.arange(count) * PERIODS / pitch * rate / count
    power = abs(np.fft.rfft(np.interp(at, np.arange(len(x)), x) * np.hanning(count))) ** 2
    hz = np.arange(len(power)) * pitch / PERIODS
    top = min(int(10000 / pitch), POINTS // 2 - 2)
    partial = np.array([power[PERIODS * k - 1:PERIODS * k + 2].sum() for k in range(1, top + 1)])
    noise = PERIODS * power[PERIODS + 3:PERIODS * top:PERIODS].sum()
    whole, all_of_it = max(partial.sum(), 1e-20), max(power[(hz > 30) & (hz < 20000)].sum(), 1e-20)
    return [*(partial[a - 1:b].sum() / whole for a, b in BANDS.values()),
            power[(hz > 2000) & (hz < 20000)].sum() / all_of_it, noise / whole]


def thirds(x, rate):
    """Share of the power in each third of an octave."""
    hz, power = signal.periodogram(x, rate, "hann")
    edge = np.append(THIRDS, THIRDS[-1] * 2 ** (1 / 3)) * 2 ** (-1 / 6)
    total = power[(hz > 30) & (hz < 20000)].sum()
    return np.array([power[(hz >= a) & (hz < b)].sum() for a, b in zip(edge, edge[1:])]) / max(total, 1e-30)


def note(x, rate, key):
    """Of the sustained part (frames, 2) of a note: a dictionary in dB; thirds as shares."""
    mid, side = x.mean(1), 0.5 * (x[:, 0] - x[:, 1])
    about, fast = hertz(key), FINER * rate
    fine, length = signal.resample_poly(mid, FINER, 1), int(7.2 * fast / about)
    starts = np.linspace(0, len(fine) - length - 1, FRAMES).astype(int)
    rows = np.median([frame(fine[i:i + length], fast, about) for i in starts], axis=0)
    made = dict(zip([*BANDS, "above_2k", "hnr"], decibels(rows)))
    made["hnr"] = -made["hnr"]
    made["level"] = decibels((x ** 2).mean())
    made["side"] = decibels((side ** 2).mean() / max((mid ** 2).mean(), 1e-20))
    made["thirds"] = thirds(mid, rate)
    return made


def summary(notes):
    """Medians over notes, the worst side over mid, the spread of levels, thirds in dB."""
    made = {k: float(np.median([n[k] for n in notes])) for k in (*BANDS, "above_2k", "hnr", "level")}
    level = [n["level"] for n in notes]
    made["side"] = max(n["side"] for n in notes)
    made["spread"] = max(level) - min(level)
    made["thirds"] = decibels(np.mean([n["thirds"] for n in notes], axis=0))
    return made


def decay(x, rate, fall=20):
    """T60 (s) of what was plucked: from 3 dB below its peak to `fall` dB further."""
    n = int(0.02 * rate)
    level = decibels(np.convolve((x ** 2).mean(1), np.ones(n) / n, "same")[::n // 4])
    level = np.array([level[i:].max() for i in range(len(level))])  # beats fill up
    top = int(np.argmax(level <= level.max() - 3))
    end = int(np.argmax(level <= level.max() - 3 - fall))
    end = end if end > top else len(level) - 1
    return 60 * (end - top) * (n // 4) / rate / max(level[top] - level[end], 1e-9)


def above(x, rate, corner):
    """dB of all that lies above `corner` Hz."""
    hz, power = signal.periodogram(x.mean(1), rate)
    return decibels(power[(hz > corner) & (hz < 20000)].sum() / power[(hz > 30) & (hz < 20000)].sum())
