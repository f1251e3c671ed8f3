#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What gnuplot is told to draw, against tests/plots.txt: labels, axes, ticks, traces, and
# how many points; their numbers too where no sound is judged. A gnuplot of our own keeps
# what it is given. ROSIN_UPDATE=1 writes the file anew. ROSIN names the binary.
# bats file_tags=plain

load common

# told NAME KEEP COMMAND...: the script that COMMAND gives gnuplot, its numbers rounded
# (KEEP 1) or counted (0).
told() {
  local name=$1 keep=$2
  shift 2
  rm -f script
  PATH=$PWD/bin:$PATH "$@" --plot x-.svg >/dev/null 2>said || { cat said; return 1; }
  [ "$(cat x-.svg)" = "<svg></svg>" ]
  echo "== $name"
  awk -v keep="$keep" '/^[-0-9.]/ && !keep { n++; next }
    n { print n " points"; n = 0 }
    /^[-0-9.]/ { for (i = 1; i <= NF; i++) printf("%s%.3g", (i > 1 ? " " : ""), $i); print ""; next }
    { line = $0; out = ""
      while (match(line, /[0-9]+\.[0-9]+/)) {
        out = out substr(line, 1, RSTART - 1) sprintf("%.4g", substr(line, RSTART, RLENGTH))
        line = substr(line, RSTART + RLENGTH) }
      print out line }' script
}

setup_gnuplot() {
  mkdir bin
  printf '#!/bin/sh\ncat >"%s/script"\necho "<svg></svg>"\n' "$PWD" >bin/gnuplot
  chmod +x bin/gnuplot
}

plots() {
  told "steady" 1 "$ROSIN" curve lugre --velocity -1:1:5
  told "steady, logarithmic" 1 "$ROSIN" curve thermal --velocity 0.001:1:4:log
  told "slip" 1 "$ROSIN" curve pacejka --slip -0.5,0.1,0.8 --speed 20
  told "driven" 1 "$ROSIN" curve dahl --drive sine:1e-4:100 -r 2000 -d 0.005
  told "driven, axes" 1 "$ROSIN" curve dahl --drive belt:0.1:50:0.1 -d 0.006 -r 1000 --axes time,body_velocity
  told "driven, three" 1 "$ROSIN" curve dahl --drive incline:0.1:30:0.2 -d 0.004 -r 1000 --axes time,force,velocity
  told "driven, usual" 0 "$ROSIN" curve dahl --drive belt:0.1:50:0.1 -d 12 -r 1000
  "$ROSIN" curve burckhardt --slip 0.05:1:8 >data.csv
  told "fit" 0 "$ROSIN" fit data.csv --law burckhardt --only c1
  "$ROSIN" curve lugre --velocity 0.001:1:6:log >data.csv
  told "fit over speed" 0 "$ROSIN" fit data.csv --law lugre --only mu_static
  short="-d 0.2 -s oversample=1"
  told "map" 0 "$ROSIN" map cello-d $short -x bow.position=0.08:0.2:3:log -y bow.force=0.3:3:3:log
  told "schelleng" 0 "$ROSIN" map cello-d $short --schelleng -x bow.position=0.08:0.2:3:log -y bow.force=0.3:3:3:log
  told "guettler" 0 "$ROSIN" map cello-d $short --guettler -x bow.velocity.slope=0.2:3:4 -y bow.force=0.3:3:3
  told "map of a law" 0 "$ROSIN" map cello-d $short -x bow.law.mu_static=0.4:0.9:3 -y bow.velocity=0.05:0.1:2
  told "map of a point" 0 "$ROSIN" map cello-d $short -x bow.position=0.1:0.1:1 -y bow.force=1:1:1
  told "map without a string" 0 "$ROSIN" map glass -d 0.1 -x finger.velocity=0.05:0.2:3:log -y finger.force=0.5:2:2
}

@test "what gnuplot is told" {
  setup_gnuplot
  # regimes of so short a sound may change: what is drawn of each is not kept
  plots >all.txt
  grep -v " points$" all.txt | sed "s/ *$//" >now.txt
  as_written plots.txt now.txt '^== '
}
