#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# try.sh [FOLDER]: rosin batch as a job array of Slurm, on this machine. Installs Slurm where it is
# missing (Debian, as root), starts its programs with a configuration of their own in FOLDER, runs a
# list as two array tasks, kills one of them, waits until it was begun again and has ended, merges,
# and compares with a single run. Ends with "the same" and 0; 77 where Slurm cannot be had, or
# is not there and INSTALL=no.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rosin=$(command -v "${ROSIN:-rosin}") || { echo "try.sh: there is no ${ROSIN:-rosin}" >&2; exit 1; }
case $rosin in /*) ;; *) rosin=$PWD/$rosin ;; esac
wait_most=${WAIT:-480} # s for all of it; a task that was requeued may wait some minutes
dir=$(mkdir -p "${1:-/tmp/rosin-slurm-$$}" && cd "${1:-/tmp/rosin-slurm-$$}" && pwd)
export PATH="$PATH:/usr/sbin:/sbin"

if ! command -v slurmctld >/dev/null || ! command -v slurmd >/dev/null || ! command -v munged >/dev/null; then
  if [ "${INSTALL:-yes}" != yes ] || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null ||
    ! env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends slurm-wlm munge >&2; then
    echo "skipped: Slurm cannot be installed here (slurm-wlm and munge, as root)"
    exit 77
  fi
fi

pids=
stop() {
  for pid in $pids; do kill "$pid" 2>/dev/null || :; done
  wait
}
trap stop EXIT
trap 'exit 1' INT TERM

# munge, with a key of its own
umask 022
head -c 1024 /dev/urandom >"$dir/munge.key"
chmod 600 "$dir/munge.key"
munged --foreground --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" \
  --pid-file="$dir/munge.pid" --log-file="$dir/munge.log" --seed-file="$dir/munge.seed" 2>"$dir/munge.said" &
pids=$!

# the controller and a node
mkdir -p "$dir/state" "$dir/spool"
export SLURM_CONF="$dir/slurm.conf"
sed -e "s|@DIR@|$dir|" -e "s|@HOST@|$(hostname -s)|" -e "s|@CPUS@|$(nproc)|" -e "s|@USER@|$(id -un)|" \
  "$here/slurm.conf" >"$SLURM_CONF"
for _ in $(seq 50); do [ -S "$dir/munge.socket" ] && break; sleep 0.1; done
slurmctld -D -i >"$dir/slurmctld.said" 2>&1 &
pids="$pids $!"
slurmd -D -N "$(hostname -s)" >"$dir/slurmd.said" 2>&1 &
pids="$pids $!"
for _ in $(seq 60); do sinfo -h -o %t 2>/dev/null | grep -q '^idle$' && break; sleep 0.5; done
if ! sinfo -h -o %t 2>/dev/null | grep -q '^idle$'; then
  tail -5 "$dir/slurmctld.log" "$dir/slurmd.log" >&2 || :
  echo "skipped: Slurm does not start here; see $dir"
  exit 77
fi

# a list that takes each task some seconds
cat >"$dir/list.cfg" <<'END'
jobs = ( { scene = "rope"; variations = 120; duration = 2.0; seed = 7; },
         { scene = "door-hinge-slow"; variations = 40; duration = 2.0; seed = 8; distinct = 0.5; } );
END
"$rosin" batch "$dir/list.cfg" -o "$dir/single"

job=$(cd "$dir" && ROSIN=$rosin sbatch --parsable --array=1-2 --output="$dir/task-%a.txt" "$here/job.sh" "$dir/list.cfg" "$dir/array")
echo "job $job: two tasks"

# kill the first as soon as it has made something
rows=$dir/array/.rosin/rows-1-of-2.csv
end=$(($(date +%s) + wait_most))
killed=
while [ -z "$killed" ] && [ "$(date +%s)" -lt "$end" ]; do
  if [ -e "$rows" ] && [ "$(wc -l <"$rows")" -gt 3 ]; then
    for process in /proc/[0-9]*; do
      case $({ tr '\0' ' ' <"$process/cmdline"; } 2>/dev/null) in
      "$rosin batch $dir/list.cfg -o $dir/array "*"--shard 1/2 "*)
        made=$(($(wc -l <"$rows") - 1))
        kill -9 "${process#/proc/}" && killed=${process#/proc/}
        ;;
      esac
    done
  fi
  sleep 0.05
done
[ -n "$killed" ] || { echo "try.sh: there was nothing to kill" >&2; exit 1; }
echo "task 1 killed with $made of its files made"

# it is begun again by itself; not later than need be
again=
while [ "$(date +%s)" -lt "$end" ]; do
  state=$(squeue -h -r -j "$job" -o '%a %t' 2>/dev/null || :)
  restarts=$(scontrol show job "${job}_1" 2>/dev/null | sed -n 's/.*Restarts=\([0-9]*\).*/\1/p' | head -1)
  if [ "${restarts:-0}" -gt 0 ] && [ -z "$again" ]; then
    again=1
    echo "task 1 requeued"
    scontrol update "JobId=${job}_1" StartTime=now 2>/dev/null || :
  fi
  [ -n "$again" ] && [ -z "$state" ] && break
  [ -e "$dir/array/.rosin/done-1-of-2" ] && [ -e "$dir/array/.rosin/done-2-of-2" ] && break
  sleep 0.5
done
grep -h "made in" "$dir/task-1.txt" "$dir/task-2.txt" || :
"$rosin" batch --merge "$dir/array"
for file in manifest.csv manifest.jsonl SHA256SUMS; do cmp "$dir/single/$file" "$dir/array/$file"; done
(cd "$dir/array" && sha256sum -c --quiet SHA256SUMS)
there=$(sed -n 's/.* \([0-9]*\) were there.*/\1/p' "$dir/task-1.txt" | tail -1)
[ -n "$again" ] && [ "${there:-0}" -ge "$made" ] || { echo "try.sh: task 1 did not go on where it was killed" >&2; exit 1; }
echo "two tasks, one killed and requeued, and a single run: the same"
