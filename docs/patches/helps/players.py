# SPDX-License-Identifier: BSD-3-Clause
"""Helps of what plays: scenes, instruments, a pad."""
from draw import Patch
from page import WIDTH, footer, header, panel, told, topics
from parts import dials, out, pad_bow, stairs, start, watched
from tables import table


def sensor():
    """One number moves several macros: the sound on the way from one to another."""
    p = Patch(620, 400, "sensor", (240, 90))
    p.sliders = 9  # names of sliders are those of the patch around it
    p.text(20, 12, "One number, 0 to 1, of a sensor or this slider, moves two macros of a door from what they are in one sound "
                   "(push 4, dryness 0) to what they are in another (push 24, dryness 0.9). [line] smooths what comes in steps.", 80)
    hold = p.toggle(20, 90, "it sounds on (turns DSP on)")
    order, held = p.obj(20, 124, "t f b"), p.msg(20, 176, "hold $1")
    p.wire(hold, order, held, p.obj(20, 204, "s $0-door"))
    p.wire((order, 1), p.msg(90, 150, "; pd dsp 1"))
    value = p.slider(290, 104, 0, 1, "sensor (0 to 1)", 0.3, init=0)
    slow, line = p.msg(418, 132, "$1 200"), p.obj(418, 160, "line 0 20")
    p.wire(value, slow, line)
    for x, way, message in ((290, "expr 4 + $f1 * (24 - 4)", "push $1"), (470, "expr 0.9 * $f1", "dryness $1")):
        along, turn = p.obj(x, 204, way), p.msg(x, 232, message)
        p.wire(line, along, turn, p.obj(x, 260, "s $0-door"))
    door = p.obj(20, 316, "rosin.scene~ door-hinge-slow")
    p.wire(p.obj(20, 288, "r $0-door"), door)
    for side in (0, 1):
        p.wire((door, side), p.obj(20 + 96 * side, 350, "outlet~"))
    return p


