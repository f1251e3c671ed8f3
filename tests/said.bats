#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Whole lines and whole tables: what commands say of what is wrong, and their help, letter by
# letter (tests/said.txt); what they print of small inputs, number by number within a
# tolerance (tests/printed.txt). ROSIN_UPDATE=1 writes the files anew. ROSIN names the binary.

load common
load said

inputs() {
  printf '0.1,0.2\n0.2,0.3\n0.3,0.2\n0.5,0.1\n0.7,0.1\n' >f.csv
  printf 'velocity,force,weight\n0.1,1,1\n0.2,2,0\n0.3,3,0\n' >w.csv
  printf 'slip,force\n0.1,0.5\n0.2,0.8\n0.4,0.9\n0.9,0.7\n' >s.csv
  printf 'a,b\n1,2\n3\n' >short.csv
  printf 'a,a\n1,2\n' >twice.csv
  printf 'a\n1\n\n# no\n2\nx\n' >x.csv
  printf '%s\n' "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16" >sixteen.csv
  printf '%s\n' "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17" >seventeen.csv
  printf 'time,velocity\n0,0\n0.01,0.1\n0.01,0.2\n' >still.csv
  printf 'time,velocity\n-1,0\n0,0.1\n' >early.csv
  printf 'time,velocity,rolling\n0,0,1\n0.01,0.1,-2000\n' >rolls.csv
  printf 'time\n0\n1\n' >one.csv
  printf 'a,velocity\n0,0\n1,1\n' >notime.csv
  printf 'a%.0s' $(seq 31) >name.csv && printf ',force\n0.1,1\n0.2,2\n' >>name.csv
  printf 'a%.0s' $(seq 32) >longer.csv && printf ',force\n0.1,1\n0.2,2\n' >>longer.csv
  { printf '#%4094s\n' x; printf '0.1,1\n0.2,2\n'; } >line.csv
  { printf '#%4095s\n' x; printf '0.1,1\n0.2,2\n'; } >wide.csv
  printf '\xEF\xBB\xBF 0.1 ,\t1\r\n# a,b,c\n 0.2, 2 \n0.2,3\n0.5,nan\n' >marked.csv
  printf 'time,velocity,velocity\n' >thrice.csv
  printf 'duration = 0.1;\nstrings = { d = { frequency = 200.0; }; };\noutputs = ( { signal = "d.bridge_force"; } );\n' >d.cfg
}

