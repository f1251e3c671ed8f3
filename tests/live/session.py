# SPDX-License-Identifier: BSD-3-Clause
"""Sessions with `rosin play` on JACK's dummy driver; ROSIN names the binary.

  session.py replay|answers|beside|bundles|garbage|lost|busy|unplugged|learn|ends|bad

Ends with 0 if all went as it should, 77 if there is no JACK to play on."""
import os
import signal
import subprocess
import sys
import tempfile
import time
import wave

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from controls import (Jack, Play, bundle, garbage_osc, osc, random_gesture_osc,  # noqa: E402
                      random_midi, seeded)

ROSIN = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))


def check(truth, text):
    if not truth:
        raise SystemExit(f"session.py: {text}")


def is_whole(path):
    """A WAV file whose header tells its true length, longer than nothing."""
    with open(path, "rb") as f:
        head = f.read(12)
    check(int.from_bytes(head[4:8], "little") + 8 == os.path.getsize(path), f"{path} is cut off")
    return os.path.getsize(path) > 1000


def leftovers(folder):
    return [n for n in os.listdir(folder) if ".part" in n]


def grown(play, folder, more):
    """Wait until what is recorded has grown by so many bytes: by sound, not by the clock."""
    def size():
        return sum(os.path.getsize(os.path.join(folder, n)) for n in leftovers(folder))

    until = size() + more
    while size() < until and play.process.poll() is None:
        time.sleep(0.05)


