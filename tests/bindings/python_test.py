# SPDX-License-Identifier: BSD-3-Clause
"""python_test.py CHECK ...: the Python binding against the command (ROSIN), the library's headers and itself."""
import ast
import ctypes
import gc
import importlib.util
import inspect
import json
import os
import re
import struct
import subprocess
import sys
import threading
import typing

import numpy as np

import rosin

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROSIN = os.environ.get("ROSIN", os.path.join(ROOT, "build", "rosin"))


def command(*words):
    return subprocess.run([ROSIN, *words], capture_output=True, check=True).stdout


def rendered(channels, *words):
    """What `rosin render` writes, in floats."""
    out = np.frombuffer(command("render", *words, "--format", "float", "--plain", "-o", "-.raw"), np.float32)
    return out if channels == 1 else out.reshape(-1, channels)


def same(mine, theirs, what):
    assert mine.shape == theirs.shape, f"{what}: {mine.shape} against {theirs.shape}"
    assert np.abs(theirs).max() > 1e-4, f"{what}: silence"
    assert np.array_equal(mine, theirs), f"{what}: {np.count_nonzero(mine != theirs)} samples of {mine.size} differ"


def refused(kind, said, call, *values, **named):
    try:
        call(*values, **named)
    except kind as error:
        assert said in str(error), f"'{error}' lacks '{said}'"
        return
    raise AssertionError(f"{call} took {values} {named}, which is to be refused: {said}")


def samples():
    """Renders are the command's, to the bit: macros, seeds, rates, oversampling, layers, one channel and two."""
    for scene, settings, rate in [
            ("door-hinge-slow", {"push": 8, "seed": 2}, 0), ("chalk", {"speed": 0.3}, 48000), ("cello-d", {"bow.force": 1.2}, 0),
            ("squeak", {"oversample": 3}, 0), ("tyre-skid", {}, 22050), ("law-lugre", {"seed": 4294967295}, 0)]:
        options = [w for k, v in settings.items() for w in ("-s", f"{k}={v}")] + (["-r", str(rate)] if rate else [])
        sound = rosin.render(scene, settings, rate=rate, duration=0.4)
        same(sound.samples, rendered(sound.samples.ndim, scene, *options, "-d", "0.4"), scene)
        assert sound.rate == (rate or 44100), sound.rate
    text = command("show", "chalk").decode()
    same(rosin.render("mine.cfg", text=text, duration=0.2).samples, rosin.render("chalk", duration=0.2).samples, "a text")
    # a number comes to the library with all its digits
    push = 8 + 1e-13
    same(rosin.render("door-hinge-slow", push=push, duration=0.4).samples,
         rendered(2, "door-hinge-slow", "-s", f"push={push!r}", "-d", "0.4"), "17 digits")


def cores():
    """What happens at its frames is what a gesture of the command has, however it is cut into calls."""
    events = [(0, "note_on", 0, 0, 50, 0.7), (3000, "control", 0, 1, 0, 0.8), (5001, "bend", 0, 0, 0, 0.5),
              (7777, "note_off", 0, 0, 50, 0)]
    with open("take.txt", "w") as file:
        file.write("rosin-gesture 1\nrate 44100\nrest 1\n")
        file.writelines(f"{f} {k.replace('_', '-')} {c} {n} {key} {value}\n" for f, k, c, n, key, value in events)
        file.write("8820 end\n")
    theirs = rendered(2, "cello", "--gesture", "take.txt")
    for block in (8820, 441, 64):
        with rosin.Core("cello") as core:
            core.prepare(44100)
            out = []
            for at in range(0, 8820, block):
                for f, kind, channel, number, key, value in events:
                    if at <= f < at + block:
                        core.play(kind, f - at, channel=channel, controller=number, key=key, value=value)
                out.append(core.process(min(block, 8820 - at)))
            assert core.is_instrument() and core.lost() == 0 and core.frame() == 8820
            same(np.concatenate(out), theirs, f"blocks of {block}")
    # a scale of Scala's bends what is played by its cents
    with open("two.scl", "w") as file:
        file.write("! two.scl\nhalf a tone lower, but for C\n 12\n" + "".join(f" {100 * i - 50}.\n" for i in range(1, 12)) + " 1200.\n")
    scaled, bent = rosin.Core("cello"), rosin.Core("cello")
    for core in (scaled, bent):
        core.prepare(44100)
    scaled.scala("two.scl")
    scaled.play("note_on", key=50, value=0.7)
    bent.play("note_on", key=49.5, value=0.7)
    same(scaled.process(4000), bent.process(4000), "a scale")
    refused(rosin.Error, "no.scl", scaled.scala, "no.scl")
    # in any order within a call; bytes of MIDI say the same
    core = rosin.Core("cello")
    core.prepare(44100)
    for f, kind, channel, number, key, value in reversed(events):
        core.play(kind, f, channel=channel, controller=number, key=key, value=value)
    same(core.process(8820), theirs, "events from behind")
    # more notes than there are strings: those before give way while they sound, and what ends them later ends nothing else
    core.reset()
    for key in range(48, 60):
        core.play("note_on", key=key, value=0.7, single=1, note=key)
        assert np.isfinite(core.process(500)).all()
    for key in range(48, 59):
        core.play("note_off", key=key, single=1, note=key)
    heard = core.process(9000)
    assert np.isfinite(heard).all() and np.abs(heard[-2000:]).max() > 1e-3 and core.lost() == 0
    core.play("note_off", key=59, single=1, note=59)
    core.process(30000)
    assert np.abs(core.process(2000)).max() < 0.3 * np.abs(heard[-2000:]).max()


