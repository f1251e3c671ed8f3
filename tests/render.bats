#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# rosin render and its files, number by number; ROSIN names the binary.

load common

# A mass pushed by a known force: what it does can be said in advance.
pushed() {
  cat <<END
duration = 0.5; rate = 8000; channels = 2;
modals = { m = { modes = ( { frequency = 0.0; mass = 2.0; } ); }; };
pushes = { p = { body = "m"; position = 0.0; force = $1; }; };
outputs = ( { signal = "m.velocity@0"; channel = 1; gain = 0.1; },
            { signal = "m.acceleration@0"; channel = 2; gain = 0.01; } );
END
}

@test "probes: each sample's middle as its time, and the numbers of mechanics" {
  pushed 4.0 >s.cfg
  run -0 "$ROSIN" render s.cfg -o s.wav --probe m.velocity@0,m.acceleration@0 --probe-file p.csv
  [ "$(head -1 p.csv)" = "time,m.velocity@0,m.acceleration@0" ]
  [ "$(wc -l <p.csv)" -eq 4001 ]
  # v = 2 t, a = 2 from the first sample on
  awk -F, 'NR > 2 { if ($1 - (NR - 1.5) / 8000 > 1e-9 || (NR - 1.5) / 8000 - $1 > 1e-9 ||
                        $2 - 2 * $1 > 1e-9 || 2 * $1 - $2 > 1e-9 || $3 < 1.999999 || $3 > 2.000001) exit 1 }' p.csv
  run -0 --separate-stderr "$ROSIN" render s.cfg -o t.wav -d 0.25 --oversample 2 --probe m.velocity@0 --probe-file -
  [ "${#lines[@]}" -eq 4001 ]
  cmp <(od -An -tx1 -N4 s.wav) <(printf ' 52 49 46 46\n') # RIFF
}

@test "the report tells samples, seconds, peak and root mean square" {
  pushed 4.0 >s.cfg
  "$ROSIN" render s.cfg -o s.wav --format float --report r.json
  value() { sed -n "s/.*\"$1\": *\([-0-9.e+]*\).*/\1/p" r.json | head -1; }
  near "$(value samples)" 4000 0
  near "$(value sample_rate)" 8000 0
  near "$(value seconds_audio)" 0.5 1e-9
  near "$(value peak)" 0.1 1e-3
  # velocity rises to 1 m/s, times 0.1; acceleration is 2, times 0.01: mean of both squares
  near "$(value rms)" 0.0432 2e-4
  grep -q '"unconverged": 0' r.json
  grep -q '"scene": "s.cfg"' r.json
  # supplied is 4 N times 0.5 m, and stored in 2 kg at 1 m/s
  near "$(value supplied)" 1 0.002
  near "$(value stored_at_end)" 1 0.002
  near "$(value channels)" 2 0
  run -0 --separate-stderr "$ROSIN" render s.cfg -o t.wav --report -
  [ "${lines[0]}" = "{" ] && [ "${lines[-1]}" = "}" ]
  cmp <(printf '%s\n' "$output" | grep -v "seconds_wall\|realtime") <(grep -v "seconds_wall\|realtime" r.json)
  cp s.cfg 'a "b" \c.cfg'
  run -0 --separate-stderr "$ROSIN" render ./'a "b" \c.cfg' -o t.wav --report -
  [[ "$output" == *'"scene": "./a \"b\" \\c.cfg"'* ]]
}

