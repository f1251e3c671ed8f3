# SPDX-License-Identifier: BSD-3-Clause
"""The abstraction rosin.motion~, and rosin.motion-point, which it has 25 of."""
from draw import Patch
from parts import two_ways

POINTS, TRACE, LOOP = 25, 2048, 2040  # of a body; samples kept of each; of the loop
NAME = 2  # the inlet of [array max] that takes one


def counted(p, x, y, count):
    """Two boxes: a bang to the first lets the second give 0 to count - 1."""
    begins, until, at, plus = p.obj(x, y, "t b b"), p.obj(x, y + 58, "until"), p.obj(x, y + 90, "f"), p.obj(x + 60, y + 90, "+ 1")
    p.wire((begins, 1), p.msg(x + 60, y + 60, "0"), (at, 1))
    p.wire(begins, p.msg(x, y + 30, f"{count}"), until, at, plus, (at, 1))
    return begins, at


def over(p, source, there, name, here, to):
    """What would be a long cord."""
    p.wire(source, p.obj(*there, f"s $0-{name}"))
    p.wire(p.obj(*here, f"r $0-{name}"), to)


def motion_point():
    """One place of a body that rosin.motion~ draws: a contact that never presses hears how it moves. Few boxes: there are 25 of it."""
    p = Patch(620, 280)
    p.text(20, 8, "One of the places of [rosin.motion~]: $1 counts them, $2 is the patch that draws. What never presses changes nothing.", 80)
    told = p.obj(20, 86, "route bang")
    p.wire(p.obj(20, 56, "inlet"), told)
    ear, way, keep = p.obj(90, 120, "rosin.friction~"), p.obj(125, 160, "rpole~ 0.9995"), p.obj(20, 210, "tabwrite~ $2-trace-$1")
    p.wire(told, keep)
    p.wire((told, 1), ear)
    p.wire((ear, 1), way, keep)
    p.text(240, 160, "from velocity to way", 24)
    p.obj(20, 244, f"table $2-trace-$1 {TRACE}")
    p.save("pd/rosin.motion-point.pd")


def whose():
    """The body that is looked at, by argument or message; who turns it on without one is told."""
    p = Patch(600, 360, "whose", (160, 60))
    load, given, kinds, none = p.obj(20, 40, "loadbang"), p.obj(20, 66, "list append $1"), p.obj(20, 92, "route float symbol"), p.obj(20, 126, "sel 0")
    p.text(160, 66, "argument 1: its name", 24)
    p.wire(load, given, kinds, none)
    p.wire((none, 1), p.obj(59, 156, "s $0-whom"))
    p.wire((kinds, 1), p.obj(80, 126, "s $0-whom"))
    named = p.obj(20, 236, "t l b")
    p.wire(p.obj(20, 184, "r $0-whom"), p.obj(20, 210, "list append"), named, p.msg(20, 290, "all b $1"), p.obj(20, 316, "s $0-points"))
    p.wire((named, 1), p.msg(110, 264, "1"), p.obj(110, 290, "s $0-named"))
    p.wire(p.obj(300, 92, "loadbang"), p.msg(300, 118, "all law coulomb, all open_length 1"), p.obj(300, 144, "s $0-points"))
    known = p.obj(300, 240, "f")
    p.wire(p.obj(300, 188, "r $0-on"), p.obj(300, 214, "sel 1"), known, p.obj(300, 266, "sel 0"), p.msg(300, 292, "draws nobody: say whose it is by name d"),
           p.obj(300, 318, "print rosin.motion~"))
    p.wire(p.obj(380, 214, "r $0-named"), (known, 1))
    return p


