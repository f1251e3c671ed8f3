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
      samples a.wav | tail -c "$(wc -c < b.raw)" | cmp - b.raw
    done
  done
  is_sanitized && return # a note at 7.4 s, of which no double says that it is a whole sample
  python3 "$ROOT/tests/faces/midi_events.py" "$ROOT/docs/tune.mid" 48000 > events.txt
  "$ROSIN" render cello --midi "$ROOT/docs/tune.mid" -d 7.6 -r 48000 --format float --plain -o a.wav
  "$HOST" urn:rosin:cello play 512 48000 7.6 events.txt > b.raw
  samples a.wav | tail -c "$(wc -c < b.raw)" | cmp - b.raw
}

@test "notes play an effect in a plugin as in rosin render, to the bit: keys, velocities, takes, what is held" {
  needs_clap
  python3 - "$ROOT/tests" <<'PY'
import sys
sys.path.insert(0, sys.argv[1])
import midi
notes = ((60, 80), (67, 120), (48, 40), (72, 100))
midi.write("a.mid", [e for i, (key, velocity) in enumerate(notes) for e in midi.note(0.25 * i, key, 0.2, velocity)])
PY
  for scene in $(among door-hinge-slow -- rope wine-glass); do
    hold=$([ $scene = rope ]; echo $?)
    { printf '0 set key_%s 1\n' range effort round; echo "0 set key_hold $hold"
      python3 "$ROOT/tests/faces/midi_events.py" a.mid 44100; } > events.txt
    "$ROSIN" render $scene --midi a.mid -d 1.2 -r 44100 --format float --plain -o a.wav -s player.hold=$hold
    "$CLAP_HOST" "$CLAP" rosin.$scene play 512 44100 1.2 events.txt > b.raw
    samples a.wav | tail -c "$(wc -c < b.raw)" | cmp - b.raw
  done
}

@test "an effect as a plugin is triggered by a note and gives the samples of rosin render" {
  needs_host
  echo "0 midi 144 60 100" > events.txt
  for scene in wine-glass tyre-skid rope; do
    [ -e "$LV2_PATH/rosin.lv2/$scene.ttl" ] || continue
    "$ROSIN" render $scene -d 0.4 -r 48000 --format float --plain -o a.wav
    "$HOST" urn:rosin:$scene play 100 48000 0.4 events.txt > b.raw
    samples a.wav | tail -c "$(wc -c < b.raw)" | cmp - b.raw
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
  "$HOST" urn:rosin:cello play 64 48000 0.3 events.txt Tremolo > b.raw
  one_note 50 90 d.mid
  "$ROSIN" render cello --midi d.mid -s player.articulation=4 -d 0.3 -r 48000 --format float --plain -o a.wav
  samples a.wav | tail -c "$(wc -c < b.raw)" | cmp - b.raw
  "$HOST" urn:rosin:cello play 64 48000 0.3 events.txt > plain.raw
  ! cmp -s b.raw plain.raw
  ! "$HOST" urn:rosin:cello play 64 48000 0.3 events.txt Nobody > none.raw
  "$HOST" urn:rosin:wine-glass play 64 48000 0.3 events.txt "Half full" > b.raw # built anew
  "$ROSIN" render wine-glass -s fill=0.6000000238418579 -d 0.3 -r 48000 --format float --plain -o a.wav
  samples a.wav | tail -c "$(wc -c < b.raw)" | cmp - b.raw
}

@test "a size that cannot move while it sounds is built beside it" {
  needs_host
  printf '0 midi 144 60 100\n' > plain.txt
  printf '0 set size 45\n4410 midi 144 60 100\n' > sized.txt
  "$HOST" urn:rosin:wine-glass play 64 44100 0.1 plain.txt > plain.raw
  "$HOST" urn:rosin:wine-glass play 64 44100 0.5 sized.txt > sized.raw
  printf '0 set size 30\n4410 set size 45\n8820 midi 144 60 100\n' > again.txt
  "$HOST" urn:rosin:wine-glass play 64 44100 0.6 again.txt > again.raw
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
again = floats("again.raw")  # a size after another
begins = [k for k in range(17640, 17820, 2) if again[k:k + 24000] == rendered[:24000]]
assert len(begins) == 1, begins
assert floats("plain.raw")[:4000] != rendered[:4000]
END
}

