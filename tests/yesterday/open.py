#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Opens what a version left behind (tests/yesterday/VERSION) with what is built now, and prints what
is no longer as it was: parameters may be appended, none may move or vanish. Ends with 1 if there is any.

  open.py PART FOLDER        PART: clap lv2 vst3 scenes interface commands sounds batches
ROSIN names the command; the faces lie beside it."""
import csv
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROSIN = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
BUILD = os.path.dirname(ROSIN)
wrong = []


def run(*words, status=0, **more):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, errors="replace", **more)
    if done.returncode != status:
        wrong.append(f"{' '.join(map(str, words))}: status {done.returncode}: {(done.stderr or done.stdout)[-300:]}")
    return done


def text(*path):
    with open(os.path.join(*path)) as f:
        return f.read()


# ---- plugins ----------------------------------------------------------------------------------

def rows(table, kind):
    return [r.split("\t")[1:] for r in table.splitlines() if r.startswith(kind + "\t")]


# What 0.2 showed as continuous and read from 0.5 on, or by the nearest whole number: it is shown so now,
# and whatever a session holds for it means the same.
STEPS = {"key switches", "lift", "measured", "controls", "string", "reads"}


def same_but_for_steps(was, now):
    return was[:-1] == now[:-1] and was[0].lower() in STEPS and was[-1] in "-0"


def compare_tables(was, now, grows):
    """`grows`: the last number of a plugin's row counts what may be appended to."""
    plugins = {p[0]: p for p in rows(now, "plugin")}
    for p in rows(was, "plugin"):
        found = plugins.get(p[0])
        if not found or found[1] != p[1] or not (int(found[2]) >= int(p[2]) if grows else found[2] == p[2]):
            wrong.append(f"plugin {p}: now {found}")
    parameters = {(r[0], r[2]): r for r in rows(now, "parameter")}
    for r in rows(was, "parameter"):
        found = parameters.get((r[0], r[2]))
        hidden = r[3].startswith("MIDI ")  # VST3's, behind all others
        if not found or not (found[3:] == r[3:] or same_but_for_steps(r[3:], found[3:])) or (found[1] != r[1] and not hidden):
            wrong.append(f"parameter {r}: now {found}")
    gone = {r[0] for r in rows(was, "preset")} - {r[0] for r in rows(now, "preset")}
    wrong.extend(f"preset {p}: is gone" for p in sorted(gone))


def compare_states(folder, table, now):
    """Each number of each state: at the parameter of its id, and saved again."""
    ids = {(r[0].lower(), r[3].replace(" ", "_").lower() if r[2].isdigit() else r[2]): r[2] for r in rows(table, "parameter")}
    values = {(r[0].lower(), r[1]): float(r[2]) for r in rows(now, "value")}
    saved = {(r[0].lower(), r[1]) for r in rows(now, "saved")}
    names = {p[0].lower(): p[0].lower() for p in rows(table, "plugin") if ":" in p[0] or "." in p[0]} or \
        {p[1].lower(): p[1].lower() for p in rows(table, "plugin")}
    opened = 0
    for name in names:
        path = os.path.join(folder, re.sub(r"^(rosin\.|urn:rosin:|rosin )", "", name) + ".state")
        for key, value in re.findall(r"^set (\S+) (\S+)$", text(path), re.M):
            opened += 1
            at = values.get((name, ids.get((name, key))))
            meant = float(value)
            if at == int(meant + 0.5) and key.replace("_", " ") in STEPS:
                meant = at
            if at is None or abs(at - meant) > 2e-6 * max(1, abs(meant)):
                wrong.append(f"{name}: {key} was {value}, is {at}")
            if (name, f"set {key} {value}") not in saved:
                wrong.append(f"{name}: {key} {value} is not saved again")
    if opened < 150:
        wrong.append(f"only {opened} numbers of states were found")


def plugin(folder, kind, *file):
    program = os.path.join(BUILD, "tests/yesterday", kind)
    env = {**os.environ, "LV2_PATH": os.path.join(BUILD, "lv2")}
    table = text(folder, f"{kind}.tsv")
    compare_tables(table, run(program, *file, "table", env=env).stdout, kind == "lv2")
    states = os.path.join(folder, kind)
    compare_states(states, table, run(program, *file, "read", states, env=env).stdout)


def clap(folder):
    plugin(folder, "clap", os.path.join(BUILD, "rosin.clap"))


MINOR = {"0.2": 2}  # lv2:minorVersion as each version had it; its table does not say


