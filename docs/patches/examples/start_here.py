# SPDX-License-Identifier: BSD-3-Clause
"""start-here.pd: what a newcomer opens first."""
from draw import Patch
from page import header
from parts import out

EXAMPLES = (("bow-pad", "a string under your mouse"), ("cello-pad", "a cello under your mouse"),
            ("two-modal", "two bodies that rub"), ("fx-door", "a door with its macros"),
            ("learn-01-one-string", "ten lessons"), ("rosin-index", "all there is"))
HELPS = ("string~", "modal~", "friction~", "bridge~", "scene~", "cello~", "pad")


def hold(seconds):
    """DSP on and a bang now, another bang when the sound shall end."""
    p = Patch(420, 220, "hold", (300, 200))
    came, order, later = p.obj(20, 20, "inlet"), p.obj(20, 48, "t b b b"), p.obj(110, 104, f"delay {1000 * seconds}")
    p.wire(came, order)
    p.wire((order, 2), p.msg(220, 76, "; pd dsp 1"))
    p.wire((order, 1), later)
    p.wire(order, p.obj(20, 160, "outlet"))
    p.wire(later, p.obj(110, 160, "outlet"))
    return p


def row(p, x, y, number, title, seconds, begin, end, objects, gain=1):
    """A button, and what it plays: messages that begin and end it, the objects it goes through."""
    bang = p.obj(x, y, f"bng 28 250 50 0 empty start-here-{number} empty 17 7 0 10 #c8e0b8 #000000 #000000")
    p.text(x + 36, y + 4, f"{number}: {title}", 56)
    control = p.sub(x, y + 36, hold(seconds))
    p.wire(bang, control)
    first = p.msg(x, y + 62, begin)
    last = p.msg(x + 7 * len(begin) + 24, y + 62, end)
    p.wire(control, first)
    p.wire((control, 1), last)
    made = [p.obj(x + dx, y + 88 + dy, words) for dx, dy, words in objects]
    p.wire(first, made[0])
    p.wire(last, made[0])
    heard, bottom = made[-1], y + 114 + objects[-1][1] + (16 if len(objects[-1][2]) > 60 else 0)
    if gain != 1:
        heard = p.obj(x, bottom, f"*~ {gain}")
        p.wire(made[-1], heard)
        bottom += 26
    p.wire(heard, p.obj(x, bottom, "throw~ $0-mix"))


def opener():
    """What the buttons at the end do: open a patch that lies beside this one."""
    files = [f"{name}.pd" for name, _ in EXAMPLES] + [f"rosin.{name}-help.pd" for name in HELPS]
    p = Patch(680, 660, "open", (200, 60))
    p.text(20, 16, "the folder of this patch, and Pd's own message to open a file")
    for i, file in enumerate(files):
        x, y = 20 + 210 * (i % 3), 48 + 84 * (i // 3)
        p.wire(p.obj(x, y, f"r $0-open-{i}"), p.msg(x, y + 24, f"symbol {file}"), p.obj(x, y + 48, "s $0-file"))
    order, ask, where = p.obj(20, 504, "t a b"), p.msg(120, 528, "dir"), p.obj(120, 552, "pdcontrol")
    both, send = p.obj(20, 580, "pack s s"), p.msg(20, 604, "; pd open $1 $2")
    p.wire(p.obj(20, 480, "r $0-file"), order, both, send)
    p.wire((order, 1), ask, where, (both, 1))
    return p


def start_here():
    p = Patch(910, 690, at=(60, 30))
    header(p, "start here", "")
    p.text(160, 15, "five things that rub: click the green buttons, one after the other", 80)
    row(p, 20, 60, 1, "A bowed string: 1.1 N at 10 cm/s on a cello's D", 3,
        "force 1.1, velocity 0.1", "force 0",
        [(0, 0, "rosin.friction~ - $0-d stribeck_velocity 0.2"), (0, 26, "rosin.string~ $0-d 1 frequency 147 bending_stiffness 0")])
    row(p, 20, 230, 2, "A hinge: a steel pin in a door", 3, "force 7, velocity 0.05", "force 0, velocity 0",
        [(0, 0, "rosin.friction~ $0-pin $0-door sigma0 100000 mu_static 0.6 mu_kinetic 0.25 stribeck_velocity 0.03"),
         (0, 42, "rosin.modal~ $0-pin 1 frequencies 610 1720 3330 qs 60 80 90 masses 0.005"),
         (0, 84, "rosin.modal~ $0-door 1 frequencies 62 125 250 395 790 1390 qs 8 12 15 25 30 40 masses 0.2 gain 3")])
    row(p, 480, 60, 3, "A whole scene with its gestures: a heavy door", 5, "start", "stop",
        [(0, 0, "rosin.scene~ door-hinge-slow")], 0.25)
    row(p, 480, 230, 4, "Another: a wet finger on a wine glass", 8, "start", "stop",
        [(0, 0, "rosin.scene~ wine-glass")], 0.25)
    row(p, 480, 398, 5, "A cello, and who plays it", 3, "note 43 90, note 50 90", "quiet",
        [(0, 0, "rosin.cello~ cello")], 0.3)
    out(p, 20, 520, p.obj(20, 494, "catch~ $0-mix"))
    p.text(220, 520, "the volume, in every patch of these", 36)
    p.obj(3, 572, f"cnv 1 {p.width - 23} 1 empty empty empty 8 12 0 13 #000000 #000000 0")
    p.text(20, 579, "Where to go from here: click to open. Right-click any object and choose Help for all it can do.", 110)
    for i, (name, text) in enumerate(EXAMPLES):
        p.opens(20 + 290 * (i % 3), 604 + 24 * (i // 3), f"$0-open-{i}", f"{name}: {text}")
    for i, name in enumerate(HELPS):
        p.opens((20, 146, 266, 400, 522, 638, 764)[i], 656, f"$0-open-{i + len(EXAMPLES)}", f"rosin.{name}")
    p.sub(820, 579, opener())
    p.save("pd/start-here.pd")
