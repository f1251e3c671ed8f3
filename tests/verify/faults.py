#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Commands that are ended from outside: by signals at random moments, a full disk, a folder that
cannot be written, another process on the same output.

  faults.py signals|take|disk|folder|race [--seed N] [--moments N]

The promise: under a final name stands what was there before or a whole new file, never half a
one; no temporary file is left (SIGKILL may leave NAME.part-PROCESS-N); "nothing was written" is
said only where it is true; a take keeps what could be written. Prints the figures of
`make verify`; what broke the promise goes to standard error."""
import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ROSIN = os.path.abspath(os.environ.get("ROSIN", os.path.join(ROOT, "build/rosin")))
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGPIPE]
OLD = b"what was there before"

COMMANDS = {
    "render": ["render", "squeak", "-d", "0.3", "-o", "x.wav", "--probe", "hinge.force",
               "--probe-file", "x.csv", "--report", "x.json", "--stems", "xs.wav"],
    "map": ["map", "squeak", "-x", "hinge.force=10:60:3", "-y", "hinge.velocity=0.01:0.1:2", "-d",
            "0.2", "-j", "2", "-o", "x.csv"],
    "modes": ["modes", "../knock.wav", "--modes", "4", "-o", "x.cfg"],
}
broken = []


def complain(text):
    broken.append(text)
    print(text, file=sys.stderr, flush=True)


def read(path):
    try:
        with open(path, "rb") as f:
            return f.read()
    except FileNotFoundError:
        return None


def outputs(words):
    return [w for w in words if w.startswith("x") and "." in w]


def fresh(folder, names):
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    for name in names:
        with open(os.path.join(folder, name), "wb") as f:
            f.write(OLD)


def make_knock(folder):
    subprocess.run([ROSIN, "render", os.path.join(ROOT, "docs/figures/knock.cfg"), "-d", "0.3", "-r",
                    "22050", "-o", os.path.join(folder, "knock.wav")], check=True,
                   capture_output=True)


def is_report(data):
    try:
        return "samples" in json.loads(data)
    except ValueError:
        return False


class Whole:
    """What a command makes when nothing disturbs it, and how long that takes."""

    def __init__(self, folder, words):
        self.names = outputs(words)
        fresh(folder, self.names)
        start = time.time()
        subprocess.run([ROSIN, *words], cwd=folder, check=True, capture_output=True)
        self.seconds = time.time() - start
        self.data = {n: read(os.path.join(folder, n)) for n in self.names}

    def judge(self, folder, what, err, killed):
        """Complain about files that are neither old nor whole."""
        changed = []
        for name in self.names:
            data = read(os.path.join(folder, name))
            if data == OLD:
                continue
            changed.append(name)
            if not (is_report(data) if name.endswith(".json") else data == self.data[name]):
                complain(f"{what}: {name} is neither the old nor the new one")
        left = [n for n in os.listdir(folder) if n not in self.names]
        if any(".part-" not in n for n in left) or (left and not killed):
            complain(f"{what}: {left} left")
        if "nothing was written" in err and changed:
            complain(f"{what}: said that nothing was written, but {changed} were")
        return len(left)


def strike(folder, whole, words, number, moment):
    fresh(folder, whole.names)
    process = subprocess.Popen([ROSIN, *words], cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    time.sleep(moment)
    process.send_signal(number)
    err = process.communicate(timeout=60)[1].decode()
    errors = [line for line in err.splitlines() if line.startswith("rosin: ")]
    what = f"{words[0]} {number.name} after {1000 * moment:.1f} ms"
    if process.returncode == 1 and len(errors) != 1:
        complain(f"{what}: {len(errors)} errors: {err}")
    if process.returncode not in (0, 1, -number):
        complain(f"{what}: ended with {process.returncode}")
    return whole.judge(folder, what, err, number == signal.SIGKILL)


def signals(folder, rng, moments):
    make_knock(folder)

    def attack(name, seed):
        own = os.path.join(folder, name)
        os.mkdir(own)
        words = COMMANDS[name]
        Whole(own, words)
        whole, local = Whole(own, words), random.Random(seed)
        return sum(strike(own, whole, words, s, local.uniform(0, 1.3 * whole.seconds))
                   for s in SIGNALS for _ in range(moments))
    with ThreadPoolExecutor(2) as pool:
        left = sum(pool.map(attack, COMMANDS, [rng.random() for _ in COMMANDS]))
    print(f"faults_signals_broken {len(broken)} {len(COMMANDS) * len(SIGNALS) * moments} {SEED}")
    print(f"faults_left_by_sigkill {left} {len(COMMANDS) * moments} {SEED}")


# ---- takes --------------------------------------------------------------------------------

def seconds_of(data, rate=48000, width=3, channels=1):
    """Of a WAV as its header tells, or None if it is no such file or tells more than is there."""
    if not data or data[:4] != b"RIFF":
        return None
    at = 12
    while at + 8 <= len(data):
        size = int.from_bytes(data[at + 4:at + 8], "little")
        if data[at:at + 4] == b"data":
            return size / (rate * width * channels) if at + 8 + size <= len(data) + 1 else None
        at += 8 + size + size % 2
    return None


def take_once(folder, jack, number, moment):
    names = ["t.wav", "t.txt"]
    fresh(folder, names)
    process = subprocess.Popen(
        [ROSIN, "play", "squeak", "--device", "jack", "--plain", "--gestures", "--record", "t.wav",
         "--record-gesture", "t.txt", "-d", "0.8"], cwd=folder, env=jack.env,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    time.sleep(moment)
    process.send_signal(number)
    process.communicate(timeout=60)
    what = f"play {number.name} after {1000 * moment:.0f} ms"
    killed = number == signal.SIGKILL
    if process.returncode not in (0, 1, -number):
        complain(f"{what}: ended with {process.returncode}")
    for name in os.listdir(folder):
        data = read(os.path.join(folder, name))
        if data == OLD and name in names:
            continue
        if name not in names and not (killed and ".part-" in name):
            complain(f"{what}: {name} left")
        whole = name in names
        if name.startswith("t.wav") and data:
            seconds = seconds_of(data)
            if seconds is None or (whole and abs(seconds * 144000 - len(data)) > 20000):
                complain(f"{what}: {name} cannot be read")
        if name == "t.txt" and not data.rstrip().endswith(b"end"):
            complain(f"{what}: {name} has no end")
        if name.startswith("t.txt") and data and not data.startswith(b"rosin-gesture 1\n"):
            complain(f"{what}: {name} cannot be read")
    return 1


def open_jack():
    sys.path.insert(0, os.path.join(ROOT, "tests", "live"))
    from controls import Jack
    jack = Jack(ROSIN, 256)
    return jack if jack.process else None


def kept_seconds(folder):
    """Of the take that is being recorded, as its header tells now."""
    for name in os.listdir(folder):
        return seconds_of(read(os.path.join(folder, name)))
    return None


def behind(folder, jack, rng, moments):
    """The longest time, in s, that a take's header stood still until SIGKILL ended it."""
    worst = 0
    for _ in range(moments):
        fresh(folder, [])
        process = subprocess.Popen(
            [ROSIN, "play", "squeak", "--device", "jack", "--plain", "--record", "t.wav", "-d", "60"],
            cwd=folder, env=jack.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        end = time.time() + 20
        while not kept_seconds(folder) and time.time() < end:
            time.sleep(0.02)
        last, changed, end = kept_seconds(folder), time.time(), time.time() + rng.uniform(1, 4)
        while time.time() < end:
            time.sleep(0.02)
            now = kept_seconds(folder)
            if now != last:
                worst, last, changed = max(worst, time.time() - changed), now, time.time()
        worst = max(worst, time.time() - changed)
        process.kill()
        process.communicate()
        if not kept_seconds(folder):
            complain("a take cannot be read after SIGKILL")
    return worst


def take(folder, rng, moments):
    jack = open_jack()
    if not jack:
        print("no jackd, or a PortAudio without JACK: takes are not tried", file=sys.stderr)
        return
    try:
        jobs = [(s, rng.uniform(0, 1.4)) for s in SIGNALS for _ in range(moments)]

        def work(k):
            own = os.path.join(folder, str(k))
            os.mkdir(own)
            return sum(take_once(own, jack, *job) for job in jobs[k::3])
        with ThreadPoolExecutor(3) as pool:
            tried = sum(pool.map(work, range(3)))
        own = os.path.join(folder, "long")
        os.mkdir(own)
        worst = behind(own, jack, rng, max(3, moments // 20))
        fresh(own, [])
        kept = full_take(own, jack)
    finally:
        jack.stop()
    print(f"faults_take_broken {len(broken)} {tried} {SEED}")
    print(f"faults_take_behind_s {worst:.3f} {max(3, moments // 20)} {SEED}")
    print(f"faults_take_kept_of_full_disk {kept:.4f} 1 {SEED}")


def full_take(folder, jack):
    """A take that runs into a limit of 200 000 bytes: the share of the limit that can be read."""
    limit = 200000
    done = subprocess.run(
        [ROSIN, "play", "squeak", "--device", "jack", "--plain", "--record", "t.wav", "-d", "3"],
        cwd=folder, env=jack.env, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)), timeout=60)
    seconds = seconds_of(read(os.path.join(folder, "t.wav")))
    if done.returncode != 1 or "are kept" not in done.stderr or os.listdir(folder) != ["t.wav"]:
        complain(f"a take on a full disk: {done.returncode}, {done.stderr}, {os.listdir(folder)}")
    return (seconds or 0) * 144000 / limit


# ---- disks and folders ----------------------------------------------------------------------

def refused(folder, whole, words, what, **how):
    done = subprocess.run([ROSIN, *words], cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=60, **how)
    errors = [line for line in done.stderr.splitlines() if line.startswith("rosin: ")]
    if done.returncode != 1 or len(errors) != 1:
        complain(f"{what}: status {done.returncode}, {done.stderr}")
    whole.judge(folder, what, done.stderr, False)


def mounted(folder, options):
    return subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", folder],
                          capture_output=True).returncode == 0


