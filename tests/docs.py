#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs what the documents print. Takes every block out of a page (indented or fenced; of the
manual: .nf ... .fi), and every command between backquotes, runs all of them in order in
one scratch folder, and fails where a command, a scene, a program or a printed answer is wrong,
or a block is of no known kind.

  docs.py PAGE          says how many of each kind ran and what did not, and why
  docs.py --list PAGE   prints the blocks

What a block is stands at its fence (c, csv, text) or follows from how it begins: `rosin`, `make`,
`tests/` commands (after `$` with their answer below), `name = {` a piece of a scene, `[` Pd objects.
A comment before a block, invisible to readers, says what is needed to try it:

  <!-- file NAME -->               it is that file, which later blocks read
  <!-- in SCENE -->                a piece of a scene: its sections replace those of that scene
  <!-- in SCENE at GROUP -->       ... those of a group in it, as in "at pushes.hand"
  <!-- recipe NAME: ... -->        a step of a recipe: tests/recipes.py takes it
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
from itertools import zip_longest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROSIN = os.path.abspath(os.environ.get("ROSIN", os.path.join(ROOT, "build", "rosin")))
QUIET = 10 ** (-30 / 20)  # of full scale: what is on a page must be louder

# Commands that are not run as they stand: what begins so, what is done instead, and why.
INSTEAD = [
    ("rosin play", "read", "needs hands and a sound card: its options are read, with --help at the end "
                           "(tests/live.bats plays)"),
    ("rosin bench", "read", "runs for minutes: its options are read, with --help at the end"),
    ("bench/", "never", "installs other programs and runs them for minutes"),
    ("sudo", "never", "changes the system"),
    ("apt", "never", "changes the system"),
    ("mkfifo", "never", "waits for hands (tests/live.bats plays from a pipe)"),
    ("man ", "never", "needs a terminal"),
    ("git ", "never", "changes the tree"),
    ("make", "dry", "builds or runs for minutes: only that the Makefile has such a target"),
    ("./bootstrap", "dry", "installs: only that the Makefile has such a target"),
    ("tests/docs.py", "never", "would run itself"),
    ("build/examples/", "never", "wants what make builds for it: tests/games.bats plays it"),
    ("rosin-render ", "never", "wants what make cross builds: tests/cross.bats runs it"),
    ("tests/verify.py", "never", "runs for minutes"),
]

# Long ones are cut short: a command's beginning, what tells that it is short already, and what is
# put at its end.
SHORTER = [
    ("rosin render", r" (-d|--duration) ", "-d 0.3"),
    ("rosin map cello-d --guettler", None, "-x bow.velocity.slope=0.5:1:2 -y bow.force=0.5:1:2"),
    ("rosin map docs/measured-string.cfg --guettler", None, "-x bow.velocity.slope=0.5:1:2 -y bow.force=0.5:1:2"),
    ("rosin map cello-d", r" -x ", "-x bow.position=0.12:0.15:2 -y bow.force=0.5:1:2"),
    ("rosin match", None, "--from chalk --evaluations 4 --longest 0.3"),
    ("rosin map glass", r" -x ", "-x finger.velocity=0.05:0.1:2 -y finger.force=0.5:1:2"),
]
# ... the points of an axis of a map, KEY=LOW:HIGH:N, are 2; and no sound is longer than 2 s, nor are there more than 4 of a kind.
AXIS = re.compile(r"(=[-0-9.e]+:[-0-9.e]+:)\d+")
LONG = [(re.compile(r"( -d )(\d+)\b(?!\.)"), 2), (re.compile(r"( --variations )(\d+)\b"), 4)]

# What is printed between marks that `make figures` writes, and is what this command says.
ANSWERS = {"player": "rosin show cello --player"}

