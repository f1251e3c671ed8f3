/* SPDX-License-Identifier: BSD-3-Clause */
/** Something as it is at a moment, to be brought back there: the pieces of memory that it writes to
 *  while it runs, and what stood in them. What it was made of, and where its pieces lie, must not
 *  have changed since. */
#ifndef ROSIN_KEEP_H
#define ROSIN_KEEP_H

#include <stddef.h>

enum { ROSIN_KEPT_PIECES = 256 };

/** All zero at first. */
typedef struct {
  struct {
    void *at;
    size_t bytes;
  } piece[ROSIN_KEPT_PIECES];
  int pieces;
  int whole;  /* else something cannot be kept */
  char *copy; /* owned */
} rosin_kept;

/** Begin a list of pieces. */
void rosin_kept_begin(rosin_kept *kept);
/** One piece more; of NULL or no bytes none. */
void rosin_kept_add(rosin_kept *kept, void *at, size_t bytes);
/** Copy what stands in all: 0, or -1 without memory, or if it is not whole; then nothing is kept.
 */
int rosin_kept_take(rosin_kept *kept);
/** Put it back. Real-time safe. */
void rosin_kept_put(const rosin_kept *kept);
/** Forget it. */
void rosin_kept_free(rosin_kept *kept);

#endif
