/* SPDX-License-Identifier: BSD-3-Clause */
/** What equal makers have in common and never changes, once in a process: designs of strings. It is
 * there for as long as somebody has it. Any thread, of those that set up: a shelf is locked while
 * things are compared, and nothing that sounds looks there. */
#ifndef ROSIN_SHELF_H
#define ROSIN_SHELF_H

#include <stdatomic.h>
#include <stdint.h>

/** First member of every kind of thing. */
typedef struct rosin_shared {
  struct rosin_shared *next;
  uint64_t mark; /* of its key, equal for equal ones */
  int users;
} rosin_shared;

typedef struct {
  atomic_flag lock;
  rosin_shared *first;
  int (*is)(const rosin_shared *thing, const void *key); /* whether it was made from that */
  void (*end)(rosin_shared *thing);                      /* frees it; nobody has it any more */
} rosin_shelf;

#define ROSIN_SHELF(is, end)                                                                       \
  { ATOMIC_FLAG_INIT, NULL, is, end }

/** The thing of this key, for one user more; NULL: there is none. */
rosin_shared *rosin_shelf_take(rosin_shelf *shelf, uint64_t mark, const void *key);
/** A thing that the caller has made and is the first user of, `mark` and the rest of it filled in.
 */
void rosin_shelf_put(rosin_shelf *shelf, rosin_shared *thing);
/** One user less; of the last one it is freed. NULL is allowed. */
void rosin_shelf_leave(rosin_shelf *shelf, rosin_shared *thing);
/** Things on it, and the users of all. */
int rosin_shelf_count(rosin_shelf *shelf, int *users);

/** A mark from bytes, going on from another (0 at first). */
uint64_t rosin_shelf_mark(uint64_t mark, const void *bytes, unsigned long count);

#endif