DRIVEN = ("driven", "a sound that drives it", [
    (None, "With the argument input (push, speed or force) it has a signal inlet at the right: a sound of full scale 1 pushes the body, or is "
           "the speed or the force of what rubs, as in [rosin.cello~ violin input push]."),
    (None, "input_gain (dB, -60 to 40), argument or message, is its level; input.push 3, input.speed 0.2 and input.force 2 are arguments: N, m/s, N of full scale."),
    (None, "It is safe: what is no number is 0, and no sound drives harder than a shaker would. It is heard 31 frames later, or 81 where the "
           "scene runs at twice the rate: print says so. It sounds without a start; start and stop are of the gestures then.")])


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
    s = p.obj(20, 350, "rosin.scene~ cello-d")
    for m in (m1, m2):
        p.wire(m, s)
    dials(p, 210, 128, (("normal force (N)", "bow.force $1", 0, 4, 1.1, 0), ("bow speed (m/s)", "bow.velocity $1", -0.4, 0.4, 0.1, 0),
                        ("finger (Hz) 0 = open", "d.finger $1", 0, 600, 0, 0)), s, 170, 320, "scene")
    stairs(p, 572, 128, ["hold 1", "hold 0", "loop 1", "loop 0", "scenes", "dump", "print"], s, 280, 320)
    p.text(640, 128, "it sounds on", 12)
    p.text(664, 178, "again, again", 12)
    p.text(250, 354, "arguments: a built-in scene or a scene file, then KEY VALUE, any number of times", 64)
    shown = p.obj(150, 386, "print scene")
    p.wire((s, 1), shown)
    volume = out(p, 20, 430, s, db=-9)
    p.text(325, 404, "a sensor: from one sound to another", 40)
    door = p.sub(250, 404, sensor())
    for side in (0, 1):
        p.wire((door, side), (volume, side))
    footer(p, 500, ["rosin.string~", "rosin.friction~"], ["fx-door", "fx-glass", "fx-skid", "fx-keys", "fx-driven"], "play a rosin scene",
           "signal physical_modeling friction bowed")
    panel(p, ["1 bang: play from the beginning; messages", "2 signal, with the argument input: what drives it"], ["1 ... signals: one a channel of the scene", "last: settings, names of presets and scenes"], [],
          ["1 a built-in scene, or a scene file beside the patch (default cello-d)", "2 KEY VALUE, any number of times: what builds the scene, as sizes do, is set here; its macros, and hold 1, loop 1, level -6, preset NAME"],
          topics("scene", ("play", "begin, hold, loop, end", [
              ("start", "from the beginning, all gestures anew; what sounds fades before, within 23 ms"), ("stop", "fades out"),
              ("hold 1", "the gestures stay where they are, and what they hold sounds on under macros and controls; of a silent scene where they do most"),
              ("hold 0", "they go on from there"), ("loop 1", "it begins again whenever it ends"), ("loop 0", "it ends"),
              ("trigger 1", "the gestures begin again, what sounds rings on"), ("trigger 0", "what moves stops"), ("level -6", "dB, -60 to 12")]),
                 ("controls", "its parts and macros", [
                     ("bow.force 1.5", "CONTACT.force: normal force (N), 0 to 10000; 0 lifts"), ("bow.velocity 0.2", "CONTACT.velocity: m/s, -1000 to 1000"),
                     ("bow.position 0.1", "CONTACT.position, .position_a: where the bodies are touched"), ("d.finger 196", "STRING.finger: sounding pitch (Hz), 0 = open"),
                     ("print", "lists them all, and macros (speed, pressure ...) with their ranges"),
                     (None, "MACRO VALUE: several macros may follow one number, as of a sensor: [pd sensor].")]),
                 ("presets", "names of sounds", [("presets", "values of its macros by name: the names"), (None, "preset NAME takes one, as plugins have them."),
                                                 ("scenes", "the names of all that are built in")]),
                 ("keys", "things under keys", [
                     (None, "note 60 80, note 60 0: KEY VELOCITY and a channel. Of glass-harmonica, bowed-vibraphone, singing-bowls and saw each key has a body of "
                            "its own, in tune; of every other effect a key plays a take of the gesture, an octave larger or smaller at most: velocity is effort, held it "
                            "stays where it does most, let go it goes on to its end."),
                     (None, "bend 1, aftertouch 0.5, control 64 127, midi 144 60 90, quiet: as in [rosin.cello~]. A macro that is called so is still the macro (bend "
                            "of the saw): then bends come by midi. See fx-keys.")]),
                 DRIVEN,
                 ("state", "settings and files", [("print", "what is loaded, and how it is doing"), ("dump", "settings, as messages that set them"), ("get level", "one of them"),
                                                  ("write door.txt", "all its values as text, as plugins keep them"), ("read door.txt", "and back"),
                                                  (None, "A scene file may be one that rosin match has made of a recording: [rosin.scene~ mine.cfg]."),
                                                  (None, "Latency: none. A silent scene starts with the block after its message.")])))
    p.save("help/rosin.scene~-help.pd")


