/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/sequencer/agenda.h"

#include <math.h>
#include <stdlib.h>

struct rosin_agenda_item {
  long long frame, order;
  rosin_event event;
};

enum { SUSTAIN = 64, SOSTENUTO = 66, SOUND_OFF = 120, NOTES_OFF = 123 }; /* controllers */

static int message_ends(const rosin_player_event_t *e) {
  switch (e->kind) {
  case ROSIN_PLAYER_NOTE_OFF:
  case ROSIN_PLAYER_QUIET:
    return 1;
  case ROSIN_PLAYER_NOTE_ON:
    return !(e->value > 0);
  case ROSIN_PLAYER_CONTROL:
    return e->controller == SOUND_OFF || e->controller == NOTES_OFF ||
           ((e->controller == SUSTAIN || e->controller == SOSTENUTO) && e->value < 0.5);
  default:
    return 0;
  }
}

int rosin_event_ends(const rosin_event *e) {
  return e->target == ROSIN_EVENT_END || (e->target == ROSIN_EVENT_BOW && !e->player.controller) ||
         (e->target == ROSIN_EVENT_STAY && isinf(e->value)) ||
         (e->target == ROSIN_EVENT_PLAYER && message_ends(&e->player));
}

int rosin_agenda_open(rosin_agenda *a, int room) {
  *a = (rosin_agenda){.room = room};
  for (int k = 0; k < 2; k++)
    if (!(a->heap[k].item = calloc((size_t)room, sizeof *a->heap[k].item)))
      return -1;
  return 0;
}

void rosin_agenda_close(rosin_agenda *a) {
  free(a->heap[0].item);
  free(a->heap[1].item);
  *a = (rosin_agenda){0};
}

void rosin_agenda_clear(rosin_agenda *a) {
  a->heap[0].count = a->heap[1].count = 0;
  a->order = 0;
}

static int earlier(const rosin_agenda_item *x, const rosin_agenda_item *y) {
  return x->frame < y->frame || (x->frame == y->frame && x->order < y->order);
}

int rosin_agenda_add(rosin_agenda *a, long long frame, const rosin_event *event, int most) {
  const int ends = rosin_event_ends(event);
  rosin_agenda_heap *h = &a->heap[ends];
  if (h->count >= (ends ? a->room : most))
    return -1;
  const rosin_agenda_item new = {frame, a->order++, *event};
  int at = h->count++;
  while (at > 0 && earlier(&new, &h->item[(at - 1) / 2])) {
    h->item[at] = h->item[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  h->item[at] = new;
  return 0;
}

long long rosin_agenda_first(const rosin_agenda *a) {
  const rosin_agenda_heap *h = &a->heap[0];
  if (!h->count || (a->heap[1].count && earlier(a->heap[1].item, h->item)))
    h = &a->heap[1];
  return h->count ? h->item[0].frame : -1;
}

static void drop_first(rosin_agenda_heap *h) {
  const rosin_agenda_item last = h->item[--h->count];
  int at = 0;
  for (int child = 1; child < h->count; child = 2 * at + 1) {
    child += child + 1 < h->count && earlier(&h->item[child + 1], &h->item[child]);
    if (!earlier(&h->item[child], &last))
      break;
    h->item[at] = h->item[child];
    at = child;
  }
  h->item[at] = last;
}

int rosin_agenda_take(rosin_agenda *a, long long frame, rosin_event *event) {
  rosin_agenda_heap *h = &a->heap[0];
  if (!h->count || (a->heap[1].count && earlier(a->heap[1].item, h->item)))
    h = &a->heap[1];
  if (!h->count || h->item[0].frame > frame)
    return 0;
  *event = h->item[0].event;
  drop_first(h);
  return 1;
}
