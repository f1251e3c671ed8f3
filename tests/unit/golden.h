/* SPDX-License-Identifier: BSD-3-Clause */
/** Rows of numbers that hold still: compared with a text file within a tolerance, or,
 *  with ROSIN_UPDATE set, written to it. For what no formula gives; a difference wants a
 *  reason before the file is written anew. Run in the root of the tree. */
#ifndef ROSIN_TEST_GOLDEN_H
#define ROSIN_TEST_GOLDEN_H

#include "format.h"
#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  FILE *file;
  int update, differences;
} golden;

static inline golden golden_open(const char *path) {
  golden g = {.update = getenv("ROSIN_UPDATE") != NULL};
  g.file = fopen(path, g.update ? "w" : "r");
  g.differences = !g.file;
  if (!g.file)
    fprintf(stderr, "%s: run the test in the root of the tree\n", path);
  return g;
}

/** A row: its name (no blanks) and numbers, each within `tolerance` times (its size plus
 *  `floor`) of the file's. */
static inline void golden_row(golden *g, const char *name, const double *value, int count,
                              double tolerance, double floor) {
  char found[128] = "";
  if (!g->file)
    return;
  if (g->update) {
    fputs(name, g->file);
    for (int i = 0; i < count; i++)
      rosin_print(g->file, " %.8g", value[i]);
    fputc('\n', g->file);
    return;
  }
  int bad = fscanf(g->file, "%127s", found) != 1 || strcmp(found, name);
  for (int i = 0; !bad && i < count; i++) {
    bad = fscanf(g->file, "%127s", found) != 1;
    const double wanted = rosin_number_read(found, NULL);
    bad = bad || !(fabs(value[i] - wanted) <= tolerance * (fabs(wanted) + floor));
    if (bad)
      rosin_print(stderr, "%s %d: %.9g\n", name, i, value[i]);
  }
  if (fscanf(g->file, "%*[^\n]") == EOF) /* what is left of the line */
    bad = bad || !feof(g->file);
  g->differences += bad;
}

/** How many rows differ; closes the file. */
static inline int golden_close(golden *g) {
  char more[2];
  if (g->file && !g->update && fscanf(g->file, "%1s", more) == 1)
    g->differences++;
  if (g->file)
    fclose(g->file);
  return g->differences;
}

#endif
