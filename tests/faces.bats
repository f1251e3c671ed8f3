# SPDX-License-Identifier: BSD-3-Clause
# The plugins, in a host of our own: the samples of `rosin render`, states, and what hosts may do.

load common

plugins() {
  BUILD=$(dirname "$ROSIN")
  HOST=$BUILD/tests/faces/host_lv2 CLAP_HOST=$BUILD/tests/faces/host_clap CLAP=$BUILD/rosin.clap
  export LV2_PATH=$BUILD/lv2 ASAN_OPTIONS=detect_leaks=0 # the hosts' own libraries leak
}

needs_host() {
  plugins
  [ -x "$HOST" ] || skip "no lilv"
  [ -e "$LV2_PATH/rosin.lv2/manifest.ttl" ] || skip "no LV2 headers"
}

needs_clap() {
  plugins
  [ -x "$CLAP_HOST" ] && [ -e "$CLAP" ] || skip "no CLAP headers"
}

@test "an instrument as a plugin gives the samples of rosin render, whatever the blocks" {
  needs_host
  for rate in 44100 96000; do
    python3 "$ROOT/tests/faces/midi_events.py" "$ROOT/docs/tune.mid" $rate > events.txt
    "$ROSIN" render cello --midi "$ROOT/docs/tune.mid" -d 0.6 -r $rate --format float --plain -o a.wav
    for block in 0 17 1024; do
      "$HOST" urn:rosin:cello play $block $rate 0.6 events.txt > b.raw
      tail -c "$(wc -c < b.raw)" a.wav | cmp - b.raw
    done
  done
}

@test "an effect as a plugin is triggered by a note and gives the samples of rosin render" {
  needs_host
  echo "0 midi 144 60 100" > events.txt
  for scene in wine-glass tyre-skid rope; do
    [ -e "$LV2_PATH/rosin.lv2/$scene.ttl" ] || continue
    "$ROSIN" render $scene -d 0.4 -r 48000 --format float --plain -o a.wav
    "$HOST" urn:rosin:$scene play 100 48000 0.4 events.txt > b.raw
    tail -c "$(wc -c < b.raw)" a.wav | cmp - b.raw
  done
}

@test "an effect waits in silence, and a second trigger begins its gesture again" {
  needs_host
  : > none.txt
  "$HOST" urn:rosin:chalk play 64 44100 0.2 none.txt > silent.raw
  [ "$(tr -d '\0' < silent.raw | wc -c)" -eq 0 ]
  printf '0 set trigger 1\n' > once.txt
  printf '0 set trigger 1\n2205 set trigger 0\n4410 set trigger 1\n' > twice.txt
  "$HOST" urn:rosin:chalk play 64 44100 0.2 once.txt > once.raw
  "$HOST" urn:rosin:chalk play 64 44100 0.2 twice.txt > twice.raw
  [ "$(tr -d '\0' < once.raw | wc -c)" -gt 1000 ]
  ! cmp -s once.raw twice.raw
  head -c 17400 once.raw > a # a filter looks 37 frames ahead
  head -c 17400 twice.raw | cmp - a
}

@test "a state that is saved is the same when it is read, and what hosts may do leaves all finite" {
  needs_host
  for scene in cello wine-glass; do
    "$HOST" urn:rosin:$scene state 2>/dev/null | grep "the same again"
    "$HOST" urn:rosin:$scene abuse 2>/dev/null | grep finite
  done
}

@test "presets are there for every plugin, and sound as what they set" {
  needs_host
  [ "$(grep -c "a pset:Preset" "$LV2_PATH/rosin.lv2/manifest.ttl")" -gt 100 ]
  for scene in cello chalk wine-glass; do [ "$("$HOST" urn:rosin:$scene presets | wc -l)" -ge 3 ]; done
  printf '0 midi 144 50 90
' > events.txt
  "$HOST" urn:rosin:cello play 64 48000 0.3 events.txt Pizzicato > b.raw
  python3 - "$ROOT/tests" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import midi
midi.write("d.mid", [(0, (0x90, 50, 90)), (1, (0x80, 50, 0))])
END
  "$ROSIN" render cello --midi d.mid -s player.articulation=7 -d 0.3 -r 48000 --format float --plain -o a.wav
  tail -c "$(wc -c < b.raw)" a.wav | cmp - b.raw
  "$HOST" urn:rosin:cello play 64 48000 0.3 events.txt > plain.raw
  ! cmp -s b.raw plain.raw
  ! "$HOST" urn:rosin:cello play 64 48000 0.3 events.txt Nobody > none.raw
  "$HOST" urn:rosin:wine-glass play 64 48000 0.3 events.txt "Half full" > b.raw # built anew
  "$ROSIN" render wine-glass -s fill=0.6000000238418579 -d 0.3 -r 48000 --format float --plain -o a.wav
  tail -c "$(wc -c < b.raw)" a.wav | cmp - b.raw
}

