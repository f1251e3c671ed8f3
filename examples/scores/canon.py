#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes canon.musicxml beside it: the begin of J. Pachelbel's canon (about 1690) as a score of four parts to
render. The notes are Pachelbel's: the third of his violins is given to a viola, his bass to a cello, and all come
to rest after five turns of the bass. Tempo, dynamics and slurs are ours."""
import os

BASS = "d3 a2 b2 f+2 g2 d2 g2 a2"
# Variations over the bass, in turn: length of a note in sixteenths, and its notes.
VARIATIONS = [
    (4, "f+5 e5 d5 c+5 b4 a4 b4 c+5"),
    (4, "d5 c+5 b4 a4 g4 f+4 g4 e4"),
    (2, "d4 f+4 a4 g4 f+4 d4 f+4 e4 d4 b3 d4 a4 g4 b4 a4 g4"),
    (2, "f+4 d4 e4 c+5 d5 f+5 a5 a4 b4 g4 a4 f+4 d4 d5 d5 c+5"),
    (1, "d5 c+5 d5 d4 c+4 a4 e4 f+4 d4 d5 c+5 b4 c+5 f+5 a5 b5 g5 f+5 e5 g5 f+5 e5 d5 c+5 b4 a4 g4 f+4 e4 g4 f+4 e4"),
]
TURNS, BAR = 5, 16
# name, program of General MIDI from 1, turns before it comes in (None: the bass), last note
PARTS = [("Violin I", 41, 0, "f+4"), ("Violin II", 41, 1, "d4"), ("Viola", 42, 2, "a3"), ("Violoncello", 43, None, "d2")]
TYPES = {1: "16th", 2: "eighth", 4: "quarter", 16: "whole"}


def voice(enters, last):
    """(sixteenths, note or None) of all bars but the last, and that."""
    if enters is None:
        notes = [(4, n) for n in BASS.split()] * TURNS
    else:
        notes = [(BAR, None)] * (2 * enters)
        for length, line in VARIATIONS[:TURNS - enters]:
            notes += [(length, n) for n in line.split()]
    return notes + [(BAR, last)]


def note(length, name, slur):
    if name is None:
        return f"<note><rest/><duration>{length}</duration><type>{TYPES[length]}</type></note>"
    alter = "<alter>1</alter>" if "+" in name else ""
    said = f'<notations><slur type="{slur}" number="1"/></notations>' if slur else ""
    return (f"<note><pitch><step>{name[0].upper()}</step>{alter}<octave>{name[-1]}</octave></pitch>"
            f"<duration>{length}</duration><type>{TYPES[length]}</type>{said}</note>")


def slur_of(length, at):
    """Eighths go in twos under a slur, sixteenths in fours."""
    together = {2: 4, 1: 4}.get(length)
    if not together or at % together not in (0, together - length):
        return None
    return "start" if at % together == 0 else "stop"


def direction(said, sound=""):
    return f"<direction><direction-type>{said}</direction-type>{sound}</direction>"


def part(index, enters, last):
    lines, at = [f'  <part id="P{index + 1}">'], 0
    for length, name in voice(enters, last):
        if at % BAR == 0:
            bar = at // BAR + 1
            lines.append(f'    <measure number="{bar}">')
            if bar == 1:
                lines.append("      <attributes><divisions>4</divisions><key><fifths>2</fifths></key>"
                             "<time><beats>4</beats><beat-type>4</beat-type></time></attributes>")
                if index == 0:
                    lines.append("      " + direction("<metronome><beat-unit>quarter</beat-unit><per-minute>66</per-minute></metronome>",
                                                      '<sound tempo="66"/>'))
            marks = {1: "mp", 2 * (enters or 0) + 1: "mp", 7: "mf", 9: "f"}
            if bar in marks and name is not None:
                lines.append("      " + direction(f"<dynamics><{marks[bar]}/></dynamics>"))
        lines.append("      " + note(length, name, slur_of(length, at)))
        at += length
        if at % BAR == 0:
            lines.append("    </measure>")
    return lines + ["  </part>"]


def score():
    lines = ['<?xml version="1.0" encoding="UTF-8"?>',
             '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" '
             '"http://www.musicxml.org/dtds/partwise.dtd">',
             '<score-partwise version="4.0">', "  <work><work-title>Canon</work-title></work>",
             "  <identification><creator type=\"composer\">Johann Pachelbel</creator></identification>", "  <part-list>"]
    for i, (name, program, *_) in enumerate(PARTS):
        lines.append(f'    <score-part id="P{i + 1}"><part-name>{name}</part-name>'
                     f'<score-instrument id="P{i + 1}-I1"><instrument-name>{name}</instrument-name></score-instrument>'
                     f'<midi-instrument id="P{i + 1}-I1"><midi-program>{program}</midi-program></midi-instrument></score-part>')
    lines.append("  </part-list>")
    for i, (_, _, enters, last) in enumerate(PARTS):
        lines += part(i, enters, last)
    return "\n".join(lines + ["</score-partwise>", ""])


if __name__ == "__main__":
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "canon.musicxml"), "w", encoding="utf-8") as to:
        to.write(score())
