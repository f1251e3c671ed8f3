#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Numbers that commands print are those of closed formulas: half periods, steps of lists, limits of maps. ROSIN names the binary.

load common

row() { sed -n "${1}p" "$2" | cut -d, -f"$3"; } # ROW FILE COLUMN

# bats test_tags=plain
@test "a mass on a belt: half a period, a quarter, and the belt's speed" {
  "$ROSIN" curve induction -s mu=0 --drive belt:0.3:20:0:-0.2 -d 0.7695 -r 10000 >free.csv
  near "$(row 2 free.csv 7)" -0.2 1e-4
  near "$(row 1924 free.csv 7)" 0 2e-3
  near "$(row 3848 free.csv 7)" 0.2 1e-4
  near "$(row 3848 free.csv 8)" -4 2e-3
  near "$(row 1924 free.csv 6)" "$(awk 'BEGIN { print 0.2 * sqrt(20 / 0.3) }')" 1e-3
  near "$(row 1924 free.csv 2)" "$(awk 'BEGIN { print -0.2 * sqrt(20 / 0.3) }')" 1e-3
  "$ROSIN" curve induction -s mu=0 --drive belt:0.3:20:0.7 -r 1000 >belt.csv
  near "$(row 100 belt.csv 2)" 0.7 1e-9
  near "$(row 100 belt.csv 6)" 0 1e-9
  near "$(tail -1 belt.csv | cut -d, -f1)" "$(awk 'BEGIN { print 20 * 3.14159265 * sqrt(0.3 / 20) }')" 2e-3
  refused 2 "the mass oscillates at" "$ROSIN" curve lugre --drive belt:1:1e9:0.1 -r 1000
  refused 2 "mass" "$ROSIN" curve lugre --drive belt:0:1:0.1
  refused 2 "stiffness" "$ROSIN" curve lugre --drive belt:1:0:0.1
  refused 2 "belt speed" "$ROSIN" curve lugre --drive belt:1:1:1001
  refused 2 "angle" "$ROSIN" curve lugre --drive incline:1:91
  refused 2 "speed" "$ROSIN" curve lugre --drive incline:1:30:1001
}

# bats test_tags=plain
@test "drives: a sine has its amplitude and ten periods or so, a constant its second" {
  "$ROSIN" curve dahl --drive sine:1e-3:5 -r 1000 >sine.csv
  near "$(row 51 sine.csv 3)" 1e-3 1e-6
  near "$(row 101 sine.csv 3)" 0 2e-5
  near "$(row 151 sine.csv 3)" -1e-3 1e-6
  near "$(row 2 sine.csv 2)" "$(awk 'BEGIN { print 2e-3 * 3.14159265 * 5 }')" 1e-4
  [ "$(wc -l <sine.csv)" -eq 801 ]
  "$ROSIN" curve dahl --drive constant:-0.1 -r 1000 >constant.csv
  [ "$(wc -l <constant.csv)" -eq 1001 ]
  near "$(tail -1 constant.csv | cut -d, -f3)" -0.09995 1e-9
  "$ROSIN" curve dahl --drive constant:0.1 -r 1000 -d 0.02 -s force=3 >force.csv
  near "$(tail -1 force.csv | cut -d, -f4)" 0.6 1e-3 # mu_kinetic 0.2
}

# bats test_tags=plain
@test "steady curves: lists, ranges, logarithmic ones, of either sign" {
  "$ROSIN" curve lugre --velocity 0.1,-0.2,3 >list.csv
  [ "$(cut -d, -f1 list.csv | tr '\n' ' ')" = "velocity 0.1 -0.2 3 " ]
  "$ROSIN" curve lugre --velocity -1:1:5 >range.csv
  [ "$(cut -d, -f1 range.csv | tr '\n' ' ')" = "velocity -1 -0.5 0 0.5 1 " ]
  near "$(row 4 range.csv 2)" 0 1e-12
  "$ROSIN" curve lugre --velocity -1:-0.01:3:log >log.csv
  [ "$(cut -d, -f1 log.csv | tr '\n' ' ')" = "velocity -1 -0.1 -0.01 " ]
  # (mu_k + (mu_s - mu_k) exp(-(v / v_s)^2)) N, all of one sign
  near "$(row 4 log.csv 2)" -0.398 1e-3
  "$ROSIN" curve lugre --velocity 0.001:10:2 -s force=2 >two.csv
  near "$(row 3 two.csv 2)" 0.4 1e-6
  refused 2 "N must be a whole number, 2 to 1e6" "$ROSIN" curve lugre --velocity 0:1:1
  refused 2 "N must be a whole number, 2 to 1e6" "$ROSIN" curve lugre --velocity 0:1:2.5
  refused 2 "must be a list" "$ROSIN" curve lugre --velocity 0:1:5:lin
  refused 2 "must be a list" "$ROSIN" curve lugre --velocity 0:1
  refused 2 "a log range cannot include 0" "$ROSIN" curve lugre --velocity -1:1:5:log
  refused 2 "goes with --slip only" "$ROSIN" curve pacejka --velocity 1 --speed 3
  refused 2 "goes with --drive and --plot only" "$ROSIN" curve lugre --velocity 1 --axes a,b
  refused 2 "usage: rosin curve" "$ROSIN" curve lugre --velocity 1 --drive constant:1
  refused 2 "usage: rosin curve" "$ROSIN" curve lugre dahl --velocity 1
}

