#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What files say of themselves in their chunks, read back by tests/chunks.py, sox, ffmpeg, exiftool and
# mediainfo, of which none is rosin's. ROSIN names the binary.

load common

# said FILE [NAME]: what a file's chunks hold, all of it or one
said() { "${PYTHON:-/usr/bin/python3}" "$ROOT/tests/chunks.py" "$@"; }

@test "chunks are whole: sizes, padding, order, in every format" {
  cat >mono.cfg <<'END'
duration = 0.1001; rate = 10000; channels = 1;
modals = { bar = { modes = ( { frequency = 440.0; t60 = 0.1; mass = 0.1; } ); }; };
pushes = { knock = { body = "bar"; position = 0.0; force = ( (0.0, 1.0), (0.001, 0.0) ); }; };
events = { knock = 0.0; odd = 0.05; };
outputs = ( { signal = "bar.velocity@0"; gain = 1000.0; } );
END
  for format in 16 24 32 float; do
    "$ROSIN" render mono.cfg --format $format -o m.wav
    [ "$(said m.wav frames)" = 1001 ] # 24 bits: 3003 bytes and one more
    "$ROSIN" render oak-door -d 2 --format $format -o o.wav
    said o.wav >/dev/null
  done
  "$ROSIN" render mono.cfg --loop -d 1 -o l.wav
  [ "$(said l.wav order)" = "fmt bext iXML data cue  LIST-adtl smpl LIST-INFO" ]
  # a file that is only bent is noticed: the judge can fail
  "${PYTHON:-/usr/bin/python3}" -c 'import sys
d = bytearray(open("o.wav", "rb").read())
for name, at in ("size", 4), ("umid", d.index(b"bext") + 8 + 350), ("sample", d.index(b"data") + 100), ("cue", d.index(b"cue ") + 15):
    bent = bytearray(d)
    bent[at] ^= 64
    open(name + ".wav", "wb").write(bent)'
  for name in size umid sample cue; do run -1 said $name.wav; done
}

@test "loops: smpl from the first frame to the last, at the pitch they have" {
  for scene in wine-glass singing-bowl; do
    "$ROSIN" render $scene --loop -d 2 -r 48000 -o l.wav
    [ "$(said l.wav loops) $(said l.wav begin) $(said l.wav end)" = "1 0 95999" ]
    "${PYTHON:-/usr/bin/python3}" - "$(said l.wav note)" "$(said l.wav fraction)" <<'END'
import sys, wave
import numpy
with wave.open("l.wav") as file:
    raw = numpy.frombuffer(file.readframes(file.getnframes()), numpy.uint8).reshape(-1, file.getnchannels(), 3)
left = (raw[:, 0, 0] | raw[:, 0, 1].astype(int) << 8 | raw[:, 0, 2].astype(numpy.int8).astype(int) << 16).astype(float)
size = 1 << 19
top = numpy.argmax(abs(numpy.fft.rfft(left * numpy.hanning(len(left)), size))) * 48000 / size
note = 69 + 12 * numpy.log2(top / 440)
said = float(sys.argv[1]) + float(sys.argv[2])
octaves = round((note - said) / 12)
assert abs(note - 12 * octaves - said) < 0.5, (note, said)
END
    "$ROSIN" render l.wav -o again.wav
    cmp l.wav again.wav
  done
  "$ROSIN" render gate --loop -d 2 -o g.wav # no pitch to speak of
  [ "$(said g.wav note)" = 60 ]
  "$ROSIN" render wine-glass -d 0.3 -o w.wav
  [ -z "$(said w.wav loops)" ]
}

# two knocks on a bar, at 0.7 s and 1.3 s of its gestures, of which events name the one
knocks() {
  cat <<'END'
duration = 2.0; rate = 44100; channels = 1;
modals = { bar = { modes = ( { frequency = 3000.0; t60 = 0.02; mass = 0.1; } ); }; };
pushes = { hand = { body = "bar"; position = 0.0; force = ( (0.0, 0.0), (0.7, 0.0), (0.7001, 1.0), (0.701, 0.0), (1.3, 0.0), (1.3001, 2.0), (1.301, 0.0) ); }; };
events = { first = "hand.force.2"; second = 1.3; };
outputs = ( { signal = "bar.velocity@0"; gain = 100.0; } );
END
}

