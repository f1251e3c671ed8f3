# SPDX-License-Identifier: BSD-3-Clause
"""[rosin.scene~] plays on: what it says, what it holds, how it begins and ends."""
import re

import numpy as np

from pdrun import Patch

RATE = 44100
FADE = 1024


def say(p, obj, *steps):
    """Messages (ms, text) to an object, from when DSP has begun."""
    for ms, text in steps:
        later, message = p.obj(f"delay {ms}"), p.msg(text)
        p.wire(p.order, 0, later, 0)
        p.wire(later, 0, message, 0)
        p.wire(message, 0, obj, 0)


def step(x, y, begin, frames=FADE + 64):
    """Largest step that a gain makes of the sound x, which became y: the change of y/x from a sample to
    the next, times x. A cut at x is a step of x."""
    x, y = x[begin:begin + frames], y[begin:begin + frames]
    clear = np.abs(x) > 1e-3 * np.abs(x).max()
    gain = np.where(clear, y / np.where(clear, x, 1), np.nan)
    change = np.abs(np.diff(gain)) * np.minimum(np.abs(x[1:]), np.abs(x[:-1]))
    return np.nanmax(change)


def cuts(scene="cuica", at=1200):
    """{stop, restart, end: largest step}, each against the same scene that nobody cut."""
    p = Patch(5.5)
    made = {}
    for name, more, steps in (("long", " duration 30", ()), ("stop", "", ((at, "stop"),)),
                              ("restart", "", ((at, "start"),)), ("end", f" duration {at / 1000}", ())):
        made[name] = p.obj(f"rosin.scene~ {scene}{more}")
        say(p, made[name], (0, "start"), *steps)
        p.record(made[name], 0, name)
    r = p.run()
    long, found = r["long"], {}
    for name in ("stop", "restart", "end"):
        y = r[name]
        begin = np.argmax(long != y)
        assert begin > 0.9 * at / 1000 * RATE, f"{name} differs from {begin / RATE} s on"
        found[name] = step(long, y, begin - 64), begin
    begin = found["stop"][1]
    assert not r["stop"][begin + FADE + 64:].any(), "it goes on after stop"
    again = found["restart"][1] + FADE - 1
    first = np.argmax(long != 0)
    back = np.argmax(r["restart"][again:] != 0) + again
    n = 20000
    same = min(np.abs(r["restart"][k:k + n] - long[first:first + n]).max() for k in range(back - 64, back + 65))
    assert same < 1e-6, f"a restart is another sound: {same}"
    return {k: v[0] for k, v in found.items()}


def held(scenes):
    """{scene: (dB of what it holds over what its gestures sound like, change by a macro)}"""
    found = {}
    for scene, macro, value in scenes:
        p = Patch(9.0)
        x, y = p.obj(f"rosin.scene~ {scene}"), p.obj(f"rosin.scene~ {scene}")
        z = p.obj(f"rosin.scene~ {scene}")
        say(p, x, (0, "start"))
        say(p, y, (0, "hold 1"))
        say(p, z, (0, "hold 1"), (6000, f"{macro} {value}"))
        for name, obj in (("plays", x), ("holds", y), ("turned", z)):
            p.record(obj, 0, name)
        r = p.run(timeout=1200)
        whole = r["plays"][np.abs(r["plays"]) > 0]
        late = slice(6 * RATE, 9 * RATE)
        found[scene] = (20 * np.log10(max(np.std(r["holds"][late]), 1e-9) / np.std(whole)),
                        np.std(r["holds"][late] - r["turned"][late]) / np.std(r["holds"][late]))
    return found


