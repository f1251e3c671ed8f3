#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""compare.py A.wav B: the largest difference of the floats at their ends, their largest value, and the share that
is equal. B is raw, or a WAV file too."""
import array
import struct
import sys


def floats(data):
    return array.array("f", data[len(data) % 4:])


def sound(name):
    """What a file holds beside its chunks."""
    with open(name, "rb") as file:
        data = file.read()
    at = 12
    while data[:4] == b"RIFF":
        kind, size = data[at:at + 4], struct.unpack("<I", data[at + 4:at + 8])[0]
        if kind == b"data":
            return data[at + 8:at + 8 + size]
        at += 8 + size + size % 2
    return data


a, b = sound(sys.argv[1]), sound(sys.argv[2])
assert 0 < len(b) <= len(a), (len(a), len(b))
a, b = floats(a[-len(b):]), floats(b)
print(max(abs(x - y) for x, y in zip(a, b)), max(map(abs, a)), sum(x == y for x, y in zip(a, b)) / len(a))
