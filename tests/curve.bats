#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# rosin curve: a law on its own, steady or driven, obeys the closed formulas; bad drives are named by line. ROSIN names the binary.

load common

# bats test_tags=plain
@test "every law has a steady curve and survives every drive" {
  printf 'time,velocity,force\n0,0,1\n0.01,0.1,0\n0.02,-0.1,2\n' >motion.csv
  for law in $("$ROSIN" laws | sed '/^$/,$d' | awk '{ print $1 }'); do
    if [ "$law" = impact ]; then
      refused 2 "--velocity: impact has no steady force" "$ROSIN" curve "$law" --velocity=-1:1:21
      refused 2 "--slip: impact has no steady force" "$ROSIN" curve "$law" --slip=-1:1:21
    else
      run -0 "$ROSIN" curve "$law" --velocity=-1:1:21
      [ "${#lines[@]}" -eq 22 ]
      [[ "$output" != *[na][na]n* && "$output" != *inf* ]]
      run -0 "$ROSIN" curve "$law" --slip=-1:1:21 --speed 20
      [ "${lines[0]}" = "slip,force" ]
      [[ "$output" != *[na][na]n* && "$output" != *inf* ]]
    fi
    for drive in constant:0.1 sine:1e-4:50 file:motion.csv belt:0.01:100:0.1 incline:0.1:30:0.2; do
      run -0 "$ROSIN" curve "$law" --drive $drive -d 0.02 -r 10000
      [ "${#lines[@]}" -eq 201 ]
      [[ "${lines[0]}" == time,velocity,displacement,force,bristle* ]]
      [[ "$output" != *[na][na]n* && "$output" != *inf* ]]
    done
  done
}

# bats test_tags=plain
@test "a block that slides down without friction to speak of obeys Galilei" {
  "$ROSIN" curve induction -s mu=0 --drive incline:0.3:30:1 -d 1 -r 1000 >free.csv
  IFS=, read -r t _ _ _ _ v x g <<<"$(tail -1 free.csv)"
  near "$t" 0.9995 1e-9
  near "$v" "$(awk 'BEGIN { print 1 + 9.80665 / 2 * 0.9995 }')" 1e-3
  near "$x" "$(awk 'BEGIN { print 0.9995 + 9.80665 / 4 * 0.9995 ^ 2 }')" 1e-3
  near "$g" 1.4709975 1e-6
}

# bats test_tags=plain
@test "the weight presses a block on an incline, unless told" {
  # at a constant slip speed a kinetic law carries mu m g cos(60 deg): far from rest
  "$ROSIN" curve lugre -s mu_kinetic=0.2 --drive incline:2:60:5 -d 0.1 >own.csv
  near "$(tail -1 own.csv | cut -d, -f4)" -1.961 1e-2
  "$ROSIN" curve lugre -s mu_kinetic=0.2 -s force=1 --drive incline:2:60:5 -d 0.1 >told.csv
  near "$(tail -1 told.csv | cut -d, -f4)" -0.2 1e-3
}

# bats test_tags=plain
@test "a mass on a belt: free oscillation from its first position; stick-slip" {
  "$ROSIN" curve induction -s mu=0 --drive belt:0.3:20:0:-0.2 -d 0.7695 -r 10000 >free.csv
  near "$(tail -1 free.csv | cut -d, -f7)" -0.2 1e-4 # a period of 2 pi sqrt(m/k) later
  near "$(tail -1 free.csv | cut -d, -f8)" 4 2e-3
  awk -F, 'NR > 1 { d = $3 - way - $2 * 5e-5; if (d > 1e-6 || d < -1e-6) bad++; way += $2 * 1e-4 }
    END { exit bad > 0 || NR < 7000 }' free.csv # how far it has slipped is the sum of how fast
  "$ROSIN" curve elastoplastic -s sigma0=1e6 -s stribeck_velocity=0.005 -s sigma1=1 \
    --drive belt:0.001:394.784176:0.05 -d 0.3 -r 705600 >slip.csv
  # it sticks to the belt, and slips
  awk -F, 'NR > 1 && $2 < 1e-4 && $2 > -1e-4 { stick++ } NR > 1 && $2 > 0.1 { slip++ }
    END { exit !(stick > 1000 && slip > 1000) }' slip.csv
}

# bats test_tags=plain
@test "a ball falls, bounces lower and lower, and rests on the floor" {
  "$ROSIN" curve impact -s damping=0.3 --drive drop:0.1:0.05 -d 4 >ball.csv
  near "$(awk -F, 'NR > 1 && $4 > 0 { print $1; exit }' ball.csv)" 0.100981 3e-5 # sqrt(2 h/g)
  awk -F, 'NR > 1 { if ($7 < -3e-4 || $4 < 0) exit 1 } END { exit !($7 < 1e-3) }' ball.csv
  awk -F, 'NR > 1 && $1 < 0.2 && $5 > most { most = $5 } END { exit !(most > 2e-4 && most < 3e-4) }' ball.csv
  refused 2 "not lugre" "$ROSIN" curve lugre --drive drop:1:1
  refused 2 "gap: 11 is out of range: 0 to 10 m" "$ROSIN" curve impact --drive drop:1:11
  refused 2 "mass 0 is out of range" "$ROSIN" curve impact --drive drop:0:1
  refused 2 "no steady force to fit" "$ROSIN" fit ball.csv --law impact
}

