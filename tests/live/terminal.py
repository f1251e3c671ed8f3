# SPDX-License-Identifier: BSD-3-Clause
"""The terminal as an instrument, driven under tmux: bowed by mouse and by keys, fingered,
resized, and ended in every way; after each the terminal is as it was before.

  terminal.py            the test (77: no JACK)
  terminal.py capture    a picture of it while it plays, as text, on standard output"""
import math
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from controls import Jack  # noqa: E402

ROSIN = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
HANG = 120  # s after which what is waited for does not come, however busy the machine is


class Terminal:
    """A shell in a tmux of its own."""

    def __init__(self, folder, jack, columns=80, rows=30):
        self.socket = os.path.join(folder, "tmux")
        self.env = {**jack.env, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": folder,
                    "ASAN_OPTIONS": "handle_segv=0:detect_leaks=0"}
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  "env TERM=xterm-256color PS1='ready> ' sh")
        self.tmux("set", "-g", "status", "off")
        self.wait_for(r"ready>")

    def tmux(self, *words):
        return subprocess.run(["tmux", "-S", self.socket, *words], env=self.env, text=True,
                              capture_output=True).stdout

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def state(self):
        """Alternate screen, mouse, cursor, keypad as tmux sees them."""
        return self.tmux("display", "-p", "#{alternate_on} #{mouse_any_flag} #{mouse_button_flag} "
                         "#{mouse_standard_flag} #{cursor_flag} #{keypad_cursor_flag}").strip()

    def shows(self, pattern, patience):
        until = time.time() + patience
        while time.time() < until:
            if re.search(pattern, self.screen()):
                return True
            time.sleep(0.05)
        return False

    def wait_for(self, pattern, patience=HANG):
        return self.wait_until(lambda screen: re.search(pattern, screen), f"no '{pattern}'", patience)

    def wait_until(self, true_of, what, patience=HANG):
        """Wait until something is true of the screen: that screen."""
        until = time.time() + patience
        while True:
            late, screen = time.time() > until, self.screen()
            if true_of(screen):
                return screen
            if late:
                raise SystemExit(f"terminal.py: {what} in\n{screen}")
            time.sleep(0.05)

    def mouse(self, button, column, row, release=False):
        """As an xterm reports it (SGR); columns and rows from 1. +32: a drag."""
        self.type(f"\033[<{button};{column};{row}{'m' if release else 'M'}")

    def close(self):
        self.tmux("kill-server")


def modes(t):
    t.keys("C-l")
    t.type("clear; stty -a | tr ';' '\\n' | grep -v speed >stty.now; echo done $?\n")
    t.wait_for(r"done 0")
    with open(os.path.join(os.path.dirname(t.socket), "stty.now")) as f:
        lines = f.read()
    return t.state(), re.sub(r"(rows|columns) \d+", "", lines)


def child_of(pid):
    """The process that draws, under its guard."""
    out = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()
    return int(out[0]) if out else 0


def start(t, *options):
    for _ in range(10):  # JACK's own patience with a client ends after seconds, if the machine is busy
        t.type(f"clear; {ROSIN} play cello-d --device jack {' '.join(options)}; echo ended $?\n")
        if "bow here" in t.wait_for(r"bow here|(?m:^ended 1)"):
            return
    raise SystemExit(f"terminal.py: it does not begin:\n{t.screen()}")


def rosin_pid(t):
    shell = t.tmux("display", "-p", "#{pane_pid}").strip()
    for _ in range(HANG * 20):
        pids = subprocess.run(["pgrep", "-P", shell, "rosin"], capture_output=True,
                              text=True).stdout.split()
        if pids:
            return int(pids[0])
        time.sleep(0.05)
    raise SystemExit("terminal.py: rosin does not run")


def number(text, pattern):
    """What is shown there; no number as long as nothing is."""
    found = re.search(pattern, text)
    return float(found.group(1)) if found else math.nan


