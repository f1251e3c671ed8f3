/* SPDX-License-Identifier: BSD-3-Clause */
/* Every shipped scene is a workload at its macros' defaults, if its section `about` says how; a law
 * is timed by its scene, a cello string, behind the others. Alone in this folder it knows what a
 * scene says of itself: older engines are timed without it. */
#include "bench/bench.h"
#include "scene/embedded.h"

#include <stdio.h>
#include <string.h>

static const bench_regime regimes[] = {[ROSIN_ABOUT_STICKSLIP] = BENCH_STICKSLIP,
                                       [ROSIN_ABOUT_HELMHOLTZ] = BENCH_HELMHOLTZ,
                                       [ROSIN_ABOUT_SLIPPING] = BENCH_SLIPPING};

static int is_law(const char *scene) {
  return strncmp(scene, "law-", 4) == 0;
}

static int add(bench_workload *w, const rosin_embedded *e) {
  rosin_about about;
  if (rosin_embedded_about(e, &about) || !*about.bench.contact)
    return 0;
  *w = (bench_workload){.name = e->name,
                        .scene = e->name,
                        .regime = regimes[(int)about.bench.regime],
                        .warm = about.bench.warm,
                        .frequency = about.bench.frequency};
  snprintf(w->judged[0], sizeof w->judged[0], "%s", about.bench.contact);
  return 1;
}

int bench_shipped(bench_workload *to, int most) {
  int count = 0;
  for (int laws = 0; laws < 2; laws++)
    for (const rosin_embedded *e = rosin_embedded_scenes; e->name && count < most; e++)
      if (is_law(e->name) == laws)
        count += add(&to[count], e);
  return count;
}
