#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What commands draw on a terminal, and how they are interrupted; ROSIN names the binary.

load common

setup_file() {
  command -v script >/dev/null || skip "no script(1)"
}

shown() { script -qec "$*" /dev/null | tr '\r' '\n'; }

@test "a map on a terminal is drawn in letters, force upwards" {
  shown "$ROSIN" map cello-d -x bow.position=0.12:0.15:2 -y bow.force=0.002:800:3:log -d 0.5 -s oversample=1 >drawn
  grep -q '^       800 |[^H]*|$' drawn
  grep -q '^     1.265 |.H|$' drawn
  grep -q '^     0.002 |[^H]*|$' drawn
  [ "$(grep -n '|$' drawn | head -1 | grep -c 800)" -eq 1 ]
  grep -q '^bow.force up; bow.position across, 0.12 to 0.15$' drawn
  grep -q '^H Helmholtz motion, ' drawn
  shown "$ROSIN" map cello-d --guettler -x bow.velocity.slope=0.2:3:5 -y bow.force=0.3:3:3 -d 0.3 -s oversample=1 >drawn
  grep -q '^         3 |.####|$' drawn
  grep -q '^       0.3 |  *|$' drawn
  grep -q '^bow.force up; bow.velocity.slope across, 0.2 to 3$' drawn
  grep -q '^Helmholtz motion within # 50 ms' drawn
}

@test "long work tells how far it is" {
  for seconds in 5 40; do # as long as it takes to say it twice, of what goes on to the end
    shown "$ROSIN" render cello-d -s oversample=8 -d $seconds -o x.wav >drawn
    [ "$(grep -c 's left' drawn)" -gt 3 ] && break
  done
  awk '/^\[#*\.*\] *[0-9]+%  [0-9]+ s left/ { n++; p = substr($0, index($0, "]") + 1) + 0;
         bars = gsub(/#/, "#"); if (p < last || bars < 0.3 * p - 2 || bars > 0.3 * p + 1) bad = 1; last = p }
       END { exit !(n > 1 && !bad) }' drawn
  grep -q "x.wav: $seconds.00 s" drawn
}

# bats test_tags=plain
@test "modes of a crash tell how far they are" {
  cat >crash.cfg <<'END'
duration = 8.0;
modals = { p = { shape = "disc-free"; material = "bronze"; radius = 0.25; thickness = 0.001; modes = 600; damping = 0.0;
           loss = 4e-4; loss_power = -1.0; points = { edge = (0.95, 0.0); mike = (0.8, 0.3); }; }; };
pushes = { stick = { body = "p"; position = "edge"; force = ((0.1, 0.0), (0.1003, 60.0), (0.1008, 0.0)); }; };
outputs = ( { signal = "p.velocity@mike"; } );
END
  "$ROSIN" render crash.cfg -o crash.wav --plain
  shown "$ROSIN" modes crash.wav --modes 64 -o x.cfg >drawn
  awk '/^\[#*\.*\] *[0-9]+%  [0-9]+ s left/ { n++; p = substr($0, index($0, "]") + 1) + 0; if (p < last) bad = 1; last = p }
       END { exit !(n > 1 && !bad) }' drawn
  grep -q 'modes; the fit leaves\|for what is noise' drawn
}

# Interrupts after a second, or later if it has not begun by then.
interrupted() {
  local seconds
  for seconds in 1 3 9 27 81; do
    run --separate-stderr timeout --preserve-status -s INT $seconds "$@"
    [ "$status" -eq 130 ] || break
  done
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"rosin: interrupted; nothing was written" ]]
  [ -z "$(ls)" ]
}

@test "an interrupted render or map says so and writes nothing" {
  interrupted "$ROSIN" render cello -d 3600 -o x.wav --probe bow-d.force --probe-file p.csv
  interrupted "$ROSIN" map cello-d -d 20 -x bow.position=0.05:0.3:40 -y bow.force=0.1:3:40 -o m.csv
}

# bats test_tags=plain
@test "a map led from Helmholtz motion keeps it where a start from rest fails" {
  grid="-x bow.position=0.1:0.1:1 -y bow.force=0.3:5:3:log -s oversample=1"
  "$ROSIN" map cello-d --schelleng --start helmholtz $grid >led.csv 2>/dev/null
  [ "$(cut -d, -f3 led.csv | sed 1d | grep -c Helmholtz)" -ge 2 ]
  [ "$(cut -d, -f2 led.csv | tr '\n' ' ')" = "bow.force 0.3 1.22474487 5 " ]
  # far below the least force it decays or breaks, far above the greatest it is raucous
  "$ROSIN" map cello-d --schelleng --start helmholtz -x bow.position=0.1:0.1:1 -y bow.force=0.004:40:2:log -s oversample=1 >out.csv 2>/dev/null
  [ "$(cut -d, -f3 out.csv | grep -c Helmholtz)" -eq 0 ]
}
