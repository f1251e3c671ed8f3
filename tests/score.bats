#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Scores played by the command: rosin render --score; ROSIN names the binary.

load common

note() { printf '<note><pitch><step>%s</step><octave>%s</octave></pitch><duration>%s</duration></note>' "$@"; }
score() { # NAME BARS: a part for each name
  printf '<score-partwise><part-list><score-part id="a"><part-name>%s</part-name></score-part>%s</part-list><part id="a"><measure>%s</measure></part>%s</score-partwise>' "$@"
}

@test "the Prelude is what its script writes, and has 656 notes in its bars" {
  mkdir scores
  cp "$ROOT/examples/scores/prelude.py" scores/
  "${PYTHON:-python3}" scores/prelude.py
  cmp scores/suite-1-prelude.musicxml "$ROOT/examples/scores/suite-1-prelude.musicxml"
  [ "$(grep -o '<note>' scores/suite-1-prelude.musicxml | wc -l)" -eq 657 ] # one is tied
  [ "$(grep -c '<measure ' scores/suite-1-prelude.musicxml)" -eq 42 ]
}

@test "a score sounds, and its file is made again from its notes" {
  score Violoncello '' "$(note D 3 1)$(note A 3 2)" '' >a.musicxml
  run -0 --separate-stderr "$ROSIN" render cello --score a.musicxml -o a.wav -d 1.5 --report a.json
  [[ "$stderr" == "a.wav: 1.50 s, "* ]]
  grep -q '"played": 2' a.json
  run -0 "$ROSIN" show a.wav
  [[ "$output" == *"--score a.musicxml"* ]]
  run -2 "$ROSIN" render a.wav -o again.wav
  [[ "$output" == *"was played from a.musicxml: give that with --score"* ]]
  "$ROSIN" render a.wav --score a.musicxml -o again.wav
  cmp a.wav again.wav
  # an archive plays the same
  mkdir META-INF
  echo '<container><rootfiles><rootfile full-path="a.musicxml"/></rootfiles></container>' >META-INF/container.xml
  "${PYTHON:-python3}" -m zipfile -c a.mxl META-INF a.musicxml
  "$ROSIN" render cello --score a.mxl -o b.wav -d 1.5 --plain
  "$ROSIN" render cello --midi a.musicxml -o c.wav -d 1.5 --plain # told by its begin
  cmp b.wav c.wav
}

@test "a cross is the left hand's while the bow goes on; col legno is the stick's" {
  cross='<notations><technical><stopped/></technical></notations>'
  score Violoncello '' "$(note D 3 2)<backup><duration>1</duration></backup><note><pitch><step>C</step><octave>2</octave></pitch><duration>1</duration><voice>2</voice>$cross</note><direction><direction-type><words>col legno</words></direction-type></direction>$(note A 3 1)" '' >a.musicxml
  "$ROSIN" render cello --score a.musicxml -d 1.4 -o a.wav --probe hand-c.normal,bow-c.normal,bow-d.normal,bow-a.normal --probe-file probes.csv
  awk -F, 'NR > 1 { plucked = $1 > 0.49 && $1 < 0.53
    if (plucked && $2 > pluck) pluck = $2
    if (!plucked && $2 > other) other = $2
    if ($3 > low) low = $3
    if ($1 > 0.5 && $1 < 0.95 && (bowed == "" || $4 < bowed)) bowed = $4
    touches += $1 > 1 && $5 > 0.01; all += $1 > 1 }
    END { share = touches / all; print pluck, other, low, bowed, share
      exit !(pluck > 1 && other == 0 && low == 0 && bowed > 0.3 && share > 0.02 && share < 0.08) }' probes.csv
}

@test "the part of the scene's instrument is played, the others are left out" {
  score Violin '<score-part id="b"><part-name>Viola</part-name></score-part>' "$(note A 4 1)" \
    "<part id=\"b\"><measure>$(note C 4 1)$(note D 4 1)</measure></part>" >duo.musicxml
  run -0 --separate-stderr "$ROSIN" render viola --score duo.musicxml -o a.wav -d 0.5 --report a.json
  grep -q '"played": 2' a.json
  grep -q "another instrument" a.json
  run -0 "$ROSIN" render --score duo.musicxml -o b.wav -d 0.2
  [[ "$output" == *"for violin"* ]]
}

@test "what is no score is refused before anything is written" {
  wrong() { # TEXT FILE
    run -1 "$ROSIN" render cello --score "$2" -o no.wav
    [[ "$output" == *"$1"* ]] || { echo "$output lacks $1"; return 1; }
    [ ! -e no.wav ]
  }
  wrong "entities are declared" "$ROOT/tests/fuzz/corpus/scores/bomb"
  wrong "entities are declared" "$ROOT/tests/fuzz/corpus/scores/outside"
  wrong "Not a zip archive" "$ROOT/tests/fuzz/corpus/scores/mxl-cut"
  wrong "save it by parts" "$ROOT/tests/fuzz/corpus/scores/timewise"
  wrong "nothing to play" "$ROOT/tests/fuzz/corpus/scores/nothing"
  wrong "nosuch.musicxml: cannot be read: No such file or directory" nosuch.musicxml
  echo "this is a text" >text.musicxml
  wrong "text.musicxml: is no score (MusicXML)" text.musicxml
  : >empty.musicxml
  wrong "empty.musicxml: is no score (MusicXML)" empty.musicxml
  wrong "tune.mid: is no score (MusicXML) but a MIDI file" "$ROOT/docs/tune.mid"
  run -2 "$ROSIN" render cello --score a.xml --loop -o no.wav
  [[ "$output" == *"--loop does not go with --score"* ]]
  run -2 "$ROSIN" render cello --score a.xml --variations 2 -o no-%02d.wav
  [[ "$output" == *"--score: does not go with --variations"* ]]
  run -2 "$ROSIN" render cello --score a.xml --midi b.mid
  [[ "$output" == *"--midi and --score do not go together"* ]]
}
