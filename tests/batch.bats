#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Many files: variations of a scene, lists of jobs, shards, manifests. ROSIN names the binary.

load common

# field FILE ROW COLUMN: of a manifest, as it stands there
field() {
  "${PYTHON:-python3}" -c 'import csv, sys
print([r for r in csv.DictReader(open(sys.argv[1])) if r["job"] != "#end"][int(sys.argv[2])][sys.argv[3]])' "$@"
}

@test "variations: from seed and number alone, made again from their notes" {
  "$ROSIN" render door-hinge-slow --variations 4 --seed 7 -d 0.4 -o 'a%02d.wav' >a.csv
  "$ROSIN" render door-hinge-slow --variations 2 --seed 7 -d 0.4 -o 'b%d.wav' >b.csv
  "$ROSIN" render door-hinge-slow --variations 2 --seed 8 -d 0.4 -o 'c%d.wav' >c.csv
  [ "$(wc -l <a.csv)" -eq 5 ]
  cmp a01.wav b1.wav
  cmp a02.wav b2.wav
  ! cmp -s a01.wav c1.wav
  [ "$(sha256sum a0?.wav | cut -c1-64 | sort -u | wc -l)" -eq 4 ]
  for file in a01 a04; do
    "$ROSIN" render $file.wav -o again.wav
    cmp $file.wav again.wav
    eval "$("$ROSIN" show $file.wav | grep -m1 -o 'rosin render.*' | sed "s|^rosin|'$ROSIN'|") -o again.wav"
    cmp $file.wav again.wav
  done
}

@test "spread: by macro, key and kind; what has none stays" {
  "$ROSIN" render rope --variations 8 --seed 3 -d 0.1 --distinct 0 -o 'r%d.wav' \
    --spread macros=0 --spread times=0 --spread heights=0 --spread surfaces=0 --spread bodies=0 \
    --spread losses=0 --spread speed=0.3 >r.csv
  for n in 1 2 3 4 5 6 7 8; do "$ROSIN" show r$n.wav | grep -m1 'rosin render'; done >all
  ! grep -q 'tension\|modes\|turn\.' all
  [ "$(grep -o "speed=[0-9.]*" all | sort -u | wc -l)" -ge 4 ]
  for speed in $(grep -o 'speed=[0-9.]*' all | cut -d= -f2); do # 6 +- 0.3 of 2.5 to 20, in its range
    awk -v s="$speed" 'BEGIN { exit !(s >= 2.5 && s <= 11.25) }'
  done
  "$ROSIN" render rope --variations 1 -d 0.1 -o 'all%d.wav' --spread tension=0 >r.csv
  "$ROSIN" show all1.wav | grep -m1 'rosin render' >all
  ! grep -q 'tension=' all
  grep -q 'turn.velocity.points.3.1=' all # a time
  grep -q 'turn.velocity.points.3.2=' all # a height
  grep -q 'turn.grain=' all
  grep -q 'rope.modes.2.frequency=' all
  ! grep -q 'turn.force=' all # tension's
  refused 2 "nothing of that name" "$ROSIN" render rope --variations 2 -o 'x%d.wav' --spread no=1
  refused 2 "out of range: 0 to 1" "$ROSIN" render rope --variations 2 -o 'x%d.wav' --spread speed=2
  refused 2 "-o must name the files" "$ROSIN" render rope --variations 2 -o x.wav
  refused 2 "-o must name the files" "$ROSIN" render rope --variations 2 -o 'x%s.wav'
  refused 2 "-o must name the files" "$ROSIN" render rope --variations 2 -o 'x%d%d.wav'
  refused 2 "needs --variations" "$ROSIN" render rope -o x.wav --spread speed=0.1
  refused 2 "does not go with --variations" "$ROSIN" render rope --variations 2 -o 'x%d.wav' --stems s/
}

# bats test_tags=plain
@test "times of a gesture keep their order, static friction stays above kinetic" {
  "$ROSIN" render rope --variations 30 -d 0.05 --distinct 0 -o 't%d.wav' \
    --spread times=0.9 --spread surfaces=0.9 >t.csv
  for n in $(seq 30); do
    "$ROSIN" show t$n.wav | grep -m1 'rosin render' | grep -o 'turn.velocity.points.[0-9].1=[0-9.e-]*' |
      cut -d= -f2 | awk 'NR > 1 && $1 < last { exit 1 } { last = $1 }'
  done
  "$ROSIN" render squeak --variations 10 -d 0.05 --distinct 0 -o 's%d.wav' --spread surfaces=0.9 >t.csv
  for n in $(seq 10); do
    "$ROSIN" show s$n.wav | grep -m1 'rosin render' | grep -o 'mu_[a-z]*=[0-9.]*' |
      awk -F= '{ v[$1] = $2 } END { exit !(v["mu_static"] > v["mu_kinetic"]) }'
  done
}

# bats test_tags=plain
@test "what is too near is drawn again, and what cannot be far enough is said" {
  run -0 --separate-stderr "$ROSIN" render rope --variations 12 --seed 1 -d 0.4 --distinct 3 -o 'd%02d.wav'
  printf '%s\n' "$output" >d.csv
  awk -F, 'NR > 1 && $2 > 0 { again++ } END { exit !again }' d.csv
  awk -F, 'NR > 2 && $2 < 7 && $3 < 3 { bad++ } END { exit bad > 0 }' d.csv # but those drawn to the end
  [[ "$stderr" == *"12 variations"*"the two nearest are"* ]]
  run -0 --separate-stderr "$ROSIN" render rope --variations 9 --seed 1 -d 0.1 --distinct 100 -o 'd%02d.wav'
  # of eight draws the farthest, not the first after which none came farther
  awk -F, '$2 > 4 { late++ } END { exit !late }' <<<"$output"
  [[ "$stderr" == *"less than was asked for"* ]]
}

# list: a small one, of some scenes
list() {
  cat >jobs.cfg <<'END'
duration = 0.1;
jobs = (
  { scene = "door-hinge-slow"; variations = 8; seed = 7; spread = ( "push=0.3", "times=0" ); },
  { scene = ( "rope", "chalk" ); settings = ( "seed=3", ( "seed=4", "gain=2" ) ); name = "{scene}/{row}-{seed}"; },
  { scene = "rope"; variations = 6; distinct = 1.5; name = "ucs"; format = "16"; set = "speed=8"; }
);
END
}

