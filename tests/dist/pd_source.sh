#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Pd out of its source (https://github.com/pure-data/pure-data), without sound card and MIDI, to try objects in:
# pd_source.sh SOURCE OUT [32|64] makes OUT/bin/pd of that precision. Needs autoconf, automake, libtool, gettext.
set -eu
mkdir -p "$2"
cp -r "$1/." "$2"
cd "$2"
{
  ./autogen.sh
  ./configure --disable-alsa --disable-oss --disable-jack --disable-portaudio --disable-portmidi --without-local-portaudio \
    --with-floatsize="${3:-32}" CFLAGS=-O2
  make -j2
} >pd_source.log 2>&1 || { tail -n 20 pd_source.log >&2 && exit 1; }
