# SPDX-License-Identifier: BSD-3-Clause
"""What plays rosin in tests: OSC packets and MIDI bytes, sensible or garbage, and the
JACK dummy server they are heard on."""
import ctypes
import fcntl
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time


def osc_string(text):
    data = text.encode() + b"\0"
    return data + b"\0" * (-len(data) % 4)


def osc(path, *values):
    """An OSC message; numbers as floats (ints as ints), texts as strings."""
    types, body = ",", b""
    for v in values:
        if isinstance(v, str):
            types, body = types + "s", body + osc_string(v)
        elif isinstance(v, int):
            types, body = types + "i", body + struct.pack(">i", v)
        else:
            types, body = types + "f", body + struct.pack(">f", v)
    return osc_string(path) + osc_string(types) + body


def bundle(seconds, *packets):
    """A bundle for a time (Unix seconds), or at once (None)."""
    if seconds is None:
        tag = 1
    else:
        tag = int((seconds + 2208988800) * (1 << 32)) & (1 << 64) - 1
    return (b"#bundle\0" + struct.pack(">Q", tag)
            + b"".join(struct.pack(">i", len(p)) + p for p in packets))


def read_osc(data):
    """(path, values) of a message."""
    def text(at):
        end = data.index(b"\0", at)
        return data[at:end].decode("latin-1"), (end + 4) & ~3
    path, at = text(0)
    types, at = text(at)
    values = []
    for t in types[1:]:
        if t == "s":
            value, at = text(at)
        else:
            value, at = struct.unpack(">" + t, data[at:at + 4])[0], at + 4
        values.append(value)
    return path, values


def garbage_osc(rng):
    """A packet that is wrong somewhere: noise, or a good one cut, changed or absurd."""
    good = [osc("/bow/force", rng.uniform(-1, 3)), osc("/note", 50.0, 0.7), osc("/d/finger", 200.0),
            osc("/list"), osc("/learn", "/bow/force"), osc("/cc", 1, 0.5),
            bundle(None, osc("/note", 60.0), osc("/pad", 0.2, 0.3))]
    kind = rng.randrange(8)
    if kind == 0:
        return rng.randbytes(rng.randrange(0, 200))
    if kind == 1:
        p = rng.choice(good)
        return p[:rng.randrange(len(p))]
    if kind == 2:
        p = bytearray(rng.choice(good))
        for _ in range(rng.randrange(1, 6)):
            p[rng.randrange(len(p))] = rng.randrange(256)
        return bytes(p)
    if kind == 3:
        x = rng.choice([float("nan"), float("inf"), -float("inf"), 1e30, -1e30, 1e-40])
        return osc(rng.choice(["/bow/force", "/bow/velocity", "/note", "/bend", "/d/finger", "/pad"]),
                   x, x)
    if kind == 4:
        return osc("/" + "x" * rng.randrange(3000), 1.0)
    if kind == 5:
        p = rng.choice(good)
        for _ in range(rng.randrange(12)):
            p = bundle(rng.choice([None, time.time() + rng.uniform(-1e9, 1e9)]), p)
        return p
    if kind == 6:
        return b"#bundle\0" + rng.randbytes(8) + struct.pack(">i", rng.randrange(-5, 1 << 31 - 1)) + b"abcd"
    return osc("/bow/force", "loud", 3)


def random_gesture_osc(rng, targets):
    """A move of a random target within its fader's range: [(path, low, high)]."""
    path, low, high = rng.choice(targets)
    return osc(path, rng.uniform(low, high))


def random_midi(rng, low=36, high=76):
    """Bytes of a random message of somebody who plays fast and wild."""
    channel = rng.randrange(16)
    kind = rng.randrange(10)
    key = rng.randrange(low, high)
    if kind < 3:
        return bytes([0x90 | channel, key, rng.randrange(1, 128)])
    if kind < 5:
        return bytes([0x80 | channel, key, 64])
    if kind < 8:
        return bytes([0xb0 | channel, rng.choice([1, 2, 11, 74, 76, 77, 78, 5, 68]), rng.randrange(128)])
    if kind < 9:
        return bytes([0xe0 | channel, rng.randrange(128), rng.randrange(128)])
    return bytes([0xd0 | channel, rng.randrange(128)])


def own_name(answers):
    """A server's name that no other process has, with the lock that says so, and under which none `answers` that a
    test has left behind. JACK has room for eight names, and a server that is killed keeps its own until another one
    takes it; so there are few."""
    while True:
        for k in range(5):
            name = f"rosin-test-{k}"
            lock = open(os.path.join(tempfile.gettempdir(), f"rosin-test-{os.getuid()}-{k}.lock"), "a")
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if not answers(name):
                    return name, lock
            except OSError:
                pass
            lock.close()
        time.sleep(0.2)


def environment(name):
    return {**os.environ, "JACK_NO_AUDIO_RESERVATION": "1", "JACK_NO_START_SERVER": "1", "JACK_DEFAULT_SERVER": name}


