# SPDX-License-Identifier: BSD-3-Clause
"""The head and foot of a help or an example, its reference, and what several references say."""
import re

from draw import Patch
from geometry import wrapped

WIDTH = 770

LATENCY = ("Latency from every inlet to every outlet: one block of the patch it is in, whatever the "
           "order of the objects; put the network into a subpatch with [block~ 16] or [block~ 1] for less.")

NAMES = ("Names are global, as those of [send]; $0- makes them local to a patch. Objects may be made in "
         "any order. A name that several bodies claim is the first one's; the others wait until it goes.")


LOOPS = ("Cords that come back to where they began stop DSP (\"DSP loop\"): [s~ NAME] and [r~ NAME] open them. In a loop of forces begin "
         "softly, with [*~ 0.01], and keep it within bounds, with [clip~ -0.1 0.1]. What a [rosin.bridge~] joins needs no cord, and has no delay.")


def header(p, name, summary):
    # not at 0, from where Pd would draw scroll bars
    p.colour(3, 3, p.width - 23, 40, "#e0d8c4", name, 18)
    if summary:
        p.text(27 + 13 * len(name), 15, summary, 60)
    p.obj(3, 44, f"cnv 1 {p.width - 23} 1 empty empty empty 8 12 0 13 #000000 #000000 0")


def title(p, name, text, chars=86):
    header(p, name, "")
    p.text(14, 50, text, chars)


RUNS = ("how-it-runs", "latency, names, loops", [(None, text) for text in (LATENCY, NAMES, LOOPS)])
PANEL, ROWS = 320, 43  # pixels, and characters of a line in it
STATE = ("state", "names, settings, files", [
    ("print", "what it is and how it runs, in Pd's window, with each setting's meaning, unit, range and default"),
    ("dump", "all settings out of the right outlet, as messages that set them"), ("get gain", "one of them"),
    ("write settings.txt", "all of them but names, as text beside the patch"), ("read settings.txt", "and back, whatever object of this class wrote it"),
    ("reset", "back to rest"), (None, "name WORD: another name; who looks for the old one lets go.")])


def level(*gains):
    """The topic of how loud outlets are; `gains` say what they are at first."""
    return ("level", "how loud the outlets are", [
        ("gain 1", "factor on all sound outlets; " + "; ".join(gains)), ("gain 1 0.5", "of the first alone"),
        ("hip 0", "no high-pass: 20 Hz for sound, against what does not sound, none for data"), ("hip 1 40", "of the first, Hz")])


def strokes(suits):
    return ("strokes", "plucked, struck, pushed", [
        ("pluck", "pulled at `push` for 10 ms and let go, as hard as suits it; bang is " + suits), ("pluck 2", "with so many N"),
        ("strike", "by a hammer, as hard as suits it"), ("strike 1 0.005 40000", "of that speed (m/s), mass (kg) and hardness (N/m)"),
        ("push 0.3", "where pluck, strike and the left inlet act: a place, or the name of a point"),
        ("drive 2", "N for 1 at the left inlet")])


def told(row, value=None):
    """A parameter as (a message that sets it, what it means)."""
    unit = row.unit.decode()
    return (f"{row.name.decode()} {row.initial if value is None else value:.7g}", f"{row.meaning.decode()}; {row.low:g} to {row.high:g}"
            f"{' ' + unit if unit else ''}, default {row.initial:g}")


def panel(p, inlets, outlets, flags, arguments, topics):
    """The right side of a help's first page: what goes in and out, and a subpatch for each topic."""
    left, y, was = p.width + 2, 54, p.width - 23
    p.width += PANEL + 16
    for i in (0, 2):  # the head
        p.lines[i] = p.lines[i].replace(f" {was} ", f" {p.width - 23} ")
    column = left + 7 * max(len(name) for name, _, _ in topics) + 44
    back = p.colour(left, y, PANEL, 10, "#f7f4ea")
    for title, rows in (("INLETS", inlets), ("OUTLETS", outlets), ("FLAGS", flags), ("ARGUMENTS", arguments), ("TOPICS", topics)):
        if not rows:
            continue
        p.obj(left, y, f"cnv 3 {PANEL} 3 empty empty {title} 8 12 0 13 #c8bfa8 #000000 0")
        y += 22
        for row in rows:
            if title == "TOPICS":
                name, line, made = row
                p.sub(left + 8, y, made)
                chars = (left + PANEL - column) // 7 - 1
                p.text(column, y, line, chars)
                y += max(24, 15 * wrapped(line, chars) + 8)
            else:
                p.text(left + 4, y, row, ROWS)
                y += 15 * wrapped(row, ROWS) + 4
        y += 6
    p.lines[back] = p.lines[back].replace(f" {PANEL} 10 ", f" {PANEL} {y - 54} ")
    head, width, height = re.match(r"(#N canvas \d+ \d+) (\d+) (\d+)", p.head).groups()
    p.head = p.head.replace(f"{head} {width} {height}", f"{head} {p.width} {max(int(height), y + 20)}")


