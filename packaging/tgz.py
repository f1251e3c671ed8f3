#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A package as npm packs it, whose bytes depend on its files alone: all with one time (seconds since 1970), without users.
tgz.py TIME FOLDER OUTPUT-FOLDER; npm's name is that of its package.json."""
import gzip
import io
import json
import os
import sys
import tarfile


def main():
    seconds, folder, out = sys.argv[1:]
    with open(os.path.join(folder, "package.json"), encoding="utf-8") as file:
        said = json.load(file)
    names = sorted({"package.json", "README.md", "LICENSE", *said["files"]})
    path = os.path.join(out, f"{said['name']}-{said['version']}.tgz")
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed, tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in names:
            with open(os.path.join(folder, name), "rb") as content:
                data = content.read()
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size, entry.mtime, entry.mode = len(data), int(seconds), 0o644
            archive.addfile(entry, io.BytesIO(data))
    print(path)


if __name__ == "__main__":
    main()
