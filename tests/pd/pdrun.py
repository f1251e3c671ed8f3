# SPDX-License-Identifier: BSD-3-Clause
"""Patches made by program, run in a real headless Pd, and what they recorded."""
import os
import re
import socket
import struct
import subprocess
import tempfile

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CLASSES = os.environ.get("ROSIN_PD", os.path.join(ROOT, "build", "pd"))


class Canvas:
    """Objects get numbers in the order they are added, as in a patch file."""

    def __init__(self, name=None):
        self.name, self.lines, self.wires, self.count = name, [], [], 0

    def _add(self, line):
        self.lines.append(line)
        self.count += 1
        return self.count - 1

    def obj(self, text):
        return self._add(f"#X obj 10 {10 + 20 * self.count} {escape(text)};")

    def msg(self, text):
        return self._add(f"#X msg 10 {10 + 20 * self.count} {escape(text)};")

    def sub(self, canvas):
        body = canvas.text(inner=True)
        return self._add(body + f"#X restore 10 {10 + 20 * self.count} pd {canvas.name};")

    def wire(self, a, out, b, into):
        self.wires.append(f"#X connect {a} {out} {b} {into};")

    def text(self, inner=False):
        head = (f"#N canvas 0 0 400 300 {self.name} 0;" if inner
                else "#N canvas 0 0 400 300 10;")
        return "\n".join([head] + self.lines + self.wires) + "\n"


def escape(text):
    return re.sub(r"(?<!\\)([;,$])", r"\\\1", text).replace("\\;", " \\; ").replace("\\,", " \\, ")


class Patch(Canvas):
    """Records named signals from DSP start for `seconds`, then quits."""

    def __init__(self, seconds, rate=44100):
        super().__init__()
        self.seconds, self.rate, self.tables = seconds, rate, []
        self.start = self.obj("loadbang")
        self.order = self.obj("t b b b")
        self.on = self.msg("; pd dsp 1")
        self.wire(self.start, 0, self.order, 0)
        self.wire(self.order, 0, self.on, 0)

    def at_start(self, message_or_object, inlet=0):
        """Before DSP is switched on."""
        self.wire(self.order, 2, message_or_object, inlet)

    def record(self, obj, outlet, name):
        size = int(round(self.seconds * self.rate))
        self.obj(f"table {name} {size}")
        writer = self.obj(f"tabwrite~ {name}")
        self.wire(obj, outlet, writer, 0)
        self.wire(self.order, 1, writer, 0)
        self.tables.append(name)
        return writer

    def run(self, options=(), check=True, env=None, timeout=600, extra=()):
        end = self.obj(f"delay {1000 * self.seconds + 100}")
        last = self.obj("t b b")
        files = self.obj("soundfiler")
        self.wire(self.order, 0, end, 0)
        self.wire(end, 0, last, 0)
        for name in self.tables:
            write = self.msg(f"write -wave -bytes 4 {name}.wav {name}")
            self.wire(last, 1, write, 0)
            self.wire(write, 0, files, 0)
        # what is watched ends when all that is made beside Pd is done: tests/pd/watch.c
        watched = any("pd-watch" in str(o) for o in (*options, CLASSES))
        quit_ = self.msg("; rosin-watch quit" if watched else "; pd dsp 0; pd quit")
        self.wire(last, 0, quit_, 0)
        return run_text(self.text(), self.rate, self.tables, options, check, env, timeout, extra)


