#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# rosin map: a row for each point, the same however it is cut up, with the regimes and limits of the literature. ROSIN names the binary.

load common

# refused STATUS TEXT ARGUMENT...: ends with STATUS, says TEXT in one line on standard
# error, writes nothing.
refused() {
  local status_wanted=$1 text=$2
  shift 2
  run -"$status_wanted" --separate-stderr "$ROSIN" map "$@"
  [ "${#stderr_lines[@]}" -eq 1 ] || { echo "not one line: $stderr"; return 1; }
  case $stderr in *"$text"*) ;; *) echo "'$stderr' lacks '$text'"; return 1 ;; esac
  [ -z "$output" ] && [ -z "$(ls)" ]
}

# column NAME: of the CSV on standard input, without its head
column() {
  awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) k = i; next } { print $k }'
}

short="-d 0.5 -s oversample=1"

@test "a row a point, x first, with the regimes a player expects" {
  # too little force, enough, far too much
  "$ROSIN" map cello-d $short -x bow.position=0.12:0.15:2 -y bow.force=0.002:800:3:log -o a.csv 2>said
  [ "$(head -1 a.csv)" = "bow.position,bow.force,regime,slips_per_period,pitch_cents,jitter,slip_share,trend,level_db,first_slip,attack,late_slips,early_slips,schelleng_low,schelleng_high,bridge_helmholtz,bridge_correlation,bridge_flybacks,bridge_fall" ]
  [ "$(column bow.position <a.csv | tr '\n' ' ')" = "0.12 0.15 0.12 0.15 0.12 0.15 " ]
  [ "$(column bow.force <a.csv | sort -gu | tr '\n' ' ')" = "0.002 1.26491106 800 " ]
  [ "$(column regime <a.csv | sed -n 4p)" = Helmholtz ]
  [ "$(column regime <a.csv | sed -n 1,2p | grep -c Helmholtz)" -eq 0 ]
  [ "$(column regime <a.csv | sed -n 5,6p | grep -c Helmholtz)" -eq 0 ]
  grep -q '^6 points in .* s: ' said
}

# bats test_tags=plain
@test "Schelleng's limits stand beside every point of a string" {
  # 2 Z v / (b grip) and, with R = 2 Z Q / pi, Z^2 v / (2 R b^2 grip) of the scene's string
  "$ROSIN" map cello-d $short -x bow.position=0.1:0.1:1 -y bow.force=1:1:1 -o a.csv 2>/dev/null
  [ "$(column schelleng_high <a.csv)" = 5.5 ]
  column schelleng_low <a.csv | awk '{ exit !($1 > 0.04319 && $1 < 0.04321) }'
}

# bats test_tags=plain
@test "the velocity rises as slowly as it is told to" {
  # a string that sticks to the bow lets go when it is bent far enough: at a jump after 6 ms
  first() {
    "$ROSIN" map cello-d -s oversample=1 --rise "$1" -d 0.8 -x bow.position=0.12:0.12:1 -y bow.force=1:1:1 2>/dev/null |
      column first_slip
  }
  first 0.05 >quick
  first 0.5 >slow
  paste quick slow | awk '{ exit !($1 > 0.04 && $1 < 0.08 && $2 > 4 * $1) }'
}

# bats test_tags=plain
# bats test_tags=plain
@test "led strokes that begin alike are begun once, and each is what it is alone" {
  grid="-x bow.position=0.06:0.2:2 -y bow.force=0.3:3:3:log"
  led="cello-d --schelleng -s oversample=1"
  "$ROSIN" map $led $grid -j 1 -o one.csv 2>/dev/null
  "$ROSIN" map $led $grid -j 3 -o three.csv 2>/dev/null
  cmp one.csv three.csv
  "$ROSIN" map $led $grid --shard 1/2 -o odd.csv 2>/dev/null
  sed 1d odd.csv | while read -r row; do grep -qxF "$row" one.csv; done
  for force in 0.3 3; do
    "$ROSIN" map $led -x bow.position=0.2:0.2:1 -y bow.force=$force:$force:1 2>/dev/null | tail -1 >alone
    grep -qxFf alone one.csv
  done
  # across, where the force is
  "$ROSIN" map $led -x bow.force=0.3:3:3:log -y bow.position=0.06:0.2:2 -j 1 2>/dev/null | sed 1d | cut -d, -f3- | sort >across
  sed 1d one.csv | cut -d, -f3- | sort | cmp - across
}

@test "the same map on one core and on four, and a point alone" {
  grid="-x bow.position=0.06:0.2:3 -y bow.force=0.3:3:3:log"
  "$ROSIN" map cello-d $short $grid -j 1 -o one.csv 2>/dev/null
  "$ROSIN" map cello-d $short $grid -j 4 -o four.csv 2>/dev/null
  cmp one.csv four.csv
  "$ROSIN" map cello-d $short -x bow.position=0.2:0.2:1 -y bow.force=3:3:1 2>/dev/null | tail -1 >alone
  tail -1 one.csv | cmp - alone
}

