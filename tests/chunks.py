#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The chunks of a WAV file, read by nothing of rosin's: sizes, padding, order, what points where.

chunks.py FILE          says what is wrong and fails, or prints what there is, "NAME VALUE" a line
chunks.py FILE NAME     that value alone
"""
import struct
import sys
import xml.etree.ElementTree


def wanted(truth, what):
    if not truth:
        sys.exit("%s: %s" % (sys.argv[1], what))


def words(b, at, count):
    return struct.unpack_from("<%dI" % count, b, at)


def split(data):
    """All chunks, which fill the file to its last byte."""
    wanted(data[:4] == b"RIFF" and data[8:12] == b"WAVE", "is no WAV file")
    wanted(words(data, 4, 1)[0] == len(data) - 8, "RIFF says another size")
    at, chunks = 12, []
    while at < len(data):
        wanted(at + 8 <= len(data), "a chunk has no head at %d" % at)
        name, size = data[at:at + 4], words(data, at + 4, 1)[0]
        wanted(all(32 <= c < 127 for c in name), "a chunk has no name at %d" % at)
        wanted(at + 8 + size + size % 2 <= len(data), "%s goes beyond the file" % name)
        wanted(not size % 2 or data[at + 8 + size] == 0, "%s is padded with no 0" % name)
        chunks.append((name.decode(), data[at + 8:at + 8 + size]))
        at += 8 + size + size % 2
    return chunks


def texts(body):
    """Parts of a LIST, with their 0 at the end and nowhere else."""
    at, found = 4, []
    while at < len(body):
        name, size = body[at:at + 4].decode(), words(body, at + 4, 1)[0]
        part = body[at + 8:at + 8 + size]
        wanted(len(part) == size, "%s goes beyond its list" % name)
        found.append((name, part))
        at += 8 + size + size % 2
    wanted(at == len(body), "a list ends within a part")
    return found


def text(part):
    wanted(part.endswith(b"\0") and b"\0" not in part[:-1], "a text has no 0 at its end")
    return part[:-1].decode()


def fnv(*parts):
    """FNV-1a of 128 bits."""
    h, prime, mask = 0x6C62272E07BB014262B821756295C58D, (1 << 88) + 0x13B, (1 << 128) - 1
    for part in parts:
        for byte in part:
            h = (h ^ byte) * prime & mask
    return bytearray(h.to_bytes(16, "big"))


def main():
    with open(sys.argv[1], "rb") as file:
        chunks = split(file.read())
    names = [name if name != "LIST" else "LIST-" + body[:4].decode() for name, body in chunks]
    wanted(len(set(names)) == len(names), "a chunk comes twice: %s" % names)
    one = dict(zip(names, (body for _, body in chunks)))
    wanted(names[0] == "fmt ", "begins with %s" % names[0])
    _, channels, rate, _, frame, bits = struct.unpack_from("<HHIIHH", one["fmt "])
    wanted(len(one["data"]) % frame == 0, "ends within a frame")
    frames = len(one["data"]) // frame
    wanted(frame == channels * bits // 8, "frames of another size")
    found = [("order", " ".join(names).replace("fmt  ", "fmt ")), ("frames", frames), ("rate", rate)]
    behind = names.index("data")
    for name in names:
        if name in ("smpl", "cue ", "LIST-adtl", "LIST-INFO"):
            wanted(names.index(name) > behind, "%s is before the sound" % name)
    for name, part in texts(one.get("LIST-INFO", b"INFO")):
        found.append((name, text(part)))
    if "smpl" in one:
        s = words(one["smpl"], 0, 9)
        wanted(len(one["smpl"]) == 36 + 24 * s[7] + s[8], "smpl has another size")
        wanted(s[2] == round(1e9 / rate), "smpl has another rate")
        found += [("loops", s[7]), ("note", s[3]), ("fraction", s[4] / 2**32)]
        _, kind, begin, end, fraction, times = words(one["smpl"], 36, 6)
        wanted((kind, fraction, times) == (0, 0, 0), "smpl loops otherwise")
        wanted(begin <= end < frames, "smpl loops beyond the sound")
        found += [("begin", begin), ("end", end)]
    cues = {}
    if "cue " in one:
        count = words(one["cue "], 0, 1)[0]
        wanted(len(one["cue "]) == 4 + 24 * count, "cue has another size")
        before = -1
        for i in range(count):
            number, position, chunk, start, block, offset = struct.unpack_from("<II4sIII", one["cue "], 4 + 24 * i)
            wanted(chunk == b"data" and start == block == 0, "a point in another chunk")
            wanted(position == offset < frames, "a point beyond the sound")
            wanted(number not in cues, "two points of one name")
            wanted(offset >= before, "points out of order")
            cues[number] = before = offset
    labels = {}
    for name, part in texts(one.get("LIST-adtl", b"adtl")):
        wanted(name == "labl", "adtl has %s" % name)
        labels[words(part, 0, 1)[0]] = text(part[4:])
    wanted(sorted(labels) == sorted(cues), "labels and points do not match")
    found += [("cue", "%s %d" % (labels[n], cues[n])) for n in cues]
    if "bext" in one:
        b = one["bext"]
        umid = b[348:412]
        for name, at, size in (("description", 0, 256), ("originator", 256, 32), ("reference", 288, 32), ("date", 320, 10), ("time", 330, 8)):
            found.append((name, b[at:at + size].split(b"\0")[0].decode(errors="replace")))
        wanted(umid[:10] == bytes.fromhex("060a2b34010101050101"), "no UMID")
        wanted(umid[10] == (8 if channels == 1 else 9) and umid[11:13] == b"\x20\x13", "another kind of UMID")
        wanted(not any(umid[13:16]) and not any(umid[32:]), "the UMID has an instance")
        number = fnv(one["data"], one["iXML"])
        number[6], number[8] = number[6] & 15 | 128, number[8] & 63 | 128
        wanted(umid[16:32] == number, "the UMID is not that of what is in the file")
        wanted(b[288:320].decode() == number.hex(), "the reference is another")
    if "iXML" in one:
        root = xml.etree.ElementTree.fromstring(one["iXML"].rstrip(b"\0").decode())
        for owner in ("", "BEXT/", "ASWG/", "USER/"):
            for element in root.findall(owner + "*"):
                if not len(element) and element.tag != "ROSIN":
                    found.append((owner + element.tag, element.text or ""))
    if len(sys.argv) > 2:
        print("\n".join(str(value) for name, value in found if name == sys.argv[2]))
    else:
        for name, value in found:
            print(name, value)


main()
