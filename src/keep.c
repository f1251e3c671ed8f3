/* SPDX-License-Identifier: BSD-3-Clause */
#include "keep.h"
#include "memory.h"

#include <string.h>

void rosin_kept_begin(rosin_kept *k) {
  rosin_kept_free(k);
  k->whole = 1;
}

void rosin_kept_add(rosin_kept *k, void *at, size_t bytes) {
  if (!at || !bytes)
    return;
  if (k->pieces == ROSIN_KEPT_PIECES) {
    k->whole = 0;
    return;
  }
  k->piece[k->pieces].at = at;
  k->piece[k->pieces++].bytes = bytes;
}

int rosin_kept_take(rosin_kept *k) {
  size_t all = 0;
  for (int i = 0; i < k->pieces; i++)
    all += k->piece[i].bytes;
  k->copy = k->whole ? rosin_malloc(all + 1) : NULL;
  if (!k->copy) {
    rosin_kept_free(k);
    return -1;
  }
  char *to = k->copy;
  for (int i = 0; i < k->pieces; to += k->piece[i++].bytes)
    memcpy(to, k->piece[i].at, k->piece[i].bytes);
  return 0;
}

void rosin_kept_put(const rosin_kept *k) {
  const char *from = k->copy;
  for (int i = 0; from && i < k->pieces; from += k->piece[i++].bytes)
    memcpy(k->piece[i].at, from, k->piece[i].bytes);
}

void rosin_kept_free(rosin_kept *k) {
  rosin_free(k->copy);
  k->copy = NULL;
  k->pieces = k->whole = 0;
}