# bats test_tags=plain
@test "a map without a string: levels, regimes, its own axes" {
  "$ROSIN" map glass -x finger.velocity=0.05:0.2:3:log -y finger.force=0.5:2:2 -d 0.4 >m.csv 2>said
  [ "$(wc -l <m.csv)" -eq 7 ]
  [ "$(cut -d, -f1 m.csv | tr '\n' ' ')" = "finger.velocity 0.05 0.1 0.2 0.05 0.1 0.2 " ]
  [ "$(cut -d, -f14,15 m.csv | sort -u | tr '\n' ' ')" = ", schelleng_low,schelleng_high " ]
  [[ "$(cat said)" == "6 points in "* ]]
  refused 2 "rubs no string" "$ROSIN" map glass --schelleng
  refused 2 "rubs no string" "$ROSIN" map glass --guettler
  refused 2 "rubs no string" "$ROSIN" map glass --start helmholtz
  # told another pitch, slips are counted by it
  "$ROSIN" map cello-d -x bow.position=0.2:0.2:1 -y bow.force=0.5:0.5:1 -d 0.5 >a.csv 2>/dev/null
  near "$(row 2 a.csv 4)" 1 0.02
  near "$(row 2 a.csv 5)" 0 15
  near "$(row 2 a.csv 7)" 0.2 0.03 # of each period, the share of the bow's place
  near "$(row 2 a.csv 9)" -12.5 1.5
  "$ROSIN" map cello-d -x bow.position=0.2:0.2:1 -y bow.force=0.5:0.5:1 -d 0.5 --pitch 73.5 >b.csv 2>/dev/null
  near "$(row 2 b.csv 4)" 2 0.05
}

@test "commands that take no more words say how they are called" {
  refused 2 "usage: rosin scenes" "$ROSIN" scenes all
  refused 2 "usage: rosin show" "$ROSIN" show
  refused 2 "usage: rosin show" "$ROSIN" show cello-d squeak
  refused 2 "usage: rosin laws" "$ROSIN" laws lugre dahl
  refused 2 "usage: rosin surfaces" "$ROSIN" surfaces chalk hinge
  refused 2 "usage: rosin check" "$ROSIN" check
  refused 2 "usage: rosin probes" "$ROSIN" probes
  refused 2 "usage: rosin materials" "$ROSIN" materials oak
  refused 2 "usage: rosin shapes" "$ROSIN" shapes bar-free plate-free
  refused 2 "usage: rosin render" "$ROSIN" render
  refused 2 "usage: rosin play" "$ROSIN" play
  refused 2 "usage: rosin devices" "$ROSIN" devices all
  refused 2 "" "$ROSIN" render glass --rate
  refused 2 "" "$ROSIN" render glass -r
  run -0 "$ROSIN" scenes
  [[ "$output" == *"cello-d "*"bowed"* ]]
}

@test "a percent sign in a name is a letter like others" {
  p='%s%d%n'
  "$ROSIN" show glass >g.cfg
  printf 'x\n' >bad$p
  refused 1 "./no$p.cfg" "$ROSIN" check ./no$p.cfg
  refused 1 "./no$p.cfg" "$ROSIN" render ./no$p.cfg
  refused 1 "./no$p.cfg" "$ROSIN" probes ./no$p.cfg
  refused 1 "./no$p.cfg" "$ROSIN" map ./no$p.cfg
  refused 1 "./no$p.cfg" "$ROSIN" play ./no$p.cfg
  refused 1 "./no$p.cfg" "$ROSIN" show ./no$p.cfg
  refused 1 "bad$p" "$ROSIN" check ./bad$p
  refused 2 "$p" "$ROSIN" $p
  refused 2 "$p" "$ROSIN" check g.cfg -s $p=1
  refused 2 "$p" "$ROSIN" check g.cfg -s finger.force=$p
  refused 2 "--$p" "$ROSIN" check g.cfg --$p
  refused 1 "none$p/o.wav" "$ROSIN" render g.cfg -d 0.1 -o none$p/o.wav
  refused 2 "o.$p" "$ROSIN" render g.cfg -d 0.1 -o o.$p
  refused 1 "none$p/p.csv" "$ROSIN" render g.cfg -d 0.1 -o o.wav --probe finger.force --probe-file none$p/p.csv
  refused 1 "$p.force" "$ROSIN" render g.cfg -d 0.1 -o o.wav --probe $p.force --probe-file p.csv
  refused 1 "none$p/r.json" "$ROSIN" render g.cfg -d 0.1 -o o.wav --report none$p/r.json
  refused 1 "no$p.mid" "$ROSIN" render cello -d 0.1 -o o.wav --midi no$p.mid
  refused 1 "bad$p" "$ROSIN" render cello -d 0.1 -o o.wav --midi bad$p
  refused 1 "no$p.scl" "$ROSIN" render cello -d 0.1 -o o.wav --midi "$ROOT/docs/tune.mid" --scale no$p.scl
  refused 1 "no$p.ges" "$ROSIN" render cello -d 0.1 -o o.wav --gesture no$p.ges
  refused 1 "bad$p" "$ROSIN" render cello -d 0.1 -o o.wav --gesture bad$p
  refused 1 "no$p.csv" "$ROSIN" fit no$p.csv --law lugre
  refused 1 "bad$p" "$ROSIN" fit bad$p --law lugre
  refused 1 "'$p'" "$ROSIN" fit bad$p --law $p || refused 2 "'$p'" "$ROSIN" fit bad$p --law $p
  refused 1 "no$p.csv" "$ROSIN" curve lugre --drive file:no$p.csv
  refused 1 "'$p'" "$ROSIN" curve $p --velocity 1
  refused 2 "$p" "$ROSIN" curve lugre --velocity $p
  refused 2 "$p" "$ROSIN" curve lugre --drive $p
  refused 2 "$p" "$ROSIN" curve lugre --velocity 1 --plot x$p
  refused 1 "'$p'" "$ROSIN" laws $p
  refused 1 "'$p'" "$ROSIN" shapes $p
  refused 2 "'$p'" "$ROSIN" bench $p
  refused 1 "no$p.wav" "$ROSIN" modes no$p.wav
  refused 1 "bad$p" "$ROSIN" modes bad$p
  refused 2 "$p" "$ROSIN" map glass -x $p
  refused 2 "$p" "$ROSIN" map glass --contact $p || refused 1 "$p" "$ROSIN" map glass --contact $p
  run -1 --separate-stderr "$ROSIN" map cello-d -d 0.1 -x bow.position=0.1:0.1:1 -y bow.force=1:1:1 -o none$p/m.csv
  [[ "$stderr" == *"none$p/m.csv: cannot be written"* ]]
}

