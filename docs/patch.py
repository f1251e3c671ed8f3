# SPDX-License-Identifier: BSD-3-Clause
"""What Pd patches are drawn with: objects at places, cords, and texts from the engine's own
tables (build/librosin.so)."""
import ctypes
import os
import re
import sys

from patch_geometry import canvases, cords, crossed, overlap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WIDTH = 770


class Row(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("unit", ctypes.c_char_p), ("low", ctypes.c_double),
                ("high", ctypes.c_double), ("initial", ctypes.c_double),
                ("meaning", ctypes.c_char_p), ("offset", ctypes.c_size_t),
                ("extensive", ctypes.c_int)]


LIB = ctypes.CDLL(os.path.join(ROOT, "build", "librosin.so"), mode=ctypes.RTLD_GLOBAL)


def table(function, *arguments):
    f = getattr(LIB, function)
    f.restype = ctypes.POINTER(Row)
    rows, out = f(*arguments), []
    for i in range(100):
        if not rows[i].name:
            return out
        out.append(rows[i])
    return out


def laws():
    LIB.rosin_law_name.restype = ctypes.c_char_p
    return [LIB.rosin_law_name(i).decode() for i in range(LIB.rosin_laws())]


class Surface(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("summary", ctypes.c_char_p), ("law", ctypes.c_char_p),
                ("set", (ctypes.c_char_p * 2) * 9)]


def surfaces():
    LIB.rosin_surfaces.restype = ctypes.POINTER(Surface)
    rows, names = LIB.rosin_surfaces(), []
    while rows[len(names)].name:
        names.append(rows[len(names)].name.decode())
    return names


def row_text(row, name=None):
    unit = row.unit.decode()
    return (f"{name or row.name.decode()} {unit.upper().replace(' ', '_') or 'NUMBER'}: "
            f"{row.meaning.decode()}; {row.low:g} to {row.high:g}{' ' + unit if unit else ''}, "
            f"default {row.initial:g}")


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
        self.name, self.width, self.lines, self.wires, self.names = name, width, [], [], []

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

    def slider(self, x, y, low, high, text, value, width=128):
        """Horizontal; sends its value at load."""
        at = int(round((value - low) / (high - low) * (width - 1) * 100))
        return self.obj(x, y, f"hsl {width} 18 {low} {high} 0 1 empty empty {label(text)} 0 -9 0 11 "
                              f"#f4f0e4 #000000 #000000 {at} 1")

    def vslider(self, x, y, low, high, text, value, height=100):
        at = int(round((value - low) / (high - low) * (height - 1) * 100))
        return self.obj(x, y, f"vsl 18 {height} {low} {high} 0 1 empty empty {label(text)} 0 -9 0 11 "
                              f"#f4f0e4 #000000 #000000 {at} 1")

    def colour(self, x, y, width, height, colour, text="empty", size=12, ink="#000000"):
        return self.obj(x, y, f"cnv 15 {width} {height} empty empty {label(text)} 10 {height // 2} 0 "
                              f"{size} {colour} {ink} 0")

    def opens(self, x, y, send, text):
        """A small button that sends a bang to a name."""
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
        """Control cords that would cross boxes become [s] and [r], where there is room for them."""
        whole = "whole"
        objects, wires = canvases(self.body() + "\n", whole)[-1][2:4]
        far = {}
        for wire, *line in cords(objects, wires):
            source = objects[wire[0]]
            is_signal = source[0] == "obj" and source[5] and source[5][0].endswith("~")
            if not is_signal and crossed(objects, line, (wire[0], wire[2])):
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
                    sys.exit(f"{path}: not what docs/patches.py writes; run make patches")
            return
        with open(os.path.join(ROOT, path), "w") as f:
            f.write(self.body() + "\n")


def start(p, x, y, label="start_(turns_DSP_on)"):
    """A toggle that the tests click too; returns an object that sends 1 and 0."""
    toggle = p.toggle(x, y, label, "rosin-start")
    on = Patch(300, 180, "on", (300, 200))
    came, order = on.obj(20, 20, "inlet"), on.obj(20, 48, "t f b")
    on.wire(came, order, on.obj(20, 120, "outlet"))
    on.wire((order, 1), on.msg(90, 84, "; pd dsp 1"))
    begin = p.sub(x, y + 34, on)
    p.wire(toggle, begin)
    return begin


def hand(p, x, y, trigger, speed, ramp=50):
    """Speed of the bow from the toggle, as a signal."""
    times, pack, line = p.obj(x, y, f"* {speed}"), p.obj(x, y + 28, f"pack f {ramp}"), p.obj(x, y + 56, "line~")
    p.wire(trigger, times, pack, line)
    return line


def stairs(p, x, y, texts, target, rx, ry, name="set", more=()):
    """Messages below each other, each a little to the right, so that no cord crosses one; they reach
    their target by [s] and [r]. `more` are others that speak to it, with a place for an [s] each."""
    made = [p.msg(x + 12 * i, y + 25 * i, text) for i, text in enumerate(texts)]
    there = p.obj(x, y + 25 * len(texts) + 4, f"s $0-{name}")
    for m in made:
        p.wire(m, there)
    for source, sx, sy in more:
        p.wire(source, p.obj(sx, sy, f"s $0-{name}"))
    p.wire(p.obj(rx, ry, f"r $0-{name}"), target)


