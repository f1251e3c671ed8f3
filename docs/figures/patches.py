#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of help and example patches, as Pd shows them (needs Xvfb, xdotool and ImageMagick's import): those pd-*.png
whose patch is no longer the one they show, or those named. --check draws none, and lists them; exit 1 if there are any."""
import glob
import hashlib
import os
import struct
import subprocess
import sys
import tempfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CLASSES = os.environ.get("ROSIN_PD", os.path.join(ROOT, "build", "pd"))
KEY = b"rosin patch"  # of the text chunk that names what is shown
BY_HAND = {"pd-cello-drag"}  # by tests/pd/drag.py: a mouse on it
STARTED = {"pd-rosin-motion-help": 4, "pd-rosin-pad-help": 2, "pd-bow-pad": 2}  # shown some s after a click on its start


def shown(picture):
    """The patch of a picture, and the window of it: pd-rosin-string-help+decay shows [pd decay]."""
    name, _, window = os.path.basename(picture)[len("pd-"):-len(".png")].partition("+")
    if name.startswith("rosin-") and name.endswith("-help"):
        kind = name[len("rosin-"):-len("-help")]
        return os.path.join(ROOT, "help", f"rosin.{kind}{'' if kind in ('pad', 'gesture', 'morph', 'osc') else '~'}-help.pd"), window
    return os.path.join(ROOT, "pd", name + ".pd"), window


def hash_of(patch):
    with open(patch, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def chunks(png):
    at = 8
    while at < len(png):
        length, = struct.unpack(">I", png[at:at + 4])
        yield png[at + 4:at + 8], png[at + 8:at + 8 + length]
        at += 12 + length


def hash_in(picture):
    with open(picture, "rb") as f:
        for kind, data in chunks(f.read()):
            if kind == b"tEXt" and data.startswith(KEY + b"\0"):
                return data[len(KEY) + 1:].decode()
    return ""


def name_patch(picture, patch):
    """What is left of a picture's chunks: what is drawn, and of what."""
    with open(picture, "rb") as f:
        png = f.read()
    kept = [c for c in chunks(png) if c[0] in (b"IHDR", b"PLTE", b"IDAT", b"IEND")]
    kept.insert(1, (b"tEXt", KEY + b"\0" + hash_of(patch).encode()))
    with open(picture, "wb") as f:
        f.write(png[:8])
        for kind, data in kept:
            f.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))


def windows(display):
    """{title: id} of Pd's patch windows."""
    def ask(*words):
        return subprocess.run(["xdotool", *words], capture_output=True, text=True, env=display).stdout
    return {ask("getwindowname", i).strip(): i for i in ask("search", "--class", "PatchWindow").split()}


def wait_for(title, display, seconds=60):
    for _ in range(4 * seconds):
        for name, number in windows(display).items():
            if name.startswith(title):
                return number
        time.sleep(0.25)
    raise RuntimeError(f"no window {title}")


def draw(picture, display):
    patch, window = shown(picture)
    vis = ["-send", f"pd-{window} vis 1"] if window else []
    later = STARTED.get(os.path.basename(picture)[:-len(".png")], 0)
    if later:
        vis += ["-send", "rosin-start bang"]
    with tempfile.TemporaryFile() as log:
        pd = subprocess.Popen(["pd", "-noprefs", "-noaudio", "-nomidi", "-stderr", "-path", CLASSES, "-path", os.path.join(ROOT, "pd"),
                               "-open", patch, *vis], stdout=log, stderr=log, env=display)
        try:
            number = wait_for(window or os.path.basename(patch), display)
            time.sleep(2 + later)
            subprocess.run(["xdotool", "windowraise", number], env=display)
            time.sleep(1)
            subprocess.run(["import", "-window", number, "-depth", "8", picture], env=display, check=True)
        finally:
            pd.kill()
            pd.wait()
        log.seek(0)
        if b"couldn't create" in log.read():
            raise RuntimeError(f"{patch}: an object was not created")
    name_patch(picture, patch)


def stale(pictures):
    return [p for p in pictures if os.path.basename(p)[:-4] not in BY_HAND and hash_in(p) != hash_of(shown(p)[0])]


def main(words):
    every = sorted(glob.glob(os.path.join(HERE, "pd-*.png")))
    if words == ["--check"]:
        old = stale(every)
        print(*(f"{os.path.basename(p)} does not show {os.path.relpath(shown(p)[0], ROOT)} as it is" for p in old), sep="\n")
        return old != []
    wanted = [os.path.join(HERE, w) for w in words] or stale(every)
    if not wanted:
        return 0
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1920x1400x24", "-nolisten", "tcp"],
                              pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as f:
            display = {**os.environ, "DISPLAY": ":" + f.readline().strip()}
        for picture in wanted:
            print(os.path.basename(picture), flush=True)
            draw(picture, display)
    finally:
        server.kill()
        server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