@test "a list becomes files, a manifest and hashes; done again, nothing is made" {
  list
  run -0 --separate-stderr "$ROSIN" batch jobs.cfg -o out
  [[ "$stderr" == *"18 files, at most"*"18 made"*"0 failed"* ]]
  [ "$(find out -name '*.wav' | wc -l)" -eq 18 ]
  [ -s "out/chalk/5-1.wav" ]
  [ -s "out/ROPECreak_rope 06-006_ROSIN_rosin.wav" ]
  (cd out && sha256sum -c --quiet SHA256SUMS)
  [ "$(wc -l <out/manifest.csv)" -eq 20 ] # names, 18 rows, the closing row
  tail -n 1 out/manifest.csv | grep -qx '#end,18,complete,[0-9a-f]\{64\}'
  tail -n 1 out/.rosin/rows-1-of-1.csv | grep -qx '#end,[0-9]*,shard 1/1,[0-9a-f]\{64\}'
  "${PYTHON:-python3}" - <<'END'
import csv, json
rows = list(csv.DictReader(open("out/manifest.csv")))[:-1]
lines = [json.loads(line) for line in open("out/manifest.jsonl")]
assert [int(r["job"]) for r in rows] == list(range(1, 19)), "not in order"
for row, line in zip(rows, lines):
    assert list(row) == list(line)
    for key, value in line.items():
        guarded = isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "'") and value
        assert row[key] == ("'" + value if guarded else "" if value is None else
                            row[key] if isinstance(value, (int, float)) else value)
        if isinstance(value, (int, float)):
            assert float(row[key]) == value
    assert float(row["duration"]) == 0.1 and -99 <= float(row["true_peak"]) < 6, row
assert rows[0]["category"] == "DOORWood" and rows[0]["contact"] == "hinge"
assert rows[-1]["format"] == "wav 16" and "speed=" in rows[-1]["parameters"]
END
  touch before
  run -0 --separate-stderr "$ROSIN" batch jobs.cfg -o out
  [[ "$stderr" == *"0 made"*"18 were there"* ]]
  [ -z "$(find out -name '*.wav' -newer before)" ]
  run -0 "$ROSIN" batch --verify out
  [ -z "$(find out -name '*part-*')" ]
}

@test "a file is made again from its notes and from its row" {
  list
  "$ROSIN" show rope >mine.cfg
  sed -i 's/scene = "rope"/scene = "mine.cfg"; category = "ROPECreak"/' jobs.cfg
  "$ROSIN" batch jobs.cfg -o out
  for row in 0 9 17; do
    name=$(field out/manifest.csv $row name)
    "$ROSIN" render "out/$name" -o again.wav
    cmp "out/$name" again.wav
    eval "$(field out/manifest.csv $row command | sed "s|^rosin|'$ROSIN'|") -o again.wav"
    cmp "out/$name" again.wav
  done
}

@test "a scene in a folder: its notes and its row, read beside it, give the same bytes" {
  mkdir sub
  "$ROSIN" show rope >sub/mine.cfg
  printf 'scene,duration,variations\nsub/mine.cfg,0.1,2\n' >jobs.csv
  "$ROSIN" batch jobs.csv -o out
  "$ROSIN" render out/mine-001-002.wav -o again.wav
  cmp out/mine-001-002.wav again.wav
  (cd sub && eval "$(field ../out/manifest.csv 1 command | sed "s|^rosin|'$ROSIN'|") -o ../again.wav")
  cmp out/mine-001-002.wav again.wav
}

@test "lists of spreadsheets: quotes, semicolons, a byte order mark, empty cells" {
  printf '\xef\xbb\xbfscene;variations;duration;speed;name;spread\r\nrope;2;0.1;5;"a ""b""; c-{n}";speed=0.1 times=0\r\nrope;;0.1;;plain;\r\n' >jobs.csv
  "$ROSIN" batch jobs.csv -o out
  [ -s 'out/a "b"; c-1.wav' ]
  [ -s 'out/a "b"; c-2.wav' ]
  "$ROSIN" render rope -d 0.1 -s rate=48000 -o plain.wav
  cmp plain.wav out/plain.wav
  [[ "$(field out/manifest.csv 0 parameters)" == *speed=[45].* ]] # it varies by name: once, as it is drawn
  [[ "$(field out/manifest.csv 0 parameters)" != *speed=*speed=* ]]
  [ "$(field out/manifest.csv 0 name)" = 'a "b"; c-1.wav' ]
  [ "$(field out/manifest.csv 2 parameters)" = "rate=48000" ]
  (cd out && sha256sum -c --quiet SHA256SUMS)
}

