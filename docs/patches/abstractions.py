# SPDX-License-Identifier: BSD-3-Clause
"""Abstractions of Pd's own objects that go with rosin's: pd/rosin.gesture.pd, rosin.morph.pd, rosin.section~.pd, rosin.osc.pd."""
from draw import Patch
from parts import copies, refused


def at_first(p, x, y, argument, otherwise, target, words):
    """An argument, or what stands for it where it is 0 or left out, to [s TARGET] at load."""
    load, given, chosen = p.obj(x, y, "loadbang"), p.obj(x, y + 26, f"f ${argument}"), p.obj(x, y + 52, "sel 0")
    p.wire(load, given, chosen, p.msg(x, y + 78, f"{otherwise}"), p.obj(x, y + 104, f"s $0-{target}"))
    p.wire((chosen, 1), p.obj(x + 90, y + 104, f"s $0-{target}"))
    p.text(x, y + 128, words, 26)


def recorder():
    """What comes while it records goes into an array, a value each 10 ms, 60 s at most."""
    p = Patch(560, 380, "record", (200, 80))
    p.text(20, 8, "100 values a second into an array, 60 s at most", 60)
    told = p.obj(20, 40, "r $0-record")
    order = p.obj(20, 68, "t f f")
    p.wire(told, order)
    beat, count, plus = p.obj(20, 158, "metro 10"), p.obj(20, 206, "f"), p.obj(80, 212, "+ 1")
    p.wire(order, beat, count)
    start = p.obj(140, 96, "sel 1 0")
    p.wire((order, 1), start)
    p.wire(start, p.msg(140, 124, "0"), p.obj(140, 150, "s $0-count"))
    p.wire(p.obj(120, 176, "r $0-count"), (count, 1))
    p.wire(count, plus, (count, 1))
    end, last = p.obj(300, 158, "f"), p.obj(300, 186, "s $0-length")
    p.wire((start, 1), p.obj(300, 124, "t b"), end, last)
    keep, room = p.obj(20, 232, "t b f f"), p.obj(180, 250, "moses 6000")
    p.wire(count, keep)
    p.wire((keep, 2), p.obj(300, 228, "s $0-end"))
    p.wire(p.obj(340, 130, "r $0-end"), (end, 1))
    p.wire((keep, 1), room)
    p.wire((room, 1), p.msg(270, 300, "0"), p.obj(270, 328, "s $0-record"))
    look, write = p.obj(20, 288, "f"), p.obj(20, 340, "tabwrite $0-kept")
    p.wire(room, p.obj(180, 280, "s $0-at"))
    p.wire(keep, look, write)
    p.wire(p.obj(60, 258, "r $0-live"), (look, 1))
    p.wire(p.obj(140, 316, "r $0-at"), (write, 1))
    p.obj(400, 250, "table $0-kept 6000")
    return p


def player():
    """The array again and again; each round `vary` changes how fast and how far it goes."""
    p = Patch(760, 470, "play", (240, 80))
    p.text(20, 8, "Each round is faster or slower by up to 2 ^ vary, and goes less far by up to half of vary.", 90)
    beat, where = p.obj(20, 70, "metro 10"), p.obj(20, 118, "f")
    on = p.obj(20, 42, "r $0-play")
    p.wire(on, beat, where)
    begins = p.obj(300, 70, "sel 1")
    p.wire(p.obj(300, 42, "r $0-play"), begins)
    order = p.obj(300, 98, "t b b")
    p.wire(begins, order, p.obj(300, 126, "s $0-round"))
    p.wire((order, 1), p.msg(400, 126, "0"), p.obj(400, 154, "s $0-where"))
    # where it is: on by the pace, back to 0 at the end
    on_by, wrap = p.obj(20, 150, "expr $f1 + $f2"), p.obj(20, 190, "expr if($f1 >= $f2, 0, $f1); $f1 >= $f2")
    p.wire(where, on_by, wrap, p.obj(180, 232, "s $0-where"))
    p.wire(p.obj(60, 94, "r $0-where"), (where, 1))
    p.wire(p.obj(140, 122, "r $0-pace"), (on_by, 1))
    p.wire(p.obj(220, 150, "r $0-length"), (wrap, 1))
    p.wire((wrap, 1), p.obj(300, 224, "sel 1"), p.obj(300, 252, "s $0-round"))
    read, depth = p.obj(20, 300, "tabread4 $0-kept"), p.obj(20, 340, "*")
    p.wire(wrap, p.obj(20, 232, "+ 1"), read, depth, p.obj(20, 380, "s $0-value"))
    p.wire(p.obj(180, 300, "r $0-depth"), (depth, 1))
    # a round begins: chance
    chance, two = p.obj(520, 70, "r $0-round"), p.obj(520, 98, "t b b")
    p.wire(chance, two)
    for x, outlet, way, name in ((420, 0, "expr pow(2, $f2 * ($f1 - 500) / 500) * $f3", "pace"), (420, 1, "expr 1 - 0.5 * $f2 * $f1 / 1000", "depth")):
        y = 290 + 80 * outlet
        dice, fold = p.obj(x + 60 + 110 * outlet, 190, "random 1000"), p.obj(x - 20 * outlet, y, way)
        p.wire((two, outlet), dice)
        p.wire(dice, p.obj(x + 60 + 110 * outlet, 218 + 26 * outlet, f"s $0-dice-{name}"))
        p.wire(p.obj(x - 20 * outlet, y - 26, f"r $0-dice-{name}"), fold, p.obj(x - 20 * outlet, y + 26, f"s $0-{name}"))
        p.wire(p.obj(x + 130 - 20 * outlet, y - 26, "r $0-vary"), (fold, 1))
        if not outlet:
            p.wire(p.obj(x + 216, y - 26, "r $0-speed"), (fold, 2))
    return p


