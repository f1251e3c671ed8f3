#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# rosin fit finds the parameters that made a curve, says how sure they are and what the data cannot tell. ROSIN names the binary.

load common

# value PARAMETER: its fitted value in fit.txt; sigma PARAMETER: its uncertainty
value() { awk -v k="$1" '$1 == k { print $2 }' fit.txt; }
sigma() { awk -v k="$1" '$1 == k { print $3 }' fit.txt; }

# bats test_tags=plain
@test "finds the parameters that made the curve" {
  "$ROSIN" curve lugre -s sigma2=0.03 -s stribeck_velocity=0.3 -s stribeck_exponent=0.7 \
    -s mu_static=1.1 -s force=2 --velocity 0.001:3:60:log >data.csv
  "$ROSIN" fit data.csv --law lugre --normal 2 >fit.txt
  near "$(value sigma2)" 0.03 1e-6
  near "$(value mu_static)" 1.1 1e-6
  near "$(value mu_kinetic)" 0.2 1e-6
  near "$(value stribeck_velocity)" 0.3 1e-6
  near "$(value stribeck_exponent)" 0.7 1e-6
  near "$(value fit)" 100 1e-6
  grep -q '^sigma0 .*held: the curve does not depend on it' fit.txt
  # the last line sets them again
  "$ROSIN" curve lugre $(sed -n 's/^settings//p' fit.txt) -s force=2 --velocity 0.5 >again.csv
  near "$(tail -1 again.csv | cut -d, -f2)" \
    "$("$ROSIN" curve lugre -s sigma2=0.03 -s stribeck_velocity=0.3 -s stribeck_exponent=0.7 -s mu_static=1.1 -s force=2 --velocity 0.5 | tail -1 | cut -d, -f2)" 1e-7
}

# bats test_tags=plain
@test "slip, both directions and percent" {
  python3 "$ROOT/tests/pacejka.py" canudas 101 | awk -F, 'NR == 1 { print } NR > 1 { print $1, $2; if ($1 > 0) print -$1, -$2 }' OFS=, >data.csv
  "$ROSIN" fit data.csv --law induction --only mu,v0,zeta >fit.txt
  near "$(value fit)" 99.99 0.01
  near "$(value mu)" 1 0.01
  if "$ROSIN" laws pacejka >/dev/null 2>&1; then
    "$ROSIN" fit data.csv --law pacejka --percent --only c1,c2,c3,c4 >fit.txt
    near "$(value c3)" 10 1e-3
    near "$(value fit)" 100 1e-3
  fi
}

# bats test_tags=plain
@test "weights count: a row of weight 0 not at all, and like repeated rows" {
  printf 'velocity,force,weight\n0.01,0.4,1\n0.02,0.37,1\n0.05,0.36,2\n0.1,0.3,1\n0.2,9,0\n' >a.csv
  printf '0.01,0.4\n0.02,0.37\n0.05,0.36\n0.05,0.36\n0.1,0.3\n' >b.csv
  "$ROSIN" fit a.csv --law elastoplastic --only mu_static,mu_kinetic >a.txt
  "$ROSIN" fit b.csv --law elastoplastic --only mu_static,mu_kinetic >b.txt
  near "$(awk '$1 == "mu_static" { print $2 }' a.txt)" "$(awk '$1 == "mu_static" { print $2 }' b.txt)" 1e-7
}

# bats test_tags=plain
@test "uncertainties are those of linear least squares where the curve is linear in them" {
  # f = mu_kinetic + sigma2 v at v far above stribeck_velocity
  printf '1,0.38\n2,0.51\n3,0.63\n4,0.68\n' >data.csv
  "$ROSIN" fit data.csv --law lugre --only mu_kinetic,sigma2 >fit.txt
  # slope 0.102, intercept 0.295; residuals -0.017, 0.011, 0.029, -0.023
  near "$(value sigma2)" 0.102 1e-6
  near "$(value mu_kinetic)" 0.295 1e-6
  near "$(sigma sigma2)" 0.0133 1e-4   # sqrt(0.00178 / 2 / 5)
  near "$(sigma mu_kinetic)" 0.0365 1e-4 # sqrt(0.00178 / 2 * (1/4 + 6.25 / 5))
}

# bats test_tags=plain
@test "what the data cannot tell is said" {
  printf 'velocity,force\n0.001,0.0002\n0.002,0.0004\n0.003,0.0006\n0.004,0.0008\n0.005,0.001\n' >line.csv
  "$ROSIN" fit line.csv --law induction >fit.txt
  grep -q '^mu .*uncertain' fit.txt
  grep -q '^v0 .*uncertain' fit.txt
  "$ROSIN" fit line.csv --law induction --fix mu=0.4,zeta=0.5 >fit.txt
  grep -q '^mu  *0.4 .*held' fit.txt
  near "$(value v0)" 4 0.01
  "$ROSIN" fit line.csv --law dahl >fit.txt # it cannot follow, and does not fail
  grep -q '^fit ' fit.txt
}

# bats test_tags=plain
@test "every law can be fitted, or says why not" {
  printf 'slip,force\n-0.8,-0.8\n-0.5,-0.9\n-0.2,-1\n-0.1,-0.9\n-0.05,-0.7\n-0.02,-0.3\n0.02,0.3\n0.05,0.7\n0.1,0.9\n0.2,1\n0.5,0.9\n0.8,0.8\n' >data.csv
  for law in $("$ROSIN" laws | sed '/^$/,$d' | awk '{ print $1 }'); do
    run --separate-stderr timeout 1000 "$ROSIN" fit data.csv --law "$law" --speed 10
    echo "$law: $status $stderr"
    [ "$status" -eq 0 ] || [[ "$status" -eq 1 && "$stderr" == *"too few"* ]] ||
      [[ "$law" = impact && "$status" -eq 2 && "$stderr" == *"no steady force"* ]]
    [[ "$output" != *nan* ]]
  done
}

