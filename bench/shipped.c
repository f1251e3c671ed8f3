/* SPDX-License-Identifier: BSD-3-Clause */
/* Every shipped scene is a workload at its macros' defaults, if its section `about` says how; a law
 * is timed by its scene, a cello string. Alone in this folder it knows what a scene says of itself:
 * older engines are timed without it. */
#include "bench/bench.h"
#include "scene/embedded.h"

#include <stdio.h>

static const bench_regime regimes[] = {[ROSIN_ABOUT_STICKSLIP] = BENCH_STICKSLIP,
                                       [ROSIN_ABOUT_HELMHOLTZ] = BENCH_HELMHOLTZ,
                                       [ROSIN_ABOUT_SLIPPING] = BENCH_SLIPPING};

int bench_shipped(bench_workload *to, int most) {
  rosin_about about;
  int count = 0;
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name && count < most; e++) {
    if (rosin_embedded_about(e, &about) || !*about.bench.contact)
      continue;
    bench_workload *w = &to[count++];
    *w = (bench_workload){.name = e->name,
                          .scene = e->name,
                          .regime = regimes[(int)about.bench.regime],
                          .warm = about.bench.warm,
                          .frequency = about.bench.frequency};
    snprintf(w->judged[0], sizeof w->judged[0], "%s", about.bench.contact);
  }
  return count;
}
