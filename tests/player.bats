#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Notes played on an instrument, from end to end; ROSIN names the binary.

setup() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
  ROSIN=${ROSIN:-$ROOT/build/rosin}
  mkdir "$BATS_TEST_TMPDIR/scratch" # bats removes it, wherever a test goes from there
  cd "$BATS_TEST_TMPDIR/scratch" || exit 1
  TUNE=$ROOT/docs/tune.mid
}

bats_require_minimum_version 1.5.0

# refused STATUS TEXT ARGUMENT...: rosin render ends with STATUS, says TEXT in one line on
# standard error, and writes no sound.
refused() {
  local status_wanted=$1 text=$2
  shift 2
  run -"$status_wanted" --separate-stderr timeout 1000 "$ROSIN" render "$@" -o x.wav
  [ "${#stderr_lines[@]}" -eq 1 ] || { echo "not one line: $stderr"; return 1; }
  case $stderr in *"$text"*) ;; *) echo "'$stderr' lacks '$text'"; return 1 ;; esac
  [ -z "$(find . -name 'x.*')" ]
}

# midi TRACK: a file with one track of these bytes (as printf has them)
midi() {
  printf "$1" >track
  printf 'MThd\0\0\0\6\0\0\0\1\1\340MTrk\0\0\0'
  printf "\\$(printf %o "$(wc -c <track)")"
  cat track
}

# level FROM TO: dB of a CSV's first column of sound between two times
held() {
  awk -F, -v from="$1" -v to="$2" -v column="$3" \
    'NR > 1 && $1 >= from && $1 < to { n++; sum += $column } END { print (n ? sum / n : -1) }' probes.csv
}

@test "a note from a MIDI file: the bow presses its string while it lasts" {
  # D3 for a quarter second, as two ticks-of-480 deltas at 120 a minute
  midi '\0\220\62\120\201\160\200\62\0\0\377\57\0' >d.mid
  run -0 --separate-stderr "$ROSIN" render cello --midi d.mid -d 0.6 -o d.wav \
    --probe bow-g.normal,bow-d.normal --probe-file probes.csv
  [[ "$stderr" != *warning* ]] && [[ "$stderr" == *"peak -"* ]]
  awk "BEGIN { exit !($(held 0.1 0.25 3) > 0.1 && $(held 0.5 0.6 3) < 1e-3 && $(held 0 0.6 2) == 0) }"
}