# bats test_tags=plain
@test "plots data and curve" {
  command -v gnuplot >/dev/null || skip "no gnuplot"
  python3 "$ROOT/tests/pacejka.py" bakker-4 >data.csv
  run -0 --separate-stderr "$ROSIN" fit data.csv --law induction --plot fit.svg
  [ -z "$stderr" ]
  grep -q 'data.csv' fit.svg
  "$ROSIN" fit data.csv --law induction --plot fit.png >/dev/null
  [ "$(head -c 4 fit.png | tail -c 3)" = PNG ]
}

# bats test_tags=sanitized
@test "bad data, one clear line each" {
  : >data.csv
  refused 1 "data.csv: there is no data" "$ROSIN" fit data.csv --law induction
  printf 'velocity,force\n' >data.csv
  refused 1 "data.csv: there is no data" "$ROSIN" fit data.csv --law induction
  printf 'velocity,force\n0.1,0.2\n' >data.csv
  refused 1 "1 row with a weight above 0; must be at least 2" "$ROSIN" fit data.csv --law induction
  printf '0.1,0.2\n0.2,0.3\n0.3,0.2\n' >data.csv
  refused 1 "rows are too few for" "$ROSIN" fit data.csv --law lugre
  printf 'velocity,force\n0.1,0.2\n0.2,nan\n' >data.csv
  refused 1 "data.csv:3: not a finite number: nan" "$ROSIN" fit data.csv --law induction
  printf 'velocity,force\n0.1,0.2\n0.2,x\n' >data.csv
  refused 1 "data.csv:3: not a finite number: x" "$ROSIN" fit data.csv --law induction
  printf 'velocity,force\n0.1,0.2\n0.2,\n' >data.csv
  refused 1 "data.csv:3: not a finite number: (empty)" "$ROSIN" fit data.csv --law induction
  printf 'velocity,force\n0.1,0.2\n0.2,0.1,1\n' >data.csv
  refused 1 "data.csv:3: another number of columns" "$ROSIN" fit data.csv --law induction
  printf 'speed,force\n0.1,0.2\n0.2,0.1\n' >data.csv
  refused 1 "no column 'velocity' or 'slip'" "$ROSIN" fit data.csv --law induction
  printf 'velocity,drag\n0.1,0.2\n0.2,0.1\n' >data.csv
  refused 1 "no column 'force'" "$ROSIN" fit data.csv --law induction
  printf '1\n2\n3\n' >data.csv
  refused 1 "1 column; must be velocity,force[,weight]" "$ROSIN" fit data.csv --law induction
  printf '1,1,1,1\n' >data.csv
  refused 1 "4 columns; must be velocity,force[,weight]" "$ROSIN" fit data.csv --law induction
  printf '0.1,0.2\n0.2,0.2\n0.3,0.2\n0.4,0.2\n0.5,0.2\n' >data.csv
  refused 1 "all forces are the same" "$ROSIN" fit data.csv --law induction
  printf '0.1,0.2\n0.1,0.3\n0.1,0.4\n0.1,0.5\n' >data.csv
  refused 1 "every row is at velocity 0.1" "$ROSIN" fit data.csv --law induction
  printf '0.1,0.2,1\n0.2,0.3,-1\n' >data.csv
  refused 1 "data.csv:2: weight -1 is out of range" "$ROSIN" fit data.csv --law induction
  printf '0.1,0.2,0\n0.2,0.3,0\n' >data.csv
  refused 1 "0 rows with a weight above 0" "$ROSIN" fit data.csv --law induction
  printf '1e300,1\n2e300,1.1\n3e300,1.2\n4e300,1.3\n5e300,1\n6e300,1.4\n' >data.csv
  refused 1 "data.csv:1: velocity: 1e+300 is out of range: -1000 to 1000 m/s" "$ROSIN" fit data.csv --law lugre
  rm data.csv
  refused 1 "data.csv: No such file" "$ROSIN" fit data.csv --law induction
}

# bats test_tags=sanitized
@test "bad options, one clear line each" {
  printf '0.1,0.2\n0.2,0.3\n0.3,0.2\n0.5,0.1\n0.7,0.1\n' >data.csv
  refused 2 "usage:" "$ROSIN" fit data.csv
  refused 2 "usage:" "$ROSIN" fit --law induction
  refused 1 "no friction law 'glue'" "$ROSIN" fit data.csv --law glue
  refused 2 "no parameter 'stickiness'" "$ROSIN" fit data.csv --law induction --fix stickiness
  refused 2 "no parameter 'stickiness'" "$ROSIN" fit data.csv --law induction --only stickiness
  refused 2 "zeta: 3 is out of range" "$ROSIN" fit data.csv --law induction --fix zeta=3
  refused 2 "-s mu: -1 is out of range" "$ROSIN" fit data.csv --law induction -s mu=-1
  refused 2 "--normal -1: out of range: 0 to 10000 N" "$ROSIN" fit data.csv --law induction --normal -1
  refused 1 "changes the curve" "$ROSIN" fit data.csv --law induction --normal 0
  refused 1 "changes the curve" "$ROSIN" fit data.csv --law lugre --only sigma1
  refused 2 "has no column 'slip'" "$ROSIN" fit data.csv --law induction --percent
  refused 2 "must be .png or .svg" "$ROSIN" fit data.csv --law induction --plot x.pdf
  refused 1 "cannot be written" "$ROSIN" fit data.csv --law induction --plot nowhere/x.png
}
