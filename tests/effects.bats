#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Macros, stems, and files that can be made again; ROSIN names the binary.

load common

# scene MACROS: a bar that is rubbed, with those macros.
scene() {
  cat <<END
duration = 0.3;
modals = { x = { shape = "bar-free"; length = 0.3; }; };
contacts = { c = { a = "-"; b = "x"; position = "end"; velocity = ((0.0, 0.0), (0.1, 0.1));
  force = 1.0; law = { type = "elastoplastic"; mu_static = 0.8; }; }; };
outputs = ( { signal = "x.velocity@mic"; gain = 3.0; } );
macros = { $1 };
END
}

# refused TEXT COMMAND...: fails with one line that holds TEXT.
refused() {
  local text=$1
  shift
  run --separate-stderr "$@"
  [ "$status" -ne 0 ]
  [ "${#stderr_lines[@]}" -eq 1 ] || { echo "not one line: $stderr"; return 1; }
  case $stderr in *"$text"*) ;; *) echo "'$stderr' lacks '$text'"; return 1 ;; esac
}

@test "a macro sets, scales, shifts and runs through what it is mapped to" {
  scene 'speed = { to = ( { key = "c.force"; at = (0.5, 2.0); } ); };' >set.cfg
  scene 'speed = { to = ( { key = "c.force"; how = "scale"; at = (0.5, 2.0); } ); };' >scale.cfg
  scene 'speed = { to = ( { key = "c.force"; how = "offset"; at = (-0.5, 1.0); } ); };' >offset.cfg
  for how in set scale offset; do
    "$ROSIN" render $how.cfg -s speed=1 --probe c.normal --probe-file $how.csv -o x.wav
  done
  cmp set.csv scale.csv
  cmp set.csv offset.csv
  awk -F, 'END { exit !($2 == 2) }' set.csv
  scene 'speed = { to = ( { key = "c.velocity"; how = "scale"; at = ((0.0, 0.1), (0.25, 1.0), (1.0, 10.0)); curve = "exponential"; } ); };' >e.cfg
  scene 'speed = { default = 0.25; to = ( { key = "c.velocity"; how = "scale"; at = (0.1, 1.0, 10.0); curve = "exponential"; } ); };' >f.cfg
  "$ROSIN" render e.cfg -s speed=0.25 --probe c.velocity --probe-file e.csv -o e.wav --format float
  "$ROSIN" render f.cfg -s speed=0.5 --probe c.velocity --probe-file f.csv -o f.wav --format float
  cmp e.csv f.csv
  "$ROSIN" render f.cfg --probe c.velocity --probe-file g.csv -o g.wav
  ! cmp -s e.csv g.csv
}

@test "a macro builds: sizes and materials follow it as the scene is loaded" {
  scene 'size = { low = 1.0; high = 3.0; to = ( { key = "x.length"; how = "scale"; at = (1.0, 3.0); } ); };' >s.cfg
  "$ROSIN" render s.cfg -s size=2 -o a.wav --plain --format float -s x.thickness=0.006
  "$ROSIN" render s.cfg -s size=1 -s x.length=0.6 -o b.wav --plain --format float -s x.thickness=0.006
  cmp a.wav b.wav
  refused "size: 4 is out of range: 1 to 3" "$ROSIN" check s.cfg -s size=4
}

@test "what -s sets stays set, whatever a macro says" {
  scene 'press = { to = ( { key = "c.force"; at = (2.0, 3.0); }, { key = "c.law.mu_static"; at = (0.3, 0.9); } ); };' >s.cfg
  "$ROSIN" render s.cfg -s c.force=1.5 --probe c.normal --probe-file n.csv -o x.wav
  awk -F, 'END { exit !($2 == 1.5) }' n.csv
  run -0 "$ROSIN" check s.cfg -s c.law=dahl
}

@test "what is written in a scene counts, also where a macro moves it" {
  # numbers that macros once overruled: the glass is lower filled, the door's pin presses harder
  heard() {
    "$ROSIN" show "$1" >own.cfg
    sed "s/$2/$3/" own.cfg >mine.cfg
    ! cmp -s own.cfg mine.cfg
    "$ROSIN" render own.cfg -d 0.5 --plain -o own.wav
    "$ROSIN" render mine.cfg -d 0.5 --plain -o mine.wav
    ! cmp -s own.wav mine.wav || { echo "$1: $2 is not heard"; return 1; }
  }
  heard wine-glass 'fill = 0.0' 'fill = 0.5'
  heard rope 'value = 90.0' 'value = 60.0'
  heard tyre-skid 'height = 0.0155' 'height = 0.012'
  heard vibraphone 'pitch = 1.0' 'pitch = 1.5'
  # wrong kinds are errors, and what a macro sets is said
  "$ROSIN" show wine-glass | sed 's/fill = 0.0/fill = "full"/' >bad.cfg
  refused "rim.fill" "$ROSIN" check bad.cfg
  scene 'speed = { to = ( { key = "c.force"; at = (0.5, 2.0); } ); };' >set.cfg
  run -0 --separate-stderr "$ROSIN" check set.cfg
  [ "$stderr" = 'rosin: warning: set.cfg:4: c.force: counts for nothing, since macros.speed sets it; let that scale it (how = "scale"), or leave it out' ]
}

@test "a door turns on its hinges: as far as push, mass and grease say" {
  cat >door.cfg <<'END'
duration = 2.0;
modals = { door = { shape = "door"; height = 2.0; width = 0.8; thickness = 0.04; density = 700.0; pin = 0.004;
           turning = 0.25; points = { edge = (0.5, 1.0); }; }; };
pushes = { hand = { body = "door"; position = "edge"; force = 8.0; }; };
outputs = ( { signal = "door.velocity@mic"; } );
END
  # at the end v = F t / (m / 3); the line at the hinges moves by pin / width of that
  "$ROSIN" render door.cfg --probe door.velocity@edge,door.velocity@hinge --probe-file v.csv -o d.wav
  near "$(tail -1 v.csv | cut -d, -f2)" "$(awk 'BEGIN { print 3 * 8 * 0.25 / (2 * 0.8 * 0.04 * 700) }')" 0.004
  near "$(tail -1 v.csv | awk -F, '{ print $2 / $3 }')" 200 4
  # and one that does not turn stays where it is
  "$ROSIN" render door.cfg -s door.turning=0 --probe door.velocity@edge --probe-file w.csv -o d.wav
  near "$(tail -1 w.csv | cut -d, -f2)" 0 1e-3
}

@test "a macro scales pitch, mass and decay of a body also where nothing is written" {
  scene 'size = { low = 0.5; high = 2.0; to = ( { key = "x.pitch"; how = "scale"; at = (0.5, 2.0); } ); };' >s.cfg
  "$ROSIN" render s.cfg -s size=0.5 -o a.wav --plain
  "$ROSIN" render s.cfg -s size=1.25 -s x.pitch=0.4 -o b.wav --plain
  cmp a.wav b.wav
}

@test "macros are listed with their ranges" {
  run -0 "$ROSIN" show --macros cello-d
  [ "$output" = "cello-d: this scene has no macros" ]
  scene 'speed = { default = 2.0; low = 1.0; high = 4.0; unit = "m/s"; meaning = "how fast it goes"; to = ( { key = "c.velocity"; at = (1.0, 4.0); } ); };
    size = { to = ( { key = "x.length"; at = (0.2, 0.5); } ); };' >s.cfg
  run -0 "$ROSIN" show --macros s.cfg
  [[ "$output" == *"speed        1 to 4 m/s       2        how fast it goes"* ]]
  [[ "$output" == *"size         0 to 1           0.5       (as it is loaded)"* ]]
  run -0 "$ROSIN" scenes
  [[ "$output" == *"wine-glass           wine glass under a wet finger; speed 0.06...0.4 m/s"* ]]
}

