#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/tests.md: what each test file promises, by its first lines, what it takes, by
tests/seconds.tsv (`SECONDS_TO=FILE tests/run.sh ...`; processor seconds), and what it caught: the faults of
tests/mutants.tsv that it must find, the folders of inputs that it goes through with how many files they have, and
the files under tests/ that hold what it found once (tables, golden files). Of all this nothing is typed here.

  promises.py          the page to standard output
  promises.py --check  files that do not say what they promise; exit status 1 if there are any"""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GROUPS = [("The command, end to end", "tests/*.bats"), ("Units", "tests/unit/*/test_*.c"),
          ("Pd, called by tests/pd.bats", "tests/pd/*.py"), ("Live, called by tests/live.bats", "tests/live/*.py"),
          ("Bindings, called by tests/bindings.bats", "tests/bindings/*.py tests/bindings/*.mjs"),
          ("The page, called by tests/page.bats", "tests/page/*.mjs"),
          ("Figures, called by make verify", "tests/verify/*.c tests/verify/*.py"),
          ("Hosts of our own", "tests/faces/*.c"), ("Inputs for fuzzing", "tests/fuzz/*.c")]
# folders of inputs that a file names go with how many files they have
INPUTS = re.compile(r"tests/((?:fuzz/)?corpus(?:/\w+)?|yesterday/[\d.]+|yesterday(?=/\*)|abi(?=/\*))")
HEAD = """# What the tests promise

<!-- written by `python3 tests/promises.py >docs/tests.md` -->

`make check` runs all of these, as shipped and, but for files that say `plain`, under sanitizers. Seconds are of one
processor, as `tests/seconds.tsv` has them: plain, sanitized. A file without them was not measured yet, or is called by another.
What a file caught are the faults that `make mutants` plants and it must find, the inputs that failed once or that somebody left
behind and it goes through, and the tables under `tests` that it holds still. `make mutate` plants small faults at random beside these.
"""


def promise(path):
    """The first comment of a file, behind the licence, as one line."""
    with open(os.path.join(ROOT, path)) as file:
        text = file.read()
    if path.endswith(".c"):
        found = re.search(r"\A/\* SPDX[^\n]*\n/\*(.*?)\*/", text, re.S)
    elif path.endswith(".mjs"):
        found = re.search(r"\A// SPDX[^\n]*\n((?://[^\n]*\n)+)", text)
    elif path.endswith(".py"):
        found = re.search(r'\A(?:#[^\n]*\n)*"""(.*?)(?:\n\n|""")', text, re.S)
    else:
        found = re.search(r"\A(?:#!\S[^\n]*\n)?# SPDX[^\n]*\n((?:# (?!bats )[^\n]*\n)+)", text)
    return re.sub(r"\s*\n[#*/ ]*", " ", found[1].strip(" \n#/")).replace("|", "\\|") if found else ""


def planted():
    """{file of a test: faults that it must find}, by the makers that tests/mutants.tsv names."""
    found = {}
    with open(os.path.join(ROOT, "tests", "mutants.tsv"), encoding="utf-8") as file:
        rows = [row.rstrip("\n").split("\t") for row in file if not row.startswith("#")]
    for row in rows:
        for maker in row[-1].split(","):
            words = maker.split()
            if len(words) == 2 and words[0] in ("test", "thread"):
                name = words[1] if words[1].endswith(".bats") else words[1] + ".c"
                found.setdefault(f"tests/{name}", []).append(row[0])
    return found


def caught(path, faults):
    """What is known of a file besides what it promises."""
    with open(os.path.join(ROOT, path)) as file:
        text = file.read()
    words = [f"`{fault}`" for fault in dict.fromkeys(faults.get(path, []))]
    for folder in sorted({found[1] for found in INPUTS.finditer(text)}):
        where = os.path.join(ROOT, "tests", folder)
        if os.path.isdir(where):
            words.append(f"{sum(len(names) for _, _, names in os.walk(where))} files of `{folder}`")
    tables = set(re.findall(r"as_written \"?(?:faces/\$1|([\w./]+))\"?", text)) | set(re.findall(r'golden_\w*\("([\w./]+)"', text))
    return ", ".join(words + [f"`{table.removeprefix('tests/')}`" for table in sorted(filter(None, tables))])


def seconds():
    with open(os.path.join(ROOT, "tests", "seconds.tsv")) as file:
        return {row.split("\t")[0]: float(row.split("\t")[1]) for row in file if row.strip() and not row.startswith("#")}


def took(path, known):
    name = path if path.endswith(".bats") else path[:-2]
    where = [f"{path}@build/rosin", f"{path}@build/address-undefined/rosin"] if path.endswith(".bats") else \
        [f"build/{name}", f"build/address-undefined/{name}"]
    return ", ".join(f"{known[w]:.1f}" if w in known else "–" for w in where) if any(w in known for w in where) else ""


def main():
    known, faults, silent = seconds(), planted(), []
    page = [HEAD]
    for title, pattern in GROUPS:
        page.append(f"## {title}\n\n| file | promise | seconds | caught |\n|---|---|---|---|")
        for path in sorted(p for one in pattern.split() for p in glob.glob(one, root_dir=ROOT)):
            said = promise(path)
            if not said:
                silent.append(path)
            page.append(f"| `{path.removeprefix('tests/')}` | {said} | {took(path, known)} | {caught(path, faults)} |")
        page.append("")
    if "--check" in sys.argv:
        print("".join(f"{path}: does not say in its first lines what it promises\n" for path in silent), end="")
        lost = [path for path in faults if not os.path.exists(os.path.join(ROOT, path))]
        print("".join(f"tests/mutants.tsv: there is no {path}, which is to find {', '.join(faults[path])}\n" for path in lost), end="")
        return bool(silent or lost)
    print("\n".join(page).rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
