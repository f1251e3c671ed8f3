# SPDX-License-Identifier: BSD-3-Clause
"""What most patches have: a start, a hand, messages, sliders, the volume."""
from draw import Patch

BOW = "stribeck_velocity 0.2"
# Played by notes, a bow has to start a string by itself, slowly too: on a curve that is flat up to the speed of
# the bow it slides along without a sound until something shakes the string.
STARTS = "stribeck_velocity 0.12"
# Bowed, a stiff string sounds some cents sharp, which a player's ear corrects: examples have none.
SUPPLE = "bending_stiffness 0"


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


def two_ways(p, look, rising, falling, turn, y, tables):
    """Points of a friction loop: what `look` gives (force, where to write it, whether the velocity rises) goes to the first table while
    that rises, else to the second."""
    rises, falls, other = p.obj(*rising, "spigot"), p.obj(*falling, "spigot"), p.obj(*turn, "== 0")
    up, down = (p.obj(x, y, f"tabwrite $0-{name}") for (x, _), name in zip((rising, falling), tables))
    p.wire((look, 2), (rises, 1))
    p.wire((look, 2), other, (falls, 1))
    for write in (up, down):
        p.wire((look, 1), (write, 1))
    p.wire(look, rises, up)
    p.wire(look, falls, down)


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


def dials(p, x, y, rows, target, rx, ry, name="set", pitch=50, wide=196):
    """Sliders below each other, (label, message, low, high, value[, 0: silent at load]) each; their messages
    stand like stairs and reach their target by [s] and [r]."""
    made = []
    for i, (text, message, low, high, value, *init) in enumerate(rows):
        number = p.slider(x, y + pitch * i, low, high, text, value, init=init[0] if init else 1)
        made.append(p.msg(x + wide + 12 * i, y + pitch * i + 24, message))
        p.wire(number, made[-1])
    there = p.obj(x + wide, y + pitch * len(rows) + 2, f"s $0-{name}")
    for m in made:
        p.wire(m, there)
    p.wire(p.obj(rx, ry, f"r $0-{name}"), target)


def while_on(p, x, y, go, slider):
    """The slider's value while the toggle is on, else 0, whichever moves."""
    inside = Patch(300, 230, "while-on", (300, 200))
    on, value = inside.obj(20, 20, "inlet"), inside.obj(140, 20, "inlet")
    again, last, times = inside.obj(140, 48, "t b f"), inside.obj(140, 100, "f"), inside.obj(20, 150, "*")
    inside.wire(value, again, last, times)
    inside.wire((again, 1), (times, 1))
    inside.wire(on, times, inside.obj(20, 190, "outlet"))
    inside.wire(on, (last, 1))
    made = p.sub(x, y, inside)
    p.wire(go, made)
    p.wire(slider, (made, 1))
    return made


def pad_bow(p, x, y, name):
    """A bow on a string, as fast (m/s) and heavy (N) as [r $0-x], [r $0-y] and [r $0-held] say, and what it does told to the pad
    behind [r $0-hand] when [r $0-ask] asks; the bow and the string."""
    speed = [p.obj(x, y + 28 * i, text) for i, text in enumerate(("r $0-x", "pack f 20", "line~"))]
    p.wire(*speed)
    force = [p.obj(x + 120, y + at, text) for at, text in ((0, "r $0-y"), (84, "*"), (112, "pack f 20"), (140, "line~"))]
    p.wire(*force)
    again = p.obj(x + 240, y + 28, "t b f")
    p.wire(p.obj(x + 240, y, "r $0-held"), again, force[1])
    p.wire((again, 1), (force[1], 1))
    bow = p.obj(x, y + 174, f"rosin.friction~ - $0-{name} {BOW}")
    p.wire(speed[-1], bow)
    p.wire(force[-1], (bow, 1))
    s = p.obj(x, y + 240, f"rosin.string~ $0-{name} 1 frequency 147 {SUPPLE}")
    p.wire(p.obj(x + 10, y + 146, "r $0-ask"), bow)
    p.wire((bow, 3), p.obj(x + 7 * (len(name) + 42), y + 202, "s $0-hand"))
    return bow, s


