#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make dek`: a deken package from an installed library, with its checksum and the list of
objects: dek.py FOLDER VERSION MACHINE FLOATSIZE OUTPUT-FOLDER"""
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile


def description(folder, name):
    """The DESCRIPTION of a class's META subpatch."""
    with open(os.path.join(folder, f"{name}-help.pd")) as f:
        found = re.search(r"DESCRIPTION ([^;]*?);", f.read().replace("\n", " "))
    return found.group(1).replace(" \\,", ",") if found else ""


# What every Pd has to have itself.
SYSTEM = re.compile(r"^(linux-vdso|ld-linux|libc|libm|libpthread|libdl|librt)\b")


def bring(folder):
    """Copies of the libraries that the objects need beside them, found there by their $ORIGIN, and
    their licences; nothing else has to be installed."""
    took = {}
    for file in sorted(os.listdir(folder)):
        if not re.search(r"\.(so|pd_linux|linux-.*\.so)$", file):
            continue
        said = subprocess.run(["ldd", os.path.join(folder, file)], capture_output=True, text=True, check=True).stdout
        for name, path in re.findall(r"^\s*(\S+) => (/\S+)", said, re.M):
            if not SYSTEM.match(name) and os.path.dirname(os.path.realpath(path)) != os.path.realpath(folder):
                took[name] = path
    for name, path in took.items():
        shutil.copy(os.path.realpath(path), os.path.join(folder, name))
        found = glob.glob(f"/usr/share/doc/{name.split('.so')[0].lower()}*/copyright")
        if found:
            shutil.copy(sorted(found)[0], os.path.join(folder, f"LICENSE-{name.split('.so')[0]}"))


def main():
    folder, version, machine, floatsize, out = sys.argv[1:]
    system, processor = machine.split("-", 1)
    name = f"rosin[v{version}]({system.capitalize()}-{processor}-{floatsize}).dek"
    path = os.path.join(out, name)
    os.makedirs(out, exist_ok=True)
    if system == "linux":
        bring(folder)
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
