#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What the documents print is what rosin does: tests/docs.py runs their commands, scenes and
# programs, and says which it does not run, and why. The guide stays short (tests/guide.py). ROSIN names
# the binary.
# bats file_tags=plain

load common

# page FILE LEAST: all of it runs, and at least so many things in it do.
page() {
  run "${PYTHON:-python3}" "$ROOT/tests/docs.py" "$ROOT/$1"
  echo "$output"
  [ "$status" -eq 0 ]
  [ "$(head -1 <<<"$output" | grep -o '[0-9]\+ [a-zC]' | awk '{ n += $1 } END { print n + 0 }')" -ge "$2" ]
}

# broken TEXT: a page that docs.py must refuse, saying TEXT.
broken() {
  run -1 "${PYTHON:-python3}" "$ROOT/tests/docs.py" page.md
  case $output in *"FAILED page.md:"*"$1"*) ;; *) echo "$output lacks $1"; return 1 ;; esac
}

@test "the README" { page README.md 6; }
@test "the manual" { page docs/rosin.1 12; }
@test "CONTRIBUTING" { page CONTRIBUTING.md 0; }
@test "sound effects" { page docs/effects.md 18; }
@test "bodies" { page docs/bodies.md 7; }
@test "the cello" { page docs/cello.md 8; }
@test "friction laws" { page docs/laws.md 5; }
@test "playing live" { page docs/live.md 2; }
@test "playability" { page docs/playability.md 5; }
@test "embedding" {
  make -s -C "$ROOT" python csound
  page docs/embed.md 2
  awk '/^```c$/ { code = 1; next } /^```$/ { code = 0 } code' "$ROOT/docs/embed.md" >door.c
  line=$(grep -o 'cc door.c -Iinclude[^`]*' "$ROOT/docs/embed.md")
  here=$PWD
  (cd "$ROOT" && eval "${line/door.c/"$here/door.c" -o "$here/door"}")
  ./door | grep -q '^rosin-state '
}

@test "all other pages" {
  for file in "$ROOT"/NEWS.md "$ROOT"/docs/*.md "$ROOT"/docs/decisions/*.md; do
    case $file in */effects.md | */bodies.md | */cello.md | */laws.md | */live.md | */playability.md | */embed.md) ;;
    *) page "${file#"$ROOT"/}" 0 ;;
    esac
  done
}

@test "a page that is wrong is found out" {
  printf 'Text.\n\n    rosin render squeak --louder -o x.wav\n' >page.md
  broken "--louder"
  printf 'See `rosin show nosuch >x.cfg`.\n' >page.md
  broken "nosuch"
  printf '    make nosuch\n' >page.md
  broken "the Makefile has no 'nosuch'"
  printf '    $ rosin show --macros chalk\n    none\n' >page.md
  broken "where line 1 of its answer is 'none'"
  printf '    contacts = { };\n' >page.md
  broken "in which?"
  printf '<!-- in glass -->\n\n    gain = 1e-6;\n' >page.md
  broken "the scene is silent"
  printf '<!-- in glass at modals -->\n\n    rim = { shape = "wine-glas"; };\n' >page.md
  broken "wine-glas"
  make -s -C "$ROOT" python
  printf '```python\nimport rosin\nrosin.render("glass", pitch=3)\n```\n' >page.md
  ! /usr/bin/python3 -c 'import numpy' 2>/dev/null || broken "pitch: unknown key"
  printf '    {"key": 1}\n' >page.md
  broken "of no known kind"
  printf '```c\n#include <rosin.h>\nrosin_scene *scene = rosin_scene_open("glass");\n```\n' >page.md
  broken "rosin_scene_open"
}

