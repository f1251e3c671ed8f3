#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Contacts of several points in scenes; ROSIN names the binary.

load common

# scene CONTACT...: a bow of hair on a string, with more keys
scene() {
  cat >bow.cfg <<END
duration = 0.2; rate = 32000;
strings = { g = { frequency = 98.0; length = 0.7; impedance = 1.06; }; };
modals = { hair = { points = { rub = 0.0; }; modes = ( { frequency = 75.0; q = 0.7; mass = 0.0045; } ); }; };
contacts = { bow = { a = "hair"; b = "g"; position = 0.1; velocity = 0.1; force = 0.8; $* }; };
outputs = ( { signal = "g.bridge_force"; } );
END
}

# refused TEXT WORD...: one line that says TEXT
refused() {
  local text=$1
  shift
  run --separate-stderr "$ROSIN" "$@"
  [ "$status" -ne 0 ] && [ "${#stderr_lines[@]}" -eq 1 ] || { echo "$status: $stderr"; return 1; }
  case $stderr in *"$text"*) ;; *) echo "'$stderr' lacks '$text'"; return 1 ;; esac
}

# bats test_tags=plain
@test "one point is the contact as it was, whatever its width" {
  scene
  "$ROSIN" render bow.cfg --plain -o plain.wav
  "$ROSIN" render bow.cfg --plain -o one.wav -s bow.contacts=1 -s bow.width=0.012
  cmp plain.wav one.wav
  "$ROSIN" render bow.cfg --plain -o three.wav -s bow.contacts=3 -s bow.width=0.012
  ! cmp -s plain.wav three.wav
}

@test "a width may be a gesture, and a macro may build the points" {
  scene 'contacts = 3; width = ( (0.0, 0.0), (0.2, 0.02) );'
  "$ROSIN" render bow.cfg --plain -o moves.wav --probe bow.velocity,bow.force,bow.normal --probe-file p.csv
  # the load is the sum of all points
  [ "$(tail -1 p.csv | cut -d, -f4)" = 0.8 ]
  echo 'macros = { bows = { low = 1; high = 5; default = 4; to = ( { key = "bow.contacts"; at = (1.0, 5.0); } ); }; };' >>bow.cfg
  "$ROSIN" render bow.cfg --plain -o four.wav
  "$ROSIN" render bow.cfg --plain -o five.wav -s bows=5
  ! cmp -s four.wav five.wav
}

# bats test_tags=plain
@test "a map over the number of points and their width" {
  scene
  "$ROSIN" map bow.cfg -x bow.contacts=1:3:3 -y bow.width=0.002:0.02:2 -d 0.1 -o m.csv 2>said
  [ "$(wc -l <m.csv)" -eq 7 ]
}

# bats test_tags=sanitized
@test "what is wrong is said in a line" {
  scene 'contacts = 6;'
  refused "bow.cfg:4: bow.contacts: 6 is out of range: 1 to 5" render bow.cfg -o x.wav
  scene 'contacts = 2.5;'
  refused "bow.contacts: 2.5 is not a whole number" render bow.cfg -o x.wav
  scene 'contacts = "many";'
  refused "bow.contacts" render bow.cfg -o x.wav
  scene 'contacts = 3; width = -0.1;'
  refused "bow.width: -0.1 is out of range: 0 to 1" render bow.cfg -o x.wav
  refused "bow.width: 0.01: body b must be a string, 'bowl' is none" check <(cat <<END
modals = { bowl = { points = { rim = 0.0; }; modes = ( { frequency = 300.0; q = 90.0; mass = 0.1; } ); }; };
contacts = { bow = { a = "-"; b = "bowl"; contacts = 3; width = 0.01; }; };
outputs = ( { signal = "bow.force"; } );
END
)
  [ ! -e x.wav ]
}

# bats test_tags=plain
@test "the measured string's scene is as its maker writes it, and sings" {
  cat >write.py <<END
import sys
sys.path.insert(0, "$ROOT/tests/verify")
sys.dont_write_bytecode = True
import monochord
print(monochord.scene(**monochord.CASES[monochord.BEST]), end="")
END
  "${PYTHON:-python3}" write.py >made.cfg
  tail -n +3 "$ROOT/docs/measured-string.cfg" | cmp - made.cfg
  "$ROSIN" map made.cfg --judge bridge -d 0.5 -x bow.position=0.08:0.12:2 -y bow.force=0.6:1:2 -o m.csv 2>/dev/null
  [ "$(cut -d, -f16 m.csv | tail -n +2 | sort -u)" = 1 ]
}
