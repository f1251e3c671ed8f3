/* SPDX-License-Identifier: BSD-3-Clause */
/* Holes in a list by their addresses, the first that is large enough is taken: so what was measured
 * once (`most`) is enough for the same once more. */
#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* In front of each piece, and at the begin of each hole. */
typedef struct hole {
  size_t bytes; /* of all of it */
  struct hole *next;
} hole;

enum { GRAIN = 16, LINE = 64 };
_Static_assert(sizeof(hole) <= GRAIN, "a hole's head is a grain");

/* A pointer has room among what glibc keeps for libraries that come later; so found, it asks for
 * nothing of the loader's. */
#ifdef __GLIBC__
__attribute__((tls_model("initial-exec")))
#endif
static _Thread_local rosin_memory *lent;

void rosin_memory_begin(rosin_memory *m, void *first, size_t bytes) {
  const size_t skip = (LINE - (uintptr_t)first % LINE) % LINE;
  *m = (rosin_memory){.first = (char *)first + skip};
  m->bytes = bytes > skip ? (bytes - skip) / GRAIN * GRAIN : 0;
  if (m->bytes > GRAIN) {
    hole *all = (hole *)(void *)m->first;
    *all = (hole){.bytes = m->bytes};
    m->holes = all;
  }
}

rosin_memory *rosin_memory_lend(rosin_memory *m) {
  rosin_memory *before = lent;
  lent = m;
  return before;
}

int rosin_memory_is_lent(void) {
  return lent != NULL;
}

/* ---- pieces ----------------------------------------------------------------- */

static hole *head_of(void *piece) {
  return (hole *)(void *)((char *)piece - GRAIN);
}

/* Bytes at the begin of a hole that stay one, so that what is behind a head there is aligned. */
static size_t lead_of(const hole *h, size_t align) {
  const uintptr_t piece = (uintptr_t)h + GRAIN;
  size_t lead = (align - piece % align) % align;
  return lead && lead < 2 * (size_t)GRAIN ? lead + align : lead;
}

/* Of a hole: its begin stays one, then a piece of `bytes`, then what is left. */
static void *cut(rosin_memory *m, hole *h, hole **from, size_t lead, size_t bytes) {
  hole *piece = (hole *)(void *)((char *)h + lead), *next = h->next;
  const size_t left = h->bytes - lead - bytes;
  if (left >= 2 * (size_t)GRAIN) {
    hole *rest = (hole *)(void *)((char *)piece + bytes);
    *rest = (hole){.bytes = left, .next = next};
    next = rest;
  } else
    bytes += left;
  if (lead) {
    h->bytes = lead;
    h->next = next;
  } else
    *from = next;
  *piece = (hole){.bytes = bytes};
  const size_t end = (size_t)((char *)piece - m->first) + bytes;
  m->most = end > m->most ? end : m->most;
  return (char *)piece + GRAIN;
}

static void *take(rosin_memory *m, size_t bytes, size_t align) {
  if (bytes > m->bytes)
    return NULL;
  const size_t whole = (bytes + !bytes + GRAIN - 1) / GRAIN * GRAIN + GRAIN; /* of none one */
  hole *first = m->holes, **from = &first;
  void *piece = NULL;
  for (hole *h = first; h && !piece; from = &h->next, h = h->next) {
    const size_t lead = lead_of(h, align);
    if (h->bytes >= lead + whole)
      piece = cut(m, h, from, lead, whole);
  }
  m->holes = first;
  return piece;
}

static void unite(hole *a) {
  if (a && a->next && (char *)a + a->bytes == (char *)a->next) {
    a->bytes += a->next->bytes;
    a->next = a->next->next;
  }
}

static void give(rosin_memory *m, void *piece) {
  hole *h = head_of(piece), *before = NULL, *next = m->holes;
  while (next && next < h) {
    before = next;
    next = next->next;
  }
  h->next = next;
  if (before)
    before->next = h;
  else
    m->holes = h;
  unite(h);
  unite(before);
}

static int is_within(const rosin_memory *m, const void *piece) {
  return m && (const char *)piece >= m->first && (const char *)piece < m->first + m->bytes;
}

/* ---- as the C library has them ------------------------------------------------ */

void *rosin_malloc(size_t bytes) {
  return lent ? take(lent, bytes, GRAIN) : malloc(bytes);
}

void *rosin_calloc(size_t count, size_t size) {
  if (!lent)
    return calloc(count, size);
  if (size && count > SIZE_MAX / size)
    return NULL;
  void *piece = take(lent, count * size, GRAIN);
  return piece ? memset(piece, 0, count * size) : NULL;
}

void *rosin_realloc(void *old, size_t bytes) {
  if (!lent || (old && !is_within(lent, old)))
    return realloc(old, bytes);
  if (!old)
    return rosin_malloc(bytes);
  const size_t had = head_of(old)->bytes - GRAIN;
  if (bytes <= had)
    return old;
  void *piece = take(lent, bytes, GRAIN);
  if (!piece)
    return NULL;
  memcpy(piece, old, had);
  give(lent, old);
  return piece;
}

void *rosin_aligned(size_t bytes) {
  return lent ? take(lent, bytes, LINE) : aligned_alloc(LINE, bytes);
}

char *rosin_strndup(const char *text, size_t most) {
  const char *end = memchr(text, 0, most);
  const size_t length = end ? (size_t)(end - text) : most;
  char *copy = rosin_malloc(length + 1);
  if (!copy)
    return NULL;
  copy[length] = 0;
  return memcpy(copy, text, length);
}

char *rosin_strdup(const char *text) {
  return rosin_strndup(text, strlen(text));
}

void rosin_free(void *made) {
  if (is_within(lent, made))
    give(lent, made);
  else
    free(made);
}