@test "an offline bounce with a size that is automated is the same twice, in all formats" {
  needs_clap
  printf '0 set size 45\n0 midi 144 60 100\n' > once.txt
  { printf '0 midi 144 60 100\n3000 set size 45\n3100 set pressure 1.4\n5000 midi 144 60 100\n'
    printf '9001 set size 30\n9100 set size 33\n12000 midi 144 60 90\n'; } > moved.txt
  "$ROSIN" render wine-glass -s size=45 -d 0.3 -r 44100 --format float --plain -o a.wav
  "$CLAP_HOST" "$CLAP" rosin.wine-glass play 512 44100 0.3 once.txt offline > once.raw
  samples a.wav | tail -c "$(wc -c < once.raw)" | cmp - once.raw
  for block in 64 500 0; do
    "$CLAP_HOST" "$CLAP" rosin.wine-glass play $block 44100 0.5 moved.txt offline > $block.raw
    cmp 64.raw $block.raw
  done
  sed 's/set size 33/set size 34/' moved.txt > other.txt
  "$CLAP_HOST" "$CLAP" rosin.wine-glass play 64 44100 0.5 other.txt offline > other.raw
  ! cmp -s 64.raw other.raw
  for begun in 'midi 144 60 100' 'set trigger 1'; do # it sounds on, and a note behind a size sounds
    printf '0 %s\n22050 set size 45\n' "$begun" > held.txt
    printf '0 set size 45\n1 %s\n' "$begun" > behind.txt
    for events in held behind; do
      "$CLAP_HOST" "$CLAP" rosin.wine-glass play 512 44100 2 $events.txt offline > $events.raw
      python3 -c '
import array, sys
a = array.array("f", open(sys.argv[1], "rb").read())[2 * 66150:]
assert len(a) >= 44100 and max(map(abs, a)) > 0.05, max(map(abs, a))' $events.raw
    done
  done
  if [ -x "$HOST" ] && [ -e "$LV2_PATH/rosin.lv2/manifest.ttl" ]; then # ports have values for a whole call
    sed 's/^/0 set free_wheels 1\n/;q' once.txt | cat - <(tail -n +2 once.txt) > wheels.txt
    "$HOST" urn:rosin:wine-glass play 64 44100 0.3 wheels.txt | cmp - once.raw
  fi
}

# bats test_tags=plain
@test "a note-off or an expression of one note leaves the other of a double stop as it was" {
  needs_clap
  chord='0 set double_stops 1\n0 on 1 0 48 0.8\n0 on 2 %d 55 0.8\n'
  play() {
    { printf "$chord" "$1"; echo "$2"; } > events.txt
    "$CLAP_HOST" "$CLAP" rosin.cello play 512 44100 0.4 events.txt
  }
  play 0 "8000 off 1 -1 -1 0" > id.raw
  play 0 "8000 off -1 0 48 0" | cmp - id.raw
  play 0 "8000 off -1 -1 48 0" | cmp - id.raw
  play 0 "8000 off 2 -1 -1 0" > other.raw
  play 0 "8000 off -1 -1 -1 0" > all.raw
  play 0 "8000 off 7 -1 -1 0" > none.raw
  for a in id other all none; do
    for b in id other all none; do
      [ $a = $b ] || ! cmp -s $a.raw $b.raw
    done
  done
  for what in 2 3 4 5 6; do # tuning, vibrato, expression, brightness, pressure: as of a channel of its own
    play 0 "6000 express 2 -1 -1 $what 0.7" > one.raw
    play 1 "6000 express -1 1 -1 $what 0.7" | cmp - one.raw
    play 0 "6000 express -1 -1 55 $what 0.7" | cmp - one.raw
    play 0 "6000 express -1 0 -1 $what 0.7" > both.raw
    ! cmp -s one.raw both.raw
  done
}

