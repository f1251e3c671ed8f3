# SPDX-License-Identifier: BSD-3-Clause
"""Examples of instruments with a player."""
from draw import Patch
from page import title
from parts import out, remote, start


def settled():
    """Whole keys on which a finger stays: those it only passes within 25 ms would be taken for a chord."""
    p = Patch(300, 260, "settled", (300, 200))
    whole, new, keep = p.obj(20, 48, "int"), p.obj(20, 76, "change"), p.obj(20, 104, "t b f")
    wait, key = p.obj(20, 150, "delay 30"), p.obj(200, 180, "f")
    p.wire(p.obj(20, 20, "inlet"), whole, new, keep, wait, key, p.obj(200, 208, "outlet"))
    p.wire((keep, 1), (key, 1))
    return p


def cello_pad():
    p = Patch(700, 570)
    title(p, "cello-pad", "The bow of a cello in your hand: the middle of the pad is a bow at rest, right and left its two "
                          "ways, up presses; letting go lifts it. The keys below finger.")
    pad = p.obj(30, 110, "rosin.pad 300 220")
    go = p.toggle(360, 110, "let_the_patch_bow_(turns_DSP_on)", "rosin-start")
    inside = Patch(420, 220, "hand", (300, 200))
    came, t, dsp = inside.obj(20, 20, "inlet"), inside.obj(20, 48, "t f b"), inside.msg(200, 72, "; pd dsp 1")
    choose, on, off = inside.obj(20, 90, "sel 1 0"), inside.msg(20, 120, "list 0.62 0.5, hold 1"), inside.msg(220, 120, "hold 0")
    left = inside.obj(20, 170, "outlet")
    inside.wire(came, t, choose, on, left)
    inside.wire((t, 1), dsp)
    inside.wire((choose, 1), off, left)
    own = p.sub(360, 150, inside)
    p.wire(go, own, p.obj(360, 176, "s $0-bow-hand"))
    p.wire(p.obj(30, 88, "r $0-bow-hand"), pad)
    pack, held, say = p.obj(30, 366, "pack f f f"), p.obj(240, 340, "t b f"), p.msg(30, 392, "pad $1 $2 $3")
    p.wire(pad, pack, say)
    p.wire((pad, 1), (pack, 1))
    p.wire((pad, 2), held)
    p.wire((held, 1), (pack, 2))
    p.wire(held, pack)
    cello = p.obj(30, 440, "rosin.cello~ cello c.frequency 65.28 g.frequency 97.79 a.frequency 219.8")
    p.text(240, 526, "tuned with the bow: plucked, lower", 36)
    p.wire(say, cello)
    assist, m = p.slider(360, 222, 0, 1, "assist (0: your own force)", 1), p.msg(494, 246, "assist $1")
    p.wire(assist, m)
    keys = p.slider(360, 306, 36, 76, "finger: MIDI key 36 to 76", 36, width=240, init=0)
    whole, note = p.sub(606, 340, settled()), p.msg(560, 382, "note $1 100")
    p.wire(keys, whole, note)
    lift = p.msg(360, 382, "quiet")
    p.text(410, 382, "fingers up", 20)
    remote(p, ((494, 246, m), (560, 382, note), (360, 382, lift)), cello, 140, 416, "hand")
    out(p, 30, 490, cello, (cello, 1), db=-6)
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
    times, pack = p.obj(20, 174, "* 90"), p.obj(20, 222, "oscformat -f ff cello note")
    first = p.msg(20, 198, "57 $1")
    p.wire(go, times, first, pack)
    prep, trim, net = p.obj(20, 246, "list prepend send"), p.obj(20, 270, "list trim"), p.obj(20, 294, "netsend -u -b")
    p.wire(pack, prep, trim, net)
    lb, connect = p.obj(300, 180, "loadbang"), p.msg(300, 208, "connect 127.0.0.1 9002")
    p.wire(lb, connect, net)
    p.text(300, 110, "sends to itself: a stand-in for a tablet or a phone", 30)
    get, parse = p.obj(20, 340, "netreceive -u -b 9002 127.0.0.1"), p.obj(20, 368, "oscparse")
    trim, which = p.obj(20, 392, "list trim"), p.obj(20, 416, "route cello")
    p.wire(get, parse, trim, which)
    cello = p.obj(20, 442, "rosin.cello~ cello")
    p.wire(which, cello)
    p.text(300, 368, "an address's last word is the message", 40)
    out(p, 20, 476, cello, (cello, 1), db=-6)
    p.save("pd/cello-osc.pd")


def cello_duo():
    p = Patch(960, 620)
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
    end = p.msg(150, 208, "quiet")
    p.wire(stop, end, p.obj(220, 232, "s $0-cello"))
    p.wire(end, p.obj(320, 232, "s $0-violin"))
    both = out(p, 20, 562, cello, (cello, 1), db=-9)
    for side in (0, 1):
        softer = p.obj(400 + 80 * side, 514, "*~ 0.7")
        p.wire((violin, side), softer, (both, side))
    p.save("pd/cello-polyphony.pd")
