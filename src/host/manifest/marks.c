/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/manifest/marks.h"
#include "features/nearest.h"
#include "format.h"
#include "host/common/options.h"
#include "host/common/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double too_near = 0.5; /* what --distinct draws again unless it is told otherwise */

typedef struct {
  long long job;
  int order;
  rosin_nearest_place place;
} mark;

struct rosin_marks {
  mark *mark; /* [room], in order of jobs once all are there */
  int count, room, over;
  rosin_nearest *all;
  long long variations, near;
  char distance[32], nearest[32];
};

rosin_marks *rosin_marks_new(void) {
  return calloc(1, sizeof(rosin_marks));
}

void rosin_marks_free(rosin_marks *m) {
  if (!m)
    return;
  rosin_nearest_free(m->all);
  free(m->mark);
  free(m);
}

static int compare(const void *a, const void *b) {
  const mark *x = a, *y = b;
  return x->job != y->job ? (x->job < y->job ? -1 : 1) : x->order - y->order;
}

/* In order of jobs, of several of one the last. */
static void sort(rosin_marks *m) {
  int kept = 0;
  if (m->count)
    qsort(m->mark, (size_t)m->count, sizeof *m->mark, compare);
  for (int i = 0; i < m->count; i++)
    if (i + 1 == m->count || m->mark[i + 1].job != m->mark[i].job)
      m->mark[kept++] = m->mark[i];
  for (int i = 0; i < kept; i++)
    m->mark[i].order = i;
  m->count = kept;
}

static int make_room(rosin_marks *m) {
  sort(m);
  if (m->count > ROSIN_MARKS_MOST) {
    free(m->mark);
    m->mark = NULL;
    m->count = m->room = 0;
    m->over = 1;
    return 0;
  }
  if (2 * m->count < m->room)
    return 0;
  const int room = m->room ? 2 * m->room : 1024;
  mark *more = realloc(m->mark, (size_t)room * sizeof *more);
  if (!more)
    return -1;
  m->mark = more;
  m->room = room;
  return 0;
}

int rosin_marks_add(rosin_marks *m, char *packed) {
  rosin_manifest_row row;
  rosin_features features;
  if (m->over)
    return 0;
  if (m->count == m->room && make_room(m))
    return -1;
  if (m->over)
    return 0;
  rosin_manifest_unpack(&row, packed);
  if (*rosin_manifest_text(&row, ROSIN_COLUMN_PART))
    return 0; /* of one sound, and none to be told from its other parts */
  rosin_manifest_features(&row, &features);
  mark *to = &m->mark[m->count];
  *to = (mark){.job = strtoll(packed, NULL, 10), .order = m->count};
  rosin_nearest_place_of(&to->place, &features);
  m->count++;
  return 0;
}

/* In no order, as sorted ones would make a deep tree. */
static int fill(rosin_marks *m) {
  const int step = 32771; /* a prime beyond any count */
  long long at = 0;
  for (int i = 0; i < m->count; i++) {
    at = (at + step) % m->count;
    if (rosin_nearest_add(m->all, &m->mark[at].place, m->mark[at].job))
      return -1;
  }
  return 0;
}

int rosin_marks_end(rosin_marks *m) {
  if (m->over)
    return 0;
  sort(m);
  if (m->count > ROSIN_MARKS_MOST) {
    m->over = 1;
    return 0;
  }
  m->all = rosin_nearest_new();
  return m->all ? fill(m) : -1;
}

void rosin_marks_put(rosin_marks *m, rosin_manifest_row *row) {
  const mark wanted = {.job = strtoll(rosin_manifest_text(row, ROSIN_COLUMN_JOB), NULL, 10)};
  int low = 0, high = m->all ? m->count : 0;
  double distance;
  *m->distance = *m->nearest = 0;
  row->field[ROSIN_COLUMN_DISTANCE] = m->distance;
  row->field[ROSIN_COLUMN_NEAREST] = m->nearest;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (m->mark[middle].job < wanted.job)
      low = middle + 1;
    else
      high = middle;
  }
  if (!m->all || low == m->count || m->mark[low].job != wanted.job)
    return;
  const long long found = rosin_nearest_find(m->all, &m->mark[low].place, wanted.job, &distance);
  if (found < 0)
    return;
  rosin_format(m->distance, sizeof m->distance, "%.3f", distance);
  snprintf(m->nearest, sizeof m->nearest, "%lld", found);
  if (strtoll(rosin_manifest_text(row, ROSIN_COLUMN_N), NULL, 10) > 0) {
    m->variations++;
    m->near += distance < too_near;
  }
}

void rosin_marks_tell(const rosin_marks *m, const char *folder) {
  if (m->near)
    rosin_tell("%s: %lld of %lld variation%s another nearer than %g (columns distance, nearest); "
               "distinct = %g in the list draws such again",
               folder, m->near, m->variations, m->variations == 1 ? " has" : "s have", too_near,
               too_near);
}
