#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tests/fuzz/coverage.sh BUILD TARGET...: plays the corpora, and what `make fuzz` has found
# (build/fuzz/corpus), through targets built for llvm-cov in BUILD. A line a target: inputs,
# and lines and branches reached in the files that the target is about.
build=$1
shift

# what a target is about
sources() {
  case $1 in
  scene) echo src/scene src/network src/contact src/friction modal waveguide ;;
  gesture_csv) echo src/scene/read/csv.c src/scene/model/gesture.c ;;
  recordings) echo src/host/map/recordings.c src/host/common/table.c ;;
  replay) echo src/live/record/gesture_file.c src/core/sequencer/sequencer.c src/core/sequencer/target.c src/live/record/replay.c src/player ;;
  midi_file) echo src/player ;;
  midi_live) echo src/player/midi/midi.c src/live/devices/midi.c src/live/devices/midi_map.c src/core/sequencer/sequencer.c src/core/sequencer/hand.c ;;
  osc) echo src/live/devices/osc.c src/core/sequencer/sequencer.c ;;
  scala) echo src/player/tuning.c ;;
  notes) echo src/host/load/recipe.c src/scene/sound/sound_notes.c src/scene/text/parse.c ;;
  modes) echo src/modes/*.c ;;
  fit) echo src/host/curve/fit.c src/host/curve/least_squares.c src/host/common/table.c src/host/curve/stand.c ;;
  network) echo src/network src/contact src/friction src/body.c modal/modal.c waveguide/string.c waveguide/loop.c ;;
  esac
}

for target in "$@"; do
  program=$build/tests/fuzz/$target raw=$build/$target.profraw
  set -- "tests/fuzz/corpus/$target"/*
  for more in "tests/corpus/$target"/* "build/fuzz/corpus/$target"/*; do
    [ -f "$more" ] && set -- "$@" "$more"
  done
  LLVM_PROFILE_FILE=$raw "$program" "$@" >"$build/$target.log" 2>&1 || tail -n 3 "$build/$target.log"
  llvm-profdata merge -sparse "$raw" -o "$build/$target.profdata"
  # shellcheck disable=SC2046 # names are words
  llvm-cov export -summary-only -instr-profile "$build/$target.profdata" "$program" \
    $(sources "$target") 2>/dev/null | python3 -c '
import json, sys
of = json.load(sys.stdin)["data"][0]["totals"]
print("%-12s %5s inputs  lines %5.1f %% of %5d  branches %5.1f %% of %5d" % (
    sys.argv[1], sys.argv[2], of["lines"]["percent"], of["lines"]["count"],
    of["branches"]["percent"], of["branches"]["count"]))' "$target" "$#"
done
