#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Every documented way to install the Pd classes, tried in a home of its own; skipped without Pd.
# bats file_tags=plain

bats_require_minimum_version 1.5.0

setup_file() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
  export ROOT
  command -v pd >/dev/null && [ -d /usr/share/pd-lib-builder ] || return 0
  flock "$ROOT/build" make -s -C "$ROOT" pd >/dev/null 2>&1
}

setup() {
  command -v pd >/dev/null || skip "no pd"
  [ -e "$ROOT/build/pd/rosin.scene~.pd_linux" ] || skip "no pd-lib-builder"
  mkdir "$BATS_TEST_TMPDIR/scratch" "$BATS_TEST_TMPDIR/home"
  export HOME="$BATS_TEST_TMPDIR/home"
  cd "$BATS_TEST_TMPDIR/scratch" || exit 1
}

# opens LINES...: a patch that begins with these lines makes every class, and Pd says nothing
opens() {
  local class n=0
  { echo "#N canvas 0 0 400 300 10;"
    printf '%s\n' "$@"
    for class in "$ROOT"/pd/rosin.*.c; do
      class=${class##*/}
      echo "#X obj 10 $((n += 20)) ${class%.c} ;"
    done
    echo "#X obj 200 10 loadbang;"
    echo "#X msg 200 40 \\; pd quit;"
    n=$((n / 20))
    echo "#X connect $n 0 $((n + 1)) 0;"; } >all.pd
  timeout 600 pd -nogui -batch -noaudio -stderr -open all.pd >log 2>&1
  [ ! -s log ] || { cat log; false; }
}

found_by_both() {
  opens "#X declare -path rosin;"
  opens "#X declare -lib rosin;"
  opens "#X declare -path rosin -lib rosin;"
  ! opens # and the test can fail
}

@test "make pd-install, as docs/pd.md says: -path rosin and -lib rosin both find it" {
  flock "$ROOT/build" make -s -C "$ROOT" pd-install PDLIBDIR='~/.local/lib/pd/extra' >/dev/null
  found_by_both
}

@test "make -f Makefile.pdlibbuilder in a checkout, and install, as every Pd library" {
  mkdir tree && cd tree
  (cd "$ROOT" && git ls-files -z 2>/dev/null | xargs -0 tar -cf - 2>/dev/null) | tar -xf - || skip "no git"
  # what `make pd` and the library's makefile compiled with the same flags need not be compiled again
  (cd "$ROOT/build/pd" && find . -name '*.o' ! -name 'embedded.o' -print0 | xargs -0 tar -cf -) | tar -xf -
  for f in src/*.c modal/*.c waveguide/*.c $(find src/{maths,friction,contact,network,regime,scene,player,keys,core} -name '*.c'); do
    [ ! -e "$ROOT/build/${f%.c}.o" ] || cp "$ROOT/build/${f%.c}.o" "${f%.c}.o"
  done
  find . -name '*.o' -exec touch {} +
  make -f Makefile.pdlibbuilder >log 2>&1 || { tail log; false; }
  [ "$(ls ./*.pd_linux | wc -l)" -eq $(($(ls pd/rosin.*.c | wc -l) + 1)) ]
  make -f Makefile.pdlibbuilder install PDLIBDIR="$HOME/.local/lib/pd/extra" >log 2>&1
  grep -q "$HOME/.local/lib/pd/extra/rosin" log
  (cd .. && found_by_both) # Pd would find what lies beside a patch
  make -f Makefile.pdlibbuilder clean >log 2>&1
  [ -z "$(find . -name '*.[od]' -o -name '*.pd_linux' -o -name embedded.c)" ]
}

@test "make pd tells nothing of libraries that Pd's classes do not need" {
  mkdir nothing
  run env PKG_CONFIG_PATH= PKG_CONFIG_LIBDIR="$PWD/nothing" make -n -C "$ROOT" BUILD="$PWD/nothing" pd
  ! grep -E "cminpack|nettle|lapacke|kissfft" <<<"$(grep "not found" <<<"$output")"
}

@test "without pd-lib-builder the makefile says so" {
  run make -f "$ROOT/Makefile.pdlibbuilder" -C "$ROOT" PDLIBBUILDER_DIR=/nowhere
  [ "$status" -ne 0 ]
  [[ "$output" == *"PDLIBBUILDER_DIR=/nowhere"* ]]
}

@test "a .dek unzipped into Pd's folder is found by both" {
  machine=$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')
  flock "$ROOT/build" make -s -C "$ROOT" dek "DEKS=linux-$machine-32" >/dev/null 2>&1
  mkdir -p "$HOME/.local/lib/pd/extra"
  python3 -m zipfile -e "$ROOT"/build/dek/*"(Linux-$machine-32).dek" "$HOME/.local/lib/pd/extra"
  found_by_both
}

@test "pd-install takes ~ in any shell, and refuses a relative path" {
  run -0 sh -c "HOME=$PWD/home flock '$ROOT/build' make -s -C '$ROOT' pd-install 'PDLIBDIR=~/extra'"
  [ "${lines[-1]}" = "Restart Pd and open $PWD/home/extra/rosin/start-here.pd" ]
  [ -e home/extra/rosin/start-here.pd ]
  run ! make -s -C "$ROOT" pd-install PDLIBDIR=extra
  [[ "$output" == *"must begin with"* ]]
}

@test "a deken package with its checksum and objects" {
  version=$(sed -n 's/^#define ROSIN_VERSION "\(.*\)"/\1/p' "$ROOT/include/rosin/base.h")
  machine=$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')
  flock "$ROOT/build" make -s -C "$ROOT" dek "DEKS=linux-$machine-32" >/dev/null 2>&1
  name="rosin[v$version](Linux-$machine-32).dek"
  cd "$ROOT/build/dek" && sha256sum -c "$name.sha256"
  [ "$(wc -l <"$name.txt")" -eq "$(ls "$ROOT"/help/*-help.pd | wc -l)" ]
  # unzipped anywhere it needs nothing but the C library, and every object is created
  cd "$BATS_TEST_TMPDIR/scratch"
  python3 -m zipfile -e "$ROOT/build/dek/$name" .
  for f in rosin/*.pd_linux rosin/librosin-pd.so; do
    ! ldd "$f" | grep "=> /" | grep -v -e "$PWD/rosin/" -e "libc.so" -e "libm.so" || { echo "$f"; false; }
  done
  for f in "$ROOT"/help/*.pd "$ROOT"/pd/*.pd README.txt LICENSE; do [ -e "rosin/${f##*/}" ]; done
  # what its pages lead to is inside
  (cd rosin/docs && grep -oh '](\([^)#]*\)' ./*.md | sed 's/^](//' | sort -u >"$BATS_TEST_TMPDIR/links")
  [ "$(wc -l <"$BATS_TEST_TMPDIR/links")" -ge 10 ]
  while read -r link; do [ -z "$link" ] || [ -e "rosin/docs/$link" ] || { echo "$link"; false; }; done <"$BATS_TEST_TMPDIR/links"
  { echo "#N canvas 0 0 400 300 10;"
    for f in rosin/rosin.?*.pd_linux; do basename "$f" .pd_linux | sed 's/.*/#X obj 10 10 &;/'; done
    echo "#X obj 10 10 loadbang;#X msg 10 40 \\; pd quit;"
    n=$(ls rosin/rosin.?*.pd_linux | wc -l) # beside them rosin.pd_linux, for -lib: it is no object
    echo "#X connect $n 0 $((n + 1)) 0;"; } >all.pd
  timeout 1000 pd -nogui -batch -noaudio -noprefs -stderr -path rosin -open all.pd >log 2>&1
  ! grep "couldn't create" log
}

@test "the library names every class" {
  for f in "$ROOT"/pd/rosin.*.c; do
    class=${f##*/}
    grep -qF "X(\"${class%.c}\"," "$ROOT/pd/rosin.c" || { echo "$class"; false; }
  done
}