# bats test_tags=sanitized
@test "what is wrong with a list is said with its line, before anything is made" {
  bad() { # TEXT LINE...
    local text=$1
    shift
    printf '%s\n' "$@" >x.csv
    run -1 --separate-stderr "$ROSIN" batch x.csv -o none
    [ "${#stderr_lines[@]}" -eq 1 ]
    case $stderr in *"$text"*) ;; *) echo "'$stderr' lacks '$text'"; return 1 ;; esac
    [ ! -e none ]
  }
  bad "x.csv:2: variations: 1.5 is not a whole number" scene,variations rope,1.5
  bad "x.csv:3: duration: -1 is out of range" scene,duration rope,1 rope,-1
  bad "x.csv:2: 3 columns, but the first line has 2" scene,duration rope,1,1
  bad "must name the columns, one of them scene" duration 1
  bad "two columns are named scene" scene,scene rope,rope
  bad "x.csv:2: a quote is not closed" scene,name 'rope,"x'
  bad "x.csv:3: another job has the name same.wav already" scene,name rope,same rope,same
  bad "container ogg" scene,container rope,ogg
  bad "there is no {no}" scene,name 'rope,{no}'
  bad "a '{' is not closed" scene,name 'rope,{no'
  bad "there is no category" scene,name 'law-dahl,ucs'
  bad "lists no jobs" scene
  bad "container mp3: must be wav, flac, aiff or caf" scene,container rope,mp3
  [[ "$stderr" == *caf ]]
  bad "container flac: must be wav, flac, aiff or caf, and hold float" scene,container,format rope,flac,float
  bad "x.csv:3: speed=99: speed: 99 is out of range: 2.5 to 20 mm/s" scene,speed rope,3 rope,99
  bad "x.csv:2: sped=3: sped: unknown key; did you mean 'speed'?" scene,sped rope,3
  bad "x.csv:2: variation: is no key of a list, nor of the scene; did you mean 'variations'?" scene,variation rope,3
  bad "x.csv:2: tunr.force=3: there is nothing named 'tunr' in this scene; did you mean 'turn'?" scene,tunr.force rope,3
  bad "x.csv:2: rop: no embedded scene of this name" scene rop
  bad "x.csv:2: spread: needs variations" scene,spread rope,times=0
  bad "x.csv:2: distinct: needs variations" scene,distinct rope,1
  bad "x.csv:2: spread sped=0.1: this scene has nothing of that name that varies; did you mean 'speed'?" scene,variations,spread rope,2,sped=0.1
  bad "x.csv:2: spread speed=2: out of range: 0 to 1" scene,variations,spread rope,2,speed=2
  bad "x.csv:2: loudness_of: needs loudness" scene,loudness_of rope,auto
  bad "x.csv:2: loudness_of peak: must be integrated, momentary or auto" scene,loudness,loudness_of rope,-20,peak
  bad "x.csv:2: ceiling: 1 is out of range: -60 to 0 dBTP" scene,ceiling rope,1
  bad "x.csv:2: loudness: 3 is out of range: -70 to -1 LUFS" scene,loudness rope,3
  run -1 "$ROSIN" batch nosuch.csv
  [[ "$output" == *"nosuch.csv: No such file"* ]]
  rm -f x.csv
  # all of it at once, with line and column
  printf '%s\n' 'duration = 0.1;' 'jobs = (' '  { scene = "rop"; },' '  { scene = "rope"; set = ( "sped=3",' '      "speed=4" ); },' \
    '  { scene = "chalk";' '    settings = ( "speed=0.3", ( "speed=99", "seed=1" ) ); } );' >bad.cfg
  run -1 --separate-stderr "$ROSIN" batch bad.cfg -o none
  [ "${#stderr_lines[@]}" -eq 3 ]
  [[ "${stderr_lines[0]}" == "rosin: bad.cfg:3:13: rop: no embedded scene"* ]]
  [[ "${stderr_lines[1]}" == "rosin: bad.cfg:4:29: sped=3: "* ]]
  [[ "${stderr_lines[2]}" == "rosin: bad.cfg:7:33: speed=99: "* ]]
  { echo scene,speed; for n in $(seq 30); do echo rope,$((n + 100)); done; } >many.csv
  run -1 --separate-stderr "$ROSIN" batch many.csv -o none
  [ "${#stderr_lines[@]}" -eq 11 ]
  [[ "${stderr_lines[10]}" == *"20 rows more have errors" ]]
  printf 'jobs = ( { scene = "rope"; speed = 3.0; } );\n' >bad.cfg
  refused 1 "bad.cfg:1:36: speed: unknown key; settings of the scene stand in" "$ROSIN" batch bad.cfg -o none
  printf 'jobs = ( { scene = "rope"; variation = 3; } );\n' >bad.cfg
  refused 1 "or did you mean 'variations'?" "$ROSIN" batch bad.cfg -o none
  list
  for shard in 0/2 3/2 1 1/0 a/b 1/2x; do
    refused 2 "must be K/N" "$ROSIN" batch jobs.cfg -o none --shard $shard
  done
  run -0 "$ROSIN" batch jobs.cfg -o none --estimate
  [[ "$output" == "18 files, at most "*" MB, some "* ]]
  sed -i 's/duration = 0.1/duration = 3600.0/' jobs.cfg
  run -1 "$ROSIN" batch jobs.cfg -o none --estimate --hours 0.01
  [[ "$output" == *"than --hours 0.01"* ]]
  [ ! -e none ]
}

@test "no name leads out of the folder" {
  mkdir out
  hostile() { # NAME as it stands in a CSV file
    printf 'scene,duration,name\nrope,0.05,"%s"\n' "$1" >jobs.csv
    run -1 --separate-stderr "$ROSIN" batch jobs.csv -o out
    [ "${#stderr_lines[@]}" -eq 1 ]
    [ -z "$(find . -name '*.wav')" ]
  }
  for name in ../x manifest.csv/x SHA256SUMS/a/b manifest.jsonl/x Manifest.CSV/x index.html/x index-2.html/x /tmp/x a/../../x a//x ./x .x a/.. 'a\x' "$(printf 'a\nb')" "$(printf 'a\tb')" \
    "$(printf 'x%.0s' $(seq 300))" 'C:x' '{scene}/../../x'; do hostile "$name"; done
  printf 'scene,duration,name\nrope,0.05,a\0b\n' >jobs.csv
  run -1 "$ROSIN" batch jobs.csv -o out
  [[ "$output" == *"byte 0"* ]]
  # a value is no folder either
  printf 'scene,duration,name,speed\nrope,0.05,{speed},../../6\n' >jobs.csv
  run -1 "$ROSIN" batch jobs.csv -o out
  [ -z "$(find . -name '*.wav')" ]
  # nor does a link lead out of it
  mkdir away
  ln -s "$PWD/away" out/there
  printf 'scene,duration,name\nrope,0.05,there/x\nrope,0.05,target\nrope,0.05,good\n' >jobs.csv
  ln -s "$PWD/away/target.wav" out/target.wav
  run -1 "$ROSIN" batch jobs.csv -o out
  [[ "$output" == *"there/x.wav: "*"Too many levels"* ]]
  [ -z "$(ls away)" ]
  [ -s out/good.wav ]
  [ -f out/target.wav ] && [ ! -L out/target.wav ]
}

@test "one broken job among many is logged, the rest goes on" {
  # a folder stands where a file is to be
  mkdir -p out/b-1.wav out/c-2.wav
  printf 'scene,duration,variations,distinct,name\nrope,0.05,2,,a-{n}\nrope,0.05,,,b-1\nrope,0.05,3,1,c-{n}\nrope,0.05,2,,d-{n}\n' >jobs.csv
  run -1 --separate-stderr "$ROSIN" batch jobs.csv -o out
  [[ "$stderr" == *"5 made"*"3 failed"* ]]
  [ "$(wc -l <out/.rosin/failed-1-of-1.csv)" -eq 4 ]
  grep -q '^3,b-1.wav,.*b-1.wav: Is a directory' out/.rosin/failed-1-of-1.csv
  grep -q '^5,c-2.wav,.*c-2.wav: Is a directory' out/.rosin/failed-1-of-1.csv
  grep -q '^6,c-3.wav,' out/.rosin/failed-1-of-1.csv # it is to be kept apart from what failed
  [ "$(wc -l <out/manifest.csv)" -eq 7 ]
  rmdir out/c-2.wav
  run -1 --separate-stderr "$ROSIN" batch jobs.csv -o out
  [[ "$stderr" == *"2 made"*"5 were there"*"1 failed"* ]]
  printf 'scene,duration\nrope,0.05\n' >one.csv
  run -0 --separate-stderr "$ROSIN" batch one.csv -o one
  [ "$stderr" = "1 file, at most ${stderr#*at most }" ]
  [[ "$stderr" == *"/manifest.csv: 1 file" ]]
}

