# SPDX-License-Identifier: BSD-3-Clause
"""Pd's objects under messages by chance, beside a plain model of them: what was taken is what `get` says, what was
refused moves nothing and is told in a line (`taken`); each line of `dump` is what `get` says (`each`); whatever an
object was told in whatever order, one that reads its state says and sounds the same after a reset (`again`); a scale
is found where the patch is (`scales`)."""
import random
import re
import sys

import numpy as np

from pdrun import Patch
from scenes import say
from told import CLASSES

RATE, STEP = 44100, 12  # Hz, ms
NEAR = 1e-4  # of the loudest
KINDS = ("string", "lists", "matter", "friction", "impact", "bridge", "cello")
WRONG = ("wood", "", "-1e30", "1e30", "1 2 3 4 5 6 7 8 9")  # what no number of these takes


def made(p, kind, name):
    """An object of a kind, and what it stands on; (itself, outlets that sound, where it talks)."""
    text, _, outlets, _ = CLASSES[kind]
    text = re.sub(r"(friction|impact)~ NAME", r"\1~", text).replace("NAME", name)
    stands = []
    if kind in ("friction", "impact", "bridge"):
        stands.append(p.obj(f"rosin.string~ {name}s 1 frequency 147 q 500 hip 0"))
    if kind == "bridge":
        stands.append(p.obj(f"rosin.string~ {name}t 1 frequency 200 q 500"))
    x = p.obj(text)
    seen = p.obj(f"print {name}")
    p.wire(x, outlets, seen, 0)
    return x, outlets, stands


def numbers(kind):
    """Keys of one number each, and a number that each takes."""
    return {k: v for k, v in CLASSES[kind][3].items() if isinstance(v, (int, float)) and (kind, k) not in APART}


# said of itself otherwise than it was told: a note as a pitch, what others make of a body, whole numbers, places by name
APART = {("string", "note"), ("lists", "note"), ("matter", "note"), ("string", "mute"), ("cello", "articulation"), ("lists", "t60"), ("lists", "modes.1.q"), ("lists", "push"), ("matter", "push"),
         ("string", "t60"), ("friction", "contacts"), ("matter", "modes"), ("string", "finger"), ("string", "length")}


def value_of(chance, number):
    return float(f"{number * chance.uniform(0.85, 0.99):.6g}")


def messages(kind, seed, count, wrongs):
    """[(key, what it is told, the number that it then has or None if that is refused)]"""
    chance, keys = random.Random(f"{kind} {seed}"), numbers(kind)
    for _ in range(count):
        key = chance.choice(sorted(keys))
        if wrongs and chance.random() < 0.35:
            yield key, chance.choice(WRONG[kind == "bridge":]), None  # its places may be words
        else:
            number = value_of(chance, keys[key])
            yield key, f"{number:g}", number


def taken():
    count, wrong, all_said = 40, [], 0
    p, told = Patch(0.1 + count * 3 * STEP / 1000), {}
    for kind in KINDS:
        x, _, _ = made(p, kind, kind)
        told[kind] = list(messages(kind, 1, count, True))
        for i, (key, word, _) in enumerate(told[kind]):
            at = 60 + i * 3 * STEP
            mark = p.obj(f"print at{kind}")
            say(p, mark, (at - 1, "begin"), (at + STEP + 1, "end"))
            say(p, x, (at - STEP / 2, f"get {key}"), (at, f"{key} {word}".strip()), (at + STEP, f"get {key}"))
    rows = p.run(check=False)[""].splitlines()
    for kind in KINDS:
        said = [float(row.split()[-1]) for row in rows if re.match(rf"{kind}: \S+ [-\d.einf+]+$", row)]
        assert len(said) == 2 * count, (kind, len(said))
        for (key, word, number), before, after in zip(told[kind], said[::2], said[1::2]):
            all_said += 1
            meant = before if number is None else number
            if abs(after - meant) > 2e-6 * abs(meant):
                wrong.append((kind, key, word, before, after))
        errors = sum("error" in row and f"rosin.{CLASSES[kind][0].split()[0][6:]}" in row for row in rows)
        refused = sum(number is None for _, _, number in told[kind])
        if kind not in ("lists", "matter") and errors != refused:  # who share a class
            wrong.append((kind, "errors", errors, refused))
    assert not wrong, wrong
    assert all_said > 250