# bats test_tags=sanitized
@test "bad macros: what, where, and what is allowed" {
  scene 'v = { to = ( { key = "c.velocty"; at = (0.0, 1.0); } ); };' >s.cfg
  refused "s.cfg:6: macros.v at 0.5: c.velocty: unknown key; did you mean 'velocity'?" "$ROSIN" check s.cfg
  scene 'v = { to = ( { key = "d.force"; at = (0.0, 1.0); } ); };' >s.cfg
  refused "s.cfg:6: macros.v: there is nothing named 'd.force' in this scene" "$ROSIN" check s.cfg
  scene 'v = { to = ( { key = "c.force"; at = (-1.0, 1.0); } ); };' >s.cfg
  refused "s.cfg:6: macros.v: c.force: -1 is out of range: 0 to 10000 N, at v = 0" "$ROSIN" check s.cfg
  scene 'v = { to = ( { key = "c.law.stickiness"; at = (0.0, 1.0); } ); };' >s.cfg
  refused "law 'elastoplastic' has no parameter 'stickiness'" "$ROSIN" check s.cfg
  scene 'v = { to = ( { key = "c.force"; at = 1.0; } ); };' >s.cfg
  refused "macros.v.to.1.at: must be 2 to 16 numbers or (v, value)" "$ROSIN" check s.cfg
  scene 'v = { to = ( { key = "c.force"; at = ((0.5, 1.0), (0.5, 2.0)); } ); };' >s.cfg
  refused "0.5 does not rise above 0.5" "$ROSIN" check s.cfg
  scene 'v = { to = ( { key = "c.force"; at = (0.0, 1.0); curve = "exponential"; } ); };' >s.cfg
  refused 'must be positive for curve = "exponential"' "$ROSIN" check s.cfg
  scene 'v = { to = ( { key = "c.force"; at = (0.0, 1.0); how = "sale"; } ); };' >s.cfg
  refused "'sale' is not one of set, scale, offset, rate" "$ROSIN" check s.cfg
  scene 'v = { to = ( { key = "x.width"; at = (0.5, 1.0); how = "scale"; } ); };' >s.cfg
  refused "'x.width' is no number in this scene; how = \"scale\" needs one" "$ROSIN" check s.cfg
  scene 'v = { to = ( { key = "x.length"; at = (0.5, 1.0); how = "rate"; } ); };' >s.cfg
  refused 'how = "rate" is for controls' "$ROSIN" check s.cfg
  scene 'v = { low = 1.0; high = 1.0; to = ( { key = "c.force"; at = (0.5, 1.0); } ); };' >s.cfg
  refused "macros.v: low 1 is not below high 1" "$ROSIN" check s.cfg
  scene 'v = { default = 2.0; to = ( { key = "c.force"; at = (0.5, 1.0); } ); };' >s.cfg
  refused "macros.v: 2 is out of range: 0 to 1" "$ROSIN" check s.cfg
  scene 'v = { };' >s.cfg
  refused "macros.v.to: must list at least one" "$ROSIN" check s.cfg
  scene 'gain = { to = ( { key = "c.force"; at = (0.5, 1.0); } ); };' >s.cfg
  refused "macros.gain: the scene has a number of this name" "$ROSIN" check s.cfg
  scene 'x = { to = ( { key = "c.force"; at = (0.5, 1.0); } ); };' >s.cfg
  refused "macros.x: the scene has a part of this name" "$ROSIN" check s.cfg
  scene 'v = { to = ( { key = "c.force"; at = (0.5, 1.0); } ); }; w = { to = ( { key = "c.force"; at = (0.5, 1.0); } ); };' >s.cfg
  refused "macros.w: 'c.force' is set by a macro already" "$ROSIN" check s.cfg
  scene 'v = { to = ( { key = "c.force"; at = (0.5, 1.0); } ); };' >s.cfg
  refused "-s v=2: v: 2 is out of range: 0 to 1" "$ROSIN" check s.cfg -s v=2
  refused "-s v=much: v: is text, must be a number" "$ROSIN" check s.cfg -s v=much
}

@test "a sound file can be made again from itself" {
  "$ROSIN" render sneaker -d 0.4 -s speed=0.8 --seed 7 -r 48000 --format float -o a.wav
  "$ROSIN" render a.wav -o b.wav
  cmp a.wav b.wav
  for name in c.flac d.aiff e.caf; do
    "$ROSIN" render door-hinge-fast -d 0.3 -o $name
    "$ROSIN" render $name -o again-$name
    cmp $name again-$name
  done
  # what is set beside it comes after its own settings
  "$ROSIN" render a.wav -s speed=1 -o f.wav --plain
  "$ROSIN" render sneaker -d 0.4 -s speed=1 --seed 7 -r 48000 --format float -o g.wav --plain
  cmp f.wav g.wav
  # a scene of one's own goes along, also one longer than what RIFF comments may be
  scene 'speed = { to = ( { key = "c.force"; at = (0.5, 2.0); } ); };' >own.cfg
  for i in $(seq 1 1000); do echo "# line $i of 1000 <&> ]]>"; done >>own.cfg
  "$ROSIN" render own.cfg -s speed=0.7 -o own.wav
  mv own.cfg gone.cfg
  "$ROSIN" render own.wav -o again.wav
  cmp own.wav again.wav
  "$ROSIN" show own.wav | tail -n +4 | cmp - gone.cfg
  for i in $(seq 1 4); do cat gone.cfg; done | grep '^#' | cat gone.cfg - >long.cfg
  run -0 --separate-stderr "$ROSIN" render long.cfg -o long.wav
  [[ "$stderr" == *"too long to be kept in long.wav"* ]]
  refused "long.wav: rosin has not written" "$ROSIN" render long.wav -o x.wav
}

@test "a sound file says how it was made, and in a bext chunk who made it" {
  "$ROSIN" render floorboard -d 0.2 -s speed=9 -o a.wav
  run -0 "$ROSIN" show a.wav
  [[ "${lines[0]}" == "# a.wav, made by rosin "* ]]
  [ "${lines[1]}" = "#   rosin render floorboard -s speed=9 -d 0.2" ]
  "$ROSIN" show a.wav >back.cfg
  run -0 "$ROSIN" check back.cfg
  run -0 "$ROSIN" show --macros a.wav
  [[ "$output" == *weight* ]]
  [ "$(head -c 1000 a.wav | grep -c -a 'floorboard, creaking: rosin render floorboard -s speed=9')" -ge 1 ]
  [ "$(head -c 1000 a.wav | grep -c -a bext)" -ge 1 ]
}

# bats test_tags=sanitized
@test "files that rosin cannot make again: one clear line" {
  "$ROSIN" render chalk -d 0.1 -o plain.wav --plain
  refused "plain.wav: rosin has not written how it was made" "$ROSIN" show plain.wav
  refused "plain.wav: rosin has not written how it was made" "$ROSIN" render plain.wav -o x.wav
  "$ROSIN" render chalk -d 0.1 -o x.w64
  refused ".w64 has no place for it" "$ROSIN" show x.w64
  echo text >text.wav
  refused "text.wav: " "$ROSIN" show text.wav
  refused "none.wav: " "$ROSIN" render none.wav -o x.wav
  "$ROSIN" render chalk -d 0.1 -o a.wav
  refused "say where with -o" "$ROSIN" render a.wav
  refused "a.wav: cannot be written: this command reads it" "$ROSIN" render a.wav -o a.wav
  sed 's/rosin 0/cider 0/; s/scene chalk/zzzzz chalk/' a.wav >bad.wav
  refused "bad.wav: " "$ROSIN" show bad.wav
  [ ! -e x.wav ]
}

