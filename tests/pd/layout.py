#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How help and example patches look, from their files: cords across boxes, boxes over boxes,
reference windows too high, labels with underscores. `layout.py` lists what it finds."""
import os
import sys

from together import ROOT, patch_files

sys.path.insert(0, os.path.join(ROOT, "docs", "patches"))
from geometry import canvases, cords, crossed, overlap, plain  # noqa: E402


def faults(path):
    whole, found = os.path.basename(path), []
    with open(path) as f:
        text = f.read()
    for name, height, objects, wires, _ in canvases(text, whole):
        if name == "reference" and height >= 700:
            found.append(f"reference is {height} high")
        shown = [o for o in objects if o[3]]
        for i, a in enumerate(shown):
            found += [f"{name}: '{plain(b[5])[:40]}' and '{plain(a[5])[:40]}' overlap"
                      for b in shown[:i] if overlap(a, b)]
        for o in objects:
            if o[0] == "obj" and o[5] and o[5][0] in ("hsl", "vsl", "tgl", "bng", "hradio"):
                labels = o[5][6:9] if o[5][0] in ("tgl", "bng", "hradio") else o[5][9:10]
                found += [f"{name}: label {x}" for x in labels if "_" in x and "rosin" not in x]
        if name == whole:
            for wire, *line in cords(objects, wires):
                found += [f"a cord from '{plain(objects[wire[0]][5])[:30]}' to '{plain(objects[wire[2]][5])[:30]}' "
                          f"crosses '{plain(box[5])[:30]}'" for box in crossed(objects, line, (wire[0], wire[2]))]
    return found


def main():
    count = 0
    for path in patch_files():
        for fault in faults(path):
            print(f"{os.path.basename(path)}: {fault}")
            count += 1
    return count


if __name__ == "__main__":
    sys.exit(main() != 0)
