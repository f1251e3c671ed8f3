#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The judge of `make verify` itself (tests/verify.py), on a small tree of its own: what is short, missing or no number is
# said, and a run that was cut off goes on only with figures of the same tree.
# bats file_tags=plain

load common

setup() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
  mkdir "$BATS_TEST_TMPDIR/scratch"
  cd "$BATS_TEST_TMPDIR/scratch" || exit 1
  mkdir -p tests/verify
  cp "$ROOT/tests/verify.py" tests/
  printf 'figure_a\t<=\t2\tdB\tfirst\tone\nfigure_b\twithin\t1 3\t-\tfirst\tanother\nfigure_c\t==\t0\tnotes\tsecond word\tof one word\n' \
    >tests/targets.tsv
  cat >tests/verify/first.py <<'PY'
print("figure_a 1.5 10 7")
print("figure_b 3 10 7")
open("ran", "a").write("first\n")
PY
  cat >tests/verify/second.py <<'PY'
import sys
print("figure_c", 0 if sys.argv[1:] == ["word"] else 1, 10, 7)
open("ran", "a").write("second\n")
PY
  git init -q . && echo ran >.git/info/exclude && echo kept >>.git/info/exclude
  git add . && git -c user.name=a -c user.email=a@b.c commit -qm all
}

verify() { run --separate-stderr python3 tests/verify.py "$@"; }

@test "figures within their targets are ok, and the end says so" {
  verify
  [ "$status" -eq 0 ]
  [ "$(grep -c ' ok ' <<<"$output")" -eq 3 ]
  [ "${lines[-1]}" = "0 short" ]
}

@test "what is over a target, missing, no number or of a maker that failed is SHORT" {
  sed -i 's/figure_a 1.5/figure_a 2.5/; s/figure_b 3/figure_b nan/' tests/verify/first.py
  echo 'sys.exit(1)' >tests/verify/second.py
  verify
  [ "$status" -eq 1 ]
  [ "$(grep -c ' SHORT ' <<<"$output")" -eq 3 ]
  [ "${lines[-1]}" = "3 short" ]
  grep -q 'second.py word: exit 1' <<<"$stderr"
}

@test "a run that was cut off goes on, with figures of the same tree alone" {
  verify --keep kept --makers first
  head -c 40 kept >>kept # as a line that was being written
  verify --keep kept
  [ "$status" -eq 0 ] && [ "$(sort ran | uniq -c | tr -s ' ')" = "$(printf ' 1 first\n 1 second')" ]
  verify --keep kept
  [ "$(grep -c second ran)" -eq 1 ] # what follows the line that was cut off is kept too
  sed -i 's/figure_a 1.5/figure_a 2.5/' tests/verify/first.py
  verify --keep kept
  [ "$status" -eq 1 ] && [ "$(grep -c first ran)" -eq 2 ]
}

@test "a file that git does not know yet counts by what is in it" {
  echo one >tests/verify/new.tsv
  verify --keep kept --makers first
  verify --keep kept --makers first
  [ "$(grep -c first ran)" -eq 1 ]
  mkdir src && echo two >src/new.c
  verify --keep kept --makers first
  [ "$(grep -c first ran)" -eq 2 ]
  echo three >src/new.c
  verify --keep kept --makers first
  [ "$(grep -c first ran)" -eq 3 ]
}

@test "what failed is not kept" {
  echo 'raise SystemExit(1)' >>tests/verify/first.py
  verify --keep kept --makers first
  verify --keep kept --makers first
  [ "$(grep -c first ran)" -eq 2 ]
}

@test "makers and figures by name; a name that is none is said" {
  verify --only 'figure_c'
  [ "$(cat ran)" = second ]
  verify --only figure_d
  [ "$status" -eq 1 ] && grep -q "no maker and no figure is named 'figure_d'" <<<"$stderr"
}

@test "what takes hours runs where it is named, and is told otherwise" {
  printf 'figure_d\t>=\t90\t%%\tmutate core\tfaults\n' >>tests/targets.tsv
  printf 'print("figure_d 91 100 1")\nopen("ran", "a").write("mutate\\n")\n' >tests/verify/mutate.py
  verify
  [ "$status" -eq 0 ] && ! grep -q mutate ran
  grep -q "^figure_d .*skipped: hours; make verify ONLY='mutate core'" <<<"$output"
  verify --only mutate
  [ "$status" -eq 0 ] && grep -q mutate ran && grep -q '^figure_d  *91 .* ok ' <<<"$output"
}
