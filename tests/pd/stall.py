# SPDX-License-Identifier: BSD-3-Clause
"""How long Pd's scheduler is kept waiting: the longest tick while bodies, players and patches are
made, retuned and deleted with DSP on, in a Pd that runs in real time."""
import os
import re
import subprocess
import tempfile

import numpy as np

from pdrun import ROOT, Canvas, Patch, escape

HERE = os.path.dirname(os.path.abspath(__file__))


class Script:
    """What happens when, by phases: messages to receivers, each after a pause (ms)."""

    def __init__(self):
        self.lines, self.ms = [], 0

    def send(self, receiver, text, pause=0):
        self.lines.append(f"{pause} {receiver} {escape(text)};")
        self.ms += pause

    def phase(self, name, rest=400):
        self.send("stopwatch-in", f"mark {name}", rest)

    def room(self, room, *objects):
        """Objects in a subpatch of their own, each with a receiver `m-NAME` of its second word."""
        count = 0
        for text in objects:
            self.send(f"pd-{room}", f"obj 10 10 {text}")
            self.send(f"pd-{room}", f"obj 10 40 r m-{text.split()[1]}")
            self.send(f"pd-{room}", f"connect {count + 1} 0 {count} 0")
            count += 2

    def clear(self, room):
        self.send(f"pd-{room}", "clear")


def stopwatch(folder):
    """The external, built into `folder`."""
    path = os.path.join(folder, "stopwatch.pd_linux")
    subprocess.run(["cc", "-O1", "-fPIC", "-shared", "-I/usr/include/pd", os.path.join(HERE, "stopwatch.c"),
                    "-o", path, "-ldl"], check=True)
    return path


def many(count, text):
    """A patch of so many objects of one kind, `#` their number."""
    c = Canvas()
    for i in range(count):
        c.obj(text.replace("#", str(i)))
    return c.text()


def listed(what):
    """Names that a command of the program lists."""
    lines = subprocess.run([os.path.join(ROOT, "build", "rosin"), what], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in lines.splitlines() if line[:1].strip()]


def mode_file(path, modes):
    with open(path, "w") as f:
        f.write('title = "many"; duration = 1;\nmodals = { body = { modes = (\n')
        f.write(",\n".join(f"{{ frequency = {100 + 0.05 * i:.3f}; q = 50; mass = 0.1; }}" for i in range(modes)))
        f.write(' ); }; };\noutputs = ( { signal = "body.velocity@0"; } );\n')


