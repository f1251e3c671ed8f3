#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Pd for Windows out of its source, without sound card, MIDI and windows, to try objects in under wine:
# pd_windows.sh SOURCE OUT makes OUT/pd.dll and OUT/pd.com.
set -eu
cd "$1/src"
CC=${WINDOWS_CC:-x86_64-w64-mingw32-gcc} # make exports CC, which is this machine's
flags="-O1 -w -std=gnu11 -DPD -DPD_INTERNAL -DWINVER=0x0601 -D_WIN32_WINNT=0x0601 -DUSEAPI_DUMMY -DPD_LONGINTTYPE=__int64"
flags="$flags -mms-bitfields -DWISH='\"none\"' -DINSTALL_PREFIX='\"none\"' -I."
mkdir -p "$2/objects"
sources=$(awk '/^SRC = / { on = 1 } on { gsub(/SRC =|\\/, ""); print } on && !/\.c/ { exit }' makefile.mingw)
for file in $sources s_audio_dummy.c s_midi_dummy.c; do
  echo "$file"
done | xargs -P 2 -I {} sh -c "$CC $flags -c {} -o '$2/objects/{}.o'"
$CC -shared -s -o "$2/pd.dll" "$2"/objects/*.o -Wl,--export-all-symbols -Wl,--out-implib="$2/pd.a" -lws2_32 -lwinmm -lole32 -static -lpthread
$CC $flags -o "$2/pd.com" s_entry.c "$2/pd.a" -static
