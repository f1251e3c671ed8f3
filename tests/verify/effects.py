#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The sound effects: level, gestures, known physics, and that no two are alike. Prints
NAME VALUE SAMPLES SEED. tests/verify/effects.c does the gestures."""
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy.signal import butter, hilbert, sosfiltfilt

import features as f

SWEEPS = os.path.join(os.path.dirname(f.ROSIN), "tests", "verify", "effects")
SEED = 20260411
# s of a gesture: what takes long to speak is given longer, none longer than its scene
SECONDS = {"wine-glass": 3.6, "singing-bowl": 5.0, "singing-bowls": 5.0, "glass-harmonica": 3.9, "cymbal": 3.0,
           "vibraphone": 2.4, "saw": 3.0, "rope": 3.4, "oak-door": 4.6, "ship-rope": 4.0, "gate": 4.5,
           "wet-brake": 4.0, "glass-shatter": 4.5, "footsteps": 4.5}
PAUSES = {"footsteps"}  # whoever walks is silent between the steps: that is not too quiet
SLIDES = {"stone-scrape"}  # grit that passes is its sound, and whether it sticks is the hand's
# features published or derived from published formulas; the scenes' comments say where
PUBLISHED = {"chalk": (1300, 3300), "brake-squeal": (1000, 16000), "tyre-skid": (500, 1300),
             "cuica": (150, 600), "train": (400, 10000), "wiper": (500, 3500),
             "saw": (200, 2000), "singing-bowl": (100, 800), "wine-glass": (600, 900),
             "door-hinge-fast": (300, 2000), "fingernail": (2000, 4000), "gate": (300, 2000),
             "wet-brake": (500, 1300), "creature": (90, 800), "glass-shatter": (690, 1500)}


def line(name, value, samples, seed=0):
    print(f"{name} {value:.6g} {samples} {seed}", flush=True)


def key(scene):
    return scene.replace("-", "_")


def at_defaults():
    start = time.monotonic()
    rendered = {s: f.render(s)[:2] for s in f.SCENES}
    line("effects_render_seconds", time.monotonic() - start, sum(len(x) for x, _ in rendered.values()))
    for scene, (x, rate) in rendered.items():
        line(f"effects_peak_dbfs_{key(scene)}", 20 * np.log10(np.abs(x).max()), len(x))
        line(f"effects_mean_db_{key(scene)}",
             20 * np.log10(np.abs(x.mean(0)).max() / np.sqrt((x * x).mean()) + 1e-12), len(x))
        line(f"effects_not_finite_{key(scene)}", np.sum(~np.isfinite(x)), len(x))
        line(f"effects_macros_{key(scene)}", len(f.macros(scene)), 0)


def sweep(scene):
    text = subprocess.run([SWEEPS, "sweep", scene, "100", str(SECONDS.get(scene, 2.1)), str(SEED)],
                          check=True, capture_output=True, text=True).stdout
    return [float(w) for w in text.split()]


def gestures():
    with ThreadPoolExecutor(2) as pool:
        for scene, made in zip(f.SCENES, pool.map(sweep, f.SCENES)):
            peak, bad, settings, good, silent, smooth, samples = made
            line(f"effects_gesture_peak_{key(scene)}", peak, int(samples), SEED)
            line(f"effects_gesture_not_finite_{key(scene)}", bad, int(samples), SEED)
            good = settings - smooth if scene in PAUSES else settings - silent if scene in SLIDES else good
            line(f"effects_gesture_good_{key(scene)}", 100 * good / settings, int(samples), SEED)
            print(f"{scene}: of {settings:.0f} settings {silent:.0f} too quiet, {smooth:.0f} without "
                  "stick-slip", file=sys.stderr)


def steady(scene):
    """Settings of a hand that does not stray."""
    text = subprocess.run([f.ROSIN, "show", scene], check=True, capture_output=True, text=True).stdout
    return ["sway=0"] + [f"{c}.{k}.wander=0" for c in f.contacts(scene) for k in ("velocity", "force")
                         if re.search(rf"\n  {c} = {{.*?{k} = [^\n]*(\n[^\n]*)?wander", text, re.S)]


def exponent(scene, macro, values):
    """d log pitch / d log macro, and the spread of the pitch in octaves."""
    hz = [f.pitch(*f.render(scene, [f"{macro}={v}"])[:2]) for v in values]
    return np.polyfit(np.log2(values), np.log2(hz), 1)[0], np.ptp(np.log2(hz))


def pattern(scene, body, part):
    """Turns a second of the vibrating pattern of a quite round rim: cos and sin of 2 waves
    round it, a and b, read at 0 and 1/8 turn."""
    x, rate, p, fast = f.render(scene, [f"{body}.split=0"] + steady(scene),
                                [f"{body}.displacement@0", f"{body}.displacement@0.125"])
    f0 = f.pitch(x, rate)
    band = butter(2, [0.8 * f0, 1.2 * f0], "band", fs=fast, output="sos")
    part = slice(int(part[0] * fast), int(part[1] * fast))
    a, b = (hilbert(sosfiltfilt(band, p[:, k]))[part] for k in (0, 1))
    angle = np.unwrap(np.arctan2(2 * np.real(a * np.conj(b)), np.abs(a) ** 2 - np.abs(b) ** 2))
    return np.polyfit(np.arange(len(a)) / fast, angle / (8 * np.pi), 1)[0]


def swells(scene, part, low=0.7, high=20.0, settings=()):
    """The strongest rate of rise and fall of a part of the sound, Hz, and its depth."""
    x, rate = f.render(scene, settings)[:2]
    e = f.envelope(f.mono(x), rate)[int(part[0] * rate):int(part[1] * rate)]
    w = np.abs(np.fft.rfft((e - e.mean()) * np.hanning(len(e)), 16 * len(e)))
    hz = np.arange(len(w)) * rate / (16 * len(e))
    w[(hz < low) | (hz > high)] = 0
    return hz[np.argmax(w)], 4 * w.max() / len(e) / e.mean()


def physics():
    slope, spread = exponent("sneaker", "speed", [0.3, 0.45, 0.7, 1.0, 1.5])
    line("effects_sneaker_pitch_by_speed", spread, 5)
    slope, spread = exponent("sneaker", "thickness", [3.5, 5.0, 7.0, 10.0])
    line("effects_sneaker_pitch_by_sole", slope, 4)
    for scene, body, part in (("wine-glass", "rim", (1.2, 3.7)), ("singing-bowl", "bowl", (1.5, 4.9))):
        finger = finger_turns(scene, part)
        line(f"effects_pattern_turns_{key(scene)}", pattern(scene, body, part) / finger, 1)
        beats, depth = swells(scene, part, settings=steady(scene))
        line(f"effects_beats_a_turn_{key(scene)}", beats / finger, 1)
        line(f"effects_beat_depth_{key(scene)}", depth, 1)
    rates = [hinge_slips(push) for push in (4, 7, 11, 16, 24)]
    print("hinge: slips a second", np.round(rates, 1), file=sys.stderr)
    line("effects_hinge_slip_rate_falls", int(np.sum(np.diff(rates) <= 0)), 5)
    line("effects_hinge_slip_rate_lowest", min(rates), 5)
    line("effects_hinge_slip_rate_highest", max(rates), 5)
    x, rate, p, fast = f.render("rope", (), ["turn.velocity"])
    line("effects_rope_slip_rate", f.slow_slips(p[:, 0], fast), len(p))
    for scene, (low, high) in PUBLISHED.items():
        hz = f.pitch(*f.render(scene)[:2])
        line(f"effects_published_pitch_{key(scene)}", np.clip(hz, low, high) - hz, 1)
    line("effects_harmonica_pulses", swells("glass-harmonica", (2.0, 4.0), 2.5,
         settings=["middle.force=0", "little.force=0"])[0], 1)


def finger_turns(scene, part):
    """Turns a second of the finger, from the scene's own gesture."""
    text = subprocess.run([f.ROSIN, "show", scene], check=True, capture_output=True, text=True).stdout
    points = re.search(r"position = \( (.*) \);", text)[1]
    t, x = np.array([[float(v) for v in pair.split(",")] for pair in re.findall(r"\(([^)]*)\)", points)]).T
    a, b = np.interp(part, t, x)
    return (b - a) / (part[1] - part[0])


