/* SPDX-License-Identifier: BSD-3-Clause */
/* See shelf.h. */
#include "shelf.h"

#include <stddef.h>

/* It is held for some comparisons: who finds it held turns round. A flag and no mutex, since those
 * of libraries differ and this has nothing to set up. */
static void lock(rosin_shelf *s) {
  while (atomic_flag_test_and_set_explicit(&s->lock, memory_order_acquire))
    ;
}

static void unlock(rosin_shelf *s) {
  atomic_flag_clear_explicit(&s->lock, memory_order_release);
}

rosin_shared *rosin_shelf_take(rosin_shelf *s, uint64_t mark, const void *key) {
  lock(s);
  rosin_shared *t = s->first;
  while (t && (t->mark != mark || !s->is(t, key)))
    t = t->next;
  if (t)
    t->users++;
  unlock(s);
  return t;
}

/* Two that were made at a time stand both there; the later one is found. */
void rosin_shelf_put(rosin_shelf *s, rosin_shared *thing) {
  thing->users = 1;
  lock(s);
  thing->next = s->first;
  s->first = thing;
  unlock(s);
}

void rosin_shelf_leave(rosin_shelf *s, rosin_shared *thing) {
  if (!thing)
    return;
  lock(s);
  const int last = --thing->users == 0;
  for (rosin_shared **at = &s->first; last && *at; at = &(*at)->next)
    if (*at == thing) {
      *at = thing->next;
      break;
    }
  unlock(s);
  if (last)
    s->end(thing);
}

int rosin_shelf_count(rosin_shelf *s, int *users) {
  int count = 0;
  *users = 0;
  lock(s);
  for (const rosin_shared *t = s->first; t; t = t->next, count++)
    *users += t->users;
  unlock(s);
  return count;
}

/* FNV-1a, eight bytes at a time and then those that are left. */
uint64_t rosin_shelf_mark(uint64_t mark, const void *bytes, unsigned long count) {
  const unsigned char *at = bytes;
  const uint64_t prime = 1099511628211u;
  uint64_t m = mark ^ 14695981039346656037u;
  for (; count >= 8; count -= 8, at += 8) {
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
      word |= (uint64_t)at[i] << 8 * i;
    m = (m ^ word) * prime;
    m ^= m >> 32;
  }
  for (; count; count--, at++)
    m = (m ^ *at) * prime;
  return m;
}
