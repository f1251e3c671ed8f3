# SPDX-License-Identifier: BSD-3-Clause
"""Examples with bowed strings."""
from draw import Patch
from page import title
from parts import BOW, STARTS, SUPPLE, hand, out, pad_bow, start, watched


def bow_pad():
    p = Patch(700, 690)
    title(p, "bow-pad", "A bowed string on a pad: right is a faster bow, up a heavier one; letting go lifts it. "
                        "Where it sings (Helmholtz motion) is green, wherever the bow is.")
    pad = p.obj(30, 130, "rosin.pad 260 200 0.3 3")
    p.wire(p.obj(30, 100, "r $0-hand"), pad)
    for i, name in enumerate(("x", "y", "held")):
        p.wire((pad, i), p.obj((30, 154, 274)[i], 340, f"s $0-{name}"))
    go = start(p, 360, 100, "let the patch bow (turns DSP on)")
    choose = p.obj(360, 164, "sel 1 0")
    p.wire(go, choose)
    for outlet, at, text in ((0, 360, "list 0.1 1.2, hold 1"), (1, 540, "hold 0")):
        message = p.msg(at, 192, text)
        p.wire((choose, outlet), message)
        p.wire(message, p.obj(at, 216, "s $0-hand"))
    place = p.slider(360, 262, 0.04, 0.3, "bow position (share of the string)", 0.12)
    finger = p.slider(360, 320, 147, 600, "finger (Hz)", 147)
    bow, s = pad_bow(p, 30, 366, "bowed")
    p.wire(place, p.obj(494, 286, "s $0-place"))
    p.wire(p.obj(390, 508, "r $0-place"), (bow, 2))
    p.wire(finger, p.obj(494, 344, "s $0-finger"))
    p.wire(p.obj(470, 566, "r $0-finger"), (s, 1))
    watched(p, 460, 376, go)
    out(p, 30, 634, s)
    p.save("pd/bow-pad.pd")


def two_bows():
    """Two contacts that are moved alike."""
    p = Patch(800, 160, "two-bows", (200, 200))
    speed, force = p.obj(20, 20, "inlet~"), p.obj(320, 20, "inlet~")
    for i, name in enumerate("gd"):
        bow = p.obj(20 + 380 * i, 90, f"rosin.friction~ - $0-ds-{name} {BOW}")
        p.wire(speed, bow)
        p.wire(force, (bow, 1))
    return p


def double_stops():
    p = Patch(780, 660)
    title(p, "double-stops", "Two strings on one bridge and body, bowed together: each hears the other through the "
                             "bridge, solved as one network. The third string is not bowed: it sounds in sympathy.", 92)
    go = start(p, 20, 110)
    v = hand(p, 20, 180, go, 0.12)
    press = p.obj(110, 180, "* 1.2")
    p.wire(go, press)
    press, steady = p.obj(110, 236, "sig~"), press
    p.wire(steady, press)
    bow = p.sub(20, 264, two_bows())
    p.wire(v, bow)
    p.wire(press, (bow, 1))
    strings = [p.obj(20, 330, f"rosin.string~ $0-ds-g 1 frequency 98 impedance 0.75 {SUPPLE}"),
               p.obj(20, 396, f"rosin.string~ $0-ds-d 1 frequency 147 {SUPPLE}"),
               p.obj(20, 462, f"rosin.string~ $0-ds-a 1 frequency 220 impedance 0.4 {SUPPLE}")]
    for i, n in enumerate("gda"):
        p.obj(500, 330 + 66 * i, f"rosin.bridge~ $0-ds-{n} $0-ds-body")
    for i, (s, label, low) in enumerate(zip(strings[:2], ("G_string:_finger_(Hz)", "D_string:_finger_(Hz)"), (98, 147))):
        slider = p.slider(300, 128 + 60 * i, low, 4 * low, label, low)
        p.wire(slider, p.obj(434, 152 + 60 * i, f"s $0-finger-{i + 1}"))
        p.wire(p.obj(300, 304 + 66 * i, f"r $0-finger-{i + 1}"), (s, 1))
    body = p.obj(20, 526, "rosin.modal~ $0-ds-body 1 frequencies 95 175 210 350 520 900 1500 2300 qs 25 masses 0.4 0.25 0.25 0.15 0.1 0.08 0.05 0.03 gain 6")
    out(p, 20, 596, body)
    p.save("pd/double-stops.pd")


