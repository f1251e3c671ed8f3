/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Where what scenes and networks are made of comes from: the heap, or memory that was handed in.
 *
 * Whoever was handed memory lends it to its thread (rosin_memory_lend); what is made in that thread
 * until it takes it back stands in there, and nothing of it on the heap. What is freed there is
 * used again. What was made in lent memory is not freed afterwards: the memory goes as a whole.
 *
 * Nothing here is real-time safe. Rooms that are made of scenes use these in place of the C
 * library's (tests/builds.bats).
 */
#ifndef ROSIN_MEMORY_H
#define ROSIN_MEMORY_H

#include <stddef.h>

/** Memory that was handed in. */
typedef struct {
  char *first;        /* aligned to 64 bytes */
  size_t bytes, most; /* that there are; that were in use at once, from the first on */
  void *holes;        /* that are free, by their addresses */
} rosin_memory;

/** Begin to use `bytes` of memory, from the first address in it on that 64 divides. */
void rosin_memory_begin(rosin_memory *memory, void *first, size_t bytes);
/** Whatever this thread makes from now on stands in there; NULL: on the heap. What was lent before.
 */
rosin_memory *rosin_memory_lend(rosin_memory *memory);
/** Whether this thread makes things in lent memory: then they are nobody else's to share. */
int rosin_memory_is_lent(void);

/* As those of the C library; of the heap where nothing is lent. */
void *rosin_malloc(size_t bytes);
void *rosin_calloc(size_t count, size_t size);
void *rosin_realloc(void *old, size_t bytes);
void *rosin_aligned(size_t bytes); /**< to 64 bytes, which divide `bytes` */
char *rosin_strdup(const char *text);
char *rosin_strndup(const char *text, size_t most);
void rosin_free(void *made);

#endif
