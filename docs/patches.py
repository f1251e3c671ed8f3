#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make patches`: writes help/*.pd and pd/*.pd. Ranges and defaults in the reference
subpatches come from the engine's own tables (build/librosin.so)."""
import ctypes
import os
import sys

from patch_knocks import bounce, bouncing_bow, help_impact, knock, roll
from patch_start import start_here
from patch import (LIB, ROOT, WIDTH, Patch, Row, footer, hand, header, laws, out, reference, remote,
                   row_text, stairs, start, surfaces, table, volume, while_on, wrapped)

COMMON = ["name WORD: another name", "reset: back to rest", "print: what it is and how it runs, in Pd's window",
          "dump: all settings out of the right outlet, as messages that set them",
          "get KEY: one of them", "write FILE, read FILE: all of them as text, but for names"]
LEVEL = ["gain FACTOR or gain OUTLET FACTOR: of sound outlets so that a first sound is near -18 dBFS (0.2 for bridge_force, "
         "1.5 for velocity); gain 1 gives N, m/s; others 1",
         "hip HZ or hip OUTLET HZ: high-pass against what does not sound; 20 for sound, 0 (none) for data"]
STROKES = ["pluck NEWTON: pulled at `push` and let go; by itself as hard as suits it",
           "strike M/S KG N/M: by a hammer of that speed, mass and hardness; by itself as hard as suits it"]
LATENCY = ("Latency from every inlet to every outlet: one block of the patch it is in, whatever the "
           "order of the objects; put the network into a subpatch with [block~ 16] or [block~ 1] for less.")
NAMES = ("Names are global, as those of [send]; $0- makes them local to a patch. Objects may be made in "
         "any order. A name that several bodies claim belongs to none until it is unique.")
BOW = "stribeck_velocity 0.2"
# Bowed, a stiff string sounds some cents sharp, which a player's ear corrects: examples have none.
SUPPLE = "bending_stiffness 0"


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
    p.text(590, 137, "a MIDI pitch: where the finger is", 24)
    p.text(590, 187, "t60, q, frequency restart it", 24)
    out(p, 20, 400, s)
    p.text(230, 410, "pickup 1: bridge force; the left inlet is a force (N)", 34)
    shown = p.obj(290, 375, "print string")
    p.wire((s, 2), shown)
    rows = [row_text(r) for r in table("rosin_string_parameters")]
    ref = reference("rosin.string~",
                    ["(1) signal: external force (N) at `push`", "(2) signal or float: finger, sounding pitch (Hz), 0 = open"] + rows +
                    ["damping HZ SECONDS HZ SECONDS ...: decay time at rising frequencies, instead of q; alone: back to q",
                     "push POSITION: where the force acts, 0 (bridge) to 1 (nut), default 0.13",
                     "pickup N WHAT@POSITION: velocity, displacement or acceleration at a place, or bridge_force"] +
                    ["note NUMBER: the finger at a MIDI pitch, with fractions", row_text(table("rosin_string_controls")[1]),
                     "t60 SECONDS: decay of the open string's first partial, sets q", "bang: pluck"] + STROKES + LEVEL + COMMON,
                    ["signals: one a pickup; the first is bridge_force (N), others velocity@0.1 (m/s)",
                     "right outlet: settings, for dump and get"],
                    ["-m (optional): all pickups in one multichannel outlet (Pd 0.54 and later)",
                     "NAME: what contacts call it", "number of pickups, 1 to 64 (optional, default 1)",
                     "KEY VALUE ...: any message above"], [LATENCY, NAMES])
    footer(p, 500, "rosin.string~", ["rosin.friction~", "rosin.modal~", "rosin.bridge~"],
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
    weight = p.slider(200, 128, -1, 1, "weight of mode 1 where it is rubbed", 1, 160)
    wm = p.msg(200, 156, "weight here 1 $1")
    p.wire(weight, wm)
    stairs(p, 480, 112, ["strike", "strike 2 0.001 1e+06", "note 64.5", "frequencies 320 882 1729", "frequencies 180 410 730 1100",
                         "t60s 2 1 0.5", "t60 0.3", "pitch 1.5", "pitch 1", "shape bar-free, length 0.2",
                         "dump", "print", "reset"], b, 20, 312, more=[(wm, 200, 184)])
    out(p, 20, 400, b)
    p.text(230, 410, "pickup 1: velocity; the inlet is a force (N) at `push`", 34)
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
                     "points NAME POSITION ...: where it can be touched, rising",
                     "at POINT WEIGHT ...: signed weight of each mode there", "weight POINT MODE WEIGHT: one of them",
                     "push POSITION-OR-POINT: where the force acts",
                     "pickup N WHAT@POSITION-OR-POINT: velocity, displacement, acceleration",
                     "note NUMBER: the lowest mode at a MIDI pitch, with fractions, and the others with it",
                     "t60 SECONDS: of all modes", "bang: strike"] + STROKES + LEVEL + COMMON,
                    ["signals: one a pickup, velocity (m/s) by default", "right outlet: settings, for dump and get"],
                    ["-m (optional): all pickups in one multichannel outlet (Pd 0.54 and later)",
                     "NAME: what contacts call it", "number of pickups, 1 to 64 (optional, default 1)",
                     "KEY VALUES ...: any message above"], [LATENCY, NAMES])
    footer(p, 490, "rosin.modal~", ["rosin.friction~", "rosin.string~", "rosin.bridge~"],
           "bank of modes for friction contacts", "signal physical_modeling friction modal", ref)
    p.save("help/rosin.modal~-help.pd")


