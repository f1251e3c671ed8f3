/* SPDX-License-Identifier: BSD-3-Clause */
/* See line.h. */
#include "host/map/line.h"

#include <math.h>

void rosin_line_add(rosin_line *s, double x, double y) {
  s->n++;
  s->x += x;
  s->y += y;
  s->xx += x * x;
  s->xy += x * y;
}

int rosin_line_fit(const rosin_line *s, double *offset, double *slope) {
  const double spread = s->n * s->xx - s->x * s->x;
  if (s->n < 2 || !(spread > 0))
    return 0;
  *slope = (s->n * s->xy - s->x * s->y) / spread;
  *offset = (s->y - *slope * s->x) / s->n;
  return (int)s->n;
}

int rosin_longest_run(const char *good, int count, int *from) {
  int longest = 0, length = 0;
  *from = 0;
  for (int i = 0; i < count; i++) {
    length = good[i] ? length + 1 : 0;
    if (length > longest) {
      longest = length;
      *from = i - length + 1;
    }
  }
  return longest;
}

/* A power law is a line of logarithms. */
static void add_logarithms(rosin_line *s, double place, double force) {
  if (force > 0)
    rosin_line_add(s, log(place / 0.1), log(force));
}

void rosin_limit_add(rosin_line *lower, rosin_line *upper, double place, const double *force,
                     const char *good, int count) {
  int from;
  const int length = rosin_longest_run(good, count, &from), to = from + length - 1;
  if (length < 3)
    return;
  const int rising = force[count - 1] > force[0];
  if (from > 0)
    add_logarithms(rising ? lower : upper, place, force[from]);
  if (to < count - 1)
    add_logarithms(rising ? upper : lower, place, force[to]);
}

rosin_limit rosin_limit_fit(const rosin_line *line) {
  rosin_limit limit = {0};
  double logarithm = 0;
  limit.columns = rosin_line_fit(line, &logarithm, &limit.power);
  if (limit.columns)
    limit.at_tenth = exp(logarithm);
  return limit;
}
