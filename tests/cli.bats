#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The command: same call, same bytes; what is wrong is one line, and nothing half done is left behind. ROSIN names the binary.

load common

@test "rosin alone lists its commands in a few lines" {
  run -0 "$ROSIN"
  [ "${#lines[@]}" -le 23 ]
  commands=$(sed -n 's/^  rosin \([a-z]*\).*/\1/p' <<<"$output")
  [ "$(wc -w <<<"$commands")" -ge 20 ]
  for command in $commands; do
    run -0 "$ROSIN" $command --help
    [[ "$output" == usage:* ]]
    [ -z "$(grep -oE '^ +(-., )?--[a-z-]+' <<<"$output" | sort | uniq -d)" ] # none stands twice
  done
}

@test "scenes are listed, shown and valid" {
  run -0 "$ROSIN" scenes
  [ "${#lines[@]}" -ge 3 ]
  for scene in cello-d squeak glass; do
    "$ROSIN" show $scene >$scene.cfg
    cmp $scene.cfg "$ROOT/scenes/$scene.cfg"
    run -0 "$ROSIN" check $scene.cfg
    run -0 "$ROSIN" probes $scene
    [[ "$output" == *.velocity* ]]
  done
}

# bats test_tags=plain
@test "bench tells time, regime and iterations, and refuses what it does not know" {
  run -0 "$ROSIN" bench --list
  [ "${#lines[@]}" -gt 80 ]
  run -0 "$ROSIN" bench stick-slip 'sl*ing' --rounds 1 --json a.json
  [ "${#lines[@]}" -eq 4 ]
  [[ "$output" == *"stick-slip               stick-slip "* ]]
  [[ "$output" == *"sliding                  slipping "* ]]
  grep -q '"good": true' a.json
  "$ROSIN" bench sliding --rounds 1 --call 1000 --json - >b.json
  [ "$(grep -c '"sliding"' b.json)" -eq 1 ]
  refused 2 "there is no workload 'slid'" "$ROSIN" bench slid
  refused 2 "--call 0" "$ROSIN" bench sliding --call 0
  "$ROSIN" bench modal-8 --rounds 1 --vector none --json - | grep -q '"good": true'
  refused 2 "--vector mmx" "$ROSIN" bench sliding --vector mmx
  refused 2 "--rounds 100" "$ROSIN" bench sliding --rounds 100
}

@test "every container and format" {
  for file in a.wav a.flac a.ogg a.aiff a.caf; do
    run -0 "$ROSIN" render squeak -d 0.1 -o $file
    [ -s $file ]
  done
  for format in 16 24 32 float; do
    run -0 "$ROSIN" render squeak -d 0.1 -o $format.wav --format $format
  done
  [ "$(stat -c %s 32.wav)" -gt "$(stat -c %s 16.wav)" ]
  refused 2 ".ogg cannot hold" "$ROSIN" render squeak -o x.ogg --format 16
}

@test "a copied scene renders the same bytes, and overrides change them" {
  "$ROSIN" show glass >mine.cfg
  "$ROSIN" render glass -d 0.3 -o a.wav --plain
  "$ROSIN" render mine.cfg -d 0.3 -o b.wav --plain
  cmp a.wav b.wav
  "$ROSIN" render glass -d 0.3 -o d.wav --format float
  sleep 1.1 # no time of day in the file
  "$ROSIN" render glass -d 0.3 -o e.wav --format float
  cmp d.wav e.wav
  "$ROSIN" render glass -d 0.3 -o c.wav --plain -s finger.force=1 -s rim.modes.1.q=700 -s gain=2
  ! cmp -s a.wav c.wav
}

# bats test_tags=plain
@test "block size changes no byte" {
  for block in 1 7 64 1000; do
    "$ROSIN" render cello-d -d 0.2 -o $block.wav --format float --block $block
    "$ROSIN" render squeak -d 0.4 -o s$block.wav --format float --block $block
    cmp 1.wav $block.wav
    cmp s1.wav s$block.wav
  done
}