def bow_by_mouse(t):
    """Down on the pad, drag to faster and stronger, let go."""
    screen = t.screen().splitlines()
    pad = next(i for i, row in enumerate(screen) if "bow here" in row)
    force = r"force +\[#+-*\] +[0-9.]*[1-9]"
    for _ in range(HANG // 3):  # on a busy machine the first press may come before it listens
        t.mouse(0, 50, pad + 4)
        t.mouse(32, 60, pad + 4)
        if t.shows(force, 3):
            break
    t.wait_for(force)
    t.wait_for(r"Helmholtz|several|raucous|sliding|sticking")
    t.wait_until(lambda screen: number(screen, r"speed .*\] +([-+.0-9]+) m/s") > 0, "no speed to the right")
    t.mouse(32, 20, pad + 4)
    t.wait_for(r"speed .*\] +-0\.[0-9]*[1-9]")
    t.wait_for(r"level +\[#")
    t.mouse(0, 20, pad + 4, release=True)
    t.wait_for(r"lifted")


def bow_by_keys(t):
    t.keys("Space")
    t.wait_for(r"force +\[#+-*\] +[0-9.]*[1-9]")
    force = r"force .*\] +([0-9.]+) N"
    before = number(t.wait_for(force), force)
    for _ in range(4):
        t.keys("Up")
    t.wait_until(lambda screen: number(screen, force) > before, "no more force")
    t.keys("d")
    t.wait_for(r"finger \+4: F#3")
    t.wait_for(r"F#3, 185\.")
    t.keys("x")
    t.wait_for(r"finger \+16")
    t.keys("z")
    t.keys("a")
    t.wait_for(r"finger \+0: D3")
    t.wait_for(r"Helmholtz|several|raucous")


def resize(t):
    t.tmux("resize-window", "-x", "60", "-y", "20")
    t.wait_for(r"q quit")
    t.tmux("resize-window", "-x", "30", "-y", "8")
    t.wait_for(r"the picture needs 50 x 16")
    t.tmux("resize-window", "-x", "100", "-y", "34")
    t.wait_for(r"bow here")


def meter(t):
    """Without a picture: a line with level and load, drawn over itself; then the report."""
    for seconds in (1.5, 10, 60, 360):  # as long as it takes to be seen
        t.type(f"clear; {ROSIN} play cello-d --device jack --plain -d {seconds}; echo ended $?\n")
        t.wait_until(lambda screen: not re.search(r"(?m)^ended", screen), "nothing begins")
        shown = t.wait_for(r"(?m)^\[#+ *\] +-\d+\.\d dBFS  load +\d+\.\d%  late \d+  xruns \d+|^ended", HANG + seconds)
        if not re.search(r"(?m)^ended", shown):
            break
    bars, level = re.search(r"(?m)^\[(#+) *\] +(-\d+\.\d) dBFS", shown).groups()
    if abs(len(bars) - (30 + float(level) / 2)) > 1.1:
        raise SystemExit("terminal.py: the meter is wrong\n" + shown)
    shown = t.wait_for(r"(?m)^ended 0", HANG + seconds)
    if re.search(r"(?m)^\[#", shown):
        raise SystemExit("terminal.py: the meter is left\n" + shown)
    t.wait_for(r"level: peak -\d+\.\d dBFS, 0 samples held below full scale, 0 not finite")


def end(t, before, how, said):
    """End it, and look at what it leaves."""
    if how == "q":
        t.keys("q")
    elif how == "C-c":
        t.keys("C-c")
    elif how.startswith("child "):
        os.kill(child_of(rosin_pid(t)), int(how.split()[1]))
    else:
        os.kill(rosin_pid(t), int(how))
    t.wait_for(said)
    after = modes(t)
    if after != before:
        raise SystemExit(f"terminal.py: after {how}:\n{before}\n{after}")


def test(jack, folder):
    t = Terminal(folder, jack)
    t.type(f"cd {folder}\n")
    try:
        before = modes(t)
        start(t, "--record", "a.wav", "--record-gesture", "g.txt", "--format", "float")
        bow_by_mouse(t)
        bow_by_keys(t)
        resize(t)
        end(t, before, "q", r"ended 0")
        subprocess.run([ROSIN, "render", "cello-d", "--gesture", f"{folder}/g.txt", "-o",
                        f"{folder}/b.wav", "--plain", "--format", "float"],
                       check=True, capture_output=True)
        with open(f"{folder}/a.wav", "rb") as a, open(f"{folder}/b.wav", "rb") as b:
            if a.read() != b.read():
                raise SystemExit("terminal.py: the replay differs")
        meter(t)
        for how, said in (("C-c", r"ended 0"), ("15", r"ended 0"), ("1", r"ended 0"),
                          ("child 11", r"ended 139"), ("child 9", r"ended 137")):
            start(t)
            t.keys("Space")
            end(t, before, how, said)
        start(t)
        os.kill(rosin_pid(t), 9)  # the guard itself: the other cleans up
        t.wait_until(lambda screen: t.state() == before[0], "the guard killed: the terminal is not as it was")
        t.type("clear; echo here again\n")
        t.wait_for(r"(?m)^here again")
    finally:
        t.close()


def capture(jack, folder):
    """The same, while it plays."""
    t = Terminal(folder, jack, 84, 32)
    try:
        start(t)
        pad = next(i for i, row in enumerate(t.screen().splitlines()) if "bow here" in row)
        t.mouse(0, 66, pad + 8)
        time.sleep(2.2)
        print("\n".join(row.rstrip() for row in t.screen().rstrip().splitlines()))
        t.keys("q")
        time.sleep(0.5)
    finally:
        t.close()


def main():
    jack = Jack(ROSIN, 256)
    if not jack.process:
        return 77
    try:
        with tempfile.TemporaryDirectory() as folder:
            (capture if sys.argv[1:] == ["capture"] else test)(jack, folder)
    finally:
        jack.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
