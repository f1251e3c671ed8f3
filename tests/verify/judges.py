#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What judges of plugins say (docs/judges.md): lines `name value samples seed`.

  judges.py clap       checks of clap-validator's list that fail, of every plugin, in tests/faces/judge_clap.c
  judges.py steinberg  tests of Steinberg's validator that fail; VST3_VALIDATOR names that program, which Debian does not
                       package: without it the figure is skipped"""
import glob
import os
import re
import shutil
import subprocess
import sys

BUILD = os.path.dirname(os.path.abspath(os.environ.get("ROSIN", "build/rosin")))


def said(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace").stdout


def clap():
    judge, file = os.path.join(BUILD, "tests", "faces", "judge_clap"), os.path.join(BUILD, "rosin.clap")
    if not os.path.exists(judge) or not os.path.exists(file):
        return print("skip no headers of CLAP, or it is not built")
    last = re.search(r"^(\d+) checks, (\d+) failed$", said([judge, file]), re.M)
    if not last:
        sys.exit("judge_clap ends before its last line")
    print(f"judges_clap_failed {last[2]} {last[1]} 1")


def steinberg():
    name = os.environ.get("VST3_VALIDATOR")
    judge, found = shutil.which(name) if name else None, glob.glob(os.path.join(BUILD, "vst3", "rosin.vst3"))
    if not judge or not found:
        return print("skip VST3_VALIDATOR names no validator, or there is no VST3")
    last = re.search(r"^Result: (\d+) tests passed, (\d+) tests failed$", said([judge, found[0]]), re.M)
    if not last:
        sys.exit("the validator ends before its result")
    print(f"judges_steinberg_failed {last[2]} {int(last[1]) + int(last[2])} 0")


if __name__ == "__main__":
    {"clap": clap, "steinberg": steinberg}[sys.argv[1]]()
