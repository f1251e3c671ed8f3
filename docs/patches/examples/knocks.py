# SPDX-License-Identifier: BSD-3-Clause
"""Examples of what knocks, bounces and rolls."""
from draw import Patch
from page import title
from parts import out, start, while_on


def knock():
    p = Patch(640, 470)
    title(p, "knock", "A hammer of 5 g is thrown at a bell and bounces off it: how long they touch is up to how hard "
                      "they are. Its sound is the bell's alone.")
    go = start(p, 20, 110, "throw it (turns DSP on)")
    throw = p.msg(20, 180, "reset, strike 2 0.005")
    p.wire(go, throw)
    hammer = p.obj(20, 210, "rosin.modal~ $0-hammer 1 frequencies 0 t60s 0 masses 0.005")
    p.wire(throw, hammer)
    hard = p.slider(300, 128, 4, 9, "how hard: a power of ten (N/m^1.5)", 6)
    power, said = p.obj(434, 154, "expr pow(10, $f1)"), p.msg(434, 182, "stiffness $1")
    p.wire(hard, power, said)
    touch = p.obj(20, 270, "rosin.impact~ $0-hammer $0-bell stiffness 1e6 gap 0.005")
    p.wire(said, touch)
    bell = p.obj(20, 330, "rosin.modal~ $0-bell 1 shape bell material bronze diameter 0.3 modes 12 gain 15")
    out(p, 20, 390, bell)
    p.save("pd/knock.pd")


def bounce():
    p = Patch(640, 470)
    title(p, "bounce", "A ball of 1 g falls on a bar from 5 cm and bounces, lower and sooner each time: every touch is "
                       "solved, and how much is lost is up to how fast it was.")
    go = start(p, 20, 110, "drop it (turns DSP on)")
    drop = p.msg(20, 180, "reset, 0.00981")
    p.wire(go, drop)
    p.text(150, 180, "to rest, 5 cm up; its weight (N)", 34)
    ball = p.obj(20, 210, "rosin.modal~ $0-ball 1 frequencies 0 t60s 0 masses 0.001")
    p.wire(drop, ball)
    loss = p.slider(300, 128, 0, 2, "loss (s/m)", 0.2)
    said = p.msg(434, 154, "damping $1")
    touch = p.obj(20, 270, "rosin.impact~ $0-ball $0-bar stiffness 1e6 damping 0.2 gap 0.05")
    p.wire(loss, said, touch)
    bar = p.obj(20, 330, "rosin.modal~ $0-bar 1 shape bar-free material steel length 0.25 gain 3")
    out(p, 20, 390, bar)
    p.save("pd/bounce.pd")


def roll():
    p = Patch(740, 520)
    title(p, "roll", "A ball rolls over a rough plate: it is pressed by its weight, and the roughness, a noise that is "
                     "faster the faster it rolls, throws it up again and again.")
    go = start(p, 20, 110, "roll (turns DSP on)")
    speed = p.slider(300, 128, 0.02, 1, "speed (m/s)", 0.3)
    keep = while_on(p, 20, 180, go, speed)
    cut, ramp, line = p.obj(20, 262, "* 1500"), p.obj(120, 226, "pack f 200"), p.obj(120, 250, "line~")
    p.wire(keep, p.obj(20, 206, "s $0-speed"))
    p.wire(p.obj(120, 202, "r $0-speed"), ramp, line)
    p.wire(p.obj(20, 238, "r $0-speed"), cut)
    noise = p.obj(230, 208, "noise~")
    slow, rough = p.obj(230, 270, "lop~ 300"), p.obj(230, 298, "*~")
    p.wire(noise, slow, rough)
    p.wire(cut, p.obj(20, 286, "s $0-cut"))
    p.wire(p.obj(310, 240, "r $0-cut"), (slow, 1))
    p.wire(line, (rough, 1))
    weight = p.msg(400, 300, "0.3")
    p.text(440, 300, "its weight (N)", 20)
    p.wire(go, p.obj(110, 168, "s $0-go"))
    p.wire(p.obj(400, 276, "r $0-go"), weight)
    ball = p.obj(300, 330, "rosin.modal~ $0-ball 1 frequencies 0 t60s 0.5 masses 0.03")
    p.wire(weight, ball)
    touch = p.obj(20, 370, "rosin.impact~ $0-ball $0-plate stiffness 1e7 damping 0.5")
    p.wire(rough, touch)
    plate = p.obj(20, 410, "rosin.modal~ $0-plate 1 shape plate-free material glass length 0.5 width 0.4 thickness 0.006 modes 40")
    out(p, 20, 460, plate)
    p.save("pd/roll.pd")


def bouncing_bow():
    p = Patch(700, 590)
    title(p, "bouncing-bow", "A bow thrown on a string: [rosin.impact~] presses it on, and its force is the load of the "
                             "[rosin.friction~] at the same place, so it rubs only while it touches.", 92)
    go = start(p, 20, 110, "throw the bow (turns DSP on)")
    throw = p.msg(20, 180, "reset, 0.6")
    p.wire(go, throw)
    p.text(120, 180, "1 cm up; weight of bow and hand (N)", 40)
    bow = p.obj(20, 210, "rosin.modal~ $0-bow 1 frequencies 0 t60s 2 masses 0.05")
    p.wire(throw, bow)
    p.obj(20, 250, "rosin.impact~ $0-bow $0-down name $0-hair stiffness 370 exponent 1 damping 0.5 gap 0.01")
    p.obj(20, 300, "rosin.string~ $0-down 1 frequency 294 impedance 0.28 bending_stiffness 0 torsion_frequency 0 t60 2")
    speed = p.slider(460, 128, -1, 1, "speed of the bow (m/s)", 0.4)
    rub = p.obj(20, 360, "rosin.friction~ - $0-along load $0-hair mu_static 0.9 mu_kinetic 0.35 stribeck_velocity 0.2")
    p.wire(speed, rub)
    string = p.obj(20, 410, "rosin.string~ $0-along 1 frequency 294 impedance 0.28 bending_stiffness 0 t60 3")
    out(p, 20, 460, string)
    p.text(20, 520, "Two planes of one string: down, where it is hit; along the bow, where it is rubbed.", 90)
    p.save("pd/bouncing-bow.pd")
