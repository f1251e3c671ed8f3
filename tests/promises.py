#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/tests.md: what each test file promises, by its first lines, and what it takes, by
tests/seconds.tsv (`SECONDS_TO=FILE tests/run.sh ...`; processor seconds).

  promises.py          the page to standard output
  promises.py --check  files that do not say what they promise; exit status 1 if there are any"""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GROUPS = [("The command, end to end", "tests/*.bats"), ("Units", "tests/unit/*/test_*.c"),
          ("Pd, called by tests/pd.bats", "tests/pd/*.py"), ("Bindings, called by tests/bindings.bats", "tests/bindings/*.py"),
          ("Hosts of our own", "tests/faces/*.c"), ("Inputs for fuzzing", "tests/fuzz/*.c")]
HEAD = """# What the tests promise

<!-- written by `python3 tests/promises.py >docs/tests.md` -->

`make check` runs all of these, as shipped and, but for files that say `plain`, under sanitizers. Seconds are of one
processor, as `tests/seconds.tsv` has them: plain, sanitized. A file without them was not measured yet, or is called by another.
"""


def promise(path):
    """The first comment of a file, behind the licence, as one line."""
    with open(os.path.join(ROOT, path)) as file:
        text = file.read()
    if path.endswith(".c"):
        found = re.search(r"\A/\* SPDX[^\n]*\n/\*(.*?)\*/", text, re.S)
    elif path.endswith(".py"):
        found = re.search(r'\A(?:#[^\n]*\n)*"""(.*?)(?:\n\n|""")', text, re.S)
    else:
        found = re.search(r"\A(?:#!\S[^\n]*\n)?# SPDX[^\n]*\n((?:# (?!bats )[^\n]*\n)+)", text)
    return re.sub(r"\s*\n[#* ]*", " ", found[1].strip(" \n#")).replace("|", "\\|") if found else ""


def seconds():
    with open(os.path.join(ROOT, "tests", "seconds.tsv")) as file:
        return {row.split("\t")[0]: float(row.split("\t")[1]) for row in file if row.strip() and not row.startswith("#")}


def took(path, known):
    name = path if path.endswith(".bats") else path[:-2]
    where = [f"{path}@build/rosin", f"{path}@build/address-undefined/rosin"] if path.endswith(".bats") else \
        [f"build/{name}", f"build/address-undefined/{name}"]
    return ", ".join(f"{known[w]:.1f}" if w in known else "–" for w in where) if any(w in known for w in where) else ""


def main():
    known, silent = seconds(), []
    page = [HEAD]
    for title, pattern in GROUPS:
        page.append(f"## {title}\n\n| file | promise | seconds |\n|---|---|---|")
        for path in sorted(glob.glob(pattern, root_dir=ROOT)):
            said = promise(path)
            if not said:
                silent.append(path)
            page.append(f"| `{path.removeprefix('tests/')}` | {said} | {took(path, known)} |")
        page.append("")
    if "--check" in sys.argv:
        print("".join(f"{path}: does not say in its first lines what it promises\n" for path in silent), end="")
        return bool(silent)
    print("\n".join(page).rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
