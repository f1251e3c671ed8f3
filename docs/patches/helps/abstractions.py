# SPDX-License-Identifier: BSD-3-Clause
"""Helps of the abstractions that go with rosin's objects."""
from draw import Patch
from page import WIDTH, footer, header, panel, topics
from parts import dials, out, stairs, start, while_on

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


def help_motion():
    p = Patch(WIDTH, 620)
    header(p, "rosin.motion~", "a string or a body as it moves, and the friction loop")
    p.text(14, 50, "It finds a body by its name and draws it, a moment of it some hundred times slower, again and again; and the force of "
                   "friction over the velocity of what rubs. All of Pd's own objects: it shows in every Pd.", 92)
    go = start(p, 20, 110, "bow and look (turns DSP on)")
    speed = p.slider(290, 128, 0.02, 0.4, "speed (m/s)", 0.1)
    message = p.msg(20, 226, "bow $1")
    p.wire(go, p.obj(90, 170, "s $0-set"))
    p.wire(while_on(p, 20, 200, go, speed), message, p.obj(20, 250, "s $0-bow"))
    bow = p.obj(20, 306, "rosin.friction~ - $0-seen rosined-hair")
    dials(p, 290, 196, (("pressure", "pressure $1", 0, 1, 0.5), ("place", "position $1", 0.05, 0.4, 0.13)), bow, 20, 282, "bow")
    p.wire(bow, p.obj(20, 330, "s~ $0-force"))
    p.wire((bow, 1), p.obj(150, 330, "s~ $0-speed"))
    view = p.obj(20, 388, "rosin.motion~ $0-seen 147")
    p.wire(p.obj(240, 360, "r~ $0-force"), (view, 1))
    p.wire(p.obj(370, 360, "r~ $0-speed"), (view, 2))
    stairs(p, 620, 112, ["1", "0", "slow 4", "slow 16", "slow 64"], view, 20, 360)
    string = p.raw("#X obj 490 350 rosin.string~ \\$0-seen 1 frequency 147 t60 6, f 34;")
    out(p, 490, 420, string)
    p.text(500, 490, "the bow's corner goes round the string once a period", 30)
    footer(p, 576, ["rosin.friction~", "rosin.string~", "rosin.modal~"], ["hysteresis", "learn-02-where-it-sings"], "draw a body as it moves, and the friction loop",
           "GUI scope string friction")
    panel(p, ["1 float: on (1), off (0); messages", "2 signal: friction force", "3 signal: velocity of what rubs"], [], [],
          ["1 NAME of a string or body; or none, and name NAME", "2 HZ: pitch of a string; 0 or none: another body"],
          topics("set", ("messages", "on, slower, another pitch", [
              ("1", "keep a moment and show it, again and again"), ("0", "stand still"), ("slow 4", "so many samples from a frame to the next, 25 a second"), ("slow 16", "as at first"),
              ("pitch 147", "Hz that the string sounds at"), ("name d", "another body"),
              (None, "25 contacts that never press hear the body at as many places: what it sounds like does not change, but for the last digits. Of a string "
                     "they hear the half towards the bridge; the other half does the same half a period later, turned over, as on every string that ends firmly. "
                     "So it wants to know the pitch; above some 600 Hz what is near the middle is drawn flat.")])))
    p.save("help/rosin.motion~-help.pd")


