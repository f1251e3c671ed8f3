#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of speed, from `rosin bench`: each call's least processor time over many rounds.

  speed.py table     this engine beside version 0.1 (commit 5b5e873), which is built from the
                     repository with the same bench and run in turn with this one
  speed.py regimes   cost over what the contact does
  speed.py calls     cost over how time is cut into calls, controls held
  speed.py vectors   the modal bank on narrower vectors
  speed.py since     this engine beside version 0.2 (f376a17) in the same way: what is played, many
                     strings and instruments, effects, contacts, set-up, maps; `since NAME...`: some
                     workloads alone. ROSIN_SPEED_BESIDE: another commit in place of 0.2
  speed.py realtime  the cello, as a share of a core at 48 kHz
  speed.py many      sixteen strings, twelve cellos, maps on all cores
  speed.py growth    modes and strings in one network; memory

A workload that is not in the regime it names gives no figure. ROSIN_SPEED_TURNS (4): how
often all is run; each run has several rounds."""
import fnmatch
import functools
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

import older

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ROSIN = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
TURNS = int(os.environ.get("ROSIN_SPEED_TURNS", 4))


def say(name, value, samples=1):
    print(f"{name.replace('-', '_')} {value:.6g} {samples} 0", flush=True)


@functools.cache
def timed():
    """How scenes are timed, as alone.c reads it, by their names."""
    said = json.loads(subprocess.run([ROSIN, "scenes", "--json"], capture_output=True, text=True, check=True).stdout)
    return {s["name"]: ":".join(str(round(1000 * x) if isinstance(x, (int, float)) else x) for x in (s["name"], *s["bench"].values()))
            for s in said if s["bench"]}


def bench(program, names, rounds, *options):
    if program == ROSIN:
        command = [ROSIN, "bench", *names, "--rounds", str(rounds), "--json", "-", *options]
    else:
        vector = options[1] if options[:1] == ("--vector",) else "-"
        command = [program, str(rounds), "64", vector, *(timed().get(n, n) for n in names)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.stderr:
        print(done.stderr, end="", file=sys.stderr)
    return json.loads(done.stdout)


def merge(into, run):
    """The least over several runs."""
    for name, w in run.items():
        if not w["good"]:
            continue
        kept = into.setdefault(name, dict(w))
        for key in ("ns", "median", "setup_ms", "worst_call", "core_percent", "second_setup_ms"):
            kept[key] = min(kept[key], w[key])


DEAR = re.compile("cello|tyre|cuica|chalk|brake|strings-|contacts|16384|melody|slurred|fast|chords|harmonica|creature|rope|train")
DEAREST = re.compile("cellos|quartet|strings-64|-(9|12|16)-contacts")


def runs(names, *variants):
    """Least figures of (program, options) in turn, a dictionary each; what is cheap is run
    more often."""
    dearest = [n for n in names if DEAREST.search(n)]
    dear = [n for n in names if DEAR.search(n) and n not in dearest]
    cheap = [n for n in names if n not in dear + dearest]
    found = [{} for _ in variants]
    for _ in range(TURNS):
        for group, rounds in ((cheap, 12), (dear, 3), (dearest, 1)):
            for into, (program, *options) in zip(found, variants):
                if group:
                    merge(into, bench(program, group, rounds, *options))
    return found


def figure(found, name, key="ns"):
    return found[name][key] if name in found else float("nan")


def here(names, *options):
    return runs(names, (ROSIN, *options))[0]


# ---- beside version 0.1 -----------------------------------------------------------------

TABLE = ["bowed-string", "string-hand-moving", "string-all-moving", "string-alone", "modal-128",
         "modal-512", "string-2-contacts", "string-4-contacts", "modal-2-contacts",
         "modal-4-contacts", "limited", "limited-sticking", "limited-sliding", "limited-stiff",
         "cello", "cello-plain-rate", "cello-double-stop", "cello-four-strings", "cello-played", "cello-d",
         "tyre-skid", "cuica", "chalk", "brake-squeal"]
PLAIN = {"limited": "bowed-string", "limited-sticking": "bowed-string-sticking",
         "limited-sliding": "bowed-string-sliding", "limited-stiff": "plain-stiff"}


def table():
    if older.lacks(older.FIRST):
        print("skip version 0.1 cannot be timed without", older.lacks(older.FIRST), flush=True)
        return
    names = TABLE + ["bowed-string-sticking", "bowed-string-sliding", "plain-stiff",
                     "modal-1-contact"]
    before, now = runs(names, (older.alone(older.FIRST), ), (ROSIN, ))
    for name in TABLE:
        new, first = figure(now, name), figure(before, name)
        say(f"speed_{name}_ns", new, 44100)
        say(f"speed_{name}_ns_in_0.1", first, 44100)
        say(f"speed_{name}_ratio", new / first, 44100)
    for body, one in (("string", "bowed-string"), ("modal", "modal-1-contact")):
        for n in (2, 4):
            say(f"speed_{body}_{n}_over_one", figure(now, f"{body}-{n}-contacts") / figure(now, one))
    for name, plain in PLAIN.items():
        say(f"speed_{name}_over_plain", figure(now, name) / figure(now, plain), 44100)
    say("speed_double_stop_over_one_bow", figure(now, "cello-double-stop") / figure(now, "cello"))
    for name, label in (("bowed-string", "string"), ("cello", "cello")):
        ms = [figure(f, name, "setup_ms") for f in (now, before)]
        say(f"speed_setup_{label}_ms", ms[0])
        say(f"speed_setup_{label}_ms_in_0.1", ms[1])
        say(f"speed_setup_{label}_ratio", ms[0] / ms[1])


# ---- beside version 0.2 --------------------------------------------------------------------

# what is played, by whom: of each a share of a core at 48 kHz too
PLAYED = [f"{i}-{t}" for i in ("violin", "viola", "cello", "double-bass") for t in ("melody", "slurred", "fast", "chords")]
PLAYED += ["cello-melody-midi", "cello-chords-midi", "quartet-melody", "quartet-chords", "cellos-12-melody", "cello", "cellos-12"]
EFFECTS = ["chalk", "cuica", "brake-squeal", "creature", "tyre-skid", "wet-brake", "ship-rope", "glass-harmonica", "ricochet",
           "train"]
ALONE = ["bowed-string", "string-hand-moving", "string-all-moving", "modal-1", "modal-8", "modal-32", "modal-128", "modal-512",
         "cello-plain-rate", "plain-stiff", "limited-stiff"]
# many abreast, each vector's width forced
ABREAST = {"strings-16": 16, "strings-16-moving": 16, "modes-114-ringing-8": 8, "cello": 1, "cellos-12": 12,
           "cellos-12-melody": 12}
WIDTHS = ("avx2", "avx512")
CONTACTS = (2, 3, 4, 5, 6, 7, 8, 9, 12, 16)
GROWN = {"bowed-string": [f"strings-{n}" for n in (2, 4, 8, 16, 32, 64)], "cello": [f"cellos-{n}" for n in (2, 4, 8, 12, 16)],
         "cello-melody": [f"cellos-{n}-melody" for n in (2, 4, 8, 12, 16)]}


def ratio_line(before, now, name, width=""):
    """ns of both and their ratio; nothing of what was not run, a ratio of what is no measurement that is not finite."""
    end = "_" + width if width else ""
    new, first = figure(now, name), figure(before, name)
    say(f"since_{name}_ns{end}", new, 48000)
    say(f"since_{name}_ns_then{end}", first, 48000)
    say(f"since_{name}_ratio{end}", new / first, 48000)


def can_be(width):
    return subprocess.run([ROSIN, "bench", "reference", "--rounds", "1", "--vector", width], capture_output=True).returncode == 0


def since(*patterns):
    def some(names):
        return [n for n in names if not patterns or any(fnmatch.fnmatch(n, p) for p in patterns)]
    then = os.environ.get("ROSIN_SPEED_BESIDE", older.SECOND)
    program = older.alone(then)
    names = some(dict.fromkeys(PLAYED + EFFECTS + ALONE))
    before, now = runs(names, (program,), (ROSIN,))
    for name in names:
        ratio_line(before, now, name)
        if name in PLAYED:
            say(f"since_{name}_percent_of_core", figure(now, name, "core_percent"), 48000)
            say(f"since_{name}_worst_call", figure(now, name, "worst_call"), 48000)
    for width in WIDTHS:
        abreast = some(ABREAST)
        if not abreast or not can_be(width):
            continue
        before, now = runs(abreast, (program, "--vector", width), (ROSIN, "--vector", width))
        for name in abreast:
            ratio_line(before, now, name, width)
            say(f"since_{name}_percent_of_core_{width}", figure(now, name, "core_percent"), 48000)
    if not patterns:
        contacts(program)
        grown()
        set_up(program)
        points(then)


def contacts(program):
    """So many contacts over one, here and then."""
    bodies = {"string": "bowed-string", "body": "body-1-contacts"}
    names = [f"{b}-{n}-contacts" for b in bodies for n in CONTACTS]
    before, now = runs(names + list(bodies.values()), (program,), (ROSIN,))
    for body, one in bodies.items():
        for n in CONTACTS:
            name = f"{body}-{n}-contacts"
            say(f"since_{name}_over_one", figure(now, name) / figure(now, one), 44100)
            say(f"since_{name}_over_one_then", figure(before, name) / figure(before, one), 44100)
    stiff = here(["plain-stiff", "limited-stiff"])
    say("since_limited_stiff_over_plain", figure(stiff, "limited-stiff") / figure(stiff, "plain-stiff"), 44100)


def grown():
    """Each of many over one alone."""
    found = here([n for one, many in GROWN.items() for n in (one, *many)])
    for one, many in GROWN.items():
        for name in many:
            say(f"since_growth_{name}", figure(found, name) / found[name]["voices"] / figure(found, one) if name in found
                else float("nan"), 48000)


def set_up(program):
    """Each scene's set-up and memory, and of a second instrument beside the first."""
    instruments = ["violin", "viola", "cello", "double-bass"]
    before, now = ({}, {})
    for _ in range(TURNS):
        for into, which in ((before, program), (now, ROSIN)):
            merge(into, bench(which, list(timed()), 1))
    for name in timed():
        ms = [figure(f, name, "setup_ms") for f in (now, before)]
        say(f"since_setup_{name}_ms", ms[0])
        say(f"since_setup_{name}_ms_then", ms[1])
        say(f"since_memory_{name}_kib", figure(now, name, "memory_bytes") / 1024)
    say("since_setup_most_but_cymbal_ms", max(figure(now, n, "setup_ms") for n in now if n != "cymbal"), len(now))
    for name in instruments:
        say(f"since_second_{name}_us", 1000 * figure(now, name, "second_setup_ms"))
    many = here(["cello", "cellos-12"])
    say("since_memory_of_12_cellos", figure(many, "cellos-12", "memory_bytes") / figure(many, "cello", "memory_bytes"))