refusals() {
  local c
  for c in '' nothing; do t $c; done
  for c in render play map modes fit curve scenes show check probes laws shapes materials; do
    t $c --nothing; t $c -? x; t $c --help=1
  done
  for c in render play map modes fit curve show check probes; do t $c; t $c a b; done
  for c in scenes materials; do t $c a; done
  t render glass -o; t render glass --output; t render glass -r; t render glass --plain=1 -o a.wav
  for c in 7999 768001 x "" nan 1e999 -1; do t render glass -r "$c" -o a.wav; done
  for c in 0.0009 36001 x; do t render glass -d "$c" -o a.wav; done
  for c in 0 17 1.5; do t render glass --oversample "$c" -o a.wav; done
  for c in 0 1001 1.5; do t render glass --block "$c" -o a.wav; done
  for c in 8 Float 24x; do t render glass --format "$c" -o a.wav; done
  t render glass --seed -1 -o a.wav; t render glass --seed 1.5 -o a.wav; t render glass -o a.mp3
  t render glass -o a.flac --format float; t render glass -o a --format 16
  t render glass --probe finger.force -o a.wav; t render glass --probe-file p.csv -o a.wav
  t render glass -o a.wav --report a.wav; t render glass -o a.wav --stems a.wav; t render glass -o a.wav --stems b.mp3
  t render glass -d 0.01 --probe , --probe-file p.csv -o a.wav
  t render glass -d 0.01 --probe a.b --probe-file p.csv -o a.wav
  t render glass -s player.dynamics=1 -o a.wav; t render glass --scale x.scl -o a.wav; t render glass --midi x.mid -o a.wav
  for c in player.x=1 player.dynamics player.dynamics=x player.vibrato=-99 player.=1; do t render cello --midi "$ROOT/docs/tune.mid" -s $c -d 0.01 -o a.wav | sed "s|$ROOT/||"; done
  for c in f.csv none.mid; do t render cello --midi $c -o a.wav; t render cello --midi "$ROOT/docs/tune.mid" --scale $c -o a.wav | sed "s|$ROOT/||"; done
  t render glass --midi "$ROOT/docs/tune.mid" --scale x.scl -o a.wav | sed "s|$ROOT/||"
  t render d.cfg -o d.cfg; t render none.wav -o a.wav; t render none.cfg; t render none; t show none; t show glass --player
  t check d.cfg; t check d.cfg -s gain=x; t check d.cfg -s d.frequency=5 -s gain=-1 -s x.y=1; t probes none
  t check glass -s channels=2 -s duration=2.5 -s rate=48000
  for c in 0 1 5 "0:1" "0:1:2:lin" "0:1:1" "0:1:1000001" "0:1:2.5" "-1:1:3:log" "0:1:3:log" "0,1,," "1,x" "inf" "0:inf:3" "0:2000:3" 1001; do t curve lugre --velocity="$c"; done
  t curve lugre --slip 1 --velocity 1; t curve lugre --slip 2000 ; t curve lugre --slip 51 --speed 20; t curve lugre --velocity 1 --speed 2
  for c in 0 1001 x; do t curve lugre --slip 0.1 --speed $c; done
  for c in 999 1e8 x; do t curve lugre --drive constant:1 -r $c; done
  for c in 0 36001 x; do t curve lugre --drive constant:1 -d $c; done
  for c in constant constant:1001 constant:-1001 sine:1:0 sine:1:19846 sine:1 sine:x:1 belt:1:1 belt:0:1:1 belt:2e6:1:1 belt:1:0:1 belt:1:2e12:1 belt:1:1:1001 \
    belt:1e-6:1e6:1 incline:1 incline:0:30 incline:1:-1 incline:1:91 incline:1:30:1001 incline:2000:0 file: file:none.csv file:still.csv file:early.csv \
    file:rolls.csv file:one.csv file:notime.csv file:short.csv file:twice.csv file:x.csv file:seventeen.csv x; do t curve lugre --drive $c; done
  t curve lugre --drive constant:1 --axes time,force; t curve lugre --drive constant:1 --plot a.png --axes time
  t curve lugre --drive constant:1 --plot a.png --axes time,x; t curve lugre --velocity 1 --plot a.png --axes time,force; t curve lugre --velocity 1 --plot a.jpg
  t curve glue --velocity 1; t curve lugre -s a --velocity 1; t curve lugre -s a=1 --velocity 1; t curve lugre -s =1 --velocity 1
  t curve lugre -s sigma0= --velocity 1; t curve lugre -s sigma0=x --velocity 1; t curve lugre -s sigma0=0 --velocity 1; t curve lugre -s force=10001 --velocity 1
  t curve lugre -s position=0.1 --velocity 1; t curve lugre -s velocity=0.1 --velocity 1; t curve lugre -s road=x --velocity 1
  t fit f.csv; t fit --law lugre; t fit f.csv --law glue; t fit none.csv --law lugre; t fit f.csv --law lugre; t fit w.csv --law lugre
  t fit short.csv --law lugre; t fit twice.csv --law lugre; t fit x.csv --law lugre; t fit sixteen.csv --law lugre; t fit notime.csv --law lugre
  t fit f.csv --law induction --normal 10001; t fit f.csv --law induction --normal x; t fit f.csv --law induction --normal 0; t fit f.csv --law induction --percent
  t fit f.csv --law induction --speed 0; t fit f.csv --law induction --speed 1001; t fit f.csv --law induction --plot a.jpg
  for c in name longer line wide marked thrice; do t fit $c.csv --law induction --only mu; done
  for c in x mu,x mu=x mu=-1 mu=0.1,zeta=9 , ; do t fit f.csv --law induction --fix "$c"; done
  for c in x mu,x mu=0.1 ; do t fit f.csv --law induction --only "$c"; done
  t fit f.csv --law induction -s x=1; t fit f.csv --law induction -s mu; t fit s.csv --law induction --speed 1000 --percent --only mu
  for c in 0 129 x; do t modes f.csv --modes $c; done
  for c in 0 257 x; do t modes f.csv --channel $c; done
  for c in 0 1001 x; do t modes f.csv --mass $c; done
  for c in "" 1a a.b a_b-c; do t modes none.wav --name "$c"; done
  t modes none.wav; t modes f.csv; t modes f.csv --plot a.jpg
  m() { t map cello-d "$@"; }
  for c in bow.force bow.force=1 bow.force=1:2 bow.force=1:2:0 bow.force=1:2:1001 bow.force=1:2:1.5 bow.force=1:2:2:lin bow.force=-1:2:2:log \
    bow.force=2:2:2 =1:2:2 bow.force*x=1:2:2 bow.x=1:2:2 d.frequency=1:2:2; do m -x "$c"; m -y "$c"; done
  m -x bow.force=-1:2:2; m --start x; m --judge x; m --contact x; m --schelleng --guettler; m -j 0; m -j x; m -d 0; m --pitch 0; m --pitch x; m --rise 0; m --rise 100; m --steady -1
  m --plot a.jpg; m --plot a.png -o a.png; m --guettler -x bow.position=0.1:0.2:2; m --schelleng -x bow.law.mu_static=0.1:0.2:2 -y bow.position=0.1:0.2:2
  t map glass --schelleng; t map glass --guettler; t map glass --start helmholtz; t map glass --judge bridge; t map none; t map d.cfg
}

