/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/queue.h"

#include <stdlib.h>
#include <string.h>

int rosin_queue_open(rosin_queue *q, size_t size, size_t room) {
  size_t power = 16;
  while (power < room)
    power *= 2;
  q->item = calloc(power, size);
  q->size = size;
  q->room = power;
  atomic_init(&q->put, 0);
  atomic_init(&q->taken, 0);
  return q->item ? 0 : -1;
}

void rosin_queue_close(rosin_queue *q) {
  free(q->item);
  q->item = NULL;
}

size_t rosin_queue_room(const rosin_queue *q) {
  return q->room - (atomic_load_explicit(&q->put, memory_order_relaxed) -
                    atomic_load_explicit(&q->taken, memory_order_acquire));
}

/* Bytes of the ring from item `at` on, up to its end; at most `count` items. */
static size_t stretch(const rosin_queue *q, size_t at, size_t count) {
  const size_t to_end = q->room - (at & (q->room - 1));
  return (count < to_end ? count : to_end) * q->size;
}

static unsigned char *place(const rosin_queue *q, size_t at) {
  return q->item + (at & (q->room - 1)) * q->size;
}

size_t rosin_queue_put(rosin_queue *q, const void *items, size_t count) {
  const size_t at = atomic_load_explicit(&q->put, memory_order_relaxed);
  const size_t room = rosin_queue_room(q);
  count = count < room ? count : room;
  const size_t first = stretch(q, at, count);
  memcpy(place(q, at), items, first);
  memcpy(q->item, (const unsigned char *)items + first, count * q->size - first);
  atomic_store_explicit(&q->put, at + count, memory_order_release);
  return count;
}

size_t rosin_queue_take(rosin_queue *q, void *items, size_t count) {
  const size_t at = atomic_load_explicit(&q->taken, memory_order_relaxed);
  const size_t there = atomic_load_explicit(&q->put, memory_order_acquire) - at;
  count = count < there ? count : there;
  const size_t first = stretch(q, at, count);
  memcpy(items, place(q, at), first);
  memcpy((unsigned char *)items + first, q->item, count * q->size - first);
  atomic_store_explicit(&q->taken, at + count, memory_order_release);
  return count;
}
