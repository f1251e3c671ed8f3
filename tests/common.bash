# SPDX-License-Identifier: BSD-3-Clause
# What the tests of the command share; ROSIN names the binary.

bats_require_minimum_version 1.5.0

setup() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
  ROSIN=${ROSIN:-$ROOT/build/rosin}
  SCRATCH=$(mktemp -d)
  cd "$SCRATCH" || exit 1
}

# By its name, not by where the test has gone meanwhile.
teardown() {
  cd / && rm -rf "$SCRATCH"
}

# refused STATUS TEXT COMMAND...: ends with STATUS, says TEXT in one line on standard
# error, and leaves no file behind.
refused() {
  local status_wanted=$1 text=$2
  shift 2
  run -"$status_wanted" --separate-stderr "$@"
  [ "${#stderr_lines[@]}" -eq 1 ] || { echo "not one line: $stderr"; return 1; }
  case $stderr in *"$text"*) ;; *) echo "'$stderr' lacks '$text'"; return 1 ;; esac
  [ -z "$(find . -name '*.part-*' -o -name 'x.*')" ]
}

# near VALUE WANTED TOLERANCE
near() {
  awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(d <= t && d >= -t) }' ||
    { echo "$1 is not $2 within $3"; return 1; }
}
