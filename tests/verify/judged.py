# SPDX-License-Identifier: BSD-3-Clause
"""What is measured of a friction sound, recorded or made: the same for both. For recorded.py."""
import numpy as np
from scipy.signal import butter, resample_poly, sosfiltfilt

RATE = 44100
FRAME = 1536  # of the pitch, 35 ms
HOP = 256
LOW, HIGH = 60.0, 4000.0  # Hz, where a pitch is looked for


def mono(x):
    return x if x.ndim == 1 else x.mean(1)


def at_rate(x, rate):
    """The same at RATE."""
    if rate == RATE:
        return x
    divisor = np.gcd(rate, RATE)
    return resample_poly(x, RATE // divisor, rate // divisor, axis=0)


def powers(x, size=4096):
    """Power spectra of the frames within 40 dB of the loudest (Hann, half over)."""
    w = np.hanning(size)
    if len(x) < size:
        x = np.pad(x, (0, size - len(x)))
    frames = np.array([np.abs(np.fft.rfft(x[i:i + size] * w)) ** 2
                       for i in range(0, len(x) - size + 1, size // 2)])
    level = frames.sum(1)
    return np.fft.rfftfreq(size, 1 / RATE), frames[level > 1e-4 * level.max()]


def spectrum(x):
    hz, p = powers(x)
    return hz, p.mean(0)


def thirds(hz, power, low, high):
    """Middles of third octaves and what lies in them, dB."""
    count = int(round(3 * np.log2(high / low)))
    middle = low * 2 ** (np.arange(count + 1) / 3)
    level = [power[(hz >= m * 2 ** (-1 / 6)) & (hz < m * 2 ** (1 / 6))].sum() for m in middle]
    return middle, 10 * np.log10(np.array(level) + 1e-30)


def tilt(x):
    """dB an octave from 500 Hz to 8 kHz: a line through what third octaves of the long-term spectrum have
    a hertz."""
    middle, level = thirds(*spectrum(x), 500, 8000)
    return np.polyfit(np.log2(middle), level - 10 * np.log10(middle), 1)[0]


def share(x, low=5000, high=10000):
    """dB of the whole (from 30 Hz) that lies in a band."""
    hz, p = spectrum(x)
    return 10 * np.log10(p[(hz >= low) & (hz < high)].sum() / p[hz > 30].sum() + 1e-30)


def pitches(x):
    """Hz of each frame that is within 30 dB of the loudest: the strongest line between LOW and HIGH. The
    frames go on by HOP."""
    w = np.hanning(FRAME)
    size = 8192
    hz = np.fft.rfftfreq(size, 1 / RATE)
    inside = (hz > LOW) & (hz < HIGH)
    found, level = [], []
    for i in range(0, len(x) - FRAME, HOP):
        p = np.where(inside, np.abs(np.fft.rfft(x[i:i + FRAME] * w, size)) ** 2, 0)
        k = int(np.argmax(p))
        a, b, c = np.log(p[k - 1:k + 2] + 1e-30) if k else (0, 0, 0)
        off = 0.5 * (a - c) / (a - 2 * b + c) if a + c != 2 * b else 0
        found.append((k + np.clip(off, -0.5, 0.5)) * hz[1])
        level.append(p.sum())
    level = np.array(level)
    return np.array(found)[level > 1e-3 * level.max()]


def pitch_motion(x):
    """Span and jitter of the pitch, cents, of the frames within half an octave of its median: where the
    middle 80 % lie, and what is left of it above 9 Hz."""
    hz = pitches(x)
    if len(hz) < 20:
        return np.nan, np.nan
    cents = 1200 * np.log2(hz / np.median(hz))
    cents = cents[np.abs(cents) < 600]
    quick = sosfiltfilt(butter(2, 9, "high", fs=RATE / HOP, output="sos"), cents)
    return np.percentile(cents, 90) - np.percentile(cents, 10), np.std(quick)


def irregularity(x):
    """Coefficient of variation of the times between pulses of what creaks: peaks of the level
    (5 ms) that stand 3 dB over what lies between."""
    n = int(0.002 * RATE)
    e = np.sqrt(np.convolve(x * x, np.ones(n) / n, "same")[::n // 2])
    low = sosfiltfilt(butter(2, 3, fs=2 * RATE / n, output="sos"), e)
    peaks, least, top, at = [], e[0], 0, 0
    for i, v in enumerate(e):
        if v > top:
            top, at = v, i
        least = min(least, v)
        if top > 1.41 * max(v, 1e-12) and top > 1.41 * least and top > 0.5 * low[at]:
            peaks.append(at)
            top, least = v, v
    gaps = np.diff(peaks)
    return np.std(gaps) / np.mean(gaps) if len(gaps) > 8 else np.nan


def stereo(x):
    """Correlation of left and right; 1 if there is one channel."""
    return 1.0 if x.ndim == 1 else np.corrcoef(x[:, 0], x[:, 1])[0, 1]


def envelope(x):
    """Level below 3 Hz, 100 times a second."""
    n = RATE // 100
    e = np.sqrt((x[:len(x) // n * n].reshape(-1, n) ** 2).mean(1))
    return sosfiltfilt(butter(2, 3, fs=100, output="sos"), e)


def all_of(x):
    """All measures of a sound at RATE, by name."""
    m = mono(x)
    span, jitter = pitch_motion(m)
    return dict(tilt=tilt(m), share=share(m), span=span, jitter=jitter, cv=irregularity(m),
                stereo=stereo(x))


def pieces(x, seconds=0.37):
    """Features of pieces of a sound for a classifier: third octaves from 100 Hz to 10 kHz over their
    mean, how much they change within the piece, flatness. Pieces 40 dB below the loudest are left
    out."""
    x = mono(x)
    n = int(seconds * RATE)
    rows, level = [], []
    for i in range(0, max(len(x) - n, 1), n // 2):
        piece = x[i:i + n]
        if len(piece) < 4096:
            continue
        hz, p = powers(piece, 2048)
        bands = np.array([thirds(hz, q, 100, 10000)[1] for q in p])
        mean = thirds(hz, p.mean(0), 100, 10000)[1]
        heard = p.mean(0)[(hz > 100) & (hz < 10000)] + 1e-30
        flat = 10 * np.log10(np.exp(np.log(heard).mean()) / heard.mean())
        rows.append(np.concatenate([np.maximum(mean - mean.max(), -70),
                                    np.minimum(bands.std(0), 20), [flat]]))
        level.append((piece ** 2).mean())
    level = np.array(level)
    return np.array(rows)[level > 1e-4 * level.max()] if len(rows) else np.zeros((0, 43))
