/* SPDX-License-Identifier: BSD-3-Clause */
/** A program's blocks of memory, those of the libraries that it opens among them, where nothing
 * else watches (glibc, no sanitizer): `live_blocks` of them are taken now, and a thread takes or
 * gives back `touched` while it is `watched`. Once a program. */
#ifndef ROSIN_TEST_BLOCKS_H
#define ROSIN_TEST_BLOCKS_H

#include <stdatomic.h>
#include <stdlib.h>

static atomic_long live_blocks;
static _Thread_local int watched __attribute__((unused)), touched __attribute__((unused));

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SEEN __attribute__((visibility("default")))
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *p);

static void *given(void *p) {
  touched += watched;
  live_blocks += p != NULL;
  return p;
}
SEEN void *malloc(size_t size) {
  return given(__libc_malloc(size));
}
SEEN void *calloc(size_t count, size_t size) {
  return given(__libc_calloc(count, size));
}
SEEN void *aligned_alloc(size_t alignment, size_t size) {
  return given(__libc_memalign(alignment, size));
}
SEEN int posix_memalign(void **to, size_t alignment, size_t size) {
  *to = given(__libc_memalign(alignment, size));
  return *to ? 0 : 12;
}
SEEN void *realloc(void *old, size_t size) {
  void *p = __libc_realloc(old, size);
  touched += watched;
  live_blocks += !old && p;
  return p;
}
SEEN void free(void *p) {
  touched += watched;
  live_blocks -= p != NULL;
  __libc_free(p);
}
#endif

#endif
