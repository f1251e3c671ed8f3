#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""pd/cello-pad.pd in a real Pd on a virtual display: its pad dragged with xdotool, the output
recorded and set beside the engine's own. Needs Xvfb, xdotool, and import for --picture FILE."""
import ctypes
import os
import socket
import subprocess
import sys
import tempfile
import time

import numpy as np
from scipy.io import wavfile

from pdrun import CLASSES, ROOT

RATE = 44100
PAD = (30, 110, 300, 220)  # of the patch, pixels


def of_patch(text):
    """The objects that cords count in the patch itself, not in its subpatches."""
    depth, found = 0, []
    for row in text.splitlines():
        depth += row.startswith("#N canvas")
        depth -= row.startswith("#X restore")
        if depth == 1 and row.startswith("#X ") and not row.startswith(("#X connect", "#X coords")):
            found.append(row)
    return found


def patch(folder, port):
    """The example, with a recorder, an ear, and a line to it."""
    with open(os.path.join(ROOT, "pd", "cello-pad.pd")) as f:
        text = f.read()
    objects = of_patch(text)
    cello = next(i for i, row in enumerate(objects) if "rosin.cello~" in row)
    n = len(objects)
    extra = [f"#X obj 700 20 netreceive {port};", "#X obj 700 50 route rec hear quit;", "#X msg 700 80 hear;",
             f"#X obj 700 110 writesf~ 2;", f"#X msg 700 140 open {folder}/out.wav \\, start;", "#X obj 700 170 print ear;",
             "#X obj 700 200 t b b;", "#X msg 700 230 \\; pd dsp 1;", "#X msg 700 260 stop;", "#X obj 700 290 t b b;",
             "#X obj 700 320 delay 200;", "#X msg 700 350 \\; pd quit;"]
    wires = [(n, 0, n + 1, 0), (n + 1, 0, n + 6, 0), (n + 6, 1, n + 7, 0), (n + 6, 0, n + 4, 0), (n + 4, 0, n + 3, 0),
             (n + 1, 1, n + 2, 0), (n + 2, 0, cello, 0), (cello, 2, n + 5, 0), (cello, 0, n + 3, 0), (cello, 1, n + 3, 1),
             (n + 1, 2, n + 9, 0), (n + 9, 1, n + 8, 0), (n + 8, 0, n + 3, 0), (n + 9, 0, n + 10, 0), (n + 10, 0, n + 11, 0)]
    path = os.path.join(folder, "cello-pad.pd")
    with open(path, "w") as f:
        f.write(text.rstrip("\n") + "\n" + "\n".join(extra) + "\n")
        f.writelines(f"#X connect {a} {b} {c} {d};\n" for a, b, c, d in wires)
    return path


class Display:
    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-noreset", "-nolisten", "tcp"],
                                       pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as f:
            self.env = {**os.environ, "DISPLAY": ":" + f.readline().strip()}
        return self

    def do(self, *words):
        return subprocess.run(["xdotool", *map(str, words)], env=self.env, capture_output=True, text=True).stdout.split()

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


def drag(picture=None):
    """Two strokes on the pad. Sound (frames, 2), its rate, when the strokes were at rest (s), what was heard."""
    x, y, width, height = PAD
    with tempfile.TemporaryDirectory() as folder, Display() as display:
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        log = open(os.path.join(folder, "log"), "w+")
        pd = subprocess.Popen(["pd", "-noprefs", "-noaudio", "-nomidi", "-stderr", "-r", str(RATE), "-path", CLASSES,
                               "-open", patch(folder, port)], env=display.env, stderr=log, stdout=log)
        try:
            for _ in range(80):
                windows = display.do("search", "--name", "cello-pad")
                if windows:
                    break
                time.sleep(0.25)
            window = windows[0]
            time.sleep(1.5)
            line = socket.create_connection(("127.0.0.1", port))
            menu = 31  # the menu bar above the canvas

            def move(u, v):
                display.do("mousemove", "--window", window, round(x + u * width), round(menu + y + (1 - v) * height))

            line.sendall(b"rec bang;\n")
            began = time.monotonic()
            rest = []
            move(0.5, 0.5)
            display.do("mousedown", 1)
            for way in (1, -1):
                for k in range(1, 9):
                    move(0.5 + way * 0.25 * k / 8, 0.5)
                    time.sleep(0.03)
                time.sleep(2.0)
                rest.append(time.monotonic() - began)
                line.sendall(b"hear bang;\n")
                if picture and way == 1:
                    subprocess.run(["import", "-window", window, "-colors", "32", picture], env=display.env, check=True)
                for k in range(1, 9):
                    move(0.5 + way * 0.25 * (1 - k / 8), 0.5)
                    time.sleep(0.02)
            display.do("mouseup", 1)
            time.sleep(1.2)
            line.sendall(b"quit bang;\n")
            pd.wait(20)
        finally:
            pd.kill()
        log.seek(0)
        said = log.read()
        heard = [float(row.split()[3]) for row in said.splitlines() if row.startswith("ear: hear")]
        if "error" in said:
            raise RuntimeError(said[-500:])
        rate, sound = wavfile.read(os.path.join(folder, "out.wav"))
    return sound / 2 ** (8 * sound.dtype.itemsize - 1), rate, rest, heard


