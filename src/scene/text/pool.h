/* SPDX-License-Identifier: BSD-3-Clause */
/** Memory for many small things that go together: a text's settings. Pieces are given one after
 *  another out of blocks, and all of them are let go at once. */
#ifndef ROSIN_POOL_H
#define ROSIN_POOL_H

#include <stddef.h>

typedef struct rosin_pool rosin_pool;

/** An empty one, or NULL without memory. */
rosin_pool *rosin_pool_new(void);
/** `bytes` of zeros, aligned for pointers and doubles; NULL without memory. */
void *rosin_pool_take(rosin_pool *pool, size_t bytes);
/** A copy of the first `length` bytes of `text`, and a 0; NULL without memory. */
char *rosin_pool_text(rosin_pool *pool, const char *text, size_t length);
void rosin_pool_free(rosin_pool *pool); /**< NULL is allowed */

#endif