def driven():
    """What comes in drives it as `rosin render --input` does, to the bit: one channel or two, at once or in calls."""
    sound = (0.2 * np.sin(np.arange(9600) ** 2 * 1e-4)).astype(np.float32)
    with open("in.wav", "wb") as file:
        data = sound.tobytes()
        file.write(b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 3, 1, 48000, 4 * 48000, 4, 32)
                   + b"data" + struct.pack("<I", len(data)) + data)
    theirs = rendered(2, "oak-door", "--input", "in.wav", "-d", "0.3")
    for sides in (sound, sound[:, None], np.stack([sound, sound], axis=1).astype(float), list(sound)):
        core = rosin.Core("oak-door", {"input": "push"}, add="input")
        core.prepare(48000)
        late = core.latency()
        core.hear(sides)
        core.trigger()
        del sides
        gc.collect()
        out = np.concatenate([core.process(frames) for frames in (1, 4096, 14400 + late - 4097)])
        same(out[late:], theirs, "what is driven")
        assert core.input_delay() > 0 and core.unfit() == 0
    core.hear([[np.nan, 0.1], [0.1, np.inf]])
    core.process(2)
    assert core.unfit() == 2
    refused(ValueError, "", core.hear, np.zeros((2, 2, 2)))
    refused(rosin.Error, "oak-door: there is no 'input'", rosin.Core("oak-door").hear, sound)


def states():
    """Values go into a state and come back; a state from a later version, or of another scene, is refused whole."""
    a, b = rosin.Core("door-hinge-slow", add="limiter seed"), rosin.Core("door-hinge-slow", add="limiter seed")
    for core in (a, b):
        core.prepare(44100)
    a.control("push", 17)
    a.control("seed", 7)
    b.load(a.save())
    assert b.get("push") == 17 and b.get("seed") == 7 and "set push 17" in a.save()
    a.reset(), b.reset()
    a.trigger(5), b.trigger(5)
    same(b.process(16000), a.process(16000), "after a state")
    refused(rosin.Error, "'rosin-state 2' is of another rosin", b.load, a.save().replace("rosin-state 1", "rosin-state 2"))
    refused(rosin.Error, "it is of the scene 'chalk'", b.load, a.save().replace("door-hinge-slow", "chalk"))
    refused(rosin.Error, "'x' is not a number", b.load, a.save().replace("push 17", "push x"))
    assert b.get("push") == 17
    a.take_preset(a.presets[1])
    assert a.get("push") != 17
    # what builds bodies is built beside, and heard
    a, b = rosin.Core("chalk"), rosin.Core("chalk")
    for core in (a, b):
        core.prepare(44100)
        core.trigger()
        core.process(4000)
    a.control("length", a.parameters["length"].high)
    assert a.parameters["length"].builds and a.renew()
    calls = 0
    while a.renew() and calls < 1000:
        a.process(64), b.process(64)
        calls += 1
    assert 3 < calls < 1000 and not np.array_equal(a.process(4000), b.process(4000))
    with rosin.Core("cello-d", gestures=True) as core:
        refused(rosin.Error, "cello-d: it is not watched", core.look)
    with rosin.Core("cello-d", gestures=True, watch=True) as core:
        core.prepare(44100)
        core.trigger()
        for _ in range(20):
            core.process(2205)
            seen = core.look()
        assert seen["regime"] == "helmholtz" and seen["contact"] == "bow" and abs(seen["pitch"] - 146.8) < 3, seen


