#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# rosin map --measured on strokes of the published form, which tests/recordings.py makes;
# ROSIN names the binary.

load common

setup_file() {
  export STROKES=$BATS_FILE_TMPDIR
  local make="$BATS_TEST_DIRNAME/recordings.py"
  export ROSIN=${ROSIN:-$BATS_TEST_DIRNAME/../build/rosin}
  "$make" "$STROKES/two" places=2 forces=4 low=0.3 high=3 speeds=0.05,0.1
  ! is_sanitized || return 0
  "$make" "$STROKES/one" places=3 forces=10 high=10 seconds=0.6
  "$make" "$STROKES/other" places=3 forces=10 high=10 seconds=0.6 seed=2 law=mu_static=0.8,mu_kinetic=0.4
  "$make" "$STROKES/slow" places=2 forces=4 low=0.3 high=3 rate=30000
}

# A few strokes to damage.
some() {
  mkdir some
  cp "$STROKES"/two/r_v2/*_[1-4].csv some
}

compare() { "$ROSIN" map cello-d -s oversample=1 --measured "$@"; }

# damaged TEXT: refused in one line that has TEXT; left out if asked, and the rest compared
damaged() {
  refused 1 "$1" compare some -o x.csv
  compare some --leave-out -o left.csv 2>said
  grep -qF "$1" said || { cat said; return 1; }
  grep -q '^left out: ' said
  [ "$(wc -l <left.csv)" -eq 4 ]
  rm -r some left.csv
}

# column NAME: of the CSV on standard input, without its head
column() {
  awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) k = i; next } { print $k }'
}

# before WORDS: the number before them in what was said
before() { sed -n "s/.*[^0-9.]\([0-9.][0-9.]*\)%* *$1.*/\1/p" said | head -1; }

# bats test_tags=plain
@test "a row a stroke, judged twice; what is said is what the table has" {
  compare "$STROKES/one" -o a.csv 2>said
  [ "$(head -1 a.csv)" = "folder,stroke,position,force,velocity,recorded_helmholtz,recorded_correlation,recorded_flybacks,recorded_fall,recorded_cents,computed_helmholtz,computed_correlation,computed_flybacks,computed_fall,computed_cents,computed_regime,alike" ]
  [ "$(column stroke <a.csv | tr '\n' ' ')" = "$(seq -s ' ' 30) " ]
  [ "$(before 'recorded,')" -eq "$(column recorded_helmholtz <a.csv | grep -c 1)" ]
  [ "$(before 'computed,')" -eq "$(column computed_helmholtz <a.csv | grep -c 1)" ]
  [ "$(before 'strokes at 3 places')" -eq 30 ]
  alike=$(column alike <a.csv | grep -c 1)
  near "$(before 'judged alike')" "$(awk -v n="$alike" 'BEGIN { print n / 0.3 }')" 0.06
  # the hand is what was recorded: force and place in their order, velocity
  [ "$(column velocity <a.csv | sort -u)" = 0.1 ]
  near "$(column force <a.csv | head -1)" 10 0.02
  near "$(column position <a.csv | tail -1)" 0.06 0.001
}

# bats test_tags=plain
@test "the law that recorded them agrees with them, another less" {
  # measured: 30 of 30 and 25 of 30
  compare "$STROKES/one" -o a.csv 2>said
  [ "$(column alike <a.csv | grep -c 1)" -ge 28 ]
  [ "$(column recorded_helmholtz <a.csv | grep -c 1)" -ge 6 ]
  compare "$STROKES/other" -o b.csv 2>said
  [ "$(column alike <b.csv | grep -c 1)" -le 27 ]
  compare "$STROKES/other" -s bow.law.mu_static=0.8 -s bow.law.mu_kinetic=0.4 -o c.csv 2>said
  [ "$(column alike <c.csv | grep -c 1)" -ge 28 ]
}

# bats test_tags=plain
@test "limits of both, over the places" {
  compare "$STROKES/other" -s bow.law.mu_static=0.8 -s bow.law.mu_kinetic=0.4 2>said >a.csv
  grep -q '^  recorded: from [0-9.]* N (place/0.1)^-[0-9.]* over [23] places' said
  grep -q '^  computed: from [0-9.]* N (place/0.1)^-[0-9.]* over [23] places' said
}

# bats test_tags=plain
@test "the same on one core and on four; every folder of a folder" {
  compare "$STROKES/two" -j 1 -o one.csv 2>one
  compare "$STROKES/two" -j 4 -o four.csv 2>four
  cmp one.csv four.csv
  [ "$(column folder <one.csv | uniq -c | tr -s ' \n' ' ')" = " 8 r_v1 8 r_v2 " ]
  grep -q '^r_v1, 0.05 m/s: 8 strokes at 2 places' one
  grep -q '^r_v2, 0.1 m/s: 8 strokes at 2 places' four
  compare "$STROKES/two/r_v2" 2>/dev/null | tail -8 | cut -d, -f2- >alone
  tail -8 one.csv | cut -d, -f2- | cmp - alone
}

# bats test_tags=plain
@test "from rest, with the means of what was recorded" {
  some
  compare some --start rest -o rest.csv 2>said
  compare some -o recorded.csv 2>said
  [ "$(cut -d, -f1-10 rest.csv)" = "$(cut -d, -f1-10 recorded.csv)" ]
  run -1 cmp rest.csv recorded.csv
  compare some --start rest --rise 0.4 2>/dev/null | cmp - rest.csv && return 1
  compare some --start recorded 2>/dev/null | cmp - recorded.csv
}

@test "a line of names, comments, a byte order mark, and a force below nothing" {
  some
  compare some -o a.csv 2>said
  { printf '\xEF\xBB\xBF# by hand\nforce,velocity,bridge,nut\n'; cat some/whole_2.csv; } >w
  mv w some/whole_2.csv
  printf 'start\n%s\n' "$(tr ',' '\n' <some/timestamp_2.csv)" >t
  mv t some/timestamp_2.csv
  compare some -o b.csv 2>said
  cmp a.csv b.csv
  awk -F, 'BEGIN { OFS = "," } { $1 = -0.02; print }' some/whole_3.csv >w
  mv w some/whole_3.csv
  compare some -o c.csv 2>said
  grep -q '^1 strokes were recorded with no force or less, and are played with none' said
  [ "$(column computed_helmholtz <c.csv | sed -n 3p)" = 0 ]
}

@test "a stroke that is not there is said" {
  some
  rm some/*_2.csv
  compare some -o a.csv 2>said
  grep -q '^some: 1 of the numbers between are not there' said
  [ "$(column stroke <a.csv | tr '\n' ' ')" = "1 3 4 " ]
}

# bats test_tags=sanitized
@test "wrong and damaged files are named, with line and value, or left out" {
  some; sed -i '7s/,[^,]*$//' some/whole_2.csv
  damaged 'some/whole_2.csv:7: another number of columns than above'
  some; sed -i 's/,[^,]*$//' some/whole_2.csv
  damaged 'some/whole_2.csv:1: must have 4 columns (force and velocity of the bow, force on the bridge, on the nut), has 3'
  some; sed -i '9s/^[^,]*/nan/' some/whole_3.csv
  damaged 'some/whole_3.csv:9: not a finite number: nan'
  some; sed -i '9s/^[^,]*/1e999/' some/whole_3.csv
  damaged 'some/whole_3.csv:9: not a finite number: 1e999'
  some; sed -i '20000s/^[^,]*,/oh,/' some/whole_3.csv
  damaged 'some/whole_3.csv:20000: not a finite number: oh'
  some; head -20000 some/whole_4.csv >w; mv w some/whole_4.csv
  damaged 'some/whole_4.csv:20000: ends after 20000 samples, before the steady part does, at 24899'
  some; : >some/whole_4.csv
  damaged 'some/whole_4.csv: there is no data'
  some; head -c 5000 /dev/urandom >some/whole_4.csv
  damaged 'some/whole_4.csv:'
  some; rm some/whole_4.csv; mkdir some/whole_4.csv
  damaged 'some/whole_4.csv: is not a file'
  some; rm some/whole_4.csv; mkfifo some/whole_4.csv
  damaged 'some/whole_4.csv: is not a file'
  some; truncate -s 300M some/whole_4.csv
  damaged 'some/whole_4.csv: 300 MB; a stroke has at most 256 MB'
  some; awk -F, '{ print $3 "," $3 "," $1 "," $4 }' some/whole_1.csv >w; mv w some/whole_1.csv
  damaged 'turns round in the steady part, whose mean is'
  some; sed -i 's/,0.1,/,0,/' some/whole_1.csv
  damaged 'some/whole_1.csv: mean velocity of the bow (column 2) 0 over the steady part is out of range 0.001 to 10 m/s'
  some; awk -F, '{ print 1000 * $1 "," $2 "," $3 "," $4 }' some/whole_1.csv >w; mv w some/whole_1.csv
  damaged 'over the steady part is out of range -1 to 100 N'
}

# bats test_tags=sanitized
@test "so are those that say where and when" {
  some; rm some/beta_1.csv
  damaged 'some/beta_1.csv: No such file or directory'
  some; echo 1.2 >some/beta_1.csv
  damaged 'some/beta_1.csv: place of the bow 1.2 is out of range 0 to 1'
  some; echo 0.1,0.2 >some/beta_1.csv
  damaged 'some/beta_1.csv:1: must have 1 number, has 2'
  some; echo near >some/beta_1.csv
  damaged 'some/beta_1.csv: there is no data'
  some; rm some/timestamp_4.csv
  damaged 'some/timestamp_4.csv: No such file or directory'
  some; echo 20000,10000 >some/timestamp_4.csv
  damaged 'some/timestamp_4.csv: the steady part ends at sample 10000, before it begins at 20000'
  some; echo 0.35,0.6 >some/timestamp_4.csv
  damaged 'some/timestamp_4.csv: 0.35 must be a whole number of samples, 0 to 3e+07'
  some; echo 20000,20500 >some/timestamp_4.csv
  damaged 'some/whole_4.csv: the steady part, samples 20000 to 20500, lasts 0.01 s; must be 0.068 s or more, ten periods of the string'
}

# bats test_tags=sanitized
@test "many that are left out are counted; all left out is no comparison" {
  some
  for i in $(seq 5 30); do cp some/whole_1.csv some/whole_$i.csv; done
  compare some --leave-out -o a.csv 2>said
  [ "$(grep -c '^left out: ' said)" -eq 10 ]
  grep -q '^... and 16 more; 26 strokes were left out' said
  rm some/beta_*
  refused 1 'beta_1.csv: No such file' compare some --leave-out
}

# bats test_tags=plain
@test "recordings of another rate than was said are noticed" {
  refused 1 'slow: at 50000 samples a second the force on the bridge comes again at 24' compare "$STROKES/slow"
  compare "$STROKES/slow" --measured-rate 30000 -o a.csv 2>said
  [ "$(column recorded_helmholtz <a.csv | grep -c 1)" -ge 1 ]
  ! grep 'comes again' said
  # or of another string
  refused 1 "the scene's string at 98 Hz" compare "$STROKES/slow" --measured-rate 30000 -s d.frequency=98
  # an octave may be two slips a period: it is said, and compared
  compare "$STROKES/slow" --measured-rate 60000 -o b.csv 2>said
  grep -q 'comes again at 29' said
  [ "$(column recorded_helmholtz <b.csv | grep -c 1)" -eq 0 ]
}

@test "what does not go together, and a folder without strokes" {
  for option in '-x bow.force=1:2:2' '-y bow.force=1:2:2' --schelleng --guettler '--judge bridge' '-d 1' '--steady 0.2'; do
    refused 2 'does not go with --measured' compare "$STROKES/two" $option
  done
  refused 2 '--leave-out: needs --measured' "$ROSIN" map cello-d --leave-out
  refused 2 '--measured-rate: needs --measured' "$ROSIN" map cello-d --measured-rate 44100
  refused 2 '--measured-rate 5: out of range: 1000 to 1e+06 Hz' compare "$STROKES/two" --measured-rate 5
  refused 2 '--start scene: must be recorded or rest' compare "$STROKES/two" --start scene
  refused 2 '--start recorded: must be rest, helmholtz or scene' "$ROSIN" map cello-d --start recorded
  refused 2 '--measured: finger rubs no string' "$ROSIN" map glass --measured "$STROKES/two"
  refused 1 'nowhere: No such file or directory' compare nowhere
  mkdir empty
  refused 1 'empty: there are no recordings (whole_1.csv, whole_2.csv, ...) in it, or in a folder of it' compare empty
}

@test "no output takes the place of a recording" {
  some
  refused 2 'some/beta_2.csv: cannot be written: this command reads it' compare some -o some/beta_2.csv
  grep -q '^0\.' some/beta_2.csv
}

# bats test_tags=plain
@test "both maps as a picture" {
  command -v gnuplot >/dev/null || skip "no gnuplot"
  compare "$STROKES/two" --plot a.svg -o a.csv 2>/dev/null
  [ "$(grep -c 'recorded at 0.05 m/s\|recorded at 0.1 m/s\|computed at 0.05 m/s\|computed at 0.1 m/s' a.svg)" -eq 4 ]
  compare "$STROKES/one" --plot a.png -o a.csv 2>/dev/null
  [ "$(head -c 8 a.png | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ]
}

# bats test_tags=plain
@test "interrupted, it says so and writes nothing" {
  mkdir many
  for i in $(seq 400); do
    for kind in whole beta timestamp; do
      ln -s "$STROKES/two/r_v2/${kind}_1.csv" many/${kind}_$i.csv
    done
  done
  # after a second, or later if it has not begun by then
  for seconds in 1 3 9 27 81; do
    run --separate-stderr timeout --preserve-status -s INT $seconds "$ROSIN" map cello-d --measured many -o x.csv
    [ "$status" -eq 130 ] || break
  done
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"rosin: interrupted; nothing was written" ]]
  [ "$(ls)" = many ]
}