# Programs in other languages, by their fence: how one is run, what is built for it beside the command, and what it then says. None: why
# it is not.
OTHERS = {
    "python": ("PYTHONPATH={build}/python {python} {file}", "python/rosin/librosin.so", ""),
    "csd": ("OPCODE6DIR64={build}/csound csound {file} 2>&1", "csound/librosin.so", "0 errors in performance"),
    "mjs": ("mkdir -p node_modules && ln -sfn {build}/npm node_modules/rosin && node {file}", "npm/rosin.wasm", "out of range"),
    "js": (None, "wants a browser: tests/bindings.bats plays the package in one", ""),
    "csound": (None, "a syntax, not a program", ""),
    "gdscript": (None, "wants Godot, which is nowhere here", ""),
    "supercollider": (None, "wants a server that plays: tests/bindings.bats renders by one, and sclang compiles the classes", ""),
}

# Files that a page speaks of as the reader's own: how the test comes by them.
GIVEN = {
    "knock.wav": "rosin render docs/figures/knock.cfg -d 1.5 -o knock.wav",
    "creak.wav": "rosin render door-hinge-fast -d 0.5 -o creak.wav",
    "voice.wav": "rosin render cuica -d 3 -o voice.wav",
    "melody.wav": "rosin render violin --midi docs/tune.mid -d 2 -o melody.wav",
    "yours.mid": "cp docs/tune.mid yours.mid",
    "suite.musicxml": "cp examples/scores/suite-1-prelude.musicxml suite.musicxml",
    "hand.csv": "printf 'time,force\\n0,0\\n0.1,10\\n0.8,14\\n0.9,0\\n' >hand.csv",
    "measured.csv": "rosin curve induction --velocity 0.001:1:40:log >measured.csv",
    "take.txt": "printf 'rosin-gesture 1\\nrate 48000\\nrest 1\\n0 note-on 0 0 50 0.7\\n14400 end\\n' >take.txt",
    "recordings": f"{ROOT}/tests/recordings.py recordings places=2 forces=3 low=0.5 high=3 speeds=0.05,0.1 pitch=98",
    "door-hinge-slow.wav": "rosin render door-hinge-slow -d 0.3",
}


def with_numpy():
    """The Python that has NumPy, as the Makefile looks for it, or None."""
    for python in (os.environ.get("PYTHON", sys.executable), "python3", "/usr/bin/python3"):
        if shutil.which(python) and not subprocess.run([python, "-c", "import numpy"], capture_output=True, check=False).returncode:
            return python
    return None


class Block:
    def __init__(self, line, lines, info, marker):
        self.line, self.lines, self.info, self.marker = line, lines, info, marker

    def kind(self):
        first = next((x for x in self.lines if x.strip()), "")
        if self.marker.startswith("file "):
            return "file"
        if self.marker.startswith("recipe "):
            return "recipe"
        if self.info:
            return self.info if self.info in ("c", "text", *OTHERS) else "unknown"
        if self.marker in ANSWERS or re.match(r"\$ ", first):
            return "answer"
        if re.match(r"(\./bootstrap|rosin|make|tests/\S+|bench/\S+|sudo|apt|mkfifo|git)\b", first):
            return "shell"
        if re.match(r"[A-Za-z_]+ = ", first):
            return "scene"
        return "objects" if first.startswith("[") else "unknown"


def markdown(text):
    """Blocks of a page, in order; inline commands among them."""
    blocks, lines, i, marker = [], text.split("\n"), 0, ""
    while i < len(lines):
        row = lines[i]
        fence = re.match(r"( *)```(\w*)$", row)
        seen = re.match(r" *<!-- (.*) -->$", row)
        if fence:
            end = next(k for k in range(i + 1, len(lines)) if lines[k].strip() == "```")
            blocks.append(Block(i + 2, outdented(lines[i + 1:end]), fence[2], marker))
            i, marker = end, ""
        elif row.startswith("    ") and (i == 0 or not lines[i - 1].strip() or lines[i - 1].startswith("<!--")):
            end = i
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            body = lines[i:end]
            while body and not body[-1].strip():
                body.pop()
            blocks.append(Block(i + 1, outdented(body), "", marker))
            i, marker = end - 1, ""
        elif seen:
            marker = seen[1]
        else:
            if row.strip():
                marker = ""
            for span in re.findall(r"`((?:rosin|make) [a-z][^`]*)`", row):
                if span.startswith("make") or not placeholder(span):
                    blocks.append(Block(i + 1, [span], "", ""))
        i += 1
    return blocks


