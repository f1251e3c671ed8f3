# SPDX-License-Identifier: BSD-3-Clause
"""The picture of docs/games.md: the box of examples/games, as told and as heard."""
import csv
import os
import subprocess
import sys
import tempfile

import numpy as np
from common import HERE, plt
from scipy.io import wavfile

ROOT = os.path.join(HERE, "..", "..")
GAMES = os.path.join(ROOT, "examples", "games")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        table, sound = os.path.join(scratch, "box.csv"), os.path.join(scratch, "box.wav")
        with open(table, "w", encoding="ascii") as out:
            subprocess.run([sys.executable, os.path.join(GAMES, "box.py")], stdout=out, check=True)
        subprocess.run([os.path.join(ROOT, "build", "examples", "games", "play"), table, sound], check=True)
        with open(table, encoding="ascii") as lines:
            rows = list(csv.DictReader(lines))
        rate, x = wavfile.read(sound)
    x = x.astype(float) / 32768
    figure, axes = plt.subplots(2, 1, figsize=(10, 6), sharex=True, gridspec_kw={"height_ratios": (1, 2)})
    for corner, colour in (("0", "tab:blue"), ("1", "tab:orange")):
        mine = [r for r in rows if r["corner"] == corner]
        time = [float(r["time"]) for r in mine]
        axes[0].step(time, [min(float(r["force"]), 200) for r in mine], where="post", color=colour, lw=1)
        axes[0].step(time, [50 * float(r["speed"]) for r in mine], where="post", color=colour, lw=0.8, ls=":")
    changes = [i for i in range(1, len(rows)) if rows[i]["corner"] == rows[0]["corner"]]
    before = None
    for i in changes:
        if rows[i]["ground"] != before:
            axes[0].axvline(float(rows[i]["time"]), color="0.7")
            axes[0].text(float(rows[i]["time"]) + 0.05, 180, rows[i]["ground"])
            before = rows[i]["ground"]
    axes[0].set(ylabel="N; dotted: 0.02 m/s", ylim=(-60, 210))
    axes[1].specgram(x.mean(axis=1) + 1e-9, NFFT=1024, noverlap=768, Fs=rate, vmin=-140, vmax=-40, cmap="magma")
    axes[1].set(ylim=(0, 10000), ylabel="Hz", xlabel="s", xlim=(0, 11))
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, "games.png"), dpi=60, metadata={"Software": None})
    for at in range(0, len(x), rate):
        part = x[at:at + rate]
        print(at // rate, "s:", round(20 * np.log10(np.sqrt((part**2).mean()) + 1e-9), 1), "dBFS, peak", round(abs(part).max(), 3))


if __name__ == "__main__":
    main()
