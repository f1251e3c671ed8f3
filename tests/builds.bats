# SPDX-License-Identifier: BSD-3-Clause
# How the command was linked and compiled, as its file says.
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