def lv2(folder):
    """Hosts read a description again if its version is higher; ports are appended under one that is even."""
    plugin(folder, "lv2")
    for address in (p[0] for p in rows(text(folder, "lv2.tsv"), "plugin")):
        turtle = text(BUILD, "lv2/rosin.lv2", address.removeprefix("urn:rosin:") + ".ttl")
        minor = int(re.search(r"lv2:minorVersion (\d+)", turtle).group(1))
        if minor % 2 or minor <= MINOR[os.path.basename(os.path.normpath(folder))]:
            wrong.append(f"plugin {address}: has other ports, under minorVersion {minor}")


def vst3(folder):
    plugin(folder, "vst3", glob.glob(os.path.join(BUILD, "vst3/rosin.vst3/Contents/*-linux/rosin.so"))[0])


# ---- scenes, tables, commands -----------------------------------------------------------------

def scenes(folder):
    now = {s["name"]: s for s in json.loads(run(ROSIN, "scenes", "--json").stdout)}
    for was in json.loads(text(folder, "scenes.json")):
        is_now = now.get(was["name"])
        if not is_now:
            wrong.append(f"scene {was['name']}: is gone")
            continue
        if is_now["channels"] != was["channels"]:
            wrong.append(f"scene {was['name']}: {is_now['channels']} channels")
        macros = {m["name"]: m for m in is_now["macros"]}
        for m in was["macros"]:
            keys = "unit", "low", "high", "default", "live"
            if [macros.get(m["name"], {}).get(k) for k in keys] != [m[k] for k in keys]:
                wrong.append(f"scene {was['name']}: macro {m}: now {macros.get(m['name'])}")
    signals = {}
    for row in text(folder, "signals.txt").splitlines():
        name, signal = row.split()
        signals.setdefault(name, set()).add(signal)
    for name, known in signals.items():
        told = {r.split()[0] for r in run(ROSIN, "probes", name).stdout.splitlines()}
        wrong.extend(f"signal {name} {s}: is gone" for s in sorted(known - told))
    copies = sorted(glob.glob(os.path.join(folder, "scenes", "*.cfg")))
    for path in copies:
        run(ROSIN, "check", path)
    for path in copies[::8]:
        with tempfile.TemporaryDirectory() as scratch:
            run(ROSIN, "render", path, "-d", 0.02, "-o", os.path.join(scratch, "a.wav"))


ROW = re.compile(r"^(\S+)\s+(\S+)\s+(\S+) to (\S+)\s+(\S+)(?:\s|$)")


def sections(words):
    """{heading: {name: row}}; rows of tables by their first word, other lines by themselves."""
    found, at = {}, None
    for line in words.splitlines():
        if re.match(r"^(law|shape|signals of|player of) \S+$", line) or line in ("materials", "pairs"):
            at = found.setdefault(line, {})
        elif at is not None and line:
            at[line.split()[0] if ROW.match(line) else " ".join(line.split())] = line
    return found


def interface(folder):
    """Of laws, shapes, matter, signals, players: what `tests/interface.bats` writes down."""
    bats = re.search(r"^interface\(\) \{.*?^\}", text(os.path.dirname(__file__), "..", "interface.bats"), re.M | re.S)
    with tempfile.TemporaryDirectory() as scratch:
        now = sections(run("bash", "-c", bats.group(0) + "\ninterface", cwd=scratch, env={**os.environ, "ROSIN": ROSIN}).stdout)
    for heading, was in sections(text(folder, "interface.txt")).items():
        if heading not in now:
            wrong.append(f"{heading}: is gone")
            continue
        for name, row in was.items():
            old, new = ROW.match(row), ROW.match(now[heading].get(name, ""))
            if not old:
                if name.split()[0] not in {n.split()[0] for n in now[heading]}:
                    wrong.append(f"{heading}: {name}: is gone")
            elif not new or (new[2], new[5]) != (old[2], old[5]) or float(new[3]) > float(old[3]) or \
                    float(new[4]) < float(old[4]):
                wrong.append(f"{heading}: {row}: now {now[heading].get(name)}")


def commands(folder):
    helps = {}
    for row in text(folder, "commands.txt").splitlines():
        command, *option = row.split()
        if command not in helps:
            helps[command] = run(ROSIN, command, "--help").stdout.split()
        if option and option[0] not in helps[command]:
            wrong.append(f"rosin {row}: is gone")


# ---- files ------------------------------------------------------------------------------------

def keys(value, path=""):
    if isinstance(value, dict):
        return {k for name, v in value.items() for k in {f"{path}.{name}"} | keys(v, f"{path}.{name}")}
    return keys(value[0], path + "[]") if isinstance(value, list) and value else set()


