#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The house in figures, of one or more revisions beside each other: how long and how branched functions are,
what is said of them, what stands in a circle, how many files a thing's name is in, and how many a note runs through.

  house.py [--note] [REVISION ...]      the tree as it is, or as it was: a column each, as a table for a page
  house.py --limits                     a line for each function that is too long or branches too often; status 1 if there is one

A decision is what pmccabe counts beyond one. Circles are of folders, by #include. A name's files are those that a
new thing of its kind would be entered in: but for its own, and for what earlier versions left (tests/yesterday).
--note builds each for coverage and counts the sources that run while a MIDI note is rendered."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, HERE)
from layers import circles, folders  # noqa: E402

PRODUCT = ("include/", "src/", "modal/", "waveguide/", "pd/", "plugin/", "web/")
ROOMS = ("modal", "waveguide", "src/friction", "src/contact", "src/network", "src/scene", "src/player", "src/live",
         "src/core", "src/score", "src/batch", "src/sound", "src/host", "pd", "plugin", "web")
# what stands for its kind, in what files it may stand, and where it is at home
NAMED = {"law (dahl)": (r"\bdahl\b", r"/dahl\.[ch]$"),
         "effect (sneaker)": (r"\bsneaker\b", r"/sneaker\.cfg$"),
         "setting of the player (double_stops)": (r"\bdouble_stops\b", r"$^"),
         "subcommand (curve)": (r"\bcurve_command\b|\bcurve\.bats\b|rosin curve\b", r"/curve/"),
         "Pd class (rosin.bridge~)": (r"rosin\.bridge~|bridge_tilde|\brosin_bridge\b", r"rosin\.bridge~")}
NOT_COUNTED = re.compile(r"^tests/yesterday/|\.(wav|png|svg|flac|csv)$")


def tracked(tree):
    return sorted(os.path.relpath(os.path.join(folder, name), tree)
                  for folder, _, names in os.walk(tree) for name in names)


def read(tree, path):
    with open(os.path.join(tree, path), encoding="utf-8", errors="replace") as f:
        return f.read()


def functions(tree, sources):
    """(decisions + 1, lines) of each."""
    said = subprocess.run(["pmccabe", *sources], cwd=tree, capture_output=True, text=True).stdout
    rows = (row.split("\t") for row in said.splitlines())
    return [(int(row[0]), int(row[4])) for row in rows if len(row) > 5]


LONGEST, MOST = 50, 16  # lines of a function, and ways through it as pmccabe counts them


def too_much(tree):
    """A line for each function of the product that is over a limit."""
    sources = [p for p in tracked(tree) if p.endswith(".c") and p.startswith((*PRODUCT, "bindings/", "packaging/"))]
    said = subprocess.run(["pmccabe", *sources], cwd=tree, capture_output=True, text=True, check=True).stdout
    rows = [row.split("\t") for row in said.splitlines()]
    return [f"{row[5]}: {row[4]} lines (at most {LONGEST}), {row[0]} ways (at most {MOST})" for row in rows
            if len(row) > 5 and (int(row[4]) > LONGEST or int(row[0]) > MOST)]


def comments(text):
    """Their share of what is not blank, in characters."""
    said = re.findall(r"/\*.*?\*/|//[^\n]*", re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text), re.S)
    return sum(len(re.sub(r"\s", "", c)) for c in said), len(re.sub(r"\s", "", text))


def share(values, part):
    return sorted(values)[min(int(part * len(values)), len(values) - 1)]