NETWORK = """rate = 44100; channels = 1; duration = 0.1; oversample = 1;
strings = { d = { frequency = 146.8; length = 0.69; impedance = 0.55; q = 400.0; }; };
modals = { plate = { points = { ear = 0.0; rim = 1.0; };
  modes = ( { frequency = 300.0; q = 30.0; mass = 0.2; at = (1.0, 0.5); }, { frequency = 710.0; q = 40.0; mass = 0.1; at = (0.7, -0.6); } ); }; };
contacts = { bow = { a = "-"; b = "d"; position = 0.13; velocity = 0.1; force = 0.8;
  law = { type = "elastoplastic"; sigma0 = 2e4; breakaway = 0.6; }; }; };
joints = { foot = { a = "d"; position_a = 0.0; b = "plate"; position_b = "rim"; }; };
outputs = ( { signal = "plate.velocity@ear"; } );
"""


def network():
    string = rosin.String(44100, frequency=146.8, length=0.69, impedance=0.55, q=400)
    plate = rosin.Modal(44100, [{"frequency": 300, "q": 30, "mass": 0.2}, {"frequency": 710, "q": 40, "mass": 0.1}],
                        points={"ear": (0, [1, 0.7]), "rim": (1, [0.5, -0.6])})
    net = rosin.Network(44100, 256)
    net.body("d", string)
    net.body("plate", plate)
    net.contact("bow", rosin.Contact("elastoplastic", 44100, sigma0=2e4, breakaway=0.6), "-", "d")
    net.joint("foot", "d", 0, "plate", plate.point("rim"))
    net.signal("plate.velocity@ear", "bow.force")
    net.prepare()
    for name, value in (("bow.position", 0.13), ("bow.velocity", 0.1), ("bow.force", 0.8)):
        net.jump(name, value)
    return net


def networks():
    """A network of one's own is the scene of the same numbers."""
    with open("net.cfg", "w") as file:
        file.write(NETWORK)
    theirs = rendered(1, "net.cfg")
    net = network()
    mine = net.run(len(theirs))
    same(mine["plate.velocity@ear"].astype(np.float32), theirs, "a network of one's own")
    assert net.energy() > 0 and net.statistics()["solves"] == len(theirs) and net.statistics()["passivity"] == 0
    # a number held, or one value a frame, in calls of any length
    def swell(frames, held):
        return {"bow.velocity": 0.1 if held else np.full(frames, 0.1), "bow.force": np.linspace(0.8, 1.2, 3000)[:frames]}
    one, other = network(), network()
    whole = one.run(3000, swell(3000, True))["bow.force"]
    ramp = swell(3000, False)
    parts = [other.run(n, {k: v[at:at + n] for k, v in ramp.items()})["bow.force"] for at, n in ((0, 1), (1, 1000), (1001, 1999))]
    assert np.array_equal(np.concatenate(parts), whole) and not np.array_equal(whole, mine["bow.force"][:3000])
    glass = rosin.Modal.of_form(44100, "wine-glass", modes=8, highest=15000, points={"finger": 0.1})
    assert glass.point("finger") == 0.1
    contact = rosin.Contact("rosined-hair", 44100)
    assert contact.law() == "elastoplastic" and contact.get("sigma0") == 1e4
    assert abs(contact.steady(1e3, 1.0) - 0.2) < 1e-9 and contact.steady([[0.1, -0.1]], 1).shape == (1, 2)
    force, bristle = contact.drive(np.full(100, 0.01), 1)
    assert force.shape == bristle.shape == (100,) and 0 < force[-1] < 0.4


