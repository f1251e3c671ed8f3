#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The Pd classes in a real, headless Pd; skipped where there is none.
# bats file_tags=plain

bats_require_minimum_version 1.5.0

setup_file() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
  export ROOT
  for p in python3 /usr/bin/python3; do "$p" -c 'import numpy, scipy' 2>/dev/null && PYTHON=$p && break; done
  export PYTHON
  if command -v pd >/dev/null && [ -e /usr/include/pd/m_pd.h ] && [ -d /usr/share/pd-lib-builder ]; then
    # one at a time: pd_install.bats makes it too, and the tree that it is made in is moved into place
    flock "$ROOT/build" make -s -C "$ROOT" pd >/dev/null 2>&1
  fi
}

setup() {
  command -v pd >/dev/null || skip "no pd"
  [ -e "$ROOT/build/pd/rosin.scene~.pd_linux" ] || skip "no pd-lib-builder"
  mkdir "$BATS_TEST_TMPDIR/scratch" # bats removes it, wherever a test goes from there
  cd "$BATS_TEST_TMPDIR/scratch" || exit 1
}

run_pd() {
  timeout 1000 pd -nogui -batch -noaudio -noprefs -stderr -r 44100 -path "$ROOT/build/pd" -open "$1" >log 2>&1
  ! grep -E "couldn't create|error:" log
}

@test "a scene in Pd gives the samples of rosin render" {
  cp "$ROOT/tests/pd/scene.pd" .
  run_pd scene.pd
  "$ROSIN" render squeak -d 0.5 -o ref.wav --format float --plain
  # both hold 22050 floats at the end
  cmp <(tail -c 88200 out.wav) <(tail -c 88200 ref.wav)
}

@test "a scene that rosin match made of a recording gives in Pd the samples of rosin render" {
  cp "$ROOT/tests/pd/scene.pd" .
  "$ROSIN" render door-hinge-slow -d 0.4 --plain -o door.wav
  "$ROSIN" match door.wav --from chalk --evaluations 60 --seed 5 -o found >/dev/null
  grep -q heard1 found.cfg # with resonances of the recording's own
  sed -i 's/rosin.scene~ squeak/rosin.scene~ found.cfg/' scene.pd
  run_pd scene.pd
  "$ROSIN" render found.cfg -r 44100 -o ref.wav --format float --plain
  "$PYTHON" -W ignore - <<'END'
import numpy as np
from scipy.io import wavfile
got, wanted = (wavfile.read(f)[1] for f in ("out.wav", "ref.wav"))
wanted = wanted[:, 0] if wanted.ndim > 1 else wanted
assert len(wanted) > 4000 and np.abs(wanted).max() > 0.01 and np.array_equal(got[:len(wanted)], wanted)
END
}

@test "Pd's rooms include and call what is below them, and no objects need each other in a circle" {
  command -v nm >/dev/null || skip "no nm"
  python3 "$ROOT/tests/layers.py" "$(dirname "$ROSIN")" "$ROOT/build/pd"
  python3 "$ROOT/tests/mathematics.py" "$ROOT/build/pd"
}

behaves() {
  "$PYTHON" "$ROOT/tests/pd/behave.py" "$1"
}