def places():
    """Where the points are: of a string beyond its middle on the other half, heard half a period later and turned over."""
    p = Patch(660, 430, "places", (160, 60))
    half = POINTS // 2
    p.text(20, 8, "A string beyond its middle is its other half, half a period later, turned over: y(L-x, t) = -y(x, t + T/2).", 86)
    order = p.obj(20, 76, "t b f f")
    p.wire(p.obj(20, 50, "r $0-pitch"), order)
    begins, at = counted(p, 20, 120, POINTS)
    p.wire(order, begins)
    both, place, pair = p.obj(20, 250, "t f f"), p.obj(90, 300, f"expr if($f2 > 0 && $f1 > {half}, 1. - $f1 / {POINTS - 1}., $f1 / {POINTS - 1}.)"), p.obj(20, 334, "pack f f")
    p.wire(at, both, pair, p.msg(20, 360, "$1 position $2"), p.obj(20, 386, "s $0-points"))
    p.wire((both, 1), place, (pair, 1))
    over(p, (order, 2), (360, 106), "sounds-at", (480, 270), (place, 1))
    beats, rate, later = p.obj(180, 140, "t f b"), p.obj(280, 166, "samplerate~"), p.obj(180, 196, "expr if($f1 > 0, $f2 / (2 * $f1), 0)")
    p.wire((order, 1), beats, later, p.obj(180, 224, "s $0-later"))
    p.wire((beats, 1), rate, (later, 1))
    return p


def frames():
    """One frame: each point of the shape out of the trace of its place."""
    p = Patch(680, 540, "frames", (160, 60))
    half = POINTS // 2
    order = p.obj(20, 46, "t b f")
    p.wire(p.obj(20, 20, "r $0-frame"), order)
    begins, at = counted(p, 20, 90, POINTS)
    p.wire(order, begins)
    three, trace = p.obj(20, 212, "t f f f"), p.obj(480, 244, "makefilename $0-trace-%d")
    look = p.obj(20, 350, f"expr if($f1 > {half} && $f3 > 0, if($f2 + $f3 < {TRACE}, $f2 + $f3, $f2 - $f3), $f2); if($f1 > {half} && $f3 > 0, $f4, -$f4)")
    read, size, write = p.obj(20, 440, "tabread"), p.obj(20, 470, "*"), p.obj(20, 496, "tabwrite $0-shape")
    p.wire(at, three, look, read, size, write)
    p.wire((three, 2), trace)
    over(p, (three, 1), (60, 256), "nth", (110, 470), (write, 1))
    found = p.msg(480, 270, "set $1")
    p.wire(trace, found)
    over(p, found, (480, 296), "source", (110, 412), read)
    over(p, (order, 1), (120, 72), "now", (158, 320), (look, 1))
    p.wire(p.obj(298, 320, "r $0-later"), (look, 2))
    p.wire(p.obj(438, 320, "r $0-zoom"), (look, 3))
    over(p, (look, 1), (438, 420), "big", (250, 440), (size, 1))
    return p


def loop_drawn():
    """Force over relative velocity of some periods, each over its largest, as points while it slips faster, and slower."""
    p = Patch(900, 560, "loop", (160, 60))
    p.text(20, 8, "The friction loop, when all is kept: force over velocity, each over its largest size.", 90)
    told, four = p.obj(20, 40, "r $0-kept"), p.obj(20, 66, "t b b b")
    p.wire(told, four)
    clear = p.msg(560, 92, "const -1.1")
    p.wire((four, 2), clear)
    for i, name in enumerate(("up", "down")):
        p.wire(clear, p.obj(560 + 130 * i, 118, f"s $0-{name}"))
    for i, name in enumerate(("speed", "force")):
        x = 180 + 240 * i
        both = p.obj(x, 126, "t b b")
        p.wire((four, 1), both)
        high, low = p.obj(x, 180, f"array max $0-{name}"), p.obj(x + 20, 238, f"array min $0-{name}")
        largest = p.obj(x, 266, "expr max(max($f1, -$f2), 1e-9)")
        p.wire(both, high, largest, p.obj(x, 292, f"s $0-most-{name}"))
        p.wire((both, 1), p.obj(x + 50, 152, f"s $0-least-{name}"))
        p.wire(p.obj(x + 20, 212, f"r $0-least-{name}"), low, (largest, 1))
    times, until, at, plus = p.msg(20, 200, f"{LOOP}"), p.obj(20, 226, "until"), p.obj(20, 300, "f"), p.obj(80, 300, "+ 1")
    begins = p.obj(20, 150, "t b b")
    p.wire(four, begins)
    p.wire(begins, times, until, at, plus, (at, 1))
    p.wire((begins, 1), p.msg(100, 200, "1"), p.obj(100, 226, "s $0-one"))
    p.wire(p.obj(60, 270, "r $0-one"), (at, 1))
    three, before = p.obj(20, 330, "t f f f"), p.obj(430, 330, "- 1")
    force, now, last = p.obj(20, 370, "tabread $0-force"), p.obj(200, 370, "tabread $0-speed"), p.obj(430, 370, "tabread $0-speed")
    look = p.obj(20, 420, "expr $f1 / $f4; int(60 + 58 * $f2 / $f5); $f2 > $f3")
    p.wire(at, three, force, look)
    p.wire((three, 1), now, (look, 1))
    p.wire((three, 2), before, last, (look, 2))
    p.wire(p.obj(560, 370, "r $0-most-force"), (look, 3))
    p.wire(p.obj(700, 370, "r $0-most-speed"), (look, 4))
    two_ways(p, look, (20, 480), (200, 510), (330, 480), 560, ("up", "down"))
    p.obj(700, 420, f"table $0-force {TRACE}")
    p.obj(700, 446, f"table $0-speed {TRACE}")
    p.head = p.head.replace(" 900 560 ", " 900 600 ")
    return p