@test "two new instances are two takes, kept in the state; presets leave them, 0.2's states are as they were" {
  needs_clap
  python3 "$ROOT/tests/faces/midi_events.py" "$ROOT/docs/tune.mid" 44100 > tune.txt
  for k in 1 2 3; do # which takes is chance: that all are the same one is none
    FRESH=1 "$CLAP_HOST" "$CLAP" rosin.cello play 512 44100 1 tune.txt > fresh-$k.raw
  done
  ! { cmp -s fresh-1.raw fresh-2.raw && cmp -s fresh-1.raw fresh-3.raw; }
  for k in 1 2; do # two that are known, for how much they differ
    { echo "0 set seed $k"; cat tune.txt; } > take.txt
    "$CLAP_HOST" "$CLAP" rosin.cello play 512 44100 6 take.txt > $k.raw
  done
  python3 - <<'END'
import array, math
a, b = (array.array("f", open(f"{k}.raw", "rb").read()) for k in (1, 2))
power = lambda x: sum(v * v for v in x)
more = 10 * math.log10(2 * power([x + y for x, y in zip(a, b)]) / (power(a) + power(b)))
assert power(a) > 1
assert 1 < more < 5, more  # 3 dB over the mean of both; 6 if they were equal
END
  { echo "0 set seed 7"; cat tune.txt; } > seven.txt
  "$CLAP_HOST" "$CLAP" rosin.cello play 512 44100 1 seven.txt > seven.raw
  "$ROSIN" render cello -s seed=7 --midi "$ROOT/docs/tune.mid" -d 1 -r 44100 --format float --plain -o a.wav
  samples a.wav | tail -c "$(wc -c < seven.raw)" | cmp - seven.raw
  printf 'rosin-state 1\nset seed 41\ntake 77\nend\n' > given.txt
  "$CLAP_HOST" "$CLAP" rosin.cello state given.txt > saved.txt
  grep -x "set seed 41" saved.txt
  grep -x "take 77" saved.txt
  printf 'rosin-state 1\nset vibrato 30\nend\n' > given.txt
  "$CLAP_HOST" "$CLAP" rosin.rope state given.txt | grep -x "take 6" # the scene's own seed
  printf 'rosin-state 1\nkeep seed\nend\n' > given.txt
  for k in a b c; do "$CLAP_HOST" "$CLAP" rosin.rope state given.txt > $k.txt; done
  ! { cmp -s a.txt b.txt && cmp -s a.txt c.txt; } # each has one of its own
}

@test "an LV2 preset leaves the limiter and the take as they are" {
  needs_host
  awk '/lv2:symbol/ { symbol = $2 }
    /pset:value/ { print symbol }' "$LV2_PATH"/rosin.lv2/*.ttl >set.txt
  grep -qx '"level"' set.txt
  ! grep -xE '"(limiter|seed|trigger|bow_.*)"' set.txt
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
    samples a.wav | tail -c "$(wc -c < b.raw)" | cmp - b.raw
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

@test "an effect ends in every face, however it is told to, within the tail that hosts are told; CLAP then sleeps" {
  needs_clap
  needs_host
  vst3=$BUILD/tests/faces/host_vst3
  so=$(ls "$BUILD"/vst3/rosin.vst3/Contents/*-linux/rosin.so 2>/dev/null || :)
  [ -n "$so" ] || vst3=none
  for scene in $(among rope -- wine-glass saw); do
    tail=$("$CLAP_HOST" "$CLAP" rosin.$scene ends)
    seconds=$(awk -v t="$tail" 'BEGIN { print t + 1.2 }')
    for way in "midi 128 60 0" "midi 176 120 0" "midi 176 123 0" "set trigger 0"; do
      [ "${way#set}" = "$way" ] && first="midi 144 60 100" || first="set trigger 1"
      printf '0 %s\n44100 %s\n' "$first" "$way" > events.txt
      "$HOST" urn:rosin:$scene play 512 44100 "$seconds" events.txt > lv2.raw
      [ ! -x "$vst3" ] || "$vst3" "$so" $scene play 512 44100 "$seconds" events.txt > vst3.raw
      for face in lv2 vst3; do
        [ ! -e $face.raw ] || python3 - $face.raw <<'P'
import array, sys
x = array.array('f', open(sys.argv[1], 'rb').read())
assert max(map(abs, x[:88200])) > 1e-3, 'it does not sound'
assert max(map(abs, x[-8820:])) < 3.1623e-5, f'{sys.argv[1]}: {max(map(abs, x[-8820:]))} after its tail'
P
      done
    done
  done
}

@test "what rests in a plugin costs at most a fiftieth of what sounds, in instructions" {
  plugins
  [ -x "$BUILD/tests/faces/asleep" ] && command -v valgrind >/dev/null || skip "no callgrind"
  valgrind --tool=callgrind --instr-atstart=no --collect-atstart=no --callgrind-out-file=counted \
    "$BUILD/tests/faces/asleep" rope 2>/dev/null
  cat counted.1 counted.2 | awk '$1 == "totals:" { n[++k] = $2 }
    END { print "sounding", n[1], "asleep", n[2]; exit !(k == 2 && n[1] > 1e6 && 50 * n[2] < n[1]) }'
}
