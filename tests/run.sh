#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tests/run.sh PROGRAM...: runs test programs (cmocka, or bats as FILE@COMMAND; both
# speak TAP), shows what failed, and ends with the one line "N passed, M failed". RUN is
# put before a program, as in RUN=qemu-aarch64.
passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for program in "$@"; do
  start=$(date +%s)
  case $program in
  *.bats@*) ROSIN=$PWD/${program#*@} bats --tap "${program%@*}" >"$log" 2>&1 ;;
  *) CMOCKA_MESSAGE_OUTPUT=TAP $RUN "$program" >"$log" 2>&1 ;;
  esac
  status=$?
  skipped=$(grep -c '^ok .*# skip' "$log")
  ok=$(($(grep -c '^ok ' "$log") - skipped))
  left=$(grep -c '^not ok .*# SKIP' "$log") # as cmocka says it
  bad=$(($(grep -c '^not ok ' "$log") - left))
  skipped=$((skipped + left))
  if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi # it crashed
  if [ "$status" -eq 0 ] && [ "$((ok + skipped))" -eq 0 ]; then bad=1; fi # it tested nothing
  [ "$bad" -gt 0 ] && cat "$log"
  printf '%-52s %4d ok %3d failed %3d skipped %4d s\n' "$program" "$ok" "$bad" "$skipped" \
    $(($(date +%s) - start))
  grep -i '^\(not \)\{0,1\}ok .*# skip' "$log" | sed 's/^\(not \)\{0,1\}ok [0-9]* /  skipped: /'
  passed=$((passed + ok)) failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
