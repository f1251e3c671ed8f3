# SPDX-License-Identifier: BSD-3-Clause
"""Helps of the abstractions that go with rosin's objects."""
from draw import Patch
from page import WIDTH, footer, header, panel, topics
from parts import out, stairs, start

DOOR = "rosin.modal~ $0-door 1 frequencies 310 620 1390 2210 qs 15 25 40 40 masses 0.02 gain 2"


def help_gesture():
    p = Patch(WIDTH, 560)
    header(p, "rosin.gesture", "a sensor's stream: smoothed, scaled, kept, played again")
    p.text(14, 50, "What a sensor sends in jerks, 0 to 1, becomes a movement: smoothed, from LOW to HIGH. It records, plays what it has "
                   "recorded round and round, and varies each round. Here it moves the hand of a squeaking door.", 92)
    go = start(p, 20, 110, "a jittery sensor (turns DSP on)")
    jitter = Patch(420, 300, "jitter", (300, 200))
    came, beat, dice = jitter.obj(20, 20, "inlet"), jitter.obj(20, 48, "metro 90"), jitter.obj(20, 76, "random 1000")
    gone = jitter.obj(20, 180, "outlet")
    jitter.wire(came, beat, dice, jitter.obj(20, 104, "/ 1000"), gone)
    stopped, still = jitter.obj(160, 48, "sel 0"), jitter.msg(160, 76, "0")
    jitter.wire(came, stopped, still, gone)
    sensor = p.sub(20, 180, jitter)
    p.wire(go, sensor)
    own = p.slider(290, 128, 0, 1, "a sensor of your own", 0, init=0)
    shown = p.number(20, 212)
    p.wire(sensor, shown)
    p.wire(own, p.obj(424, 156, "s $0-set"))
    hand = p.obj(20, 270, "rosin.gesture 0 0.15 150")
    p.wire(shown, hand)
    rub = p.obj(20, 310, "rosin.friction~ - $0-door fingernail bow 0")
    p.wire(hand, rub)
    moved = p.number(330, 296)
    p.wire((hand, 1), moved)
    p.text(400, 296, "m/s", 6)
    door = p.obj(20, 350, DOOR)
    out(p, 20, 420, door)
    stairs(p, 540, 112, ["record 1", "record 0", "play 1", "play 0", "vary 0.5", "vary 0", "smooth 500", "smooth 50", "speed 0.5", "speed 1"], hand, 100, 240)
    footer(p, 490, ["rosin.friction~", "rosin.modal~", "rosin.morph"], ["learn-09-a-nervous-hand", "fx-door"], "smooth, record and vary a sensor",
           "control sensor gesture")
    panel(p, ["1 float: the sensor, 0 to 1; messages"], ["1 signal: smoothed, LOW to HIGH", "2 float: the same, as it comes"], [],
          ["1, 2 LOW, HIGH: what 0 and 1 become (default 0 1)", "3 MS of smoothing (default 100)"],
          topics("set", ("messages", "record, play, vary", [
              ("record 1", "from now on, a value each 10 ms, for 60 s at most"), ("record 0", "enough: so long is a round"), ("play 1", "round and round, in place of the sensor"),
              ("play 0", "the sensor again"), ("vary 0.5", "each round up to 2 ^ vary faster or slower, and less far by up to half of that"), ("smooth 300", "ms"),
              ("speed 2", "so much faster")])))
    p.save("help/rosin.gesture-help.pd")


def help_morph():
    p = Patch(WIDTH, 560)
    header(p, "rosin.morph", "from one preset or state of an object to another")
    p.text(14, 50, "It asks an object for all its settings (dump), twice, and says what lies between, as x goes from 0 to 1: surfaces of a "
                   "contact, presets of a scene, strings and bodies as they are, all of rosin's objects.", 92)
    go = start(p, 20, 110, "a bowed bar (turns DSP on)")
    bows = p.obj(20, 176, "* 0.1")
    speed = p.msg(20, 202, "bow $1")
    p.wire(go, bows, speed)
    x = p.slider(240, 128, 0, 1, "x: from A to B", 0, init=0)
    a, b, c = p.msg(200, 176, "a chalk"), p.msg(280, 176, "b wet-glass"), p.msg(390, 176, "a")
    p.text(420, 176, "as it is now", 14)
    morph = p.obj(200, 250, "rosin.morph")
    for m in (a, b, c):
        p.wire(m, p.obj({a: 200, b: 280, c: 390}[m], 202, "s $0-set"))
    p.wire(x, p.obj(374, 152, "s $0-set"))
    p.wire(p.obj(200, 226, "r $0-set"), morph)
    rub = p.obj(20, 310, "rosin.friction~ - $0-bar chalk")
    p.wire(speed, rub)
    p.wire(morph, p.obj(200, 280, "s $0-rub"))
    p.wire(p.obj(120, 280, "r $0-rub"), rub)
    p.wire((rub, 3), p.obj(226, 340, "s $0-said"))
    p.wire(p.obj(300, 226, "r $0-said"), (morph, 1))
    bar = p.obj(20, 390, "rosin.modal~ $0-bar 1 shape bar-free material brass length 0.25")
    out(p, 20, 430, bar)
    p.text(420, 250, "1: messages to the object; its right outlet goes back into the second inlet", 40)
    footer(p, 490, ["rosin.friction~", "rosin.scene~", "rosin.gesture"], ["presets", "learn-10-a-ship-in-a-storm"], "morph between presets or states of an object",
           "control preset morph interpolate")
    panel(p, ["1 float x: 0 is A, 1 is B; messages", "2 what the object says: its right outlet"], ["1 messages to the object"], [], [],
          topics("set", ("messages", "two states, and between", [
              ("a chalk", "take a preset, and keep it as A"), ("b wet-glass", "and as B"), ("a", "as the object is now"), ("b", "and as B"), ("0", "A"), ("0.5", "half way"), ("1", "B"),
              (None, "A number goes by ratio where both are above 0 (frequencies, stiffness), else by steps; words and lists change half way. "
                     "What is the same in both is left alone, as are names, gains, pickups.")])))
    p.save("help/rosin.morph-help.pd")
