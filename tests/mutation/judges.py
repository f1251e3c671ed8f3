# SPDX-License-Identifier: BSD-3-Clause
"""What judges a fault: each program of the unit tests and each test of bats, with the time it takes and
the lines it runs (by gcov), both measured once and kept as long as neither the sources nor the test
change."""
import glob
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import threading
import time
from collections import defaultdict, namedtuple

from build import ROOT, WORK, fresh, is_chosen, temporary

# Pd's externals and fuzz targets are built in another way, and the installed library is not
# the changed one.
LEFT_OUT = ("pd.bats", "fuzz.bats", "turns.bats")
APART = ("test_memory_commands", "test_written")  # of these each test alone: they are long
LEAKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "leaks.txt")  # not ours
Test = namedtuple("Test", "home name")  # home: tests/unit/resonator/test_modal or cli.bats

device = threading.Lock()  # one test at a time plays on a sound server


def is_live(test):
    return test.home == "live.bats" or "JACK" in test.name


def program_of(test):
    return "rosin" if test.home.endswith(".bats") else test.home


def flat(program):
    """A name for it in one folder; programs of two folders may have the same."""
    return program.replace("tests/unit/", "").replace("/", "-")


def run(test, program, folder, cpu, wall):
    """Runs one test: 1 if it passed, its processor time and its time."""
    env = {**os.environ, "TMPDIR": folder, "HOME": folder,
           "LSAN_OPTIONS": "max_allocation_size_mb=4000:handle_segv=0:handle_sigbus=0:"
                            f"print_suppressions=0:suppressions={LEAKS}"}
    if test.home.endswith(".bats"):
        exact = re.sub(r"([\\.\[\](){}*+?|^$])", r"\\\1", test.name)
        command = ["bats", "--tap", "-f", f"^{exact}$", os.path.join(ROOT, "tests", test.home)]
        env["ROSIN"] = os.path.join(ROOT, program)
    else:
        command = [os.path.join(ROOT, program)]
        if test.name:
            env["ROSIN_ONLY"] = test.name

    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (int(cpu) + 1, int(cpu) + 2))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(command, cwd=folder, env=env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True, preexec_fn=limits)
    try:
        passed = process.wait(wall) == 0
    except subprocess.TimeoutExpired:
        passed = False
    try:  # it, or what it left behind
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    for left in os.listdir(folder):
        if os.path.isdir(os.path.join(folder, left)) and left != "tests":
            shutil.rmtree(os.path.join(folder, left), ignore_errors=True)
        elif left != "tests":
            os.remove(os.path.join(folder, left))
    return passed, used, time.monotonic() - start


def digest(*names):
    h = hashlib.sha256()
    for name in names:
        with open(os.path.join(ROOT, name), "rb") as f:
            h.update(name.encode() + b"\0" + f.read())
    return h.hexdigest()


def tests_of(build):
    found = []
    for path in sorted(glob.glob(os.path.join(ROOT, "tests/*.bats"))):
        home = os.path.basename(path)
        if home not in LEFT_OUT and is_chosen("tests/" + home):
            with open(path) as f:
                found += [Test(home, n) for n in re.findall(r'^@test "(.*)" \{', f.read(), re.M)]
    for program in sorted(p for p in build.link if p.startswith("tests/unit/")):
        with open(os.path.join(ROOT, program + ".c")) as f:
            names = re.findall(r"cmocka_unit_test\w*\((\w+)", f.read()) if os.path.basename(program) in APART else [""]
            found += [Test(program, n) for n in names]
    return found