def takes():
    """Keep a moment of all, then show it slowly, again and again."""
    p = Patch(760, 520, "takes", (160, 60))
    p.text(20, 8, f"On: keep {TRACE} samples of all, find the largest way, show one frame after the other, and again.", 96)
    on, switch, again = p.obj(20, 40, "r $0-on"), p.obj(20, 66, "sel 1 0"), p.obj(140, 66, "r $0-again")
    p.wire(on, switch)
    keep = p.obj(20, 110, "t b b b")
    p.wire(switch, keep)
    p.wire(again, keep)
    later, peak = p.obj(20, 160, "delay 80"), p.msg(220, 140, "1e-12")
    p.wire(keep, later)
    p.wire((keep, 1), p.obj(120, 140, "s $0-take"))
    p.wire((keep, 2), peak, p.obj(220, 166, "s $0-peak"))
    all_kept = p.obj(20, 190, "t b b b")
    p.wire(later, all_kept)
    p.wire((all_kept, 2), p.obj(160, 216, "s $0-kept"))
    p.wire((all_kept, 1), p.obj(90, 250, "s $0-measure"))
    beat = p.obj(20, 430, "metro 40")
    p.wire(all_kept, p.msg(20, 404, "1"), beat)
    p.wire((switch, 1), p.msg(330, 110, "0"), p.obj(330, 136, "s $0-runs"))
    p.wire(p.obj(100, 404, "r $0-runs"), beat)
    frame, on_by, wrap = p.obj(420, 66, "f"), p.obj(420, 110, "expr $f1 + $f2"), p.obj(420, 140, f"expr if($f1 >= {TRACE}, 0, $f1); $f1 >= {TRACE}")
    p.wire(beat, p.obj(20, 460, "s $0-beat"))
    shown = p.obj(420, 190, "t f f")
    p.wire(p.obj(420, 40, "r $0-beat"), frame, on_by, wrap, shown)
    p.wire(shown, p.obj(420, 220, "s $0-frame"))
    p.wire((shown, 1), p.obj(500, 220, "s $0-was"))
    p.wire(p.obj(520, 40, "r $0-was"), (frame, 1))
    p.wire(p.obj(620, 84, "r $0-slow"), (on_by, 1))
    p.wire((wrap, 1), p.obj(620, 190, "sel 1"), p.obj(620, 220, "s $0-again"))
    return p