def remote(p, messages, target, rx, ry, name="set"):
    """Messages to a target some way off, each by an [s] below it, and [r]."""
    for x, y, message in messages:
        p.wire(message, p.obj(x, y + 24, f"s $0-{name}"))
    p.wire(p.obj(rx, ry, f"r $0-{name}"), target)


def while_on(p, x, y, go, slider):
    """The slider's value while the toggle is on, else 0, whichever moves."""
    inside = Patch(300, 220, "while-on", (300, 200))
    on, value = inside.obj(20, 20, "inlet"), inside.obj(140, 20, "inlet")
    again, last, times = inside.obj(140, 48, "t b f"), inside.obj(80, 100, "f"), inside.obj(20, 140, "*")
    inside.wire(value, again, last, times)
    inside.wire((again, 1), (times, 1))
    inside.wire(on, times, inside.obj(20, 180, "outlet"))
    inside.wire(on, (last, 1))
    made = p.sub(x, y, inside)
    p.wire(go, made)
    p.wire(slider, (made, 1))
    return made


def out(p, x, y, *sources, db=0):
    """Signals to the loudspeakers, through the one volume control; two are left and right."""
    volume = p.obj(x, y, f"rosin.out~ {db}" if db else "rosin.out~")
    for side in (0, 1):
        p.wire(sources[side % len(sources)], (volume, side))


def volume():
    """The abstraction rosin.out~: a volume in dB before the loudspeakers."""
    p = Patch(600, 380)
    p.colour(0, 0, 190, 40, "#f4f0e4", "volume_(dB)", 11)
    p.lines[-1] = p.lines[-1].replace(" 10 20 0 11 ", " 6 9 0 11 ")
    fader = p.obj(4, 18, "hsl 128 18 -60 12 0 0 empty empty empty 0 -9 0 11 #fcfcfc #000000 #000000 0 1")
    shown = p.raw("#X floatatom 138 18 5 0 0 0 - - - 12;")
    left, right = p.obj(20, 230, "inlet~"), p.obj(120, 230, "inlet~")
    begin, first = p.obj(260, 70, "loadbang"), p.obj(260, 98, "f $1")
    p.text(350, 98, "argument: dB at first, 0 if none")
    off = p.obj(260, 140, "expr if($f1 <= -60, 0, $f1 + 100)")
    power, ramp, line = p.obj(260, 168, "dbtorms"), p.obj(260, 196, "pack f 20"), p.obj(260, 224, "line~")
    p.wire(begin, first, fader, shown)
    p.wire(fader, off, power, ramp, line)
    dac = p.obj(20, 300, "dac~ 1 2")
    for i, inlet in enumerate((left, right)):
        scaled = p.obj(20 + 100 * i, 262, "*~")
        p.wire(inlet, scaled, (dac, i))
        p.wire(line, (scaled, 1))
    p.text(20, 340, "Put it behind what sounds: left and right, or the same twice.")
    p.wires.append("#X coords 0 -1 1 1 190 40 2 0 0;")
    p.save("pd/rosin.out~.pd")


def header(p, name, summary):
    p.colour(0, 0, p.width - 4, 40, "#e0d8c4", name, 18)
    if summary:
        p.text(24 + 13 * len(name), 12, summary, 60)
    p.obj(0, 41, f"cnv 1 {p.width - 4} 1 empty empty empty 8 12 0 13 #000000 #000000 0")


def wrapped(text, chars):
    """Lines a comment of that width takes."""
    lines, used = 1, 0
    for word in text.replace(";", ",").split():
        if used and used + 1 + len(word) > chars:
            lines, used = lines + 1, 0
        used += len(word) + (1 if used else 0)
    return lines


def reference(name, inlets, outlets, arguments, notes=()):
    p = Patch(650, 700, "reference", (200, 60))
    y = 4
    for title, rows in (("INLETS", inlets), ("OUTLETS", outlets), ("ARGUMENTS", arguments),
                        ("NOTES", notes)):
        if not rows:
            continue
        p.obj(0, y, f"cnv 3 616 3 empty empty {title} 8 12 0 13 #dcdcdc #000000 0")
        y += 24
        for row in rows:
            p.text(20, y, row, 84)
            y += 17 * wrapped(row, 84) + 4
        y += 8
    p.head = p.head.replace(" 700 ", f" {min(y + 10, 690)} ")
    return p


def footer(p, y, name, see, description, keywords, ref):
    p.obj(0, y, f"cnv 1 {p.width - 4} 1 empty empty empty 8 12 0 13 #000000 #000000 0")
    p.text(14, y + 12, "see also:")
    x = 90
    for other in see:
        p.obj(x, y + 12, other)
        x += 7 * len(other) + 22
    p.sub(p.width - 190, y + 12, ref)
    meta = Patch(460, 200, "META", (300, 200))
    for i, line in enumerate((f"KEYWORDS {keywords}", "LICENSE BSD-3-Clause",
                              f"DESCRIPTION {description}", "AUTHOR the rosin authors")):
        meta.text(20, 20 + 30 * i, line)
    p.sub(p.width - 75, y + 12, meta)
    p.head = re.sub(r"^(#N canvas \d+ \d+ \d+) \d+", rf"\1 {y + 48}", p.head)
