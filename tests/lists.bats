#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What is said of lists, forms of files, rooms, melodies and matches that are wrong, at the edges of
# every range, letter by letter (tests/said_lists.txt, said_forms.txt); and what small ones make,
# row by row (tests/printed_lists.txt). ROSIN_UPDATE=1 writes the files anew.
# bats file_tags=plain

load common
load said

# A knock that sounds in hundredths of a second: two modes, one macro.
knock() {
  cat >k.cfg <<'END'
duration = 0.4; rate = 8000; channels = 1;
macros = { push = { default = 1.0; low = 0.5; high = 2.0; to = ( { key = "h.force"; how = "scale"; at = ((0.5, 0.5), (2.0, 2.0)); } ); }; };
about = { presets = ( { name = "Hard"; push = 2.0; }, { name = "Soft knock"; push = 0.6; } ); };
modals = { x = { modes = ( { frequency = 310.0; t60 = 0.3; mass = 0.05; }, { frequency = 854.0; t60 = 0.2; mass = 0.08; } ); }; };
pushes = { h = { body = "x"; position = "all"; force = { points = ( (0.1, 0.0), (0.1005, 400.0), (0.101, 0.0) ); }; }; };
outputs = ( { signal = "x.velocity@all"; gain = 0.1; } );
END
}

# l HEADER ROW...: what a batch of that list says, before it makes anything.
l() {
  printf '%s\n' "$@" >l.csv
  printf '# %s\n' "$@" | cut -c1-200
  t batch l.csv -o out --estimate -j 1 | sed 's/^\(.* MB\), some .*/\1/'
}

