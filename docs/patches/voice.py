# SPDX-License-Identifier: BSD-3-Clause
"""The abstraction rosin.voice~: bowed strings under keys, each key with a bend, a touch and a slide of its own."""
from draw import Patch

CODE = 1000  # a channel and a key come in one number, KEY + 1000 CHANNEL, which [poly] takes for a pitch
FOLDS = (("bend", "expr $f1 + $f2"), ("touch", "expr max($f1, $f2)"), ("slide", "expr $f1 + $f2"), ("pedal", "expr max($f1, $f2)"))


def looks():
    """What the channel of a key says, and with it channel 1, which speaks for all."""
    p = Patch(1160, 280, "look", (200, 80))
    p.text(20, 8, "What the key's own channel says (2 to 16, 0 if it has none) and what channel 1 says, which speaks for all.", 110)
    for i, (name, fold) in enumerate(FOLDS):
        x = 20 + 280 * i
        order, own, both = p.obj(x, 70, "t b b"), p.obj(x, 132, "f"), p.obj(x, 196, fold)
        p.wire(p.obj(x, 44, "r $0-look"), order, own, p.obj(x, 158, f"tabread $3-{name}"), both, p.obj(x, 222, f"s $0-{name}"))
        p.wire(p.obj(x + 20, 106, "r $0-channel"), (own, 1))
        p.wire((order, 1), p.msg(x + 134, 96, "1"), p.obj(x + 134, 158, f"tabread $3-{name}"), (both, 1))
    return p


def draws():
    """Where, how hard and how fast the bow goes: a touch draws faster and presses more, a slide goes to the bridge."""
    p = Patch(910, 280, "draw", (200, 80))
    p.text(20, 8, "A key's velocity is the bow's speed, 4 to 24 cm/s; a touch (0 to 1) draws faster and presses more; a slide (-1 to 1) goes "
                  "towards the bridge.", 112)
    order = p.obj(20, 78, "t b b b")
    p.wire(p.obj(20, 52, "r $0-draw"), order)
    for outlet, x, way, name, text in ((0, 20, "expr 0.04 * pow(6, $f1) * (1 + $f2)", "level", "bow $1"), (1, 330, "expr 0.5 + 0.4 * $f1", "touch", "pressure $1"),
                                       (2, 580, "expr 0.13 * pow(2, -max(-1, min(1, $f1)))", "slide", "position $1")):
        value, fold = p.obj(x, 142, "f"), p.obj(x, 176, way)
        p.wire((order, outlet), value, fold, p.msg(x, 208, text), p.obj(x, 240, "s $0-bow"))
        p.wire(p.obj(x + 30, 92 if outlet == 1 else 116, f"r $0-{name}"), (value, 1))
        if name == "level":
            p.wire(p.obj(x + 110, 142, "r $0-touch"), (fold, 1))
    return p


