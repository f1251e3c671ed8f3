# SPDX-License-Identifier: BSD-3-Clause
"""Recorded friction out of Debian's packages, as recordings.tsv lists it: fetched by apt-get, of which the
files of the table alone are kept, in a folder of its own ($ROSIN_RECORDINGS, else build/recordings), and never
shipped. A file that is another than was listed (by its SHA-256) is left out, and it is said. Where each comes from
is told by its package's copyright file at best; rooms and limits of band are as found."""
import csv
import ctypes
import ctypes.util
import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
import zipfile

import numpy as np

import judged
import traits

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
FOLDER = os.environ.get("ROSIN_RECORDINGS", os.path.join(ROOT, "build", "recordings"))
TABLE = os.path.join(HERE, "recordings.tsv")


def say(*words):
    print(*words, flush=True)


def listed(kinds=None, splits=None):
    """Rows of the table as dictionaries."""
    with open(TABLE, newline="") as f:
        rows = list(csv.DictReader((r for r in f if not r.startswith("#")), delimiter="\t"))
    return [r for r in rows if (not kinds or r["kind"] in kinds) and (not splits or r["split"] in splits)]


def kept(row):
    return os.path.join(FOLDER, row["package"], row["sha256"][:12] + os.path.splitext(row["path"])[1])


class Info(ctypes.Structure):
    _fields_ = [("frames", ctypes.c_int64), ("samplerate", ctypes.c_int), ("channels", ctypes.c_int),
                ("format", ctypes.c_int), ("sections", ctypes.c_int), ("seekable", ctypes.c_int)]


def read(path):
    """A sound file by libsndfile: samples (frames, channels), rate."""
    sf = ctypes.CDLL(ctypes.util.find_library("sndfile"))
    sf.sf_open.restype = ctypes.c_void_p
    sf.sf_readf_double.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    sf.sf_close.argtypes = [ctypes.c_void_p]
    info = Info()
    file = sf.sf_open(path.encode(), 0x10, ctypes.byref(info))
    if not file:
        raise OSError(f"{path}: no sound file")
    x = np.zeros((info.frames, info.channels))
    sf.sf_readf_double(file, x.ctypes.data, info.frames)
    sf.sf_close(file)
    return x, info.samplerate


def keep(row, data):
    """Write a file under its name if it is what was listed."""
    if hashlib.sha256(data).hexdigest() != row["sha256"]:
        say(f"skip {row['package']}: {row['path']} is not the file that was listed")
        return
    os.makedirs(os.path.dirname(kept(row)), exist_ok=True)
    with open(kept(row), "wb") as f:
        f.write(data)


def sample_of(font, name):
    """The words of a sound font's sample, as a WAV file in bytes."""
    at, rows = font.index(b"shdr") + 8, {}
    smpl = font.index(b"smpl") + 8
    while font[at:at + 20].split(b"\0")[0] not in (b"EOS", b""):
        row = font[at:at + 46]
        start, end, _, _, rate = np.frombuffer(row[20:40], "<u4")
        rows[row[:20].split(b"\0")[0].decode("latin1")] = font[smpl + 2 * start:smpl + 2 * end], int(rate)
        at += 46
    data, rate = rows[name]
    head = b"WAVEfmt " + (16).to_bytes(4, "little") + (1).to_bytes(2, "little") * 2 + rate.to_bytes(4, "little") + \
        (2 * rate).to_bytes(4, "little") + (2).to_bytes(2, "little") + (16).to_bytes(2, "little") + b"data" + \
        len(data).to_bytes(4, "little") + data
    return b"RIFF" + len(head).to_bytes(4, "little") + head


def take(file, rows):
    """Of an archive's member what the table lists: itself, files of a zip (`outer!inner`), samples of a font."""
    for row in rows:
        inner = row["path"].partition("!")[2]
        file.seek(0)
        if inner and row["path"].partition("!")[0].endswith(".sf2"):
            keep(row, sample_of(file.read(), inner))
        elif inner:
            with zipfile.ZipFile(file) as z:
                keep(row, z.read(inner))
        else:
            keep(row, file.read())


def fetch(package, rows):
    """All that the table has of a package. What is not to be had is said, and left out."""
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        done = subprocess.run(["apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", package], cwd=folder, capture_output=True,
                              text=True)
        debs = [f for f in os.listdir(folder) if f.endswith(".deb")]
        if not debs:
            say(f"skip {package}: {(done.stderr.strip() or 'not to be had').splitlines()[-1]}")
            return
        wanted = {}
        for row in rows:
            wanted.setdefault("./" + row["path"].partition("!")[0], []).append(row)
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", debs[0]], cwd=folder, stdout=subprocess.PIPE) as unpack, \
                tarfile.open(fileobj=unpack.stdout, mode="r|") as tar:
            for member in tar:
                if member.name in wanted:
                    with tempfile.TemporaryFile(dir=folder) as copy:
                        shutil.copyfileobj(tar.extractfile(member), copy)
                        take(copy, wanted.pop(member.name))
        for path in wanted:
            say(f"skip {package}: it has no {path[2:]}")


def all_of(kinds=None, splits=None):
    """(row, sound at judged.RATE, trimmed) of each recording of those kinds and splits that is to be had."""
    rows = listed(kinds, splits)
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        rows = [r for r in rows if os.path.exists(kept(r))]
        say("skip no Debian: only recordings that were fetched before")
    os.makedirs(FOLDER, exist_ok=True)
    for package in dict.fromkeys(r["package"] for r in rows):
        missing = [r for r in rows if r["package"] == package and not os.path.exists(kept(r))]
        if missing:
            fetch(package, missing)
    return [(r, sound(r)) for r in rows if os.path.exists(kept(r))]


def sound(row):
    """A recording that was fetched: the part that the table says (s, `from` to `to`), at judged.RATE, trimmed."""
    x, rate = read(kept(row))
    begin, end = (float(row[k]) if row[k] else None for k in ("from", "to"))
    x = x[int((begin or 0) * rate):None if end is None else int(end * rate)]
    return traits.trimmed(judged.at_rate(x[:, 0] if x.shape[1] == 1 else x, rate))