def outdented(lines):
    return textwrap.dedent("\n".join(lines)).split("\n")


def placeholder(command):
    """A template (rosin COMMAND --help), or a mere name (rosin map)."""
    words = command.split()
    return len(words) < 3 + words[-1].startswith("-") or re.search(r"(^|[ =])[A-Z]{2,}|\.\.\.", command)


def manual(text):
    blocks = []
    for found in re.finditer(r"^\.nf\n((?:\.\\\".*\n)*)(.*?)^\.fi$", text, re.M | re.S):
        body = outdented(found[2].replace("\\-", "-").replace("\\&", "").rstrip("\n").split("\n"))
        note = re.search(r"<!-- (.*) -->", found[1])
        line = text[:found.start()].count("\n") + 2
        blocks.append(Block(line, body, "", note[1] if note else ""))
    return blocks


def brace_end(text, start):
    """Past the ';' of the value that begins at or after start."""
    depth = 0
    for k in range(start, len(text)):
        depth += text[k] in "{(["
        depth -= text[k] in "})]"
        if text[k] == ";" and depth == 0:
            return k + 1
    raise ValueError("no end of a value")


def settings(text):
    """(name, begin, end) of the settings on the outermost level of a piece of a scene."""
    out, at = [], 0
    while True:
        found = re.compile(r"(?:^|(?<=[\s;{]))([A-Za-z_][\w-]*)\s*=").search(text, at)
        if not found:
            return out
        end = brace_end(text, found.end())
        out.append((found[1], found.start(1), end))
        at = end


def replace_in(scene, path, piece):
    """The scene with the piece's settings in place of those of that name in a group."""
    low, high = 0, len(scene)
    for group in path:
        _, begin, end = next(s for s in [(n, b + low, e + low) for n, b, e in settings(scene[low:high])]
                             if s[0] == group)
        low = scene.index("{", begin) + 1
        high = scene.rindex("}", low, end)
    inner = scene[low:high]
    for name, begin, end in settings(piece):
        old = next(((b, e) for n, b, e in settings(inner) if n == name), (len(inner), len(inner)))
        inner = inner[:old[0]] + piece[begin:end] + " " + inner[old[1]:]
    return scene[:low] + inner + scene[high:]


def without_comments(scene):
    return re.sub(r"#.*", "", scene)


