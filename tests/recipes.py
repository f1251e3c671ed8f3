#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Does what a recipe of CONTRIBUTING.md or docs/recipes.md says, in a copy of the tree: its blocks in their order, each
under a comment that readers do not see:

  <!-- recipe NAME: write PATH -->     the block becomes that file
  <!-- recipe NAME: change PATH -->    a diff without numbers: its lines with ' ' and '-' must stand there once
  <!-- recipe NAME: run -->            commands, a line each; one that fails ends the recipe

  recipes.py NAME [--times] [--without N] [--keep FOLDER]    without block N (1 is the first), which the
                                                               checks must notice
  recipes.py --list                                names, and how many blocks of each change something

The copy has what git knows and what is built, so that make builds only what the recipe changes."""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGES = ["CONTRIBUTING.md", "docs/recipes.md"]
TIMES = "--times" in sys.argv
# what of build/ is taken along: objects, libraries, the command, what plugins are told and linked with
BUILT = re.compile(r"(src|modal|waveguide|bench|plugin|web|pugl|tests/unit)/.*\.[oda]$|tests/faces/told_\w+$|vst3/|pd/|"
                   r"[^/]+(?<!\.zip)$")
# what no recipe touches
LEFT = re.compile(r"(tests/yesterday/0\.|tests/fuzz/corpus/|tests/corpus/|docs/figures/.*\.png$|debian/(?!control$))")
BLOCK = re.compile(r"^<!-- recipe ([\w-]+): (write|change|run) ?(\S*) -->\n+(?:```\w*\n([\s\S]*?)^```$|((?:    .*\n|\n)+))", re.M)


class Failed(Exception):
    pass


class Block:
    def __init__(self, found, page, line):
        self.name, self.what, self.path, self.page, self.line = found[1], found[2], found[3], page, line
        self.text = found[4] if found[4] is not None else textwrap.dedent(found[5])

    def where(self):
        return f"{self.page}:{self.line}: {self.what} {self.path}".rstrip()


def read():
    """Blocks of each recipe, in the order of its page."""
    recipes = {}
    for page in PAGES:
        with open(os.path.join(ROOT, page)) as file:
            text = file.read()
        read_here = [Block(found, page, text[:found.start()].count("\n") + 1) for found in BLOCK.finditer(text)]
        for block in read_here:
            recipes.setdefault(block.name, []).append(block)
        marked = len(re.findall(r"<!-- recipe ", text))
        if marked != len(read_here):
            raise Failed(f"{page}: {marked} blocks are marked as of recipes, not all can be read")
    return recipes


def built():
    build = os.path.join(ROOT, "build")
    for folder, folders, names in os.walk(build):
        inside = os.path.relpath(folder, build)
        if inside == ".":
            folders[:] = [f for f in folders if re.match(BUILT, f + "/x.o") or f in ("tests", "vst3", "pd")]
        for name in names:
            path = os.path.normpath(os.path.join(inside, name))
            if BUILT.match(path):
                yield os.path.join("build", path)


def copy(to):
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            capture_output=True, check=True).stdout
    names = [n for n in listed.decode().split("\0") if n and not LEFT.match(n) and os.path.lexists(os.path.join(ROOT, n))]
    tar = subprocess.Popen(["tar", "-C", ROOT, "-cf", "-", "--null", "--no-recursion", "-T", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    into = subprocess.Popen(["tar", "-C", to, "-xf", "-"], stdin=tar.stdout)
    tar.stdin.write("\0".join([*names, *built()]).encode())
    tar.stdin.close()
    if tar.wait() or into.wait():
        raise Failed("the tree cannot be copied")
    # tests ask git what files there are, recipes what has changed
    clean = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    subprocess.run("git init -q && git add -A", shell=True, cwd=to, check=True, env=clean)


def write(block, tree):
    path = os.path.join(tree, block.path)
    if os.path.exists(path):
        raise Failed(f"{block.where()}: is there already")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(block.text)


def change(block, tree):
    rows = block.text.split("\n")[:-1]
    was = "".join(row[1:] + "\n" for row in rows if row[:1] in ("", " ", "-"))
    now = "".join(row[1:] + "\n" for row in rows if row[:1] in ("", " ", "+"))
    path = os.path.join(tree, block.path)
    with open(path) as file:
        text = file.read()
    times = ("\n" + text).count("\n" + was)
    if times != 1:
        raise Failed(f"{block.where()}: what it changes stands there {times} times")
    with open(path, "w") as file:
        file.write(("\n" + text).replace("\n" + was, "\n" + now)[1:])


def run(block, tree):
    clean = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "ROSIN", "ROSIN_UPDATE")}
    clean |= {"OPTIMIZE": "-O0", "DEBUG_INFO": ""}  # the same bits, for half of the compiler's time
    if clean.get("CCACHE_BASEDIR"):
        clean["CCACHE_BASEDIR"] = tree
    for row in re.sub(r"\\\n\s*", " ", block.text).splitlines():
        command = re.sub(r"\s+# .*$", "", row).strip()
        if not command or command.startswith("#"):
            continue
        began = time.monotonic()
        done = subprocess.run(["bash", "-c", command], cwd=tree, env=clean, text=True, errors="replace", stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if TIMES:
            print(f"{time.monotonic() - began:6.1f} s  {command}", flush=True)
        if done.returncode:
            raise Failed(f"{block.where()}: {command}: exit {done.returncode}\n{done.stdout[-3000:]}")


def follow(blocks, without, tree):
    for number, block in enumerate(blocks, 1):
        if number != without:
            {"write": write, "change": change, "run": run}[block.what](block, tree)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?")
    parser.add_argument("--without", type=int, default=0)
    parser.add_argument("--keep")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--list", action="store_true")
    words = parser.parse_args()
    try:
        recipes = read()
        if words.list:
            for name, blocks in recipes.items():
                print(name, *(i for i, b in enumerate(blocks, 1) if b.what != "run"))
            return 0
        if words.name not in recipes:
            raise Failed(f"there is no recipe '{words.name}', only {', '.join(recipes)}")
        with tempfile.TemporaryDirectory(prefix="recipe-") as scratch:
            tree = words.keep or os.path.join(scratch, "rosin")
            os.makedirs(tree)
            copy(tree)
            follow(recipes[words.name], words.without, tree)
    except Failed as failure:
        print(failure)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