def help_friction():
    p = Patch(WIDTH, 600)
    header(p, "rosin.friction~", "friction between two bodies, or a bow and one")
    p.text(14, 50, "A contact: where two named bodies rub. '-' stands for a hand that moves as it is told. "
                   "Solved without delay, every sample, together with all that it is joined to.", 92)
    go = start(p, 20, 110, "rub_(turns_DSP_on)")
    v = hand(p, 20, 180, go, 0.1)
    force = p.slider(180, 128, 0, 4, "normal_force_(N)", 1.1)
    place = p.slider(180, 218, 0.04, 0.4, "position", 0.13)
    gate = while_on(p, 110, 180, go, force)
    f = p.obj(20, 280, f"rosin.friction~ - $0-scraped {BOW}")
    stairs(p, 480, 112, ["law lugre", "law induction", "preset rosined-hair", "mu_static 0.8", "mu_static 0.4", "sigma1 1",
                         "dump", "get force", "print", "reset"], f, 100, 256)
    p.wire(v, f)
    p.wire(gate, (f, 1))
    p.wire(place, p.obj(180, 238, "s $0-place"))
    p.wire(p.obj(330, 252, "r $0-place"), (f, 2))
    s = p.obj(20, 330, f"rosin.string~ $0-scraped 1 frequency 147 {SUPPLE}")
    out(p, 20, 365, s)
    shown = p.obj(380, 306, "print friction")
    p.wire((f, 3), shown)
    p.graph(390, 418, ["$0-help-force"], 600, -1, 1, 150, 70)
    p.graph(570, 418, ["$0-help-speed"], 600, -2, 2, 150, 70)
    p.text(390, 492, "friction force (N)")
    p.text(570, 492, "velocity (m/s)")
    seen = Patch(460, 220, "draw", (300, 200))
    inlets = [seen.obj(20, 20, "inlet"), seen.obj(200, 20, "inlet~"), seen.obj(330, 20, "inlet~")]
    beat, both = seen.obj(20, 48, "metro 250"), seen.obj(20, 76, "t b b")
    w1, w2 = seen.obj(200, 120, "tabwrite~ $0-help-force"), seen.obj(200, 160, "tabwrite~ $0-help-speed")
    seen.wire(inlets[0], beat, both, w1)
    seen.wire((both, 1), w2)
    seen.wire(inlets[1], w1)
    seen.wire(inlets[2], w2)
    draw = p.sub(230, 306, seen)
    p.wire(go, p.obj(110, 144, "s $0-on"))
    p.wire(p.obj(120, 306, "r $0-on"), draw)
    p.wire(f, (draw, 1))
    p.wire((f, 1), (draw, 2))
    controls = {r.name.decode(): row_text(r) for r in table("rosin_contact_parameters")}
    inlets = [f"({i + 1}) signal or float: {controls.pop(k)}" for i, k in
              enumerate(("velocity", "force", "position"))]
    inlets[1] += " (here 0: lifted until pressed)"
    inlets[2] += (": of a string a share of what sounds of it, from the bridge (0) to the finger; 0.13 until "
                  "you say where")
    law_rows = [row_text(r) for r in table("rosin_law_parameters", b"elastoplastic")]
    ref = reference("rosin.friction~", inlets + list(controls.values()) +
                    ["load NAME: the force of that [rosin.impact~] presses, in the same sample, instead of `force`",
                     "position, position_a POINT: a place by its name", "open_length 1: places on strings are shares of the "
                     "open length, wherever the finger is; default 0",
                     row_text(table("rosin_contact_options")[0]) + ", each with its share and, of a modal body A, "
                     "a strand of its own", "law NAME: " + ", ".join(laws()),
                     "law SURFACE or preset SURFACE: a law with its parameters: " + ", ".join(surfaces()) + "; presets: their names", "a NAME, b NAME: other bodies; '-' for the hand"] +
                    ["elastoplastic: " + r for r in law_rows] + LEVEL + COMMON,
                    ["(1) signal: friction force (N), on B; A feels the opposite",
                     "(2) signal: relative velocity (m/s), of A against B",
                     "(3) signal: bristle deflection (m)", "right outlet: settings, for dump and get"],
                    ["A, B: names of bodies, or '-'", "LAW or SURFACE (default elastoplastic)", "KEY VALUE ...: any message above"],
                    [LATENCY, "Under a [switch~] that is off a contact is lifted. [dump( after [law NAME( says every "
                     "parameter that law has."])
    footer(p, 520, "rosin.friction~", ["rosin.string~", "rosin.modal~", "rosin.bridge~"],
           "friction contact between named bodies", "signal physical_modeling friction bow", ref)
    p.save("help/rosin.friction~-help.pd")


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
                    ["A, B: names of bodies; B may be '-'", "POSITION_A POSITION_B (optional, default 0 0)"],
                    [LATENCY])
    footer(p, 500, "rosin.bridge~", ["rosin.string~", "rosin.modal~", "rosin.friction~"],
           "rigid joint between named bodies", "signal physical_modeling", ref)
    p.save("help/rosin.bridge~-help.pd")


def help_scene():
    p = Patch(WIDTH, 580)
    header(p, "rosin.scene~", "plays a rosin scene")
    p.text(14, 50, "Bodies and contacts of a scene, moved by the scene's own gestures. Silent until started. "
                   "Any macro can be turned, any control be taken over by a message of its name.", 92)
    go = start(p, 20, 110, "play_(turns_DSP_on)")
    choose = p.obj(20, 180, "sel 1 0")
    m1, m2 = p.msg(20, 210, "start"), p.msg(75, 210, "stop")
    p.wire(go, choose, m1)
    p.wire((choose, 1), m2)
    s = p.obj(20, 330, "rosin.scene~ cello-d")
    for m in (m1, m2):
        p.wire(m, s)
    for y, label, key, low, high, value in (
            (128, "normal_force_(N)", "bow.force", 0, 4, 1.1), (178, "bow_speed_(m/s)", "bow.velocity", -0.4, 0.4, 0.1),
            (228, "finger_(Hz)_0_=_open", "d.finger", 0, 600, 0)):
        slider, message = p.slider(250, y, low, high, label, value), p.msg(400, y, f"{key} $1")
        p.lines[slider] = p.lines[slider].replace(" 0 1 empty empty", " 0 0 empty empty")
        p.wire(slider, message, p.obj(400, y + 24, "s $0-scene"))
    p.wire(p.obj(170, 300, "r $0-scene"), s)
    stairs(p, 540, 128, ["hold 1", "hold 0", "loop 1", "loop 0", "scenes", "dump", "print"], s, 280, 300)
    p.text(606, 128, "it sounds on", 20)
    p.text(630, 178, "over and over", 20)
    p.text(250, 334, "arguments: a built-in scene or a scene file, then KEY VALUE, any number of times", 64)
    shown = p.obj(150, 366, "print scene")
    p.wire((s, 1), shown)
    out(p, 20, 400, s, db=-9)
    ref = reference("rosin.scene~", ["bang, start: play from the beginning (all controls go back to their gestures); what sounds fades "
                                     "before, within 23 ms",
                                     "stop: fades out",
                                     "hold 1: the gestures stay where they are, and what they hold sounds on under macros and "
                                     "controls; of a silent scene where they do most. hold 0: they go on from there",
                                     "loop 1: it begins again whenever it ends; loop 0: it ends", "trigger 1: the gestures begin "
                                     "again, and what sounds rings on",
                                     "MACRO VALUE: a macro of the scene (speed, pressure ...); print lists them with their ranges",
                                     "CONTACT.force NEWTON: normal force, 0 to 10000, 0 lifts",
                                     "CONTACT.velocity M/S: prescribed velocity, -1000 to 1000",
                                     "CONTACT.position, CONTACT.position_a: where the bodies are touched",
                                     "STRING.finger HZ: sounding pitch, 0 = open", "level DB: -60 to 12",
                                     "preset NAME: values of its macros by name; presets: the names",
                                     "write FILE, read FILE: all its values as text, as plugins keep them",
                                     "scenes: the names of all that are built in", "dump, get KEY: settings, as messages that set them",
                                     "print: what is loaded, and how it is doing"],
                    ["signals: one a channel of the scene", "right outlet: settings, names of presets and scenes"],
                    ["a built-in scene or a scene file beside the patch (default cello-d)",
                     "then KEY VALUE, any number of times: what builds the scene, as sizes do, is set here"],
                    ["Latency: none. A silent scene starts with the block after its message."])
    footer(p, 490, "rosin.scene~", ["rosin.string~", "rosin.friction~"], "play a rosin scene",
           "signal physical_modeling friction bowed", ref)
    p.save("help/rosin.scene~-help.pd")


