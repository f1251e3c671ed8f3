#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What is built for other systems by one cross compiler: its table, the readers that judge its files, and, where it was built, the files
# themselves; tests/verify/cross.py runs what runs here.
# bats file_tags=plain

load common

@test "the table of machines has what each wants, and each name once" {
  python3 - "$ROOT" <<'END'
import re, sys
sys.path.insert(0, sys.argv[1] + "/packaging")
from targets import targets
found = targets()
assert len(found) == 7 and len({t.wheel for t in found.values()}) == 7
for t in found.values():
    system = t.name.split("-")[0]
    assert system in ("linux", "macos", "windows") and t.suffix == {"linux": "so", "macos": "dylib", "windows": "dll"}[system]
    assert re.fullmatch(r"(manylinux_2_\d+_|macosx_\d+_\d+_|win_)(x86_64|aarch64|arm64|amd64|universal2)", t.wheel), t
    least = t.least.replace(".", "_")
    assert system == "windows" and t.least == "-" or f"_{least}_" in t.wheel, t # the wheel promises no more than is built
    assert t.triple == "-" or (t.least in t.triple or system == "windows"), t
    assert t.dek == "-" or re.fullmatch(r"((Linux|Darwin|Windows)-(amd64|arm64)-32(\)\()?)+", t.dek), t
END
}

@test "files for macOS are read, their signatures checked page by page, joined; what is wrong is told" {
  command -v readelf >/dev/null || skip "no binutils"
  make -s -C "$ROOT" build/librosin.so
  python3 "$ROOT/tests/cross/readers_test.py" "$PWD" "$ROOT/build/librosin.so"
}

@test "a wheel for macOS has macOS' library and name" {
  mkdir -p package out
  printf x >package/librosin.dylib
  : >package/__init__.py
  python3 "$ROOT/bindings/python/wheel.py" 1.2.3 1700000000 package out macosx_10_15_universal2
  [ -e out/rosin-1.2.3-py3-none-macosx_10_15_universal2.whl ]
  python3 -c 'import zipfile; z = zipfile.ZipFile("out/rosin-1.2.3-py3-none-macosx_10_15_universal2.whl"); assert "rosin/librosin.dylib" in z.namelist() and b"Tag: py3-none-macosx_10_15_universal2" in z.read("rosin-1.2.3.dist-info/WHEEL")'
}

@test "rosin-render writes the command's samples, and says what is wrong" {
  make -s -C "$ROOT" build/librosin.a
  cc -std=c17 -O1 -Wall -Wextra -Wpedantic -Werror -I"$ROOT/include" -I"$ROOT/src" "$ROOT/packaging/render.c" "$ROOT/build/librosin.a" -lm -o rosin-render
  ./rosin-render chalk -d 0.3 -s speed=0.3 -o a.wav
  "$ROSIN" render chalk -d 0.3 -s speed=0.3 --format float -o b.wav 2>/dev/null
  samples a.wav >a && samples b.wav >b && cmp a b && [ -s a ]
  ./rosin-render --scenes >listed
  grep -qx cello-d listed
  for wrong in "chalk -d 0 -o x.wav:0: -d takes seconds above 0, up to 3600" "chalk -s speed=99 -o x.wav:out of range" \
    "nothing -o x.wav:nothing" "chalk:-o FILE: is missing" "chalk -o no/x.wav:no/x.wav: cannot be written" "chalk --play -o x.wav:--play: not understood"; do
    # shellcheck disable=SC2086
    run ! ./rosin-render ${wrong%%:*}
    [[ $output == *"${wrong#*:}"* ]] || { echo "$output"; return 1; }
    [ ! -e x.wav ]
  done
}

@test "what is cross-built is what each system opens, and planted faults are told" {
  [ -d "$ROOT/build/cross/laid" ] || skip "nothing is cross-built (make zig && make cross)"
  (cd "$ROOT" && [ -z "$(find src plugin pd modal waveguide include scenes packaging -newer build/cross/laid -type f ! -name '*.pyc' -print -quit)" ]) ||
    skip "what is cross-built is older than its sources (make cross)"
  python3 "$ROOT/tests/cross/judge.py" "$ROOT/build/cross/laid"
  python3 - "$ROOT" <<'END'
import sys
sys.path.insert(0, sys.argv[1] + "/tests/cross")
import judge, planted
for n, fault in enumerate(planted.ALL):
    name, words = fault(sys.argv[1] + "/build/cross/laid", f"tree{n}")
    said = judge.judge(f"tree{n}", judge.targets()[name], judge.version_here())[1]
    assert any(words in s for s in said), (fault.__name__, said)
END
}

@test "without its compiler make cross says where one comes from" {
  run ! make -s -C "$ROOT" cross-macos-arm64 ZIG=nowhere
  [[ $output == *"make cross: no compiler at ZIG=nowhere; make zig fetches one"* ]]
}

@test "the workflow for public hosts is YAML, and what it runs is there" {
  python3 -c 'import yaml' 2>/dev/null || skip "no python3-yaml"
  python3 - "$ROOT" >commands <<'END'
import sys, yaml
sys.path.insert(0, sys.argv[1] + "/packaging")
from targets import targets
said = yaml.safe_load(open(sys.argv[1] + "/packaging/workflow.yml"))
assert said[True] == "workflow_dispatch" and set(said["jobs"]) == {"build", "play"} and said["jobs"]["play"]["needs"] == "build"
zips = {m["zip"] for m in said["jobs"]["play"]["strategy"]["matrix"]["include"]} - {"none"}
known = {t.name + ("-glibc" + t.least if t.suffix == "so" else "") for t in targets().values() if t.dek != "-" and t.name not in ("macos-x86_64", "macos-arm64")}
assert zips == known, (zips, known)
for job in said["jobs"].values():
    for step in job["steps"]:
        print(step.get("run", ""))
END
  [ "$(grep -c . commands)" -ge 10 ]
  for file in $(grep -o '[a-z]*/[a-z/]*\.py' commands); do [ -e "$ROOT/$file" ]; done
  make -pq -C "$ROOT" .none >database 2>/dev/null || :
  for target in $(sed -n 's/^make \(-j2 \)\{0,1\}\([a-z-]*\).*/\2/p' commands); do
    grep -q "^$target:" database || { echo "make $target"; return 1; }
  done
  if [ -d "$ROOT/build/cross/laid/linux-x86_64" ] && [ "$(uname -m)" = x86_64 ] && /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    export PYTHONPATH=$ROOT/build/cross/laid/linux-x86_64/python
    /usr/bin/python3 "$ROOT/tests/cross/play.py" write hashes.txt
    /usr/bin/python3 "$ROOT/tests/cross/play.py" check hashes.txt
    sed 's/^./x/' hashes.txt >other.txt
    run -1 /usr/bin/python3 "$ROOT/tests/cross/play.py" check other.txt
  fi
}
