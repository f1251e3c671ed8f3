/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/ear.h"
#include "maths/maths.h"

#include <math.h>

/* Periods within which a slip fades from the crowd. */
static const double MEMORY = 8;
/* Periods without a slip after which a count of them begins anew. */
static const double GAP = 1.6;

void rosin_ear_forget(rosin_ear *e) {
  e->count = 0;
  e->crowd = MEMORY;
}

void rosin_ear_hear(rosin_ear *e, const double *velocity, int frames, double threshold,
                    double period) {
  e->crowd *= rosin_exp(-frames / (MEMORY * period));
  for (int i = 0; i < frames; i++) {
    const double v = fabs(velocity[i]) / threshold;
    if (v < 0.3)
      e->armed = 1;
    if (v >= 1 && e->before < 1) {
      const double at = (double)e->now + i - (v - 1) / (v - e->before);
      e->crowd += e->armed;
      e->armed = 0;
      const double gap = e->count ? at - e->slip[(e->count - 1) % ROSIN_EAR_SLIPS] : period;
      if (gap > GAP * period) /* a slip was missed, or the bow had stopped: that is no low note */
        e->count = 0;
      if (gap > 0.5 * period)
        e->slip[e->count++ % ROSIN_EAR_SLIPS] = at;
    }
    e->before = v;
  }
  e->now += frames;
}

double rosin_ear_crowd(const rosin_ear *e) {
  return e->crowd / MEMORY;
}

double rosin_ear_rate(const rosin_ear *e, double seconds, int least) {
  const int held = e->count < ROSIN_EAR_SLIPS ? e->count : ROSIN_EAR_SLIPS;
  if (held < 2)
    return 0;
  const double last = e->slip[(e->count - 1) % ROSIN_EAR_SLIPS];
  if ((double)e->now - last > 0.05 * e->rate) /* it has stopped */
    return 0;
  int n = 1;
  while (n < held && last - e->slip[(e->count - 1 - n) % ROSIN_EAR_SLIPS] < seconds * e->rate)
    n++;
  const double span = last - e->slip[(e->count - n) % ROSIN_EAR_SLIPS];
  return n - 1 >= least && span > 0 ? (n - 1) * e->rate / span : 0;
}
