# SPDX-License-Identifier: BSD-3-Clause
# What the tests of the command share; ROSIN names the binary.

bats_require_minimum_version 1.5.0

# Tools speak as they do everywhere, whoever runs a file by hand; tests/run.sh sees to it too.
export LC_ALL=C
unset POSIXLY_CORRECT

setup() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
  ROSIN=${ROSIN:-$ROOT/build/rosin}
  mkdir "$BATS_TEST_TMPDIR/scratch" # bats removes it, wherever a test goes from there
  cd "$BATS_TEST_TMPDIR/scratch" || exit 1
}

# What is built for the sanitizers is five times as slow, and looks at memory. Of what takes long, sounds
# and figures are judged of the plain command alone (`# bats test_tags=plain`, or file_tags), what it
# refuses under sanitizers alone (`sanitized`); the rest in both. A share of many like cases is enough
# there: among FEW -- MORE: the few there, all elsewhere.
is_sanitized() { [ -z "${ROSIN##*address*}" ]; }
among() {
  local few=()
  while [ "$1" != -- ]; do few+=("$1"); shift; done
  shift
  if is_sanitized; then echo "${few[@]}"; else echo "${few[@]}" "$@"; fi
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

# as_written FILE NOW HEADING: NOW is what tests/FILE holds, line by line; else each difference is told (- was,
# + is) below the heading that it stands under (lines that HEADING, a regular expression, matches), and how the
# file is renewed. With ROSIN_UPDATE it is written anew.
as_written() {
  [ -z "${ROSIN_UPDATE:-}" ] || cp "$2" "$ROOT/tests/$1"
  diff -U0 -F "$3" "$ROOT/tests/$1" "$2" >differs && return
  sed -n 's/^@@ [-+, 0-9]*@@/@@/; 3,42p' differs
  renewed_by "$1" "$(sed '1,2d' differs | grep -c '^[-+]')"
}

# renewed_by FILE COUNT: says how a file of tests/ is renewed, and fails
renewed_by() {
  echo "tests/$1: $2 lines differ; renewed, where a change is meant, by:" \
    "ROSIN_UPDATE=1 bats -f '$BATS_TEST_DESCRIPTION' tests/${BATS_TEST_FILENAME##*/}"
  return 1
}

# samples FILE: the sound of a WAV file, without what else is in it
samples() {
  "${PYTHON:-python3}" -c 'import sys
d, at = open(sys.argv[1], "rb").read(), 12
while d[at:at + 4] != b"data":
    at += 8 + (int.from_bytes(d[at + 4:at + 8], "little") + 1) // 2 * 2
sys.stdout.buffer.write(d[at + 8:at + 8 + int.from_bytes(d[at + 4:at + 8], "little")])' "$1"
}

# near VALUE WANTED TOLERANCE
near() {
  awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(d <= t && d >= -t) }' ||
    { echo "$1 is not $2 within $3"; return 1; }
}

# starts_screen: an X server, named by DISPLAY, that outlives its windows (without -noreset it begins anew
# when the last one is closed, and refuses who comes meanwhile). stops_screen ends it.
starts_screen() {
  Xvfb -displayfd 4 -screen 0 1000x600x24 -noreset -nolisten tcp 4>display >/dev/null 2>&1 3>&- &
  SCREEN=$!
  until [ -s display ]; do kill -0 $SCREEN || return 1; sleep 0.1; done
  DISPLAY=:$(cat display)
  export DISPLAY
}
stops_screen() {
  kill "$SCREEN"
  wait "$SCREEN" || :
}
# on_a_screen COMMAND...: run there; skipped without X
on_a_screen() {
  command -v Xvfb >/dev/null || skip "no X"
  local status=0
  starts_screen
  "$@" || status=1
  stops_screen
  [ $status = 0 ]
}

# what each test takes, user and system, to the file that ROSIN_TIMES names
teardown() {
  [ -n "${ROSIN_TIMES:-}" ] || return 0
  times >"$BATS_TEST_TMPDIR/times"
  awk -F'[ms ]' -v OFS='\t' -v file="${BATS_TEST_FILENAME##*/}" -v test="$BATS_TEST_DESCRIPTION" -v of="$ROSIN" \
    'NR == 2 { print 60 * $1 + $2, 60 * $4 + $5, file, test, of }' "$BATS_TEST_TMPDIR/times" >>"$ROSIN_TIMES"
}

# needs_chromium: CHROMIUM is the browser that is there, or the test is skipped
needs_chromium() {
  for CHROMIUM in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    command -v "$CHROMIUM" >/dev/null && return
  done
  skip "no Chromium"
}

# one_note KEY VELOCITY FILE: a MIDI file with a note of a second
one_note() {
  python3 -c 'import sys
sys.path.insert(0, sys.argv[1])
import midi
key, velocity = map(int, sys.argv[2:4])
midi.write(sys.argv[4], [(0, (0x90, key, velocity)), (1, (0x80, key, 0))])' "$ROOT/tests" "$@"
}
