#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What was played, as a file: rosin render --gesture; ROSIN names the binary.

load common

gesture() { printf 'rosin-gesture 1\nrate 44100\nrest 1\n%b' "$1" >x-.gesture; }

@test "events take effect at their frames" {
  gesture '# by hand\n0 move bow.velocity 0.1\n0 move bow.force 0.5\n\n8820 move bow.force 0\n22050 end\n'
  run -0 --separate-stderr "$ROSIN" render cello-d --gesture x-.gesture -o a.wav --probe bow.normal,bow.velocity --probe-file p.csv
  [[ "$stderr" == "a.wav: 0.50 s, 44100 Hz, peak "* ]]
  [ "$(wc -l <p.csv)" -eq 44101 ] # at the engine's rate
  at() { awk -F, -v t="$1" 'NR > 1 && $1 >= t { print $2; exit }' p.csv; }
  near "$(at 0.15)" 0.5 1e-3
  near "$(at 0.195)" 0.5 1e-3
  near "$(at 0.25)" 0 1e-3
  # shorter if told so; settings stand in it, and those of the command line after them
  gesture 'set d.frequency=196\n0 move bow.velocity 0.1\n0 move bow.force 0.6\n44100 end\n'
  "$ROSIN" render cello-d --gesture x-.gesture -o b.wav -d 0.7 --probe d.bridge_force --probe-file b.csv
  [ "$(wc -l <b.csv)" -eq 61741 ]
  crossings() { awk -F, -v low="$2" 'NR > 1 && $1 > 0.3 { if (last < 0 && $2 >= 0 && t - seen > low) { n++; seen = t } last = $2; t = $1 } END { print n / 0.4 }' "$1"; }
  near "$(crossings b.csv 0.0035)" 196 12
  "$ROSIN" render cello-d --gesture x-.gesture -o c.wav -d 0.7 -s d.frequency=130 --probe d.bridge_force --probe-file c.csv
  near "$(crossings c.csv 0.005)" 130 12
}

@test "a cut-off recording is played to its last event, with a warning" {
  gesture '0 move bow.velocity 0.1\n0 move bow.force 0.5\n22050 move bow.force 0\n23000 mov'
  run -0 --separate-stderr "$ROSIN" render cello-d --gesture x-.gesture -o a.wav
  [[ "$stderr" == *"warning: x-.gesture was cut off; it is played to its last event"* ]]
}

# bats test_tags=sanitized
@test "what is wrong in one is said, with its line" {
  wrong() {
    gesture "$2"
    refused 1 "x-.gesture:$1" "$ROSIN" render cello --gesture x-.gesture -o x.wav
  }
  event="must be FRAME KIND CHANNEL CONTROLLER KEY VALUE"
  wrong "4: $event" '0 note-on 0 0 60\n'
  wrong "4: unknown kind of event" '0 sing 0 0 60 1\n'
  wrong "4: must be FRAME move TARGET VALUE" '0 move bow-d.force\n'
  wrong "4: must be FRAME move TARGET VALUE" '0 move bow-d.force nan\n'
  wrong "4: must be FRAME EVENT, or set, rate, rest" '-1 move bow-d.force 1\n'
  wrong "4: must be FRAME EVENT, or set, rate, rest" 'soon move bow-d.force 1\n'
  wrong "4: must be FRAME EVENT, or set, rate, rest" '1125899906842625 end\n'
  wrong "5: its frame is before the last one's" '9 move bow-d.force 1\n8 move bow-d.force 1\n'
  wrong "5: stands after the end" '9 end\n9 move bow-d.force 1\n'
  wrong "4: rate must be 8000 to 768000 Hz" 'rate 7999\n'
  wrong "4: rate must be 8000 to 768000 Hz" 'rate 768001\n'
  for kind in note-on note-off bend pressure control quiet; do
    for rest in '0 0 60' '16 0 60 1' '-1 0 60 1' '0 128 60 1' '0 -1 60 1' '0 0 nan 1' '0 0 60 nan' 'x 0 60 1'; do
      wrong "4: $event" "0 $kind $rest\n"
    done
    gesture "0 $kind 15 127 60 0.5\n0 $kind 0 0 60 0\n100 end\n"
    run -0 "$ROSIN" render cello --gesture x-.gesture -o y.wav
  done
  gesture '0 move nobody.force 1\n100 end\n'
  refused 1 "the gesture moves 'nobody.force', which the scene does not have" "$ROSIN" render cello-d --gesture x-.gesture -o x.wav
  printf 'rosin-gesture 2\n' >x-.gesture
  refused 1 "x-.gesture:1: no recorded gesture (rosin-gesture 1)" "$ROSIN" render cello --gesture x-.gesture -o x.wav
  printf 'rosin-gesture 1\nrest 1\n' >x-.gesture
  refused 1 "has no rate" "$ROSIN" render cello --gesture x-.gesture -o x.wav
  : >x-.gesture
  refused 1 "x-.gesture:0: empty" "$ROSIN" render cello --gesture x-.gesture -o x.wav
  gesture '100 end\n'
  refused 2 "-r 48000: x-.gesture was played at 44100 Hz" "$ROSIN" render cello --gesture x-.gesture -r 48000 -o x.wav
  refused 2 "--gesture and --midi do not go together" "$ROSIN" render cello --gesture x-.gesture --midi "$ROOT/docs/tune.mid" -o x.wav
}