@test "all that a patch of all classes gives and says is what it was" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/whole.py"
}
@test "a name that two claim is the first one's, and then the other's" {
  behaves duplicates
}
@test "a renamed body is found, and lets go of its old contacts" {
  behaves rename
}
@test "an unrelated edit changes no bit" {
  behaves unrelated_edit
}
@test "an object that nobody connects runs" {
  behaves unconnected
}
@test "a bow of several points, its width by message" {
  behaves wide
}
@test "every parameter of every law is heard in Pd, as argument and as message" {
  behaves parameters
}
@test "bow SPEED: strings sing under it, pressed more or less, turning, asked by its inlet" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/bowing.py" sings
}
@test "a bar of brass sings under wet cloth, at its own pitch and at a key's, as the page says" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/bowing.py" bars
}
@test "bow 0 lifts, a force is a hand of one's own, dump and print say so" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/bowing.py" hands_over
}
@test "a contact that is asked where it sings as its string is deleted looks at none" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/bowing.py" gone
}
@test "what does not sing under a bow says why, once" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/bowing.py" says
}
@test "a hand of one's own that slides while nothing swings is told so, and no other" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/bowing.py" evenly
}
@test "a string on a bridge that creaks is told of the light body below" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/bowing.py" light
}
@test "a contact under a switch that is off is lifted" {
  behaves switched
}
@test "different blocks in one network are an error that names both" {
  behaves blocks
}
@test "another block of the same size is an error, once" {
  behaves strangers
}
@test "what dump says sets another object" {
  behaves settings
}
@test "rate and block size change while it sounds" {
  behaves audio_settings
}
@test "a scene ends, or goes on where it is told so" {
  behaves scene_goes_on
}
@test "a contact that was told no place is off the bridge" {
  behaves first_place
}
@test "the bow's place is a share of what sounds, up to the finger" {
  behaves stopped
}
@test "a body from matter and size, and out of a file, as in a scene" {
  behaves matter
}
@test "what presses a contact is an impact, or it says why it is silent" {
  behaves knocks
}
@test "a ball bounces by the formula, and what it presses rubs only while it touches" {
  behaves knocks_sound
}
@test "every message with wrong arguments is answered by one line" {
  [ -z "$("$PYTHON" -W ignore "$ROOT/tests/pd/wrong.py")" ]
}
@test "a sensor's stream is recorded, played, varied" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/abstractions.py" records
}
@test "a phone: messages by the last word of their address, three numbers smoothed" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/abstractions.py" phones
}
@test "between two presets numbers go by ratio, and a bow goes on" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/abstractions.py" morphs
}
@test "a bowed string is drawn as it moves, and sounds as before" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/abstractions.py" moves
}
@test "a section is in tune, and no two of it are the same; lifted, it does not thump; voices and sections play without arguments, and Pd prints nothing" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/abstractions.py" sections lifts bare
}
@test "keys play strings, with bends, touches and slides of their own; what is no message is said; a patch of 0.2 that clones rosin-voice plays" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/abstractions.py" voices told older
}
@test "every message on every page of the helps is taken by its object" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/clicked.py"
}
@test "no patch has a cord across a box or upwards, a box or label over another, a slider without its number, two volumes, scroll bars" {
  "$PYTHON" "$ROOT/tests/pd/layout.py"
}
@test "what is wrong in how a patch looks is found" {
  cat >bad.pd <<'P'
#N canvas 0 0 300 900 12;
#X obj 20 20 hsl 128 18 0 1 0 1 empty empty how_much 0 -9 0 11 #f4f0e4 #000000 #000000 0 1;
#X msg 20 60 across;
#X obj 20 40 f;
#X obj 20 100 f;
#X obj 200 100 rosin.out~;
#X obj 200 200 rosin.out~;
#X obj 20 200 dac~;
#X text 30 204 over it;
#X obj 20 300 f;
#X obj 200 250 f;
#X connect 2 0 3 0;
#X connect 8 0 9 0;
P
  run -1 "$PYTHON" "$ROOT/tests/pd/layout.py" bad.pd
  for line in "has no number box" "label how_much" "crosses 'across'" "two volume controls" "[dac~] is not" "'dac~' and 'over it' overlap" \
    "goes up" "a window 900 high" "a window of 300 by 900"; do
    [[ "$output" == *"$line"* ]] || { echo "missing: $line"; echo "$output"; false; }
  done
}
@test "lists and floats go to the inlets as Pd's own do" {
  behaves lists
}
@test "print says what is missing to sound" {
  behaves lacking
}
@test "what cannot sound says so, once, where it is seen" {
  behaves hints
}
@test "what no DSP reaches, in a loop of cords or under a switch, says that" {
  behaves looped
  behaves switched_print
}
@test "a joint that is told no place holds a form where it moves" {
  behaves joined
}
@test "places of pickups in one message are those of one each; a flag that stands too late is told where it stands" {
  behaves pickups
}
@test "a signal beyond its range is clipped and says so once, a message is refused" {
  behaves clipped
}
@test "a scene answers: out of range, before it sounds, after its end; names, presets, dump" {
  "$PYTHON" "$ROOT/tests/pd/scenes.py" answers
}
@test "a scene in Pd is moved by sounds of every format that the command reads" {
  [ -x "$ROOT/build/rosin" ] || skip "no build/rosin"
  for kind in wav flac ogg; do
    "$ROOT/build/rosin" render cello-d -d 0.2 -o sound.$kind 2>said || { cat said; false; }
    cat >scene.cfg <<END
duration = 1.0;
modals = { wood = { modes = ( { frequency = 500.0; t60 = 0.5; mass = 0.01; } ); }; };
contacts = { hand = { a = "-"; b = "wood"; law = { type = "coulomb"; }; velocity = 0.1; force = { follow = "sound.$kind"; }; }; };
outputs = ( { signal = "wood.velocity@0"; } );
END
    printf '%s\n' "#N canvas 0 0 400 300 10;" "#X obj 10 10 loadbang;" "#X obj 10 90 rosin.scene~ scene.cfg;" \
      "#X msg 10 40 start;" "#X msg 90 40 \; pd quit;" "#X obj 90 20 delay 100;" "#X connect 0 0 2 0;" \
      "#X connect 0 0 4 0;" "#X connect 4 0 3 0;" "#X connect 2 0 1 0;" >scene.pd
    run_pd scene.pd
  done
}
@test "a scene that is started before DSP is on begins with it" {
  "$PYTHON" "$ROOT/tests/pd/scenes.py" early
  "$PYTHON" "$ROOT/tests/pd/scenes.py" waits
}
@test "hold: a scene sounds on under its macros and controls, from silence and from where it is" {
  "$PYTHON" "$ROOT/tests/pd/scenes.py" holds
}
@test "what is a message of one value may be an argument of a scene or an instrument: hold, loop, level, a preset" {
  "$PYTHON" "$ROOT/tests/pd/scenes.py" arguments
}
@test "stop, a start while it sounds, and the end fade; what begins is from the first sample on" {
  "$PYTHON" "$ROOT/tests/pd/scenes.py" fades
}
@test "a key is the same as a word of the object, as a message before there is sound, and while there is" {
  for class in $("$PYTHON" "$ROOT/tests/pd/told.py"); do
    "$PYTHON" "$ROOT/tests/pd/told.py" "$class"
  done
}
@test "under messages by chance, what is taken is told, what is refused moves nothing" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/chance.py" taken
}
@test "whatever dump lists, get says alone, of every class" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/chance.py" each
}
@test "whatever an object was told in whatever order, one that reads its state says and sounds the same" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/chance.py" again
}
@test "an instrument takes a scale from where the patch is, and gives it back" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/chance.py" scales
}
@test "the whole state of an object as text: written, read by another, the same" {
  "$PYTHON" "$ROOT/tests/pd/states.py" states
}
@test "a state of another class, cut off or none is one line and changes nothing" {
  "$PYTHON" "$ROOT/tests/pd/states.py" wrong_states
}
@test "presets by name, of contacts and scenes" {
  "$PYTHON" "$ROOT/tests/pd/states.py" presets
}
@test "note: strings and bars in tune by MIDI pitch" {
  "$PYTHON" "$ROOT/tests/pd/musicians.py" notes
}
@test "t60 is what is measured" {
  "$PYTHON" "$ROOT/tests/pd/musicians.py" decay
}
@test "pluck and strike sound without a number; a strike's impulse is 2 m v" {
  "$PYTHON" "$ROOT/tests/pd/musicians.py" strokes
}
@test "a first sound is near -18 dBFS without a steady part; gain and hip" {
  "$PYTHON" "$ROOT/tests/pd/musicians.py" levels
}
@test "a pad: where a hand presses, drags and lets go, what is drawn, what is said" {
  "$PYTHON" "$ROOT/tests/pd/pad.py"
}
@test "a pad's corner, dragged by a mouse in edit mode, makes it larger, which can be undone" {
  for p in Xvfb xdotool; do command -v "$p" >/dev/null || skip "no $p"; done
  "$PYTHON" "$ROOT/tests/pd/grip.py"
}
@test "start-here: every button at its end opens a patch" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/firsthour.py"
}
@test "what a help sees also, and its examples, open by the button beside them" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/firsthour.py" see
}
@test "the lesson of four hours: every step opens, sounds, and does what its message says" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/lesson.py"
}
@test "a sensor moves two macros of a door from one sound to another, as the help of scenes shows" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/firsthour.py" sensor >levels
  cat levels
  awk '!($1 > -40 && $1 < -15 && $2 > -90 && $1 > $2 + 6) { bad = 1 } END { exit bad || NR != 1 }' levels
}
@test "no help or example says anything as it is opened, started and stopped" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/firsthour.py" quiet
}
@test "print tells every law's parameters with unit, range and default" {
  make -s -C "$ROOT" build/librosin.so >/dev/null # the tables
  "$PYTHON" "$ROOT/tests/pd/explained.py"
}
@test "who mistakes a law or a point is told which there are" {
  "$PYTHON" "$ROOT/tests/pd/named.py"
}
@test "pickups in one multichannel outlet where the host has it" {
  behaves multichannel
}
@test "in a newer Pd all patches open, and pickups in one outlet are those of an outlet each" {
  run "$PYTHON" -W ignore "$ROOT/tests/pd/newer.py"
  [ "$status" != 77 ] || skip "$output"
  echo "$output"
  [ "$status" = 0 ]
}
@test "patches are as their generator writes them" {
  make -s -C "$ROOT" build/librosin.so >/dev/null
  "$PYTHON" "$ROOT/docs/patches/make.py" --check
}
@test "pictures of patches show them as they are" {
  "$PYTHON" "$ROOT/docs/figures/patches.py" --check
}
@test "a picture is drawn as Pd shows the patch" {
  for p in Xvfb xdotool import; do command -v "$p" >/dev/null || skip "no $p"; done
  mkdir -p docs/figures pd && cp "$ROOT/docs/figures/patches.py" docs/figures && cp "$ROOT/pd/squeak.pd" pd
  printf '\x89PNG\r\n\x1a\n' >docs/figures/pd-squeak.png
  run -1 "$PYTHON" docs/figures/patches.py --check
  [[ "$output" == *"pd-squeak.png does not show pd/squeak.pd as it is"* ]]
  ROSIN_PD=$ROOT/build/pd "$PYTHON" docs/figures/patches.py
  "$PYTHON" docs/figures/patches.py --check
  echo "#X text 20 400 more;" >>pd/squeak.pd
  run -1 "$PYTHON" docs/figures/patches.py --check
}
@test "help and example patches: loaded, silent, then sounding at a safe level" {
  "$PYTHON" -W ignore "$ROOT/tests/verify/pd.py" patches >levels
  awk '{ n++; if (!($2 > -40 && $2 < -3)) bad = bad " " $1 " " $2 } END { print bad; exit bad != "" || n < 15 }' levels
}
@test "every help and example, opened beside a patch with their names: it goes on, to the bit" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/together.py" beside
}
@test "every help and example at once: nobody falls silent" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/together.py" all
}
@test "the same samples as rosin render, a block later" {
  "$PYTHON" -W ignore "$ROOT/tests/verify/pd.py" agree >figures
  awk '{ n++; if (!($2 < -100)) bad = 1 } END { exit bad || n != 4 }' figures
}
@test "notes by message at any time give the samples of rosin render --midi" {
  "$PYTHON" -W ignore "$ROOT/tests/verify/pd.py" score >figures
  awk '{ n++; if ($2 != 0) bad = 1 } END { exit bad || n != 5 }' figures
}
@test "notes by message give the samples of rosin render --midi where keys play a scene" {
  "$PYTHON" -W ignore "$ROOT/tests/verify/pd.py" keys >figures
  awk '{ n++; if ($2 != 0) bad = 1 } END { exit bad || n != 5 }' figures
}
@test "what is said before a body is made is not lost, and keeps its order" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/made.py" first_messages
  "$PYTHON" -W ignore "$ROOT/tests/pd/made.py" in_order
}
@test "too many bridges, weights or modes: one line that says how many" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/made.py" too_much
}
@test "a long file is looked at beside Pd" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/made.py" long_file
}
@test "offline Pd waits for what is made: the same samples each time" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/made.py" same_samples
}
@test "a string that is retuned rings on, in tune" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/made.py" goes_on
  "$PYTHON" -W ignore "$ROOT/tests/pd/made.py" nine_hands
}
@test "what is retuned while it rings makes no click" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/clicks.py" >clicks
  awk '{ n++; if (!($2 < ($1 == "bridged" ? -50 : -60))) bad = 1 } END { exit bad || n != 35 }' clicks
}
@test "a bow that is told another law, preset or place bursts below -60 dBFS" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/clicks.py" contact >bursts
  cat bursts
  awk '{ n++; if (!($1 <= -60)) bad = 1 } END { exit bad || n != 10 }' bursts
}
@test "random edits in real time, bodies made beside Pd, under sanitizers" {
  make -s -C "$ROOT" pd-watch >/dev/null 2>&1
  "$PYTHON" -W ignore "$ROOT/tests/verify/pd.py" fuzz-live >figures
  cat figures
  awk '$1 ~ /exit|allocations|sins|not_finite/ && $2 != 0 { bad = 1 } END { exit bad || NR < 5 }' figures
}
@test "all memory of a patch of all classes comes back, also where some of it is refused, under sanitizers" {
  make -s -C "$ROOT" pd-watch >/dev/null 2>&1
  export ROSIN_PD_WATCH=$ROOT/build/pd-watch ROSIN_PD_SANITIZED=1
  "$PYTHON" "$ROOT/tests/pd/whole.py" lost
  "$PYTHON" "$ROOT/tests/pd/whole.py" lack
}
@test "2000 random edits under sanitizers: nothing lost, nothing leaked" {
  make -s -C "$ROOT" pd-watch >/dev/null 2>&1
  "$PYTHON" -W ignore "$ROOT/tests/verify/pd.py" fuzz-short >figures
  cat figures
  # silence would be finite, too
  awk '$1 ~ /exit|live|sins|not_finite/ && $2 != 0 || $1 ~ /peak/ && !($2 > 0.01) { bad = 1 } END { exit bad || NR < 6 }' figures
}
@test "examples that are played by notes sing no octave, and speak from rest" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/octaves.py" 40 >figures
  cat figures
  awk '$2 != 0 { bad = 1 } END { exit bad || NR != 3 }' figures
}
@test "a finger that slides from the open C sings where it stays, under the hand on the pad" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/intune.py" pad >keys
  cat keys
  awk '!($2 > 0.9) { bad = 1 } END { exit bad || NR != 7 }' keys
}
@test "each form sounds as it comes, as loud as the others" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/forms.py" >figures
  cat figures
  awk '$1 == "pd_forms_bang_off_db" { good += $2 <= 3 && $4 >= 19 }
    $1 ~ /^pd_forms_(signal|changed)_off_db$/ { good += $2 <= 3 } $1 == "pd_forms_second_louder_db" { good += $2 <= 0 }
    $1 == "pd_forms_rubbed_off_db" { good += $2 <= 8 }
    END { exit good != 5 }' figures
}
@test "overlapping blocks are refused in a line, a rate of 8 kHz is not" {
  overlapped() {
    cat >block.pd <<P
#N canvas 0 0 400 300 10;
#X obj 10 10 loadbang;
#X msg 10 40 \; pd dsp 1;
#X obj 10 60 delay 300;
#X msg 10 90 \; pd quit;
#X obj 100 10 block~ 256 $1;
#X obj 100 60 rosin.string~ s 1;
#X obj 100 90 rosin.modal~ m 1 shape bowl;
#X connect 0 0 1 0;
#X connect 0 0 2 0;
#X connect 2 0 3 0;
P
    pd -nogui -batch -noaudio -noprefs -stderr -r "$2" -path "$ROOT/build/pd" -open block.pd
  }
  run overlapped 2 44100
  [ "$status" -eq 0 ]
  [ "$(grep -c "overlaps by 2" <<<"$output")" -eq 2 ]
  run overlapped 1 8000
  [ "$status" -eq 0 ]
  ! grep "error" <<<"$output"
}
@test "the points of a form are told, and taken again" {
  cat >points.pd <<'P'
#N canvas 0 0 400 300 10;
#X obj 10 10 loadbang;
#X obj 10 40 t b b b;
#X msg 10 70 get points;
#X msg 100 70 points mic 0.9 tip 1;
#X msg 200 70 get shape;
#X obj 10 120 rosin.modal~ m 1 shape bar-clamped;
#X obj 10 150 print m;
#X obj 10 180 t b;
#X msg 10 200 \; pd quit;
#X connect 0 0 1 0;
#X connect 1 2 2 0;
#X connect 1 1 3 0;
#X connect 1 0 4 0;
#X connect 2 0 5 0;
#X connect 3 0 5 0;
#X connect 4 0 5 0;
#X connect 5 1 6 0;
#X connect 1 0 7 0;
#X connect 7 0 8 0;
P
  run pd -nogui -batch -noaudio -noprefs -stderr -path "$ROOT/build/pd" -open points.pd
  echo "$output"
  grep -q "m: points mic 0.9 tip 1" <<<"$output"
  grep -q "m: shape bar-clamped" <<<"$output"
}
@test "only setup symbols are exported" {
  for f in "$ROOT"/build/pd/rosin.*.pd_linux; do
    nm -D --defined-only "$f" | awk '$2 == "T" && $3 !~ /^setup_rosin0x2e/ { bad = 1 } END { exit bad }'
  done
}
@test "the classes build for a double-precision Pd" {
  make -s -C "$ROOT" pd PD_FLOATSIZE=64 >/dev/null 2>&1
  nm -D "$ROOT"/build/pd64/rosin.string~.linux-*-64.so | grep -q class_new64
}