# bats test_tags=plain
@test "gestures: a slope, points, steps, a sine, a file, shifted and scaled" {
  probe() { "$ROSIN" render s.cfg -o x-.wav -d 0.5 --probe m.acceleration@0 --probe-file p.csv; }
  at() { awk -F, -v t="$1" 'NR > 1 && $1 >= t { print 2 * $2; exit }' p.csv; } # the force
  pushed '{ from = 1.0; to = 3.0; after = 0.1; over = 0.2; }' >s.cfg
  probe; near "$(at 0.05)" 1 1e-6; near "$(at 0.2)" 2 0.01; near "$(at 0.35)" 3 1e-6
  pushed '{ from = 1.0; to = 3.0; after = 0.1; }' >s.cfg
  probe; near "$(at 0.05)" 1 1e-6; near "$(at 0.101)" 3 1e-6
  pushed '{ from = 1.0; to = 0.0; slope = 4.0; curve = "cosine"; }' >s.cfg
  probe; near "$(at 0.0625)" 0.8536 0.01; near "$(at 0.4)" 0 1e-6
  pushed '{ points = ( (0.1, 1.0), (0.3, 2.0) ); curve = "step"; scale = 2.0; offset = -1.0; }' >s.cfg
  probe; near "$(at 0.2)" 1 1e-6; near "$(at 0.4)" 3 1e-6
  pushed '{ sine = (2.0, 4.0); offset = 0.5; }' >s.cfg
  probe; near "$(at 0.0625)" 2.5 0.01; near "$(at 0.1875)" -1.5 0.01
  printf 't,a,b\n0,0,5\n0.5,1,6\n' >g.csv
  pushed '{ file = "g.csv"; column = "b"; time = "t"; scale = 3.0; }' >s.cfg
  probe; near "$(at 0.25)" 16.5 0.01
  pushed '{ file = "g.csv"; column = 2; }' >s.cfg
  probe; near "$(at 0.25)" 0.5 0.01
  "$ROSIN" render s.cfg -o g.wav --format float -r 8000 >/dev/null 2>&1
  pushed '{ file = "g.wav"; channel = 2; scale = 100.0; }' >s.cfg # 0.01 of the acceleration, t
  probe; near "$(at 0.25)" 0.25 0.01
}

# bats test_tags=sanitized
@test "gestures: what is wrong with one is said" {
  wrong() { pushed "$2" >s.cfg; refused 1 "$1" "$ROSIN" check s.cfg; }
  wrong "p.force: must be a list of (time, value), at least one" '{ points = (); }'
  wrong "p.force: point 2 must be (time, value)" '( (0.0, 1.0), (1.0, 2.0, 3.0) )'
  wrong "p.force: point 3: time 0.5 falls back below 1" '( (0.0, 1.0), (1.0, 1.0), (0.5, 1.0) )'
  wrong "p.force.curve: 'round' is not one of linear, cosine, step" '{ points = ( (0.0, 1.0) ); curve = "round"; }'
  wrong "p.force.sine: must be (amplitude, frequency)" '{ sine = (1.0); }'
  wrong "p.force: a gesture needs points, to, sine, file, follow, gusts, random-walk, strokes, accelerando or value" '{ from = 1.0; }'
  wrong "p.force: gusts and strokes do not go together; a gesture is one of them" '{ strokes = 1.0; gusts = 1.0; }'
  wrong "p.force: points and value do not go together; a gesture is one of them" '{ points = ( (0.0, 1.0) ); value = 1.0; }'
  wrong "p.force: 2e+07 is out of range: -1e+07 to 1e+07 N" '( (0.0, 1.0), (1.0, 2.0e7) )'
  wrong "p.force: -2e+07 is out of range: -1e+07 to 1e+07 N" '{ sine = (1.5e7, 1.0); offset = -5.0e6; }'
  wrong "p.force.over: -1 is out of range: 0 to 36000 s" '{ to = 1.0; over = -1.0; }'
  wrong "p.force.slope: 0 is out of range: 1e-09 to 1e+12 1/s" '{ to = 1.0; slope = 0.0; }'
  wrong "g.wav" '{ file = "g.wav"; }'
  "$ROSIN" render glass -d 0.1 -o g.wav
  wrong "p.force.channel: 0 is out of range: 1 to 1024" '{ file = "g.wav"; channel = 0; }'
  wrong "g.wav" '{ file = "g.wav"; channel = 3; }'
}

