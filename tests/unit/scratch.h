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

/** The same, with the tests and their tables in it as they are in the root. */
static inline int scratch_enter_with_tests(void **state) {
  char root[4096], tests[4110];
  if (!getcwd(root, sizeof root) || scratch_enter(state))
    return -1;
  snprintf(tests, sizeof tests, "%s/tests", root);
  return symlink(tests, "tests");
}

static inline int scratch_leave(void **state) {
  char command[64];
  (void)state;
  snprintf(command, sizeof command, "rm -rf %s", scratch);
  return chdir("/") || system(command);
}

#endif
