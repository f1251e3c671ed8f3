/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/sources.h"
#include "core/sequencer/agenda.h"

#include <math.h>
#include <string.h>

enum { TAKE = 512, ROOM = 2048, KEPT = 512 }; /* events of a queue: at once, in all, for ends */

static const double longest = 1e9; /* frames: later than anybody plays */

void rosin_sources_open(rosin_sources *s, rosin_core *core, double rate) {
  memset(s, 0, sizeof *s);
  s->core = core;
  s->rate = rate;
}

void rosin_sources_close(rosin_sources *s) {
  for (int i = 0; i < s->count; i++)
    rosin_queue_close(&s->source[i]);
  s->count = 0;
}

rosin_queue *rosin_sources_add(rosin_sources *s) {
  if (s->count == ROSIN_SOURCES ||
      rosin_queue_open(&s->source[s->count], sizeof(rosin_event), ROOM))
    return NULL;
  return &s->source[s->count++];
}

size_t rosin_event_put(rosin_queue *queue, const rosin_event *event) {
  return rosin_event_ends(event) || rosin_queue_room(queue) > KEPT
             ? rosin_queue_put(queue, event, 1)
             : 0;
}

void rosin_sources_gather(rosin_sources *s, double now) {
  rosin_event e;
  const double before = s->begun ? s->before : now;
  s->begun = 1;
  s->before = now;
  for (int k = 0; k < s->count; k++)
    for (int i = 0; i < TAKE && rosin_queue_take(&s->source[k], &e, 1); i++) {
      const double after = (e.time - before) * s->rate;
      rosin_core_post(s->core, after > 0 ? (int)fmin(after, longest) : 0, &e);
    }
}