def largest():
    """The largest way of all points, which the zoom makes as high as the picture."""
    p = Patch(430, 470, "largest", (160, 60))
    begins, at = counted(p, 20, 50, POINTS)
    p.wire(p.obj(20, 20, "r $0-measure"), begins)
    order = p.obj(20, 200, "t b b s s")
    p.wire(at, p.obj(20, 174, "makefilename $0-trace-%d"), order)
    high, low, held = p.obj(20, 300, "array max"), p.obj(260, 226, "array min"), p.obj(20, 340, "expr max(max($f1, -$f2), $f3)")
    p.wire(order, high, held)
    p.wire((order, 1), low, (held, 1))
    over(p, (order, 2), (130, 236), "high", (89, 270), (high, NAME))
    p.wire((order, 3), (low, NAME))
    two = p.obj(20, 370, "t f f")
    p.wire(held, two, p.obj(20, 400, "expr 0.8 / max($f1, 1e-12)"), p.obj(20, 426, "s $0-zoom"))
    p.wire((two, 1), p.obj(240, 396, "s $0-peak"))
    p.wire(p.obj(330, 310, "r $0-peak"), (held, 2))
    return p


def motion():
    """The abstraction rosin.motion~: a body as it moves, slowly, and the friction loop."""
    p = Patch(930, 520)
    p.colour(10, 10, 440, 170, "#f7f4ea", "empty", 12)
    p.raw(f"#N canvas 0 0 450 300 (subpatch) 0;\n#X array \\$0-shape {POINTS} float 8;\n#X coords 0 1 {POINTS - 1} -1 240 130 1 0 0;\n"
          "#X restore 20 36 graph;")
    p.raw("#N canvas 0 0 450 300 (subpatch) 0;\n#X array \\$0-up 121 float 10;\n#X array \\$0-down 121 float 10;\n"
          "#X coords 0 1.1 121 -1.1 150 130 1 0 0;\n#X restore 280 36 graph;")
    p.raw("#X obj 20 14 tgl 16 0 \\$0-on \\$0-turned how\\ it\\ moves\\,\\ slowly 22 8 0 11 #fcfcfc #000000 #000000 0 1;".replace("\\,", ""))
    p.raw("#X obj 280 18 cnv 1 1 1 empty empty force\\ over\\ velocity 0 4 0 11 #f7f4ea #000000 0;")
    kinds = p.obj(20, 240, "route slow float pitch name")
    p.wire(p.obj(20, 210, "inlet"), kinds)
    p.wire(kinds, p.obj(20, 341, "s $0-slow"))
    p.wire((kinds, 1), p.obj(62, 316, "s $0-turned"))
    p.wire((kinds, 2), p.obj(106, 291, "s $0-pitch"))
    p.wire((kinds, 3), p.obj(152, 266, "s $0-whom"))
    p.wire(p.obj(620, 340, "loadbang"), p.obj(620, 366, "f $2"), p.obj(620, 392, "s $0-pitch"))
    p.text(720, 366, "argument 2: Hz of a string, 0 for other bodies", 24)
    for x, name in ((260, "force"), (430, "speed")):
        write = p.obj(x, 280, f"tabwrite~ $0-{name}")
        p.wire(p.obj(x, 210, "inlet~"), write)
        p.wire(p.obj(x + 60, 246, "r $0-take"), write)
    p.text(620, 210, "1: on, slow N, pitch HZ, name NAME. 2, 3: friction force and velocity, the outlets of [rosin.friction~]", 34)
    p.wire(p.obj(20, 370, "loadbang"), p.msg(20, 396, "16"), p.obj(20, 422, "s $0-slow"))
    p.text(60, 396, "samples a frame", 20)
    p.wire(p.obj(300, 340, "r $0-points"), p.obj(300, 366, f"clone -s 0 rosin.motion-point {POINTS} $0"))
    p.wire(p.obj(540, 424, "r $0-take"), p.msg(540, 450, "all bang"), p.obj(540, 476, "s $0-points"))
    for i, part in enumerate((takes, loop_drawn, whose, places, frames, largest)):
        p.sub(300 + 120 * (i % 2), 400 + 26 * (i // 2), part())
    p.wires.append("#X coords 0 -1 1 1 440 170 2 10 10;")
    p.save("pd/rosin.motion~.pd")
