# SPDX-License-Identifier: BSD-3-Clause
"""Helps of what rubs and what knocks."""
from draw import Patch
from page import RUNS, STATE, WIDTH, contents, curve, footer, header, level, panel, told, topic, topics
from parts import BOW, SUPPLE, hand, out, stairs, start, while_on
from tables import law_summaries, laws, steady, surfaces, table


SINGS = ("It sings where friction falls as the hand gets faster: at some stribeck_velocity, and pressed enough. The faster, the louder. If it "
         "hisses or is silent, it wants another speed, more force, or stiffer bristles: sigma0 100000 for a bar of brass. preset wet-glass, "
         "chalk, wet-cloth and rubber-floor let a bar sing as they come, rosined-hair a string.")

TOGETHER = ("Of two bodies that rub one sings, the other follows softly at its pitch: hear both, and change who it is by their masses, t60s "
            "and weights at the contact (two-modal.pd). [print( says which sings first: a small pin in a big door does, and the door is silent. "
            "A hand that slides evenly for 2 s while nothing swings says so in Pd's window.")


def help_friction():
    p = Patch(WIDTH, 600)
    header(p, "rosin.friction~", "friction between two bodies, or a bow and one")
    p.text(14, 50, "A contact: where two named bodies rub. '-' stands for a hand that moves as it is told. "
                   "Solved without delay, every sample, together with all that it is joined to.", 92)
    go = start(p, 20, 110, "rub_(turns_DSP_on)")
    v = hand(p, 20, 180, go, 0.1)
    force = p.slider(180, 128, 0, 4, "normal_force_(N)", 1.1)
    place = p.slider(204, 222, 0.04, 0.4, "position", 0.13)
    gate = while_on(p, 110, 196, go, force)
    f = p.obj(20, 280, f"rosin.friction~ - $0-scraped {BOW}")
    stairs(p, 480, 112, ["bow 0.1", "pressure 0.9", "bow 0", "law lugre", "preset rosined-hair", "mu_static 0.8", "mu_static 0.4",
                         "dump", "print", "reset"], f, 100, 256)
    p.wire(v, f)
    p.wire(gate, (f, 1))
    p.wire(place, (f, 2))
    s = p.obj(20, 330, f"rosin.string~ $0-scraped 1 frequency 147 {SUPPLE}")
    out(p, 20, 365, s)
    shown = p.obj(366, 306, "print friction")
    p.wire((f, 3), shown)
    p.graph(390, 418, ["$0-help-force"], 600, -1, 1, 150, 70)
    p.graph(570, 418, ["$0-help-speed"], 600, -2, 2, 150, 70)
    p.text(390, 492, "friction force (N)")
    p.text(570, 492, "velocity (m/s)")
    seen = Patch(520, 200, "draw", (300, 200))
    force_in, speed_in = seen.obj(120, 20, "inlet~"), seen.obj(320, 20, "inlet~")
    on, beat, both = seen.obj(20, 48, "r $0-on"), seen.obj(20, 76, "metro 250"), seen.obj(20, 104, "t b b")
    w1, w2 = seen.obj(120, 150, "tabwrite~ $0-help-force"), seen.obj(320, 150, "tabwrite~ $0-help-speed")
    seen.wire(on, beat, both, w1)
    seen.wire((both, 1), w2)
    seen.wire(force_in, w1)
    seen.wire(speed_in, w2)
    draw = p.sub(100, 306, seen)
    p.wire(go, p.obj(110, 167, "s $0-on"))
    p.wire(f, draw)
    p.wire((f, 1), (draw, 1))
    footer(p, 520, ["rosin.string~", "rosin.modal~", "rosin.bridge~"], ["two-modal", "bow-pad", "squeak", "hysteresis", "presets"],
           "friction contact between named bodies", "signal physical_modeling friction bow")
    controls = {r.name.decode(): told(r) for r in table("rosin_contact_parameters")}
    panel(p, ["1 signal, float: velocity (m/s) of a hand ('-') or added to A's; messages", "2 signal, float: normal force (N); at first 0",
              "3 signal, float: where B is touched; of a string a share of what sounds, from the bridge; 0.13 at first"],
          ["1 signal: friction force (N), on B", "2 signal: relative velocity (m/s)", "3 signal: bristle deflection (m)", "4 settings, of dump and get"], [],
          ["1 A, 2 B: names of bodies, or '-', a hand", "3 LAW or SURFACE (default elastoplastic)", "4 KEY VALUE ...: any message of the topics"],
          topics("set", ("bow", "a hand that finds what sings", bowing()),
                 ("hand", "force and velocity of your own", [
                     ("force 1.1", "N, how hard it presses; takes a bow's force into your hand"), ("velocity 0.1", "m/s"), ("force 0", "lifted")] +
                  [controls[k] for k in controls if k not in ("velocity", "force", "position", "position_a")]),
                 ("places", "what rubs, and where", [
                     ("position 0.13", controls["position"][1]), ("position_a 0", controls["position_a"][1]), ("open_length 1", "1: places on strings are shares of the open length, wherever the finger is"),
                     told(table("rosin_contact_options")[0], 3), (None, "contacts: points side by side, each with its share and, of a modal body A, a strand of its own."),
                     (None, "position POINT: by its name. a NAME, b NAME: other bodies, '-' for a hand. load NAME: the force of that [rosin.impact~] "
                            "presses, in the same sample, in place of `force`.")]),
                 ("laws", "a page a law, its curve", contents("laws", "A law says which force belongs to a velocity. [law NAME( takes it, [print NAME( tells its parameters.",
                                                                          [(law, line, law_page(law, line)) for law, line in zip(laws(), law_summaries())])),
                 ("surfaces", "laws with all numbers", [(f"preset {name}", f"{line}; law {law}") for name, line, law in surfaces()] +
                  [("presets", "their names, out of the right outlet")]),
                 ("what-sings", "why it sings, or not", [(None, SINGS), (None, TOGETHER)]),
                 level("1: N, m/s, m"), STATE, RUNS))
    p.save("help/rosin.friction~-help.pd")


