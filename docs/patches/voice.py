# SPDX-License-Identifier: BSD-3-Clause
"""The abstraction rosin.voice~: bowed strings under keys, each key with a bend, a touch and a slide of its own. A string has as few
boxes as will do: all of them are made in one tick, while others sound."""
from draw import Patch
from parts import copies, refused

CODE = 1000  # a channel and a key come in one number, KEY + 1000 CHANNEL, which [poly] takes for a pitch
KINDS = (("bend", "f"), ("touch", "clip 0 1"), ("slide", "expr ($f1 - 64) / 64"), ("pedal", "expr $f1 >= 64"))


def table(name, whole="$0"):
    """What channels say, where [expr] can read it, which takes a hyphen for a minus."""
    return f"x{whole}_{name}"


def voice_one():
    """One string of rosin.voice~, and its bow."""
    p = Patch(1080, 664)
    bend, touch, slide, pedal = (table(name, "$3") for name, _ in KINDS)
    p.text(20, 8, "One voice of [rosin.voice~]: $2 HZ of the open string, $3 the whole. It is told VELOCITY KEY CHANNEL.", 130)
    came, order, kind, down = p.obj(20, 66, "unpack f f f"), p.obj(20, 144, "t f f"), p.obj(20, 196, "sel 0"), p.obj(100, 248, "t b f")
    p.wire(p.obj(20, 40, "inlet"), came, order, kind, p.obj(20, 222, "s $0-up"))
    p.wire((came, 2), p.obj(140, 92, "s $0-channel"))
    p.wire((came, 1), p.obj(61, 118, "s $0-key"))
    p.wire((order, 1), p.obj(80, 170, "s $0-velocity"))
    p.wire((kind, 1), p.obj(100, 222, "expr $f1 / 127"), down, p.obj(100, 300, "s $0-now"))
    p.wire((down, 1), p.obj(150, 274, "s $0-level"))
    # a channel has moved
    ours, again = p.obj(300, 92, "expr $f1 == 1 || $f1 == $f2"), p.obj(300, 144, "t b b")
    p.wire(p.obj(300, 40, "r $3-moved"), ours, p.obj(300, 118, "sel 1"), again, p.obj(300, 196, "s $0-up"))
    p.wire(p.obj(485, 66, "r $0-channel"), (ours, 1))
    p.wire((again, 1), p.obj(350, 170, "s $0-now"))
    # a bow that draws lifts where its key is up and no pedal holds it
    ends, lift = p.obj(640, 92, "expr $f1 > 0 && $f2 == 0 && $f3 == 0"), p.obj(640, 144, "t b b")
    p.wire(p.obj(640, 40, "r $0-up"), ends, p.obj(640, 118, "sel 1"), lift, p.msg(640, 222, "bow 0"), p.obj(640, 248, "s $0-bow"))
    p.wire(p.obj(710, 40, "r $0-level"), ends)
    p.wire(p.obj(764, 66, "r $0-velocity"), (ends, 1))
    p.wire(p.obj(888, 66, "r $0-pedal"), (ends, 2))
    p.wire((lift, 1), p.msg(700, 170, "0"), p.obj(700, 196, "s $0-level"))
    # what the key's channel says (2 to 16, 0 if it has none) and what channel 1 says, which speaks for all; then a bow that draws goes on
    now, channel, draws_on, some = p.obj(20, 366, "t b b"), p.obj(120, 392, "f"), p.obj(20, 418, "f"), p.obj(20, 444, "sel 0")
    looks = p.obj(120, 418, f"expr {bend}[$f1] + {bend}[1]; max({touch}[$f1], {touch}[1]); {slide}[$f1] + {slide}[1]; max({pedal}[$f1], {pedal}[1])")
    p.wire(p.obj(20, 340, "r $0-now"), now, draws_on, some)
    p.wire((now, 1), channel, looks)
    p.wire(p.obj(160, 366, "r $0-channel"), (channel, 1))
    p.wire(p.obj(40, 392, "r $0-level"), (draws_on, 1))
    p.wire((some, 1), p.obj(20, 490, "s $0-draw"))
    for i, (name, _) in enumerate(KINDS):
        p.wire((looks, i), p.obj(120 + 140 * i, 490, f"s $0-{name}"))
    # a velocity is the bow's speed, 4 to 24 cm/s; a touch draws faster and presses more; a slide goes to the bridge
    draws = p.obj(600, 326, "expr 0.04 * pow(6, $f1) * (1 + $f2); 0.5 + 0.4 * $f2; 0.13 * pow(2, -max(-1, min(1, $f3)))")
    told = p.obj(600, 416, "s $0-bow")
    p.wire(p.obj(600, 300, "r $0-draw"), draws)
    p.wire(p.obj(790, 300, "r $0-touch"), (draws, 1))
    p.wire(p.obj(980, 300, "r $0-slide"), (draws, 2))
    for i, text in enumerate(("bow $1", "pressure $1", "position $1")):
        p.wire((draws, i), p.msg(600 + 160 * i, 376, text), told)
    bow = p.obj(20, 570, "rosin.friction~ - $0-string rosined-hair")
    p.wire(p.obj(20, 540, "r $0-bow"), bow)
    p.wire(p.obj(110, 540, "r $3-hand"), bow)
    # the string, and its finger
    hertz, glide = p.obj(644, 488, "expr 440 * pow(2, ($f1 + $f2 - 69) / 12)"), p.obj(644, 540, "pack f 10")
    string = p.obj(380, 600, "rosin.string~ $0-string 1 frequency $2")
    p.wire(p.obj(644, 462, "r $0-bend"), hertz, glide, p.obj(644, 566, "line~"), (string, 1))
    p.wire(p.obj(930, 462, "r $0-key"), (hertz, 1))
    p.wire(p.obj(720, 514, "r $3-glide"), (glide, 1))
    p.wire(p.obj(380, 570, "r $3-string"), string, p.obj(380, 626, "outlet~"))
    p.save("pd/rosin.voice-one.pd")