def help_pad():
    p = Patch(WIDTH, 560)
    header(p, "rosin.pad", "press and drag, letting go lifts the bow")
    p.text(14, 50, "A square that says where it is held. Press anywhere in it: right is a faster bow, up "
                   "a heavier one. Outside the square the edge holds.", 92)
    pad = p.obj(30, 120, "rosin.pad 220 180")
    x, y, held = p.number(30, 330), p.number(134, 330), p.number(244, 330)
    p.text(30, 352, "x")
    p.text(134, 352, "y")
    p.text(244, 352, "held")
    for i, box in enumerate((x, y, held)):
        p.wire((pad, i), box)
    go = p.toggle(300, 120, "a_hand_that_bows_(turns_DSP_on)", "rosin-start")
    t = p.obj(300, 154, "t f b")
    dsp = p.msg(360, 154, "; pd dsp 1")
    p.wire(go, t)
    p.wire((t, 1), dsp)
    choose = p.obj(300, 184, "sel 1 0")
    on, off = p.msg(300, 214, "list 0.4 0.4, hold 1"), p.msg(470, 214, "hold 0")
    p.wire(t, choose, on, pad)
    p.wire((choose, 1), off, pad)
    set_ = p.msg(540, 214, "set 0.5 0.5")
    p.wire(set_, pad)
    p.text(560, 184, "set: in silence", 20)
    vx, pk, ln = p.obj(300, 260, "* 0.3"), p.obj(300, 288, "pack f 20"), p.obj(300, 316, "line~")
    p.wire(x, vx, pk, ln)
    fy, gate, pf, lf = p.obj(400, 260, "* 3"), p.obj(400, 288, "*"), p.obj(400, 316, "pack f 20"), p.obj(480, 316, "line~")
    p.wire(y, fy, gate, pf, lf)
    hb = p.obj(480, 260, "t b f")
    p.wire(held, hb)
    p.wire((hb, 1), (gate, 1))
    p.wire(hb, fy)
    bow = p.obj(300, 360, f"rosin.friction~ - $0-padded {BOW}")
    p.wire(ln, bow)
    p.wire(lf, (bow, 1))
    s = p.obj(300, 392, f"rosin.string~ $0-padded 1 frequency 147 {SUPPLE}")
    out(p, 30, 392, s)
    ref = reference("rosin.pad", ["list X Y: as if held there, 0 to 1 each", "set X Y: the same, in silence",
                                  "hold 1, hold 0: as if pressed, let go"],
                    ["(1) x, 0 (left) to 1", "(2) y, 0 (bottom) to 1; comes first", "(3) 1 when pressed, 0 when let go"],
                    ["width, height (pixels, 20 to 2000; default 200, and as high as wide)"])
    footer(p, 500, "rosin.pad", ["rosin.friction~", "rosin.string~"], "two-dimensional pad", "GUI control", ref)
    p.save("help/rosin.pad-help.pd")


# ---- examples ----------------------------------------------------------------------------------

def title(p, name, text, chars=86):
    header(p, name, "")
    p.text(14, 50, text, chars)


def bow_pad():
    p = Patch(640, 590)
    title(p, "bow-pad", "A bowed string on a pad: right is a faster bow, up a heavier one; letting go lifts it. "
                        "Where it sings (Helmholtz motion) depends on both, and on where the bow is.")
    pad = p.obj(30, 130, "rosin.pad 260 200")
    go = p.toggle(330, 110, "let_the_patch_bow_(turns_DSP_on)", "rosin-start")
    t = p.obj(330, 144, "t f b")
    dsp = p.msg(390, 144, "; pd dsp 1")
    choose, on, off = p.obj(330, 174, "sel 1 0"), p.msg(330, 204, "list 0.35 0.4, hold 1"), p.msg(510, 204, "hold 0")
    p.wire(go, t, choose, on, pad)
    p.wire((t, 1), dsp)
    p.wire((choose, 1), off, pad)
    place = p.slider(330, 260, 0.04, 0.3, "bow_position_(share_of_the_string)", 0.12)
    finger = p.slider(330, 310, 147, 600, "finger_(Hz)", 147)
    vx, pk, ln = p.obj(30, 350, "* 0.3"), p.obj(30, 378, "pack f 20"), p.obj(30, 406, "line~")
    p.wire(pad, vx, pk, ln)
    fy, gate, pf, lf = p.obj(150, 350, "* 3"), p.obj(150, 378, "*"), p.obj(150, 406, "pack f 20"), p.obj(240, 406, "line~")
    p.wire((pad, 1), fy, gate, pf, lf)
    hb = p.obj(240, 350, "t b f")
    p.wire((pad, 2), hb)
    p.wire((hb, 1), (gate, 1))
    p.wire(hb, fy)
    bow = p.obj(30, 440, f"rosin.friction~ - $0-d-string {BOW}")
    p.wire(ln, bow)
    p.wire(lf, (bow, 1))
    p.wire(place, (bow, 2))
    s = p.obj(30, 490, f"rosin.string~ $0-d-string 1 frequency 147 {SUPPLE}")
    p.wire(finger, (s, 1))
    p.text(330, 360, "pad: speed 0...0.3 m/s, force 0...3 N", 40)
    out(p, 30, 522, s)
    p.save("pd/bow-pad.pd")


