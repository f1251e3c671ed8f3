# SPDX-License-Identifier: BSD-3-Clause
"""Every key of every class, given in three ways: as words of the object, by a message before there is sound,
by a message while it sounds. All say the same of themselves, and another thing than who was told nothing; the
first two sound the same to the bit, and the third does after a reset. `told.py CLASS [KEY ...]` tries one
class; without a name it lists them."""
import re
import sys

import numpy as np

from pdrun import Patch
from scenes import say

RATE, SECONDS, TOLD, AGAIN = 44100, 0.45, 60, 250  # Hz, s, ms
NEAR = 1e-4  # of the loudest
STRING = "frequency 147 q 500"
BAR = "shape bar-free material brass length 0.25 modes 5"
LISTS = "frequencies 200 410 988 qs 20 30 40 masses 0.2 0.3 0.1"
RUB = "force 0.6 velocity 0.1 position_a 0.2"

# the class: words that it has in any case, what makes it sound, how many outlets sound, keys with another value
CLASSES = {
    "string": ("rosin.string~ NAME 2 " + STRING, "pluck 2", 2, {
        "frequency": 160, "length": 0.5, "impedance": 0.7, "bending_stiffness": 1e-4, "q": 300, "torsion_frequency": 700,
        "torsion_impedance": 1.5, "torsion_q": 20, "damping": "100 2 2000 0.3", "t60": 0.7, "note": 52, "push": 0.3, "drive": 0.5,
        "pickup": "2 velocity@0.3", "gain": "2 0.3", "hip": "1 40", "finger": 170, "mute": 5}),
    "lists": ("rosin.modal~ NAME 2 " + LISTS, "strike 0.2 0.002", 2, {
        "shape": "ring", "frequencies": "210 390", "t60s": "0.4 0.3 0.2", "t60": 0.5, "qs": "50 60 70", "masses": "0.1 0.2 0.4",
        "points": "a 0.1 c 0.4", "at": "0 1 0.5 0.2", "weight": "0 2 0.7", "pitch": 1.2, "mass": 2, "decay": 0.5, "note": 57,
        "push": 0.3, "drive": 2, "pickup": "2 displacement@0.4", "gain": "1 0.4", "hip": "2 60", "modes.1.q": 90}),
    "matter": ("rosin.modal~ NAME 1 " + BAR, "strike 0.2 0.002", 1, {
        "shape": "disc-free", "material": "glass", "young": 1e11, "density": 5000, "poisson": 0.2, "loss": 0.001, "loss_power": 0.3,
        "length": 0.3, "width": 0.04, "thickness": 0.006, "damping": 0.004, "modes": 7, "pitch": 1.5, "mass": 3, "decay": 2,
        "note": 64, "push": 0.3, "drive": 3, "pickup": "1 displacement@middle", "gain": "1 0.2", "hip": "1 90"}),
    "friction": (f"rosin.friction~ NAME - NAMEs {RUB}", None, 3, {
        "law": "lugre", "preset": "chalk", "contacts": 3, "sigma0": 8000, "sigma1": 1, "sigma2": 0.1, "mu_static": 0.5,
        "mu_kinetic": 0.3, "stribeck_velocity": 0.2, "stribeck_exponent": 1.5, "breakaway": 0.5, "damping_limit": 0.3,
        "plastic": 1, "stiffening": 0.5, "stiffening_load": 2, "load_fall": 1, "open_length": 1, "position": 0.25,
        "gain": "1 0.5", "hip": "1 50", "velocity": 0.2, "force": 0.9, "rolling": 0.1, "road": 2, "sideways": 0.05,
        "roughness": 1e-5, "grain": 0.001, "width": 0.01}),
    "impact": ("rosin.impact~ NAME - NAMEs position_a 0.2 velocity 0.3", None, 3, {
        "stiffness": 1e7, "exponent": 1.2, "damping": 0.5, "gap": 0.0001, "position": 0.0002, "gain": "2 0.5",
        "hip": "1 50", "velocity": 0.1, "force": 0.4}),
    "bridge": ("rosin.bridge~ NAMEs NAMEt 0.1 0.2", None, 1, {
        "position_a": 0.3, "position_b": 0.4, "gain": "1 0.5", "hip": "1 60"}),
    "cello": ("rosin.cello~", "note 50 100", 2, {
        "level": -6, "articulation": 2, "dynamics": 0.7, "pressure": 0.7, "position": 1.4, "assist": 0.5, "change": 0.1,
        "vibrato": 30, "vibrato_rate": 6, "vibrato_delay": 0.02, "humanity": 0.9, "finger_loss": 5, "release": 2, "touch": 0.3,
        "a4": 442, "attack": 0.6, "preset": "Pizzicato"}),
}


