# SPDX-License-Identifier: BSD-3-Clause
"""A small library for macOS as a linker writes it, signed ad hoc, for tests of what reads and joins such files."""
import hashlib
import struct

PAGE = 4096


def library(processor=0x0100000c, least=(11, 0), needed=(b"/usr/lib/libSystem.B.dylib",), signed=True, length=3 * PAGE + 100):
    def named(kind, name):
        text = name + bytes(8 - len(name) % 8)
        return struct.pack("<6I", kind, 24 + len(text), 24, 0, 0x10000, 0x10000) + text

    commands = [named(0xd, b"@rpath/librosin.dylib"), *(named(0xc, n) for n in needed),
                struct.pack("<6I", 0x32, 24, 1, least[0] << 16 | least[1] << 8, 14 << 16, 0)]
    if signed:
        pages = -(-length // PAGE)
        commands.append(struct.pack("<4I", 0x1d, 16, length, 12 + 8 + 44 + 8 + 32 * pages))
    body = b"".join(commands)
    data = struct.pack("<8I", 0xfeedfacf, processor, 0, 6, len(commands), len(body), 0x80 | 4, 0) + body
    data += bytes(i * 7 % 251 for i in range(length - len(data)))
    if not signed:
        return data
    directory = struct.pack(">8I", 0xfade0c02, 52 + 32 * pages, 0x20100, 2, 52, 44, 0, pages) + struct.pack(">I4B", length, 32, 2, 0, 12)
    directory += bytes(52 - len(directory)) + b"".join(hashlib.sha256(data[i * PAGE:(i + 1) * PAGE]).digest() for i in range(pages))
    return data + struct.pack(">5I", 0xfade0cc0, 20 + len(directory), 1, 0, 20) + directory
