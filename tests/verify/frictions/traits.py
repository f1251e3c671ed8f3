# SPDX-License-Identifier: BSD-3-Clause
"""What is measured of a creak, recorded or made, the same for both: a dozen traits by which distances are
taken (TRAITS), and other features (`other`) for a judge that nothing was tuned by. Sounds are mono or stereo at
judged.RATE; levels are in dB of the whole."""
import numpy as np
from scipy.signal import butter, sosfiltfilt

import judged

RATE = judged.RATE
TRAITS = ("tilt", "share_5_10k", "above_10k", "below_200", "flatness", "crest", "periodicity", "modulation_1_8",
          "modulation_20_120", "attack", "fall", "centroid_moves")
LEAST = -70.0  # dB, what is less counts as that: band limits of recordings


def share(hz, power, low, high):
    whole = power[hz > 30].sum()
    return max(10 * np.log10(power[(hz >= low) & (hz < high)].sum() / whole + 1e-30), LEAST)


def envelope(x, high=200.0):
    """Level 2000 times a second, above 0."""
    n = RATE // 2000
    e = np.abs(x[:len(x) // n * n]).reshape(-1, n).mean(1)
    return np.maximum(sosfiltfilt(butter(2, high, fs=RATE / n, output="sos"), e), 0), RATE / n


def periodicity(x, size=2048):
    """Median over the frames within 30 dB of the loudest of the highest correlation with themselves, 60 to 2000 Hz."""
    found, level = [], []
    for i in range(0, len(x) - size, size // 2):
        f = x[i:i + size] - x[i:i + size].mean()
        r = np.fft.irfft(np.abs(np.fft.rfft(f, 2 * size)) ** 2)[:size // 2]
        back = np.cumsum(f[::-1] ** 2)[::-1][:size // 2]
        ahead = np.cumsum(f ** 2)[::-1][:size // 2]
        r = r / (np.sqrt(back * ahead) + 1e-30)
        k = RATE // 2000
        while k < len(r) - 1 and r[k + 1] < r[k]:
            k += 1  # down from what is near 0
        found.append(max(r[k:RATE // 60].max(), 0) if k < RATE // 60 else 0)
        level.append((f ** 2).sum())
    level = np.array(level)
    return np.median(np.array(found)[level > 1e-3 * level.max()])


def modulation(e, rate, low, high):
    """dB over the mean of what an envelope swings in a band."""
    w = np.hanning(len(e))
    size = max(len(e), int(2 * rate))
    power = np.abs(np.fft.rfft((e - np.average(e, weights=w)) * w, size)) ** 2
    hz = np.fft.rfftfreq(size, 1 / rate)
    swing = power[(hz >= low) & (hz < high)].sum() * 2 / size / (w ** 2).sum()
    return 10 * np.log10(swing / np.average(e, weights=w) ** 2 + 1e-12)


def attack(e, rate):
    """log2 of the s that it takes from a tenth to nine tenths of the loudest."""
    top = e.max()
    late = np.argmax(e > 0.9 * top)
    early = late - np.argmax(e[late::-1] < 0.1 * top) if (e[:late + 1] < 0.1 * top).any() else 0
    return np.log2(max(late - early, 1) / rate)


def fall(x):
    """Steepest fall within 50 ms of levels of 10 ms, dB, from within 20 dB of the loudest."""
    n = RATE // 100
    db = 10 * np.log10((x[:len(x) // n * n].reshape(-1, n) ** 2).mean(1) + 1e-14 * (x ** 2).max())
    db = np.maximum(db, db.max() - 60)
    falls = (db[:-5] - db[5:])[db[:-5] > db.max() - 20]
    return falls.max() if len(falls) else 0.0


def centroids(x):
    hz, p = judged.powers(x, 2048)
    return np.log2((p[:, 1:] * hz[1:]).sum(1) / p[:, 1:].sum(1))


def flatness(x):
    hz, p = judged.powers(x, 2048)
    p = p[:, (hz > 100) & (hz < 10000)] + 1e-30
    return np.mean(10 * np.log10(np.exp(np.log(p).mean(1)) / p.mean(1)))


def of(x):
    """The traits of a sound, in the order of TRAITS."""
    x = judged.mono(x)
    x = x / np.abs(x).max()
    hz, power = judged.spectrum(x)
    e, rate = envelope(x)
    moves = centroids(x)
    return np.array([
        judged.tilt(x), share(hz, power, 5000, 10000), share(hz, power, 10000, 20000), share(hz, power, 30, 200), flatness(x),
        20 * np.log10(1 / np.sqrt((x ** 2).mean())), periodicity(x), modulation(e, rate, 1, 8), modulation(e, rate, 20, 120),
        attack(e, rate), fall(x), np.percentile(moves, 90) - np.percentile(moves, 10)])


def other(x):
    """Features that no scene was tuned by: third octaves from 100 Hz to 10 kHz over the strongest, how far each moves, how
    much neighbouring frames differ, how alike their bands move, skewness and kurtosis of levels."""
    x = judged.mono(x)
    hz, p = judged.powers(x / np.abs(x).max(), 2048)
    bands = np.array([judged.thirds(hz, q, 100, 10000)[1] for q in p])
    mean = judged.thirds(hz, p.mean(0), 100, 10000)[1]
    flux = np.abs(np.diff(bands, axis=0)).mean(0) if len(bands) > 1 else np.zeros(bands.shape[1])
    level = bands.max(1)
    alike = np.corrcoef(bands.T + 1e-6 * np.arange(len(bands)))[np.triu_indices(bands.shape[1], 1)].mean() if len(bands) > 3 else 1
    z = (level - level.mean()) / (level.std() + 1e-6)
    return np.concatenate([np.maximum(mean - mean.max(), LEAST), np.minimum(bands.std(0), 20), np.minimum(flux, 20),
                           [alike, (z ** 3).mean(), (z ** 4).mean()]])


def trimmed(x):
    """Without the silence around it (-60 dB)."""
    loud = np.flatnonzero(np.abs(judged.mono(x)) > 1e-3 * np.abs(x).max())
    return x[loud[0]:loud[-1] + 1]


class Scale:
    """Where recordings lie: their median, and standard deviation for a spread."""

    def __init__(self, rows):
        self.median = np.median(rows, axis=0)
        self.spread = np.std(rows, axis=0)

    def of(self, rows):
        return (np.asarray(rows) - self.median) / self.spread


def apart(a, b):
    """Distances (rows of a by rows of b) of rows in spreads: RMS over traits."""
    return np.sqrt(((np.asarray(a)[:, None] - np.asarray(b)[None]) ** 2).mean(2))
