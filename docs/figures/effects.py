# SPDX-License-Identifier: BSD-3-Clause
"""The pictures of docs/effects.md, and the table of features of docs/recordings.md."""
import os
import re
import sys

import numpy as np
from common import HERE, plt

sys.path.insert(0, os.path.join(HERE, "..", "..", "tests", "verify"))
import features as f  # noqa: E402

PAGE = os.path.join(HERE, "..", "recordings.md")


def save(figure, name, dpi=70):
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, name), dpi=dpi, metadata={"Software": None})
    plt.close(figure)


def spectrograms():
    rows = -(-len(f.SCENES) // 4)
    figure, axes = plt.subplots(rows, 4, figsize=(16, 20 / 7 * rows))
    for axis, scene in zip(axes.flat, f.SCENES):
        x, rate = f.render(scene)[:2]
        axis.specgram(f.mono(x) + 1e-9, NFFT=1024, noverlap=768, Fs=rate, vmin=-140, vmax=-40, cmap="magma")
        axis.set(title=scene, ylim=(0, 8000), yticks=(0, 2000, 4000, 6000, 8000))
    for axis in axes.flat[len(f.SCENES):]:
        axis.axis("off")
    save(figure, "effects.png", 48)


def physics():
    """A hinge that is pushed harder slips more often; a glass beats four times a turn."""
    figure, axes = plt.subplots(4, 1, figsize=(10, 8))
    for axis, push in zip(axes, (4, 10, 24)):
        _, _, p, rate = f.render("door-hinge-slow", [f"push={push}"], ["hinge.velocity"])
        part = slice(int(1.0 * rate), int(1.5 * rate))
        slips = f.slow_slips(p[int(0.5 * rate):int(3.4 * rate), 0], rate)
        axis.plot(np.arange(part.start, part.stop) / rate, 1000 * p[part, 0], lw=0.6)
        axis.set(title=f"door-hinge-slow, push {push} N: {slips:.0f} slips a second",
                 ylabel="sliding (mm/s)")
    x, rate = f.render("wine-glass")[:2]
    e = f.envelope(f.mono(x), rate, high=30.0)
    axes[3].plot(np.arange(len(e)) / rate, e, lw=1)
    for turn in range(11):  # every quarter of a turn of the finger
        t = 0.3 + (0.25 * turn - 0.1) / (2.39 / 3.5)
        if 0.3 < t < 3.8:
            axes[3].axvline(t, color="0.7", lw=0.8)
    axes[3].set(title="wine-glass: level; the lines are quarter turns of the finger", xlabel="time (s)")
    save(figure, "effects-physics.png")


def table():
    lines = ["| scene | pitch Hz | centroid Hz | slips 1/s | roughness dB | flatness dB | glide octaves | decay s |",
             "|---|---|---|---|---|---|---|---|"]
    for scene in f.SCENES:
        row = f.features(scene)
        shown = [2 ** row[n] if u in ("Hz", "1/s", "s") else row[n] for n, u in zip(f.NAMES, f.UNITS)]
        lines.append(f"| {scene} | " + " | ".join(f"{v:.3g}" if abs(v) < 100 else f"{v:.0f}" for v in shown) + " |")
    with open(PAGE) as page:
        text = page.read()
    text = re.sub(r"(<!-- features -->\n).*?(<!-- end -->)",
                  lambda m: m[1] + "\n".join(lines) + "\n" + m[2], text, flags=re.S)
    with open(PAGE, "w") as page:
        page.write(text)


def draw():
    spectrograms()
    physics()
    table()


if __name__ == "__main__":
    draw()
