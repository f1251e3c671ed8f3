# SPDX-License-Identifier: BSD-3-Clause
"""Helps of what plays: scenes, instruments, a pad."""
from draw import Patch
from page import WIDTH, footer, header, reference
from parts import BOW, SUPPLE, out, stairs, start
from tables import row_text, table


def help_scene():
    p = Patch(WIDTH, 560)
    header(p, "rosin.scene~", "plays a rosin scene")
    p.text(14, 50, "Bodies and contacts of a scene, moved by the scene's own gestures. Silent until started. "
                   "Any macro can be turned, any control be taken over by a message of its name.", 92)
    go = start(p, 20, 110, "play_(turns_DSP_on)")
    choose = p.obj(20, 180, "sel 1 0")
    m1, m2 = p.msg(20, 210, "start"), p.msg(75, 210, "stop")
    p.wire(go, choose, m1)
    p.wire((choose, 1), m2)
    s = p.obj(20, 330, "rosin.scene~ cello-d")
    info = p.msg(125, 210, "print")
    for m in (m1, m2, info):
        p.wire(m, s)
    for y, label, key, low, high, value in (
            (128, "normal_force_(N)", "bow.force", 0, 4, 1.1), (178, "bow_speed_(m/s)", "bow.velocity", -0.4, 0.4, 0.1),
            (228, "finger_(Hz)_0_=_open", "d.finger", 0, 600, 0)):
        slider, message = p.slider(300, y, low, high, label, value), p.msg(450, y, f"{key} $1")
        p.lines[slider] = p.lines[slider].replace(" 0 1 empty empty", " 0 0 empty empty")
        p.wire(slider, message, p.obj(450, y + 24, "s $0-scene"))
    p.wire(p.obj(170, 300, "r $0-scene"), s)
    p.text(230, 326, "arguments: a built-in scene (`rosin scenes` lists them) or a scene file, then KEY VALUE, any number of times", 64)
    out(p, 20, 360, s, db=-9)
    ref = reference("rosin.scene~", ["bang, start: play from the beginning (all controls go back to their gestures)",
                                     "stop: silence", "CONTACT.force NEWTON: normal force, 0 to 10000, 0 lifts",
                                     "CONTACT.velocity M/S: prescribed velocity, -1000 to 1000",
                                     "CONTACT.position, CONTACT.position_a: where the bodies are touched",
                                     "STRING.finger HZ: sounding pitch, 0 = open",
                                     "MACRO VALUE: a macro of the scene (speed, pressure ...); print lists them with their ranges",
                                     "print: what is loaded"],
                    ["signals: one a channel of the scene"],
                    ["a built-in scene or a scene file beside the patch (default cello-d)",
                     "then KEY VALUE, any number of times, as after -s of the command: what builds the scene, as sizes do, is set here"],
                    ["Latency: none. A scene starts with the block after its message."])
    footer(p, 470, "rosin.scene~", ["rosin.string~", "rosin.friction~"], "play a rosin scene",
           "signal physical_modeling friction bowed", ref)
    p.save("help/rosin.scene~-help.pd")


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
                                     "hear: what the player hears", "get KEY, dump, print, reset"] + rows,
                    ["(1, 2) left and right", "(3) of hear: hear STRING HZ MEANT; of get and dump: parameters, as messages that set them"],
                    ["cello (default), viola, violin, double-bass, or a scene file that has an instrument"],
                    ["Latency: none. What a message says is heard with the block after it.",
                     "Changing the sample rate or block size ends what sounds; settings stay."])
    footer(p, 645, "rosin.cello~", ["rosin.scene~", "rosin.string~"], "a bowed instrument with a player",
           "signal physical_modeling instrument bowed MIDI", ref)
    p.save("help/rosin.cello~-help.pd")


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