@test "hostile arguments and messages: errors, no crash" {
  cat >bad.pd <<'P'
#N canvas 0 0 400 300 10;
#X obj 10 10 loadbang;
#X obj 10 40 t b b;
#X msg 200 40 \; pd dsp 1;
#X msg 10 70 bow.force 1e30 \, bow.force -5 \, bow.velocity nan \, nobody 3 \, bow.force wood \, bow.position 1 2 3 \, start \, bow.force 1e-40 \, stop \, start \, print;
#X obj 10 110 rosin.scene~ cello-d;
#X obj 150 110 rosin.scene~ no-such-scene;
#X obj 150 140 rosin.scene~ 1e9;
#X obj 10 150 snapshot~;
#X obj 10 200 delay 500;
#X msg 10 230 \; pd dsp 0 \; pd quit;
#X connect 0 0 1 0;
#X connect 1 1 2 0;
#X connect 1 0 3 0;
#X connect 1 0 8 0;
#X connect 3 0 4 0;
#X connect 3 0 5 0;
#X connect 4 0 7 0;
#X connect 8 0 9 0;
P
  run -0 timeout 1000 pd -nogui -batch -noaudio -noprefs -stderr -r 44100 -path "$ROOT/build/pd" -open bad.pd
  [[ "$output" == *"no embedded scene"* ]]
  [[ "$output" == *"no control 'nobody'"* ]]
}

