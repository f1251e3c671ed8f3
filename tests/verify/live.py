#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of playing live, on JACK's dummy driver at 48 kHz.

  live.py load SCENE [FRAMES]
                       dense random gestures over MIDI and OSC together, 64 frames, for
                       ROSIN_DRIVE_SECONDS (600; 20 to try it), with real-time scheduling if that
                       is allowed: the callback's shares of the period as the program prints
                       them; the replay of all of it
  live.py bows N       the cello with one bow or four held on its strings, 64 and 32 frames,
                       a tenth of that time each
  live.py machine      what the machine itself takes from a thread that does nothing
  live.py callback     what the callback may not do (tests/unit/live/test_realtime.c)
  live.py delay        MIDI event to first change at the output, 64 and 256 frames
  live.py fuzz         garbage over MIDI and OSC, for ROSIN_FUZZ_SECONDS (180), under sanitizers
  live.py sessions     the sessions of tests/live, a failure each"""
import gc
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LIVE = os.path.join(os.path.dirname(HERE), "live")
sys.path.insert(0, LIVE)
from controls import Jack, Play, garbage_osc, osc, seeded  # noqa: E402
from stream import Stream  # noqa: E402

ROSIN = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
BUILD = os.path.dirname(ROSIN)
RATE = 300  # events a second over each of MIDI and OSC
KEYS = {"cello-d": (50, 74), "cello": (36, 84)}
SEED = 3


def line(name, value, samples=1, seed=0):
    print(f"live_{name} {value:.6g} {samples} {seed}", flush=True)


def numbers(out):
    """What the program prints at its end."""
    def shares(word):
        row = re.search(rf"^{word}: (\d+) calls, p50 ([\d.]+)%, p99.9 ([\d.]+)%, worst ([\d.]+)%"
                        r" of the period, (\d+) over", out, re.M)
        return [float(x) for x in row.groups()]
    level = re.search(r"peak ([-\d.]+) dBFS, (\d+) samples held .*, (\d+) not finite", out).groups()
    events = re.search(r"events: (\d+) played, (\d+) lost", out).groups()
    xruns = re.search(r"server: (\d+) xruns", out).group(1)
    return {"wall": shares("played"), "processor": shares("processor"), "xruns": int(xruns),
            "peak": float(level[0]), "held": int(level[1]), "not_finite": int(level[2]),
            "events": int(events[0]), "lost": int(events[1])}


def same_samples(scene, folder):
    """Does the recorded gesture render to the recorded sound?"""
    subprocess.run([ROSIN, "render", scene, "--gesture", f"{folder}/g.txt", "-o", f"{folder}/b.wav",
                    "--plain", "--format", "float"], check=True, capture_output=True)
    return subprocess.run(["cmp", "-s", f"{folder}/a.wav", f"{folder}/b.wav"]).returncode == 0


def seconds_of_play():
    return float(os.environ.get("ROSIN_DRIVE_SECONDS", 600))


def load(scene, frames="64"):
    seconds, frames = seconds_of_play(), int(frames)
    tag = scene.replace("-", "_") + ("" if frames == 64 else f"_{frames}_frames")
    jack = Jack(ROSIN, frames, realtime=True)
    with tempfile.TemporaryDirectory() as folder:
        record = ["--record", f"{folder}/a.wav", "--format", "float", "--record-gesture",
                  f"{folder}/g.txt"]
        play = Play(ROSIN, jack, folder, scene, "--block", str(frames), "--measure", "--mpe",
                    *record)
        Stream(play, seeded(SEED), KEYS[scene], RATE).run(seconds)
        status, out, err = play.end()
        jack.stop()
        if status:
            print(err, file=sys.stderr)
            return status
        n = numbers(out)
        calls = int(n["processor"][0])
        line(f"{tag}_seconds", calls * frames / 48000, calls, SEED)
        line(f"{tag}_events_per_s", n["events"] / (calls * frames / 48000), n["events"], SEED)
        for i, name in ((1, "p50"), (2, "p999"), (3, "worst")):
            line(f"{tag}_processor_{name}", n["processor"][i] / 100, calls, SEED)
            line(f"{tag}_wall_{name}", n["wall"][i] / 100, calls, SEED)
        line(f"{tag}_processor_over", n["processor"][4], calls, SEED)
        line(f"{tag}_server_xruns", n["xruns"], calls, SEED)
        line(f"{tag}_peak_dbfs", n["peak"], calls * frames, SEED)
        for name in ("held", "not_finite", "lost"):
            line(f"{tag}_{name}", n[name], calls * frames, SEED)
        line(f"{tag}_replay_differs", not same_samples(scene, folder), calls * frames, SEED)
    return 0


BOWS = {"bow-g": 1.27, "bow-d": 1.0, "bow-c": 1.5, "bow-a": 0.8}  # N


def bows(count):
    for frames in (64, 32):
        jack = Jack(ROSIN, frames, realtime=True)
        tag = f"cello_{count}_bows_{frames}_frames"
        with tempfile.TemporaryDirectory() as folder:
            play = Play(ROSIN, jack, folder, "cello", "--block", str(frames), "--measure")
            for bow in list(BOWS)[:int(count)]:
                play.osc(osc(f"/{bow}/velocity", 0.15))
                play.osc(osc(f"/{bow}/force", BOWS[bow]))
            time.sleep(seconds_of_play() / 10)
            status, out, err = play.end()
        jack.stop()
        if status:
            print(err, file=sys.stderr)
            return status
        n = numbers(out)
        calls = int(n["processor"][0])
        for i, name in ((1, "p50"), (2, "p999"), (3, "worst")):
            line(f"{tag}_processor_{name}", n["processor"][i] / 100, calls)
        line(f"{tag}_processor_over", n["processor"][4], calls)
        line(f"{tag}_peak_dbfs", n["peak"], calls * frames)
    return 0


def machine():
    """What the machine itself charges a thread that does nothing but look at its clock:
    the worst step of processor time, as a share of a period of 64 frames. No callback can
    be sure of less."""
    period, seconds = 64 / 48000, 60
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(60))
    except (AttributeError, PermissionError):
        pass
    gc.disable()
    worst, over, steps = 0.0, 0, 0
    last, until = time.thread_time(), time.monotonic() + seconds
    while time.monotonic() < until:
        now = time.thread_time()
        worst = max(worst, now - last)
        over += now - last > 0.1 * period
        last, steps = now, steps + 1
    line("machine_worst", worst / period, steps)
    line("machine_over_a_tenth", over, steps)
    return 0


def callback():
    done = subprocess.run([f"{BUILD}/tests/unit/live/test_realtime"], capture_output=True, text=True,
                          env={**os.environ, "CMOCKA_MESSAGE_OUTPUT": "TAP"})
    tap = done.stdout + done.stderr
    for test, name in (("callback_allocates_and_locks_nothing", "allocations_or_locks"),
                       ("callback_calls_no_system", "system_calls")):
        good = re.search(rf"^ok \d+ - {test}\s*$", tap, re.M)
        line(name, 0 if good else 1, 3 * 600)
    return 0


def delay():
    for period in (64, 256):
        jack = Jack(ROSIN, period, realtime=True)
        with tempfile.TemporaryDirectory() as folder:
            # a string that is soon silent again
            play = Play(ROSIN, jack, folder, "cello-d", "-s", "d.q=5", "--block", str(period))
            done = subprocess.run([f"{BUILD}/tests/live/delay", play.fifo, "60"], env=jack.env,
                                  capture_output=True, text=True)
            play.end()
        jack.stop()
        times = sorted(float(x) for x in done.stdout.split())
        if done.returncode or len(times) < 60:
            print(f"delay: {done.stderr}", file=sys.stderr)
            return 1
        line(f"delay_{period}_p50_ms", times[30], 60)
        line(f"delay_{period}_worst_ms", times[-1], 60)
    return 0


def fuzz():
    seconds = float(os.environ.get("ROSIN_FUZZ_SECONDS", 180))
    rosin = f"{BUILD}/address-undefined/rosin"
    os.environ["ASAN_OPTIONS"] = "detect_leaks=0"  # PortAudio's libraries, gone by then, keep some; ours test_memory_commands counts
    failed = not_finite = unanswered = cut_off = sent = 0
    for scene in ("cello-d", "cello"):
        jack = Jack(rosin, 256)
        with tempfile.TemporaryDirectory() as folder:
            rng = seeded(7)
            play = Play(rosin, jack, folder, scene, "--record", f"{folder}/a.wav")
            until = time.time() + seconds / 2
            while time.time() < until and play.process.poll() is None:
                for _ in range(10):
                    play.osc(garbage_osc(rng))
                    os.write(play.midi, rng.randbytes(rng.randrange(1, 60)))
                    sent += 2
                time.sleep(0.01)
            time.sleep(1.2)  # answers are rationed
            unanswered += play.ask(osc("/ping"), "/pong") != []
            status, out, err = play.end()
            failed += status != 0
            if status:
                print(err[-3000:], file=sys.stderr)
            not_finite += numbers_of_level(out)
            size = os.path.getsize(f"{folder}/a.wav") if os.path.exists(f"{folder}/a.wav") else 0
            with open(f"{folder}/a.wav", "rb") as f:
                cut_off += int.from_bytes(f.read(8)[4:], "little") + 8 != size
        jack.stop()
    for name, value in (("failed", failed), ("not_finite", not_finite),
                        ("unanswered", unanswered), ("cut_off", cut_off)):
        line(f"fuzz_{name}", value, sent, 7)
    return 0


def numbers_of_level(out):
    found = re.search(r", (\d+) not finite", out)
    return int(found.group(1)) if found else 1


def sessions():
    names = ["replay", "answers", "bundles", "lost", "busy", "unplugged", "learn", "ends", "bad"]
    for name in names:
        status = subprocess.run([sys.executable, f"{LIVE}/session.py", name]).returncode
        line(f"session_{name}_failed", status)
    line("terminal_failed", subprocess.run([sys.executable, f"{LIVE}/terminal.py"]).returncode)
    return 0


if __name__ == "__main__":
    commands = {"load": load, "bows": bows, "machine": machine, "callback": callback, "delay": delay, "fuzz": fuzz,
                "sessions": sessions}
    sys.exit(commands[sys.argv[1]](*sys.argv[2:]))