# bats test_tags=plain
@test "any two numbers of a scene: of a law, of a string, two keys at once" {
  "$ROSIN" map cello-d $short -x bow.law.mu_static=0.3:0.9:2 -y d.frequency=140:150:2 2>/dev/null >a.csv
  [ "$(column regime <a.csv | wc -l)" -eq 4 ]
  "$ROSIN" map cello-d $short -x 'bow.law.mu_static,bow.law.mu_kinetic*0.5=0.4:0.8:2' \
    -y bow.velocity=0.05:0.1:2 2>/dev/null >b.csv
  # the grip is half of the static friction, so the limit is 2 Z v / (b mu / 2)
  column schelleng_high <b.csv | head -1 | awk '{ exit !($1 > 1.833 && $1 < 1.834) }'
}

# bats test_tags=plain
@test "axes of its own are within what a contact takes" {
  run -0 --separate-stderr "$ROSIN" map train -d 0.01
  [ "$(column tread.force <<<"$output" | sort -gu | tail -1)" = 10000 ]
}

@test "a scene as written, and one that rubs no string" {
  "$ROSIN" map cello-d -s oversample=1 --start scene -d 1 -x bow.law.mu_static=0.35:0.4:2 \
    -y bow.force=1:1.2:2 2>/dev/null | column regime >r
  [ "$(grep -c Helmholtz r)" -eq 4 ]
  "$ROSIN" map glass -d 0.3 -x finger.velocity=0.05:0.2:2 2>/dev/null | column finger.force >f
  [ "$(sort -gu f | sed -n '1p;$p' | tr '\n' ' ')" = "0.08 2.4 " ]
  # its own axes are about the scene's speed, and no more points than end before one tires
  "$ROSIN" map glass -d 0.02 2>/dev/null >own
  [ "$(wc -l <own)" -eq 401 ]
  [ "$(column finger.velocity <own | sort -gu | sed -n '1p;$p' | tr '\n' ' ')" = "0.033 0.3 " ]
  "$ROSIN" map squeak -d 0.3 -x hinge.velocity=0.01:0.1:2 -y hinge.force=1:8:2 2>/dev/null | column schelleng_low >l
  [ "$(sort -u l)" = "" ]
}

# bats test_tags=plain
@test "maps of Schelleng and Guettler choose their axes" {
  "$ROSIN" map cello-d -d 0.05 -s oversample=1 -y bow.force=1:2:2 2>/dev/null | head -1 >h
  [[ "$(cat h)" == bow.position,bow.force,* ]]
  "$ROSIN" map cello-d --guettler $short -y bow.force=1:2:2 -o g.csv 2>said
  [[ "$(head -1 g.csv)" == bow.velocity.slope,bow.force,* ]]
  grep -q 'attacks are prompt' said
  # gentle attacks with force enough are prompt: Helmholtz motion soon after the first slip
  column attack <g.csv | awk '$1 != "" && $1 < 0.05 { n++ } END { exit !(n > 10) }'
}

