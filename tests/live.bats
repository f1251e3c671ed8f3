#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Playing live, on JACK's dummy driver; ROSIN names the binary.

bats_require_minimum_version 1.5.0

setup() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
  export ROSIN=${ROSIN:-$ROOT/build/rosin}
  PYTHON=$(command -v python3) || skip "no python3"
}

# session NAME: a part of tests/live/session.py; 77: there is no JACK.
session() {
  run timeout 100 "$PYTHON" "$ROOT/tests/live/session.py" "$1"
  [ "$status" -eq 77 ] && skip "no jackd, or a PortAudio without JACK"
  echo "$output"
  [ "$status" -eq 0 ]
}

@test "what was played over MIDI and OSC is rendered again, bit by bit" { session replay; }
@test "OSC: keys move and answer, errors are told" { session answers; }
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
  run timeout 100 "$PYTHON" "$ROOT/tests/live/terminal.py"
  [ "$status" -eq 77 ] && skip "no jackd, or a PortAudio without JACK"
  echo "$output"
  [ "$status" -eq 0 ]
}
