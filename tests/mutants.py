#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make mutants`: shows that the lines of `make verify` can fail. Each named fault of
tests/mutants.tsv is put into a copy of the tree, which is built and verified in part; the
lines that turn SHORT are printed. A fault that turns none, or that no longer applies,
fails. A maker "test unit/face/test_turns" or "test turns.bats" is a test of `make check`, which fails
("thread unit/command/test_crew": under the thread sanitizer).

  tests/mutants.py [NAME...]"""
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def read_mutants():
    with open(os.path.join(HERE, "mutants.tsv")) as f:
        rows = [row.rstrip("\n").split("\t") for row in f if row.strip() and not row.startswith("#")]
    return [[field.replace("¶", "\n") if 2 <= i <= 3 else field for i, field in enumerate(row)] for row in rows]


def apply(tree, path, old, new):
    """0 if the old text stands there exactly once."""
    name = os.path.join(tree, path)
    with open(name) as f:
        text = f.read()
    if text.count(old) != 1:
        return text.count(old) or -1
    with open(name, "w") as f:
        f.write(text.replace(old, new))
    return 0


def short_lines(tree, makers):
    """Names of the SHORT lines, or None if it cannot be built."""
    targets = ["all", "verify-programs"] + (["pd", "pd-watch"] if "pd " in makers else [])
    targets += ["build/tests/unit/live/test_realtime"] if "live " in makers else []
    targets += ["lv2", "clap", *(f"build/tests/faces/{p}" for p in ("host_lv2", "host_clap", "audio_thread"))] \
        if "faces " in makers else []
    targets += ["python-thread"] if "bindings thread" in makers else []
    build = subprocess.run(["make", "-s", "-C", tree, *targets], capture_output=True, text=True)
    if build.returncode:
        print(build.stderr[-1500:], file=sys.stderr)
        return None
    done = subprocess.run([sys.executable, "tests/verify.py", "--makers", makers], cwd=tree,
                          capture_output=True, text=True)
    return {row.split()[0] for row in done.stdout.splitlines() if " SHORT " in row}


def failing_tests(tree, makers):
    """Names of those tests that fail, or None if they cannot be built."""
    failed = set()
    for maker in makers.split(","):
        kind, name = maker.split()
        bats = name.endswith(".bats")
        thread = ["SANITIZE=thread", "OPTIMIZE=-O1"] if kind == "thread" else []
        program = os.path.join("build/thread" if thread else "build", "tests", name)
        targets = ["page", "npm"] if name in ("page.bats", "bindings.bats") else ["lv2", "clap", "vst3", "build/tests/yesterday/lv2", *(
            f"build/tests/faces/{k}_{f}" for k in ("host", "turns", "told") for f in ("clap", "vst3")), "build/tests/faces/host_lv2"]
        targets = ["all", *targets] if bats else [program]
        build = subprocess.run(["make", "-s", "-j2", "-C", tree, *thread, *targets], capture_output=True, text=True)
        if build.returncode:
            print(build.stderr[-1500:], file=sys.stderr)
            return None
        run = ["bats", f"tests/{name}"] if bats else [program]
        done = subprocess.run(run, cwd=tree, capture_output=True, timeout=600,
                              env={**os.environ, "ROSIN": os.path.join(tree, "build/rosin")})
        failed |= {name} if done.returncode else set()
    return failed


def caught_by(tree, makers):
    return failing_tests(tree, makers) if makers.split()[0] in ("test", "thread") else short_lines(tree, makers)


def short_anyway(tree, makers, known):
    """Names of the SHORT lines of makers without a fault; each is run once, when it is needed."""
    short = set()
    for maker in makers.split(","):
        if maker not in known:
            known[maker] = caught_by(tree, maker) or set()
            if known[maker]:
                print(f"without a fault: {' '.join(sorted(known[maker]))} short", flush=True)
        short |= known[maker]
    return short


def main():
    failed = 0
    mutants = read_mutants()
    only, known = sys.argv[1:], {}
    with tempfile.TemporaryDirectory() as tree:
        shutil.copytree(ROOT, tree, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".git", "demo", "mutate"))
        for name, path, old, new, makers in mutants:
            if only and name not in only:
                continue
            with open(os.path.join(tree, path)) as f:
                kept = f.read()
            sound = short_anyway(tree, makers, known)
            status = apply(tree, path, old, new)
            short = caught_by(tree, makers) if status == 0 else None
            short = short - sound if short is not None else None
            with open(os.path.join(tree, path), "w") as f:
                f.write(kept)
            if short:
                print(f"{name:<22} caught by {' '.join(sorted(short)[:6])}{' ...' if len(short) > 6 else ''}",
                      flush=True)
            else:
                failed += 1
                why = "does not apply" if status else "turned no line SHORT, failed no test"
                print(f"{name:<22} SURVIVED: {why}", flush=True)
    print(f"{failed} survived")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
