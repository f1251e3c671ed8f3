# SPDX-License-Identifier: BSD-3-Clause
"""Examples of sound effects: a scene, its macros on sliders."""
import ctypes

from draw import Patch
from geometry import wrapped
from page import title
from parts import dials, out, remote, start
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


def effects():
    effect("fx-door", "door-hinge-slow", "A heavy door that creaks. Push harder: it turns faster, and slips more often.")
    effect("fx-glass", "wine-glass", "A wet finger circles a wine glass. The pattern turns with it: four beats a turn.")
    effect("fx-skid", "tyre-skid", "A skidding tyre: the car's speed, times slip, is what slides.")
    effect("fx-cuica", "cuica", "A cuica: a cloth rubs the stick, a thumb bends the pitch.")
    effect("fx-saw", "saw", "A musical saw: the bend traps one mode and glides with it.")
