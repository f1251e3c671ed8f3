#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Does all that sounds take its exponentials, sines and their like from src/maths? What a C library gives differs in
the last bit from system to system; sqrt, fabs, floor, fmin, fmod and what else IEEE 754 or C says to the bit does not.

  mathematics.py BUILD...   prints objects in BUILD (the product's, or Pd's classes in their tree) that call another;
                            exit status 1 if any does"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Rooms that may: they print, draw, analyse and read, and nothing they find sounds.
MAY = ["plugin/window", "src/host", "src/features", "src/match", "src/modes", "src/regime", "src/sound", "bench"]
# rooms within these that may not: what is written of a sound
MAY_NOT = ["src/host/write"]

INEXACT = re.compile(r"(exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|cbrt|hypot|sin|cos|tan|sincos|asin|acos|atan|atan2|sinh|"
                     r"cosh|tanh|asinh|acosh|atanh|erf|erfc|tgamma|lgamma|[jy][01n]|c(exp|log|pow|abs|arg|sqrt|sin|cos))[fl]?")


def within(path, rooms):
    return any(path.startswith(room + "/") for room in rooms)


def main():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "src/*.c", "modal/*.c", "waveguide/*.c", "pd/*.c", "plugin/*.c"], capture_output=True, text=True, check=True).stdout.split()
    sound = [p for p in listed if not within(p, MAY) or within(p, MAY_NOT)]
    wrong, count = [], 0
    for build in sys.argv[1:]:
        objects = [o for p in sound if os.path.exists(o := os.path.join(build, p[:-2] + ".o"))]
        count += len(objects)
        undefined = subprocess.run(["nm", "-u", "-A", *objects], capture_output=True, text=True, check=True).stdout
        for line in undefined.splitlines():
            path, name = line.split(":")[0], line.split()[-1]
            if INEXACT.fullmatch(name):
                wrong.append(f"{os.path.relpath(path, build)} calls {name}")
        if len(objects) < 40:
            wrong.append(f"{build} has only {len(objects)} objects")
    print("\n".join(wrong), end="\n" if wrong else "")
    print(f"{count} objects, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
