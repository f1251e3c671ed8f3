# SPDX-License-Identifier: BSD-3-Clause
"""csound_test.py CHECK ...: the opcodes in Csound, against the command (ROSIN). CSOUND_OPCODES is their folder."""
import array
import os
import subprocess
import sys

from hosts import RATE, gesture, rendered, same, sounds_in

OPCODES = os.environ["CSOUND_OPCODES"]


def run(body, score, channels=2, options="-f -o out.raw", ksmps=32, fails=False, rate=RATE, full=1, **environment):
    """Csound on an orchestra; samples, and what it said."""
    with open("t.csd", "w") as file:
        file.write(f"<CsoundSynthesizer>\n<CsOptions>\n-h -d {options}\n</CsOptions>\n<CsInstruments>\nsr = {rate}\nksmps = {ksmps}\n"
                   f"nchnls = {channels}\n0dbfs = {full}\n{body}\n</CsInstruments>\n<CsScore>\n{score}\n</CsScore>\n</CsoundSynthesizer>\n")
    if os.path.exists("out.raw"):
        os.remove("out.raw")
    environment = {**os.environ, "OPCODE6DIR64": OPCODES, **{k: str(v) for k, v in environment.items()}}
    environment["LD_PRELOAD"] = environment.pop("HOST_PRELOAD", os.environ.get("SANITIZER", ""))
    done = subprocess.run(["csound", "t.csd"], capture_output=True, timeout=60, env=environment, errors="replace")
    said = done.stdout + done.stderr
    assert done.returncode >= 0, f"csound died: {done.returncode}\n{said}"
    assert fails or done.returncode == 0, said
    out = array.array("f")
    if os.path.exists("out.raw"):
        with open("out.raw", "rb") as file:
            out.frombytes(file.read())
    return out, said


def instrument(channels, arguments, before="", opcode="rosin"):
    names = [f"a{k + 1}" for k in range(channels)]
    return f"instr 1\n  {before}\n  {', '.join(names)} {opcode} {arguments}\n  outs {', '.join(names)}\nendin\n"


def samples():
    """What a file gets is what the command renders, to the bit, whatever the control period."""
    for scene, channels, given, words in [
            ("door-hinge-slow", 2, '"push", 8, "seed", 2', ("-s", "push=8", "--seed", "2")),
            ("chalk", 2, '"speed", 0.3', ("-s", "speed=0.3")), ("cello-d", 1, '"bow.force", 1.2', ("-s", "bow.force=1.2"))]:
        for ksmps in (32, 441):
            mine, _ = run(instrument(channels, f'"{scene}", 1, {given}'), "i 1 0 0.4", channels, ksmps=ksmps)
            same(mine, rendered(scene, *words, "-d", "0.4"), f"{scene}, ksmps {ksmps}")
    # an instance that begins within a control period, and a second one beside it, in two threads
    both = ('instr 1\n  a1, a2 rosin "chalk", 1\n  outs a1, 0*a1\nendin\n'
            'instr 2\n  a1, a2 rosin "chalk", 1, "speed", 0.3\n  outs 0*a1, a1\nendin\n')
    mine, _ = run(both, "i 1 0 0.4\ni 2 0.01 0.39", options="-f -o out.raw -j2 --sample-accurate")
    same(mine[0::2], rendered("chalk", "-d", "0.4")[0::2], "one of two threads")
    same(mine[882 + 1::2], rendered("chalk", "-s", "speed=0.3", "-d", "0.39")[0::2], "the other, from frame 441 on")


