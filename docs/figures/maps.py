# SPDX-License-Identifier: BSD-3-Clause
"""`make maps`: the playability maps of docs/playability.md, the table of docs/law-figures.md and the page docs/measured-string.md.
Takes some minutes on two cores."""
import csv
import os
import subprocess
import sys

from common import HERE, ROSIN, np, plt, replace_between

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "..", "tests", "verify"))
import map as verify  # noqa: E402
import monochord  # noqa: E402

DOCS = os.path.join(HERE, "..")


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
    page = os.path.join(DOCS, "law-figures.md")
    for name, words in (("map-schelleng", ()), ("map-schelleng-hard", verify.STIFF_BOW),
                        ("map-guettler", ("--guettler",))):
        subprocess.run([ROSIN, "map", "cello-d", *words, "-o", os.devnull, "--plot",
                        os.path.join(HERE, name + ".png")], check=True)
    grid = ("--schelleng", "-x", "bow.position=0.03:0.25:12:log", "-y", "bow.force=0.005:60:60:log")
    lines = []
    for title, words in (("a bow that holds hard (1e5 N/m)", verify.STIFF_BOW), ("`cello-d` as it is (1e4 N/m)", ())):
        lines += edges_table(title, verify.rosin_map("cello-d", *grid, *words)[0])
    replace_between(page, "edges", lines)


def cells(axis, maps, v, size):
    rows = maps[v][0]
    for colour, label, good in (("#fdae6b", "Helmholtz motion", True), ("#dddddd", "anything else", False)):
        at = [monochord.place(r) for r in rows if monochord.is_helmholtz(r) == good]
        axis.plot(*zip(*at) if at else ([], []), "s", ms=size, color=colour, label=label)


def edges_of_region(axis, **how):
    b = np.geomspace(0.02, 0.2, 50)
    low, high = 0.31 * (b / 0.1) ** -1.1, np.minimum(1.89 * (b / 0.1) ** -0.62, 4)
    axis.plot(b, low, "k--", lw=1, **how)
    axis.plot(b, high, "k--", lw=1)
    return b, low, high


def draw_measured(maps, name, title):
    figure, axes = plt.subplots(1, 3, figsize=(13, 4.5), sharey=True)
    made = monochord.compare(maps)
    for axis, v in zip(axes, monochord.SPEEDS):
        cells(axis, maps, v, 4 if len(maps[v][0]) > 1000 else 8)
        axis.plot(0.1, monochord.MEASURED_LOWER[v], "k^", ms=9, label="measured lower limit")
        if made[v]["low"]:
            at, power = made[v]["low"]
            b = np.geomspace(0.02, 0.2, 20)
            axis.plot(b, at * (b / 0.1) ** power, color="#a63603", lw=1, label="fitted to the map")
        if v in monochord.MEASURED_UPPER:
            axis.plot(0.1, monochord.MEASURED_UPPER[v], "kv", ms=9, label="measured upper limit")
            edges_of_region(axis, label="measured region, about")
        axis.set(xscale="log", yscale="log", xlabel="position (share of the string)", ylim=(0.09, 4.4),
                 title=f"{v} m/s: {made[v]['points']:.0f} of 2000 points (measured {monochord.MEASURED[v]})")
    axes[0].set(ylabel="force (N)")
    axes[1].legend(fontsize=6, loc="lower left")
    figure.suptitle(title)
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, name + ".png"), dpi=90, metadata={"Software": None})
    plt.close(figure)


