# SPDX-License-Identifier: BSD-3-Clause
"""The pictures of the README: scenes, and the loop of the bowed string."""
import os
import sys

import numpy as np
from common import HERE, plt

sys.path.insert(0, os.path.join(HERE, "..", "..", "tests", "verify"))
from sound import render  # noqa: E402


def save(figure, name):
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, name), dpi=90, metadata={"Software": None})
    plt.close(figure)


def dafx_figure_7():
    """String velocity at the bow, and friction coefficient over relative velocity: the
    loop leaves the steady curve, as in DAFx-02, Fig. 7."""
    _, _, p, rate = render("cello-d", probes=["bow.velocity", "bow.force"])
    part = slice(int(1.5 * rate), int(1.54 * rate))
    t = np.arange(part.start, part.stop) / rate
    v, mu = p[part, 0], p[part, 1] / 1.1
    figure, (top, bottom) = plt.subplots(2, 1, figsize=(8, 7))
    top.plot(t, 0.1 - v, lw=1)
    top.set(xlabel="time (s)", ylabel="string velocity at the bow (m/s)",
            title="cello-d: bowed at 0.1 m/s with 1.1 N, at 0.15 of the string")
    bottom.plot(-v, mu, lw=0.7, label="elasto-plastic, in motion")
    w = np.linspace(1e-3, v.max() * 1.05, 400)
    bottom.plot(-w, 0.2 + 0.2 * np.exp(-(w / 0.2) ** 2), "k--", lw=1, label="steady curve")
    bottom.set(xlabel="string velocity less bow velocity (m/s)", ylabel="friction coefficient")
    bottom.legend()
    save(figure, "cello-d-loop.png")


def scenes():
    """Waveform and spectrogram of each scene."""
    names = ("cello-d", "squeak", "glass")
    figure, axes = plt.subplots(2, 3, figsize=(13, 6), gridspec_kw={"height_ratios": (1, 2)})
    for i, name in enumerate(names):
        x, rate, _, _ = render(name)
        axes[0, i].plot(np.arange(len(x)) / rate, x, lw=0.2)
        axes[0, i].set(title=name, ylim=(-1, 1), xlim=(0, len(x) / rate))
        axes[1, i].specgram(x + 1e-9, NFFT=2048, noverlap=1536, Fs=rate, vmin=-150, vmax=-40)
        axes[1, i].set(ylim=(0, 10000), xlabel="time (s)", ylabel="frequency (Hz)" if i == 0 else "")
    save(figure, "scenes.png")


def draw():
    dafx_figure_7()
    scenes()
