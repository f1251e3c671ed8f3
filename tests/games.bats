#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The example for games: a box as a rigid-body program has it, through a pool of voices, to a file that
# is looked at: it sounds where the table says that a corner slides or strikes, and is silent where nothing moves.
# bats file_tags=plain

load common

@test "a box slides, tips and drags over changing ground: what is heard is what its table tells" {
  make -s -C "$ROOT" build/examples/games/play >&2
  python3 "$ROOT/examples/games/box.py" >box.csv
  run -0 "$ROOT/build/examples/games/play" box.csv box.wav
  [[ "$output" == *" 0 stolen, 0 refused" ]]
  sed 's/,[0-9.]*$/,0/' box.csv >soft.csv # the same without blows
  "$ROOT/build/examples/games/play" soft.csv soft.wav
  python3 - <<'END'
import csv
import math
import struct
import wave

with open("box.csv") as file:
    rows = [{k: v if k == "ground" else float(v) for k, v in row.items()} for row in csv.DictReader(file)]
assert {row["ground"] for row in rows} == {"wood", "stone", "ice", "gravel"} and sum(row["impulse"] > 1 for row in rows) >= 3


def read(name):
    with wave.open(name) as file:
        return file.getframerate(), struct.unpack(f"<{2 * file.getnframes()}h", file.readframes(file.getnframes()))


rate, data = read("box.wav")
blows = [a - b for a, b in zip(data, read("soft.wav")[1])]
assert max(map(abs, data)) < 32767, "it is clipped"


def level(begin, end, of=data):
    part = of[2 * int(begin * rate):2 * int(end * rate)]
    return 10 * math.log10(sum(x * x for x in part) / len(part) / 2**30 + 1e-12)


step, slides, stands, strikes = 0.25, 0, 0, 0
for i in range(int(rows[-1]["time"] / step)):
    near = [r for r in rows if i * step <= r["time"] < (i + 1) * step]
    power = sum(r["force"] * abs(r["speed"]) for r in near) / len(near)
    before = [r for r in rows if (i - 1) * step <= r["time"] < i * step]
    if power > 5:
        slides += 1
        assert level(i * step + 0.05, (i + 1) * step) > -50, f"{i * step} s: {power} W are not heard"
    if all(r["force"] * abs(r["speed"]) < 1e-3 and r["impulse"] == 0 for r in near + before) and before:
        stands += 1
        assert level(i * step, (i + 1) * step) < -80, f"{i * step} s: it stands, and is heard"
for row in (r for r in rows if r["impulse"] > 10):
    strikes += 1
    assert level(row["time"], row["time"] + 0.06, blows) > -50, f"{row['time']} s: a blow of {row['impulse']} N s is not heard"
assert not any(blows[:int(2 * rate * next(r["time"] for r in rows if r["impulse"]))]), "a blow before it falls"
assert slides > 10 and stands >= 2 and strikes >= 3, (slides, stands, strikes)
END
}
