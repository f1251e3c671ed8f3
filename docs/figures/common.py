# SPDX-License-Identifier: BSD-3-Clause
"""What the figures have in common: calling rosin, drawing, and the page they make up.

A figure is a function that takes a Sheet, gets its numbers from `rosin` alone, draws
them, and adds rows (quantity, paper, rosin). What stands as the paper's is computed
here from the paper's own formulas or by an ODE solver, or is printed in the paper."""
import csv
import io
import os
import subprocess
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROSIN = os.environ.get("ROSIN", os.path.join(HERE, "..", "..", "build", "rosin"))
STYLE = {"axes.grid": True, "grid.alpha": 0.3, "font.size": 9, "lines.linewidth": 1.3}


def run(*words):
    done = subprocess.run([ROSIN, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"rosin {' '.join(map(str, words))}: {done.stderr.strip()}")
    return done.stdout


def laws():
    listed = run("laws").split("\n\n")[0]  # surfaces follow
    return [line.split()[0] for line in listed.splitlines()]


def columns(text):
    """The columns of a CSV text, by name."""
    rows = list(csv.reader(io.StringIO(text)))
    values = np.array(rows[1:], dtype=float)
    return {name: values[:, i] for i, name in enumerate(rows[0])}


def settings(parameters):
    return [w for k, v in parameters.items() for w in ("-s", f"{k}={v!r}" if isinstance(v, float) else f"{k}={v}")]


def numbers(values):
    return ",".join(f"{float(v):.12g}" for v in values)


def steady(law, x, speed=None, **parameters):
    """Steady force at velocities x, or at slips x and a speed."""
    x = np.asarray(x, dtype=float)
    options = ["--velocity=" + numbers(x)] if speed is None else ["--slip=" + numbers(x), "--speed", speed]
    return columns(run("curve", law, *options, *settings(parameters)))["force"]


def drive(law, motion, *options, **parameters):
    """Columns of a driven law; `motion` is what --drive takes, or a dict of columns."""
    if isinstance(motion, str):
        return columns(run("curve", law, "--drive", motion, *options, *settings(parameters)))
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as f:
        f.write(",".join(motion) + "\n")
        f.writelines(",".join(f"{v:.12g}" for v in row) + "\n" for row in zip(*motion.values()))
        f.flush()
        return drive(law, "file:" + f.name, *options, **parameters)


def render(scene, probes, *options):
    """Named signals of a scene, given as text, by name; with "time"."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "scene.cfg"), os.path.join(folder, "probes.csv")
        with open(path, "w") as f:
            f.write(scene)
        run("render", path, "-o", os.path.join(folder, "out.wav"), "--probe", ",".join(probes),
            "--probe-file", out, *options)
        with open(out) as f:
            return columns(f.read())


BASES = ("equation", "printed", "finer")  # what rosin is set beside


class Sheet:
    """One figure: its picture, its rows, and what else is to be said."""

    def __init__(self, name, title, needs, text, made=""):
        self.name, self.title, self.needs, self.text, self.made = name, title, needs, text, made
        self.rows, self.notes, self.missing = [], [], []
        self.image = False

    def row(self, quantity, paper, rosin, unit="", within=1e-6, basis="equation"):
        """`within`: of the paper's value, or absolute where that is 0. `basis`: the paper's value
        follows from its equations, or is printed in it; or it is rosin's own on a finer grid."""
        if basis not in BASES:
            raise ValueError(basis)
        self.rows.append((quantity, float(paper), float(rosin), unit, within, basis))

    def outside(self):
        """The rows that miss their tolerance."""
        return [r for r in self.rows if not abs(r[2] - r[1]) <= r[4] * (abs(r[1]) or 1)]

    def note(self, text):
        self.notes.append(text)

    def save(self, figure):
        figure.tight_layout()
        figure.savefig(os.path.join(HERE, self.name + ".png"), dpi=90, metadata={"Software": None})
        plt.close(figure)
        self.image = True

    def markdown(self):
        lines = [f"### {self.title}", "", self.text, ""]
        if self.missing:
            return lines + [f"Not drawn: this rosin has no law `{'`, `'.join(self.missing)}`.", ""]
        if self.image:
            lines += [f"![{self.title}](figures/{self.name}.png)", ""]
        lines += [line for note in self.notes for line in (note, "")]
        if self.made:
            lines += [f"Made with: {self.made}.", ""]
        if self.rows:
            lines += ["| quantity | beside | paper | rosin | difference | within |", "|---|---|---|---|---|---|"]
            for quantity, paper, rosin, unit, within, basis in self.rows:
                gap = (rosin - paper) / (abs(paper) or 1)
                cells = (quantity.replace("|", "\\|"), basis, f"{paper:.8g} {unit}".strip(),
                         f"{rosin:.8g} {unit}".strip(), f"{gap:+.1e}" if gap else "0", f"{within:g}")
                lines.append("| " + " | ".join(cells) + " |")
            lines.append("")
        return lines


def replace_between(path, name, lines):
    """The lines between <!-- NAME --> and <!-- end --> of a page."""
    with open(path) as f:
        text = f.read()
    head, rest = text.split(f"<!-- {name} -->\n", 1)
    tail = rest.split("<!-- end -->", 1)[1]
    with open(path, "w") as f:
        f.write(head + f"<!-- {name} -->\n" + "\n".join(lines) + "<!-- end -->" + tail)


SHEETS = []  # (sheet, function), in the order of definition, by section


def figure(section, name, title, needs=(), made=""):
    """Declare a figure; its docstring is the text of the page. `made`: what must be the same for
    the same figures (rates, grids, seeds)."""
    def declare(function):
        text = " ".join(function.__doc__.split())
        SHEETS.append((section, Sheet(name, title, needs, text, made), function))
        return function
    return declare


def draw_all(names=()):
    """Draw all figures whose laws exist (of `names`, if there are any)."""
    known = laws()
    for _, sheet, function in SHEETS:
        if names and sheet.name not in names:
            continue
        sheet.missing = [law for law in sheet.needs if law not in known]
        if sheet.missing:
            print(f"{sheet.name}: skipped, there is no law {', '.join(sheet.missing)}")
            continue
        print(sheet.name, flush=True)
        with plt.rc_context(STYLE):
            function(sheet)


def page(names=()):
    """The lines of all sheets (of `names`, if there are any), by section."""
    lines, last = [], None
    for section, sheet, _ in SHEETS:
        if names and sheet.name not in names:
            continue
        if section != last:
            lines += [f"## {section}", ""]
        last = section
        lines += sheet.markdown()
    return lines