def help_section():
    p = Patch(WIDTH, 560)
    header(p, "rosin.section~", "strings abreast: a section")
    p.text(14, 50, "So many strings, each with a bow that finds what sings, a little off the others in pitch, speed and time, and a seat "
                   "from left to right. What one string is told, all are told.", 92)
    go = start(p, 20, 110, "bow (turns DSP on)")
    speed = p.slider(290, 128, 0.05, 0.4, "speed (m/s)", 0.15)
    message = p.msg(20, 206, "bow $1")
    p.wire(while_on(p, 20, 180, go, speed), message, p.obj(20, 230, "s $0-set"))
    section = p.obj(20, 320, "rosin.section~ 6 196 12")
    stairs(p, 520, 112, ["note 55", "note 59", "note 62", "pressure 0.9", "pressure 0.2", "pressure 0.5", "bow -0.2", "bow 0"], section, 20, 290)
    out(p, 20, 370, section, (section, 1))
    p.text(240, 360, "6 players on strings of 196 Hz, within 12 cents", 40)
    footer(p, 470, ["rosin.string~", "rosin.friction~", "rosin.cello~"], ["polyphony", "learn-01-one-string"], "a section of bowed strings",
           "signal physical_modeling bowed ensemble")
    panel(p, ["1 messages to all"], ["1, 2 signals: left, right"], [], ["1 PLAYERS: how many (6 if none)", "2 HZ: of the open strings (196 if none)", "3 CENTS within which they are (12 if no HZ is given)"],
          topics("set", ("messages", "what all are told", [
              ("bow 0.15", "m/s; each 10 % slower to 10 % faster, within 60 ms; 0 lifts"), ("bow 0", "and they ring"), ("note 62", "a MIDI pitch, each a little off"),
              ("width 0.3", "1: from left to right, as at first; 0: all in the middle"), ("pan -0.5", "-1: all at the left; 0: as at first; 1: all at the right"),
              ("pressure 0.8", "and all else that a [rosin.friction~] is told")])))
    p.save("help/rosin.section~-help.pd")


def keyboard():
    """What comes from MIDI, as messages of rosin.voice~."""
    p = Patch(620, 280, "from-a-keyboard", (200, 120))
    p.text(20, 8, "What a keyboard says, as messages of [rosin.voice~] and [rosin.cello~], with the channel last. A bend spans 48 semitones, as MPE "
                  "has it: 8192 / 48 is 170.67; write 4096 where it spans 2.", 82)
    for x, name, scale, outlets, message in ((20, "notein", (), 3, "note $1 $2 $3"), (170, "bendin", ("- 8192", "/ 170.67"), 2, "bend $1 $2"),
                                             (310, "touchin", ("/ 127",), 2, "aftertouch $1 $2"), (470, "ctlin", (), 3, "control $2 $1 $3")):
        came = p.obj(x + (30 if scale else 0), 70, name)
        both = p.obj(x, 162, "pack" + " f" * outlets)
        p.wire(came, *(p.obj(x, 104 + 26 * i, text) for i, text in enumerate(scale)), both, p.msg(x, 190, message), p.obj(x, 220, "s $0-set"))
        for i in range(1, outlets):
            p.wire((came, i), (both, i))
    return p


