#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What a game engine wants: parts that join, steps of a number, a table for Wwise. ROSIN names the binary.

load common

# samples FILE...: the 24-bit samples of one file after the other, a hash of them
samples() {
  "${PYTHON:-python3}" -c 'import hashlib, sys, wave
hash = hashlib.sha256()
for path in sys.argv[1:]:
    with wave.open(path) as f:
        hash.update(f.readframes(f.getnframes()))
print(hash.hexdigest())' "$@"
}

# frames FILE [FROM [TO]]: so many frames of a 24-bit file, as hexadecimal digits
frames() {
  "${PYTHON:-python3}" -c 'import sys, wave
with wave.open(sys.argv[1]) as f:
    data, size = f.readframes(f.getnframes()), f.getnchannels() * f.getsampwidth()
print(data[int(sys.argv[2]) * size:int(sys.argv[3]) * size].hex())' "$1" "${2:-0}" "${3:-1000000000}"
}

count() {
  "${PYTHON:-python3}" -c 'import sys, wave
print(wave.open(sys.argv[1]).getnframes())' "$1"
}

three() { # SCENE NAME [OPTION]...
  local scene=$1 name=$2 part
  shift 2
  for part in start loop end; do "$ROSIN" render "$scene" --part $part "$@" -o "$name-$part.wav"; done
}

# bats test_tags=plain
@test "start, loop and end are one sound: each goes on where the other is" {
  three sneaker short -d 0.5 --ceiling 0
  three sneaker long -d 0.8 --ceiling 0
  # the start is the scene as it comes, until its gestures stay; a longer loop begins as a shorter one
  [ "$(frames short-start.wav 0 2000)" = "$("$ROSIN" render sneaker -d 0.5 --ceiling 0 -o whole.wav; frames whole.wav 0 2000)" ]
  one() { cat <(frames "$1-start.wav") <(frames "$1-loop.wav") | tr -d '\n' | head -c "$2"; }
  digits=$((12 * ($(count short-start.wav) + $(count short-loop.wav) / 2))) # the rest is faded over
  [ "$(one short $digits)" = "$(one long $digits)" ]
  cat >joined.py <<'END'
import sys, wave
def read(path):
    with wave.open(path) as f:
        n, size = f.getnchannels(), f.getsampwidth()
        data = f.readframes(f.getnframes())
    x = [int.from_bytes(data[i:i + size], "little", signed=True) for i in range(0, len(data), size)]
    return [x[i::n] for i in range(n)]
start, loop, end = (read(p) for p in sys.argv[1:4])
cut = int(sys.argv[4]) if len(sys.argv) > 4 else 0
worst = 0
for s, l, e in zip(start, loop, end):
    x = s + l[cut:] + l[cut:] + e
    d = x
    for _ in range(4):
        d = [b - a for a, b in zip(d, d[1:])]
    for at in (len(s), len(s) + len(l) - cut, len(s) + 2 * (len(l) - cut)):
        near = max(abs(v) for v in d[at - 6:at + 3])
        beside = max(abs(v) for v in d[at - 900:at - 6] + d[at + 3:at + 900])
        worst = max(worst, near / beside)
print("%.3f" % worst)
END
  worst=$("${PYTHON:-python3}" joined.py short-start.wav short-loop.wav short-end.wav)
  fault=$("${PYTHON:-python3}" joined.py short-start.wav short-loop.wav short-end.wav 7) # seven frames are missing
  echo "$worst $fault"
  awk "BEGIN { exit !($worst < 1.2 && $fault > 1.5) }"
}