def channels():
    """Values of channels, into the tables that voices read; channel 1 stands for what has none."""
    p = Patch(1120, 310, "channels", (200, 80))
    p.text(20, 8, "A value and a channel, 1 if none, into the table of its kind; then voices are told which channel has moved.", 110)
    for i, (name, way) in enumerate(KINDS):
        x = 20 + 270 * i
        parts, order, channel, write = p.obj(x, 106, "unpack f f"), p.obj(x, 158, "t b f"), p.obj(x, 236, "f"), p.obj(x + 33, 184, f"tabwrite {table(name)}")
        p.wire(p.obj(x, 54, f"r $0-to-{name}"), p.obj(x, 80, "list append 1"), parts, p.obj(x, 132, way), order, channel, p.obj(x, 262, "s $0-moved"))
        limits = p.obj(x + 155, 132, "clip 1 16")
        p.wire((parts, 1), limits, (write, 1))
        p.wire(p.obj(x + 30, 210, f"r $0-at-{name}"), (channel, 1))
        p.wire(limits, p.obj(x + 170, 210, f"s $0-at-{name}"))
        p.wire((order, 1), write)
    return p


def voice():
    """The abstraction rosin.voice~."""
    p = Patch(1110, 622)
    p.text(20, 8, "rosin.voice~ VOICES HZ: see its help.", 70)
    kinds = p.obj(20, 66, "route bend aftertouch control note list hand string glide stop")
    p.wire(p.obj(20, 40, "inlet"), kinds)
    for i, name in enumerate(("to-bend", "to-touch", "control", "key", "key", "hand", "string", "glide", "stop", "other")):
        p.wire((kinds, i), p.obj(20 + 106 * i, 218 - 12 * i, f"s $0-{name}"))
    refused(p, 480, 320, "rosin.voice~")
    # keys, to voices
    key, code = p.obj(20, 288, "unpack f f f"), p.obj(20, 348, f"expr $f1 + {CODE} * if($f2 >= 2, min(int($f2), 16), 0)")
    p.wire(p.obj(20, 236, "r $0-key"), p.obj(20, 262, "list append 1"), key, code)
    p.wire((key, 2), (code, 1))
    p.wire((key, 1), p.obj(61, 314, "s $0-velocity"))
    poly, split, packed, order = p.obj(20, 418, "poly $1 1"), p.obj(120, 444, f"expr fmod($f1, {CODE}); int($f1 / {CODE})"), p.obj(20, 474, "pack f f f f"), p.obj(20, 500, "t l l")
    p.wire(p.obj(220, 392, "r $0-velocity"), (poly, 1))
    p.wire(p.obj(130, 374, "r $0-stop"), p.msg(130, 396, "stop"), poly)
    p.wire(code, poly, packed, order)
    for outlet in (1, 2):
        p.wire((poly, outlet), (split, 0) if outlet == 1 else (packed, 1))
    p.wire(split, (packed, 2))
    p.wire((split, 1), (packed, 3))
    within = copies(p, 20, 540, (660, 410), "rosin.voice-one", 1, ("if($1 >= 1, $1, 1)", "if($2 > 0, $2, 65.41)"), ("inlet", "outlet~"))
    p.wire(order, within, p.obj(20, 566, "outlet~"))
    p.wire((order, 1), p.msg(200, 540, "$1 $3 $2"), p.obj(200, 566, "outlet"))
    # controllers that mean something here
    which = p.obj(480, 262, "route 64 74 120 123")
    p.wire(p.obj(480, 236, "r $0-control"), which)
    for outlet, x, name in ((0, 480, "to-pedal"), (1, 580, "to-slide"), (2, 690, "stop"), (3, 690, "stop")):
        if outlet < 3:
            there = p.obj(x, 300, f"s $0-{name}")
        p.wire((which, outlet), there)
    p.sub(880, 262, channels())
    for i, (name, _) in enumerate(KINDS):
        p.obj(880, 288 + 26 * i, f"table {table(name)} 17")
    p.save("pd/rosin.voice~.pd")