def draw_beside(maps):
    """The measured region at 0.1 m/s and the map of it, for the README."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), sharey=True)
    b, low, high = edges_of_region(left)
    left.fill_between(b, low, high, where=high > low, color="#fdae6b")
    left.plot(0.1, monochord.MEASURED_LOWER[0.1], "k^", 0.1, monochord.MEASURED_UPPER[0.1], "kv", ms=8)
    left.set(title="a robot bowed a string: our reading of the edges", ylabel="bow force (N)")
    cells(right, maps, 0.1, 3.2)
    edges_of_region(right)
    right.set(title="rosin, judged alike")
    for axis in (left, right):
        axis.set(xscale="log", yscale="log", xlim=(0.019, 0.21), ylim=(0.09, 4.4),
                 xlabel="place of the bow (share of the string)")
    right.legend(fontsize=7, loc="lower left")
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, "measured-map.png"), dpi=100, metadata={"Software": None})
    plt.close(figure)


def limit_text(limit):
    return f"{limit[0]:.2f}" if limit else "none"


def row(name, made):
    points = " / ".join(f"{made[v]['points']:.0f}" for v in monochord.SPEEDS)
    low = " / ".join(limit_text(made[v]["low"]) for v in monochord.SPEEDS)
    return (f"| {name} | {points} | {made['near']:.0f} | {low} | {limit_text(made[0.1]['high'])} | "
            f"{made[0.1]['covered']:.0f}% | {made[0.1]['outside']:.0f}% | {made[0.1]['overlap']:.0f}% |")


def speed_lines(made):
    """The table of the fitted bow by speed."""
    lines = ["| m/s | points | measured | of them | lower limit (N) | measured | region covered | outside it | overlap |",
             "|---|---|---|---|---|---|---|---|---|"]
    for v in monochord.SPEEDS:
        m = made[v]
        lines.append(f"| {v:g} | {m['points']:.0f} | {monochord.MEASURED[v]} | {m['area']:.0f}% | {limit_text(m['low'])} | "
                     f"{monochord.MEASURED_LOWER[v]:.2f} | {m['covered']:.0f}% | {m['outside']:.0f}% | {m['overlap']:.0f}% |")
    return lines


HEAD = ["| | Helmholtz points at 0.05 / 0.1 / 0.2 m/s | at β < 0.05 | lower limits (N) | upper limit at 0.1 m/s (N) | "
        "region covered | outside it | overlap |", "|---|---|---|---|---|---|---|---|"]
MEASURED = "| **measured** | 701 / 700 / 392 | 529 | 0.21 / 0.31 / 0.76 | 1.89 | | | at most 84% |"


def write_scene():
    """The string with the fitted bow, for whoever wants to map it."""
    with open(os.path.join(DOCS, "measured-string.cfg"), "w") as f:
        f.write("# SPDX-License-Identifier: BSD-3-Clause\n# Written by `make maps` (tests/verify/monochord.py): see "
                "measured-string.md.\n" + monochord.scene(**monochord.CASES[monochord.BEST]))


def measured_string():
    write_scene()
    page = os.path.join(DOCS, "measured-string.md")
    lines = HEAD + [MEASURED]
    for name, how in monochord.CASES.items():
        best = name == monochord.BEST
        maps = monochord.measure(monochord.scene(**how), *(() if best else COARSE))
        lines.append(row(f"**{name}**" if best else name, monochord.compare(maps)))
        print(lines[-1], flush=True)
        if best:
            replace_between(page, "speeds", speed_lines(monochord.compare(maps)) + [""])
            draw_measured(maps, "measured-thermal", name)
            draw_beside(maps)
    replace_between(page, "bows", lines + [""])


COARSE, SMALL = (20, 25), (16, 20)

PARTS = [
    ("as fitted", {}, {}),
    ("the same on 40 × 50 places and forces", {}, dict(columns=40, rows=50)),
    ("at 64 kHz instead of 32", dict(rate=64000), {}),
    ("one point", dict(contacts=1), {}),
    ("five points", dict(contacts=5), {}),
    ("10 mm wide", dict(width=0.010), {}),
    ("20 mm wide", dict(width=0.020), {}),
    ("µ static 1.05, as published", dict(law=dict(mu_static=1.05)), {}),
    ("heat capacity 1e-6 m/K, as published", dict(law=dict(heat_capacity=1e-6)), {}),
    ("without torsion", dict(torsion=False), {}),
    ("without bending stiffness", dict(stiffness=0), {}),
    ("velocity rises in 0.5 s", {}, dict(rise=0.5)),
    ("judged over the second half of 1.6 s", {}, dict(longer=0.8)),
]

# N/m, kg/s, kg
HAIRS = [("", (1000, 1.2, 1e-4)), ("fitted", monochord.SOFT), ("", (4000, 1.2, 1e-4)), ("", (1e4, 1.2, 1e-4)),
         ("", (2000, 0.6, 1e-4)), ("", (2000, 2.4, 1e-4)), ("", (2000, 5.8, 1e-4)), ("", (2000, 1.2, 1e-3)),
         ("a ribbon's", monochord.RIBBON), ("none: a rigid bow", None)]


def changed(**how):
    """The fitted bow with something else."""
    best = monochord.CASES[monochord.BEST]
    law = dict(best["law"], **how.pop("law", {}))
    return dict(best, **how, law=law)


def region_cells(made):
    low, high = made[0.1]["low"], made[0.1]["high"]
    power = f" (β/0.1)^{low[1]:.2f}" if low else ""
    return (f"{made[0.1]['points']:.0f} | {limit_text(low)}{power} | {limit_text(high)} | {made[0.1]['covered']:.0f}% | "
            f"{made[0.1]['outside']:.0f}% | {made[0.1]['overlap']:.0f}%")


REGION = "points at 0.1 m/s | from (N) | up to (N) | covered | outside | overlap"


def measured_parts():
    """The fitted thermal bow with one thing changed."""
    lines = [f"| | {REGION} |", "|---|---|---|---|---|---|---|"]
    for name, how, play in PARTS:
        grid = dict(columns=SMALL[0], rows=SMALL[1], speeds=(0.1,))
        made = monochord.compare(monochord.measure(monochord.scene(**changed(**how)), **dict(grid, **play)))
        lines.append(f"| {name} | {region_cells(made)} |")
        print(lines[-1], flush=True)
    replace_between(os.path.join(DOCS, "measured-string.md"), "parts", lines + [""])


def measured_hair():
    """What the hair does, to the map and to attacks; everything else as fitted."""
    lines = [f"| hair: N/m, kg/s, g | {REGION} | prompt attacks | they need (N) |", "|---|---|---|---|---|---|---|---|---|"]
    for name, hair in HAIRS:
        text = monochord.scene(**changed(hair=hair))
        made = monochord.compare(monochord.measure(text, *SMALL, speeds=(0.1,)))
        said = monochord.attacks(text, 12, 12)[1]
        edge = monochord.prompt_edge(said)
        numbers = f"{hair[0]:g}, {hair[1]:g}, {hair[2] * 1e3:g}" if hair else ""
        lines.append(f"| {', '.join(filter(None, (name, numbers)))} | {region_cells(made)} | "
                     f"{monochord.prompt_share(said):.0f}% | {edge_text(edge)} |")
        print(lines[-1], flush=True)
    replace_between(os.path.join(DOCS, "measured-string.md"), "hair", lines + [""])


def edge_text(edge):
    return f"{edge[0]:.2f} + {edge[1]:.2f} a" if edge else "no line"


def attack_row(name, edge, share, error=None):
    return f"| {name} | {share:.0f}% | {edge_text(edge)} | {error or ''} |"


def measured_attacks():
    lines = ["| | prompt | least force (N) | departs from the nearest measured edge by |", "|---|---|---|---|"]
    lines += [attack_row(f"**measured**, {name}", (offset, slope), share)
              for name, (offset, slope, share) in monochord.ATTACKS.items()]
    for name in ("thermal, published", "elasto-plastic, fitted", monochord.BEST):
        rows, said = monochord.attacks(monochord.scene(**monochord.CASES[name]))
        edge = monochord.prompt_edge(said)
        errors = monochord.edge_errors(edge) if edge else None
        near = min(errors, key=errors.get) if errors else None
        lines.append(attack_row(name, edge, monochord.prompt_share(said),
                                f"{errors[near]:.0f}% ({near})" if near else ""))
        print(lines[-1], flush=True)
    replace_between(os.path.join(DOCS, "measured-string.md"), "attacks", lines + [""])


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["playability", "measured_string", "measured_parts", "measured_hair", "measured_attacks"]
    for part in wanted:
        globals()[part]()