def two_bows():
    """Two contacts that are moved alike."""
    p = Patch(560, 200, "two-bows", (300, 200))
    speed, force = p.obj(20, 20, "inlet~"), p.obj(420, 20, "inlet~")
    for i, name in enumerate("gd"):
        bow = p.obj(20, 70 + 50 * i, f"rosin.friction~ - $0-ds-{name} {BOW}")
        p.wire(speed, bow)
        p.wire(force, (bow, 1))
    return p


def double_stops():
    p = Patch(760, 650)
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
        p.wire(slider, p.obj(300, 152 + 60 * i, f"s $0-finger-{i + 1}"))
        p.wire(p.obj(300, 304 + 66 * i, f"r $0-finger-{i + 1}"), (s, 1))
    body = p.obj(20, 526, "rosin.modal~ $0-ds-body 1 frequencies 95 175 210 350 520 900 1500 2300 qs 25 masses 0.4 0.25 0.25 0.15 0.1 0.08 0.05 0.03 gain 6")
    out(p, 20, 596, body)
    p.save("pd/double-stops.pd")


def glass():
    p = Patch(640, 540)
    title(p, "glass", "A wet finger circles the rim of a wine glass. The rim rings in pairs of modes; the pattern "
                      "turns with the finger, so it beats twice two a turn.")
    go = start(p, 20, 110)
    v = hand(p, 20, 180, go, 0.1, 400)
    press = p.slider(210, 128, 0, 2, "finger_pressure_(N)", 0.8)
    pp, pl = p.obj(200, 160, "pack f 50"), p.obj(200, 188, "line~")
    p.wire(press, pp, pl)
    choose, turns, stopped, line = (p.obj(380, 138, "sel 1 0"), p.msg(380, 166, "0, 60 150000"), p.msg(500, 166, "stop"),
                                    p.obj(380, 196, "line~"))
    p.wire(go, p.obj(100, 144, "s $0-turn"))
    p.wire(p.obj(380, 110, "r $0-turn"), choose, turns, line)
    p.wire((choose, 1), stopped, line)
    p.text(440, 204, "where the finger is, in turns: 0.4 a second", 26)
    rub = p.obj(20, 280, "rosin.friction~ - $0-rim elastoplastic sigma1 0.05 mu_static 0.8 mu_kinetic 0.4 stribeck_velocity 0.08 breakaway 0.6")
    p.wire(v, rub)
    p.wire(pl, (rub, 1))
    p.wire(line, (rub, 2))
    g = p.obj(20, 345, "rosin.modal~ $0-rim 1 shape ring frequencies 790 791.1 2236 2239.5 4282 4288 6928 6939 "
                       "qs 1200 1200 1000 1000 800 800 600 600 masses 0.02")
    m, lb = p.msg(320, 448, "pickup 1 velocity@0.13"), p.obj(320, 420, "loadbang")
    p.wire(lb, m, g)
    out(p, 20, 420, g)
    p.save("pd/glass.pd")


def squeak():
    p = Patch(660, 540)
    title(p, "squeak", "A door hinge: a steel pin turns in a leaf that hangs in a wooden door. Slow and heavy creaks, "
                       "fast and light squeals.")
    go = start(p, 20, 110)
    gate = p.obj(20, 180, "* 0.05")
    speed, force = p.slider(230, 128, 0, 0.2, "speed_(m/s)", 0.05), p.slider(230, 178, 0, 20, "force_(N)", 7)
    again = p.obj(380, 126, "t b f")
    last = p.obj(140, 180, "f")
    p.wire(speed, again)
    p.wire((again, 1), (gate, 1))
    p.wire(go, (last, 1))
    p.wire(again, last, gate)
    p.wire(go, gate)
    pk, ln = p.obj(20, 208, "pack f 200"), p.obj(20, 236, "line~")
    p.wire(gate, pk, ln)
    rub = p.obj(20, 285, "rosin.friction~ $0-pin $0-door elastoplastic sigma0 100000 sigma1 1 sigma2 0.1 mu_static 0.6 "
                         "mu_kinetic 0.25 stribeck_velocity 0.03 breakaway 0.6")
    p.wire(ln, rub)
    p.wire(force, (rub, 1))
    a = p.obj(20, 345, "rosin.modal~ $0-pin 1 frequencies 610 1720 3330 qs 60 80 90 masses 0.004 0.005 0.006")
    b = p.obj(20, 392, "rosin.modal~ $0-door 1 frequencies 62.5 125 250 395 790 1390 qs 4 8 12 15 25 30 "
                       "masses 0.9 0.6 0.3 0.15 0.05 0.03 gain 5")
    out(p, 20, 445, b)
    p.save("pd/squeak.pd")


