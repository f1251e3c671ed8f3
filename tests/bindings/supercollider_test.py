# SPDX-License-Identifier: BSD-3-Clause
"""supercollider_test.py CHECK ...: the UGens in `scsynth -N`, against the command (ROSIN). SC_PLUGINS is their folder."""
import array
import glob
import os
import socket
import struct
import subprocess
import sys
import time

from hosts import RATE, ROOT, gesture, rendered, same, sounds_in

PLUGINS = os.environ["SC_PLUGINS"]
OWN = next(iter(glob.glob("/usr/lib/SuperCollider/plugins") + glob.glob("/usr/lib/*/SuperCollider/plugins")), "")  # the server's own
BLOCK = 64


def text(given):
    """As Rosin.sc has it: how many characters, and their codes."""
    return [len(given), *given.encode()]


def inputs(scene, pairs, first=1.0, velocity=1.0):
    return [first, velocity, *text(scene), len(pairs), *(x for name, value in pairs for x in [*text(name), value])]


def line(start, end, seconds):
    """A Line.kr, as an input."""
    return "Line", [start, end, seconds, 0], 1


def tone(rate=2):
    """A SinOsc.ar, as an input."""
    return "SinOsc", [200.0, 0.0], rate


def pascal(name):
    return struct.pack("B", len(name)) + name.encode()


def synthdef(name, unit, channels, given, meter=False, first=0):
    """A unit that plays to channels `first` on (and how loud the first is to bus 0 of controls), in SuperCollider's own format; what is no number among its inputs is a unit."""
    constants, units = [], []

    def number(value):
        if value not in constants:
            constants.append(value)
        return -1, constants.index(value)

    def add(kind, rate, wanted, outputs):
        units.append((kind, rate, [number(w) if not isinstance(w, tuple) else w for w in wanted], outputs))
        return len(units) - 1

    wired = [(add(w[0], w[2], w[1], 1), 0) if isinstance(w, tuple) else w for w in given]
    own = add(unit, 2, wired, channels)
    add("Out", 2, [float(first), *((own, k) for k in range(channels))], 0)
    if meter:
        add("Out", 1, [0.0, (add("Amplitude", 1, [(own, 0), 0.01, 1.0], 1), 0)], 0)
    out = pascal(name) + struct.pack(">i", len(constants)) + struct.pack(f">{len(constants)}f", *constants) + struct.pack(">ii", 0, 0)
    out += struct.pack(">i", len(units))
    for kind, rate, wanted, outputs in units:
        out += pascal(kind) + struct.pack(">bii", rate, len(wanted), outputs) + struct.pack(">h", 0)
        out += b"".join(struct.pack(">ii", *w) for w in wanted) + bytes([rate] * outputs)
    return b"SCgf" + struct.pack(">ih", 2, 1) + out + struct.pack(">h", 0)


def osc(address, *values):
    def padded(data):
        return data + bytes(-len(data) % 4)
    tags, body = ",", b""
    for v in values:
        tags += "i" if isinstance(v, int) else "b" if isinstance(v, bytes) else "s"
        body += struct.pack(">i", v) if isinstance(v, int) else struct.pack(">i", len(v)) + padded(v) if isinstance(v, bytes) \
            else padded(v.encode() + b"\0")
    return padded(address.encode() + b"\0") + padded(tags.encode() + b"\0") + body


def run(unit, channels, given, seconds=0.4, preload="", server="scsynth", rate=RATE, block=BLOCK, **environment):
    """A server offline; samples, and what it said."""
    return serve([(0, osc("/d_recv", synthdef("t", unit, channels, given))), (0, osc("/s_new", "t", 1000, 0, 0))], channels, seconds, preload,
                 [server], rate, block, **environment)


