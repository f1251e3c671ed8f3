#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make mutate`: how many small faults the tests catch. Lines of modal/, waveguide/ and
src/ are drawn at random by a seed; in each, one change is made (an operator, a constant,
a statement, a condition, a return, two arguments), the file compiled, and the tests that
run that line (by gcov of that room alone, each measured once) run until one fails or takes thrice its time.
Changes that do not compile, or give the same object code, are not counted, nor those that
tests/mutate-equivalent.tsv holds with a word why nothing can tell them. Prints each
survivor and, at the end, the share caught.

A room is a part of the tree (--room engine, scene, player, score, core, live, host, faces); `faces` is
plugin/, pd/ and the page's JavaScript, which are linked and judged in another way (mutation/faces.py).

  tests/mutate.py [-n FAULTS] [-s SEED] [-j JOBS] [--room ROOM] [--files GLOB[,GLOB]] [--budget SECONDS]
                  [--tests GLOB[,GLOB]] [--quick SECONDS] [--sanitized] [--trust] [--show] [--again FILE]"""
import argparse
import fnmatch
import glob
import os
import random
import re
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "mutation"))
import build as builds  # noqa: E402
import changes  # noqa: E402
import faces  # noqa: E402
import judges  # noqa: E402

ROOT = builds.ROOT


ROOMS = {  # a file belongs to the first that has it
    "player": ["src/player/*"], "score": ["src/score/*"], "core": ["src/core/*"], "scene": ["src/scene/*"],
    "live": ["src/live/*"],
    "host": ["src/host/*", "src/batch/*", "src/variation/*", "src/features/*", "src/room/*", "src/modes/*", "src/sound/*"],
    "engine": ["modal/*", "waveguide/*", "src/*"], "faces": ["plugin/*", "pd/*", "web/*"]}


def room_of(path):
    return next(room for room, globs in ROOMS.items() if any(fnmatch.fnmatch(path, g) for g in globs))


def sources():
    found = []
    for top in ("modal", "waveguide", "src"):
        found += glob.glob(f"{top}/**/*.c", root_dir=ROOT, recursive=True)
    return sorted(found)


def read(path):
    with open(os.path.join(ROOT, path)) as f:
        return f.read()


def drawn(texts, seed):
    """Changes in random order, one of each line that has any. A line's draw depends on the
    seed, its text and how many of the same stand before it, not on the other lines."""
    found = []
    for path, text in texts.items():
        lines = {}
        for c in changes.changes_of(path, text):
            lines.setdefault(c.line, []).append(c)
        rows, before = text.split("\n"), {}
        for line, choice in sorted(lines.items()):
            row = rows[line - 1].strip()
            before[row] = before.get(row, 0) + 1
            chance = random.Random(f"{seed} {path} {row} {before[row]}")
            found.append((chance.random(), path, line, chance.choice(choice)))
    return [c for *_, c in sorted(found, key=lambda f: f[:3])]


def noted(texts, path):
    """The changes that a run printed to a file, where they are still to be found."""
    with open(path) as f:
        rows = f.read().split("\n")
    for head, old, new in zip(rows, rows[1:], rows[2:]):
        found = re.match(r"(\S+\.(?:c|js)):(\d+)\t", head)
        if found and found.group(1) in texts:
            text, line = texts[found.group(1)], int(found.group(2))
            same = [c for c in changes.changes_of(found.group(1), text) if changes.described(text, c) == (old.strip(), new.strip())]
            if same:
                yield min(same, key=lambda c: abs(c.line - line))
            else:
                print(f"no more there: {head}\n{old}\n{new}", flush=True)


def equivalents():
    """{(file, function, line's text, changed text)} of those judged to be no fault."""
    known = set()
    with open(os.path.join(HERE, "mutate-equivalent.tsv")) as f:
        for row in f:
            if row.strip() and not row.startswith("#"):
                known.add(tuple(row.rstrip("\n").split("\t")[:4]))
    return known


class Worker:
    """A folder of its own in which faults are compiled, linked and judged."""

    def __init__(self, number, plain, sanitized, panel, texts, budget):
        self.dir = builds.fresh(f"worker-{number}")
        self.folder = builds.temporary()
        self.plain, self.sanitized, self.panel = plain, sanitized, panel
        self.texts, self.budget = texts, budget
        self.same = {}

    def object(self, path, text, name):
        out = os.path.join(self.dir, name)
        if not self.plain.object_of(path, text, out):
            return None
        with open(out, "rb") as f:
            return f.read()

    def judge(self, change):
        """None if it is no fault; "" if it survives, "-" if nothing runs it; else the test
        that caught it."""
        text = self.texts[change.path]
        if change.path not in self.same:
            self.same[change.path] = self.object(change.path, text, "sound.o")
            assert self.same[change.path], change.path
        faulty = changes.apply(text, change)
        made = self.object(change.path, faulty, "fault.o")
        if made is None or made == self.same[change.path]:
            return None
        name = changes.name_of(text, change.line)
        first = changes.function_of(text, change.line)
        tests = self.panel.of(change, first, first and changes.end_of(text, first), name)
        caught = self.run(change, name, tests, self.plain, "fault.o")
        if caught or not self.sanitized or not tests:
            return caught or ("" if tests else "-")
        self.sanitized.object_of(change.path, faulty, os.path.join(self.dir, "sanitized.o"))
        return self.run(change, name, tests, self.sanitized, "sanitized.o")

    def run(self, change, name, tests, build, made):
        """The first test that catches the fault in one build, or ""; within the budget."""
        linked, spent = {}, 0
        for test in tests:
            usual = self.panel.known[test] if build is self.plain else \
                self.panel.usual(build, test, self.folder)
            spent += usual["wall" if judges.is_live(test) else "cpu"]
            if spent > self.budget and test is not tests[0]:
                break
            if not usual["passed"]:
                continue
            program = judges.program_of(test)
            out = os.path.join(self.dir, made[0] + "-" + judges.flat(program))
            if program not in linked:
                linked[program] = build.linked(program, out, change.path, os.path.join(self.dir, made))
            if not linked[program] or (self.panel.catches(test, out, self.folder, usual) and
                                       self.panel.usual(build, test, self.folder)["passed"]):
                self.panel.killed(change, name, test)
                return f"{test.home}: {test.name}"
        return ""


def judge_faces(options, say):
    """The same for what others open; one at a time."""
    texts = {path: read(path) for path in faces.sources() if any(fnmatch.fnmatch(path, g) for g in options.files.split(","))}
    known, verdicts, left, start = equivalents(), [], 0, time.time()
    all_faces = faces.Faces(options.jobs, options.budget, say)
    for change in noted(texts, options.again) if options.again else drawn(texts, options.seed):
        if len(verdicts) == options.n or time.time() - start > options.time:
            break
        text = texts[change.path]
        old, new = changes.described(text, change)
        if (change.path, changes.name_of(text, change.line), old, new) in known:
            left += 1
            continue
        verdict = all_faces.judge(change.path, text, change, 0)
        if verdict is None:
            continue
        verdicts.append(verdict)
        if options.show or verdict in ("", "-"):
            said = f"caught by {verdict}" if verdict not in ("", "-") else f"{change.kind}, survives"
            print(f"{change.path}:{change.line}\t{said}\n  {old}\n  {new}", flush=True)
    report(verdicts, options, left, start)


def report(verdicts, options, left, start):
    caught = sum(v not in ("", "-") for v in verdicts)
    print(f"{caught} of {len(verdicts)} caught, {100 * caught / max(len(verdicts), 1):.1f} %; "
          f"room {options.room}, seed {options.seed}, {left} more known to be equivalent, {time.time() - start:.0f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("-n", type=int, default=300, help="faults to judge")
    parser.add_argument("-s", "--seed", default="1")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--files", default="*", help="only files that match")
    parser.add_argument("--room", choices=["all", *ROOMS], default="all", help="only files of that room")
    parser.add_argument("--tests", help="only these judge (tests/unit/face/*, ...): what they catch at least")
    parser.add_argument("--quick", type=float, default=1e9,
                        help="tests that take longer do not judge (nor are their lines counted): what the others catch at least")
    parser.add_argument("--time", type=float, default=1e9, help="draw no more after so many seconds")
    parser.add_argument("--budget", type=float, default=40,
                        help="tests of so many seconds may judge a fault; then it survives")
    parser.add_argument("--sanitized", action="store_true",
                        help="what survives is judged again under the sanitizers of `make check`")
    parser.add_argument("--trust", action="store_true",
                        help="believe times and lines of tests measured before the sources changed")
    parser.add_argument("--again", help="judge those that an earlier run printed to this file, instead of drawing")
    parser.add_argument("--show", action="store_true", help="say what caught each fault, too")
    options = parser.parse_args()
    os.makedirs(builds.WORK, exist_ok=True)
    builds.chosen[:] = options.tests.split(",") if options.tests else ["*"]
    say = lambda *words: print(*words, file=sys.stderr, flush=True)  # noqa: E731
    start = time.time()
    if options.room == "faces":
        judge_faces(options, say)
        return 0
    sanitized = builds.Build("sanitized", options.jobs) if options.sanitized else None
    plain = builds.Build("plain", options.jobs)
    headers = sorted(p for top in ("include", "modal", "waveguide", "src", "tests")
                     for p in glob.glob(f"{top}/**/*.h", root_dir=ROOT, recursive=True))
    texts = {path: read(path) for path in sources()}
    chosen = {p: t for p, t in texts.items()
              if any(fnmatch.fnmatch(p, g) for g in options.files.split(",")) and options.room in ("all", room_of(p))}
    lines = builds.Counted(plain, chosen, options.jobs)
    panel = judges.Judges(plain, lines, [*texts, *headers, "tests/common.bash"], options.trust, say, options.quick)
    for test in panel.failing:
        print(f"not used, since it fails without a fault: {test.home}: {test.name}")
    say(f"{len(panel.tests)} tests known after {time.time() - start:.0f} s")
    queue = noted(chosen, options.again) if options.again else iter(drawn(chosen, options.seed))
    known = equivalents()
    lock, verdicts, counted, left = threading.Lock(), [], [0], [0]

    def work(number):
        worker = Worker(number, plain, sanitized, panel, texts, options.budget)
        while True:
            with lock:
                change = next(queue, None) if counted[0] < options.n and time.time() - start < options.time else None
                if change is None:
                    return
                counted[0] += 1
            text = texts[change.path]
            old, new = changes.described(text, change)
            key = change.path, changes.name_of(text, change.line), old, new
            verdict = None
            if key not in known:
                verdict = worker.judge(change)
            with lock:
                if verdict is None:
                    counted[0] -= 1
                    left[0] += key in known
                    continue
                verdicts.append(verdict)
                if len(verdicts) % 20 == 0:
                    say(f"{sum(v not in ('', '-') for v in verdicts)} of {len(verdicts)} caught, "
                        f"{time.time() - start:.0f} s")
                if verdict in ("", "-"):
                    where = f"{change.path}:{change.line}"
                    print(f"{where}\t{change.kind}{', run by no test' if verdict else ''}\n"
                          f"  {old}\n  {new}", flush=True)
                elif options.show:
                    print(f"{change.path}:{change.line}\tcaught by {verdict}\n  {old}\n  {new}", flush=True)

    with ThreadPoolExecutor(options.jobs) as pool:
        for done in [pool.submit(work, i) for i in range(options.jobs)]:
            done.result()
    report(verdicts, options, left[0], start)
    return 0


if __name__ == "__main__":
    sys.exit(main())
