# SPDX-License-Identifier: BSD-3-Clause
"""Examples that show what happens, or keep it."""
from draw import Patch
from page import title
from parts import BOW, SUPPLE, hand, out, start, two_ways, while_on


def hysteresis():
    p = Patch(700, 600)
    title(p, "hysteresis", "The friction loop, drawn from the outlets of [rosin.friction~]: force over relative velocity; "
                           "sticking is the upright line. The bristles give it its width.", 94)
    go = start(p, 20, 120)
    v = hand(p, 20, 190, go, 0.1)
    press = p.slider(240, 138, 0, 4, "normal force (N)", 1.1, 110)
    gate = while_on(p, 240, 200, go, press)
    f = p.obj(20, 285, f"rosin.friction~ - $0-loop {BOW}")
    p.wire(v, f)
    p.wire(gate, p.obj(240, 226, "s $0-force"))
    p.wire(p.obj(170, 256, "r $0-force"), (f, 1))
    s = p.obj(20, 420, f"rosin.string~ $0-loop 1 frequency 147 {SUPPLE}")
    out(p, 20, 454, s)
    p.graph(450, 130, ["$0-loop-rising", "$0-loop-falling"], 135, -0.8, 0.8, 230, 200)
    p.text(450, 336, "across: velocity -1.5...1.5 m/s; up: force -0.8...0.8 N", 30)
    p.obj(500, 420, "table $0-loopv 600")
    p.obj(500, 448, "table $0-loopf 600")
    wf, wv = p.obj(20, 340, "tabwrite~ $0-loopf"), p.obj(230, 340, "tabwrite~ $0-loopv")
    p.wire(f, wf)
    p.wire((f, 1), wv)
    p.wire(p.obj(60, 312, "r $0-write"), wf)
    p.wire(p.obj(310, 312, "r $0-write"), wv)
    p.wire(go, p.obj(110, 210, "s $0-on"))
    beat = p.obj(20, 540, "metro 100")
    p.wire(p.obj(20, 512, "r $0-on"), beat, p.obj(110, 568, "s $0-write"))
    late, order = p.obj(20, 568, "delay 40"), p.obj(20, 596, "t b b")
    p.wire(beat, late, order)
    clear = p.msg(240, 620, "const -0.8")  # and drawn anew at once: nothing flickers
    p.wire((order, 1), clear, p.obj(240, 648, "s $0-loop-rising"))
    p.wire(clear, p.obj(400, 648, "s $0-loop-falling"))
    draw = Patch(560, 430, "draw", (300, 100))
    i = draw.obj(20, 20, "inlet")
    times, until = draw.msg(20, 48, "600"), draw.obj(20, 76, "until")
    at, plus, wrap = draw.obj(20, 104, "f"), draw.obj(80, 128, "+ 1"), draw.obj(80, 152, "mod 600")
    draw.wire(i, times, until, at, plus, wrap, (at, 1))
    three, before = draw.obj(20, 180, "t f f f"), draw.obj(340, 206, "expr max($f1-1,0)")
    force, now, last = (draw.obj(20, 206, "tabread $0-loopf"), draw.obj(180, 206, "tabread $0-loopv"),
                        draw.obj(340, 232, "tabread $0-loopv"))
    look = draw.obj(20, 262, "expr $f1; int(67+45*$f2); $f2>$f3")
    draw.wire(at, three, force, look)
    draw.wire((three, 1), now, (look, 1))
    draw.wire((three, 2), before, last, (look, 2))
    two_ways(draw, look, (20, 310), (220, 340), (320, 310), 390, ("loop-rising", "loop-falling"))
    picture = p.sub(20, 624, draw)
    p.wire(order, picture)
    p.head = p.head.replace(" 600 12", " 690 12")
    p.save("pd/hysteresis.pd")


def presets():
    p = Patch(980, 570)
    title(p, "presets", "Any object says all its settings as messages ([dump(); the same messages set them. Here they "
                        "are kept in a [text] and sent back.")
    go = start(p, 20, 110)
    v = hand(p, 20, 180, go, 0.1)
    press = p.obj(110, 180, "* 1.1")
    p.wire(go, press)
    bow = p.obj(20, 340, f"rosin.friction~ - $0-preset {BOW} position 0.12")
    p.wire(v, bow)
    p.wire(press, (bow, 1))
    s = p.obj(20, 450, f"rosin.string~ $0-preset 1 frequency 147 {SUPPLE}")
    out(p, 20, 480, s)
    p.obj(480, 480, "text define $0-presets")
    store = p.button(280, 110, "1._keep_the_bow's_settings")
    forget = p.button(280, 164, "2._another_sound")
    recall = p.button(280, 218, "3._back_to_what_was_kept")
    first = p.obj(530, 136, "t b b")
    p.wire(store, p.obj(280, 136, "s $0-keep"))
    clear, dump = p.msg(600, 162, "clear"), p.msg(530, 162, "dump")
    p.wire(p.obj(530, 112, "r $0-keep"), first, dump, p.obj(530, 188, "s $0-bow"))
    p.wire(p.obj(60, 314, "r $0-bow"), bow)
    p.wire((first, 1), clear)
    add, keep = p.obj(430, 400, "list prepend"), p.obj(430, 428, "text set $0-presets 1e6")
    p.wire((bow, 3), add, keep)
    remove = p.obj(600, 188, "s $0-clear")
    p.wire(clear, remove)
    r = p.obj(480, 456, "r $0-clear")
    d = p.obj(460, 470, "text define -k rosin-unused")
    p.lines[d] = p.lines[d].replace("text define -k rosin-unused", "print presets")
    change = p.msg(500, 270, "mu_static 0.9, stribeck_velocity 0.05, position 0.05")
    p.wire(forget, p.obj(280, 190, "s $0-other"))
    p.wire(p.obj(500, 246, "r $0-other"), change, p.obj(500, 296, "s $0-bow"))
    play, trim = p.obj(280, 246, "text sequence $0-presets -g"), p.obj(280, 272, "list trim")
    p.wire(recall, play, trim, p.obj(280, 298, "s $0-bow"))
    return p, r, d


def save_presets():
    p, r, d = presets()
    # `text define` itself takes clear: connect it by its own inlet
    index = [i for i, line in enumerate(p.lines) if "text define" in line][0]
    p.wires = [w for w in p.wires if f"connect {r} " not in w]
    p.wire(r, index)
    p.lines[d] = "#X text 480 504 what is kept: click the box above to see it;"
    p.save("pd/presets.pd")
