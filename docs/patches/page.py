# SPDX-License-Identifier: BSD-3-Clause
"""The head and foot of a help or an example, its reference, and what several references say."""
import re

from draw import Patch
from geometry import wrapped

WIDTH = 770

COMMON = ["name WORD: another name", "reset: back to rest", "print: what it is and how it runs, in Pd's window",
          "dump: all settings out of the right outlet, as messages that set them",
          "get KEY: one of them", "write FILE, read FILE: all of them as text, but for names"]

LEVEL = ["gain FACTOR or gain OUTLET FACTOR: of sound outlets so that a first sound is near -18 dBFS (0.2 for bridge_force, "
         "1.5 for velocity); gain 1 gives N, m/s; others 1",
         "hip HZ or hip OUTLET HZ: high-pass against what does not sound; 20 for sound, 0 (none) for data"]

STROKES = ["pluck NEWTON: pulled at `push` and let go; by itself as hard as suits it",
           "strike M/S KG N/M: by a hammer of that speed, mass and hardness; by itself as hard as suits it"]

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


def pages(name, entries):
    """A subpatch with a line, and a page behind it, for each (name, line, rows)."""
    p = Patch(690, 700, name, (180, 50))
    y = 10
    for entry, line, rows in entries:
        page = Patch(650, 700, entry, (200, 60))
        page.text(20, 8, line, 84)
        at = 16 + 17 * wrapped(line, 84)
        for row in rows:
            page.text(20, at, row, 84)
            at += 17 * wrapped(row, 84) + 4
        page.head = page.head.replace(" 700 ", f" {min(at + 20, 690)} ")
        p.sub(14, y, page)
        p.text(190, y, line, 66)
        y += 17 * wrapped(line, 66) + 8
    p.head = p.head.replace(" 700 ", f" {min(y + 20, 690)} ")
    return p


def doors(files):
    """Opens a file beside this patch, a bang to $0-see-N each."""
    y = 104 * ((len(files) + 2) // 3) + 20
    p = Patch(740, y + 206, "doors", (200, 60))
    for i, file in enumerate(files):
        x, top = 20 + 240 * (i % 3), 20 + 104 * (i // 3)
        p.wire(p.obj(x, top, f"r $0-see-{i}"), p.msg(x, top + 28, f"symbol {file}"), p.obj(x, top + 56, "s $0-see"))
    order, ask, where = p.obj(20, y + 28, "t a b"), p.msg(120, y + 56, "dir"), p.obj(120, y + 84, "pdcontrol")
    both, send = p.obj(20, y + 116, "pack s s"), p.msg(20, y + 144, "; pd open $1 $2")
    p.wire(p.obj(20, y, "r $0-see"), order, both, send)
    p.wire((order, 1), ask, where, (both, 1))
    return p


def footer(p, y, name, see, examples, description, keywords, ref):
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
    p.sub(p.width - 270, y + 12, doors([f"{other}-help.pd" for other in see] + [f"{other}.pd" for other in examples]))
    p.sub(p.width - 200, y + 12, ref)
    meta = Patch(460, 200, "META", (300, 200))
    for i, line in enumerate((f"KEYWORDS {keywords}", "LICENSE BSD-3-Clause",
                              f"DESCRIPTION {description}", "AUTHOR the rosin authors")):
        meta.text(20, 20 + 30 * i, line)
    p.sub(p.width - 85, y + 12, meta)
    p.head = re.sub(r"^(#N canvas \d+ \d+ \d+) \d+", rf"\1 {y + 74}", p.head)
