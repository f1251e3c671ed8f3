/* SPDX-License-Identifier: BSD-3-Clause */
#include "order.h"

#include "memory.h"

#include <string.h>

typedef int (*comparison)(const void *a, const void *b);

/* Two runs that stand one behind the other, [middle] and [count - middle], into `to`. */
static void merge(const char *from, size_t middle, size_t count, size_t size, comparison compare,
                  char *to) {
  size_t a = 0, b = middle;
  for (size_t i = 0; i < count; i++) {
    const int first = b == count || (a < middle && compare(from + a * size, from + b * size) <= 0);
    memcpy(to + i * size, from + (first ? a++ : b++) * size, size);
  }
}

static void insert_all(char *list, size_t count, size_t size, comparison compare) {
  for (size_t i = 1; i < count; i++)
    for (size_t k = i; k > 0 && compare(list + (k - 1) * size, list + k * size) > 0; k--)
      for (size_t byte = 0; byte < size; byte++) {
        char *a = list + (k - 1) * size + byte, *b = a + size, kept = *a;
        *a = *b;
        *b = kept;
      }
}

void rosin_sort(void *list, size_t count, size_t size, comparison compare) {
  char *from = list, *to = count > 1 ? rosin_malloc(count * size) : NULL;
  if (!to) { /* slowly, then */
    insert_all(list, count, size, compare);
    return;
  }
  char *scratch = to;
  for (size_t run = 1; run < count; run *= 2) {
    for (size_t at = 0; at < count; at += 2 * run) {
      const size_t left = count - at, both = left < 2 * run ? left : 2 * run;
      merge(from + at * size, run < both ? run : both, both, size, compare, to + at * size);
    }
    char *turned = from;
    from = to;
    to = turned;
  }
  if (from != list)
    memcpy(list, from, count * size);
  rosin_free(scratch);
}