@test "-s reaches slopes, points and laws that were plain" {
  probe() { "$ROSIN" render s.cfg -o x-.wav --probe m.acceleration@0 --probe-file p.csv "$@"; }
  at() { awk -F, -v t="$1" 'NR > 1 && $1 >= t { print 2 * $2; exit }' p.csv; }
  pushed 1.0 >s.cfg
  probe -s p.force.from=2 -s p.force.to=4 -s p.force.over=0.4
  near "$(at 0.2)" 3 0.02
  pushed '( (0.0, 1.0), (0.4, 1.0) )' >s.cfg
  probe -s p.force.to=2 -s p.force.after=0.2
  near "$(at 0.1)" 0 1e-6
  near "$(at 0.3)" 2 1e-6
  probe -s p.force.2.2=3
  near "$(at 0.4)" 3 1e-6
  refused 2 "-s p.force.2.3=5: '3' cannot be set" "$ROSIN" check s.cfg -s p.force.2.3=5
  "$ROSIN" show cello-d | sed '/law = {/,/};/d' >plain.cfg
  run -0 "$ROSIN" check plain.cfg -s bow.law=lugre -s bow.law.sigma0=2e4
  run -0 "$ROSIN" check plain.cfg -s bow.law.type=dahl -s bow.law.sigma0=2e4
  refused 2 "sigma0" "$ROSIN" check plain.cfg -s bow.law=lugre -s bow.law.sigma0=-2
}

# bats test_tags=sanitized
@test "outputs: what is wrong with one is said" {
  wrong() { pushed 1.0 | sed "s/channel = 2;/$2/" >s.cfg; refused 1 "$1" "$ROSIN" check s.cfg; }
  wrong "outputs.2: has both channel and pan; give one" "channel = 2; pan = 0.5;"
  wrong "outputs.2.channel: 1.5 is not a whole number" "channel = 1.5;"
  wrong "outputs.2: needs channel 3, the scene has channels = 2" "channel = 3;"
  wrong "outputs.2.pan: 1.5 is out of range: -1 to 1" "pan = 1.5;"
  wrong "outputs.2.highpass: 10001 is out of range: 0 to 10000 Hz" "channel = 2; highpass = 10001.0;"
  wrong "did you mean 'highpass'" "channel = 2; hipass = 10.0;"
}

# bats test_tags=sanitized
@test "options of render: numbers that are none, files that are one" {
  refused 2 "-r 44100.5: must be a whole number" "$ROSIN" render glass -r 44100.5 -o x.wav
  refused 2 "--oversample 1.5: must be a whole number" "$ROSIN" render glass --oversample 1.5 -o x.wav
  refused 2 "--oversample 17: out of range: 1 to 16" "$ROSIN" render glass --oversample 17 -o x.wav
  refused 2 "--block 2.5: must be a whole number" "$ROSIN" render glass --block 2.5 -o x.wav
  refused 2 "--block 1001: out of range: 1 to 1000 frames" "$ROSIN" render glass --block 1001 -o x.wav
  refused 2 "--probe and --probe-file go together" "$ROSIN" render glass --probe finger.force -o x.wav
  refused 2 "x.wav: two outputs cannot go to one file" "$ROSIN" render glass --probe finger.force --probe-file x.wav -o x.wav
  refused 2 "x.csv: two outputs cannot go to one file" "$ROSIN" render glass --probe finger.force --probe-file x.csv --report x.csv -o x.wav
  refused 2 "--probe ,: must be 1 to 64 signals" "$ROSIN" render glass -d 0.1 --probe , --probe-file p.csv -o x.wav
  refused 1 "nobody.force" "$ROSIN" render glass -d 0.1 --probe nobody.force --probe-file p.csv -o x.wav
  refused 1 "cannot be written" "$ROSIN" render glass -d 0.1 --probe finger.force --probe-file none/p.csv -o x.wav
  refused 1 "cannot be written" "$ROSIN" render glass -d 0.1 --probe finger.force --probe-file none/p.wav -o x.wav
  run -1 --separate-stderr "$ROSIN" render glass -d 0.1 --stems none/s/ -o x-.wav
  [[ "$stderr" == *"none/s/: cannot be made: No such file or directory" ]]
  refused 1 "cannot be written" "$ROSIN" render glass -d 0.1 --report none/r.json -o x-.wav
}