def gesture():
    """The abstraction rosin.gesture: a sensor's stream, smoothed, scaled, kept, played again and varied."""
    p = Patch(940, 600)
    p.text(20, 8, "rosin.gesture LOW HIGH MS: see its help. All of Pd's own objects.", 80)
    came, kinds = p.obj(20, 40, "inlet"), p.obj(20, 68, "route record play vary smooth speed float")
    p.wire(came, kinds)
    for i, name in enumerate(("record", "play", "vary", "smooth", "speed", "sensor", "other")):
        p.wire((kinds, i), p.obj(20 + 92 * i, 166 - 10 * i, f"s $0-{name}"))
    refused(p, 680, 40, "rosin.gesture")
    # live, or what was kept
    live = p.obj(20, 190, "r $0-sensor")
    held = p.obj(20, 218, "clip 0 1")
    p.wire(live, held)
    gate, closed = p.obj(20, 316, "spigot 1"), p.obj(160, 246, "== 0")
    p.wire(held, p.obj(20, 246, "s $0-live"))
    p.wire(p.obj(20, 284, "r $0-live"), gate)
    p.wire(p.obj(160, 218, "r $0-play"), closed, (gate, 1))
    scale = p.obj(20, 408, "expr $f2 + ($f3 - $f2) * $f1")
    p.wire(gate, p.obj(20, 342, "s $0-value"))
    p.wire(p.obj(20, 380, "r $0-value"), scale)
    p.wire(p.obj(120, 380, "r $0-low"), (scale, 1))
    p.wire(p.obj(220, 380, "r $0-high"), (scale, 2))
    both, pack, line = p.obj(20, 440, "t f f"), p.obj(20, 482, "pack f 100"), p.obj(20, 510, "line~")
    p.wire(scale, both)
    p.wire(both, pack, line, p.obj(20, 540, "outlet~"))
    p.wire((both, 1), p.obj(240, 540, "outlet"))
    p.wire(p.obj(100, 456, "r $0-smooth"), (pack, 1))
    at_first(p, 420, 190, 3, 100, "smooth", "argument 3: ms of smoothing, 100 if none")
    at_first(p, 620, 190, 2, 1, "high", "argument 2: what 1 becomes, 1 if none")
    load = p.obj(420, 380, "loadbang")
    given = p.obj(420, 406, "f $1")
    p.wire(load, given, p.obj(420, 432, "s $0-low"))
    p.text(420, 456, "argument 1: what 0 becomes", 26)
    ones = p.msg(620, 406, "1")
    p.wire(p.obj(620, 380, "loadbang"), ones)
    p.wire(ones, p.obj(620, 432, "s $0-speed"))
    p.sub(420, 520, recorder())
    p.sub(520, 520, player())
    p.save("pd/rosin.gesture.pd")


