/* SPDX-License-Identifier: BSD-3-Clause */
/** What is damaged in lists of rows, told: the first of it, and how much more there is. */
#ifndef ROSIN_DAMAGE_H
#define ROSIN_DAMAGE_H

typedef struct {
  const char *after; /* words for the end of each line, or NULL */
  long long told;
} rosin_damage;

/** Count it, and say it if it is one of the first ten. */
void rosin_damage_tell(rosin_damage *damage, const char *what);
/** How much more there is of what was found in `where`, if that was not all said. */
void rosin_damage_end(const rosin_damage *damage, const char *where);

#endif