# bats test_tags=plain
@test "what was clipped, or is silent, is said" {
  run --separate-stderr -0 "$ROSIN" render glass -d 2 -s gain=400 --ceiling 0 -o c.wav
  [[ "$stderr" == *"c.wav was clipped; peak "*"lower gain"* ]]
  [ "$(grep -o 'peak [0-9.]* dBFS' <<<"$stderr" | uniq -c | awk '{ print $1 }')" = 2 ] # the same in both lines
  run --separate-stderr -0 "$ROSIN" render glass -d 2 -s gain=400 --format float -o f.wav
  [[ "$stderr" != *clipped* ]]
  run --separate-stderr -0 "$ROSIN" render glass -d 0.1 -s finger.force=0 -s finger.velocity=0 -o s.wav
  [[ "$stderr" == *"s.wav: 0.10 s, 44100 Hz, silent, "*"times real time"* ]]
  pushed 4.0 >s.cfg
  run --separate-stderr -0 "$ROSIN" render s.cfg -o s.wav --format float
  [[ "$stderr" == "s.wav: 0.50 s, 8000 Hz, peak -20.0 dBFS, "* ]]
}

@test "a scene's file gives the sound's its name" {
  mkdir a.b && pushed 1.0 >a.b/plain
  cp a.b/plain some.cfg
  "$ROSIN" render ./some.cfg
  [ -s some.wav ]
  "$ROSIN" render a.b/plain
  [ -s plain.wav ]
}

@test "modes from a file: each number in its range, or its line is named" {
  printf 'duration = 0.1;\nmodals = { x = { file = "m.csv"; }; };\npushes = { p = { body = "x"; position = 0.0; force = 1.0; }; };
outputs = ( { signal = "x.velocity@0"; } );\n' >s.cfg
  wrong() { printf "$2\n" >m.csv; refused 1 "m.csv:$1" "$ROSIN" check s.cfg; }
  wrong "2: mass: 0 is out of range" 'frequency,t60,mass\n440,1,0'
  wrong "3: mass: -1 is out of range" 'frequency,t60,mass\n440,1,1\n440,1,-1'
  wrong "2: frequency: -1 is out of range" 'frequency,t60,mass\n-1,1,1'
  wrong "2: t60: -1 is out of range" 'frequency,t60,mass\n440,-1,1'
  wrong "2: q: -1 is out of range" 'frequency,q,mass\n440,-1,1'
  wrong "1: more than 64 points" "frequency,t60,mass$(printf ',p%d' $(seq 65))\n440,1,1"
  printf "frequency,t60,mass$(printf ',p%d' $(seq 64))\n440,1,1$(printf ',%d' $(seq 64))\n" >m.csv
  run -0 "$ROSIN" check s.cfg
}

# bats test_tags=sanitized
@test "outputs that cannot be written are said before anything is rendered" {
  for option in --report --stems "--probe turn.force --probe-file"; do
    # shellcheck disable=SC2086
    refused 1 "no/such.wav: cannot be written: No such file" "$ROSIN" render rope -d 30000 -o x.wav $option no/such.wav
  done
  mkdir folder
  refused 1 "folder: cannot be written: Is a directory" "$ROSIN" render rope -d 30000 -o x.wav --report folder
}

