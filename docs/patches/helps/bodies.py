# SPDX-License-Identifier: BSD-3-Clause
"""Helps of what vibrates, and of what joins it."""
from draw import Patch
from page import RUNS, STATE, WIDTH, footer, header, level, panel, strokes, told, topics
from parts import BOW, SUPPLE, hand, out, stairs, start
from tables import forms, table


def help_string():
    p = Patch(WIDTH, 600)
    header(p, "rosin.string~", "a bowed, plucked or rubbed string, found by its name")
    p.text(14, 50, "A waveguide string with stiffness, loss and torsion. By itself it is silent: a "
                   "[rosin.friction~] of the same name bows it, a force on its left inlet plucks it.", 92)
    go = start(p, 20, 110, "bow_it_(turns_DSP_on)")
    v = hand(p, 20, 180, go, 0.1)
    press = p.obj(110, 180, "* 1.1")
    p.wire(go, press)
    bow = p.obj(20, 270, f"rosin.friction~ - $0-cello {BOW}")
    p.wire(v, bow)
    p.wire(press, (bow, 1))
    finger = p.number(230, 140, 6, 0, 2000)
    p.text(230, 118, "finger: Hz, 0 = open")
    s = p.obj(20, 340, f"rosin.string~ $0-cello 2 frequency 147 q 500 {SUPPLE}")
    p.wire(finger, p.obj(230, 168, "s $0-finger"))
    p.wire(p.obj(190, 308, "r $0-finger"), (s, 1))
    stairs(p, 480, 112, ["pluck", "note 57.5", "note 50", "t60 8", "t60 1", "bending_stiffness 0.0003", "mute 5", "mute 0",
                         "pickup 2 velocity@0.3", "dump", "print", "reset"], s, 20, 308)
    p.text(560, 112, "at `push`; strike too")
    p.text(590, 137, "a MIDI pitch: where the finger is", 20)
    p.text(590, 187, "t60, q, frequency restart it", 20)
    out(p, 20, 400, s)
    p.text(230, 410, "pickup 1: bridge force; the left inlet is a force (N)", 34)
    shown = p.obj(290, 375, "print string")
    p.wire((s, 2), shown)
    footer(p, 500, ["rosin.friction~", "rosin.modal~", "rosin.bridge~"], ["bow-pad", "polyphony", "midi", "double-stops"],
           "waveguide string for friction contacts", "signal physical_modeling friction string bowed")
    # a string in Pd is in tune wherever it is stopped
    rows = {r.name.decode(): told(r, 0 if r.name == b"bending_stiffness" else None) for r in table("rosin_string_parameters")}
    rows["bending_stiffness"] = (rows["bending_stiffness"][0], rows["bending_stiffness"][1].replace("default 0.0003", "default 0"))
    made_of = [rows[k] for k in ("frequency", "length", "impedance", "bending_stiffness", "torsion_frequency", "torsion_impedance", "torsion_q")]
    panel(p, ["1 signal: force (N) at `push`; bang plucks; messages", "2 signal, float: finger, sounding pitch (Hz), 0 = open"],
          ["1 ... signals: one a pickup; the first is bridge_force, others velocity@0.1", "last: settings, of dump and get"],
          ["-m: all pickups in one multichannel outlet (Pd 0.54 and later)"], ["1 NAME: what contacts call it", "2 number of pickups, 1 to 64 (default 1)", "3 KEY VALUE ...: any message of the topics"],
          topics("set", ("string", "what it is made of", made_of),
                 ("decay", "how long it rings", [("t60 8", "seconds in which the open string's first partial falls by 60 dB; sets q"), rows["q"],
                                                 ("damping 100 8 2000 2 8000 0.4", "a curve in place of q: decay times (s) at rising frequencies (Hz)"),
                                                 ("damping", "back to q")]),
                 ("finger", "pitch, fingers and flesh", [
                     ("note 57", "the finger at a MIDI pitch, with fractions, in 20 ms if it sounds; below the open string is refused"),
                     ("finger 220", "the same in Hz, at once; signals go here by the right inlet"), ("finger 0", "open"),
                     told(table("rosin_string_controls")[1], 20), ("mute 0", "no flesh")]),
                 strokes("pluck"),
                 ("pickups", "what its outlets are", [
                     ("pickups 0.1 0.5", "velocities at places, a pickup each; also an argument"), ("pickup 1 bridge_force", "N, what the string does to its bridge"), ("pickup 1 velocity@0.3", "m/s, at a share of the open length"),
                     ("pickup 1 displacement@0.3", "m"), ("pickup 1 acceleration@0.3", "m/s^2")]),
                 level("0.2 for bridge_force, 0.14 for velocity; gain 1 gives N, m/s, m"), STATE, RUNS))
    p.save("help/rosin.string~-help.pd")