def tables():
    """Everything by name comes from the library: laws as the command prints them, docstrings with their rows."""
    printed = command("laws").decode().split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in printed] == list(rosin.laws())
    for law in ("lugre", "thermal"):
        rows = command("laws", law).decode()
        for name, row in rosin.laws()[law].parameters.items():
            assert re.search(rf"^{name} .*{re.escape(row.meaning)}", rows, re.M), name
    for cls, text in [(rosin.String, "torsion_q"), (rosin.Modal, "Hz"), (rosin.Contact, "elastoplastic"), (rosin.Contact, "spots"),
                      (rosin.Network, "Controls of a push")]:
        assert text in cls.__doc__, f"{cls} does not speak of {text}"
    assert "Seconds that may sound after" in rosin.Core.tail.__doc__
    assert rosin.Core("cello").parameters["articulation"].words[0] and "door-hinge-slow" in rosin.scenes()
    assert rosin.forms()["wine-glass"].parameters and rosin.materials()["glass"].values["young"] > 1e10
    assert rosin.friction_pairs()["rubber/ice"].values["mu_static"] > 0 and rosin.surfaces()["chalk"].values["law"] in rosin.laws()
    for call in (rosin.render, rosin.Core.process, rosin.Network.run, rosin.Modal.of_form):
        assert "return" in typing.get_type_hints(call), call


def stubs():
    """What checkers of types are told of each class is what it has, with the same parameters."""
    folder, seen = os.path.dirname(rosin.__file__), 0
    for module in ("core", "network"):
        with open(os.path.join(folder, module + ".pyi")) as file:
            classes = [n for n in ast.parse(file.read()).body if isinstance(n, ast.ClassDef)]
        for cls in classes:
            own = getattr(sys.modules[f"rosin.{module}"], cls.name)
            told = {n.name: [a.arg for a in n.args.args] for n in cls.body if isinstance(n, ast.FunctionDef)}
            has = {n for n, f in vars(own).items() if callable(f) or isinstance(f, (property, classmethod))}
            if issubclass(own, tuple):  # a NamedTuple has methods of its own
                continue
            assert has <= told.keys(), has - told.keys()
            for name, parameters in told.items():
                if callable(vars(own)[name]):
                    mine = [p.name for p in inspect.signature(vars(own)[name]).parameters.values()
                            if p.kind == inspect.Parameter.POSITIONAL_OR_KEYWORD]
                    assert mine == parameters, f"{cls.name}.{name}: {mine} against {parameters}"
                    seen += 1
    assert seen > 80, seen
    if importlib.util.find_spec("mypy"):
        with open("typed.py", "w") as file:
            file.write("import rosin\ncore = rosin.Core('cello')\ncore.prepare(44100)\nx: float = core.tail()\ncore.trigger(frame=3)\n"
                       "s: rosin.Sound = rosin.render('chalk', speed=0.3)\nnet = rosin.Network(44100, 64)\nnet.joint('a', 'b', 0, 'c', 1)\n"
                       "core.prepare('x')\ncore.nothing()\n")
        said = subprocess.run([sys.executable, "-m", "mypy", "typed.py"], capture_output=True, text=True).stdout
        assert re.findall(r"^typed.py:(\d+): error", said, re.M) == ["9", "10"], said


def layouts():
    """Structs lie where the compiler has them, and every function that the library exports is known."""
    from rosin._library import headers, lib
    lines = [f'#include <rosin/{h}>' for h in ("core.h",)] + ["#include <rosin.h>", "#include <stdio.h>", "int main(void) {"]
    mine = {}
    for name, struct in headers.structs.items():
        lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
        mine[name] = ctypes.sizeof(struct)
        for field, _ in struct._fields_:
            lines.append(f'printf("{name}.{field} %zu\\n", offsetof({name}, {field}));')
            mine[f"{name}.{field}"] = getattr(struct, field).offset
    lines += [f'printf("{name} %d\\n", (int){name});' for name in headers.constants]
    mine.update(headers.constants)
    with open("layout.c", "w") as file:
        file.write("\n".join(lines) + "\nreturn 0; }\n")
    subprocess.run(["cc", f"-I{ROOT}/include", "layout.c", "-o", "layout"], check=True)
    told = dict(line.split() for line in subprocess.run("./layout", capture_output=True, text=True).stdout.splitlines())
    assert {k: int(v) for k, v in told.items()} == mine and len(mine) > 150
    with open(os.path.join(ROOT, "src/rosin.map")) as file:
        exported = set(re.findall(r"(rosin_\w+);", file.read()))
    exported = {name for name in exported if not name.startswith("rosin_voices")}  # of games: not in Python
    assert exported == set(headers.functions), exported ^ set(headers.functions)
    for name in exported:
        getattr(lib, name[6:])


