# SPDX-License-Identifier: BSD-3-Clause
"""Where things lie in a patch, from its text: boxes, cords, and what crosses what."""
import re

CHAR, LINE = 7, 15
MANY = {"rosin.string~": 3, "rosin.modal~": 2, "rosin.friction~": 3, "rosin.bridge~": 1, "rosin.impact~": 3}


def wrapped(text, width):
    lines, used = 1, 0
    for word in text.split():
        if used and used + 1 + len(word) > width:
            lines, used = lines + 1, 0
        used += len(word) + (1 if used else 0)
    return lines


def plain(words):
    return " ".join(words).replace("\\$", "$").replace(" \\,", ",").replace(" \\;", ";").replace("\\ ", " ")


def size(kind, words):
    """Width and height of an object in pixels."""
    gui = words[0] if kind == "obj" and words else ""
    if gui in ("hsl", "vsl"):
        return int(words[1]), int(words[2])
    if gui in ("tgl", "bng"):
        return int(words[1]), int(words[1])
    if gui == "hradio":
        return int(words[1]) * int(words[4]), int(words[1])
    if gui == "rosin.motion~":
        return 440, 170
    if gui == "rosin.out~":
        return 190, 40
    if gui == "rosin.pad" and len(words) > 2:
        return int(words[1]), int(words[2])
    if gui == "cnv":
        return 0, 0
    if kind == "floatatom":
        return int(words[0]) * CHAR + 8, LINE + 4
    text, width = plain(words), 60
    found = re.search(r", f (\d+)$", text)
    if found:
        text, width = text[:found.start()], int(found.group(1))
    lines = wrapped(text, width)
    if "; " in text and kind == "msg":
        lines += 1
    return max(min(len(text), width), 3) * CHAR + 6, lines * LINE + 4


def caption(box):
    """The box of a GUI object's label, or None; its fonts are a little narrower than text."""
    kind, x, y, _, _, words = box
    gui = words[0] if kind == "obj" and words else ""
    at = {"hsl": 9, "vsl": 9, "tgl": 5, "bng": 7, "hradio": 7, "cnv": 6}.get(gui)
    if at is None or len(words) <= at + 4 or words[at] == "empty":
        return None
    text, dx, dy, font = plain([words[at]]), int(words[at + 1]), int(words[at + 2]), int(words[at + 4])
    return ("label", x + dx, y + dy - font // 2 - 1, len(text) * (6 * font + 6) // 11, font + 3, [text])


def canvases(text, whole):
    """(name, (width, height), objects, wires, its size in another or None) of each canvas; objects are
    (kind, x, y, w, h, words)."""
    stack, done = [], []
    for statement in re.split(r"(?<!\\);\n", text):
        words = statement.split()
        if words[:2] == ["#N", "canvas"]:
            stack.append([words[6] if len(words) > 7 else whole, (int(words[4]), int(words[5])), [], [], None])
        elif words[:2] == ["#X", "coords"]:
            stack[-1][4] = (int(words[6]), int(words[7]))
        elif words[:2] == ["#X", "restore"]:
            inner = stack.pop()
            done.append(inner)
            w, h = inner[4] or (len(" ".join(words[4:])) * CHAR + 6, LINE + 4)
            stack[-1][2].append(("sub", int(words[2]), int(words[3]), w, h, words[4:]))
        elif words[:2] == ["#X", "connect"]:
            stack[-1][3].append(tuple(map(int, words[2:6])))
        elif words and words[0] == "#X" and words[1] in ("obj", "msg", "text", "floatatom"):
            rest = re.sub(r"(?<=\S)\\ ", "\x00", statement).split()
            rest = [word.replace("\x00", "\\ ") for word in rest]
            w, h = size(words[1], rest[4:])
            stack[-1][2].append((words[1], int(words[2]), int(words[3]), w, h, rest[4:]))
    return done + stack


def meets(x0, y0, x1, y1, box):
    """Does a line cross the inside of a box?"""
    left, top, right, bottom = box[1] + 3, box[2] + 3, box[1] + box[3] - 3, box[2] + box[4] - 3
    low, high = 0.0, 1.0
    for start, end, a, b in ((x0, x1, left, right), (y0, y1, top, bottom)):
        if start == end:
            if not a < start < b:
                return False
            continue
        near, far = sorted(((a - start) / (end - start), (b - start) / (end - start)))
        low, high = max(low, near), min(high, far)
    return low < high


def port(box, index, last):
    """Where a cord leaves or enters: the first at the left, the last at the right."""
    return box[1] + 4 + (0 if not index else (box[3] - 8) * min(index, last) / max(last, 1))


def overlap(a, b, margin=2):
    return (a[1] + margin < b[1] + b[3] and b[1] + margin < a[1] + a[3] and a[2] + margin < b[2] + b[4] and
            b[2] + margin < a[2] + a[4])


def cords(objects, wires):
    """(wire, x0, y0, x1, y1) of each."""
    most = {}
    for a, out, b, into in wires:
        most[a] = max(most.get(a, 0), out)
        most[-1 - b] = max(most.get(-1 - b, 0), into)
    for wire in wires:
        a, out, b, into = wire
        one, two = objects[a], objects[b]
        last = MANY.get(one[5][0] if one[5] else "", 0) or most[a]
        yield wire, port(one, out, last), one[2] + one[4], port(two, into, most[-1 - b]), two[2]


def crossed(objects, line, ends):
    """Boxes that a line crosses, but for its ends'."""
    return [box for i, box in enumerate(objects) if box[3] and i not in ends and meets(*line, box)]
