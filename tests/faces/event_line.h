/* SPDX-License-Identifier: BSD-3-Clause */
/* A line of the events that our hosts play. */
#ifndef ROSIN_TEST_EVENT_LINE_H
#define ROSIN_TEST_EVENT_LINE_H

#include "number.h"

#include <stdio.h>

/* "FRAME set SYMBOL VALUE": whether it is that. */
static inline int read_set(const char *line, char symbol[64], double *value) {
  int used = 0;
  if (sscanf(line, "%*d set %63s%n", symbol, &used) != 1 || !used)
    return 0;
  char *end;
  *value = rosin_number_read(line + used, &end);
  return end != line + used;
}

#endif
