# SPDX-License-Identifier: BSD-3-Clause
"""Pd: what each class is told and says by its names, states of each, all patches in one Pd."""
import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "pd"))
from pdrun import Patch, run_text  # noqa: E402

# as created; what is told before its state is written; outlet that says
OBJECTS = {
    "string": ("rosin.string~ x 2 frequency 98 q 700 damping 100 3 2000 0.5 pickup 2 velocity@0.3 push 0.2",
               ["finger 123.456789", "gain 0.5"], 2),
    "modal": ("rosin.modal~ x 1 frequencies 100 230 qs 40 50 masses 0.1 points rub 0 mic 1 at rub 1 -0.5", ["pitch 1.5"], 1),
    "shape": ("rosin.modal~ x 1 shape bar-free material brass length 0.25 modes 5", ["note 60"], 1),
    "named": ("rosin.modal~ bar", [], 1),
    "named-string": ("rosin.string~ d", [], 1),
    "friction": ("rosin.friction~ - x lugre sigma0 2000 mu_static 0.9", ["preset wet-glass", "mu_static 1.1"], 3),
    "friction-plain": ("rosin.friction~ - z", [], 3),
    "impact": ("rosin.impact~ x z stiffness 1e7 gap 0.01", ["damping 0.3"], 3),
    "bridge": ("rosin.bridge~ x z 0.1 0.2", ["position_a 0.3"], 1),
    "scene": ("rosin.scene~ door-hinge-slow", ["push 7", "level -3"], 2),
    "scene-built": ("rosin.scene~ wine-glass size 45", ["loop 1"], 2),
    "cello": ("rosin.cello~", ["preset Sul tasto", "vibrato 3"], 2),
}
BARE = {"string": "rosin.string~ y 2", "modal": "rosin.modal~ y", "shape": "rosin.modal~ y",
        "named": "rosin.modal~ y", "named-string": "rosin.string~ y", "friction": "rosin.friction~ - y",
        "friction-plain": "rosin.friction~ - z", "impact": "rosin.impact~ y z", "bridge": "rosin.bridge~ y z",
        "scene": "rosin.scene~ door-hinge-slow", "scene-built": "rosin.scene~ wine-glass size 45", "cello": "rosin.cello~"}
NAMES = re.compile(r"^(a|b|name|load)\b")


def say(p, obj, events):
    for at, text in events:
        delay, message = p.obj(f"delay {at}"), p.msg(text)
        p.wire(p.order, 0, delay, 0)
        p.wire(delay, 0, message, 0)
        p.wire(message, 0, obj, 0)


def session(folder, objects, events):
    """{name: what each said}; `events` of a name are told to it."""
    said = {}
    for name, (text, outlet) in objects.items():  # each in a Pd of its own: names are the patch's
        p = Patch(0.5)
        obj, seen = p.obj(text), p.obj("print said")
        p.wire(obj, outlet, seen, 0)
        say(p, obj, events(name))
        log = p.run(check=False)[""]
        if re.search(r"couldn't create|error:", log):
            raise SystemExit(f"{name}: {log}")
        said[name] = [m for m in re.findall(r"said: (.*)", log) if not NAMES.match(m)]
    return said


def write(folder):
    def path(name):
        return os.path.join(folder, f"{name}.state")
    first = session(folder, {n: (t, o) for n, (t, _, o) in OBJECTS.items()},
                    lambda n: [(10 + 10 * i, m) for i, m in enumerate(OBJECTS[n][1])] + [(200, "dump"), (300, f"write {path(n)}")])
    fresh = session(folder, {n: (t, o) for n, (t, _, o) in OBJECTS.items()}, lambda n: [(100, "dump")])
    for name, said in (("said", first), ("fresh", fresh)):
        with open(os.path.join(folder, f"{name}.txt"), "w") as f:
            f.writelines(f"{n}\t{line}\n" for n, lines in said.items() for line in lines)


def read(path):
    said = {}
    with open(path) as f:
        for row in f:
            name, line = row.rstrip("\n").split("\t")
            said.setdefault(name, []).append(line)
    return said


def misses(was, now):
    """Lines that are no more, by name."""
    return [f"{name}: {line}" for name, lines in was.items() for line in lines if line not in now.get(name, ())]


def states(folder):
    """What each said yesterday, a bare one of today says that has read yesterday's state."""
    now = session(folder, {n: (BARE[n], OBJECTS[n][2]) for n in OBJECTS},
                  lambda n: [(50, f"read {os.path.join(folder, n)}.state"), (350, "dump")])
    return misses(read(os.path.join(folder, "said.txt")), now)


# what objects that nobody has told anything say otherwise since, as NEWS.md tells under *Breaks*
MEANT = ("string: bending_stiffness 0.0003", "named-string: bending_stiffness 0.0003", "string: gain 2 1.5",
         "shape: pickup 1 velocity@0")


def defaults(folder):
    now = session(folder, {n: (t, o) for n, (t, _, o) in OBJECTS.items()}, lambda n: [(100, "dump")])
    return [row for row in misses(read(os.path.join(folder, "fresh.txt")), now) if row not in MEANT]


def patches(folder):
    """Complaints of one Pd that has all patches of the folder open, with the abstractions beside them."""
    wrong = []
    opened = sorted(p for p in glob.glob(os.path.join(folder, "*.pd")) if os.path.basename(p) not in
                    ("rosin-voice.pd", "rosin.out~.pd"))
    for path in opened:  # names of bodies are those of all patches that are open
        with open(path) as f:
            text = f.read()
        log = run_text(text, 44100, options=("-path", folder, "-nobatch", "-send", "pd dsp 1; pd quit"), check=False)
        complaints = [row for row in log[""].splitlines() if re.search(
            r"couldn't create|error|no method|is not one of|unknown|there is no|must be", row)]
        wrong += [f"{os.path.basename(path)}: {row}" for row in complaints]
        if log["code"]:
            wrong.append(f"{os.path.basename(path)}: Pd ended with {log['code']}")
    return wrong


if __name__ == "__main__":
    found = {"write": write, "states": states, "defaults": defaults, "patches": patches}[sys.argv[1]](os.path.abspath(sys.argv[2]))
    print("\n".join(found or ()))
    sys.exit(bool(found))
