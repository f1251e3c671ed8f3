#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# rosin modes, from a recording to a body that plays; ROSIN names the binary.

load common

# knock OPTIONS...: renders a bar of known tones, knocked after 0.1 s, into knock.wav.
knock() {
  cat >knock.cfg <<'END'
duration = 2.0;
modals = { x = {
  points = { touch = 0.0; mic = 1.0; };
  modes = ( { frequency = 310.0; t60 = 0.9; mass = 0.05; at = (1.0, 1.0); },
            { frequency = 313.1; t60 = 0.7; mass = 0.06; at = (1.0, -0.8); },
            { frequency = 854.0; t60 = 0.5; mass = 0.05; at = (1.0, 0.9); },
            { frequency = 1674.0; t60 = 0.3; mass = 0.07; at = (1.0, -1.0); },
            { frequency = 5210.0; t60 = 0.2; mass = 0.09; at = (1.0, 0.5); } );
}; };
pushes = { h = { body = "x"; position = "touch";
  force = { points = ( (0.1, 0.0), (0.1001, 400.0), (0.1002, 0.0) ); }; }; };
outputs = ( { signal = "x.velocity@mic"; gain = 0.3; } );
END
  "$ROSIN" render knock.cfg -o knock.wav --plain "$@"
}

# found FILE: the frequencies and T60 of a body.
found() {
  sed -n 's/.*{ frequency = \([^;]*\); t60 = \([^;]*\);.*/\1 \2/p' "$1"
}

# right FILE: it has the five modes of the knock within 0.2% and 10%.
right() {
  found "$1" >found.txt
  [ "$(wc -l <found.txt)" -eq 5 ] || { cat found.txt; return 1; }
  printf '310 0.9\n313.1 0.7\n854 0.5\n1674 0.3\n5210 0.2\n' | paste -d' ' - found.txt |
    awk '{ f = $3 / $1 - 1; t = $4 / $2 - 1; if (f * f > 4e-6 || t * t > 0.01) { print; bad = 1 } } END { exit bad }'
}

# wav CHANNELS BITS FILE <RAW: puts a header before raw samples at 44.1 kHz.
le() {
  local v=$1 i
  for ((i = 0; i < $2; i++)); do
    printf "\\x$(printf %02x $((v & 255)))"
    v=$((v >> 8))
  done
}
wav() {
  local size
  cat >raw
  size=$(stat -c %s raw)
  { printf RIFF; le $((36 + size)) 4; printf 'WAVEfmt '; le 16 4; le 1 2; le "$1" 2; le 44100 4
    le $((44100 * $1 * $2 / 8)) 4; le $(($1 * $2 / 8)) 2; le "$2" 2; printf data; le "$size" 4
    cat raw; } >"$3"
}

@test "a knock becomes a body, and the body's own knock the same body" {
  knock
  run -0 --separate-stderr "$ROSIN" modes knock.wav -o body.cfg
  [[ "$stderr" == *"knock at 0.1"*"5 modes; the fit leaves -"*" dB of the sound"* ]]
  right body.cfg
  run -0 "$ROSIN" check body.cfg
  "$ROSIN" render body.cfg -o again.wav
  "$ROSIN" modes again.wav -o again.cfg
  right again.cfg
  "$ROSIN" modes knock.wav --name bar --mass 0.2 >named.cfg
  run -0 "$ROSIN" check named.cfg -s bar.pitch=1.1 -s bar.modes.2.q=100
  [ "$("$ROSIN" modes knock.wav --modes 2 --noise 0 2>/dev/null | grep -c 'frequency =')" -eq 2 ]
}

@test "two channels: the louder, or the one asked for" {
  knock
  cat >stereo.cfg <<'END'
duration = 1.5; channels = 2;
modals = { x = { modes = ( { frequency = 500.0; t60 = 0.5; mass = 0.05; } ); };
           y = { modes = ( { frequency = 700.0; t60 = 0.5; mass = 0.05; } ); }; };
pushes = { a = { body = "x"; position = "all"; force = ((0.1, 0.0), (0.1001, 400.0), (0.1002, 0.0)); };
           b = { body = "y"; position = "all"; force = ((0.1, 0.0), (0.1001, 400.0), (0.1002, 0.0)); }; };
outputs = ( { signal = "x.velocity@all"; gain = 0.1; channel = 1; },
            { signal = "y.velocity@all"; gain = 0.5; channel = 2; } );
END
  "$ROSIN" render stereo.cfg -o stereo.wav
  run -0 --separate-stderr "$ROSIN" modes stereo.wav -o s.cfg
  [[ "$stderr" == *"of channel 2 (of 2)"* ]]
  [[ "$(found s.cfg)" == 700* ]]
  "$ROSIN" modes stereo.wav --channel 1 -o s.cfg
  [[ "$(found s.cfg)" == 500* || "$(found s.cfg)" == 499.9* ]]
  refused 1 "stereo.wav: --channel 3: it has 2" "$ROSIN" modes stereo.wav --channel 3 -o x.cfg
}

