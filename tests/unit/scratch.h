/* SPDX-License-Identifier: BSD-3-Clause */
/** A folder of a test program's own, in which its tests run, and which goes with them: enter and
 *  leave are for cmocka's group. */
#ifndef ROSIN_TEST_SCRATCH_H
#define ROSIN_TEST_SCRATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char scratch[] = "/tmp/rosin-test-XXXXXX";

static inline int scratch_enter(void **state) {
  (void)state;
  return mkdtemp(scratch) && chdir(scratch) == 0 ? 0 : -1;
}

static inline int scratch_leave(void **state) {
  char command[64];
  (void)state;
  snprintf(command, sizeof command, "rm -rf %s", scratch);
  return chdir("/") || system(command);
}

#endif