def bowing():
    """Sliders of a bow that keeps its force where what it touches sings."""
    p = topic("bow", "One message bows whatever it touches: it keeps the force where that sings at this speed, place and pitch, starts and turns as a "
                     "player does, and listens.", [
        ("bow 0.1", "m/s; also an argument. A velocity that moves at the left inlet leads it, from then on"), ("bow -0.1", "up-bow: it turns"),
        ("bow 0", "lifted: what it touches rings"), ("pressure 0.1", "0 light to 1 heavy, within what sings; speed and place change the tone by more; default 0.5"), ("pressure 0.5", "plain"), ("pressure 0.9", "heavy"),
        ("sings", "the forces (N) between which it looks, out of the right outlet"),
        ("region 0.3", "the same at 16 speeds up to that (m/s), and what it does (regime): for a [rosin.pad] at the right outlet"),
        ("print", "whether it sings, slides, slips twice, creaks or sticks"),
        ("force 1", "ends it: the force is yours, as is one at the second inlet")], "set")
    return p


def law_page(law, line):
    """A law's parameters, with messages that set them, and its force over steady velocities."""
    rows = table("rosin_law_parameters", law.encode())
    p = topic(law, line, [(f"law {law}", "take it; DSP and a hand must be on")] + [told(r) for r in rows], "set")
    velocities = [0.5 * i / 199 for i in range(200)]
    forces = steady(law, [max(v, 1e-4) for v in velocities])
    if max(forces) <= 1e-6:
        return p
    height = int(p.head.split()[5])
    top = 1.2 * max(forces)
    curve(p, 14, height + 4, f"$0-law-{law}", forces, 0, top, 300, 100)
    p.text(330, height + 10, f"its steady force under 1 N, from 0 to {top:.2g} N, over 0 to 0.5 m/s"
                             + ("" if not any(r.name == b"relaxation_length" or law.startswith(("pacejka", "burckhardt", "kiencke", "root")) for r in rows)
                                else ", rolling at 10 m/s"), 46)
    p.head = p.head.replace(f" {height} {law}", f" {height + 124} {law}")
    return p


def help_impact():
    p = Patch(WIDTH, 560)
    header(p, "rosin.impact~", "two bodies that knock, along the normal")
    p.text(14, 50, "A contact that only pushes: A moves towards B, touches, and is thrown back (Hunt and Crossley). "
                   "Bodies that fly freely have a mode of 0 Hz. Its force may press a [rosin.friction~].", 92)
    go = start(p, 20, 110, "throw it (turns DSP on)")
    throw = p.msg(20, 180, "reset, strike 0.2 0.005")
    p.wire(go, throw)
    hammer = p.obj(20, 210, "rosin.modal~ $0-mallet 1 frequencies 0 t60s 0 masses 0.005")
    p.wire(throw, hammer)
    touch = p.obj(20, 290, "rosin.impact~ $0-mallet $0-struck stiffness 1e6 gap 0.005")
    stairs(p, 480, 112, ["stiffness 1e+08", "stiffness 1e+05", "damping 0", "damping 2", "dump", "print"], touch, 20, 262)
    shown = p.obj(420, 330, "print impact")
    p.wire((touch, 3), shown)
    bar = p.obj(20, 370, "rosin.modal~ $0-struck 1 shape bar-free material aluminium length 0.3")
    out(p, 20, 420, bar)
    footer(p, 500, ["rosin.friction~", "rosin.modal~", "rosin.string~"], ["knock", "bounce", "roll", "bouncing-bow"],
           "impact of two named bodies", "signal physical_modeling impact bounce")
    controls = {r.name.decode(): told(r) for r in table("rosin_contact_parameters")}
    panel(p, ["1 signal, float: velocity (m/s) at which a hand ('-') approaches B, or added to A's; messages", "2 signal, float: where B is hit"],
          ["1 signal: force (N), pushes both apart", "2 signal: velocity (m/s) at which A approaches B", "3 signal: depth (m)", "4 settings, of dump and get"], [],
          ["1 A, 2 B: names of bodies, or '-', a hand", "3 KEY VALUE ...: any message of the topics"],
          topics("set", ("law", "how hard, how far, what is lost", [told(r) for r in table("rosin_law_parameters", b"impact")]),
                 ("places", "what knocks, and where", [
                     ("position 0.2", controls["position"][1]), ("position_a 0", controls["position_a"][1]), ("velocity 0.2", controls["velocity"][1]),
                     (None, "a NAME, b NAME: other bodies, '-' for a hand; name WORD: what a [rosin.friction~] calls it: load WORD there.")]),
                 level("1: N, m/s, m"), STATE, RUNS))
    p.save("help/rosin.impact~-help.pd")