def disk(folder, rng, moments):
    make_knock(folder)
    tried = 0
    for name, words in COMMANDS.items():
        own = os.path.join(folder, name)
        os.mkdir(own)
        whole = Whole(own, words)
        least = min(len(d) for d in whole.data.values())
        for _ in range(moments // 5):
            limit = int(rng.uniform(0, min(4096, least)))
            fresh(own, whole.names)
            refused(own, whole, words, f"{name} under a limit of {limit} bytes",
                    preexec_fn=lambda n=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (n, n)))
            tried += 1
        small = os.path.join(folder, name + "-small")
        os.mkdir(small)
        if not mounted(small, "size=8k"):
            print("a small disk cannot be mounted: only limits are tried", file=sys.stderr)
            continue
        try:
            for n in whole.names[:1]:
                with open(os.path.join(small, n), "wb") as f:
                    f.write(OLD)
            with open(os.path.join(small, "fill"), "wb", buffering=0) as f:
                try:
                    while f.write(b"x" * 512):
                        pass
                except OSError:
                    pass
            one = Whole.__new__(Whole)
            one.names, one.data = [whole.names[0], "fill"], {"fill": read(os.path.join(small, "fill"))}
            plain = words[:words.index("-o") + 2]
            refused(small, one, plain, f"{name} on a full disk")
            tried += 1
        finally:
            subprocess.run(["umount", small], check=True)
    print(f"faults_disk_broken {len(broken)} {tried} {SEED}")