def answers():
    """What a scene answers: once that it has ended, out of range, before it sounds; names."""
    p = Patch(2.6)
    x = p.obj("rosin.scene~ door-hinge-slow duration 0.3")
    said = p.obj("print said")
    p.wire(x, 2, said, 0)
    say(p, x, (10, "push 30000"), (20, "hand.force 5"), (30, "push 9"), (40, "start"), (60, "push 8"), (800, "push 7"),
        (820, "push 6"), (840, "nobody 1"), (860, "scenes"), (880, "presets"), (900, "preset Nothing"),
        (920, "loop 1"), (940, "dump"), (960, "get push"), (980, "get nothing"), (1000, "start"), (1400, "loop 0"),
        (2000, "get loop"), (2050, "print"), (2060, "speed wood"), (2070, "1"), (2080, "push wood"))
    p.obj("rosin.scene~ door-hinge-slow size 99")
    p.obj("rosin.scene~ no-such-scene")
    p.record(x, 0, "out")
    r = p.run(check=False)
    log = r[""]
    for text, times in ((r"push: 30000 is out of range: [\d.]+ to [\d.]+ N", 1),
                        (r"hand.force: nothing sounds that it could move", 1),
                        (r"door-hinge-slow has ended: silent; try \[start\(", 1),
                        (r"there is no control 'nobody'; \[print\( lists what there is", 1),
                        (r"there is no control 'speed'; \[print\( lists what there is", 1),
                        (r"a number needs the name of what it sets before it", 1), (r"push: must be followed by one number", 1),
                        (r"^  hinge\.force: normal force.* \(0 to 10000 N\)$", 1), (r"said: scene wine-glass\n", 1),
                        (r"said: preset Heavy\\? oak\n", 1), (r"'Nothing' is none of its presets: Heavy oak", 1),
                        (r"said: push 6\n", 2), (r"said: loop 1\n", 1), (r"said: loop 0\n", 1), (r"said: hold 0\n", 1),
                        (r"get: there is no 'nothing'", 1), (r"rosin.scene~: size 99: ", 1),
                        (r"no embedded scene of this name \(\[scenes\( lists them\)", 1), (r"  has ended: try", 1)):
        found = len(re.findall(text, log, re.M))
        assert found == times, f"{text}: {found}\n{log}"
    assert " -s " not in log and "`rosin" not in log, log
    level = [np.abs(r["out"][int(a * RATE):int((a + 0.1) * RATE)]).max() for a in (0.6, 1.35, 2.3)]
    assert level[0] == 0 < level[1] and level[2] == 0, level


def holds():
    """hold: from silence, from where it is, and on again; controls and macros are heard meanwhile."""
    p = Patch(6.0)
    x, y = p.obj("rosin.scene~ chalk"), p.obj("rosin.scene~ chalk")
    said = p.obj("print said")
    p.wire(x, 2, said, 0)
    say(p, x, (0, "hold 1"), (4000, "get hold"), (4100, "hold 0"), (5900, "get hold"))
    say(p, y, (0, "start"), (300, "hold 1"), (4000, "tip.force 0"))
    p.record(x, 0, "x")
    p.record(y, 0, "y")
    z = p.obj("rosin.scene~ chalk")
    say(p, z, (0, "start"))
    p.record(z, 0, "z")
    r = p.run()
    here = slice(int(0.3 * RATE), int(0.32 * RATE))
    assert np.corrcoef(r["y"][here], r["z"][here])[0, 1] > 0.7, "it begins again instead of staying where it is"
    assert level(r["x"], 3.5, 4) > 0.1 * level(r["x"], 0, 0.5) > 0, "it does not hold"
    assert level(r["y"], 3.5, 4) > 0.1 * level(r["y"], 0, 0.5), "it does not hold from where it is"
    assert level(r["y"], 4.3, 5) < 0.01 * level(r["y"], 3.5, 4), "a control is not heard"
    assert re.findall(r"said: hold (\d)", r[""]) == ["1", "0"], r[""]


def level(x, begin, end):
    return np.std(x[int(begin * RATE):int(end * RATE)])


