# SPDX-License-Identifier: BSD-3-Clause
"""docs/figures/beside.png: the same scale by two recorded cellos of Debian's soundfonts and by rosin, as
spectrograms, and their long-term spectra. `python3 docs/figures/beside.py`; not part of `make figures`,
since it needs the soundfonts."""
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
os.environ.setdefault("ROSIN", os.path.join(ROOT, "build", "rosin"))
sys.path[:0] = [os.path.join(ROOT, "tests", "verify", "timbre"), os.path.join(ROOT, "tests")]
import measures  # noqa: E402
import midi  # noqa: E402
import sources  # noqa: E402

KEYS = (36, 40, 43, 48, 52, 57, 62, 69, 76)


def main():
    events = [e for i, k in enumerate(KEYS) for e in midi.note(0.1 + 0.8 * i, k, 0.75, 77)]
    seconds = 0.3 + 0.8 * len(KEYS)
    rows = {"FluidR3": sources.recorded("fluid", 42, events, seconds),
            "MuseScore General": sources.recorded("musescore", 42, events, seconds),
            "rosin": sources.computed("cello", events, seconds)}
    figure, axes = plt.subplots(1, 4, figsize=(13, 3.6), width_ratios=(1, 1, 1, 1.1))
    for axis, (name, x) in zip(axes, rows.items()):
        mid = x[:int(seconds * sources.RATE)].mean(1)
        power, f, t, _ = axis.specgram(mid / abs(mid).max(), 4096, sources.RATE, noverlap=3072, vmin=-140, vmax=-40)
        axis.set(title=name, ylim=(0, 8000), xlabel="s")
        total = np.mean([p / p.sum() for p in power.T if p.sum() > 1e-20], axis=0)
        edge = np.append(measures.THIRDS, 10080) * 2 ** (-1 / 6)
        axes[3].semilogx(measures.THIRDS, measures.decibels(np.array(
            [total[(f >= a) & (f < b)].sum() for a, b in zip(edge, edge[1:])])), label=name)
    axes[0].set_ylabel("Hz")
    axes[3].set(title="thirds of an octave, dB of all", xlabel="Hz", ylim=(-70, 0))
    axes[3].legend()
    axes[3].grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, "beside.png"), dpi=80)


if __name__ == "__main__":
    main()
