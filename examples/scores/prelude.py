#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes suite-1-prelude.musicxml beside it: the Prelude of J. S. Bach's first suite for cello
alone (BWV 1007, about 1720), as a score to render. The notes are Bach's; bowings, dynamics and
tempo are ours, plain ones: three notes slurred where a chord is broken upwards."""
import os

# Sixteenths, a bar a line: note, + sharp or - flat (else natural), octave; x2: twice.
BARS = """
g2 d3 b3 a3 b3 d3 b3 d3 x2
g2 e3 c4 b3 c4 e3 c4 e3 x2
g2 f+3 c4 b3 c4 f+3 c4 f+3 x2
g2 g3 b3 a3 b3 g3 b3 g3 g2 g3 b3 a3 b3 g3 b3 f+3
g2 e3 b3 a3 b3 g3 f+3 g3 e3 g3 f+3 g3 b2 d3 c+3 b2
c+3 g3 a3 g3 a3 g3 a3 g3 x2
f+3 a3 d4 c+4 d4 a3 g3 a3 f+3 a3 g3 a3 d3 f+3 e3 d3
e2 b2 g3 f+3 g3 b2 g3 b2 x2
e2 c+3 d3 e3 d3 c+3 b2 a2 g3 f+3 e3 d4 c+4 b3 a3 g3
f+3 e3 d3 d4 a3 d4 f+3 a3 d3 e3 f+3 a3 g3 f+3 e3 d3
g+3 d3 f3 e3 f3 d3 g+3 d3 b3 d3 f3 e3 f3 d3 g+3 d3
c3 e3 a3 b3 c4 a3 e3 d3 c3 e3 a3 b3 c4 a3 f+3 e3
d+3 f+3 d+3 f+3 a3 f+3 a3 f+3 x2
g3 f+3 e3 g3 f+3 g3 a3 f+3 g3 f+3 e3 d3 c3 b2 a2 g2
f+2 c3 d3 c3 d3 c3 d3 c3 x2
g2 b2 f3 e3 f3 b2 f3 b2 x2
g2 c3 e3 d3 e3 c3 e3 c3 x2
g2 f+3 c4 b3 c4 f+3 c4 f+3 x2
g2 d3 b3 a3 b3 g3 f+3 e3 d3 c3 b2 a2 g2 f+2 e2 d2
c+2 a2 e3 f+3 g3 e3 f+3 g3 x2
c2 a2 d3 e3 f+3 d3 e3 f+3 x2
c2 a2 d3 f+3 a3 c+4 d4:2 d4~ a2 b2 c3 d3 e3 f+3 g3
a3 f+3 d3 e3 f+3 g3 a3 b3 c4 a3 f+3 g3 a3 b3 c4 d4
e-4 d4 c+4 d4 d4 c4 b3 c4 c4 a3 f+3 e3 d3 a2 b2 c3
d2 a2 d3 f+3 a3 b3 c4 a3 b3 g3 d3 c3 b2 g2 a2 b2
d2 g2 b2 d3 g3 a3 b3 g3 c+4 b-3 a3 b-3 b-3 a3 g+3 a3
a3 g3 f+3 g3 g3 e3 c+3 b2 a2 c+3 e3 g3 a3 c+4 d4 c+4
d4 a3 f+3 e3 f+3 a3 d3 f+3 a2 d3 c+3 b2 a2 g2 f+2 e2
d2:2 c4 b3 a3 g3 f+3 e3 d3 c4 b3 a3 g3 f+3 e3 d3
c3 b3 a3 g3 f+3 e3 d3 c3 b2 a3 g3 f+3 e3 d3 c3 b2
a2 g3 f+3 e3 f+3 a3 d3 a3 e3 a3 f+3 a3 g3 a3 e3 a3
f+3 a3 d3 a3 g3 a3 e3 a3 x2
f+3 a3 d3 a3 e3 a3 f+3 a3 g3 a3 a3 a3 b3 a3 d3 a3
a3 a3 b3 a3 c4 a3 d3 a3 b3 a3 c4 a3 d4 a3 b3 a3
c4 a3 b3 a3 c4 a3 a3 a3 b3 a3 a3 a3 b3 a3 g3 a3
a3 a3 g3 a3 a3 a3 f+3 a3 g3 a3 f+3 a3 g3 a3 e3 a3
f+3 a3 d3 e3 f3 d3 f+3 d3 g3 d3 g+3 d3 a3 d3 b-3 d3
b3 d3 c4 d3 c+4 d3 d4 d3 e-4 d3 e4 d3 f4 d3 f+4 d3
g4 b3 d3 b3 g4 b3 g4 b3 x2
g4 a3 d3 a3 g4 a3 g4 a3 x2
f+4 c4 d3 c4 f+4 c4 f+4 c4 x2
g2&b3&g4:16
""".strip().splitlines()

# Slurs: from one note of a bar to another, counted from 0.
BROKEN = [(0, 2), (8, 10)]
RUNS = [(0, 3), (4, 7), (8, 11), (12, 15)]
LINES = [(1, 3), (4, 7), (9, 11), (12, 15)]
SLURS = {**{b: BROKEN for b in (1, 2, 3, 4, 5, 6, 8, 11, 12, 13, 15, 16, 17, 18, 20, 21)},
         7: [(0, 2), (12, 15)], 9: [(1, 7), (8, 10), (11, 15)], 10: [(0, 2), (12, 15)],
         14: [(0, 2), (8, 10), (11, 15)], 19: [(0, 2), (8, 15)], 22: [(0, 2), (8, 14)], 23: RUNS,
         24: [(0, 3), (4, 7), (8, 10), (13, 15)], 25: [(1, 3), (8, 10)], 26: [(1, 3), (8, 11), (12, 15)],
         27: RUNS, 28: [(0, 2), (8, 15)], 29: [(1, 6), (8, 14)], 30: [(1, 7), (9, 15)], 31: LINES[:1],
         39: [(1, 3), (9, 11)], 40: [(1, 3), (9, 11)], 41: [(1, 3), (9, 11)]}

DYNAMICS = {1: "mf", 6: "mp", 11: "mf", 16: "p", 19: "mf", 22: "f", 23: "p", 29: "f", 31: "p", 37: "f",
            39: "ff"}
HAIRPINS = {20: "crescendo", 26: "crescendo", 32: "crescendo", 37: "crescendo"}
TEMPO = {1: 66, 41: 60, 42: 44}
TYPES = {1: "16th", 2: "eighth", 16: "whole"}


def tokens(line):
    words = line.split()
    return 2 * words[:-1] if words[-1] == "x2" else words


def pitch(name):
    alter = {"+": 1, "-": -1}.get(name[1], 0)
    text = f"<pitch><step>{name[0].upper()}</step>"
    return text + (f"<alter>{alter}</alter>" if alter else "") + f"<octave>{name[-1]}</octave></pitch>"


def note(name, length, chord, tie, marks):
    """marks: what stands in <notations>."""
    ties = "".join(f'<tie type="{t}"/>' for t in tie)
    tied = "".join(f'<tied type="{t}"/>' for t in tie) + marks
    return ("<note>" + ("<chord/>" if chord else "") + pitch(name) + f"<duration>{length}</duration>{ties}"
            f"<voice>1</voice><type>{TYPES[length]}</type>"
            + (f"<notations>{tied}</notations>" if tied else "") + "</note>")


def bar(number, line):
    parts = [f'<measure number="{number}">']
    if number == 1:
        parts.append("<attributes><divisions>4</divisions><key><fifths>1</fifths></key><time><beats>4</beats>"
                     "<beat-type>4</beat-type></time><clef><sign>F</sign><line>4</line></clef></attributes>")
    if number in TEMPO:
        parts.append(f'<direction><direction-type><metronome><beat-unit>quarter</beat-unit><per-minute>'
                     f'{TEMPO[number]}</per-minute></metronome></direction-type><sound tempo="{TEMPO[number]}"/>'
                     "</direction>")
    if number in DYNAMICS:
        parts.append(f"<direction><direction-type><dynamics><{DYNAMICS[number]}/></dynamics></direction-type>"
                     "</direction>")
    if number in HAIRPINS:
        parts.append(f'<direction><direction-type><wedge type="{HAIRPINS[number]}"/></direction-type></direction>')
    names = tokens(line)
    for k, token in enumerate(names):
        name, _, length = token.partition(":")
        goes_on = k + 1 < len(names) and names[k + 1].endswith("~")
        tie = (["stop"] if name.endswith("~") else []) + (["start"] if goes_on else [])
        slur = "".join(f'<slur number="1" type="{t}"/>' for pair in SLURS.get(number, [])
                       for t, at in zip(("start", "stop"), pair) if at == k)
        fermata = "<fermata/>" if goes_on or number == len(BARS) else ""
        bow = "<technical><down-bow/></technical>" if k == 0 and number in (1, 16, 23, 31, 42) else ""
        for i, each in enumerate(name.rstrip("~").split("&")):
            parts.append(note(each, int(length or 1), i, tie, "" if i else slur + bow + fermata))
    parts.append("</measure>")
    return "\n".join(parts)


def main():
    for number, line in enumerate(BARS, 1):
        length = sum(int(t.partition(":")[2] or 1) for t in tokens(line))
        assert length == 16, (number, length)
        assert all(b < len(tokens(line)) for _, b in SLURS.get(number, [])), number
    assert len(BARS) == 42
    text = ('<?xml version="1.0" encoding="UTF-8"?>\n<!-- SPDX-License-Identifier: BSD-3-Clause; made by '
            'prelude.py beside it -->\n<score-partwise version="4.0">\n<work><work-number>BWV 1007</work-number>'
            "<work-title>Suite I: Prelude</work-title></work>\n<identification><creator type=\"composer\">Johann "
            'Sebastian Bach</creator></identification>\n<part-list><score-part id="P1"><part-name>Violoncello'
            '</part-name></score-part></part-list>\n<part id="P1">\n'
            + "\n".join(bar(i, line) for i, line in enumerate(BARS, 1)) + "\n</part>\n</score-partwise>\n")
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "suite-1-prelude.musicxml"), "w",
              encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
