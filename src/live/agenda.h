/* SPDX-License-Identifier: BSD-3-Clause */
/** Events that wait for their frames: the earliest first, those of one frame as they came. */
#ifndef ROSIN_AGENDA_H
#define ROSIN_AGENDA_H

#include "live/event.h"

typedef struct rosin_agenda_item rosin_agenda_item;

typedef struct {
  rosin_agenda_item *item; /* a heap */
  int count;
  long long order; /* of the next to come */
} rosin_agenda;

/** Room for so many; -1 without memory. */
int rosin_agenda_open(rosin_agenda *agenda, int room);
void rosin_agenda_close(rosin_agenda *agenda);
/** Forget all. Real-time safe, as what follows. */
void rosin_agenda_clear(rosin_agenda *agenda);
/** 0, or -1 if `most` wait already (at most the room). */
int rosin_agenda_add(rosin_agenda *agenda, long long frame, const rosin_event *event, int most);
/** The first whose frame is not after `frame`: 1, or 0 if there is none. */
int rosin_agenda_take(rosin_agenda *agenda, long long frame, rosin_event *event);

#endif