@test "an instrument: notes, a hand, settings through a change of rate, errors" {
  cat >cello.pd <<'P'
#N canvas 0 0 400 300 10;
#X obj 10 10 loadbang;
#X obj 10 40 t b b b;
#X msg 200 40 \; pd dsp 1;
#X obj 10 110 rosin.cello~ cello;
#X obj 150 110 rosin.cello~ glass;
#X obj 300 110 rosin.cello~ nobody;
#X msg 10 70 note 200 90 \, note 50 \, bend wood \, pad 2 0 1 \, bow 1 9 0 \, midi 144 50 300 \, assist 2 \, nobody 1 \, get nobody \, scale nobody.scl \, articulation 1e30 \, 50 90 \, control 74 64 \, midi 144 57 100 \, pad 0.8 0.5 1 \, assist 0.5 \, get assist \, quiet \, get by_hand;
#X msg 200 70 note 50 100;
#X obj 10 150 print said;
#X obj 10 180 delay 300;
#X msg 10 230 \; pd dsp 0 \; pd quit;
#X connect 0 0 1 0;
#X connect 1 2 7 0;
#X connect 7 0 3 0;
#X connect 1 1 2 0;
#X connect 1 0 6 0;
#X connect 1 0 9 0;
#X connect 6 0 3 0;
#X connect 3 2 8 0;
#X connect 9 0 10 0;
P
  run -0 timeout 1000 pd -nogui -batch -noaudio -noprefs -stderr -r 44100 -path "$ROOT/build/pd" -open cello.pd
  for line in "note: nothing plays; turn on DSP" "key 200: out of range: 0 to 127" "note: takes 2 to 3 numbers, not 1" \
    "bend: number 1 is none" "x 2: out of range: 0 to 1" "speed 9: out of range: -2 to 2" "byte 300: out of range" \
    "assist: value 2: out of range: 0 to 1" "nobody: there is no such message" "there is no 'nobody'" "nobody.scl" \
    "said: assist 0.5" "said: by_hand 1" "glass: has no instrument" "no embedded scene"; do
    [[ "$output" == *"$line"* ]] || { echo "missing: $line"; echo "$output"; false; }
  done
}

