#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The seven wishes of docs/effects.md, rendered by the lines that stand there, and whether the sound
is what was wished for; and that no effect falls silent in half a minute. Prints NAME VALUE SAMPLES
SEED."""
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy.io import wavfile
from scipy.signal import butter, hilbert, sosfiltfilt

import features as f

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NAMES = ["stop", "hawser", "gusts", "rising", "beast", "braking", "groans"]


def line(name, value, samples):
    print(f"{name} {value:.6g} {samples} 0", flush=True)


def wishes():
    """Command lines of each wish, by the name of the file it makes."""
    with open(os.path.join(ROOT, "docs", "effects.md")) as page:
        text = re.search(r"\n## Seven wishes\n(.*?)\n## ", page.read(), re.S)[1]
    blocks = re.findall(r"(?:^    .*\n)+", text + "\n", re.M)
    return {re.search(r"-o (\w+)\.wav", b)[1]: [r.strip() for r in b.strip().split("\n")] for b in blocks}


def voice(path, rate=16000):
    """Somebody speaks: syllables of a glottal saw-tooth, four a second, with pauses."""
    t = np.arange(3 * rate) / rate
    loud = np.clip(np.sin(2 * np.pi * 4 * t), 0, 1) * (np.sin(2 * np.pi * 0.7 * t + 0.4) > -0.3)
    saw = 2 * ((120 + 20 * np.sin(2 * np.pi * 0.6 * t)) * t % 1) - 1
    wavfile.write(path, rate, (20000 * loud * saw).astype(np.int16))


def run(commands, folder, more=()):
    """Sound (the mean of its sides) and rate of a wish; `more` goes to its last line."""
    made = None
    for k, command in enumerate(commands):
        words = shlex.split(command)
        assert words[0] == "rosin", command
        words[0] = f.ROSIN
        subprocess.run(words + (list(more) if k == len(commands) - 1 else []), cwd=folder, check=True,
                       capture_output=True)
        made = os.path.join(folder, words[words.index("-o") + 1])
    rate, x = f.read(made)
    x = f.mono(x)
    return x / 2 ** 31 if np.abs(x).max() > 2 ** 24 else x / 2 ** 15 if np.abs(x).max() > 2 else x, rate


def levels(x, rate, seconds):
    n = int(seconds * rate)
    return 10 * np.log10((x[:len(x) // n * n].reshape(-1, n) ** 2).mean(1) + 1e-20)


def probed(folder):
    p = np.loadtxt(os.path.join(folder, "p.csv"), delimiter=",", skiprows=1)
    return p[:, 1:], 1 / (p[1, 0] - p[0, 0])


def stop(commands, folder):
    x, rate = run(commands, folder, ["--probe", "hinge.velocity,buffer.force", "--probe-file", "p.csv"])
    p, fast = probed(folder)
    hit = int(np.argmax(p[:, 1] > 0)) / fast
    before, after = x[int(0.4 * rate):int((hit - 0.1) * rate)], x[int(hit * rate):int((hit + 0.3) * rate)]
    line("tasks_stop_knock_db", 20 * np.log10(np.abs(after).max() / np.sqrt((before ** 2).mean())), len(x))
    touching = p[:, 1] > 0
    line("tasks_stop_bounces", np.sum(touching[1:] & ~touching[:-1]), len(p))
    line("tasks_stop_slips", f.slow_slips(p[int(0.4 * fast):int(hit * fast), 0], fast), len(p))


def hawser(commands, folder):
    """Slips come and go with the swell, irregular; the loudest second over the quietest."""
    x, rate = run(commands, folder, ["--probe", "turn.velocity", "--probe-file", "p.csv"])
    p, fast = probed(folder)
    line("tasks_hawser_slips", f.slow_slips(p[:, 0], fast), len(p))
    e = levels(x, rate, 1)
    line("tasks_hawser_swell_db", e.max() - e.min(), len(x))
    slack, tight = (notes(x[int(a * rate):int((a + 1.2) * rate)], rate) for a in (3.5, 1.9))
    shift = range(60)  # hundredths of an octave by which the resonances lie higher
    line("tasks_hawser_tightens", 2 ** (0.01 * max(shift, key=lambda k: np.corrcoef(
        slack[:len(slack) - k], tight[k:])[0, 1])), 2)


def notes(x, rate):
    """Level in hundredths of an octave from 120 Hz to 4 kHz."""
    hz, power = f.spectrum(x, rate, 4096)
    at = 120 * 2 ** (0.01 * np.arange(500))
    db = np.interp(at, hz, 10 * np.log10(power + 1e-20))
    return db - np.convolve(np.pad(db, 75, "edge"), np.ones(151) / 151, "valid")


def gusts(commands, folder):
    once = [re.sub(r"--loop -d \S+ ", "", c) for c in commands]  # what is probed is no loop
    run(once, folder, ["--probe", "post.force", "--probe-file", "p.csv"])
    p, fast = probed(folder)
    x, rate = run(commands, folder)
    line("tasks_gusts_seconds", len(x) / rate, len(x))
    line("tasks_gusts_silent", np.sum(levels(x, rate, 1) < -60), len(x))
    quiet = int(0.3 * fast)  # knocks that lie further apart than their bounces
    at = np.flatnonzero(p[:, 0] > 0)
    line("tasks_gusts_knocks", 1 + np.sum(np.diff(at) > quiet) if len(at) else 0, len(p))
    e = levels(x, rate, 0.05)
    step = np.abs(np.diff(e))
    line("tasks_gusts_seam_db", max(abs(e[0] - e[-1]) - step.max(), 0), len(x))


def ridge(x, rate, low, high):
    """Pitch of a tone that glides, every 10 ms: by the phase of what lies near it."""
    sos = butter(4, [low, high], "band", fs=rate, output="sos")
    turn = np.unwrap(np.angle(hilbert(sosfiltfilt(sos, x))))
    n = rate // 100
    return np.diff(turn[::n]) * 100 / (2 * np.pi)


def rising(commands, folder):
    x, rate = run(commands, folder)
    hz = ridge(x, rate, 450, 2000)[130:550]  # from where it speaks to where the finger lifts
    t = np.arange(len(hz)) / 100
    line("tasks_rising_octaves", np.log2(np.median(hz[-20:]) / np.median(hz[:20])) * 5 / (t[-1] - 0.2), len(x))
    cents = 1200 * np.diff(np.log2(hz))
    line("tasks_rising_step_cents", np.percentile(np.abs(cents), 99), len(cents))
    line("tasks_rising_worst_step_cents", np.abs(cents).max(), len(cents))
    e = levels(x, rate, 0.5)
    line("tasks_rising_swell_db", e[9:11].mean() - e[2:4].mean(), len(x))


def beast(commands, folder):
    """Octaves between the 10th and 90th percentile of the pitch of the skin, and of the formants'
    centre in the sound."""
    x, rate = run(commands, folder, ["--probe", "skin.velocity@centre", "--probe-file", "p.csv"])
    skin = probed(folder)[0][:, 0]
    n, pitches, centres = 4096, [], []
    w = np.hanning(n)
    for a in range(0, len(x) - n, n // 4):
        part = x[a:a + n] * w
        power = np.abs(np.fft.rfft(part, 4 * n)) ** 2
        if (part ** 2).sum() < 0.05 * (x ** 2).mean() * n:
            continue
        c = np.fft.irfft(np.abs(np.fft.rfft(skin[a:a + n] * w, 4 * n)) ** 2)[:rate // 50]
        k = rate // 400 + int(np.argmax(c[rate // 400:]))
        pitches.append(np.log2(rate / k))
        hz = np.fft.rfftfreq(4 * n, 1 / rate)
        heard = (hz > 300) & (hz < 6000)
        centres.append(np.log2((hz * power)[heard].sum() / power[heard].sum()))
    line("tasks_beast_pitch_octaves", np.ptp(np.percentile(pitches, [10, 90])), len(pitches))
    line("tasks_beast_formant_octaves", np.ptp(np.percentile(centres, [10, 90])), len(centres))
    line("tasks_beast_apart", abs(np.corrcoef(pitches, centres)[0, 1]), len(centres))


def braking(commands, folder):
    x, rate = run(commands, folder)
    wet, dry = x[int(0.3 * rate):int(1.1 * rate)], x[int(1.7 * rate):int(2.9 * rate)]
    line("tasks_braking_louder_db", 10 * np.log10((dry ** 2).mean() / (wet ** 2).mean()), len(x))
    flat = []
    for part in (wet, dry):
        hz, power = f.spectrum(part, rate)
        band = (hz > 500) & (hz < 1600)
        flat.append(10 * np.log10(power[band].max() / np.median(power[band])))
    line("tasks_braking_wet_line_db", flat[0], len(wet))
    line("tasks_braking_dry_line_db", flat[1], len(dry))


def groans(commands, folder):
    """How far the door's level goes with the voice's, at 3 Hz, up to 0.4 s later."""
    x, rate = run(commands, folder)
    r, v = f.read(os.path.join(folder, "voice.wav"))
    a, b = (np.sqrt((y[:len(y) // m * m].reshape(-1, m) ** 2).mean(1)) for y, m in ((x, rate // 100), (v, r // 100)))
    sos = butter(2, 3, fs=100, output="sos")
    a, b = sosfiltfilt(sos, a[:290]), sosfiltfilt(sos, b[:290])
    line("tasks_groans_follow", max(np.corrcoef(a[k:], b[:290 - k])[0, 1] for k in range(40)), 290)


def touches(force, rate, apart):
    """When something touches that had not for `apart` seconds."""
    at = np.flatnonzero(force > 0)
    return at[np.diff(at, prepend=-rate) > apart * rate] / rate


def starts():
    """Stops and starts of the older effects: chalk taps the board, a train's wheels hit joints."""
    x, rate, p, fast = f.render("chalk", (), ["tap.force"])
    x = f.mono(x)
    taps = touches(p[:, 0], fast, 0.03)
    top = lambda a, b: np.abs(x[max(int(a * rate), 0):int(b * rate)]).max()
    line("effects_chalk_taps", len(taps), len(p))
    line("effects_chalk_tap_db", 20 * np.log10(np.median([top(t, t + 0.004) / top(t - 0.01, t) for t in taps])), len(x))
    x, rate, p, fast = f.render("train", (), ["joint.force"])
    x = f.mono(x)
    knocks = touches(p[:, 0], fast, 0.1)
    low = np.abs(sosfiltfilt(butter(4, 250, fs=rate, output="sos"), x))
    line("effects_train_knocks", len(knocks), len(p))
    line("effects_train_pair_seconds", np.median(np.diff(knocks)[::2]), len(knocks))
    line("effects_train_knock_db", 20 * np.log10(min(low[int(t * rate):int((t + 0.05) * rate)].max() for t in knocks)
                                                 / np.median(low)), len(x))


def unsilent(scene):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.wav")
        subprocess.run([f.ROSIN, "render", scene, "--loop", "-d", "30", "--format", "float", "-o", path],
                       check=True, capture_output=True)
        rate, x = f.read(path)
    if x.ndim > 1:
        x = np.sqrt((x * x).mean(1))
    return np.sum(levels(x, rate, 1) < -60)


def main():
    todo = wishes()
    line("tasks_wishes", sum(n in todo for n in NAMES), len(todo))
    line("tasks_lines_most", max(len(c) for c in todo.values()), len(todo))
    for name in NAMES:
        if len(sys.argv) < 2 or name in sys.argv[1:]:
            with tempfile.TemporaryDirectory() as folder:
                voice(os.path.join(folder, "voice.wav"))
                globals()[name](todo[name], folder)
    if len(sys.argv) < 2 or "starts" in sys.argv[1:]:
        starts()
    if len(sys.argv) < 2 or "silent" in sys.argv[1:]:
        with ThreadPoolExecutor(2) as pool:
            for scene, silent in zip(f.SCENES, pool.map(unsilent, f.SCENES)):
                line(f"effects_silent_seconds_{scene.replace('-', '_')}", silent, 30)


if __name__ == "__main__":
    main()
