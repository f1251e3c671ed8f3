/* SPDX-License-Identifier: BSD-3-Clause */
/** Events that wait for their frames: the earliest first, those of one frame as they came. What
 * ends something (a note, a pedal, a bow on the string) has room of its own, so that no flood of
 * others leaves it hanging. */
#ifndef ROSIN_AGENDA_H
#define ROSIN_AGENDA_H

#include "core/sequencer/event.h"

typedef struct rosin_agenda_item rosin_agenda_item;

typedef struct {
  rosin_agenda_item *item; /* a heap */
  int count;
} rosin_agenda_heap;

typedef struct {
  rosin_agenda_heap heap[2]; /* of what begins or moves, of what ends */
  int room;                  /* of each */
  long long order;           /* of the next to come */
} rosin_agenda;

/** Whether an event ends something that would go on without it. */
int rosin_event_ends(const rosin_event *event);
/** Room for so many of each kind; -1 without memory. */
int rosin_agenda_open(rosin_agenda *agenda, int room);
void rosin_agenda_close(rosin_agenda *agenda);
/** Forget all. Real-time safe, as what follows. */
void rosin_agenda_clear(rosin_agenda *agenda);
/** 0, or -1 if `most` wait already (at most the room) of those that end nothing, or as many as
 *  there is room for of those that do. */
int rosin_agenda_add(rosin_agenda *agenda, long long frame, const rosin_event *event, int most);
/** The frame of the earliest; -1: nothing waits. */
long long rosin_agenda_first(const rosin_agenda *agenda);
/** The first whose frame is not after `frame`: 1, or 0 if there is none. */
int rosin_agenda_take(rosin_agenda *agenda, long long frame, rosin_event *event);

#endif