@test "a law's parameter takes its words" {
  cat >words.pd <<'END'
#N canvas 0 0 400 300 12;
#X obj 20 20 loadbang;
#X obj 20 50 t b b b;
#X msg 140 80 load_fall relax;
#X msg 80 110 get load_fall;
#X msg 20 140 \; pd quit;
#X obj 80 180 rosin.friction~ - -;
#X obj 80 220 print said;
#X connect 0 0 1 0;
#X connect 1 2 2 0;
#X connect 1 1 3 0;
#X connect 1 0 4 0;
#X connect 2 0 5 0;
#X connect 3 0 5 0;
#X connect 5 3 6 0;
END
  run_pd words.pd
  grep -q "said: load_fall 1" log
}
@test "strings that rest in Pd cost little of what those do that sound, under signals that stand still, and wake without a click" {
  "$PYTHON" -W ignore "$ROOT/tests/pd/sleep.py" wakes >figures
  ! command -v valgrind >/dev/null || "$PYTHON" -W ignore "$ROOT/tests/pd/sleep.py" cost >>figures
  cat figures
  awk '$1 == "rest" && $2 != 0 || $1 == "peak" && !($2 > 0.1) || $1 == "difference" && !($2 < 1e-5) ||
    $1 == "strings_asleep_percent" && !($2 < 2.2) { bad = 1 } END { exit bad || NR < 3 }' figures
}