# onsets FILE: frames where it gets loud after silence
onsets() {
  "${PYTHON:-/usr/bin/python3}" - "$1" <<'END'
import sys, wave
import numpy
with wave.open(sys.argv[1]) as file:
    raw = numpy.frombuffer(file.readframes(file.getnframes()), numpy.uint8).reshape(-1, 3)
x = abs((raw[:, 0] | raw[:, 1].astype(int) << 8 | raw[:, 2].astype(numpy.int8).astype(int) << 16).astype(float)) / 2**23
loud = numpy.flatnonzero(x > 0.02 * x.max())
print(*[int(n) for n, before in zip(loud, numpy.r_[-10000, loud[:-1]]) if n - before > 5000])
END
}

@test "events are cue points, where they are heard" {
  knocks >knocks.cfg
  "$ROSIN" render knocks.cfg -o k.wav
  [ "$(said k.wav cue)" = "first 30870
second 57330" ]
  read -r a b <<<"$(onsets k.wav)"
  near "$a" 30870 20
  near "$b" 57330 20
  # a point takes its event with it, a time stays
  "$ROSIN" render knocks.cfg -s hand.force.2.1=0.4 -o k.wav
  [ "$(said k.wav cue)" = "first 17640
second 57330" ]
  "$ROSIN" render knocks.cfg -s events.second=0.5 -o k.wav
  [ "$(said k.wav cue | tail -n 1)" = "first 30870" ]
  # gestures that sway
  for seed in 1 2 3; do
    "$ROSIN" render knocks.cfg -s sway=0.15 --seed $seed -o k.wav
    read -r a b <<<"$(onsets k.wav)"
    near "$a" "$(said k.wav cue | sed -n 's/first //p')" 30
    near "$b" "$(said k.wav cue | sed -n 's/second //p')" 30
  done
  # a loop: two turns of 2 s, begun half a second in, where its seam was kept
  "$ROSIN" render knocks.cfg --loop -d 4 -o l.wav
  said l.wav cue | cut -d' ' -f2 >cues
  onsets l.wav | tr ' ' '\n' >onsets
  [ "$(wc -l <cues)" -eq 4 ]
  paste cues onsets | while read -r cue onset; do near "$onset" "$cue" 30; done
  "$ROSIN" render knocks.cfg --plain -o p.wav
  [ "$(said p.wav order)" = "fmt data" ]
  # the same sound, with events and without
  grep -v events knocks.cfg >none.cfg
  "$ROSIN" render none.cfg --plain -o n.wav
  cmp p.wav n.wav
}

# bats test_tags=plain
@test "a contact that strikes is a cue point where its force begins" {
  "$ROSIN" render oak-door -o o.wav --probe buffer.normal,frame.normal --probe-file p.csv
  for row in "stop 2" "shut 3"; do
    read -r name column <<<"$row"
    at=$(awk -F, -v c="$column" 'NR > 1 && $c > 0 { print NR - 2; exit }' p.csv)
    near "$(said o.wav cue | sed -n "s/$name //p" | head -n 1)" "$at" 1
  done
  "$ROSIN" render oak-door -s push=14 -s weight=100 -d 1 -o o.wav # it gets nowhere
  [ -z "$(said o.wav cue)" ]
  # of a layer, from where it begins
  cat >layers.cfg <<'END'
channels = 2;
layers = { door = { scene = "oak-door"; at = 0.5; }; glass = { scene = "glass-shatter"; sway = 0.0; at = 0.25; }; };
events = { cut = 6.0; };
END
  "$ROSIN" render oak-door -o alone.wav
  "$ROSIN" render layers.cfg -s door.seed=1 -o l.wav
  [ "$(said l.wav cue | sed -n 's/cut //p')" = 264600 ]
  [ "$(said l.wav cue | sed -n 's/glass.shatter //p')" = $((44100 / 4 + 56 * 4410)) ]
  [ "$(said l.wav cue | sed -n 's/door.stop //p')" = $(($(said alone.wav cue | sed -n 's/stop //p') + 22050)) ]
}

# bats test_tags=plain
@test "scenes name what happens in them" {
  for row in "oak-door stop shut" "gate strike" "glass-shatter shatter" "chalk tap" "ricochet knock" "wet-brake dry stop" "tyre-skid stop" "brake-squeal stop" "train joint"; do
    read -r scene names <<<"$row"
    "$ROSIN" render "$scene" -o s.wav
    for name in $names; do said s.wav cue | grep -q "^$name "; done
  done
}

# bats test_tags=sanitized
@test "events that are none: one clear line" {
  knocks | grep -v events >none.cfg
  wrong() { { cat none.cfg; echo "events = $1;"; } >bad.cfg; refused 1 "$2" "$ROSIN" render bad.cfg -o x.wav; }
  wrong '1.0' "events: must be a group"
  wrong '{ a = -1.0; }' "-1 is out of range: 0 to 36000 s"
  wrong '{ a = "hand.force.9"; }' "events.a: 'hand.force.9' is neither a contact that strikes nor a point"
  wrong '{ a = "hand"; }' "events.a: 'hand' is neither"
  wrong '{ a = "hand.forse.1"; }' "events.a: 'hand.forse.1' is neither"
  wrong '{ a = ( 1.0 ); }' "events.a: is a list, must be a number"
  "$ROSIN" show chalk | sed 's/events = .*/events = { tap = "tip"; };/' >chalk.cfg
  refused 1 "events.tap: 'tip' rubs and does not strike" "$ROSIN" render chalk.cfg -o x.wav
}

@test "what is said of a sound: as it is usual, by --tag, and again" {
  "$ROSIN" render oak-door -d 0.2 -o a.wav
  [ "$(said a.wav INAM)" = "heavy oak door with a nasty stop" ]
  [ "$(said a.wav ICMT)" = "rosin render oak-door -d 0.2" ]
  [[ "$(said a.wav ISFT)" == "rosin "* ]]
  [ "$(said a.wav IART) $(said a.wav ISRC) $(said a.wav IKEY)" = "ROSIN rosin DOORWood" ]
  [ "$(said a.wav ASWG/category)/$(said a.wav ASWG/subCategory)/$(said a.wav ASWG/catId)" = DOORS/WOOD/DOORWood ]
  [ "$(said a.wav USER/CATID) $(said a.wav USER/FXNAME)" = "DOORWood heavy oak door with a nasty stop" ]
  [ -z "$(said a.wav date)$(said a.wav ICRD)$(said a.wav TAKE)" ] # no clock is asked
  "$ROSIN" render oak-door -d 0.2 -o b.wav --tag title='Slam & "bang" <3' --tag category=DOORSill --tag creator=ABC \
    --tag source=game --tag description='of the keep' --tag take=12 --tag date=2026-11-24T18:05:09
  [ "$(said b.wav INAM)" = 'Slam & "bang" <3' ]
  [ "$(said b.wav ASWG/fxName)" = 'Slam & "bang" <3' ]
  [ "$(said b.wav date) $(said b.wav time) $(said b.wav ICRD)" = "2026-11-24 18:05:09 2026-11-24T18:05:09" ]
  [ "$(said b.wav TAKE) $(said b.wav USER/TAKE) $(said b.wav ITRK)" = "12 12 12" ]
  [ "$(said b.wav ASWG/creatorId) $(said b.wav ASWG/sourceId) $(said b.wav USER/DESCRIPTION)" = "ABC game of the keep" ]
  [ "$(said b.wav ASWG/catId)$(said b.wav ASWG/category)" = DOORSill ] # its words are not known
  [ "$(said a.wav reference)" != "$(said b.wav reference)" ]
  "$ROSIN" render b.wav -o again.wav
  cmp b.wav again.wav
  eval "$(said b.wav ICMT | sed "s|^rosin|'$ROSIN'|") -o again.wav"
  cmp b.wav again.wav
  "$ROSIN" render b.wav --tag take=13 -o c.wav # one more is said, the rest stays
  [ "$(said c.wav TAKE) $(said c.wav ASWG/creatorId)" = "13 ABC" ]
  # a command that bext cuts is whole elsewhere
  long=$(for i in $(seq 40); do printf ' -s hinge.law.mu_static=0.%d' $((500 + i)); done)
  "$ROSIN" render oak-door -d 0.1 $long -o l.wav
  [ "$(said l.wav description | wc -c)" -lt 257 ]
  for name in ICMT ASWG/notes; do [ "$(said l.wav $name)" = "rosin render oak-door$long -d 0.1" ]; done
  refused 2 "must be KEY=VALUE" "$ROSIN" render oak-door --tag title -o x.wav
  refused 2 "did you mean 'title'" "$ROSIN" render oak-door --tag titel=A -o x.wav
  refused 2 "must be YYYY-MM-DD" "$ROSIN" render oak-door --tag date=2026-13-01 -o x.wav
  refused 2 "is not a whole number" "$ROSIN" render oak-door --tag take=two -o x.wav
  refused 2 "title: longer than 63 bytes" "$ROSIN" render oak-door --tag title=$(printf 'a%.0s' $(seq 64)) -o x.wav
}

# bats test_tags=plain
@test "sox, ffmpeg, exiftool and mediainfo read them back" {
  found=""
  "$ROSIN" render oak-door -o o.wav --tag date=2026-11-24 --tag take=3
  "$ROSIN" render wine-glass --loop -d 1 -o l.wav
  cue=$(said o.wav cue | sed -n 's/stop //p')
  if command -v soxi >/dev/null; then
    found="$found sox"
    [ "$(soxi -s o.wav)" = "$(said o.wav frames)" ]
    run -0 soxi -V4 l.wav # it goes from chunk to chunk, to the end
    [[ "$output" == *"WAV Chunk LIST"*INAM*ISFT* ]]
    soxi -V4 o.wav 2>&1 | grep -q 'Chunk cue'
    sox o.wav sox.wav
  fi
  if command -v ffprobe >/dev/null; then
    found="$found ffmpeg"
    run -0 ffprobe -v error -show_format -show_chapters -show_streams o.wav
    for text in "title=heavy oak door with a nasty stop" "comment=rosin render oak-door --tag" "artist=ROSIN" "date=2026-11-24" \
      "umid=0x060A2B34" "TAG:title=stop" "TAG:title=shut" "start=$cue"; do
      [[ "$output" == *"$text"* ]] || { echo "ffprobe: no $text"; return 1; }
    done
    for end in flac aiff caf; do
      "$ROSIN" render chalk -d 0.1 -o c.$end
      [[ "$(ffprobe -v error -show_format c.$end)" == *"title=chalk on a board"* ]]
    done
  fi
  if command -v exiftool >/dev/null; then
    found="$found exiftool"
    [ "$(exiftool -s3 -Title o.wav)" = "heavy oak door with a nasty stop" ]
    [ "$(exiftool -s3 -BwfxmlAswgCatId o.wav) $(exiftool -s3 -BwfxmlTake o.wav)" = "DOORWood 3" ]
    [ "$(exiftool -s3 -CuePointLabel o.wav)" = "1 stop" ]
    [ "$(exiftool -s3 -NumSampleLoops l.wav) $(exiftool -s3 -MIDIUnityNote l.wav)" = "1 $(said l.wav note)" ]
    run -0 exiftool -warning -validate o.wav
    [[ "$output" != *Warning* ]]
  fi
  if command -v mediainfo >/dev/null; then
    found="$found mediainfo"
    run -0 mediainfo o.wav
    for text in "heavy oak door with a nasty stop" 2026-11-24 "DOORS - WOOD" "rosin render oak-door"; do
      [[ "$output" == *"$text"* ]] || { echo "mediainfo: no $text"; return 1; }
    done
  fi
  if command -v sndfile-info >/dev/null; then
    found="$found sndfile-info"
    sndfile-info l.wav | grep -q 'End *: *44099 '
  fi
  [ -n "$found" ] || skip "none of sox, ffmpeg, exiftool, mediainfo and sndfile-programs is installed"
  echo "# read by$found" >&3
}

# by_kwave FILE: what the sound editor Kwave found in a file, which it says as it opens it; it stays open, and is ended
by_kwave() {
  mkdir -p -m 700 home
  HOME="$PWD/home" XDG_RUNTIME_DIR="$PWD/home" QT_QPA_PLATFORM=offscreen \
    timeout -k 5 300 dbus-run-session -- sh -c 'kwave "$1" 2>&1 & echo "pid $!"; wait' - "$PWD/$1" </dev/null 3>&- |
    while read -r line; do
      case $line in
        "pid "*) pid=${line#pid } ;;
        "--- meta data"*) begun=1 ;;
        -----*) [ -z "$begun" ] || { kill "$pid"; break; } ;;
        *) [ -z "$begun" ] || printf '%s\n' "$line" ;;
      esac
    done
}