def voice():
    """One voice of the polyphony, with names of its own."""
    p = Patch(560, 430)
    i = p.obj(20, 20, "inlet")
    split, hz, level = p.obj(20, 48, "unpack f f"), p.obj(20, 76, "mtof"), p.obj(120, 76, "/ 127")
    p.wire(i, split, hz)
    p.wire((split, 1), level)
    speed, newtons = p.obj(120, 104, "* 0.12"), p.obj(220, 104, "* 2.64")
    lines = [p.obj(120, 132, "pack f 150"), p.obj(120, 160, "line~"), p.obj(220, 160, "pack f 120"), p.obj(220, 188, "line~")]
    p.wire(level, speed, lines[0], lines[1])
    p.wire(level, newtons, lines[2], lines[3])
    p.text(290, 104, "22 N for each m/s, laid on slowly, sings at all levels", 30)
    bow = p.obj(20, 230, f"rosin.friction~ - $0-string {STARTS} position 0.12")
    p.wire(lines[1], bow)
    p.wire(lines[3], (bow, 1))
    s = p.obj(20, 290, f"rosin.string~ $0-string 1 frequency 65.41 q 500 {SUPPLE}")
    p.wire(hz, (s, 1))
    o = p.obj(20, 340, "outlet~")
    p.wire(s, o)
    p.text(20, 380, "$0- makes the name this copy's own")
    p.save("pd/rosin-voice.pd")


def polyphony():
    p = Patch(660, 500)
    title(p, "polyphony", "Six bowed strings by [clone]: each voice is a patch of its own, rosin-voice.pd, whose names "
                          "begin with $0-. Notes come from a little tune; connect [notein] instead to play.")
    go = start(p, 20, 110)
    beat, pick = p.obj(20, 180, "metro 350"), p.obj(20, 208, "random 12")
    notes = p.obj(20, 236, "tabread $0-poly-scale")
    make = p.obj(20, 264, "makenote 100 900")
    poly, pack, names = p.obj(20, 292, "poly 6 1"), p.obj(20, 320, "pack f f f"), p.obj(20, 348, "clone -s 1 rosin-voice 6")
    p.wire(go, beat, pick, notes, make, poly, pack, names)
    for k in (1, 2):
        p.wire((poly, k), (pack, k))
    p.wire((make, 1), (poly, 1))
    p.graph(380, 110, ["$0-poly-scale"], 12, 0, 100, 200, 80)
    fill, lb = p.msg(220, 236, "0 48 50 53 55 57 60 62 65 67 69 72 74"), p.obj(220, 208, "loadbang")
    p.wire(lb, fill, p.obj(220, 264, "s $0-poly-scale"))
    p.text(590, 110, "pitch")
    out(p, 20, 385, names, db=-6)
    p.save("pd/polyphony.pd")