def told(p, kind, key, value, way, name):
    """An object that was given a key in one of three ways; what it stands on; its dump under `name`."""
    text, begin, outlets, _ = CLASSES[kind]
    text = text.replace("NAME", name)
    if kind in ("friction", "impact", "bridge"):
        stands = [p.obj(f"rosin.string~ {name}s 1 {STRING} hip 0")]
        if kind == "bridge":
            stands.append(p.obj(f"rosin.string~ {name}t 1 {STRING} frequency 200"))
        if kind == "friction":
            text = text.replace(f"rosin.friction~ {name} - {name}s", f"rosin.friction~ - {name}s")
        if kind == "impact":
            text = text.replace(f"rosin.impact~ {name} - {name}s", f"rosin.impact~ - {name}s")
        for stand in stands:
            say(p, stand, (AGAIN, "reset"))
        if kind == "bridge":
            say(p, stands[0], (100, "pluck 2"), (AGAIN + 50, "pluck 2"))
    x = p.obj(text + (f" {key} {value}" if way == "created" else ""))
    if way == "before":
        first = p.msg(f"{key} {value}")
        p.wire(first, 0, x, 0)
        p.at_start(first)
    elif way == "later":
        say(p, x, (TOLD, f"{key} {value}"))
    for k in range(outlets):
        p.record(x, k, f"{name}.{k}")
    seen = p.obj(f"print {name}")
    p.wire(x, outlets, seen, 0)
    say(p, x, (AGAIN - 20, "dump"), (AGAIN, "reset"))
    for ms in (100, AGAIN + 50) if begin else ():
        say(p, x, (ms, begin))


def difference(kind, key, heard, said):
    """What is wrong with a key's ways; the last of `said` was told nothing."""
    (first, *others), silent = said[:-1], said[-1]
    if any(s != first for s in others) or not first or first == silent:
        return "says", said
    (first, *others), late = heard[:-1], int((AGAIN + 20) * RATE / 1000)
    for n, other in enumerate(others):
        for a, b in zip(first, other):
            if n < len(others) - 1 and not np.array_equal(a, b):
                return "sounds otherwise", n, np.abs(a - b).max()
            if not np.allclose(a[late:], b[late:], atol=NEAR * np.abs(a[late:]).max()):
                return "sounds otherwise later", np.abs(a[late:] - b[late:]).max() / np.abs(a[late:]).max()
    return None


def whole(kind, keys):
    ways = (*(("created",) if kind not in ("cello", "bridge") else ()), "before", "later")
    p, outlets = Patch(SECONDS), CLASSES[kind][2]
    for i, (key, value) in enumerate(keys.items()):
        for way in ways:
            told(p, kind, key, value, way, f"{way[0]}{i}")
    told(p, kind, None, None, None, "nothing")
    r = p.run(check=False)
    assert "error" not in r[""], r[""]
    wrong = {}
    for i, key in enumerate(keys):
        names = [f"{w[0]}{i}" for w in ways] + ["nothing"]
        said = [[m.replace(name, "it") for m in re.findall(rf"^{name}: (.*)", r[""], re.M)
                 if kind != "matter" or key == "drive" or not m.startswith("drive")] for name in names]
        found = difference(kind, key, [[r[f"{name}.{k}"] for k in range(outlets)] for name in names], said)
        if found:
            wrong[key] = found
    assert not wrong, wrong
    loud = [np.abs(r[f"{ways[0][0]}{i}.0"]).max() for i in range(len(keys))]
    assert min(loud) > 1e-6, loud  # else nothing was compared


def bars(*steps):
    """For each list of (ms, message) a bar that is told it: (sound, dump, errors)."""
    p, found = Patch(SECONDS), []
    for i, messages in enumerate(steps):
        x, seen = p.obj(f"rosin.modal~ bar{i} 1 {BAR}"), p.obj(f"print bar{i}")
        p.wire(x, 1, seen, 0)
        p.record(x, 0, f"bar{i}")
        say(p, x, *messages, (AGAIN - 20, "dump"), (AGAIN + 20, "strike 0.2 0.002"))
    r = p.run(check=False)
    for i in range(len(steps)):
        dump = dict(row.split(" ", 1) for row in re.findall(rf"^bar{i}: (.*)", r[""], re.M))
        found.append((r[f"bar{i}"], dump, re.findall(rf"error: rosin.modal~ bar{i}: (.*)", r[""])))
    return found


def drives():
    """A body that becomes heavier is driven harder, as it is struck, and as before when it is lighter again;
    one of another shape as one that was made so."""
    def found(*steps):
        return [float(dump["drive"]) for _, dump, _ in bars(*steps)]
    same, heavy, again, made = found((), [(TOLD, "density 17000")], [(TOLD, "density 17000"), (2 * TOLD, "density 8500")],
                                     [(0, "density 17000")])
    assert 1.75 < heavy / same < 1.9 and abs(again / same - 1) < 1e-5, (same, heavy, again)
    assert abs(heavy / made - 1) < 1e-5, (heavy, made)
    ring, began = found([(TOLD, "shape disc-free")], [(0, "shape disc-free")])
    assert abs(ring / began - 1) < 1e-5 and not 0.9 < ring / same < 1.1, (same, ring, began)


def refused():
    """What cannot be made is told in a line, and what was there sounds on."""
    (kept, _, none), (sound, _, errors) = bars((), [(TOLD, "length 0.01")])
    assert not none and len(errors) == 1 and "its lowest mode is above" in errors[0], errors
    assert np.array_equal(kept, sound) and np.abs(kept).max() > 1e-4


MORE = {"drives": drives, "refused": refused}

if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(*CLASSES, *MORE)
    elif sys.argv[1] in MORE:
        MORE[sys.argv[1]]()
    else:
        whole(sys.argv[1], {k: v for k, v in CLASSES[sys.argv[1]][3].items() if not sys.argv[2:] or k in sys.argv[2:]})
