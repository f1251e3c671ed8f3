#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Lets every allocation of a command fail in turn, those inside its libraries among them, once
alone and once with all that follow. The promise: either the result is whole (the allocation was
not needed), or one line, exit status 1, no file, nothing leaked, no crash.

  memory.py [--quick] [COMMAND...]     --quick: every 17th allocation only

Prints the figures of `make verify`; what broke the promise goes to standard error."""
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROSIN = os.path.abspath(os.environ.get("ROSIN", os.path.join(ROOT, "build/rosin")))

STEP = 17  # of --quick

SCENE = """rate = 16000; duration = 0.02; title = "small";
modals = { plate = { shape = "plate-free"; modes = 3; };
  bar = { shape = "sine"; modes = ( { frequency = 300.0; }, { frequency = 500.0; } ); }; };
strings = { d = { frequency = 400.0; damping = ( (100.0, 2.0), (1000.0, 1.0) ); }; };
contacts = { bow = { a = "-"; b = "d"; position = 0.1; force = 0.5; velocity = ( (0.0, 0.0), (0.01, 0.1) );
  law = { type = "lugre"; }; }; rub = { a = "-"; b = "bar"; position = 0.3; force = 0.2;
  velocity = { file = "move.csv"; }; }; };
macros = { speed = { to = ( { key = "rub.force"; at = ( 0.1, 0.9 ); } ); }; };
outputs = ( { signal = "d.bridge_force"; }, { signal = "plate.velocity@0.2"; } );
@include "more.cfg"
"""


def midi():
    """Two notes."""
    track = bytes.fromhex("00903e40" "30803e40" "00904a40" "30804a40" "00ff2f00")
    return (b"MThd" + bytes.fromhex("00000006000000010060") + b"MTrk"
            + len(track).to_bytes(4, "big") + track)


def prepare(folder):
    def put(name, data):
        with open(os.path.join(folder, name), "wb") as f:
            f.write(data if isinstance(data, bytes) else data.encode())
    put("small.cfg", SCENE)
    put("more.cfg", "seed = 3;\n")
    put("move.csv", "time,velocity\n0,0\n0.01,0.1\n")
    put("bad.cfg", SCENE.replace("force = 0.5", "force = -1.0").replace("d.bridge", "e.bridge"))
    put("tune.mid", midi())
    put("data.csv", "velocity,force\n" + "".join(f"{v / 100},{1 / (1 + v / 10)}\n" for v in range(1, 9)))
    put("five.scl", "! five.scl\nfive\n 5\n 240.\n 480.\n 720.\n 960.\n 2/1\n")
    put("g.txt", "rosin-gesture 1\nrate 16000\nrest 1\n0 move bow.force 0.5\n99 end\n")
    subprocess.run([ROSIN, "render", "small.cfg", "-o", "given.wav"], cwd=folder, check=True,
                   capture_output=True)
    subprocess.run([ROSIN, "render", os.path.join(ROOT, "docs/figures/knock.cfg"), "-d", "0.3", "-r",
                    "22050", "-o", "knock.wav"], cwd=folder, check=True, capture_output=True)


COMMANDS = {
    "render": ["render", "small.cfg", "-o", "x.wav", "--probe", "bow.force", "--probe-file", "x.csv",
               "--report", "x.json", "--stems", "x/", "-s", "d.q=400", "-s", "bow.law.sigma0=1e4"],
    "formats": ["render", "small.cfg", "-o", "x.flac", "--stems", "xs.wav"],
    "again": ["render", "given.wav", "-o", "x.aiff"],
    "replay": ["render", "small.cfg", "--gesture", "g.txt", "-o", "x.wav"],
    "show": ["show", "given.wav"],
    "check": ["check", "bad.cfg"],
    "map": ["map", "small.cfg", "-x", "bow.force=0.2:0.4:2", "-y", "bow.position=0.1:0.2:1",
            "-d", "0.02", "-j", "1", "-o", "x.csv"],
    "modes": ["modes", "knock.wav", "-o", "x.cfg", "--modes", "4"],
    "fit": ["fit", "data.csv", "--law", "lugre"],
    "curve": ["curve", "lugre", "--velocity", "0.01,0.1"],
    "drive": ["curve", "dahl", "--drive", "file:move.csv"],
    "midi": ["render", "violin", "--midi", "tune.mid", "--scale", "five.scl", "-r", "22050", "-d",
             "0.03", "-o", "x.wav"],
    "plot": ["curve", "lugre", "--velocity", "0.01,0.1", "--plot", "x.svg"],
}


class Bench:
    """A folder to work in, and the shim."""

    def __init__(self, folder, shim, index):
        self.folder = os.path.join(folder, str(index))
        os.mkdir(self.folder)
        prepare(self.folder)
        self.given = set(os.listdir(self.folder)) | {"report"}
        self.shim = shim

    def run(self, words, **fail):
        """Exit status, output, lines of error, new files, allocations, blocks left."""
        report = os.path.join(self.folder, "report")
        environment = {**os.environ, "LD_PRELOAD": self.shim, "FAIL_REPORT": report,
                       "OPENBLAS_NUM_THREADS": "1", **{k: str(v) for k, v in fail.items()}}
        if os.path.exists(report):
            os.remove(report)
        done = subprocess.run([ROSIN, *words], cwd=self.folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        calls, left = -1, -1
        if os.path.exists(report):
            with open(report) as f:
                calls, left = map(int, f.read().split())
        new = sorted(set(os.listdir(self.folder)) - self.given)
        for name in new:
            subprocess.run(["rm", "-rf", os.path.join(self.folder, name)], check=True)
        return done.returncode, done.stdout, done.stderr.decode().splitlines(), new, calls, left


def broken(result, whole):
    """What is wrong with a result, or None."""
    status, out, err, new, calls, left = result
    if status == whole[0] and new == whole[3] and out == whole[1] and len(err) == len(whole[2]):
        return f"{left} blocks left" if left > whole[5] else None
    shielded = len(err) > 0 and err[-1].endswith("out of memory for a sound file")
    if status < 0 or status > 2 or (calls < 0 and not shielded):
        return f"ended with {status}"
    new = [n for n in new if n != "x"]  # a folder for stems is made first
    if status != 1:
        return f"exit status {status}"
    errors = [e for e in err if e.startswith("rosin: ") and not e.startswith("rosin: warning")]
    if len(errors) != 1:
        return f"{len(errors)} errors"
    if any(".part-" in n for n in new):
        return "a temporary file is left"
    return f"{left} blocks left" if left > whole[5] else None


def attack(bench, name, step):
    words = COMMANDS[name]
    whole = bench.run(words)
    assert whole[4] > 0, f"{name}: {whole}"
    tried = bad = 0
    for mode in ("FAIL_AT", "FAIL_FROM"):
        for n in range(1, whole[4] + 1, step):
            result = bench.run(words, **{mode: n})
            why = broken(result, whole)
            tried += 1
            if why:
                bad += 1
                print(f"{name} {mode}={n} of {whole[4]}: {why}: {' | '.join(result[2])[:200]}",
                      file=sys.stderr, flush=True)
    return tried, bad


def main():
    quick = "--quick" in sys.argv
    names = [w for w in sys.argv[1:] if not w.startswith("-")] or list(COMMANDS)
    if subprocess.run(["sh", "-c", "command -v gnuplot"], capture_output=True).returncode:
        names = [n for n in names if n != "plot"]
    with tempfile.TemporaryDirectory() as folder:
        shim = os.path.join(folder, "failing.so")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", os.path.join(ROOT, "tests/faults/failing.c"),
                        "-o", shim, "-ldl"], check=True)
        with ThreadPoolExecutor(1 if quick else 2) as pool:
            made = list(pool.map(lambda k: attack(Bench(folder, shim, k), names[k], STEP if quick else 1),
                                 range(len(names))))
    tried, bad = (sum(m[k] for m in made) for k in (0, 1))
    print(f"memory_failures_tried {tried} {tried} 0")
    print(f"memory_failures_broke_promise {bad} {tried} 0")


if __name__ == "__main__":
    main()
