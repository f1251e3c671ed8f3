# SPDX-License-Identifier: BSD-3-Clause
# The VST3 plugins, in a host of our own: the samples of `rosin render`, states, and what hosts do.

load common

setup_file() {
  export VST3 HOST ASAN_OPTIONS=detect_leaks=0 # a command may leave what the system takes back
  HOST=$(dirname "$ROSIN")/tests/faces/host_vst3
  VST3=$(ls "$(dirname "$ROSIN")"/vst3/rosin.vst3/Contents/*-linux/rosin.so 2>/dev/null || :)
}

# What was built for the thread sanitizer has no command: only what has threads is run there.
needs_command() {
  [ -x "$ROSIN" ] || skip "only what has threads"
}

setup_faces() {
  [ -x "$HOST" ] && [ -e "$VST3" ] || skip "no VST3 headers"
}

@test "VST3 gives the samples of rosin render, whatever the blocks" {
  setup_faces
  needs_command
  for rate in 44100 48000 96000; do
    python3 "$ROOT/tests/faces/midi_events.py" "$ROOT/docs/tune.mid" $rate > events.txt
    "$ROSIN" render cello --midi "$ROOT/docs/tune.mid" -d 0.4 -r $rate --format float --plain -o a.wav
    for block in 0 1 17 64 1024; do
      [ $rate = 48000 ] || [ $block = 0 ] || continue
      "$HOST" "$VST3" cello play $block $rate 0.4 events.txt > b.raw
      [ "$(wc -c < b.raw)" -gt 100000 ]
      samples a.wav | tail -c "$(wc -c < b.raw)" | cmp - b.raw
    done
  done
  echo "0 midi 144 60 100" > events.txt
  "$ROSIN" render rope -d 0.4 -r 48000 --format float --plain -o a.wav
  "$HOST" "$VST3" rope play 100 48000 0.4 events.txt > b.raw
  samples a.wav | tail -c "$(wc -c < b.raw)" | cmp - b.raw
}

@test "notes, controllers, RPN, bends and automation give the same samples in VST3 and CLAP" {
  setup_faces
  needs_command
  clap=$(dirname "$ROSIN")/rosin.clap
  [ -e "$clap" ] || skip "no CLAP"
  # at one frame, VST3 tells values before notes
  { echo "0 midi 176 101 0"; echo "0 midi 176 100 0"; echo "0 midi 176 6 12"; echo "10 midi 144 50 77"
    echo "900 set dynamics 0.75"; echo "1000 midi 224 0 80"; echo "1500 midi 176 1 99"; echo "1701 midi 208 88 0"
    echo "2000 set vibrato 50"; echo "2011 set vibrato 25"; echo "4000 midi 176 11 30"; echo "5000 midi 128 50 0"
    echo "6000 midi 144 57 111"; echo "7000 set level -24"; echo "8000 midi 176 123 0"; } > events.txt
  for block in 0 64; do
    "$(dirname "$HOST")/host_clap" "$clap" rosin.cello play 512 48000 0.25 events.txt > a.raw
    "$HOST" "$VST3" cello play $block 48000 0.25 events.txt > b.raw
    cmp a.raw b.raw
    { echo "0 midi 176 6 12"; echo "0 midi 176 100 0"; echo "0 midi 176 101 0"; } > turned.txt
    tail -n +4 events.txt >> turned.txt # whatever the order of a host's queues: those of an RPN have theirs
    "$HOST" "$VST3" cello play $block 48000 0.25 turned.txt | cmp - b.raw
  done
  grep -v "set vibrato 25" events.txt > other.txt
  "$HOST" "$VST3" cello play 0 48000 0.25 other.txt > c.raw
  ! cmp -s b.raw c.raw
  printf '0 midi 144 60 100\n3000 set pressure 0.75\n6001 set pressure 0.5\n' > events.txt
  "$(dirname "$HOST")/host_clap" "$clap" rosin.saw play 512 44100 0.25 events.txt > a.raw
  "$HOST" "$VST3" saw play 17 44100 0.25 events.txt > b.raw
  cmp a.raw b.raw
}

@test "a program sounds as what its preset sets" {
  setup_faces
  needs_command
  printf '0 midi 144 50 90\n0 set Preset 7\n' > events.txt # Tremolo, of which the default is before
  "$HOST" "$VST3" cello play 64 48000 0.3 events.txt > b.raw
  one_note 50 90 d.mid
  "$ROSIN" render cello --midi d.mid -s player.articulation=4 -d 0.3 -r 48000 --format float --plain -o a.wav
  samples a.wav | tail -c "$(wc -c < b.raw)" | cmp - b.raw
  "$ROSIN" render cello --midi d.mid --preset tremolo -d 0.3 -r 48000 --format float --plain -o c.wav
  cmp a.wav c.wav
}

@test "offline, too, a value at a program's frame is on top of it, also where it builds bodies" {
  setup_faces
  needs_command
  printf '64 set Preset 2\n64 set size 35\n128 midi 144 60 100\n' > events.txt # Large glass: speed 0.1, size 48
  "$HOST" "$VST3" wine-glass render 64 44100 0.3 events.txt > a.raw
  printf '64 set speed 0.1\n64 set size 35\n128 midi 144 60 100\n' > events.txt
  "$HOST" "$VST3" wine-glass render 64 44100 0.3 events.txt > b.raw
  cmp a.raw b.raw
  printf '64 set Preset 2\n128 midi 144 60 100\n' > events.txt
  "$HOST" "$VST3" wine-glass render 64 44100 0.3 events.txt > c.raw
  ! cmp -s a.raw c.raw
}

@test "states repeat, and those of one format load in the others" {
  setup_faces
  needs_command
  for scene in cello wine-glass; do
    "$HOST" "$VST3" $scene state 2>/dev/null | grep "the same again"
  done
  "$HOST" "$VST3" cello repeat | grep "the same"
  "$HOST" "$VST3" saw repeat | grep "the same"
  printf 'rosin-state 1\nscene cello\nset vibrato 31.4\nset a4 481.7\nset nobody 4\nset pressure 99\nend\n' > given.txt
  "$HOST" "$VST3" cello state given.txt > saved.txt
  grep -x "set vibrato 31.399999999999999" saved.txt
  grep -x "set pressure 1" saved.txt
  [ "$(sed -n 's/^set a4 //p' saved.txt | awk '{ printf "%.17g", $1 }')" = "$(awk 'BEGIN { printf "%.17g", 481.7 }')" ] # a share of its range rounds otherwise
  clap=$(dirname "$ROSIN")/rosin.clap
  if [ -e "$clap" ]; then
    "$(dirname "$HOST")/host_clap" "$clap" rosin.cello state saved.txt | cmp - saved.txt
  fi
  ! "$HOST" "$VST3" violin state given.txt > out.txt 2>&1
  grep "of the scene 'cello', and this is 'violin'" out.txt
}

@test "every VST3 plugin sounds, and odd hosts leave it finite" {
  setup_faces
  needs_command
  "$HOST" "$VST3" all | tee out.txt
  grep -x "$(grep -c "'Audio Module Class'" "$ROOT/tests/faces/told_vst3.txt") plugins sound" out.txt
  for scene in cello wine-glass; do
    "$HOST" "$VST3" $scene abuse 2>/dev/null | grep "stay finite"
  done
}

@test "two threads turn, save, load and play the same plugin" {
  setup_faces
  for scene in cello door-hinge-slow; do
    "$HOST" "$VST3" $scene threads >out.txt 2>err.txt || { cat err.txt; return 1; } # what a sanitizer says, too
    grep "two threads" out.txt
  done
}

@test "a size that cannot move while it sounds is built beside it, offline at once" {
  setup_faces
  needs_command
  printf '0 set size 45\n4410 wait 500\n6000 midi 144 60 100\n' > played.txt
  printf '0 set size 45\n0 midi 144 60 100\n' > rendered.txt
  "$HOST" "$VST3" wine-glass play 64 44100 0.5 played.txt > played.raw
  "$HOST" "$VST3" wine-glass render 64 44100 0.3 rendered.txt > rendered.raw
  "$ROSIN" render wine-glass -s size=45 -d 0.3 -r 44100 --format float --plain -o a.wav
  python3 - <<'END'
import array
def floats(name, skip=0):
    data, a = open(name, "rb").read(), array.array("f")
    a.frombytes(data[skip:])
    return a
wanted = floats("a.wav", len(open("a.wav", "rb").read()) - 8 * 13230)  # of two sides
rendered, played = floats("rendered.raw"), floats("played.raw")
assert rendered == wanted
assert any(wanted)
# a new engine has a grid of its own, of 32 frames
begins = [k for k in range(11980, 12200, 2) if played[k:k + 24000] == wanted[:24000]]
assert len(begins) == 1, begins
END
}

@test "the bundle is as hosts look for it and shows only what they call" {
  setup_faces
  needs_command
  case $VST3 in */rosin.vst3/Contents/$(uname -m)-linux/rosin.so) ;; *) false ;; esac
  [ "$(nm -D --defined-only "$VST3" | grep -c " T ")" -ge 3 ]
  if [ "$(dirname "$ROSIN")" = "$ROOT/build" ]; then
    nm -D --defined-only "$VST3" | awk '$3 !~ /^_/ { print $3 }' | sort | tr '\n' ' ' > out.txt
    grep -x "GetPluginFactory ModuleEntry ModuleExit " out.txt
    for other in rosin.clap lv2/rosin.lv2/rosin.so lv2/rosin.lv2/rosin_ui.so; do
      [ ! -e "$ROOT/build/$other" ] || [ "$(nm -D --defined-only "$ROOT/build/$other" | grep -c ' [TD] [^_]')" -eq 1 ]
    done
  fi
}

in_both_windows() {
  local scene status=0
  for scene in cello door-hinge-slow; do
    "$show" "$VST3" $scene hand >out.txt 2>&1 && grep "a window" out.txt || { cat out.txt; status=1; }
  done
  return $status
}

@test "a mouse in the window bows, and what it does comes to the host as edits" {
  setup_faces
  needs_command
  show=$(dirname "$HOST")/host_window
  [ -x "$show" ] || skip "no X"
  on_a_screen in_both_windows
}