def map_seconds(program, side):
    """Processor seconds of Schelleng's diagram, side x side."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([program, "map", "cello-d", "--schelleng", "-x", f"bow.position=0.06:0.2:{side}", "-y",
                    f"bow.force=0.3:3:{side}:log", "-j", "1"], check=True, capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def points(then):
    """A point of a map: what 63 more than one take, and are made in turn by both."""
    programs = {"": ROSIN, "_then": older.command(then)}
    least = {(end, side): float("inf") for end in programs for side in (1, 8)}
    for _ in range(TURNS):
        for end, side in least:
            least[end, side] = min(least[end, side], map_seconds(programs[end], side))
    ms = {end: 1000 * (least[end, 8] - least[end, 1]) / 63 for end in programs}
    for end in programs:
        say(f"since_map_point_ms{end}", ms[end], 64)
    say("since_map_point_ratio", ms[""] / ms["_then"], 64)


# ---- what cost may not depend on ----------------------------------------------------------

REGIMES = {"string": ["bowed-string", "bowed-string-sticking", "bowed-string-sliding",
                      "bowed-string-pressed", "bowed-string-silent", "bowed-string-decayed"],
           "modal": ["stick-slip", "sticking", "sliding", "squealing", "silent", "decayed"]}


def regimes():
    for body, names in REGIMES.items():
        found = here(names)
        ns = [figure(found, n) for n in names]
        say(f"speed_worst_regime_{body}", max(ns) / (sum(ns) / len(ns)), 44100 * len(ns))
        pressed = ns[:-2]  # silent and decayed are last
        say(f"speed_worst_pressed_{body}", max(pressed) / (sum(pressed) / len(pressed)), 44100 * len(pressed))
        say(f"speed_decayed_over_silent_{body}",
            figure(found, names[-1]) / figure(found, names[-2]), 44100)
        for name in names:
            say(f"speed_regime_{name}_ns", figure(found, name), 44100)


def calls():
    names = ["bowed-string", "bowed-string-96k", "cello"]
    lengths = (1, 63, 64, 1000)
    found = runs(names, *((ROSIN, "--call", str(n)) for n in lengths))
    for name in names:
        ns = [figure(f, name) for f in found]
        say(f"speed_calls_{name}", max(ns) / min(ns), 44100)
        for length, value in zip(lengths, ns):
            say(f"speed_calls_of_{length}_{name}_ns", value, 44100)


def vectors():
    names = ["modal-32", "modal-128", "modal-512"]
    levels = ("none", "sse2", "avx2", "avx512")
    can = [v for v in levels if subprocess.run(
        [ROSIN, "bench", "modal-32", "--rounds", "1", "--vector", v], capture_output=True).returncode == 0]
    found = dict(zip(can, runs(names, *((ROSIN, "--vector", v) for v in can))))
    for name in names:
        for level in can:
            say(f"speed_vector_{level}_{name}_ns", figure(found[level], name), 44100)
        for level in ("none", "sse2", "avx2"):
            if level in can:
                say(f"speed_vector_{level}_{name}_over_widest",
                    figure(found[level], name) / figure(found[can[-1]], name), 44100)


def realtime():
    found = here(["cello", "cello-four-strings"])
    for name, w in found.items():
        say(f"speed_{name}_percent_of_core", 100 * w["ns"] * 48000 * 1e-9, 48000)
        say(f"speed_{name}_worst_call", w["worst_call"], 48000)


# ---- many, and large ------------------------------------------------------------------------

def busy(threads):
    """Processor seconds a second that a map takes on so many threads, and its wall time."""
    with tempfile.TemporaryDirectory() as folder:
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        subprocess.run([ROSIN, "map", "cello-d", "-x", "bow.position=0.06:0.2:24", "-y",
                        "bow.force=0.3:3:24:log", "-d", "0.6", "-j", str(threads), "-o", f"{folder}/a.csv"],
                       check=True, capture_output=True)
        wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / wall, wall


def many():
    names = ["bowed-string", "strings-16", "cello", "cellos-12"]
    found = here(names)
    for name, one, n in (("strings-16", "bowed-string", 16), ("cellos-12", "cello", 12)):
        say(f"many_{name}_over_one", figure(found, name) / n / figure(found, one), 44100)
        say(f"many_{name}_kib_each", figure(found, name, "memory_bytes") / n / 1024)
        say(f"many_{name}_kib_one", figure(found, one, "memory_bytes") / 1024)
    cores = os.cpu_count() or 1
    one, all_of_them = [busy(1) for _ in range(3)], [busy(cores) for _ in range(3)]
    say("many_map_busy", max(b for b, _ in all_of_them) / cores, 576)
    say("many_map_faster", min(w for _, w in one) / min(w for _, w in all_of_them) / cores, 576)


def growth():
    modes = (512, 2048, 16384)
    strings = (2, 4, 8, 16, 32, 64)
    names = ["bowed-string"] + [f"modal-{n}" for n in modes] + [f"strings-{n}" for n in strings]
    found = here(names)
    each = {n: figure(found, f"modal-{n}") / n for n in modes}
    for n in modes[1:]:
        say(f"growth_modes_{n}", each[n] / each[modes[0]], 44100)
    for n in modes:
        say(f"growth_ns_a_mode_{n}", each[n], 44100)
    one = figure(found, "bowed-string")
    for n in strings:
        say(f"growth_strings_{n}", figure(found, f"strings-{n}") / n / one, 44100)

    def bytes_each(kind, low, high):
        return (figure(found, f"{kind}-{high}", "memory_bytes") -
                figure(found, f"{kind}-{low}", "memory_bytes")) / (high - low)
    say("growth_bytes_a_mode", bytes_each("modal", 2048, 16384))
    say("growth_kib_a_string", bytes_each("strings", 4, 64) / 1024)


if __name__ == "__main__":
    {"table": table, "regimes": regimes, "calls": calls, "vectors": vectors, "realtime": realtime,
     "many": many, "growth": growth, "since": since}[sys.argv[1]](*sys.argv[2:])
