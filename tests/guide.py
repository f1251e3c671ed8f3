#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the guide promises to who reads it: it is short, each page soon has a command to try, and links lead to headings
that are there. The guide is README.md, docs/README.md and the pages that its section "The guide" lists.

  guide.py [ROOT]   says how many words each page has, then a line for each promise that is broken; exit status 1 if there is one"""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import docs  # noqa: E402

ALL, PAGE = 25000, 4000  # words at most, as `wc -w` counts them: of the guide, and of a page of it
SOON = 25  # lines after which the first command has begun


def read(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def pages(root):
    """The pages of the guide, as its index lists them."""
    index = read(root, "docs/README.md").partition("\n## The guide\n")[2].partition("\n## ")[0]
    return ["README.md", "docs/README.md", *(f"docs/{name}" for name in dict.fromkeys(re.findall(r"\]\(([\w-]+\.md)\)", index)))]


def anchors(text):
    """Names by which headings are reached."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    return {re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-") for title in re.findall(r"^#+ (.*)", text, re.M)}


def astray(root, name):
    """Links of a page to headings that are not there."""
    for target, heading in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", read(root, name)):
        if "://" in target:
            continue
        file = os.path.normpath(os.path.join(os.path.dirname(name), target)) if target else name
        if file.endswith(".md") and os.path.exists(os.path.join(root, file)) and heading not in anchors(read(root, file)):
            yield f"{name}: {target}#{heading}: there is no such heading"


def late(root, name):
    """Nothing, or that a page has no command to try near its beginning."""
    first = next((b for b in docs.blocks_of(os.path.join(root, name)) if b.kind() == "shell"), None)
    if not first or first.line > SOON:
        yield f"{name}: its first command is on line {first.line if first else 'none'}: {SOON} at most"


def broken(root):
    guide = pages(root)
    words = {name: len(read(root, name).split()) for name in guide}
    for name, count in words.items():
        print(f"{count:6d} {name}")
    print(f"{sum(words.values()):6d} of {ALL}")
    if sum(words.values()) > ALL:
        yield f"the guide has {sum(words.values())} words: {ALL} at most"
    for name in guide:
        if words[name] > PAGE:
            yield f"{name} has {words[name]} words: {PAGE} at most"
        yield from late(root, name)
    for path in ["README.md", "CONTRIBUTING.md", "NEWS.md", "bench/friction/README.md", *sorted(glob.glob("docs/*.md", root_dir=root)),
                 *sorted(glob.glob("docs/decisions/*.md", root_dir=root))]:
        if os.path.exists(os.path.join(root, path)):
            yield from astray(root, path)


def main():
    root = sys.argv[1] if sys.argv[1:] else docs.ROOT
    found = list(broken(root))
    for text in found:
        print(text)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
