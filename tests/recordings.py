#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Strokes on a bowed string in the form in which recordings of one are published: folders of
whole_N.csv, beta_N.csv and timestamp_N.csv (src/host/map/recordings.h). They are made by rosin itself,
of its scene cello-d, so that what `rosin map --measured` should find in them is known.

  recordings.py FOLDER [option=value]...

places, forces (how many), speeds (m/s, as in 0.1,0.2: a folder each; one: FOLDER itself), noise
(times what the published sensors have), seed, rate (Hz), law (settings, as in mu_static=0.5),
pitch (Hz), low, high (N), seconds"""
import csv
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROSIN = os.environ.get("ROSIN", os.path.join(ROOT, "build", "rosin"))
RISE = 0.05  # s


def bridge_force(text, place, force, rate, seconds):
    """Force on the bridge, N, a value a sample."""
    with tempfile.TemporaryDirectory() as folder:
        scene, probe = os.path.join(folder, "s.cfg"), os.path.join(folder, "p.csv")
        with open(scene, "w") as f:
            f.write(text)
        subprocess.run([ROSIN, "render", scene, "-r", str(rate), "--oversample", "1", "-d", str(seconds),
                        "-s", f"bow.position={place!r}", "-s", f"bow.force={force!r}", "--probe", "d.bridge_force",
                        "--probe-file", probe, "-o", os.path.join(folder, "s.wav")], check=True,
                       capture_output=True)
        with open(probe, newline="") as f:
            return [float(row["d.bridge_force"]) for row in csv.DictReader(f)]


def scene_of(speed, law, pitch):
    text = subprocess.run([ROSIN, "show", "cello-d"], capture_output=True, text=True, check=True).stdout
    text = re.sub(r"velocity = \(.*", f"velocity = {{ from = 0.0; to = {speed}; over = {RISE}; }};", text)
    text = re.sub(r"force = \(.*", "force = 1.0;", text)
    text = re.sub(r"frequency = 147.0", f"frequency = {pitch}", text)
    for setting in filter(None, law.split(",")):
        key, value = setting.split("=")
        text = re.sub(rf"\b{key} = [-0-9.e]+", f"{key} = {value}", text)
    return text


def write(folder, number, place, force, speed, bridge, o, chance):
    """One stroke: columns with the noise of their sensors, no names, lines that end in CR LF."""
    rate, start = float(o["rate"]), 100
    last = len(bridge) - 1 - start
    noise, offset = float(o["noise"]), 0.003 * float(o["noise"]) * chance.gauss(0, 1)
    with open(os.path.join(folder, f"whole_{number}.csv"), "w", newline="") as f:
        for i, x in enumerate(bridge):
            v = min(i / rate / RISE, 1) * speed
            f.write(f"{force + offset + noise * 1e-3 * chance.gauss(0, 1):.12g},{v:.12g},"
                    f"{x + noise * 2e-3 * chance.gauss(0, 1):.12g},{-x:.12g}\r\n")
    with open(os.path.join(folder, f"beta_{number}.csv"), "w", newline="") as f:
        f.write(f"{place * (1 + noise * 1e-3 * chance.gauss(0, 1)):.12g}\r\n")
    with open(os.path.join(folder, f"timestamp_{number}.csv"), "w", newline="") as f:
        f.write(f"{last - int(0.25 * rate)},{last}\r\n")


def steps(low, high, count):
    return [low * (high / low) ** (i / max(count - 1, 1)) for i in range(count)]


def main(folder, *words):
    o = dict(places="4", forces="7", speeds="0.1", noise="1", seed="1", rate="50000", law="", pitch="147", low="0.02", high="20",
             seconds="0.5")
    o.update(w.split("=", 1) for w in words)
    chance = random.Random(int(o["seed"]))
    speeds = o["speeds"].split(",")
    for k, speed in enumerate(speeds):
        into = folder if len(speeds) == 1 else os.path.join(folder, f"r_v{k + 1}")
        os.makedirs(into, exist_ok=True)
        text, number = scene_of(float(speed), o["law"], float(o["pitch"])), 0
        for place in reversed(steps(0.06, 0.2, int(o["places"]))):  # falls in the outer loop, and force
            for force in reversed(steps(float(o["low"]), float(o["high"]), int(o["forces"]))):  # in the inner
                number += 1
                write(into, number, place, force, float(speed),
                      bridge_force(text, place, force, int(o["rate"]), float(o["seconds"])), o, chance)


if __name__ == "__main__":
    main(*sys.argv[1:])
