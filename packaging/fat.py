#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Mach-O files for different processors as one: fat.py FILE FILE... OUTPUT. Each lies in it whole, at a whole page of macOS on ARM,
so what was signed stays signed. The header is big-endian, as <mach-o/fat.h> has it: a magic number, how many files there are, and of
each the processor, its kind, where it lies, its size and how it is aligned."""
import struct
import sys

MAGIC, THIN, ALIGNED = 0xcafebabe, 0xfeedfacf, 14  # 2^14 bytes


def joined(files):
    slices = []
    for data in files:
        magic, processor, kind = struct.unpack_from("<III", data)
        if magic != THIN:
            raise ValueError("it is no 64-bit Mach-O file for one processor")
        slices.append((processor, kind, data))
    if len({s[:1] for s in slices}) != len(slices):
        raise ValueError("two of them are for one processor")
    out = bytearray(struct.pack(">II", MAGIC, len(slices)))
    at = 1 << ALIGNED
    for processor, kind, data in sorted(slices, key=lambda s: s[:2]):
        out += struct.pack(">IIIII", processor, kind, at, len(data), ALIGNED)
        at += (len(data) + (1 << ALIGNED) - 1) >> ALIGNED << ALIGNED
    for _, _, data in sorted(slices, key=lambda s: s[:2]):
        out += bytes(-len(out) % (1 << ALIGNED)) + data
    return bytes(out)


def main():
    if len(sys.argv) < 4:
        sys.exit("usage: fat.py FILE FILE... OUTPUT")
    files = []
    for name in sys.argv[1:-1]:
        with open(name, "rb") as file:
            files.append(file.read())
    try:
        whole = joined(files)
    except ValueError as error:
        sys.exit(f"fat.py: {', '.join(sys.argv[1:-1])}: {error}")
    with open(sys.argv[-1], "wb") as file:
        file.write(whole)


if __name__ == "__main__":
    main()
