/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/agenda.h"

#include <stdlib.h>

struct rosin_agenda_item {
  long long frame, order;
  rosin_event event;
};

int rosin_agenda_open(rosin_agenda *a, int room) {
  *a = (rosin_agenda){.item = calloc((size_t)room, sizeof *a->item)};
  return a->item ? 0 : -1;
}

void rosin_agenda_close(rosin_agenda *a) {
  free(a->item);
  *a = (rosin_agenda){0};
}

void rosin_agenda_clear(rosin_agenda *a) {
  a->count = 0;
  a->order = 0;
}

static int earlier(const rosin_agenda_item *x, const rosin_agenda_item *y) {
  return x->frame < y->frame || (x->frame == y->frame && x->order < y->order);
}

int rosin_agenda_add(rosin_agenda *a, long long frame, const rosin_event *event, int most) {
  if (a->count >= most)
    return -1;
  const rosin_agenda_item new = {frame, a->order++, *event};
  int at = a->count++;
  while (at > 0 && earlier(&new, &a->item[(at - 1) / 2])) {
    a->item[at] = a->item[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  a->item[at] = new;
  return 0;
}

int rosin_agenda_take(rosin_agenda *a, long long frame, rosin_event *event) {
  if (!a->count || a->item[0].frame > frame)
    return 0;
  *event = a->item[0].event;
  const rosin_agenda_item last = a->item[--a->count];
  int at = 0;
  for (int child = 1; child < a->count; child = 2 * at + 1) {
    child += child + 1 < a->count && earlier(&a->item[child + 1], &a->item[child]);
    if (!earlier(&a->item[child], &last))
      break;
    a->item[at] = a->item[child];
    at = child;
  }
  a->item[at] = last;
  return 1;
}
