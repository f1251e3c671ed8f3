# SPDX-License-Identifier: BSD-3-Clause
"""Helps of what vibrates, and of what joins it."""
from draw import Patch
from page import COMMON, LATENCY, LEVEL, LOOPS, NAMES, STROKES, WIDTH, footer, header, reference
from parts import BOW, SUPPLE, hand, out, stairs, start
from tables import row_text, table


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
    # a string in Pd is in tune wherever it is stopped
    rows = [row_text(r).replace("default 0.0003", "default 0") for r in table("rosin_string_parameters")]
    ref = reference("rosin.string~",
                    ["(1) signal: external force (N) at `push`", "(2) signal or float: finger, sounding pitch (Hz), 0 = open"] + rows +
                    ["damping HZ SECONDS HZ SECONDS ...: decay time at rising frequencies, instead of q; alone: back to q",
                     "push POSITION: where the force acts, 0 (bridge) to 1, 0.13 at first; drive N: of 1",
                     "pickup N WHAT@POSITION: velocity, displacement or acceleration at a place, or bridge_force"] +
                    ["note NUMBER: the finger at a MIDI pitch, with fractions", row_text(table("rosin_string_controls")[1]),
                     "t60 SECONDS: decay of the open string's first partial, sets q", "bang: pluck"] + STROKES + LEVEL + COMMON,
                    ["signals: one a pickup; the first is bridge_force (N), others velocity@0.1 (m/s)",
                     "right outlet: settings, for dump and get"],
                    ["-m (optional): all pickups in one multichannel outlet (Pd 0.54 and later)",
                     "NAME: what contacts call it", "number of pickups, 1 to 64 (optional, default 1)",
                     "KEY VALUE ...: any message above"], [LATENCY, NAMES, LOOPS])
    footer(p, 500, "rosin.string~", ["rosin.friction~", "rosin.modal~", "rosin.bridge~"], ["bow-pad", "polyphony", "midi", "double-stops"],
           "waveguide string for friction contacts", "signal physical_modeling friction string bowed", ref)
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
    ref = reference("rosin.modal~",
                    ["(1) signal: external force (N) at `push`",
                     "frequencies HZ ...: as many modes as numbers", "t60s SECONDS ..., qs Q ..., masses KG ...: "
                     "one a mode; the last number goes on"] +
                    [row_text(r, f"modes.I.{r.name.decode()}") for r in table("rosin_mode_parameters")] +
                    ["modes N: 1 to 4096; new ones are like the last", "pitch, mass, decay FACTOR: on all modes",
                     "shape table | sine | ring: weights given at points; sin(l pi x) of a string; pairs of a rim",
                     "shape FORM: from matter and size, as in a scene: bar-free, plate-free, door, bell, wine-glass ...; then "
                     "material NAME, modes N and the form's own numbers, as length 0.3; [dump( says them all",
                     "read FILE or read FILE BODY: out of a scene file, as `rosin modes` writes it from a recorded knock",
                     "points NAME POSITION ...: where it can be touched, rising; of more than 32 [dump( says how many, [get points( and "
                     "[get at( say them all",
                     "at POINT WEIGHT ...: signed weight of each mode there", "weight POINT MODE WEIGHT: one of them, a slider for each in two-modal.pd; what is rubbed is at the contact's position, what is heard at the pickup's, [get points( says their names",
                     "push POSITION-OR-POINT: where the force acts; drive N: force for 1 at the inlet",
                     "pickup N WHAT@POSITION-OR-POINT: velocity, displacement, acceleration",
                     "note NUMBER: the lowest mode at a MIDI pitch, with fractions, and the others with it",
                     "t60 SECONDS: of all modes", "bang: strike"] + STROKES + LEVEL + COMMON,
                    ["signals: one a pickup, velocity (m/s) by default", "right outlet: settings, for dump and get"],
                    ["-m (optional): all pickups in one multichannel outlet (Pd 0.54 and later)",
                     "NAME: what contacts call it", "number of pickups, 1 to 64 (optional, default 1)",
                     "KEY VALUES ...: any message above"], [LATENCY, NAMES, LOOPS])
    footer(p, 490, "rosin.modal~", ["rosin.friction~", "rosin.string~", "rosin.bridge~"], ["two-modal", "glass", "squeak"],
           "bank of modes for friction contacts", "signal physical_modeling friction modal", ref)
    p.save("help/rosin.modal~-help.pd")


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
    ref = reference("rosin.bridge~", ["(1) signal: " + row_text(table("rosin_joint_parameters")[0]),
                                      "a NAME, b NAME: other bodies; b may be '-'",
                                      "position_a, position_b POSITION-OR-POINT: where they are joined"] + LEVEL + COMMON,
                    ["(1) signal: force (N), on B; A feels the opposite", "right outlet: settings, for dump and get"],
                    ["A, B: names of bodies; B may be '-'", "POSITION_A POSITION_B (optional; a string is held at its bridge, 0, a body from matter and size at the first of its points, others at 0)"],
                    ["What a string drives by a bridge is heavier than the string, and softer: here it has gain 8.", LATENCY, LOOPS])
    footer(p, 500, "rosin.bridge~", ["rosin.string~", "rosin.modal~", "rosin.friction~"], ["double-stops"],
           "rigid joint between named bodies", "signal physical_modeling", ref)
    p.save("help/rosin.bridge~-help.pd")
