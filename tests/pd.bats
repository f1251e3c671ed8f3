#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The Pd classes in a real, headless Pd; skipped where there is none.

bats_require_minimum_version 1.5.0

setup_file() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
  export ROOT
  [ -z "${ROSIN##*address*}" ] && return # the classes are built plain: once is enough
  if command -v pd >/dev/null && [ -e /usr/include/pd/m_pd.h ] && [ -d /usr/share/pd-lib-builder ]; then
    make -s -C "$ROOT" pd >/dev/null 2>&1
  fi
}

setup() {
  [ -n "${ROSIN##*address*}" ] || skip "once is enough"
  command -v pd >/dev/null || skip "no pd"
  [ -e "$ROOT/build/pd/rosin.scene~.pd_linux" ] || skip "no pd-lib-builder"
  cd "$(mktemp -d)" || exit 1
}

run_pd() {
  timeout 60 pd -nogui -batch -noaudio -noprefs -stderr -r 44100 -path "$ROOT/build/pd" -open "$1" >log 2>&1
  ! grep -E "couldn't create|error:" log
}

@test "a scene in Pd gives the samples of rosin render" {
  cp "$ROOT/tests/pd/scene.pd" .
  run_pd scene.pd
  "$ROSIN" render squeak -d 0.5 -o ref.wav --format float
  # both hold 22050 floats at the end
  cmp <(tail -c 88200 out.wav) <(tail -c 88200 ref.wav)
}

@test "the help patch loads without an error" {
  sed 's|#X obj 40 170 t b b;|#X obj 40 170 t b b;|' "$ROOT/help/rosin.scene~-help.pd" >help.pd
  printf '#N canvas 0 0 100 100 10;\n#X obj 10 10 loadbang;\n#X obj 10 40 delay 300;\n#X msg 10 70 \\; pd quit;\n#X connect 0 0 1 0;\n#X connect 1 0 2 0;\n' >quit.pd
  timeout 60 pd -nogui -batch -noaudio -noprefs -stderr -r 44100 -path "$ROOT/build/pd" -open help.pd -open quit.pd >log 2>&1
  ! grep -E "couldn't create|error:" log
}

@test "hostile arguments and messages: errors, no crash" {
  cat >bad.pd <<'P'
#N canvas 0 0 400 300 10;
#X obj 10 10 loadbang;
#X obj 10 40 t b b;
#X msg 200 40 \; pd dsp 1;
#X msg 10 70 bow.force 1e30 \, bow.force -5 \, bow.velocity nan \, nobody 3 \, bow.force wood \, bow.position 1 2 3 \, start \, bow.force 1e-40 \, stop \, start \, print;
#X obj 10 110 rosin.scene~ cello-d;
#X obj 150 110 rosin.scene~ no-such-scene;
#X obj 150 140 rosin.scene~ 1e9;
#X obj 10 150 snapshot~;
#X obj 10 200 delay 500;
#X msg 10 230 \; pd dsp 0 \; pd quit;
#X connect 0 0 1 0;
#X connect 1 1 2 0;
#X connect 1 0 3 0;
#X connect 1 0 8 0;
#X connect 3 0 4 0;
#X connect 3 0 5 0;
#X connect 4 0 7 0;
#X connect 8 0 9 0;
P
  run -0 timeout 60 pd -nogui -batch -noaudio -noprefs -stderr -r 44100 -path "$ROOT/build/pd" -open bad.pd
  [[ "$output" == *"no embedded scene"* ]]
  [[ "$output" == *"no control 'nobody'"* ]]
}
