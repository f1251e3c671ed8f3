# SPDX-License-Identifier: BSD-3-Clause
# What hosts do to plugins while they sound, in hosts of our own; what a folder of files is told.

load common

needs() {
  BUILD=$(dirname "$ROSIN")
  [ -x "$BUILD/tests/$1" ] && [ -e "$BUILD/$2" ] || skip "$1 and $2 are not both built: are there headers?"
  export ASAN_OPTIONS=detect_leaks=0 # the hosts' own libraries leak
}

@test "CLAP: modulation adds to a value and does not set it" {
  needs faces/turns_clap rosin.clap
  "$BUILD/tests/faces/turns_clap" "$BUILD/rosin.clap" modulation
}

@test "CLAP: a note-off for any key or channel ends what it is for" {
  needs faces/turns_clap rosin.clap
  "$BUILD/tests/faces/turns_clap" "$BUILD/rosin.clap" wildcards
}

@test "CLAP: parameters have pages of eight, and a host loads presets" {
  needs faces/turns_clap rosin.clap
  "$BUILD/tests/faces/turns_clap" "$BUILD/rosin.clap" pages
}

@test "CLAP: a host lists all presets without a plugin, and loads each in its own" {
  needs faces/turns_clap rosin.clap
  XDG_DATA_HOME=home "$BUILD/tests/faces/turns_clap" "$BUILD/rosin.clap" presets >listed.txt
  [ "$(wc -l <listed.txt)" -gt 100 ]
  [ -e "$BUILD/lv2/rosin.lv2/manifest.ttl" ] || skip "no LV2, which has the same presets"
  [ "$(wc -l <listed.txt)" = "$(grep -c 'a pset:Preset' "$BUILD/lv2/rosin.lv2/manifest.ttl")" ]
}

@test "CLAP: whatever a host tells a plugin sounds as the same told to a core" {
  needs faces/twin_clap rosin.clap
  "$BUILD/tests/faces/twin_clap" "$BUILD/rosin.clap" cello wine-glass
}

@test "LV2: whatever a host tells a plugin sounds as the same told to a core" {
  needs faces/twin_lv2 lv2/rosin.lv2/rosin.so
  "$BUILD/tests/faces/twin_lv2" "$BUILD/lv2/rosin.lv2/rosin.so" cello wine-glass
}

@test "VST3: whatever a host tells a plugin sounds as the same told to a core" {
  needs faces/twin_vst3 vst3/rosin.vst3
  "$BUILD/tests/faces/twin_vst3" "$BUILD"/vst3/rosin.vst3/Contents/*-linux/rosin.so
}

as_told() { as_written "faces/$1" said.txt "$2"; }

@test "CLAP: all that a host is told is what it was, and an instance gives back what it took" {
  needs faces/told_clap rosin.clap
  "$BUILD/tests/faces/told_clap" "$BUILD/rosin.clap" cello wine-glass >said.txt 2>wrong.txt
  cat wrong.txt >>said.txt
  as_told told_clap.txt '^----'
}

@test "VST3: all that a host is told is what it was, and an instance gives back what it took" {
  needs faces/told_vst3 vst3/rosin.vst3
  "$BUILD/tests/faces/told_vst3" "$BUILD"/vst3/rosin.vst3/Contents/*-linux/rosin.so cello wine-glass >said.txt 2>wrong.txt
  cat wrong.txt >>said.txt
  as_told told_vst3.txt '^----'
}

@test "LV2: all that a host is told is what it was" {
  needs yesterday/lv2 lv2/rosin.lv2/manifest.ttl
  cd "$BUILD/lv2/rosin.lv2"
  { grep -A6 -E "^<urn:rosin:(cello|wine-glass)" manifest.ttl; sed '/pset:value/,$d' cello.ttl; cat wine-glass.ttl; } |
    grep -vi 'version\|lv2:index' >"$BATS_TEST_TMPDIR/said.txt" # ports are known by their symbols, and numbered
  grep -o 'lv2:index [0-9]*' cello.ttl | awk '$2 != NR - 1 { exit 1 }'
  cd "$BATS_TEST_TMPDIR"
  as_told told_lv2.txt '^<urn\|lv2:symbol'
}

@test "VST3: a note that came with a tuning ends by its note-off" {
  needs faces/turns_vst3 vst3/rosin.vst3
  "$BUILD/tests/faces/turns_vst3" "$BUILD"/vst3/rosin.vst3/Contents/*-linux/rosin.so
}

@test "VST3: presets are programs, by list, words and parameter; what is restored is not chosen again" {
  needs faces/programs_vst3 vst3/rosin.vst3
  for scene in cello wine-glass; do
    "$BUILD/tests/faces/programs_vst3" "$BUILD"/vst3/rosin.vst3/Contents/*-linux/rosin.so $scene >said.txt
    tail -n 1 said.txt
    [ "$(head -n 1 said.txt)" = Default ]
    case $scene in cello) grep -qx Pizzicato said.txt ;; *) grep -qx "Half full" said.txt ;; esac
  done
}

@test "a controller that was given to a parameter moves it in CLAP and VST3, and the host is told" {
  needs faces/given_clap rosin.clap
  needs faces/given_vst3 vst3/rosin.vst3
  "$BUILD/tests/faces/given_clap" "$BUILD/rosin.clap"
  "$BUILD/tests/faces/given_vst3" "$BUILD"/vst3/rosin.vst3/Contents/*-linux/rosin.so
}

@test "CLAP: what clap-validator asks holds, check by check" {
  needs faces/judge_clap rosin.clap
  "$BUILD/tests/faces/judge_clap" "$BUILD/rosin.clap" cello wine-glass 2>said.txt | tail -n 20
  [ "$(grep -c 'out of range' said.txt)" -ge 1 ] # 1234.57 Hz
}

@test "LV2: a state that is restored stands over ports that rest" {
  needs yesterday/lv2 lv2/rosin.lv2/manifest.ttl
  LV2_PATH=$BUILD/lv2 "$BUILD/tests/yesterday/lv2" over
}

@test "CLAP: a mouse in the window makes gestures, by the host's timer, in a size that is given" {
  needs faces/turns_window rosin.clap
  on_a_screen "$BUILD/tests/faces/turns_window" "$BUILD/rosin.clap"
}

@test "LV2: a mouse in the window writes ports, and lets go of what it touched" {
  needs faces/turns_ui lv2/rosin.lv2/rosin_ui.so
  on_a_screen "$BUILD/tests/faces/turns_ui" "$BUILD/lv2/rosin.lv2/rosin_ui.so"
}

@test "a link where a file of a batch was is no file that was made" {
  printf 'scene,duration,rate,name\nchalk,0.02,16000,a\nsaw,0.02,16000,b\n' >list.csv
  "$ROSIN" batch list.csv -o out -j 1
  sum=$(sha256sum <out/a.wav)
  mv out/a.wav elsewhere.wav
  ln -s ../elsewhere.wav out/a.wav
  "$ROSIN" batch list.csv -o out -j 1
  [ ! -L out/a.wav ]
  [ "$(sha256sum <out/a.wav)" = "$sum" ]
  "$ROSIN" batch --verify out
}
