#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Rooms, loops and layers in lists and variations, and what is checked before anything starts. ROSIN names
# the binary.

load common

# field FILE ROW COLUMN: of a manifest, as it stands there
field() {
  "${PYTHON:-python3}" -c 'import csv, sys
print([r for r in csv.DictReader(open(sys.argv[1])) if r["job"] != "#end"][int(sys.argv[2])][sys.argv[3]])' "$@"
}

# again FILE [OPTION]...: the sound file makes itself again, to the byte
again() {
  "$ROSIN" render "$@" -o again.wav
  cmp "$1" again.wav
}

# a response: two taps, 0.4 s
response() {
  "${PYTHON:-python3}" -c 'import struct, sys, wave
with wave.open("hall.wav", "wb") as f:
    f.setparams((1, 2, int(sys.argv[1]), 0, "NONE", ""))
    f.writeframes(struct.pack("<%dh" % 4000, 20000, *[0] * 3000, 9000, *[0] * 998))' "${1:-44100}"
}

# bats test_tags=plain
@test "lists: rooms and loops, whatever makes the file again" {
  response
  cat >list.cfg <<'END'
rate = 44100; duration = 0.4; name = "{scene}-{job}";
jobs = ( { scene = "rope"; room = "hall"; },
         { scene = "rope"; room = "none"; },
         { scene = "oak-door"; loop = 1; room = "small"; variations = 2; seed = 4; },
         { scene = "wine-glass"; loop = 1; loudness = -20; format = "float"; },
         { scene = "chalk"; room = "small"; ceiling = 0; set = "gain=30"; },
         { scene = "chalk"; room = "hall.wav"; container = "flac"; date = "2026-11-24"; title = "in there"; } );
END
  "$ROSIN" batch list.cfg -o out -j 2
  "$ROSIN" batch --verify out
  [ "$(ls out/*.wav out/*.flac | wc -l)" -eq 7 ]
  for file in out/*.wav; do again "$file"; done
  "$ROSIN" render out/chalk-7.flac --room hall.wav -o again.flac
  cmp out/chalk-7.flac again.flac
  refused 2 "was made in the room hall.wav: give that with --room" "$ROSIN" render out/chalk-7.flac -o x.flac
  "$ROSIN" render rope -r 44100 -d 0.4 --room hall -o one.wav
  cmp one.wav out/rope-1.wav
  "$ROSIN" render rope -r 44100 -d 0.4 -o dry.wav
  cmp dry.wav out/rope-2.wav
  "$ROSIN" render wine-glass -r 44100 -d 0.4 --loop --loudness -20 --format float -o one.wav
  cmp one.wav out/wine-glass-5.wav
  # the manifest says it, and its command makes the file
  for row in 0 2 3 4 5; do
    name=out/$(field out/manifest.csv $row name)
    eval "$(field out/manifest.csv $row command | sed "s|^rosin|'$ROSIN'|") -o again.wav"
    cmp "$name" again.wav
  done
  [ "$(for row in 0 1 2 4 6; do field out/manifest.csv $row room; done | tr '\n' ' ')" = "hall  small  hall.wav " ]
  [ "$(for row in 0 2 4; do field out/manifest.csv $row loop; done | tr '\n' ' ')" = "0 1 1 " ]
  # shards are byte for byte the same
  for k in 1 2 3; do "$ROSIN" batch list.cfg -o shards --shard $k/3; done
  "$ROSIN" batch --merge shards
  for file in manifest.csv manifest.jsonl SHA256SUMS; do cmp out/$file shards/$file; done
  # gone on with: nothing is made again
  run -0 --separate-stderr "$ROSIN" batch list.cfg -o out
  [[ "$stderr" == *"0 made"* ]]
  # and a list that takes such files for scenes
  echo 'jobs = ( { scene = ( "out/wine-glass-5.wav", "out/oak-door-3.wav" ); name = "{job}"; } );' >more.cfg
  "$ROSIN" batch more.cfg -o more
  cmp more/1.wav out/wine-glass-5.wav
  "$ROSIN" render more/2.wav -o again.wav
  cmp more/2.wav again.wav
}

# bats test_tags=plain
@test "variations: rooms and loops" {
  response
  "$ROSIN" render oak-door --variations 2 --seed 4 --loop -d 0.4 --room small --distinct 0 -o 'v%d.wav' >v.csv
  for n in 1 2; do again v$n.wav; done
  "$ROSIN" show v2.wav | grep -m1 'rosin render' | grep -q -- '--loop --room small --tag take=2'
  ! cmp -s v1.wav v2.wav
  "$ROSIN" render rope --variations 1 -d 0.2 --room hall.wav --distinct 0 -o 'r%d.wav' >v.csv
  again r1.wav --room hall.wav
  "$ROSIN" render rope --variations 1 --room hall --distinct 0 -o 'w%d.wav' >v.csv # it rings on
  "$ROSIN" render rope --variations 1 --distinct 0 -o 'd%d.wav' >v.csv
  [ "$(stat -c %s w1.wav)" -gt $(($(stat -c %s d1.wav) + 100000)) ]
  again w1.wav
  # a loop is made into variations of a loop
  "$ROSIN" render v1.wav --variations 1 --distinct 0 -o 'l%d.wav' >v.csv
  "$ROSIN" show l1.wav | grep -m1 'rosin render' | grep -q -- '--loop'
}

# two scenes in one
layers() {
  cat <<'END'
title = "a door, and someone behind it"; channels = 2; duration = 1.0;
layers = {
  hinge = { scene = "door-hinge-slow"; pan = -0.4; gain = 0.8; push = 14.0; };
  steps = { scene = "floorboard"; at = 0.5; pan = 0.5; set = ( "step.force=50" ); };
};
END
}

# bats test_tags=plain
@test "variations of layers: macros, times and heights of each, and when it begins" {
  layers >layers.cfg
  "$ROSIN" render layers.cfg --variations 8 --seed 2 --distinct 0 -o 'v%d.wav' >v.csv
  for n in 1 8; do again v$n.wav; done
  for n in 1 2 3 4 5 6 7 8; do "$ROSIN" show v$n.wav | grep -m1 'rosin render'; done >all
  for key in hinge.push hinge.gain hinge.hand.force.points.3.1 hinge.hand.force.points.3.2 hinge.hinge.law.mu_static \
    hinge.door.modes.2.frequency steps.at steps.speed steps.step.velocity.points.2.1; do
    [ "$(grep -o -- "-s $key=[0-9.e-]*" all | sort -u | wc -l)" -ge 7 ] || { echo "$key does not vary"; return 1; }
  done
  ! grep -q 'steps.step.force=' all # a macro of the layer sets it
  awk -v RS=' ' -F= '$1 == "hinge.push" && ($2 < 9 || $2 > 19) { exit 1 }' all # 14 +- a quarter of 20
  awk -v RS=' ' -F= '$1 == "steps.at" && ($2 < 0.45 || $2 > 0.55) { exit 1 }' all
  # spreads name a layer, or what is in it; what -s fixes stays
  "$ROSIN" render layers.cfg --variations 2 --distinct 0 -o 'v%d.wav' --spread hinge=0 --spread steps=0 --spread steps.speed=0.5 >v.csv
  "$ROSIN" show v1.wav | grep -m1 'rosin render' >all
  ! grep -q 'hinge\|steps.at' all
  grep -q 'steps.speed=' all
  "$ROSIN" render layers.cfg --variations 1 --distinct 0 -s hinge.push=20 -o 'v%d.wav' >v.csv
  [ "$("$ROSIN" show v1.wav | grep -m1 'rosin render' | grep -o 'hinge.push=[0-9.]*')" = hinge.push=20 ]
  refused 2 "did you mean 'hinge'" "$ROSIN" render layers.cfg --variations 2 -o 'x%d.wav' --spread hing=0
  refused 2 "did you mean 'hinge.hand.force'" "$ROSIN" render layers.cfg --variations 2 -o 'x%d.wav' --spread hinge.hand.forse=0
  # in a list, the same files
  echo 'rate = 44100; jobs = ( { scene = "layers.cfg"; variations = 2; seed = 2; name = "{n}"; } );' >list.cfg
  "$ROSIN" batch list.cfg -o out
  "$ROSIN" render layers.cfg -r 44100 --variations 2 --seed 2 --distinct 0 -o 'v%d.wav' >v.csv
  for n in 1 2; do cmp v$n.wav out/$n.wav; done
  # many of them: what is heard least stays, and it goes on
  { echo 'channels = 2; duration = 0.1; layers = {'
    for n in 1 2 3 4; do echo "l$n = { scene = \"gate\"; at = 0.0$n; };"; done
    echo '};'; } >many.cfg
  "$ROSIN" render many.cfg --variations 1 --distinct 0 -o 'm%d.wav' >v.csv
  "$ROSIN" show m1.wav | grep -m1 'rosin render' >all
  grep -q 'l4.gusts.force.points.3.1=' all
  ! grep -q 'modes' all
  again m1.wav
}

@test "a number of a layer's scene, however deep, by -s" {
  layers >layers.cfg
  "$ROSIN" render layers.cfg --plain -s hinge.hand.force.points.2.1=0.3 -s steps.step.law.mu_static=0.7 -o a.wav
  sed 's/push = 14.0;/push = 14.0; set = ( "hand.force.points.2.1=0.3" );/; s/"step.force=50"/"step.force=50", "step.law.mu_static=0.7"/' layers.cfg >b.cfg
  "$ROSIN" render b.cfg --plain -o b.wav
  cmp a.wav b.wav
  "$ROSIN" render layers.cfg --plain -o c.wav
  ! cmp -s a.wav c.wav
  refused 1 "there is nothing named 'forse'" "$ROSIN" render layers.cfg -s hinge.hand.forse.points.2.1=0.3 -o x.wav
}

# bats test_tags=sanitized
@test "a list's rooms, words and keys are looked at before anything starts" {
  response 48000
  cat >bad.cfg <<'END'
rate = 44100; jobs = ( { scene = "rope"; room = "hal"; },
         { scene = "rope"; room = "none.wav"; },
         { scene = "rope"; room = "hall.wav"; },
         { scene = "rope"; date = "24.11.2026"; },
         { scene = "rope"; set = "sped=3"; },
         { scene = "rope"; variations = 2; spread = "turn.forc=0.1"; } );
END
  run -1 --separate-stderr "$ROSIN" batch bad.cfg -o out
  [ ! -e out ]
  [ "${#stderr_lines[@]}" -eq 6 ]
  [[ "${stderr_lines[0]}" == *"bad.cfg:1: room hal: must be one of none, small, hall, or a sound file"* ]]
  [[ "${stderr_lines[1]}" == *"bad.cfg:2: none.wav: No such file"* ]]
  [[ "${stderr_lines[2]}" == *"bad.cfg:3: room hall.wav: is at 48000 Hz, the sound at 44100 Hz"* ]]
  [[ "${stderr_lines[3]}" == *"bad.cfg:4: date: '24.11.2026' must be YYYY-MM-DD"* ]]
  [[ "${stderr_lines[4]}" == *"did you mean 'speed'"* ]]
  [[ "${stderr_lines[5]}" == *"turn.forc=0.1: this scene has nothing of that name"* ]]
  printf 'jobs = ( { scene = "rope"; loop = 2; } );' >bad.cfg
  refused 1 "loop: 2 is out of range: 0 to 1" "$ROSIN" batch bad.cfg -o x
  printf 'jobs = ( { scene = "rope"; rom = "hall"; } );' >bad.cfg
  refused 1 "did you mean 'room'" "$ROSIN" batch bad.cfg -o x
  printf 'jobs = ( { scene = "rope"; set = "speed=3"; name = "{speeed}"; } );' >bad.cfg
  refused 1 "did you mean {speed}?" "$ROSIN" batch bad.cfg -o x
  refused 2 "did you mean {speed}?" "$ROSIN" render rope -s speed=3 -o '{speeed}.wav'
}

# bats test_tags=sanitized
@test "a list of more than 2000 combinations: each key and each value is looked at all the same" {
  "${PYTHON:-python3}" -c 'import random
random.seed(3)
print("scene,turn.force,turn.law.mu_static,name")
for i in range(2500):
    print("rope,%.4f,%.4f,a%d" % (random.uniform(20, 60), random.uniform(0.4, 0.9), i))
print("rope,40,-3,b\nrope,40,0.5,c\nrope,-50,0.5,d")' >list.csv
  run -1 --separate-stderr "$ROSIN" batch list.csv -o out
  [ ! -e out ]
  [ "${#stderr_lines[@]}" -eq 2 ]
  [[ "${stderr_lines[0]}" == *"list.csv:2502: turn.law.mu_static=-3: turn.law.mu_static: -3 is out of range"* ]]
  [[ "${stderr_lines[1]}" == *"list.csv:2504: "*"turn.force"*"out of range"* ]]
}

@test "a report, signals or stems that cannot be written are found before the sound is made" {
  mkdir folder
  for path in none/x.json folder folder/ new/ ""; do
    refused 1 "$path: cannot be written: " "$ROSIN" render chalk -d 3600 -o x.wav --report "$path"
  done
  for path in none/p.csv none/p.wav folder/; do
    refused 1 "$path: cannot be written: " "$ROSIN" render chalk -d 3600 -o x.wav --probe tip.force --probe-file "$path"
  done
  refused 1 "none/s.wav: cannot be written: " "$ROSIN" render chalk -d 3600 -o x.wav --stems none/s.wav
  [ -z "$(ls folder)" ]
}