# bats test_tags=plain
@test "parts: all have one gain, the bytes of a list, and make themselves again" {
  cat >list.cfg <<'END'
duration = 0.4; part = "all"; loudness = -20; rate = 44100; name = "{scene}-{n}";
jobs = ( { scene = "squeak"; }, { scene = "sneaker"; variations = 2; seed = 4; room = "small"; } );
END
  "$ROSIN" batch list.cfg -o out
  "$ROSIN" batch --verify out
  [ "$(cd out && echo *.wav)" = "sneaker-1-end.wav sneaker-1-loop.wav sneaker-1-start.wav sneaker-2-end.wav sneaker-2-loop.wav sneaker-2-start.wav squeak-0-end.wav squeak-0-loop.wav squeak-0-start.wav" ]
  three squeak one -r 44100 -d 0.4 --loudness -20
  for part in start loop end; do
    cmp one-$part.wav out/squeak-0-$part.wav
    "$ROSIN" render out/sneaker-2-$part.wav -o again.wav
    cmp again.wav out/sneaker-2-$part.wav
  done
  "${PYTHON:-python3}" - <<'END'
import csv
rows = [r for r in csv.DictReader(open("out/manifest.csv")) if r["job"] != "#end"]
gains = {}
for r in rows:
    gains.setdefault((r["scene"], r["n"]), set()).add((r["gain"], r["limited"]))
    assert r["loop"] == ("1" if r["part"] == "loop" else "0"), r
    assert r["distance"] == "" and r["group"] == r["scene"], r
assert len(rows) == 9 and len(gains) == 3 and all(len(g) == 1 for g in gains.values()), gains
assert all(float(g) != 0 for group in gains.values() for g, _ in group)
# each is measured as it is
assert len({r["loudness"] for r in rows}) > 3
END
  # a list cut up gives the same; --variations has the parts of the same draws
  for k in 2 1 3; do "$ROSIN" batch list.cfg -o cut --shard $k/3; done
  "$ROSIN" batch --merge cut
  cmp out/manifest.csv cut/manifest.csv
  for part in start loop end; do
    "$ROSIN" render sneaker -r 44100 --part $part --variations 2 --seed 4 -d 0.4 --loudness -20 --room small -o "v-%d-$part.wav" >table.csv
    [ "$(samples "v-2-$part.wav")" = "$(samples "out/sneaker-2-$part.wav")" ]
  done
  # the start in a room goes on into the loop as it does without
  "${PYTHON:-python3}" - <<'END'
import wave
for name in ("sneaker-1", "sneaker-2"):
    assert wave.open(f"out/{name}-end.wav").getnframes() > 4000
END
}

@test "the loop says so: smpl from its first frame to its last" {
  three squeak x -d 0.5
  "${PYTHON:-python3}" - <<'END'
import struct, wave
def chunks(path):
    data, at, found = open(path, "rb").read(), 12, {}
    while at < len(data):
        name, size = struct.unpack_from("<4sI", data, at)
        found[name] = data[at + 8:at + 8 + size]
        at += 8 + size + size % 2
    return found
loop = chunks("x-loop.wav")[b"smpl"]
loops, = struct.unpack_from("<I", loop, 28)
kind, first, last, _, times = struct.unpack_from("<5I", loop, 40)
assert (loops, kind, first, last + 1, times) == (1, 0, 0, wave.open("x-loop.wav").getnframes(), 0)
for part in ("start", "end"):
    assert b"smpl" not in chunks(f"x-{part}.wav")
END
}

# bats test_tags=plain
@test "steps of a number: as many files, evenly, each known by its value" {
  cat >list.cfg <<'END'
duration = 0.3; part = "loop";
jobs = ( { scene = "rope"; steps = "speed=4..16/4"; name = "{scene} {speed}"; },
         { scene = "sneaker"; steps = "speed=1.2..0.3/3"; variations = 2; name = "a/{n}-{scene}"; } );
END
  "$ROSIN" batch list.cfg -o out
  [ "$(cd out && ls -x -w 1000 *.wav a/*.wav)" = "$(printf '%s  ' 'a/1-sneaker-01-loop.wav' 'a/1-sneaker-02-loop.wav' 'a/1-sneaker-03-loop.wav' 'a/2-sneaker-01-loop.wav' 'a/2-sneaker-02-loop.wav' 'a/2-sneaker-03-loop.wav' 'rope 12-loop.wav' 'rope 16-loop.wav' 'rope 4-loop.wav' | sed 's/  $//')" ] || ls -R out
  printf 'duration = 0.1; jobs = ( { scene = "sneaker"; part = "start"; name = "{part:2}-x"; } );\n' >word.cfg
  "$ROSIN" batch word.cfg -o word
  [ -f word/start-x.wav ]
  "$ROSIN" render rope -r 48000 -s speed=12 --part loop -d 0.3 -o one.wav
  [ "$(samples one.wav)" = "$(samples "out/rope 12-loop.wav")" ]
  "${PYTHON:-python3}" - <<'END'
import csv
rows = [r for r in csv.DictReader(open("out/manifest.csv")) if r["job"] != "#end"]
assert [r["step"] for r in rows] == [f"speed={v}" for v in (4, 8, 12, 16)] + [f"speed={v}" for v in ("1.2", "1.2", "0.75", "0.75", "0.3", "0.3")]
assert [r["group"] for r in rows] == ["rope"] * 4 + ["a/sneaker"] * 6
END
}