def events(folder, count=500):
    s = Script()
    # the first object of a class loads its library: Pd's own affair
    s.phase("load")
    s.room("a", "rosin.string~ s", "rosin.modal~ b", "rosin.friction~ - s", "rosin.bridge~ s b",
           "rosin.scene~ glass", "rosin.cello~ cello", "rosin.impact~ - b")
    s.send("pd-a", "clear", 1500)
    s.phase("quiet", 500)
    s.phase("string_made")
    s.room("a", "rosin.string~ s 1 frequency 147")
    for key in ("frequency 196", "q 800", "impedance 0.7", "bending_stiffness 0.0005", "damping 100 3 1000 1", "damping",
                "t60 2", "note 62", "torsion_frequency 0"):
        s.phase("string_" + key.split()[0], 150)
        s.send("m-s", key)
    s.phase("string_sweep")
    for i in range(40):
        s.send("m-s", f"frequency {150 + i}", 5)
    s.phase("contact_made")
    s.send("pd-b", "obj 10 10 rosin.friction~ - s force 1 velocity 0.1")
    s.send("pd-b", "obj 10 40 r m-f")
    s.send("pd-b", "connect 1 0 0 0")
    for key in ("law lugre", "position 0.2", "contacts 4", "law elastoplastic"):
        s.phase("contact_" + key.split()[0], 150)
        s.send("m-f", key)
    s.phase("bowed_retuned")
    s.send("m-s", "frequency 160")
    s.phase("modal_made")
    s.room("c", "rosin.modal~ b 1 shape bar-free material steel")
    for key in ("note 70", "pitch 2", "length 0.4", "material brass", "t60 1", "shape plate-free", "modes 64",
                "note 60", "shape disc-free", "modes 64", "note 62", "shape membrane", "modes 400",
                "points a 0", "frequencies " + " ".join(str(100 + i) for i in range(2000)), "at a 1 2 3 4",
                "read modes.cfg", "pitch 1.1", "read many.cfg", "shape sine"):
        s.phase("modal_" + key.split()[0], 250)
        s.send("m-b", key)
    s.phase("bridge_made")
    s.send("pd-d", "obj 10 10 rosin.bridge~ s b")
    s.phase("bridged_retuned")
    s.send("m-s", "frequency 170")
    s.phase("deleted")
    for room in "abcd":
        s.send(f"pd-{room}", "clear", 30)
    s.phase("cello_made")
    s.room("a", "rosin.cello~ cello")
    s.send("pd-a", "obj 10 90 dac~ 1 2")
    s.send("pd-a", "connect 0 0 2 0")
    s.phase("cello_note", 700)
    s.send("m-cello", "note 50 100")
    s.phase("scene_made")
    s.room("b", "rosin.scene~ wine-glass", "rosin.scene~ tyre-skid", "rosin.scene~ door-hinge-slow")
    s.phase("scene_start", 700)
    s.send("m-wine-glass", "start")
    for scene in listed("scenes"):
        s.phase("scene_" + scene, 300)
        s.send("pd-c", f"obj 10 10 rosin.scene~ {scene}")
    for form in listed("shapes"):
        s.phase("form_" + form, 200)
        s.send("pd-d", f"obj 10 10 rosin.modal~ {form} 1 shape {form}")
    for instrument in ("violin", "viola", "cello", "double-bass"):
        s.phase("instrument_" + instrument, 300)
        s.send("pd-c", f"obj 10 10 rosin.cello~ {instrument}")
    s.phase("scenes_deleted")
    s.clear("c")
    s.phase("forms_deleted")
    s.clear("d")
    s.phase("players_deleted")
    s.clear("a")
    s.clear("b")
    s.phase("early_deleted")
    s.room("a", "rosin.cello~ cello", "rosin.string~ s")
    s.send("pd-a", "clear", 2)
    for what in ("vanilla", "strings"):
        s.phase(f"{what}_opened", 1500)
        s.send("pd", f"open {what}.pd {folder}")
        if what == "strings":
            for key in ("frequency 150", "q 600"):
                s.phase("strings_" + key.split()[0], 2500)
                s.send("m-all", key)
            s.phase("one_among_strings", 2000)
            s.room("a", "rosin.string~ one")
        s.phase(f"{what}_closed", 2500 if what == "strings" else 1000)
        s.send(f"pd-{what}.pd", "menuclose")
        s.clear("a")
    s.phase("dsp_off", 1500)
    s.room("a", "rosin.cello~ cello", "rosin.scene~ glass", "rosin.string~ s", "rosin.modal~ b 1 shape plate-free modes 100")
    s.send("pd", "dsp 0", 1000)
    s.phase("dsp_on")
    s.send("pd", "dsp 1")
    s.phase("dsp_off_again", 1000)
    s.send("pd", "dsp 0")
    s.send("pd", "dsp 1", 200)
    s.clear("a")
    for name in ("bow-pad", "polyphony", "cello-midi", "fx-glass", "double-stops"):
        s.phase("patch_" + name.replace("-", "_"), 700)
        s.send("pd", f"open {name}.pd {os.path.join(ROOT, 'pd')}")
        s.send(f"pd-{name}.pd", "menuclose", 700)
    s.phase("end", 700)
    return s


def abstractions(folder, count=None):
    """A section and voices, made while a bowed string and a cello sound."""
    s = Script()
    s.phase("load")
    s.room("a", "rosin.string~ s 1 frequency 147", "rosin.cello~ cello")
    s.send("pd-b", "obj 10 10 rosin.friction~ - s rosined-hair bow 0.1")
    s.send("pd-c", "obj 10 10 rosin.section~ 1 196 12", 500)
    s.send("pd-c", "loadbang")
    s.send("pd-c", "clear", 500)
    s.send("m-cello", "note 50 100", 500)
    s.phase("quiet", 500)
    for name, text in (("section", "rosin.section~ 6 196 12"), ("voices", "rosin.voice~ 6"), ("motion", "rosin.motion~ s 147")):
        s.phase(name + "_made", 400)
        s.send("pd-c", f"obj 10 10 {text}")
        s.send("pd-c", "loadbang")  # which comes by itself where it is typed or in a patch
        s.phase(name + "_deleted", 1500)
        s.clear("c")
    s.phase("end", 700)
    return s


def read_ticks(path):
    ticks, marks = [], []
    with open(path) as f:
        for line in f:
            words = line.split()
            if words[0] == "mark":
                marks.append((words[1], int(words[2])))
            else:
                ticks.append([float(w) for w in words])
    return np.array(ticks), marks


