#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# A melody that an instrument follows: rosin follow; ROSIN names the binary. How near it comes is measured by
# make verify ONLY=follow.

load common

# sound.py: makes sounds as 16-bit WAV files, and finds the pitch of a stretch by its zero crossings.
maker() {
  cat >sound.py <<'PY'
import array, math, random, wave
RATE = 22050
def write(path, x):
    with wave.open(path, "wb") as f:
        f.setnchannels(1); f.setsampwidth(2); f.setframerate(RATE)
        f.writeframes(array.array("h", [int(max(-1, min(1, v)) * 32767) for v in x]).tobytes())
def tone(seconds, hertz, level=0.3, partials=6):
    n, fade = int(seconds * RATE), int(0.02 * RATE)
    return [level * min(i / fade, (n - i) / fade, 1) * sum(math.sin(2 * math.pi * k * hertz * i / RATE) / k
            for k in range(1, partials + 1) if k * hertz < 9000) for i in range(n)]
def rest(seconds):
    return [0.0] * int(seconds * RATE)
def samples(path):
    data = open(path, "rb").read()
    at = data.index(b"data")
    x = array.array("f", data[at + 8:at + 8 + int.from_bytes(data[at + 4:at + 8], "little") // 4 * 4])
    return x[0::2] # of two channels the left one
def likeness(x, rate, hertz, a, b): # how much of a stretch repeats a period later
    p, q = int(a * rate), int(b * rate)
    lag = round(rate / hertz)
    num = 2 * sum(x[i] * x[i + lag] for i in range(p, q))
    return num / (sum(x[i] ** 2 + x[i + lag] ** 2 for i in range(p, q)) + 1e-12)
PY
}
make_sounds() {
  maker
  "${PYTHON:-python3}" - <<'PY'
from sound import *
write("two.wav", rest(0.1) + tone(0.4, 200.6) + rest(0.1) + tone(0.4, 241.4, 0.1) + rest(0.1)) # 40 cents above G, below B
PY
}

# bats test_tags=plain
@test "two notes come out bowed, in their pitch, place and order of loudness; MIDI and gesture say them again" {
  make_sounds
  run -0 --separate-stderr "$ROSIN" follow two.wav --on cello --passes 2 -o out.wav --format float --midi out.mid --gesture out.txt
  [[ "$stderr" == "out.wav: 2 notes, pass "* ]]
  head -c 4 out.mid | grep -q MThd
  [ "$(grep -c note-on out.txt)" = 2 ]
  "${PYTHON:-python3}" - <<'PY'
from sound import samples, likeness
x, rate = samples("out.wav"), 48000
assert abs(len(x) / rate - 2.1) < 0.01, len(x)
assert likeness(x, rate, 200.6, 0.25, 0.45) > 0.95 and likeness(x, rate, 241.4, 0.75, 0.95) > 0.95
rms = lambda a, b: (sum(v * v for v in x[int(a * rate):int(b * rate)]) / ((b - a) * rate)) ** 0.5
assert rms(0.25, 0.45) > 1.5 * rms(0.75, 0.95), (rms(0.25, 0.45), rms(0.75, 0.95))
begins = next(t for t in range(20, 500) if rms(t / 1000, t / 1000 + 0.01) > 0.15 * rms(0.25, 0.45))
assert 75 < begins < 135, begins # ms, in the middle of a rise of 20 ms from 100
PY
  "$ROSIN" render cello --gesture out.txt -o again.wav --format float --plain
  "${PYTHON:-python3}" - <<'PY'
from sound import samples
x, y = samples("out.wav"), samples("again.wav")
first = lambda z: next(i for i, v in enumerate(z) if v)
late = first(y) - first(x) # what the decimator keeps back
assert 0 <= late < 100 and x[:60000] == y[late:60000 + late] and max(x) > 0.01
PY
}

# bats test_tags=plain
@test "what is not one voice is refused in a line" {
  maker
  "${PYTHON:-python3}" - <<'PY'
from sound import *
random.seed(1)
write("short.wav", tone(0.05, 200))
write("silent.wav", rest(0.5))
write("noise.wav", [random.uniform(-.3, .3) for _ in range(RATE // 2)])
write("hiss.wav", [v + random.uniform(-.15, .15) for v in tone(0.5, 300, 0.15, 1)])
write("chord.wav", [sum(v) for v in zip(tone(0.5, 262, 0.1), tone(0.5, 330, 0.1), tone(0.5, 392, 0.1))])
PY
  follows() { refused 1 "$2" "$ROSIN" follow "$1" --on cello -o x.wav; }
  follows short.wav "too short"
  follows silent.wav "is silent"
  follows noise.wav "no melody"
  follows hiss.wav "noise"
  follows chord.wav "several voices at once"
  follows none.wav "none.wav"
}

@test "an hour is refused before it is read" {
  printf 'RIFF\x24\x3c\x14\x00WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x40\x1f\0\0\1\0\x08\0data\x00\x77\xb7\x01' >hour.wav
  truncate -s $((44 + 28800000)) hour.wav
  refused 1 "lasts 3600 s; at most 300" "$ROSIN" follow hour.wav --on cello -o x.wav
}

@test "bad choices are told with their ranges" {
  make_sounds
  refused 2 "--transpose 99: out of range" "$ROSIN" follow two.wav --on cello --transpose 99 -o x.wav
  refused 2 "--passes 0: out of range" "$ROSIN" follow two.wav --on cello --passes 0 -o x.wav
  refused 2 "usage: rosin follow" "$ROSIN" follow two.wav -o x.wav
  refused 1 "no instrument" "$ROSIN" follow two.wav --on oak-door -o x.wav
  refused 2 "this command reads it" "$ROSIN" follow two.wav --on cello -o two.wav
}

# bats test_tags=plain
@test "what is out of reach is told, with a transposition that reaches it" {
  make_sounds
  run -1 --separate-stderr "$ROSIN" follow two.wav --on violin --transpose -18 -o x.wav
  [[ "$stderr" == *"nothing of it is within reach: it goes from C#2 to F2, violin from G3; --transpose 6 reaches more" ]]
}
