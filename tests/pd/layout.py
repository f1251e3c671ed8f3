#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How help and example patches look, from their files: cords across boxes or upwards, boxes and
labels over each other, windows that are too small or too high, labels with underscores, sliders without
a number box, other volume controls than the one. `layout.py [PATCH ...]` lists what it finds."""
import os
import sys

from together import ROOT, patch_files

sys.path.insert(0, os.path.join(ROOT, "docs", "patches"))
from geometry import canvases, caption, cords, crossed, overlap, plain  # noqa: E402

TALLEST, MARGIN = 700, 16
SLIDERS, GUIS = ("hsl", "vsl"), ("hsl", "vsl", "tgl", "bng", "hradio")


def called(box):
    return plain(box[5])[:40]


def over(objects):
    """Boxes and labels over others."""
    shown = [o for o in objects if o[3]] + [c for c in map(caption, objects) if c]
    return [f"'{called(b)}' and '{called(a)}' overlap" for i, a in enumerate(shown) for b in shown[:i] if overlap(a, b)]


def lines(objects, wires, inside):
    """Cords across boxes and labels; in the patch itself, where nobody counts, those that go up."""
    labels = [(i, c) for i, c in enumerate(map(caption, objects)) if c]
    for wire, *line in cords(objects, wires):
        ends = (wire[0], wire[2])
        name = f"a cord from '{called(objects[ends[0]])}' to '{called(objects[ends[1]])}'"
        boxes = crossed(objects, line, ends) + [c for i, c in labels if i not in ends and crossed([c], line, ())]
        yield from (f"{name} crosses '{called(box)}'" for box in boxes)
        if line[3] < line[1] and not inside:
            yield f"{name} goes up"


def has_number(index, slider, objects, wires):
    """A number box beside it that obeys its name or its cord."""
    numbers = [(i, o) for i, o in enumerate(objects) if o[0] == "floatatom"]
    return any(n[1] - slider[1] - slider[3] < 12 and n[2] - slider[2] - slider[4] < 12 and
               (n[5][5] == slider[5][7] != "empty" or (index, 0, i, 0) in wires) for i, n in numbers)


def controls(objects, wires):
    """Sliders without a number box; labels with underscores; a volume that is not [rosin.out~]."""
    for i, o in enumerate(objects):
        gui = o[5][0] if o[0] == "obj" and o[5] else ""
        label = caption(o) if gui in GUIS else None
        if label and "_" in label[5][0]:
            yield f"label {label[5][0]}"
        if gui in SLIDERS and not has_number(i, o, objects, wires):
            yield f"'{called(o)}' has no number box"
        if gui in ("dac~", "output~"):
            yield f"[{gui}] is not the volume control"
    if sum(o[5][:1] == ["rosin.out~"] for o in objects) > 1:
        yield "two volume controls"


def window(name, head, objects):
    """Too small for what is in it; or too high."""
    width, height = head
    right, bottom = (max((o[1 + i] + o[3 + i] for o in objects if o[3]), default=0) for i in (0, 1))
    # what comes nearer to the edge brings scroll bars
    right, bottom = (side + MARGIN if side else 0 for side in (right, bottom))
    if name != "META" and (right > width or bottom > height):
        yield f"a window of {width} by {height} for {right} by {bottom}"
    if height >= TALLEST:
        yield f"a window {height} high"


def faults(path):
    whole = os.path.basename(path)
    with open(path, encoding="utf-8") as f:
        text = f.read()
    for name, head, objects, wires, _ in canvases(text, whole):
        found = [*over(objects), *lines(objects, wires, name != whole), *window(name, head, objects)]
        if whole != "rosin.out~.pd":
            found += controls(objects, wires)
        yield from (f"{name}: {fault}" for fault in found)


def main():
    count = 0
    for path in sys.argv[1:] or patch_files():
        for fault in faults(path):
            print(f"{os.path.basename(path)}: {fault}")
            count += 1
    return count


if __name__ == "__main__":
    sys.exit(main() != 0)