def voice_one():
    """One string of rosin.voice~, and its bow."""
    p = Patch(960, 640)
    p.text(20, 8, "One voice of [rosin.voice~]: $2 HZ of the open string (65.41 if 0), $3 the whole. It is told KEY + 1000 CHANNEL, VELOCITY.", 130)
    came = p.obj(20, 66, "unpack f f")
    p.wire(p.obj(20, 40, "inlet"), came)
    order = p.obj(20, 118, "t b f")
    p.wire((came, 1), p.obj(120, 92, "s $0-velocity"))
    p.wire(came, order)
    split = p.obj(120, 144, f"expr fmod($f1, {CODE}); int($f1 / {CODE})")
    p.wire((order, 1), split)
    p.wire(split, p.obj(150, 190, "s $0-key"))
    p.wire((split, 1), p.obj(240, 190, "s $0-channel"))
    velocity, kind = p.obj(20, 222, "f"), p.obj(20, 248, "sel 0")
    p.wire(order, velocity, kind, p.obj(20, 274, "s $0-up"))
    p.wire(p.obj(40, 196, "r $0-velocity"), (velocity, 1))
    down = p.obj(120, 274, "t b b b f")
    p.wire((kind, 1), down)
    p.wire((down, 3), p.obj(310, 300, "/ 127"), p.obj(310, 326, "s $0-level"))
    p.wire((down, 2), p.msg(240, 326, "0"), p.obj(240, 352, "s $0-waits"))
    p.wire((down, 1), p.msg(180, 352, "1"), p.obj(180, 378, "s $0-holds"))
    p.wire(down, p.obj(120, 404, "s $0-now"))
    # what a key and its channel say, in order
    now = p.obj(480, 92, "t b b b")
    p.wire(p.obj(480, 40, "r $0-now"), now)
    p.wire((now, 2), p.obj(610, 122, "s $0-look"))
    p.wire((now, 1), p.obj(560, 144, "s $0-tune"))
    draws_on = p.obj(480, 196, "f")
    p.wire(now, draws_on, p.obj(480, 222, "sel 1"), p.obj(480, 248, "s $0-draw"))
    p.wire(p.obj(520, 170, "r $0-holds"), (draws_on, 1))
    # a channel has moved
    ours = p.obj(660, 222, "expr $f1 == 1 || $f1 == $f2")
    p.wire(p.obj(660, 170, "r $3-moved"), ours)
    p.wire(p.obj(770, 196, "r $0-channel"), (ours, 1))
    again = p.obj(660, 274, "t b b")
    p.wire(ours, p.obj(660, 248, "sel 1"), again)
    p.wire((again, 1), p.obj(730, 300, "s $0-now"))
    waits = p.obj(660, 352, "f")
    p.wire(again, waits, p.obj(660, 378, "sel 1"), p.obj(660, 404, "s $0-up"))
    p.wire(p.obj(700, 326, "r $0-waits"), (waits, 1))
    # a key goes up: the bow lifts, or waits for the pedal
    pedal, up = p.obj(480, 326, "f"), p.obj(480, 352, "moses 0.5")
    p.wire(p.obj(480, 274, "r $0-up"), pedal, up)
    p.wire(p.obj(520, 300, "r $0-pedal"), (pedal, 1))
    lift = p.obj(480, 404, "t b b b")
    p.wire(up, lift)
    p.wire((up, 1), p.msg(560, 378, "1"), p.obj(560, 404, "s $0-waits"))
    p.wire((lift, 2), p.msg(560, 456, "0"), p.obj(560, 482, "s $0-waits"))
    p.wire((lift, 1), p.msg(520, 508, "0"), p.obj(520, 534, "s $0-holds"))
    p.wire(lift, p.msg(440, 508, "bow 0"), p.obj(440, 560, "s $0-bow"))
    # the string under the finger
    bow = p.obj(20, 470, "rosin.friction~ - $0-string rosined-hair")
    p.wire(p.obj(20, 440, "r $0-bow"), bow)
    p.wire(p.obj(120, 440, "r $3-hand"), bow)
    string = p.obj(20, 540, "rosin.string~ $0-string 1 frequency 65.41")
    p.wire(p.obj(20, 510, "r $3-string"), string, p.obj(20, 566, "outlet~"))
    hertz, glide = p.obj(660, 482, "mtof"), p.obj(660, 508, "pack f 10")
    key, bent = p.obj(760, 404, "f"), p.obj(760, 456, "+")
    p.wire(p.obj(760, 352, "r $0-tune"), key, bent, p.obj(760, 482, "s $0-pitch"))
    p.wire(p.obj(800, 378, "r $0-key"), (key, 1))
    p.wire(p.obj(800, 430, "r $0-bend"), (bent, 1))
    p.wire(p.obj(660, 456, "r $0-pitch"), hertz, glide, p.obj(660, 534, "line~"), p.obj(660, 560, "s~ $0-finger"))
    p.wire(p.obj(830, 530, "r $3-glide"), (glide, 1))
    p.wire(p.obj(280, 510, "r~ $0-finger"), (string, 1))
    given = p.obj(340, 79, "sel 0")
    p.wire(p.obj(340, 36, "loadbang"), p.obj(340, 58, "f $2"), given)
    p.wire((given, 1), p.msg(374, 100, "frequency $1"), p.obj(374, 123, "s $0-open"))
    p.wire(p.obj(200, 510, "r $0-open"), string)
    p.sub(780, 92, looks())
    p.sub(840, 92, draws())
    p.save("pd/rosin.voice-one.pd")