def serve(events, channels, seconds, preload, server, rate=RATE, block=BLOCK, **environment):
    score = b""
    for at, message in [*events, (seconds, osc("/c_set", 0, 0))]:
        bundle = b"#bundle\0" + struct.pack(">Q", int(at * 2**32)) + struct.pack(">i", len(message)) + message
        score += struct.pack(">i", len(bundle)) + bundle
    with open("t.osc", "wb") as file:
        file.write(score)
    done = subprocess.run([server[0], *server[1:], "-N", "t.osc", "_", "out.wav", str(rate), "WAV", "float", "-o", str(channels), "-z", str(block),
                           "-U", f"{PLUGINS}:{OWN}"], capture_output=True, timeout=60, errors="replace",
                          env={**os.environ, "LD_PRELOAD": preload or os.environ.get("SANITIZER", ""), **{k: str(v) for k, v in environment.items()}})
    said = done.stdout + done.stderr
    assert done.returncode == 0, f"scsynth: {done.returncode}\n{said}"
    with open("out.wav", "rb") as file:
        data = file.read()
    at = data.index(b"data")
    out = array.array("f")
    out.frombytes(data[at + 8:at + 8 + int.from_bytes(data[at + 4:at + 8], "little")])
    return out, said


def samples():
    """What is rendered offline is what the command renders, to the bit."""
    for scene, channels, pairs, words in [
            ("door-hinge-slow", 2, [("push", 8), ("seed", 2)], ("-s", "push=8", "--seed", "2")),
            ("chalk", 2, [("speed", 0.25)], ("-s", "speed=0.25")), ("cello-d", 1, [("bow.force", 1.25)], ("-s", "bow.force=1.25"))]:
        mine, said = run("Rosin", channels, inputs(scene, pairs))
        same(mine, rendered(scene, *words, "-d", "0.4"), scene)
        assert "rosin" not in said.replace(PLUGINS, ""), said


def live():
    """Where somebody listens the server goes on while voices are made beside, built anew and dropped; they sound."""
    name = f"rosin-{os.getpid()}"
    environment = {**os.environ, "JACK_NO_AUDIO_RESERVATION": "1", "JACK_DEFAULT_SERVER": name, "JACK_NO_START_SERVER": "1", "SC_JACK_DEFAULT_OUTPUTS": ""}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    jack = subprocess.Popen(["jackd", "-n", name, "-r", "-T", "-d", "dummy", "-r", str(RATE), "-p", "256"], env=environment, **quiet)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as to, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        to.bind(("127.0.0.1", 0))
        free.bind(("127.0.0.1", 0))
        there = free.getsockname()
        free.close()
        server, answers, until = None, False, time.time() + 60
        try:
            while not answers:  # jackd may be on its way, and scsynth too
                assert time.time() < until and jack.poll() is None, "no jackd, or no scsynth that answers"
                if not server or server.poll() is not None:
                    with open("server.txt", "w") as said:
                        server = subprocess.Popen(["scsynth", "-u", str(there[1]), "-B", "127.0.0.1", "-D", "0", "-U", f"{PLUGINS}:{OWN}"],
                                                  stdout=said, stderr=said, env={**environment, "LD_PRELOAD": os.environ.get("SANITIZER", "")})
                to.sendto(osc("/status"), there)
                to.settimeout(0.3)
                try:
                    answers = bool(to.recv(9000))
                except OSError:
                    time.sleep(0.1)
            to.settimeout(20)
            moving = inputs("chalk", [("length", line(30, 45, 0.5))])
            for i in range(8):
                to.sendto(osc("/d_recv", synthdef(f"t{i}", "Rosin", 2, moving if i % 2 else inputs("chalk", []), meter=i == 0),
                              osc("/s_new", f"t{i}", 1000 + i, 0, 0)), there)
            loud = 0.0
            for turn in range(200):
                time.sleep(0.1)
                to.sendto(osc("/c_get", 0), there)
                answer = to.recv(9000)
                while not answer.startswith(b"/c_set"):
                    answer = to.recv(9000)
                loud = max(loud, struct.unpack(">f", answer[-4:])[0])
                if loud > 0.01 and turn > 10:
                    break
            for i in range(8):
                to.sendto(osc("/n_free", 1000 + i), there)
            time.sleep(0.2)
            to.sendto(osc("/quit"), there)
            assert server.wait(20) == 0, f"scsynth ended with {server.returncode}"
        finally:
            for process in filter(None, (server, jack)):
                process.terminate()
                process.wait(30)
            for left in glob.glob(f"/dev/shm/jack_sem.*_{name}_*") + glob.glob(f"/dev/shm/SuperColliderServer_{there[1]}"):
                os.remove(left)
    with open("server.txt") as file:
        said = file.read()
    assert loud > 0.01 and "rosin: " not in said, f"{loud}: {said}"