def midi():
    p = Patch(720, 590)
    title(p, "midi", "A string played from a MIDI keyboard: a key stops the string and bows it, pitch bend glides, "
                     "controllers 1 and 2 (modulation, breath) are bow force and speed.")
    go = start(p, 20, 110, "play_a_note_(turns_DSP_on)")
    times, bang, test = p.obj(20, 180, "* 100"), p.obj(20, 208, "t b f"), p.obj(20, 236, "pack 57 f")
    p.wire(go, times, bang, test)
    p.wire((bang, 1), (test, 1))
    n, pk = p.obj(240, 110, "notein"), p.obj(240, 138, "pack f f")
    p.wire(n, pk)
    p.wire((n, 1), (pk, 1))
    note = p.obj(240, 270, "unpack f f")
    p.wire(pk, note)
    p.wire(test, note)
    bend, b1, b2 = p.obj(340, 110, "bendin"), p.obj(340, 138, "- 8192"), p.obj(340, 166, "/ 4096")
    p.wire(bend, b1, b2)
    last, add = p.obj(240, 298, "f"), p.obj(240, 326, "+")
    again = p.obj(340, 208, "t b f")
    p.wire(b2, again)
    p.wire((again, 1), (add, 1))
    p.wire(again, last)
    only = p.obj(240, 354, "mtof")
    p.wire(note, last, add, only)
    scale, pv, lv = p.obj(460, 326, "* 0.001"), p.obj(460, 354, "pack f 150"), p.obj(460, 382, "line~")
    p.wire((note, 1), scale, pv, lv)
    newtons, pf, lf = p.obj(570, 354, "* 22"), p.obj(570, 382, "pack f 120"), p.obj(570, 410, "line~")
    p.wire(scale, newtons, pf, lf)
    c1, m1 = p.obj(460, 110, "ctlin 1"), p.obj(460, 138, "/ 3.2")
    p.wire(c1, m1, p.obj(460, 166, "s $0-newtons"))
    p.wire(p.obj(610, 326, "r $0-newtons"), (newtons, 1))
    c2, m2 = p.obj(570, 110, "ctlin 2"), p.obj(570, 138, "/ 40000")
    p.wire(c2, m2, p.obj(570, 166, "s $0-scale"))
    p.wire(p.obj(520, 298, "r $0-scale"), (scale, 1))
    p.text(460, 192, "force, 22 N for each m/s as a rule, and speed, to 0.4 m/s", 30)
    bow = p.obj(20, 446, f"rosin.friction~ - $0-midi-string {STARTS} position 0.12")
    p.wire(lv, bow)
    p.wire(lf, (bow, 1))
    s = p.obj(20, 490, f"rosin.string~ $0-midi-string 1 frequency 65.41 q 500 {SUPPLE}")
    p.wire(only, p.obj(240, 382, "s $0-hz"))
    p.wire(p.obj(490, 466, "r $0-hz"), (s, 1))
    out(p, 20, 530, s)
    p.save("pd/midi.pd")


def osc():
    p = Patch(660, 620)
    title(p, "osc", "A bowed string driven by OSC over UDP, port 9001: /bow/force (N), /bow/velocity (m/s), "
                    "/bow/position (share of the string), /string/finger (Hz). From this machine alone.")
    go = start(p, 20, 110, "send_it_some_(turns_DSP_on)")
    times, force = p.obj(20, 180, "* 0.1"), p.obj(200, 180, "* 1.1")
    p.wire(go, times)
    p.wire(go, force)
    f1, f2 = p.obj(20, 208, "oscformat bow velocity"), p.obj(200, 208, "oscformat bow force")
    p.wire(times, f1)
    p.wire(force, f2)
    s1, s2 = p.obj(20, 236, "list prepend send"), p.obj(200, 236, "list prepend send")
    t1, t2 = p.obj(20, 264, "list trim"), p.obj(200, 264, "list trim")
    net = p.obj(20, 292, "netsend -u -b")
    connect, lb = p.msg(420, 208, "connect 127.0.0.1 9001"), p.obj(420, 180, "loadbang")
    p.wire(lb, connect, net)
    p.wire(f1, s1, t1, net)
    p.wire(f2, s2, t2, net)
    p.text(420, 110, "sends to itself: a stand-in for a tablet or a sequencer", 30)
    get = p.obj(20, 340, "netreceive -u -b 9001 127.0.0.1")
    parse, trim = p.obj(20, 366, "oscparse"), p.obj(20, 392, "list trim")
    which = p.obj(20, 418, "route bow string")
    p.wire(get, parse, trim, which)
    bow = p.obj(20, 470, f"rosin.friction~ - $0-osc-string {BOW}")
    s = p.obj(20, 522, f"rosin.string~ $0-osc-string 1 frequency 147 {SUPPLE}")
    p.wire(which, bow)
    p.wire((which, 1), p.obj(100, 444, "s $0-string"))
    p.wire(p.obj(20, 496, "r $0-string"), s)
    p.text(300, 368, "an address's last word is the message", 40)
    out(p, 20, 560, s)
    p.save("pd/osc.pd")
