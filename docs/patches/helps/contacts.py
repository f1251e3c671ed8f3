# SPDX-License-Identifier: BSD-3-Clause
"""Helps of what rubs and what knocks."""
from draw import Patch
from page import COMMON, LATENCY, LEVEL, LOOPS, NAMES, WIDTH, footer, header, pages, reference
from parts import BOW, SUPPLE, hand, out, stairs, start, while_on
from tables import law_summaries, laws, row_text, surfaces, table


SINGS = ("It sings where friction falls as the hand gets faster: at some stribeck_velocity, and pressed enough. The faster, the louder. If it "
         "hisses or is silent, it wants another speed, more force, or stiffer bristles: sigma0 100000 for a bar of brass. preset wet-glass, "
         "chalk, wet-cloth and rubber-floor let a bar sing as they come, rosined-hair a string.")

TOGETHER = ("Of two bodies that rub one sings, the other follows softly at its pitch: hear both, and change who it is by their masses, t60s "
            "and weights at the contact (two-modal.pd).")


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
    stairs(p, 480, 112, ["law lugre", "law induction", "preset rosined-hair", "mu_static 0.8", "mu_static 0.4", "sigma1 1",
                         "dump", "get force", "print", "reset"], f, 100, 256)
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
    controls = {r.name.decode(): row_text(r) for r in table("rosin_contact_parameters")}
    inlets = [f"({i + 1}) signal or float: {controls.pop(k)}" for i, k in
              enumerate(("velocity", "force", "position"))]
    inlets[1] += " (here 0: lifted until pressed)"
    inlets[2] += (": of a string a share of what sounds of it, from the bridge (0) to the finger; 0.13 until "
                  "you say where")
    p.text(90, 450, "each law's parameters")
    p.sub(20, 450, pages("laws", [(law, line, [row_text(r) for r in table("rosin_law_parameters", law.encode())])
                                           for law, line in zip(laws(), law_summaries())]))
    ref = reference("rosin.friction~", inlets + list(controls.values()) +
                    ["load NAME: the force of that [rosin.impact~] presses, in the same sample, instead of `force`",
                     "position, position_a POINT: a place by its name", "open_length 1: places on strings are shares of the "
                     "open length, wherever the finger is; default 0",
                     row_text(table("rosin_contact_options")[0]) + ", each with its share and, of a modal body A, "
                     "a strand of its own", "law NAME: " + ", ".join(laws()),
                     "law SURFACE or preset SURFACE: a law with its parameters: " + ", ".join(surfaces()) + "; presets: their names", "a NAME, b NAME: other bodies; '-' for the hand"] +
                    ["each law's parameters, with unit, range and default: [pd laws], or print LAW; print laws lists them"] + LEVEL + COMMON,
                    ["(1) signal: friction force (N), on B; A feels the opposite",
                     "(2) signal: relative velocity (m/s), of A against B",
                     "(3) signal: bristle deflection (m)", "right outlet: settings, for dump and get"],
                    ["A, B: names of bodies, or '-'", "LAW or SURFACE (default elastoplastic)", "KEY VALUE ...: any message above"],
                    [SINGS, TOGETHER, LATENCY, LOOPS, "Under a [switch~] that is off a contact is lifted. [dump( after [law NAME( says every "
                     "parameter that law has."])
    footer(p, 520, "rosin.friction~", ["rosin.string~", "rosin.modal~", "rosin.bridge~"], ["two-modal", "bow-pad", "squeak", "hysteresis", "presets"],
           "friction contact between named bodies", "signal physical_modeling friction bow", ref)
    p.save("help/rosin.friction~-help.pd")


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
    controls = {r.name.decode(): row_text(r) for r in table("rosin_contact_parameters")}
    ref = reference("rosin.impact~",
                    ["(1) signal or float: velocity M/S: at which a hand ('-') approaches B; else added to that of A",
                     "(2) signal or float: " + controls["position"]] +
                    [row_text(r) for r in table("rosin_law_parameters", b"impact")] +
                    ["name WORD: what a [rosin.friction~] calls it: load WORD there", "a NAME, b NAME: other bodies; '-' for a hand"] +
                    LEVEL + COMMON,
                    ["(1) signal: force (N), pushes both apart", "(2) signal: velocity (m/s) at which A approaches B",
                     "(3) signal: depth (m)", "right outlet: settings, for dump and get"],
                    ["A, B: names of bodies, or '-'", "KEY VALUE ...: any message above"], [LATENCY, NAMES])
    footer(p, 500, "rosin.impact~", ["rosin.friction~", "rosin.modal~", "rosin.string~"], ["knock", "bounce", "roll", "bouncing-bow"],
           "impact of two named bodies", "signal physical_modeling impact bounce", ref)
    p.save("help/rosin.impact~-help.pd")
