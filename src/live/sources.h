/* SPDX-License-Identifier: BSD-3-Clause */
/** What devices play: a core, and the events that come to it from other threads, each with the
 *  moment at which it is meant to happen. */
#ifndef ROSIN_SOURCES_H
#define ROSIN_SOURCES_H

#include "core/core.h"
#include "live/queue.h"

enum { ROSIN_SOURCES = 4 };

typedef struct {
  rosin_core *core;
  double rate;
  int count;
  rosin_queue source[ROSIN_SOURCES];
  int begun;     /* there was a callback, */
  double before; /* that began then */
} rosin_sources;

/** Of a core that was prepared at `rate` Hz. */
void rosin_sources_open(rosin_sources *sources, rosin_core *core, double rate);
void rosin_sources_close(rosin_sources *sources); /**< those that put are gone; not the core */
/** A queue that one thread may put into. NULL without memory, or if there are too many. Before
 *  playing starts. */
rosin_queue *rosin_sources_add(rosin_sources *sources);
/** Put an event into such a queue, whose last places are kept for what ends something: how many
 *  found room. Real-time safe. */
size_t rosin_event_put(rosin_queue *queue, const rosin_event *event);
/** Give the core what has come. `now` is the start of this callback; what came since the one before
 *  is spread over its frames as it came, later times wait. Real-time safe; audio thread. */
void rosin_sources_gather(rosin_sources *sources, double now);

#endif
