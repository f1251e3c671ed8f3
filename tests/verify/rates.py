#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Bowed strings under every law: the scenes scenes/law-*.cfg that bow one, at 1, 2 and 4 times their rate
beside 8 times it. Of the steady tone the levels of its first twenty harmonics are compared, the largest
difference in dB. What depends on the rate there is not the law's. Prints lines: name value samples seed."""
import glob
import os
import re
import subprocess
import tempfile
import warnings

import numpy as np
from scipy.io import wavfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROSIN = os.path.abspath(os.environ.get("ROSIN", os.path.join(HERE, "..", "..", "build", "rosin")))
SCENES = os.path.join(HERE, "..", "..", "scenes")
HARMONICS, FROM, UNTIL = 20, 1.0, 1.75  # s: the bow is steady


def render(text, over):
    with tempfile.TemporaryDirectory() as folder:
        scene, sound = (os.path.join(folder, n) for n in ("scene.cfg", "tone.wav"))
        with open(scene, "w") as f:
            f.write(re.sub(r"oversample = \d+", f"oversample = {over}", text))
        subprocess.run([ROSIN, "render", scene, "-o", sound], check=True, capture_output=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the file's notes
            rate, x = wavfile.read(sound)
    x = x.reshape(len(x), -1)[:, 0].astype(float)
    return rate, x[int(FROM * rate):int(UNTIL * rate)]


def harmonics(rate, x):
    """Levels (dB) of the partials of the strongest line between 100 and 200 Hz."""
    spectrum = np.abs(np.fft.rfft(x * np.hanning(len(x)), 8 * len(x)))
    hertz = np.fft.rfftfreq(8 * len(x), 1 / rate)
    low = (hertz > 100) & (hertz < 200)
    first = hertz[low][np.argmax(spectrum[low])]
    return 20 * np.log10([spectrum[np.abs(hertz - k * first) < 30].max() for k in range(1, HARMONICS + 1)])


def main():
    for path in sorted(glob.glob(os.path.join(SCENES, "law-*.cfg"))):
        with open(path) as f:
            text = f.read()
        if "oversample = 2;" not in text or "strings = {" not in text:
            continue
        fine = harmonics(*render(text, 8))
        name = os.path.basename(path)[4:-4].replace("-", "_")
        for over in (1, 2, 4):
            rate, x = render(text, over)
            print(f"rates_{name}_{over}_db", f"{np.abs(harmonics(rate, x) - fine).max():.4g}", len(x), 0, flush=True)


if __name__ == "__main__":
    main()
