# SPDX-License-Identifier: BSD-3-Clause
"""Examples of bodies that are rubbed."""
from draw import Patch
from page import title
from parts import hand, out, start, while_on


def glass():
    p = Patch(700, 490)
    title(p, "glass", "A wet finger circles the rim of a wine glass. The rim rings in pairs of modes; the pattern "
                      "turns with the finger, so it beats twice two a turn.")
    go = start(p, 20, 110)
    v = hand(p, 20, 180, go, 0.1, 400)
    press = p.slider(210, 128, 0, 2, "finger_pressure_(N)", 0.8)
    pp, pl = p.obj(200, 160, "pack f 50"), p.obj(200, 188, "line~")
    p.wire(press, pp, pl)
    choose, turns, stopped, line = (p.obj(430, 138, "sel 1 0"), p.msg(430, 166, "0, 60 150000"), p.msg(550, 166, "stop"),
                                    p.obj(430, 196, "line~"))
    p.wire(go, p.obj(100, 168, "s $0-turn"))
    p.wire(p.obj(430, 110, "r $0-turn"), choose, turns, line)
    p.wire((choose, 1), stopped, line)
    p.text(490, 204, "where the finger is, in turns: 0.4 a second", 26)
    rub = p.obj(20, 280, "rosin.friction~ - $0-rim elastoplastic sigma1 0.05 mu_static 0.8 mu_kinetic 0.4 stribeck_velocity 0.08 breakaway 0.6")
    p.wire(v, rub)
    p.wire(pl, (rub, 1))
    p.wire(line, (rub, 2))
    g = p.obj(20, 345, "rosin.modal~ $0-rim 1 shape ring frequencies 790 791.1 2236 2239.5 4282 4288 6928 6939 "
                       "qs 1200 1200 1000 1000 800 800 600 600 masses 0.02 pickup 1 velocity@0.13")
    out(p, 20, 420, g)
    p.save("pd/glass.pd")


def squeak():
    p = Patch(660, 540)
    title(p, "squeak", "A door hinge: a steel pin turns in a leaf that hangs in a wooden door. Slow and heavy creaks, "
                       "fast and light squeals.")
    go = start(p, 20, 110)
    speed, force = p.slider(230, 128, 0, 0.2, "speed (m/s)", 0.05), p.slider(230, 188, 0, 20, "force (N)", 7)
    pk, ln = p.obj(20, 208, "pack f 200"), p.obj(20, 236, "line~")
    p.wire(while_on(p, 20, 180, go, speed), pk, ln)
    rub = p.obj(20, 285, "rosin.friction~ $0-pin $0-door elastoplastic sigma0 100000 sigma1 1 sigma2 0.1 mu_static 0.6 "
                         "mu_kinetic 0.25 stribeck_velocity 0.03 breakaway 0.6")
    p.wire(ln, rub)
    p.wire(force, (rub, 1))
    a = p.obj(20, 345, "rosin.modal~ $0-pin 1 frequencies 610 1720 3330 qs 60 80 90 masses 0.004 0.005 0.006")
    b = p.obj(20, 392, "rosin.modal~ $0-door 1 frequencies 62.5 125 250 395 790 1390 qs 4 8 12 15 25 30 "
                       "masses 0.9 0.6 0.3 0.15 0.05 0.03 gain 5")
    out(p, 20, 445, b)
    p.save("pd/squeak.pd")


def two_modal():
    p = Patch(960, 640)
    title(p, "two-modal", "Two modal bodies that rub each other, as in the paper (Avanzini, Serafin and Rocchesso, "
                          "DAFx-02, section 4): sliders give the weight of each mode of either body at the contact.", 96)
    go = start(p, 20, 100)
    speed, force = p.slider(70, 176, 0, 0.5, "velocity (m/s)", 0.1), p.slider(70, 320, 0, 20, "force (N)", 3)
    ramp, line = p.obj(20, 240, "pack f 100"), p.obj(20, 268, "line~")
    p.wire(while_on(p, 20, 212, go, speed), ramp, line)
    rub = p.obj(20, 380, "rosin.friction~ $0-rubber $0-rubbed sigma0 10000 sigma1 0.5 mu_static 0.7 mu_kinetic 0.3 stribeck_velocity 0.1")
    p.wire(line, rub)
    p.wire(force, (rub, 1))
    bodies = (("rubber", 270, 456, "frequencies 90 180 410 qs 30 masses 0.02"),
              ("rubbed", 610, 526, "frequencies 250 690 1350 qs 150 masses 0.01"))
    for name, x, y, modes in bodies:
        p.text(x, 100, f"{name}: weights of its modes")
        there = p.obj(x + 108, 300, f"s $0-{name}")
        for mode in range(3):
            number = p.vslider(x + 108 * mode, 124, -1, 1, (1, 1, 0.6)[mode])
            p.wire(number, p.msg(x + 108 * mode, 256, f"weight 0 {mode + 1} $1"), there)
        body = p.obj(20, y, f"rosin.modal~ $0-{name} 1 {modes} gain 0.7")
        p.wire(p.obj(20, y - 28, f"r $0-{name}"), body)
    out(p, 20, 572, body)
    p.save("pd/two-modal.pd")