def taken(side):
    """A preset, if one is named, and then all that the object says of itself, into a text."""
    p = Patch(640, 490, f"take-{side}", (200, 80))
    came, order = p.obj(20, 20, "inlet"), p.obj(20, 48, "t b a")
    p.wire(came, order)
    named = p.obj(240, 80, "route bang")
    p.wire((order, 1), named)
    p.wire((named, 1), p.obj(280, 110, "list prepend preset"), p.obj(280, 138, "list trim"), p.obj(280, 166, "s $0-say"))
    then = p.obj(20, 200, "t b b b b b")
    p.wire(order, then)
    p.wire((then, 4), p.msg(200, 230, "clear"), p.obj(200, 300, f"text define $0-{side}"))
    one, dump, none = p.msg(130, 230, "1"), p.msg(70, 230, "dump"), p.msg(40, 258, "0")
    p.wire((then, 3), one)
    p.wire((then, 2), dump)
    p.wire((then, 1), none)
    # an object that says nothing has no cord back
    p.wire(then, p.obj(20, 350, f"text size $0-{side}"), p.obj(20, 376, "sel 0"),
           p.msg(20, 402, "the object said nothing: a cord from its right outlet to the second inlet?"), p.obj(20, 440, "print rosin.morph"))
    p.wire(one, p.obj(130, 258, f"s $0-on-{side}"))
    p.wire(dump, p.obj(70, 284, "s $0-say"))
    p.wire(none, p.obj(90, 320, f"s $0-on-{side}"))
    gate = p.obj(360, 300, "spigot")
    p.wire(p.obj(360, 260, "r $0-said"), gate, p.obj(360, 340, f"text set $0-{side} 1e+06"))
    p.wire(p.obj(450, 260, f"r $0-on-{side}"), (gate, 1))
    return p