PLAYED = {"midi": ("--midi", "tune.mid", "--scale", "meantone.scl", "--controls", "swam.controls"),
          "score": ("--score", "two.musicxml"), "gesture": ("--gesture", "by-hand.gesture")}


def sounds(folder):
    of = os.path.join(folder, "sounds")
    with tempfile.TemporaryDirectory() as scratch:
        for path in sorted(glob.glob(os.path.join(of, "*.*"))):
            name, end = os.path.splitext(os.path.basename(path))
            if end not in (".wav", ".flac", ".ogg", ".aiff", ".caf"):
                continue
            shown = run(ROSIN, "show", path).stdout
            if "made by rosin 0" not in shown:
                wrong.append(f"{path}: says no recipe: {shown[:200]}")
            again = os.path.join(scratch, name + end)
            run(ROSIN, "render", path, *PLAYED.get(name, ()), "-o", again, cwd=of)
            if os.path.exists(again) and not 0.8 < os.path.getsize(again) / os.path.getsize(path) < 1.25:
                wrong.append(f"{path}: {os.path.getsize(path)} bytes, again {os.path.getsize(again)}")
        run(ROSIN, "gesture", os.path.join(of, "by-hand.csv"), "-o", "back.gesture", cwd=scratch)
        run(ROSIN, "render", "cello", "--gesture", "back.gesture", "-d", 0.01, "-o", "a.wav", cwd=scratch)
        for played in glob.glob(os.path.join(folder, "live", "*.gesture")):
            run(ROSIN, "render", "cello-d", "--gesture", played, "-d", 0.02, "-o", "b.wav", cwd=scratch)
        run(ROSIN, "render", os.path.join(of, "knock.cfg"), "-d", 0.02, "-o", "c.wav", cwd=scratch)
        curve = run(ROSIN, "curve", "lugre", "--velocity", "0.001:1:9:log").stdout.splitlines()[0]
        if not set(text(of, "lugre.csv").splitlines()[0].split(",")) <= set(curve.split(",")):
            wrong.append(f"rosin curve: columns {curve}")
        report = run(ROSIN, "render", "chalk", "-r", 8000, "-d", 0.02, "--report", "-", "-o", "d.wav", cwd=scratch).stdout
        gone = keys(json.loads(text(folder, "report.json"))) - keys(json.loads(report))
        wrong.extend(f"--report: {k}: is gone" for k in sorted(gone))


def table_of(path):
    with open(path, newline="") as f:
        return [row for row in csv.DictReader(f) if row.get("job") != "#end"]  # the line that tells it is whole


def batches(folder):
    with tempfile.TemporaryDirectory() as scratch:
        to = os.path.join(scratch, "batch")
        shutil.copytree(os.path.join(folder, "batch"), to)
        was = table_of(os.path.join(to, "whole/manifest.csv"))
        run(ROSIN, "batch", "--verify", "whole", cwd=to)
        run(ROSIN, "batch", "--page", "whole", cwd=to)
        run(ROSIN, "batch", "--merge", "shards", cwd=to)
        run(ROSIN, "batch", "--verify", "shards", cwd=to)
        merged = os.path.join(to, "shards/manifest.csv")
        if not os.path.exists(merged) or len(table_of(merged)) != 3:
            wrong.append("shards: not merged to three rows")
        os.remove(os.path.join(to, "whole/rope.wav"))  # a hole is seen
        run(ROSIN, "batch", "--verify", "whole", cwd=to, status=1)
        run(ROSIN, "batch", "doors.cfg", "-o", "whole", "-j", 1, cwd=to)  # and filled
        run(ROSIN, "batch", "--verify", "whole", cwd=to)
        run(ROSIN, "batch", "doors.csv", "-o", "new", "-j", 1, cwd=to)
        now = table_of(os.path.join(to, "whole/manifest.csv"))
        if not set(was[0]) <= set(now[0]):
            wrong.append(f"manifest: columns {set(was[0]) - set(now[0])} are gone")
        if [r["name"] for r in now][:len(was)] != [r["name"] for r in was]:
            wrong.append(f"manifest: {[r['name'] for r in now]}, was {[r['name'] for r in was]}")


PARTS = {f.__name__: f for f in (clap, lv2, vst3, scenes, interface, commands, sounds, batches)}

if __name__ == "__main__":
    PARTS[sys.argv[1]](os.path.abspath(sys.argv[2]))
    print("\n".join(wrong))
    sys.exit(bool(wrong))