def tuning():
    """What the patch tunes its open strings to: the arguments of its cello, as `KEY=VALUE`."""
    with open(os.path.join(ROOT, "pd", "cello-pad.pd")) as f:
        words = next(row for row in f if "rosin.cello~ cello" in row).rstrip(";\n").split("rosin.cello~ cello")[1].split()
    return [f"{key}={value}".encode() for key, value in zip(words[::2], words[1::2])]


def engine(u, v, seconds=4.0):
    """The same bow on the same strings in the engine itself: left channel."""
    lib = ctypes.CDLL(os.path.join(ROOT, "build", "librosin.so"), mode=ctypes.RTLD_GLOBAL)
    for name in ("rosin_scene_load", "rosin_player_new"):
        getattr(lib, name).restype = ctypes.c_void_p
    told = tuning()
    scene = ctypes.c_void_p(lib.rosin_scene_load(b"cello", len(told), (ctypes.c_char_p * len(told))(*told), None))
    error = ctypes.create_string_buffer(4096)
    lib.rosin_scene_prepare(scene, RATE, 64, error)
    player = ctypes.c_void_p(lib.rosin_player_new(scene, ctypes.c_ulonglong(1), error))
    lib.rosin_player_pad(player, 1, ctypes.c_double(2 * u - 1), ctypes.c_double(v))
    out = np.zeros((int(seconds * RATE) // 64 * 64, 2), np.float32)
    for i in range(0, len(out), 64):
        lib.rosin_scene_process(scene, 64, out[i:].ctypes.data_as(ctypes.c_void_p))
    lib.rosin_player_free(player)
    lib.rosin_scene_free(scene)
    return out


def features(x, f=98.0):
    """Pitch (Hz), correlation at its period, level (dB) of a stretch."""
    left = x[:, 0].astype(float)
    r = np.fft.irfft(abs(np.fft.rfft(left * np.hanning(len(left)), 2 * len(left))) ** 2)
    lags = np.arange(int(0.94 * RATE / f), int(1.06 * RATE / f) + 2)
    k = lags[np.argmax(r[lags])]
    a, b, c = r[k - 1], r[k], r[k + 1]
    return RATE / (k + 0.5 * (a - c) / (a - 2 * b + c)), b / r[0], 20 * np.log10(left.std())


def measure(say, picture=None):
    sound, rate, rest, heard = drag(picture)
    own = features(engine(0.75, 0.5)[-RATE:])
    played = features(sound[int((rest[0] - 0.9) * rate):int((rest[0] - 0.1) * rate)])
    lifted = abs(sound[-int(0.2 * rate):]).max() / abs(sound).max()
    say("pd_drag_pitch_cents", abs(1200 * np.log2(played[0] / own[0])), len(sound), 0)
    say("pd_drag_level_db", abs(played[2] - own[2]), len(sound), 0)
    say("pd_drag_correlation", played[1], len(sound), 0)
    say("pd_drag_heard_cents", abs(1200 * np.log2(heard[0] / played[0])) if heard else 99, len(sound), 0)
    say("pd_drag_lifted_db", 20 * np.log10(lifted + 1e-9), len(sound), 0)


if __name__ == "__main__":
    measure(lambda *figure: print(*figure),
            sys.argv[sys.argv.index("--picture") + 1] if "--picture" in sys.argv else None)