def between():
    """Each line of one text with its like in the other: what differs is said, on the way from the one to the other."""
    p = Patch(1020, 690, "between", (120, 40))
    p.text(20, 8, "Each line of A that B has too. A number goes by ratio where both are above 0, else by steps; words and lists change half way.", 126)
    came, order = p.obj(20, 60, "r $0-x"), p.obj(20, 86, "t b f")
    p.wire(came, order)
    now = p.obj(300, 60, "r $0-clipped")
    p.wire((order, 1), p.obj(110, 112, "clip 0 1"), p.obj(110, 138, "s $0-clipped"))
    shares = p.obj(300, 86, "t f f")
    p.wire(now, shares)
    p.wire(shares, p.obj(300, 138, "s $0-now"))
    p.wire((shares, 1), p.obj(400, 112, ">= 0.5"), p.obj(400, 138, "change -1"), p.msg(400, 164, "1"), p.obj(400, 190, "s $0-turns"))
    each = p.obj(20, 138, "t b b b")
    p.wire(order, each)
    p.wire((each, 2), p.msg(230, 190, "0"), p.obj(230, 216, "s $0-first"))
    lines, until, at, plus = p.obj(90, 218, "text size $0-a"), p.obj(90, 246, "until"), p.obj(90, 292, "f"), p.obj(180, 292, "+ 1")
    p.wire((each, 1), lines)
    p.wire(lines, until, at, plus)
    p.wire(plus, p.obj(180, 318, "s $0-next"))
    p.wire(p.obj(160, 264, "r $0-first"), (at, 1))
    p.wire(p.obj(250, 264, "r $0-next"), (at, 1))
    p.wire(each, p.msg(20, 174, "0"), p.obj(20, 372, "s $0-turns"))
    # a line: its values, then its key
    two, line, parts = p.obj(90, 340, "t f f"), p.obj(90, 400, "text get $0-a"), p.obj(90, 428, "list split 1")
    p.wire(at, two, line, parts)
    p.wire((two, 1), p.obj(150, 366, "s $0-line-a"))
    values, number = p.obj(200, 456, "route float"), p.obj(200, 482, "t b f")
    p.wire((parts, 1), values, number)
    p.wire((number, 1), p.obj(260, 508, "s $0-value-a"))
    p.wire(number, p.msg(200, 530, "1"), p.obj(200, 556, "s $0-kind"))
    p.wire((values, 1), p.obj(320, 482, "t b"), p.msg(380, 508, "2"), p.obj(380, 534, "s $0-kind"))
    chosen, known = p.obj(20, 580, "sel gain hip pickup a b name load bow"), p.obj(276, 606, "t b s s")
    p.wire(parts, chosen)
    p.wire((chosen, 8), known)
    p.wire((known, 2), p.obj(340, 634, "s $0-key"))
    p.wire((known, 1), p.obj(430, 606, "text search $0-b 0"), p.obj(430, 634, "s $0-line-b"))
    p.wire(known, p.obj(240, 634, "s $0-look"))
    # what it comes to
    look, kind = p.obj(560, 60, "r $0-look"), p.obj(560, 112, "f")
    kinds = p.obj(560, 138, "sel 1 2")
    p.wire(look, kind, kinds)
    p.wire(p.obj(620, 86, "r $0-kind"), (kind, 1))
    there, found, get = p.obj(560, 196, "f"), p.obj(560, 222, "moses 0"), p.obj(596, 250, "text get $0-b 1 1")
    p.wire(kinds, there, found)
    p.wire((found, 1), get)
    p.wire(p.obj(580, 170, "r $0-line-b"), (there, 1))
    way = p.obj(560, 330, "expr if($f1 > 0 && $f2 > 0, pow($f2, 1 - $f3) * pow($f1, $f3), $f2 + ($f1 - $f2) * $f3); $f1 != $f2")
    p.wire(get, p.obj(596, 278, "route float"), way)
    p.wire(p.obj(700, 300, "r $0-value-a"), (way, 1))
    p.wire(p.obj(840, 300, "r $0-now"), (way, 2))
    gate, message = p.obj(560, 400, "spigot"), p.obj(560, 450, "list prepend")
    p.wire(way, gate, message, p.obj(560, 478, "list trim"), p.obj(560, 506, "s $0-say"))
    p.wire((way, 1), (gate, 1))
    p.wire(p.obj(640, 424, "r $0-key"), (message, 1))
    turning, side, half = p.obj(740, 164, "spigot"), p.obj(790, 430, "f"), p.obj(790, 458, "moses 0.5")
    p.wire((kinds, 1), turning, p.obj(740, 192, "s $0-half"))
    p.wire(p.obj(800, 138, "r $0-turns"), (turning, 1))
    p.wire(p.obj(790, 404, "r $0-half"), side, half)
    p.wire(p.obj(880, 404, "r $0-now"), (side, 1))
    for outlet, x, name in ((0, 700, "a"), (1, 850, "b")):
        begin, which, whole = p.obj(x, 500, "t b"), p.obj(x, 552, "f"), p.obj(x + 20, 604, f"text get $0-{name}")
        p.wire((half, outlet), begin, which)
        p.wire(p.obj(x + 30, 526, f"r $0-line-{name}"), (which, 1))
        there = p.obj(x, 578, "moses 0")
        p.wire(which, there)
        p.wire((there, 1), whole)
        p.wire(whole, p.obj(x + 20, 630, "list trim"), p.obj(x + 20, 654, "s $0-say"))
    return p


def morph():
    """The abstraction rosin.morph: what an object says of itself, twice, and all that lies between."""
    p = Patch(660, 420)
    p.text(20, 8, "rosin.morph: see its help. All of Pd's own objects.", 70)
    came, kinds = p.obj(20, 50, "inlet"), p.obj(20, 80, "route a b float")
    p.wire(came, kinds)
    p.wire(kinds, p.sub(20, 140, taken("a")))
    p.wire((kinds, 1), p.sub(120, 140, taken("b")))
    p.wire((kinds, 2), p.obj(220, 140, "s $0-x"))
    p.wire((kinds, 3), p.obj(240, 110, "s $0-other"))
    refused(p, 340, 220, "rosin.morph")
    p.wire(p.obj(340, 50, "inlet"), p.obj(340, 80, "list"), p.obj(340, 140, "s $0-said"))
    p.text(400, 50, "what the object says: its right outlet", 24)
    p.sub(20, 220, between())
    p.wire(p.obj(20, 290, "r $0-say"), p.obj(20, 330, "outlet"))
    p.text(100, 330, "messages to the object", 30)
    p.save("pd/rosin.morph.pd")


