#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A wheel of a package that `make python` has laid out: wheel.py VERSION TIME PACKAGE OUTPUT-FOLDER [TAG].
Its bytes depend on the package's alone; what it asks of a system, its name says: TAG, of packaging/targets.tsv, or else
the newest glibc that its library needs."""
import base64
import hashlib
import os
import re
import sys
import time
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MACHINES = {62: "x86_64", 183: "aarch64"}  # of ELF


def tag(library):
    """Of a library for Linux: py3-none-manylinux_2_X_machine (PEP 600)."""
    assert library[:4] == b"\x7fELF", "it is no library for Linux"
    newest = max(int(n) for n in re.findall(rb"GLIBC_2\.(\d+)", library))
    return f"py3-none-manylinux_2_{newest}_{MACHINES[int.from_bytes(library[18:20], 'little')]}"


def texts(version, name):
    with open(os.path.join(ROOT, "bindings/python/README.md"), encoding="utf-8") as file:
        readme = file.read()
    return {
        "METADATA": f"Metadata-Version: 2.1\nName: rosin\nVersion: {version}\nSummary: friction synthesis from physics\n"
                    "License: BSD-3-Clause\nRequires-Python: >=3.8\nRequires-Dist: numpy\nDescription-Content-Type: text/markdown\n\n"
                    + readme,
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: rosin {version}\nRoot-Is-Purelib: false\nTag: {name}\n",
    }


def main():
    version, seconds, package, out, *given = sys.argv[1:]
    files = {}
    for base, _, names in os.walk(package):
        for name in names:
            if not base.endswith("__pycache__"):
                with open(os.path.join(base, name), "rb") as file:
                    files[os.path.join("rosin", os.path.relpath(os.path.join(base, name), package))] = file.read()
    said = f"py3-none-{given[0]}" if given else tag(files["rosin/librosin.so"])
    info = f"rosin-{version}.dist-info"
    files.update({f"{info}/{name}": text.encode() for name, text in texts(version, said).items()})
    with open(os.path.join(ROOT, "LICENSE"), "rb") as file:
        files[f"{info}/LICENSE"] = file.read()
    rows = [f"{n},sha256={base64.urlsafe_b64encode(hashlib.sha256(d).digest()).rstrip(b'=').decode()},{len(d)}"
            for n, d in sorted(files.items())]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    path = os.path.join(out, f"rosin-{version}-{said}.whl")
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, time.gmtime(int(seconds))[:6])
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o100644 << 16
            archive.writestr(entry, files[name], compresslevel=9)
    print(path)


if __name__ == "__main__":
    main()