# bats test_tags=plain
@test "Schelleng's least force follows the string's decay, between the points of a curve" {
  least() { # DAMPING-OR-Q [OPTION...]
    printf 'duration = 1.0;\nstrings = { d = { frequency = 200.0; impedance = 0.5; torsion_frequency = 0.0; %s }; };
contacts = { bow = { a = "-"; b = "d"; position = 0.1; force = 1.0; velocity = 0.1;
  law = { type = "lugre"; mu_static = 0.8; mu_kinetic = 0.3; }; }; };
outputs = ( { signal = "d.bridge_force"; } );\n' "$1" >s.cfg
    shift
    "$ROSIN" map s.cfg -d 0.1 -x bow.position=0.1:0.1:1 -y bow.force=1:1:1 "$@" 2>/dev/null | tail -1 | cut -d, -f14
  }
  # Z^2 v / (2 R b^2 grip), R = 2 Z Q / pi; Q = pi f T60 / ln 1000
  wanted() { awk -v f="${2:-200}" -v b="${3:-0.1}" -v t="$1" 'BEGIN { pi = 3.14159265; q = pi * f * t / 6.907755;
    print 0.25 * 0.1 / (2 * (2 * 0.5 * q / pi) * b * b * 0.5) }'; }
  near "$(least 'q = 400.0;')" "$(awk 'BEGIN { print 0.025 / (400 / 3.14159265 * 0.01) }')" 1e-5
  near "$(least 'damping = ( (500.0, 2.0) );')" "$(wanted 2)" 1e-5
  near "$(least 'damping = ( (300.0, 3.0), (3000.0, 1.0) );')" "$(wanted 3)" 1e-5
  near "$(least 'damping = ( (20.0, 3.0), (100.0, 1.5) );')" "$(wanted 1.5)" 1e-5
  near "$(least 'damping = ( (100.0, 3.0), (150.0, 2.5), (400.0, 1.0), (900.0, 0.5) );')" \
    "$(wanted "$(awk 'BEGIN { print 2.5 * exp(log(1 / 2.5) * log(200 / 150) / log(400 / 150)) }')")" 1e-5
  # fingered an octave up, the bow is at twice the share of what sounds
  near "$(least 'finger = 400.0; damping = ( (500.0, 2.0) );')" "$(wanted 2 400 0.2)" 1e-5
}

@test "a scene's macros as JSON are those of the table" {
  "$ROSIN" show saw --macros >table.txt
  "$ROSIN" show saw --macros --json >macros.json
  python3 - <<'END'
import json
rows = [row.split() for row in open("table.txt")][1:]
told = json.load(open("macros.json"))
assert [m["name"] for m in told] == [row[0] for row in rows] and len(told) >= 4, told
for m, row in zip(told, rows):
    assert [float(row[1]), float(row[3])] == [m["low"], m["high"]] and m["low"] <= m["default"] <= m["high"], (m, row)
    assert str(m["default"]) in row or f'{m["default"]:g}' in row, (m, row)
    assert " ".join(row).endswith(m["meaning"]) == m["live"] and set(m) == {
        "name", "unit", "low", "high", "default", "meaning", "live"}, (m, row)
    assert (m["unit"] or "0") in row + ["0"], (m, row)
END
}
