/* SPDX-License-Identifier: BSD-3-Clause */
/* What a judge sees of a contact. */
#include "bench/world.h"

#include <stdlib.h>

int bench_trace_open(bench_trace *t, double rate, double seconds) {
  t->rate = rate;
  t->room = (int)(rate * seconds) + 8192;
  t->velocity = malloc((size_t)t->room * sizeof(double));
  t->normal = malloc((size_t)t->room * sizeof(double));
  t->hand = malloc((size_t)t->room * sizeof(double));
  return t->velocity && t->normal && t->hand ? 0 : -1;
}

void bench_trace_close(bench_trace *t) {
  free(t->velocity);
  free(t->normal);
  free(t->hand);
}

void bench_trace_add(bench_trace *t, int count, const double *velocity, const double *normal,
                     double hand) {
  for (int i = 0; i < count && t->count < t->room; i++, t->count++) {
    t->velocity[t->count] = velocity[i];
    t->normal[t->count] = normal[i];
    t->hand[t->count] = hand;
  }
}
