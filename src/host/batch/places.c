/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/batch/places.h"

#include <stdlib.h>

int rosin_places_add(rosin_places *p, long long job, long long at) {
  if (p->count == p->room) {
    const size_t room = p->room ? 2 * p->room : 256;
    rosin_place *grown = realloc(p->place, room * sizeof *grown);
    if (!grown)
      return -1;
    p->place = grown;
    p->room = room;
  }
  p->place[p->count++] = (rosin_place){job, at};
  return 0;
}

static int rising(const void *a, const void *b) {
  const rosin_place *x = a, *y = b;
  return x->job != y->job ? (x->job > y->job) - (x->job < y->job)
                          : (x->at > y->at) - (x->at < y->at);
}

void rosin_places_sort(rosin_places *p) {
  size_t kept = 0;
  if (p->count)
    qsort(p->place, p->count, sizeof *p->place, rising);
  for (size_t i = 0; i < p->count; i++)
    if (i + 1 == p->count || p->place[i + 1].job != p->place[i].job)
      p->place[kept++] = p->place[i];
  p->count = kept;
}

static int by_job(const void *key, const void *place) {
  const long long job = *(const long long *)key, other = ((const rosin_place *)place)->job;
  return (job > other) - (job < other);
}

long long rosin_places_find(const rosin_places *p, long long job) {
  const rosin_place *found =
      p->count ? bsearch(&job, p->place, p->count, sizeof *p->place, by_job) : NULL;
  return found ? found->at : -1;
}

void rosin_places_free(rosin_places *p) {
  free(p->place);
  *p = (rosin_places){0};
}
