# SPDX-License-Identifier: BSD-3-Clause
"""Examples of sound effects: a scene, its macros on sliders."""
import ctypes

from draw import Patch
from geometry import wrapped
from page import title
from parts import dials, out, remote, stairs, start
from tables import LIB, Row


def effect(file, scene, text):
    """A scene played over and over, its macros on sliders; those that build it as arguments."""
    LIB.rosin_scene_load.restype = LIB.rosin_scene_macro.restype = ctypes.c_void_p
    LIB.rosin_scene_duration.restype = ctypes.c_double
    loaded = ctypes.c_void_p(LIB.rosin_scene_load(scene.encode(), 0, None, None))
    rows = [(ctypes.cast(LIB.rosin_scene_macro(loaded, i), ctypes.POINTER(Row))[0],
             LIB.rosin_scene_macro_live(loaded, i)) for i in range(LIB.rosin_scene_macros(loaded))]
    live, built = [r for r, on in rows if on], [r for r, on in rows if not on]
    bottom = max(380, 160 + 50 * len(live))
    p = Patch(790, bottom + 110 + 40 * len(built))
    title(p, file, text, 92)
    go = start(p, 20, 110, "play_over_and_over")
    choose, begin, end = p.obj(20, 178, "sel 1 0"), p.msg(20, 208, "loop 1, start"), p.msg(130, 208, "stop")
    name = f"rosin.scene~ {scene}" + "".join(f" {r.name.decode()} {r.initial:g}" for r in built)
    s = p.obj(20, bottom, name)
    p.wire(go, choose, begin)
    p.wire((choose, 1), end)
    stay, stays = p.toggle(20, 266, "hold:_it_sounds_on"), p.msg(20, 298, "hold $1")
    p.wire(stay, stays)
    remote(p, ((20, 208, begin), (130, 208, end), (20, 298, stays)), s, 20, bottom - 30, "play")
    rows = []
    for i, r in enumerate(live):
        macro, unit = r.name.decode(), f" ({r.unit.decode()})" if r.unit.decode() else ""
        rows.append((f"{macro}{unit} {r.low:g} to {r.high:g}", f"{macro} $1", r.low, r.high, r.initial))
        p.text(570, 110 + 50 * i, r.meaning.decode().replace(",", " -"), 26)
    dials(p, 230, 128, rows, s, 110, bottom - 30)
    y = bottom + 30
    for r in built:
        words = f"{r.name.decode()} {r.low:g} to {r.high:g}: {r.meaning.decode()}"
        p.text(230, y, words, 60)
        y += 17 * wrapped(words, 60) + 6
    if built:
        p.text(230, y, "(built in: change them in the box)", 60)
    out(p, 20, bottom + 40, s, (s, 1), db=-9)
    LIB.rosin_scene_free(loaded)
    p.save(f"pd/{file}.pd")


def keys():
    """An instrument of tuned bars, and a door of which each key plays a take."""
    p = Patch(760, 470)
    title(p, "fx-keys", "Things under keys: bars of their own for each note, and a door, of which each key plays a take, larger or smaller. All "
                        "scenes take note, bend, aftertouch, control and midi, as [rosin.cello~] does.", 92)
    choose = p.obj(20, 178, "sel 1 0")
    p.wire(start(p, 20, 110, "a chord of bowed bars (turns DSP on)"), choose)
    down, up = p.msg(20, 206, "note 60 80, note 64 80, note 69 80"), p.msg(110, 268, "note 60 0, note 64 0, note 69 0")
    p.wire(choose, down)
    p.wire((choose, 1), p.obj(290, 206, "s $0-let-go"))
    p.wire(p.obj(110, 244, "r $0-let-go"), up)
    bars, door = p.obj(20, 350, "rosin.scene~ bowed-vibraphone"), p.obj(400, 350, "rosin.scene~ oak-door")
    remote(p, ((20, 206, down), (110, 268, up)), bars, 20, 324, "bars")
    stairs(p, 430, 112, ["note 60 80", "note 60 0", "note 72 110", "note 72 0", "note 48 60", "note 48 0", "quiet"], door, 400, 324, "door")
    p.text(540, 112, "held, the door stays where it does most; let go, it goes on to its end", 28)
    volume = out(p, 20, 400, bars, (bars, 1), db=-6)
    for side in (0, 1):
        p.wire((door, side), (volume, side))
    p.save("pd/fx-keys.pd")


def driven():
    """Sounds in place of hands: one shakes a body, one moves what rubs."""
    p = Patch(760, 470)
    title(p, "fx-driven", "A sound in place of a hand: it shakes a violin's body, whose open strings answer, and it is the speed of what rubs a "
                          "glass. Here a saw wave that comes and goes; [adc~] in its place is your own.", 92)
    go = start(p, 20, 110, "a sound (turns DSP on)")
    loud = [p.obj(20, 178, "* 0.5"), p.obj(20, 204, "pack f 50"), p.obj(20, 230, "line~")]
    p.wire(go, *loud)
    gate, sound = p.obj(160, 230, "*~"), p.obj(20, 268, "*~")
    p.wire(p.obj(160, 178, "phasor~ 110"), p.obj(160, 204, "-~ 0.5"), gate)
    p.wire(p.obj(280, 178, "phasor~ 1.5"), p.obj(280, 204, "expr~ pow(1 - $v1, 3)"), (gate, 1))
    p.wire(loud[-1], sound, p.obj(20, 294, "s~ $0-sound"))
    p.wire(gate, (sound, 1))
    p.text(280, 230, "1.5 times a second", 20)
    violin, glass = p.obj(20, 370, "rosin.cello~ violin input push"), p.obj(400, 370, "rosin.scene~ wine-glass input speed")
    p.wire(p.obj(219, 340, "r~ $0-sound"), (violin, 1))
    p.wire(p.obj(634, 340, "r~ $0-sound"), (glass, 1))
    dials(p, 480, 128, (("violin: input_gain (dB)", "input_gain $1", -40, 20, 0, 0),), violin, 20, 340, "violin", wide=140)
    dials(p, 480, 228, (("glass: input_gain (dB)", "input_gain $1", -40, 20, 0, 0),), glass, 400, 340, "glass", wide=140)
    volume = out(p, 20, 410, violin, (violin, 1), db=-6)
    for side in (0, 1):
        p.wire((glass, side), (volume, side))
    p.save("pd/fx-driven.pd")


def effects():
    effect("fx-door", "door-hinge-slow", "A heavy door that creaks. Push harder: it turns faster, and slips more often.")
    effect("fx-glass", "wine-glass", "A wet finger circles a wine glass. The pattern turns with it: four beats a turn.")
    effect("fx-skid", "tyre-skid", "A skidding tyre: the car's speed, times slip, is what slides.")
    effect("fx-cuica", "cuica", "A cuica: a cloth rubs the stick, a thumb bends the pitch.")
    effect("fx-saw", "saw", "A musical saw: the bend traps one mode and glides with it.")
    keys()
    driven()
