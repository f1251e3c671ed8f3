/* SPDX-License-Identifier: BSD-3-Clause */
/* Which draws count. Whoever has a draw too little is passed over for the time being, so that many
 * can be drawn at once; what was decided without it is decided again once it is there. */
#include "host/batch/tried.h"

#include <stdlib.h>

typedef struct {
  rosin_nearest *counted;
  rosin_tried_wish *wish, *mend; /* mend: its file is another draw than counts */
  size_t wishes, mends;
  int failed;
} settling;

static void add(rosin_tried_wish *to, size_t *count, const rosin_tried_draw *of, int attempt) {
  to[(*count)++] = (rosin_tried_wish){of->job, attempt, of->shard};
}

/* The draw that counts of those that a job has, or NULL if it needs the one of `*missing`. */
static const rosin_tried_draw *judge(const settling *s, const rosin_tried_draw *draw, int count,
                                     double distinct, int *missing, int *enough) {
  const rosin_tried_draw *best = NULL;
  double farthest = -1, distance;
  *missing = -1;
  *enough = 1;
  for (int a = 0, i = 0; a < ROSIN_MAKE_ATTEMPTS; a++) {
    while (i < count && draw[i].attempt < a)
      i++;
    if (i == count || draw[i].attempt != a) {
      *missing = a;
      return NULL;
    }
    if (draw[i].order < 0)
      continue;
    if (rosin_nearest_find(s->counted, &draw[i].place, -1, &distance) < 0 || distance >= distinct)
      return &draw[i];
    if (distance > farthest) {
      farthest = distance;
      best = &draw[i];
    }
  }
  *enough = 0;
  return best;
}

static void settle_job(settling *s, rosin_tried_row *row, const rosin_tried_draw *draw, int count) {
  int missing, enough;
  const rosin_tried_draw *last = draw;
  for (int i = 1; i < count; i++)
    last = draw[i].order > last->order ? &draw[i] : last;
  const rosin_tried_draw *counts = judge(s, draw, count, row->distinct, &missing, &enough);
  if (missing >= 0) {
    add(s->wish, &s->wishes, last, missing);
  } else if (counts) {
    s->failed |= rosin_nearest_add(s->counted, &counts->place, counts->job);
    row->apart += enough;
    if (counts != last)
      add(s->mend, &s->mends, last, counts->attempt);
  }
}

rosin_tried_wish *rosin_tried_settle(rosin_tried *t, size_t *count) {
  settling s = {.counted = rosin_nearest_new(),
                .wish = malloc((t->draws + 1) * sizeof *s.wish),
                .mend = malloc((t->draws + 1) * sizeof *s.mend)};
  s.failed = !s.counted || !s.wish || !s.mend;
  for (size_t i = 0; i < t->rows && !s.failed; i++) {
    rosin_tried_row *row = &t->row[i];
    row->apart = 0;
    for (long long job = row->job; job < row->job + row->count && !s.failed; job++) {
      int draws;
      const size_t at = rosin_tried_find(t, job, &draws);
      if (draws)
        settle_job(&s, row, &t->draw[at], draws);
    }
  }
  rosin_nearest_free(s.counted);
  rosin_tried_wish *take = s.wishes ? s.wish : s.mend, *leave = s.wishes ? s.mend : s.wish;
  *count = s.wishes ? s.wishes : s.mends;
  free(leave);
  if (s.failed) {
    free(take);
    return NULL;
  }
  return take;
}
