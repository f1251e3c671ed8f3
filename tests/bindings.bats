#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The bindings: what they play is what the command renders, to the bit, what they refuse is said, and no
# allocation that fails ends a host. ROSIN names the binary, beside which they are built.

load common

# the Python that has NumPy, as the Makefile looks for it; $PYTHON if there is none
with_numpy() {
  local python
  for python in "${PYTHON:-python3}" python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' 2>/dev/null; then
      echo "$python"
      return
    fi
  done
  echo "${PYTHON:-python3}"
}

# what is built beside the command: `make python`, under sanitizers if it is
beside() {
  local flags=()
  ! is_sanitized || flags=(SANITIZE=address,undefined OPTIMIZE=-O1)
  make -s -C "$ROOT" "${flags[@]}" "$@" >&2
}

# in_python CHECK...: of tests/bindings/python_test.py, with the library of this build
in_python() {
  beside python
  local preload=${PRELOAD:-}
  ! is_sanitized || preload="$(cc -print-file-name=libasan.so) $(cc -print-file-name=libubsan.so) $preload"
  run env LD_PRELOAD="$preload" ASAN_OPTIONS=detect_leaks=0 ROSIN="$ROSIN" PYTHONPATH="$(dirname "$ROSIN")/python" \
    "${PYTHON:-python3}" -W error::ResourceWarning "$ROOT/tests/bindings/python_test.py" "$@"
  echo "$output"
  [ "$status" -eq 0 ]
}

has_numpy() {
  PYTHON=$(with_numpy)
  "$PYTHON" -c 'import numpy' 2>/dev/null || skip "no NumPy"
}

@test "Python: renders, cores and networks are the command's, to the bit" {
  has_numpy
  in_python samples cores driven networks
}

@test "Python: states come back, tables are the library's, structs lie where the compiler has them" {
  has_numpy
  in_python states tables layouts stubs
}

@test "Python: what is wrong raises in one line; two threads play at once" {
  has_numpy
  in_python refusals threads
}

# bats test_tags=plain
@test "Python: an allocation that fails is a MemoryError" {
  has_numpy
  cc -O1 -shared -fPIC "$ROOT/tests/bindings/failing.c" -o failing.so
  FAIL_IN=librosin.so PRELOAD=$PWD/failing.so in_python memory
}

# bats test_tags=plain
@test "Python: the notebook draws a friction loop and a playability map" {
  has_numpy
  "${PYTHON:-python3}" -c 'import matplotlib' 2>/dev/null || skip "no matplotlib"
  in_python notebook
}