def pour(play, seconds, seed=1, rate=400):
    """Random moves and notes over OSC and MIDI together; how many."""
    rng, sent, until = seeded(seed), 0, time.time() + seconds
    targets = [t for t in play.targets() if "/hand" not in t[0]]
    while time.time() < until or sent < 200:
        for _ in range(max(1, rate // 200)):
            play.osc(random_gesture_osc(rng, targets))
            os.write(play.midi, random_midi(rng))
            sent += 2
        time.sleep(0.01)
    return sent


def replay(jack, folder):
    for scene in ("cello-d", "cello", "glass", "door-hinge-slow"):
        sound, gesture, again = (os.path.join(folder, n) for n in ("a.wav", "g.txt", "b.wav"))
        play = Play(ROSIN, jack, folder, scene, "--record", sound, "--record-gesture", gesture,
                    "--format", "float", "-s", "gain=0.05")
        sent = pour(play, 1.2)
        status, out, err = play.end()
        check(status == 0, f"{scene}: {status}: {err}")
        check("0 lost" in out and sent > 50, f"{scene}: {sent} sent; {out}")
        subprocess.run([ROSIN, "render", scene, "--gesture", gesture, "-o", again, "--plain",
                        "--format", "float"], check=True, capture_output=True)
        with open(sound, "rb") as a, open(again, "rb") as b:
            check(a.read() == b.read(), f"{scene}: the replay differs")
        check(is_whole(sound) and not leftovers(folder), "leftovers")
        with open(gesture) as f:
            check(len(f.readlines()) > 50, "an empty gesture")


def answers(jack, folder):
    play = Play(ROSIN, jack, folder, "cello", "-s", "player.assist=0.5")
    check(play.ask(osc("/ping"), "/pong") == [], "no pong")
    value = play.ask(osc("/player/assist"), "/player/assist")
    check(value[:3] == [0.5, 0, 1], f"assist: {value}")
    play.osc(osc("/player/assist", 0.25))
    check(play.becomes("/player/assist", lambda v: v[0] == 0.25)[0] == 0.25, "assist did not move")
    play.osc(osc("/cc", 11, 1.0))
    check(play.becomes("/player/dynamics", lambda v: v[0] == 1)[0] == 1, "a controller did not move")
    play.osc(osc("/xy", 0.75, 0.5))
    play.osc(osc("/pad", -0.5, 0.25, "bow-a"))
    for key, share in (("/bow-d/velocity", 0.5), ("/bow-d/force", 0.5), ("/bow-a/velocity", -0.5),
                       ("/bow-a/force", 0.25)):
        value = play.becomes(key, lambda v: abs(v[0] - share * v[2]) < 1e-6)
        check(abs(value[0] - share * value[2]) < 1e-6, f"{key}: {value}")
    play.osc(osc("/lift", "bow-a"))
    check(play.becomes("/bow-a/force", lambda v: v[0] == 0)[0] == 0, "not lifted")
    for packet, path, text in (
            (osc("/pad", 0.5, 0.5, "nobody"), "/pad", "no contact of this name"),
            (osc("/xy", -0.5, 0.5), "/xy", "out of range: 0 to 1"),
            (osc("/bow-d/colour", 1.0), "/bow-d/colour", "no such key"),
            (osc("/bow-d/force", -1.0), "/bow-d/force", "out of range: 0 to"),
            (osc("/bow-d/force", "much"), "/bow-d/force", "must be a number"),
            (osc("/note"), "/note", "missing"),
            (osc("/note", 200.0), "/note", "out of range: 0 to 127"),
            (osc("/note", float("nan")), "/note", "finite"),
            (osc("/scaled/bow-d/force", 2.0), "/scaled/bow-d/force", "out of range: 0 to 1"),
            (osc("/learn", "/nobody"), "/learn", "must be followed by a key"),
            (b"abcd", "", "no OSC"), (bundle(time.time() + 1e6, osc("/ping")), "#bundle", "minute")):
        got = play.ask(packet, "/error")
        check(got and got[0] == path and text in got[1], f"{path}: {got} lacks '{text}'")
    status, out, err = play.end()
    check(status == 0, err)


def beside(jack, folder):
    """Three scenes from left to right, again and again, each with its macros and its gain."""
    sound = os.path.join(folder, "a.wav")
    play = Play(ROSIN, jack, folder, "rope", "chalk", "rope", "--record", sound, "--format", "16")
    value = play.ask(osc("/rope-2/tension"), "/rope-2/tension")
    check(value[:3] == [90, 45, 200], f"tension: {value}")
    value = play.ask(osc("/chalk/gain"), "/chalk/gain")
    check(abs(value[0] - 3 ** -0.5) < 1e-3, f"gain: {value}")
    grown(play, folder, 4 * 48000 * 1.5)
    play.osc(osc("/chalk/gain", 0.0))
    play.osc(osc("/rope-2/gain", 0.0))
    for path in ("/chalk/gain", "/rope-2/gain"):
        check(play.becomes(path, lambda v: v[0] == 0)[0] == 0, "the gain did not move")
    grown(play, folder, 4 * 48000 * 2)
    status, out, err = play.end()
    check(status == 0, err)
    with wave.open(sound) as f:
        check(f.getnchannels() == 2, "two channels")
        rate, count = f.getframerate(), f.getnframes()
        data = f.readframes(count)

    def level(channel, begin, end):
        values = [int.from_bytes(data[4 * i + 2 * channel:4 * i + 2 * channel + 2], "little", signed=True)
                  for i in range(int(begin), int(end))]
        return sum(v * v for v in values) / len(values)

    both, alone = (slice(0, 1.2 * rate), slice(count - 0.8 * rate, count))
    check(level(0, both.start, both.stop) > 0 and level(1, both.start, both.stop) > 0, "silent")
    left, right = (level(c, alone.start, alone.stop) for c in (0, 1))
    check(left > 20 * right, f"the left one alone: {left} {right}")


def bundles(jack, folder):
    """What is bundled for later happens then, within two periods and the poll of this test."""
    play = Play(ROSIN, jack, folder, "cello-d")
    play.osc(bundle(time.time() - 60, osc("/bow/position", 0.1)))
    play.becomes("/bow/position", lambda v: abs(v[0] - 0.1) < 1e-6)  # late is now
    lead, early, value = 0.5, False, 0
    while not early:  # whoever is too busy to look before it is time tries a later one
        lead, value = 2 * lead, value + 0.125
        when = time.time() + lead
        play.osc(bundle(when, osc("/bow/force", value)))
        force = play.ask(osc("/bow/force"), "/bow/force")[0]
        early = time.time() < when - 0.1
        check(not early or abs(force - value) > 1e-3, "a bundle did not wait")
        play.becomes("/bow/force", lambda v: abs(v[0] - value) < 1e-6)  # or it was lost
        check(time.time() > when - 0.1, "a bundle did not wait")
    play.end()


def garbage(jack, folder, packets=4000):
    """Noise over OSC and MIDI: it goes on, answers, and its record is whole."""
    sound = os.path.join(folder, "a.wav")
    for scene in ("cello-d", "cello"):
        rng = seeded(7)
        play = Play(ROSIN, jack, folder, scene, "--record", sound)
        sent = 0
        while sent < packets:  # as fast as it takes them: a full pipe waits
            for _ in range(10):
                play.osc(garbage_osc(rng))
                os.write(play.midi, rng.randbytes(rng.randrange(1, 60)))
                sent += 2
            time.sleep(0.005)
        check(play.process.poll() is None, "it ended")
        check(play.ask(osc("/ping"), "/pong") == [], "it does not answer any more")
        status, out, err = play.end()
        check(status == 0 and " 0 not finite" in out, f"{status} {out} {err}")
        check(is_whole(sound), "an empty record")
        os.remove(sound)
    return sent


def lost(jack, folder):
    """The server is killed under it: a line, and the record is whole."""
    sound, gesture = os.path.join(folder, "a.wav"), os.path.join(folder, "g.txt")
    play = Play(ROSIN, jack, folder, "cello-d", "--record", sound, "--record-gesture", gesture)
    play.osc(osc("/bow/force", 1.0))
    play.osc(osc("/bow/velocity", 0.1))
    grown(play, folder, 48000)
    jack.stop(signal.SIGKILL)
    status, out, err = play.end(signal.SIG_DFL) if play.process.poll() is not None else wait(play)
    check(status == 1, f"status {status}: {err}")
    check("the audio device went away" in err, err)
    check(is_whole(sound) and not leftovers(folder), "the record")
    with open(gesture) as f:
        check(f.read().rstrip().endswith("end"), "the gesture has no end")


def wait(play):
    while play.process.poll() is None:
        time.sleep(0.1)
    return play.end()


def busy(jack, folder):
    play = Play(ROSIN, jack, folder, "cello-d")
    second = subprocess.run([ROSIN, "play", "cello-d", "--device", "jack", "--osc-port",
                             str(play.port)], env=jack.env, capture_output=True, text=True, timeout=600,
                            stdin=subprocess.DEVNULL)
    check(second.returncode == 1 and "in use" in second.stderr, second.stderr)
    check(len(second.stderr.splitlines()) == 1, second.stderr)
    check(play.end()[0] == 0, "the first one")


def unplugged(jack, folder):
    """The pipe's writer goes: a line, silence of its notes, and another may come."""
    play = Play(ROSIN, jack, folder, "cello")
    os.write(play.midi, bytes([0xb0, 11, 127]))
    play.becomes("/player/dynamics", lambda v: v[0] == 1)
    os.write(play.midi, bytes([0x90, 50, 100]))
    os.close(play.midi)
    while "has ended" not in (line := play.process.stderr.readline()) and line:
        play.said.append(line)
    play.said.append(line)
    check(play.ask(osc("/ping"), "/pong") == [], "it does not go on")
    play.midi = play.open_midi()
    os.write(play.midi, bytes([0xb0, 11, 0]))
    play.becomes("/player/dynamics", lambda v: v[0] == 0)  # by the second writer
    status, out, err = play.end()
    check(status == 0 and "has ended; playing goes on" in err, err)


def learn(jack, folder):
    taught = os.path.join(folder, "map")
    play = Play(ROSIN, jack, folder, "cello-d", "--midi-map", taught, "--learn",
                "bow.force,bow.position")
    for cc, path, then in ((21, "/bow/force", "bow.position"), (22, "/bow/position", None)):
        os.write(play.midi, bytes([0xb3, cc, 127]))
        play.becomes(path, lambda v: v[0] == v[2])
        if then:  # the next is learned when that is said, not at once
            play.says(f"move the controller for {then}")
    play.osc(osc("/learn", "/bow/velocity"))

    def taught_velocity(v):
        os.write(play.midi, bytes([0xb3, 23, 0]))
        return v[0] == v[1]

    play.becomes("/bow/velocity", taught_velocity)
    high = play.ask(osc("/bow/force"), "/bow/force")
    check(high[0] == high[2], f"force {high}")
    status, out, err = play.end()
    with open(taught) as f:
        text = f.read()
    check(text.startswith("rosin-midi 1\n"), text)
    for row in ("cc 21 bow.force 0 ", "cc 22 bow.position 0.02 0.4", "cc 23 bow.velocity -"):
        check(row in text, f"'{row}' is not in\n{text}")
    check("move the controller for bow.force" in err and "controller 21 moves bow.force" in err, err)
    play = Play(ROSIN, jack, folder, "cello-d", "--midi-map", taught)
    os.write(play.midi, bytes([0xb0, 21, 127]))
    value = play.becomes("/bow/force", lambda v: v[0] == v[2])
    check(value[0] == value[2], "the file was not read")
    play.end()


def ends(jack, folder):
    """By each signal and by its length: status 0, whole records, the report."""
    sound = os.path.join(folder, "a.wav")
    for how in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, None):
        play = Play(ROSIN, jack, folder, "cello-d", "--record", sound, "--measure",
                    *(["-d", "0.5"] if how is None else []))
        play.osc(osc("/pad", 0.5, 0.3))
        if how is not None:
            grown(play, folder, 20000)
        status, out, err = wait(play) if how is None else play.end(how)
        check(status == 0, f"{how}: {status} {err}")
        check(is_whole(sound) and not leftovers(folder), f"{how}: the record")
        for word in ("played:", "p99.9", "processor:", "server:", "level: peak"):
            check(word in out, f"{how}: {out} lacks {word}")
        with wave.open(sound) as w:
            check(how is not None or w.getnframes() == 24000, "its length")
        os.remove(sound)


def bad(jack, folder):
    """Wrong options: a line each, no hang, nothing left."""
    for options, status, text in (
            (["--block", "4"], 2, "--block 4: out of range: 8 to 8192"),
            (["--level", "6"], 2, "--level 6: out of range: -60 to 0"),
            (["-s", "player.assist=1"], 1, "this scene has no player"),
            (["--midi", "no such thing"], 1, "no MIDI input"),
            (["--midi-in", "/nowhere/midi"], 1, "/nowhere/midi: No such file"),
            (["--midi-map", "x"], 2, "--midi-map: needs --midi"),
            (["--osc-bind", "::1"], 2, "needs --osc-port"),
            (["--osc-port", "70000"], 2, "0 to 65535"),
            (["--osc-port", "0", "--osc-bind", "no.such.host.invalid"], 1, "no.such.host.invalid"),
            (["--record", "x.mp3"], 2, "unknown extension"),
            (["--record", "/nowhere/x.wav"], 1, "/nowhere/x.wav"),
            (["--record-gesture", "/nowhere/x.txt"], 1, "/nowhere/x.txt"),
            (["--device", "nobody's"], 1, "nobody's"),
            (["-r", "44100.5"], 2, "whole number")):
        done = subprocess.run([ROSIN, "play", "cello-d", *([] if "--device" in options else
                                                           ["--device", "jack"]), *options],
                              env=jack.env, capture_output=True, text=True, timeout=600, cwd=folder,
                              stdin=subprocess.DEVNULL)
        check(done.returncode == status, f"{options}: status {done.returncode}: {done.stderr}")
        check(text in done.stderr, f"{options}: {done.stderr}")
        check(os.listdir(folder) == [], f"{options}: left {os.listdir(folder)}")


def main():
    jack = Jack(ROSIN, 256)
    if not jack.process:
        return 77
    try:
        with tempfile.TemporaryDirectory() as folder:
            globals()[sys.argv[1]](jack, folder)
    finally:
        jack.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
