/* SPDX-License-Identifier: BSD-3-Clause */
/* Linked to a test program, runs the tests alone whose names match $ROSIN_ONLY. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

__attribute__((constructor)) static void choose(void) {
  const char *name = getenv("ROSIN_ONLY");
  if (name)
    cmocka_set_test_filter(name);
}
