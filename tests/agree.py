#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A figure that stands in several places is the same in all: each row below says how a figure is written (a pattern with
one group), and where what it is comes from: the tree or the command, or, of what was measured, the places themselves, which
must agree. Numbers may be words. A figure that stands nowhere any more has a row too many.

  agree.py    what differs: PAGE:LINE: what is said there, and what is so; exit status 1 if anything does. With ROSIN_UPDATE
              what the tree knows (a law or a scene more) is written into the pages, in words where words stood"""
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROSIN = os.environ.get("ROSIN", os.path.join(ROOT, "build", "rosin"))
ONES = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen").split()
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60}
N = r"([a-z]+(?:-[a-z]+)?|\d[\d ]*(?:\.\d+)?)"  # a number, or a word


def number(text):
    """Of figures or a word; None if it is neither."""
    text = text.lower()
    if re.fullmatch(r"[\d ]+(\.\d+)?", text):
        return float(text.replace(" ", ""))
    ten, _, one = text.partition("-")
    if ten in TENS:
        return float(TENS[ten] + (ONES.index(one) if one in ONES else 0))
    return float(ONES.index(text)) if text in ONES else None


def written(value, like):
    """A number as `like` is written: in figures, or in words, as these go."""
    if re.match(r"\d", like) or value >= 70:
        return f"{value:g}"
    tens, ones = divmod(int(value), 10)
    words = [name for name, ten in TENS.items() if ten == 10 * tens] + ([ONES[ones]] if ones else [])
    word = "-".join(words) if value >= 20 else ONES[int(value)]
    return word.capitalize() if like[0].isupper() else word


def renew(page, text, pattern, value):
    """The page with its figure as it is by the tree."""
    def put(found):
        group = next(i for i, g in enumerate(found.groups(), 1) if g)
        low, high = found.start(group) - found.start(), found.end(group) - found.start()
        is_number = number(re.sub(r"\s+", " ", found[group])) is not None
        return found[0][:low] + written(value, found[group]) + found[0][high:] if is_number else found[0]

    now, cut, earlier = text.partition("\n## 0.2") if page == "NEWS.md" else (text, "", "")
    with open(os.path.join(ROOT, page), "w") as f:
        f.write(re.sub(pattern.replace(" ", r"\s+"), put, now, flags=re.I) + cut + earlier)


def said(*words):
    return subprocess.run([ROSIN, *words], capture_output=True, text=True, check=True).stdout


def file(path):
    with open(os.path.join(ROOT, path)) as f:
        return f.read()


def scenes():
    return [os.path.basename(p)[:-4] for p in glob.glob(os.path.join(ROOT, "scenes", "*.cfg"))]


def enumerated(path, name):
    return float(re.search(rf"\b{name} = (\d+)", file(path))[1])


def body_modes(scene):
    """Of an instrument's body, whose modes stand a line each."""
    return len(re.findall(r"\bfrequency = ", re.search(r"modes = \(\n(.*?)\);\n", scene, re.S)[1]))


def hand_force(scene):
    return lambda text: re.search(r"hand_force = ([\d.]+)", file(f"scenes/{scene}.cfg"))[1]


