/* SPDX-License-Identifier: BSD-3-Clause */
/** Arrays one after the other in one piece of memory: a dry run measures, a second run gives. */
#ifndef ROSIN_ARENA_H
#define ROSIN_ARENA_H

#include <stddef.h>

typedef struct {
  char *memory; /* aligned to 64 bytes; NULL: it only measures */
  size_t used;
} rosin_arena;

/** The next array, aligned to 64 bytes; NULL in a dry run. */
static inline void *rosin_arena_take(rosin_arena *arena, size_t count, size_t size) {
  void *array = arena->memory ? arena->memory + arena->used : NULL;
  arena->used += (count * size + 63) / 64 * 64;
  return array;
}

#endif
