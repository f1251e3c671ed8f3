#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What scenes, patches and presets of others rest on: names, units, ranges and defaults of
# laws, shapes, materials, signals and players. tests/interface.txt holds them; a
# difference is a change that users must be told of. ROSIN_UPDATE=1 writes the file anew.
# bats file_tags=plain

load common

interface() {
  for law in $("$ROSIN" laws | sed '/^$/,$d' | cut -d' ' -f1); do
    echo "law $law" && "$ROSIN" laws "$law" || return 1
  done
  for shape in $("$ROSIN" shapes | cut -d' ' -f1); do
    echo "shape $shape" && "$ROSIN" shapes "$shape" >shape.txt || return 1
    sed '/^at the defaults/d' shape.txt
  done
  echo materials && "$ROSIN" materials
  echo pairs && "$ROSIN" pairs
  for scene in cello-d glass cello; do
    echo "signals of $scene" && "$ROSIN" probes $scene || return 1
  done
  for scene in cello violin; do
    echo "player of $scene" && "$ROSIN" show $scene --player || return 1
  done
}

@test "names, units, ranges and defaults are those written down" {
  interface | sed 's/ *$//' >now.txt
  as_written interface.txt now.txt '^\(law\|shape\|signals of\|player of\|materials\|pairs\)\b'
}