helps() { for c in "" render batch play map modes fit curve scenes show check probes laws shapes materials bench gesture pairs completion; do "$ROSIN" $c --help; done; }

# bats test_tags=sanitized
@test "what is wrong is said in these words" {
  inputs
  { refusals; helps; } >now.txt
  [ -z "$(find . -name 'a.*')" ] # nothing was made
  laws=$("$ROSIN" laws | sed '/^$/,$d; s/ .*//' | paste -sd, | sed 's/,/, /g') # all are offered, and kept nowhere
  [ "$(grep -c "^rosin: no friction law 'glue'; there are: $laws$" now.txt)" -eq 2 ]
  sed -i "s/^\(rosin: no friction law 'glue'; there are: \).*/\1LAWS/" now.txt
  as_written said.txt now.txt '^\$ '
}

printed() {
  printf 'time,velocity,force\n0,0,1\n0.01,0.1,0.5\n0.02,-0.1,2\n' >motion.csv
  for law in elastoplastic pacejka; do
    p curve $law -s force=2 --velocity -0.5:0.5:5
    p curve $law -s force=2 --velocity=-4:-0.01:4:log
    p curve $law -s force=3 --slip -0.5,0.1,0.9 --speed 20
    for drive in constant:0.1 sine:1e-4:50 file:motion.csv belt:0.01:100:0.1 belt:0.01:100:0.1:0.002 incline:0.1:30:0.2 incline:0.1:50; do
      p curve $law --drive $drive -d 0.012 -r 1500
    done
    p curve $law -s force=2 -s road=0.8 -s rolling=3 --drive incline:0.1:30:0.2 -d 0.007 -r 1500
  done
  "$ROSIN" curve elastoplastic --drive sine:1e-4:50 -r 4000 | wc -l
  "$ROSIN" curve elastoplastic --drive belt:0.1:1000:0.1 -r 2000 | wc -l
  "$ROSIN" curve elastoplastic --drive incline:0.1:30 -r 2000 | wc -l
  "$ROSIN" curve elastoplastic --drive file:motion.csv | wc -l
  printf '0.01,0.41\n0.03,0.37\n0.06,0.33\n0.1,0.29\n0.2,0.21\n0.4,0.205\n0.7,0.2\n' >f.csv
  p fit f.csv --law lugre
  p fit f.csv --law lugre --only mu_static,stribeck_velocity
  p fit f.csv --law lugre --fix stribeck_exponent=1.5,sigma2 --fix mu_kinetic=0.19 --normal 1.1
  p fit f.csv --law lugre -s mu_static=0.6 -s stribeck_velocity=0.2 -s force=2 --fix stribeck_exponent
  printf 'slip,force,weight\n-60,-0.8,1\n-20,-1,2\n-5,-0.7,1\n5,0.6,1\n20,0.9,0\n60,0.8,1\n' >s.csv
  p fit s.csv --law induction --percent --speed 20 --only mu,v0
  cat >k.cfg <<'END'
duration = 0.6; rate = 8000;
modals = { x = { modes = ( { frequency = 310.0; t60 = 0.3; mass = 0.05; },
  { frequency = 854.0; t60 = 0.2; mass = 0.08; }, { frequency = 1674.0; t60 = 0.1; mass = 0.2; } ); }; };
pushes = { h = { body = "x"; position = "all"; force = { points = ( (0.1, 0.0), (0.1005, 400.0), (0.101, 0.0) ); }; }; };
outputs = ( { signal = "x.velocity@all"; gain = 0.1; } );
END
  p render k.cfg -o k.wav --plain --format 16
  p modes k.wav
  p modes k.wav --modes 2 --mass 0.3 --name bar --channel 1
  p render k.cfg -o k.wav --plain -d 0.003 --probe x.velocity@all,h.force --probe-file -
  p render k.cfg -o k.wav --plain -d 0.2 --report - --oversample 2 --seed 3
  p render k.cfg -o k.wav --stems st/ -d 0.15 -r 16000
  ls st
  p render k.cfg -o n.wav -d 0.01 -s gain=0.5 --format 16 -r 16000
  p show n.wav
  p render n.wav -o o.wav
  cmp n.wav o.wav
  p render n.wav
  p render n.wav -o n.wav
  p probes k.cfg
  p laws dahl
  p shapes bar-free
  p check k.cfg -s duration=2 -s channels=2
  p render cello-d -d 0.1 -o c.wav --report - --stems c4.wav
  p map glass -d 0.1 -x finger.velocity=0.05:0.1:2 -y finger.force=0.5:1:2 -j 1 | cut -d, -f1-3,9,14,15
  p map cello-d -d 0.2 -s oversample=1 -x bow.position=0.06:0.2:2 -y bow.force=0.3:3:2:log --pitch 150 | cut -d, -f1,2,14,15
}