def refusals():
    """What is wrong is said: what, the value, the range; and nothing is silent."""
    Error = rosin.Error
    refused(Error, "pish: unknown key; did you mean 'push'?", rosin.render, "door-hinge-slow", pish=8)
    refused(Error, "push: 800 is out of range: 4 to 24 N", rosin.render, "door-hinge-slow", push=800)
    refused(Error, "push: nan is not a finite number", rosin.render, "door-hinge-slow", push=float("nan"))
    refused(Error, "no-such-scene", rosin.render, "no-such-scene")
    refused(Error, "7999", rosin.render, "chalk", rate=7999)
    refused(Error, "has a zero in it", rosin.render, "chalk\0x")
    refused(Error, "rate: 5", rosin.Core("chalk").prepare, 5)
    refused(Error, "rate: nan is out of range", rosin.Core("chalk").prepare, float("nan"))
    core = rosin.Core("cello")
    refused(Error, "cello: it is not prepared", core.process, 64)
    refused(Error, "cello: it is not prepared", core.play, "note_on", key=60, value=1)
    refused(Error, "cello: it is not prepared", core.trigger)
    refused(Error, "cello: it is not prepared", core.bow, 1, 0.2, 0.5)
    core.prepare(44100)
    refused(Error, "play: 'sing' is none of note_on, ", core.play, "sing")
    refused(Error, "note_on: 'keys' is none of channel, ", core.play, "note_on", keys=60)
    refused(Error, "note_on.key: 128 is out of range: 0 to 127", core.play, "note_on", key=128, value=1)
    refused(Error, "note_on.value: nan is out of range: 0 to 1", core.play, "note_on", key=60, value=float("nan"))
    refused(Error, "frame: -1 is out of range", core.play, "note_on", -1, key=60, value=1)
    refused(Error, "frame: -1 is out of range", core.control, "level", 0, -1)
    refused(Error, "frames: -1 is out of range", core.process, -1)
    refused(Error, "there is no control 'nobody.force'", core.control, "nobody.force", 1)
    refused(Error, "vibrato", core.control, "vibrato", 1e9)
    refused(Error, "level: must be a finite number", core.control, "level", float("inf"))
    refused(TypeError, "value: 'x' is no 'double value'", core.control, "level", "x")
    refused(TypeError, "frame: 0.5 is no 'int frame'", core.control, "level", 0, 0.5)
    refused(Error, "bow: '1 nan 0.5' is not 3 numbers", core.bow, 1, float("nan"), 0.5)
    refused(Error, "stay: 'nan' is not 1 number", core.stay, float("nan"))
    core.stay(float("inf"))  # that it goes on
    refused(Error, "midi: '144 60 256' is no message", core.midi, [144, 60, 256])
    refused(Error, "note_on.key: 'x' is no number", core.play, "note_on", key="x")
    refused(Error, "there is no 'nobody'; there are: level, ", core.get, "nobody")
    refused(Error, "articulation: 'loud' is none of: detache", rosin.Core, "cello", {"articulation": "loud"})
    refused(Error, "add: 'reverb' is none of bow, section, limiter, seed, input", rosin.Core, "cello", add="reverb")
    refused(Error, "preset: 'Nothing' is none of Legato, ", core.take_preset, "Nothing")
    core.close()
    core.close()
    refused(Error, "core: it is closed", core.process, 64)
    refused(Error, "string: there is no 'pitch'; there are: frequency, ", rosin.String, 44100, pitch=3)
    refused(Error, "string.q: -1 is out of range", rosin.String, 44100, q=-1)
    refused(Error, "rate", rosin.String, 10)
    refused(Error, "mode 1.frequency", rosin.Modal, 44100, [{"frequency": -1}])
    refused(Error, "rim: 1 numbers, for 2 modes", rosin.Modal, 44100, [{"mass": 1}, {"mass": 1}], points={"rim": (0, [1])})
    refused(Error, "there is no 'cube'", rosin.Modal.of_form, 44100, "cube", modes=3, highest=9e3)
    refused(Error, "there is no 'cheese'", rosin.Modal.of_form, 44100, "wine-glass", "cheese", modes=3, highest=9e3)
    refused(Error, "nylon", rosin.Contact, "nylon", 44100)
    refused(Error, "mu_static", rosin.Contact, "coulomb", 44100, mu_static=-1)
    refused(Error, "load_fall: 'sink' is none of its words: hold", rosin.Contact, "elastoplastic", 44100, load_fall="sink")
    refused(Error, "contacts", rosin.Contact, "coulomb", 44100, contacts=99)
    net = network()
    refused(Error, "'bow.push'", net.set, "bow.push", 1)
    refused(Error, "bow.force: -1 is out of range", net.set, "bow.force", -1)
    refused(Error, "bow.force: nan is out of range", net.run, 9, {"bow.force": [0.1] * 8 + [float("nan")]})
    refused(Error, "bow.force: (8,) values, for 9 frames", net.run, 9, {"bow.force": [0.1] * 8})
    refused(Error, "nobody", net.signal, "nobody.force")
    refused(Error, "it is in a network", net._members[0].close)
    net.signal("bow.velocity")
    refused(Error, "it is not prepared as it is", net.run, 9)
    net.close()
    refused(Error, "network: it is closed", net.run, 9)