lists() {
  local c long name
  knock
  long=$(printf 'x%.0s' $(seq 65))
  for c in variations duration seed rate oversample distinct loudness normalize loop ceiling stars; do
    for v in -71 0 0.5 1 17 101 8000 1e10 1x " "; do l "scene,$c" "k.cfg,$v"; done
  done
  for c in 3,times=2 2,push=-0.1 2,push 2,=1 2,push=x "2,push=0.5 x=1" "2,push=0.5  push=1" 2,seed=1; do l scene,variations,spread "k.cfg,$c"; done
  for c in category title creator source format container loudness_of description date room verdict part steps name scene; do
    for v in "$long" $'a\tb' x; do l "scene,loudness,$c" "k.cfg,-20,$v"; done
  done
  for c in whole start loop end round; do for v in "" 1; do l scene,part,loop "k.cfg,$c,$v"; l scene,part,distinct,variations "k.cfg,$c,$v,2"; done; done
  for c in integrated momentary auto; do l scene,loudness,loudness_of "k.cfg,-20,$c"; done
  for c in 16 24 32 float; do for v in wav flac aiff caf ogg raw w64; do l scene,format,container "k.cfg,$c,$v"; done; done
  for c in '{n}' '{n:3}' '{n:03}' '{n:10}' '{n:0}' '{n:x}' '{n:-1}' '{scene}-{seed}-{variations}' '{push}' '{duration}' '{none}' '{' '}' '{}' 'a{n' '{title}' '{creator}' \
    '{category}' ucs '/a' 'a//b' '../a' '.a' 'a/.b' 'a:b' 'manifest.csv' 'SHA256SUMS' 'a/manifest.csv' 'index.html' "$(printf 'x%.0s' $(seq 240))" "$(printf 'x%.0s' $(seq 260))" 'a.wav' 'a b'; do
    l scene,name,variations "k.cfg,$c,2"; t batch l.csv --name "$c" -o out --estimate -j 1 | sed 's/^\(.* MB\), some .*/\1/'
  done
  for c in push=0.7..1.5/3 push=0.7 push=0.7..1.5 push=1..2/0 push=1..2/1 push=1..2/2 push=1..2/x push=0..2/2 push=1..2/1001 push=1..2/1.5 none=1..2/2 =1..2/2 push=2..1/2 push=1..1/2 push=x..2/2 "push=1..2/2 "; do l scene,steps "k.cfg,$c"; done
  for c in push=1 push=3 h.force.scale=2 x.y=1 =1 gain=0.5 rate=9000 seed=2 duration=1 "$long=1"; do l scene,"${c%%=*}" "k.cfg,${c#*=}"; done
  l scene,set 'k.cfg,"push=1"'; l scene,push,push k.cfg,1,1; l push 1; l scene; l ''; l scene k.cfg k.cfg; l scene,name k.cfg,a k.cfg,A; l scene,name k.cfg,a k.cfg,a.wav
  for c in 'jobs = ();' 'jobs = ( { } );' 'jobs = ( { scene = 3; } );' 'jobs = ( { scene = "k.cfg"; variations = "x"; } );' 'jobs = ( 3 );' 'jobs = 3;' 'job = ();' '' \
    'jobs = ( { scene = "k.cfg"; set = "push=1"; } );' 'jobs = ( { scene = "k.cfg"; set = ( 3 ); } );' 'jobs = ( { scene = "k.cfg"; spread = ( "push=1" ); } );' \
    'jobs = ( { scene = "k.cfg"; variations = 2; spread = ( "push=2" ); } );' 'jobs = ( { scene = "k.cfg"; vary = 2; } );' 'name = "{n}"; jobs = ( { scene = "k.cfg"; }, { scene = "k.cfg"; } );' \
    'duration = 0.1; loudness = -20; jobs = ( { scene = "k.cfg"; variations = 2.5; } );' 'duration = 100000.0; jobs = ( { scene = "k.cfg"; } );' 'x = 1; jobs = ( { scene = "k.cfg"; } );'; do
    printf '%s\n' "$c" >l.cfg; printf '# %s\n' "$c"; t batch l.cfg -o out --estimate -j 1 | sed 's/^\(.* MB\), some .*/\1/'
  done
  l scene k.cfg
  for c in 1/1 1/2 2/2 3/2 0/1 1/0 1 x/y 1/2x 1/1000000 1/2000000000; do t batch l.csv -o out --estimate -j 1 --shard $c | sed 's/^\(.* MB\), some .*/\1/'; done
  for c in -1 0 1e9 x; do t batch l.csv --hours=$c -o out --estimate -j 1 | sed 's/^\(.* MB\), some .*/\1/'; t batch l.csv --rows=$c; t batch l.csv --page --rows=$c; t batch l.csv -j "$c" --estimate; done
  for c in --merge --verify --page --wwise; do t batch $c none; t batch $c .; t batch $c l.csv; t batch $c --merge none; t batch $c; t batch $c none -o out; t batch $c none --shard 1/2; done
  t batch; t batch l.csv l.csv; t batch none.csv; t batch k.cfg; t batch l.wav; t batch . -o out --estimate
}

