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

# rosin_render_here: rosin-render for this machine
rosin_render_here() {
  make -s -C "$ROOT" build/librosin.a
  cc -std=c17 -O1 -Wall -Wextra -Wpedantic -Werror -D_XOPEN_SOURCE=700 -I"$ROOT/include" -I"$ROOT/src" -I"$ROOT" "$ROOT"/packaging/render/*.c \
    "$ROOT/src/host/common/warn.c" "$ROOT/build/librosin.a" -lm -o rosin-render
}
# as_command WORD...: both render the same
as_command() {
  ./rosin-render "$@" -o a.wav
  "$ROSIN" render "$@" --format float --plain -o b.wav 2>/dev/null
  samples a.wav >a && samples b.wav >b && cmp a b && [ "$(tr -d '\0' <a | wc -c)" -gt 4000 ]
}

@test "rosin-render writes the command's samples: settings, rates, presets, notes, scales, what drives" {
  rosin_render_here
  as_command chalk -d 0.3 -s speed=0.3
  as_command cello-d -d 0.3 -r 48000 -s bow.force=1.2 -s seed=7
  as_command door-hinge-slow -d 0.5 --preset "Heavy oak" -s push=20
  "$ROSIN" render chalk -d 0.2 --format float --plain -o in.wav 2>/dev/null
  as_command wine-glass --input in.wav -d 0.5
  printf '! x\nx\n 2\n 701.955\n 2/1\n' >fifth.scl
  as_command cello --midi "$ROOT/docs/tune.mid" -d 1.5 -s player.vibrato=30
  as_command viola --midi "$ROOT/docs/tune.mid" -d 3 --preset Pizzicato --scale fifth.scl
  run -0 ./rosin-render viola --midi "$ROOT/docs/tune.mid" -d 3 --scale fifth.scl -o a.wav
  [[ $output == *"1 note was left out: below the lowest string"* ]]
}

@test "rosin-render makes what a list says, and goes on behind what is wrong" {
  rosin_render_here
  cat >list <<'END'
# a taste
chalk -d 0.2 -s seed=1 -o "one of them.wav"
chalk -d 0.2 -s seed=2 -o 2.wav

nothing -o 3.wav
  wine-glass -d 0.2 -o 4.wav
END
  run ! ./rosin-render --list list
  [[ $output == *"rosin-render: list: line 5 is left out"* ]]
  [ "$(find . -name '*.wav' | sort | tr '\n' ' ')" = "./2.wav ./4.wav ./one of them.wav " ]
  run ! cmp -s "one of them.wav" 2.wav
  ./rosin-render chalk -d 0.2 -s seed=2 -o again.wav
  cmp 2.wav again.wav
  # what the page prints
  cp list sounds.txt && sed -i /nothing/d sounds.txt && cp "$ROOT/docs/tune.mid" .
  sed -n 's/^    rosin-render //p' "$ROOT/docs/packaging.md" | sed 's/ *# .*//; s/-o tune.wav/& -d 0.5/' >printed
  [ "$(grep -c . printed)" -eq 4 ]
  while read -r words; do eval "./rosin-render $words" >/dev/null; done <printed
  printf '%05000d\n' 1 >long
  run ! ./rosin-render --list long
  [[ $output == *"longer than 4095 bytes"* ]]
}

@test "rosin-render says what there is, and what is wrong" {
  rosin_render_here
  ./rosin-render --scenes >listed
  grep -qx cello-d listed
  ./rosin-render --about door-hinge-slow | python3 -c 'import json, sys; d = json.load(sys.stdin); assert "Heavy oak" in d["presets"] and any(p["name"] == "push" and p["high"] == 24 for p in d["parameters"])'
  echo none >none.wav
  for wrong in "chalk -d 0 -o x.wav:0: -d takes a number above 0, up to 3600" "chalk -d inf -o x.wav:inf" "chalk -r 5 -o x.wav:5: -r takes a whole number, 8000 to 768000" \
    "chalk -r 44100.5 -o x.wav:44100.5: -r takes a whole number" "chalk -r 768001 -o x.wav:768001: -r takes" "chalk -r nan -o x.wav:nan: -r takes" \
    "chalk -s speed=99 -o x.wav:out of range" "nothing -o x.wav:nothing" "chalk:-o FILE: is missing" "chalk -o no/x.wav:no/x.wav: cannot be written" \
    "chalk --play -o x.wav:--play: not understood" "chalk -o:-o: needs a value" "chalk saw -o x.wav:saw: one scene at a time" \
    "chalk --preset Nix -o x.wav:Nix: is none of" "chalk --midi $ROOT/docs/tune.mid -o x.wav:it has no notes here" \
    "cello --midi none.wav -o x.wav:none.wav" "wine-glass --input none.wav -o x.wav:none.wav" "wine-glass --input nowhere.wav -o x.wav:nowhere.wav: cannot be read" \
    "cello --scale x.scl -o x.wav:--scale: there is a player only with --midi" "cello --input none.wav -o none.wav:is what it reads" \
    "chalk --list list -o x.wav:--list: goes alone" "--list nowhere:nowhere: cannot be read" "--about nothing:nothing"; do
    # shellcheck disable=SC2086
    run ! ./rosin-render ${wrong%%:*}
    [[ $output == *"${wrong#*:}"* ]] || { echo "$wrong: $output"; return 1; }
    [ ! -e x.wav ] && [ ! -e x.wav.part ]
  done
}

@test "rosin-render hears every channel of what drives, or says why it does not" {
  rosin_render_here
  # so many channels of a sound, the last of them as told
  python3 - <<'END'
import math, struct
def write(path, channels, last):
    data = b"".join(struct.pack(f"<{channels}f", *[0.2 * math.sin(i * (k + 1) * 0.02) for k in range(channels - 1)], last(i)) for i in range(4000))
    head = b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 3, channels, 44100, 4 * channels * 44100, 4 * channels, 32) + b"data" + struct.pack("<I", len(data))
    open(path, "wb").write(b"RIFF" + struct.pack("<I", len(head) + len(data)) + head + data)
for channels in (1, 2, 8, 9):
    write(f"{channels}.wav", channels, lambda i: 0.3 * math.sin(i * i * 1e-4))
write("nan.wav", 2, lambda i: math.nan if i == 2000 else 0.1)
END
  for channels in 1 2 8; do as_command wine-glass --input $channels.wav -d 0.4; done
  rm a.wav
  run ! ./rosin-render wine-glass --input 9.wav -d 0.4 -o a.wav
  [[ $output == *"9.wav: has 9 channels; 1 to 8 are heard"* ]]
  run ! ./rosin-render wine-glass --input nan.wav -d 0.4 -o a.wav
  [[ $output == *"nan.wav: sample 2001 is not a finite number"* ]] && [ ! -e a.wav ]
  ./rosin-render --help | grep -q "WAV, 1 to 8 channels"
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
