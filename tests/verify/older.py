# SPDX-License-Identifier: BSD-3-Clause
"""Older engines out of the repository, timed by the workloads of today: their library is built from
their commit below build/speed, and linked to bench/ as it is now."""
import glob
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FIRST = "5b5e873"  # version 0.1
SECOND = "f376a17"  # version 0.2

# What bench/ includes that older engines have elsewhere, or not at all: it stands before their own.
STAND_INS = {"rosin/player.h": '#include "player/player.h"\n', "rosin/core.h": '#include "core/core.h"\n',
             "format.h": "#include <stdio.h>\n#define rosin_print fprintf\n"}


def has(tree, path, text=""):
    try:
        with open(os.path.join(tree, path), encoding="utf-8") as f:
            return text in f.read()
    except OSError:
        return False


def unpack(revision, tree):
    """The text of a commit in a folder, if it is not there."""
    os.makedirs(tree, exist_ok=True)
    if not os.path.exists(os.path.join(tree, "Makefile")):
        archive = subprocess.run(["git", "-C", ROOT, "archive", revision], capture_output=True, check=True)
        subprocess.run(["tar", "x", "-C", tree], input=archive.stdout, check=True)


def tree_of(revision):
    """A commit in a folder of its own."""
    tree = os.path.join(ROOT, "build", "speed", revision)
    unpack(revision, tree)
    return tree


def resamples(tree):
    """Whether it has libsamplerate divide its rates: all of them, in 0.1; those by which it cannot itself, in 0.2."""
    return any(has(tree, f"src/scene/{p}decimate.c", "samplerate.h") for p in ("", "sound/"))


def installed():
    return subprocess.run(["pkg-config", "--exists", "samplerate"]).returncode == 0


def stands_in(tree):
    """Whether bench/programs/samplerate.h takes its place, since no workload needs it there."""
    return resamples(tree) and not installed()


def lacks(revision):
    """What is not installed, and is needed to time a commit by every workload; "": nothing."""
    tree = tree_of(revision)
    return "libsamplerate" if resamples(tree) and not has(tree, "src/scene/sound/decimate.c") and not installed() else ""


def make(tree, *targets):
    clean = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "BUILD")}
    without = [f"CFLAGS=-I{ROOT}/bench/programs", "SCENE_LIBS=-lsndfile"] if stands_in(tree) else []
    subprocess.run(["make", "--no-print-directory", "-j2", "BUILD=build", "WARN=-w", *without, *targets],
                   cwd=tree, check=True, stdout=subprocess.DEVNULL, env=clean)


def stage(tree):
    """A folder to include from: bench/ of today, and stand-ins."""
    folder = os.path.join(tree, "stage")
    os.makedirs(os.path.join(folder, "rosin"), exist_ok=True)
    texts = dict(STAND_INS)
    for name in ["pi.h", *(["order.h"] if not has(tree, "src/order.h") else [])]:
        with open(os.path.join(ROOT, "src", name), encoding="utf-8") as f:
            texts[name] = f.read()
    for name, text in texts.items():
        if name.startswith("rosin/") and has(tree, f"include/{name}"):
            continue
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(text)
    if not os.path.islink(os.path.join(folder, "bench")):
        os.symlink(os.path.join(ROOT, "bench"), os.path.join(folder, "bench"))
    return folder


def alone(revision):
    """Build bench/programs/alone.c on an engine: the program's path."""
    tree = tree_of(revision)
    core = [p for p in ("src/core/core.h", "include/rosin/core.h") if has(tree, p)]
    libraries = (["build/libcore.a"] if core and has(tree, "Makefile", "$(BUILD)/libcore.a:") else []) + ["build/librosin.a"]
    make(tree, *libraries)
    able = [] if core else ["-DBENCH_NO_CORE"]
    able += [] if any(has(tree, p, "*given;") for p in core) else ["-DBENCH_CORE_BY_NAME"]
    able += [] if has(tree, "modal/kernel.h", "rosin_modal_vector(") else ["-DBENCH_ONE_WIDTH"]
    needs = subprocess.run(["pkg-config", "--libs", "sndfile", *(["libconfig"] if has(tree, "Makefile", "libconfig") else []),
                            *(["samplerate"] if resamples(tree) and installed() else [])],
                           capture_output=True, text=True, check=True).stdout.split()
    # shipped.c asks scenes how they are timed, which older ones do not say
    sources = [p for p in glob.glob(os.path.join(ROOT, "bench", "*.c")) if not p.endswith("/shipped.c")]
    program = os.path.join(tree, "alone")
    subprocess.run([*os.environ.get("CC", "cc").split(), "-std=c17", "-O3", "-fno-math-errno", "-fno-trapping-math",
                    "-D_XOPEN_SOURCE=700", *able, "-I", stage(tree), "-I", f"{tree}/include", "-I", f"{tree}/src", "-I", tree,
                    *sources, os.path.join(ROOT, "bench", "programs", "alone.c"),
                    *(os.path.join(tree, p) for p in libraries), *needs, "-lpthread", "-lm", "-o", program], check=True)
    return program


def command(revision):
    """Build the command of an engine: its path."""
    tree = tree_of(revision)
    make(tree, "build/rosin")
    return os.path.join(tree, "build", "rosin")