def play(folder, classes=None, count=500, what=events, **environment):
    """Pd's log and exit status."""
    mode_file(os.path.join(folder, "modes.cfg"), 1000)
    mode_file(os.path.join(folder, "many.cfg"), 200000)
    cords = f"#X obj 10 10 r m-all;\n" + "".join(f"#X connect {count} 0 {i} 0;\n" for i in range(count))
    for name, text in (("strings", "rosin.string~ many-# 1 frequency 147"), ("vanilla", "nothing~ many-# 1 frequency 147")):
        with open(os.path.join(folder, name + ".pd"), "w") as f:
            f.write(many(count, text) + cords)
    s = what(folder, count)
    p = Patch(s.ms / 1000 + 1)
    for room in "abcd":
        p.sub(Canvas(room))
    there, watch = p.obj("r stopwatch-in"), p.obj("stopwatch")
    p.wire(there, 0, watch, 0)
    script = os.path.join(folder, "script.txt")
    with open(script, "w") as f:
        f.write("\n".join(s.lines) + "\n")
    queue, load = p.obj("qlist"), p.msg(f"read {script}, bang")
    p.wire(p.order, 1, load, 0)
    p.wire(load, 0, queue, 0)
    return p.run(options=["-nobatch", *(["-path", classes] if classes else []), "-path", folder], check=False,
                 timeout=900, env=environment)


def run(folder, what=events):
    """Ticks (ms) and marks of one run."""
    record = os.path.join(folder, "ticks.txt")
    r = play(folder, what=what, LD_PRELOAD=stopwatch(folder), STOPWATCH=record)
    if os.environ.get("ROSIN_STALL_LOG"):
        print(r[""])
    return read_ticks(record)


def stalls(ticks, marks):
    """{phase: ms}: the longest tick of each, less what a tick takes there as a rule."""
    spent = np.where(ticks[:, 2] > 0, np.minimum(ticks[:, 0], ticks[:, 1]), ticks[:, 0])
    found = {}
    for (name, at), (_, end) in zip(marks, marks[1:] + [("", len(ticks))]):
        part = spent[at:end]
        if len(part) and part.max() - np.median(part) > found.get(name, (-1, 0))[0]:
            found[name] = (float(part.max() - np.median(part)), float(np.median(part)))
    return found


# what Pd does by itself: to load a library, and to open and close a patch of 500 objects that do nothing
# but have the inlets and outlets of strings, which is taken off from what 500 strings take
APART = ("load", "quiet", "end", "vanilla_opened", "vanilla_closed")


def stall(say, runs=3):
    with tempfile.TemporaryDirectory() as folder:
        all_runs = [stalls(*run(folder)) for _ in range(runs)]
    worst, own = 0, {}
    for name in all_runs[0]:
        least, usual = min(r[name] for r in all_runs if name in r)
        if name in ("vanilla_opened", "vanilla_closed"):
            own[name.replace("vanilla", "strings")] = least
        least -= own.get(name, 0)
        if os.environ.get("ROSIN_STALL_LOG"):
            print(f"# {name:24} {least:8.3f} ms over {usual:.3f}")
        if name not in APART:
            worst = max(worst, least)
    say("pd_stall_ms", worst, runs * len(all_runs[0]), 0)
    for name, phase in (("strings", "strings_opened"), ("of_pd", "vanilla_opened")):
        say(f"pd_stall_500_{name}_ms", min(r[phase][0] for r in all_runs), runs, 0)


def made(say, runs=3):
    """What it takes to make a section and the like while others sound."""
    with tempfile.TemporaryDirectory() as folder:
        all_runs = [stalls(*run(folder, abstractions)) for _ in range(runs)]
    for name in ("section", "voices", "motion"):
        say(f"pd_stall_{name}_ms", max(min(r[f"{name}_{way}"][0] for r in all_runs) for way in ("made", "deleted")), runs, 0)


def sanitized(say, flavour, library, count=60):
    """The same in a Pd library under a sanitizer: exit status, and what it complained of."""
    with tempfile.TemporaryDirectory() as folder:
        stopwatch(folder)
        preload = " ".join(subprocess.run(["gcc", f"-print-file-name={lib}.so"], capture_output=True,
                                          text=True).stdout.strip() for lib in library)
        r = play(folder, os.path.join(ROOT, "build", "pd-" + flavour), count, LD_PRELOAD=preload,
                 ASAN_OPTIONS="detect_leaks=0:exitcode=99", TSAN_OPTIONS="exitcode=97",
                 UBSAN_OPTIONS="print_stacktrace=1")
    sins = re.search(r"(\d+) sins", r[""])
    found = int(sins.group(1)) if sins else 0
    found += r[""].count("WARNING: ThreadSanitizer") + r[""].count("runtime error:") + r[""].count("ERROR: AddressS")
    if found or r["code"]:
        print("#", "\n# ".join(r[""][-6000:].splitlines()))
    say(f"pd_stall_{flavour}_sanitizer", found + (r["code"] != 0), count, 0)