def supernova():
    """The other server, with its own build of the unit."""
    mine, said = run("Rosin", 2, inputs("chalk", [("speed", 0.25)]), server="supernova")
    same(mine, rendered("chalk", "-s", "speed=0.25", "-d", "0.4"), "chalk")
    sound, _ = run("SinOsc", 1, tone()[1], 0.5, server="supernova")
    _, late = sounds_in("violin", sound)
    mine, said = run("RosinIn", 2, inputs("violin", [("input", 1)], 0.0, tone()), server="supernova")
    same(mine, rendered("violin", "--input", late, "-d", "0.4"), "driven")


def threads():
    """Four in supernova's threads, of a group whose synths run at once, and the same in scsynth's one: each as it is alone."""
    for server, group in ([["supernova", "-T", "2"], "/p_new"], [["scsynth"], "/g_new"]):
        events, wanted = [(0, osc(group, 500, 0, 0))], []
        for i in range(4):
            speed = 0.25 + 0.0625 * (i % 2)
            events.append((0, osc("/d_recv", synthdef(f"t{i}", "Rosin", 2, inputs("chalk", [("speed", speed)]), first=2 * i))))
            events.append((0, osc("/s_new", f"t{i}", 1000 + i, 0, 500)))
            wanted.append(rendered("chalk", "-s", f"speed={speed}", "-d", "0.4"))
        mine, said = serve(events, 8, 0.4, "", server)
        for i in range(4):
            for k in (0, 1):
                same(mine[2 * i + k::8], wanted[i][k::2], f"{server[0]}, synth {i}, channel {k}")
        assert "rosin: " not in said, said


def notes():
    """A note is the player's, and an input on its way is heard."""
    mine, _ = run("RosinNote", 2, inputs("cello", [("vibrato", 40)], 50.0, 0.5), 0.3)
    path = gesture("take.txt", "0 note-on 0 0 50 0.5", end=13300)
    same(mine, rendered("cello", "--gesture", path, "-s", "player.vibrato=40")[2 * 37:], "a note")
    still, _ = run("Rosin", 2, inputs("chalk", [("speed", 0.25)]))
    moved, said = run("Rosin", 2, inputs("chalk", [("speed", line(0.25, 0.5, 0.5))]))
    assert len(still) == len(moved) and still != moved and "out of range" not in said, said
    gone, said = run("Rosin", 2, inputs("chalk", [("speed", line(0.25, 0.5, 0.05)), ("length", line(30, 90, 0.4))]))
    assert said.count("rosin: length: ") == 1 and "out of range" in said, said
    assert max(map(abs, gone[-4000:])) > 1e-4
    # a gate that falls ends the gesture
    ended, _ = run("Rosin", 1, inputs("squeak", [], line(1, -1, 0.2)), 0.8)
    whole = rendered("squeak", "-d", "0.8")
    same(ended[:4000], whole[:4000], "before it is let go")
    assert max(map(abs, ended[25000:])) < 0.1 * max(map(abs, whole[25000:])), "it goes on when it is let go"