# bats test_tags=plain
@test "pictures" {
  command -v gnuplot >/dev/null || skip "no gnuplot"
  "$ROSIN" map cello-d $short -x bow.position=0.06:0.2:3:log -y bow.force=0.3:3:3:log --plot a.png -o a.csv 2>/dev/null
  [ "$(head -c 8 a.png | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ]
  "$ROSIN" map cello-d $short -x bow.position=0.06:0.2:3:log -y bow.force=0.01:10:3:log --plot a.svg -o a.csv 2>/dev/null
  grep -q "Schelleng's limits" a.svg
  grep -q 'Helmholtz' a.svg
  "$ROSIN" map cello-d --guettler $short -x bow.velocity.slope=0.5:2:3 -y bow.force=0.5:2:3 --plot g.svg -o g.csv 2>/dev/null
  grep -q 'within 50 ms' g.svg
}

# bats test_tags=sanitized
@test "what is wrong is said in a line" {
  refused 2 'usage: rosin map SCENE'
  refused 1 'no embedded scene' nosuch
  refused 2 '--x bow.force: must be KEY=LOW:HIGH:N' cello-d -x bow.force
  refused 2 'must be KEY=LOW:HIGH:N' cello-d -x bow.force=1:2
  refused 2 'must be KEY=LOW:HIGH:N' cello-d -x bow.force=1:nan:3
  refused 2 'N must be a whole number, 1 to 1000' cello-d -x bow.force=1:2:0
  refused 2 'N must be a whole number, 1 to 1000' cello-d -x bow.force=1:2:2.5
  refused 2 'a log range cannot include 0' cello-d -x bow.force=0:2:5:log
  refused 2 'LOW and HIGH must differ' cello-d -x bow.force=2:2:5
  refused 2 'a factor must be a number' cello-d -x 'bow.force*x=1:2:2'
  refused 2 'sigma0' cello-d -x bow.law.sigma0=-1:2:2
  refused 2 'bow.position' cello-d -x bow.position=0.1:1.5:2
  refused 2 'nosuch' cello-d -x bow.nosuch=1:2:2
  refused 2 "rosin: --x bow.posiion at 0.1: bow.posiion: unknown key; did you mean 'position'?" cello-d -x bow.posiion=0.1:0.2:2
  refused 2 '--y bow.nosuch at 1: ' cello-d -y bow.nosuch=1:2:2
  refused 2 '--x bow.force: is what --y moves too' cello-d -x bow.force=1:2:2 -y bow.force=1:3:2
  refused 2 'no such contact' cello-d --contact nosuch
  refused 2 'two different maps' cello-d --schelleng --guettler
  refused 2 'rubs no string' glass --schelleng
  refused 2 'rubs no string' glass --start helmholtz
  refused 2 'must be rest, helmholtz or scene' cello-d --start now
  refused 2 '--guettler: needs bow.velocity.slope as an axis' cello-d --guettler -x bow.position=0.1:0.2:2
  refused 2 'above 0' cello-d --guettler -x bow.velocity.slope=0:2:2
  refused 2 '--seconds' cello-d -d 0
  refused 2 '-j' cello-d -j 0
  refused 2 'a.jpg' cello-d --plot a.jpg
  refused 2 'two outputs' cello-d --plot a.png -o a.png
  run -1 --separate-stderr "$ROSIN" map cello-d $short -x bow.position=0.1:0.2:1 -y bow.force=1:2:1 -o /nowhere/x.csv
  [ "${stderr_lines[-1]}" = "rosin: /nowhere/x.csv: cannot be written: No such file or directory" ]
}

# bats test_tags=plain
@test "a scene's own gesture does not come back at the second point" {
  # cello-d slows down and lifts its bow at 2.4 s; the map holds it
  law="-s oversample=1 -d 2.7 -y bow.law.mu_static=0.4:0.4:1"
  "$ROSIN" map cello-d $law -x bow.position=0.12:0.15:2 -j 1 2>/dev/null | tail -1 >second
  "$ROSIN" map cello-d $law -x bow.position=0.15:0.15:1 2>/dev/null | tail -1 | cmp - second
  grep -q Helmholtz second
}

# bats test_tags=plain
@test "both judges stand side by side; --judge bridge draws by the bridge's force" {
  grid="-x bow.position=0.08:0.16:3 -y bow.force=0.05:8:9:log"
  "$ROSIN" map cello-d $short $grid -o a.csv 2>said
  "$ROSIN" map cello-d $short $grid --judge bridge -o b.csv 2>bridge
  cmp a.csv b.csv # tables hold both
  by() { sed -n "s/^by the $1: \([0-9]*\) of 27 in Helmholtz motion.*/\1/p" said; }
  [ "$(column bridge_helmholtz <a.csv | grep -c 1)" -eq "$(by 'bridge force')" ]
  [ "$(column regime <a.csv | grep -c Helmholtz)" -eq "$(by contact)" ]
  grep -q "points in .*, $(by 'bridge force') Helmholtz" bridge
  rm a.csv b.csv said bridge
  refused 2 "must be contact or bridge" cello-d --judge ear
  refused 2 "rubs no string" glass --judge bridge
}

@test "the scene in a sound file, with what it was made with" {
  "$ROSIN" render cello-d -d 0.1 -s d.frequency=196 -o made.wav
  axes="-x bow.position=0.1:0.2:2 -y bow.force=0.5:1:2"
  "$ROSIN" map made.wav $short $axes -o a.csv
  "$ROSIN" map cello-d -s d.frequency=196 $short $axes -o b.csv
  cmp a.csv b.csv
  "$ROSIN" map made.wav -s d.frequency=147 $short $axes -o c.csv
  run -1 cmp a.csv c.csv
  "$ROSIN" render cello-d -d 0.1 --plain -o plain.wav
  run -1 "$ROSIN" map plain.wav
  [[ "$output" == "rosin: plain.wav: rosin has not written how it was made"* ]]
}

# bats test_tags=plain
@test "shards of a map, pasted together, are the map" {
  map() { "$ROSIN" map cello-d --x bow.force=0.5:2:5 --y bow.velocity=0.05:0.2:3 -d 0.2 "$@"; }
  map -o whole.csv
  for k in 1 2 3 4; do map --shard $k/4 -o part-$k.csv; done
  { head -n 1 part-1.csv; paste -d '\n' part-?.csv | sed '1,4d;/^$/d'; } >all.csv
  cmp whole.csv all.csv
  rm ./*.csv
  refused 2 "must be K/N" cello-d --shard 5/4 -o x.csv
  refused 2 "a shard is no whole map" cello-d --shard 1/4 -o x.csv --plot x.png
}
