#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Scores played by the command: rosin render --score; ROSIN names the binary.

load common

note() { printf '<note><pitch><step>%s</step><octave>%s</octave></pitch><duration>%s</duration></note>' "$@"; }
score() { # NAME BARS: a part for each name
  printf '<score-partwise><part-list><score-part id="a"><part-name>%s</part-name></score-part>%s</part-list><part id="a"><measure>%s</measure></part>%s</score-partwise>' "$@"
}

# bats test_tags=plain
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
  run -0 "$ROSIN" render --score duo.musicxml -o b.wav -d 0.2 # without a scene all play (ensemble.bats)
  [[ "$output" == *"b.wav: violin, viola"* ]]
}

# direction WORDS
direction() { printf '<direction><direction-type><words>%s</words></direction-type></direction>' "$1"; }

@test "words and signs that nobody plays are counted and told once, in words and in the report" {
  score Violoncello '' "$(direction 'con dolcezza')$(note D 3 1)$(direction 'Con dolcezza')$(direction 'pizz. con dolcezza')$(note D 3 1)$(direction 'sul tasto')$(direction '42')<direction><direction-type><harp-pedals/></direction-type></direction><direction><direction-type><words>Allegro</words></direction-type><sound tempo=\"90\"/></direction>$(note D 3 1 | sed 's|</note>|<notations><arpeggiate/></notations></note>|')" '' | sed 's/\\"/"/g' >a.musicxml
  run -0 --separate-stderr "$ROSIN" render cello --score a.musicxml -o a.wav -d 0.2 --report a.json
  [ "$(grep -c 'not played' <<<"$stderr")" -eq 1 ]
  [[ "$stderr" == *"5 words or signs are written and not played: 'con dolcezza' (3), harp-pedals, arpeggiate"* ]]
  "${PYTHON:-python3}" -c 'import json
assert json.load(open("a.json"))["notes"]["not_understood"] == {"con dolcezza": 3, "harp-pedals": 1, "arpeggiate": 1}'
}

@test "a score in UTF-16, or with a blank before it, is one" {
  for file in utf16 utf16-be; do
    "$ROSIN" render cello --midi "$ROOT/tests/fuzz/corpus/scores/$file" -o $file.wav -d 0.2 --plain
  done
  score Violoncello '' "$(note D 3 1)" '' >a.musicxml
  { echo; cat a.musicxml; } >b.musicxml
  "$ROSIN" render cello --midi b.musicxml -o b.wav -d 0.2 --plain
  cmp utf16.wav b.wav
  cmp utf16-be.wav b.wav
}

@test "more parts than channels: those of bowed strings sound, in the tempo of the first" {
  parts='' bodies=''
  for i in $(seq 40); do
    name=Flute
    [ $i -eq 33 ] && name=Viola
    parts+="<score-part id=\"p$i\"><part-name>$name</part-name><midi-instrument id=\"i$i\"><midi-program>$([ $i -eq 33 ] && echo 42 || echo 74)</midi-program></midi-instrument></score-part>"
    bodies+="<part id=\"p$i\"><measure>$([ $i -eq 1 ] && echo '<sound tempo=\"60\"/>')$(note C 4 2)</measure></part>"
  done
  echo "<score-partwise><part-list>$parts</part-list>$bodies</score-partwise>" | sed 's/\\"/"/g' >many.musicxml
  run -0 --separate-stderr "$ROSIN" render viola --score many.musicxml -o a.wav --report a.json
  [[ "$stderr" == *"has 40 parts, of which 15 are read, those of bowed strings first"* ]]
  grep -q '"played": 1' a.json
  grep -q '"seconds_audio": 5.9' a.json || grep -q '"seconds_audio": 6' a.json # 2 s at 60 a minute, and the last tone
  run -1 "$ROSIN" render viola --score <(echo "<score-partwise>$(printf '<part/>%.0s' $(seq 300))</score-partwise>") -o b.wav
  [[ "$output" == *"has 300 parts: at most 256"* ]]
}