def hysteresis():
    p = Patch(700, 600)
    title(p, "hysteresis", "The friction loop, drawn from the outlets of [rosin.friction~]: force over relative velocity; "
                           "sticking is the upright line. The bristles give it its width.", 94)
    go = start(p, 20, 120)
    v = hand(p, 20, 190, go, 0.1)
    press = p.slider(240, 138, 0, 4, "normal force (N)", 1.1, 110)
    gate = while_on(p, 180, 190, go, press)
    f = p.obj(20, 285, f"rosin.friction~ - $0-loop {BOW}")
    p.wire(v, f)
    p.wire(gate, p.obj(180, 216, "s $0-force"))
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
    p.wire(go, p.obj(110, 164, "s $0-on"))
    beat = p.obj(20, 540, "metro 100")
    order = p.obj(20, 568, "t b b b")
    late = p.obj(20, 596, "delay 40")
    p.wire(p.obj(20, 512, "r $0-on"), beat, order, late)
    p.wire((order, 1), p.obj(110, 596, "s $0-write"))
    clear = p.msg(240, 568, "const -0.8")
    p.wire((order, 2), clear, p.obj(240, 596, "s $0-loop-rising"))
    p.wire(clear, p.obj(380, 596, "s $0-loop-falling"))
    draw = Patch(560, 300, "draw", (300, 200))
    i = draw.obj(20, 20, "inlet")
    times, until = draw.msg(20, 48, "600"), draw.obj(20, 76, "until")
    at, plus, wrap = draw.obj(20, 104, "f"), draw.obj(120, 104, "+ 1"), draw.obj(120, 132, "mod 600")
    draw.wire(i, times, until, at, plus, wrap, (at, 1))
    three, before = draw.obj(20, 132, "t f f f"), draw.obj(330, 132, "expr max($f1-1,0)")
    force, now, last = (draw.obj(20, 160, "tabread $0-loopf"), draw.obj(170, 160, "tabread $0-loopv"),
                        draw.obj(330, 160, "tabread $0-loopv"))
    look = draw.obj(20, 192, "expr $f1; int(67+45*$f2); $f2>$f3")
    draw.wire(at, three, force, look)
    draw.wire((three, 1), now, (look, 1))
    draw.wire((three, 2), before, last, (look, 2))
    rising, falling, turn = draw.obj(20, 220, "spigot"), draw.obj(150, 220, "spigot"), draw.obj(380, 192, "== 0")
    up, down = draw.obj(20, 250, "tabwrite $0-loop-rising"), draw.obj(200, 250, "tabwrite $0-loop-falling")
    draw.wire((look, 2), (rising, 1))
    draw.wire((look, 2), turn, (falling, 1))
    for write in (up, down):
        draw.wire((look, 1), (write, 1))
    draw.wire(look, rising, up)
    draw.wire(look, falling, down)
    picture = p.sub(20, 624, draw)
    p.wire(late, picture)
    p.head = p.head.replace(" 600 12", " 670 12")
    p.save("pd/hysteresis.pd")


def voice():
    """One voice of the polyphony, with names of its own."""
    p = Patch(560, 430)
    i = p.obj(20, 20, "inlet")
    split, hz, level = p.obj(20, 48, "unpack f f"), p.obj(20, 76, "mtof"), p.obj(120, 76, "/ 127")
    p.wire(i, split, hz)
    p.wire((split, 1), level)
    speed, newtons = p.obj(120, 104, "* 0.2"), p.obj(220, 104, "* 2.4")
    lines = [p.obj(120, 132, "pack f 60"), p.obj(120, 160, "line~"), p.obj(220, 160, "pack f 30"), p.obj(220, 188, "line~")]
    p.wire(level, speed, lines[0], lines[1])
    p.wire(level, newtons, lines[2], lines[3])
    p.text(290, 104, "12 N for each m/s: sings at all levels", 30)
    bow = p.obj(20, 230, f"rosin.friction~ - $0-string {BOW} position 0.1")
    p.wire(lines[1], bow)
    p.wire(lines[3], (bow, 1))
    s = p.obj(20, 290, f"rosin.string~ $0-string 1 frequency 65.41 q 400 {SUPPLE}")
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
    p = Patch(700, 560)
    title(p, "midi", "A string played from a MIDI keyboard: a key stops the string and bows it, pitch bend glides, "
                     "controllers 1 and 2 (modulation, breath) are bow force and speed.")
    go = start(p, 20, 110, "play_a_note_(turns_DSP_on)")
    times = p.obj(20, 180, "* 100")
    test = p.obj(90, 180, "pack 57 f")
    p.wire(go, times, (test, 1))
    bang = p.obj(20, 208, "t b f")
    p.wires.pop()
    p.wire(times, bang)
    p.wire((bang, 1), (test, 1))
    p.wire(bang, test)
    n, pk = p.obj(240, 110, "notein"), p.obj(240, 138, "pack f f")
    p.wire(n, pk)
    p.wire((n, 1), (pk, 1))
    note = p.obj(240, 208, "unpack f f")
    p.wire(pk, note)
    p.wire(test, note)
    bend, b1, b2 = p.obj(340, 110, "bendin"), p.obj(340, 138, "- 8192"), p.obj(340, 166, "/ 4096")
    p.wire(bend, b1, b2)
    last, add = p.obj(240, 236, "f"), p.obj(240, 264, "+")
    again = p.obj(340, 208, "t b f")
    p.wire(b2, again)
    p.wire((again, 1), (add, 1))
    p.wire(again, last)
    velocity = p.obj(460, 236, "t f f")
    p.wire((note, 1), velocity)
    only = p.obj(240, 292, "mtof")
    p.wire(note, last, add, only)
    scale, pv, lv = p.obj(460, 264, "* 0.0015"), p.obj(460, 292, "pack f 40"), p.obj(460, 320, "line~")
    p.wire(velocity, scale, pv, lv)
    newtons, pf, lf = p.obj(560, 292, "* 0.018"), p.obj(560, 320, "pack f 25"), p.obj(560, 348, "line~")
    p.wire((velocity, 1), newtons, pf, lf)
    c1, m1 = p.obj(460, 110, "ctlin 1"), p.obj(460, 138, "/ 3000")
    p.wire(c1, m1, (newtons, 1))
    c2, m2 = p.obj(560, 110, "ctlin 2"), p.obj(560, 138, "/ 40000")
    p.wire(c2, m2, (scale, 1))
    p.text(460, 164, "force, 12 N for each m/s as a rule, and speed, to 0.4 m/s", 20)
    bow = p.obj(20, 385, f"rosin.friction~ - $0-midi-string {BOW} position 0.1")
    p.wire(lv, bow)
    p.wire(lf, (bow, 1))
    s = p.obj(20, 440, f"rosin.string~ $0-midi-string 1 frequency 65.41 q 500 {SUPPLE}")
    p.wire(only, (s, 1))
    out(p, 480, 440, s)
    p.save("pd/midi.pd")


def osc():
    p = Patch(660, 570)
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
    parse, trim = p.obj(20, 368, "oscparse"), p.obj(20, 396, "list trim")
    which = p.obj(120, 368, "route bow string")
    p.wire(get, parse, trim, which)
    bow = p.obj(120, 430, f"rosin.friction~ - $0-osc-string {BOW}")
    s = p.obj(120, 465, f"rosin.string~ $0-osc-string 1 frequency 147 {SUPPLE}")
    p.wire(which, bow)
    p.wire((which, 1), s)
    p.text(300, 368, "an address's last word is the message", 40)
    out(p, 120, 512, s)
    p.save("pd/osc.pd")


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