def threads():
    """Two cores and two networks in four threads give what each gives alone; the interpreter's lock is not held while they
    sound. Each is made, played, moved, saved, built anew and dropped there."""
    def core(scene):
        with rosin.Core(scene, gestures=scene == "cello-d", watch=True, add="limiter seed") as made:
            made.prepare(44100)
            made.set_offline(1)
            made.play("note_on", 3, key=50, value=0.7) if made.is_instrument() else made.trigger(3)
            heard = []
            for at in range(60):
                made.control("level", -at / 10, at)
                if at == 20:
                    made.load(made.save())
                if at == 40 and scene == "wine-glass":
                    made.control("size", 45)  # another body, in place
                heard.append(made.process(128))
                made.look()
            return np.concatenate(heard)

    def own(rate):
        made = network()
        out = made.run(rate // 20, {"bow.velocity": 0.1, "bow.force": np.linspace(0.5, 1, rate // 20)})
        made.close()
        return out["bow.force"]

    works = [(core, "cello"), (core, "wine-glass"), (own, 44100), (own, 44100), (core, "cello-d"), (core, "cello-d")]
    alone = [work(of) for work, of in works]
    together = [[] for _ in works]
    started = [threading.Thread(target=lambda k=k, w=w: [together[k].append(w[0](w[1])) for _ in range(2)]) for k, w in enumerate(works)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    for (_, of), sounds, mine in zip(works, together, alone):
        assert len(sounds) == 2
        for sound in sounds:
            same(sound, mine, of)


def memory():
    """Each allocation of the library fails in turn: MemoryError, or the whole of it, and nothing of it stays."""
    shim = ctypes.CDLL(None)
    shim.failing_calls.restype = ctypes.c_long

    def work():
        network().run(10)
        core = rosin.Core("chalk")
        core.prepare(44100)
        core.process(64)
        core.save()

    shim.failing_from(ctypes.c_long(0))
    work()
    calls, refusals = shim.failing_calls(), 0
    assert calls > 100, calls
    for n in [*range(1, 30), *range(30, calls, max(1, calls // 60))]:
        shim.failing_from(ctypes.c_long(n))
        try:
            work()
        except MemoryError:
            refusals += 1
        except rosin.Error as error:
            raise AssertionError(f"allocation {n} is told as {error}")
    shim.failing_from(ctypes.c_long(0))
    assert refusals > 60, refusals
    work()


def notebook():
    """Its cells run in order, and draw a loop that dissipates and a map with Helmholtz's motion in its midst."""
    import matplotlib
    matplotlib.use("Agg")
    os.environ.setdefault("POINTS", "5")
    with open(os.path.join(ROOT, "bindings/python/friction.ipynb")) as file:
        cells = json.load(file)["cells"]
    known = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), known)
    lost = list(known["dissipated"].values())
    assert 0 < lost[0] < lost[1] < lost[2], lost
    helmholtz = known["diagram"] == known["regimes"].index("helmholtz")
    assert helmholtz.any() and not helmholtz[0].all() and not helmholtz[-1].all() and len(np.unique(known["diagram"])) >= 3
    for picture in ("loop.png", "playability.png"):
        assert os.path.getsize(picture) > 8000


for name in sys.argv[1:]:
    globals()[name]()
    print(f"{name}: as promised")