def help_modal():
    p = Patch(WIDTH, 600)
    header(p, "rosin.modal~", "a body that rings in modes, found by its name")
    p.text(14, 50, "A bank of modes: plate, bar, bell, door, glass. By itself it is silent: a "
                   "[rosin.friction~] rubs it, a force on its inlet strikes it. Everything may change "
                   "while it sounds.", 92)
    go = start(p, 20, 110, "rub_it_(turns_DSP_on)")
    v = hand(p, 20, 180, go, 0.08)
    press = p.obj(110, 180, "* 1")
    p.wire(go, press)
    rub = p.obj(20, 268, "rosin.friction~ - $0-bar elastoplastic sigma0 20000 stribeck_velocity 0.05 position 0")
    p.wire(v, rub)
    p.wire(press, (rub, 1))
    b = p.obj(20, 340, "rosin.modal~ $0-bar 1 frequencies 320 882 1729 t60s 2 1 0.5 masses 0.05 points here 0 there 1")
    weight = p.slider(212, 128, -1, 1, "weight of mode 1 at the contact", 1, 160)
    wm = p.msg(200, 156, "weight here 1 $1")
    p.wire(weight, wm)
    stairs(p, 452, 112, ["strike", "strike 2 0.001 1e+06", "note 64.5", "frequencies 320 882 1729", "frequencies 180 410 730 1100",
                         "t60s 2 1 0.5", "t60 0.3", "pitch 1.5", "pitch 1", "shape bar-free, length 0.2",
                         "dump", "print", "reset"], b, 20, 312, more=[(wm, 200, 184)])
    out(p, 20, 400, b)
    p.text(230, 410, "pickup 1: velocity; the inlet is a force (N) at `push`", 30)
    shown = p.obj(290, 376, "print modal")
    p.wire((b, 1), shown)
    footer(p, 490, ["rosin.friction~", "rosin.string~", "rosin.bridge~"], ["two-modal", "glass", "squeak"],
           "bank of modes for friction contacts", "signal physical_modeling friction modal")
    modes = [(f"modes.1.{r.name.decode()} {v}", f"of one mode: {told(r)[1]}") for r, v in zip(table("rosin_mode_parameters"), (330, 1, 100, 0.1))]
    panel(p, ["1 signal: force (N times `drive`) at `push`; bang strikes; messages"],
          ["1 ... signals: one a pickup, velocity by default", "last: settings, of dump and get"], ["-m: all pickups in one multichannel outlet (Pd 0.54 and later)"],
          ["1 NAME: what contacts call it", "2 number of pickups, 1 to 64 (default 1)", "3 KEY VALUES ...: any message of the topics"],
          topics("set", ("sliders", "a slider in Hz for each mode", mode_sliders()),
                 ("modes", "frequencies, decays, masses", [
                     ("frequencies 320 882 1729", "Hz, rising; as many modes as numbers, 1 to 4096"), ("t60s 2 1 0.5", "seconds, one a mode; the last goes on for the others"),
                     ("qs 100 200 300", "or quality factors"), ("masses 0.05", "kg, where the shape is 1"), ("modes 5", "so many; new ones are like the last")] + modes +
                  [("pitch 1.5", "factor on all frequencies"), ("mass 2", "on all masses"), ("decay 0.3", "on all decay times"),
                   ("t60 1", "of all modes"), ("note 64", "the lowest mode at a MIDI pitch, the others with it")]),
                 ("places", "where it is touched", [
                     ("points here 0 there 1", "names and places, rising"), ("at here 1 1 1", "signed weight of each mode there"),
                     ("weight here 1 0.5", "of one mode: a slider for each in two-modal.pd"), ("get points", "their names; of many dump says only how many"),
                     ("shape table", "weights as given at the points"), ("shape sine", "sin(l pi x), of a string"), ("shape ring", "pairs of modes round a rim: x in turns")]),
                 ("matter", "from matter and size", [
                     ("shape bar-free", "a form: the words of a scene"), ("material brass", "and its matter"), ("length 0.25", "and its own numbers, in m; dump says them all"),
                     ("modes 12", "how many"), ("young 1e+11", "or matter by numbers"), ("density 5000", "kg/m^3"), ("loss 0.001", "loss factor"),
                     (None, "Forms: " + ", ".join(forms()) + "."), (None, "It is pushed and rubbed at the first of its points and heard at `mic`, where it moves.")]),
                 ("files", "out of a scene file", [("read knock.cfg", "a body, as `rosin modes` writes it from a recorded knock"),
                                                   ("read knock.cfg bar", "of several, that one")]),
                 strokes("strike"),
                 ("pickups", "what its outlets are", [("pickups 0.5", "velocities at places or points, a pickup each (0.02 0.5 of two): until then all hear the same; also an argument"), ("pickup 1 velocity@0", "m/s, at a place or point"), ("pickup 1 displacement@0", "m"),
                                                      ("pickup 1 acceleration@0", "m/s^2")]),
                 level("1.5 for velocity; gain 1 gives m/s, m", "a body from matter finds its own"), STATE, RUNS))
    p.save("help/rosin.modal~-help.pd")