def notes():
    """A note is the player's: down, bent, up, with a macro on its way, as a gesture of the command has it."""
    body = ("instr 1\n  kvelocity = timeinstk() > 150 ? 0 : 0.7\n  kkey = timeinstk() > 100 ? 51 : 50\n"
            '  a1, a2 rosinnote "cello", kkey, kvelocity, "vibrato", 40\n  outs a1, a2\nendin\n')
    mine, _ = run(body, "i 1 0 0.3", ksmps=64)
    # what comes before a scene's first frame, 37 here, is passed over: so much earlier is all that follows
    path = gesture("take.txt", "0 note-on 0 0 50 0.7", "6437 bend 0 0 50 1", "9637 note-off 0 0 50 0", end=13000)
    theirs = rendered("cello", "--gesture", path, "-s", "player.vibrato=40")
    same(mine, theirs[2 * 37:], "a note")
    # a gesture ends with its note: what moves stops, what rings rings on
    mine, _ = run(instrument(1, '"squeak", kgate', "kgate = timeinstk() > 200 ? 0 : 1"), "i 1 0 0.8", 1)
    whole = rendered("squeak", "-d", "0.8")
    same(mine[:6000], whole[:6000], "before it is let go")
    assert max(map(abs, mine[25000:])) < 0.1 * max(map(abs, whole[25000:])), "it goes on when it is let go"


def moves():
    """An input that moves is heard; one that leaves its range is told once and stays."""
    def hears(before, given):
        return run(instrument(2, '"chalk", 1, ' + given, before), "i 1 0 0.4")

    still, _ = hears("", '"speed", 0.2')
    moved, said = hears("kspeed line 0.2, 0.4, 0.5", '"speed", kspeed')
    assert still[:64] == moved[:64] and still != moved and "rosin" not in said
    gone, said = hears("kspeed line 0.2, 0.4, 9", '"speed", kspeed')
    assert said.count("speed: ") == 1 and "is out of range: " in said, said
    assert max(map(abs, gone[-4000:])) > 1e-4
    # what builds bodies is built at its frame, where nobody waits
    built, again = (hears("klength = timeinstk() > 100 ? 45 : 30", '"length", klength')[0] for _ in range(2))
    first, _ = hears("", '"length", 30')
    assert built == again and built[:6400] == first[:6400] and built != first, "a body that is built anew"


def driven():
    """What comes in drives it as `rosin render --input` does, to the bit, beside its gesture or without; what is no number is silence."""
    path, late = sounds_in("oak-door")
    sound = f'ain soundin "{path}"'
    for ksmps in (32, 441):
        mine, said = run(instrument(2, '"oak-door", 1, ain, "input", 1', sound, "rosinin"), "i 1 0 0.4", ksmps=ksmps)
        same(mine, rendered("oak-door", "--input", late, "-d", "0.4"), f"driven, ksmps {ksmps}")
        assert "rosin:" not in said, said
    sounds_in("violin")
    for full in (1, 4):
        mine, _ = run(instrument(2, '"violin", 0, ain, "input", 1', sound, "rosinin"), "i 1 0 0.4", full=full)
        same([x / full for x in mine], rendered("violin", "--input", late, "-d", "0.4"), f"a body that nobody plays, 0dbfs {full}")
    off, _ = run(instrument(2, '"violin", 0, ain, "input", 0', sound, "rosinin"), "i 1 0 0.4")
    assert not any(off), "it hears though it is told not to"
    odd, _ = run(instrument(2, '"violin", 0, ain * sqrt(-1 - timeinsts()), "input", 1', sound, "rosinin"), "i 1 0 0.4")
    assert len(odd) > 4000 and not any(odd), "no numbers are heard"
    _, said = run(instrument(2, '"violin", 0, ain', sound, "rosinin"), "i 1 0 0.1", fails=True)
    assert "violin: a sound comes in, and no 'input' says what it does" in said, said
    _, said = run(instrument(2, '"violin", 0, ain, "input", 9', sound, "rosinin"), "i 1 0 0.1", fails=True)
    assert "violin.input: 9 is out of range" in said, said
    _, said = run(instrument(2, '"chalk", 1, "input", 1'), "i 1 0 0.1", fails=True)
    assert "chalk: there is no parameter 'input'" in said, said