def help_cello():
    p = Patch(WIDTH, 640)
    header(p, "rosin.cello~", "a bowed instrument with a player")
    p.text(14, 50, "A cello, viola, violin or double bass, and somebody who plays it: notes choose string and finger, "
                   "the player bows them, listens, and keeps the finger in tune and the force within what sings.", 92)
    go = start(p, 20, 110, "play_a_note_(turns_DSP_on)")
    times, key = p.obj(20, 172, "* 90"), p.msg(20, 196, "note 52 $1")
    p.wire(go, times, key, p.obj(20, 220, "s $0-cello"))
    cello = p.obj(20, 526, "rosin.cello~ cello")
    stairs(p, 20, 250, ["note 57 80, note 64 80", "note 57 0, note 64 0", "bend 0.5", "aftertouch 0.4", "control 1 100",
                        "quiet", "hear", "dump", "print"], cello, 20, 500, "cello")
    for y, words in ((250, "a double stop"), (275, "and its end"), (300, "semitones"), (325, "louder"),
                     (350, "denser"), (375, "lift the bow"), (400, "what it hears")):
        p.text(230, y, words, 20)
    dials(p, 414, 128, (("assist: 1 = force is kept to what plays", "assist $1", 0, 1, 1), ("dynamics", "dynamics $1", 0, 1, 0.55),
                        ("pressure", "pressure $1", 0, 1, 0.5), ("position (1: as usual)", "position $1", 0.3, 3, 1),
                        ("vibrato (cents)", "vibrato $1", 0, 100, 12)), cello, 190, 500, "control")
    stroke = p.obj(414, 424, "hradio 18 1 0 11 empty empty articulation 0 -9 0 11 #f4f0e4 #000000 #000000 0")
    p.wire(stroke, p.msg(414, 450, "articulation $1"), p.obj(414, 476, "s $0-control"))
    p.text(550, 450, "detache, legato, martele, spiccato, tremolo, flautando, scratch, pizzicato, col legno, harmonic, left-hand pizzicato", 28)
    says = p.obj(300, 551, "print cello")
    p.wire((cello, 2), says)
    out(p, 20, 575, cello, (cello, 1), db=-6)
    footer(p, 622, ["rosin.scene~", "rosin.string~"], ["cello-pad", "cello-midi", "cello-osc", "cello-polyphony"], "a bowed instrument with a player",
           "signal physical_modeling instrument bowed MIDI")
    groups = {}
    for r in table("rosin_player_parameters"):
        groups.setdefault((r.group or b"Player").decode(), []).append(told(r))
    named = {"Articulation": "how notes begin and end", "Bow": "what the right hand does", "Vibrato": "and how it comes", "Left hand": "fingers",
             "Tuning": "which A", "Player": "who plays"}
    panel(p, ["1 list: KEY VELOCITY CHANNEL, as [notein] gives them; messages", "2 signal, with the argument input: what drives it"], ["1, 2 signals: left, right", "3 settings, what is heard"], [],
          ["1 cello (default), viola, violin, double-bass, or a scene file that has an instrument", "2 KEY VALUE ...: what builds it, as d.frequency 140 (scordatura), "
           "bridge.modes.1.mass 0.023 (a mute), and all its messages of one value: vibrato 20, preset NAME"],
          topics("cello", ("notes", "keys, bends, controllers", [
              ("note 57 80", "KEY VELOCITY, and a channel: channels are voices; a note before the last has ended is slurred"), ("note 57 0", "its end"),
              ("bend 0.5", "semitones, -96 to 96"), ("aftertouch 0.4", "0 to 1, adds to the dynamics"), ("control 1 100", "a MIDI controller, 0 to 127"),
              ("midi 144 60 90", "raw bytes as of [midiin], MPE too"), ("midi 128 60 0", "and off"), ("quiet", "all notes off, bow lifted"), ("scale", "equal temperament; scale FILE: intonation, in Scala's .scl format")]),
                 ("by-hand", "the bow in your hand", [
                     ("pad 0.8 0.5 1", "X Y HELD of a [rosin.pad], at rest in the middle"), ("pad 0.5 0.5 0", "let go"), ("bow 1 0.2 0.5", "the same in m/s (-2 to 2) and 0 to 1; notes then only finger"),
                     ("bow 0 0 0", "lifted"), ("hear", "hear STRING HZ MEANT: what the player hears")]),
                 *((name.lower().replace(" ", "-"), named[name], rows) for name, rows in groups.items()),
                 DRIVEN,
                 ("state", "presets, settings, files", [("presets", "settings by name: the names"), (None, "preset NAME takes one."), ("print", "how it is doing"), ("dump", "settings, as messages that set them"),
                                                        ("get vibrato", "one of them"), ("write cello.txt", "all settings as text"), ("read cello.txt", "and back"), ("reset", "as it was made"),
                                                        (None, "Latency: none: what a message says is heard with the block after it. Changing the sample rate or block size ends what sounds; settings stay.")])))
    p.save("help/rosin.cello~-help.pd")