@test "a clipped knock is measured from where it is whole" {
  knock --format 16 -s gain=3 --ceiling 0
  run -0 --separate-stderr "$ROSIN" modes knock.wav -o body.cfg
  [[ "$stderr" == *"samples are clipped; measured from "* ]]
  right body.cfg
}

# bats test_tags=sanitized
@test "silence, noise, text, nothing: one line each" {
  head -c 88200 /dev/zero | wav 1 16 silence.wav
  refused 1 "silence.wav: it is silent" "$ROSIN" modes silence.wav -o x.cfg
  awk 'BEGIN { srand(4); for (i = 0; i < 88200; i++) printf "%c", 1 + int(rand() * 120) }' | wav 1 16 noise.wav
  refused 1 "no mode that decays stands out of the noise" "$ROSIN" modes noise.wav -o x.cfg
  head -c 0 /dev/zero | wav 1 16 empty.wav
  refused 1 "empty.wav: there is no sound in it" "$ROSIN" modes empty.wav -o x.cfg
  printf 'this is a text\n' >text.wav
  refused 1 "text.wav: " "$ROSIN" modes text.wav -o x.cfg
  refused 1 "nowhere.wav: " "$ROSIN" modes nowhere.wav -o x.cfg
  knock -d 0.12
  refused 1 "ms ring freely" "$ROSIN" modes knock.wav -o x.cfg
}

@test "a hum and a steady offset are no modes" {
  knock -d 3
  cat >hum.cfg <<'END'
duration = 3.0;
modals = { y = { modes = ( { frequency = 0.0; mass = 1.0; } ); }; };
pushes = { f = { body = "y"; position = "all"; force = { sine = (10.0, 50.0); offset = 0.0; }; }; };
outputs = ( { signal = "y.acceleration@all"; gain = 0.004; } );
END
  "$ROSIN" render hum.cfg -o hum.wav --format 16
  cat >sum.cfg <<'END'
duration = 3.0;
modals = { y = { modes = ( { frequency = 0.0; mass = 1.0; } ); }; };
pushes = { a = { body = "y"; position = "all"; force = { file = "knock.wav"; channel = 1; offset = 0.1; }; };
           b = { body = "y"; position = "all"; force = { file = "hum.wav"; channel = 1; }; }; };
outputs = ( { signal = "y.acceleration@all"; } );
END
  "$ROSIN" render sum.cfg -o sum.wav --format float
  run -0 --separate-stderr "$ROSIN" modes sum.wav -o body.cfg
  [[ "$stderr" == *"steady tone"*"left out, the loudest at 50.0 Hz"* ]] || { echo "$stderr"; return 1; }
  right body.cfg
}

# bats test_tags=plain
@test "ten minutes with a knock in it" {
  knock --format 16
  { head -c $((44100 * 2 * 400)) /dev/zero; tail -c +45 knock.wav; head -c $((44100 * 2 * 198)) /dev/zero; } | wav 1 16 long.wav
  run -0 --separate-stderr "$ROSIN" modes long.wav -o body.cfg
  [[ "$stderr" == *"knock at 400.1"* ]]
  right body.cfg
}

# crash: a plate of some hundred modes, struck, into crash.wav.
crash() {
  cat >crash.cfg <<'END'
duration = 3.0;
modals = { p = { shape = "disc-free"; material = "bronze"; radius = 0.2; thickness = 0.001; modes = 300; damping = 0.002;
           points = { edge = (0.95, 0.0); mike = (0.8, 0.3); }; }; };
pushes = { stick = { body = "p"; position = "edge"; force = ((0.1, 0.0), (0.1003, 60.0), (0.1008, 0.0)); }; };
outputs = ( { signal = "p.velocity@mike"; } );
END
  "$ROSIN" render crash.cfg -o crash.wav --plain
}