def early():
    """Started before DSP is on: said, and begins with it, with the controls that were sent meanwhile."""
    p = Patch(1.5)
    heard = {}
    for name, words in (("plain", "start"), ("told", "start, tip.force 0, hand.force 0, nobody 1"), ("stopped", "start, stop")):
        x, m = p.obj("rosin.scene~ chalk"), p.msg(words)
        p.at_start(m)
        p.wire(m, 0, x, 0)
        p.record(x, 0, name)
        heard[name] = x
    late = p.obj("rosin.scene~ chalk")
    say(p, late, (0, "start"))
    p.record(late, 0, "late")
    r = p.run(check=False)
    assert r[""].count("chalk begins as soon as DSP is on") == 3, r[""]
    assert r[""].count("there is no control 'nobody'") == 1, r[""]
    first, n = np.argmax(r["plain"] != 0), 50000
    again = np.argmax(r["late"] != 0)
    assert np.array_equal(r["plain"][first:first + n], r["late"][again:again + n]) and r["plain"].any()
    assert level(r["told"], 0.5, 1.5) < 0.05 * level(r["plain"], 0.5, 1.5) and not r["stopped"].any()


def fades():
    """No step of a gain above -60 dB."""
    found = cuts()
    assert max(found.values()) < 1e-3, found


def waits():
    """64 controls wait for a beginning; one more is refused, in a line that names it."""
    p = Patch(0.3)
    x, m = p.obj("rosin.scene~ chalk"), p.msg("start, " + ", ".join(f"nobody{i} 1" for i in range(65)))
    p.at_start(m)
    p.wire(m, 0, x, 0)
    log = p.run(check=False)[""]
    assert log.count("nobody64 is not set: 64 controls wait for the beginning already") == 1, log
    assert log.count("there is no control 'nobody") == 64, log


def arguments():
    """What is a message of one value may be an argument as well: hold, loop, level, a preset, before macros wherever it stands, and what a
    player is told; a wrong one is refused as the message is."""
    p = Patch(1.5)
    said = p.obj("print said")
    asked = {"rosin.scene~ door-hinge-slow hold 1": "get hold", "rosin.scene~ door-hinge-slow push 12 loop 1 preset Heavy\\ oak": "get push, get weight, get loop",
             "rosin.scene~ chalk level -6": "get level", "rosin.cello~ violin vibrato 40 level -9 articulation legato": "get vibrato, get level, get articulation"}
    for i, (text, questions) in enumerate(asked.items()):
        x = p.obj(text)
        p.record(x, 0, f"out{i}")
        p.wire(x, 2, said, 0)
        say(p, x, (1000 + i, questions))
    for text in ("rosin.scene~ chalk hold 3", "rosin.scene~ chalk loop x", "rosin.scene~ chalk preset none", "rosin.scene~ glass-harmonica key_hold 1",
                 "rosin.scene~ chalk hald 1", "rosin.cello~ violin vibrato 400"):
        p.obj(text)
    r = p.run(check=False)
    found = re.findall("^said: (.*)$", r[""], re.M)
    assert found == ["hold 1", "push 12", "weight 90", "loop 1", "level -6", "vibrato 40", "level -9", "articulation 1"], found
    wrong = re.findall("^error: (.*)$", r[""], re.M)
    words = ("hold: 3 is out of range: 0 to 1", "loop: must be followed by one number", "preset: 'none' is none of its presets: ", "there is no control 'key_hold'",
             "hald: unknown key", "vibrato: value 400: out of range: 0 to 100")
    assert len(wrong) == len(words) and all(w in line for w, line in zip(words, wrong)), wrong
    assert level(r["out0"], 0.5, 1.5) > 1e-3 and not r["out1"].any(), "hold 1 does not sound, or loop 1 does"


CASES = [answers, early, waits, holds, fades, arguments]

if __name__ == "__main__":
    import sys
    for name in sys.argv[1:] or [c.__name__ for c in CASES]:
        {c.__name__: c for c in CASES}[name]()