def answers(rosin, env):
    """Whether this program finds a server there."""
    return "JACK" in subprocess.run([rosin, "devices"], env=env, capture_output=True, text=True).stdout


def with_parent():
    """In a child, before it is what it is: it goes as its parent goes, however that ends (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


class Jack:
    """JACK's dummy driver under a name of its own; None in .process if it does not start."""

    def __init__(self, rosin, period, rate=48000, realtime=False):
        """`realtime`: with real-time scheduling, as one plays, where that is allowed."""
        name, self.lock = own_name(lambda name: answers(rosin, environment(name)))
        self.env = environment(name)
        self.process = None
        if not shutil.which("jackd"):
            return
        allowed = realtime and subprocess.run(["chrt", "-f", "10", "true"],
                                              capture_output=True).returncode == 0
        self.command = ["jackd", *(["--realtime", "-P", "60"] if allowed else ["--no-realtime"]),
                        "-d", "dummy", "-r", str(rate), "-p", str(period)]
        for _ in range(5):  # it may end as it starts
            if self.start(rosin):
                return
            if self.process.poll() is None:  # there, but not for this program
                break
            print(f"jackd does not start: {self.said()}", file=sys.stderr)
        self.stop()

    def start(self, rosin):
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(self.command, env=self.env, stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log, preexec_fn=with_parent)
        for _ in range(150):
            if self.process.poll() is not None:
                return False
            time.sleep(0.2)
            if answers(rosin, self.env):
                return True
        return False

    def said(self):
        self.log.seek(0)
        return self.log.read()[:200].split("\njackdmp")[0]

    def stop(self, how=signal.SIGTERM):
        if not self.process:
            return
        self.process.send_signal(how)
        self.process.wait()
        self.process = None
        self.lock.close()


class Play:
    """rosin play on a Jack, with OSC on a port of its own and MIDI through a pipe."""

    def __init__(self, rosin, jack, folder, scene, *options):
        self.fifo = os.path.join(folder, "midi")
        if not os.path.exists(self.fifo):
            os.mkfifo(self.fifo)
        self.process = subprocess.Popen(
            [rosin, "play", scene, "--device", "jack", "--plain", "--osc-port", "0", "--midi-in",
             self.fifo, *options],
            env=jack.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)
        self.said = []
        self.port = 0
        while self.process.poll() is None:
            line = self.process.stderr.readline()
            self.said.append(line)
            if "OSC on port" in line:
                self.port = int(line.split("port ")[1].split()[0])
            if "to the device" in line or not line:
                break
        self.midi = self.open_midi()
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.settimeout(1)

    def open_midi(self):
        """The pipe, as soon as it is read; nothing's, if who reads it has ended."""
        while self.process.poll() is None:
            try:
                pipe = os.open(self.fifo, os.O_WRONLY | os.O_NONBLOCK)
                os.set_blocking(pipe, True)
                return pipe
            except OSError:  # nobody reads it yet
                time.sleep(0.05)
        return os.open(os.devnull, os.O_WRONLY)

    def osc(self, packet):
        self.socket.sendto(packet, ("127.0.0.1", self.port))

    def ask(self, packet, path):
        """Send, again each second, until the answer at a path is there, however busy the machine: its values."""
        self.socket.setblocking(False)
        try:
            while True:  # answers to what was before
                self.socket.recv(65536)
        except BlockingIOError:
            self.socket.settimeout(1)
        while self.process.poll() is None:
            self.osc(packet)
            until = time.time() + 1
            while time.time() < until:
                try:
                    got, values = read_osc(self.socket.recv(65536))
                except (socket.timeout, ValueError, struct.error):
                    continue
                if got == path:
                    return values
        return None

    def becomes(self, path, wanted):
        """Wait until what a path answers is `wanted`, however long it takes; its values."""
        while not wanted(values := self.ask(osc(path), path) or [float("nan")] * 3):
            if self.process.poll() is not None:
                return [float("nan")] * 3
            time.sleep(0.05)
        return values

    def targets(self):
        """All that can be moved, from /list, whose answers come before a /pong: [(path, low, high)]."""
        found = {}
        while self.process.poll() is None:
            self.osc(osc("/list"))
            self.osc(osc("/ping"))
            try:
                while (answer := read_osc(self.socket.recv(65536)))[0] != "/pong":
                    if len(answer[1]) == 4:
                        found[answer[0]] = (answer[1][1], answer[1][2])
                if found:
                    break
            except (socket.timeout, ValueError, struct.error):
                time.sleep(1)  # answers are rationed
        return [(path, *range_) for path, range_ in found.items()]

    def says(self, words):
        """Wait until it has said a line with these words."""
        while self.process.poll() is None and words not in (self.said or [""])[-1]:
            self.said.append(self.process.stderr.readline())

    def end(self, how=signal.SIGTERM, patience=600):
        """Exit status, what was printed, what was said."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        out, err = self.process.communicate(timeout=patience)
        os.close(self.midi)
        self.socket.close()
        return self.process.returncode, out, "".join(self.said) + err


def seeded(seed):
    return random.Random(seed)
