# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of bindings in other hosts share: what the command renders, and how two sounds are compared."""
import array
import math
import os
import struct
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROSIN = os.environ.get("ROSIN", os.path.join(ROOT, "build", "rosin"))
RATE = 44100
# frames before a scene's first, which opcodes and units pass over: what they hear comes in behind these
LATE = {"oak-door": 0, "violin": 37}


def rendered(*words):
    """What `rosin render` writes at 44.1 kHz, in floats, frame by frame."""
    command = [ROSIN, "render", *words, "-r", str(RATE), "--format", "float", "--plain", "-o", "-.raw"]
    return array.array("f", subprocess.run(command, capture_output=True, check=True).stdout)


def sounds_in(scene, sound=None):
    """What drives a scene, as a file each: as a host hears it, and as the command has to hear it to make the same."""
    sound = sound or array.array("f", (0.2 * math.sin(i * i * 1e-4) for i in range(9600)))
    for path, data in (("in.wav", sound.tobytes()), ("late.wav", bytes(4 * LATE[scene]) + sound.tobytes())):
        with open(path, "wb") as file:
            file.write(b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 3, 1, RATE, 4 * RATE, 4, 32)
                       + b"data" + struct.pack("<I", len(data)) + data)
    return "in.wav", "late.wav"


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