# bats test_tags=sanitized
@test "what is missing, too large or silent is said in plain words" {
  refused 1 "none.wav: No such file or directory" "$ROSIN" render none.wav -o x.wav
  refused 1 "none.wav: No such file or directory" "$ROSIN" modes none.wav
  refused 2 "--seed 5000000000: out of range: 0 to 4294967295" "$ROSIN" render rope --seed 5000000000 -o x.wav
  refused 2 "--seed 1.5: must be a whole number" "$ROSIN" render rope --seed 1.5 -o x.wav
  refused 2 "sped: unknown key; did you mean 'speed'?" "$ROSIN" render rope -s sped=3 -o x.wav
  refused 2 "nothing named 'tunr' in this scene; did you mean 'turn'?" "$ROSIN" render rope -s tunr.force=3 -o x.wav
  refused 2 "did you mean 'speed'?" "$ROSIN" render rope --variations 2 --spread sped=0.1 -o 'x%d.wav'
  # drums alone: why, and which
  "${PYTHON:-python3}" -c 'track = bytes.fromhex("0099244030892440 0099264030892640 00ff2f00")
open("drums.mid", "wb").write(b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 0, 96]) + b"MTrk" + len(track).to_bytes(4, "big") + track)'
  refused 1 "nothing to play: its 2 notes are percussion, on channel 10" "$ROSIN" render --midi drums.mid -o x.wav
  refused 1 "nothing to play: its 2 notes are percussion, on channel 10" \
    "$ROSIN" render cello --midi drums.mid -o x.wav --report report.json
  "${PYTHON:-python3}" -c 'import json
notes = json.load(open("report.json"))["notes"]
assert notes["played"] == 0 and [n["key"] for n in notes["left_out"]] == [36, 38]'
  run -0 "$ROOT/bootstrap" --help
  [[ "$output" == *"./bootstrap demo"*"./bootstrap check"* ]]
  [[ "$output" != *"Usage: make"* ]]
}

@test "a preset is what it sets, by name or as a file that a window has saved; -s is on top" {
  "$ROSIN" render oak-door --preset "castle gate" -d 0.2 --plain -o a.wav
  "$ROSIN" render oak-door -s size=1.4 -s push=30 -s weight=95 -d 0.2 --plain -o b.wav
  cmp a.wav b.wav
  "$ROSIN" render oak-door --preset "Castle gate" -s push=25 -d 0.2 --plain -o a.wav
  "$ROSIN" render oak-door -s size=1.4 -s push=25 -s weight=95 -d 0.2 --plain -o b.wav
  cmp a.wav b.wav
  printf 'rosin-state 1\nscene oak-door\nset size 0.7\nset push 31.0625\nset level -6\nset seed 3\nkeep limiter\nend\n' >mine.rosin
  "$ROSIN" render oak-door --preset mine.rosin -d 0.2 --plain -o a.wav 2>said.txt
  grep -x "rosin: --preset: level -6 is of plugins alone, and left out" said.txt
  "$ROSIN" render oak-door -s size=0.7 -s push=31.0625 -d 0.2 --plain -o b.wav
  cmp a.wav b.wav
  "$ROSIN" render oak-door --preset mine.rosin -d 0.2 -o noted.wav 2>/dev/null # and is made again from its notes
  "$ROSIN" render noted.wav -o again.wav && cmp noted.wav again.wav
  for wrong in "oak-door --preset Nobody:oak-door has none of this name: Castle gate, Bare iron, Felt and oil, Monastery, Tavern, Vault slam, and there is no such file" \
    "cello --preset mine.rosin:of the scene 'oak-door', and this is 'cello'" \
    "noted.wav --preset mine.rosin:scenes have presets: name the scene" \
    "--midi $ROOT/docs/tune.mid --preset Baroque:scenes have presets: name the scene" \
    "cello --preset Baroque:there is a player only with --midi" "nosuch --preset Baroque:nosuch: no embedded scene"; do
    ! "$ROSIN" render ${wrong%%:*} -o wrong.wav 2>said.txt
    grep -F -- "${wrong#*:}" said.txt
    [ ! -e wrong.wav ]
  done
}