def lines_run(store, idle):
    """{file: lines that ran} of the counts in a folder; but of no file whose counts are the
    bytes in `idle`. Fills `idle` with those that ran nothing."""
    ran, code = defaultdict(set), defaultdict(set)
    counts = {}
    for name in glob.glob(os.path.join(store, "**/*.gcda"), recursive=True):
        with open(name, "rb") as f:
            counts[os.path.relpath(name, store)[:-5] + ".c"] = name, f.read()
    moved = [name for source, (name, data) in counts.items()
             if not source.startswith("tests/") and idle.get(source) != data]
    if moved:
        said = subprocess.run(["gcov", "--json-format", "--stdout", *moved], cwd=ROOT,
                              capture_output=True, text=True)
        for row in said.stdout.splitlines():
            for source in json.loads(row)["files"]:
                if source["file"].endswith(".c") and not source["file"].startswith("/"):
                    code[source["file"]].update(x["line_number"] for x in source["lines"])
                    ran[source["file"]].update(x["line_number"] for x in source["lines"] if x["count"])
    for source in code:
        if not ran[source] and source in counts:
            idle[source] = counts[source][1]
    return ran, code


class Judges:
    """The tests with their times and lines, measured where not known yet."""

    def __init__(self, plain, counted, sources, trust, say, quick=1e9):
        self.caught = os.path.join(WORK, "caught.json")
        self.kills = defaultdict(int)  # of all runs: (file, function, test), (file, "", test), ("", "", test)
        if os.path.exists(self.caught):
            with open(self.caught) as f:
                self.kills.update({tuple(k): n for *k, n in json.load(f)})
        self.others, self.lock, self.made = {}, threading.Lock(), set()
        self.idle = defaultdict(dict)
        kept = os.path.join(WORK, "known-" + hashlib.sha256(" ".join(sorted(counted.objects)).encode()).hexdigest()[:8])
        os.makedirs(kept, exist_ok=True)
        common = "trusted" if trust else digest(*sources, *sorted(glob.glob("scenes/*.cfg", root_dir=ROOT)))
        self.tests = tests_of(plain)
        self.known = {}
        store, folder = fresh("counts"), temporary()
        for test in self.tests:
            home = "tests/" + test.home if test.home.endswith(".bats") else test.home + ".c"
            key = common + digest(home)
            name = f"{test.home}: {test.name}"
            path = os.path.join(kept, hashlib.sha256(name.encode()).hexdigest()[:16] + ".json")
            try:
                with open(path) as f:
                    known = json.load(f)
            except (OSError, ValueError):
                known = {"key": None}
            if known["key"] is None or not (known["passed"] or known["cpu"] > quick) or \
                    (known["key"] != key and not (trust and known["key"][64:] == key[7:])):
                known = self.measure(test, plain, counted, store, folder, key, quick)
                say(f"{name}: {known['cpu']:.1f} s" + (", too long to judge" if known["cpu"] > quick else "" if known["passed"] else ", FAILS"))
                with open(path, "w") as f:
                    json.dump(known, f)
            if known["cpu"] <= quick:
                self.known[test] = known
        self.tests = [t for t in self.tests if t in self.known]
        self.ran = defaultdict(lambda: defaultdict(set))  # file -> line -> tests
        self.code = defaultdict(set)
        for test, k in self.known.items():
            for source, lines in k["code"].items():
                self.code[source].update(lines)
            if k["passed"]:
                for source, lines in k["ran"].items():
                    for line in lines:
                        self.ran[source][line].add(test)
        self.failing = [t for t in self.tests if not self.known[t]["passed"]]

    def measure(self, test, plain, counted, store, folder, key, quick):
        """Runs a test where lines are counted; it counts as passed if it passes there or in the plain build.
        Whether it does so there is asked of whoever catches something."""
        program = self.first(counted, program_of(test))
        if not counted.in_it(program):
            return {"key": key, "passed": True, "cpu": 0, "wall": 0, "ran": {}, "code": {}}
        strip = len([p for p in os.path.join(ROOT, counted.dir).split("/") if p])
        shutil.rmtree(store)
        for path in counted.objects:
            name = counted.objects[path][:-2] + ".gcno"
            link = os.path.join(store, os.path.relpath(name, counted.dir))
            os.makedirs(os.path.dirname(link), exist_ok=True)
            os.symlink(os.path.join(ROOT, name), link)
        os.environ["GCOV_PREFIX"], os.environ["GCOV_PREFIX_STRIP"] = store, str(strip)
        passed, cpu, wall = run(test, program, folder, min(quick, 600), min(3 * quick + 10, 600))
        del os.environ["GCOV_PREFIX"], os.environ["GCOV_PREFIX_STRIP"]
        ran, code = lines_run(store, self.idle[program_of(test)])
        if not passed and cpu <= quick:  # its lines may be incomplete
            passed, cpu, wall = run(test, self.first(plain, program_of(test)), folder, 600, 600)
            if passed:
                print(f"fails in the build that counts lines: {test.home}: {test.name}", flush=True)
        return {"key": key, "passed": passed, "cpu": cpu, "wall": wall,
                "ran": {k: sorted(v) for k, v in ran.items() if v},
                "code": {k: sorted(v) for k, v in code.items()}}

    def first(self, build, program):
        """The program of a build without a fault; linked once."""
        name = os.path.join(build.dir, "first-" + flat(program))
        if name not in self.made:
            if not build.linked(program, name):
                raise SystemExit(f"mutate: {program} cannot be linked")
            self.made.add(name)
        return name

    def killed(self, change, name, test):
        """Keeps that a test caught a fault in the function `name`."""
        with self.lock:
            for place in ((change.path, name), (change.path, ""), ("", "")):
                self.kills[(*place, f"{test.home}: {test.name}")] += 1
            with open(self.caught, "w") as f:
                json.dump([[*k, n] for k, n in self.kills.items()], f)

    def of(self, change, function, last, name):
        """Tests that run the line of a change, those first that are quick and have caught faults in its
        function, file, or anywhere. `function` and `last` are the first and last line of the
        function it is in, `name` its name; what stands in none (tables) concerns all tests that
        run the file."""
        ran = self.ran[change.path]
        if function:
            lines = sorted(x for x in self.code[change.path] | {function} if function <= x <= change.line)
            if lines[-1] == change.line:
                tests = ran[change.line] if change.line in ran else ()
            else:  # a jump, which has no line of its own: it may follow any of those before
                tests = set().union(*(ran[x] for x in lines[-4:] if x in ran))
            if not tests:  # the compiler may have made it part of another line
                tests = set().union(*(t for x, t in ran.items() if function <= x <= last))
        else:
            tests = set().union({t for t in self.tests if "interface" in t.home} - set(self.failing), *ran.values())

        def rank(t):  # what it may catch for what it costs
            kills = [self.kills.get((*place, f"{t.home}: {t.name}"), 0)
                     for place in ((change.path, name), (change.path, ""), ("", ""))]
            likely = 1 + 50 * kills[0] + 5 * kills[1] + 0.5 * kills[2] + 20 * (not function and "interface" in t.home)
            return is_live(t), (0.3 + self.known[t]["cpu"] + 0.3 * self.known[t]["wall"]) / likely
        return sorted(tests, key=rank)

    def usual(self, build, test, folder):
        """Whether a test passes in another build, and its times there; measured once."""
        with self.lock:
            if (build.dir, test) not in self.others:
                passed, cpu, wall = run(test, self.first(build, program_of(test)), folder, 600, 600)
                self.others[build.dir, test] = {"passed": passed, "cpu": cpu, "wall": wall}
            return self.others[build.dir, test]

    def catches(self, test, program, folder, known=None):
        known = known or self.known[test]
        for _ in range(2 if is_live(test) else 1):  # a busy machine can fail those
            with device if is_live(test) else threading.Lock():
                if run(test, program, folder, 3 * known["cpu"] + 1,
                       10 * known["wall"] + (30 if is_live(test) else 10))[0]:
                    return False
        return True
