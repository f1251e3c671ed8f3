#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Scores against another reader: MuseScore plays random ones and the Prelude into MIDI files,
whose notes must be ours. Prints figures as the other makers do.

  score.py judge [SEED] [SCORES]     20261122, 60; skips with a word without mscore3
  score.py strange [SEED] [SCORES]   20261123, 300: parts that no program writes, each read or refused in a line
  score.py write FILE [SEED]         one of them, to look at"""
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "faces"))
import midi_events  # noqa: E402
NOTES_OF = os.path.join(os.environ.get("BUILD", os.path.join(ROOT, "build")), "tests", "verify", "notes_of")
PRELUDE = os.path.join(ROOT, "examples", "scores", "suite-1-prelude.musicxml")
NEAR = 0.004  # s: MuseScore writes 480 ticks a quarter note


# --- random scores ---

DIVISIONS = 24
# in divisions, with <type> and <time-modification> (actual, normal)
LENGTHS = [(96, "whole", None), (48, "half", None), (24, "quarter", None), (12, "eighth", None),
           (6, "16th", None), (16, "quarter", (3, 2)), (8, "eighth", (3, 2))]


def split(rng, whole):
    """Lengths that fill a bar; triplets come in threes."""
    out, left = [], whole
    while left:
        length, kind, modified = rng.choice(LENGTHS)
        count = 3 if modified else 1
        if count * length <= left and not ((whole - left) % 24 and modified):
            out += [(length, kind, modified)] * count
            left -= count * length
    return out


def element(name, text="", **attributes):
    said = "".join(f' {k.replace("_", "-")}="{v}"' for k, v in attributes.items())
    return f"<{name}{said}>{text}</{name}>" if text else f"<{name}{said}/>"


class Writer:
    def __init__(self, rng, low, high):
        self.rng, self.low, self.high = rng, low, high
        self.tied, self.slur = None, 0

    def pitch(self, key):
        step, alter = ((s, 0) if len(s) == 1 else (s[0], 1)
                       for s in ["C C# D D# E F F# G G# A A# B".split()[key % 12]]).__next__()
        return element("pitch", element("step", step) + (element("alter", "1") if alter else "")
                       + element("octave", str(key // 12 - 1)))

    def note(self, length, kind, modified, voice, last, simple):
        rng = self.rng
        if not self.tied and rng.random() < 0.12:
            return element("note", element("rest") + element("duration", str(length)) + element("voice", str(voice))
                           + element("type", kind) + self.time(modified))
        key = self.tied or rng.randint(self.low, self.high)
        keys = [key] if self.tied or rng.random() < 0.85 else [key, key + rng.choice([4, 7])]
        ties = element("tie", type="stop") if self.tied else ""
        tied = element("tied", type="stop") if self.tied else ""
        starts = not last and not simple and len(keys) == 1 and rng.random() < 0.15
        if starts:
            ties, tied = ties + element("tie", type="start"), tied + element("tied", type="start")
        self.tied = key if starts else None
        notations = tied
        if not simple and rng.random() < 0.2:
            notations += element("articulations", element(rng.choice(["staccato", "accent", "tenuto"])))
        if not simple and not self.slur and not last and rng.random() < 0.2:
            self.slur, notations = 1, notations + element("slur", type="start", number="1")
        elif self.slur and (last or rng.random() < 0.4):
            self.slur, notations = 0, notations + element("slur", type="stop", number="1")
        out = ""
        for i, k in enumerate(keys):
            out += element("note", (element("chord") if i else "") + self.pitch(k) + element("duration", str(length))
                           + ties + element("voice", str(voice)) + element("type", kind) + self.time(modified)
                           + (element("notations", notations) if notations and not i else ""))
        return out

    @staticmethod
    def time(modified):
        return element("time-modification", element("actual-notes", str(modified[0]))
                       + element("normal-notes", str(modified[1]))) if modified else ""


def plan(rng, bars):
    """Repeats: bar -> (forward, backward times, ending number, its end)."""
    marks, at = {}, 0
    while at < bars - 4:
        if rng.random() < 0.4:
            length = rng.randint(1, 3)
            marks.setdefault(at, {})["forward"] = 1
            end = at + length - 1
            if length > 1 and rng.random() < 0.6 and end + 1 < bars - 1:  # first and second time
                marks.setdefault(end, {}).update(ending="1", stop="stop", backward=2)
                marks.setdefault(end + 1, {}).update(ending="2", stop="discontinue")
                end += 1
            else:
                marks.setdefault(end, {})["backward"] = 2
            at = end + 1
        else:
            at += 1
    return marks


def ends(marks, begin):
    """The last bar of a repeat that begins there, its endings among it."""
    end = next(b for b in range(begin, 1000) if "backward" in marks.get(b, {}))
    return end + 1 if marks[end].get("ending") else end


def barlines(mark):
    left = (element("ending", number=mark["ending"], type="start") if "ending" in mark else "") + \
        (element("repeat", direction="forward") if "forward" in mark else "")
    right = (element("ending", number=mark["ending"], type=mark["stop"]) if "ending" in mark else "") + \
        (element("repeat", direction="backward") if "backward" in mark else "")
    return (element("barline", left, location="left") if left else "",
            element("barline", right, location="right") if right else "")


def score(rng):
    bars, parts = rng.randint(4, 14), rng.choice([1, 1, 2])
    marks = plan(rng, bars)
    meters, meter = [], (4, 4)
    for _ in range(bars):
        if rng.random() < 0.2:
            meter = rng.choice([(3, 4), (4, 4), (6, 8), (2, 4)])
        meters.append(meter)
    tempi = {0: rng.randint(50, 160)}
    # outside of repeats: what a tempo within them is worth the second time, readers differ in
    inside = {b for b in range(bars) if any("forward" in marks.get(f, {}) and f <= b <= ends(marks, f)
                                            for f in range(b + 1))}
    tempi.update({b: rng.randint(50, 160) for b in range(1, bars) if b not in inside and rng.random() < 0.25})
    text = ""
    for p in range(parts):
        shift = -12 if rng.random() < 0.3 else 0
        w = Writer(rng, 50 - shift, 70 - shift)
        body = ""
        for b in range(bars):
            whole = DIVISIONS * 4 * meters[b][0] // meters[b][1]
            before, after = barlines(marks.get(b, {}))
            inside = before
            if b == 0 or meters[b] != meters[b - 1]:
                inside += element("attributes", (element("divisions", str(DIVISIONS)) if b == 0 else "")
                                  + element("time", element("beats", str(meters[b][0]))
                                            + element("beat-type", str(meters[b][1])))
                                  + (element("transpose", element("chromatic", "0")
                                             + element("octave-change", str(shift // 12))) if b == 0 and shift else ""))
            if p == 0 and b in tempi:
                inside += element("direction", element("direction-type", element(
                    "metronome", element("beat-unit", "quarter") + element("per-minute", str(tempi[b]))))
                    + element("sound", tempo=tempi[b]))
            lengths = split(rng, whole)
            edge = bool(marks.get(b)) or bool(marks.get(b + 1)) or b == bars - 1
            for i, (length, kind, modified) in enumerate(lengths):
                last = edge if i == len(lengths) - 1 else bool(lengths[i + 1][2])  # no tie into a triplet
                inside += w.note(length, kind, modified, 1, last, bool(modified))
            if rng.random() < 0.2 and not w.tied:
                slur, w.slur = w.slur, 0  # far below: two voices on one key are one note in MIDI
                w.low, w.high = w.low - 30, w.high - 30
                inside += element("backup", element("duration", str(whole)))
                for i, (length, kind, modified) in enumerate(split(rng, whole)):
                    inside += w.note(length, kind, modified, 2, True, True)
                w.slur, w.low, w.high = slur, w.low + 30, w.high + 30
            body += element("measure", inside + after, number=b + 1)
        text += element("part", body, id=f"P{p + 1}")
    names = "".join(element("score-part", element("part-name", n), id=f"P{i + 1}")
                    for i, n in enumerate(["Violoncello", "Viola"][:parts]))
    return ('<?xml version="1.0" encoding="UTF-8"?>\n' + element("score-partwise", element("part-list", names) + text,
                                                                 version="3.1") + "\n")


# --- what is compared ---

def midi_notes(path):
    """(key, s) of all notes, in order."""
    with open(path, "rb") as file:
        messages = midi_events.timed(file.read())
        return sorted((m[1], time) for time, m in messages if m[0] >> 4 == 9 and m[2])


def ours(path):
    out = subprocess.run([NOTES_OF, path], capture_output=True, text=True, check=True).stdout
    return sorted((int(float(w[1])), float(w[2])) for w in (line.split() for line in out.splitlines()))


def theirs(path, folder):
    made = os.path.join(folder, "made.mid")
    subprocess.run(["mscore3", "-o", made, path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": folder})
    return midi_notes(made)


def compare(path, folder):
    """Notes of theirs and ours; how many of either the other does not have."""
    a, b = theirs(path, folder), ours(path)
    missing, rest = 0, list(b)
    for key, time in a:
        found = next((i for i, (k, t) in enumerate(rest) if k == key and abs(t - time) < NEAR), None)
        if found is None:
            missing += 1
        else:
            rest.pop(found)
    return len(a), missing + len(rest)


def install():
    if not shutil.which("mscore3") and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "musescore3"],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return shutil.which("mscore3")


def judge(seed=20261122, scores=60):
    if not install():
        print("score: no MuseScore here: nothing to compare with", file=sys.stderr)
        return 1
    notes = wrong = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "random.musicxml")
        for i in range(scores):
            with open(path, "w", encoding="utf-8") as file:
                file.write(score(random.Random(seed * 1000 + i)))
            count, differ = compare(path, folder)
            notes, wrong, bad = notes + count, wrong + differ, bad + (differ > 0)
            if differ:
                print(f"score {i}: {differ} of {count} notes differ", file=sys.stderr)
        prelude = os.path.join(folder, "prelude.musicxml")
        with open(PRELUDE, encoding="utf-8") as file:
            text = file.read()
        with open(prelude, "w", encoding="utf-8") as file:
            file.write(text.replace("<fermata/>", ""))  # each reader dwells as it likes
        count, differ = compare(prelude, folder)
    print(f"score_random_notes_differing {wrong} {notes} {seed}")
    print(f"score_random_scores_differing {bad} {scores} {seed}")
    print(f"score_prelude_notes_differing {differ} {count} 0")
    return 0


# --- scores that no program writes ---

NUMBERS = ["0", "-1", "1", "24", "1e-300", "1e300", "1e308", "nan", "inf", "x", "", "0.0005", "3+2", "99999999999"]
NAMES = ["Violoncello", "Flute", "Sousaphon", "", "\u30c1\u30a7\u30ed", "Drums", "Cello &amp; Bass", "V" * 300]
WORDS = ["con sord.", "Fine", "dolce", "\u2669 = 80", "", "pizz. e dim.", "a" * 500, "sul", "\u0301" * 60]
STRANGE = ["harmony", "figured-bass", "direction", "barline", "sound", "attributes", "forward", "backup", "note", "nosuch"]


def strange_element(rng, depth=0):
    """An element that may stand in a bar, and what may stand in it, with numbers of all kinds."""
    names = STRANGE if not depth else ["pitch", "step", "octave", "alter", "duration", "chord", "grace", "rest",
                                       "unpitched", "cue", "tie", "voice", "notations", "technical", "ornaments",
                                       "articulations", "direction-type", "words", "dynamics", "metronome",
                                       "per-minute", "beat-unit", "divisions", "time", "beats", "beat-type", "key",
                                       "fifths", "transpose", "repeat", "ending", "offset", "tremolo", "string", "wedge"]
    name = rng.choice(names)
    attributes = "".join(f' {a}="{rng.choice(NUMBERS + ["start", "stop", "forward", "backward", "yes"])}"'
                         for a in rng.sample(["type", "number", "times", "direction", "tempo", "dynamics", "dacapo",
                                              "dalsegno", "segno", "tocoda", "fine"], rng.choice([0, 0, 1, 2, 3])))
    text = rng.choice(NUMBERS + WORDS + list("CDEFGABH"))
    inside = "".join(strange_element(rng, depth + 1) for _ in range(rng.randint(0, 4))) if depth < 4 else ""
    return f"<{name}{attributes}>{inside or text}</{name}>"


def strange_score(rng):
    parts = rng.choice([1, 1, 2, 15, 16, 60, 257])
    wild = rng.random() < 0.7  # else numbers that a length is made of are sound
    listed = "".join(f'<score-part id="p{rng.randint(0, parts)}"><part-name>{rng.choice(NAMES)}</part-name><midi-instrument>'
                     f"<midi-program>{rng.choice(NUMBERS)}</midi-program></midi-instrument></score-part>" for _ in range(parts))
    note = "<note><pitch><step>D</step><octave>3</octave></pitch><duration>1</duration></note>"
    text = ""
    for p in range(parts):
        bars = rng.choice([0, 0, 1, 3])  # empty staves among them
        text += f'<part id="p{p}">' + "".join(
            "<measure>" + "".join(strange_element(rng) if wild or rng.random() < 0.2 else note
                                  for _ in range(rng.randint(0, 6))) + note + "</measure>" for _ in range(bars)) + "</part>"
    return f"<score-partwise><part-list>{listed}</part-list>{text}</score-partwise>"


def strange(seed=20261123, scores=300):
    broken = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "strange.musicxml")
        for i in range(scores):
            rng = random.Random(f"strange {seed} {i}")
            with open(path, "wb") as file:
                file.write(strange_score(rng).encode(rng.choice(["utf-8", "utf-16"])))
            done = subprocess.run([NOTES_OF, path], capture_output=True, text=True, timeout=60, errors="replace")
            refused += done.returncode == 1
            times = [float(t) for line in done.stdout.splitlines() for t in line.split()[2:4]]
            good = (done.returncode == 0 and times and all(math.isfinite(t) for t in times)) or \
                (done.returncode == 1 and done.stderr.count("\n") == 1 and "out of memory" not in done.stderr)
            if not good:
                print(f"strange {seed} {i}: {done.returncode} {done.stderr[:300]}", file=sys.stderr)
            broken += not good
    print(f"score_strange_broken {broken} {scores} {seed}")
    print(f"score_strange_refused {refused} {scores} {seed}")
    return 0


def main():
    words = sys.argv[1:]
    if words[:1] == ["strange"]:
        return strange(*[int(w) for w in words[1:]])
    if words[:1] == ["write"] and len(words) > 1:
        with open(words[1], "w", encoding="utf-8") as file:
            file.write(score(random.Random(int(words[2]) if len(words) > 2 else 0)))
        return 0
    return judge(*[int(w) for w in words[1:]])


if __name__ == "__main__":
    sys.exit(main())
