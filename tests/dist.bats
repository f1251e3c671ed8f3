#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What can be known of packages without making them; tests/verify/dist.py makes and tries them.
# bats file_tags=plain

load common

setup() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
  mkdir "$BATS_TEST_TMPDIR/scratch"
  cd "$BATS_TEST_TMPDIR/scratch" || exit 1
}

@test "the packages have the version of the source, and the library's the name of its ABI" {
  version=$(sed -n 's/^#define ROSIN_VERSION "\(.*\)"/\1/p' "$ROOT/include/rosin/base.h")
  [ "$(sed -n '1s/^rosin (\(.*\)) .*/\1/p' "$ROOT/debian/changelog")" = "$version" ]
  grep -qx "Package: librosin${version%.*}" "$ROOT/debian/control"
}

@test "of the library of 0.2 nothing is gone or changed of which NEWS says nothing" {
  cd "$ROOT" || return 1
  for earlier in tests/abi/*.txt; do python3 tests/abi.py "$earlier" NEWS.md include/rosin/*.h; done
  # a function that is gone, one that takes something else, a constant that moved, a struct that grew
  cp -R include "$BATS_TEST_TMPDIR/headers"
  sed -i 's/rosin_law_summary(int/rosin_law_summary(long/; s/rosin_contact_divide(/rosin_contact_split(/
    s/^\( *\)double a4;/\1double a4, a5;/; s/ROSIN_MARK_DOWN = 2/ROSIN_MARK_DOWN = 3/' "$BATS_TEST_TMPDIR"/headers/rosin/*.h
  run -1 python3 tests/abi.py tests/abi/0.2.txt NEWS.md "$BATS_TEST_TMPDIR"/headers/rosin/*.h
  for name in rosin_law_summary rosin_contact_divide rosin_tuning ROSIN_MARK_DOWN; do
    [[ "$output" == *"$name: NEWS.md does not say"* ]] || { echo "$name: nothing was found"; return 1; }
  done
  [[ "$output" == *"rosin_contact_divide: NEWS.md does not say that it is gone"*" 4 gone or changed in silence" ]]
}

@test "what an archive is told of a release is what CITATION.cff says" {
  cd "$ROOT" || return 1
  cited() { python3 "$ROOT/packaging/cited.py" "$1" "$2"; }
  cited CITATION.cff .zenodo.json
  sed 's/^version: .*/version: 0.1.0/' CITATION.cff >"$BATS_TEST_TMPDIR/cff"
  run -1 cited "$BATS_TEST_TMPDIR/cff" .zenodo.json
  [[ "$output" == "version: "*"0.1.0"* ]]
  sed 's/^authors:/&\n  - family-names: "B"\n    given-names: "A"/' CITATION.cff >"$BATS_TEST_TMPDIR/cff"
  run -1 cited "$BATS_TEST_TMPDIR/cff" .zenodo.json
  [[ "$output" == "creators: "*"B, A"* ]]
}

@test "NEWS says in ten lines what who comes from the version before has to do" {
  cd "$ROOT" || return 1
  sed -n '/^\*\*What to do/,/^\*\*Breaks/p' NEWS.md | sed '1,2d; /^\*\*Breaks/d; /^$/d' >"$BATS_TEST_TMPDIR/head"
  [ "$(wc -l <"$BATS_TEST_TMPDIR/head")" -ge 4 ] && [ "$(wc -l <"$BATS_TEST_TMPDIR/head")" -le 10 ]
  [ "$(grep -n '^\*\*What to do' NEWS.md | head -1 | cut -d: -f1)" -lt 9 ] # before everything else
}

@test "every package has a list of its files, and every list a package" {
  sed -n 's/^Package: //p' "$ROOT/debian/control" | sort > packages
  for list in "$ROOT"/debian/*.install; do basename "$list" .install; done | sort | diff - packages
}

@test "what the packages are built of is what bootstrap installs" {
  sed -n '/^Build-Depends:/,/^[A-Z].*:/p' "$ROOT/debian/control" | grep -o '[a-z0-9.+-]*-dev\|[a-z0-9-]*-source\|pd-lib-builder\|pkg-config' |
    sort -u > needed
  [ "$(wc -l < needed)" -ge 12 ]
  tr -s ' \\' '\n' < "$ROOT/bootstrap" | sort -u > installed
  [ -z "$(comm -23 needed installed)" ] || { comm -23 needed installed; return 1; }
}

@test "the packages' licence is the source's" {
  awk -v RS= '/^License: BSD-3-Clause\n/' "$ROOT/debian/copyright" | sed '1d; s/^ \.$//; s/^ //' > said
  sed '1,4d' "$ROOT/LICENSE" | diff - said
}

@test "what is built into plugins has its notice, in the packages and beside the zips" {
  sed -n '/^Comment:/,/^$/{ s/^ \.$/ /; s/^ //p }' "$ROOT/debian/copyright" | diff "$ROOT/packaging/notices.txt" -
  words() { tr -d '*' | tr -s ' \n' ' '; }
  words < "$ROOT/packaging/notices.txt" > said
  for source in distrho/src/travesty/base.h; do
    [ -e "/usr/share/dpf/$source" ] || skip "no DPF"
    sed -n '/Permission to/,/[Tt]his [Ss]oftware\.\|THIS SOFTWARE\./p; /PERFORMANCE/q' "/usr/share/dpf/$source" | grep -v '\*/' |
      words > theirs
    [ "$(wc -c < theirs)" -gt 600 ]
    python3 -c 'import sys; sys.exit(open("theirs").read().strip() not in open("said").read())'
  done
}

