#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Bodies from matter and size, from the scene file on; ROSIN names the binary.

load common

# scene BODY POINT: a scene in which a body is knocked at a point.
scene() {
  printf 'duration = 0.5;\nmodals = { x = { %s }; };\n' "$1"
  printf 'pushes = { k = { body = "x"; position = "%s"; force = ((0.0, 0.0), (1e-3, 10.0), (2e-3, 0.0)); }; };\n' "$2"
  printf 'outputs = ( { signal = "x.velocity@mic"; } );\n'
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

@test "shapes and materials are listed" {
  run -0 "$ROSIN" materials
  [ "${#lines[@]}" -ge 25 ]
  [[ "$output" == *"steel"*"210"*"7800"* ]]
  run -0 "$ROSIN" shapes
  [ "${#lines[@]}" -ge 19 ]
  for shape in $("$ROSIN" shapes | cut -d' ' -f1); do
    run -0 "$ROSIN" shapes "$shape"
    [[ "$output" == "$shape: "*"usual material: "*"position: "*"parameter "*"at the defaults: "*" Hz" ]]
  done
  refused "no shape 'cup'" "$ROSIN" shapes cup
}

# bats test_tags=plain
@test "every shape is a body that sounds" {
  for shape in $("$ROSIN" shapes | cut -d' ' -f1); do
    scene "shape = \"$shape\";" mic >s.cfg
    run -0 "$ROSIN" render s.cfg -o s.wav --report r.json
    awk -F'[:,]' '/"peak"/ { exit !($2 > 1e-9) }' r.json || { echo "$shape is silent"; return 1; }
  done
}

# bats test_tags=plain
@test "size, material and its numbers can be set" {
  scene 'shape = "bar-free"; material = "steel"; modes = 8; points = { spot = 0.21; };' spot >s.cfg
  run -0 "$ROSIN" check s.cfg -s x.length=0.4 -s x.material=brass -s x.young=9e10 -s x.modes=3
  refused "x.length: -1 is out of range: 0.001 to 100 m" "$ROSIN" check s.cfg -s x.length=-1
  refused "did you mean 'length'" "$ROSIN" check s.cfg -s x.lenght=1
  refused "x.material: 'stel' is not one of those of \`rosin materials\`" "$ROSIN" check s.cfg -s x.material=stel
  refused "x.young: 1 is out of range: 1000 to 2e+12 Pa" "$ROSIN" check s.cfg -s x.young=1
  refused "x.modes: 0 is out of range: 1 to 1024" "$ROSIN" check s.cfg -s x.modes=0
  refused "its lowest mode is above" "$ROSIN" check s.cfg -s x.length=0.002
  refused "'cup' is not one of table, sine, ring, or those of \`rosin shapes\`" "$ROSIN" check s.cfg -s x.shape=cup
}

@test "points by coordinates, where a shape has them" {
  scene 'shape = "plate-free"; points = { spot = (0.1, 0.9); };' spot >s.cfg
  run -0 "$ROSIN" check s.cfg
  scene 'shape = "bar-free"; points = { spot = (0.1, 0.9); };' spot >s.cfg
  refused "x.points.spot: must be a position (share of the length)" "$ROSIN" check s.cfg
}

@test "modes from a file" {
  printf 'frequency,t60,mass,spot,mic\n# the lowest\n440,1,0.01,1,0.5\n900,0.5,0.01,1,-0.5\n' >modes.csv
  scene 'file = "modes.csv"; pitch = 1.5;' spot >s.cfg
  "$ROSIN" render s.cfg -o a.wav --format float --plain
  scene 'points = { spot = 0.0; mic = 1.0; }; pitch = 1.5; modes = (
    { frequency = 440.0; t60 = 1.0; mass = 0.01; at = (1.0, 0.5); },
    { frequency = 900.0; t60 = 0.5; mass = 0.01; at = (1.0, -0.5); } );' spot >t.cfg
  "$ROSIN" render t.cfg -o b.wav --format float --plain
  cmp a.wav b.wav
  for bad in '440,x' 'frequency,mass\n440,0' 'frequency,q\n440,1,2' 'mass\n1' 'frequency\n' '9e9,1,1' ''; do
    printf "$bad\n" >modes.csv
    scene 'file = "modes.csv";' all >s.cfg
    refused "modes.csv:" "$ROSIN" check s.cfg
  done
  printf '30000,1,1\n' >modes.csv
  refused "mode 1: 30000 Hz is above 0.45 of the sample rate" "$ROSIN" check s.cfg
  rm modes.csv
  refused "modes.csv: No such file" "$ROSIN" check s.cfg
}

