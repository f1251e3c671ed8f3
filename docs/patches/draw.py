# SPDX-License-Identifier: BSD-3-Clause
"""A patch as it is drawn: objects at places, cords, labels."""
import os
import re
import sys

from geometry import canvases, cords, crossed, overlap
from tables import ROOT


def escape(text):
    text = re.sub(r"([,;])", r" \\\1 ", text)
    text = text.replace("$", "\\$")
    return re.sub(r"  +", " ", text).strip()


def free_place(objects, x, y, way, width, line, end):
    """The nearest place for a small box, downwards (1) or upwards (-1), that covers nothing and whose
    cord crosses nothing; or None."""
    tries = sorted(((abs(dx) + 2 * abs(dy), dx, dy) for dx in range(-160, 241, 8) for dy in range(0, 61, 4)))
    for _, dx, dy in tries:
        box = ("obj", x + dx, y + way * dy, width, 19, [])
        if box[1] < 4 or box[2] < 90 or any(o[3] and overlap(box, o, -2) for o in objects):
            continue
        if not crossed(objects, line(box[1], box[2]), (end,)):
            return int(box[1]), int(box[2])
    return None


def label(text):
    """A GUI object's label: words with escaped spaces."""
    return re.sub(r"[_ ]", r"\\ ", text)


