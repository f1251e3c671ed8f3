# SPDX-License-Identifier: BSD-3-Clause
"""Ten pieces to learn from, each one screen: from one string to a ship in a storm."""
from draw import Patch
from page import doors, header
from parts import dials, out, start, stairs, while_on

LESSONS = (("one-string", "one string"), ("where-it-sings", "where it sings"), ("a-tune", "a tune"), ("a-glass", "a glass"),
           ("matter", "matter and size"), ("two-that-rub", "two that rub"), ("what-knocks", "what knocks"), ("one-bridge", "strings on one bridge"),
           ("a-nervous-hand", "a nervous hand"), ("a-ship-in-a-storm", "a ship in a storm"))
WIDTH = 760


def file(number):
    return f"learn-{number:02d}-{LESSONS[number - 1][0]}"


def begin(number, words):
    p = Patch(WIDTH, 500)
    header(p, f"{number}: {LESSONS[number - 1][1]}", "")
    p.text(14, 50, words, 102)
    return p


def end(p, number, y, tries):
    """What to try, the lesson before and the next; the file."""
    p.text(14, y, f"Try: {tries}", 102)
    y += 15 * (1 + len(f"Try: {tries}") // 100) + 12
    p.obj(3, y, f"cnv 1 {WIDTH - 23} 1 empty empty empty 8 12 0 13 #000000 #000000 0")
    near = [n for n in (number - 1, number + 1) if 1 <= n <= len(LESSONS)]
    for i, n in enumerate(near):
        p.opens(20 + 240 * i, y + 12, f"$0-see-{i}", f"{n}: {LESSONS[n - 1][1]}")
    p.opens(20 + 240 * len(near), y + 12, f"$0-see-{len(near)}", "index of all")
    p.sub(WIDTH - 90, y + 12, doors([file(n) + ".pd" for n in near] + ["rosin-index.pd"]))
    p.head = p.head.replace(f" {WIDTH} 500 ", f" {WIDTH} {y + 52} ")
    p.save(f"pd/{file(number)}.pd")


def bows(p, x, y, go, speed):
    """[bow SPEED( while the toggle is on, [bow 0( when it goes off."""
    times, message = p.obj(x, y, f"* {speed}"), p.msg(x, y + 26, "bow $1")
    p.wire(go, times, message)
    return message


def dialled(p, go, speed, low, high, bow, rx, ry, more=()):
    """A slider of its speed, with force while the toggle is on, and others; all reach the bow by [r $0-set]."""
    value = p.slider(330, 128, low, high, "speed (m/s)", speed)
    message = p.msg(20, 206, "bow $1")
    p.wire(while_on(p, 20, 180, go, value), message, p.obj(20, 230, "s $0-set"))
    dials(p, 330, 178, more, bow, rx, ry)


def one_string():
    p = begin(1, "A string has a name; a bow finds it by that name, with no cord between. '-' is the hand. It presses as hard as "
                 "this string wants at this speed. Off lifts the bow, and the string rings.")
    go = start(p, 20, 110, "bow (turns DSP on)")
    bow = p.obj(20, 260, "rosin.friction~ - $0-one rosined-hair")
    p.wire(bows(p, 20, 180, go, 0.1), bow)
    stairs(p, 360, 112, ["bow 0.2", "bow -0.2", "bow 0"], bow, 120, 232)
    string = p.obj(20, 310, "rosin.string~ $0-one 1 frequency 147")
    pluck = p.msg(400, 250, "pluck")
    p.wire(pluck, p.obj(400, 276, "s $0-pluck"))
    p.wire(p.obj(140, 284, "r $0-pluck"), string)
    out(p, 20, 350, string)
    p.text(330, 312, "147 Hz: the D of a cello", 30)
    end(p, 1, 412, "another frequency in the string's box; pluck it; right-click any box and choose Help.")


def where_it_sings():
    p = begin(2, "How fast, how dense, where: a bow sings in the middle of what is possible. Near the bridge and slow it wants more "
                 "force, by the fingerboard less. When it does not sing, Pd's window says what it does instead.")
    go = start(p, 20, 110, "bow (turns DSP on)")
    bow = p.obj(20, 320, "rosin.friction~ - $0-where rosined-hair")
    dialled(p, go, 0.12, 0.02, 0.5, bow, 20, 290, (("pressure: light to heavy", "pressure $1", 0, 1, 0.5), ("place: from the bridge", "position $1", 0.04, 0.3, 0.13)))
    asks, says = p.msg(140, 250, "print"), p.msg(210, 250, "sings")
    p.wire(asks, p.obj(140, 276, "s $0-set"))
    p.wire(says, p.obj(210, 276, "s $0-set"))
    shown = p.obj(330, 350, "print forces")
    p.wire((bow, 3), shown)
    string = p.obj(20, 380, "rosin.string~ $0-where 1 frequency 147")
    out(p, 20, 420, string)
    end(p, 2, 482, "0.02 m/s at 0.2; pressure 0 and 1; [sings( answers with the least and the greatest force (N); [law coulomb( in a message.")


def a_tune():
    p = begin(3, "Notes are fingers: [note 62( stops the string there. The bow turns with each of them; how it turns is its own "
                 "affair. Eight notes go round and round.")
    go = start(p, 20, 110, "play (turns DSP on)")
    beat, count = p.obj(20, 176, "metro 420"), p.obj(20, 204, "f")
    plus, wrap = p.obj(80, 204, "+ 1"), p.obj(130, 204, "% 8")
    p.wire(go, beat, count)
    p.wire(count, plus, wrap, (count, 1))
    both = p.obj(20, 236, "t f f")
    p.wire(count, both)
    notes, note = p.obj(20, 300, "tabread $0-tune"), p.msg(20, 328, "note $1")
    p.wire(both, notes, note)
    turn, message = p.obj(200, 268, "expr 0.14 - 0.28 * (int($f1) % 2)"), p.msg(200, 296, "bow $1")
    p.wire((both, 1), turn, message)
    off, lift = p.obj(300, 176, "sel 0"), p.msg(300, 204, "bow 0")
    p.wire(go, off, lift)
    for m, x, y in ((message, 200, 322), (lift, 300, 230)):
        p.wire(m, p.obj(x, y, "s $0-bow"))
    p.raw("#N canvas 0 0 450 300 (subpatch) 0;\n#X array $0-tune 8 float 3;\n#A 0 50 57 53 52 50 48 49 45;\n"
                 "#X coords 0 60 8 40 200 90 1 0 0;\n#X restore 480 130 graph;")
    p.text(480, 226, "draw another tune", 24)
    p.text(480, 246, "MIDI pitches, 40 to 60", 28)
    bow = p.obj(20, 396, "rosin.friction~ - $0-tuned rosined-hair")
    p.wire(p.obj(100, 370, "r $0-bow"), bow)
    string = p.obj(330, 396, "rosin.string~ $0-tuned 1 frequency 98")
    p.wire(note, p.obj(20, 354, "s $0-note"))
    p.wire(p.obj(330, 370, "r $0-note"), string)
    out(p, 330, 430, string)
    end(p, 3, 492, "[metro 200(, another speed in the expression, frequency 196 with notes an octave higher.")


def a_glass():
    p = begin(4, "A body out of matter: a wine glass. A wet finger is another law of friction, with all its numbers in one word. "
                 "The same message bows it: the finger finds what the rim wants.")
    go = start(p, 20, 110, "rub the rim (turns DSP on)")
    rub = p.obj(20, 290, "rosin.friction~ - $0-glass wet-glass")
    dialled(p, go, 0.15, 0.03, 0.4, rub, 20, 264, (("pressure", "pressure $1", 0, 1, 0.5),))
    glass = p.obj(20, 350, "rosin.modal~ $0-glass 1 shape wine-glass")
    stairs(p, 540, 266, ["fill 0.2", "fill 0.7", "strike"], glass, 300, 310, "glass")
    out(p, 20, 390, glass)
    end(p, 4, 452, "preset balloon, preset chalk (loud) to the contact; shape bowl, material brass to the body; more wine.")


def matter():
    p = begin(5, "Forms, materials, sizes: what a body is made of says where it sings. One bow for all of them; what is too light or "
                 "too stiff for it slides, and says so.")
    go = start(p, 20, 110, "bow (turns DSP on)")
    rub = p.obj(20, 280, "rosin.friction~ - $0-thing chalk")
    p.wire(bows(p, 20, 180, go, 0.2), rub)
    thing = p.obj(20, 350, "rosin.modal~ $0-thing 1 shape bar-free material brass length 0.25")
    stairs(p, 300, 112, ["length 0.4", "length 0.15", "material steel", "material oak", "material brass", "thickness 0.008", "strike"], thing, 200, 322, "thing")
    stairs(p, 530, 112, ["preset chalk", "preset wet-glass", "preset rope", "preset fingernail", "bow 0.05", "bow 0.3"], rub, 200, 252, "rub")
    out(p, 20, 390, thing)
    end(p, 5, 452, "shape tube, disc-free, plate-free, membrane, bell; [dump( to the body says all it is made of.")


def two_that_rub():
    p = begin(6, "A pin turns in the leaf of a door: two bodies and their contact, solved together. One sings, the other follows: the "
                 "leaf while the hand is slow, the pin when it is faster. The hand's velocity is added to that of A, the pin.")
    go = start(p, 20, 110, "swing the door (turns DSP on)")
    rub = p.obj(20, 290, "rosin.friction~ $0-pin $0-leaf fingernail")
    dialled(p, go, 0.1, 0.01, 0.2, rub, 20, 264, (("pressure", "pressure $1", 0, 1, 0.5),))
    pin = p.obj(20, 340, "rosin.modal~ $0-pin 1 frequencies 610 1720 3330 qs 20 30 30 masses 0.02")
    leaf = p.obj(20, 410, "rosin.modal~ $0-leaf 1 frequencies 125 250 395 790 1390 qs 12 15 25 30 40 masses 0.2 gain 3")
    p.wire(pin, p.obj(500, 386, "s~ $0-pin-heard"))
    out(p, 20, 476, leaf, p.obj(420, 446, "r~ $0-pin-heard"))
    p.text(330, 486, "left the leaf, right the pin", 40)
    end(p, 6, 530, "0.05 and 0.1 m/s; masses 0.5 to the leaf, masses 0.005 to the pin: who sings? preset rope, preset chalk; a drop of oil: mu_static 0.3.")


def what_knocks():
    p = begin(7, "Along the normal nothing rubs: it knocks. A ball of 1 g falls on a bar, four times a second; while it touches, "
                 "both are one system. Hard is bright.")
    go = start(p, 20, 110, "drop balls (turns DSP on)")
    beat, fall = p.obj(20, 176, "metro 500"), p.msg(20, 202, "reset, strike 0.25 0.001")
    p.wire(go, beat, fall)
    ball = p.obj(20, 236, "rosin.modal~ $0-drop 1 frequencies 0 t60s 0 masses 0.001")
    p.wire(fall, ball)
    knock = p.obj(20, 300, "rosin.impact~ $0-drop $0-bar stiffness 1e6 gap 0.002")
    stairs(p, 520, 112, ["stiffness 1e+08", "stiffness 1e+06", "stiffness 1e+04", "damping 2", "damping 0.2"], knock, 200, 270)
    bar = p.obj(20, 350, "rosin.modal~ $0-bar 1 shape bar-free material steel length 0.25 gain 12")
    stairs(p, 520, 300, ["length 0.2", "length 0.4"], bar, 340, 322, "bar")
    out(p, 20, 400, bar)
    end(p, 7, 462, "shape disc-free, shape bell, material oak to the bar; position 0.5 to the impact; masses 0.01 to the ball.")


def one_bridge():
    p = begin(8, "Three strings stand on one bridge, and the bridge on a box. Only the first is bowed: the others hear it through "
                 "the wood, and ring where they agree with it.")
    go = start(p, 20, 110, "bow the first (turns DSP on)")
    bow = p.obj(20, 240, "rosin.friction~ - $0-sa rosined-hair")
    p.wire(bows(p, 20, 180, go, 0.12), bow)
    first = p.obj(20, 290, "rosin.string~ $0-sa 1 frequency 110 impedance 0.7")
    stairs(p, 420, 112, ["note 45", "note 52", "note 57", "note 51"], first, 260, 262)
    for i, (name, hertz) in enumerate((("sb", 165), ("sc", 220))):
        p.obj(20 + 370 * i, 330, f"rosin.string~ $0-{name} 1 frequency {hertz} t60 6")
    for i, name in enumerate(("sa", "sb", "sc")):
        p.obj(20 + 230 * i, 370, f"rosin.bridge~ $0-{name} $0-body 0 0")
    body = p.obj(20, 412, "rosin.modal~ $0-body 1 frequencies 95 175 210 420 900 qs 20 masses 0.3 0.2 0.2 0.1 0.05 gain 12")
    out(p, 20, 460, body)
    end(p, 8, 522, "note 52 and 57 are theirs, 51 is nobody's: lift the bow after each and listen to what is left.")


def a_nervous_hand():
    p = begin(9, "A squeaking door in five boxes: a sensor, a gesture, a contact, a body, a volume. The sensor jitters, the gesture "
                 "makes a movement of it, and the bow's speed follows that.")
    go = start(p, 20, 110, "a jittery sensor (turns DSP on)")
    jitter = Patch(420, 300, "sensor", (300, 200))
    came, beat, dice, gone = jitter.obj(20, 20, "inlet"), jitter.obj(20, 48, "metro 120"), jitter.obj(20, 76, "random 1000"), jitter.obj(20, 180, "outlet")
    jitter.wire(came, beat, dice, jitter.obj(20, 104, "/ 1000"), gone)
    stopped, still = jitter.obj(160, 48, "sel 0"), jitter.msg(160, 76, "0")
    jitter.wire(came, stopped, still, gone)
    sensor = p.sub(20, 190, jitter)
    gesture = p.obj(20, 250, "rosin.gesture 0 0.15 200")
    rub = p.obj(20, 290, "rosin.friction~ - $0-door fingernail bow 0")
    p.wire(go, sensor, gesture, rub)
    door = p.obj(20, 330, "rosin.modal~ $0-door 1 frequencies 310 620 1390 2210 qs 15 25 40 40 masses 0.02 gain 2")
    out(p, 20, 390, door)
    stairs(p, 480, 112, ["record 1", "record 0", "play 1", "vary 0.7", "play 0", "smooth 30", "smooth 600"], gesture, 120, 222)
    end(p, 9, 452, "record three seconds of your own mouse or phone in place of [pd sensor], and let it go round, varied.")


def a_ship_in_a_storm():
    p = begin(10, "Timbers that rub in their joints, a rope round a post, wind: each is one contact and one body, and the swell moves "
                  "them all, each a little later. Nothing is a recording.")
    go = start(p, 20, 110, "put to sea (turns DSP on)")
    p.wire(go, p.obj(20, 176, "s $0-sails"))
    storm = p.slider(300, 128, 0, 1, "from a breeze to a storm", 0.6)
    p.wire(storm, p.obj(434, 156, "s $0-storm"))
    joints = (("left", "fingernail", "frequencies 190 410 780 1520 qs 12 18 25 30 masses 0.05 gain 1"),
              ("right", "hinge", "shape plate-hinged material oak gain 1.2"), ("right", "rope", "frequencies 88 143 230 395 qs 10 12 15 20 masses 0.3 gain 2"))
    for i, (side, law, body) in enumerate(joints):
        x = 20 + 250 * i
        wave, rub = p.obj(x, 226, f"r~ $0-swell{i}"), p.raw(f"#X obj {x} 252 rosin.friction~ - \\$0-t{i} {law} bow 0, f 30;")
        p.wire(wave, rub)
        timber = p.raw(f"#X obj {x} 304 rosin.modal~ \\$0-t{i} 1 {body}, f 30;")
        p.wire(timber, p.obj(x, 386, f"throw~ $0-{side}"))
    air, band, gust = p.obj(560, 112, "noise~"), p.obj(560, 140, "bp~ 500 2"), p.obj(560, 172, "*~")
    p.wire(air, band, gust, p.obj(560, 198, "throw~ $0-left"))
    p.wire(p.obj(640, 140, "r~ $0-wind"), (gust, 1))
    p.sub(300, 182, sea())
    left, right = p.obj(20, 430, "catch~ $0-left"), p.obj(206, 430, "catch~ $0-right")
    out(p, 20, 460, left, right)
    end(p, 10, 522, "presets of other joints (chalk, wet-cloth), heavier timbers (mass 2), a [rosin.morph] from calm to storm, a phone's tilt as the sea.")


def sea():
    """Three slow waves that are as high as the storm, each for a joint, and the wind's strength."""
    p = Patch(940, 364, "sea", (160, 100))
    p.text(20, 8, "Three slow swells, as high as the storm is strong, and the wind. Off: all is calm.", 100)
    wind, times, pack, line = p.obj(20, 40, "r $0-storm"), p.obj(20, 88, "*"), p.obj(20, 116, "pack f 800"), p.obj(20, 144, "line~")
    p.wire(wind, times, pack, line, p.obj(20, 172, "s~ $0-strength"))
    sails, order = p.obj(160, 40, "r $0-sails"), p.obj(160, 64, "t b f")
    p.wire(sails, order, times)
    p.wire((order, 1), (times, 1))
    for i, (a, b, depth) in enumerate(((0.23, 0.61, 0.16), (0.19, 0.53, 0.06), (0.31, 0.47, 0.14))):
        x = 20 + 230 * i
        one, two, both = p.obj(x, 214, f"osc~ {a}"), p.obj(x + 90, 214, f"osc~ {b}"), p.obj(x, 244, "+~")
        scaled, high = p.obj(x, 270, f"*~ {depth}"), p.obj(x, 300, "*~")
        p.wire(one, both, scaled, high, p.obj(x, 326, f"s~ $0-swell{i}"))
        p.wire(two, (both, 1))
        p.wire(p.obj(x + 80, 272, "r~ $0-strength"), (high, 1))
    gust, blows, least, whole = p.obj(710, 214, "osc~ 0.13"), p.obj(710, 240, "*~ 0.08"), p.obj(710, 266, "+~ 0.12"), p.obj(710, 300, "*~")
    p.wire(gust, blows, least, whole, p.obj(710, 326, "s~ $0-wind"))
    p.wire(p.obj(790, 272, "r~ $0-strength"), (whole, 1))
    return p


# every patch that lies beside the objects, but for abstractions, in words
SHELF = (("strings and bows", (("bow-pad", "a string under your mouse"), ("double-stops", "three strings on one bridge"), ("midi", "a string from a keyboard"),
                               ("polyphony", "strings from a keyboard"), ("osc", "a string from a phone"))),
         ("bodies", (("glass", "a wet finger on a rim"), ("squeak", "a hinge"), ("two-modal", "two bodies of modes"), ("hysteresis", "the friction loop drawn"),
                     ("presets", "settings as files"))),
         ("knocks", (("knock", "a hammer and a bell"), ("bounce", "a ball on a bar"), ("roll", "a ball that rolls"), ("bouncing-bow", "a bow that bounces"))),
         ("players and scenes", (("cello-pad", "a cello under your mouse"), ("cello-midi", "from a keyboard"), ("cello-osc", "from a phone"),
                              ("cello-polyphony", "in two voices"), ("fx-door", "a door"), ("fx-glass", "a glass"), ("fx-skid", "a tyre"),
                              ("fx-cuica", "a cuica"), ("fx-saw", "a saw"), ("fx-keys", "things under keys"), ("fx-driven", "a sound for a hand"))))
OBJECTS = (("rosin.string~", "a string"), ("rosin.modal~", "a body of modes or matter"), ("rosin.friction~", "what rubs"),
           ("rosin.impact~", "what knocks"), ("rosin.bridge~", "what is joined"), ("rosin.cello~", "a cello and its player"), ("rosin.scene~", "sounds with their gestures"),
           ("rosin.pad", "a square to bow on"), ("rosin.gesture", "a sensor's stream"), ("rosin.morph", "between two presets"), ("rosin.motion~", "how it moves"), ("rosin.section~", "strings abreast"),
           ("rosin.voice~", "strings under keys"),
           ("rosin.osc", "a phone"))


def index():
    """Everything there is, a click each."""
    p = Patch(1000, 690)
    header(p, "rosin-index", "all objects, ten lessons, all examples: click to open")
    files = []

    def column(x, y, title, rows, name):
        p.obj(x, y, f"cnv 3 220 3 empty empty {title.replace(' ', '_')} 4 12 0 13 #c8bfa8 #000000 0".replace("_", "\\ "))
        for i, row in enumerate(rows):
            p.opens(x, y + 24 + 24 * i, f"$0-see-{len(files)}", f"{row[0]}: {row[1]}")
            files.append(name(row[0]))
        return y + 24 * len(rows) + 40
    column(20, 54, "objects: their helps", OBJECTS, lambda name: f"{name}-help.pd")
    column(20, 416, "lessons", [(f"{i + 1}", words) for i, (_, words) in enumerate(LESSONS)], lambda n: file(int(n)) + ".pd")
    y = 54
    for title, rows in SHELF[:3]:
        y = column(360, y, title, rows, lambda name: f"{name}.pd")
    y = column(680, 54, *SHELF[3], lambda name: f"{name}.pd")
    y = column(680, y, "and first of all", [("start-here", "five sounds")], lambda name: f"{name}.pd")
    p.text(680, y, "A message to an object is explained on the page of its topic, in its help. [print( says how an object is doing, and why "
                   "it is silent.", 40)
    p.sub(900, 580, doors(files))
    p.save("pd/rosin-index.pd")


LESSONS_OF = (one_string, where_it_sings, a_tune, a_glass, matter, two_that_rub, what_knocks, one_bridge, a_nervous_hand, a_ship_in_a_storm)


def lessons():
    for lesson in LESSONS_OF:
        lesson()
    index()