# differ FILE: by how many dB third octaves of recording and body differ.
differ() { sed -n 's/.*third octaves differ by \([^ ]*\) dB.*/\1/p' "$1"; }

# bats test_tags=plain
@test "a crash of hundreds of modes: what is no mode is noise, as loud and as long" {
  crash
  "$ROSIN" modes crash.wav --modes 16 --noise 0 -o bare.cfg 2>bare.txt
  "$ROSIN" modes crash.wav --modes 16 -o full.cfg 2>full.txt
  grep -q '16 modes and [1-9][0-9]* for what is noise' full.txt
  [ "$(grep -c '# .* dB, noise' full.cfg)" -gt 15 ]
  [ "$(grep -c '# .* dB, noise' bare.cfg || :)" -eq 0 ]
  awk -v a="$(differ full.txt)" -v b="$(differ bare.txt)" 'BEGIN { exit !(a < 1 && b > 3 * a) }'
  # what is heard of it falls as the recording does: level of the second quarter of a second re the first
  "$ROSIN" render full.cfg -o again.wav --format float
  falls() {
    /usr/bin/python3 - "$1" <<'END' 2>/dev/null
import sys, warnings
warnings.simplefilter("ignore")
import numpy as np
from scipy.io import wavfile
rate, x = wavfile.read(sys.argv[1])
x = x.astype(float)
x = x[np.argmax(np.abs(x) > 0.1 * np.abs(x).max()):]
n = rate // 4
print(10 * np.log10((x[n:2 * n] ** 2).mean() / (x[:n] ** 2).mean()))
END
  }
  /usr/bin/python3 -c 'import scipy' 2>/dev/null || skip "no scipy"
  "$ROSIN" render crash.cfg -o crash.wav --plain --format float
  near "$(falls again.wav)" "$(falls crash.wav)" 3
  refused 2 "--noise 17: out of range: 0 to 16" "$ROSIN" modes crash.wav --noise 17 -o x.cfg
}

# bats test_tags=plain
@test "how to rub it is searched: law, force, speed and pitch; or that it will not sing" {
  knock
  run -0 --separate-stderr "$ROSIN" modes knock.wav -o body.cfg --rub rub.cfg
  [[ "$stderr" == *"rubbed (O sings, ~ is rough, . slides; to the right 0.01 to 1 m/s):"*"it sings best with "*" Hz" ]]
  [ "$(grep -c '^ *[0-9.]* N  [.~O]\{8\}' <<<"$stderr")" -ge 6 ]
  python3 - "$stderr" <<'END' # a map a surface, those that sing most first, each with its name above it
import re, sys
names, sung, forces = [], [], []
for row in sys.argv[1].splitlines():
    found = re.match(r" *([\d.e-]+) N  ([.~O ]+)$", row)
    if found:
        forces[-1].append(float(found[1]))
        cells = found[2].split()
        assert len(cells) == len(sung[-1]) and all(len(c) == 8 for c in cells), row
        sung[-1] = [a + c.count("O") for a, c in zip(sung[-1], cells)]
    elif row.startswith("           "):
        names += row.split()
        sung.append([0] * len(row.split()))
        forces.append([])
assert len(names) == len(set(names)) >= 4 and "wet-glass" in names, names
assert len(forces[0]) >= 6 and all(f == forces[0] == sorted(f, reverse=True) for f in forces), forces
every = sum(sung, [])
assert every == sorted(every, reverse=True) and every[0] > 0, every
END
  # the scene that it wrote does
  "$ROSIN" check rub.cfg
  "$ROSIN" render rub.cfg -o rub.wav --format float
  [[ "$("$ROSIN" show rub.cfg)" == *'law = "'* ]]
  said=$(sed -n 's/.*m\/s: \([0-9.]*\) Hz$/\1/p' <<<"$stderr")
  /usr/bin/python3 -c 'import scipy' 2>/dev/null || skip "no scipy"
  /usr/bin/python3 - "$said" <<'END'
import sys, warnings
warnings.simplefilter("ignore")
import numpy as np
from scipy.io import wavfile
rate, x = wavfile.read("rub.wav")
x = x[int(1.5 * rate):int(2.5 * rate)].astype(float)
assert np.sqrt((x * x).mean()) > 10 ** (-40 / 20)
p = np.abs(np.fft.rfft(x * np.hanning(len(x)))) ** 2
hz = np.fft.rfftfreq(len(x), 1 / rate)
k = float(sys.argv[1])
near = sum(p[np.abs(hz - n * k) < 0.03 * k].sum() for n in range(1, 12))
assert near > 0.8 * p.sum(), near / p.sum()
END
  sed -i 's/t60 = [0-9.]*/t60 = 0.02/' knock.cfg
  "$ROSIN" render knock.cfg -o dead.wav --plain
  for option in --rub --keys; do
    run --separate-stderr "$ROSIN" modes dead.wav -o dead.cfg --mass 100 $option never.cfg
    [[ "$stderr" == *"it will not sing, whatever it is rubbed with"*"never.cfg is not written"* ]]
    [ ! -e never.cfg ]
  done
}

