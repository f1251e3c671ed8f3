# SPDX-License-Identifier: BSD-3-Clause
# A sound that drives a scene (rosin render --input): the same samples in the command, the plugins, Pd and
# JavaScript; what is safe, what is refused; sessions of before.

load common

# noise FILE [RATE]: half a second of noise, as a WAV file of floats, and the same as FILE.raw
noise() {
  "${PYTHON:-python3}" - "$1" "${2:-48000}" <<'PY'
import array, random, struct, sys
random.seed(5)
x = array.array("f", (random.uniform(-0.2, 0.2) for _ in range(24000)))
rate, data = int(sys.argv[2]), x.tobytes()
open(sys.argv[1], "wb").write(b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " +
                              struct.pack("<IHHIIHH", 16, 3, 1, rate, 4 * rate, 4, 32) + b"data" + struct.pack("<I", len(data)) + data)
open(sys.argv[1] + ".raw", "wb").write(data)
PY
}

# later A.wav B.raw FRAMES: B is A from so many frames on, to the bit (both of two sides), and sounds
later() {
  samples "$1" >one.raw
  "${PYTHON:-python3}" - one.raw "$2" "$3" <<'PY'
import array, sys
a, b = (array.array("f", open(name, "rb").read()) for name in sys.argv[1:3])
skip, count = 2 * int(sys.argv[3]), 2 * 14000
assert a[skip:skip + count] == b[:count], f"{sum(x != y for x, y in zip(a[skip:], b))} differ"
assert max(b) > 1e-3
PY
}

plugins() {
  BUILD=$(dirname "$ROSIN")
  export LV2_PATH=$BUILD/lv2 ASAN_OPTIONS=detect_leaks=0 SOUND=a.wav.raw
}

# SCENE KIND and its number, frames that the command has it earlier, whether its gesture begins
CASES="violin push 1 44 0
wine-glass speed 2 31 1
oak-door push 1 31 1"

