# SPDX-License-Identifier: BSD-3-Clause
"""What programs and libraries for other systems say of themselves, read from their bytes alone: ELF, Mach-O (for one processor
or several) and PE. Of each part: what it is for, what it needs and wants, what it shows, and whether its signature holds."""
import collections
import hashlib
import struct

Part = collections.namedtuple("Part", "kind machine needed wanted shown least faults")
MACHO = {0x0100000c: "arm64", 0x01000007: "x86_64"}
ELF = {62: "x86_64", 183: "aarch64"}
PE = {0x8664: "x86_64", 0xaa64: "arm64"}


def word(data, at):
    """Text up to its 0."""
    return data[at:data.index(b"\0", at)].decode("utf-8", "replace")


# ---- ELF -----------------------------------------------------------------------------------------

def elf(data):
    machine = ELF.get(struct.unpack_from("<H", data, 18)[0], "another")
    start, = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    heads = [struct.unpack_from("<IIQQQQQQ", data, start + i * size) for i in range(count)]
    loads = [h for h in heads if h[0] == 1]

    def at(address):
        return next(h[2] + address - h[3] for h in loads if h[3] <= address < h[3] + h[5])

    dynamic = next((h for h in heads if h[0] == 2), None)
    rows = [struct.unpack_from("<qQ", data, dynamic[2] + i) for i in range(0, dynamic[5], 16)] if dynamic else []
    rows = rows[:next((i for i, r in enumerate(rows) if r[0] == 0), len(rows))]
    said = dict(rows)
    if not said:
        return Part("ELF", machine, [], [], [], "", ["it has no dynamic section"])
    names = at(said[5])
    needed = [word(data, names + v) for t, v in rows if t == 1]
    wanted, shown = elf_symbols(data, names)
    versions = elf_versions(data, at(said[0x6ffffffe]), said[0x6fffffff], names) if 0x6ffffffe in said else []
    glibc = [tuple(int(n) for n in v[6:].split(".")) for v in versions if v.startswith("GLIBC_") and v[6].isdigit()]
    faults = [f"it needs {v}" for v in versions if v.startswith("GLIBC_") and not v[6].isdigit()]
    return Part("ELF", machine, needed, wanted, shown, ".".join(map(str, max(glibc, default=()))), faults)


def elf_symbols(data, names):
    """Of the section that dynamic linkers read, whose length no other table says."""
    start, = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQ", data, start + i * size) for i in range(count)]
    wanted, shown = [], []
    for _, _, _, _, place, length in (s for s in sections if s[1] == 11):
        for i in range(24, length, 24):
            name, _, _, section = struct.unpack_from("<IBBH", data, place + i)
            (shown if section else wanted).append(word(data, names + name))
    return wanted, shown


def elf_versions(data, at, count, names):
    found = []
    for _ in range(count):
        _, parts, _, first, following = struct.unpack_from("<HHIII", data, at)
        aux = at + first
        for _ in range(parts):
            _, _, _, name, step = struct.unpack_from("<IHHII", data, aux)
            found.append(word(data, names + name))
            aux += step
        at += following
    return found


# ---- Mach-O --------------------------------------------------------------------------------------

def macho(data):
    magic, processor, _, _, commands, _, flags, _ = struct.unpack_from("<8I", data)
    found = {"needed": [], "least": "", "symbols": None, "signature": None, "named": False}
    at = 32
    for _ in range(commands):
        kind, size = struct.unpack_from("<II", data, at)
        if kind == 0xc or kind == 0x80000018:  # LC_LOAD_DYLIB, weak
            found["needed"].append(word(data, at + struct.unpack_from("<I", data, at + 8)[0]))
        elif kind == 0x32:  # LC_BUILD_VERSION
            platform, least = struct.unpack_from("<II", data, at + 8)
            found["least"] = f"{least >> 16}.{least >> 8 & 255}" if platform == 1 else f"platform {platform}"
        elif kind == 2:
            found["symbols"] = struct.unpack_from("<IIII", data, at + 8)
        elif kind == 0x1d:
            found["signature"] = struct.unpack_from("<II", data, at + 8)
        elif kind == 0xd:
            found["named"] = True
        at += size
    wanted, shown = macho_symbols(data, *found["symbols"]) if found["symbols"] else ([], [])
    faults = [] if flags & 0x80 else ["names are looked for anywhere (no two-level namespace)"]
    faults += [] if found["named"] else ["it is no library"]
    if found["signature"]:
        faults += signature(data, *found["signature"])
    elif MACHO.get(processor) == "arm64":
        faults.append("it is not signed, which macOS on ARM refuses")
    return Part("Mach-O", MACHO.get(processor, "another"), found["needed"], wanted, shown, found["least"], faults)