def each():
    """Whatever `dump` lists, `get` alone says in the same words; what it does not list is told in a line."""
    kinds, rows = {**{kind: None for kind in KINDS}, **{scene: f"rosin.scene~ {scene}" for scene in ("door-hinge-slow", "chalk")}}, {}
    for gets in (False, True):
        p = Patch(0.3)
        for kind, text in kinds.items():
            if text:
                x, seen = p.obj(text), p.obj(f"print {kind}")
                p.wire(x, 2, seen, 0)
            else:
                x, _, _ = made(p, kind, kind)
            for k, key in enumerate(sorted({row.split()[0] for row in rows[kind]}) if gets else ()):
                say(p, x, (100 + 2 * k, f"get {key}"))
            say(p, x, (250, "get nobody") if gets else (100, "dump"))
        log = p.run(check=False)[""]
        found = {kind: [re.sub(rf"\b{kind}(?=[st]\b)", "it", row) for row in re.findall(rf"^{kind}: (.*)", log, re.M)] for kind in kinds}
        assert gets or min(len(x) for x in found.values()) > 2, found
        if gets:
            wrong = {kind: set(found[kind]) ^ set(rows[kind]) for kind in kinds}
            assert not any(wrong.values()), wrong
            assert log.count("error") == log.count("'nobody'") == len(kinds), log
        rows = found


def again():
    """Told in any order while it sounds, and one that has read its state: the same."""
    p, outlets = Patch(1.3), {}
    for kind in KINDS:
        if kind == "cello":  # a player's hand goes on
            continue
        for seed in (1, 2):
            names = [f"{kind}{seed}{who}" for who in "ab"]
            file = f"{kind}{seed}.txt"
            for who, name in enumerate(names):
                x, outlets[kind], stands = made(p, kind, name)
                begin = CLASSES[kind][1]
                if not who:
                    told = list(messages(kind, 10 + seed, 12, False))
                    say(p, x, *((40 + 1.7 * STEP * i, f"{key} {word}") for i, (key, word, _) in enumerate(told)),
                        *(((50, begin),) if begin else ()), (400, f"write {file}"))
                else:
                    say(p, x, (450, f"read {file}"))
                for stand in stands:
                    say(p, stand, (600, "reset"), *(((900, "pluck 2"),) if kind in ("bridge", "impact") else ()))
                say(p, x, (590, "dump"), (600, "reset"), *(((900, begin),) if begin else ()))
                for k in range(outlets[kind]):
                    p.record(x, k, f"{name}.{k}")
    r = p.run(check=False)
    assert "error" not in r[""], r[""][-2000:]
    wrong, late = [], int(0.88 * RATE)  # the high-pass of an outlet is at rest again
    for kind in outlets:
        for seed in (1, 2):
            first, second = ([row.replace(f"{kind}{seed}{who}", "it") for row in
                              re.findall(rf"^{kind}{seed}{who}: (.*)", r[""], re.M)] for who in "ab")
            if first != second or len(first) < 3:
                wrong.append((kind, seed, [x for x in zip(first, second) if x[0] != x[1]], len(first)))
            for k in range(outlets[kind]):
                a, b = (r[f"{kind}{seed}{who}.{k}"][late:] for who in "ab")
                most = np.abs(a).max()
                if not np.allclose(a, b, atol=NEAR * most) or (k == 0 and not most > 1e-7):
                    wrong.append((kind, seed, k, most, np.abs(a - b).max()))
    assert not wrong, wrong


def scales():
    """Twelve equal steps are as none; others sound otherwise; none again is as before; a file that is not there is said."""
    equal = "! e\nequal\n 12\n" + "".join(f" {100 * k}.0\n" for k in range(1, 13))
    other = "! o\nother\n 12\n" + "".join(f" {100 * k + (k % 12) * 7}.0\n" for k in range(1, 13))
    told = {"none": (), "equal": ((20, "scale equal.scl"),), "other": ((20, "scale other.scl"),), "back": ((20, "scale other.scl"), (30, "scale")),
            "lost": ((20, "scale lost.scl"),)}
    p = Patch(0.6)
    for name, steps in told.items():
        x = p.obj("rosin.cello~")
        say(p, x, *steps, (60, "note 51 100"))
        p.record(x, 0, name)
    r = p.run(check=False, extra=(("equal.scl", equal), ("other.scl", other)))
    lines = [row for row in r[""].splitlines() if "error" in row]
    assert len(lines) == 1 and "scale:" in lines[0] and "lost.scl" in lines[0], r[""]
    most = np.abs(r["none"]).max()
    assert most > 1e-3
    for name in ("equal", "back", "lost"):
        assert np.abs(r[name] - r["none"]).max() < NEAR * most, (name, np.abs(r[name] - r["none"]).max() / most)
    assert np.abs(r["other"] - r["none"]).max() > 0.1 * most


CASES = {"taken": taken, "each": each, "again": again, "scales": scales}

if __name__ == "__main__":
    for one in sys.argv[1:] or CASES:
        CASES[one]()