# what it is, how it is written, what it is by the tree, or by the text of the page (None: by what all places say)
FIGURES = [
    ("modes of the cello's body", rf"\bcello {N}, to 9\.5 kHz|\bthe cello has {N}, up to|\ba body of {N} modes(?: to 9\.5 kHz|, a bow of hair and)",
     lambda text: body_modes(file("scenes/cello.cfg"))),
    ("modes of the body in this scene", rf"a body of {N} modes, a bow of hair, a left hand", lambda text: body_modes(text)),
    ("laws of friction", rf"\b{N} (?:friction )?laws (?:of friction )?and one of knocks|\b{N} friction laws\b",
     lambda text: len([row for row in said("laws").split("\n\n")[0].splitlines() if "not friction" not in row])),
    ("scenes that a match tries", rf"\bAll {N} scenes that make effects or music", lambda text: sum(not s.startswith("law-") for s in scenes())),
    ("inputs for fuzzing", rf"\b{N} targets in `tests/fuzz/`",
     lambda text: len([p for p in glob.glob(os.path.join(ROOT, "tests/fuzz/*.c")) if os.path.basename(p) not in ("fuzz.c", "play.c")])),
    ("presets of a player", rf"\bEvery instrument has {N} (?:presets|\()", lambda text: len(re.findall(r'^ *T\("', file("src/core/presets.c"), re.M))),
    ("modes of one body, at most", rf"\b{N} modes and 600 000 weights|modes in all and {N} a body",
     lambda text: enumerated("src/scene/model/model.h", "ROSIN_MODEL_BODY_MODES")),
    ("modes of all bodies, at most", rf"\b{N} modes in all and", lambda text: enumerated("src/scene/model/model.h", "ROSIN_MODEL_MODES")),
    ("settings of a scene, at most", rf"\b{N} settings, 2048 in one group", lambda text: enumerated("src/scene/text/setting.h", "ROSIN_SETTINGS")),
    ("force of a violinist's hand, N", rf"\bviolin {N} N, viola", hand_force("violin")),
    ("force of a violist's hand, N", rf"\bviolin \d+ N, viola {N},", hand_force("viola")),
    ("force of a cellist's hand, N", rf"\bviola \d+, cello {N},", hand_force("cello")),
    ("force of a bass player's hand, N", rf"\bcello \d+, bass {N}", hand_force("double-bass")),
    ("share of the robot's prompt attacks, %, from", rf"\b{N}(?:% to| to |–)43\s*%", None),
    ("frames of the decimator", rf"\b{N} frames (?:later|where a scene runs|pass unheard)|\bdecimator's {N} frames", None),
    ("MIDI to the output, 64 frames, ms", rf"\b64 and 256 frames \| {N}, [\d.]+ ms|\| 64 frames \| {N} ms", None),
    ("the same, 256 frames", rf"\b64 and 256 frames \| [\d.]+, {N} ms|\| 256 frames \| {N} ms", None),
    ("FIT of Ladson's airfoil, %", rf"\bFIT (?:of )?{N} % ?(?:\||\(C_max)", None),
]


def pages():
    yield from ("README.md", "CONTRIBUTING.md", "NEWS.md", "debian/control")
    for pattern in ("docs/*.md", "docs/decisions/*.md", "docs/rosin.1", "scenes/*.cfg"):
        yield from sorted(glob.glob(pattern, root_dir=ROOT))


def places(pattern, texts):
    """(page, PAGE:LINE, figure) of what matches, across lines too."""
    for page, text in texts.items():
        for found in re.finditer(pattern.replace(" ", r"\s+"), text, re.I):
            value = number(re.sub(r"\s+", " ", next(g for g in found.groups() if g)))
            if value is not None:
                yield page, f"{page}:{text[:found.start()].count(chr(10)) + 1}", value


def main():
    texts, wrong = {page: file(page) for page in pages()}, []
    texts["NEWS.md"] = texts["NEWS.md"].split("\n## 0.2")[0]  # what earlier versions were told stays
    for name, pattern, by_tree in FIGURES:
        there = list(places(pattern, texts))
        if not there:
            wrong.append(f"{name}: stands nowhere")
            continue
        for page, where, value in there:
            is_so = float(by_tree(texts[page])) if by_tree else there[0][2]
            if value != is_so and by_tree and os.environ.get("ROSIN_UPDATE"):
                renew(page, file(page), pattern, is_so)
            elif value != is_so:
                wrong.append(f"{where}: {name}: {value:g}, {'by the tree' if by_tree else 'as ' + there[0][1] + ' says'} {is_so:g}")
    if wrong:
        print(*wrong, "what is so by the tree is written into the pages by: ROSIN_UPDATE=1 python3 tests/agree.py", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
