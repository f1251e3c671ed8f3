#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# rosin match, from a recording to a scene that sounds as it does; ROSIN names the binary.

load common

# a short sound of the balloon, at macros that are not its own
recording() {
  "$ROSIN" render balloon -s speed=0.3 -s size=0.8 -d 0.6 --seed 9 --plain -o balloon.wav "$@"
}

field() {
  sed -n "s/.*\"$2\": {\"distance\": \([0-9.]*\),.*/\1/p" "$1/report.json"
}

# bats test_tags=plain
@test "a rendering is found among scenes, and what is written is the scene that was judged" {
  recording
  run -0 --separate-stderr "$ROSIN" match balloon.wav --from chalk,balloon --evaluations 80 -o found --report folder
  [[ "$output" == "scene: balloon, the nearest of 2"*"distance: "*"floor: "*"tries: "* ]]
  [[ "$output" == *"nearest other scene: chalk"* ]]
  for f in found.cfg folder/index.html folder/report.json folder/recording.wav folder/recording.png \
    folder/match.wav folder/match.png; do [ -s "$f" ]; done
  "${PYTHON:-python3}" - folder/recording.png folder/match.png <<'PY'
import struct, sys, zlib
for path in sys.argv[1:]: # by what RFC 2083 wants: chunks, their sums, a palette from dark to light, whole rows
    data, at, kinds = open(path, "rb").read(), 8, []
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body, end = data[at + 8:at + 8 + size], at + 8 + size
        assert struct.unpack(">I", data[end:end + 4])[0] == zlib.crc32(kind + body), kind
        kinds.append((kind, body))
        at = end + 4
    assert [k for k, _ in kinds] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"], path
    width, height, depth, colours = struct.unpack(">IIBB", kinds[0][1][:10])
    assert (depth, colours) == (8, 3) and len(kinds[1][1]) == 768
    light = [sum(kinds[1][1][3 * i:3 * i + 3]) for i in range(256)]
    assert light[0] == 0 and light[255] > 700 and light[160] > light[80] > 0
    assert len(zlib.decompress(kinds[2][1])) == (width + 1) * height
PY
  # nearer than what is shipped; and in what the search lowers, distance and third octaves together
  awk -v a="$(field folder after)" -v b="$(field folder before)" 'BEGIN { exit !(a < 0.7 * b) }'
  "${PYTHON:-python3}" - folder/report.json <<'PY'
import json, math, sys
report = json.load(open(sys.argv[1]))
after, before = (math.hypot(report[k]["distance"], report[k]["third_octaves_db"] / 2.5) for k in ("after", "before"))
assert after < 0.7 * before, (after, before)
PY
  # the file itself is what was judged: to the recording it is as near as the report says
  "$ROSIN" check found.cfg
  "$ROSIN" match balloon.wav --from found.cfg --evaluations 1 -o twice --report second
  awk -v a="$(field folder after)" -v b="$(field second before)" 'BEGIN { exit !(a / b > 0.999 && a / b < 1.001) }'
}

# bats test_tags=plain
@test "the same seed and tries are the same scene, on one core or two" {
  recording
  "$ROSIN" match balloon.wav --from balloon,squeak --evaluations 36 --seed 5 -j 1 -o a
  "$ROSIN" match balloon.wav --from balloon,squeak --evaluations 36 --seed 5 -j 2 -o b
  cmp a.cfg b.cfg
}

# bats test_tags=plain
@test "a body takes the recording's third octaves where macros cannot" {
  "$ROSIN" render door-hinge-slow -d 0.4 --plain -o door.wav
  # what no macro of chalk does
  run -0 --separate-stderr "$ROSIN" match door.wav --from chalk --evaluations 60 -o as --report folder
  [[ "$output" == *"light resonances, heard as corrected"* ]]
  sed -n 's/.*"third_octaves_db": \([0-9.]*\)}.*/\1/p' folder/report.json | head -2 |
    paste -sd' ' | awk '{ if (!($2 < 0.6 * $1)) { print; exit 1 } }'
  grep -q heard1 as.cfg
}

@test "a signal ends it, and the best so far is kept" {
  recording
  "$ROSIN" match balloon.wav --from balloon,chalk --time 300 -o kept >out.txt 2>err.txt 3>&- &
  local pid=$!
  for ((i = 0; i < 200; i++)); do grep -q ^scenes: err.txt && break; sleep 0.05; done
  kill -TERM "$pid" # a shell lets its background ignore SIGINT
  wait "$pid"
  grep -q "interrupted; the best so far is in kept.cfg" err.txt
  grep -q "^scene: balloon, .*(interrupted: the best so far)" out.txt
  "$ROSIN" check kept.cfg
}

@test "low rates, channels, clipping and several sounds are told; silence and scraps are refused" {
  recording -r 8000 --format 16
  mv balloon.wav low.wav
  run -0 --separate-stderr "$ROSIN" match low.wav --from balloon --evaluations 3 -o low
  [[ "$stderr" == *"low.wav: of 8000 Hz; above 3600 Hz nothing is compared"* ]]
  recording -s gain=40 --format 16 --ceiling 0
  mv balloon.wav clipped.wav
  run -0 --separate-stderr "$ROSIN" match clipped.wav --from balloon --evaluations 3 -o clipped
  [[ "$stderr" == *"clipped.wav: "*" samples are clipped; crests are not compared"* ]]
  cat >two.cfg <<'END'
title = "two"; duration = 9.0;
layers = { one = { scene = "balloon"; gain = 0.5; }; two = { scene = "balloon"; at = 5.0; }; };
END
  "$ROSIN" render two.cfg --plain -o two.wav
  run -0 --separate-stderr "$ROSIN" match two.wav --from balloon --evaluations 2 --longest 0.3 -o two
  [[ "$stderr" == *"two.wav: "[23]" sounds; the one at "[4-7]*" s is matched, 0.3"* ]]
  run -0 --separate-stderr "$ROSIN" match two.wav --at 0 --from balloon --evaluations 2 --longest 0.3 -o two
  [[ "$stderr" == *"the one at "[0-3]*" s is matched"* ]]
  "$ROSIN" render balloon -s gain=0 -d 0.5 --plain -o silent.wav
  run -1 "$ROSIN" match silent.wav -o x
  [ "$output" = "rosin: silent.wav: is silent" ]
  "$ROSIN" render balloon -d 0.05 --plain -o scrap.wav
  run -1 "$ROSIN" match scrap.wav -o x
  [[ "$output" == "rosin: scrap.wav: lasts 0.0"*"s; must be 0.1 s or more" ]]
  run -1 "$ROSIN" match none.wav -o x
  [[ "$output" == *"none.wav"* ]]
  run -2 "$ROSIN" match low.wav --time 0 -o x
  run -1 "$ROSIN" match low.wav --from nothing -o x
  [ ! -e x.cfg ]
}

@test "variations go around the match" {
  recording
  run -0 --separate-stderr "$ROSIN" match balloon.wav --from balloon --evaluations 12 -o near --variations 2
  [ -s near-01.wav ] && [ -s near-02.wav ]
  [[ "$output" == *"file,attempt,distance"* ]]
}
