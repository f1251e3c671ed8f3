#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make dek`: a deken package from an installed library, with its checksum and the list of
objects: dek.py FOLDER VERSION MACHINE FLOATSIZE OUTPUT-FOLDER"""
import hashlib
import os
import re
import sys
import zipfile


def description(folder, name):
    """The DESCRIPTION of a class's META subpatch."""
    with open(os.path.join(folder, f"{name}-help.pd")) as f:
        found = re.search(r"DESCRIPTION ([^;]*?);", f.read().replace("\n", " "))
    return found.group(1).replace(" \\,", ",") if found else ""


def main():
    folder, version, machine, floatsize, out = sys.argv[1:]
    system, processor = machine.split("-", 1)
    name = f"rosin[v{version}]({system.capitalize()}-{processor}-{floatsize}).dek"
    path = os.path.join(out, name)
    os.makedirs(out, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for base, _, files in sorted(os.walk(folder)):
            for file in sorted(files):
                full = os.path.join(base, file)
                archive.write(full, os.path.join("rosin", os.path.relpath(full, folder)))
    with open(path, "rb") as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    with open(path + ".sha256", "w") as f:
        f.write(f"{digest} *{name}\n")
    classes = sorted({f.split("-help")[0] for f in os.listdir(folder) if f.endswith("-help.pd")})
    with open(path + ".txt", "w") as f:
        for c in classes:
            f.write(f"{c}\t{description(folder, c)}\n")
    print(path)


if __name__ == "__main__":
    main()
