# SPDX-License-Identifier: BSD-3-Clause
# Inputs that ever failed (tests/corpus) and seeds (tests/fuzz/corpus), played through the
# fuzz targets as they were built beside $ROSIN. Fuzzing itself is `make fuzz`, and a line of `make verify`.

load common

# played TARGET: all that is kept for it, without a complaint of its promises or a sanitizer
played() {
  local files=()
  for f in "$ROOT/tests/fuzz/corpus/$1"/* "$ROOT/tests/corpus/$1"/*; do
    [ -f "$f" ] && files+=("$f")
  done
  [ "${#files[@]}" -gt 0 ]
  TMPDIR=$PWD "$(dirname "$ROSIN")/tests/fuzz/$1" "${files[@]}" >log 2>&1 ||
    { tail -n 40 log; return 1; }
  grep -q "^played ${#files[@]} files" log
}

@test "every target has seeds" {
  for source in "$ROOT"/tests/fuzz/*.c; do
    name=$(basename "$source" .c)
    case $name in fuzz | play) ;; *) [ -d "$ROOT/tests/fuzz/corpus/$name" ] ;; esac
  done
  for folder in "$ROOT"/tests/corpus/*/ "$ROOT"/tests/fuzz/corpus/*/; do
    [ -f "$ROOT/tests/fuzz/$(basename "$folder").c" ]
  done
}

@test "inputs kept: scenes" { played scene; }
@test "inputs kept: gestures as CSV" { played gesture_csv; }
@test "inputs kept: sounds as gestures" { played wav; }
@test "inputs kept: recorded gestures" { played replay; }
@test "inputs kept: MIDI files" { played midi_file; }
@test "inputs kept: scores" { played scores; }
@test "inputs kept: lists of rows" { played manifest; }
@test "inputs kept: MIDI bytes" { played midi_live; }
@test "inputs kept: OSC packets" { played osc; }
@test "inputs kept: Scala" { played scala; }
@test "inputs kept: notes of sound files" { played notes; }
@test "inputs kept: recordings of knocks" { played modes; }
@test "inputs kept: data to fit" { played fit; }
@test "inputs kept: recorded strokes" { played recordings; }
@test "inputs kept: networks" { played network; }