@test "stems of notes last as long as their sound" {
  midi '\0\220\62\120\201\160\200\62\0\0\377\57\0' >d.mid
  run -0 --separate-stderr "$ROSIN" render cello --midi d.mid -o d.wav --stems d.aiff \
    --report d.json
  length=$("${PYTHON:-python3}" -c 'import json; print(json.load(open("d.json"))["samples"])')
  # an AIFF file says how many frames it has behind the two bytes of its channels
  frames=$("${PYTHON:-python3}" -c 'd = open("d.aiff", "rb").read()
print(int.from_bytes(d[d.index(b"COMM") + 10:][:4], "big"))')
  [ "$frames" -eq "$length" ] && [ "$length" -gt 48000 ]
}

# bats test_tags=plain
@test "the tune: as it is generated; the same samples twice and in other blocks" {
  "${PYTHON:-python3}" "$ROOT/tests/midi.py" tune made.mid
  cmp made.mid "$TUNE"
  for block in 256 256 1000 63; do
    run -0 "$ROSIN" render cello --midi "$TUNE" -d 0.7 -o a.wav --format float --block $block \
      --probe bow-g.force --probe-file a.csv
    [ -e first.csv ] || { cp a.csv first.csv; "$ROSIN" render cello --midi "$TUNE" -d 0.7 -o first.wav --format float; }
    cmp a.csv first.csv
    # what stands before the sound names the command; the samples are the end of the file
    cmp <(samples a.wav | tail -c 260000) <(samples first.wav | tail -c 260000)
  done
  # stretches of a scene that is not oversampled once followed the blocks
  for block in 64 63 1000; do
    "$ROSIN" render cello --midi "$TUNE" -d 0.7 -o $block.wav --plain --oversample 1 --block $block
    cmp 64.wav $block.wav
  done
}

@test "a whole file is played to its last tone" {
  midi '\0\220\71\120\60\200\71\0\0\377\57\0' >a.mid
  run -0 --separate-stderr "$ROSIN" render violin --midi a.mid -o a.wav --oversample 1
  [[ "$stderr" == *"4.05 s"* ]]
}

# bats test_tags=sanitized
@test "what is no MIDI file is refused" {
  refused 1 "missing.mid: cannot be read: No such file or directory" cello --midi missing.mid
  refused 1 ".: cannot be read: Is a directory" cello --midi .
  echo "this is a text and not any music at all" >text.mid
  refused 1 "text.mid: is no Standard MIDI File" cello --midi text.mid
  : >empty.mid
  refused 1 "empty.mid: is no Standard MIDI File" cello --midi empty.mid
  head -c 20 "$TUNE" >head.mid
  refused 1 "head.mid: " cello --midi head.mid
  midi '\0\377\57\0' >nothing.mid
  refused 1 "nothing.mid: there is nothing to play" cello --midi nothing.mid
}

@test "a damaged file is played as far as it goes, with a warning" {
  head -c 300 "$TUNE" >cut.mid
  run -0 --separate-stderr "$ROSIN" render cello --midi cut.mid -d 0.1 -o a.wav
  [[ "$stderr" == *"warning: cut.mid: it ends too soon"* ]]
  # any byte of it may be wrong
  for at in 15 20 25 30 40 60 100; do
    { head -c $at "$TUNE"; printf '\377\377'; tail -c +$((at + 3)) "$TUNE" | head -c 200; } >odd.mid
    run --separate-stderr timeout 1000 "$ROSIN" render cello --midi odd.mid -d 0.02 -o b.wav
    [ "$status" -le 1 ] || { echo "byte $at: status $status"; return 1; }
  done
}

@test "notes that no string reaches are counted and left out" {
  midi '\0\220\43\120\0\220\62\120\60\200\43\0\0\377\57\0' >low.mid
  run -0 --separate-stderr "$ROSIN" render cello --midi low.mid -d 0.2 -o a.wav
  [[ "$stderr" == *"warning: 1 note was left out: below the lowest string"* ]]
}

# A violin on channel 1, a cello on channel 2, drums on channel 10, a controller that nobody heeds.
parts() {
  midi '\0\300\50\0\301\52\0\220\114\120\0\221\62\120\0\231\46\120\0\261\133\50\60\200\114\0\0\201\62\0\0\231\46\0\0\377\57\0'
}

# bats test_tags=plain
@test "parts are told by programs, percussion is none, and what is left out stands in the report" {
  parts >parts.mid
  run -0 --separate-stderr "$ROSIN" render cello --midi parts.mid -d 0.1 -o a.wav --report a.json
  [[ "$stderr" == *"1 note was left out: percussion, on channel 10"* ]]
  [[ "$stderr" == *"1 note was left out: another instrument's part"* ]]
  "${PYTHON:-python3}" - <<'PY'
import json
notes = json.load(open("a.json"))["notes"]
assert notes["played"] == 1, notes
assert {(n["channel"], n["key"]) for n in notes["left_out"]} == {(1, 76), (10, 38)}, notes
assert notes["ignored_controllers"] == {"91": 1}, notes
PY
  # without a scene the first program chooses it
  run -0 --separate-stderr "$ROSIN" render --midi parts.mid -d 0.1 -o b.wav
  [[ "$stderr" == *"parts.mid: for violin"* ]]
  "$ROSIN" render violin --midi parts.mid -d 0.1 -o c.wav --plain
  "$ROSIN" render --midi parts.mid -d 0.1 -o d.wav --plain
  cmp c.wav d.wav
  run -1 --separate-stderr "$ROSIN" render --midi missing.mid -o x.wav
  [[ "$stderr" == *"missing.mid: cannot be read"* ]]
  run -2 "$ROSIN" render -o x.wav
}

@test "keys below the instrument are no key-switches unless that is asked for" {
  # 31 (G1) would be pizzicato; then D3
  midi '\0\220\37\120\0\200\37\0\0\220\62\120\60\200\62\0\0\377\57\0' >low.mid
  for keys in 0 1; do
    run -0 --separate-stderr "$ROSIN" render cello --midi low.mid -d 0.3 -o $keys.wav \
      -s player.key_switches=$keys --probe bow-d.normal --probe-file probes.csv
    [ $keys = 1 ] || [[ "$stderr" == *"below the lowest string"* ]]
    awk "BEGIN { exit !(($(held 0.03 0.05 2) > 0.01) == (1 - $keys)) }"
  done
}

@test "a file chooses articulations by a controller: the left hand's pizzicato" {
  # controller 19 at 127, then D3
  midi '\0\260\23\177\0\220\62\120\60\200\62\0\0\377\57\0' >left.mid
  run -0 --separate-stderr "$ROSIN" render cello --midi left.mid -d 0.3 -o left.wav \
    --probe hand-d.normal,bow-d.normal --probe-file probes.csv
  awk "BEGIN { exit !($(held 0.003 0.01 2) > 0.5 && $(held 0.05 0.3 2) == 0 && $(held 0 0.3 3) == 0) }"
}

@test "a player without notes" {
  refused 2 "-s player.vibrato=1" cello -s player.vibrato=1
  refused 2 "--scale x.scl" cello --scale x.scl
}

# bats test_tags=sanitized
@test "the player's settings are checked" {
  refused 2 "no 'colour'" cello --midi "$TUNE" -s player.colour=1
  refused 2 "no ''" cello --midi "$TUNE" -s player.=1
  refused 2 "player.vibrato: 1000 is out of range: 0 to 100 cents" cello --midi "$TUNE" -s player.vibrato=1000
  refused 2 "player.vibrato: nan is out of range" cello --midi "$TUNE" -s player.vibrato=nan
  refused 2 "'much' is not a number" cello --midi "$TUNE" -s player.vibrato=much
  refused 2 "must be player.KEY=VALUE" cello --midi "$TUNE" -s player.vibrato
  # what has a name goes by it
  "$ROSIN" render cello --midi "$TUNE" -d 1 -s player.articulation=pizzicato -s player.controls=swam --plain -o named.wav
  "$ROSIN" render cello --midi "$TUNE" -d 1 -s player.articulation=7 -s player.controls=1 --plain -o numbered.wav
  cmp named.wav numbered.wav
  refused 2 "'plucked' is not a number" cello --midi "$TUNE" -s player.articulation=plucked
  run -0 "$ROSIN" show cello --player
  [[ "$output" == *"player.assist "*"0 to 1"* ]]
  for key in $(echo "$output" | awk 'NR > 1 { print $1 "=" $3 }'); do
    run -0 "$ROSIN" render cello --midi "$TUNE" -d 0.001 -s "$key" -o a.wav
  done
  for scene in squeak singing-bowls; do # keys that play an effect, and keys of their own
    run -0 "$ROSIN" show $scene --player
    for key in $(echo "$output" | awk 'NR > 1 { print $1 "=" $3 }'); do
      run -0 "$ROSIN" render $scene --midi "$TUNE" -d 0.001 -s "$key" -o a.wav
    done
  done
}

# bats test_tags=sanitized
@test "scales: a good one sounds, bad ones are refused" {
  printf '! just.scl\n!\njust\n 12\n!\n16/15\n9/8\n6/5\n5/4\n4/3\n45/32\n3/2\n8/5\n5/3\n9/5\n15/8\n2/1\n' >just.scl
  run -0 "$ROSIN" render cello --midi "$TUNE" -d 0.1 --scale just.scl -o a.wav
  refused 1 "none.scl: cannot be read" cello --midi "$TUNE" --scale none.scl
  printf 't\n3\n3/2\nhigh\n2\n' >bad.scl
  refused 1 "bad.scl:4: 'high' is neither cents nor a ratio" cello --midi "$TUNE" --scale bad.scl
}

@test "a sound file names notes, scale and gesture that it was played from, and asks for them" {
  cp "$TUNE" ./-t.mid
  printf 's\n 3\n9/8\n3/2\n2/1\n' >just.scl
  "$ROSIN" render cello --midi -t.mid --scale just.scl -d 0.3 -o -c.wav
  run -0 "$ROSIN" show -- -c.wav
  [ "${lines[1]}" = "#   rosin render cello -d 0.3 --midi ./-t.mid --scale just.scl" ]
  [ "${lines[2]}" = "# again, sample by sample: rosin render ./-c.wav --midi ./-t.mid --scale just.scl -o FILE. Its scene:" ]
  rosin() { "$ROSIN" "$@"; }
  again=${lines[2]#*sample: }
  eval "${again%FILE.*}again.wav"
  cmp ./-c.wav again.wav
  refused 2 "was played from -t.mid: give that with --midi" ./-c.wav
  refused 2 "was played with the scale just.scl: give that with --scale" ./-c.wav --midi -t.mid
}

# bats test_tags=sanitized
@test "tables of controllers: ready ones, files, and what is wrong with them" {
  # controller 3 at its top, then D3
  midi '\0\260\3\177\0\220\62\120\201\160\200\62\0\0\377\57\0' >d.mid
  printf 'rosin-controls 1\ncc 3 dynamics 0 1\n' >loud.txt
  "$ROSIN" render cello --midi d.mid -d 0.5 -o a.wav --report a.json --plain
  "$ROSIN" render cello --midi d.mid -d 0.5 -o b.wav --report b.json --controls loud.txt
  grep -q '"ignored_controllers": {"3": 1}' a.json
  grep -q '"ignored_controllers": {}' b.json
  run ! cmp -s a.wav b.wav
  # the file names its table, and asks for it
  run -0 "$ROSIN" show b.wav
  [[ "${lines[1]}" == *"--controls loud.txt"* ]]
  refused 2 "was played with the controls loud.txt: give these with --controls" b.wav --midi d.mid
  "$ROSIN" render b.wav --midi d.mid --controls loud.txt -o c.wav
  cmp b.wav c.wav
  run -0 "$ROSIN" show --controls swam
  [ "${lines[0]}" = "rosin-controls 1" ] && [[ "$output" == *"cc 1 vibrato 0 50"* ]]
  echo "$output" >swam.txt
  "$ROSIN" render cello --midi d.mid -d 0.1 --plain -o d.wav --controls swam
  "$ROSIN" render cello --midi d.mid -d 0.1 --plain -o e.wav --controls swam.txt
  "$ROSIN" render cello --midi d.mid -d 0.1 --plain -o f.wav -s player.controls=1
  cmp d.wav e.wav
  cmp d.wav f.wav
  refused 1 "none.txt: cannot be read" cello --midi d.mid --controls none.txt
  printf 'rosin-controls 1\ncc 3 colour 0 1\n' >bad.txt
  refused 1 "bad.txt:2: the player has no such setting" cello --midi d.mid --controls bad.txt
  refused 2 "--controls swam: there is a player only with --midi" cello --controls swam
  run -2 "$ROSIN" show cello --controls swam
}

# Notes of 1.2 s, 1.5 s apart; for each: dB of partials of the note, re what lies between them, an
# octave low, in its last third.
heard_as() {
  python3 - "$1" "${@:2}" <<'END'
import cmath, math, struct, sys
with open(sys.argv[1], "rb") as f:
    data = f.read()
rate = struct.unpack_from("<I", data, 24)[0]
at = data.index(b"data") + 8
x = [0.5 * (a + b) for a, b in struct.iter_unpack("<ff", data[at:at + struct.unpack_from("<I", data, at - 4)[0]])]
def power(part, f):
    w, total = cmath.exp(-2j * math.pi * f / rate), 0
    for i, v in enumerate(part):
        total = total * w + v * (0.5 - 0.5 * math.cos(2 * math.pi * i / len(part)))
    return abs(total) ** 2
for i, key in enumerate(map(int, sys.argv[2:])):
    part = x[int((1.5 * i + 0.8) * rate):int((1.5 * i + 1.15) * rate)]
    hertz = 440 * 2 ** ((key - 69) / 12)
    own = sum(power(part, n * hertz) for n in (1, 2, 3))
    between = sum(power(part, (n - 0.5) * hertz) for n in (1, 2, 3))
    print(key, round(10 * math.log10(own / between), 1))
END
}

# bats test_tags=plain
@test "a natural harmonic stays one as long as it is bowed" {
  case $ROSIN in *address*) skip "once is enough" ;; esac
  python3 - <<END
import sys
sys.path.insert(0, "$ROOT/tests")
import midi
midi.write("h.mid", [e for i, k in enumerate((48, 55, 62, 69, 57)) for e in midi.note(1.5 * i, k, 1.2)])
END
  "$ROSIN" render cello --midi h.mid -o h.wav --format float --plain -d 7.5 -s player.articulation=harmonic
  heard_as h.wav 48 55 62 69 57 >heard
  cat heard
  awk '!($2 > 6) { bad = 1 } END { exit bad || NR != 5 }' heard
}

# bats test_tags=plain
@test "the ear waits until all it hears is of one finger and one stroke" {
  case $ROSIN in *address*) skip "once is enough" ;; esac
  python3 - <<END
import sys
sys.path.insert(0, "$ROOT/tests")
import midi
midi.write("t.mid", [e for i, k in enumerate((50, 60, 66, 71)) for e in midi.note(1.5 * i, k, 1.2)])
midi.write("s.mid", [e for i, k in enumerate((58, 60, 62, 63, 65, 67)) for e in midi.note(0.15 * i, k, 0.17)])
midi.write("l.mid", midi.note(0, 62, 1.2))
END
  for ear in 0 1; do
    "$ROSIN" render cello --midi t.mid -o t$ear.wav --format float --plain -d 6 -s player.articulation=tremolo -s player.ear=$ear
    "$ROSIN" render cello --midi s.mid -o s$ear.wav --format float --plain -d 1 -s player.ear=$ear
    "$ROSIN" render cello --midi l.mid -o l$ear.wav --format float --plain -d 1.2 -s player.ear=$ear
  done
  cmp t0.wav t1.wav
  cmp s0.wav s1.wav
  ! cmp l0.wav l1.wav # a long note it does correct
}

# bats test_tags=plain
@test "a scene says how quickly its bow starts a string" {
  case $ROSIN in *address*) skip "once is enough" ;; esac
  PYTHONPATH="$ROOT/tests" python3 -c 'import midi; midi.write("g.mid", midi.note(0, 43, 1))'
  "$ROSIN" show cello-measured | sed 's/ starts = 6;/ starts = 0.2;/' >slow.cfg
  for scene in cello-measured slow.cfg; do
    "$ROSIN" render "$scene" --midi g.mid -d 0.15 -o g.wav --report - 2>/dev/null | sed -n 's/.*"peak": \([^,]*\).*/\1/p'
  done >peaks
  awk 'NR == 1 { first = $1 } END { exit !(NR == 2 && first > 0.05 && $1 < 0.1 * first) }' peaks
}