def section_desk():
    """One player of rosin.section~: a string of its own, a little off in pitch and time."""
    p = Patch(800, 510)
    p.text(20, 8, "One player of [rosin.section~]: $1 counts them, $2 HZ, $3 CENTS, $4 how many, $5 the section. Everyone is a little off, "
                  "always the same: golden shares of the number.", 104)
    told, kinds = p.obj(20, 60, "r $5-all"), p.obj(20, 86, "route note bow")
    p.wire(told, kinds)
    note, said = p.obj(20, 164, "+"), p.msg(20, 190, "note $1")
    p.wire(kinds, note, said, p.obj(20, 216, "s $0-string"))
    late, pace, draw = p.obj(160, 146, "pipe 0"), p.obj(160, 172, "*"), p.msg(160, 198, "bow $1")
    p.wire((kinds, 1), late, pace, draw, p.obj(160, 224, "s $0-bow"))
    p.wire((kinds, 2), p.obj(340, 110, "s $0-bow"))
    p.wire(p.obj(440, 60, "loadbang"), p.obj(440, 86, "s $0-begin"))
    for way, name, y in (("expr $3 * (fmod(0.618 * $1 + 0.3, 1) - 0.5) / 50", "off", 110), ("expr 0.9 + 0.2 * fmod(0.618 * $1, 1)", "pace", 180),
                                        ("expr 60 * fmod(0.382 * $1, 1)", "late", 250), ("expr if($4 > 1, $1 / ($4 - 1.), 0.5)", "seat", 322)):
        p.wire(p.obj(440, y, "r $0-begin"), p.obj(440, y + 24, way), p.obj(440, y + 48, f"s $0-{name}"))
    # bows that are lifted together: what held each string aside would be one thump
    p.wire(p.obj(680, 392, "r $0-begin"), p.obj(680, 416, "expr 0.5 * $2"), p.msg(680, 442, "hip 1 $1"), p.obj(680, 468, "s $0-string"))
    p.wire(p.obj(56, 138, "r $0-off"), (note, 1))
    p.wire(p.obj(220, 120, "r $0-late"), (late, 1))
    p.wire(p.obj(240, 160, "r $0-pace"), (pace, 1))
    bow, string = p.obj(20, 270, "rosin.friction~ - $0-string rosined-hair"), p.obj(20, 326, "rosin.string~ $0-string 1 frequency $2")
    p.wire(p.obj(20, 244, "r $0-bow"), bow)
    p.wire(p.obj(20, 300, "r $0-string"), string)
    left, right = p.obj(160, 430, "*~"), p.obj(340, 430, "*~")
    p.wire(left, p.obj(160, 460, "throw~ $5-left"))
    p.wire(right, p.obj(340, 460, "throw~ $5-right"))
    p.wire(string, p.obj(20, 352, "s~ $0-heard"))
    p.wire(p.obj(160, 366, "r~ $0-heard"), left)
    p.wire(p.obj(340, 366, "r~ $0-heard"), right)
    p.wire(p.obj(220, 400, "r $0-seat"), (left, 1))
    p.wire(p.obj(560, 366, "r $0-seat"), p.obj(560, 392, "expr 1 - $f1"), p.obj(560, 418, "s $0-across"))
    p.wire(p.obj(390, 400, "r $0-across"), (right, 1))
    p.save("pd/rosin.section-desk.pd")


def section():
    """The abstraction rosin.section~: strings abreast, each with its own player; width and pan move all seats, within 20 ms."""
    p = Patch(790, 560)
    p.text(20, 8, "rosin.section~ PLAYERS HZ CENTS: see its help.", 70)
    kinds = p.obj(20, 62, "route width pan")
    p.wire(p.obj(20, 36, "inlet"), kinds)
    p.wire((kinds, 2), p.obj(115, 88, "s $0-all"))
    p.wire(kinds, p.obj(20, 140, "s $0-width"))
    p.wire((kinds, 1), p.obj(67, 114, "s $0-pan"))
    copies(p, 20, 180, (300, 80), "rosin.section-desk", 0, ("if($1 >= 1, $1, 6)", "if($2 > 0, $2, 196)", "if($2 > 0, $3, 12)"))
    left, right = p.obj(20, 340, "catch~ $0-left"), p.obj(150, 340, "catch~ $0-right")
    narrow = p.obj(20, 390, "expr~ $v1 + ($v2 - $v1) * $v3 / 2; $v2 + ($v1 - $v2) * $v3 / 2")
    aside = p.obj(20, 450, "expr~ 0.7 * ($v1 * (1 - max($v3, 0)) + $v2 * max(-$v3, 0)); 0.7 * ($v2 * (1 - max(-$v3, 0)) + $v1 * max($v3, 0))")
    for k, end in enumerate((left, right)):
        p.wire(end, (narrow, k))
        p.wire((narrow, k), (aside, k))
        p.wire((aside, k), p.obj(20 + 413 * k, 520, "outlet~"))
    p.wire(p.obj(440, 262, "r $0-width"), p.obj(440, 288, "expr 1 - max(min($f1, 1), 0)"), p.msg(440, 314, "$1 20"), p.obj(440, 340, "line~"), (narrow, 2))
    p.wire(p.obj(680, 262, "r $0-pan"), p.obj(680, 288, "clip -1 1"), p.msg(680, 314, "$1 20"), p.obj(680, 400, "line~"), (aside, 2))
    p.save("pd/rosin.section~.pd")


