#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make dek`: a package for Pd's own package manager from installed objects, with its checksum and the
list of objects: dek.py FOLDER VERSION SYSTEM-MACHINE-FLOATSIZE TIME OUTPUT-FOLDER
A package for two machines names both: A-B-32)(C-D-32."""
import hashlib
import os
import re
import shutil
import sys

from zip import pack

HERE = os.path.dirname(os.path.abspath(__file__))
DOCS = os.path.join(HERE, "..", "docs")
PAGES = ("pd.md", "pd-hosts.md", "pd-lesson.md", "effects.md", "cello.md", "bodies.md", "laws.md")
LINK = re.compile(r"(!?)\[([^\[\]]*)\]\(([^)\s]+)\)")


def description(folder, name):
    """The DESCRIPTION of a class's META subpatch."""
    with open(os.path.join(folder, f"{name}-help.pd"), encoding="utf-8") as f:
        found = re.search(r"DESCRIPTION ([^;]*?);", f.read().replace("\n", " "))
    return found.group(1).replace(" \\,", ",") if found else ""


def page(text, to):
    """A page whose pictures and files lie beside it, and whose links that lead out are words."""
    def link(found):
        _, words, target = found.groups()
        if "://" in target:
            return f"{words} ({target})"
        file = target.split("#")[0]
        if file and not file.endswith(".md"):
            os.makedirs(os.path.dirname(os.path.join(to, file)), exist_ok=True)
            shutil.copyfile(os.path.join(DOCS, file), os.path.join(to, file))
            return found.group()
        return found.group() if not file or file in PAGES else words
    return LINK.sub(link, text)


def read_me(folder, system):
    """What a package says of itself, and the pages that its users need."""
    to = os.path.join(folder, "docs")
    os.makedirs(to, exist_ok=True)
    for name in PAGES:
        with open(os.path.join(DOCS, name), encoding="utf-8") as f:
            text = f.read()
        with open(os.path.join(to, name), "w", encoding="utf-8") as f:
            f.write(page(text, to))
    os.remove(os.path.join(folder, "README.md"))  # the source's, whose links lead into it
    shutil.copyfile(os.path.join(HERE, "dek.txt"), os.path.join(folder, "README.txt"))
    notice = os.environ.get("WINDOWS_NOTICE", "")
    if system == "windows" and not os.path.exists(os.path.join(folder, "LICENSE.mingw-w64")):
        shutil.copyfile(notice, os.path.join(folder, "LICENSE.mingw-w64"))


def main():
    folder, version, machine, seconds, out = sys.argv[1:]
    system, rest = machine.split("-", 1)
    name = f"rosin[v{version}]({system.capitalize()}-{rest}).dek"
    system = system.lower()
    path = os.path.join(out, name)
    os.makedirs(out, exist_ok=True)
    read_me(folder, system)
    pack(int(seconds), folder, path)
    with open(path, "rb") as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    with open(path + ".sha256", "w", encoding="ascii") as f:
        f.write(f"{digest} *{name}\n")
    classes = sorted({f.split("-help")[0] for f in os.listdir(folder) if f.endswith("-help.pd")})
    with open(path + ".txt", "w", encoding="utf-8") as f:
        for c in classes:
            f.write(f"{c}\t{description(folder, c)}\n")
    print(path)


if __name__ == "__main__":
    main()
