# SPDX-License-Identifier: BSD-3-Clause
# What users of earlier versions left behind (tests/yesterday/VERSION, which nobody edits) opens, with the
# names, ids, ranges and values that it had. What is new may be appended.

load common

each_version() {
  local version status=0
  for version in "$ROOT"/tests/yesterday/[0-9]*/; do
    "$@" "$version" || { echo "of $version"; status=1; }
  done
  return $status
}

opens() {
  export ROSIN
  each_version python3 "$ROOT/tests/yesterday/open.py" "$1"
}

needs() {
  [ -x "$(dirname "$ROSIN")/tests/yesterday/$1" ] && [ -e "$(dirname "$ROSIN")/$2" ] || skip "no $1 plugins were built"
  export ASAN_OPTIONS=detect_leaks=0 # the hosts' own libraries leak
}

@test "sessions with CLAP plugins open" {
  needs clap rosin.clap
  opens clap
}

@test "sessions with LV2 plugins open, by ports and by state; presets are there" {
  needs lv2 lv2/rosin.lv2/manifest.ttl
  opens lv2
}

@test "sessions with VST3 plugins open" {
  needs vst3 vst3/rosin.vst3
  opens vst3
}

# bats test_tags=plain
@test "scenes of that time are there, with their macros and signals, and copies of them are valid" {
  opens scenes
}

# bats test_tags=plain
@test "laws, shapes, matter, signals and players have what they had" {
  opens interface
}

# bats test_tags=plain
@test "commands have the options that they had" {
  opens commands
}

@test "sound files tell how they were made and are made again; what was played is played again" {
  opens sounds
}

@test "a file that another version made is made again with a warning, in show and in render" {
  "$ROSIN" render chalk -r 8000 -d 0.02 --format 16 -o a.wav
  version=$("$ROSIN" --version | cut -d' ' -f2)
  sed "s/rosin $version/rosin ${version//[0-9]/8}/g" a.wav >other.wav
  run -0 --separate-stderr "$ROSIN" render other.wav -o b.wav
  [[ "$stderr" == "rosin: warning: other.wav was made by rosin 8.8.8; this is $version, which may make other samples"* ]]
  run -0 "$ROSIN" show other.wav
  [[ "$output" == *"made by rosin 8.8.8 (this is $version, which may make other samples)"* ]]
  run -0 --separate-stderr "$ROSIN" render a.wav -o c.wav
  [[ "$stderr" != *warning* ]]
  cmp a.wav c.wav
}

@test "lists run, folders of batches are checked, merged and gone on with" {
  opens batches
}

pd_opens() {
  command -v pd >/dev/null || skip "no Pd"
  [ -d "$ROOT/build/pd" ] && [ "$ROSIN" = "$ROOT/build/rosin" ] || skip "the classes are not built here"
  for python in python3 /usr/bin/python3; do
    "$python" -c "import numpy, scipy" 2>/dev/null && break
  done
  for version in "$ROOT"/tests/yesterday/[0-9]*/pd; do
    "$python" "$ROOT/tests/yesterday/patches.py" "$1" "$version"
  done
}

@test "Pd patches open without a complaint" {
  pd_opens patches
}

@test "states that Pd objects wrote are read, and say the same" {
  pd_opens states
  pd_opens defaults
}

# bats test_tags=plain
@test "links to the page and its states open" {
  page=$(dirname "$ROSIN")/page
  [ -e "$page/rosin.wasm" ] && command -v node >/dev/null || skip "no page was built here"
  for version in "$ROOT"/tests/yesterday/[0-9]*/; do
    node "$ROOT/tests/yesterday/page.mjs" read "$page" "$version/page.json"
  done
}

# bats test_tags=plain
@test "a session of Ardour's opens" {
  lua=$(compgen -G "/usr/bin/ardour*-lua" | head -1) && [ -n "$lua" ] || skip "no Ardour"
  plugins=$(dirname "$ROSIN")/lv2
  [ -e "$plugins/rosin.lv2/manifest.ttl" ] && [ "$ROSIN" = "$ROOT/build/rosin" ] || skip "no LV2 plugins as shipped"
  for version in "$ROOT"/tests/yesterday/[0-9]*/ardour; do
    cp -r "$version" session && mkdir -p session/interchange/session/{midifiles,audiofiles} session/{peaks,dead,externals,export,analysis}
    HOME=$PWD LV2_PATH=$plugins:/usr/lib/lv2 ROSIN_SESSION=$PWD/session timeout 1000 "$lua" "$ROOT/tests/yesterday/ardour.lua" >out.txt 2>err.txt
    grep "^value" session/values.txt >was.txt
    [ "$(wc -l <was.txt)" -gt 30 ]
    while read -r row; do grep -qxF "$row" out.txt || { echo "not: $row"; return 1; }; done <was.txt
  done
}
