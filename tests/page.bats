# SPDX-License-Identifier: BSD-3-Clause
# The page: WebAssembly against the native engine, and a browser that opens it and plays.
# bats file_tags=plain

load common

needs_page() {
  PAGE=$(dirname "$ROSIN")/page
  [ -e "$PAGE/rosin.wasm" ] && [ -e "$PAGE/index.html" ] || skip "no page was built here (clang, lld, wasi-libc)"
  command -v node >/dev/null || skip "no node"
}

@test "an instrument in WebAssembly gives the samples of rosin render within 1e-6" {
  needs_page
  python3 "$ROOT/tests/faces/midi_events.py" "$ROOT/docs/tune.mid" 48000 > events.txt
  "$ROSIN" render cello --midi "$ROOT/docs/tune.mid" -d 2 -r 48000 --format float --plain -o a.wav
  node "$ROOT/tests/page/play.mjs" "$PAGE" cello 48000 2 0 events.txt > b.raw
  python3 "$ROOT/tests/page/compare.py" a.wav b.raw > said.txt
  cat said.txt
  awk '{ exit !($1 <= 1e-6 && $2 > 0.01 && $3 > 0.99) }' said.txt
}

@test "an effect in WebAssembly, triggered and turned, gives the samples of rosin render within 1e-6" {
  needs_page
  for scene in wine-glass door-hinge-slow; do
    echo "0 set trigger 1" > events.txt
    "$ROSIN" render $scene -d 0.5 -r 44100 --format float --plain -o a.wav
    node "$ROOT/tests/page/play.mjs" "$PAGE" $scene 44100 0.5 0 events.txt > b.raw
    python3 "$ROOT/tests/page/compare.py" a.wav b.raw > said.txt
    awk '{ exit !($1 <= 1e-6 && $2 > 0.001) }' said.txt
  done
}

@test "a size that is set is built anew, and sounds as rosin render has it" {
  needs_page
  printf '0 set size 45\n6400 set trigger 1\n' > events.txt
  "$ROSIN" render wine-glass -s size=45 -d 0.5 -r 48000 --format float --plain -o a.wav
  node "$ROOT/tests/page/play.mjs" "$PAGE" wine-glass 48000 0.6333333333 0 events.txt > all.raw
  [ "$(head -c 25600 all.raw | tr -d '\0' | wc -c)" -eq 0 ] # it waits in silence
  tail -c 96000 all.raw > b.raw
  python3 "$ROOT/tests/page/compare.py" a.wav b.raw > said.txt
  cat said.txt
  awk '{ exit !($1 <= 1e-6 && $2 > 0.001) }' said.txt
}

@test "a file that the page records says how it was made, and the command makes it again to the bit" {
  needs_page
  for case in "cello 48000 1" "violin 44100 2 1" "wine-glass 48000 3" "coin-string 44100 4"; do
    set -- $case
    node "$ROOT/tests/page/record.mjs" "$PAGE" "$1" "$2" "$3" a.wav ${4+"$4"}
    "$ROSIN" render a.wav -o b.wav
    python3 "$ROOT/tests/page/compare.py" a.wav b.wav > said.txt
    echo "$case: $(cat said.txt)"
    awk '{ exit !($1 == 0 && $2 > 0.001 && $3 == 1) }' said.txt
    "$ROSIN" render b.wav -o c.wav # and so does what it has made
    python3 "$ROOT/tests/page/compare.py" b.wav c.wav | awk '{ exit !($1 == 0 && $3 == 1) }'
    "$ROSIN" show a.wav | head -n 3 > shown.txt
    grep -x '#   rosin render a.wav' shown.txt
  done
  # what does not go with it, and what is no take
  refused 2 "does not go with a.wav" "$ROSIN" render a.wav -s size=2 -o d.wav
  refused 2 "does not go with a.wav" "$ROSIN" render a.wav -r 48000 -o d.wav
  refused 2 "does not go with a.wav" "$ROSIN" render a.wav --variations 2 -o 'd%d.wav'
  LC_ALL=C sed 's/^at 0 control trigger/at 0 control tricker/' a.wav > bad.wav
  refused 1 "tricker" "$ROSIN" render bad.wav -o d.wav
  LC_ALL=C sed 's/^scene coin-string/scene ..\/oin-strx/' a.wav > bad.wav
  refused 1 "none of rosin's own scenes" "$ROSIN" render bad.wav -o d.wav
  LC_ALL=C sed 's/^set rate=44100/set room=44100/' a.wav > bad.wav
  refused 1 "damaged" "$ROSIN" render bad.wav -o d.wav
  LC_ALL=C sed 's/^at 0 c/at x c/' a.wav > bad.wav
  refused 1 "damaged" "$ROSIN" render bad.wav -o d.wav
  LC_ALL=C sed 's/^state rosin-state 1/state rosin-state X/' a.wav > bad.wav
  refused 1 "state" "$ROSIN" render bad.wav -o d.wav
  [ ! -e d.wav ]
}

@test "what the page's text says of light and heavy bows is so" {
  needs_page
  node "$ROOT/tests/page/claims.mjs" "$PAGE"
}

@test "whatever a slider of the page can say is a word or a number" {
  needs_page
  node "$ROOT/tests/page/words.mjs" "$PAGE"
}

@test "the pieces of the page tell each other what they told" {
  needs_page
  node "$ROOT/tests/page/pieces.mjs" "$PAGE"
}

@test "a page's files and nothing else are in its folder, within 1.5 MB compressed" {
  needs_page
  for f in "$PAGE"/*; do
    case $f in *.html | *.css | *.js | *.wasm | *.svg | *.webmanifest) ;; *) echo "$f"; return 1 ;; esac
  done
  [ "$(cat "$PAGE"/* | gzip -9 | wc -c)" -le 1500000 ]
  ! grep -nE "https?://" "$PAGE"/*.html "$PAGE"/*.css "$PAGE"/*.js
}

@test "a page keeps all its files for when there is no network, and no other" {
  needs_page
  ls "$PAGE" | grep -vx offline.js > there
  sed -n "s/^  '\([^']*\)',$/\1/p" "$PAGE/offline.js" | grep -vx ./ | sort > kept
  diff <(sort there) kept
}

@test "a browser opens the page, and with the network gone it plays by keys and by the pad" {
  needs_page
  needs_chromium
  timeout 1000 node "$ROOT/tests/page/short.mjs" "$PAGE" "$PWD" > said.txt || { cat said.txt; return 1; }
  cat said.txt
  grep -x "the page plays" said.txt
  # what it has recorded meanwhile
  "$ROSIN" render recorded.wav -o again.wav
  python3 "$ROOT/tests/page/compare.py" recorded.wav again.wav > said.txt
  cat said.txt
  awk '{ exit !($1 == 0 && $2 > 0.01 && $3 == 1) }' said.txt
}
