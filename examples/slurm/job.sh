#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A list as a job array:  sbatch --array=1-8 job.sh LIST FOLDER
# Each task is a shard. One that is killed (a node that fails, a time that is over) is begun again
# by --requeue and goes on where it stopped. When all have ended: rosin batch --merge FOLDER
#SBATCH --job-name=rosin
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
"${ROSIN:-rosin}" batch "$1" -o "$2" -j "${SLURM_CPUS_PER_TASK:-1}" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
