#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tests/fuzz/run.sh BUILD SECONDS TARGET...: fuzzes targets built in BUILD, as many at once as
# there are processors. What is found grows in BUILD/corpus, what fails stays in BUILD/failed.
# A line a target: executions, executions a second, covered edges, inputs that failed.
# With `again` for SECONDS: so many inputs as are said below, of one seed and from the kept ones
# alone, the same on every machine and however busy it is.
build=$1 seconds=$2
shift 2
[ -n "$TMPDIR" ] || [ ! -w /dev/shm ] || export TMPDIR=/dev/shm # thousands of files a second

one() {
  target=$1
  found=$build/corpus/$target failed=$build/failed/$target log=$build/$target.log
  case $target in
  scene | notes | manifest) limits="-max_len=4096 -timeout=10" runs=10000 ;;
  modes) limits="-max_len=8192 -timeout=20" runs=500 ;;
  fit) limits="-max_len=1500 -timeout=20" runs=15000 ;;
  network) limits="-max_len=600 -timeout=10" runs=10000 ;;
  midi_live | midi_file | osc) limits="-max_len=1000 -timeout=5" runs=5000 ;;
  *) limits="-max_len=1000 -timeout=5" runs=20000 ;;
  esac
  until="-max_total_time=$seconds" fixed=
  [ "$seconds" != again ] || {
    found=$build/again/$target until="-runs=$runs -seed=1 -reload=0 -use_cmp=0 -timeout=300"
    setarch -R true 2>/dev/null && fixed="setarch -R" # addresses too
    rm -rf "$found"
  }
  mkdir -p "$found" "$failed"
  [ -f "tests/fuzz/$target.dict" ] && limits="$limits -dict=tests/fuzz/$target.dict"
  case $target in fit | modes | midi_live) limits="$limits -close_fd_mask=3" ;; esac # they talk
  set -- "tests/fuzz/corpus/$target"
  [ -d "tests/corpus/$target" ] && set -- "$@" "tests/corpus/$target"
  # shellcheck disable=SC2086 # these are words
  $fixed "$build/tests/fuzz/$target" $limits $until -artifact_prefix="$failed/" \
    -detect_leaks=0 -print_final_stats=1 -rss_limit_mb=1500 "$found" "$@" >"$log" 2>&1
  status=$?
  awk -v target="$target" -v status="$status" '
    /^stat::number_of_executed_units/ { runs = $2 }
    /^stat::average_exec_per_sec/ { rate = $2 }
    / cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") edges = $(i + 1) }
    END { printf "%-12s %9d executions %7d a second %6d edges  %s\n", target, runs, rate, edges,
            status ? "FAILED" : "ok" }' "$log"
  [ "$status" -eq 0 ] || { grep -a -m 3 -E "broken promise|ERROR|runtime error|SUMMARY" "$log"; grep -a -m 1 "Test unit written" "$log"; }
  return "$status"
}

if [ "$#" -gt 1 ]; then
  printf '%s\n' "$@" | xargs -P "$(nproc 2>/dev/null || echo 2)" -I TARGET "$0" "$build" "$seconds" TARGET
else
  one "$1"
fi
