#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`rosin match` on what it was not made with. Prints NAME VALUE SAMPLES SEED.

  match.py recorded [N]   N of the ten recordings of Debian's packages lincity-ng-data, extremetuxracer-data
                          and minetest-mod-homedecor (doors, a gate, mills, trains, sledges on rock, mud and
                          ice), which nothing here was fitted on; what was looked at while it was made are
                          the doors of minetest-data
  match.py own [N]        N renderings of rosin itself: scenes, macros and seeds by chance

Packages are downloaded where they are not installed, measured, and never kept. Tries are counted, not
seconds, so that the figures are the same however busy the machine is; the processor's seconds are printed."""
import glob
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

ROSIN = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
JUDGED = (("lincity-ng-data", "WindMill1.wav WindMillHTech1.wav Mill1.wav RailTrain1.wav"),
          ("minetest-mod-homedecor", "homedecor_door_open.ogg homedecor_door_close.ogg homedecor_gate_open_close.ogg"),
          ("extremetuxracer-data", "ice_slide.wav rock_slide.wav mud_slide.wav"))
TRIES, SEED, OWN_TRIES = 800, 20261127, 700
LONGEST = 2.5  # s of a recording


def line(name, value, samples, seed=SEED):
    print(f"match_{name} {value:.6g} {samples} {seed}", flush=True)


def files(folder):
    """Recordings that are there, by package."""
    for package, names in JUDGED:
        listed = subprocess.run(["dpkg", "-L", package], capture_output=True, text=True).stdout.split("\n")
        if len(listed) < 2:
            subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, capture_output=True)
            for deb in glob.glob(os.path.join(folder, package + "_*.deb")):
                subprocess.run(["dpkg", "-x", deb, os.path.join(folder, package)], capture_output=True)
                os.remove(deb)
            listed = glob.glob(os.path.join(folder, package, "**", "*"), recursive=True)
        for name in names.split():
            yield from [p for p in listed if os.path.basename(p) == name][:1]


def match(path, folder, *options):
    """Its report, or None."""
    command = [ROSIN, "match", path, "-o", os.path.join(folder, "x.cfg"), "--report", os.path.join(folder, "r"), *options]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        print(f"{os.path.basename(path)}: {made.stderr.strip()}", file=sys.stderr)
        return None
    with open(os.path.join(folder, "r", "report.json")) as file:
        return json.load(file)


def recorded(count=10):
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for path in list(files(folder))[:count]:
            r = match(path, folder, "--evaluations", str(TRIES), "--longest", str(LONGEST))
            if r:
                rows.append((r["before"]["distance"], r["before"]["third_octaves_db"], r["after"]["distance"],
                             r["after"]["third_octaves_db"], r["floor"]["distance"], r["floor"]["third_octaves_db"],
                             r["seconds_processor"]))
                print(os.path.basename(path), r["scene"], *np.round(rows[-1], 2), file=sys.stderr, flush=True)
    if not rows:
        print("skip no recordings: the packages could not be had", flush=True)
        return
    t = np.array(rows)
    line("recordings", len(t), len(t))
    line("distance_shipped", np.median(t[:, 0]), len(t))
    line("octaves_shipped_db", np.median(t[:, 1]), len(t))
    line("distance", np.median(t[:, 2]), len(t))
    line("octaves_db", np.median(t[:, 3]), len(t))
    line("octaves_over_db", np.median(t[:, 3] - np.maximum(t[:, 5], 5)), len(t))
    line("distance_over_floor", np.median(t[:, 2] / t[:, 4]), len(t))
    line("processor_seconds", t[:, 6].max(), len(t))


def own(count=10):
    random = np.random.default_rng(SEED)
    scenes = [s["name"] for s in json.loads(subprocess.run([ROSIN, "scenes", "--json"], capture_output=True, text=True,
                                                           check=True).stdout) if s["macros"]]
    found, off, seconds = 0, [], []
    with tempfile.TemporaryDirectory() as folder:
        for scene in random.choice(scenes, count, replace=False):
            rows = json.loads(subprocess.run([ROSIN, "show", "--macros", "--json", scene], capture_output=True, text=True,
                                             check=True).stdout)
            rows = rows["macros"] if isinstance(rows, dict) else rows
            at = {m["name"]: random.uniform(m["low"], m["high"]) for m in rows}
            path = os.path.join(folder, f"{scene}.wav")
            options = [w for k, v in at.items() for w in ("-s", f"{k}={v:.6g}")]
            subprocess.run([ROSIN, "render", scene, "--seed", str(random.integers(2, 10 ** 6)), "--plain", "-o", path,
                            *options], check=True, capture_output=True)
            r = match(path, folder, "--evaluations", str(OWN_TRIES), "--longest", str(LONGEST))
            if not r:
                continue
            seconds.append(r["seconds_processor"])
            found += r["scene"] == scene
            got = {k: float(v) for k, v in (t.split("=") for t in r["set"])}
            errors = [abs(got.get(m["name"], m["default"]) - at[m["name"]]) / (m["high"] - m["low"]) for m in rows]
            off += errors if r["scene"] == scene else []
            print(scene, r["scene"], r["after"], r["floor"], np.round(errors, 2), file=sys.stderr, flush=True)
    line("own_found", 100 * found / count, count)
    line("own_macros_within_15", 100 * np.mean(np.array(off) <= 0.15) if off else 0, len(off))
    line("own_macros_median", 100 * np.median(off) if off else 100, len(off))
    line("own_processor_seconds", max(seconds) if seconds else 0, count)


if __name__ == "__main__":
    {"recorded": recorded, "own": own}[sys.argv[1]](*map(int, sys.argv[2:]))