@test "what is printed of small inputs are these numbers" {
  printed >now.txt
  [ -z "${ROSIN_UPDATE:-}" ] || cp now.txt "$ROOT/tests/printed.txt"
  like "$ROOT/tests/printed.txt" now.txt >differs || { head -40 differs; renewed_by printed.txt "$(grep -c ^found differs)"; }
}

# Of what plays, what was made elsewhere, and what is too long or too much.
limits() {
  printf 'duration = 0.1;\nstrings = { d = { frequency = 200.0; }; };\noutputs = ( { signal = "d.bridge_force"; } );\n' >d.cfg
  printf '0,0\n0.01,0.1\n0.02,0.05\n' >unnamed.csv
  printf '0,0,9\n0.01,0.1,9\n0.02,0.05,9\n' >wide.csv
  for c in 7999 768001 44100.5 x; do t play d.cfg -r $c; done
  for c in 7 8193 x; do t play d.cfg --block $c; done
  for c in 0.0009 36001 x; do t play d.cfg -d $c; done
  for c in -61 0.1 x; do t play d.cfg --level $c; done
  for c in -1 65536 x; do t play d.cfg --osc-port $c; done
  t play d.cfg --format 8; t play d.cfg --record a.mp3; t play d.cfg --record a.flac --format float
  t play d.cfg --osc-bind 127.0.0.1; t play d.cfg --learn d.finger; t play d.cfg --midi-map m; t play d.cfg --mpe
  t play d.cfg --record a.wav --record-gesture a.wav; t play d.cfg --record-gesture d.cfg; t play none; t play d.cfg -s d.q=0
  t curve lugre --drive file:unnamed.csv -r 1000; t curve lugre --drive file:wide.csv -r 1000
  many=$(for i in $(seq 65); do printf 'd.velocity@0.%02d,' "$i"; done)
  t render d.cfg -o a.wav --probe "${many%,}" --probe-file p.csv | tail -n +2
  sets=$(for i in $(seq 255); do printf -- '-s gain=1 '; done)
  for c in "" "-s gain=1" "-s gain=1 -s gain=1"; do
    t render d.cfg -o a.wav -d 0.01 $sets $c --seed 3 | tail -n +2 | sed 's/[0-9.]* times real time/N times/'
    t map d.cfg $sets $c | tail -n +2
    t check d.cfg $sets $c | tail -n +2
  done
  rm -f a.wav
  # two notes, the second after 18 hours
  printf 'MThd\0\0\0\6\0\0\0\1\0\1MTrk\0\0\0\26\0\220\76\100\60\200\76\100\210\200\0\220\100\100\60\200\100\100\0\377\57\0' >long.mid
  t render cello --midi long.mid -o a.wav
  t render cello --midi long.mid -s player.x=1 -o a.wav; t render glass --gesture none.txt -o a.wav
  "$ROSIN" render d.cfg -o made.wav 2>/dev/null
  t show made.wav | sed 's/by rosin [0-9.]*:/by rosin N:/'
  LC_ALL=C sed -i 's/rosin [0-9]\.[0-9]\.[0-9]/rosin 9.9.9/' made.wav
  t show made.wav | sed 's/this is [0-9.]*,/this is N,/'; t render made.wav; t render made.wav --stems b.mp3 -o a.wav
  t check made.wav; t probes made.wav; t map made.wav; t modes made.wav --channel 2; t modes made.wav
}

# bats test_tags=sanitized
@test "limits are said in these words" {
  limits >now.txt
  as_written said_limits.txt now.txt '^\$ '
}