# bats test_tags=plain
@test "a knock becomes an instrument: in tune from key to key, softer and louder, also above modes that are lower" {
  knock
  sed 's/frequency = 310.0; t60 = 0.9; mass = 0.05/frequency = 97.0; t60 = 0.05; mass = 0.05/' knock.cfg >low.cfg # what does not sing
  "$ROSIN" render low.cfg -o low.wav --plain
  for body in knock low; do
    "$ROSIN" modes $body.wav -o body.cfg --keys $body-keys.cfg --name $body 2>said.txt
    "$ROSIN" check $body-keys.cfg
    grep -q "it sings best with" said.txt
    python3 - "$ROOT/tests" $body <<'PY'
import re, sys
sys.path.insert(0, sys.argv[1])
import midi
low, high, base = (int(v) for v in re.search(r"low = (\d+); high = (\d+); base = (\d+)", open(sys.argv[2] + "-keys.cfg").read()).groups())
assert low == base - 12 and high == base + 12
keys = (low, base, base + 5, high)
midi.write("keys.mid", [e for i, k in enumerate(keys) for e in midi.note(i, k, 0.9, 100)])
midi.write("soft.mid", midi.note(0, base, 0.9, 1))
open("keys.txt", "w").write(" ".join(map(str, keys)))
PY
    "$ROSIN" render $body-keys.cfg --midi keys.mid -o keys.wav --format float --plain
    "$ROSIN" render $body-keys.cfg --midi soft.mid -o soft.wav --format float --plain
    "$PYTHON" - <<'PY'
import warnings
warnings.simplefilter("ignore")
import numpy as np
from scipy.io import wavfile
rate, x = wavfile.read("keys.wav")
soft = wavfile.read("soft.wav")[1]
levels = []
for i, key in enumerate(map(int, open("keys.txt").read().split())):
    y = x[int((i + 0.5) * rate):int((i + 0.88) * rate)].astype(float)
    p = np.abs(np.fft.rfft(y * np.hanning(len(y)), 1 << 19))
    hz = rate / (1 << 19) * (p.argmax() - 0.0)
    cents = 1200 * np.log2(hz / (440 * 2 ** ((key - 69) / 12)))
    levels.append(20 * np.log10(np.sqrt((y * y).mean())))
    assert abs(cents) < 10, (key, hz, cents)  # its lowest modes are 17 cents apart: the middle is in tune
rest = soft[int(0.5 * rate):int(0.88 * rate)].astype(float)
assert min(levels) > -50 and levels[1] - 20 * np.log10(np.sqrt((rest * rest).mean())) > 15, levels
PY
  done
}

# bats test_tags=plain
@test "spectra are drawn by gnuplot, or its absence is said" {
  knock
  refused 2 "must be .png or .svg" "$ROSIN" modes knock.wav --plot x.gif
  refused 1 "gnuplot is not installed" env PATH="$PWD" "$ROSIN" modes knock.wav -o x.cfg --plot x.png
  command -v gnuplot >/dev/null || skip "no gnuplot"
  run -0 "$ROSIN" modes knock.wav -o body.cfg --plot body.png
  [ "$(head -c 4 body.png | tail -c 3)" = PNG ]
}

# bats test_tags=sanitized
@test "bad options" {
  knock
  refused 2 "--modes 0: out of range: 1 to 128" "$ROSIN" modes knock.wav --modes 0 -o x.cfg
  refused 2 "--mass x: not a number" "$ROSIN" modes knock.wav --mass x -o x.cfg
  refused 2 "--name 1a: must be" "$ROSIN" modes knock.wav --name 1a -o x.cfg
  refused 2 "usage: rosin modes" "$ROSIN" modes
  refused 1 "cannot be written" "$ROSIN" modes knock.wav -o /dev/null/x.cfg
}
