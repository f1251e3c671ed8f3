#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the bindings: lines `name value samples seed`.

  bindings.py thread   cores and networks in six threads of Python, with a library that was built for the thread sanitizer:
                       what that reports, and sounds that are not those of one alone"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
BUILD = os.path.dirname(os.path.abspath(os.environ.get("ROSIN", "build/rosin")))


def line(name, value, samples=1):
    print(f"bindings_{name} {value:.6g} {samples} 0", flush=True)


def thread():
    package = os.path.join(BUILD, "thread", "python")
    runtime = subprocess.run(["cc", "-print-file-name=libtsan.so"], capture_output=True, text=True).stdout.strip()
    environment = {**os.environ, "LD_PRELOAD": runtime, "PYTHONPATH": package, "TSAN_OPTIONS": "exitcode=0 history_size=4"}
    alive = subprocess.run([sys.executable, "-c", "import numpy, rosin"], env=environment, capture_output=True, text=True)
    if not os.path.isabs(runtime) or alive.returncode:
        print(f"skip {(alive.stderr.strip().splitlines() or ['no libtsan'])[-1][:100]}")
        return
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, os.path.join(TESTS, "bindings", "python_test.py"), "threads"], cwd=folder, env=environment,
                              capture_output=True, text=True)
    reports = re.findall(r"^(?:WARNING|FATAL): ThreadSanitizer.*", done.stderr, re.M)
    if reports or done.returncode:
        print(done.stderr[:3000], file=sys.stderr)
    line("python_races", len(reports), 6)
    line("python_threads_wrong", int("threads: as promised" not in done.stdout), 6)


{"thread": thread}[sys.argv[1]]()