def help_voice():
    p = Patch(WIDTH, 560)
    header(p, "rosin.voice~", "bowed strings under a keyboard's keys")
    p.text(14, 50, "As many strings as voices, each with a bow that finds what sings. A key takes a string that rests, else the one that has "
                   "sounded longest. With channels, each key has a bend, a touch and a slide of its own (MPE).", 92)
    go = start(p, 20, 110, "two keys (turns DSP on)")
    beat = p.obj(20, 180, "sel 1 0")
    p.wire(go, beat)
    down, up = p.msg(20, 206, "note 50 80 2, note 57 80 3"), p.msg(240, 206, "note 50 0 2, note 57 0 3")
    p.wire(beat, down, p.obj(20, 230, "s $0-set"))
    p.wire((beat, 1), up, p.obj(240, 230, "s $0-set"))
    voices = p.obj(20, 400, "rosin.voice~ 6")
    dials(p, 20, 284, (("bend of the second key", "bend $1 3", -2, 2, 0, 0), ("its touch", "aftertouch $1 3", 0, 1, 0, 0)), voices, 150, 374, "own")
    stairs(p, 480, 112, ["note 45 100", "note 45 0", "60 60", "60 0", "control 64 127", "control 64 0", "string t60 1", "hand preset chalk", "hand preset rosined-hair", "stop"], voices, 20, 374)
    p.sub(500, 400, keyboard())
    p.text(500, 424, "how [notein] and others speak to it", 36)
    out(p, 20, 430, voices)
    footer(p, 490, ["rosin.string~", "rosin.friction~", "rosin.cello~"], ["polyphony", "midi", "learn-03-a-tune"], "bowed strings under keys, with MPE",
           "signal physical_modeling bowed polyphony MIDI MPE")
    panel(p, ["1 lists KEY VELOCITY CHANNEL, messages"], ["1 signal: all strings", "2 list VOICE KEY VELOCITY: which string a key has"], [],
          ["1 VOICES: how many strings (1 if none)", "2 HZ: the open string, the lowest pitch (65.41 if none); keys go four octaves up from there"],
          topics("set", ("keys", "keys, bends, controllers", [
              ("note 57 80", "KEY VELOCITY and a channel: the bow goes at 4 to 24 cm/s; velocity 0 lifts it, and the string rings"), ("57 80 2", "the same as a list, on channel 2"),
              ("bend 0.5 2", "semitones, of the keys of that channel; of channel 1, or none, of all"), ("aftertouch 0.8 2", "0 to 1: faster and denser"),
              ("control 74 127 2", "a slide: towards the bridge; 64 is the middle"), ("control 64 127", "the pedal: bows go on until it is up"), ("control 123 0", "all keys up"),
              ("stop", "the same"),
              (None, "A key that finds all strings taken steals the oldest: its bow goes on, the finger moves within 10 ms.")]),
                 ("all", "what all strings and bows are told", [
                     ("string t60 0.5", "and all else that a [rosin.string~] is told"), ("hand pressure 0.8", "and all else that a [rosin.friction~] is told, until the next key"),
                     ("hand preset chalk", "another surface"), ("glide 200", "ms from pitch to pitch (10 at first)")])))
    p.save("help/rosin.voice~-help.pd")


def help_osc():
    p = Patch(WIDTH, 560)
    header(p, "rosin.osc", "a phone, smoothed")
    p.text(14, 50, "Takes OSC over UDP. A message is named by the last word of its address (/phone/accelerometer X Y Z: accelerometer). Three "
                   "numbers of the one called WORD come as smooth signals. Here the patch stands in for the phone.", 92)
    go = start(p, 20, 110, "a phone that swings (turns DSP on)")
    beat, swing, scaled = p.obj(20, 176, "metro 100"), p.obj(20, 202, "random 100"), p.obj(20, 228, "/ 800")
    p.wire(go, beat, swing, scaled, p.obj(20, 254, "oscformat phone accelerometer"), p.obj(20, 280, "s $0-set"))
    phone = p.obj(20, 340, "rosin.osc 9010 accelerometer 200")
    stairs(p, 420, 130, ["smooth 500", "smooth 50", "listen 9011"], phone, 20, 314)
    p.wire((phone, 3), p.obj(300, 360, "route accelerometer"), p.number(300, 386))
    bow = p.obj(20, 410, "rosin.friction~ - $0-string rosined-hair bow 0")
    p.wire(phone, bow)
    string = p.obj(20, 444, "rosin.string~ $0-string 1 frequency 147")
    out(p, 20, 476, string)
    footer(p, 530, ["rosin.gesture", "rosin.cello~"], ["osc", "cello-osc"], "a phone by OSC, smoothed", "control OSC network sensor phone")
    panel(p, ["1 list: bytes of an OSC packet that came another way; messages"],
          ["1, 2, 3 signals: three numbers of WORD, smoothed", "4 each message, named by its last word: for a [rosin.cello~], a [route]"], [],
          ["1 PORT (default 9000)", "2 WORD: the last of an address", "3 MS of smoothing (default 50)"],
          topics("set", ("messages", "port, smoothing, and what a phone says", [
              ("smooth 200", "ms"), ("listen 9000", "at another UDP port"),
              (None, "On the phone: the address of this computer, and the port. Whoever is in the same network may send."),
              (None, "Words among the numbers are taken for parts of the address."),
              (None, "What takes messages and no signals, as [rosin.section~], goes behind the right outlet: [route accelerometer], [unpack f f f], [* 0.02], then "
                     "bow $1, and pan $1 behind another of the three.")])))
    p.save("help/rosin.osc-help.pd")
