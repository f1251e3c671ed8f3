#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Macros, stems, and files that can be made again; ROSIN names the binary.

setup() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
  ROSIN=${ROSIN:-$ROOT/build/rosin}
  cd "$(mktemp -d)" || exit 1
}

teardown() {
  rm -rf "$PWD"
}

bats_require_minimum_version 1.5.0

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
  "$ROSIN" render s.cfg -s size=2 -o a.wav --format float -s x.thickness=0.006
  "$ROSIN" render s.cfg -s size=1 -s x.length=0.6 -o b.wav --format float -s x.thickness=0.006
  cmp a.wav b.wav || { cmp -l a.wav b.wav | wc -l; }
  refused "size: 4 is out of range: 1 to 3" "$ROSIN" check s.cfg -s size=4
}

@test "what -s sets stays set, whatever a macro says" {
  scene 'press = { to = ( { key = "c.force"; at = (2.0, 3.0); }, { key = "c.law.mu_static"; at = (0.3, 0.9); } ); };' >s.cfg
  "$ROSIN" render s.cfg -s c.force=1.5 --probe c.normal --probe-file n.csv -o x.wav
  awk -F, 'END { exit !($2 == 1.5) }' n.csv
  run -0 "$ROSIN" check s.cfg -s c.law=dahl
}

@test "macros are listed with their ranges" {
  scene 'speed = { default = 2.0; low = 1.0; high = 4.0; unit = "m/s"; meaning = "how fast it goes"; to = ( { key = "c.velocity"; at = (1.0, 4.0); } ); };
    size = { to = ( { key = "x.length"; at = (0.2, 0.5); } ); };' >s.cfg
  run -0 "$ROSIN" show --macros s.cfg
  [[ "$output" == *"speed        1 to 4 m/s       2        how fast it goes"* ]]
  [[ "$output" == *"size         0 to 1           0.5       (as it is loaded)"* ]]
  run -0 "$ROSIN" scenes
  [[ "$output" == *"speed 0...1"* ]]
}

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
  scene 'v = { to = ( { key = "c.force"; at = (0.5, 1.0); } ); }; w = { to = ( { key = "c.force"; at = (0.5, 1.0); } ); };' >s.cfg
  refused "macros.w: 'c.force' is set by a macro already" "$ROSIN" check s.cfg
  scene 'v = { to = ( { key = "c.force"; at = (0.5, 1.0); } ); };' >s.cfg
  refused "-s v=2: v: 2 is out of range: 0 to 1" "$ROSIN" check s.cfg -s v=2
  refused "-s v=much: v: is text, must be a number" "$ROSIN" check s.cfg -s v=much
}
