#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# parallel.sh LIST FOLDER N [OPTION...]: a list in N shards by GNU parallel, here or, with its
# --sshlogin, on many machines that see FOLDER under the same name. A shard that fails is begun
# again twice, and goes on where it stopped.
set -eu
list=$1 folder=$2 n=$3
shift 3
seq "$n" | parallel --retries 3 "$@" "${ROSIN:-rosin}" batch "$list" -o "$folder" --shard "{}/$n" -j 1
"${ROSIN:-rosin}" batch --merge "$folder"