class Patch:
    """Objects at pixel positions, in a 12-point font (7 pixels a character)."""

    def __init__(self, width, height, name=None, at=(80, 40)):
        self.head = (f"#N canvas {at[0]} {at[1]} {width} {height} " +
                     (f"{name} 0;" if name else "12;"))
        self.name, self.width, self.lines, self.wires, self.names, self.sliders = name, width, [], [], [], 0

    def raw(self, line):
        self.lines.append(line)
        return sum(1 for x in self.lines if x) - 1

    def obj(self, x, y, text):
        return self.raw(f"#X obj {x} {y} {escape(text)};")

    def msg(self, x, y, text):
        return self.raw(f"#X msg {x} {y} {escape(text)};")

    def text(self, x, y, text, chars=None):
        text = text.replace(";", ",")  # a semicolon would break the line
        return self.raw(f"#X text {x} {y} {escape(text)}" + (f", f {chars};" if chars else ";"))

    def number(self, x, y, width=6, low=0, high=0):
        return self.raw(f"#X floatatom {x} {y} {width} {low} {high} 0 - - - 0;")

    def toggle(self, x, y, text, receive="empty", size=22):
        return self.obj(x, y, f"tgl {size} 0 empty {receive} {label(text)} {size + 6} {size // 2} 0 12 "
                              "#fcfcfc #000000 #000000 0 1")

    def button(self, x, y, text, size=22):
        return self.obj(x, y, f"bng {size} 250 50 0 empty empty {label(text)} {size + 6} {size // 2} 0 12 "
                              "#fcfcfc #000000 #000000")

    def slider(self, x, y, low, high, text, value, width=128, init=1, receive="empty"):
        """Horizontal, with a number box beside it that shows the value and gives it on; at load too, if `init`."""
        at = 100 * round((value - low) / (high - low) * (width - 1))  # Pd keeps whole pixels
        self.sliders += 1
        name = f"\\$0-slider{self.sliders}"
        self.raw(f"#X obj {x} {y} hsl {width} 18 {low} {high} 0 {init} {name} {receive} {label(text)} 0 -9 0 11 "
                 f"#f4f0e4 #000000 #000000 {at} 1;")
        return self.raw(f"#X floatatom {x + width + 6} {y} 6 {low} {high} 0 - {name} - 12;")

    def vslider(self, x, y, low, high, value, height=90):
        """Upright, its number box below."""
        at = 100 * round((value - low) / (high - low) * (height - 1))
        bar = self.obj(x, y, f"vsl 18 {height} {low} {high} 0 1 empty empty empty 0 -9 0 11 #f4f0e4 #000000 #000000 {at} 1")
        shown = self.number(x, y + height + 8, 5, low, high)
        self.wire(bar, shown)
        return shown

    def colour(self, x, y, width, height, colour, text="empty", size=12, ink="#000000"):
        return self.obj(x, y, f"cnv 15 {width} {height} empty empty {label(text)} 10 {height // 2} 0 "
                              f"{size} {colour} {ink} 0")

    def opens(self, x, y, send, text):
        """A small button that sends a bang to a name."""
        assert "," not in text, text  # a label cannot have any
        return self.obj(x, y, f"bng 18 250 50 0 {send} empty {label(text)} 24 9 0 11 #e0d8c4 #000000 #000000")

    def graph(self, x, y, arrays, size, low, high, width, height):
        """Arrays of `size` points, drawn as points."""
        line = f"#N canvas 0 0 450 300 (subpatch) 0;\n"
        for name in arrays:
            line += f"#X array {name} {size} float 2;\n"
        line += (f"#X coords 0 {high} {size} {low} {width} {height} 1 0 0;\n"
                 f"#X restore {x} {y} graph;")
        return self.raw(line)

    def sub(self, x, y, patch):
        return self.raw(patch.body() + f"\n#X restore {x} {y} pd {patch.name};")

    def wire(self, *path):
        """wire(a, b, c): outlet 0 to inlet 0; (id, n) names another outlet or inlet."""
        for a, b in zip(path, path[1:]):
            (a, out), (b, into) = [p if isinstance(p, tuple) else (p, 0) for p in (a, b)]
            self.wires.append(f"#X connect {a} {out} {b} {into};")

    def body(self):
        return "\n".join([self.head] + self.lines + self.wires)

    def tidy(self):
        """Control cords that would cross boxes or go up become [s] and [r], where there is room for them."""
        whole = "whole"
        objects, wires = canvases(self.body() + "\n", whole)[-1][2:4]
        far = {}
        for wire, *line in cords(objects, wires):
            source = objects[wire[0]]
            is_signal = source[0] == "obj" and source[5] and source[5][0].endswith("~")
            if not is_signal and (line[3] < line[1] or crossed(objects, line, (wire[0], wire[2]))):
                far.setdefault((wire[2], wire[3]), []).append((wire, line))
        for (to, into), group in far.items():
            name = f"$0-{chr(97 + len(self.names))}" if len(self.names) < 26 else f"$0-a{len(self.names)}"
            here = free_place(objects, group[0][1][2] - 4, objects[to][2] - 24, -1, len(f"r {name}") * 7 + 6,
                              lambda x, y: (x + 4, y + 19, group[0][1][2], objects[to][2]), to)
            if not here:
                continue
            self.names.append(name)
            receiver = self.obj(*here, f"r {name}")
            objects.append(("obj", *here, len(f"r {name}") * 7 + 6, 19, ["r", name]))
            self.wire(receiver, (to, into))
            used = False
            for (a, out, b, port), line in group:
                there = free_place(objects, line[0] - 4, line[1] + 6, 1, len(f"s {name}") * 7 + 6,
                                   lambda x, y, line=line: (line[0], line[1], x + 4, y), a)
                if not there:
                    continue
                sender = self.obj(*there, f"s {name}")
                objects.append(("obj", *there, len(f"s {name}") * 7 + 6, 19, ["s", name]))
                self.wires[self.wires.index(f"#X connect {a} {out} {b} {port};")] = f"#X connect {a} {out} {sender} 0;"
                used = True
            if not used:  # nobody would speak to it
                self.lines.pop()
                self.wires.pop()
                self.names.pop()
                objects.pop()

    def save(self, path):
        if self.name is None:
            self.tidy()
        if "--check" in sys.argv:
            with open(os.path.join(ROOT, path)) as f:
                if f.read() != self.body() + "\n":
                    sys.exit(f"{path}: not what docs/patches writes; run make patches")
            return
        with open(os.path.join(ROOT, path), "w") as f:
            f.write(self.body() + "\n")