@test "every page is in the index, and every link leads somewhere" {
  cd "$ROOT" || return 1
  for file in docs/*.md; do
    [ "$file" = docs/README.md ] || grep -q "(${file#docs/})" docs/README.md || { echo "$file is in no index"; return 1; }
  done
  for file in README.md CONTRIBUTING.md NEWS.md docs/*.md docs/decisions/*.md bench/friction/README.md; do
    for link in $(grep -o '](\([^)#]*\))' "$file" | sed 's/^](//; s/)$//' | grep -v '^http'); do
      [ -e "$(dirname "$file")/$link" ] || { echo "$file: $link is not there"; return 1; }
    done
  done
}

# planted TEXT: tests/guide.py of a copy of the pages says TEXT, and fails
planted() {
  run -1 python3 "$ROOT/tests/guide.py" "$PWD/tree"
  case $output in *"$1"*) ;; *) echo "$output lacks $1"; return 1 ;; esac
}

@test "the guide is short, each of its pages soon has a command, and links lead to headings that are there" {
  run -0 python3 "$ROOT/tests/guide.py"
  [ "${#lines[@]}" -ge 18 ]
  mkdir -p tree/docs
  cp "$ROOT/README.md" tree
  cp "$ROOT"/docs/*.md tree/docs
  run -0 python3 "$ROOT/tests/guide.py" "$PWD/tree"
  yes word | head -4001 >more
  cat more >>tree/docs/keys.md
  planted "docs/keys.md has "
  cp "$ROOT/docs/keys.md" tree/docs
  head -2000 more >>tree/docs/keys.md
  planted "the guide has "
  [[ "$output" != *"keys.md has"* ]]
  cp "$ROOT/docs/keys.md" tree/docs
  sed -i 's/^    rosin/rosin/; s/^    make/make/' tree/docs/match.md
  planted "docs/match.md: its first command is on line "
  cp "$ROOT/docs/match.md" tree/docs
  printf '[so](keys.md#no-such-heading)\n' >>tree/docs/page.md
  planted "docs/page.md: keys.md#no-such-heading: there is no such heading"
}

@test "the pages count the modes of the cello's body as its scene has them" {
  n=$("$ROSIN" show cello | awk '/^  body = /{ body = 1 } body { n += gsub(/frequency =/, "") } body && /^  };/{ print n; exit }')
  grep -q "the cello has $n, up to" "$ROOT/docs/cello.md"
  grep -q " cello $n, to " "$ROOT/docs/instruments.md"
  grep -q "a body of $n modes" "$ROOT/docs/performance.md"
}

@test "files that pages for contributors name are there, and CONTRIBUTING takes ten minutes" {
  cd "$ROOT" || return 1
  python3 tests/named.py CONTRIBUTING.md docs/recipes.md docs/architecture.md docs/decisions/*.md
  [ "$(wc -w <CONTRIBUTING.md)" -le 2400 ]
  printf 'See `src/core/nosuch.c` and `src/*/nosuch*`, `build/x`, `scenes/NAME.cfg`.\n' >"$BATS_TEST_TMPDIR/page.md"
  run -1 python3 tests/named.py "$BATS_TEST_TMPDIR/page.md"
  [[ "$output" == *"page.md:1: src/core/nosuch.c"*"page.md:1: src/*/nosuch*" ]]
}

@test "each numbered equation of the papers has its place, or a sentence why not" {
  cd "$ROOT" || return 1
  python3 tests/named.py docs/equations.md
  python3 - <<'END'
import re, sys
text, bad = open("docs/equations.md").read(), []
for title, last in (("DAFx-02", 14), ("Martinez 2025", 40), ("Canudas-de-Wit", 67)):
    part = re.search(rf"^## [^\n]*{title}.*?(?=^## |\Z)", text, re.M | re.S)[0]
    seen = []
    for cell, where in re.findall(r"^\| ([\d, -]+) \|[^|]*\| (.*) \|$", part, re.M):
        for word in cell.split(", "):
            low, _, high = word.partition("-")
            seen += range(int(low), int(high or low) + 1)
        bad += [f"{title} {cell}: says nothing"] * (len(where) < 5)
    bad += [f"{title}: equation {n} stands {seen.count(n)} times" for n in range(1, last + 1) if seen.count(n) != 1]
    bad += [f"{title}: there is no equation {n}" for n in seen if n > last]
print("\n".join(bad))
sys.exit(bool(bad))
END
}

@test "a figure that stands in several places is the same in all, and that of the tree" {
  python3 "$ROOT/tests/agree.py"
}

@test "each room has a page of decisions, or a word that it has none" {
  python3 "$ROOT/tests/named.py" --rooms
}

@test "one version everywhere" {
  version=$(sed -n 's/^#define ROSIN_VERSION "\(.*\)"/\1/p' "$ROOT/include/rosin/base.h")
  [ "$("$ROSIN" --version)" = "rosin $version" ]
  grep -q "^.TH ROSIN 1 \"\" \"rosin $version\"" "$ROOT/docs/rosin.1"
  [ "$(grep -m 1 '^## ' "$ROOT/NEWS.md" | sed 's/ (unreleased)$//')" = "## $version" ]
  grep -qx "version: $version" "$ROOT/CITATION.cff"
  grep -q "^  \"version\": \"$version\"," "$ROOT/.zenodo.json"
  grep -q "librosin.so.${version%.*}\`" "$ROOT/docs/architecture.md"
}

@test "the page of effects lists each by what one wants who takes it" {
  python3 "$ROOT/docs/wishes.py"
}

# rows BEGIN BEFORE BEHIND FILE, names on standard input: each stands in a line of FILE that begins so, between those
rows() {
  while read -r name; do
    grep -q "^$1.*$2$name$3" "$ROOT/$4" || { echo "$4 has no row of $name"; return 1; }
  done
}

@test "every law and shape has a row on its page, every command in the manual" {
  "$ROSIN" laws | sed '/^$/,$d' | cut -d' ' -f1 | rows '|' '`' '`' docs/laws.md
  "$ROSIN" shapes | cut -d' ' -f1 | rows '|' '`' '`' docs/bodies.md
  "$ROSIN" | sed -n 's/^  rosin \([a-z]*\).*/\1/p' | rows '\.B' 'rosin ' '\b' docs/rosin.1
}

@test "every option of every command stands in the manual" {
  local command option
  sed 's/\\-/-/g; s/\\f[A-Z]//g' "$ROOT/docs/rosin.1" >manual
  for command in $("$ROSIN" | awk 'NR > 1 { print $2 }'); do
    for option in $("$ROSIN" "$command" --help | sed -n 's/^  \(-., \|    \) *\(--[a-z-]*\).*/\2/p'); do
      grep -qE -- "$option([^a-z-]|$)" manual || echo "docs/rosin.1 says nothing of rosin $command $option"
    done
  done >unsaid
  diff /dev/null unsaid
}

@test "the page of costs has a row of every workload, and what is played leads there as it does in the bench" {
  "$ROSIN" bench --list | cut -d' ' -f1 | rows '|' '`' '`' docs/performance.md
  [ "$("$ROSIN" bench --list | head -1 | awk '{ print $2 }')" = playing ]
  [ "$(grep -m 1 -o '^<!-- [a-z]* -->' "$ROOT/docs/performance.md")" = '<!-- played -->' ]
  run -1 rows '|' '`' '`' docs/performance.md <<<"planted-workload"
  [[ "$output" == *"has no row of planted-workload" ]]
}

@test "every test file says in its first lines what it promises, and the page of tests can be written" {
  python3 "$ROOT/tests/promises.py" --check
  [ "$(python3 "$ROOT/tests/promises.py" | grep -c '^| `')" -gt 370 ]
  python3 "$ROOT/tests/promises.py" | grep -q '^| `unit/face/test_section.c` .*`section-in-unison`'
  mkdir -p tree/tests/page tree/tests/verify # a tree of one silent file of each kind
  cp "$ROOT"/tests/promises.py "$ROOT"/tests/seconds.tsv tree/tests
  printf 'planted\tsrc/x.c\tone\ttwo\ttest gone.bats\n' >tree/tests/mutants.tsv
  printf '#!/usr/bin/env bats\n# SPDX-License-Identifier: BSD-3-Clause\n\nload common\n' >tree/tests/one.bats
  printf '// SPDX-License-Identifier: BSD-3-Clause\nimport fs from "fs";\n' >tree/tests/page/one.mjs
  printf '/* SPDX-License-Identifier: BSD-3-Clause */\n#include <stdio.h>\n' >tree/tests/verify/one.c
  printf '# SPDX-License-Identifier: BSD-3-Clause\nimport os\n' >tree/tests/verify/one.py
  run -1 python3 tree/tests/promises.py --check
  [ "${#lines[@]}" -eq 5 ]
  [[ "$output" == *"tests/verify/one.c: does not say"*"tests/verify/one.py: does not say"* ]]
  [[ "$output" == *"tests/one.bats: does not say"*"tests/page/one.mjs: does not say"*"no tests/gone.bats, which is to find planted" ]]
}