def recorded(path):
    """What [soundfiler] wrote of one table, in floats. (SciPy reads it, too, and takes as long to come as numpy and this do, 90 times a check.)"""
    with open(path, "rb") as file:
        data, at = file.read(), 12
    assert data[:4] == b"RIFF" and data[8:12] == b"WAVE", path
    while at < len(data):
        kind, size = struct.unpack("<4sI", data[at:at + 8])
        if kind == b"fmt ":
            # 3, or 0xFFFE with a 3 further on: floats; one channel of 4 bytes
            form, channels, _, _, _, bits = struct.unpack("<HHIIHH", data[at + 8:at + 24])
            assert form in (3, 0xFFFE) and (channels, bits) == (1, 32), (path, form, channels, bits)
        if kind == b"data":
            return np.frombuffer(data[at + 8:at + 8 + size], "<f4").astype(float)
        at += 8 + size + size % 2
    raise RuntimeError(f"{path}: no samples")


def own_ports(texts):
    """Patches whose UDP ports are free ones that no other Pd has: two would take one port, what one
    sends would come to the other, and a Pd that is told so late waits for ever in recvfrom."""
    pattern, free = re.compile(r"(netreceive -u -b |connect 127\.0\.0\.1 |listen |rosin\.osc )(\d{4,5})"), {}
    for number in sorted({n for text in texts for _, n in pattern.findall(text)}):
        taken = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        taken.bind(("127.0.0.1", 0))
        free[number] = taken
    ports = {number: str(taken.getsockname()[1]) for number, taken in free.items()}
    for taken in free.values():
        taken.close()
    return [pattern.sub(lambda m: m[1] + ports[m[2]], text) for text in texts]


def run_text(text, rate, tables=(), options=(), check=True, env=None, timeout=600, extra=()):
    """{table: samples}, with the log under ''."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "patch.pd")
        text, *contents = own_ports([text, *(content for _, content in extra)])
        with open(path, "w") as file:
            file.write(text)
        for (name, _), content in zip(extra, contents):
            with open(os.path.join(folder, name), "w") as file:
                file.write(content)
        run = subprocess.run(
            ["pd", "-nogui", *(() if "-nobatch" in options else ("-batch",)), "-noaudio", "-noprefs", "-stderr", "-r", str(rate),
             *(o for o in options if o != "-nobatch"), "-path", CLASSES, "-open", path],
            capture_output=True, text=True, timeout=timeout, cwd=folder, errors="replace",
            env={**os.environ, **(env or {})})
        result = {"": run.stdout + run.stderr, "code": run.returncode}
        if run.returncode != 0 and check:
            raise RuntimeError(f"Pd ended with {run.returncode}:\n{result[''][-3000:]}")
        if check and re.search(r"couldn't create|error:", result[""]):
            raise RuntimeError("Pd complained:\n" + result[""][-3000:])
        for name in tables:
            file = os.path.join(folder, name + ".wav")
            if os.path.exists(file):
                result[name] = recorded(file)
        return result


def heard(text, *names):
    """A patch's text whose outputs go to `catch~`s, left and right or both into one, as loud as
    its volume control has them at first; and the file that this takes."""
    throws = [f"throw~ {names[i % len(names)]}" for i in (0, 1)]
    file = f"test-out-{names[0]}~"
    text = re.sub(r"(#X obj \d+ \d+) (?:dac|rosin\.out)~ ?([-\d.]*)[^;]*;", rf"\1 {file} \2;", text)
    return text, (file + ".pd", f"""#N canvas 0 0 400 300 10;
#X obj 10 10 inlet~;
#X obj 100 10 inlet~;
#X obj 10 70 *~;
#X obj 100 70 *~;
#X obj 10 100 {throws[0]};
#X obj 100 100 {throws[1]};
#X obj 200 10 loadbang;
#X obj 200 40 f \\$1;
#X obj 200 70 expr if($f1 > 0 \\, 100 \\, 100+$f1);
#X obj 200 100 dbtorms;
#X connect 0 0 2 0;
#X connect 1 0 3 0;
#X connect 2 0 4 0;
#X connect 3 0 5 0;
#X connect 6 0 7 0;
#X connect 7 0 8 0;
#X connect 8 0 9 0;
#X connect 9 0 2 1;
#X connect 9 0 3 1;
""".replace("$f1", "\\$f1"))