def driven():
    """What comes in drives it as `rosin render --input` does, to the bit, beside its gesture or without."""
    sound, _ = run("SinOsc", 1, tone()[1], 0.5)
    assert max(map(abs, sound)) > 0.9
    for scene, gate, block in (("oak-door", 1.0, 64), ("violin", 0.0, 64), ("violin", 0.0, 256)):
        _, late = sounds_in(scene, sound)
        mine, said = run("RosinIn", 2, inputs(scene, [("input", 1)], gate, tone()), block=block)
        same(mine, rendered(scene, "--input", late, "-d", "0.4"), f"{scene}, driven")
        assert "rosin: " not in said, said
    off, _ = run("RosinIn", 2, inputs("violin", [("input", 0)], 0.0, tone()))
    assert not any(off), "it hears though it is told not to"
    for given, told in [(inputs("violin", [], 0.0, tone()), "violin: a sound comes in, and no 'input' says what it does"),
                        (inputs("violin", [("input", 9)], 0.0, tone()), "violin.input: 9 is out of range"),
                        (inputs("violin", [("input", 1)], 0.0, tone(1)), "what comes in is not at audio rate")]:
        out, said = run("RosinIn", 2, given, 0.1)
        assert said.count("rosin: ") == 1 and told in said and not any(out), said


def refusals():
    """What is wrong is said, once, and is silence."""
    for unit, channels, given, told in [
            ("Rosin", 1, inputs("no-such-scene", []), "no-such-scene"), ("Rosin", 2, inputs("chalk", [("sped", 1)]), "there is no parameter 'sped'"),
            ("Rosin", 2, inputs("chalk", [("speed", 9)]), "chalk.speed: 9 is out of range"), ("Rosin", 1, inputs("chalk", []), "channels: it has 2, not 1"),
            ("RosinNote", 2, inputs("chalk", []), "chalk: it is no instrument"), ("Rosin", 1, [1, 1, 99, 99], "its inputs are not those of its class"),
            ("Rosin", 1, [1, 1, 1, 99, 65], "too many names"), ("Rosin", 1, [1, 1, 1, 99, 1, 1, 99], "has no value")]:
        out, said = run(unit, channels, given, 0.1)
        assert said.count("rosin: ") == 1 and told in said, f"'{told}' is not in {said}"
        assert not any(out), f"{told}: it sounds"


def odd():
    """A rate that is none is said; what is no number is told once and changes nothing; a key that moves before its note is nothing."""
    out, said = run("Rosin", 2, inputs("chalk", []), 0.1, rate=4000)
    assert "rate: 4000 is out of range: 8000 to 768000 Hz" in said and not any(out), said
    nan = float("nan")
    for given, told in [(inputs("chalk", [("speed", nan)]), "chalk.speed: nan is out of range"), (inputs("chalk", [], nan), "chalk: gate: must be")]:
        out, said = run("Rosin", 2, given, 0.1)
        assert said.count("rosin: ") == 1 and told in said and not any(out), said
    for key, velocity, told in [(nan, 0.7, "cello: key: must be"), (50.0, nan, "cello: velocity: must be")]:
        out, said = run("RosinNote", 2, inputs("cello", [], key, velocity), 0.1)
        assert said.count("rosin: ") == 1 and told in said and not any(out), said
    out, said = run("RosinNote", 2, inputs("cello", [], line(40, 50, 0.05), line(-1, 1, 0.1)), 0.3)
    assert not any(out[:2 * int(0.045 * RATE)]) and max(map(abs, out)) > 1e-3 and "rosin: " not in said, said


