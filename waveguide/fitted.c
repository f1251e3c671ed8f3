/* SPDX-License-Identifier: BSD-3-Clause */
/* Fits of the strings that scenes of rosin have, at the rates that they are played at: nine tenths
 * of what a string takes to be made. fitted.inc is written by what checks it, with ROSIN_UPDATE=1:
 * tests/unit/resonator/test_fitted.c. */
#include "waveguide/loop.h"

#include <string.h>

enum { MIX = sizeof(rosin_mix) / sizeof(double) };

/* Numbers follow each other: shares of angles and poles if there are sections, then what is not 0
 * of each pitch's loss. */
typedef struct {
  uint64_t mark;
  int sections, first;
  uint16_t is[ROSIN_LOSS_STEPS]; /* bit k: number k of the loss is not 0 */
} fitted;
_Static_assert(MIX == 16 && sizeof(rosin_mix) == MIX * sizeof(double), "a loss is 16 numbers");

#include "waveguide/fitted.inc"

static const double *take(const double *from, int count, double *to) {
  memcpy(to, from, (size_t)count * sizeof *to);
  return from + count;
}

static void put(const fitted *f, rosin_loop *l) {
  const double *from = number + f->first;
  l->sections.count = f->sections;
  if (f->sections) {
    from = take(from, f->sections, l->sections.order);
    from = take(from, 2 * ROSIN_POLE_STEPS, (double *)l->poles);
  }
  for (int i = 0; i < ROSIN_LOSS_STEPS; i++) {
    double mix[MIX] = {0};
    for (int k = 0; k < MIX; k++)
      if (f->is[i] & 1 << k)
        mix[k] = *from++;
    memcpy(&l->table[i], mix, sizeof mix);
  }
}

int rosin_fitted_find(uint64_t mark, rosin_loop *l) {
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].mark == mark) {
      put(&all[i], l);
      return 1;
    }
  return 0;
}