def topic(name, line, rows, send=None, width=700):
    """A subpatch of messages that can be clicked, which reach the object by [s $0-SEND], beside what they do; rows are
    (message, words), or (None, words) for what stands below."""
    p = Patch(width, 100, name, (160, 60))
    p.text(14, 8, line, width // 7 - 6)
    y = 20 + 15 * wrapped(line, width // 7 - 6)
    clicked = [(m, words) for m, words in rows if m]
    column = max([14 + 8 * i + 7 * len(m) for i, (m, _) in enumerate(clicked)], default=0) + 26
    chars, made = (width - column) // 7 - 4, []
    for i, (message, words) in enumerate(clicked):
        made.append(p.msg(14 + 8 * i, y, message))
        p.text(column, y, words, chars)
        y += max(27, 15 * wrapped(words, chars) + 9)
    if made:
        there = p.obj(14, y, f"s $0-{send}")
        for m in made:
            p.wire(m, there)
        y += 32
    for words in (words for m, words in rows if not m):
        p.text(14, y, words, width // 7 - 6)
        y += 15 * wrapped(words, width // 7 - 6) + 9
    p.head = p.head.replace(f" {width} 100 ", f" {width} {y + 24} ")
    return p


def curve(p, x, y, name, values, low, high, width, height):
    """An array that keeps its values, drawn as a line."""
    numbers = " ".join(f"{v:.4g}" for v in values)
    return p.raw(f"#N canvas 0 0 450 300 (subpatch) 0;\n#X array {name} {len(values)} float 3;\n#A 0 {numbers};\n"
                 f"#X coords 0 {high:g} {len(values) - 1} {low:g} {width} {height} 1 0 0;\n#X restore {x} {y} graph;")


def topics(send, *entries):
    """(name, line, subpatch) of (name, line, rows, or a subpatch)."""
    return [(name, line, rows if isinstance(rows, Patch) else topic(name, line, rows, send)) for name, line, rows in entries]


def contents(name, line, entries, send=None):
    """A subpatch with a line, and a page behind it, for each (name, line, rows)."""
    p = Patch(720, 700, name, (180, 50))
    p.text(14, 8, line, 96)
    y = 20 + 15 * wrapped(line, 96)
    for entry, words, rows in entries:
        p.sub(14, y, rows if isinstance(rows, Patch) else topic(entry, words, rows, send))
        p.text(190, y, words, 70)
        y += max(25, 15 * wrapped(words, 70) + 9)
    p.head = p.head.replace(" 720 700 ", f" 720 {y + 20} ")
    return p


def doors(files):
    """Opens a file beside this patch, a bang to $0-see-N each."""
    rows = 7 if len(files) > 9 else (len(files) + 2) // 3
    pitch = 7 * max(len(file) for file in files) + 80
    columns = (len(files) + rows - 1) // rows
    p = Patch(max(columns * pitch, 280) + 20, 84 * rows + 226, "doors", (60, 40))
    for i, file in enumerate(files):
        x, top = 20 + pitch * (i // rows), 20 + 84 * (i % rows)
        p.wire(p.obj(x, top, f"r $0-see-{i}"), p.msg(x, top + 24, f"symbol {file}"), p.obj(x, top + 48, "s $0-see"))
    x, y = 20, 84 * rows + 30
    if rows == 7:  # beside them, not below
        x, y = columns * pitch + 20, 20
        p.head = p.head.replace(f" {max(columns * pitch, 280) + 20} {84 * rows + 226} ", f" {columns * pitch + 290} {84 * rows + 40} ")
    order, ask, where = p.obj(x, y + 28, "t a b"), p.msg(x + 100, y + 56, "dir"), p.obj(x + 100, y + 84, "pdcontrol")
    both, send = p.obj(x, y + 116, "pack s s"), p.msg(x, y + 144, "; pd open $1 $2")
    p.wire(p.obj(x, y, "r $0-see"), order, both, send)
    p.wire((order, 1), ask, where, (both, 1))
    return p


def footer(p, y, see, examples, description, keywords):
    """See also, examples, and what Pd's help browser looks for."""
    p.obj(3, y, f"cnv 1 {p.width - 23} 1 empty empty empty 8 12 0 13 #000000 #000000 0")
    p.text(14, y + 12, "see also:")
    x = 90
    for i, other in enumerate(see):
        p.obj(x, y + 12, f"bng 18 250 50 0 $0-see-{i} empty empty 17 7 0 10 #c8e0b8 #000000 #000000")
        p.obj(x + 22, y + 12, other)
        x += 7 * len(other) + 40
    p.text(14, y + 37, "examples:")
    x = 90
    for i, other in enumerate(examples):
        p.opens(x, y + 37, f"$0-see-{len(see) + i}", other)
        x += 7 * len(other) + 40
    p.sub(p.width - 170, y + 12, doors([f"{other}-help.pd" for other in see] + [f"{other}.pd" for other in examples]))
    meta = Patch(460, 200, "META", (300, 200))
    for i, line in enumerate((f"KEYWORDS {keywords}", "LICENSE BSD-3-Clause",
                              f"DESCRIPTION {description}", "AUTHOR the rosin authors")):
        meta.text(20, 20 + 30 * i, line)
    p.sub(p.width - 85, y + 12, meta)
    p.head = re.sub(r"^(#N canvas \d+ \d+ \d+) \d+", rf"\1 {y + 74}", p.head)