def figures(tree):
    """{name: figure} of a tree."""
    files = tracked(tree)
    texts = {p: read(tree, p) for p in files if p.endswith((".c", ".h")) and p.startswith(PRODUCT)}
    found = functions(tree, [p for p in texts if p.endswith(".c")])
    branched, long = [f[0] for f in found], [f[1] for f in found]
    heads = [h for t in texts.values() for h in re.findall(r"\bfor \(([^{;]*;[^{;]*;[^{;]*)\)", t)]
    said = [comments(t) for t in texts.values()]
    parts = [len(part) for part in circles(folders(texts))]
    row = {
        "functions": len(found),
        "lines of a function, median / p90 / most":
            f"{share(long, .5)} / {share(long, .9)} / {max(long)}",
        "functions over 50 lines": sum(n > 50 for n in long),
        "complexity, p90 / most": f"{share(branched, .9)} / {max(branched)}",
        "functions of complexity over 10 / 16 / 20": " / ".join(str(sum(n > k for n in branched)) for k in (10, 16, 20)),
        "decisions for each line of a function": f"{sum(n - 1 for n in branched) / sum(long):.3f}",
        "`for` heads that also decide": f"{sum('&&' in h or '||' in h for h in heads)} of {len(heads)}",
        "comments, share of characters": f"{100 * sum(c for c, _ in said) / sum(n for _, n in said):.1f} %",
        "circles of folders (folders in them)": f"{len(parts)} ({sum(parts)})",
        "lines of C, product": sum(t.count("\n") for t in texts.values()),
        "lines in tests/, but for yesterday's and sounds":
            sum(read(tree, p).count("\n") for p in files if p.startswith("tests/") and not NOT_COUNTED.search(p)),
    }
    for room in ROOMS:
        row[f"lines of C, {room}"] = sum(t.count("\n") for p, t in texts.items() if p.startswith(room + "/"))
    every = {p: read(tree, p) for p in files if not NOT_COUNTED.search(p)}
    for kind, (name, home) in NAMED.items():
        holds = [p for p, t in every.items() if re.search(name, t) and not re.search(home, p)]
        product = [p for p in holds if not p.startswith(("tests/", "docs/")) and not p.endswith(".md")]
        row[f"files with the name of a {kind}: product / tests / pages"] = \
            f"{len(product)} / {sum(p.startswith('tests/') for p in holds)} / " \
            f"{sum(p.startswith('docs/') or p.endswith('.md') for p in holds)}"
    return row


# a file of one note: key 60 at velocity 80, a quarter long
NOTE = (b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 1, 0xe0]) + b"MTrk" +
        bytes([0, 0, 0, 13, 0, 0x90, 60, 80, 0x83, 0x60, 0x80, 60, 0, 0, 0xff, 0x2f, 0]))


def files_of_a_note(tree):
    """Sources that run while one is rendered."""
    env = {**os.environ, "CFLAGS": "--coverage", "LDFLAGS": "--coverage"}
    subprocess.run(["make", "-s", "-j2", "BUILD=build/house", "OPTIMIZE=-Og", "build/house/rosin"], cwd=tree, env=env,
                   check=True, capture_output=True)
    with open(os.path.join(tree, "note.mid"), "wb") as f:
        f.write(NOTE)
    subprocess.run(["build/house/rosin", "render", "cello", "--midi", "note.mid", "-d", "1", "-o", "note.wav"], cwd=tree,
                   check=True, capture_output=True)
    ran = subprocess.run("find build/house -name '*.gcda' | xargs gcov -n 2>/dev/null", cwd=tree, shell=True,
                         capture_output=True, text=True).stdout
    return sum(path.endswith(".c") and float(share) > 0
               for path, share in re.findall(r"File '([^']+)'\nLines executed:([0-9.]+)%", ran))


def tree_of(revision, into):
    """A revision's files, or what is tracked now."""
    if revision:
        listed = subprocess.run(["git", "-C", ROOT, "archive", revision], check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", into], input=listed, check=True)
        return
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
    for path in filter(None, listed.split("\0")):
        if os.path.isfile(os.path.join(ROOT, path)):
            os.makedirs(os.path.dirname(os.path.join(into, path)), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, path), os.path.join(into, path))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--note", action="store_true")
    parser.add_argument("--limits", action="store_true")
    parser.add_argument("revision", nargs="*", default=[""])
    options = parser.parse_args()
    if not shutil.which("pmccabe"):
        sys.exit("house: needs pmccabe")
    if options.limits:
        found = too_much(ROOT)
        print(*found, sep="\n", end="\n" if found else "")
        sys.exit(bool(found))
    columns = []
    for revision in options.revision:
        with tempfile.TemporaryDirectory() as tree:
            tree_of(revision, tree)
            columns.append(figures(tree))
            if options.note:
                columns[-1]["sources that a rendered MIDI note runs through"] = files_of_a_note(tree)
    print("| | " + " | ".join(r or "now" for r in options.revision) + " |")
    print("|---" * (1 + len(columns)) + "|")
    for name in columns[-1]:
        print(f"| {name} | " + " | ".join(str(c.get(name, "")) for c in columns) + " |")


if __name__ == "__main__":
    main()
