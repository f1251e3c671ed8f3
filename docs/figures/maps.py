# SPDX-License-Identifier: BSD-3-Clause
"""`make maps`: the playability maps of docs/playability.md and the page docs/measured-string.md.
Takes some minutes on two cores."""
import csv
import os
import subprocess
import sys

from common import HERE, ROSIN, plt, replace_between

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "..", "tests", "verify"))
import map as verify  # noqa: E402
import monochord  # noqa: E402

DOCS = os.path.join(HERE, "..")
COLOURS = {"Helmholtz": "#fdae6b", "several": "#74c476", "raucous": "#969696", "decaying": "#c7e9c0",
           "subharmonic": "#bc80bd", "sticking": "#9ecae1", "silent": "#dddddd"}


def edges_table(title, rows):
    lines = [f"**{title}**", "", "| position | lower edge (N) | formula | ratio | upper edge (N) | formula | ratio |",
             "|---|---|---|---|---|---|---|"]
    for b, (run, theory) in verify.edges(rows).items():
        if run:
            lines.append(f"| {b:.3f} | {run[0]:.3g} | {theory[0]:.3g} | {run[0] / theory[0]:.2f} | {run[1]:.3g} | "
                         f"{theory[1]:.3g} | {run[1] / theory[1]:.2f} |")
        else:
            lines.append(f"| {b:.3f} | none | {theory[0]:.3g} | | none | {theory[1]:.3g} | |")
    return lines + [""]


def playability():
    page = os.path.join(DOCS, "playability.md")
    for name, words in (("map-schelleng", ()), ("map-schelleng-hard", verify.STIFF_BOW),
                        ("map-guettler", ("--guettler",))):
        subprocess.run([ROSIN, "map", "cello-d", *words, "-o", os.devnull, "--plot",
                        os.path.join(HERE, name + ".png")], check=True)
    grid = ("--schelleng", "-x", "bow.position=0.03:0.25:12:log", "-y", "bow.force=0.005:60:60:log")
    lines = []
    for title, words in (("a bow that holds hard (1e5 N/m)", verify.STIFF_BOW), ("`cello-d` as it is (1e4 N/m)", ())):
        lines += edges_table(title, verify.rosin_map("cello-d", *grid, *words)[0])
    replace_between(page, "edges", lines)


def draw_measured(maps, name, title):
    figure, axes = plt.subplots(1, 3, figsize=(13, 4.5), sharey=True)
    for axis, v in zip(axes, monochord.SPEEDS):
        size = 4 if len(maps[v]) > 1000 else 8
        for regime, colour in COLOURS.items():
            at = [(float(r["bow.position"]), float(r["bow.force"])) for r in maps[v] if r["regime"] == regime]
            axis.plot(*zip(*at) if at else ([], []), "s", ms=size, color=colour, label=regime)
        axis.plot(0.1, monochord.MEASURED_LOWER[v], "k^", ms=9, label="measured lower limit")
        if v in monochord.MEASURED_UPPER:
            axis.plot(0.1, monochord.MEASURED_UPPER[v], "kv", ms=9, label="measured upper limit")
            b = [0.02, 0.2]
            axis.plot(b, [0.31 * (x / 0.1) ** -1.1 for x in b], "k--", lw=1)
            axis.plot(b, [1.89 * (x / 0.1) ** -0.62 for x in b], "k--", lw=1, label="measured region, about")
        made = sum(r["regime"] == "Helmholtz" for r in maps[v]) * 2000 // len(maps[v])
        axis.set(xscale="log", yscale="log", xlabel="position (share of the string)", ylim=(0.09, 4.4),
                 title=f"{v} m/s: {made} of 2000 points (measured {monochord.MEASURED[v]})")
    axes[0].set(ylabel="force (N)")
    axes[1].legend(fontsize=6, loc="lower left")
    figure.suptitle(title)
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, name + ".png"), dpi=90, metadata={"Software": None})
    plt.close(figure)


def row(name, made):
    def edge(v):
        run = made[v]["limits"]
        return f"{run[0]:.2f}–{run[1]:.2f}" if run else "none"
    points = " / ".join(f"{made[v]['points']:.0f}" for v in monochord.SPEEDS)
    limits = " / ".join(edge(v) for v in monochord.SPEEDS)
    return (f"| {name} | {points} | {made['area']:.0f}% | {made['near']:.0f} | {limits} | {made['covered']:.0f}% | "
            f"{made['outside']:.0f}% |")


HEAD = ["| | Helmholtz points at 0.05 / 0.1 / 0.2 m/s | of those measured | at β < 0.05 | limits at β = 0.1 (N) | "
        "region covered | outside it |", "|---|---|---|---|---|---|---|"]
MEASURED = ("| **measured** | 701 / 700 / 392 | 100% | 529 | 0.21–? / 0.31–1.89 / 0.76–? | 100% | 0% |")
PUBLISHED = "| best published model | 335 / 325 / 186 | 47% | 287 | 0.9–3.0 at 0.1 m/s | | |"


def measured_string():
    page = os.path.join(DOCS, "measured-string.md")
    coarse = (20, 25)
    lines = HEAD + [MEASURED, PUBLISHED]
    for name, law in monochord.LAWS.items():
        maps = monochord.measure(monochord.scene(law), *(() if name == monochord.BEST else coarse))
        lines.append(row(name, monochord.compare(maps)))
        print(lines[-1], flush=True)
        if name in (monochord.BEST, "thermal, published"):
            draw_measured(maps, "measured-" + name.split(",")[0], name)
    replace_between(page, "laws", lines + [""])
    lines = list(HEAD)
    law = monochord.LAWS[monochord.BEST]
    for name, how in (("whole", {}), ("without torsion", dict(torsion=False)), ("without hair", dict(hair=None)),
                      ("without stiffness", dict(stiffness=0)),
                      ("none of them", dict(torsion=False, hair=None, stiffness=0)),
                      ("at 64 kHz instead of 32", dict(rate=64000))):
        lines.append(row(name, monochord.compare(monochord.measure(monochord.scene(law, **how), *coarse))))
        print(lines[-1], flush=True)
    wide = monochord.measure_wide(law, 0.01, 10, 13)
    lines.append(row("10 mm wide, three contacts (10 × 13 points)", monochord.compare(wide)))
    for name, how in (("velocity rises in 0.5 s", dict(rise=0.5)),):
        lines.append(row(name, monochord.compare(monochord.measure(monochord.scene(law), *coarse, **how))))
    print("\n".join(lines[-2:]))
    replace_between(page, "parts", lines + [""])


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["playability", "measured_string"]
    for part in wanted:
        globals()[part]()