def macho_symbols(data, table, count, names, _):
    """Those that any library may have come as "?NAME", those of a library that is needed as they are."""
    wanted, shown = [], []
    for i in range(count):
        name, kind, _, about, _ = struct.unpack_from("<IBBHQ", data, table + 16 * i)
        if kind & 0xe0 or not kind & 1:  # for debuggers, or its own
            continue
        text = word(data, names + name)[1:]
        if kind & 0xe:
            shown.append(text)
        else:
            wanted.append(("?" if about >> 8 == 0xfe else "") + text)
    return wanted, shown


def signature(data, at, size):
    """Of <kern/cs_blobs.h>: what is wrong. The hashes of all pages before it stand in its code directory."""
    magic, length, count = struct.unpack_from(">III", data, at)
    if magic != 0xfade0cc0 or at + length > len(data) or length > size:
        return ["its signature is none"]
    places = [struct.unpack_from(">II", data, at + 12 + 8 * i) for i in range(count)]
    directory = at + next((o for kind, o in places if kind == 0), -at)
    if struct.unpack_from(">I", data, directory)[0] != 0xfade0c02:
        return ["its signature has no code directory"]
    flags, hashes, _, _, pages, limit = struct.unpack_from(">6I", data, directory + 12)
    width, kind, _, shift = struct.unpack_from(">4B", data, directory + 36)
    faults = [] if flags & 2 else ["it is not signed ad hoc"]
    if kind != 2 or width != 32:
        return faults + ["its hashes are not SHA-256"]
    if limit != at or pages != (limit + (1 << shift) - 1) >> shift:
        faults.append("its signature ends elsewhere")
    for i in range(pages):
        page = data[i << shift:min((i + 1) << shift, limit)]
        if hashlib.sha256(page).digest() != data[directory + hashes + 32 * i:directory + hashes + 32 * (i + 1)]:
            faults.append(f"page {i} is not what was signed")
    return faults


def fat(data):
    count, = struct.unpack_from(">I", data, 4)
    parts = []
    for i in range(count):
        processor, _, at, size, align = struct.unpack_from(">5I", data, 8 + 20 * i)
        part = macho(data[at:at + size])
        wrong = [] if MACHO.get(processor) == part.machine else ["its header says another processor"]
        wrong += ["it lies beyond the file's end"] if at + size > len(data) else []
        wrong += ["it does not begin at a page"] if at % (1 << align) or align < 14 else []
        parts.append(part._replace(faults=part.faults + wrong))
    return parts


# ---- PE ------------------------------------------------------------------------------------------

def pe(data):
    head, = struct.unpack_from("<I", data, 60)
    machine, sections = struct.unpack_from("<HH", data, head + 4)
    optional = head + 24
    size, = struct.unpack_from("<H", data, head + 20)
    tables = [struct.unpack_from("<II", data, optional + size - 128 + 8 * i) for i in range(16)]
    rows = [struct.unpack_from("<8x4I", data, optional + size + 40 * i) for i in range(sections)]

    def at(address):
        return next(r + address - v for _, v, s, r in rows if v <= address < v + max(s, 1))

    needed, wanted, shown = [], [], []
    place = at(tables[1][0]) if tables[1][0] else None
    while place is not None:
        looked, _, _, name, _ = struct.unpack_from("<5I", data, place)
        if not name:
            break
        needed.append(word(data, at(name)))
        wanted += pe_names(data, at, looked)
        place += 20
    if tables[0][0]:
        table = at(tables[0][0])
        count, = struct.unpack_from("<I", data, table + 24)
        names = at(struct.unpack_from("<I", data, table + 32)[0]) if count else 0
        shown = [word(data, at(struct.unpack_from("<I", data, names + 4 * i)[0])) for i in range(count)]
    return Part("PE", PE.get(machine, "another"), needed, wanted, shown, "", [] if tables[9][0] else ["it has no table of what is a thread's own"])


def pe_names(data, at, looked):
    found, place = [], at(looked)
    while True:
        entry, = struct.unpack_from("<Q", data, place)
        if not entry:
            return found
        if not entry >> 63:
            found.append(word(data, at(entry) + 2))
        place += 8


def parts(path):
    """Of a file, or none if it is no program."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"\x7fELF":
        return [elf(data)]
    if data[:4] == b"\xcf\xfa\xed\xfe":
        return [macho(data)]
    if data[:4] == b"\xca\xfe\xba\xbe":
        return fat(data)
    if data[:2] == b"MZ":
        return [pe(data)]
    return []
