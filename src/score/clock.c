/* SPDX-License-Identifier: BSD-3-Clause */
#include "score/perform.h"

#include <math.h>
#include <stdlib.h>

static const double usual = 120;    /* quarter notes a minute until told */
static const double dwelling = 1.8; /* by which a fermata lengthens its note */

/* A change of the pace at some place: by a sign, or by a factor. */
typedef struct {
  double at, pace, factor;
  int order;
} change;

static int earlier(const void *a, const void *b) {
  const change *x = a, *y = b;
  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return x->order - y->order;
}

typedef struct {
  change *all;
  int count, room;
} changes;

static int add(changes *c, double at, double pace, double factor) {
  change *grown = rosin_score_room(c->all, c->count, &c->room, sizeof *grown);
  if (!grown)
    return -1;
  c->all = grown;
  c->all[c->count] = (change){at, pace, factor, c->count};
  c->count++;
  return 0;
}

/* What a part has in one bar that is played at `begin`. */
static int add_bar(changes *c, const rosin_score_part *p, int index, double begin, int fermatas) {
  const rosin_score_bar *bar = &p->bar[index];
  int status = 0;
  for (int i = bar->sign; i < bar->sign + bar->signs && !status; i++)
    if (p->sign[i].kind == ROSIN_SIGN_TEMPO)
      status = add(c, begin + p->sign[i].at, 60 / p->sign[i].value, 0);
  for (int i = bar->note; fermatas && i < bar->note + bar->notes && !status; i++) {
    const rosin_score_note *n = &p->note[i];
    if (n->flags & ROSIN_NOTE_FERMATA && n->length > 0)
      status =
          add(c, begin + n->at, 0, dwelling) || add(c, begin + n->at + n->length, 0, 1 / dwelling);
  }
  return status;
}

/* Where it does not go on with the next bar, the tempo is that of the place it goes to. */
static int add_jump(changes *c, const rosin_score_part *part, int parts, int bar, double begin) {
  const rosin_score_sign *best = NULL;
  for (int i = 0; i < parts; i++) {
    const rosin_score_sign *s = rosin_score_in_force(&part[i], bar, ROSIN_SIGN_TEMPO);
    if (s && (!best || s->bar > best->bar || (s->bar == best->bar && s->at > best->at)))
      best = s;
  }
  return add(c, begin, 60 / (best ? best->value : usual), 0);
}

/* Every bar that is played, for signs of every part; fermatas stand in all of them, so that the
 * first part's count. */
static int gather(changes *c, const rosin_score_clock *clock, const rosin_score_part *part,
                  int parts) {
  for (int k = 0; k < clock->bars; k++) {
    if (k && clock->order[k] != clock->order[k - 1] + 1 &&
        add_jump(c, part, parts, clock->order[k], clock->begin[k]))
      return -1;
    for (int i = 0; i < parts; i++)
      if (clock->order[k] < part[i].bars &&
          add_bar(c, &part[i], clock->order[k], clock->begin[k], i == 0))
        return -1;
  }
  return 0;
}

static int set_paces(rosin_score_clock *clock, changes *c) {
  double pace = 60 / usual, factor = 1, time = 0, at = 0;
  clock->pace = malloc(((size_t)c->count + 1) * sizeof *clock->pace);
  if (!clock->pace)
    return -1;
  if (c->count)
    qsort(c->all, (size_t)c->count, sizeof *c->all, earlier);
  clock->pace[clock->paces++] = (rosin_score_pace){0, pace, 0};
  for (int i = 0; i < c->count; i++) {
    time += (c->all[i].at - at) * pace * factor;
    at = c->all[i].at;
    pace = c->all[i].pace > 0 ? c->all[i].pace : pace;
    factor = c->all[i].factor > 0 ? factor * c->all[i].factor : factor;
    factor = fabs(factor - 1) < 1e-6 ? 1 : factor;
    clock->pace[clock->paces++] = (rosin_score_pace){at, pace * factor, time};
  }
  return 0;
}

int rosin_score_clock_set(rosin_score_clock *clock, const rosin_score_part *part, int parts,
                          const int *order, int bars) {
  changes c = {NULL, 0, 0};
  *clock = (rosin_score_clock){.order = order, .bars = bars};
  clock->begin = calloc((size_t)bars + 1, sizeof *clock->begin);
  if (!clock->begin)
    return -1;
  for (int k = 0; k < bars; k++) {
    double length = 0;
    for (int i = 0; i < parts; i++)
      length = order[k] < part[i].bars ? fmax(length, part[i].bar[order[k]].length) : length;
    clock->begin[k + 1] = clock->begin[k] + length;
  }
  const int status = gather(&c, clock, part, parts) || set_paces(clock, &c) ? -1 : 0;
  free(c.all);
  return status;
}

void rosin_score_clock_free(rosin_score_clock *clock) {
  free(clock->begin);
  free(clock->pace);
  clock->begin = NULL;
  clock->pace = NULL;
}

double rosin_score_seconds(const rosin_score_clock *clock, double quarters) {
  int low = 0, high = clock->paces - 1;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (clock->pace[middle].from <= quarters)
      low = middle;
    else
      high = middle - 1;
  }
  const rosin_score_pace *p = &clock->pace[low];
  return p->time + (quarters - p->from) * p->pace;
}