def folder_closed(folder, _rng, _moments):
    make_knock(folder)
    tried = 0
    for name, words in COMMANDS.items():
        own = os.path.join(folder, name)
        os.mkdir(own)
        whole = Whole(own, words)
        fresh(own, whole.names)
        bound = os.geteuid() == 0 and subprocess.run(["mount", "--bind", own, own],
                                                     capture_output=True).returncode == 0
        if bound:
            subprocess.run(["mount", "-o", "remount,ro,bind", own], check=True)
        elif os.geteuid() == 0:
            print("nothing can be mounted: read-only folders are not tried", file=sys.stderr)
            continue
        else:
            os.chmod(own, 0o555)
        try:
            refused(own, whole, words, f"{name} in a read-only folder")
            tried += 1
        finally:
            if bound:
                subprocess.run(["umount", own], check=True)
            else:
                os.chmod(own, 0o755)
    print(f"faults_read_only_broken {len(broken)} {tried} {SEED}")


def race(folder, rng, moments):
    """Two processes on one output."""
    words = [["render", "squeak", "-d", d, "-o", "x.wav"] for d in ("0.1", "0.3")]
    wholes = [Whole(folder, w).data["x.wav"] for w in words]
    for _ in range(moments):
        fresh(folder, [])
        first = subprocess.Popen([ROSIN, *words[0]], cwd=folder, stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(0, 0.05))
        second = subprocess.Popen([ROSIN, *words[1]], cwd=folder, stderr=subprocess.DEVNULL)
        statuses = [first.wait(), second.wait()]
        if statuses != [0, 0] or os.listdir(folder) != ["x.wav"] or \
                read(os.path.join(folder, "x.wav")) not in wholes:
            complain(f"two on one output: {statuses}, {os.listdir(folder)}")
    print(f"faults_race_broken {len(broken)} {moments} {SEED}")


def main():
    parts = {"signals": signals, "take": take, "disk": disk, "folder": folder_closed, "race": race}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=parts)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--moments", type=int, default=200)
    options = parser.parse_args()
    global SEED
    SEED = options.seed
    with tempfile.TemporaryDirectory() as folder:
        parts[options.part](folder, random.Random(SEED), options.moments)


if __name__ == "__main__":
    main()
