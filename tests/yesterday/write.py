#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes what users of the version that is built here leave behind: tests/yesterday/VERSION.
Once, when a version is ready; tests/yesterday.bats opens it for ever after. Needs all faces built
(`make all lv2 clap vst3 pd page` and the hosts), Pd, node, and JACK for what is played live.

  tests/yesterday/write.py [PART...]"""
import glob
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(ROOT, "build")
ROSIN = os.path.join(BUILD, "rosin")
VERSION = subprocess.run([ROSIN, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
TO = os.path.join(HERE, VERSION.rsplit(".", 1)[0])
VST3 = glob.glob(os.path.join(BUILD, "vst3/rosin.vst3/Contents/*-linux/rosin.so"))[0]
HOSTS = {"clap": ["clap", os.path.join(BUILD, "rosin.clap")], "lv2": ["lv2"], "vst3": ["vst3", VST3]}


def run(*words, **more):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, **more)
    if done.returncode:
        raise SystemExit(f"{words}: {done.stderr}")
    return done.stdout


def put(path, text):
    path = os.path.join(TO, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)


def folder(name):
    path = os.path.join(TO, name)
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


def scene_names():
    return [s["name"] for s in json.loads(run(ROSIN, "scenes", "--json"))]


def plugins():
    """A table of what hosts call things, and a state of each plugin, for each format."""
    env = {**os.environ, "LV2_PATH": os.path.join(BUILD, "lv2")}
    for name, (program, *file) in HOSTS.items():
        program = os.path.join(BUILD, "tests/yesterday", program)
        put(f"{name}.tsv", run(program, *file, "table", env=env))
        run(program, *file, "write", folder(name), env=env)


def scenes():
    """Each scene as one has it who copied it; what else they may say."""
    to = folder("scenes")
    for name in scene_names():
        put(os.path.join(to, f"{name}.cfg"), run(ROSIN, "show", name))
    put("scenes.json", run(ROSIN, "scenes", "--json"))
    put("signals.txt", "".join(f"{name} {row.split()[0]}\n" for name in scene_names()
                               for row in run(ROSIN, "probes", name).splitlines()))
    shutil.copy(os.path.join(ROOT, "tests/interface.txt"), TO)
    shutil.copy(os.path.join(ROOT, "docs/measured-string.cfg"), to)


def commands():
    """Options of each command."""
    rows = []
    for line in run(ROSIN).splitlines():
        if not line.startswith("  rosin "):
            continue
        command = line.split()[1]
        for row in run(ROSIN, command, "--help").splitlines():
            for word in row.split():
                if word.startswith("--") and row.startswith("  "):
                    rows.append(f"{command} {word.rstrip(',').split('=')[0]}\n")
                    break
        rows.append(f"{command}\n")
    put("commands.txt", "".join(rows))


SCALE = "! meantone.scl\n!\nquarter comma\n 12\n!\n" + "".join(
    f" {c}\n" for c in ("76.04900", "193.15686", "310.26471", "5/4", "503.42157", "579.47057", "696.57843", "25/16",
                        "889.73529", "1006.84314", "1082.89214", "2/1"))
SCORE = """<?xml version="1.0" encoding="UTF-8"?>
<score-partwise version="3.1"><part-list><score-part id="P1"><part-name>Violoncello</part-name></score-part></part-list>
<part id="P1"><measure number="1"><attributes><divisions>2</divisions><time><beats>2</beats><beat-type>4</beat-type></time>
<clef><sign>F</sign><line>4</line></clef></attributes><sound tempo="240"/>
<note><pitch><step>D</step><octave>3</octave></pitch><duration>2</duration><notations><slur type="start" number="1"/></notations></note>
<note><pitch><step>F</step><alter>1</alter><octave>3</octave></pitch><duration>2</duration><notations><slur type="stop" number="1"/></notations></note>
</measure></part></score-partwise>
"""
GESTURE = """rosin-gesture 1
rate 44100
0 note-on 0 0 50 0.7
441 control 0 11 0 0.5
800 bend 0 0 0 0.25
900 pressure 0 0 50 0.4
1000 control 0 1 0 0.3
2205 note-off 0 0 50 0.5
3000 end
"""


def sounds():
    """Sound files that say how they were made; what was played, to be played again."""
    to = folder("sounds")

    def render(name, *words):
        run(ROSIN, "render", *words, "-o", name, cwd=to)

    for name, text in (("meantone.scl", SCALE), ("two.musicxml", SCORE), ("by-hand.gesture", GESTURE),
                       ("swam.controls", run(ROSIN, "show", "--controls", "swam"))):
        put(os.path.join(to, name), text)
    shutil.copy(os.path.join(ROOT, "docs/tune.mid"), to)
    short = ("-r", 8000, "-d", 0.02)
    for end in ("wav", "flac", "ogg", "aiff", "caf"):
        render(f"chalk.{end}", "chalk", *short, "-s", "pressure=3", "-s", "seed=5",
               *(() if end == "ogg" else ("--format", "16")))
    render("rope-room.wav", "rope", *short, "--room", "small", "--normalize", "--format", "float")
    render("loud.wav", "saw", "-r", 8000, "-d", 0.5, "--loudness", -23, "--format", "16")
    render("cuica-loop.wav", "cuica", "-r", 8000, "-d", 0.1, "--loop", "--format", "16")
    render("midi.wav", "violin", "--midi", "tune.mid", "--scale", "meantone.scl", "--controls", "swam.controls", "-d", 0.01)
    render("score.wav", "cello", "--score", "two.musicxml", "-d", 0.01)
    render("gesture.wav", "cello", "--gesture", "by-hand.gesture", "-d", 0.01)
    put(os.path.join(to, "by-hand.csv"), run(ROSIN, "gesture", "by-hand.gesture", cwd=to))
    put(os.path.join(to, "lugre.csv"), run(ROSIN, "curve", "lugre", "--velocity", "0.001:1:9:log"))
    run(ROSIN, "render", "glass", "-d", 0.5, "-r", 16000, "-o", "/tmp/knock.wav", "--plain")
    run(ROSIN, "modes", "/tmp/knock.wav", "--modes", 4, "-o", "knock.cfg", cwd=to)
    os.remove("/tmp/knock.wav")
    put("report.json", run(ROSIN, "render", "chalk", *short, "--report", "-", "-o", "/tmp/x.wav"))
    os.remove("/tmp/x.wav")


LIST = """duration = 0.02;
rate = 16000;
format = "16";
name = "{scene}/{size}-{n:03}";
jobs = (
  { scene = "door-hinge-slow"; variations = 2; seed = 7; spread = ( "push=0.3", "times=0" );
    settings = ( "size=0.7", "size=1.4" ); },
  { scene = ( "rope", "chalk" ); set = "seed=3"; name = "{scene}"; title = "a, \\"quoted\\" title"; }
);
"""
TABLE = """scene,variations,seed,duration,rate,push,dryness,name,spread
door-hinge-slow,2,7,0.02,16000,12,,creak-{push}-{n},times=0 size=0.05
door-hinge-slow,,,0.02,16000,,1,rusty,
"""


def batches():
    """Lists, and folders made of them: whole, and in shards."""
    to = folder("batch")
    put(os.path.join(to, "doors.cfg"), LIST)
    put(os.path.join(to, "doors.csv"), TABLE)
    run(ROSIN, "batch", "doors.cfg", "-o", "whole", "-j", 1, cwd=to)
    for k in (1, 2):
        run(ROSIN, "batch", "doors.csv", "-o", "shards", "-j", 1, "--shard", f"{k}/2", cwd=to)


def pd():
    """Patches with the abstractions they had, and what each class says and writes of itself."""
    to = folder("pd")
    for path in glob.glob(os.path.join(ROOT, "pd/*.pd")) + glob.glob(os.path.join(ROOT, "help/*.pd")):
        shutil.copy(path, to)
    python = next(p for p in (sys.executable, "/usr/bin/python3") if not subprocess.run([p, "-c", "import numpy, scipy"], capture_output=True).returncode)
    run(python, os.path.join(HERE, "patches.py"), "write", to)


def page():
    put("page.json", run("node", os.path.join(HERE, "page.mjs"), "write", os.path.join(BUILD, "page")))


def ardour():
    """A session of Ardour's with LV2 plugins, if it is here: what it opens to is kept beside it."""
    lua = next(iter(glob.glob("/usr/bin/ardour*-lua")), None)
    if not lua:
        return
    to = folder("ardour")
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "HOME": home, "LV2_PATH": os.path.join(BUILD, "lv2") + ":/usr/lib/lv2",
               "ROSIN_SESSION": os.path.join(home, "session")}
        run(lua, os.path.join(HERE, "ardour.lua"), env={**env, "ROSIN_WRITE": "1"})
        for path in ("rosin.ardour", "plugins"):
            source = os.path.join(home, "session", path)
            (shutil.copytree if path == "plugins" else shutil.copy)(source, os.path.join(to, path))
        said = run(lua, os.path.join(HERE, "ardour.lua"), env=env)
    put("ardour/values.txt", "".join(f"{row}\n" for row in said.splitlines() if row.startswith("value")))


def live():
    """What `rosin play` writes: a take, what controllers have learned."""
    sys.path.insert(0, os.path.join(ROOT, "tests/live"))
    os.environ["ROSIN"] = ROSIN
    import session
    to = folder("live")
    session.ROSIN = ROSIN
    from controls import Jack, Play, osc
    jack = Jack(ROSIN, 256)
    with tempfile.TemporaryDirectory() as scratch:
        play = Play(ROSIN, jack, scratch, "cello-d", "--midi-map", os.path.join(to, "learned.map"), "--learn", "bow.force",
                    "--record-gesture", os.path.join(to, "played.gesture"))
        time.sleep(0.5)
        os.write(play.midi, bytes([0xb0, 21, 90]))
        for k in range(6):
            play.osc(osc("/pad", 0.5 + 0.3 * math.sin(k), 0.3))
            time.sleep(0.05)
        play.end()
    jack.stop()


PARTS = {"plugins": plugins, "scenes": scenes, "commands": commands, "sounds": sounds, "batches": batches, "pd": pd,
         "page": page, "live": live, "ardour": ardour}

if __name__ == "__main__":
    os.makedirs(TO, exist_ok=True)
    for part in sys.argv[1:] or PARTS:
        print(part, flush=True)
        PARTS[part]()
