/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/text/pool.h"
#include "memory.h"

#include <string.h>

enum {
  GRAIN = 8,
  LEAST = 4096, /* bytes of a block, its head among them */
  MOST = 32768  /* they double up to here; a piece that is larger has one of its own */
};

typedef struct block {
  _Alignas(GRAIN) struct block *before; /* so what follows the head is aligned too */
  size_t bytes, used;                   /* of what follows the head */
} block;

struct rosin_pool {
  block *last;
};

rosin_pool *rosin_pool_new(void) {
  return rosin_calloc(1, sizeof(rosin_pool));
}

static block *grow(rosin_pool *pool, size_t piece) {
  const block *last = pool->last;
  size_t bytes = last ? 2 * (last->bytes + sizeof *last) : LEAST;
  bytes = (bytes > MOST ? MOST : bytes) - sizeof *last;
  if (piece > bytes)
    bytes = piece;
  block *b = rosin_malloc(sizeof *b + bytes);
  if (!b)
    return NULL;
  *b = (block){.before = pool->last, .bytes = bytes};
  return pool->last = b;
}

void *rosin_pool_take(rosin_pool *pool, size_t bytes) {
  const size_t piece = (bytes + GRAIN - 1) / GRAIN * GRAIN;
  block *b = pool->last;
  if (!b || b->bytes - b->used < piece)
    b = grow(pool, piece);
  if (!b)
    return NULL;
  char *made = (char *)(b + 1) + b->used;
  b->used += piece;
  return memset(made, 0, bytes);
}

char *rosin_pool_text(rosin_pool *pool, const char *text, size_t length) {
  char *copy = rosin_pool_take(pool, length + 1);
  return copy ? memcpy(copy, text, length) : NULL;
}

void rosin_pool_free(rosin_pool *pool) {
  for (block *b = pool ? pool->last : NULL; b;) {
    block *before = b->before;
    rosin_free(b);
    b = before;
  }
  rosin_free(pool);
}