def refusals():
    """What is wrong is said, as it begins or in the first control period."""
    for body, said in [
            ('"no-such-scene", 1', "no-such-scene"), ('"chalk", 1, "sped", 0.3', "chalk: there is no parameter 'sped'"),
            ('"chalk", 1, "speed", 9', "chalk.speed: 9 is out of range"), ('"chalk", 1, "bow.force", 1', "bow.force"),
            ('"chalk", 1, "speed"', "names and values come in pairs"), ('"chalk", 1, 0.3, "speed"', "argument 1 of the pairs: must be a name"),
            ('"squeak", 1', "squeak: channels: it has 1, not 2")]:
        out, heard = run(instrument(2, body), "i 1 0 0.1", fails=True)
        assert said in heard, f"{body}: '{said}' is not in {heard[-2000:]}"
        assert not any(out), f"{body} sounds"
    _, heard = run(instrument(2, '"chalk", 60, 0.7', opcode="rosinnote"), "i 1 0 0.1", 1, fails=True)
    assert "chalk: it is no instrument" in heard, heard
    _, heard = run('instr 1\n  a1, a2 rosinnote "cello", 200, 0.7\n  outs a1, a2\nendin\n', "i 1 0 0.1")
    assert heard.count("note_on.key: 200 is out of range: 0 to 127") == 1, heard


def odd():
    """A rate that is none is said; what is no number is told once and changes nothing; a key that moves before its note, and a note
    that ends before it begins, are nothing."""
    out, heard = run(instrument(2, '"chalk", 1'), "i 1 0 0.1", fails=True, rate=4000)
    assert "rate: 4000 is out of range: 8000 to 768000 Hz" in heard and not any(out), heard
    _, heard = run(instrument(2, '"chalk", 1, "speed", sqrt(-1)'), "i 1 0 0.1", fails=True)
    assert "chalk.speed: nan is out of range" in heard or "chalk.speed: -nan is out of range" in heard, heard
    never = "kodd = timeinstk() > 100 ? sqrt(-timeinstk()) : "
    for opcode, arguments, given, told in [("rosin", '"chalk", 1, "speed", kodd', "0.25", "speed: must be"), ("rosin", '"chalk", kodd', "1", "chalk: gate: must be"),
                                           ("rosinnote", '"cello", kodd, 0.7', "50", "cello: key: must be"),
                                           ("rosinnote", '"cello", 50, kodd', "0.7", "cello: velocity: must be")]:
        out, heard = run(instrument(2, arguments, never + given, opcode), "i 1 0 0.4")
        usual, _ = run(instrument(2, arguments.replace("kodd", given), opcode=opcode), "i 1 0 0.4")
        assert heard.count(told) == 1, f"{told}: {heard}"
        same(out, usual, told)
    late = "kkey = timeinstk() > 20 ? 50 : 40 + timeinstk()\n  kvelocity = timeinstk() > 50 ? 0.7 : -timeinstk()"
    out, heard = run(instrument(2, '"cello", kkey, kvelocity', late, "rosinnote"), "i 1 0 0.3")
    assert not any(out[:2 * 50 * 32 - 128]) and max(map(abs, out)) > 1e-3 and "rosin:" not in heard, heard


def live():
    """Where somebody listens a voice is made beside, and built anew beside, and sounds."""
    body = ('instr 1\n  klength = timeinsts() > 0.7 ? 45 : 30\n  a1, a2 rosin "chalk", 1, "length", klength\n  krms rms a1\n'
            '  if timeinsts() > 0.3 && krms > 0.0005 then\n    printf "it sounds\\n", 1\n  endif\n  outs a1, a2\nendin\n')
    _, said = run(body, "i 1 0 1.2", options="-odac -+rtaudio=null -b64 -B256")
    assert "it sounds" in said, said[-2000:]


def memory():
    """Each allocation of the opcodes fails in turn: a line that says so, and Csound goes on."""
    report = os.path.abspath("report")
    given = {"HOST_PRELOAD": os.environ["FAILING"], "FAIL_IN": "csound/librosin", "FAIL_REPORT": report}
    body = instrument(2, '"chalk", 1')
    run(body, "i 1 0 0.01", **given)
    with open(report) as file:
        calls, told = int(file.read().split()[0]), 0
    assert calls > 100, calls
    for n in [1, 2, 3, 5, 8, *range(10, calls, calls // 12)]:
        _, said = run(body, "i 1 0 0.01", fails=True, FAIL_FROM=n, **given)
        told += "out of memory" in said
    assert told >= 12, told


for name in sys.argv[1:]:
    globals()[name]()
    print(f"{name}: as promised")
