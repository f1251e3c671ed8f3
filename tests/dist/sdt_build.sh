#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The Pd library of the Sound Design Toolkit (https://github.com/SkAT-VG/SDT, GPL), to be set beside rosin; nothing of it goes
# into rosin: sdt_build.sh SOURCE JSON_PARSER JSON_BUILDER OUT makes OUT/SDT.pd_linux, with the toolkit's own flag, -O3.
set -eu
mkdir -p "$4"
${CC:-cc} -shared -fPIC -O3 -w -I"$1/src" -I"$1/src/SDT" -I"$2" -I"$3" -I/usr/include/pd -DSDT_PD_ver="$(cat "$1/Pd/VERSION")" \
  "$1"/src/SDT/*.c "$1"/src/SDT/OSC/*.c "$2/json.c" "$3/json-builder.c" "$1"/src/Pd/*.c -o "$4/SDT.pd_linux" -lm
