#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tests/run.sh PROGRAM...: runs test programs (cmocka, or bats as FILE@COMMAND; both
# speak TAP), one more at once than there are processors, shows what failed, and ends with the one
# line "N passed, M failed". RUN is put before a program, as in RUN=qemu-aarch64; with SECONDS_TO=FILE a
# line for each goes to that file, as in tests/seconds.tsv: processor time, and how many tests passed.
# The tools speak plain C; what is built for the sanitizers speaks German, if `make check` has made it a locale.
export LC_ALL=C
german=$PWD/build/locale/de_DE.UTF-8

# Which tests of a file: those for this half alone, and, but for files whose other half is as cheap or is of
# what a host loads, those of both under the sanitizers alone.
tags() {
  file=${program%@*}
  case $file in
  */cli.bats | */render.bats | */score.bats | */said.bats | */live.bats | */faces.bats | */turns.bats | */vst3.bats | */yesterday.bats | \
    */bindings.bats | */fuzz.bats) echo "!$others" ;;
  *) if [ "$others" = sanitized ] && grep -q '^# bats test_tags=plain' "$file"; then echo plain; else echo "!$others"; fi ;;
  esac
}

# One program: a line on what it did to standard output, what failed before it; counts to a file.
one() {
  program=$1 log=$(mktemp) start=$(date +%s)
  case $program in *@build/rosin) others=sanitized ;; *) others=plain ;; esac # tests/common.bash
  # looking for leaks is half of a short program's time; of all that ends well test_memory_commands counts blocks
  case $program in *said.bats@* | *fuzz.bats@*) ;; *.bats@*) export ASAN_OPTIONS=detect_leaks=0 ;; esac
  case $program in
  *build/address-undefined/*) [ ! -e "$german/LC_NUMERIC" ] || export ROSIN_TEST_LOCALE="$german" ;;
  esac
  case $program in
  *.bats@*) ROSIN=$PWD/${program#*@} bats --tap --filter-tags "$(tags)" "${program%@*}" >"$log" 2>&1 ;;
  *) CMOCKA_MESSAGE_OUTPUT=TAP $RUN "$program" >"$log" 2>&1 ;;
  esac
  status=$?
  # user and system: what it costs on a busy machine too
  times >"$log.times"
  busy=$(awk -F'[ms ]' 'NR == 2 { print 60 * $1 + $2 + 60 * $4 + $5 }' "$log.times")
  skipped=$(grep -c '^ok .*# skip' "$log")
  ok=$(($(grep -c '^ok ' "$log") - skipped))
  left=$(grep -c '^not ok .*# SKIP' "$log") # as cmocka says it
  bad=$(($(grep -c '^not ok ' "$log") - left))
  skipped=$((skipped + left))
  if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi # it crashed
  if [ "$status" -eq 0 ] && [ "$((ok + skipped))" -eq 0 ]; then bad=1; fi # it tested nothing
  said=$( # at once, so that two programs do not speak at the same time
    [ "$bad" -gt 0 ] && cat "$log"
    printf '%-52s %4d ok %3d failed %3d skipped %4d s %6.1f cpu\n' "$program" "$ok" "$bad" "$skipped" \
      $(($(date +%s) - start)) "$busy"
    grep -i '^\(not \)\{0,1\}ok .*# skip' "$log" | sed 's/^\(not \)\{0,1\}ok [0-9]* /  skipped: /'
  )
  rm -f "$log" "$log.times"
  printf '%s\n' "$said"
  echo "$ok $bad" >>"$COUNTS"
  [ -z "$SECONDS_TO" ] || printf '%s\t%.1f\t%d\n' "$program" "$busy" "$ok" >>"$SECONDS_TO"
}

if [ "$1" = --one ]; then
  one "$2"
  exit 0
fi

# One Python for all that asks for python3, with what most of it imports. Where `python3` is a script that
# looks for one (pyenv), it takes ten times as long to start, and a check starts a thousand.
python() {
  for p in ${PYTHON:+"$PYTHON"} python3 /usr/bin/python3; do
    "$p" -c 'import sys, numpy, scipy; print(sys.executable)' 2>/dev/null && return
  done
  python3 -c 'import sys; print(sys.executable)' 2>/dev/null
}
if PYTHON=$(python); then
  mkdir -p build/tools
  # a link: a script's shell would drop the functions that bats hands on to bats
  [ "$PYTHON" = "$PWD/build/tools/python3" ] || ln -sf "$PYTHON" build/tools/python3
  export PYTHON PATH="$PWD/build/tools:$PATH"
fi

COUNTS=$(mktemp)
export COUNTS RUN
trap 'rm -f "$COUNTS"' EXIT
# the longest first, so that none is left over; what tests/seconds.tsv does not know counts as a second
printf '%s\n' "$@" | awk -F'\t' 'NR == FNR { if (!/^#/) took[$1] = $2; next }
  { print ($1 in took ? took[$1] : 1) "\t" $1 }' tests/seconds.tsv - | sort -k1,1gr | cut -f2 |
  xargs -P $(($(nproc 2>/dev/null || echo 2) + 1)) -n 1 sh "$0" --one # some wait for sound
awk -v programs=$# '{ passed += $1; failed += $2 }
  END { failed += programs - NR; print passed " passed, " failed " failed"; exit !(failed == 0 && passed > 0) }' "$COUNTS"