@test "a section: players as arguments, and what they cannot be" {
  cat >section.pd <<'P'
#N canvas 0 0 400 300 10;
#X obj 10 10 loadbang;
#X obj 10 40 t b b b;
#X msg 200 40 \; pd dsp 1;
#X obj 10 110 rosin.cello~ viola players 3 tightness 1;
#X obj 150 110 rosin.cello~ viola players 17;
#X obj 300 110 rosin.scene~ rope players 2;
#X msg 10 70 note 60 100 \, get players \, get tightness;
#X obj 10 150 print said;
#X obj 10 180 delay 600;
#X msg 10 230 \; pd dsp 0 \; pd quit;
#X obj 100 150 env~ 16384;
#X obj 100 180 print level;
#X connect 0 0 1 0;
#X connect 1 2 2 0;
#X connect 1 1 6 0;
#X connect 1 0 8 0;
#X connect 6 0 3 0;
#X connect 3 2 7 0;
#X connect 8 0 9 0;
#X connect 3 0 10 0;
#X connect 10 0 11 0;
P
  run -0 timeout 1000 pd -nogui -batch -noaudio -noprefs -stderr -r 44100 -path "$ROOT/build/pd" -open section.pd
  for line in "said: players 3" "said: tightness 1" "players: 17 is out of range: 1 to 16" "players: is for instruments"; do
    [[ "$output" == *"$line"* ]] || { echo "missing: $line"; echo "$output"; false; }
  done
  awk '/^level: / && $2 > loud { loud = $2 } END { exit !(loud > 40 && loud < 95) }' <<<"$output"
}
