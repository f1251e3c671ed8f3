#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Recipes of CONTRIBUTING.md and docs/recipes.md with each step left out in turn that writes or changes a file: their own checks must
notice it. Without Pd its class and message are passed over."""
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TRY = os.path.join(HERE, "..", "recipes.py")


def run(*words):
    return subprocess.run([sys.executable, TRY, *words], capture_output=True, text=True)


def main():
    missed, steps = [], 0
    for line in run("--list").stdout.splitlines():
        name, *numbers = line.split()
        if name in ("class", "message") and not shutil.which("pd"):
            continue
        for number in numbers:
            steps += 1
            if run(name, "--without", number).returncode == 0:
                missed.append(f"{name} {number}")
    for step in missed:
        print(f"left out, and nobody noticed: {step}", file=sys.stderr)
    print(f"recipes_steps_missed {len(missed)} {steps} 0")


if __name__ == "__main__":
    main()