def two_modal():
    p = Patch(780, 720)
    title(p, "two-modal", "Two modal bodies that rub each other, as in the paper (Avanzini, Serafin and Rocchesso, "
                          "DAFx-02, section 4): sliders give the weight of each mode of either body at the contact.", 96)
    go = start(p, 20, 110)
    speed, force = p.slider(140, 158, 0, 0.5, "velocity (m/s)", 0.1), p.slider(20, 328, 0, 20, "force (N)", 3)
    gate, ramp, line = while_on(p, 20, 186, go, speed), p.obj(20, 214, "pack f 100"), p.obj(20, 242, "line~")
    p.wire(gate, ramp, line)
    p.wire(line, p.obj(20, 270, "s~ $0-speed"))
    rub = p.obj(20, 464, "rosin.friction~ $0-rubber $0-rubbed sigma0 10000 sigma1 0.5 mu_static 0.7 mu_kinetic 0.3 stribeck_velocity 0.1")
    p.wire(p.obj(20, 424, "r~ $0-speed"), rub)
    p.wire(force, p.obj(20, 356, "s $0-force"))
    p.wire(p.obj(440, 436, "r $0-force"), (rub, 1))
    a = p.obj(20, 546, "rosin.modal~ $0-rubber 1 frequencies 90 180 410 qs 30 masses 0.02 gain 0.7")
    b = p.obj(20, 616, "rosin.modal~ $0-rubbed 1 frequencies 250 690 1350 qs 150 masses 0.01 gain 0.7")
    for body, x0, name in ((a, 300, "rubber"), (b, 540, "rubbed")):
        p.text(x0, 110, f"{name}: modes 1 2 3")
        for mode in range(3):
            slider = p.vslider(x0 + 28 * mode, 140, -1, 1, "empty", (1, 1, 0.6)[mode])
            p.lines[slider] = p.lines[slider].replace("empty empty empty", f"$0-{name}{mode} empty empty")
            message = p.msg(x0, 280 + 48 * mode, f"weight 0 {mode + 1} $1")
            p.wire(p.obj(x0 + 130, 256 + 48 * mode, f"r $0-{name}{mode}"), message)
            p.wire(message, p.obj(x0 + 30, 304 + 48 * mode, f"s $0-{name}"))
        p.wire(p.obj(20, 516 if body == a else 586, f"r $0-{name}"), body)
    out(p, 20, 664, b)
    p.save("pd/two-modal.pd")


def effect(file, scene, text):
    """A scene played over and over, its macros on sliders; those that build it as arguments."""
    LIB.rosin_scene_load.restype = LIB.rosin_scene_macro.restype = ctypes.c_void_p
    LIB.rosin_scene_duration.restype = ctypes.c_double
    loaded = ctypes.c_void_p(LIB.rosin_scene_load(scene.encode(), 0, None, None))
    rows = [(ctypes.cast(LIB.rosin_scene_macro(loaded, i), ctypes.POINTER(Row))[0],
             LIB.rosin_scene_macro_live(loaded, i)) for i in range(LIB.rosin_scene_macros(loaded))]
    live, built = [r for r, on in rows if on], [r for r, on in rows if not on]
    bottom = max(380, 140 + 50 * len(live))
    p = Patch(680, bottom + 160 + 40 * len(built))
    title(p, file, text, 92)
    go = start(p, 20, 110, "play_over_and_over")
    choose, begin, end = p.obj(20, 178, "sel 1 0"), p.msg(20, 208, "loop 1, start"), p.msg(140, 208, "stop")
    name = f"rosin.scene~ {scene}" + "".join(f" {r.name.decode()} {r.initial:g}" for r in built)
    s = p.obj(20, bottom, name)
    p.wire(go, choose, begin)
    p.wire((choose, 1), end)
    stay, stays = p.toggle(20, 266, "hold:_it_sounds_on"), p.msg(20, 298, "hold $1")
    p.wire(stay, stays)
    messages = [(20, 208, begin), (140, 208, end), (20, 298, stays)]
    for i, r in enumerate(live):
        unit = f"_({r.unit.decode()})" if r.unit.decode() else ""
        label = f"{r.name.decode()}{unit}_{r.low:g}_to_{r.high:g}"
        slider = p.slider(230, 128 + 50 * i, r.low, r.high, label, r.initial)
        message = p.msg(372, 128 + 50 * i, f"{r.name.decode()} $1")
        p.wire(slider, message)
        messages.append((372, 128 + 50 * i, message))
        p.text(480, 110 + 50 * i, r.meaning.decode().replace(",", " -"), 26)
    y = bottom + 30
    for r in built:
        words = f"{r.name.decode()} {r.low:g} to {r.high:g}: {r.meaning.decode()}"
        p.text(230, y, words, 60)
        y += 17 * wrapped(words, 60) + 6
    remote(p, messages, s, 110, bottom - 30)
    if built:
        p.text(230, y, "(built in: change them in the box)", 60)
    out(p, 20, bottom + 40, s, db=-9)
    LIB.rosin_scene_free(loaded)
    p.save(f"pd/{file}.pd")


def effects():
    effect("fx-door", "door-hinge-slow", "A heavy door that creaks. Push harder: it turns faster, and slips more often.")
    effect("fx-glass", "wine-glass", "A wet finger circles a wine glass. The pattern turns with it: four beats a turn.")
    effect("fx-skid", "tyre-skid", "A skidding tyre: the car's speed times slip slides, the rest rolls.")
    effect("fx-cuica", "cuica", "A cuica: a cloth rubs the stick, a thumb bends the pitch.")
    effect("fx-saw", "saw", "A musical saw: the bend traps one mode and glides with it.")


def save_presets():
    p, r, d = presets()
    # `text define` itself takes clear: connect it by its own inlet
    index = [i for i, line in enumerate(p.lines) if "text define" in line][0]
    p.wires = [w for w in p.wires if f"connect {r} " not in w]
    p.wire(r, index)
    p.lines[d] = "#X text 280 500 what is kept: click the box above to see it;"
    p.save("pd/presets.pd")


