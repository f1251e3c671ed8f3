# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of bindings in other hosts share: what the command renders, and how two sounds are compared."""
import array
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROSIN = os.environ.get("ROSIN", os.path.join(ROOT, "build", "rosin"))
RATE = 44100


def rendered(*words):
    """What `rosin render` writes at 44.1 kHz, in floats, frame by frame."""
    command = [ROSIN, "render", *words, "-r", str(RATE), "--format", "float", "--plain", "-o", "-.raw"]
    return array.array("f", subprocess.run(command, capture_output=True, check=True).stdout)


def same(mine, theirs, what, least=4000):
    """To the bit, as far as both go, and no silence."""
    count = min(len(mine), len(theirs))
    assert count >= least, f"{what}: only {count} samples"
    assert max(map(abs, theirs[:count])) > 1e-3, f"{what}: silence"
    differ = sum(a != b for a, b in zip(mine, theirs))
    assert not differ, f"{what}: {differ} samples of {count} differ"


def gesture(path, *events, end):
    """A gesture of the command's: what a hand that plays does, at its frames."""
    with open(path, "w") as file:
        file.write(f"rosin-gesture 1\nrate {RATE}\nrest 1\n" + "".join(f"{e}\n" for e in events) + f"{end} end\n")
    return path