@test "what -s or a list fixes stays as it is, in names, notes and rows" {
  "$ROSIN" render rope --variations 4 -d 0.05 --distinct 0 -s speed=5 -s seed=9 -s turn.law.mu_static=0.5 -o 'f%d.wav' >f.csv
  for n in 1 2 3 4; do "$ROSIN" show f$n.wav | grep -m1 'rosin render'; done >all
  [ "$(grep -c -- '-s speed=5 ' all)" -eq 4 ]
  [ "$(grep -c -- '-s seed=9 ' all)" -eq 4 ]
  [ "$(grep -o 'mu_static=[0-9.]*' all | sort -u)" = mu_static=0.5 ]
  [ "$(grep -o 'tension=[0-9.]*' all | sort -u | wc -l)" -eq 4 ]
  # unless a spread names it
  "$ROSIN" render rope --variations 4 -d 0.05 --distinct 0 -s speed=5 --spread speed=0.05 -o 'g%d.wav' >f.csv
  for n in 1 2 3 4; do "$ROSIN" show g$n.wav | grep -m1 'rosin render'; done | grep -o 'speed=[0-9.]*' | sort -u >all
  [ "$(wc -l <all)" -eq 4 ]
  # a time that is fixed holds those before it; those after it move by it
  "$ROSIN" render rope --variations 8 -d 0.05 --distinct 0 -s turn.velocity.points.4.1=1.6 --spread times=0.9 -o 't%d.wav' >f.csv
  for n in 1 2 3 4 5 6 7 8; do "$ROSIN" show t$n.wav | grep -m1 'rosin render'; done >all
  ! grep -q 'points.[23].1=' all
  [ "$(grep -o 'points.4.1=[0-9.]*' all | sort -u)" = points.4.1=1.6 ]
  grep -o 'points.5.1=[0-9.]*' all | cut -d= -f2 | awk '$1 <= 1.6 { exit 1 }'
  # a sound that was a variation varies again
  "$ROSIN" render f1.wav --variations 2 -d 0.05 --distinct 0 -o 'again%d.wav' >f.csv
  "$ROSIN" show again2.wav | grep -m1 'rosin render' >all
  ! grep -q 'speed=5 ' all
  [ "$(grep -o 'speed=' all | wc -l)" -eq 1 ]
  printf 'scene,duration,variations,speed,name\nrope,0.05,2,5,{speed}-{n}\n' >jobs.csv
  "$ROSIN" batch jobs.csv -o out
  [[ "$(field out/manifest.csv 1 parameters)" == *speed=5\;* ]]
  [ "$(field out/manifest.csv 1 name)" = 5-2.wav ]
}

# bats test_tags=plain
@test "as many cores as there are: the same variations, the same table" {
  for j in 1 5; do # see also test_crew
    "$ROSIN" render rope --variations 12 --seed 3 -d 0.05 --distinct 0.3 -s rate=48000 -j $j -o "j$j-%02d.wav" | sed "s/^j$j//" >j$j.csv
  done
  awk -F, 'NR > 1 && $2 > 0 { again++ } END { exit !(again > 2) }' j1.csv
  cmp j1.csv j5.csv
  for n in 01 05 07 12; do cmp j1-$n.wav j5-$n.wav; done
  printf 'scene,duration,variations,distinct,seed,name\nrope,0.05,12,0.3,3,{n:02}\n' >jobs.csv
  for j in 1 4; do "$ROSIN" batch jobs.csv -o out$j -j $j; done
  cmp out1/manifest.csv out4/manifest.csv
  for n in 01 05 07 12; do cmp j1-$n.wav out4/$n.wav; done
  refused 2 "-j 1.5: must be a whole number" "$ROSIN" render rope --variations 2 -j 1.5 -o 'x%d.wav'
  refused 2 "-j: needs --variations" "$ROSIN" render rope -j 2 -o x.wav
}

