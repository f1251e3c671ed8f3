#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# loop.sh LIST FOLDER N: a list in N shards, one after the other, each on one core; what any number
# of machines that see FOLDER may do at once.
set -eu
list=$1 folder=$2 n=$3
for k in $(seq "$n"); do
  "${ROSIN:-rosin}" batch "$list" -o "$folder" --shard "$k/$n" -j 1
done
"${ROSIN:-rosin}" batch --merge "$folder"
