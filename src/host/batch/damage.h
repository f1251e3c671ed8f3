/* SPDX-License-Identifier: BSD-3-Clause */
/** What is damaged in lists of rows, told: the first of it, and how much more there is. */
#ifndef ROSIN_DAMAGE_H
#define ROSIN_DAMAGE_H

#include "batch/sealed.h"

typedef struct {
  const char *after; /* words for the end of each line, or NULL */
  long long told;
} rosin_damage;

/** Count it, and say it if it is one of the first ten. */
void rosin_damage_tell(rosin_damage *damage, const char *what);
/** The next row of a manifest: 1; 0 at the end; -1 and an error. What is damaged before it is told
 *  (`damage` NULL: it is not). */
int rosin_damage_row(rosin_damage *damage, rosin_sealed *rows, rosin_error *error);
/** Once all rows are read: a manifest that ends before its end is damaged too. */
void rosin_damage_close(rosin_damage *damage, const rosin_sealed *rows);
/** How much more there is of what was found in `where`, if that was not all said. */
void rosin_damage_end(const rosin_damage *damage, const char *where);

#endif