def help_cello():
    p = Patch(WIDTH, 640)
    header(p, "rosin.cello~", "a bowed instrument with a player")
    p.text(14, 50, "A cello, viola, violin or double bass, and somebody who plays it: notes choose string and finger, "
                   "the player bows them, listens, and keeps the finger in tune and the force within what sings.", 92)
    go = start(p, 20, 110, "play_a_note_(turns_DSP_on)")
    times, key = p.obj(20, 172, "* 90"), p.msg(20, 196, "note 52 $1")
    p.wire(go, times, key, p.obj(20, 220, "s $0-cello"))
    cello = p.obj(20, 534, "rosin.cello~ cello")
    stairs(p, 20, 250, ["note 57 80, note 64 80", "note 57 0, note 64 0", "bend 0.5", "aftertouch 0.4", "control 1 100",
                        "quiet", "hear", "dump", "print"], cello, 20, 508, "cello")
    for y, words in ((250, "a double stop"), (275, "and its end"), (300, "semitones"), (325, "louder"),
                     (350, "denser"), (375, "lift the bow"), (400, "what it hears")):
        p.text(230, y, words, 20)
    for i, (label, name, low, high, value) in enumerate((
            ("assist:_1_=_force_is_kept_to_what_plays", "assist", 0, 1, 1), ("dynamics", "dynamics", 0, 1, 0.55),
            ("pressure", "pressure", 0, 1, 0.5), ("position_(1:_as_usual)", "position", 0.3, 3, 1),
            ("vibrato_(cents)", "vibrato", 0, 100, 12))):
        slider, message = p.slider(430, 128 + 50 * i, low, high, label, value), p.msg(570, 128 + 50 * i, f"{name} $1")
        there = p.obj(570, 152 + 50 * i, "s $0-cello")
        p.wire(slider, message, there)
    stroke = p.obj(430, 372, "hradio 18 1 0 10 empty empty articulation 0 -9 0 11 #f4f0e4 #000000 #000000 0")
    m = p.msg(630, 372, "articulation $1")
    there = p.obj(630, 398, "s $0-cello")
    p.wire(stroke, m, there)
    p.text(430, 392, "detache, legato, martele, spiccato, tremolo, flautando, scratch, pizzicato, col legno, harmonic", 26)
    says = p.obj(300, 560, "print cello")
    p.wire((cello, 2), says)
    out(p, 20, 586, cello, (cello, 1), db=-6)
    rows = [row_text(r) for r in table("rosin_player_parameters")]
    ref = reference("rosin.cello~", ["list, note KEY VELOCITY [CHANNEL]: as [notein] gives them; velocity 0 ends a note; "
                                     "a note before the last has ended is slurred; channels are voices",
                                     "bend SEMITONES [CHANNEL]: -96 to 96", "aftertouch VALUE [CHANNEL]: 0 to 1, adds to the dynamics",
                                     "control NUMBER VALUE [CHANNEL]: a MIDI controller, 0 to 127",
                                     "midi BYTE ...: raw bytes as of [midiin], MPE too",
                                     "pad X Y HELD: of a [rosin.pad]: the bow in a hand, at rest in the middle",
                                     "bow DOWN SPEED PRESSURE: the same in m/s (-2 to 2) and 0 to 1; notes then only finger",
                                     "quiet: all notes off, bow lifted", "scale FILE: intonation, in Scala's .scl format; none: equal",
                                     "hear: what the player hears", "preset NAME, presets: its settings by name, the names",
                                     "write FILE, read FILE: all settings as text", "get KEY, dump, print, reset"] + rows,
                    ["(1, 2) left and right", "(3) of hear: hear STRING HZ MEANT; of get and dump: parameters, as messages that set them"],
                    ["cello (default), viola, violin, double-bass, or a scene file that has an instrument",
                     "then KEY VALUE, any number of times, of what builds it: d.frequency 140 (scordatura), "
                     "bridge.modes.1.mass 0.023 (a mute)"],
                    ["Latency: none. What a message says is heard with the block after it.",
                     "Changing the sample rate or block size ends what sounds; settings stay."])
    footer(p, 645, "rosin.cello~", ["rosin.scene~", "rosin.string~"], "a bowed instrument with a player",
           "signal physical_modeling instrument bowed MIDI", ref)
    p.save("help/rosin.cello~-help.pd")


def cello_pad():
    p = Patch(660, 570)
    title(p, "cello-pad", "The bow of a cello in your hand: the middle of the pad is a bow at rest, right and left its two "
                          "ways, up presses; letting go lifts it. The keys below finger.")
    pad = p.obj(30, 110, "rosin.pad 300 220")
    go = p.toggle(360, 110, "let_the_patch_bow_(turns_DSP_on)", "rosin-start")
    inside = Patch(420, 220, "hand", (300, 200))
    came, t, dsp = inside.obj(20, 20, "inlet"), inside.obj(20, 48, "t f b"), inside.msg(200, 48, "; pd dsp 1")
    choose, on, off = inside.obj(20, 90, "sel 1 0"), inside.msg(20, 120, "list 0.62 0.5, hold 1"), inside.msg(220, 120, "hold 0")
    left = inside.obj(20, 170, "outlet")
    inside.wire(came, t, choose, on, left)
    inside.wire((t, 1), dsp)
    inside.wire((choose, 1), off, left)
    own = p.sub(360, 150, inside)
    p.wire(go, own, pad)
    pack, held, say = p.obj(30, 350, "pack f f f"), p.obj(150, 350, "t b f"), p.msg(30, 378, "pad $1 $2 $3")
    p.wire(pad, pack, say)
    p.wire((pad, 1), (pack, 1))
    p.wire((pad, 2), held)
    p.wire((held, 1), (pack, 2))
    p.wire(held, pack)
    cello = p.obj(30, 440, "rosin.cello~ cello c.frequency 65.39")
    p.text(300, 440, "a C tuned with the bow: plucked it is lower", 50)
    p.wire(say, cello)
    slider, m = p.slider(360, 260, 0, 1, "assist_(0:_your_own_force)", 1), p.msg(510, 260, "assist $1")
    p.wire(slider, m)
    keys = p.obj(360, 310, "hsl 240 18 36 76 0 0 empty empty finger:\\ MIDI\\ key\\ 36\\ to\\ 76 0 -9 0 11 #f4f0e4 #000000 #000000 8400 1")
    whole, new, note = p.obj(360, 338, "int"), p.obj(410, 338, "change"), p.msg(480, 338, "note $1 100")
    p.wire(keys, whole, new, note)
    lift = p.msg(360, 392, "quiet")
    p.text(420, 392, "fingers up", 20)
    remote(p, ((510, 260, m), (480, 338, note), (360, 392, lift)), cello, 30, 412, "hand")
    out(p, 30, 468, cello, (cello, 1), db=-6)
    p.save("pd/cello-pad.pd")


