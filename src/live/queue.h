/* SPDX-License-Identifier: BSD-3-Clause */
/** Rings between two threads, one that puts and one that takes, without locks. */
#ifndef ROSIN_QUEUE_H
#define ROSIN_QUEUE_H

#include <stdatomic.h>
#include <stddef.h>

/** A ring of items of one size. Its ends are apart, so that the two threads do not wait
 *  for each other's caches. */
typedef struct {
  unsigned char *item;
  size_t size, room; /* bytes an item; items, a power of two */
  char before[64];
  atomic_size_t put;
  char between[64];
  atomic_size_t taken;
  char after[64];
} rosin_queue;

/** For at least `room` items; -1 without memory. */
int rosin_queue_open(rosin_queue *queue, size_t size, size_t room);
void rosin_queue_close(rosin_queue *queue);
/** Put up to `count` items; how many found room. Real-time safe. */
size_t rosin_queue_put(rosin_queue *queue, const void *items, size_t count);
/** Take up to `count` items; how many there were. Real-time safe. */
size_t rosin_queue_take(rosin_queue *queue, void *items, size_t count);
/** Items that can be put now, seen from the side that puts. Real-time safe. */
size_t rosin_queue_room(const rosin_queue *queue);

#endif
