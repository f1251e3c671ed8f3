#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`rosin modes` of a crash of ten seconds and a thousand modes, as `make verify` has it: the
processor time it takes, how well its body sounds like it. Prints NAME VALUE SAMPLES SEED."""
import os
import re
import resource
import subprocess
import sys
import tempfile

ROSIN = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
SCENE = """duration = 11.0;
modals = { plate = { shape = "disc-free"; material = "bronze"; radius = 0.25; thickness = 0.001; modes = 1000;
           damping = 0.0; loss = 3e-4; loss_power = -1.0; points = { edge = (0.95, 0.0); mike = (0.8, 0.3); }; }; };
pushes = { stick = { body = "plate"; position = "edge"; force = ((0.1, 0.0), (0.1003, 60.0), (0.1008, 0.0)); }; };
outputs = ( { signal = "plate.velocity@mike"; } );
"""


def modes(*options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run([ROSIN, "modes", "crash.wav", "-o", "x.cfg", *options], check=True, capture_output=True,
                          text=True).stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    print(said, file=sys.stderr)
    measured = float(re.search(r"([\d.]+) s measured", said)[1])
    return seconds, measured, float(re.search(r"differ by ([\d.]+) dB", said)[1])


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("crash.cfg", "w") as file:
        file.write(SCENE)
    subprocess.run([ROSIN, "render", "crash.cfg", "-o", "crash.wav", "--plain"], check=True, capture_output=True)
    for name, options in (("", ()), ("_128", ("--modes", "128"))):
        seconds, measured, differ = modes(*options)
        samples = round(44100 * measured)
        print(f"modes_crash{name}_seconds {seconds:.3g} {samples} 0")
        print(f"modes_crash{name}_third_octaves_db {differ:g} {samples} 0")
        if not name:
            print(f"modes_crash_measured_seconds {measured:g} {samples} 0")
