/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/display/timing.h"

#include <math.h>

void rosin_timing_add(rosin_timing *t, double share) {
  const double bin = share * 1000;
  const int k = bin < ROSIN_TIMING_BINS ? (int)bin : ROSIN_TIMING_BINS;
  atomic_fetch_add_explicit(&t->bin[k < 0 ? 0 : k], 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&t->calls, 1, memory_order_relaxed);
  if (share > 1)
    atomic_fetch_add_explicit(&t->over, 1, memory_order_relaxed);
  if (share > atomic_load_explicit(&t->worst, memory_order_relaxed))
    atomic_store_explicit(&t->worst, share, memory_order_relaxed);
}

double rosin_timing_quantile(const rosin_timing *t, double part) {
  const double wanted = ceil(part * (double)t->calls);
  double seen = 0;
  for (int k = 0; k < ROSIN_TIMING_BINS; k++)
    if ((seen += t->bin[k]) >= wanted)
      return fmin((k + 1) / 1000.0, t->worst);
  return t->worst;
}
