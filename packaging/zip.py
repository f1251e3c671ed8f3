#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A folder as a zip file whose bytes depend on its files alone: in the order of their names, all
with one time (seconds since 1970), without users. zip.py TIME FOLDER OUTPUT-FOLDER"""
import os
import sys
import time
import zipfile


def pack(seconds, folder, path):
    """The folder under its own name."""
    when = time.gmtime(seconds)[:6]
    name = os.path.basename(os.path.abspath(folder))
    found = sorted(os.path.join(base, f) for base, _, files in os.walk(folder) for f in files)
    with zipfile.ZipFile(path, "w") as archive:
        for file in found:
            entry = zipfile.ZipInfo(os.path.join(name, os.path.relpath(file, folder)), when)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # so that modes are told
            entry.external_attr = (0o100755 if os.access(file, os.X_OK) else 0o100644) << 16
            with open(file, "rb") as content:
                archive.writestr(entry, content.read(), compresslevel=9)


def main():
    seconds, folder, out = sys.argv[1:]
    pack(int(seconds), folder, os.path.join(out, os.path.basename(os.path.abspath(folder)) + ".zip"))


if __name__ == "__main__":
    main()