def memory():
    """Each allocation of the plug-in fails in turn: a line that says so, and the server goes on."""
    report, given = os.path.abspath("report"), {"preload": os.environ["FAILING"], "FAIL_IN": "Rosin/rosin.so"}
    run("Rosin", 2, inputs("chalk", []), 0.01, FAIL_REPORT=report, **given)
    with open(report) as file:
        calls, told = int(file.read().split()[0]), 0
    assert calls > 100, calls
    for n in [1, 2, 3, 5, 8, *range(10, calls, calls // 12)]:
        told += "out of memory" in run("Rosin", 2, inputs("chalk", []), 0.01, FAIL_FROM=n, **given)[1]
    assert told >= 12, told


def classes():
    """sclang compiles the classes, what they make of their arguments is what the units read, and the helps are well formed."""
    with open(os.path.join(ROOT, "docs/embed.md")) as file:
        block = file.read().partition("```supercollider\n")[2].partition("```")[0]
    with open("page.scd", "w") as file:  # its definitions; what plays wants a server
        file.write(block.partition("\n)\n")[0] + "\n)\n")
    with open("t.scd", "w") as file:
        file.write('''
var def;
"PAGE".load;
[\\door, \\cello].do { |name| ("page: " ++ name ++ " " ++ SynthDescLib.global.at(name).notNil).postln };
def = SynthDef(\\t, { Out.ar(0, Rosin.ar(2, "door-hinge-slow", 1, [\\push, 8, \\seed, 2])) });
File("t.scsyndef", "wb").write(def.asBytes).close;
SynthDef(\\i, { RosinIn.ar(2, "violin", LFSaw.kr(3), 0, [\\input, 1]) + RosinIn.ar(2, "violin", SinOsc.ar(200), 0, [\\input, 1]) }).asBytes;
SynthDef(\\n, { Out.ar(0, RosinNote.ar(2, "cello", \\key.kr(50), 0.5, [\\vibrato, 40])) }).asBytes;
try { Rosin.ar(2, "chalk", 1, [\\push]) } { |e| ("refused: " ++ e.errorString).postln };
["Rosin", "RosinNote", "RosinIn"].do { |name|
  var tree = SCDoc.parseFileFull(PATH +/+ "HelpSource/Classes" +/+ name ++ ".schelp");
  ("help: " ++ name ++ " " ++ tree.notNil).postln;
};
"classes: done".postln;
0.exit;
'''.replace("PATH", f'"{PLUGINS}"').replace("PAGE", os.path.abspath("page.scd")))
    folder = os.path.abspath("home")
    os.makedirs(folder, exist_ok=True)
    with open("sclang.yaml", "w") as file:
        file.write(f"includePaths:\n  - {PLUGINS}\npostInlineWarnings: false\n")
    done = subprocess.run(["sclang", "-D", "-l", os.path.abspath("sclang.yaml"), "t.scd"], capture_output=True, timeout=100, errors="replace",
                          stdin=subprocess.DEVNULL,
                          env={**os.environ, "HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "QT_QPA_PLATFORM": "offscreen",
                               "QTWEBENGINE_DISABLE_SANDBOX": "1"})
    said = done.stdout + done.stderr
    for told in ("refused: ERROR: Rosin: names and values come in pairs", "page: door true", "page: cello true", "help: Rosin true", "help: RosinNote true", "help: RosinIn true", "classes: done"):
        assert told in said, f"'{told}' is not in\n{said[-4000:]}"
    with open("t.scsyndef", "rb") as file:
        theirs = file.read()
    mine = synthdef("t", "Rosin", 2, inputs("door-hinge-slow", [("push", 8.0), ("seed", 2.0)]))
    out = read_units(theirs)
    assert out["Rosin"] == read_units(mine)["Rosin"], f"{out}"


def read_units(data):
    """Of each unit of a definition its constant inputs, by its name."""
    at = 10
    at += 1 + data[at]
    constants = struct.unpack_from(">i", data, at)[0]
    values = struct.unpack_from(f">{constants}f", data, at + 4)
    at += 4 + 4 * constants
    parameters = struct.unpack_from(">i", data, at)[0]
    at += 4 + 4 * parameters
    assert struct.unpack_from(">i", data, at)[0] == 0
    units, found = struct.unpack_from(">i", data, at + 4)[0], {}
    at += 8
    for _ in range(units):
        name = data[at + 1:at + 1 + data[at]].decode()
        at += 1 + data[at]
        _, wanted, outputs, _ = struct.unpack_from(">biih", data, at)
        at += 11
        pairs = [struct.unpack_from(">ii", data, at + 8 * i) for i in range(wanted)]
        found[name] = [values[i] if u < 0 else None for u, i in pairs], outputs
        at += 8 * wanted + outputs
    return found


for name in sys.argv[1:]:
    globals()[name]()
    print(f"{name}: as promised")
