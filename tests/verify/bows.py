# SPDX-License-Identifier: BSD-3-Clause
"""Other bows, strings and ends for the scene of a bowed instrument, as changes of what scenes/instruments.py
writes: for tests/verify/options.py and tests/verify/shipped.py."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scenes"))
import instruments  # noqa: E402

SOFT = (1e-4, 2000, 1.2)  # of docs/measured-string.md: kg, N/m, kg/s
THERMAL = 'type = "thermal";'
MEASURED = 'type = "thermal"; mu_static = 1.3; heat_capacity = 3.5e-6;'
BOW = re.compile(r'(  bow-\w = \{\n    a = "hair"; b = "\w";)')
LAW = re.compile(r'(roughness = [^\n]*\n    law = \{\n)[^}]*(\n    \};)')
JOINT = re.compile(r"  end-\w = \{[^\n]*\n")
FREQUENCY = r"(  {} = \{{\n    frequency = )[\d.]+"


def wide(text, count, width):
    """Bows of so many points over a width, m."""
    return BOW.sub(rf"\1 contacts = {count}; width = {width};", text)


def law(text, words):
    return LAW.sub(rf"\g<1>      {words}\2", text)


def rigid(text, strings):
    """Strings (name, Hz) that end on a rigid bridge, alone in tune."""
    text = JOINT.sub("", text)
    for name, hertz in strings:
        text = re.sub(FREQUENCY.format(name), rf"\g<1>{hertz:.4f}", text, count=1)
    return text


def build(folder, name, part, programs, own=True):
    """A cello of other numbers, then changed (`part`: both), with its own wedge (measured coarsely by what is in
    `programs`, and kept) or what ships; its path."""
    numbers, change = part
    made = {**instruments.INSTRUMENTS["cello"], **numbers}
    path = os.path.join(folder, re.sub(r"\W+", "-", name) + ".cfg")
    kept = path[:-4] + ".wedge" if own else os.path.join(ROOT, "scenes", "wedges", "cello.txt")

    def write(cells):
        text = instruments.scene("cello", made, cells)
        with open(path, "w") as f:
            f.write(change(text) if change else text)
    if not os.path.exists(kept):
        write({})
        found = subprocess.run([os.path.join(programs, "wedge"), path, "coarse"], check=True, capture_output=True, text=True)
        with open(kept, "w") as f:
            f.write(found.stdout)
    write(instruments.wedges(kept))
    return path
