# SPDX-License-Identifier: BSD-3-Clause
"""Builds for `make mutate`: the tree once plain, by the Makefile, and those of its files that are drawn
from once more with their lines counted; then, for each fault, the one changed file and the programs
linked anew with it. How to compile and link is what `make -n` says. The plain build looks for leaks as
it ends, as the sanitized one of `make check` does; this costs next to nothing."""
import atexit
import fnmatch
import glob
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORK = os.path.join(ROOT, "build", "mutate")
# what the compiler only warns of in C, and a developer would not
STRICT = ["-Werror=incompatible-pointer-types", "-Werror=int-conversion",
          "-Werror=implicit-function-declaration"]


chosen = ["*"]  # globs of the tests that judge: tests/unit/face/*, tests/score.bats


def is_chosen(path):
    return any(fnmatch.fnmatch(path, glob) for glob in chosen)


def programs():
    tests = [t for t in sorted(glob.glob("tests/unit/*/test_*.c", root_dir=ROOT)) if is_chosen(t)]
    bats = any(is_chosen(p) for p in glob.glob("tests/*.bats", root_dir=ROOT))
    return (["rosin"] if bats else []) + [t[:-2] for t in tests]


def beside(path, words):
    """Where headers beside a file are found, when its text does not come from there: after all others, and
    where they are found already nothing is said (what is said twice counts where it is said last)."""
    folder = os.path.dirname(path)
    return [] if f"-I{folder}" in words else ["-idirafter", folder]


class Build:
    """One build of the tree: how="plain" or "sanitized"."""

    def __init__(self, how, jobs):
        self.dir = os.path.join("build", "mutate", how)
        flags = {"plain": "-g0", "sanitized": ""}[how]
        env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
        env["CFLAGS"], env["LDFLAGS"] = flags, flags + (" -fsanitize=leak" if how == "plain" else "")
        only, leave = (os.path.join(self.dir, f"tests/mutation/{n}.o") for n in ("only", "leave"))
        make = ["make", "-s", f"BUILD={self.dir}", "OPTIMIZE=-O" + {"plain": "2", "sanitized": "1"}[how],
                *(["SANITIZE=address,undefined"] if how == "sanitized" else []),
                *[os.path.join(self.dir, p) for p in programs()], only, leave,
                *[os.path.join(self.dir, p + ".o") for p in programs() if p != "rosin"]]
        done = subprocess.run(make + [f"-j{jobs}"], cwd=ROOT, env=env, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"mutate: the tree does not build\n{done.stderr[-2000:]}")
        said = subprocess.run(make + ["-n", "-B"], cwd=ROOT, env=env, capture_output=True, text=True)
        self.compile, self.link, self.archives = {}, {}, {}
        for row in said.stdout.splitlines():
            words = shlex.split(row) if " -o " in row or " rcs " in row else []
            if "rcs" in words:
                self.archives[words[2]] = words[0], words[3:]
                continue
            if "-c" in words:
                self.compile[words[words.index("-c") + 1]] = words
            elif words:
                self.link[os.path.relpath(words[words.index("-o") + 1], self.dir)] = words
        self.only, self.leave = only, leave

    def object_of(self, path, text, out):
        """Compiles `text` as the file `path`; 1 if it compiles."""
        words = [w for w in self.compile[path] if w not in ("-MMD", "-MP")]
        at = words.index("-c")
        words[at + 1] = "-"
        words[words.index("-o") + 1] = out
        words[at:at] = [*STRICT, *beside(path, words), "-x", "c"]
        done = subprocess.run(words, cwd=ROOT, input=text, capture_output=True, text=True)
        return done.returncode == 0

    def linked(self, program, out, path=None, changed=None):
        """Links `program`, the object of the file `path` replaced; 1 if it links. An object named first is
        taken before the library's."""
        words = self.link[program]
        if path:
            words = [w for w in words if w != self.kept(path)]
        return self.linked_of(program, words, out, [changed] if changed else [])

    def linked_of(self, program, words, out, more):
        words = list(words)
        words[words.index("-o") + 1] = out
        at = next(i for i, w in enumerate(words) if w.endswith(".o"))
        words[at:at] = [*more, *([self.only] if program != "rosin" else [])]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
        return done.returncode == 0

    def kept(self, path):
        """The object of a file."""
        return os.path.join(self.dir, re.sub(r"\.c$", ".o", path))


class Counted:
    """The plain build, but the lines of some files counted: of these alone it is asked what runs them, and
    the rest keeps its speed."""

    def __init__(self, plain, sources, jobs):
        self.plain, self.dir = plain, os.path.join("build", "mutate", "counted")
        self.objects = {path: os.path.join(self.dir, re.sub(r"\.c$", ".o", path)) for path in sources if path in plain.compile}
        shutil.rmtree(os.path.join(ROOT, self.dir), ignore_errors=True)
        with ThreadPoolExecutor(jobs) as pool:
            if not all(pool.map(self.compiled, self.objects)):
                raise SystemExit("mutate: files cannot be compiled with their lines counted")

        self.instead = {plain.kept(path): made for path, made in self.objects.items()}
        for kept, (ar, words) in plain.archives.items():
            made = os.path.join(self.dir, os.path.basename(kept))
            if subprocess.run([ar, "rcs", made, *(self.instead.get(w, w) for w in words)], cwd=ROOT).returncode:
                raise SystemExit(f"mutate: no {made} with lines counted")
            self.instead[kept] = made

    def compiled(self, path):
        os.makedirs(os.path.join(ROOT, os.path.dirname(self.objects[path])), exist_ok=True)
        words = [re.sub(r"^-O\w$", "-Og", w) for w in self.plain.compile[path] if w not in ("-MMD", "-MP")]
        words[words.index("-o") + 1] = self.objects[path]
        return subprocess.run([*words, "--coverage"], cwd=ROOT, capture_output=True).returncode == 0

    def linked(self, program, out):
        words = [self.instead.get(w, w) for w in self.plain.link[program]]
        return self.plain.linked_of(program, words, out, [self.plain.leave, "-Wl,--wrap=_exit", "--coverage"])

    def in_it(self, program):
        """Whether any of the files was taken from the library for that program."""
        said = subprocess.run(["nm", program], cwd=ROOT, capture_output=True, text=True).stdout
        return "__gcov_merge_add" in said


def fresh(name):
    """An empty folder of that name under build/mutate."""
    path = os.path.join(WORK, name)
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


def temporary():
    """A folder to run tests in, with a name short enough for sockets in it. They read from
    tests/ there; what they leave behind is none of the tree's."""
    path = tempfile.mkdtemp(prefix="rosin-")
    os.symlink(os.path.join(ROOT, "tests"), os.path.join(path, "tests"))
    atexit.register(shutil.rmtree, path, True)
    return path