def mode_sliders():
    """Frequencies in Hz and decays of three modes, by sliders."""
    p = Patch(560, 100, "sliders", (160, 60))
    p.sliders = 19  # names of sliders are those of the patch around it
    p.text(14, 8, "Each slider sets one mode while the body sounds. Touched at 0, where each has weight 1.", 74)
    first = Patch(1090, 150, "first", (100, 100))
    load = first.obj(20, 12, "loadbang")
    for i, hertz in enumerate((320, 882, 1729)):
        for x, value, low, high, text, key in ((14, hertz, 40, 4000, f"mode {i + 1} (Hz)", "frequency"),
                                               (284, (2, 1, 0.5)[i], 0.05, 6, f"t60 of mode {i + 1} (s)", "t60")):
            y, name = 70 + 92 * i, f"$0-first-{i + 1}-{key}"
            dial = p.slider(x, y, low, high, text, value, 150, init=0, receive="\\" + name)
            message = p.msg(x + 56, y + 28, f"modes.{i + 1}.{key} $1")
            p.wire(dial, message, p.obj(x + 56, y + 52, "s $0-set"))
            at = 20 + 175 * (2 * i + (x > 100))
            told_at_first = first.msg(at, 60, f"{value}")
            first.wire(load, told_at_first, first.obj(at, 90, f"s {name}"))
    p.sub(470, 330, first)
    p.head = p.head.replace(" 560 100 ", " 560 370 ")
    return p


def help_bridge():
    p = Patch(WIDTH, 600)
    header(p, "rosin.bridge~", "a rigid joint between two bodies")
    p.text(14, 50, "Both sides move as one: a string's end and a bridge, two bars bolted together. The "
                   "force between them comes out. '-' as B stands for a velocity that is told.", 92)
    go = start(p, 20, 110, "bow_it_(turns_DSP_on)")
    v = hand(p, 20, 180, go, 0.1)
    press = p.obj(110, 180, "* 1.2")
    p.wire(go, press)
    bow = p.obj(20, 268, f"rosin.friction~ - $0-str {BOW}")
    p.wire(v, bow)
    p.wire(press, (bow, 1))
    p.obj(250, 312, f"rosin.string~ $0-str 1 frequency 147 {SUPPLE}")
    b = p.obj(20, 355, "rosin.bridge~ $0-str $0-box 0 0")
    box = p.obj(250, 355, "rosin.modal~ $0-box 1 frequencies 95 175 210 420 900 qs 20 masses 0.3 0.2 0.2 0.1 0.05 gain 8")
    p.text(280, 110, "position 0 of a string is its end at the bridge", 56)
    joined, own, there = p.button(280, 136, "join"), p.obj(280, 164, "f $0"), p.msg(280, 192, "b $1-box")
    p.wire(joined, own, there)
    stairs(p, 480, 136, ["b nobody", "position_a 0.1", "dump", "print"], b, 20, 325, more=[(there, 280, 220)])
    p.text(564, 136, "unjoined: a fixed end", 24)
    shown = p.obj(90, 384, "print bridge")
    p.wire((b, 1), shown)
    out(p, 250, 410, box)
    footer(p, 500, ["rosin.string~", "rosin.modal~", "rosin.friction~"], ["double-stops"],
           "rigid joint between named bodies", "signal physical_modeling")
    panel(p, ["1 signal, float: " + told(table("rosin_joint_parameters")[0])[1].split(";")[0] + " (m/s); messages"],
          ["1 signal: force (N), on B; A feels the opposite", "2 settings, of dump and get"], [],
          ["1 A, 2 B: names of bodies; B may be '-'", "3, 4 places on them (a string is held at its bridge, 0; a body from matter at the first of its points; others at 0)"],
          topics("set", ("sides", "what is joined, and where", [
              ("a nobody", "another body; a name that nobody has joins nothing"), ("b -", "a velocity that is told, in place of a body: `velocity` or the inlet"),
              ("velocity 0.1", told(table("rosin_joint_parameters")[0])[1]),
              ("position_a 0.1", "where A is joined: a place, or the name of a point"), ("position_b 0", "and B"),
              (None, "What a string drives by a bridge is heavier than the string, and softer (hence its gain of 8 here). A body that is too light goes along "
              "with the string, which creaks, is flat, or slips twice: mass 3 to the body makes it three times as heavy. The wood is heard at the body's outlet, the "
              "string alone at its own.")]),
                 level("1: N"), STATE, RUNS))
    p.save("help/rosin.bridge~-help.pd")
