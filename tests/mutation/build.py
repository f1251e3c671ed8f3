# SPDX-License-Identifier: BSD-3-Clause
"""Builds for `make mutate`: the tree once plain and once for coverage, by the Makefile;
then, for each fault, the one changed file and the programs linked anew with it. How to
compile and link is what `make -n` says. The plain build looks for leaks as it ends, as the
sanitized one of `make check` does; this costs next to nothing."""
import atexit
import fnmatch
import glob
import os
import re
import shlex
import shutil
import subprocess
import tempfile

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


class Build:
    """One build of the tree: how="plain", "gcov" or "sanitized"."""

    def __init__(self, how, jobs):
        self.dir = os.path.join("build", "mutate", how)
        flags = {"plain": "-g0", "gcov": "--coverage", "sanitized": ""}[how]
        env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
        env["CFLAGS"], env["LDFLAGS"] = flags, flags + (" -fsanitize=leak" if how == "plain" else "")
        only, leave = (os.path.join(self.dir, f"tests/mutation/{n}.o") for n in ("only", "leave"))
        make = ["make", "-s", f"BUILD={self.dir}", "OPTIMIZE=-O" + {"plain": "2", "gcov": "g", "sanitized": "1"}[how],
                *(["SANITIZE=address,undefined"] if how == "sanitized" else []),
                *[os.path.join(self.dir, p) for p in programs()], only, leave,
                *[os.path.join(self.dir, p + ".o") for p in programs() if p != "rosin"]]
        done = subprocess.run(make + [f"-j{jobs}"], cwd=ROOT, env=env, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"mutate: the tree does not build\n{done.stderr[-2000:]}")
        said = subprocess.run(make + ["-n", "-B"], cwd=ROOT, env=env, capture_output=True, text=True)
        self.compile, self.link = {}, {}
        for row in said.stdout.splitlines():
            words = shlex.split(row) if " -o " in row else []
            if "-c" in words:
                self.compile[words[words.index("-c") + 1]] = words
            elif words:
                self.link[os.path.relpath(words[words.index("-o") + 1], self.dir)] = words
        self.only, self.leave = only, leave if how == "gcov" else None
        for name in programs():  # again with the choice of one test
            if how == "gcov" and not self.linked(name, os.path.join(self.dir, name)):
                raise SystemExit(f"mutate: {name} cannot be linked with the choice of one test")

    def object_of(self, path, text, out):
        """Compiles `text` as the file `path`; 1 if it compiles."""
        words = [w for w in self.compile[path] if w not in ("-MMD", "-MP")]
        at = words.index("-c")
        words[at + 1] = "-"
        words[words.index("-o") + 1] = out
        words[at:at] = [*STRICT, "-idirafter", os.path.dirname(path), "-x", "c"]
        done = subprocess.run(words, cwd=ROOT, input=text, capture_output=True, text=True)
        return done.returncode == 0

    def linked(self, program, out, path=None, changed=None):
        """Links `program`, the object of the file `path` replaced; 1 if it links. An object
        named first is taken before the library's."""
        words = list(self.link[program])
        words[words.index("-o") + 1] = out
        if path:
            kept = os.path.join(self.dir, re.sub(r"\.c$", ".o", path))
            words = [w for w in words if w != kept]
        extra = ([changed] if changed else []) + ([self.only] if program != "rosin" else []) + \
            ([self.leave, "-Wl,--wrap=_exit"] if self.leave else [])
        at = next(i for i, w in enumerate(words) if w.endswith(".o"))
        words[at:at] = extra
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
        return done.returncode == 0


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
