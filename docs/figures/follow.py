# SPDX-License-Identifier: BSD-3-Clause
"""docs/figures/follow.png: five melodies of the seed that is judged, and what follows them, as spectrograms.
`python3 docs/figures/follow.py`; not part of `make figures`, since it needs fluidsynth and its soundfonts."""
import os
import sys
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from PIL import Image
from scipy.io import wavfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
os.environ.setdefault("ROSIN", os.path.join(ROOT, "build", "rosin"))
sys.path[:0] = [os.path.join(ROOT, "tests", "verify"), os.path.join(ROOT, "tests")]
import follow  # noqa: E402

PAIRS = (("ooh", "cello"), ("flute", "violin"), ("violin", "viola"), ("trumpet", "double-bass"), ("sung", "saw"))


def draw(axis, path, title):
    rate, x = wavfile.read(path)
    x = x.astype(float)
    x = x.mean(1) if x.ndim > 1 else x
    size = 2048 * rate // 44100
    axis.specgram(x / abs(x).max() + 1e-9, NFFT=size, noverlap=size * 7 // 8, Fs=rate, window=np.hanning(size),
                  vmin=-130, vmax=-45, cmap="magma")
    axis.set(title=title, ylim=(0, 3500))
    axis.set_yticks((0, 1000, 2000, 3000))


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()
    figure, axes = plt.subplots(len(PAIRS), 2, figsize=(11, 2.1 * len(PAIRS)), sharey=True)
    for (name, instrument), (left, right) in zip(PAIRS, axes):
        out = os.path.join(folder, f"{name}-{instrument}.wav")
        if not os.path.exists(out):
            follow.follow(name, instrument, follow.JUDGED, folder)
        draw(left, os.path.join(folder, f"{name}.wav"), name)
        draw(right, out, f"the same on {instrument}")
        right.set_xlim(left.get_xlim())
        left.set_ylabel("Hz")
    axes[-1][0].set_xlabel("s")
    axes[-1][1].set_xlabel("s")
    figure.tight_layout()
    path = os.path.join(HERE, "follow.png")
    figure.savefig(path, dpi=66, metadata={"Software": None})
    Image.open(path).convert("RGB").quantize(64).save(path, optimize=True)


if __name__ == "__main__":
    main()