def cello_midi():
    p = Patch(680, 460)
    title(p, "cello-midi", "A cello from a MIDI keyboard. Overlapping keys are slurred, keys at once are double stops, the ten keys "
                           "from 24 on choose the stroke; wheel and controllers 1, 2, 11, 74 bend, press, bow. MPE works too.")
    go = start(p, 20, 110, "play_a_chord_(turns_DSP_on)")
    times = p.obj(20, 180, "* 90")
    chord = p.msg(20, 208, "note 45 $1, note 52 $1, note 60 $1")
    cello = p.obj(20, 300, "rosin.cello~ cello")
    p.wire(go, times, chord, cello)
    raw, word = p.obj(300, 180, "midiin"), p.msg(300, 208, "midi $1")
    p.wire(raw, word, cello)
    p.text(370, 180, "all bytes: notes, bends with their range, controllers, aftertouch, MPE", 40)
    both = p.toggle(300, 250, "double_stops:_keys_hold_their_strings")
    m = p.msg(500, 274, "double_stops $1")
    there, here = p.obj(500, 300, "s $0-more"), p.obj(180, 272, "r $0-more")
    p.wire(both, m, there)
    p.wire(here, cello)
    out(p, 20, 340, cello, (cello, 1), db=-6)
    p.save("pd/cello-midi.pd")


def cello_osc():
    p = Patch(680, 540)
    title(p, "cello-osc", "A cello driven by OSC over UDP, port 9002: /cello/note KEY VELOCITY, /cello/pad X Y HELD, "
                          "/cello/bend SEMITONES, /cello/dynamics VALUE ... From this machine alone.")
    go = start(p, 20, 110, "send_it_a_note_(turns_DSP_on)")
    times, pack = p.obj(20, 180, "* 90"), p.obj(20, 208, "oscformat -f ff cello note")
    first = p.msg(100, 180, "57 $1")
    p.wire(go, times, first, pack)
    prep, trim, net = p.obj(20, 236, "list prepend send"), p.obj(20, 264, "list trim"), p.obj(20, 292, "netsend -u -b")
    p.wire(pack, prep, trim, net)
    lb, connect = p.obj(300, 180, "loadbang"), p.msg(300, 208, "connect 127.0.0.1 9002")
    p.wire(lb, connect, net)
    p.text(300, 110, "sends to itself: a stand-in for a tablet or a phone", 30)
    get, parse = p.obj(20, 340, "netreceive -u -b 9002 127.0.0.1"), p.obj(20, 368, "oscparse")
    trim, which = p.obj(110, 368, "list trim"), p.obj(200, 368, "route cello")
    p.wire(get, parse, trim, which)
    cello = p.obj(200, 400, "rosin.cello~ cello")
    p.wire(which, cello)
    p.text(300, 368, "an address's last word is the message", 40)
    out(p, 200, 430, cello, (cello, 1), db=-6)
    p.save("pd/cello-osc.pd")


def cello_duo():
    p = Patch(950, 590)
    title(p, "cello-polyphony", "Double stops on one cello, and a violin over it: every instrument is an object of its own, "
                                "every string of it has its own note.")
    go = start(p, 20, 110, "play_(turns_DSP_on)")
    clock, stop = p.obj(20, 180, "metro 1600"), p.obj(150, 180, "sel 0")
    p.wire(go, clock)
    p.wire(go, stop)
    count = Patch(300, 200, "count", (300, 200))
    came, step, add, wrap = (count.obj(20, 20, "inlet"), count.obj(20, 60, "f"), count.obj(80, 90, "+ 1"),
                             count.obj(80, 120, "mod 4"))
    count.wire(came, step, add, wrap, (step, 1))
    count.wire(step, count.obj(20, 160, "outlet"))
    step = p.sub(20, 208, count)
    p.wire(clock, step)
    pick = p.obj(20, 236, "sel 0 1 2 3")
    p.wire(step, pick)
    chords = ("quiet, note 43 90, note 50 90", "quiet, note 45 90, note 52 90", "quiet, note 48 90, note 55 90", "quiet, note 43 90, note 55 90")
    tops = ("note 67 80", "note 69 80", "note 72 80", "note 71 80")
    cello, violin = p.obj(20, 480, "rosin.cello~ cello"), p.obj(400, 480, "rosin.cello~ violin")
    for i, (low, high) in enumerate(zip(chords, tops)):
        p.wire((pick, i), p.obj(20 + 70 * i, 264, f"s $0-{i}"))
        for what, target, y in ((low, "cello", 292), (high, "violin", 374)):
            message = p.msg(20 + 230 * i, y + 24, what)
            p.wire(p.obj(20 + 230 * i, y, f"r $0-{i}"), message, p.obj(20 + 230 * i, y + 48, f"s $0-{target}"))
    p.wire(p.obj(20, 452, "r $0-cello"), cello)
    p.wire(p.obj(400, 452, "r $0-violin"), violin)
    end = p.msg(200, 208, "quiet")
    p.wire(stop, end, p.obj(270, 208, "s $0-cello"))
    p.wire(end, p.obj(370, 208, "s $0-violin"))
    out(p, 20, 516, cello, (cello, 1), db=-9)
    out(p, 400, 516, violin, (violin, 1), db=-12)
    p.save("pd/cello-polyphony.pd")


def main():
    os.makedirs(os.path.join(ROOT, "help"), exist_ok=True)
    for make in (volume, start_here, help_string, help_modal, help_friction, help_bridge, help_scene, help_pad, bow_pad,
                 double_stops, glass, squeak, hysteresis, voice, polyphony, midi, osc, save_presets,
                 two_modal, help_cello, cello_pad, cello_midi, cello_osc, cello_duo, effects, knock, bounce,
                 roll, bouncing_bow):
        make()
    help_impact(COMMON, LEVEL, LATENCY, NAMES)


if __name__ == "__main__":
    sys.exit(main())