@test "a file drives velocity and load; the names are read" {
  printf 'force,time,velocity\n1,0,0.1\n1,0.1,0.1\n3,0.11,0.1\n3,0.3,0.1\n' >motion.csv
  "$ROSIN" curve lugre -s mu_kinetic=0.2 -s mu_static=0.2 --drive file:motion.csv -r 10000 >out.csv
  near "$(sed -n 900p out.csv | cut -d, -f4)" 0.2 1e-3
  near "$(tail -1 out.csv | cut -d, -f4)" 0.6 1e-3
  printf '0,0.1\n0.1,0.1\n' >plain.csv
  run -0 "$ROSIN" curve lugre --drive file:plain.csv -r 1000
  [ "${#lines[@]}" -eq 101 ]
  near "$(cut -d, -f2 <<<"${lines[50]}")" 0.1 1e-9 # of two columns without names the second
}

@test "what moves across or rolls is taken at the time of the velocity" {
  # induction without memory, turning in a circle of 0.01 m/s: F_x is 0.975610 times its cosine
  awk 'BEGIN { print "time,velocity,sideways"
    for (i = 0; i <= 90; i++) printf "%.9g,%.12g,%.12g\n", i / 1000, 0.01 * cos(i * 0.07), 0.01 * sin(i * 0.07) }' >turn.csv
  run -0 --separate-stderr "$ROSIN" curve induction-2d --drive file:turn.csv -r 1000 -s force=1 -s mu=1 -s v0=0.01 -s zeta=0.5
  awk -F, 'NR > 1 { f = $4 / ($2 / 0.01); d = f - 0.975610; if (d < 0) d = -d; if ($2 * $2 > 1e-6 && d > 5e-4) bad++; n++ }
    END { exit bad > 0 || n < 80 }' <<<"$output"
  # a slip that stays while both speeds move: pacejka gives one force
  printf 'time,velocity,rolling\n0,1,10\n0.1,2,20\n' >roll.csv
  run -0 --separate-stderr "$ROSIN" curve pacejka --drive file:roll.csv -r 1000
  awk -F, 'NR == 2 { f = $4 } NR > 1 { d = $4 / f - 1; if (d * d > 1e-16) bad++ } END { exit bad > 0 }' <<<"$output"
}

@test "a map of slip takes its list as slips, unless it is told how fast it rolls" {
  "$ROSIN" laws pacejka >/dev/null 2>&1 || skip "no pacejka"
  run -0 "$ROSIN" curve pacejka --velocity 0.1,1
  [ "${lines[0]}" = "slip,force" ]
  near "${lines[1]#*,}" 0.971516260 1e-8
  run -0 "$ROSIN" curve pacejka --velocity 2 -s rolling=20
  [ "${lines[0]}" = "velocity,force" ]
  near "${lines[1]#*,}" 0.971516260 1e-8
  # braking and driving are mirrored in slip; theta scales
  run -0 "$ROSIN" curve pacejka --slip=-0.1,0.1 --speed 30 -s road=0.5 -s force=10
  near "${lines[1]#*,}" -4.8575813 1e-6
  near "${lines[2]#*,}" 4.8575813 1e-6
}

# bats test_tags=plain
@test "plots through gnuplot" {
  command -v gnuplot >/dev/null || skip "no gnuplot"
  run -0 --separate-stderr "$ROSIN" curve lugre --velocity 0.001:1:50:log --plot a.png
  [ -z "$stderr" ]
  [ "$(head -c 4 a.png | tail -c 3)" = PNG ]
  run -0 --separate-stderr "$ROSIN" curve dahl --drive sine:1e-4:5 --plot "b '\$(c).svg"
  [ -z "$stderr" ]
  grep -q '<svg' "b '\$(c).svg"
  "$ROSIN" curve dahl --drive belt:0.1:50:0.1 -d 1 -r 1000 --plot c.svg --axes body_displacement,body_velocity
  grep -q 'body_displacement (m)' c.svg
}

