#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Many files: variations of a scene, lists of jobs, shards, manifests. ROSIN names the binary.

load common

# field FILE ROW COLUMN: of a manifest, as it stands there
field() {
  "${PYTHON:-python3}" -c 'import csv, sys
print(list(csv.DictReader(open(sys.argv[1])))[int(sys.argv[2])][sys.argv[3]])' "$@"
}

@test "variations: from seed and number alone, made again from their notes" {
  "$ROSIN" render door-hinge-slow --variations 4 --seed 7 -d 0.4 -o 'a%02d.wav' >a.csv
  "$ROSIN" render door-hinge-slow --variations 2 --seed 7 -d 0.4 -o 'b%d.wav' >b.csv
  "$ROSIN" render door-hinge-slow --variations 2 --seed 8 -d 0.4 -o 'c%d.wav' >c.csv
  [ "$(wc -l <a.csv)" -eq 5 ]
  cmp a01.wav b1.wav
  cmp a02.wav b2.wav
  ! cmp -s a01.wav c1.wav
  [ "$(sha256sum a0?.wav | cut -c1-64 | sort -u | wc -l)" -eq 4 ]
  for file in a01 a04; do
    "$ROSIN" render $file.wav -o again.wav
    cmp $file.wav again.wav
    eval "$("$ROSIN" show $file.wav | grep -m1 -o 'rosin render.*' | sed "s|^rosin|'$ROSIN'|") -o again.wav"
    cmp $file.wav again.wav
  done
}

@test "spread: by macro, key and kind; what has none stays" {
  "$ROSIN" render rope --variations 8 --seed 3 -d 0.1 --distinct 0 -o 'r%d.wav' \
    --spread macros=0 --spread times=0 --spread heights=0 --spread surfaces=0 --spread bodies=0 \
    --spread losses=0 --spread speed=0.3 >r.csv
  for n in 1 2 3 4 5 6 7 8; do "$ROSIN" show r$n.wav | grep -m1 'rosin render'; done >all
  ! grep -q 'tension\|modes\|turn\.' all
  [ "$(grep -o "speed=[0-9.]*" all | sort -u | wc -l)" -ge 4 ]
  for speed in $(grep -o 'speed=[0-9.]*' all | cut -d= -f2); do # 6 +- 0.3 of 2.5 to 20, in its range
    awk -v s="$speed" 'BEGIN { exit !(s >= 2.5 && s <= 11.25) }'
  done
  "$ROSIN" render rope --variations 1 -d 0.1 -o 'all%d.wav' --spread tension=0 >r.csv
  "$ROSIN" show all1.wav | grep -m1 'rosin render' >all
  ! grep -q 'tension=' all
  grep -q 'turn.velocity.points.3.1=' all # a time
  grep -q 'turn.velocity.points.3.2=' all # a height
  grep -q 'turn.grain=' all
  grep -q 'rope.modes.2.frequency=' all
  ! grep -q 'turn.force=' all # tension's
  refused 2 "nothing of that name" "$ROSIN" render rope --variations 2 -o 'x%d.wav' --spread no=1
  refused 2 "out of range: 0 to 1" "$ROSIN" render rope --variations 2 -o 'x%d.wav' --spread speed=2
  refused 2 "-o must name the files" "$ROSIN" render rope --variations 2 -o x.wav
  refused 2 "-o must name the files" "$ROSIN" render rope --variations 2 -o 'x%s.wav'
  refused 2 "-o must name the files" "$ROSIN" render rope --variations 2 -o 'x%d%d.wav'
  refused 2 "needs --variations" "$ROSIN" render rope -o x.wav --spread speed=0.1
  refused 2 "does not go with --variations" "$ROSIN" render rope --variations 2 -o 'x%d.wav' --stems s/
}

@test "times of a gesture keep their order, static friction stays above kinetic" {
  "$ROSIN" render rope --variations 30 -d 0.05 --distinct 0 -o 't%d.wav' \
    --spread times=0.9 --spread surfaces=0.9 >t.csv
  for n in $(seq 30); do
    "$ROSIN" show t$n.wav | grep -m1 'rosin render' | grep -o 'turn.velocity.points.[0-9].1=[0-9.e-]*' |
      cut -d= -f2 | awk 'NR > 1 && $1 < last { exit 1 } { last = $1 }'
  done
  "$ROSIN" render squeak --variations 10 -d 0.05 --distinct 0 -o 's%d.wav' --spread surfaces=0.9 >t.csv
  for n in $(seq 10); do
    "$ROSIN" show s$n.wav | grep -m1 'rosin render' | grep -o 'mu_[a-z]*=[0-9.]*' |
      awk -F= '{ v[$1] = $2 } END { exit !(v["mu_static"] > v["mu_kinetic"]) }'
  done
}

@test "what is too near is drawn again, and what cannot be far enough is said" {
  run -0 --separate-stderr "$ROSIN" render rope --variations 12 --seed 1 -d 0.4 --distinct 3 -o 'd%02d.wav'
  printf '%s\n' "$output" >d.csv
  awk -F, 'NR > 1 && $2 > 0 { again++ } END { exit !again }' d.csv
  awk -F, 'NR > 2 && $2 < 7 && $3 < 3 { bad++ } END { exit bad > 0 }' d.csv # but those drawn to the end
  [[ "$stderr" == *"12 variations"*"the two nearest are"* ]]
  run -0 --separate-stderr "$ROSIN" render rope --variations 3 --seed 1 -d 0.1 --distinct 100 -o 'd%02d.wav'
  [[ "$stderr" == *"less than was asked for"* ]]
}
