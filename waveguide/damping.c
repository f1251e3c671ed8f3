/* SPDX-License-Identifier: BSD-3-Clause */
#include "waveguide/damping.h"
#include "error.h"
#include "maths/maths.h"
#include "pi.h"

#include <stdio.h>

enum { MOST_POINTS = 65536 };

double rosin_damping_rate(const rosin_string_spec *s, double frequency) {
  const int n = s->damping_points;
  if (n == 0)
    return pi * frequency / s->q;
  if (n == 1)
    return rosin_log(1000.0) / s->damping[0].t60;
  int k = 0;
  while (k < n - 2 && frequency > s->damping[k + 1].frequency)
    k++;
  const rosin_damping_point *a = &s->damping[k], *b = a + 1;
  const double u = rosin_log(frequency / a->frequency) / rosin_log(b->frequency / a->frequency);
  return rosin_log(1000.0) / (a->t60 * rosin_pow(b->t60 / a->t60, u));
}

int rosin_damping_check(const rosin_string_spec *s, rosin_error *error) {
  if (s->damping_points < 0 || s->damping_points > MOST_POINTS ||
      (s->damping_points && !s->damping))
    return rosin_fail(error, "damping: %d points are out of range: 0 to %d, all given",
                      s->damping_points, MOST_POINTS);
  for (int i = 0; i < s->damping_points; i++) {
    const rosin_damping_point *p = &s->damping[i];
    const char *wrong = NULL;
    if (!(p->frequency > 0 && p->frequency <= 1e6))
      wrong = "its frequency must be above 0 and at most 1e6 Hz";
    else if (!(p->t60 >= 1e-6 && p->t60 <= 1e4))
      wrong = "its T60 must be 1e-6 to 1e4 s";
    else if (i && p->frequency <= p[-1].frequency)
      wrong = "its frequency must rise above that of the point before";
    if (!wrong)
      continue;
    rosin_fail(error, "damping point %d (%g Hz, %g s): %s", i + 1, p->frequency, p->t60, wrong);
    return -1;
  }
  return 0;
}