def osc():
    """The abstraction rosin.osc: what a phone sends, by the last word of its address, and three of its numbers as smooth signals."""
    p = Patch(960, 670)
    p.text(20, 8, "rosin.osc PORT WORD MS: see its help. All of Pd's own objects.", 70)
    at_first(p, 660, 40, 1, 9000, "port", "argument 1: UDP port, 9000 if none")
    at_first(p, 660, 220, 3, 50, "ms", "argument 3: ms of smoothing, 50 if none")
    told = p.obj(20, 60, "route smooth listen list")
    p.wire(p.obj(20, 32, "inlet"), told, p.obj(20, 122, "s $0-ms"))
    p.wire((told, 1), p.obj(70, 102, "s $0-port"))
    p.wire((told, 2), p.obj(98, 82, "s $0-packet"))
    p.wire((told, 3), p.obj(188, 108, "s $0-other"))
    refused(p, 660, 400, "rosin.osc")
    p.wire(p.obj(300, 40, "r $0-port"), p.msg(300, 66, "listen $1"), p.obj(300, 92, "netreceive -u -b"), p.obj(300, 118, "s $0-packet"))
    p.wire(p.obj(20, 150, "r $0-packet"), p.obj(20, 176, "oscparse"), p.obj(20, 202, "s $0-words"))
    # a word goes as long as another word follows it
    order = p.obj(20, 256, "t b a a")
    p.wire(p.obj(20, 230, "r $0-words"), order)
    rest, second = p.obj(280, 282, "list split 1"), p.obj(320, 334, "list split 1")
    p.wire((order, 2), rest)
    kept = p.obj(320, 308, "t a a")
    p.wire((rest, 1), kept, second)
    p.wire((kept, 1), p.obj(440, 334, "s $0-rest"))
    is_word = p.obj(320, 360, "route symbol")
    p.wire(second, is_word, p.msg(320, 386, "1"), p.obj(320, 412, "s $0-more"))
    none = p.msg(420, 386, "0")
    p.wire((is_word, 1), none)
    p.wire((second, 2), none)
    p.wire((rest, 2), none)
    p.wire(none, p.obj(420, 412, "s $0-more"))
    p.wire((order, 1), p.obj(100, 290, "s $0-whole"))
    more, goes = p.obj(20, 334, "f"), p.obj(20, 360, "sel 1")
    p.wire(order, more, goes)
    p.wire(p.obj(60, 308, "r $0-more"), (more, 1))
    again, whole = p.obj(20, 450, "list append"), p.obj(150, 450, "list append")
    p.wire(goes, p.obj(20, 400, "t b"), again, p.obj(20, 476, "s $0-words"))
    p.wire((goes, 1), p.obj(150, 400, "t b"), whole, p.obj(150, 476, "list trim"), p.obj(150, 502, "s $0-said"))
    p.wire(p.obj(60, 424, "r $0-rest"), (again, 1))
    p.wire(p.obj(220, 424, "r $0-whole"), (whole, 1))
    # out
    said = p.obj(420, 476, "t a a")
    p.wire(p.obj(420, 450, "r $0-said"), said)
    numbers = p.obj(420, 528, "unpack f f f")
    p.wire(said, p.obj(420, 502, "route $2"), numbers)
    for i in range(3):
        x = 420 + 110 * i
        pack = p.obj(x, 580, "pack f 50")
        p.wire((numbers, i), pack, p.obj(x, 606, "line~"), p.obj(x, 632, "outlet~"))
        p.wire(p.obj(x + 60, 554, "r $0-ms"), (pack, 1))
    p.wire((said, 1), p.obj(800, 632, "outlet"))
    p.save("pd/rosin.osc.pd")
