# SPDX-License-Identifier: BSD-3-Clause
# The tree keeps its order: rooms, lengths of functions, exports, headers, flags, and how the command is linked.
# bats file_tags=plain

load common

@test "the command has no writable tables of addresses, guarded stacks and checked copies" {
  command -v readelf >/dev/null || skip "no readelf"
  readelf -h "$ROSIN" | grep -q "Type: *DYN"
  readelf -lW "$ROSIN" | grep -q GNU_RELRO
  readelf -d "$ROSIN" | grep -q "NOW"
  readelf -sW "$ROSIN" | grep -q "__stack_chk_fail"
  readelf -sW "$ROSIN" | grep -q "__snprintf_chk\|__memcpy_chk"
  ! readelf -lW "$ROSIN" | grep -q "GNU_STACK.*RWE"
}

@test "rooms include what is below them, and no files need each other in a circle" {
  command -v nm >/dev/null || skip "no nm"
  python3 "$ROOT/tests/layers.py" "$(dirname "$ROSIN")"
}

@test "no function is longer than 50 lines or branches more than 16 ways" {
  command -v pmccabe >/dev/null || skip "no pmccabe"
  python3 "$ROOT/tests/house.py" --limits
}

@test "the picture of the house is that of the tree" {
  python3 "$ROOT/tests/picture.py" --check
}

@test "what sounds takes no exponential or sine from the C library, whose last bit differs from system to system" {
  command -v nm >/dev/null || skip "no nm"
  python3 "$ROOT/tests/mathematics.py" "$(dirname "$ROSIN")"
}

@test "the numbers of src/maths are those that their script works out" {
  python3 -c 'import mpmath' 2>/dev/null && command -v clang-format >/dev/null || skip "no mpmath or clang-format"
  python3 "$ROOT/tests/maths/coefficients.py" --check
}

@test "what scenes and networks are made of takes its memory by memory.h, whoever handed it in" {
  cd "$ROOT" || return 1
  made=$(make -s -f - print <<<'include src/sources.mk
print: ; @echo $(filter-out src/memory.c,$(ENGINE) $(SCENE))')
  [ "$(wc -w <<<"$made")" -gt 100 ]
  # shellcheck disable=SC2086
  ! grep -nE '(^|[^_.>[:alnum:]])(malloc|calloc|realloc|aligned_alloc|strdup|strndup|free)\([^)]' $made | grep -v ':[0-9]*: \*\|: */\*' || false
}

@test "the library needs libc and libm, is no larger than 2 MB stripped, and exports what its headers declare" {
  command -v readelf >/dev/null && command -v strip >/dev/null || skip "no binutils"
  local build=$ROOT/build
  make -s -C "$ROOT" build/librosin.so build/librosin.a
  if [ -n "${ROSIN_UPDATE:-}" ]; then # the list first: what is linked by it is then looked at
    python3 "$ROOT/tests/exports.py" "$ROOT/src/rosin.map" "$build/librosin.so" "$build/librosin.a" "$ROOT"/include/rosin/*.h || true
    make -s -C "$ROOT" build/librosin.so build/librosin.a
  fi
  [ "$(readelf -d "$build/librosin.so" | sed -n 's/.*NEEDED.*\[\(.*\)\.so.*/\1/p' | sort | tr '\n' ' ')" = "libc libm " ]
  strip -o stripped.so "$build/librosin.so"
  [ "$(stat -c %s stripped.so)" -le 2000000 ]
  python3 "$ROOT/tests/exports.py" "$ROOT/src/rosin.map" "$build/librosin.so" "$build/librosin.a" \
    "$ROOT"/include/rosin/*.h
}

@test "each public header compiles alone, as C and as C++" {
  mkdir -p include
  cp -R "$ROOT"/include/* include
  for header in rosin.h rosin/base.h rosin/network.h rosin/scene.h rosin/player.h rosin/tuning.h rosin/core.h rosin/voices.h; do
    [ -e "include/$header" ]
    printf '#include <%s>\n#include <%s>\nint main(void) { return 0; }\n' $header $header >alone.c
    cc -std=c99 -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only alone.c
    ! command -v c++ >/dev/null || c++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -Iinclude -c alone.c -o alone.o
  done
  [ "$(cd include && find . -name "*.h" | wc -l)" -eq 8 ] # those and no other
}

@test "whoever packages sets CFLAGS: what Pd loads is optimized all the same, and fuses nothing" {
  [ -d /usr/share/pd-lib-builder ] && [ -e /usr/include/pd/m_pd.h ] || skip "no pd-lib-builder"
  make -s -C "$ROOT" build/embedded.c
  for flags in "" "-g -Wformat"; do
    CFLAGS=$flags make -C "$ROOT" -B -n -f Makefile.pdlibbuilder pd/rosin.pad.o > said
    grep -e "-O3 .*-ffp-contract=off" said
    ! grep -e "-ffast-math" said
  done
}

@test "every named fault stands once where tests/mutants.tsv says, every equivalent one in a file there is" {
  python3 - "$ROOT" <<'END'
import os, sys
bad = []
for line in open(os.path.join(sys.argv[1], "tests/mutants.tsv")):
    if line.strip() and not line.startswith("#"):
        name, path, old = line.rstrip("\n").replace("¶", "\n").split("\t")[:3]
        with open(os.path.join(sys.argv[1], path)) as f:
            times = f.read().count(old)
        if times != 1:
            bad.append(f"{name}: {times} times in {path}")
for line in open(os.path.join(sys.argv[1], "tests/mutate-equivalent.tsv")):
    path = line.split("\t")[0]
    if line.strip() and not line.startswith("#") and not os.path.exists(os.path.join(sys.argv[1], path)):
        bad.append(f"{path}: is not there")
print("\n".join(bad))
sys.exit(bool(bad))
END
}

@test "what make is asked for is what it asks for: verify has all makers, fuzz all targets, of ONLY those" {
  make -s -C "$ROOT" -f - asked >asked <<'M'
include Makefile
asked:
	@echo "[$(ONLY_WORDS)] [$(FUZZED)]"
M
  [ "$(cut -c1-5 asked)" = "[] [f" ]
  run -0 make -s -C "$ROOT" -f - asked ONLY=modes <<'M'
include Makefile
asked:
	@echo "[$(ONLY_WORDS)] [$(FUZZED)]"
M
  [ "$output" = "[--only 'modes'] [modes]" ]
}
