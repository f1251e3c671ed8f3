#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Are the files there that pages for contributors name? And has each room a page of decisions, or a word that it has none?

  named.py PAGE...   words between backticks that are paths (with a slash, `*` in them or not), of which git knows no
                     file and no folder: PAGE:LINE: PATH
  named.py --rooms   rooms of tests/layers.py that docs/decisions/README.md does not name, rooms of its table that are
                     no folders, pages that it does not list or that say other rooms than it

Exit status 1 if anything is printed."""
import fnmatch
import os
import re
import subprocess
import sys

import layers

ROOT = layers.ROOT
WHY = os.path.join(ROOT, "docs", "decisions")
MADE = re.compile(r"(build/|[A-Z_]*[A-Z]{4})")  # by make, or a place for a name


def known():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
    files = {path for path in listed if path and os.path.lexists(os.path.join(ROOT, path))}
    return files | {path[:i] for path in files for i, letter in enumerate(path) if letter == "/"}


def paths(line):
    """Words that begin with a folder of the root."""
    for span in re.findall(r"`([^`\s]+)`", line):
        top = span.partition("/")[0]
        if "/" in span and top and os.path.isdir(os.path.join(ROOT, top)) and not MADE.search(span):
            yield span.rstrip("/")


def missing(page, there):
    with open(page) as file:
        text = file.read()
    there = there | set(re.findall(r"^<!-- recipe \S+: write (\S+) -->", text, re.M))  # what its recipes make
    for number, line in enumerate(text.split("\n"), 1):
        for path in paths(line):
            if path not in there and not (re.search(r"[*[]", path) and any(fnmatch.fnmatch(t, path) for t in there)):
                yield f"{os.path.relpath(page, ROOT)}:{number}: {path}"


def rooms():
    with open(os.path.join(WHY, "README.md")) as file:
        text = file.read()
    table = {page: re.findall(r"`([^`]+)`", names) for names, page in re.findall(r"^\| (`.*?`) \| \[(\S+\.md)\]", text, re.M)}
    named = set(re.findall(r"`([^`\s]+)`", text))
    for room in (room for floor in layers.FLOORS for room in floor):
        if not any(room == n or room.startswith(n + "/") for n in named if n != "src" or room == "src"):
            yield f"docs/decisions/README.md does not name the room {room}"
    for page, names in table.items():
        yield from (f"{room} is no folder" for room in names if not os.path.isdir(os.path.join(ROOT, room)))
        if not os.path.exists(os.path.join(WHY, page)):
            yield f"docs/decisions/{page} is not there"
            continue
        with open(os.path.join(WHY, page)) as file:
            said = re.search(r"^Rooms: (.*?)\.(?: |$)", file.read(), re.M)
        if not said or re.findall(r"`([^`]+)`", said[1]) != names:
            yield f"docs/decisions/{page} is of other rooms than its index says"
    yield from (f"docs/decisions/{page} is in no index" for page in sorted(os.listdir(WHY)) if page not in (*table, "README.md"))


def main():
    there = known()
    wrong = list(rooms()) if sys.argv[1:] == ["--rooms"] else [w for page in sys.argv[1:] for w in missing(os.path.abspath(page), there)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
