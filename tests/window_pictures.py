#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of the plugins' windows: window_pictures.py FOLDER [NAME...]

They are what tests/unit/face/test_window_drawn draws, without a screen; NAMEs are its files' (cello-sounds-1), all
of them without."""
import glob
import os
import struct
import subprocess
import sys
import tempfile
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(ppm):
    head, pixels = ppm.split(b"\n", 1)
    width, height = map(int, head.split()[1:3])
    rows = b"".join(b"\0" + pixels[3 * width * y:3 * width * (y + 1)] for y in range(height))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + \
        chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def main():
    to, names = sys.argv[1], sys.argv[2:]
    test = os.path.join(ROOT, "build", "tests", "unit", "face", "test_window_drawn")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([test], env={**os.environ, "ROSIN_PICTURES": folder}, check=True, stdout=subprocess.DEVNULL)
        for path in sorted(glob.glob(os.path.join(folder, "*.ppm"))):
            name = os.path.basename(path)[:-4]
            if names and name not in names:
                continue
            with open(path, "rb") as file, open(os.path.join(to, name + ".png"), "wb") as out:
                out.write(png(file.read()))


if __name__ == "__main__":
    main()
