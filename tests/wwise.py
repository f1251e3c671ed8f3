#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Reads a table for Wwise as Audiokinetic's page "Importing Media Files from Tab Delimited Text Files" has it, with
what importers are known to refuse: wwise.py TABLE FOLDER. Prints the objects as a tree; fails if anything is wrong."""
import csv
import os
import re
import sys

KNOWN = {"Audio File", "Object Path", "Object Type", "Notes", "Audio Source Notes", "Event", "Dialogue Event",
         "OriginalsSubFolder", "Switch Assignation"}
TYPES = {"Sound SFX", "Random Container", "Blend Container", "Sequence Container", "Switch Container"}
DYNAMIC = re.compile(r"Property\[[A-Za-z]\w*\]|Reference\[[A-Za-z]\w*\]")

table, folder = sys.argv[1:]
data = open(table, "rb").read()
assert not data.startswith(b"\xef\xbb\xbf") and data.endswith(b"\n") and b"\r" not in data
text = data.decode("utf-8")
rows = list(csv.reader(text.split("\n")[:-1], dialect="excel-tab", strict=True))
head = rows[0]
assert all(line.count("\t") == len(head) - 1 for line in text.split("\n")[:-1]), "a cell has a separator"
assert all(h in KNOWN or DYNAMIC.fullmatch(h) for h in head), head
assert all(head.count(h) == 1 or h in ("Event", "Dialogue Event", "Switch Assignation") for h in head), head
assert "Object Path" in head and len(rows) > 1

tree, seen, order = {}, set(), []
for row in rows[1:]:
    assert len(row) == len(head), row
    cell = dict(zip(head, row))
    events = [v for h, v in zip(head, row) if h == "Event" and v]
    parts = cell["Object Path"].split("\\")
    path = []
    for part in parts:
        match = re.fullmatch(r"<([^<>]+)>([^<>\\/]+)", part)
        assert match and match[1] in TYPES and match[2] == match[2].strip(), part
        path.append((match[1], match[2]))
        assert all(kind == match[1] for kind, name in order if (name, len(path)) == (match[2], 0))
    key = tuple(name.casefold() for _, name in path)
    assert key not in seen, f"two objects at {cell['Object Path']}"
    seen.add(key)
    sound = path[-1][0] == "Sound SFX"
    assert sound == bool(cell["Audio File"])
    if sound:
        name = cell["Audio File"]
        assert not re.match(r"[\\/]|[A-Za-z]:", name) and ".." not in name.split("\\"), name
        assert os.path.isfile(os.path.join(folder, *name.split("\\"))), name
        assert cell["Property[IsLoopingEnabled]"] in ("true", "false")
    for event in events:
        assert re.fullmatch(r"\\Events\\[^\\<>]+\\[A-Za-z_]\w*@(Play|Stop)", event, re.ASCII), event
    node = tree
    for kind, name in path:
        node = node.setdefault((kind, name), {"": []})
    node[""] = [("loops " if cell.get("Property[IsLoopingEnabled]") == "true" else "").strip(),
                [e.rsplit("\\", 1)[1].rsplit("@", 1)[0] for e in events]]


def show(node, depth=0):
    for key, below in node.items():
        if key == "":
            continue
        said = below[""]
        loops = " " + said[0] if said and said[0] else ""
        events = ": " + " ".join(said[1]) if said and said[1] else ""
        print("  " * depth + " ".join(key) + loops + events)
        show(below, depth + 1)


show(tree)
