# SPDX-License-Identifier: BSD-3-Clause
"""`make mutate ROOM=faces`: faults in plugin/, pd/ and the page's JavaScript, which other programs open:
the plugins are linked anew in a folder of their own, which our hosts' tests are told of; Pd's library
and classes likewise, for tests in a real Pd; a page's file is changed in a copy of the page, for tests by
node and by Chromium. Which lines of C a test runs is measured once, by gcov; those that run the changed line
judge, first those that caught faults near it, then the quick, until one fails or the budget is spent. Of JavaScript
all tests of the page judge."""
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time

import changes
from build import ROOT, STRICT, beside, fresh, temporary

BUILD = "build"
VST3 = f"vst3/rosin.vst3/Contents/{os.uname().machine}-linux/rosin.so"
WHOLE = [f"{BUILD}/{p}" for p in ("rosin.clap", "lv2/rosin.lv2/rosin.so", "lv2/rosin.lv2/rosin_ui.so", "ttl", VST3)]
UNITS = sorted(p[:-2] for p in glob.glob("tests/unit/face/test_*.c", root_dir=ROOT))
HOSTS = [f"tests/faces/{p}" for p in ("host_lv2", "host_clap", "host_vst3", "host_window", "twin_clap", "twin_lv2", "twin_vst3", "turns_clap", "turns_vst3", "turns_ui", "told_clap", "told_vst3", "turns_window",
                                        "given_clap", "given_vst3", "judge_clap", "programs_vst3", "asleep")] + \
    [f"tests/yesterday/{p}" for p in ("clap", "lv2", "vst3")]
WRAP = re.search(r"^PD_WRAP := (.*)", open(os.path.join(ROOT, "pd", "pd.mk")).read(), re.M).group(1).split()
SLOW = 240  # s at most for one test without a fault


def sources():
    found = glob.glob("plugin/**/*.c", root_dir=ROOT, recursive=True) + glob.glob("web/*.js", root_dir=ROOT)
    return sorted(found + glob.glob("pd/**/*.c", root_dir=ROOT, recursive=True))


def python():
    return next(p for p in (sys.executable, "/usr/bin/python3")
                if subprocess.run([p, "-c", "import numpy, scipy"], capture_output=True).returncode == 0)


def make(*words):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(["make", *words], cwd=ROOT, env=env, capture_output=True, text=True)


def commands(said):
    """{C file: words that compile it}, {output: words that link it}."""
    compiled, linked = {}, {}
    for row in said.splitlines():
        try:
            words = shlex.split(row.replace("\\$", "$")) if " -o " in row else []  # as a shell has it
        except ValueError:
            continue
        if "-c" in words:
            compiled[words[words.index("-c") + 1]] = words
        elif words and words[0].endswith(("cc", "clang")):
            linked[words[words.index("-o") + 1]] = words
    return compiled, linked