# by_polyphone FILE: end of the loop, note and cents that the sampler's editor Polyphone makes of a file, as gigtools reads its bank
by_polyphone() {
  mkdir -p -m 700 home
  rm -f bank.sf2
  printf '<region> sample=%s\n' "$1" >bank.sfz
  HOME="$PWD/home" XDG_RUNTIME_DIR="$PWD/home" QT_QPA_PLATFORM=offscreen timeout 300 polyphone -1 -i bank.sfz -d . -o bank >polyphone.txt 2>&1
  sf2dump bank.sf2 | awk -F '[ ,]+' '/Depth:/ { for (i = 1; i < NF; i++) if ($i == "Pitch:") note = $(i + 1) }
    /Start Loop:/ { for (i = 1; i < NF; i++) { if ($i == "Start") if ($(i + 1) == "Loop:") begin = $(i + 2); if ($i == "Loop:") end = $(i + 1) }
      print begin, end, note; exit }'
}

# bats test_tags=plain
@test "a sound editor shows events and texts, a sampler's editor loops" {
  found=""
  "$ROSIN" render oak-door -o o.wav --tag date=2026-11-24 --tag creator=ABC
  if command -v kwave >/dev/null && command -v dbus-run-session >/dev/null; then
    found="$found kwave"
    by_kwave o.wav >kwave.txt
    for text in "'FILE_INFO: Name' = 'heavy oak door with a nasty stop'" "'FILE_INFO: Performer' = 'ABC'" "'FILE_INFO: Date' = '2026-11-24'" \
      "'FILE_INFO: Genre' = 'DOORS - WOOD'" "'FILE_INFO: Keywords' = 'DOORWood'" "'FILE_INFO: Comments' = 'rosin render oak-door --tag"; do
      grep -qF "$text" kwave.txt || { echo "kwave: no $text"; cat kwave.txt; return 1; }
    done
    sed -n "s/'STDPROP_DESCRIPTION' = '\(.*\)'/\1/p; s/'STDPROP_POS' = '\(.*\)'/\1/p" kwave.txt | paste -d ' ' - - >labels
    diff labels <(said o.wav cue)
  fi
  if command -v polyphone >/dev/null && command -v sf2dump >/dev/null; then
    found="$found polyphone"
    "$ROSIN" render wine-glass --part loop -d 1 -o p.wav
    [ "$(by_polyphone p.wav)" = "0 $(said p.wav frames) $(said p.wav note)" ]
    "$ROSIN" render p.wav --plain -o plain.wav # its own guess, where nothing is said
    [ "$(by_polyphone plain.wav)" != "0 $(said p.wav frames) $(said p.wav note)" ]
  fi
  [ -n "$found" ] || skip "neither kwave (with dbus-run-session) nor polyphone (with gigtools) is installed"
  echo "# read by$found" >&3
}