@test "a table for Wwise: containers, loops, events, as its grammar has them" {
  cat >list.cfg <<'END'
duration = 0.3; part = "loop";
jobs = ( { scene = "rope"; steps = "speed=4..16/3"; name = "ropes/{scene}"; title = "a \"rope\""; },
         { scene = "sneaker"; variations = 2; part = "all"; name = "{scene}-{n}"; },
         { scene = "sneaker"; variations = 2; steps = "speed=0.4..1/2"; name = "{scene}.{n}"; },
         { scene = "squeak"; part = ""; name = "plain"; }, { scene = "squeak"; part = "end"; name = "it, <stopped>"; } );
END
  "$ROSIN" batch list.cfg -o out
  "$ROSIN" batch --wwise out
  "${PYTHON:-python3}" "$ROOT/tests/wwise.py" out/wwise.txt out >tree.txt
  cat tree.txt
  diff tree.txt - <<'END'
Blend Container ropes_rope loop: Play_ropes_rope_loop Stop_ropes_rope_loop
  Sound SFX ropes_rope-01-loop loops
  Sound SFX ropes_rope-02-loop loops
  Sound SFX ropes_rope-03-loop loops
Random Container sneaker start: Play_sneaker_start
  Sound SFX sneaker-1-start: Play_sneaker_1_start
  Sound SFX sneaker-2-start: Play_sneaker_2_start
Random Container sneaker loop: Play_sneaker_loop Stop_sneaker_loop
  Sound SFX sneaker-1-loop loops: Play_sneaker_1_loop Stop_sneaker_1_loop
  Sound SFX sneaker-2-loop loops: Play_sneaker_2_loop Stop_sneaker_2_loop
Random Container sneaker end: Play_sneaker_end
  Sound SFX sneaker-1-end: Play_sneaker_1_end
  Sound SFX sneaker-2-end: Play_sneaker_2_end
Blend Container sneaker. loop: Play_sneaker__loop Stop_sneaker__loop
  Random Container sneaker. loop speed=0.4
    Sound SFX sneaker.1-01-loop loops
    Sound SFX sneaker.2-01-loop loops
  Random Container sneaker. loop speed=1
    Sound SFX sneaker.1-02-loop loops
    Sound SFX sneaker.2-02-loop loops
Sound SFX plain: Play_plain
Sound SFX it, _stopped_-end: Play_it___stopped__end
END
  refused 1 "manifest.csv: No such file" "$ROSIN" batch --wwise nowhere
  printf 'duration = 0.1; container = "flac"; name = "f"; jobs = ( { scene = "squeak"; } );\n' >flac.cfg
  "$ROSIN" batch flac.cfg -o flac
  refused 1 "f.flac: Wwise imports .wav files alone" "$ROSIN" batch --wwise flac
  [ ! -e flac/wwise.txt ]
  cp out/manifest.csv whole.csv
  sed -i '$d' out/manifest.csv # what is gone with its end, no row tells
  run -1 "$ROSIN" batch --wwise out
  [[ "$output" == *"manifest.csv: has no closing row: it is cut off after 15 rows"* ]]
  sed '3s/0/1/' whole.csv >out/manifest.csv
  run -1 "$ROSIN" batch --wwise out
  [[ "$output" == *"the table lacks what is damaged"* ]]
}

# bats test_tags=sanitized
@test "parts and steps that are none: one clear line, before anything is made" {
  refused 2 "--part middle: must be start, loop or end" "$ROSIN" render rope --part middle -o x.wav
  refused 2 "--loop and --part do not go together" "$ROSIN" render rope --part loop --loop -o x.wav
  refused 2 "--part does not go with --stems" "$ROSIN" render rope --part loop --stems s/ -o x.wav
  refused 2 "does not go with --part, whose parts must be of the same draw" "$ROSIN" render rope --part loop --variations 2 --distinct 1 -o 'x%d.wav'
  refused 1 "a loop of 601 s: must be at most 600 s" "$ROSIN" render rope --part end -d 601 -o x.wav
  cat >knock.cfg <<'END'
duration = 1.0; rate = 44100;
modals = { bar = { modes = ( { frequency = 400.0; t60 = 0.05; mass = 0.1; } ); }; };
pushes = { hand = { body = "bar"; position = 0.0; force = ( (0.0, 0.0), (0.001, 5.0), (0.5, 5.0), (1.0, 0.0) ); }; };
outputs = ( { signal = "bar.velocity@0"; gain = 1.0; } );
END
  "$ROSIN" check knock.cfg
  refused 1 "there is no loop: nothing sounds on for 1 s while its gestures stay at" "$ROSIN" render knock.cfg --part loop -o x.wav
  cat >two.cfg <<'END'
title = "two"; layers = { one = { scene = "rope"; }; };
END
  refused 1 "a scene with layers has no parts; take those of each" "$ROSIN" render two.cfg --part start -o x.wav
  local row
  while IFS='|' read -r row why; do
    printf 'jobs = ( { scene = "rope"; %s } );\n' "$row" >list.cfg
    refused 1 "list.cfg:1: $why" "$ROSIN" batch list.cfg -o out
  done <<'END'
part = "begin";|part begin: must be start, loop or end, or all
part = "loop"; loop = 1;|part: does not go with loop
part = "loop"; duration = 601.0;|a loop of 601 s: must be at most 600 s
part = "loop"; variations = 3; distinct = 0.5;|part: does not go with distinct
steps = "speed";|steps speed: must be KEY=FROM..TO/N, as in speed=2..8/5
steps = "speed=1..2";|steps speed=1..2: must be KEY=FROM..TO/N
steps = "speed=1..x/3";|steps speed=1..x/3: must be KEY=FROM..TO/N
steps = "speed=3..9/1";|steps speed=3..9/1: must be 2 to 100 steps
steps = "speed=3..3/2";|steps speed=3..3/2: would all be the same, or nearly
steps = "speed=3..9/2.5";|steps speed=3..9/2.5: must be 2 to 100 steps
END
  printf 'jobs = ( { scene = "rope"; steps = "sped=3..9/2"; } );\n' >list.cfg
  run -1 "$ROSIN" batch list.cfg -o out
  [[ "$output" == *"list.cfg:1: sped=3: sped: unknown key; did you mean 'speed'?"* ]]
  # what a list can know of a scene it says before, once for all parts
  printf 'jobs = ( { scene = "two.cfg"; part = "all"; } );\n' >list.cfg
  run -1 "$ROSIN" batch list.cfg -o out
  [ "$output" = "rosin: list.cfg:1: a scene with layers has no parts; take those of each" ]
  [ ! -e out ] && [ ! -e x.wav ]
}

