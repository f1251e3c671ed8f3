#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Playing live, on JACK's dummy driver; ROSIN names the binary.

bats_require_minimum_version 1.5.0

setup() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
  export ROSIN=${ROSIN:-$ROOT/build/rosin}
  export ASAN_OPTIONS=detect_leaks=0 # of the system's audio plugins, which are gone when it ends
  PYTHON=$(command -v python3) || skip "no python3"
}

# session NAME: a part of tests/live/session.py; 77: there is no JACK.
session() {
  run timeout 1000 "$PYTHON" "$ROOT/tests/live/session.py" "$1"
  [ "$status" -eq 77 ] && skip "no jackd, or a PortAudio without JACK"
  echo "$output"
  [ "$status" -eq 0 ]
}

@test "what was played over MIDI and OSC is rendered again, bit by bit" { session replay; }
@test "OSC: keys move and answer, errors are told" { session answers; }
@test "several scenes side by side, each with its macros and its gain" { session beside; }
@test "OSC: bundles wait for their time" { session bundles; }
@test "garbage over OSC and MIDI: playing goes on" { session garbage; }
@test "the device goes away: a line, and whole records" { session lost; }
@test "the port is in use: a line" { session busy; }
@test "a MIDI input ends and comes back" { session unplugged; }
@test "controllers are taught, and kept in a file" { session learn; }
@test "it ends by signals and in time, with whole records" { session ends; }
@test "bad options: a line each" { session bad; }

@test "the terminal: bow, finger, resize, quit, signals; it is left clean" {
  command -v tmux >/dev/null || skip "no tmux"
  run timeout 1000 "$PYTHON" "$ROOT/tests/live/terminal.py"
  [ "$status" -eq 77 ] && skip "no jackd, or a PortAudio without JACK"
  echo "$output"
  [ "$status" -eq 0 ]
}

@test "without a device it says what else there is" {
  cd "$BATS_TEST_TMPDIR"
  export JACK_DEFAULT_SERVER=rosin-none JACK_NO_START_SERVER=1
  run -1 --separate-stderr timeout 600 "$ROSIN" play cello --device none-such -d 0.1
  [ "${#stderr_lines[@]}" -eq 1 ] # what was asked for is another matter
  run --separate-stderr timeout 600 "$ROSIN" play cello -d 0.1 </dev/null
  [ "$status" -eq 1 ] || skip "there is a device"
  [[ "$stderr" == *"no audio device"* ]]
  [[ "$stderr" == *"rosin render cello -o FILE.wav"* ]]
  [[ "$stderr" == *"jackd -d dummy"* ]]
  run --separate-stderr timeout 600 "$ROSIN" play rope chlk -d 0.1 </dev/null
  [ "$status" -eq 1 ]
  [ "$stderr" = "rosin: side by side:4: chlk: chlk: no embedded scene of this name (see \`rosin scenes\`), and no such file; did you mean 'chalk'?" ]
}
