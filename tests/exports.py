#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Does the library export what its public headers declare, and nothing else?

  exports.py MAP LIBRARY ARCHIVE HEADER ...   compares the version script with the headers, what the shared
      library exports with the script, and looks at the static one's names; prints what differs, exit status 1 if
      anything does. With ROSIN_UPDATE=1 it writes the script anew first."""
import os
import re
import subprocess
import sys


def declared(paths):
    """Functions that headers declare."""
    found = set()
    for path in paths:
        with open(path) as file:
            text = re.sub(r"/\*.*?\*/|^#.*?$|typedef[^;{]*\(\*.*?;", "", file.read(), flags=re.S | re.M)
        found |= set(re.findall(r"\b(\w+)\s*\(", text)) - {"__attribute__", "nonblocking"}
    return found


def listed(path):
    """Version and names of a version script, in their order."""
    with open(path) as file:
        text = re.sub(r"^#.*?$|/\*.*?\*/", "", file.read(), flags=re.S | re.M)
    version, body = re.match(r"\s*(\S+)\s*\{\s*global:(.*)local:\s*\*;\s*\};\s*$", text, re.S).groups()
    return version, re.findall(r"\w+", body)


def write(path, names):
    version = listed(path)[0]
    with open(path) as file:
        head = file.read().split(version, 1)[0]
    with open(path, "w") as file:
        file.write(f"{head}{version} {{\n  global:\n" + "".join(f"    {name};\n" for name in sorted(names)) + "  local: *;\n};\n")


def symbols(*words):
    out = subprocess.run(["nm", "--defined-only", *words], capture_output=True, text=True, check=True).stdout
    return [line.split()[-1] for line in out.splitlines() if len(line.split()) == 3]


def differences(title, ours, theirs):
    return [f"{title}: {sign} {name}" for sign, names in (("+", ours - theirs), ("-", theirs - ours)) for name in sorted(names)]


def main():
    script, library, archive, *headers = sys.argv[1:]
    public = declared(headers)
    if os.environ.get("ROSIN_UPDATE"):
        write(script, public)
    version, lines = listed(script)
    names = set(lines)
    wrong = [f"the list: {b} stands behind {a}" for a, b in zip(lines, lines[1:]) if b <= a]
    wrong += differences("the headers, against the list", public, names)
    exported = set(symbols("-D", "--with-symbol-versions", library))
    wanted = {f"{name}@@{version}" for name in names} | {version}
    wrong += differences("the library, against the list", {re.sub(r"^(\w+)@(?!@)", r"\1@@", n) for n in exported} | {version}, wanted)
    wrong += [f"the static library has {name}" for name in sorted(set(symbols("-g", archive))) if not name.startswith("rosin_")]
    print("\n".join(wrong), end="\n" if wrong else "")
    if lines != sorted(public):
        print(f"{os.path.basename(script)} is renewed, where a change is meant, by: ROSIN_UPDATE=1 bats -f exports tests/builds.bats")
    print(f"{len(names)} functions of {version}, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
