#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# All parts of a score in one file, and sections: rosin render --score, --players; ROSIN names the binary.

load common

canon() { echo "$ROOT/examples/scores/canon.musicxml"; }
midi() { # BYTES: events of a track, at 480 ticks a quarter note and two of these a second
  printf "$1" >track
  printf 'MThd\0\0\0\6\0\0\0\1\1\340MTrk\0\0\0'
  printf "\\$(printf %o "$(wc -c <track)")"
  cat track
}
# A module for the tests below: the frames of a float WAV file as a list of channels.
reader() {
  cat >sound.py <<'PY'
import array
def read(path):
    data = open(path, "rb").read()
    at = data.index(b"data")
    x = array.array("f", data[at + 8:at + 8 + int.from_bytes(data[at + 4:at + 8], "little") // 4 * 4])
    return [x[0::2], x[1::2]]
def rms(x):
    return (sum(v * v for v in x) / len(x)) ** 0.5
PY
}

# bats test_tags=plain
@test "the canon is what its script writes" {
  mkdir scores
  cp "$ROOT/examples/scores/canon.py" scores/
  "${PYTHON:-python3}" scores/canon.py
  cmp scores/canon.musicxml "$(canon)"
}

@test "each part sounds from its seat, and stems add up to the whole" {
  reader
  run -0 --separate-stderr "$ROSIN" render --score "$(canon)" -d 1.5 -o all.wav --format float --ceiling 0 --stems parts/ --report all.json -j 2
  [[ "$stderr" == *"all.wav: violin, violin, viola, cello"* ]]
  [ "$(ls parts | tr '\n' ' ')" = "1-violin.wav 2-violin.wav 3-viola.wav 4-cello.wav " ]
  "${PYTHON:-python3}" - <<'PY'
import json
from sound import read, rms
whole = read("all.wav")
parts = [read(f"parts/{n}.wav") for n in ("1-violin", "2-violin", "3-viola", "4-cello")]
for side in (0, 1):
    assert max(abs(sum(x) - y) for *x, y in zip(*(p[side] for p in parts), whole[side])) < 1e-6
loud = [min(rms(p[0]), rms(p[1])) for p in parts]
assert loud[0] > 1e-3 and loud[3] > 1e-3 and loud[1] == loud[2] == 0, loud # two of them wait
def begins(p, side):
    return next(i for i, v in enumerate(p[side]) if abs(v) > 1e-4 * max(p[0]))
assert 20 < begins(parts[0], 1) - begins(parts[0], 0) < 100 # from the left,
assert 20 < begins(parts[3], 0) - begins(parts[3], 1) < 100 # and from the right
said = json.load(open("all.json"))
assert [(p["scene"], p["players"]) for p in said["parts"]] == [("violin", 1), ("violin", 1), ("viola", 1), ("cello", 1)]
assert all(p["notes"]["played"] > 8 and not p["notes"]["left_out"] for p in said["parts"])
PY
}

@test "threads change no bit, a seed all of them, and a section is not its one player" {
  "$ROSIN" render --score "$(canon)" -d 0.6 --players violin=3,cello=2 -j 1 --plain -o one.wav
  "$ROSIN" render --score "$(canon)" -d 0.6 --players violin=3,cello=2 -j 2 --plain -o two.wav
  "$ROSIN" render --score "$(canon)" -d 0.6 --players violin=3,cello=2 --seed 5 --plain -o other.wav
  "$ROSIN" render --score "$(canon)" -d 0.6 --plain -o solo.wav
  "$ROSIN" render --score "$(canon)" -d 0.6 --players violin=3,cello=2 -s tightness=1 -s unison=0 --plain -o tight.wav
  run -1 cmp -s one.wav tight.wav
  cmp one.wav two.wav
  run -1 cmp -s one.wav other.wav
  run -1 cmp -s one.wav solo.wav
}

@test "a section plays one instrument's notes" {
  reader
  midi '\0\220\71\120\203\140\200\71\0\0\377\57\0' >a.mid
  run -0 --separate-stderr "$ROSIN" render viola --midi a.mid --players 4 -d 1 -o a.wav --room small --loudness -23
  [[ "$stderr" == *"a.wav: viola (4)"* ]]
  [[ "$stderr" == *"-23.0 LUFS"* ]]
  run -0 --separate-stderr "$ROSIN" render viola --midi a.mid --players 1 -d 0.4 -o one.wav --format float --ceiling 0
  "$ROSIN" render viola --midi a.mid -d 0.4 -o plain.wav --format float --ceiling 0
  "${PYTHON:-python3}" - <<'PY'
from sound import read
assert read("one.wav") == read("plain.wav") and max(read("one.wav")[0]) > 1e-3 # one player is that player
PY
}

# bats test_tags=plain
@test "what several players cannot have is refused in a line, and nothing is written" {
  midi '\0\220\71\120\140\200\71\0\0\377\57\0' >a.mid
  said() { run "-$1" --separate-stderr "$ROSIN" render "${@:3}" -o a.wav; [[ "$stderr" == *"$2"* ]] || { echo "$stderr"; return 1; }; [ ! -e a.wav ]; }
  said 2 "--players: needs --score or --midi" cello --players 4
  said 2 "--players 17: '17' must be a whole number, 1 to 16" cello --midi a.mid --players 17
  said 2 "--players 2.5: '2.5' must be a whole number" cello --midi a.mid --players 2.5
  said 2 "--players four: 'four' must be a whole number" cello --midi a.mid --players four
  said 2 "--players 3,4: must be one number" cello --midi a.mid --players 3,4
  said 2 "--players flute=3: 'flute=3' must be a number, or as in violin=8" --score "$(canon)" --players flute=3
  said 2 "--players violin=0: '0' must be a whole number, 1 to 16" --score "$(canon)" --players violin=0
  said 2 "--players violin=2,: '' must be" --score "$(canon)" --players violin=2,
  said 2 "--players double-bass=2: no part is a double-bass's" --score "$(canon)" --players double-bass=2
  said 2 "-s tightness: 2 is out of range: 0 to 1" cello --midi a.mid --players 2 -s tightness=2
  said 2 "--probe: does not go with several players" --score "$(canon)" --probe x
  said 2 "--loop: does not go with several players" cello --midi a.mid --players 2 --loop
  said 2 "--stems a.wav: a part each goes into a folder" --score "$(canon)" --stems a.wav
  said 1 "wine-glass: this scene has no instrument" wine-glass --midi a.mid --players 2
  said 1 "no-such-scene" no-such-scene --midi a.mid --players 2
  said 1 "-s nothing.there=1: there is nothing named" --score "$(canon)" -s nothing.there=1
  said 1 "cannot be read" cello --midi none.mid --players 2
  said 2 "-s player.nothing" cello --midi a.mid --players 2 -s player.nothing=1
}

@test "a score without a bowed string has nothing for an ensemble" {
  printf '<score-partwise><part-list><score-part id="a"><part-name>Flute</part-name></score-part></part-list><part id="a"><measure><note><pitch><step>A</step><octave>4</octave></pitch><duration>1</duration></note></measure></part></score-partwise>' >flute.musicxml
  run -1 --separate-stderr "$ROSIN" render --score flute.musicxml --players 2 -o a.wav
  [[ "$stderr" == *"flute.musicxml: no part of it is a bowed string's"* ]]
}

# The cello's open G from the keys, by its second partial: the scene's rings in tune, and is sharp under the bow.
@test "who plays with others tunes open strings with the bow, and a setting tunes them otherwise" {
  reader
  midi '\0\300\52\0\220\53\120\217\0\200\53\0\0\377\57\0' >g.mid
  "$ROSIN" render cello --midi g.mid -d 1.8 -s player.vibrato=0 --format float -o alone.wav
  "$ROSIN" render --midi g.mid --players 1 -d 1.8 -s player.vibrato=0 --format float -o with.wav
  "$ROSIN" render --midi g.mid --players 1 -d 1.8 -s player.vibrato=0 -s g.frequency=98.7303 --format float -o asked.wav
  "${PYTHON:-python3}" - <<'PY'
import cmath, math
from sound import read
def cents(path, about=2 * 97.9989, rate=48000):
    x = read(path)[0]
    def phase(at, n=24000):
        return cmath.phase(sum(x[at + i] * math.sin(math.pi * i / n) ** 2 * cmath.exp(-2j * math.pi * about * (at + i) / rate) for i in range(n)))
    step = 12000
    turn = (phase(43200 + step) - phase(43200) + math.pi) % (2 * math.pi) - math.pi
    return 1200 * math.log2(1 + turn * rate / (2 * math.pi * step) / about)
alone, together, asked = (cents(f"{n}.wav") for n in ("alone", "with", "asked"))
print(alone, together, asked)
assert 8 < alone < 20 and abs(together) < 6 and abs(asked - alone) < 4
PY
}

@test "one bowed part beside another instrument's is played alone, and the other is left out and counted" {
  part() { printf '<part id="%s"><measure><attributes><divisions>1</divisions></attributes>%s</measure></part>' "$1" "$2"; }
  note() { printf '<note><pitch><step>%s</step><octave>5</octave></pitch><duration>1</duration></note>' "$1"; }
  {
    printf '<score-partwise><part-list><score-part id="a"><part-name>Violin</part-name></score-part>'
    printf '<score-part id="b"><part-name>Flute</part-name></score-part></part-list>'
    part a "$(note C)"
    part b "$(note E)$(note G)"
    printf '</score-partwise>'
  } >two.musicxml
  run -0 --separate-stderr "$ROSIN" render --score two.musicxml -d 0.6 --report two.json -o two.wav
  [[ "$stderr" == *"two.wav: violin"* ]]
  [[ "$stderr" == *"2 notes were left out: another instrument's part"* ]]
  "${PYTHON:-python3}" -c 'import json; r = json.load(open("two.json")); assert r["others"] == 2 and [p["notes"]["played"] for p in r["parts"]] == [1], r'
}

@test "a score that -d cuts says to where its notes go on" {
  run -0 --separate-stderr "$ROSIN" render --score "$(canon)" -d 0.3 -o cut.wav
  [[ "$stderr" == *"cut.wav was cut at 0.3 s by -d: its notes go on to "* ]]
}
