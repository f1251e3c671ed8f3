#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Lists of rows, damaged at random: what `rosin batch` says of them.

  damage.py [SEED] [CASES]     20261123, 40 of each kind; figures as the other makers print them

Each kind of damage is done to the manifest of a batch, and to one shard of two. It must be said, with exit
status 1, by --verify or --merge; the merge keeps the rows that were not touched; the shard, run again, gives
the manifest that it had. ROSIN names the binary."""
import csv
import os
import random
import shutil
import subprocess
import sys
import tempfile

ROSIN = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
LIST = """scene,duration,variations,name,title
rope,0.02,9,v{n},
rope,0.02,,a,"a ""quote"" and, a comma"
rope,0.02,,=b,=1+1
squeak,0.02,3,-{n},'x
"""


def batch(*words):
    done = subprocess.run([ROSIN, "batch", *words], capture_output=True, text=True, errors="replace")
    return done.returncode, done.stderr


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def rows(data):
    """Begins and ends of rows, but the line of names and the closing row."""
    out, at = [], data.index(b"\n") + 1
    while not data[at:].startswith(b"#"):
        end = data.index(b"\n", at) + 1
        out.append((at, end))
        at = end
    return out


def flip(rng, data):
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ rng.randrange(1, 256)]) + data[at + 1:], 2


def cut(rng, data):
    return data[:rng.randrange(len(data))], None


def delete(rng, data):
    begin, end = rng.choice(rows(data))
    return data[:begin] + data[end:], 1


def twice(rng, data):
    begin, end = rng.choice(rows(data))
    at = rng.choice(rows(data))[1]
    return data[:at] + data[begin:end] + data[at:], 0


def swap(rng, data):
    (a, b), (c, d) = sorted(rng.sample(rows(data), 2))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:], 0


def returns(_, data):
    return data.replace(b"\n", b"\r\n"), 0


def edit(rng, data):
    """Another digit of some number."""
    at = rng.choice([i for i, c in enumerate(data) if 48 <= c < 58])
    other = rng.choice([d for d in b"0123456789" if d != data[at]])
    return data[:at] + bytes([other]) + data[at + 1:], 1


def empty(_, data):
    return b"", None


def halved(_, data):
    return data[:len(data) // 2], None


def no_end(_, data):
    return data[:-1], None


def no_closing(_, data):
    return data[:data.rindex(b"#end")], 0


def behind(_, data):
    return data + data[data.index(b"\n") + 1:data.index(b"\n", data.index(b"\n") + 1) + 1], 0


KINDS = [flip, cut, delete, twice, swap, returns, edit, empty, halved, no_end, no_closing, behind]
ONCE = {returns, empty, halved, no_end, no_closing, behind}


ABOUT_OTHERS = {"distance", "nearest", "check"}  # what follows from the rows that are there, and the hash of it


def listed(folder):
    with open(os.path.join(folder, "manifest.csv"), newline="") as file:
        rows = [row for row in csv.reader(file) if not row[0].startswith("#")]
    own = [k for k, name in enumerate(rows[0]) if name not in ABOUT_OTHERS]
    return [tuple(row[k] for k in own) for row in rows[1:]]


def verify(rng, kind, whole, data, folder):
    """1 if the damage is not said."""
    path = os.path.join(whole, "manifest.csv")
    damaged, _ = kind(rng, data)
    write(path, damaged)
    status, said = batch("--verify", whole)
    write(path, data)
    return damaged != data and not (status == 1 and "manifest.csv" in said)


def merge(rng, kind, parts, data, folder):
    """(1 if it is not said, 1 if more rows are lost than were touched, 1 if it is not mended)."""
    path = os.path.join(parts, ".rosin", "rows-1-of-2.csv")
    damaged, most = kind(rng, data)
    if damaged == data:
        return 0, 0, 0
    good = set(listed(os.path.join(folder, "whole")))
    write(path, damaged)
    status, said = batch("--merge", parts)
    kept = set(listed(parts))
    lost = len(good) - len(kept & good)
    quiet = not (status == 1 and "rows-1-of-2.csv" in said)
    unkept = not kept <= good or (most is not None and lost > most)
    wrong = batch(os.path.join(folder, "list.csv"), "-o", parts, "--shard", "1/2")[0] or batch("--merge", parts)[0]
    mended = wrong == 0 and read(os.path.join(parts, "manifest.csv")) == read(os.path.join(folder, "whole", "manifest.csv"))
    write(path, data)
    if quiet or unkept or not mended:
        print(f"{kind.__name__}: quiet {quiet}, lost {lost}, mended {mended}: {said}", file=sys.stderr)
    return quiet, unkept, not mended


def main(seed=20261123, cases=40):
    with tempfile.TemporaryDirectory() as folder:
        whole, parts = os.path.join(folder, "whole"), os.path.join(folder, "parts")
        write(os.path.join(folder, "list.csv"), LIST.encode())
        assert batch(os.path.join(folder, "list.csv"), "-o", whole)[0] == 0
        for k in ("2/2", "1/2"):
            assert batch(os.path.join(folder, "list.csv"), "-o", parts, "--shard", k)[0] == 0
        assert batch("--merge", parts)[0] == 0 and batch("--verify", parts)[0] == 0
        manifest = read(os.path.join(whole, "manifest.csv"))
        shard = read(os.path.join(parts, ".rosin", "rows-1-of-2.csv"))
        assert manifest == read(os.path.join(parts, "manifest.csv")) and len(listed(whole)) == 14
        tried = quiet = unsaid = unkept = unmended = 0
        for kind in KINDS:
            for case in range(1 if kind in ONCE else cases):
                rng = random.Random(f"{seed} {kind.__name__} {case}")
                tried += 1
                bad = verify(rng, kind, whole, manifest, folder)
                if bad:
                    print(f"{kind.__name__} {case}: --verify says nothing", file=sys.stderr)
                quiet += bad
                a, b, c = merge(rng, kind, parts, shard, folder)
                unsaid, unkept, unmended = unsaid + a, unkept + b, unmended + c
    print(f"batch_damage_verify_unsaid {quiet} {tried} {seed}")
    print(f"batch_damage_merge_unsaid {unsaid} {tried} {seed}")
    print(f"batch_damage_rows_lost_beside {unkept} {tried} {seed}")
    print(f"batch_damage_not_mended {unmended} {tried} {seed}")
    return 1 if quiet or unsaid or unkept or unmended else 0


if __name__ == "__main__":
    sys.exit(main(*[int(w) for w in sys.argv[1:]]))
