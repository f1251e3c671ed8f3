#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Is nothing of an earlier version's library gone or changed of which NEWS.md says nothing?

  abi.py EARLIER NEWS HEADER ...   EARLIER is tests/abi/VERSION.txt. Functions, types and constants that are gone, or
                                   declared otherwise, must stand between backquotes in NEWS.md under the newest version.
                                   Prints what is not told; exit status 1 if there is any.
  abi.py --write HEADER ...        what such a file holds, to standard output: a row for each thing"""
import re
import sys


def statements(text):
    """Declarations on the outermost level, on one line each."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", " ", text, flags=re.M)
    text = re.sub(r'extern "C" \{', " ", text)
    depth, begin = 0, 0
    for at, one in enumerate(text):
        depth = max(0, depth + (one == "{") - (one == "}"))
        if one == ";" and depth == 0:
            yield re.sub(r"\s+", " ", text[begin:at]).strip("} ").replace("( ", "(") if "{" not in text[begin:at] else \
                re.sub(r"\s+", " ", text[begin:at]).strip()
            begin = at + 1


def constants(body):
    """NAME VALUE of an enumeration; a value that is no number stands as it is written."""
    value = -1
    for entry in filter(None, map(str.strip, body.split(","))):
        name, _, said = map(str.strip, entry.partition("="))
        if said:
            value = int(said, 0) if re.fullmatch(r"-?(0x)?[0-9a-fA-F]+", said) else said
        elif isinstance(value, int):
            value += 1
        else:
            value += " + 1"
        yield "constant", name, str(value)


def things(paths):
    """{name: (kind, what is said of it)} of headers."""
    found = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            said = list(statements(file.read()))
        for one in said:
            one = re.sub(r"\s*\b(ROSIN_NONBLOCKING|__attribute__\(\(nonblocking\)\))", "", one)
            enumeration = re.search(r"\benum\b[^{]*\{(.*)\}", one)
            name = re.search(r"\(\*(\w+)\)|(\w+)$", one) if one.startswith("typedef") else re.search(r"\b(\w+)\s*\(", one)
            if enumeration:
                for kind, constant, value in constants(enumeration[1]):
                    found[constant] = (kind, value)
            elif name and "{" in one and not one.startswith("typedef"):
                continue
            elif name:
                found[name[1] or (name[2] if one.startswith("typedef") else name[1])] = \
                    ("type" if one.startswith("typedef") else "function", one)
    return found


def newest(path):
    with open(path, encoding="utf-8") as file:
        return re.search(r"^## .*?(?=^## )", file.read(), re.S | re.M)[0]


def main():
    if sys.argv[1] == "--write":
        for name, (kind, said) in sorted(things(sys.argv[2:]).items()):
            print(kind, name, said, sep="\t")
        return 0
    earlier, news, *headers = sys.argv[1:]
    now, told, untold, count = things(headers), newest(news), 0, 0
    with open(earlier, encoding="utf-8") as file:
        rows = [row.rstrip("\n").split("\t") for row in file if not row.startswith("#")]
    for kind, name, said in rows:
        count += 1
        if now.get(name) == (kind, said) or re.search(rf"`{name}(\(\))?`", told):
            continue
        untold += 1
        print(f"{name}: NEWS.md does not say that it is {'gone' if name not in now else 'now: ' + now[name][1]}\n  it was: {said}")
    print(f"{count} functions, types and constants of an earlier version, {untold} gone or changed in silence")
    return 1 if untold else 0


if __name__ == "__main__":
    sys.exit(main())