# bats test_tags=plain
@test "Python: a wheel is the same bytes again, is installed without a network, and plays" {
  has_numpy
  beside python
  mkdir 1 2
  touch -d 2001-01-01 here
  "${PYTHON:-python3}" "$ROOT/bindings/python/wheel.py" 0.3.0 1700000000 "$ROOT/build/python/rosin" 1
  cp -R "$ROOT/build/python/rosin" moved
  touch moved/*
  "${PYTHON:-python3}" "$ROOT/bindings/python/wheel.py" 0.3.0 1700000000 "$PWD/moved" 2
  cmp 1/*.whl 2/*.whl
  [[ "$(echo 1/*.whl)" == 1/rosin-*-py3-none-manylinux_2_[1-9]*_"$(uname -m)".whl ]]
  "${PYTHON:-python3}" -m pip --version >/dev/null 2>&1 || skip "no pip"
  "${PYTHON:-python3}" -m pip install -q --no-index --no-deps --no-cache-dir --target site 1/*.whl
  run -0 env PYTHONPATH="$PWD/site" "${PYTHON:-python3}" -c 'import rosin; print(rosin.render("chalk", duration=0.2).samples.std() > 1e-3, rosin.__file__)'
  [ "$output" = "True $PWD/site/rosin/__init__.py" ]
}

# in_host NAME CHECK...: of tests/bindings/NAME_test.py, with what this build has for that host
in_host() {
  local build
  build=$(dirname "$ROSIN")
  [ -n "$(find "$build/$1" -name '*.so' 2>/dev/null)" ] || skip "no headers of $1: nothing is built for it"
  local sanitizer=
  ! is_sanitized || sanitizer="$(cc -print-file-name=libasan.so) $(cc -print-file-name=libubsan.so)"
  run env SANITIZER="$sanitizer" ASAN_OPTIONS=detect_leaks=0 ROSIN="$ROSIN" FAILING="$PWD/failing.so" CSOUND_OPCODES="$build/csound" \
    SC_PLUGINS="$build/supercollider/Rosin" "${PYTHON:-python3}" "$ROOT/tests/bindings/$1_test.py" "${@:2}"
  echo "$output"
  [ "$status" -eq 0 ]
}
has() { command -v "$1" >/dev/null || skip "no $1"; }

@test "Csound: files are the command's, to the bit; notes bend and end; what moves is heard, and what comes in" {
  has csound
  in_host csound samples notes moves driven
}

@test "Csound: what is wrong is said; where somebody listens voices are made beside" {
  has csound
  in_host csound refusals odd live
}

# bats test_tags=plain
@test "Csound: an allocation that fails is a line, and Csound goes on" {
  has csound
  cc -O1 -shared -fPIC "$ROOT/tests/bindings/failing.c" -o failing.so
  in_host csound memory
}

@test "SuperCollider: what scsynth renders is the command's, to the bit, driven too; what is wrong is said" {
  has scsynth
  in_host supercollider samples notes driven refusals odd
}

# bats test_tags=plain
@test "SuperCollider: voices are made beside a server that plays" {
  has scsynth
  has jackd
  in_host supercollider live
}

# bats test_tags=plain
@test "SuperCollider: supernova renders the same" {
  has supernova
  in_host supercollider supernova
}

# bats test_tags=plain
@test "SuperCollider: four at once in supernova's threads, and in scsynth's one, each as it is alone" {
  has supernova
  in_host supercollider threads
}

# bats test_tags=plain
@test "SuperCollider: an allocation that fails is a line, and the server goes on" {
  has scsynth
  cc -O1 -shared -fPIC "$ROOT/tests/bindings/failing.c" -o failing.so
  in_host supercollider memory
}

# bats test_tags=plain
@test "SuperCollider: sclang compiles the classes and reads the helps" {
  has sclang
  in_host supercollider classes
}

# by_godot_host BUILD [VAR=VALUE...]: the plugin of that build, played by the host of Godot's interface
by_godot_host() {
  [ -e "$1/godot/librosin_godot.so" ] && [ -e "$1/tests/bindings/godot_host" ] || skip "there is no $1/godot"
  run env "${@:2}" "$1/tests/bindings/godot_host" "$1/godot/librosin_godot.so"
  echo "$output"
  [ "$status" -eq 0 ]
}

@test "Godot: a host of its interface hears the library's samples, and what is wrong is said" {
  beside godot "$(dirname "$ROSIN" | sed "s|^$ROOT/||")/tests/bindings/godot_host"
  by_godot_host "$(dirname "$ROSIN")"
  # what the pages call, there is, and the README lists all
  local methods=${lines[-1]} page name
  for page in bindings/godot/README.md docs/games.md docs/embed.md; do
    for name in $(sed -n '/^```gdscript/,/^```$/p' "$ROOT/$page" | grep -o 'voices\.[a-z_]*(' | tr -d '(' | cut -d. -f2 | sort -u); do
      case " $methods " in *" $name "*) ;; *) echo "$page: there is no method $name"; return 1 ;; esac
    done
  done
  for name in $methods; do
    grep -q "\`$name(" "$ROOT/bindings/godot/README.md" || { echo "README.md says nothing of $name"; return 1; }
  done
}

# bats test_tags=plain
@test "Godot: an allocation that fails is said, and the next voice plays" {
  beside godot build/tests/bindings/godot_host
  cc -O1 -shared -fPIC "$ROOT/tests/bindings/failing.c" -o failing.so
  by_godot_host "$ROOT/build" LD_PRELOAD="$PWD/failing.so" FAIL_IN=librosin_godot
  [[ "$output" == *refusals* ]]
}

# bats test_tags=plain
@test "Godot: two objects in four threads, under the thread sanitizer" {
  by_godot_host "$ROOT/build/thread"
}

# bats test_tags=plain
@test "Godot: the interface is declared as Godot publishes it" {
  [ -n "$GODOT_INTERFACE" ] || skip "GODOT_INTERFACE names no gdextension_interface.h of Godot's (4.2 to 4.5)"
  "${PYTHON:-python3}" "$ROOT/tests/bindings/godot_layout.py" "$GODOT_INTERFACE"
}

# needs_npm: the package that is built beside the command
needs_npm() {
  NPM=$(dirname "$ROSIN")/npm
  [ -e "$NPM/rosin.wasm" ] || skip "no package for npm was built here (clang, lld, wasi-libc)"
  has node
}

# bats test_tags=plain
@test "npm: renders, cores and states are the command's, to the bit, in Node, and in four workers at once" {
  needs_npm
  ROSIN=$ROSIN node "$ROOT/tests/bindings/npm_test.mjs" "$NPM" samples cores states threads
}

# bats test_tags=plain
@test "npm: tables are the library's; what is wrong throws in one line; memory that may not grow is an error" {
  needs_npm
  ROSIN=$ROSIN node "$ROOT/tests/bindings/npm_test.mjs" "$NPM" tables refusals anything memory first
}

# bats test_tags=plain
@test "npm: a package holds what it lists, is the same bytes again, and npm packs the same" {
  needs_npm
  mkdir 1 2
  touch -d 2001-01-01 here
  "${PYTHON:-python3}" "$ROOT/packaging/tgz.py" 1700000000 "$NPM" 1
  cp -R "$NPM" moved
  touch moved/*
  "${PYTHON:-python3}" "$ROOT/packaging/tgz.py" 1700000000 "$PWD/moved" 2
  cmp 1/*.tgz 2/*.tgz
  tar -tzf 1/*.tgz | sed 's,^package/,,' | sort >holds
  find "$NPM" -type f -printf '%P\n' | sort | diff - holds
  ! grep -E "https?://" "$NPM"/*.js || false
  [ "$(cat "$NPM"/* | gzip -9 | wc -c)" -le 600000 ]
  command -v npm >/dev/null || return 0
  tar -xzf 1/*.tgz
  cd package || return 1
  npm_config_cache=$PWD/../cache npm_config_update_notifier=false npm pack --silent --offline --pack-destination .. >/dev/null
  tar -tzf ../*.tgz | sed 's,^package/,,' | sort | diff - ../holds
}

# bats test_tags=plain
@test "npm: createRosin in a browser: the command's samples, AudioParams and notes at their frames, refusals, memory" {
  needs_npm
  needs_chromium
  ROSIN=$ROSIN timeout 1000 node "$ROOT/tests/bindings/npm_browser.mjs" "$NPM" "$PWD" >said.txt || { cat said.txt; return 1; }
  cat said.txt
  grep -x "createRosin plays" said.txt
}

# bats test_tags=plain
@test "bindings are thin: each is below 400 lines of code, none of them two in one" {
  python3 "$ROOT/tests/bindings/thin.py"
  cp -R "$ROOT/bindings" thick
  seq -f 'x = %g' 400 >>thick/python/rosin/core.py
  run ! python3 "$ROOT/tests/bindings/thin.py" thick
  [[ "$output" == *[0-9]" python"* ]]
}

# bats test_tags=plain
@test "bindings stand on the public headers alone, and export what their hosts ask for" {
  cd "$ROOT" || return 1
  ! grep -n '#include "' bindings/*.[ch] bindings/*/*.c bindings/*/*.cpp | grep -v '"rosin/[a-z]*\.h"\|"interface\.h"\|"voice\.h"\|"\.\./voice\.h"' || false
  for made in csound/librosin.so supercollider/Rosin/rosin.so supercollider/Rosin/rosin_supernova.so godot/librosin_godot.so; do
    [ -e "build/$made" ] || continue
    ! nm -D --defined-only "build/$made" | grep -v ' T rosin_godot$' | grep ' rosin_\| voice' || false
  done
}
