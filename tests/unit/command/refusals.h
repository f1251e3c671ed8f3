/* SPDX-License-Identifier: BSD-3-Clause */
/** What refused calls say, line by line against a file; with ROSIN_UPDATE set it is written
 *  anew. After cmocka.h. */
#ifndef ROSIN_TEST_REFUSALS_H
#define ROSIN_TEST_REFUSALS_H

#include "rosin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *file;
static int differences;
static rosin_error e;

/* The text of a refusal, or "ok", is the next line of the file. */
static inline void told(int failed) {
  char line[700] = "";
  const char *said = failed ? e.text : "ok";
  if (getenv("ROSIN_UPDATE")) {
    fprintf(file, "%s\n", said);
  } else if (!fgets(line, sizeof line, file) || strncmp(line, said, strlen(said)) ||
             strcmp(line + strlen(said), "\n")) {
    fprintf(stderr, "'%s' is not %s", said, line);
    differences++;
  }
  snprintf(e.text, sizeof e.text, "nothing was said");
}

static inline void refusals_open(const char *path) {
  assert_non_null(file = fopen(path, getenv("ROSIN_UPDATE") ? "w" : "r"));
}

static inline void refusals_close(void) {
  fclose(file);
  assert_int_equal(differences, 0);
}

#endif