@test "probes: csv with a time column, wav with float channels" {
  "$ROSIN" render squeak -d 0.05 -o a.wav --probe hinge.velocity,door.velocity@panel --probe-file p.csv
  [ "$(head -1 p.csv)" = "time,hinge.velocity,door.velocity@panel" ]
  [ "$(wc -l <p.csv)" -eq 2206 ]
  "$ROSIN" render cello-d -d 0.05 -o b.wav --probe bow.force --probe-file p.wav
  [ "$(stat -c %s p.wav)" -ge $((4410 * 4)) ]
  refused 1 "nobody" "$ROSIN" render squeak -d 0.05 -o x.wav --probe nobody.force --probe-file q.csv
}

@test "the report has what the contract names" {
  "$ROSIN" render squeak -d 0.1 -o a.wav --report r.json
  for key in samples sample_rate seconds_audio seconds_wall realtime_factor peak rms solver \
    solves iterations_mean iterations_max unconverged energy; do
    grep -q "\"$key\"" r.json
  done
  grep -q '"samples": 4410,' r.json
  grep -q '"unconverged": 0,' r.json
}

@test "a body that runs away is put to rest, counted, and said once" {
  cat >far.cfg <<'END'
duration = 0.5;
modals = { speck = { points = { here = 0.0; }; modes = ( { frequency = 0.0; mass = 1e-9; at = [1.0]; } ); }; };
pushes = { p = { body = "speck"; position = "here"; force = 10000.0; }; };
outputs = ( { signal = "speck.velocity@here"; gain = 1e-15; } );
END
  run -0 --separate-stderr "$ROSIN" render far.cfg -o a.wav --report r.json
  [ "$(grep -c 'put to rest' <<<"$stderr")" -eq 1 ]
  grep -Eq '"rescued": [1-9]' r.json
  run -0 --separate-stderr "$ROSIN" render squeak -d 0.1 -o a.wav --report r.json
  [[ "$stderr" != *rest* ]]
  grep -q '"rescued": 0$' r.json
}

@test "gestures from files" {
  printf 'time,velocity\n0,0\n0.05,0.1\n' >bow.csv
  "$ROSIN" show cello-d | sed 's|velocity = (.*|velocity = { file = "bow.csv"; column = "velocity"; time = "time"; };|' >g.cfg
  "$ROSIN" render g.cfg -d 0.2 -o a.wav --plain
  "$ROSIN" render cello-d -d 0.2 -o b.wav --plain
  cmp a.wav b.wav
  "$ROSIN" render squeak -d 0.1 -o given.wav --format float
  "$ROSIN" show cello-d | sed 's|velocity = (.*|velocity = { file = "given.wav"; scale = 0.1; };|' >h.cfg
  run -0 "$ROSIN" render h.cfg -d 0.1 -o c.wav
}

# bats test_tags=sanitized
@test "bad scenes: all errors at once, with their lines" {
  "$ROSIN" show cello-d | sed 's/q = 500.0/q = -1.0/; s/impedance = 0.55/impedence = 0.55/; s/position = 0.15/position = true/' >bad.cfg
  run -1 --separate-stderr "$ROSIN" check bad.cfg
  [ "${#stderr_lines[@]}" -eq 3 ]
  [[ "$stderr" == *"bad.cfg:"*"d.q: -1 is out of range: 5 to 1e+06"* ]]
  [[ "$stderr" == *"impedence: unknown key; did you mean 'impedance'?"* ]]
  [[ "$stderr" == *"bow.position: is true or false, must be a number"* ]]
  run -1 "$ROSIN" render bad.cfg -o x.wav
  [ ! -e x.wav ]
  printf 'strings = {\n  d = {\n' >broken.cfg
  refused 1 "broken.cfg:" "$ROSIN" check broken.cfg
}

