#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How thin the bindings are: lines of code of each, without blank lines, comments, docstrings, and declarations of what
is not theirs (types for checkers, Godot's interface). Exit status 1 where one has 400, or a line is too long to
be one.

  thin.py [FOLDER]      bindings/ unless told"""
import ast
import glob
import io
import os
import re
import sys
import tokenize

HERE = os.path.dirname(os.path.abspath(__file__))
BELOW, WIDTH = 400, 160
FILES = {"csound": ["csound/*.c"], "godot": ["godot/rosin.c"], "npm": ["npm/*.js", "npm/*.c"], "python": ["python/rosin/*.py"],
         "supercollider": ["supercollider/*.cpp", "supercollider/*.sc"], "what Csound and SuperCollider share": ["voice.[ch]"]}


def of_python(text):
    """Numbers of lines with a token on them that is neither a comment nor of a docstring."""
    rest = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    lines = {n for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type not in rest for n in range(t.start[0], t.end[0] + 1)}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            lines -= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    return {n for n in lines if text.splitlines()[n - 1].strip()}


def of_c(text):
    """The same of C, C++, JavaScript and sclang."""
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group().count("\n"), text, flags=re.S)
    return {n for n, line in enumerate(text.splitlines(), 1) if line.strip() and not line.lstrip().startswith("//")}


def main():
    folder, wrong = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "../../bindings"), 0
    for name, patterns in FILES.items():
        lines = 0
        for path in sorted(p for pattern in patterns for p in glob.glob(os.path.join(folder, pattern))):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            found = (of_python if path.endswith(".py") else of_c)(text)
            lines += len(found)
            for n in (n for n in sorted(found) if len(text.splitlines()[n - 1]) > WIDTH):
                print(f"{path}:{n}: longer than {WIDTH}")
                wrong += 1
        wrong += not 0 < lines < BELOW
        print(f"{lines} {name}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