forms() {
  local c v
  knock
  "$ROSIN" render k.cfg -o k.wav 2>/dev/null
  cp "$ROOT/docs/tune.mid" t.mid
  printf '0.1,0.2\n' >g.csv
  r() { t render k.cfg -o a.wav "$@" | sed 's/[0-9.]* times real time/N times/'; rm -f a*.wav a.flac p.csv; }
  for c in -71 -70 -1 -0.5 0 x; do r --loudness=$c; r --loudness=-20 --ceiling=$c; r --normalize --ceiling=$c; done
  for c in integrated momentary auto x ''; do r --loudness -20 --loudness-of "$c"; r --loudness-of "$c"; done
  for c in start loop end whole round x ''; do r --part "$c" -d 0.2; r --part "$c" --loop; r --part "$c" --stems s.wav; r --part "$c" --input k.wav; done
  for c in none small hall k.wav none.wav x ''; do r --room "$c"; r --room "$c" --stems s.wav; done
  for c in 0 1 1.5 10001 100001 x; do t render k.cfg --variations "$c" -j 1 -o 'none/a%02d.wav'; done
  for c in a.wav 'a%d%d.wav' 'a%s.wav' 'a%' 'a%%.wav' 'a%3000d.wav' 'a%02d.mp3'; do t render k.cfg --variations 2 -j 1 -o "$c"; rm -f a*; done
  for c in push push=2 push=-1 none=0.1 =1 seed=1 push=x; do t render k.cfg --variations 2 -j 1 -o 'none/a%d.wav' --spread "$c"; done
  for c in -1 0 101 x; do t render k.cfg --variations 2 -j 1 -o 'none/a%d.wav' --distinct=$c; r --distinct=$c; done
  for c in '--midi t.mid' '--score t.mid' '--gesture k.wav' '--stems s.wav' '--probe h.force' '--input k.wav' '--report r.json' '--loop' '--part loop'; do t render k.cfg --variations 2 -j 1 -o 'none/a%d.wav' $c; done
  for c in Hard hard 'Soft knock' soft Har none none.json ''; do r --preset "$c"; r --preset "$c" -s push=1; done
  for c in title=x title= title =x none=1 date=2020-01-01 date=x category=WOODMisc category=x take=3 take=x creator=a,b source=r description=d; do r --tag "$c"; r --tag "$c" --tag "$c"; done
  for c in 1 2 0 17 x violin=2 violin=0 cello=2,viola=1 cello tuba=2 cello=2,3 '' ,; do t render --midi t.mid --players "$c" -o a.wav -d 0.0001; r --players "$c"; done
  for c in keyboard swam mpe wind none none.cfg ''; do t render cello --midi t.mid --controls "$c" -o a.wav -d 0.0001; r --controls "$c"; done
  t render --midi t.mid --players 2 -o a.wav --loop; t render --midi t.mid --players 2 -o a.wav --stems s.wav; t render --midi t.mid --players 2 -o a.wav --probe h; t render k.cfg cello --midi t.mid --players 2 -o a.wav
  t render --midi t.mid --players 2 -o a.wav --spread a=1; t render --midi t.mid --players 2 -o a.wav --tag title=x; t render --players 2 -o a.wav; t render k.cfg --midi t.mid --players 2 -o a.wav
  for c in '{n}' '{push}' '{none}' '{scene}' '{' '{title}'; do t render k.cfg -d 0.01 -o "a-$c.wav" | sed 's/[0-9.]* times real time/N times/'; rm -f a-*; t render k.cfg -o "a-$c"; done
  T_BYTES=9999 r --report - | sed 's/^\( *"[a-z_]*": \)[^{]*$/\1/'; t render k.cfg -o - --report - ; t render k.wav -o b.wav --room x; t render k.wav -o k.wav; t render k.wav --input k.wav -o a.wav
  for c in 0 -49 49 x; do t follow k.wav --on cello --transpose=$c -o a.wav; done
  for c in 0 9 1.5 x; do t follow k.wav --on cello --passes=$c -o a.wav; done
  t follow; t follow k.wav; t follow k.wav --on cello; t follow none.wav --on cello -o a.wav; t follow k.wav --on none -o a.wav; t follow k.wav --on k.cfg -o a.wav; t follow k.wav --on cello -o a.mp3
  t follow k.wav --on cello -o a.wav --format 8; t follow k.wav --on cello -o a.flac --format float; t follow k.wav --on cello -o k.wav; t follow k.wav --on cello -o a.wav --midi a.wav; t follow k.wav --on cello -o a.wav -s x
  for c in 0 0.5 86401 x; do t match k.wav --time=$c --from none; done
  for c in 0.1 61 x; do t match k.wav --longest=$c --from none; done
  for c in 0 1.5 x; do for v in --evaluations --seed --variations -j; do t match k.wav --from none $v "$c"; done; done
  t match; t match none.wav; t match k.cfg; t match k.wav k.wav; t match k.wav --from ,; t match k.wav -o k.wav --from none; t match k.wav -o a%d.cfg --variations 2 --from none; t match k.wav --report k.wav --from none

  t gesture; t gesture none.txt; t gesture k.wav; t gesture k.cfg -o a.csv; t gesture a b; printf 'frame,event\n' >g.csv; t gesture g.csv; printf 'x\n' >g.csv; t gesture g.csv
  for c in bash zsh fish x ''; do t completion $c; done
  for c in 0 1001 x; do t bench --rounds=$c none; t bench --call=$c none; done
  t bench none; t bench --vector x none; t pairs a; t surfaces a; t surfaces glass a; t materials --nothing; t laws none; t shapes none; t probes k.cfg; t show k.cfg; t scenes --category x
}

