/* SPDX-License-Identifier: BSD-3-Clause */
/** Work that several threads share, of maps and of batches: tasks that know nothing of each
 *  other, with a progress bar, ended in order by a signal. */
#ifndef ROSIN_CREW_H
#define ROSIN_CREW_H

#include "rosin.h"

#include <stddef.h>

enum { ROSIN_CREW_MOST = 256 }; /* threads */

typedef struct {
  int tasks;
  void *context;
  size_t own; /* bytes of what each thread keeps for itself, zero at first */
  /* Do task `index`: 0, or -1 and an error, which ends the work. From any thread. */
  int (*one)(void *context, void *own, int index, rosin_error *error);
  void (*leave)(void *own); /* free what `own` holds */
} rosin_crew;

/** Threads as -j has them, or all cores where `text` is NULL: 0, or -1 after an error was said. */
int rosin_crew_choose(const char *text, double *threads);
/** Do all tasks. 0, or -1 with the first error, or interrupted (rosin_stopped()). */
int rosin_crew_run(const rosin_crew *crew, int threads, rosin_error *error);

#endif
