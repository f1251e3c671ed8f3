#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A folder as a zip file whose bytes depend on its files alone: in the order of their names, all
with one time (seconds since 1970), without users. zip.py TIME FOLDER OUTPUT-FOLDER"""
import os
import sys
import time
import zipfile


def main():
    seconds, folder, out = sys.argv[1:]
    when = time.gmtime(int(seconds))[:6]
    name = os.path.basename(os.path.abspath(folder))
    found = sorted(os.path.join(base, f) for base, _, files in os.walk(folder) for f in files)
    with zipfile.ZipFile(os.path.join(out, name + ".zip"), "w") as archive:
        for path in found:
            entry = zipfile.ZipInfo(os.path.join(name, os.path.relpath(path, folder)), when)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # so that modes are told
            entry.external_attr = (0o100755 if os.access(path, os.X_OK) else 0o100644) << 16
            with open(path, "rb") as file:
                archive.writestr(entry, file.read(), compresslevel=9)


if __name__ == "__main__":
    main()