def watched(p, x, y, go):
    """Asks the contact of pad_bow four times a second where it sings, up to 0.3 m/s, and what it does."""
    beat, ask = p.obj(x, y, "metro 250"), p.msg(x, y + 28, "region 0.3")
    p.wire(go, beat, ask, p.obj(x, y + 56, "s $0-ask"))


def out(p, x, y, *sources, db=0):
    """Signals to the loudspeakers, through the one volume control; two are left and right."""
    volume = p.obj(x, y, f"rosin.out~ {db}" if db else "rosin.out~")
    for side in (0, 1):
        p.wire(sources[side % len(sources)], (volume, side))
    return volume


def volume():
    """The abstraction rosin.out~: a volume in dB before the loudspeakers."""
    p = Patch(820, 400)
    p.colour(0, 0, 190, 40, "#f4f0e4", "volume_(dB)", 11)
    p.lines[-1] = p.lines[-1].replace(" 10 20 0 11 ", " 6 9 0 11 ")
    fader = p.obj(4, 18, "hsl 128 18 -60 12 0 0 $0-shown $0-first empty 0 -9 0 11 #fcfcfc #000000 #000000 0 1")
    p.raw("#X floatatom 138 18 5 0 0 0 - \\$0-shown - 12;")
    left, right = p.obj(20, 110, "inlet~"), p.obj(120, 110, "inlet~")
    begin, first = p.obj(520, 60, "loadbang"), p.obj(520, 88, "f $1")
    p.text(560, 88, "argument: dB at first, 0 if none")
    off = p.obj(240, 80, "expr if($f1 <= -60, 0, $f1 + 100)")
    power, ramp, line = p.obj(240, 108, "dbtorms"), p.obj(240, 136, "pack f 20"), p.obj(240, 164, "line~")
    p.wire(begin, first, p.obj(520, 116, "s $0-first"))
    p.wire(fader, off, power, ramp, line)
    dac = p.obj(20, 300, "dac~ 1 2")
    for i, inlet in enumerate((left, right)):
        scaled = p.obj(20 + 100 * i, 262, "*~")
        p.wire(inlet, scaled, (dac, i))
        p.wire(line, (scaled, 1))
    p.text(20, 340, "Put it behind what sounds: left and right, or the same twice.")
    p.wires.append("#X coords 0 -1 1 1 190 40 2 0 0;")
    p.save("pd/rosin.out~.pd")


def copies(p, x, y, beside, name, first, values, ends=()):
    """[clone] of an abstraction, made at load: the first of `values`, which [expr] makes of arguments, is how many, and all others are what
    a copy is given, how many and the whole at their end. (As a box, it complains of the 0 that an argument left out is.) `ends` are the inlet
    and the outlet of all; the boxes that make it, once, stand `beside`."""
    inside = Patch(400, 200, "\\$0-copies", (200, 80))
    for i, end in enumerate(ends):
        inside.obj(20, 20 + 120 * i, end)
    whole = len(values) + 1
    given = " ".join(f"${i}" for i in (*range(1, whole), *((1,) if len(values) > 2 else ()), whole))
    made = f"; pd-${whole}-copies obj 20 80 clone -s {first} {name} {given}"
    if ends:
        made += f"; pd-${whole}-copies connect 0 0 2 0; pd-${whole}-copies connect 2 0 1 0"
    made += f"; pd-${whole}-copies loadbang"
    left, top = beside
    chosen, packed = p.obj(left, top + 52, "expr " + "; ".join(values)), p.obj(left, top + 78 + 15 * (len(values) > 2), "pack" + len(values) * " f" + " $0")
    p.wire(p.obj(left, top - 26, "loadbang"), p.obj(left, top, "f $0"), p.obj(left, top + 26, "change"), chosen)
    for i in range(len(values)):
        p.wire((chosen, i), (packed, i))
    p.wire(packed, p.msg(left, top + 120, made))
    return p.sub(x, y, inside)


def refused(p, x, y, name):
    """What [route] knows no word of, and sends to $0-other, is said in Pd's window."""
    p.wire(p.obj(x, y, "r $0-other"), p.obj(x, y + 26, "list prepend there is no message"), p.obj(x, y + 52, "list trim"), p.obj(x, y + 78, f"print {name}"))