def digest(path):
    """Of a file that is there no more, nothing's."""
    with open(os.path.join(ROOT, path) if os.path.exists(os.path.join(ROOT, path)) else os.devnull, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def flat(path):
    return path[:-2].replace("/", "-") + ".o"


def counted(word, folder, objects):
    """The object whose lines are counted, in place of that of a file of the faces."""
    made = os.path.join(objects, flat(word.removeprefix(folder)))
    return made if word.endswith(".o") and os.path.exists(made) else word


class Faces:
    def __init__(self, jobs, budget, say):
        targets = ["all", "lv2", "clap", "vst3", *(f"{BUILD}/{p}" for p in UNITS + HOSTS)]
        for words in ([*targets], ["pd"], ["page"]):
            done = make("-s", f"-j{jobs}", *words)
            if done.returncode:
                raise SystemExit(f"mutate: {words[0]} does not build\n{done.stderr[-2000:]}")
        self.compile, self.link = commands(make("-n", "-B", *targets).stdout)
        compiled, linked = commands(make("-n", "-B", "pd").stdout)
        self.compile.update({p: w for p, w in compiled.items() if p.startswith("pd/")})
        self.pd_link = linked
        self.watch = os.path.join(ROOT, BUILD, "mutate", "watch.o")  # every allocation of Pd's classes, counted
        self.pd_watched = fresh("pd-watch")
        folder = os.path.join(ROOT, BUILD, "pd")
        words = [w for w in self.compile["pd/net/registry.c"] if w not in ("-MMD", "-MP")]
        words[words.index("-c") + 1], words[words.index("-o") + 1] = os.path.join(ROOT, "tests/pd/watch.c"), self.watch
        if subprocess.run(words, cwd=folder).returncode or not all(
                self.put(self.watched(out, w), folder, "", "", os.path.join(self.pd_watched, out)) for out, w in linked.items()):
            raise SystemExit("mutate: Pd's classes cannot be watched")
        self.caught, self.python, self.budget, self.say = {}, python(), budget, say
        self.count(targets)

    def count(self, targets):
        """Everything once more, with its lines counted; what is known of the tests already."""
        objects, sound = fresh("faces-count"), self.place("count")
        for path in (p for p in sources() if p.endswith(".c")):
            self.object_of(path, None, os.path.join(objects, flat(path)), "--coverage", "-O1")
        for out in self.link:
            if out in targets or out in WHOLE:
                words = [counted(w, BUILD + "/", objects) for w in self.link[out]]
                self.put([*words, "--coverage"], ROOT, "", "", os.path.join(sound, os.path.relpath(out, BUILD)))
        folder = os.path.join(ROOT, BUILD, "pd")
        for out, words in self.pd_link.items():
            words = [*(counted(w, "", objects) for w in words), "--coverage"]
            self.put(words, folder, "", "", os.path.join(sound, "pd", out))
            self.put(self.watched(out, words), folder, "", "", os.path.join(sound, "pd-watch", out))
        self.objects, self.sound = objects, sound
        self.plain = self.place("plain")
        self.kept = os.path.join(ROOT, BUILD, "mutate", "faces-known.json")
        self.known = {}
        if os.path.exists(self.kept):
            with open(self.kept) as f:
                self.known = {k: v for k, v in json.load(f).items()
                              if v["passed"] and all(digest(p) == h for p, h in v["files"].items())}

    def measured(self, name, command):
        """Whether a test passes without a fault, its time and the lines it runs: {file: [lines]}; None: any, for all we know."""
        if name not in self.known:
            for left in glob.glob(os.path.join(self.objects, "*.gcda")):
                os.remove(left)
            begun = time.time()
            passed, ran = self.passes(command, self.sound, SLOW), {}
            took = time.time() - begun
            said = subprocess.run(["gcov", "--json-format", "--stdout", *glob.glob(os.path.join(self.objects, "*.gcda"))], cwd=ROOT,
                                  capture_output=True, text=True)
            for row in said.stdout.splitlines():
                for source in json.loads(row)["files"]:
                    path = os.path.relpath(os.path.join(ROOT, source["file"]), ROOT)
                    ran[path] = sorted({*ran.get(path, []), *(x["line_number"] for x in source["lines"] if x["count"])})
            if not passed:  # what counts may be in its way
                begun = time.time()
                passed, took, ran = self.passes(command, self.plain, SLOW), time.time() - begun, None
            ran = None if ran is None else {p: lines for p, lines in ran.items() if lines}
            self.known[name] = {"passed": passed, "took": took, "ran": ran, "files": {p: digest(p) for p in ran or ()}}
            self.say(f"{name}: {'passes' if passed else 'FAILS without a fault, not used'}, {took:.0f} s")
            with open(self.kept, "w") as f:
                json.dump(self.known, f)
        return self.known[name]

    def tests(self, path):
        """(name, command) of all that may judge a file."""
        bats = lambda file, word: (f"{file}: {word}", ["bats", "-f", word, f"tests/{file}"])  # noqa: E731
        if path.startswith("web/"):
            return [bats("page.bats", "pieces"), bats("page.bats", "slider"), bats("page.bats", "WebAssembly"), bats("page.bats", "a size that"), bats("yesterday.bats", "page"), bats("page.bats", "browser")]
        if path.startswith("pd/"):
            py = lambda file, *rest: (" ".join((file, *rest)), [self.python, f"tests/{file}", *rest])  # noqa: E731
            text = open(os.path.join(ROOT, "tests/pd/behave.py")).read()
            cases = re.findall(r"\w+", re.search(r"^CASES = \[(.*?)\]", text, re.M | re.S).group(1))
            told = ["drives", "refused"] + re.findall(r'^    "(\w+)": \(', open(os.path.join(ROOT, "tests/pd/told.py")).read(), re.M)
            version = sorted(glob.glob("tests/yesterday/[0-9]*/pd", root_dir=ROOT))[-1]
            rest = [py("pd/wrong.py"), py("pd/musicians.py", "decay"), py("pd/scenes.py", "waits"), py("pd/firsthour.py"),
                    py("pd/together.py", "beside"), *(py("pd/bowing.py", c) for c in ("sings", "bars", "hands_over", "gone", "says")),
                    py("pd/named.py"), py("pd/grip.py"),
                    *(py("pd/abstractions.py", c) for c in ("morphs", "moves", "phones", "records", "sections", "voices")),
                    *(py("pd/chance.py", c) for c in ("taken", "each", "again", "scales"))]
            return [py("pd/whole.py"), py("pd/whole.py", "lost"), py("pd/whole.py", "lack"), py("pd/pad.py"), *(py("pd/told.py", c) for c in told),
                    *(py("pd/states.py", c) for c in ("states", "wrong_states", "presets")),
                    *(py("pd/scenes.py", c) for c in ("answers", "early", "holds", "fades")),
                    *(py("yesterday/patches.py", c, version) for c in ("states", "defaults", "patches")),
                    *(py("pd/musicians.py", c) for c in ("notes", "strokes", "levels")),
                    *(py("pd/made.py", c) for c in ("first_messages", "in_order", "too_much", "same_samples", "goes_on", "nine_hands")),
                    *(py("pd/behave.py", c) for c in cases), *rest]
        outputs = " ".join(self.outputs(path))
        kinds = [kind for kind, made in (("CLAP", "rosin.clap"), ("LV2", "lv2"), ("VST3", "vst3")) if made in outputs or
                 (kind == "LV2" and "ttl" in outputs)]
        single = lambda file: [(f"{file}: {name}", ["bats", "-f", "^" + re.escape(name) + "$", f"tests/{file}"])  # noqa: E731
                               for name in re.findall(r'^@test "(.*)" \{', open(os.path.join(ROOT, "tests", file)).read(), re.M)]
        found = [t for kind in kinds for t in single("turns.bats") if kind in t[0]]
        found += [bats("yesterday.bats", kind) for kind in kinds]
        found += [(u, [f"W/{u}"]) for u in UNITS if f"{BUILD}/{u}" in self.outputs(path)]
        if "VST3" in kinds:
            found += single("vst3.bats")
        return found + (single("faces.bats") if {"CLAP", "LV2"} & {*kinds} else [])

    def outputs(self, path):
        kept = f"{BUILD}/{path[:-2]}.o"
        return [out for out, words in self.link.items() if kept in words and
                (out in WHOLE or out in [f"{BUILD}/{u}" for u in UNITS])]

    # ---- a changed file, linked ------------------------------------------------------------

    def place(self, number):
        """A folder that looks like build/, of links; what is linked anew takes a link's place."""
        to = fresh(f"faces-{number}")
        for folder, _, files in os.walk(os.path.join(ROOT, BUILD)):
            inside = os.path.relpath(folder, os.path.join(ROOT, BUILD))
            if inside.split("/")[0] not in (".", "lv2", "vst3", "tests", "page", "pd"):
                continue
            os.makedirs(os.path.join(to, inside), exist_ok=True)
            for f in files:
                if f.endswith((".o", ".d", ".c", ".h", ".a")) or inside.startswith(("pd/", "tests/verify", "tests/fuzz")):
                    continue
                source, there = os.path.join(folder, f), os.path.join(to, inside, f)
                (shutil.copy if inside == "pd" or f.endswith((".ttl", ".js")) else os.symlink)(source, there)
        shutil.copytree(self.pd_watched, os.path.join(to, "pd-watch"))
        return to

    def object_of(self, path, text, out, *more):
        """Compiles `text`, or what stands there if it is None, as the file `path`; whether it compiles."""
        words = [w for w in self.compile[path] if w not in ("-MMD", "-MP")]
        at = words.index("-c")
        words[at + 1], words[words.index("-o") + 1] = path if text is None else "-", out
        words[at:at] = [*STRICT, *more, *beside(path, words), "-x", "c"]
        cwd = os.path.join(ROOT, BUILD, "pd") if path.startswith("pd/") else ROOT
        return subprocess.run(words, cwd=cwd, input=text, capture_output=True, text=True).returncode == 0

    def watched(self, out, words):
        return [*words, *WRAP, *([self.watch] if out.startswith("librosin") else [])]

    def put(self, words, cwd, kept, made, out):
        """Links it beside its place first: what cannot be linked so (words that a shell has to make) stays what it is."""
        words = [made if w == kept else w for w in words]
        words[words.index("-o") + 1] = out + ".new"
        linked = subprocess.run(words, cwd=cwd, capture_output=True).returncode == 0
        if linked:
            os.replace(out + ".new", out)
        return linked

    def install(self, path, text, made, to):
        """Everything that the file is part of, with what was made of it; 0 if that cannot be linked."""
        if path.endswith(".js"):
            with open(os.path.join(to, "page", os.path.basename(path)), "w") as f:
                f.write(text)
            return 1
        if path.startswith("pd/"):
            kept, folder = path[:-2] + ".o", os.path.join(ROOT, BUILD, "pd")
            users = [(out, words) for out, words in self.pd_link.items() if kept in words]
            return bool(users) and all(self.put(words, folder, kept, made, os.path.join(to, "pd", out)) and self.put(
                self.watched(out, words), folder, kept, made, os.path.join(to, "pd-watch", out)) for out, words in users)
        good = True
        for out in self.outputs(path):
            there = os.path.join(to, os.path.relpath(out, BUILD))
            good = good and self.put(self.link[out], ROOT, f"{BUILD}/{path[:-2]}.o", made, there)
            if good and out.endswith("/ttl"):
                ended = subprocess.run([there, os.path.join(to, "lv2/rosin.lv2"), "ui"], capture_output=True).returncode
                good = ended == 0
        return good

    # ---- judged ------------------------------------------------------------------------------

    def passes(self, command, to, most):
        folder = temporary()
        env = {**os.environ, "ROSIN": os.path.join(to, "rosin"), "ROSIN_PD": os.path.join(to, "pd"),
               "ROSIN_PD_WATCH": os.path.join(to, "pd-watch"), "TMPDIR": folder, "HOME": folder}
        command = [w.replace("W/", to + "/", 1) if w.startswith("W/") else w for w in command]
        try:
            process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       stdin=subprocess.DEVNULL, start_new_session=True)
            return process.wait(most) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            return False
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def judge(self, path, text, change, number):
        """As Worker.judge() of mutate.py."""
        to = self.place(number)
        faulty = changes.apply(text, change)
        made, same = os.path.join(to, "fault.o"), os.path.join(to, "sound.o")
        if path.endswith(".js"):
            script = os.path.join(to, "check.mjs")
            with open(script, "w") as f:
                f.write(faulty)
            if subprocess.run(["node", "--check", script], capture_output=True).returncode:
                return None
        else:
            if not self.object_of(path, text, same):
                raise SystemExit(f"mutate: {path} does not compile")
            if not self.object_of(path, faulty, made):
                return None
            with open(made, "rb") as a, open(same, "rb") as b:
                if a.read() == b.read():
                    return None
        if not self.install(path, faulty, made, to):
            return "it is not linked, or does not write its tables"
        function, spent, judged = changes.name_of(text, change.line), 0, 0  # s of judging alone: what is measured once is no fault's
        for name, command in self.judges(path, text, change, function):
            if spent > self.budget:
                break
            judged, begun = judged + 1, time.time()
            passes = self.passes(command, to, 60 + 6 * self.known[name]["took"])
            spent += time.time() - begun
            if not passes:
                for place in (function, ""):
                    self.caught[path, place, name] = self.caught.get((path, place, name), 0) + 1
                return name
        return "" if judged else "-"

    def rank(self, path, function, name):
        near = [self.caught.get((path, place, name), 0) for place in (function, "")]
        return -near[0] - 0.1 * near[1], self.known[name]["took"]

    def judges(self, path, text, change, function):
        """The tests that run the line of a change, or its function if nobody runs that line; the file if it is in
        none."""
        tests, first = self.tests(path), changes.function_of(text, change.line)
        lines = set(range(first, changes.end_of(text, first) + 1)) if first else None
        for test in tests:
            self.measured(*test)
        later = []
        for test in sorted(tests, key=lambda t: self.rank(path, function, t[0])):
            one = self.known[test[0]]
            ran = one["ran"] and set(one["ran"].get(path, ()))
            if not one["passed"]:
                continue
            if path.endswith(".js") or ran is None or change.line in ran or (ran and not first):
                yield test
            elif first and ran and ran & lines:
                later.append(test)
        yield from later
