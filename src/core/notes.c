/* SPDX-License-Identifier: BSD-3-Clause */
/* Which notes of an effect are down. */
#include "core/inside.h"

#include <math.h>
#include <string.h>

/* A note of an effect goes down or up; 1: it was the other way. */
static int hold(rosin_core *c, const rosin_player_event_t *event, int down) {
  const int key = (int)fmin(fmax(round(event->key), 0), 127);
  const int channel = event->channel & (ROSIN_MIDI_CHANNELS - 1);
  unsigned char *held = &c->held[channel][key];
  const int changes = *held != down;
  *held = (unsigned char)down;
  c->called[channel][key] = event->single ? event->note : -1;
  c->holds += changes ? 2 * down - 1 : 0;
  return changes;
}

void rosin_core_hold_note(rosin_core *c, const rosin_player_event_t *e) {
  hold(c, e, 1);
}

/* -1 is any channel, key or name. */
int rosin_core_let_up(rosin_core *c, const rosin_player_event_t *e) {
  int changes = 0;
  if (!e->single)
    return hold(c, e, 0);
  for (int channel = 0; channel < ROSIN_MIDI_CHANNELS && c->holds; channel++)
    for (int key = 0; key < 128; key++) {
      const int called = c->called[channel][key];
      const rosin_player_event_t one = {.channel = channel, .key = key};
      if (c->held[channel][key] && (e->channel < 0 || e->channel == channel) &&
          (e->key < 0 || (int)round(e->key) == key) &&
          (e->note < 0 || e->note == called || (called < 0 && e->key >= 0)))
        changes |= hold(c, &one, 0);
    }
  return changes;
}

void rosin_core_forget_notes(rosin_core *c) {
  memset(c->held, 0, sizeof c->held);
  c->holds = 0;
}