@test "a size that cannot move while it sounds is built beside it" {
  needs_host
  printf '0 midi 144 60 100\n' > plain.txt
  printf '0 set size 45\n4410 midi 144 60 100\n' > sized.txt
  "$HOST" urn:rosin:wine-glass play 64 44100 0.1 plain.txt > plain.raw
  "$HOST" urn:rosin:wine-glass play 64 44100 0.5 sized.txt > sized.raw
  "$ROSIN" render wine-glass -s size=45 -d 0.3 -r 44100 --format float --plain -o a.wav
  python3 - <<'END'
import array
def floats(name, skip=0):
    data, a = open(name, "rb").read(), array.array("f")
    a.frombytes(data[skip:])
    return a
rendered = floats("a.wav", len(open("a.wav", "rb").read()) - 8 * 13230)  # of two sides
played = floats("sized.raw")
# a new engine has a grid of its own, of 32 frames
begins = [k for k in range(8820, 9000, 2) if played[k:k + 24000] == rendered[:24000]]
assert len(begins) == 1, begins
assert floats("plain.raw")[:4000] != rendered[:4000]
END
}

@test "the plugins' descriptions are valid" {
  needs_host
  command -v lv2_validate >/dev/null || skip "no lv2_validate"
  # its exit status says nothing of many errors
  lv2_validate "$LV2_PATH"/rosin.lv2/*.ttl >out.txt 2>&1
  grep "Found 0 errors" out.txt
  sed 's/lv2:name/lv2:nome/' "$LV2_PATH/rosin.lv2/cello.ttl" >bad.ttl
  lv2_validate bad.ttl >out.txt 2>&1 || true
  ! grep "Found 0 errors" out.txt
}

@test "CLAP gives the same samples, and notes, states and resets repeat" {
  needs_clap
  python3 "$ROOT/tests/faces/midi_events.py" "$ROOT/docs/tune.mid" 48000 > events.txt
  "$ROSIN" render cello --midi "$ROOT/docs/tune.mid" -d 0.5 -r 48000 --format float --plain -o a.wav
  for block in 0 64; do
    "$CLAP_HOST" "$CLAP" rosin.cello play $block 48000 0.5 events.txt > b.raw
    tail -c "$(wc -c < b.raw)" a.wav | cmp - b.raw
  done
  "$CLAP_HOST" "$CLAP" rosin.cello repeat | grep "the same"
  "$CLAP_HOST" "$CLAP" rosin.saw repeat | grep "the same"
  "$CLAP_HOST" "$CLAP" rosin.cello state 2>/dev/null | grep "the same again"
}

@test "every CLAP plugin sounds, and odd hosts leave it finite" {
  needs_clap
  "$CLAP_HOST" "$CLAP" all | grep "$(grep -c "a lv2:Plugin" "$LV2_PATH/rosin.lv2/manifest.ttl") plugins sound"
  "$CLAP_HOST" "$CLAP" rosin.wine-glass abuse 2>/dev/null | grep "stay finite"
  "$CLAP_HOST" "$CLAP" rosin.door-hinge-slow threads 2>/dev/null | grep "two threads"
}

@test "a state that LV2 saved is CLAP's" {
  needs_host
  needs_clap
  printf 'rosin-state 1\nscene cello\nset vibrato 31\nset nobody 4\nset pressure 99\nend\n' > given.txt
  "$CLAP_HOST" "$CLAP" rosin.cello state given.txt > saved.txt
  grep -x "set vibrato 31" saved.txt
  grep -x "set pressure 1" saved.txt
  grep -x "set ear 1" saved.txt
  ! "$CLAP_HOST" "$CLAP" rosin.violin state given.txt > out.txt 2>&1
  grep "of the scene 'cello', and this is 'violin'" out.txt
}