# bats test_tags=plain
@test "loudness of lists and variations, as render has it" {
  printf 'scene,duration,loudness,normalize,variations,name\ncello-d,1,-20,,,a\ncello-d,1,,1,,b\ncello-d,1,-24,,2,v{n}\n' >jobs.csv
  "$ROSIN" batch jobs.csv -o out
  near "$(field out/manifest.csv 0 momentary)" -20 0.05
  near "$(field out/manifest.csv 1 true_peak)" -1 0.05
  near "$(field out/manifest.csv 3 momentary)" -24 0.05
  "$ROSIN" render cello-d -d 1 --loudness -20 -s rate=48000 -o a.wav
  cmp a.wav out/a.wav
  for name in a b v2; do
    "$ROSIN" render out/$name.wav -o again.wav
    cmp again.wav out/$name.wav
  done
  "$ROSIN" render cello-d --variations 2 -d 1 --loudness -24 --distinct 0 -s rate=48000 -o 'v%d.wav' >v.csv
  cmp v2.wav out/v2.wav
  # what is clipped is said, and measured as the file has it
  run -0 --separate-stderr "$ROSIN" render rope --loudness -6 --loudness-of integrated --ceiling 0 -d 1 -s rate=48000 -o loud.wav
  [[ "$stderr" == *"was clipped"* ]]
  said=$(sed -n 's/.*, \(-[0-9.]*\) LUFS.*/\1/p' <<<"$stderr")
  bext=$("${PYTHON:-python3}" -c 'import struct
d = open("loud.wav", "rb").read(); at = d.index(b"bext") + 8
print(struct.unpack_from("<h", d, at + 412)[0] / 100)')
  near "$bext" "$said" 0.06
  awk -v b="$bext" 'BEGIN { exit !(b < -7) }' # it is not what was asked for
  run -0 --separate-stderr "$ROSIN" render rope -s gain=0 -d 0.2 --loudness -20 -o silent.wav
  [[ "$stderr" == *"is silent: nothing can be brought to a level"* ]]
  printf 'scene,duration,loudness,loudness_of,ceiling\nrope,1,-6,integrated,0\n' >loud.csv
  run -0 --separate-stderr "$ROSIN" batch loud.csv -o loud
  [[ "$stderr" == *"warning: 1 file was clipped"* ]]
  near "$(field loud/manifest.csv 0 loudness)" "$bext" 0.02
  printf 'scene,duration,loudness,format\nrope,1,-6,\nrope,1,-30,\nrope,1,,float\n' >soft.csv
  run -0 --separate-stderr "$ROSIN" batch soft.csv -o soft --name '{row}'
  [[ "$stderr" == *"warning: 1 file is softer than asked for, as the true peak would pass the ceiling"* ]]
  near "$(field soft/manifest.csv 0 true_peak)" -1 0.05
  # what was drawn again to be apart is counted as it came at last
  printf 'scene,duration,variations,distinct,seed,loudness\nrope,0.05,12,0.4,3,-8\n' >again.csv
  run -0 --separate-stderr "$ROSIN" batch again.csv -o again
  [[ "$stderr" == *"draws more to keep 12 variations apart"* ]]
  many=$("${PYTHON:-python3}" -c 'import csv
print(sum(float(r["limited"] or 0) > 0.05 for r in csv.DictReader(open("again/manifest.csv")) if r["job"] != "#end"))')
  [[ "$stderr" == *"warning: $many files are softer than asked for"* ]]
  near "$(field soft/manifest.csv 0 momentary)" "$(awk -v l="$(field soft/manifest.csv 0 limited)" 'BEGIN { print -6 - l }')" 0.05
  near "$(field soft/manifest.csv 1 momentary)" -30 0.05
  [ "$(field soft/manifest.csv 1 limited)$(field soft/manifest.csv 2 limited)$(field soft/manifest.csv 2 gain)" = 0.000.000.00 ]
  ! near "$(field soft/manifest.csv 1 gain)" 0 1
}

# bats test_tags=plain
@test "distinct holds over the whole list, whoever draws; number n is the same in a longer one" {
  printf 'scene,duration,variations,distinct,seed,name\nrope,0.1,80,0.5,3,{n:03}\nrope,0.1,3,,9,more{n}\n' >jobs.csv
  run -0 --separate-stderr "$ROSIN" batch jobs.csv -o whole
  [[ "$stderr" == *"more to keep 80 variations apart"* ]]
  "${PYTHON:-python3}" - <<'END'
import csv, math
rows = [r for r in csv.DictReader(open("whole/manifest.csv")) if r["job"] != "#end"]
num = lambda r, k: float(r[k]) if r[k] else math.nan
def octaves(a, b, step):
    return math.log2(a / b) / step if a > 0 and b > 0 else 0 if (a > 0) == (b > 0) else 4
def distance(a, b):
    x, y = ([float(v) for v in r["shape"].lstrip("'").split()] for r in (a, b))
    d = [num(a, "loudness") - num(b, "loudness")]
    d += [octaves(num(a, k), num(b, k), s) for k, s in (("centroid", .1), ("pitch", 1 / 24), ("decay", 1 / 3))]
    return math.sqrt((sum(v * v for v in d) + sum(((p - q) / 3) ** 2 for p, q in zip(x, y)) / len(x)) / 5)
kept = rows[:80]
assert all(distance(a, b) > 0.4999 for i, a in enumerate(kept) for b in kept[:i]), "two are near"
assert any(int(r["attempt"]) for r in kept[64:])
for r in rows: # the columns say so too
    others = {o["job"]: distance(r, o) for o in rows if o is not r}
    assert abs(others[r["nearest"]] - min(others.values())) < 1e-3
    assert abs(float(r["distance"]) - min(others.values())) < 2e-3
END
  sed 's/0.1,80,/0.1,70,/' jobs.csv >short.csv
  "$ROSIN" batch short.csv -o short
  for n in 001 030 065 069 070; do cmp whole/$n.wav short/$n.wav; done
  # shards, one of them killed and begun again
  timeout -s KILL 0.3 "$ROSIN" batch jobs.csv -o shards --shard 2/2 >said 2>&1 || true
  for k in 2 1; do "$ROSIN" batch jobs.csv -o shards --shard $k/2; done
  "$ROSIN" batch --merge shards
  cmp whole/manifest.csv shards/manifest.csv
  "$ROSIN" batch --verify shards
  # a file that is lost is drawn again as it was; what has yet to be kept apart is said
  lost=$("${PYTHON:-python3}" -c 'import csv
print(next(r["name"] for r in csv.DictReader(open("whole/manifest.csv")) if r["attempt"] not in ("", "0")))')
  rm "shards/$lost"
  run -0 --separate-stderr "$ROSIN" batch jobs.csv -o shards --shard 1/2
  run -0 --separate-stderr "$ROSIN" batch jobs.csv -o shards --shard 2/2
  "$ROSIN" batch --verify shards
  : >shards/.rosin/apart
  run -1 "$ROSIN" batch --merge shards
  [[ "$output" == *"its files are not kept apart yet: run any of the shards again"* ]]
}

@test "a scene that has no more to give says so, and what was not asked to be apart is counted" {
  printf 'scene,duration,variations,distinct,spread\nsqueak,0.05,3,50,macros=0 times=0\n' >jobs.csv
  run -0 --separate-stderr "$ROSIN" batch jobs.csv -o out
  [[ "$stderr" == *"jobs.csv:2: squeak: 1 of 3 files are 50 apart; for the others no draw of 32 was: it has no more to give"* ]]
  printf 'scene,duration,variations,spread\nsqueak,0.05,3,macros=0 times=0 heights=0 surfaces=0 bodies=0 losses=0\n' >jobs.csv
  run -0 --separate-stderr "$ROSIN" batch jobs.csv -o same
  [[ "$stderr" == *"3 of 3 variations have another nearer than 0.5"* ]]
}

# bats test_tags=plain
@test "shards in any number and order give the same set and the same manifest" {
  list
  "$ROSIN" batch jobs.cfg -o whole
  for n in 2 5 7; do
    for k in $(seq $n -1 1); do "$ROSIN" batch jobs.cfg -o shards-$n --shard $k/$n; done
    "$ROSIN" batch --merge shards-$n
    for file in manifest.csv manifest.jsonl SHA256SUMS; do cmp whole/$file shards-$n/$file; done
    (cd shards-$n && sha256sum -c --quiet SHA256SUMS)
  done
  "$ROSIN" batch jobs.cfg -o part --shard 1/2
  run -1 "$ROSIN" batch --merge part
  [[ "$output" == *"1 of 2 shards have come to their end"* ]]
  refused 1 "was begun in 2 shards" "$ROSIN" batch jobs.cfg -o part
  refused 1 "nothing that rosin batch made" "$ROSIN" batch --merge nosuch
}

# bats test_tags=plain
@test "killed at any moment and run again: the same set, no half file" {
  list
  sed -i 's/duration = 0.1/duration = 0.4/' jobs.cfg
  "$ROSIN" batch jobs.cfg -o whole
  for at in 0.1 0.15 0.2 0.25 0.3 0.4; do
    timeout -s KILL $at "$ROSIN" batch jobs.cfg -o killed >said 2>&1 || true
    find killed -name '*.wav' -not -path '*/.rosin/*' | while read -r file; do
      cmp "$file" "whole/${file#killed/}"
    done
  done
  "$ROSIN" batch jobs.cfg -o killed
  cmp whole/manifest.csv killed/manifest.csv
  (cd killed && sha256sum -c --quiet SHA256SUMS)
  [ -z "$(ls killed/.rosin/work-1-of-1)" ]
}

@test "rows that a kill cut off, files that were lost or changed are made again" {
  list
  "$ROSIN" batch jobs.cfg -o out
  cp out/manifest.csv whole.csv
  truncate -s -120 out/.rosin/rows-1-of-1.csv # the closing row, and some of the last
  rm out/door-hinge-slow-001-003.wav
  : >out/door-hinge-slow-001-004.wav
  run -1 "$ROSIN" batch --verify out
  [[ "$output" == *"003.wav: is not there"* ]]
  [[ "$output" == *"004.wav: is not whole"* ]]
  run -0 --separate-stderr "$ROSIN" batch jobs.cfg -o out
  [[ "$stderr" == *"3 made"*"15 were there"* ]]
  cmp out/manifest.csv whole.csv
  printf 'x' | dd of=out/door-hinge-slow-001-005.wav bs=1 seek=5000 conv=notrunc status=none
  run -1 "$ROSIN" batch --verify out
  [[ "$output" == *"005.wav: has another hash"* ]]
  sed -i 's/variations = 8; seed = 7/variations = 8; seed = 8/' jobs.cfg
  run -0 --separate-stderr "$ROSIN" batch jobs.cfg -o out
  [[ "$stderr" == *"8 made"*"10 were there"* ]]
}

# bats test_tags=plain
@test "two runs at once on one folder: the second is told, nothing is lost" {
  list
  sed -i 's/duration = 0.1/duration = 20.0/' jobs.cfg
  "$ROSIN" batch jobs.cfg -o out >said 2>&1 &
  first=$!
  while kill -0 $first && [ ! -e out/.rosin/rows-1-of-1.csv ]; do sleep 0.05; done
  run -1 "$ROSIN" batch jobs.cfg -o out
  kill -TERM $first
  [[ "$output" == *"another run is at work on shard 1/1"* ]]
  ended=0
  wait $first || ended=$?
  [ $ended -eq 1 ]
  grep -q 'interrupted; [0-9]* of 18 files are whole' said
  [ -z "$(find out -name '*part-*')" ]
}

@test "a folder that cannot be written, a disk that is too small or full" {
  list
  : >file
  run -1 "$ROSIN" batch jobs.cfg -o file
  [[ "$output" == *"file: cannot be written to: Not a directory"* ]]
  run -1 "$ROSIN" batch jobs.cfg -o no/such
  [[ "$output" == *"no/such: cannot be written to"* ]]
  printf 'scene,variations,duration,rate\nrope,20000,3600,96000\n' >huge.csv
  run -1 "$ROSIN" batch huge.csv -o out
  [[ "$output" == *"there is room for"*"it takes up to"* ]]
  for folder in out . none none/yet/ "$PWD/none/yet"; do # which are not there, or are
    run -1 "$ROSIN" batch huge.csv -o "$folder" --estimate
    [[ "$output" == *"there is room for"*"it takes up to"* ]]
    [ ! -e none ]
  done
  [ -z "$(find out -name '*.wav')" ]
}

@test "a disk that fills up half-way" {
  mkdir small
  mount -t tmpfs -o size=2400k none small 2>/dev/null || skip "needs to mount a small disk"
  printf 'scene,variations,duration\nrope,14,0.5\n' >jobs.csv
  head -c 1000000 /dev/zero >small/filler # what others write meanwhile
  run -1 "$ROSIN" batch jobs.csv -o small/out
  [[ "$output" == *"there is room for"* ]]
  rm small/filler
  "$ROSIN" batch jobs.csv -o whole
  run -1 --separate-stderr bash -c "'$ROSIN' batch jobs.csv -o small/out &
    while kill -0 \$! && [ ! -e small/out/rope-001-002.wav ]; do sleep 0.01; done; head -c 2300000 /dev/zero >small/filler 2>/dev/null; wait \$!"
  [[ "$stderr" == *"the disk is full; make room"* ]] || { umount small; echo "$stderr"; false; }
  (cd small/out && for file in *.wav; do cmp "$file" "../../whole/$file" || exit 1; done) || { umount small; false; }
  rm small/filler
  "$ROSIN" batch jobs.csv -o small/out
  cmp small/out/manifest.csv whole/manifest.csv
  umount small
}

# bats test_tags=sanitized
@test "a list of rows that was damaged, cut, edited is told, by --verify and by --merge; the rest is kept" {
  ROSIN=$ROSIN "${PYTHON:-python3}" "$ROOT/tests/verify/damage.py" 7 1
}

@test "a shard that was lost, or copied over another; an unfinished one is no damaged one" {
  list
  for k in 1 2 3; do "$ROSIN" batch jobs.cfg -o out --shard $k/3; done
  cp out/.rosin/rows-2-of-3.csv two.csv
  rm out/.rosin/rows-2-of-3.csv
  run -1 "$ROSIN" batch --merge out
  [[ "$output" == *"rows-2-of-3.csv: is not there"*"2 of 3 shards have come to their end"* ]]
  cp out/.rosin/rows-1-of-3.csv out/.rosin/rows-2-of-3.csv
  run -1 "$ROSIN" batch --merge out
  [[ "$output" == *"rows-2-of-3.csv: holds rows of shard 1/3"* ]]
  grep -v '^#end' two.csv >out/.rosin/rows-2-of-3.csv
  run -1 "$ROSIN" batch --merge out
  [[ "$output" == *"rows-2-of-3.csv: is unfinished"* ]]
  [[ "$output" != *damaged* ]]
  run -1 "$ROSIN" batch --verify out # all rows, but nobody knows that
  [[ "$output" == *"manifest.csv: is of a batch that was incomplete"*"18 files are there and whole; the list of them is not"* ]]
  cp two.csv out/.rosin/rows-2-of-3.csv
  "$ROSIN" batch --merge out
  "$ROSIN" batch --verify out
  # what is beside it is compared with it
  cp out/manifest.jsonl whole.jsonl
  sed -i '4s/"rate": 48000/"rate": 48001/' out/manifest.jsonl
  run -1 "$ROSIN" batch --verify out
  [[ "$output" == *"manifest.jsonl:4: is not what manifest.csv says"* ]]
  head -n -1 whole.jsonl >out/manifest.jsonl
  run -1 "$ROSIN" batch --verify out
  [[ "$output" == *"manifest.jsonl:18: is not what manifest.csv says"* ]]
  cp whole.jsonl out/manifest.jsonl
  : >out/SHA256SUMS
  run -1 "$ROSIN" batch --verify out
  [[ "$output" == *"SHA256SUMS:1: is not what manifest.csv says"* ]]
  # and is there
  rm out/SHA256SUMS
  run -1 "$ROSIN" batch --verify out
  [[ "$output" == *"rosin: out/SHA256SUMS: is not there"*"18 files are there and whole; the list of them is not" ]]
  rm out/manifest.jsonl
  run -1 "$ROSIN" batch --verify out
  [[ "$output" == *"out/manifest.jsonl: is not there"*"out/SHA256SUMS: is not there"* ]]
  "$ROSIN" batch --merge out # makes them again
  "$ROSIN" batch --verify out
  cmp out/manifest.jsonl whole.jsonl
  rm out/manifest.jsonl out/SHA256SUMS
  "$ROSIN" batch jobs.cfg -o out --shard 1/3 # which needs neither
}

# as_0_2 FOLDER: its lists as 0.2 wrote them, without hashes, closing rows and marks
as_0_2() {
  "${PYTHON:-python3}" - "$1" <<'END'
import csv, glob, json, os, re, sys
folder = sys.argv[1]
for path in [folder + "/manifest.csv", *glob.glob(folder + "/.rosin/rows-*.csv")]:
    rows = [r[:28] for r in csv.reader(open(path, newline="")) if r[0] != "#end"]  # up to key
    with open(path, "w", newline="") as file:
        for row in rows:
            row = [c[1:] if re.match("'[=+@'-]", c) else c for c in row]
            file.write(",".join('"%s"' % c.replace('"', '""') if re.search('[,;"\r\n]|^[ #]', c) else c for c in row) + "\n")
for path in glob.glob(folder + "/.rosin/rows-*.csv"):
    open(path.replace("rows-", "done-")[:-4], "w").close()
text = open(folder + "/manifest.jsonl").read()
open(folder + "/manifest.jsonl", "w").write(re.sub(', "momentary": .*}', "}", text))
END
}

@test "what 0.2 wrote is verified, merged, shown and gone on with, and that it has no hashes is said" {
  # shards as 0.2 itself wrote them: 7 jobs, their files apart
  mkdir -p kept/.rosin
  for k in 1 2; do
    cp "$ROOT/tests/fuzz/corpus/manifest/shard-0.2-$k" kept/.rosin/rows-$k-of-2.csv
    : >kept/.rosin/done-$k-of-2
  done
  run -0 "$ROSIN" batch --merge kept
  [[ "$output" == *"kept/manifest.csv: 7 files"*"2 of 2 shards are of rosin 0.2, whose rows carried no hashes"* ]]
  [ "$(field kept/manifest.csv 6 title)" = "'=1+1" ]
  grep -q '"title": "=1+1"' kept/manifest.jsonl
  rm kept/.rosin/done-1-of-2
  run -1 "$ROSIN" batch --merge kept
  [[ "$output" == *"rows-1-of-2.csv: is unfinished"*"1 of 2 shards"* ]]
  list
  for k in 1 2; do "$ROSIN" batch jobs.cfg -o out --shard $k/2; done
  "$ROSIN" batch --merge out
  cp out/manifest.csv whole.csv
  as_0_2 out
  run -0 "$ROSIN" batch --verify out
  [[ "$output" == *"is of rosin 0.2, whose rows carry no hashes"*"18 files are there and whole" ]]
  mkdir beside
  mv out/manifest.jsonl out/SHA256SUMS beside
  run -0 "$ROSIN" batch --verify out
  [[ "$output" == *"manifest.jsonl: is not there, and nothing says that it was"*"SHA256SUMS: is not there"*"18 files are there and whole" ]]
  mv beside/* out
  run -0 "$ROSIN" batch --page out
  run -0 "$ROSIN" batch --wwise out
  [[ "$output" == *"18 sounds, 0 containers" ]] # it has no groups
  cp out/manifest.csv old.csv
  for damage in 's/\(door-hinge-slow-001-003.wav,.*\),48000,/\1,48001,/' 5d '$d' '5{p}' 's/$/\r/' '1d' '2,$d'; do
    sed "$damage" old.csv >out/manifest.csv
    run -1 "$ROSIN" batch --verify out
    [[ "$output" == *rosin:*manifest* ]] || { echo "$damage: $output"; false; }
  done
  for damage in 'truncate -s -1' 'truncate -s 0' 'truncate -s 2000'; do
    cp old.csv out/manifest.csv
    $damage out/manifest.csv
    run -1 "$ROSIN" batch --verify out
    [[ "$output" == *rosin:*manifest.csv* ]] || { echo "$damage: $output"; false; }
  done
  run -0 --separate-stderr "$ROSIN" batch jobs.cfg -o out --shard 1/2
  [[ "$stderr" == *"is of rosin 0.2"*"they do from now on"*"0 made"* ]]
  "$ROSIN" batch --merge out # of one of each
  "${PYTHON:-python3}" - <<'END' # but for what 0.2 did not measure, which stays empty
import csv
now, whole = (list(csv.reader(open(path, newline=""))) for path in ("out/manifest.csv", "whole.csv"))
new = [whole[0].index(name) for name in ("momentary", "gain", "limited", "room", "loop", "part", "step", "group")]
assert len(now) == len(whole) and all(row[new[0]] == "" for row in now[1:-1])
for a, b in zip(now[:-1], whole[:-1]):
    assert [c for i, c in enumerate(a[:-1]) if i not in new] == [c for i, c in enumerate(b[:-1]) if i not in new]
    assert all(a[i] in ("", b[i]) for i in new)
END
}

# bats test_tags=sanitized
@test "foreign text is text: in a page, in JSON, in a spreadsheet" {
  printf 'scene,duration,name,title\nrope,0.02,=cmd,"=HYPERLINK(""http://x"")"\nrope,0.02,@a,+1\nrope,0.02,-b,-1\nrope,0.02,c,'"'"'=1\nrope,0.02,d,"</script><script>alert(1)</script>"\n' >jobs.csv
  "$ROSIN" batch jobs.csv -o out
  "${PYTHON:-python3}" - <<'END'
import csv, json
rows = list(csv.reader(open("out/manifest.csv")))[1:-1]
for row, line in zip(rows, open("out/manifest.jsonl")):
    line = json.loads(line)
    for text, (key, value) in zip(row, line.items()):
        if text[:1] in ("=", "+", "@") or text[:1] == "-":
            assert isinstance(value, (int, float)), (key, text)  # a number, which is no formula
assert [json.loads(l)["title"] for l in open("out/manifest.jsonl")] == [
    '=HYPERLINK("http://x")', "+1", "-1", "'=1", "</script><script>alert(1)</script>"]
assert rows[0][1] == "'=cmd.wav" and rows[3][6] == "''=1"
END
  "$ROSIN" batch --verify out
  [ -s out/=cmd.wav ]
  "$ROSIN" batch jobs.csv -o out # read back, as they were
  run -0 "$ROSIN" batch jobs.csv -o out
  [[ "$output" == *"0 made"*"5 were there"* ]]
  "$ROSIN" batch --page out
  [ "$(grep -c '<script' out/index.html)" -eq 2 ]
  # the table of variations
  "$ROSIN" render rope --variations 1 -d 0.02 -o '=1,"%d.wav' >v.csv
  [[ "$(sed -n 2p v.csv)" == "\"'=1,\"\"1.wav\",0,"* ]]
  # a manifest that somebody else wrote, in 0.2's form: what is no number is no number
  as_0_2 out
  sed -i '2s|,48000,|,"0}]};alert(1);</script><script>alert(2)//",|' out/manifest.csv
  run -1 "$ROSIN" batch --page out
  [[ "$output" == *"manifest.csv:2: is no row of a manifest"* ]]
  ! grep -q 'alert(2)' out/index.html
  run -1 "$ROSIN" batch --verify out
}

@test "a plain loop and GNU parallel, as the examples have them" {
  list
  sed 's/duration = 2.0/duration = 0.1/; s/variations = 20/variations = 2/' "$ROOT/examples/doors.cfg" >doors.cfg
  "$ROSIN" batch doors.cfg -o whole
  [ -s whole/door-hinge-slow/1.4-16-02.wav ]
  ROSIN=$ROSIN "$ROOT/examples/loop.sh" doors.cfg loop 3
  cmp whole/manifest.csv loop/manifest.csv
  command -v parallel >/dev/null || skip "the loop alone: there is no parallel"
  ROSIN=$ROSIN "$ROOT/examples/parallel.sh" doors.cfg parallel 4 -j 2
  cmp whole/manifest.csv parallel/manifest.csv
}

# bats test_tags=plain
@test "a job array of Slurm, one task killed and requeued" {
  status=0
  ROSIN=$ROSIN INSTALL=no "$ROOT/examples/slurm/try.sh" slurm >said 2>&1 || status=$?
  [ $status -ne 77 ] || skip "$(grep skipped said)"
  [ $status -eq 0 ] || { cat said; return 1; }
  grep -q "killed and requeued, and a single run: the same" said
}

@test "a page of a batch, in Chromium from the disk" {
  list
  "$ROSIN" batch jobs.cfg -o out
  run -0 "$ROSIN" batch --page out
  [[ "$output" == *"18 sounds on 1 page"* ]]
  [ -z "$(find out -name 'index-*')" ]
  ! grep -qE 'https?://' out/index.html
  is_sanitized && return # a browser need not see it twice
  command -v node >/dev/null || skip "no node"
  needs_chromium
  timeout 1000 node "$ROOT/tests/page/catalogue.mjs" out "$PWD" >said.txt || { cat said.txt; return 1; }
  # what was kept is shipped, to the byte, and nothing else; a new batch is made around it
  "$ROSIN" batch kept.cfg -o ship
  [ "$(find ship -name '*.wav' | wc -l)" -eq 1 ]
  (cd ship && find . -name '*.wav' -exec cmp {} ../out/{} \;)
  "$ROSIN" batch around.cfg -o around
  [ "$(find around -name '*.wav' | wc -l)" -eq 3 ]
  # what it copied makes the file
  mkdir made
  command=$(sed -n 's/^command: rosin //p' said.txt)
  name=$(sed "s/.* -o //;s/^'//;s/'$//" <<<"$command")
  (eval "'$ROSIN' ${command% -o *}" -o again.wav)
  cmp again.wav "out/$name"
  refused 1 "manifest.csv: No such file" "$ROSIN" batch --page made
}

@test "48 kHz and 24 bits, another rate by choice; what 0.2 began keeps its scene's" {
  printf 'scene,duration,rate,name\nrope,0.05,,a\nrope,0.05,96000,b\n' >jobs.csv
  "$ROSIN" batch jobs.csv -o out
  [ "$(field out/manifest.csv 0 rate) $(field out/manifest.csv 1 rate)" = "48000 96000" ]
  [ "$(od -An -tu2 -j34 -N2 out/a.wav | tr -d ' ')" = 24 ] || "${PYTHON:-python3}" -c 'import sys
d = open("out/a.wav", "rb").read(); at = d.index(b"fmt ") + 8
sys.exit(int.from_bytes(d[at + 14:at + 16], "little") != 24)'
  printf 'jobs = ( { scene = "rope"; duration = 0.05; set = "rate=32000"; name = "c"; } );\n' >jobs.cfg
  "$ROSIN" batch jobs.cfg -o set
  [ "$(field set/manifest.csv 0 rate)" = 32000 ]
  rm out/.rosin/rate-48000 # as 0.2 left it
  "$ROSIN" batch jobs.csv -o out
  [ "$(field out/manifest.csv 0 rate)" = 44100 ]
  cp out/a.wav a.wav
  run -0 --separate-stderr "$ROSIN" batch jobs.csv -o out
  [[ "$stderr" == *"0 made"* ]]
  # a sound that is made again keeps its own
  printf 'scene,name\nout/a.wav,a\n' >again.csv
  "$ROSIN" batch again.csv -o again
  cmp again/a.wav a.wav
}

@test "lists with verdicts: what is kept is made, to the byte" {
  printf 'scene,duration,name,title,creator,loudness\nrope,0.05,a,,,\nrope,0.06,b,My rope,ME,-30\nrope,0.07,c,,,\n' >jobs.csv
  "$ROSIN" batch jobs.csv -o out
  printf 'scene,name,verdict,stars\nout/a.wav,a,reject,1\nout/b.wav,b,keep,5\nout/c.wav,c,undecided,\n' >kept.csv
  "$ROSIN" batch kept.csv -o ship
  [ "$(find ship -name '*.wav')" = ship/b.wav ]
  cmp ship/b.wav out/b.wav
  printf 'scene,verdict\nrope,no\n' >bad.csv
  refused 1 "bad.csv:2: verdict: no: must be keep, reject or undecided" "$ROSIN" batch bad.csv -o none
}

@test "more sounds than a page bears go to several" {
  printf 'scene,duration,variations\nsqueak,0.002,7\n' >jobs.csv
  "$ROSIN" batch jobs.csv -o out
  "$ROSIN" batch --page out --rows 6
  [ "$(grep -c '"squeak-001-' out/index.html)" -eq 6 ]
  [ "$(grep -c '"squeak-001-' out/index-2.html)" -eq 1 ]
  [ ! -e out/index-3.html ]
  refused 2 "--rows: needs --page" "$ROSIN" batch jobs.csv -o out --rows 3
}
