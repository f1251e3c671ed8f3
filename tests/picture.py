#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws docs/figures/house.svg: the rooms of tests/layers.py and who includes whom, from above. An arrow that follows
from others (a room that is reached by way of another) is left out, and so are those to what nearly all include: they are
the ground. A click on a room leads to its decisions.

  picture.py          the picture to standard output
  picture.py --check  says which line of docs/figures/house.svg is not that of the tree, exit status 1; with
                      ROSIN_UPDATE=1 it writes the file anew"""
import os
import re
import sys

import layers

FILE = os.path.join(layers.ROOT, "docs", "figures", "house.svg")
WHY = os.path.join(layers.ROOT, "docs", "decisions", "README.md")
GROUND = ["src", "src/maths", "include"]  # from above
HIGH, WIDE, ASIDE, GAP = 34, 124, 8, 40  # px: of a room, and between two of them, aside and down
COLOURS = {"pd": "#dcebd3", "plugin": "#dcebd3", "src/host": "#dcebd3", "src/player": "#f6e3c5", "src/keys": "#f6e3c5",
           "src/score": "#f6e3c5", "src/core": "#fbf0b8", "src/scene": "#d6e4f2", "src/network": "#e6d9ee",
           "src/contact": "#e6d9ee", "src/friction": "#e6d9ee", "modal": "#e6d9ee", "waveguide": "#e6d9ee"}


def graph():
    """Of each room those that it includes, but for the ground."""
    rooms = {room: set() for floor in layers.FLOORS for room in floor if room not in GROUND}
    for path, there in layers.includes(layers.sources()):
        a, b = layers.floor(path)[1], layers.floor(there)[1]
        if a != b and a not in GROUND and b not in GROUND:
            rooms[a].add(b)
    return rooms


def below(rooms, room, known):
    """All that is reached from a room."""
    if room not in known:
        known[room] = set(rooms[room]).union(*(below(rooms, r, known) for r in rooms[room]))
    return known[room]


def needed(rooms):
    """The arrows that no others imply."""
    known = {}
    return {a: sorted(b for b in there if not any(b in below(rooms, c, known) for c in there - {b})) for a, there in rooms.items()}


def storeys(rooms):
    """Each as high as those that include it let it stand: rows from above."""
    high = {}

    def rise(room):
        if room not in high:
            high[room] = max((1 + rise(r) for r in rooms[room]), default=0)
        return high[room]

    for room in rooms:
        rise(room)
    top = max(high.values())
    for room in sorted(rooms, key=lambda r: (-high[r], r)):
        high[room] = min((high[a] for a in rooms if room in rooms[a]), default=top + 1) - 1
    rows = [[r for r in rooms if high[r] == level] for level in range(top, -1, -1)]
    return [sorted(row) for row in rows]


def centre(row, index, wide):
    return wide * (2 * index + 1) / (2 * len(row))


def order(rows, arrows, wide):
    """Rooms of a row stand where those are that they have to do with; a few sweeps, always the same."""
    near = {room: set(there) for room, there in arrows.items()}
    for a, there in arrows.items():
        for b in there:
            near[b].add(a)
    for _ in range(8):
        for row in rows[::-1] + rows:
            x = {r: centre(line, i, wide) for line in rows for i, r in enumerate(line)}
            row.sort(key=lambda r: (round(sum(x[n] for n in near[r]) / len(near[r])) if near[r] else wide // 2, r))


def pages():
    """Of each room the page of its decisions, by their index."""
    with open(WHY) as file:
        rows = re.findall(r"^\| (`.*?`) \| \[(\S+\.md)\]", file.read(), re.M)
    return {room: page for rooms, page in rows for room in re.findall(r"`([^`]+)`", rooms)}


def page_of(room, why):
    """Its own, or that of the room around it."""
    while room and room not in why:
        room = room.rpartition("/")[0]
    return why.get(room)


def box(room, x, y, wide, why, what=""):
    colour = next((COLOURS[c] for c in sorted(COLOURS, key=len, reverse=True) if room == c or room.startswith(c + "/")), "#eeeeee")
    name = room + what
    text = (f'<rect x="{x - wide // 2}" y="{y}" width="{wide}" height="{HIGH}" rx="4" fill="{colour}" stroke="#555"/>'
            f'<text x="{x}" y="{y + 22}">{name}</text>')
    page = page_of(room, why)
    return f'<a href="../decisions/{page}">{text}</a>' if page else text


def arrow(x, y, to_x, to_y):
    middle = (y + to_y) // 2
    return f'<path d="M{x} {y}C{x} {middle} {to_x} {middle} {to_x} {to_y}"/>'


def drawn():
    rooms = graph()
    arrows = needed(rooms)
    rows = storeys(rooms)
    wide = max(map(len, rows)) * (WIDE + ASIDE)
    order(rows, arrows, wide)
    at = {room: (int(centre(row, i, wide)), 20 + level * (HIGH + GAP)) for level, row in enumerate(rows) for i, room in enumerate(row)}
    ground = 20 + len(rows) * (HIGH + GAP)
    why = pages()
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {ground + 3 * (HIGH + 8) + 12}" '
           'font-family="sans-serif" font-size="13" text-anchor="middle">',
           "<!-- SPDX-License-Identifier: BSD-3-Clause. Written by tests/picture.py; ROSIN_UPDATE=1 bats -f picture tests/builds.bats -->",
           "<title>rosin's rooms: each includes what its arrows lead to, and what is below that</title>",
           '<rect width="100%" height="100%" fill="#fff"/>', '<g fill="none" stroke="#888">']
    for a in sorted(arrows):
        out += [arrow(at[a][0], at[a][1] + HIGH, at[b][0], at[b][1]) for b in arrows[a]]
    out.append("</g>")
    out += [box(room, *at[room], WIDE, why) for room in sorted(at)]
    told = {"src": ": numbers, memory, parameters", "src/maths": ": exponentials and sines", "include": ": what others may call"}
    out += [box(room, wide // 2, ground + i * (HIGH + 8), wide - 40, why, told[room]) for i, room in enumerate(GROUND)]
    return "\n".join([*out, "</svg>", ""])


def check(now):
    if os.environ.get("ROSIN_UPDATE") == "1":
        with open(FILE, "w") as file:
            file.write(now)
        return 0
    with open(FILE) as file:
        was = file.read()
    for number, (a, b) in enumerate(zip(was.split("\n") + [""], now.split("\n") + [""]), 1):
        if a != b:
            print(f"docs/figures/house.svg:{number} is '{a}', by the tree '{b}'; ROSIN_UPDATE=1 python3 tests/picture.py --check draws it anew")
            return 1
    return int(was != now)


def main():
    now = drawn()
    if sys.argv[1:] == ["--check"]:
        return check(now)
    print(now, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