@test "a zip depends on its files alone" {
  mkdir -p one/a two/a out
  for where in one two; do
    printf x > $where/a/first
    printf y > $where/a/Second
    chmod 755 $where/a/Second
    touch -d "200$((RANDOM % 10))-01-01" $where/a/first
  done
  python3 "$ROOT/packaging/zip.py" 1700000000 one/a out && mv out/a.zip 1.zip
  python3 "$ROOT/packaging/zip.py" 1700000000 two/a out && cmp out/a.zip 1.zip
  python3 - <<'END'
import zipfile
files = {i.filename: i.external_attr >> 16 & 0o777 for i in zipfile.ZipFile("1.zip").infolist()}
assert files == {"a/first": 0o644, "a/Second": 0o755}, files
END
  printf z > two/a/first
  python3 "$ROOT/packaging/zip.py" 1700000000 two/a out
  ! cmp -s out/a.zip 1.zip
}

@test "the plugins for Windows are made of no file that opens by POSIX" {
  make -C "$ROOT" -n -B windows WINDOWS=build/none WINDOWS_CC=no-compiler > said 2>/dev/null
  grep -q "packaging/windows/none.c" said
  ! grep -q "sound_file.c\|files_open.c\|devices/\|-lcairo\|-lX11" said || false
  [ -e /usr/share/dpf/distrho/src/travesty ] || skip "no DPF"
  for made in rosin.clap Contents/x86_64-win/rosin.vst3 host_clap.exe host_vst3.exe; do
    grep -q -- "-o build/none/[^ ]*$made" said
  done
  grep -q "screen_gdi.*-lgdi32" said
}

@test "what plays in the Linux zip is linked with no library, with its window" {
  make -C "$ROOT" -n -B alone ALONE_BUILD=build/none 2>/dev/null | grep -- "-shared" > said
  for made in rosin.clap rosin.lv2/rosin.so rosin.lv2/rosin_ui.so Contents/$(uname -m)-linux/rosin.so; do
    [ "$(grep -c -- "-o build/none/[^ ]*$made" said)" -eq 1 ] || skip "no plugins' headers"
    ! grep -- "-o build/none/[^ ]*$made" said | grep -- "-lcairo\|-lX11\|-lsndfile" || false
    [ "$made" = rosin.lv2/rosin.so ] || grep -- "-o build/none/[^ ]*$made" said | grep -q "screen_x11.o"
  done
}

@test "every plugin format is in the Debian packages and the Linux zip" {
  formats=$(sed -n 's/^\.PHONY: \(lv2 .*\)/\1/p' "$ROOT/plugin/plugin.mk")
  [ -n "$formats" ]
  for format in $formats; do
    grep -q "^MADE = .*\b$format\b" "$ROOT/debian/rules"
    grep -q "^LAID = .*\binstall-$format\b" "$ROOT/debian/rules"
    grep -qx "Package: rosin-$format" "$ROOT/debian/control"
    grep -q "cp .*rosin\.$format" "$ROOT/packaging/dist.mk"
    grep -q "rosin\.$format" "$ROOT/packaging/linux.txt"
  done
}

@test "the window opens on Windows, again and again, and its edits come to the host" {
  made=$ROOT/build/windows
  wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
  [ -x "$wine" ] && [ -e "$made/show_clap.exe" ] && [ -e "$made/rosin.clap" ] || skip "no wine, or nothing built for it"
  export WINEPREFIX=$BATS_TEST_TMPDIR/wine WINEDEBUG=-all
  on_a_screen timeout 240 "$wine" "$made/show_clap.exe" "$made/rosin.clap" rosin.cello 2>/dev/null
}

@test "what is wanted in each package is listed for every zip that the page names, and what lacks it is told" {
  python3 - "$ROOT" <<'END'
import os, re, sys, zipfile
root = sys.argv[1]
sys.path.insert(0, root + "/tests/verify")
import alone, dist
named = set(re.findall(r"(?:rosin-VERSION|\.\.\.)(-[\w.-]+\.zip)", open(root + "/docs/packaging.md").read()))
rows = alone.wanted()
assert named == {end for end in rows if end.endswith(".zip")}, named ^ set(rows)
for end, wants in rows.items():
    names = [want.replace("*", "x") for want in wants]
    assert not alone.lacking(names, wants)
    for name in names:
        assert alone.lacking([n for n in names if n != name], wants), (end, name)
# the zip for Linux, among those whose names end as its does
dist.ONE = alone.FROM = os.getcwd()
for kind in ("", "csound-", "godot-", "supercollider-"):
    folder = f"rosin-1.2.3-{kind}linux-x86_64"
    with zipfile.ZipFile(folder + ".zip", "w") as archive:
        archive.writestr(folder + "/it", kind)
assert open(dist.unpacked("out", "linux-x86_64") + "/it").read() == ""
END
}

@test "of all wheels the page installs the one for this system" {
  python3 - "$ROOT" <<'END'
import fnmatch, re, sys
root = sys.argv[1]
sys.path.insert(0, root + "/packaging")
from targets import targets
pattern = re.search(r"`pip install build/dist/(\S+\.whl)`", open(root + "/docs/embed.md").read()).group(1)
for tags in ([t.wheel for t in targets().values()], ["manylinux_2_33_x86_64", "manylinux_2_33_aarch64"]): # with the cross compiler, and without
    assert len(fnmatch.filter([f"rosin-1.2.3-py3-none-{tag}.whl" for tag in tags], pattern)) == 1, (pattern, tags)
END
}