# bats test_tags=sanitized
@test "bad input, one clear line each" {
  refused 1 "no embedded scene" "$ROSIN" render zither
  refused 1 "nowhere.cfg" "$ROSIN" render ./nowhere.cfg
  refused 2 "-d 0: out of range: 0.001" "$ROSIN" render cello-d -d 0 -o x.wav
  refused 2 "-r abc: not a number" "$ROSIN" render cello-d -r abc -o x.wav
  refused 2 "-r nan: out of range: 8000 to 768000 Hz" "$ROSIN" render cello-d -r nan -o x.wav
  refused 2 "-d inf" "$ROSIN" render cello-d -d inf -o x.wav
  refused 2 "bow.force" "$ROSIN" render cello-d -s bow.force=nan -o x.wav
  refused 2 "bow.force: -1 is out of range: 0 to 10000 N" "$ROSIN" render cello-d -s bow.force=-1 -o x.wav
  refused 2 "must be a number" "$ROSIN" render cello-d -s d.q=loud -o x.wav
  refused 2 "nothing named 'nobody' in this scene; it has d, bow" "$ROSIN" render cello-d -s nobody.force=1 -o x.wav
  # a macro, however near its name, has nothing within; a name that nobody has is answered by those that there are
  refused 2 "nothing named 'hand' in this scene; it has gate, pintle, hinge, post, gusts" "$ROSIN" render gate -s hand.force=1 -o x.wav
  refused 2 "heavy: unknown key; its macros are speed, weight, size, grit" "$ROSIN" render stone-scrape -s heavy=3 -o x.wav
  refused 2 "KEY=VALUE" "$ROSIN" render cello-d -s bow.force -o x.wav
  refused 2 "'glue' is not one of" "$ROSIN" render cello-d -s bow.law.type=glue -o x.wav || \
    refused 1 "'glue' is not one of" "$ROSIN" render cello-d -s bow.law.type=glue -o x.wav
  # four modes are too high: a line each, with their lines in the scene
  run -1 --separate-stderr "$ROSIN" render glass -r 8000 -o x.wav
  [ "${#stderr_lines[@]}" -eq 4 ]
  [[ "$stderr" == *"glass:19: rim.modes.5.frequency: 4282 is above 0.45 of the sample rate"* ]]
  [ ! -e x.wav ]
  refused 2 "unknown extension" "$ROSIN" render cello-d -o x.mp4
  refused 1 "cannot be written" "$ROSIN" render cello-d -d 0.1 -o nowhere/x.wav
  for command in $("$ROSIN" | sed -n 's/^  rosin \([a-z]*\) .*/\1/p'); do
    refused 2 "unknown option --loud" "$ROSIN" "$command" --loud
  done
  refused 2 "; the sound file is given with -o" "$ROSIN" render cello-d x.wav
  refused 2 "unknown command 'rendr'" "$ROSIN" rendr
  refused 2 "--format 12" "$ROSIN" render cello-d --format 12
  refused 1 "cannot be written" "$ROSIN" render squeak -d 0.1 -o /dev/null/x.wav
  refused 1 "no friction law 'glue'" "$ROSIN" laws glue
  refused 1 "no friction law 'glue'" "$ROSIN" curve glue --velocity 1
  refused 2 "--velocity 1,x" "$ROSIN" curve lugre --velocity 1,x
  refused 2 "a log range cannot include 0" "$ROSIN" curve lugre --velocity 0:1:5:log
  refused 2 "--drive wiggle" "$ROSIN" curve lugre --drive wiggle
  refused 2 "sigma0: -1 is out of range" "$ROSIN" curve lugre -s sigma0=-1 --velocity 1
}

# bats test_tags=sanitized
@test "bad gesture files name the line" {
  for content in '0,0\n1,nan' '0,0\n1,x' '0,0\n-1,1' '0,0\n1' ''; do
    printf "$content\n" >bow.csv
    "$ROSIN" show cello-d | sed 's|velocity = (.*|velocity = { file = "bow.csv"; };|' >g.cfg
    refused 1 "bow.csv:" "$ROSIN" render g.cfg -o x.wav
  done
  rm bow.csv
  refused 1 "bow.csv: No such file" "$ROSIN" render g.cfg -o x.wav
}

