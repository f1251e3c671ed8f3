#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The grip of [rosin.pad] under a real mouse: a Pd on a virtual display, its pad selected in edit mode and dragged larger at
its corner, and undone. Needs Xvfb and xdotool; import for --picture FILE."""
import os
import re
import socket
import subprocess
import sys
import tempfile
import time

from drag import Display
from pdrun import CLASSES

X, Y, WIDE, HIGH, MENU = 40, 40, 120, 90, 31
PATCH = """#N canvas 60 60 420 320 12;
#X obj {x} {y} rosin.pad {wide} {high} 0.3 3 - grip-pad;
#X obj 40 260 netreceive {port};
#X obj 40 290 s grip-pad;
#X connect 1 0 2 0;
"""


def main():
    picture = sys.argv[2] if sys.argv[1:2] == ["--picture"] else None
    with tempfile.TemporaryDirectory() as folder, Display() as display, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        path, log = os.path.join(folder, "grip.pd"), os.path.join(folder, "log")
        with open(path, "w", encoding="ascii") as file:
            file.write(PATCH.format(x=X, y=Y, wide=WIDE, high=HIGH, port=port))
        with open(log, "w", encoding="ascii") as out:
            pd = subprocess.Popen(["pd", "-noprefs", "-noaudio", "-nomidi", "-stderr", "-path", CLASSES, "-open", path], env=display.env, stdout=out, stderr=out)
        try:
            def settled(condition, what):
                for _ in range(120):
                    found = condition()
                    if found:
                        return found
                    time.sleep(0.25)
                raise AssertionError(what)
            window, *_ = settled(lambda: display.do("search", "--name", "^grip.pd"), "no window")
            line = settled(lambda: connected(port), "no door")

            def size():
                """What the pad says of itself now."""
                with open(log, encoding="ascii", errors="replace") as said:
                    before = len(said.read())
                line.sendall(b"print;\n")

                def answer():
                    with open(log, encoding="ascii", errors="replace") as said:
                        found = re.search(r"(\d+) by (\d+) pixels", said.read()[before:])
                    return found and (int(found[1]), int(found[2]))
                return settled(answer, "it does not answer")

            def until(wanted):
                settled(lambda: size() == wanted, f"{size()} instead of {wanted}")

            def at(x, y):
                display.do("mousemove", "--window", window, x, y + MENU)
            until((WIDE, HIGH))
            display.do("windowfocus", window)
            time.sleep(1)
            display.do("key", "--window", window, "ctrl+e")
            time.sleep(0.5)
            at(X + 30, Y + 30)
            display.do("click", 1)
            time.sleep(0.5)
            at(X + WIDE - 4, Y + HIGH - 4)
            display.do("mousedown", 1)
            for k in range(1, 9):
                at(X + WIDE - 4 + 10 * k, Y + HIGH - 4 + 5 * k)
                time.sleep(0.03)
            display.do("mouseup", 1)
            until((WIDE + 80, HIGH + 40))
            if picture:
                subprocess.run(["import", "-window", window, picture], env=display.env, check=True)
            display.do("key", "--window", window, "ctrl+z")
            until((WIDE, HIGH))
            display.do("key", "--window", window, "ctrl+shift+z")
            until((WIDE + 80, HIGH + 40))
        finally:
            pd.kill()
            pd.wait()


def connected(port):
    try:
        return socket.create_connection(("127.0.0.1", port))
    except OSError:
        return None


if __name__ == "__main__":
    main()