@test "forms answer to the words people try first" {
  cat >glass.cfg <<'END'
duration = 0.2;
modals = { x = { shape = "wine-glass"; wall = 0.002; diameter = 0.07; }; };
pushes = { h = { body = "x"; position = 0.0; force = ((0.0, 10.0), (0.001, 0.0)); }; };
outputs = ( { signal = "x.velocity@mic"; } );
END
  sed 's/wall = 0.002; diameter = 0.07/thickness = 0.002; radius = 0.035/' glass.cfg >own.cfg
  "$ROSIN" render glass.cfg -o a.wav --plain
  "$ROSIN" render own.cfg -o b.wav --plain
  cmp a.wav b.wav
  "$ROSIN" render own.cfg -s x.wall=0.003 -s x.diameter=0.09 -o c.wav --plain
  "$ROSIN" render own.cfg -s x.thickness=0.003 -s x.radius=0.045 -o d.wav --plain
  cmp c.wav d.wav
  ! cmp -s a.wav c.wav
  sed -i 's/wall = 0.002;/wall = 0.002; thickness = 0.002;/' glass.cfg
  refused "x.wall: means thickness, which is given too" "$ROSIN" check glass.cfg
  refused "x.wal: unknown key" "$ROSIN" check own.cfg -s x.wal=1
}

# bats test_tags=plain
@test "pairs of matter: friction from a table, either way round" {
  run -0 "$ROSIN" pairs
  [[ "$output" == *"cast-iron/cast-iron         1.1     0.15     0.01  Marks"* ]]
  cat >p.cfg <<'END'
duration = 0.3;
modals = { x = { shape = "bar-free"; }; };
contacts = { c = { a = "-"; b = "x"; position = "end"; velocity = 0.1; force = 1.0; pair = "cast-iron/cast-iron"; }; };
outputs = ( { signal = "x.velocity@mic"; } );
END
  sed 's|pair = "cast-iron/cast-iron"|law = { mu_static = 1.1; mu_kinetic = 0.15; stribeck_velocity = 0.01; }|' p.cfg >law.cfg
  "$ROSIN" render p.cfg -o a.wav --plain
  "$ROSIN" render law.cfg -o b.wav --plain
  cmp a.wav b.wav
  # over what a scene says, by -s; and -s over it
  "$ROSIN" render law.cfg -s c.pair=steel/brass -o c.wav --plain
  "$ROSIN" render p.cfg -s c.pair=brass/steel -o d.wav --plain
  cmp c.wav d.wav
  "$ROSIN" render p.cfg -s c.law.mu_static=0.9 -o e.wav --plain
  ! cmp -s a.wav e.wav
  sed 's|force = 1.0;|force = 1.0; law = { mu_static = 0.5; };|' p.cfg >both.cfg
  refused 'both.cfg:3: c.law.mu_static: pair = "cast-iron/cast-iron" says it too; leave one of them out' "$ROSIN" check both.cfg
  refused "c.pair: there is no 'steel/stel'; did you mean 'steel/steel'?" "$ROSIN" check p.cfg -s c.pair=steel/stel
  refused "c.pair: law 'dahl' has no mu_static" "$ROSIN" check p.cfg -s c.law.type=dahl
  [ "$("$ROSIN" pairs --json | python3 -c 'import json, sys; print(len(json.load(sys.stdin)))')" -eq $(($("$ROSIN" pairs | wc -l) - 1)) ]
  # all have numbers, sources, and grip that is not less than the sliding
  "$ROSIN" pairs | awk 'NR > 1 && !($1 ~ "/" && $2 >= $3 && $3 > 0 && $4 > 0 && NF > 4) { print; bad = 1 } END { exit bad }'
}