@test "stems: pickups as loud as in the mix, contacts in their units" {
  "$ROSIN" render chalk -s tip.force.wander=0 -d 0.3 --format float -o mix.wav --stems s/ --probe tip.normal --probe-file n.csv
  [ "$(ls s)" = "1-chalk.velocity@tip.wav
10-tap.normal.wav
2-chalk.velocity@tip.wav
3-board.velocity@left.wav
4-board.velocity@right.wav
5-tip.velocity.wav
6-tip.force.wav
7-tip.normal.wav
8-tap.velocity.wav
9-tap.force.wav" ]
  "$ROSIN" render chalk -d 0.3 --plain -o mix2.wav --stems all.wav
  [ "$(stat -c %s all.wav)" -gt $((10 * 4 * 13230)) ]
  run -0 "$ROSIN" show s/6-tip.force.wav
  refused "two outputs cannot go to one file" "$ROSIN" render chalk -d 0.1 -o y.wav --stems y.wav
  refused "unknown extension" "$ROSIN" render chalk -d 0.1 -o y.wav --stems y.txt
  # a folder that cannot be is said before the sound is rendered
  refused "none/dir/: cannot be made: No such file or directory" "$ROSIN" render chalk -d 0.1 -o y.wav --stems none/dir/
  refused "all.wav/: cannot be written: Not a directory" "$ROSIN" render chalk -d 0.1 -o y.wav --stems all.wav/
  [ ! -e y.wav ]
  for python in python3 /usr/bin/python3 none; do
    "$python" -c 'import numpy, scipy' 2>/dev/null && break
  done
  [ "$python" != none ] || skip "no scipy"
  "$python" -W ignore - <<END
import numpy as np
from scipy.io import wavfile
stem = lambda name: wavfile.read(f"s/{name}.wav")[1]
mix = wavfile.read("mix.wav")[1]
both = np.stack([stem("1-chalk.velocity@tip") + stem("3-board.velocity@left"),
                 stem("2-chalk.velocity@tip") + stem("4-board.velocity@right")], axis=1)
assert abs(both - mix).max() < 3e-6 * abs(mix).max(), abs(both - mix).max()
normal = stem("7-tip.normal")
assert 2.5 < normal[4000:8000].mean() < 3.5
END
}

# bats test_tags=plain
@test "every effect renders as it comes, with 3 to 6 macros" {
  for file in "$ROOT"/scenes/*.cfg; do
    grep -q '^macros' "$file" || continue
    ! is_sanitized || [ $((n++ % 4)) = 0 ] || continue
    name=$(basename "$file" .cfg)
    run -0 "$ROSIN" show --macros "$name"
    [ "${#lines[@]}" -ge 4 ] && [ "${#lines[@]}" -le 7 ]
    run --separate-stderr -0 "$ROSIN" render "$name" -d 0.05 -o x.wav
    [ "$(grep -vc 'was cut at 0.05 s by -d' <<<"$stderr")" -eq 1 ] || { echo "$name: $stderr"; return 1; }
  done
}

# bats test_tags=plain
@test "surfaces are what their scenes have, stand where a law does, and let it be changed" {
  for what in "cello-d bow rosined-hair" "wine-glass finger wet-glass" "tyre-skid grit rubber-asphalt" \
    "sneaker floor rubber-floor" "chalk tip chalk" "fingernail scratch fingernail" "door-hinge-slow hinge hinge" \
    "rope turn rope" "cuica cloth wet-cloth" "balloon thumb balloon"; do
    read -r scene contact surface <<<"$what"
    "$ROSIN" surfaces | grep -q "^$surface .*(scene $scene)"
    "$ROSIN" render "$scene" -d 0.2 -o a.wav --plain
    "$ROSIN" render "$scene" -d 0.2 -o b.wav --plain -s "$contact.law.type=$surface"
    cmp a.wav b.wav || { echo "$what"; false; }
  done
  "$ROSIN" render cello-d -d 0.2 -o a.wav --plain
  "$ROSIN" render cello-d -d 0.2 -o b.wav --plain -s bow.law.type=wet-glass
  "$ROSIN" render cello-d -d 0.2 -o c.wav --plain -s bow.law.type=wet-glass -s bow.law.mu_static=0.9
  ! cmp -s a.wav b.wav
  ! cmp -s b.wav c.wav
  scene "" | sed 's/law = {.*} }; };/law = "chalk"; }; };/' >named.cfg
  scene "" | sed 's/law = {.*} }; };/law = { type = "chalk"; mu_static = 0.8; }; }; };/' >both.cfg
  "$ROSIN" render named.cfg -o a.wav --plain
  "$ROSIN" render both.cfg -o b.wav --plain
  cmp a.wav b.wav
}

# bext FILE: version, loudness, range, true peak, momentary, short-term (hundredths) of a bext chunk.
bext() {
  python3 - "$1" <<'END'
import struct, sys
data = open(sys.argv[1], "rb").read()
at = data.index(b"bext") + 8
print(struct.unpack("<H", data[at + 346:at + 348])[0], *struct.unpack("<5h", data[at + 412:at + 422]))
END
}

# bats test_tags=plain
@test "loudness: brought to what is asked for, said in the file, made again" {
  for lufs in -23 -35; do
    "$ROSIN" render rope -d 2 --loudness $lufs --loudness-of integrated --ceiling 0 --format float -o a.wav 2>said
    grep -q ", $lufs.0 LUFS" said
    [ "$(bext a.wav | cut -d' ' -f1)" = 2 ]
    near "$(bext a.wav | cut -d' ' -f2)" $((100 * lufs)) 5
    "$ROSIN" render a.wav -o b.wav
    cmp a.wav b.wav
    run -0 "$ROSIN" show a.wav
    [ "${lines[1]}" = "#   rosin render rope -d 2 --format float --loudness $lufs --loudness-of integrated --ceiling 0" ]
  done
  # what is short by its greatest momentary loudness, unless it is told; what is long by its integrated one
  "$ROSIN" render rope -d 2 --loudness -33 -o a.wav 2>said
  grep -q ", -33.0 LUFS" said
  near "$(bext a.wav | cut -d' ' -f5)" -3300 5
  [ "$("$ROSIN" show a.wav | sed -n 2p)" = "#   rosin render rope -d 2 --loudness -33" ]
  "$ROSIN" render glass -d 3 --loudness -33 -o a.wav
  near "$(bext a.wav | cut -d' ' -f2)" -3300 5
  "$ROSIN" render glass -d 3 --loudness -33 --loudness-of momentary -o a.wav
  near "$(bext a.wav | cut -d' ' -f5)" -3300 5
  "$ROSIN" render a.wav -o b.wav
  cmp a.wav b.wav
  "$ROSIN" render rope -d 1 -s gain=1e-4 --normalize -o n.wav
  near "$(bext n.wav | cut -d' ' -f4)" -100 5
  # as it comes: measured; a sound that is silent: not used
  "$ROSIN" render rope -d 1 -o c.wav
  [ "$(bext c.wav | cut -d' ' -f2)" -lt -1000 ]
  "$ROSIN" render rope -d 1 -s gain=0 -o s.wav
  [ "$(bext s.wav)" = "2 32767 32767 32767 32767 32767" ]
  refused "--loudness-of: needs --loudness" "$ROSIN" render rope --loudness-of auto -o x.wav
  refused "--loudness-of loud: must be integrated, momentary or auto" "$ROSIN" render rope --loudness -20 --loudness-of loud -o x.wav
  refused "--ceiling 1: out of range: -60 to 0 dBTP" "$ROSIN" render rope --ceiling 1 -o x.wav
  refused "--loudness 3: out of range: -70 to -1 LUFS" "$ROSIN" render rope --loudness 3 -o x.wav
}

# peaks FILE: its true peak by sixteen times oversampling, dBTP, and its peak as it stands
peaks() {
  "${PYTHON:-/usr/bin/python3}" - "$1" <<'END'
import sys
import numpy as np, scipy.signal as s, scipy.io.wavfile as w
_, x = w.read(sys.argv[1])
x = x.astype(float) / (2.0 ** 31 if x.dtype == np.int32 else 2.0 ** 15 if x.dtype == np.int16 else 1)
print(*(20 * np.log10(np.abs(y).max()) for y in (s.resample_poly(x, 16, 1, axis=0), x)))
END
}

# bats test_tags=plain
@test "no file passes its ceiling: loudness gives way, and so does what comes too loud, in a word" {
  for of in "-s gain=9" "--loudness -6" "--loudness -6 --normalize"; do
    run -0 --separate-stderr "$ROSIN" render rope -d 1 $of -o a.wav --report r.json
    near "$(peaks a.wav | cut -d' ' -f1)" -1 0.15
    [[ "$stderr" == *"dB softer than "*": its true peak would pass -1.0 dBTP; see --ceiling"* ]]
    awk -F'[:,]' '/"limited"/ { exit !($2 > 3) }' r.json
    "$ROSIN" render a.wav -o b.wav
    cmp a.wav b.wav
  done
  "$ROSIN" render rope -d 1 --loudness -6 --ceiling -9.5 -o a.wav
  near "$(peaks a.wav | cut -d' ' -f1)" -9.5 0.15
  "$ROSIN" render rope -d 1 --normalize --ceiling -7 -o a.wav
  near "$(peaks a.wav | cut -d' ' -f1)" -7 0.15
  # what is below stays as it is, to the bit; float has no ceiling unless it is told
  "$ROSIN" render rope -d 1 -o a.wav
  "$ROSIN" render rope -d 1 --ceiling 0 -o b.wav
  cmp <(peaks a.wav) <(peaks b.wav)
  "$ROSIN" render rope -d 1 -s gain=9 --format float -o a.wav
  [ "$(peaks a.wav | cut -d' ' -f2 | cut -c1)" != - ]
  "$ROSIN" render rope -d 1 -s gain=9 --format float --ceiling -1 -o b.wav
  near "$(peaks b.wav | cut -d' ' -f1)" -1 0.15
}

@test "a sound goes to standard output, as any container or as samples alone" {
  "$ROSIN" render rope -d 0.3 -o a.wav
  "$ROSIN" render rope -d 0.3 -o - >b.wav
  cmp a.wav b.wav
  "$ROSIN" render rope -d 0.3 -o a.flac
  "$ROSIN" render rope -d 0.3 -o -.flac | cmp - a.flac
  [ "$("$ROSIN" render rope -d 0.3 --format 16 -o -.raw | wc -c)" -eq $((2 * 2 * 13230)) ]
  refused "cannot both go to standard output" "$ROSIN" render rope -d 0.1 -o - --report -
  refused "unknown extension" "$ROSIN" render rope -d 0.1 -o -.txt
  run -1 --separate-stderr bash -c '"$0" render rope -d 0.1 -o - >/dev/full' "$ROSIN"
  [[ "$stderr" == *"standard output cannot be written"* ]]
  # nothing stays behind
  mkdir t
  TMPDIR=$PWD/t "$ROSIN" render rope -d 0.1 -o - >/dev/null
  [ -z "$(ls t)" ]
}

@test "a macro that a scene does not have is told with those that it has, near as another key may be" {
  run -2 --separate-stderr "$ROSIN" render door-hinge-slow -s speed=0.5 -o a.wav
  [[ "$stderr" == *"speed: unknown key; did you mean 'seed'? Its macros are push, weight, dryness, size"* ]]
  run -2 --separate-stderr "$ROSIN" render door-hinge-slow -s pusch=5 -o a.wav # meant is a macro
  [[ "$stderr" == *"did you mean 'push'?" ]]
}

@test "a sound that -d cuts while it goes on says so and how long it would be; what has ended, or is whole, says nothing" {
  run -0 --separate-stderr "$ROSIN" render squeak -d 0.7 -o a.wav
  [[ "$stderr" == *"a.wav was cut at 0.7 s by -d: without it, it lasts "*" s"* ]]
  run -0 --separate-stderr "$ROSIN" render squeak -o a.wav
  [[ "$stderr" != *"was cut"* ]]
  run -0 --separate-stderr "$ROSIN" render squeak -s gain=0 -d 0.7 -o a.wav # nothing is heard of it
  [[ "$stderr" != *"was cut"* ]]
  run -0 --separate-stderr "$ROSIN" render cello --midi "$ROOT/docs/tune.mid" -d 0.5 -o a.wav
  [[ "$stderr" == *"a.wav was cut at 0.5 s by -d: its notes go on to "*" s"* ]]
  run -0 --separate-stderr "$ROSIN" render squeak -d 0.7 --variations 2 -o 'a-%d.wav' # files of a list have their length
  [[ "$stderr" != *"was cut"* ]]
  run -0 --separate-stderr "$ROSIN" render a-1.wav -o b.wav # it was asked for then, not now
  [[ "$stderr" != *"was cut"* ]]
}

# bats test_tags=plain
@test "a render longer than its gestures says that it is silent; a quiet one, how to raise it" {
  run -0 --separate-stderr "$ROSIN" render wiper -d 7 -o a.wav
  [[ "$stderr" == *"s on a.wav is silent: the scene's gestures end at 3.5 s"* ]]
  run -0 --separate-stderr "$ROSIN" render wiper -o a.wav
  [ "${#stderr_lines[@]}" -eq 1 ]
  run -0 --separate-stderr "$ROSIN" render wiper -s gain=1e-3 -o a.wav
  [[ "$stderr" == *"a.wav is quiet; --normalize or --loudness -23 bring it up"* ]]
  run -0 --separate-stderr "$ROSIN" render rope -s rope.pitch=0.2 -d 1.5 -o a.wav
  [[ "$stderr" == *"a.wav is quiet; --normalize"* ]]
  run -0 --separate-stderr "$ROSIN" render gate -s gusts.force=0.2 -o a.wav
  [[ "$stderr" == *"a.wav is too soft to hear: nothing in it slides, strikes or is pushed enough"* && "$stderr" != *normalize* ]]
  run -0 --separate-stderr "$ROSIN" render rope -s gain=9 -d 1.5 --ceiling 0 -o a.wav
  [[ "$stderr" == *"a.wav was clipped; peak "*" dBFS; lower gain, --normalize, or --format float"* ]]
}

@test "a sound file drives a gesture by its level or its pitch" {
  cat >tone.cfg <<'END'
duration = 1.0;
strings = { s = { frequency = 220.0; }; };
contacts = { c = { a = "-"; b = "s"; velocity = ((0.0, 0.2), (0.4, 0.2), (0.5, 0.0)); force = ((0.0, 1.0), (0.5, 1.0), (0.55, 0.0)); position = 0.1; }; };
outputs = ( { signal = "s.velocity@0.1"; } );
END
  "$ROSIN" render tone.cfg -o tone.wav -s s.q=100
  scene 'v = { to = ( { key = "gain"; how = "scale"; at = (1.0, 1.0); } ); };' >s.cfg
  follow=(render s.cfg -d 1 -s c.force.follow=tone.wav --probe c.normal --probe-file f.csv -o s.wav)
  "$ROSIN" "${follow[@]}" -s c.force.scale=8
  near "$(tail -n +2 f.csv | cut -d, -f2 | sort -g | tail -1)" 8 0.01
  near "$(awk -F, 'NR > 1 && $1 > 0.3 { print $2; exit }' f.csv)" 8 2
  near "$(awk -F, 'NR > 1 && $1 > 0.9 { print $2; exit }' f.csv)" 0 2
  "$ROSIN" "${follow[@]}" -s c.force.what=pitch
  near "$(awk -F, 'NR > 1 && $1 > 0.3 { print $2; exit }' f.csv)" 1 0.02
  refused "'loud' is not one of level, pitch" "$ROSIN" check s.cfg -s c.force.follow=tone.wav -s c.force.what=loud
  refused "none.wav" "$ROSIN" check s.cfg -s c.force.follow=none.wav
}

@test "a sound file as a gesture is its waveform, and check says how to follow it instead" {
  "$ROSIN" render cello-d -d 0.5 -o tone.wav --plain
  scene 'v = { to = ( { key = "gain"; how = "scale"; at = (1.0, 1.0); } ); };' | sed 's/force = 1.0/force = { file = "tone.wav"; offset = 1.0; }/' >s.cfg
  run -0 --separate-stderr "$ROSIN" check s.cfg
  [[ "$stderr" == 'rosin: warning: s.cfg:4: c.force: is moved by the waveform of tone.wav; follow = "tone.wav" moves it by how loud'* ]]
  # a slow one is a gesture
  cat >slow.cfg <<'END'
duration = 0.5;
modals = { y = { modes = ( { frequency = 0.0; mass = 1.0; } ); }; };
pushes = { f = { body = "y"; position = "all"; force = { sine = (10.0, 8.0); }; }; };
outputs = ( { signal = "y.acceleration@all"; gain = 0.04; } );
END
  "$ROSIN" render slow.cfg -o tone.wav --plain
  run -0 --separate-stderr "$ROSIN" check s.cfg
  [ -z "$stderr" ]
}

# bats test_tags=plain
@test "a gesture may be made by a rule, for as long as it is rendered" {
  scene 'v = { to = ( { key = "gain"; how = "scale"; at = (1.0, 1.0); } ); };' | sed 's/force = 1.0/force = { gusts = 1.0; calm = 0.2; scale = 5.0; }/' >s.cfg
  "$ROSIN" render s.cfg -d 20 --seed 7 --probe c.normal --probe-file n.csv -o a.wav
  "$ROSIN" render s.cfg -d 20 --seed 7 --block 17 -o b.wav
  cmp a.wav b.wav
  # gusts between 1 and 5 N to the end, another seed others
  tail -n +2 n.csv | awk -F, '{ x = $2 + 0; if (x < 0.99 || x > 5.01) bad = 1; if ($1 > 15) { if (x < 1.5) low = 1; if (x > 3) high = 1 } } END { exit bad || !low || !high }'
  "$ROSIN" render s.cfg -d 20 --seed 8 -o c.wav
  ! cmp -s a.wav c.wav
  # by -s in the place of points, the scale of which it keeps; the last that is asked for counts
  "$ROSIN" render rope -s turn.velocity.strokes=2 -s turn.velocity.back=0 -s turn.velocity.wander=0 -d 3 --probe turn.velocity --probe-file v.csv -o x.wav
  "$ROSIN" render rope -s turn.velocity.gusts=2 -s turn.velocity.strokes=2 -s turn.velocity.back=0 -s turn.velocity.wander=0 -d 3 -o y.wav --plain
  "$ROSIN" render rope -s turn.velocity.strokes=2 -s turn.velocity.back=0 -s turn.velocity.wander=0 -d 3 -o z.wav --plain
  cmp y.wav z.wav
  refused "c.force.gusts: 0 is out of range: 0.01 to 100 1/s" "$ROSIN" check s.cfg -s c.force.gusts=0
  refused "accelerando needs until" "$ROSIN" check s.cfg -s c.force.accelerando=2
  refused "c.force.rest: unknown key" "$ROSIN" check s.cfg -s c.force.rest=0.2
  refused "c.force: -2 is out of range" "$ROSIN" check s.cfg -s c.force.strokes=2 -s c.force.scale=2
}

# bats test_tags=plain
@test "layers: the sum of their scenes, each at its time, level and place" {
  cat >two.cfg <<'END'
channels = 2;
layers = {
  hinge = { scene = "door-hinge-slow"; gain = 0.8; push = 14.0; };
  steps = { scene = "floorboard"; at = 0.51; gain = 0.5; set = ( "weight=60", "step.force.wander=0.2" ); };
};
END
  "$ROSIN" render two.cfg -d 2 --format float --plain -o two.wav
  "$ROSIN" render two.cfg -d 2 --format float --plain -o cut.wav --block 17
  cmp two.wav cut.wav
  "$ROSIN" render door-hinge-slow --seed 1 -s push=14 -d 2 --format float --plain -o hinge.wav
  "$ROSIN" render floorboard --seed 7920 -s weight=60 -s step.force.wander=0.2 -d 1.49 --format float --plain -o steps.wav
  run -0 "$ROSIN" check two.cfg
  [ "$output" = "two.cfg: valid; 0 bodies, 0 contacts, 2 layers, $("$ROSIN" check floorboard | awk '{ print $7 + 0.51 }') s at 44100 Hz, 2 channels" ]
  "$ROSIN" render two.cfg -d 1 -o a.wav
  "$ROSIN" render a.wav -o b.wav
  cmp a.wav b.wav
  "$ROSIN" render two.cfg -d 1 --seed 2 -o c.wav
  ! cmp -s a.wav c.wav
  "$ROSIN" render two.cfg -s hinge.push=20 -s steps.at=0.2 -d 1 -o c.wav
  ! cmp -s a.wav c.wav
  # a scene of one's own is read from beside it, and only there
  mkdir sub
  "$ROSIN" show rope >sub/mine.cfg
  printf 'channels = 2;\nlayers = { r = { scene = "sub/mine.cfg"; pan = -1.0; }; };\n' >own.cfg
  "$ROSIN" render own.cfg -d 1 --format float --plain -o left.wav
  printf 'layers = { r = { scene = "../own.cfg"; }; };\n' >sub/out.cfg
  refused "sub/out.cfg:1: r: sub/../own.cfg: lies outside the scene's folder" "$ROSIN" check sub/out.cfg
  printf 'layers = { r = { scene = "own.cfg"; }; };\n' >deep.cfg
  refused "deep.cfg:1: r: own.cfg has layers itself, which a layer may not" "$ROSIN" check deep.cfg
  refused "two.cfg:4: steps: florboard: no embedded scene of this name (see \`rosin scenes\`), and no such file; did you mean 'floorboard'?" "$ROSIN" check two.cfg -s steps.scene=florboard
  refused "two.cfg:3: hinge: -s psh=3: psh: unknown key" "$ROSIN" check two.cfg -s hinge.psh=3
  refused "hinge.pan: 2 is out of range: -1 to 1" "$ROSIN" check two.cfg -s hinge.pan=2
  # their macros are its macros
  "$ROSIN" show --macros two.cfg | grep -q '^hinge.push .*4 to 24 N'
  "$ROSIN" show --macros two.cfg | grep -q '^steps.gain .*0 to 2 .*0.5 .*of this layer'
  # defaults are what the file sets; columns stand under each other, however long a name is
  printf 'layers = { behind-the-door = { scene = "door-hinge-slow"; push = 14.0; }; };\n' >long.cfg
  "$ROSIN" show --macros long.cfg | grep -Eq '^behind-the-door.push +4 to 24 N +14 '
  "$ROSIN" show --macros long.cfg --json | grep -q '"behind-the-door.push", .*"default": 14,'
  [ "$("$ROSIN" show --macros long.cfg | awk 'NR == 1 { at = index($0, "range") } NR > 1 && substr($0, at - 1) !~ /^ [0-9-]/' | wc -l)" -eq 0 ]
  refused "stems: the scene has layers" "$ROSIN" render two.cfg -d 0.2 -o y.wav --stems s/
  printf 'layers = { r = { }; };\n' >bad.cfg
  refused "bad.cfg:1: r: 'scene' is missing" "$ROSIN" check bad.cfg
  printf 'layers = { r = { scene = "rope"; set = ( 3.0 ); }; };\n' >bad.cfg
  refused 'r.set.1: must be "KEY=VALUE"' "$ROSIN" check bad.cfg
  /usr/bin/python3 -c 'import scipy' 2>/dev/null || skip "no scipy"
  /usr/bin/python3 -W ignore - <<'END'
import numpy as np
from scipy.io import wavfile
get = lambda name: wavfile.read(name + ".wav")[1].astype(float)
whole, sum_ = get("two"), 0.8 * get("hinge")
late = round(0.51 * 44100)
sum_[late:] += 0.5 * get("steps")[:len(sum_) - late]
assert abs(whole - sum_).max() < 2e-6, abs(whole - sum_).max()
left = get("left")
assert abs(left[:, 0]).max() > 0.01 and abs(left[:, 1]).max() < 1e-6
END
}

# bats test_tags=plain
@test "gestures wander: by the seed, never where they rest, the same however time is cut" {
  cat >w.cfg <<'END'
duration = 20.0;
rate = 8000;
modals = { x = { modes = ( { frequency = 300.0; t60 = 0.1; mass = 1.0; } ); }; };
pushes = { p = { body = "x"; position = 0.0; force = { points = ( (0.0, 0.0), (0.5, 0.0), (0.51, 2.0), (19.0, 2.0), (19.01, 0.0) );
                 wander = 0.3; pace = 0.2; }; }; };
contacts = { c = { a = "-"; b = "x"; velocity = 0.1; force = 2.0; }; };
outputs = ( { signal = "x.velocity@0.0"; } );
END
  for seed in 5 6; do
    "$ROSIN" render w.cfg --seed $seed -s c.force.wander=0.3 -s c.force.pace=0.2 --probe c.normal --probe-file n$seed.csv -o w$seed.wav
    # mean 2, deviation of the logarithm 0.3
    tail -n +2 n$seed.csv | awk -F, '{ l = log($2); s += l; q += l * l; m += $2; n++ }
      END { d = sqrt(q / n - s * s / n / n); m /= n; exit !(d > 0.26 && d < 0.34 && m > 1.8 && m < 2.2) }'
  done
  ! cmp -s n5.csv n6.csv
  "$ROSIN" render w.cfg --seed 5 --block 17 -s c.force.wander=0.3 -s c.force.pace=0.2 -o again.wav
  cmp w5.wav again.wav || "$ROSIN" show again.wav
  # a value of its own stays the value around which it strays; a steady scene does not
  "$ROSIN" render w.cfg -s c.force.wander=0.3 -s c.force=1 --probe c.normal --probe-file one.csv -o w.wav
  near "$(tail -n +2 one.csv | awk -F, '{ s += $2 } END { print s / NR }')" 1 0.1
  "$ROSIN" render w.cfg --probe c.normal --probe-file still.csv -o w.wav
  [ "$(tail -n +3 still.csv | cut -d, -f2 | sort -u | wc -l)" -eq 1 ]
  refused "c.force.wander: 3 is out of range: 0 to 2" "$ROSIN" check w.cfg -s c.force.wander=3
  refused "w.force" "$ROSIN" check w.cfg -s w.force.wander=0.1
}

@test "the time of all gestures sways together" {
  scene 'v = { to = ( { key = "gain"; how = "scale"; at = (1.0, 1.0); } ); };' >s.cfg
  late() { # when the velocity of s.cfg first passes 0.05, which it is to do at 0.05 s
    "$ROSIN" render s.cfg --seed "$1" -s sway=0.15 --probe c.velocity --probe-file v.csv -o s.wav
    awk -F, '$2 + 0 > 0.05 || $2 + 0 < -0.05 { print $1; exit }' v.csv
  }
  [ "$(late 3)" != "$(late 4)" ]
  refused "sway: 0.2 is out of range: 0 to 0.15 s" "$ROSIN" check s.cfg -s sway=0.2
}

# bats test_tags=plain
@test "every --json parses, and says what the listing says" {
  parsed() { "$ROSIN" "$@" --json | python3 -c 'import json, sys; print(len(json.load(sys.stdin)))'; }
  [ "$(parsed scenes)" -eq "$("$ROSIN" scenes | wc -l)" ]
  [ "$(parsed laws)" -eq "$("$ROSIN" laws | sed '/^$/,$d' | wc -l)" ]
  [ "$(parsed shapes)" -eq "$("$ROSIN" shapes | wc -l)" ]
  [ "$(parsed probes rope)" -eq "$("$ROSIN" probes rope | wc -l)" ]
  [ "$(parsed materials)" -eq $(($("$ROSIN" materials | wc -l) - 1)) ]
  [ "$(parsed show --macros rope)" -eq 5 ]
  [ "$(parsed laws lugre)" -eq 1 ]
  [ "$(parsed shapes door)" -eq 1 ]
  "$ROSIN" show --macros rope --json | python3 -c '
import json, sys
m = {x["name"]: x for x in json.load(sys.stdin)}
assert m["tension"]["unit"] == "N" and m["tension"]["low"] == 45 and m["tension"]["live"] is True
assert m["thickness"]["live"] is True'
  "$ROSIN" show --macros wine-glass --json | python3 -c '
import json, sys
m = {x["name"]: x for x in json.load(sys.stdin)}
assert m["fill"]["live"] is True and m["size"]["live"] is False'
  refused "--json: only with --macros" "$ROSIN" show rope --json
  refused "--player: does not go with --macros" "$ROSIN" show cello --macros --player
  refused "--map: does not go with --macros" "$ROSIN" show cello --map names --macros
  refused "--map: does not go with --player" "$ROSIN" show cello --player --map names
}

@test "every command that has --json prints what parses" {
  local seen=0
  "$ROSIN" render rope -d 0.1 -o made.wav
  for command in $("$ROSIN" | awk 'NR > 1 { print $2 }'); do
    "$ROSIN" "$command" --help | grep -q -- '^ *--json' || continue
    seen=$((seen + 1))
    case $command in
      probes) set -- rope ;;
      show) set -- --macros rope ;;
      bench) set -- -; continue ;; # its --json takes a file: tests/cli.bats
      *) set -- ;;
    esac
    "$ROSIN" "$command" "$@" --json | python3 -c 'import json, sys; json.load(sys.stdin)' || { echo "$command"; return 1; }
  done
  [ "$seen" -ge 8 ] || { echo "$seen"; return 1; }
  "$ROSIN" render rope -d 0.1 -o x.wav --report - | python3 -c 'import json, sys; json.load(sys.stdin)'
  "$ROSIN" devices --json | python3 -c 'import json, sys; d = json.load(sys.stdin); assert set(d) == {"outputs", "midi_inputs"}'
}

# bats test_tags=plain
@test "shells complete commands, options, scenes and macros, from the tables" {
  "$ROSIN" completion bash >c.bash
  complete_bash() {
    PATH=$PWD/bin:$PATH bash --norc -c 'source c.bash; compopt() { :; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rosin; printf "%s\n" "${COMPREPLY[@]}"' - "$@"
  }
  mkdir bin && ln -s "$ROSIN" bin/rosin
  [ "$(complete_bash rosin ren)" = render ]
  [ "$(complete_bash rosin render --norm)" = --normalize ]
  [ "$(complete_bash rosin render door-hinge-s)" = door-hinge-slow ]
  [ "$(complete_bash rosin laws indu | sort | head -1)" = induction ]
  [ "$(complete_bash rosin render rope -s ten)" = tension= ]
  [ "$(complete_bash rosin render cello -s player.vibrato_d)" = player.vibrato_delay= ]
  [ "$(complete_bash rosin render cello --controls sw)" = swam ]
  [ "$(complete_bash rosin render rope --room h)" = hall ]
  [ "$(complete_bash rosin surfaces wet | wc -l)" -ge 1 ]
  touch mine.cfg
  complete_bash rosin render mi | grep -qx mine.cfg
  # every option of every command's help is offered
  "$ROSIN" completion zsh >c.zsh
  "$ROSIN" completion fish >c.fish
  for command in $("$ROSIN" | awk 'NR > 1 { print $2 }'); do
    for option in $("$ROSIN" "$command" --help | sed -n 's/^  \(-., \|    \)\(--[a-z-]*\).*/\2/p'); do
      sed -n "/^    $command)/,/;;/p" c.bash | grep -q -- "[' ]$option " || { echo "$command $option"; return 1; }
      sed -n "/^    $command)/,/;;/p" c.zsh | grep -q -- "$option['}]" || { echo "$command $option"; return 1; }
      grep -q -- "from $command'.* -l ${option#--} " c.fish || { echo "$command $option"; return 1; }
    done
  done
  bash -n c.bash
  ! command -v zsh >/dev/null || zsh -n c.zsh
  if command -v fish >/dev/null; then
    fish -n c.fish
    [ "$(HOME=$PWD fish -c 'source c.fish; complete -C "rosin render --loud"' | cut -f1)" = --loudness ]
  fi
  refused "usage: rosin completion bash|zsh|fish" "$ROSIN" completion tcsh
}

@test "names of outputs say what is in them" {
  mkdir -p some/where
  "$ROSIN" render rope -d 0.1 --seed 7 -s speed=9.5 -o 'some/where/{scene}-{seed:03}-{speed}.wav'
  [ -e some/where/rope-007-9.5.wav ]
  "$ROSIN" show rope >mine.cfg
  "$ROSIN" render mine.cfg -d 0.1 -o "$PWD/{scene}-{seed}.flac"
  [ -e mine-1.flac ]
  refused "there is no {dryness}, and no setting of that name" "$ROSIN" render rope -d 0.1 -o '{dryness}.wav'
  refused "a '{' is not closed" "$ROSIN" render rope -d 0.1 -o '{scene.wav'
  refused "unknown extension" "$ROSIN" render rope -d 0.1 -o '{scene}.txt'
  refused "must be a name that ends in .wav" "$ROSIN" render rope -d 0.1 -o '{scene}'
}

@test "did you mean: commands, options, scenes" {
  refused "unknown command 'rendr'; did you mean 'render'?" "$ROSIN" rendr rope
  refused "render: unknown option --sead; did you mean --seed?" "$ROSIN" render rope --sead 3
  refused "did you mean 'wine-glass'?" "$ROSIN" render wineglass
  refused "\`rosin\` alone lists them" "$ROSIN" qqqqqqqq
}

# bats test_tags=plain
@test "a loop has no seam, is made again, and its gestures come round" {
  for scene in $(among rope -- wine-glass saw); do
    "$ROSIN" render $scene --loop -d 6 --format float -o loop.wav
    "$ROSIN" render $scene -d 6 --format float -o once.wav
    "$ROSIN" render loop.wav -o again.wav
    cmp loop.wav again.wav
    for python in python3 /usr/bin/python3 none; do
      "$python" -c 'import numpy, scipy' 2>/dev/null && break
    done
    [ "$python" != none ] || skip "no scipy"
    "$python" -W ignore - <<END
import numpy as np
from scipy.io import wavfile
rate, x = wavfile.read("loop.wav")
x = x.astype(float).mean(1)
assert len(x) == 6 * rate
step = np.abs(np.diff(x))
assert abs(x[0] - x[-1]) <= step.max(), ("step", abs(x[0] - x[-1]), step.max())
n = rate // 20  # level of 50 ms: across the seam it changes as within the sound
e = 20 * np.log10(np.sqrt((x[:len(x) // n * n].reshape(-1, n) ** 2).mean(1)) + 1e-6)
assert abs(e[0] - e[-1]) <= np.abs(np.diff(e)).max() + 1, (e[0], e[-1])
END
  done
  # a hand that ends pressing does not let go in one sample as it comes round
  "$ROSIN" render squeak --loop --report peak.json -o x.wav
  awk -F'[:,]' '/"peak"/ { exit !($2 < 0.75) }' peak.json
  rm x.wav
  # what is said of it is measured after the seam
  "$ROSIN" render door-hinge-fast --loop -d 0.6 --format float --report peak.json -o peak.wav
  "$python" -W ignore - <<END
import json
import numpy as np
from scipy.io import wavfile
x, said = wavfile.read("peak.wav")[1].astype(float), json.load(open("peak.json"))
assert abs(np.abs(x).max() / said["peak"] - 1) < 1e-6, (np.abs(x).max(), said["peak"])
assert abs(np.sqrt((x ** 2).mean()) / said["rms"] - 1) < 1e-6, (np.sqrt((x ** 2).mean()), said["rms"])
END
  run -0 "$ROSIN" show loop.wav
  [ "${lines[1]}" = "#   rosin render $scene -d 6 --format float --loop" ]
  refused "--loop does not go with --midi" "$ROSIN" render cello --loop --midi x.mid -o x.wav
  # gestures come round: a velocity that ends after 0.2 s of 1 s still moves in the last second of five
  scene 'v = { to = ( { key = "gain"; how = "scale"; at = (1.0, 1.0); } ); };' >s.cfg
  sed -i 's/^duration = .*/duration = 1.0;/; s/velocity = ((0.0, 0.0), (0.1, 0.1))/velocity = ((0.0, 0.0), (0.1, 0.1), (0.2, 0.0))/' s.cfg
  run --separate-stderr -0 "$ROSIN" render s.cfg -d 5 -o a.wav
  [[ "$stderr" == *"is silent"* ]]
  run --separate-stderr -0 "$ROSIN" render s.cfg --loop -d 5 --report r.json -o a.wav
  [[ "$stderr" != *"is silent"* ]]
}

@test "surfaces have a listing of their own, without a blank line" {
  "$ROSIN" surfaces >list.txt
  ! grep -q '^$' list.txt
  "$ROSIN" laws >laws.txt
  ! grep -q '^$' laws.txt
  ! grep -q '^chalk' laws.txt
  while read -r name _; do
    run -0 "$ROSIN" surfaces "$name"
    [[ "$output" == 'type = "'* ]]
  done <list.txt
  [ "$("$ROSIN" laws chalk)" = "$("$ROSIN" surfaces chalk)" ]
  refused "there is no surface 'chak'; did you mean 'chalk'?" "$ROSIN" surfaces chak
  "$ROSIN" surfaces --json | "${PYTHON:-python3}" -c 'import json, sys
all = {s["name"]: s for s in json.load(sys.stdin)}
assert len(all) == len(open("list.txt").readlines()) and all["chalk"]["parameters"]["mu_static"] > 0'
}

@test "room: named ones ring on, a response is a convolution, stems stay dry, a file remembers it" {
  "$ROSIN" render squeak -d 0.5 --format float -o dry.wav
  "$ROSIN" render squeak -d 0.5 --format float --room none -o none.wav
  cmp <(samples dry.wav | tail -c 100000) <(samples none.wav | tail -c 100000)
  "$ROSIN" render squeak -d 0.5 --format float --room small -o small.wav --stems wet.wav
  "$ROSIN" render squeak -d 0.5 --format float -o dry.wav --stems stems.wav
  cmp <(samples wet.wav | tail -c 100000) <(samples stems.wav | tail -c 100000)
  "$ROSIN" render small.wav --format float -o again.wav
  cmp small.wav again.wav
  "$ROSIN" show small.wav | grep -q -- '--room small'
  "$ROSIN" render squeak -d 0.5 --format float --room small --block 17 -o blocks.wav
  cmp <(samples small.wav | tail -c 100000) <(samples blocks.wav | tail -c 100000)
  "$ROSIN" render squeak --format float --room hall -o hall.wav
  "$ROSIN" render squeak --format float -o whole.wav
  python3 - <<'PY'
import struct
def data(path):
    b = open(path, "rb").read()
    rate = struct.unpack_from("<I", b, b.index(b"fmt ") + 12)[0]
    at = b.index(b"data")
    n = struct.unpack_from("<I", b, at + 4)[0] // 4
    return rate, struct.unpack_from(f"<{n}f", b, at + 8)
def write(path, rate, x):
    raw = struct.pack(f"<{len(x)}f", *x)
    open(path, "wb").write(b"RIFF" + struct.pack("<I", 36 + len(raw)) + b"WAVEfmt " +
                           struct.pack("<IHHIIHH", 16, 3, 1, rate, 4 * rate, 4, 32) + b"data" + struct.pack("<I", len(raw)) + raw)
rate, hall = data("hall.wav")
_, whole = data("whole.wav")
assert abs(len(hall) - len(whole) - 1.9 * rate) < 2, (len(hall), len(whole))
tail = hall[len(whole):len(whole) + rate // 2]
assert max(map(abs, tail)) > 1e-4 and max(map(abs, hall[-rate // 10:])) < max(map(abs, tail)) / 20
write("echo.wav", rate, [0.5] + 299 * [0] + [0, 0, 0.25])
write("other.wav", 8000, [1.0])
write("silent.wav", rate, 100 * [0])
PY
  "$ROSIN" render squeak -d 0.5 --format float --room echo.wav -o echoed.wav
  python3 - <<'PY'
import struct
def data(path):
    b = open(path, "rb").read()
    at = b.index(b"data")
    n = struct.unpack_from("<I", b, at + 4)[0] // 4
    return struct.unpack_from(f"<{n}f", b, at + 8)
x, y = data("dry.wav"), data("echoed.wav")
whole = (0.5 ** 2 + 0.25 ** 2) ** 0.5  # of energy 1
for i in range(0, len(x), 97):
    assert abs(y[i] - (0.5 * x[i] + (0.25 * x[i - 302] if i >= 302 else 0)) / whole) < 1e-5, i
PY
  refused "echoed.wav was made in the room echo.wav: give that with --room" "$ROSIN" render echoed.wav -o a.wav
  refused "--room cave: must be one of none, small, hall, or a sound file" "$ROSIN" render squeak --room cave -o a.wav
  refused "--room other.wav: is at 8000 Hz, the sound at 44100 Hz: give -r 8000" "$ROSIN" render squeak --room other.wav -o a.wav
  refused "--room silent.wav: the response is silent" "$ROSIN" render squeak --room silent.wav -o a.wav
}

# loudness FILE: what its bext chunk says, in LUFS.
loudness() {
  python3 -c 'import struct, sys
b = open(sys.argv[1], "rb").read()
print(struct.unpack_from("<h", b, b.index(b"bext") + 8 + 412)[0] / 100)' "$1"
}

# bats test_tags=plain
@test "room: named ones leave a sound as loud as it was, unless a level is asked for" {
  for scene in $(among balloon -- train wine-glass glass vibraphone); do
    "$ROSIN" render $scene --format float -o dry.wav
    for place in $(among hall -- small); do
      "$ROSIN" render $scene --format float --room $place -o wet.wav
      near "$(loudness wet.wav)" "$(loudness dry.wav)" 2 || { echo "$scene in $place"; return 1; }
    done
  done
  # what would clip then is as loud as it can be
  "$ROSIN" render glass-shatter --format float -o dry.wav
  run --separate-stderr -0 "$ROSIN" render glass-shatter --room hall --ceiling 0 -o wet.wav
  [[ "$stderr" != *clipped* ]]
  near "$(loudness wet.wav)" "$(loudness dry.wav)" 2
  "$ROSIN" render glass-shatter --room hall -o wet.wav
  near "$(peaks wet.wav | cut -d' ' -f1)" -1 0.15
  # whatever the blocks and however faint; a file made again is the same
  "$ROSIN" render balloon --room hall --loop -d 2 -o loop.wav
  "$ROSIN" render loop.wav -o again.wav
  cmp loop.wav again.wav
  "$ROSIN" render balloon --room hall --loop -d 2 --block 17 -o blocks.wav
  cmp <(samples loop.wav | tail -c 200000) <(samples blocks.wav | tail -c 200000)
  "$ROSIN" render balloon --format float -s gain=1e-6 -o dry.wav
  "$ROSIN" render balloon --format float -s gain=1e-6 --room hall --report r.json -o wet.wav
  awk -F'[:,]' '/"peak"/ { exit !($2 < 1e-4) }' r.json
  # a level that is asked for comes after
  "$ROSIN" render train -d 1 --format float --room hall --loudness -30 --loudness-of integrated -o wet.wav
  near "$(loudness wet.wav)" -30 0.1
  run --separate-stderr -0 "$ROSIN" render train -d 1 --format float --room hall --normalize -o wet.wav
  [[ "$stderr" == *"peak -1."* ]]
}

@test "more: modes by chance, the same in every take, none above what the rate allows" {
  cat >m.cfg <<'END'
rate = 44100; duration = 0.2;
modals = { x = { points = { a = 0.0; b = 1.0; }; pitch = 1.0;
  modes = ( { frequency = 100.0; q = 2.0; mass = 1.0; at = (1.0, 0.0); } );
  more = { modes = 30; from = 1000.0; to = 9000.0; q = 20.0; mass = 0.1; at = (1.0, 0.5); }; }; };
pushes = { p = { body = "x"; position = "a"; force = ( (0.0, 1.0), (0.001, 0.0) ); }; };
outputs = ( { signal = "x.velocity@b"; } );
END
  "$ROSIN" render m.cfg --format float --seed 1 -o one.wav
  "$ROSIN" render m.cfg --format float --seed 2 -o two.wav
  cmp <(samples one.wav | tail -c 30000) <(samples two.wav | tail -c 30000)
  "$ROSIN" render m.cfg --format float -s x.more.seed=2 -o other.wav
  run -1 cmp -s <(samples one.wav | tail -c 30000) <(samples other.wav | tail -c 30000)
  "$ROSIN" render m.cfg --report r.json -s x.more.at.2=0 -o still.wav
  "$ROSIN" check m.cfg -s x.pitch=4 # the highest are left out
  refused "x.more.to: 900 Hz is not above from, 1000 Hz" "$ROSIN" check m.cfg -s x.more.to=900.0
  refused "x.more.modes: 2.5 is not a whole number" "$ROSIN" check m.cfg -s x.more.modes=2.5
  sed 's/at = (1.0, 0.5)/at = (1.0)/' m.cfg >n.cfg
  refused "x.more.at: must list 2 weights, one a point" "$ROSIN" check n.cfg
  sed 's/more = {/more = 3.0; mor = {/' m.cfg >n.cfg
  run -1 "$ROSIN" check n.cfg
  sed 's/points = .*pitch/shape = "sine"; pitch/; s/, at = [^}]*//; s/at = (1.0, 0.0); //' m.cfg >n.cfg
  run -1 "$ROSIN" check n.cfg
}

# bats test_tags=plain
@test "a pickup has a name by which -s and macros reach it, and it is nobody else's" {
  scene 'near = { to = ( { key = "ear.gain"; how = "scale"; at = (1.0, 2.0); } ); default = 0.0; };' |
    sed 's/signal = /name = "ear"; signal = /' >ear.cfg
  loud() { "$ROSIN" render ear.cfg "$@" -o "-.raw" --format float | sha256sum; }
  [ "$(loud -s near=1)" = "$(loud -s ear.gain=6)" ]
  [ "$(loud -s near=1)" = "$(loud -s outputs.1.gain=6)" ]
  [ "$(loud -s near=1)" != "$(loud)" ]
  refused "what lists hold is counted from 1" "$ROSIN" render ear.cfg -s outputs.0.gain=6 -o x.wav
  refused "did you mean 'ear'?" "$ROSIN" render ear.cfg -s eer.gain=6 -o x.wav
  sed 's/"ear"/"c"/' ear.cfg >taken.cfg
  run "$ROSIN" check taken.cfg
  [[ $output = *"outputs.1.name: the scene has something else named 'c'"* ]]
  sed 's/"ear"/"2.5"/' ear.cfg >number.cfg
  run "$ROSIN" check number.cfg
  [[ $output = *"must be a letter, then letters, digits, - and _"* ]]
  [ ! -e x.wav ]
}

# bats test_tags=plain
@test "a key that stands deeper in the scene is named as it is reached there" {
  while IFS='|' read -r scene key meant; do
    refused "did you mean '$meant'?" "$ROSIN" check "$scene" -s "$key=1"
  done <<'END'
floorboard|velocity.scale|step.velocity
floorboard|strokes|step.velocity.strokes
floorboard|step.strokes|step.velocity.strokes
floorboard|step.wander|step.velocity.wander
floorboard|step.velocity.stroke|strokes
floorboard|mu_static|step.law.mu_static
floorboard|step.mu_static|step.law.mu_static
floorboard|material|board.material
door-hinge-slow|hand.gusts|hand.force.gusts
END
  refused "articulation: unknown key; what the player has begins with 'player.'" "$ROSIN" check cello -s articulation=1
  refused "attack: unknown key; what the player has begins with 'player.'" "$ROSIN" check glass-harmonica -s attack=1
  printf 'layers = { chair = { scene = "floorboard"; age = 1.0; }; };\n' >chair.cfg
  refused "did you mean 'chair.age'?" "$ROSIN" check chair.cfg -s age=0
  refused "what a layer has begins with its name, as in 'chair.weight'" "$ROSIN" check chair.cfg -s weight=50
  "$ROSIN" show floorboard >force.cfg
  echo 'force = 3.0;' >>force.cfg
  refused "force: unknown key; did you mean 'step.force'?" "$ROSIN" check force.cfg
  "$ROSIN" show floorboard >twice.cfg
  echo 'contacts = { };' >>twice.cfg
  refused "twice.cfg:$(wc -l <twice.cfg): 'contacts' is set twice, in line $(grep -n '^contacts' twice.cfg | head -1 | cut -d: -f1) too" \
    "$ROSIN" check twice.cfg
}

# bats test_tags=plain
@test "a bristle that is too stiff for its bodies is named, another is not, nor one that was chosen so" {
  run --separate-stderr -0 "$ROSIN" render door-hinge-slow -d 0.1 -s hinge.law.sigma0=1e8 -o x.wav
  [[ $stderr = *"warning: hinge: its bristle is so stiff that several forces may agree"* ]]
  run --separate-stderr -0 "$ROSIN" render door-hinge-slow -d 0.1 -o x.wav
  [[ $stderr != *stiff* ]]
  run --separate-stderr -0 "$ROSIN" render creature -d 0.5 -o x.wav --report x.json
  [[ $stderr != *stiff* ]]
  [ "$(sed -n 's/.*"not_unique": \([0-9]*\).*/\1/p' x.json)" -gt 500 ]
  "$ROSIN" show creature >mine.cfg
  run --separate-stderr -0 "$ROSIN" render mine.cfg -d 0.5 -o x.wav
  [[ $stderr = *"warning: rub: its bristle is so stiff"* ]]
  run --separate-stderr -0 "$ROSIN" render creature -d 0.5 -s rub.law.sigma0=5e4 -o x.wav
  [[ $stderr = *"warning: rub: its bristle is so stiff"* ]]
}