def channels():
    """Values of channels, into the tables that voices read; channel 1 stands for what has none."""
    p = Patch(1020, 384, "channels", (200, 80))
    p.text(20, 8, "A value and a channel, 1 if none, into the table of its kind; then voices are told which channel has moved.", 110)
    for i, (name, way) in enumerate((("bend", "f"), ("touch", "clip 0 1"), ("slide", "expr ($f1 - 64) / 64"), ("pedal", "expr $f1 >= 64"))):
        x = 20 + 250 * i
        parts, order, then = p.obj(x, 106, "unpack f f"), p.obj(x, 132, "t b f"), p.obj(x, 306, "f")
        p.wire(p.obj(x, 54, f"r $0-to-{name}"), p.obj(x, 80, "list append 1"), parts, order, then, p.obj(x, 332, "s $0-moved"))
        p.wire((parts, 1), p.obj(x + 80, 132, "clip 1 16"), p.obj(x + 80, 158, f"s $0-at-{name}"))
        value, write = p.obj(x + 40, 194, way), p.obj(x + 40, 246, f"tabwrite $0-{name}")
        p.wire((order, 1), value, write)
        p.wire(p.obj(x + 110, 220, f"r $0-at-{name}"), (write, 1))
        p.wire(p.obj(x + 60, 280, f"r $0-at-{name}"), (then, 1))
    return p


def voice():
    """The abstraction rosin.voice~."""
    p = Patch(1060, 680)
    p.text(20, 8, "rosin.voice~ VOICES HZ: see its help.", 70)
    kinds = p.obj(20, 66, "route bend aftertouch control note list hand string glide stop")
    p.wire(p.obj(20, 40, "inlet"), kinds)
    names = ("to-bend", "to-touch", "control", "key", "key", "hand", "string", "glide", "stop")
    for i, name in enumerate(names):
        p.wire((kinds, i), p.obj(20 + 110 * i, 214 - 14 * i, f"s $0-{name}"))
    # controllers that mean something here
    number, parts, which = p.obj(480, 262, "list append 1"), p.obj(480, 288, "unpack f f f"), p.obj(480, 366, "sel 64 74 120 123")
    p.wire(p.obj(480, 236, "r $0-control"), number, parts, which)
    value, both = p.obj(620, 314, "pack f f"), p.obj(620, 340, "s $0-both")
    p.wire((parts, 2), (value, 1))
    p.wire((parts, 1), value, both)
    for i, (outlets, name) in enumerate((((0,), "to-pedal"), ((1,), "to-slide"), ((2, 3), "stop"))):
        x = 480 + 150 * i
        if name == "stop":
            bang = p.obj(x, 418, "t b")
            for outlet in outlets:
                p.wire((which, outlet), bang)
            p.wire(bang, p.obj(x, 470, "s $0-stop"))
            continue
        kept = p.obj(x, 444, "list")
        p.wire((which, outlets[0]), kept, p.obj(x, 470, f"s $0-{name}"))
        p.wire(p.obj(x + 40, 418, "r $0-both"), (kept, 1))
    # keys, to voices
    key, code = p.obj(20, 288, "unpack f f f"), p.obj(20, 348, f"expr $f1 + {CODE} * if($f2 >= 2, min(int($f2), 16), 0)")
    p.wire(p.obj(20, 236, "r $0-key"), p.obj(20, 262, "list append 1"), key, code)
    p.wire((key, 2), p.obj(220, 310, "s $0-channel"))
    p.wire(p.obj(380, 322, "r $0-channel"), (code, 1))
    poly, packed, order = p.obj(20, 418, "poly $1 1"), p.obj(20, 444, "pack f f f"), p.obj(20, 470, "t l l")
    p.wire((key, 1), p.obj(100, 310, "s $0-velocity"))
    p.wire(p.obj(220, 392, "r $0-velocity"), (poly, 1))
    p.wire(code, poly, packed, order)
    p.wire(p.obj(130, 374, "r $0-stop"), p.msg(130, 396, "stop"), poly)
    for outlet in (1, 2):
        p.wire((poly, outlet), (packed, outlet))
    copies = p.obj(20, 522, "clone -s 1 rosin.voice-one $1 $2 $0")
    p.wire(order, copies, p.obj(20, 548, "outlet~"))
    said, again = p.obj(420, 548, "unpack f f f"), p.obj(420, 600, "pack f f f")
    p.wire((order, 1), p.obj(100, 496, "s $0-said"))
    p.wire(p.obj(420, 522, "r $0-said"), said, again, p.obj(420, 626, "outlet"))
    p.wire((said, 1), p.obj(480, 574, f"expr fmod($f1, {CODE})"), (again, 1))
    p.wire((said, 2), (again, 2))
    p.sub(780, 522, channels())
    for i, (name, _) in enumerate(FOLDS):
        p.obj(780, 548 + 26 * i, f"table $0-{name} 17")
    p.save("pd/rosin.voice~.pd")
