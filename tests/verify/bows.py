# SPDX-License-Identifier: BSD-3-Clause
"""Other bows, strings and ends for the scene of a bowed instrument, as changes of what scenes/instruments.py
writes: for tests/verify/options.py and tests/verify/shipped.py."""
import re

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
