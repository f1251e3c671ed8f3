#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Files, signals and memory: what must not break. ROSIN names the binary.

load common

# long FOLDER LENGTH: "./" again and again, so that the path has that many bytes before it.
long() {
  printf './%.0s' $(seq $(($1 / 2)))
}

@test "paths are as long as the system allows, and none is cut" {
  path=$(long 1010)a.wav.backup.wav # its first 1023 bytes end in .wav too
  "$ROSIN" render squeak -d 0.02 -o "$path" --probe hinge.force --probe-file "$(long 2000)p.csv" \
    --report "$(long 2000)r.json"
  [ "$(ls)" = "a.wav.backup.wav
p.csv
r.json" ]
  mkdir stems
  "$ROSIN" render squeak -d 0.02 -o a.wav --stems "$(long 1500)stems/"
  [ "$(ls stems | wc -l)" -eq 5 ]
  [ "$(ls | wc -l)" -eq 5 ]
  "$ROSIN" map squeak -x hinge.force=10:20:2 -y hinge.velocity=0.1:0.2:1 -d 0.05 -o "$(long 3000)m.csv"
  [ -s m.csv ]
  name=$(printf 'b%.0s' $(seq 251))
  "$ROSIN" render squeak -d 0.02 -o "$name.wav"
  [ -s "$name.wav" ]
  refused 1 "File name too long" "$ROSIN" render squeak -d 0.02 -o "c$name.wav"
  refused 1 "File name too long" "$ROSIN" render squeak -d 0.02 -o "$(long 5000)d.wav"
}

@test "what there was stays until the new file is whole; planted links are not followed" {
  echo precious >precious
  for n in $(seq 200); do # whatever process is next
    ln -s precious "x.wav.part-$(($$ + n))-0"
  done
  "$ROSIN" render squeak -d 0.02 -o x.wav
  rm -f x.wav.part-*
  [ "$(cat precious)" = precious ]
  cp x.wav y.wav
  refused_quietly() { run -1 --separate-stderr "$@"; [ "${#stderr_lines[@]}" -eq 1 ]; }
  refused_quietly sh -c "ulimit -f 1; exec '$ROSIN' render squeak -d 0.5 -o x.wav"
  cmp x.wav y.wav
  [ "$(ls | wc -l)" -eq 3 ]
}

@test "a scene reads no file outside its folder, and waits for no pipe" {
  mkdir scene other
  printf '0,0\n1,0.1\n' >other/move.csv
  cp other/move.csv scene/move.csv
  ln -s ../other/move.csv scene/link.csv
  mkfifo scene/pipe.csv
  for file in ../other/move.csv "$PWD/other/move.csv" link.csv pipe.csv /dev/zero; do
    "$ROSIN" show cello-d | sed "s|velocity = (.*|velocity = { file = \"$file\"; };|" >scene/a.cfg
    refused 1 "bow.velocity: " timeout 1000 "$ROSIN" check scene/a.cfg
    printf '@include "%s"\n' "$file" >scene/b.cfg
    refused 1 "b.cfg:1: @include: " timeout 1000 "$ROSIN" check scene/b.cfg
    printf 'modals = { m = { shape = "table"; file = "%s"; }; };\noutputs = ( { signal = "m.velocity@all"; } );' "$file" >scene/c.cfg
    run -1 timeout 1000 "$ROSIN" check scene/c.cfg
  done
  "$ROSIN" show cello-d | sed "s|velocity = (.*|velocity = { file = \"move.csv\"; };|" >scene/a.cfg
  "$ROSIN" check scene/a.cfg
  for file in ../other/move.csv "$PWD/other/move.csv" link.csv; do
    "$ROSIN" show cello-d | sed "s|velocity = (.*|velocity = { file = \"$file\"; };|" >scene/a.cfg
    "$ROSIN" check scene/a.cfg --allow-files
    "$ROSIN" render scene/a.cfg -d 0.05 --allow-files -o scene/a.wav
    # who made a sound file is not who plays it
    refused 1 "bow.velocity: " "$ROSIN" render scene/a.wav --allow-files -o x.wav
    [[ "$stderr" != *allow-files* ]] # it never helps there
    run -0 "$ROSIN" show scene/a.wav
    [ "${lines[1]}" = "#   rosin render a.cfg -d 0.05 --allow-files" ]
    [[ "${lines[2]}" == "# again: by that command; a scene inside a sound file reads no files elsewhere."* ]]
    refused 1 "bow.velocity: " "$ROSIN" map scene/a.cfg -d 0.05 -x bow.force=1:2:2 -o x.csv
    "$ROSIN" map scene/a.cfg -d 0.05 -x bow.force=1:2:2 -y bow.position=0.1:0.2:1 --allow-files -o m.csv
  done
}

# bats test_tags=sanitized
@test "inputs that broke it once: scenes are refused in one line" {
  for file in "$ROOT"/tests/corpus/scene/*; do
    run -1 --separate-stderr timeout 1000 "$ROSIN" check "$file"
    [ "${#stderr_lines[@]}" -eq 1 ] || { echo "$file: $stderr"; return 1; }
    [[ "$stderr" == "rosin: "* ]]
  done
}

# noted TEXT FILE: a sound file whose notes are the text of a file.
noted() {
  python3 - "$1" "$2" <<'END'
import struct, sys
text = open(sys.argv[1]).read().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
xml = ("<BWFXML><USER><ROSIN>" + text + "</ROSIN></USER></BWFXML>").encode()
xml += b" " * (len(xml) % 2)
body = b"fmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 16000, 2, 16)
body += b"iXML" + struct.pack("<I", len(xml)) + xml + b"data" + struct.pack("<I", 4) + bytes(4)
open(sys.argv[2], "wb").write(b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WAVE" + body)
END
}

# bats test_tags=sanitized
@test "a sound file's notes are input: numbers are checked, text is harmless" {
  command -v python3 >/dev/null || skip "no python3"
  for name in duration-1e9 duration-1e300 duration-nan duration-0; do
    noted "$ROOT/tests/corpus/notes/$name" given.wav
    refused 1 "its duration is not 0.001 to 36000 s" timeout 1000 "$ROSIN" render given.wav -o x.wav
    refused 1 "its duration" "$ROSIN" show given.wav
  done
  # as this version's: of another's files it warns
  sed "1s/.*/rosin $("$ROSIN" --version | cut -d' ' -f2)/" "$ROOT/tests/corpus/notes/gesture-absolute" >notes
  noted notes given.wav
  refused 1 "lies outside" "$ROSIN" render given.wav --allow-files -o x.wav
  noted "$ROOT/tests/corpus/notes/escape-sequences" given.wav
  refused 1 "damaged" "$ROSIN" show given.wav
  noted "$ROOT/tests/corpus/notes/shell-text" given.wav
  run -0 "$ROSIN" show given.wav
  [[ "$output" == *"rosin render 'd; touch gotcha' -s 'title=\$(touch gotcha)'"* ]]
  printf 'rosin 0.1.0\nscene d\n\n# \033[2J\033]0;title\007\nstrings = { d = { frequency = 200.0; }; };\noutputs = ( { signal = "d.bridge_force"; } );\n' >text
  noted text given.wav
  "$ROSIN" show given.wav >shown
  ! grep -q "$(printf '\033')" shown
  mv given.wav "$(printf 'new\nline').wav"
  "$ROSIN" show new*.wav | head -1 | grep -qF 'new\x0aline.wav, made by'
}

@test "a line break in a scene's name stays out of the notes" {
  "$ROSIN" show squeak >"$(printf 'two\nlines').cfg"
  run -0 --separate-stderr "$ROSIN" render two*.cfg -d 0.02 -o a.wav
  "$ROSIN" render a.wav -o b.wav
  cmp a.wav b.wav
  run -0 "$ROSIN" check two*.cfg
  [ "${#lines[@]}" -eq 1 ]
  refused 1 "No such file" "$ROSIN" check "$(printf 'no\nscene').cfg"
  refused 2 "control characters" "$ROSIN" render squeak -s "$(printf 'title=a\nb')" -o x.wav
}

@test "a closed pipe is one error" {
  run -1 --separate-stderr sh -c "'$ROSIN' render squeak -d 0.02 -o a.wav --probe hinge.force --probe-file - >/dev/full"
  [ "$(grep -c 'rosin: ' <<<"$stderr")" -eq 1 ]
  run --separate-stderr bash -c "set -o pipefail; '$ROSIN' render squeak -d 0.5 -o b.wav --probe hinge.force --probe-file - | head -c 1"
  [ "$(grep -c 'rosin: ' <<<"$stderr")" -eq 1 ]
}

@test "limits on the parts of a scene, and the making of it can be interrupted" {
  many() { # SECTION NUMBER TEXT
    printf '%s = {\n' "$1"
    for i in $(seq "$2"); do printf 'n%s%d = { %s };\n' "$1" "$i" "$3"; done
    printf '};\n'
  }
  out='outputs = ( { signal = "d.bridge_force"; } );'
  { many modals 1025 'modes = ( { frequency = 100.0; } );'; echo "$out"; } >a.cfg
  refused 1 "more than 1024 strings and modals" "$ROSIN" check a.cfg
  { echo 'strings = { d = { frequency = 200.0; }; };'
    many contacts 257 'a = "-"; b = "d"; position = 0.1; force = 0.1; velocity = 0.1;'; echo "$out"; } >b.cfg
  refused 1 "more than 256 contacts" "$ROSIN" check b.cfg
  { echo 'strings = { d = { frequency = 200.0; }; };'
    many contacts 52 'a = "-"; b = "d"; position = 0.1; force = 0.1; velocity = 0.1; contacts = 5;'; echo "$out"; } >b.cfg
  refused 1 "260 points rub 'd' and what hangs together with it: 1 to 256" "$ROSIN" check b.cfg
  { echo 'strings = { d = { frequency = 200.0; }; };'
    many pushes 257 'body = "d"; position = 0.1;'; echo "$out"; } >c.cfg
  refused 1 "more than 256 joints and pushes" "$ROSIN" check c.cfg
  { many modals 70 'shape = "plate-free"; modes = 1024;'; echo "$out"; } >d.cfg
  run -1 --separate-stderr "$ROSIN" check d.cfg
  [[ "$stderr" == *"more than 65536 modes in all"* || "$stderr" == *"named 'd'"* ]]
  { many strings 1000 'frequency = 55.0;'; echo 'outputs = ( { signal = "nstrings1.bridge_force"; } );'; } >e.cfg
  # of the processor's time, whatever else it does: whoever takes more is killed
  run -124 bash -c 'ulimit -t 3; exec timeout -s INT 0.3 "$0" render e.cfg -o x.wav' "$ROSIN"
  [ -z "$(find . -name 'x.*')" ]
}

# bats test_tags=plain
# bats test_tags=plain
@test "signals, races, full disks and read-only folders at random moments" {
  command -v python3 >/dev/null || skip "no python3"
  for part in "signals --moments 3" "race --moments 5" "disk --moments 20" folder; do
    run -0 --separate-stderr python3 "$ROOT/tests/verify/faults.py" $part --seed $RANDOM
    echo "$stderr"
    [[ "$output" == *"broken 0 "* ]] || [[ "$stderr" == *"mounted"* ]]
  done
}

# bats test_tags=plain
# bats test_tags=plain
@test "a take on a full disk, and after SIGKILL" {
  command -v python3 >/dev/null || skip "no python3"
  run -0 --separate-stderr timeout 1000 python3 "$ROOT/tests/verify/faults.py" take --moments 1
  echo "$stderr"
  [[ "$output" == *"take_broken 0 "* ]] || [[ "$stderr" == *"no jackd"* ]]
}

# bats test_tags=plain
# bats test_tags=plain
@test "failed allocations end in one line" {
  command -v python3 >/dev/null || skip "no python3"
  run -0 --separate-stderr timeout 1000 python3 "$ROOT/tests/verify/memory.py" --quick check show replay
  echo "$stderr"
  [[ "$output" == *"broke_promise 0 "* ]]
}

# kept FILE TEXT COMMAND...: refused with status 2, and FILE holds the bytes that it held.
kept() {
  local file=$1 text=$2 before
  shift 2
  before=$(cksum <"$file")
  refused 2 "$text" "$@"
  [ "$(cksum <"$file")" = "$before" ]
}

# bats test_tags=sanitized
@test "no output takes the place of what a command reads" {
  local reads="cannot be written: this command reads it"
  "$ROSIN" render chalk -d 0.1 -o rec.wav
  "$ROSIN" show chalk >a.cfg
  kept rec.wav "rec.wav: $reads" "$ROSIN" modes rec.wav -o rec.wav
  kept rec.wav "$reads" "$ROSIN" modes ./rec.wav -o "$PWD/rec.wav"
  kept rec.wav "$reads" "$ROSIN" render rec.wav -o ./rec.wav
  kept a.cfg "$reads" "$ROSIN" map a.cfg -o a.cfg
  cp a.cfg a.svg
  kept a.svg "$reads" "$ROSIN" map a.svg --plot ./a.svg
  kept a.cfg "$reads" "$ROSIN" render a.cfg -o o.wav --report a.cfg
  [ ! -e o.wav ]
  ln -s a.cfg link.cfg
  kept a.cfg "$reads" "$ROSIN" render link.cfg -o o.wav --report a.cfg
  kept a.cfg "$reads" "$ROSIN" render a.cfg -o o.wav --report link.cfg
  ln a.cfg hard.cfg
  kept a.cfg "$reads" "$ROSIN" render hard.cfg -o o.wav --report a.cfg
  cp "$ROOT/docs/tune.mid" t.mid
  kept t.mid "$reads" "$ROSIN" render cello --midi t.mid -o o.wav --report t.mid
  printf 's\n 2\n3/2\n2/1\n' >s.scl
  kept s.scl "$reads" "$ROSIN" render cello --midi t.mid --scale s.scl -o o.wav --report s.scl
  printf 'velocity,force\n0,1\n1,2\n' >d.svg
  kept d.svg "$reads" "$ROSIN" fit d.svg --law coulomb --plot d.svg
  kept d.svg "$reads" "$ROSIN" curve lugre --drive file:d.svg --plot ./d.svg
}

# bats test_tags=sanitized
@test "nor of what its scene reads" {
  local reads="cannot be written: this command reads it"
  printf '0,0.2\n1,0.3\n' >in.csv
  printf 'frequency,mass,t60\n200,0.1,1\n' >plate.txt
  printf 'modals = { plate = { shape = "table"; file = "plate.txt"; }; };\n' >part.cfg
  cat >scene.cfg <<'END'
@include "part.cfg"
duration = 0.1;
contacts = { c = { a = "-"; b = "plate"; law = { type = "coulomb"; };
  force = 1.0; velocity = { file = "in.csv"; }; }; };
outputs = ( { signal = "plate.velocity@0"; } );
END
  run -0 "$ROSIN" check scene.cfg
  for file in in.csv plate.txt part.cfg scene.cfg; do
    kept $file "$reads" "$ROSIN" render scene.cfg -o o.wav --report $file
  done
  kept in.csv "$reads" "$ROSIN" render scene.cfg -o o.wav --probe c.force --probe-file in.csv
  kept part.cfg "$reads" "$ROSIN" map scene.cfg -x c.force=1:2:2 -y c.velocity=1:2:2 -o part.cfg
  mkdir s
  "$ROSIN" render glass -d 0.1 -o s/1-x.wav
  kept s/1-x.wav "$reads" "$ROSIN" render s/1-x.wav -o o.wav --stems s/
}

# bats test_tags=sanitized
@test "two outputs are two files, however they are spelled" {
  local two="two outputs cannot go to one file" at=$PWD
  refused 2 "$two" "$ROSIN" render glass -o dup.wav --stems ./dup.wav
  refused 2 "$two" "$ROSIN" render glass -o dup.wav --report "$at/dup.wav"
  refused 2 "$two" "$ROSIN" map cello-d -o ./m.png --plot m.png
  refused 2 "$two" "$ROSIN" modes nothing.wav -o ./m.png --plot m.png
  mkdir s
  refused 2 "$two" "$ROSIN" render glass -o s/1-x.wav --stems ./s/
  echo old >old.wav
  ln -s old.wav link.wav
  kept old.wav "$two" "$ROSIN" render glass -o old.wav --stems link.wav
  run -0 "$ROSIN" render glass -d 0.1 -o one.wav --report /dev/null
  run -0 "$ROSIN" render glass -d 0.1 -o s/glass.wav --stems s/
}

# bats test_tags=sanitized
@test "data in an error ends no line" {
  "$ROSIN" show cello-d >ok.cfg
  sed 's/b = "d"/b = "x\\nHELLO\\x1b[2J"/' ok.cfg >b.cfg
  refused 1 'x\x0aHELLO\x1b[2J' "$ROSIN" check b.cfg
  sed 's/type = "[a-z]*"/type = "glue\\nHELLO"/' ok.cfg >c.cfg
  run -1 --separate-stderr "$ROSIN" check c.cfg
  [ "$(grep -c -v '^rosin: c.cfg:' <<<"$stderr")" -eq 0 ]
  [[ "$stderr" == *'glue\x0aHELLO'* ]]
  printf 'gain = ;\n' >$'two\nlines.cfg'
  refused 1 'two\x0alines.cfg:1: ' "$ROSIN" check $'two\nlines.cfg'
  refused 1 'no\x0asuch.cfg: ' "$ROSIN" check $'no\nsuch.cfg'
  printf '@include "no\\nsuch.cfg"\n' >d.cfg
  refused 1 'no\x0asuch.cfg: ' "$ROSIN" check d.cfg
  refused 1 "glue\\x0aHELLO" "$ROSIN" laws $'glue\nHELLO'
  # several stay a line each
  sed 's|^duration.*|duration = "a\\nb";|; s|^rate.*|rate = "c\\nd";|' ok.cfg >e.cfg
  run -1 --separate-stderr "$ROSIN" check e.cfg
  [ "${#stderr_lines[@]}" -ge 2 ]
  [ "$(grep -c -v '^rosin: e.cfg:' <<<"$stderr")" -eq 0 ]
}

# bats test_tags=sanitized
@test "what cannot go through a pipe is refused before it is opened" {
  local format
  for format in wav aiff caf w64; do
    mkfifo p.$format
    refused 2 "p.$format: is a pipe; .flac and .ogg can be written to one" timeout 1000 "$ROSIN" render glass -d 0.1 -o p.$format
  done
  refused 2 "p.wav: is a pipe" timeout 1000 "$ROSIN" render glass -d 0.1 -o o.wav --stems p.wav
  refused 2 "p.wav: is a pipe" timeout 1000 "$ROSIN" render glass -d 0.1 -o o.wav --probe finger.force --probe-file p.wav
  [ ! -e o.wav ]
  for format in flac ogg; do
    mkfifo p.$format
    timeout 1000 cat p.$format >out.$format &
    run -0 timeout 1000 "$ROSIN" render glass -d 0.1 -o p.$format
    wait $!
    run -0 "$ROSIN" show out.$format
  done
}

# bats test_tags=plain
@test "a fault of the sound library is told as want of memory, one of anything else stays a fault" {
  printf '#include <signal.h>\nint FALLS(void) { raise(SIGSEGV); return 0; }\n' >falls.c
  for f in sf_writef_float ebur128_add_frames_float; do
    cc -shared -fPIC -DFALLS=$f falls.c -o $f.so
  done
  LD_PRELOAD=$PWD/sf_writef_float.so run -1 --separate-stderr "$ROSIN" render glass -d 0.1 -o x.wav
  [ "$stderr" = "rosin: out of memory for a sound file" ]
  [ -z "$(find . -name '*x.wav*')" ]
  # in the midst of writing, between what the library is asked
  ulimit -c 0
  LD_PRELOAD=$PWD/ebur128_add_frames_float.so run -139 --separate-stderr "$ROSIN" render glass -d 0.1 --loudness -20 -o x.wav
  [[ $stderr != *"out of memory"* ]]
}