def hinge_slips(push):
    x, rate, p, fast = f.render("door-hinge-slow", [f"push={push}"], ["hinge.velocity"])
    return f.slow_slips(p[int(0.5 * fast):int(3.4 * fast), 0], fast)


def varied(scene, random):
    """Settings of a near relative: another seed, every macro up to 5% of its range away."""
    settings = [f"seed={random.integers(2, 10000)}"]
    for name, low, high, default in f.macros(scene):
        value = default + random.uniform(-0.05, 0.05) * (high - low)
        settings.append(f"{name}={np.clip(value, low, high):.6g}")
    return settings


def alike():
    """Features in units of their spread over the scenes, of which each is where the mean of its first take
    and two others is. Its relatives must lie nearer to it than to any other scene."""
    random = np.random.default_rng(SEED)
    jobs = [(s, settings) for settings in ((), ["seed=20001"], ["seed=20002"]) for s in f.SCENES]
    jobs += [(s, varied(s, random)) for s in f.SCENES for _ in range(3)]
    with ThreadPoolExecutor(2) as pool:
        table = list(pool.map(lambda job: f.features(*job), jobs))
    table = np.array([[row[n] for n in f.NAMES] for row in table])
    count = len(f.SCENES)
    own, relatives = table[:3 * count].reshape(3, count, -1).mean(0), table[3 * count:].reshape(count, 3, -1)
    relatives = (relatives - own.mean(0)) / own.std(0)
    own = (own - own.mean(0)) / own.std(0)
    between = np.linalg.norm(own[:, None] - own[None], axis=2) + 1e9 * np.eye(count)
    i, j = np.unravel_index(np.argmin(between), between.shape)
    print(f"nearest: {f.SCENES[i]} and {f.SCENES[j]}", file=sys.stderr)
    line("effects_nearest_distance", between.min(), count)
    away = np.linalg.norm(relatives[:, :, None] - own[None, None], axis=3)
    wrong = away.argmin(2) != np.arange(count)[:, None]
    for s, k in zip(*np.nonzero(wrong)):
        print(f"a relative of {f.SCENES[s]} is nearer to {f.SCENES[away[s, k].argmin()]}", file=sys.stderr)
    line("effects_mistaken", int(wrong.sum()), wrong.size, SEED)


if __name__ == "__main__":
    todo = dict(defaults=at_defaults, gestures=gestures, physics=physics, alike=alike)
    for name in sys.argv[1:] or todo:
        todo[name]()