class Runner:
    def __init__(self, page, folder):
        self.page, self.folder, self.ran, self.left, self.failed = page, folder, {}, {}, []
        os.makedirs(os.path.join(folder, "bin"))
        os.symlink(ROSIN, os.path.join(folder, "bin", "rosin"))
        for name in ("docs", "tests", "examples"):
            os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
        self.environment = {**os.environ, "PATH": os.path.join(folder, "bin") + ":" + os.environ["PATH"]}

    def fail(self, block, text):
        self.failed.append(f"{self.page}:{block.line}: {text}")

    def count(self, what, name="ran"):
        kept = self.ran if name == "ran" else self.left
        kept[what] = kept.get(what, 0) + 1

    def shell(self, block, command):
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
        if done.returncode:
            said = [x for x in done.stderr.split("\n") if "error:" in x] or [done.stderr.strip()[-300:]]
            self.fail(block, f"{command}: exit {done.returncode}: {said[0]}")
        return done.stdout

    def give(self, block, command):
        """Files of the reader's that this command names and that are not there yet."""
        for name, how in GIVEN.items():
            reads = re.search(rf"(?<![-\w./>]){re.escape(name)}\b", re.sub(r"(-o|>|--record\S*) *\S+", "", command))
            if reads and not os.path.exists(os.path.join(self.folder, name)):
                self.shell(block, how)

    def command(self, block, command):
        for start, instead, why in INSTEAD:
            if not command.startswith(start):
                continue
            if instead == "never":
                self.count(f"{start.strip()}: {why}", "left")
                return
            if instead == "read":
                self.count(f"{start}: {why}", "left")
                self.shell(block, command + " --help")
                return
            self.count(f"{start}: {why}", "left")
            self.goals(block, shlex.split(command)[1:])
            return
        if "--plot" in command and not shutil.which("gnuplot"):
            self.count("--plot: no gnuplot here", "left")
            return
        for start, short, more in SHORTER:
            if command.startswith(start):
                if not (short and re.search(short, command)):
                    command = re.sub(r"( >|$)", f" {more}\\1", command, count=1)
                break
        if command.startswith("rosin map"):
            command = AXIS.sub(r"\g<1>2", command)
        if command.startswith("rosin render"):
            for many, most in LONG:
                command = many.sub(lambda found, most=most: found[1] + str(min(int(found[2]), most)), command)
        self.give(block, command)
        self.count("commands")
        self.shell(block, command)

    def goals(self, block, words):
        """Each is a target of the Makefile or of what it includes, or sets a variable of it."""
        makefile, names = "", ["Makefile"]
        for name in names:
            with open(os.path.join(ROOT, name)) as f:
                text = f.read()
            makefile += text
            names += re.findall(r"[\w./-]+\.mk", " ".join(re.findall(r"^include (.*)", text, re.M)))
        for word in words:
            name, sets, _ = word.partition("=")
            if name.startswith("build/tests/") and os.path.exists(os.path.join(ROOT, name[6:] + ".c")):
                continue
            if sets and not re.search(rf"\b{re.escape(name)}\b", makefile):
                self.fail(block, f"the Makefile knows no {name}")
            if not sets and not re.search(rf"^([\w-]+ )*{re.escape(name)}( [\w-]+)*:", makefile, re.M):
                self.fail(block, f"the Makefile has no '{name}'")

    def commands(self, block):
        text = re.sub(r"\\\n\s*", " ", "\n".join(block.lines))
        for row in text.split("\n"):
            row = row.strip()
            if row and not row.startswith("#"):
                self.command(block, re.sub(r"\s+# .*$", "", row))

    def answer(self, block):
        """$ COMMAND and, below, what it says."""
        told = block.marker in ANSWERS
        command = ANSWERS[block.marker] if told else block.lines[0][2:]
        printed = [x.rstrip() for x in block.lines[0 if told else 1:]]
        said = [x.rstrip() for x in self.shell(block, command).rstrip("\n").split("\n")]
        self.count("answers")
        for i, (a, b) in enumerate(zip_longest(said, printed)):
            if a != b:
                self.fail(block, f"{command} says '{a}' where line {i + 1} of its answer is '{b}'")
                return

    def sounds(self, block, text, name):
        """A whole scene is valid and louder than silence."""
        path = os.path.join(self.folder, name)
        with open(path, "w") as f:
            f.write(text)
        self.give(block, text)
        before = len(self.failed)
        self.shell(block, f"rosin check {name}")
        if len(self.failed) > before:
            return
        report = self.shell(block, f"rosin render {name} -o {name}.wav --format float --report -")
        peak = re.search(r'"peak": ([^,]+)', report)
        if not (peak and float(peak[1]) > QUIET):
            self.fail(block, f"the scene is silent, or below -30 dBFS: {report}")
        self.count("scenes")

    def scene(self, block):
        text = "\n".join(block.lines)
        if "outputs" in (s[0] for s in settings(without_comments(text))):
            self.sounds(block, text, f"block-{block.line}.cfg")
            return
        words = block.marker.split()
        if len(words) not in (2, 4) or words[0] != "in":
            self.fail(block, "a piece of a scene: in which? (<!-- in SCENE -->)")
            return
        with open(os.path.join(ROOT, "scenes", words[1] + ".cfg")) as f:
            whole = without_comments(f.read())
        path = words[3].split(".") if len(words) == 4 else []
        self.sounds(block, replace_in(whole, path, without_comments(text)), f"block-{block.line}.cfg")

    def program(self, block):
        """C: compiled, linked with the library beside the command, and run; statements without a
        main get one, which goes on rendering and must hear something."""
        body = "\n".join(block.lines)
        compiler = ("cc -std=c17 -Wall -Wno-unused -Werror=implicit-function-declaration -Werror=incompatible-pointer-types "
                    f"-I{ROOT}/include -I{ROOT}/src -I{ROOT}")
        path = os.path.join(self.folder, f"block-{block.line}.c")
        if "main(" not in body:
            heads = "\n".join(x for x in block.lines if x.startswith("#include"))
            rest = "\n".join(x for x in block.lines if not x.startswith("#include"))
            body = (f"{heads}\nstatic float buffer[2 * 512];\nint main(void) {{\n{rest}\n  float peak = 0;\n"
                    "  for (int block = 0; block < 60; block++) {\n    rosin_scene_process(scene, 512, buffer);\n"
                    "    for (int i = 0; i < 512; i++)\n      peak = buffer[i] > peak ? buffer[i] : peak;\n  }\n"
                    f"  return !(peak > {QUIET:.6f}f);\n}}\n")
        with open(path, "w") as f:
            f.write(body)
        library = os.path.join(os.path.dirname(ROSIN), "librosin.a")
        self.shell(block, f"{compiler} {path} {library} -lm -o {path[:-2]} && {path[:-2]}")
        self.count("C programs")

    def other(self, block):
        """In another language, with what is built for it, where that is and the language too."""
        command, built, says = OTHERS[block.info]
        build, python = os.path.dirname(ROSIN), with_numpy()
        if command is None:
            self.count(f"{block.info}: {built}", "left")
            return
        if not os.path.exists(os.path.join(build, built)) or not {"csd": shutil.which("csound"), "mjs": shutil.which("node"), "python": python}[block.info]:
            self.count(f"{block.info}: it, or what is built for it, is not here", "left")
            return
        path = os.path.join(self.folder, f"block-{block.line}.{block.info}")
        with open(path, "w") as f:
            f.write("\n".join(block.lines) + "\n")
        said = self.shell(block, command.format(build=build, python=python, file=path))
        if says not in said:
            self.fail(block, f"it does not say '{says}': {said[-500:]}")
        self.count(f"{block.info} programs")

    def file(self, block):
        with open(os.path.join(self.folder, block.marker.split()[1]), "w") as f:
            f.write("\n".join(block.lines) + "\n")
        self.count("files")

    def run(self, block):
        kind = block.kind()
        if kind == "text":
            self.count("text: a picture, a listing, a pattern", "left")
        elif kind == "recipe":
            self.count("blocks of recipes: tests/recipes.bats does them in a copy of the tree", "left")
        elif kind == "objects":
            self.count("Pd objects: tests/pd.bats opens the patches", "left")
        elif kind == "unknown":
            self.fail(block, f"a block of no known kind: {block.lines[0][:60]}")
        else:
            {"shell": self.commands, "answer": self.answer, "scene": self.scene, "c": self.program,
             "file": self.file}.get(kind, self.other)(block)


def blocks_of(path):
    with open(path) as f:
        text = f.read()
    return manual(text) if path.endswith(".1") else markdown(text)


def main():
    listing = sys.argv[1] == "--list"
    path = os.path.abspath(sys.argv[-1])
    blocks = blocks_of(path)
    if listing:
        for b in blocks:
            print(f"{b.line}: {b.kind()} [{b.marker}] {b.lines[0][:70]}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        inside = path.startswith(ROOT + os.sep)
        runner = Runner(os.path.relpath(path, ROOT) if inside else os.path.basename(path), folder)
        for block in blocks:
            runner.run(block)
    print(f"{runner.page}: " + (", ".join(f"{n} {what}" for what, n in runner.ran.items()) or "nothing") + " ran")
    for why, n in runner.left.items():
        print(f"  not run: {n} x {why}")
    for text in runner.failed:
        print(f"FAILED {text}")
    return 1 if runner.failed else 0


if __name__ == "__main__":
    sys.exit(main())