@test "a sound file names the gesture that it was played from" {
  gesture '0 move bow.velocity 0.1\n0 move bow.force 0.5\n4410 end\n'
  "$ROSIN" render cello-d --gesture x-.gesture -o a.wav
  run -0 "$ROSIN" show a.wav
  [[ "${lines[1]}" == *" --gesture x-.gesture" ]]
  [ "${lines[2]}" = "# again, sample by sample: rosin render a.wav --gesture x-.gesture -o FILE. Its scene:" ]
  "$ROSIN" render a.wav --gesture x-.gesture -o b.wav
  cmp a.wav b.wav
  "$ROSIN" render cello-d --gesture x-.gesture -d 0.05 -o short.wav # less of it than there is
  "$ROSIN" render short.wav --gesture x-.gesture -o again.wav
  cmp short.wav again.wav
  run -2 "$ROSIN" render a.wav -o c.wav
  [[ "$output" == *"was played from x-.gesture: give that with --gesture" ]]
}

@test "a take becomes a table and is the same again; edited, another" {
  gesture '0 move bow.velocity 0.1\n0 move bow.force 0.5\n8820 move bow.force 0.9\n9001 note-on 0 0 50 0.5\n22050 move bow.force 0\n30870 end\n'
  sed -i 's/^rest 1/rest 1\nset d.q=300/' x-.gesture
  mv x-.gesture take.txt
  run -0 --separate-stderr "$ROSIN" gesture take.txt
  [ "$output" = "# rosin-gesture 1
# rate 44100
# rest 1
# set d.q=300
time,bow.velocity,bow.force
0,0.10000000000000001,0.5
0.19,0.10000000000000001,0.5
0.2,0.10000000000000001,0.90000000000000002
# 9001 note-on 0 0 50 0.5
0.49,0.10000000000000001,0.90000000000000002
0.5,0.10000000000000001,0
# 30870 end" ]
  "$ROSIN" gesture take.txt -o take.csv
  "$ROSIN" render cello-d --gesture take.txt -o a.wav --plain
  "$ROSIN" render cello-d --gesture take.csv -o b.wav --plain
  cmp a.wav b.wav
  "$ROSIN" gesture take.csv -o back.txt
  "$ROSIN" gesture back.txt | cmp - take.csv
  sed 's/^0.2,\(.*\),0.9.*/0.2,\1,2/' take.csv >edited.csv
  "$ROSIN" render cello-d --gesture edited.csv -o c.wav --plain
  ! cmp -s a.wav c.wav
  # as a spreadsheet may leave it: no comments, a mark at its begin, empty cells
  printf '\xef\xbb\xbftime,bow.force,bow.velocity\r\n0,,0.1\r\n0.1,0.5,\r\n0.5,0.5,0\r\n' >bare.csv
  run -0 "$ROSIN" gesture bare.csv
  [ "$output" = "rosin-gesture 1
rate 44100
rest 0
0 move bow.velocity 0.10000000000000001
4410 move bow.force 0.5
22050 move bow.velocity 0
22050 end" ]
  # a column of it drives a scene, empty cells and all
  "$ROSIN" show cello-d >mine.cfg
  "$ROSIN" check mine.cfg
  sed 's/^ *force = .*/    force = { file = "bare.csv"; column = "bow.force"; };/' mine.cfg >driven.cfg
  ! cmp -s mine.cfg driven.cfg
  run -0 "$ROSIN" check driven.cfg
  wrong() {
    printf "$2" >bad.csv
    refused 1 "bad.csv:$1" "$ROSIN" gesture bad.csv
  }
  wrong "1: must name its columns: time, then what moves" '0,1\n'
  wrong "2: has another number of columns than the names" 'time,a\n1\n'
  wrong "2: its time is no number of seconds" 'time,a\nx,1\n'
  wrong "2: holds what is no finite number" 'time,a\n0,inf\n'
  wrong "3: its frame is before the last one's" 'time,a\n1,1\n0.5,2\n'
  wrong "1: rate must be 8000 to 768000 Hz" '# rate 5\n'
  wrong "0: has no line of names" ''
  refused 1 "none.txt: No such file" "$ROSIN" gesture none.txt
  refused 2 "usage: rosin gesture" "$ROSIN" gesture
  refused 2 "cannot be written" "$ROSIN" gesture take.csv -o take.csv
}