@test "what was kept is known by its own words: names and manifest of a list of sound files" {
  cat >list.cfg <<'END'
duration = 0.2; creator = "ABC"; source = "Game"; name = "{scene}-{n}";
jobs = ( { scene = "rope"; title = "Hawser"; variations = 2; }, { scene = "squeak"; category = "DOORGate"; }, { scene = "sneaker"; } );
END
  "$ROSIN" batch list.cfg -o out
  cat >kept.cfg <<'END'
jobs = ( { scene = "out/rope-2.wav"; name = "rope-2"; }, { scene = "out/squeak-0.wav"; name = "ucs"; creator = "XY"; },
         { scene = "out/sneaker-0.wav"; part = "all"; duration = 0.3; name = "ucs"; } );
END
  "$ROSIN" batch kept.cfg -o kept
  cmp out/rope-2.wav kept/rope-2.wav
  said() { "${PYTHON:-python3}" -c 'import csv, sys
for r in csv.DictReader(open(sys.argv[1])):
    if r["job"] != "#end": print(r["name"], r["category"], r["title"], r["group"], sep="|")' "$1"; }
  diff <(said kept/manifest.csv) - <<'END'
rope-2.wav|ROPECreak|Hawser|rope-2
DOORGate_squeak 02-000_XY_Game.wav|DOORGate|door hinge, squeaking|DOORGate_squeak 02_XY_Game
RUBRFric_sneaker 03-000 start_ABC_Game.wav|RUBRFric|sneaker, squeaking|RUBRFric_sneaker 03_ABC_Game
RUBRFric_sneaker 03-000 loop_ABC_Game.wav|RUBRFric|sneaker, squeaking|RUBRFric_sneaker 03_ABC_Game
RUBRFric_sneaker 03-000 end_ABC_Game.wav|RUBRFric|sneaker, squeaking|RUBRFric_sneaker 03_ABC_Game
END
}

@test "a list that was changed says what it would take of what it is now" {
  printf 'duration = 0.2; jobs = ( { scene = "sneaker"; variations = 4; } );\n' >list.cfg
  "$ROSIN" batch list.cfg -o out
  printf 'duration = 0.2; jobs = ( { scene = "sneaker"; variations = 2; seed = 3; } );\n' >list.cfg
  run --separate-stderr -0 "$ROSIN" batch list.cfg -o out
  [[ "$stderr" == "2 files, up to 2 of them there; what is not takes at most "* ]]
}

@test "an estimate of what was kept is that of what it was" {
  printf 'duration = 1.0; part = "start"; jobs = ( { scene = "squeak"; name = "{scene}"; } );\n' >list.cfg
  printf 'jobs = ( { scene = "out/squeak-start.wav"; } );\n' >kept.cfg
  "$ROSIN" batch list.cfg -o out
  estimated() { "$ROSIN" batch "$1" -o new --estimate 2>&1 | grep -o 'at most [0-9.]* MB'; }
  [ -n "$(estimated list.cfg)" ]
  [ "$(estimated list.cfg)" = "$(estimated kept.cfg)" ]
}