@test "a sound drives plugins as it drives rosin render, to the bit and whatever the blocks" {
  plugins
  noise a.wav
  played=0
  while read -r scene kind number late begins; do
    "$ROSIN" render "$scene" --input a.wav -s input.kind="$kind" -d 0.4 --format float --plain -o a.out.wav
    { echo "-1 set input $number"; [ "$begins" = 0 ] || echo "0 set trigger 1"; } >events.txt
    for block in 0 512; do
      if [ -x "$BUILD/tests/faces/host_clap" ] && [ -e "$BUILD/rosin.clap" ]; then
        "$BUILD/tests/faces/host_clap" "$BUILD/rosin.clap" "rosin.$scene" play $block 48000 0.35 events.txt >b.raw
        later a.out.wav b.raw "$late"
        played=1
      fi
      if [ -x "$BUILD/tests/faces/host_lv2" ] && [ -e "$LV2_PATH/rosin.lv2/manifest.ttl" ]; then
        "$BUILD/tests/faces/host_lv2" "urn:rosin:$scene" play $block 48000 0.35 events.txt >b.raw
        later a.out.wav b.raw "$late"
        played=1
      fi
      if [ -x "$BUILD/tests/faces/host_vst3" ] && [ -d "$BUILD/vst3/rosin.vst3" ]; then
        "$BUILD/tests/faces/host_vst3" "$BUILD"/vst3/rosin.vst3/Contents/*-linux/rosin.so "$scene" play $block 48000 0.35 events.txt >b.raw
        later a.out.wav b.raw "$late"
        played=1
      fi
    done
  done <<<"$CASES"
  [ $played = 1 ] || skip "no plugins were built here"
}

@test "a plugin that nobody drives hears nothing, whatever is connected" {
  plugins
  noise a.wav
  [ -x "$BUILD/tests/faces/host_clap" ] && [ -e "$BUILD/rosin.clap" ] || skip "no CLAP headers"
  printf '0 set trigger 1\n' >events.txt
  "$BUILD/tests/faces/host_clap" "$BUILD/rosin.clap" rosin.chalk play 512 48000 0.3 events.txt >driven.raw
  unset SOUND
  "$BUILD/tests/faces/host_clap" "$BUILD/rosin.clap" rosin.chalk play 512 48000 0.3 events.txt >alone.raw
  cmp driven.raw alone.raw
}

@test "sessions of 0.2 open with nothing that drives them" {
  plugins
  tried=0
  for scene in violin oak-door; do
    session=$ROOT/tests/yesterday/0.2/clap/$scene.state
    [ "$(grep -c input "$session")" = 0 ] && grep -q "^scene $scene" "$session"
    if [ -x "$BUILD/tests/faces/host_clap" ] && [ -e "$BUILD/rosin.clap" ]; then
      "$BUILD/tests/faces/host_clap" "$BUILD/rosin.clap" "rosin.$scene" state "$session" >clap.txt
      grep -x "set input 0" clap.txt
      tried=1
    fi
    if [ -x "$BUILD/tests/faces/host_lv2" ] && [ -e "$LV2_PATH/rosin.lv2/manifest.ttl" ]; then
      "$BUILD/tests/faces/host_lv2" "urn:rosin:$scene" state "$session" >lv2.txt
      grep -x "set input 0" lv2.txt
      tried=1
    fi
  done
  [ $tried = 1 ] || skip "no plugins were built here"
}

# bats test_tags=plain
@test "a sound drives a node's engine in JavaScript as it drives rosin render, to the bit" {
  plugins
  [ -e "$BUILD/npm/rosin.wasm" ] && command -v node >/dev/null || skip "no package for npm was built here"
  noise a.wav
  cat >drive.mjs <<'JS'
import fs from 'fs';
import { pathToFileURL } from 'url';
const [npm, scene, input, gesture] = process.argv.slice(2);
const { open, render } = await import(pathToFileURL(`${npm}/index.js`));
const wasm = fs.readFileSync(`${npm}/rosin.wasm`), bytes = fs.readFileSync('a.wav.raw');
const heard = [new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))];
const options = { wasm, rate: 48000, add: ['input'], settings: { input } }, whole = gesture === '1' ? {} : { gestures: false, events: [] };
const { samples } = await render(scene, { ...options, ...whole, heard, duration: 0.4 });
const out = new Float32Array(2 * samples[0].length);
samples.forEach((side, k) => side.forEach((x, i) => { out[2 * i + k] = x; }));
fs.writeFileSync('b.raw', Buffer.from(out.buffer));
const core = await open(scene, options); // by hand: sides that end sooner than the call, and what is no number
core.run(100, undefined, [new Float32Array([NaN, 1]), new Float32Array([Infinity])]);
if (core.status().unfit !== 2 || core.status().delay < 31) throw new Error(JSON.stringify(core.status()));
const plain = await open(scene, { wasm });
let said = '';
try { plain.run(10, undefined, heard); } catch (error) { said = error.message; }
if (!said.includes("add: ['input']")) throw new Error(`said: ${said}`);
JS
  while read -r scene kind number late begins; do
    "$ROSIN" render "$scene" --input a.wav -s input.kind="$kind" -d 0.4 --format float --plain -o a.out.wav
    node drive.mjs "$BUILD/npm" "$scene" "$kind" "$begins"
    later a.out.wav b.raw 0
  done <<<"$CASES"
}

# bats test_tags=plain
@test "in a browser a node hears what is connected to it, and the page a microphone when somebody asks for it" {
  plugins
  [ -e "$BUILD/page/rosin.wasm" ] && command -v node >/dev/null || skip "no page was built here"
  needs_chromium
  timeout 600 node "$ROOT/tests/page/driven.mjs" "$BUILD/page" "$PWD" >said.txt 2>&1 || { cat said.txt; return 1; }
  grep -x "a sound drives it" said.txt
}

# bats test_tags=plain
@test "a sound drives Pd's objects as it drives rosin render, to the bit; without the argument there is no inlet" {
  command -v pd >/dev/null || skip "no Pd"
  [ -e "$ROOT/build/pd/rosin.scene~.pd_linux" ] || skip "no objects for Pd were built here"
  python3 -c 'import numpy, scipy' 2>/dev/null || PYTHON=/usr/bin/python3
  "${PYTHON:-python3}" "$ROOT/tests/pd/behave.py" driven
}

@test "an input is what the file says: its rate, its length and what rings, in blocks of any length, made again from its notes" {
  noise a.wav
  "$ROSIN" render chalk --input a.wav --format float -o b.wav
  "$ROSIN" render chalk --input a.wav --format float -o c.wav --block 37
  cmp b.wav c.wav
  [ "$("$ROSIN" render violin --input a.wav --plain -o d.wav 2>&1 | grep -o '48000 Hz')" ]
  "$ROSIN" show b.wav | grep -qF -- "--input a.wav"
  refused 2 "b.wav was driven by a.wav: give that with --input" "$ROSIN" render b.wav -o x.wav
  "$ROSIN" render b.wav --input a.wav -o again.wav
  cmp b.wav again.wav
  "$ROSIN" render chalk -o e.wav --format float -r 48000 -d 0.5 --plain
  "$ROSIN" render chalk --input a.wav -o f.wav --format float -d 0.5 --plain
  run -1 cmp e.wav f.wav
  "$ROSIN" render chalk --input a.wav -s input.kind=off -o g.wav --format float -d 0.5 --plain
  cmp e.wav g.wav
}

@test "an input that cannot be is refused in a line, and what is no number is told" {
  noise a.wav
  noise slow.wav 4000
  refused 1 "--input nowhere.wav: No such file" "$ROSIN" render chalk --input nowhere.wav -o x.wav
  refused 2 "--input a.wav: is at 48000 Hz, and it is rendered at 44100" "$ROSIN" render chalk --input a.wav -r 44100 -o x.wav
  refused 2 "its rate, 4000, is out of range: 8000 to 768000 Hz" "$ROSIN" render chalk --input slow.wav -o x.wav
  refused 2 "--loop does not go with --input" "$ROSIN" render chalk --input a.wav --loop -o x.wav
  refused 2 "--input: does not go with --variations" "$ROSIN" render chalk --input a.wav --variations 2 -o 'x.%d.wav'
  refused 2 "a.wav: cannot be written: this command reads it" "$ROSIN" render chalk --input a.wav -o a.wav
  refused 2 "'loud' is not one of off, push, speed, force" "$ROSIN" render chalk --input a.wav -s input.kind=loud -o x.wav
  refused 2 "input.push: 0 is out of range: 1e-06 to 1000 N" "$ROSIN" render chalk --input a.wav -s input.push=0 -o x.wav
  refused 2 "there is no string or modal named 'nobody'" "$ROSIN" render chalk --input a.wav -s input.body=nobody -o x.wav
  refused 2 "there is no contact 'nothing'" "$ROSIN" render chalk --input a.wav -s input.contact=nothing -o x.wav
  refused 2 "input.position: of which body?" "$ROSIN" render chalk --input a.wav -s input.position=0.5 -o x.wav
  refused 2 "input: must be a group" "$ROSIN" render chalk --input a.wav -s input=3 -o x.wav
  printf 'layers = { a = { scene = "chalk"; }; };' >layers.cfg
  refused 1 "no body of its own that a sound could push" "$ROSIN" render layers.cfg --input a.wav -o x.wav
  "${PYTHON:-python3}" -c 'import struct
d = bytearray(open("a.wav", "rb").read())
d[44:48], d[48:52] = struct.pack("<f", float("nan")), struct.pack("<f", float("inf"))
open("odd.wav", "wb").write(d)'
  run -0 --separate-stderr "$ROSIN" render chalk --input odd.wav -d 0.3 -o odd.out.wav
  [[ "$stderr" == *"odd.wav: 2 samples are no numbers, and were taken for silence"* ]]
}

# bats test_tags=plain
@test "an input that is damaged is refused, and no shorter sound" {
  noise a.wav
  "$ROSIN" render chalk --input a.wav -o whole.flac
  run -0 "$ROSIN" render chalk --input whole.flac -d 0.1 -o fine.wav
  head -c 9000 whole.flac >cut.flac
  refused 1 "cut.flac: only " "$ROSIN" render chalk --input cut.flac -o x.wav
}
