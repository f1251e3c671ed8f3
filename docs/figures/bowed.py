# SPDX-License-Identifier: BSD-3-Clause
"""The pictures of docs/cello.md (the tune, the articulations, the wolf), its table of the player, and the tables
of docs/instruments.md."""
import os
import subprocess
import sys

import numpy as np
from common import HERE, STYLE, plt, replace_between, run

sys.path.insert(0, os.path.join(HERE, "..", "..", "tests", "verify"))
import cello  # noqa: E402

PAGE = os.path.join(HERE, "..", "cello.md")
MEASURED = os.path.join(HERE, "..", "instruments.md")
TUNE = os.path.join(HERE, "..", "tune.mid")


def save(figure, name):
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, name), dpi=90, metadata={"Software": None})
    plt.close(figure)


def tune():
    x, rate, _, _ = cello.render("cello", "--midi", TUNE)
    x = x.mean(1)
    figure, (top, bottom) = plt.subplots(2, 1, figsize=(12, 7), sharex=True,
                                         gridspec_kw={"height_ratios": (1, 2)})
    top.plot(np.arange(len(x)) / rate, x, lw=0.1)
    top.set(ylabel="output", xlim=(0, len(x) / rate))
    bottom.grid(False)
    power, f, t = plt.mlab.specgram(x, NFFT=4096, noverlap=3072, Fs=rate)
    level = 10 * np.log10(power + 1e-30)
    low = f < 4000
    image = bottom.pcolormesh(t, f[low], level[low] - level.max(), vmin=-75, vmax=0, cmap="magma",
                              rasterized=True)
    bottom.set(ylabel="frequency (Hz)", xlabel="time (s)")
    figure.colorbar(image, ax=[top, bottom], label="dB", fraction=0.025, pad=0.01)
    figure.savefig(os.path.join(HERE, "cello-tune.png"), dpi=90, bbox_inches="tight",
                   metadata={"Software": None})
    plt.close(figure)


def strokes():
    figure, axes = plt.subplots(3, 4, figsize=(13, 7.5), sharex=True)
    for axis in axes.flat[len(cello.STROKES):]:
        axis.remove()
    for i, axis in enumerate(axes.flat[:len(cello.STROKES)]):
        _, _, x, rate, _, _ = cello.play_stroke(i)
        e, step = cello.envelope(x, rate)
        axis.plot(np.arange(len(x)) / rate, x, lw=0.15, color="#9ecae1")
        axis.plot(np.arange(len(e)) * step, np.sqrt(2) * e, lw=1.2, color="#08519c")
        most = abs(x).max()
        axis.axvline(1.1, color="k", lw=0.6, ls=":")
        axis.set(title=f"{i}  {cello.STROKES[i]}", ylim=(-1.05 * most, 1.05 * most), yticks=[])
        if i + 4 >= len(cello.STROKES):
            axis.set_xlabel("time (s)")
            axis.tick_params(labelbottom=True)
    save(figure, "cello-strokes.png")
    lines = ["| | articulation | attack to 80% (ms) | end of note (dB) | 0.2 s after (dB) | slips a period | bow turns |"
             " above 5.5 f0 (dB) | centroid (Hz) |", "|---|---|---|---|---|---|---|---|---|"]
    for i, name in enumerate(cello.STROKES):
        f = cello.stroke_features(i)
        lines.append(f"| {i} | {name} | {f['attack']:.0f} | {f['sustain']:.1f} | {f['decay']:.1f} | {f['slips']:.2f} | "
                     f"{f['turns']} | {f['bright']:.0f} | {f['centroid']:.0f} |")
    replace_between(MEASURED, "strokes", lines + [""])


def wolf():
    figure, axis = plt.subplots(figsize=(9, 3.2))
    for mode, colour in ((130, "#fdae6b"), (173, "#08519c")):
        x, rate = cello.bow_at_mode(mode)
        e, step = cello.envelope(x, rate, 0.01)
        axis.plot(np.arange(len(e)) * step, np.sqrt(2) * e, color=colour, label=f"body mode at {mode} Hz")
    axis.set(xlabel="time (s)", ylabel="envelope of the output", xlim=(0, 3.9), ylim=(0, None))
    axis.legend()
    save(figure, "cello-wolf.png")


def table(name, text):
    """The program's own table, as it stands, between the page's marks."""
    replace_between(PAGE, name, ["```", text.rstrip(), "```", ""])


def measured():
    """What `make verify` prints of the instruments."""
    figures = {}
    for maker in (["cello.py", m] for m in ("free", "scale", "strokes", "sympathy", "wolf", "tune")):
        text = subprocess.run([sys.executable, os.path.join(HERE, "..", "..", "tests", "verify", maker[0]), maker[1]],
                              check=True, capture_output=True, text=True).stdout
        figures.update(line.split()[:2] for line in text.splitlines())
    program = os.path.join(HERE, "..", "..", "build", "tests", "verify", "instrument")
    text = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    figures.update(line.split()[:2] for line in text.splitlines())
    lines = ["| what | measured | target |", "|---|---|---|"]
    with open(os.path.join(HERE, "..", "..", "tests", "targets.tsv")) as f:
        for row in (line.rstrip("\n").split("\t") for line in f if not line.startswith("#")):
            if len(row) >= 6 and row[0] in figures:
                name, comparison, target, unit, _, meaning = row[:6]
                wish = {"<=": "at most ", ">=": "at least ", "==": "", "within": "", "report": ""}[comparison]
                wish += "" if comparison == "report" else target.replace(" ", " to ") if comparison == "within" else target
                unit = "" if unit == "-" else " " + unit
                lines.append(f"| {meaning} | {float(figures[name]):.3g}{unit} | {wish} |")
    replace_between(MEASURED, "measured", lines + [""])


def draw():
    with plt.rc_context(STYLE):
        table("player", run("show", "cello", "--player"))
        tune()
        strokes()
        wolf()
        measured()


if __name__ == "__main__":
    draw()
