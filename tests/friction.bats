#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The friction benchmark runs, tells good engines from bad ones, and says what is wrong with a case or
# an engine. tests/verify/friction.py judges all of it.

load common

setup_file() {
  export RUN="${PYTHON:-python3} $BATS_TEST_DIRNAME/../bench/friction/run.py"
  export CASES="$BATS_TEST_DIRNAME/../bench/friction/cases"
}

# error OUTPUT: the first of a JSON answer.
error() { sed -n 's/.*"error": \([^,]*\),.*/\1/p' <<<"$1" | head -1; }

# within LOW VALUE HIGH
within() { awk -v l="$1" -v v="$2" -v h="$3" 'BEGIN { exit !(l <= v && v <= h) }' || { echo "$2 is not within $1 and $3"; return 1; }; }

# bats test_tags=plain
@test "rosin, an explicit engine and a lagged one on two bodies" {
  export ROSIN
  for row in "rosin 1e-5 1e-4" "explicit 1e-9 2e-6" "lagged 2e-3 2e-2"; do
    read -r engine low high <<<"$row"
    run -0 --separate-stderr $RUN --json --engine "$engine" --rates 44100 "$CASES/elastoplastic-two-bodies.json"
    within "$low" "$(error "$output")" "$high"
  done
}

# bats test_tags=plain
@test "a law driven alone, and Coulomb's, which explicit engines cannot do" {
  export ROSIN
  run -0 --separate-stderr $RUN --engine rosin --rates 44100,88200 "$CASES/lugre-average-braking.json"
  grep -q '| lugre-average-braking (1e-08) | rosin | .*e-07 | .*e-08 | .* | 1.0 | < 44 |' <<<"$output"
  run -0 --separate-stderr $RUN --engine rosin --engine explicit --rates 44100 "$CASES/coulomb-pushed.json"
  grep -q '| coulomb-pushed (1e-11) | rosin | .*e-09 ' <<<"$output"
  grep -q 'explicit cannot do any of these' <<<"$output"
}

@test "what is wrong, in one line each" {
  printf '{ "name": "x", "contacts": {' >broken.json
  refused 1 "broken.json" $RUN --engine explicit --rates 44100 broken.json
  sed 's/"elastoplastic"/"glue"/' "$CASES/elastoplastic-two-bodies.json" >glue.json
  refused 1 "law 'glue' is none of" $RUN --engine explicit --rates 44100 glue.json
  refused 1 "must be numbers above 0" $RUN --rates 0 "$CASES/dahl-reversals.json"
  refused 1 "nosuch: dahl-reversals: nosuch: No such file" $RUN --engine nosuch --rates 44100 "$CASES/dahl-reversals.json"
  refused 1 "fewer than four rows" $RUN --engine true --rates 44100 "$CASES/dahl-reversals.json"
  refused 1 "ended with 1" $RUN --engine false --rates 44100 "$CASES/dahl-reversals.json"
}

# bats test_tags=plain
@test "every case has a reference that covers its times" {
  for case in "$CASES"/*.json; do
    name=$(basename "$case" .json)
    grep -q "\"name\": \"$name\"" "$case"
    rows=$(($(wc -l <"$CASES/../references/$name.csv") - 1))
    [ "$rows" -eq "$(sed -n 's/.*"count": \([0-9]*\).*/\1/p' "$case")" ]
    grep -q "\"$name\"" "$CASES/../references/uncertainty.json"
  done
}