@test "a full disk leaves nothing behind" {
  run -1 --separate-stderr "$ROSIN" render squeak -d 0.1 -o a.wav --report /dev/full
  [[ "$stderr" == *"/dev/full"*"cannot be written"* ]]
  mkdir small
  mount -t tmpfs -o size=64k none small 2>/dev/null || skip "cannot mount a small disk"
  run --separate-stderr "$ROSIN" render squeak -d 3 -o small/a.wav
  files=$(ls -A small)
  umount small
  [ "$status" -eq 1 ]
  [ "${#stderr_lines[@]}" -eq 1 ]
  [[ "$stderr" == *"cannot be written"* ]]
  [ -z "$files" ]
}

# bats test_tags=plain
@test "a law's curve and its loop" {
  run -0 "$ROSIN" curve induction -s mu=1 -s v0=0.01 -s zeta=0.5 --velocity 0.005,0.01
  [ "${lines[0]}" = "velocity,force" ]
  [[ "${lines[1]}" == 0.005,0.742268* ]]
  [[ "${lines[2]}" == 0.01,0.97560* ]]
  run -0 "$ROSIN" curve lugre --velocity 0.001:1:7:log
  [ "${#lines[@]}" -eq 8 ]
  "$ROSIN" curve dahl -s mu_kinetic=0.3 -s sigma0=1e4 --drive constant:0.001 -r 1e6 -d 0.01 >loop.csv
  [ "$(head -1 loop.csv)" = "time,velocity,displacement,force,bristle" ]
  [ "$(wc -l <loop.csv)" -eq 10001 ]
  # Dahl from rest at 10 um: F_c (1 - exp(-sigma0 x / F_c)) = 0.085041 N
  tail -1 loop.csv | awk -F, '{ exit !($4 > 0.08503 && $4 < 0.08505) }'
}

# bats test_tags=plain
@test "the installed library compiles and runs, from C and C++, wherever its tree is moved, with libc and libm alone" {
  command -v pkg-config >/dev/null || skip "no pkg-config"
  local libdir
  for libdir in /usr/lib /usr/lib/some-machine; do
    rm -rf root moved
    make -s -C "$ROOT" install DESTDIR="$PWD/root" PREFIX=/usr LIBDIR=$libdir >/dev/null
    [ -x root/usr/bin/rosin ] && [ -s root/usr/share/man/man1/rosin.1 ] && [ -s root/usr/share/rosin/scenes/glass.cfg ]
    mkdir moved && mv root/usr moved/here
    libraries=$PWD/moved/here${libdir#/usr}
    export PKG_CONFIG_PATH=$libraries/pkgconfig
    flags="$(pkg-config --cflags --libs rosin)"
    cc -Wall -Werror "$ROOT/tests/example.c" $flags -o example
    LD_LIBRARY_PATH=$libraries run -0 ./example
    [[ "$output" == "rosin 0."* ]]
  done
  # the static one
  cc "$ROOT/tests/example.c" $(pkg-config --cflags rosin) "$libraries/librosin.a" -lm -o example-static
  run -0 ./example-static
  [ "$(readelf -d example-static | sed -n 's/.*NEEDED.*\[\(.*\)\.so.*/\1/p' | sort | tr '\n' ' ')" = "libc libm " ]
  command -v c++ >/dev/null || skip "no C++ compiler"
  c++ -x c++ "$ROOT/tests/example.c" $flags -o example-cpp
  LD_LIBRARY_PATH=$libraries run -0 ./example-cpp
}

@test "plays through JACK's dummy driver" {
  command -v python3 >/dev/null || skip "no python3"
  export ROSIN ASAN_OPTIONS=detect_leaks=0 # of the system's audio plugins, which are gone when it ends
  run --separate-stderr timeout 1000 python3 "$ROOT/tests/live/on_jack.py" "$ROSIN" play squeak -d 1 --device jack
  echo "$output $stderr"
  [ "$status" -ne 77 ] || skip "no jackd, or a PortAudio without JACK"
  [ "$status" -eq 0 ]
  [[ "$output" == played:* ]]
}

@test "no device: one line, no hang" {
  JACK_NO_START_SERVER=1 JACK_DEFAULT_SERVER=nobody-$$ run --separate-stderr timeout 1000 "$ROSIN" play squeak -d 0.1 --device 999
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"999"* || "$stderr" == *"no audio"* ]]
}