@test "what is wrong with a list is said in these words" {
  lists >now.txt
  as_written said_lists.txt now.txt '^\$ '
  [ -z "$(find . -name '*.wav')" ] # nothing was made
}

@test "what is wrong with a form, a room, a melody, a match is said in these words" {
  forms | sed "s/[0-9.]* times real time/N times/; s/^\(rosin: no friction law 'none'; there are: \).*/\1LAWS/" >now.txt
  as_written said_forms.txt now.txt '^\$ '
}

# Of a manifest all but hashes and sizes, which are of the notes and of the writers of FLAC too.
rows() { sed 's/,[0-9a-f]\{64\},[0-9]*,/,H,/; s/,[0-9a-f]\{32\},/,K,/; s/,[0-9a-f]\{16\}$/,C/; s/,[0-9a-f]\{64\}$/,H/' "$1"; }

# Whether two files are the same bytes; in words of our own, as cmp has other ones elsewhere.
same() { if cmp -s "$1" "$2"; then echo "$1 and $2 are the same"; else echo "$1 and $2 are not the same"; fi; }

made() {
  knock
  cat >l.csv <<'END'
scene,name,seed,variations,push,format,container,loudness,title,category,room,part,description,steps
k.cfg,a,1,,1.5,16,wav,,One,WOODMisc,,,"said, so",
k.cfg,b{n:02},3,3,,24,flac,-30,,,,,,
k.cfg,"c ; {push}",,,0.7,,,,=T,,,,,
k.cfg,d/{n},2,,,float,aiff,-20,,,small,,,
k.cfg,e-{push},5,,,,caf,,,,,,,"push=0.6..1.8/3"
END
  p batch l.csv -o out -j 1
  rows out/manifest.csv
  tail -n +2 out/.rosin/rows-1-of-1.csv | rows /dev/stdin | cut -d, -f1-9,12-20
  head -n 2 out/manifest.jsonl | sed 's/"sha256": "[0-9a-f]*", "bytes": [0-9]*//; s/"key": "[0-9a-f]*"//; s/"check": "[0-9a-f]*"//'
  cut -d' ' -f3- out/SHA256SUMS
  p batch l.csv -o out -j 1
  for k in 1 2 3; do p batch l.csv -o parts --shard $k/3 -j 1; done
  p batch --merge parts
  same parts/manifest.csv out/manifest.csv
  p batch --page out
  printf 'scene,name,loop,push\nk.cfg,a,,1.5\nk.cfg,b/c,1,\n' >w.csv
  p batch w.csv -o wav -j 1
  p batch --wwise wav
  cat wav/wwise.txt
  printf x >>out/a.wav; rm out/d/*
  p batch --verify out -j 1
  p batch l.csv -o out -j 1
  sed -i '3s/b01/b99/' out/manifest.csv
  p batch --verify out -j 1
  p render k.cfg -o 'v%d.wav' --variations 3 --spread push=0.2 --seed 4 -j 1
  p render k.cfg -o 'w%d.wav' --variations 2 --distinct 0.2 --seed 4 -j 1 --loudness -25 --format 16
  for c in '--loudness -30 --room hall' '--normalize --ceiling -6 --format 16' '--loop -d 0.2' '--part start -d 0.2' '--part end -d 0.2' '--preset Hard --tag title=Knock --tag take=2' '--input v1.wav --plain' '--rate 16000 --oversample 4 --seed 9'; do
    p render k.cfg -o f.wav $c --report -
    p show f.wav
    p render f.wav -o g.wav ${c##*--input*}
    same f.wav g.wav
  done
}

@test "what lists and forms make are these rows and words" {
  made >now.txt
  [ -z "${ROSIN_UPDATE:-}" ] || cp now.txt "$ROOT/tests/printed_lists.txt"
  like "$ROOT/tests/printed_lists.txt" now.txt >differs || { head -40 differs; renewed_by printed_lists.txt "$(grep -c ^found differs)"; }
}
