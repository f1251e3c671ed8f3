#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Scenes that keys play, by the command: rosin render --midi and --score; ROSIN names the binary.

load common

notes() { # FILE KEY...: one after the other
  "${PYTHON:-python3}" - "$ROOT/tests" "$@" <<'PY'
import sys
sys.path.insert(0, sys.argv[1])
import midi
midi.write(sys.argv[2], [e for i, k in enumerate(sys.argv[3:]) for e in midi.note(0.2 * i, int(k), 0.18, 90)])
PY
}

@test "notes play all four, the same each time and whatever the block; what has no key is told" {
  notes a.mid 60 72 20
  for scene in glass-harmonica bowed-vibraphone singing-bowls saw; do
    run -0 --separate-stderr "$ROSIN" render $scene --midi a.mid -d 0.6 -o $scene.wav --report $scene.json --plain
    [[ "$stderr" == *"$scene.wav: 0.60 s, "* ]]
    [[ "$stderr" != *"peak -inf"* ]]
    [[ "$stderr" == *"1 note was left out: below the lowest string or key"* ]]
    grep -q '"played": 2' $scene.json
  done
  "$ROSIN" render bowed-vibraphone --midi a.mid -d 0.6 -o b.wav --block 37 --plain
  cmp bowed-vibraphone.wav b.wav
  "$ROSIN" render bowed-vibraphone --midi a.mid -d 0.6 -o c.wav -s player.dynamics=0.2 --plain
  run -1 cmp bowed-vibraphone.wav c.wav
}

@test "a score plays keys, and a gesture is what it was without notes" {
  printf '<score-partwise><part-list><score-part id="a"><part-name>Glass</part-name></score-part></part-list><part id="a"><measure><note><pitch><step>C</step><octave>5</octave></pitch><duration>4</duration></note></measure></part></score-partwise>' >a.musicxml
  "$ROSIN" render glass-harmonica --score a.musicxml -d 0.5 -o a.wav --report a.json --plain
  grep -q '"played": 1' a.json
  "$ROSIN" render glass-harmonica -d 0.5 -o b.wav --plain
  "$ROSIN" show glass-harmonica | sed '/^keys = {/,/^};/d' >plain.cfg
  "$ROSIN" render plain.cfg -d 0.5 -o c.wav --plain
  cmp b.wav c.wav
  run -0 --separate-stderr "$ROSIN" render plain.cfg --score a.musicxml -d 0.5 -o d.wav --report d.json # takes
  grep -q '"played": 1' d.json
}

@test "notes play takes of an effect: pitch by the key, effort by velocity, held or let go; a file makes itself again" {
  level() { # FILE FROM TO: peak dBFS of these seconds
    samples "$1" | "${PYTHON:-python3}" -c 'import array, math, sys
x = array.array("f", sys.stdin.buffer.read())
a, b = (2 * int(44100 * float(t)) for t in sys.argv[1:]) # two sides
print(20 * math.log10(max(1e-9, max(map(abs, x[a:b])))))' "$2" "$3"
  }
  notes low.mid 60
  notes high.mid 72
  notes both.mid 60 60
  for key in low high both; do
    "$ROSIN" render oak-door --midi $key.mid -d 0.6 -o $key.wav --format float --plain --report $key.json
  done
  grep -q '"played": 2' both.json
  run -1 cmp low.wav high.wav
  "$ROSIN" render oak-door --midi both.mid -d 0.6 -o again.wav --format float --plain --block 37
  cmp both.wav again.wav
  "$ROSIN" render oak-door --midi both.mid -d 0.6 -o told.wav --format float
  "$ROSIN" render told.wav --midi both.mid -o made.wav --format float
  samples told.wav | cmp - <(samples made.wav)
  # a take that is not held ends with its key; one that is goes on
  "$ROSIN" render oak-door --midi low.mid -d 1.5 -o short.wav --format float --plain -s player.hold=0
  "$ROSIN" render oak-door --midi low.mid -d 1.5 -o held.wav --format float --plain
  near "$(level short.wav 1 1.5)" -120 60
  near "$(level held.wav 1 1.5)" -15 15
  for wrong in "--scale x.scl" "--controls swam"; do
    # shellcheck disable=SC2086
    refused 1 "keys that play an effect" "$ROSIN" render oak-door --midi low.mid $wrong -o x.wav
  done
  refused 2 "player.hold: 3 is out of range: 0 to 1" "$ROSIN" render oak-door --midi low.mid -s player.hold=3 -o x.wav
  refused 1 "player.hold" "$ROSIN" render cello --midi low.mid -s player.hold=1 -o x.wav
}

@test "a key that comes while a door turns throws no door" {
  "${PYTHON:-python3}" - "$ROOT/tests" <<'PY'
import sys
sys.path.insert(0, sys.argv[1])
import midi
for name, second in (("same.mid", 60), ("up.mid", 67), ("down.mid", 55)):
    midi.write(name, midi.note(0, 60, 1.6, 70) + midi.note(1.66, second, 1.6, 70))
PY
  for name in same up down; do
    "$ROSIN" render oak-door --midi $name.mid -d 1.8 -o $name.wav --format float --report $name.json
    awk -F'[:,]' '/"peak"/ { exit !($2 < 0.5) }' $name.json || { grep '"peak"' $name.json; return 1; }
  done
}

@test "what is wrong with a section keys is said by its line, value and range" {
  "$ROSIN" show singing-bowls >bowls.cfg
  try() { # SED WORDS
    sed "$1" bowls.cfg >wrong.cfg
    run -1 "$ROSIN" check wrong.cfg
    [[ "$output" == *"$2"* ]]
  }
  try 's/body = "bowl"; contact/body = "pot"; contact/' "keys.body: there is no body 'pot'"
  try 's/contact = "stick"; low/contact = "hand"; low/' "keys.contact: there is no contact 'hand'"
  try 's/low = 48; high/low = 98; high/' "keys.high: 84 is below low, 98"
  try 's/low = 48; high/low = 148; high/' "0 to 127"
  try 's/low = 48; high/lowest = 48; high/' "lowest"
  try 's/loudest = 0.5/loudest = 0.01/' "keys.loudest: 0.01 is below softest, 0.04"
  try 's/power = -0.5; } );/power = -50; } );/' "-10 to 10"
  run -2 --separate-stderr "$ROSIN" render bowls.cfg --midi "$ROOT/docs/tune.mid" -d 0.1 -o a.wav -s player.dinamics=1
  [[ "$stderr" == *dinamics* ]] || [[ "$output" == *dinamics* ]]
}

@test "any body of modes goes under keys" {
  cat >own.cfg <<'CFG'
title = "a rod of one's own"; duration = 1.0; rate = 44100;
modals = { rod = { shape = "bar-clamped"; material = "steel"; length = 0.1; modes = 3; }; };
contacts = { bow = { a = "-"; b = "rod"; position = "tip"; force = 0.0; velocity = 0.0;
  law = { type = "elastoplastic"; sigma0 = 1e5; sigma1 = 0.1; mu_static = 0.9; mu_kinetic = 0.3; stribeck_velocity = 0.25; stribeck_exponent = 1.0; breakaway = 0.6; damping_limit = 1.0; }; }; };
outputs = ( { signal = "rod.velocity@tip"; } );
keys = { body = "rod"; contact = "bow"; low = 60; high = 64; base = 60; place = 1.0; };
CFG
  notes a.mid 60 64
  run -0 --separate-stderr "$ROSIN" render own.cfg --midi a.mid -d 0.5 -o a.wav --report a.json
  grep -q '"played": 2' a.json
}
