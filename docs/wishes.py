#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The table of docs/effects.md that says which scene to take, from what each scene says of itself
(`wish` in its section `about`). Without ROSIN_UPDATE it is compared with the page: a line for each row that
differs, and exit status 1."""
import difflib
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "effects.md")
PART = re.compile(r"(?<=<!-- wishes -->\n).*?(?=<!-- end -->)", re.S)


def table(scenes):
    wishes = {}
    for scene in scenes:
        if scene["wish"]:
            wishes.setdefault(scene["wish"], []).append(f"`{scene['name']}`")
    rows = [f"| {wish} | {' '.join(names)} |" for wish, names in sorted(wishes.items())]
    return "\n".join(["| you want | scene |", "|---|---|", *rows, ""])


def main():
    rosin = os.environ.get("ROSIN", os.path.join(HERE, "..", "build", "rosin"))
    said = subprocess.run([rosin, "scenes", "--json"], capture_output=True, text=True, check=True).stdout
    now = table(json.loads(said))
    with open(PAGE) as page:
        text = page.read()
    was = PART.search(text)[0]
    if os.environ.get("ROSIN_UPDATE"):
        with open(PAGE, "w") as page:
            page.write(PART.sub(lambda _: now, text, count=1))
        return 0
    for line in difflib.unified_diff(was.splitlines(), now.splitlines(), "docs/effects.md", "the scenes", n=0, lineterm=""):
        print(line)
    if was != now:
        print("docs/effects.md: its table of wishes differs; renewed, where a change is meant, by: ROSIN_UPDATE=1 python3 docs/wishes.py")
    return was != now


if __name__ == "__main__":
    sys.exit(main())