@test "a small archive that holds much is refused in a line, and in little memory" {
  "${PYTHON:-python3}" - <<'END'
import zipfile
def mxl(name, text):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
        z.writestr("META-INF/container.xml", '<container><rootfiles><rootfile full-path="a.xml"/></rootfiles></container>')
        z.writestr("a.xml", text)
bar = "<score-partwise><part><measure>%s</measure></part></score-partwise>"
mxl("nodes.mxl", bar % ("<a/>" * 15000000))
mxl("attributes.mxl", bar % ('<b c="" d=""/>' * 2000000))
mxl("bytes.mxl", bar % ("x" * 70000000))
mxl("declared.mxl", '<!DOCTYPE a [<!ATTLIST a b CDATA "x" c CDATA "y">]>' + bar % ("<a/>" * 100000))
END
  heavy() { # TEXT FILE: no more than 600 MB (of address space, which a sanitizer takes more of)
    is_sanitized || ulimit -v 700000
    run -1 "$ROSIN" render cello --score "$2" -o no.wav
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == *"$1"* ]] || { echo "$output lacks $1"; return 1; }
  }
  heavy "nodes.mxl: has more than 2000000 nodes" nodes.mxl
  heavy "attributes.mxl: has more than 2000000 nodes" attributes.mxl
  heavy "bytes.mxl: 'a.xml' in it has 70000065 bytes: at most 67108864" bytes.mxl
  heavy "attributes are declared" declared.mxl
}

# bats test_tags=sanitized
@test "what XML's reader would search for long is refused in a line that names the limit" {
  "${PYTHON:-python3}" - <<'END'
head = '<?xml version="1.0" encoding="%s"?><score-partwise><part><measure>'
tail = "<note><pitch><step>D</step><octave>3</octave></pitch><duration>1</duration></note></measure></part></score-partwise>"
def write(name, text, encoding="utf-8"):
    open(name + ".musicxml", "wb").write((head % encoding + text + tail).encode(encoding))
many = "<note %s/>" % " ".join(f'a{i}=""' for i in range(100000))
write("attributes", many)
write("wide", many, "utf-16")
write("seven", many, "utf-7")
write("value", '<note a="%s"/>' % ("v" * 80000))
write("name", "<%s/>" % ("n" * 80000))
write("spaces", "<note%s/>" % (" " * 80000))
write("deep", "<x>" * 100000 + "</x>" * 100000)
write("scope", "".join("<x %s>" % " ".join(f'xmlns:a{j}x{i}="u"' for i in range(50)) for j in range(200))
      + "<y:y/>" * 900000 + "</x>" * 200)
write("lost", "<x><![CDATA[" + "c<" * 25000000 + "]]></x>")  # more text than XML's reader takes: soon given up
write("whole", "<!--" + "<a b=c> " * 50000 + "--><?p " + "c" * 400000 + "?><x><![CDATA[" + "<c " * 150000
      + "]]>" + "t" * 400000 + '</x><x xmlns:a="u" xmlns:b="u"/>' + '<x xmlns:a="u"/>' * 100
      + "<x a='%s'/>" % ("&lt;" * 10000))
END
  refused() { # TEXT FILE
    run -1 timeout 20 "$ROSIN" render cello --score "$2" -o no.wav
    [ "${#lines[@]}" -eq 1 ] && [[ "$output" == *"$1"* ]] || { echo "$output lacks $1"; return 1; }
  }
  refused "has more than 65536 bytes in one tag" attributes.musicxml
  refused "has more than 65536 bytes in one tag" wide.musicxml
  refused "has more than 65536 bytes in one tag" seven.musicxml
  refused "has more than 65536 bytes in one tag" value.musicxml
  refused "has more than 65536 bytes in one tag" name.musicxml
  refused "has more than 65536 bytes in one tag" spaces.musicxml
  refused "Excessive depth in document: 256" deep.musicxml
  refused "has more than 64 namespaces in scope" scope.musicxml
  refused "is no MusicXML: line 1: " lost.musicxml
  refused "has more than 256 attributes of an element" "$ROOT/tests/corpus/scores/attributes-many"
  refused "has more than 64 namespaces in scope" "$ROOT/tests/corpus/scores/namespaces-nested"
  { score Violoncello '' "$(note D 3 1)</wrong>" ''; seq 9000 | sed 's/.*/<a>/'; } >early.musicxml
  refused "is no MusicXML: line $(grep -n '</wrong>' early.musicxml | cut -d: -f1): " early.musicxml
  for file in whole.musicxml "$ROOT/tests/corpus/scores/namespaces-in-turn"; do
    run -0 "$ROSIN" render cello --score "$file" -d 0.05 -o yes.wav
  done
}

# bats test_tags=sanitized
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
  wrong "bar 1: divisions: 1e-300 is out of range: 0.001 to 1e+06" "$ROOT/tests/fuzz/corpus/scores/divisions-tiny"
  wrong "attributes are declared" "$ROOT/tests/fuzz/corpus/scores/attributes-declared"
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