# bats test_tags=sanitized
@test "plots that cannot be, one clear line each" {
  refused 2 "must be .png or .svg" "$ROSIN" curve lugre --velocity 1 --plot x.jpg
  refused 1 "cannot be written" "$ROSIN" curve lugre --velocity 1 --plot nowhere/x.png
  refused 2 "no column 'speed'" "$ROSIN" curve lugre --drive constant:1 --plot x.png --axes time,speed
  refused 2 "--axes time: must be X,Y" "$ROSIN" curve lugre --drive constant:1 --plot x.png --axes time
  refused 2 "goes with --drive and --plot" "$ROSIN" curve lugre --velocity 1 --axes time,force
  refused 1 "gnuplot is not installed" env PATH=/nowhere "$ROSIN" curve lugre --velocity 1 --plot x.png
  mkdir bin
  printf '#!/bin/sh\necho "line 0: no terminal" >&2\nexit 1\n' >bin/gnuplot
  chmod +x bin/gnuplot
  refused 1 "gnuplot failed: line 0: no terminal" env PATH="$PWD/bin:$PATH" "$ROSIN" curve lugre --velocity 1 --plot x.png
}

# bats test_tags=sanitized
@test "bad input, one clear line each" {
  refused 2 "--slip 1,x" "$ROSIN" curve lugre --slip 1,x
  refused 2 "1e+300 is out of range: -1000 to 1000 m/s" "$ROSIN" curve lugre --velocity 1e300
  refused 2 "2000 is out of range" "$ROSIN" curve lugre --slip=0:100:3 --speed 20
  refused 2 "--speed 0: out of range" "$ROSIN" curve lugre --slip 0.1 --speed 0
  refused 2 "--speed 3: goes with --slip" "$ROSIN" curve lugre --velocity 0.1 --speed 3
  refused 2 "usage:" "$ROSIN" curve lugre --slip 0.1 --velocity 1
  refused 2 "usage:" "$ROSIN" curve lugre
  refused 2 "N must be a whole number" "$ROSIN" curve lugre --velocity 0:1:1
  refused 2 "not a number; must be 1 to 1e+09 N/m" "$ROSIN" curve lugre -s sigma0=stiff --velocity 1
  refused 2 "sigma0: nan is out of range" "$ROSIN" curve lugre -s sigma0=nan --velocity 1
  refused 2 "no parameter 'stickiness'" "$ROSIN" curve lugre -s stickiness=1 --velocity 1
  refused 2 "force -1: out of range: 0 to 10000 N" "$ROSIN" curve lugre -s force=-1 --velocity 1
  refused 2 "mass 0 is out of range" "$ROSIN" curve lugre --drive belt:0:1:1
  refused 2 "stiffness -1 is out of range" "$ROSIN" curve lugre --drive belt:1:-1:1
  refused 2 "angle 91 is out of range: 0 to 90 degrees" "$ROSIN" curve lugre --drive incline:1:91
  refused 2 "weight" "$ROSIN" curve lugre --drive incline:1e6:0
  refused 2 "frequency 1e+06 is out of range" "$ROSIN" curve lugre --drive sine:1:1e6
  refused 2 "oscillates at 5.03292e+06 Hz" "$ROSIN" curve lugre --drive belt:1e-9:1e6:1
  for drive in belt:1:1 belt:1:1:1:1:1 belt:1:x:1 incline:1 sine:1 sine:1:-1 constant: constant:nan constant:1:2 wiggle; do
    refused 2 "--drive $drive: must be" "$ROSIN" curve lugre --drive $drive
  done
}

# bats test_tags=sanitized
@test "bad drive files name the line" {
  for content in 't,velocity\n0,0\n1,1' 'time,speed\n0,0\n1,1' 'time,velocity\n' '' \
    'time,velocity\n0,0\n1,nan' 'time,velocity\n0,0\n1,x' 'time,velocity\n0,0\n0,1' \
    'time,velocity\n0,0\n1' '0\n1' 'time,velocity,force\n0,0,-1\n1,0,1' 'time,time\n0,1\n1,1' \
    'time,velocity\n-1,0\n0,0'; do
    printf "$content\n" >motion.csv
    refused 1 "motion.csv:" "$ROSIN" curve lugre --drive file:motion.csv
  done
  rm motion.csv
  refused 1 "motion.csv: No such file" "$ROSIN" curve lugre --drive file:motion.csv
}

# bats test_tags=plain
@test "what a falling load leaves bent has two words" {
  printf 'time,velocity,force\n0,0.01,1\n0.02,0.01,1\n0.0201,0,0.1\n0.03,0,0.1\n' >fall.csv
  for word in hold:0.02 relax:0.197 0:0.02 1:0.197; do
    run -0 "$ROSIN" curve dahl -s load_fall="${word%:*}" -s mu_kinetic=0.2 --drive file:fall.csv
    near "$(cut -d, -f4 <<<"${lines[-1]}")" "${word#*:}" 5e-2
  done
  run -2 "$ROSIN" curve dahl -s load_fall=let --drive constant:1
  [[ "$output" == *"-s load_fall let: not a number; must be 0 to 1"* ]]
  "$ROSIN" show cello-d | sed 's/breakaway = 0.7;/load_fall = "relax"; &/' >word.cfg
  run -0 "$ROSIN" check word.cfg
  run "$ROSIN" check cello-d -s bow.law.load_fall=let
  [[ "$output" == *"bow.law.load_fall: 'let' is not one of hold, relax"* ]]
}
