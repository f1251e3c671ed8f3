#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Does anything follow the locale of the process? Numbers go through src/number.h and src/format.h, kinds
of letters through src/letters.h.

  numbers.py [FILE...]    of the tree's own sources without: what breaks that; exit status 1 if anything
                          does"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WHERE = ["src", "modal", "waveguide", "pd", "plugin", "web", "bench", "packaging"]

# what the locale changes, whatever it is given
CALLS = re.compile(r"\b(strto(?:d|f|ld)|wcstod|atof|strcoll|strxfrm|strn?casecmp|strftime|localeconv|"
                   r"is(?:alpha|alnum|space|digit|upper|lower|punct|print|graph|cntrl|xdigit|blank)|to(?:upper|lower))\s*\(")
# and where there is a number in the format, or one that is not seen
FORMATS = re.compile(r"\b(v?f?s?scanf|v?f?printf|v?sn?printf|v?dprintf|v?asprintf|mvw?printw|vw?_?printw|printw)\s*\(")
NUMBER = re.compile(r"%(?:[-+ #0-9.*']|[hlLjzt])*[eEfFgGaA]")
# the terminal draws letters as its user's does, and nothing but those
FREE = {("src/host/play/terminal.c", 'setlocale(LC_CTYPE, "")')}
LOCALES = re.compile(r"\b(?:setlocale|uselocale|newlocale)\s*\([^)]*\)")


def blank(text, pattern):
    """With what matches made blank: places and lines stay."""
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def uncommented(text):
    """With comments made blank; what looks like one in a text stays ("https://")."""
    parts = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|/\*.*?\*/|//[^\n]*'
    return re.sub(parts, lambda m: m.group() if m.group()[0] in "\"'" else re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def call(text, start):
    """What stands in the brackets that open at `start`."""
    depth, at = 0, start
    while at < len(text):
        if text[at] == '"':
            at = re.compile(r'"(?:\\.|[^"\\])*"', re.S).match(text, at).end() - 1
        elif text[at] == "'":
            at = re.compile(r"'(?:\\.|[^'\\])*'", re.S).match(text, at).end() - 1
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            break
        at += 1
    return text[start:at]


def sins(path, text):
    text = uncommented(text)
    code = blank(text, r'"(?:\\.|[^"\\\n])*"')
    for m in CALLS.finditer(code):
        yield m.start(), m.group(1)
    for m in FORMATS.finditer(code):
        if code[:m.start()].endswith("format("):
            continue  # an attribute
        inside = "".join(re.findall(r'"((?:\\.|[^"\\])*)"', call(text, m.end() - 1))).replace("%%", "")
        if m.group(1).startswith("v") or NUMBER.search(inside):
            yield m.start(), m.group(1) + " of a number"
    for m in LOCALES.finditer(code):
        if (path, text[m.start():m.end()]) not in FREE:
            yield m.start(), m.group().split("(")[0]


def main():
    listed = sys.argv[1:] or subprocess.run(["git", "-C", ROOT, "ls-files", *[f"{w}/*.[ch]" for w in WHERE], "tests/faces/host_*.c"],
                                            capture_output=True, text=True, check=True).stdout.split()
    count = 0
    for path in listed:
        with open(os.path.join(ROOT, path)) as file:
            text = file.read()
        for at, what in sins(path, text):
            print(f"{path}:{text.count(chr(10), 0, at) + 1}: {what} follows the locale")
            count += 1
    print(f"{len(listed)} files", file=sys.stderr)
    return 1 if count or not listed else 0


sys.exit(main())