def help_pad():
    p = Patch(WIDTH, 560)
    header(p, "rosin.pad", "press and drag, letting go lifts the bow")
    p.text(14, 50, "Says where it is held: right is a faster bow, up a heavier one. Green is where "
                   "what is bowed sings, as its contact says; the word above is what it does.", 92)
    pad = p.obj(30, 124, "rosin.pad 220 180 0.3 3")
    p.wire(p.obj(30, 96, "r $0-hand"), pad)
    for i, (at, name) in enumerate(((30, "x"), (98, "y"), (166, "held"), (236, "z"))):
        p.wire((pad, i), p.number(at, 334, 5), p.obj(at, 362, f"s $0-{name}"))
    go = start(p, 300, 96, "a hand that bows (turns DSP on)")
    choose = p.obj(300, 160, "sel 1 0")
    p.wire(go, choose)
    for outlet, at, text in ((0, 300, "list 0.12 1.2, hold 1"), (1, 470, "hold 0"), (None, 560, "set 0.15 1.5")):
        message = p.msg(at, 188, text)
        p.wire(message, p.obj(at, 212, "s $0-hand"))
        if outlet is not None:
            p.wire((choose, outlet), message)
    p.text(560, 160, "set: in silence", 20)
    watched(p, 620, 256, go)
    p.wire(p.msg(30, 402, "dark 1, trace 1"), p.obj(30, 430, "s $0-hand"))
    p.wire(p.msg(160, 402, "dark 0, trace 0"), p.obj(160, 430, "s $0-hand"))
    bow, string = pad_bow(p, 300, 256, "padded")
    p.wire(p.obj(560, 366, "r $0-z"), p.obj(560, 392, "expr 0.05 + 0.16 * $f1"), (bow, 2))
    p.text(620, 366, "pressure: its place", 20)
    out(p, 520, 540, string)
    footer(p, 590, ["rosin.friction~", "rosin.string~"], ["bow-pad", "cello-pad"], "two-dimensional pad", "GUI control")
    panel(p, ["1 list X Y: as if held there; messages"], ["1 x, 0 (left) to 1 or FASTEST", "2 y, 0 (bottom) to 1 or MOST; comes first", "3 1 when pressed, 0 when let go", "4 pressure, 0 to 1, 0.5 at first"], [],
          ["1, 2 width, height: pixels, 20 to 2000 (default 200, and as high as wide)", "3, 4 FASTEST (m/s), MOST (N): of the axes; 0, shares of 1, at first",
           "5, 6 SEND, RECEIVE: names; '-' or nothing: none"],
          topics("hand", ("messages", "a hand by program", [("list 0.1 1.2", "as if held there"), ("set 0.15 1.5", "the same, in silence"),
                                                            ("hold 1", "as if pressed"), ("hold 0", "as if let go"), ("pressure 0.8", "a pen's or a finger's, 0 to 1; the mouse has one too: press with Shift, and drag up and down"), ("dump", "where it is, said again"), ("print", "the same in words, in Pd's window"),
                                                            ("send bow", "x y held pressure to [r bow], too; send -: no more"), ("receive pad", "messages from [s pad]; receive -: no more")]),
                 ("looks", "what it shows", [("size 300 200", "pixels; or drag its corner, selected in edit mode"), ("axes 0.3 3", "m/s and N, up to which it goes; also arguments"), ("axes 0 0", "shares of 1"),
                                             ("region 0.1 0.4 1.5 0.2 0.8 4", "SPEED LEAST GREATEST ...: where it sings, m/s and N"), ("region", "nowhere"),
                                             (None, "[rosin.friction~] says both when it is asked: region 0.3 (up to that speed, m/s)."),
                                             ("regime sings", "what it does: slides, twice, creaks, sticks, rests"), ("dark 1", "on dark ground; dark 0: on light"), ("trace 1", "where the hand has been; trace 0: not")])))
    p.save("help/rosin.pad-help.pd")
