#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Fuzzing from one seed: as many inputs of each target as tests/fuzz/run.sh says, the same on every machine.
Lines: name, value, executions, seed."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


if __name__ == "__main__":
    if not os.path.exists(os.path.join(ROOT, "build/fuzz/tests/fuzz/network")):
        print("skip no clang with libFuzzer")
        sys.exit(0)
    targets = sorted(f[:-2] for f in os.listdir(os.path.join(ROOT, "tests/fuzz")) if f.endswith(".c"))
    targets = [t for t in targets if t not in ("fuzz", "play", "scores")]  # scores: `make fuzz` alone
    done = subprocess.run(["tests/fuzz/run.sh", "build/fuzz", "again", *targets], cwd=ROOT, capture_output=True, text=True)
    print(done.stdout + done.stderr, file=sys.stderr)
    told = re.findall(r"^(\w+) +(\d+) executions .* (ok|FAILED)$", done.stdout, re.M)
    executions = sum(int(n) for _, n, _ in told)
    print(f"fuzz_failed {len(targets) - sum(how == 'ok' for *_, how in told)} {executions} 1")
    print(f"fuzz_executions {executions} {executions} 1")
