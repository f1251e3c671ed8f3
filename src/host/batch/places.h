/* SPDX-License-Identifier: BSD-3-Clause */
/** Where in a file the row of a job stands: 16 bytes each. */
#ifndef ROSIN_PLACES_H
#define ROSIN_PLACES_H

#include <stddef.h>

typedef struct {
  long long job, at;
} rosin_place;

typedef struct {
  size_t count, room;
  rosin_place *place; /* owned */
} rosin_places;

int rosin_places_add(rosin_places *places, long long job, long long at); /**< -1 without memory */
/** In order of jobs; of several rows of one the last, later in the file, stays. */
void rosin_places_sort(rosin_places *places);
/** Once sorted: where, or -1. */
long long rosin_places_find(const rosin_places *places, long long job);
void rosin_places_free(rosin_places *places);

#endif