# bats test_tags=plain
@test "friction that drives is named, with what to set; friction that does not is not" {
  run -0 --separate-stderr "$ROSIN" render cello-d -d 1 -s bow.law.sigma1=10 --format float -o a.wav
  [[ "$stderr" == *"warning: bow: friction drives: "*"'elastoplastic'"*"set bow.law.damping_limit=1, or "* ]]
  run -0 --separate-stderr "$ROSIN" render cello-d -d 1 -s bow.law.sigma1=10 \
    -s bow.law.damping_limit=1 --format float -o b.wav
  [[ "$stderr" != *drives* ]]
  # a load that moves works on bent bristles, but that work is not friction's
  run -0 --separate-stderr "$ROSIN" render law-kinematic -d 1 -o c.wav --report c.json
  [[ "$stderr" != *drives* ]]
  awk -F'[:,]' '/not_passive/ { outside = $2 } /given/ { given = $2 } /dissipated/ { taken = $2 }
    END { exit !(outside > 10000 && given < 1e-5 * taken) }' c.json
}

# bats test_tags=sanitized
@test "what was asked for and cannot be is said, and nothing else" {
  run -0 --separate-stderr "$ROSIN" render cello-d -d 0.02 -s bow.position=1.5 -s bow.width=0.01 -o a.wav
  [ "${stderr_lines[0]}" = "rosin: warning: bow.position: 1.5 is beyond 'd', which goes from 0 to 1; it is touched at its end" ]
  [ "${stderr_lines[1]}" = "rosin: warning: bow.width: one point has no width; set bow.contacts, 2 to 5" ]
  [[ "${stderr_lines[2]}" == "a.wav: "* ]]
  run -0 --separate-stderr "$ROSIN" check cello-d -s bow.position=-0.1
  [[ "$stderr" == *"bow.position: -0.1 is beyond 'd', "* ]]
  run -0 --separate-stderr "$ROSIN" check cello-d -s bow.contacts=3 -s bow.width=0.01
  [ "$stderr" = "" ]
  run -0 --separate-stderr "$ROSIN" check saw -s bow.position=9 # a table of points
  [[ "$stderr" == *"bow.position: 9 is beyond 'saw', which goes from 0 to 4; "* ]]
  run -0 --separate-stderr "$ROSIN" check glass -s finger.position=9 # round and round
  [ "$stderr" = "" ]
  for scene in $("$ROSIN" scenes | awk '{ print $1 }'); do
    run -0 --separate-stderr "$ROSIN" check "$scene"
    [ "$stderr" = "" ]
  done
}

@test "a MIDI file is no bytes as they are played" {
  printf 'MThd\0\0\0\6' >tune.mid
  run -2 --separate-stderr timeout 1000 "$ROSIN" play cello --midi-in tune.mid
  [ "$stderr" = "rosin: --midi-in tune.mid: is a MIDI file, with times of its own, not bytes as they are played; rosin render SCENE --midi FILE plays it" ]
}

@test "another law forgives what the scene's own file says, but not what is given beside it" {
  run -0 "$ROSIN" render cello-d -s bow.law.type=thermal -d 0.05 -o a.wav
  run -2 --separate-stderr "$ROSIN" render cello-d -s bow.law.type=lugre -s bow.law.breakaway=2 -d 0.05 -o b.wav
  [ "$stderr" = "rosin: -s bow.law.breakaway=2: bow.law.breakaway: unknown key" ]
  [ ! -e b.wav ]
}
