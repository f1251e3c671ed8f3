#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""compare.py A.wav B.raw: the largest difference of the floats at their ends, their largest value,
and the share that is equal."""
import array
import sys


def floats(data):
    return array.array("f", data[len(data) % 4:])


with open(sys.argv[1], "rb") as file:
    a = file.read()
with open(sys.argv[2], "rb") as file:
    b = file.read()
assert 0 < len(b) <= len(a), (len(a), len(b))
a, b = floats(a[-len(b):]), floats(b)
print(max(abs(x - y) for x, y in zip(a, b)), max(map(abs, a)), sum(x == y for x, y in zip(a, b)) / len(a))
