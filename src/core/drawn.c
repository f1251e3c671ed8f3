/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/drawn.h"
#include "core/inside.h"
#include "scene/scene.h"

#include <math.h>
#include <stdatomic.h>

enum { LOOKS = 160 };

void rosin_core_draw(rosin_core *c, const double *height) {
  double own[LOOKS];
  if (c->plan.instrument || rosin_scene_drawn(c->model, LOOKS, own))
    return;
  for (int i = 0; height && i < ROSIN_DRAWN; i++)
    atomic_store(&c->drawn.height[i],
                 isfinite(height[i]) ? (float)(nearbyint(1e3 * fmin(fmax(height[i], -1), 1)) / 1e3)
                                     : 0.0F); /* as states have it */
  const int was = atomic_exchange(&c->drawn.is, height != NULL);
  if (was || height)
    atomic_fetch_add(&c->drawn.turn, 1);
}

int rosin_core_is_drawn(const rosin_core *c, double *height) {
  for (int i = 0; height && i < ROSIN_DRAWN; i++)
    height[i] = (double)atomic_load(&c->drawn.height[i]);
  return atomic_load(&c->drawn.is);
}

unsigned rosin_core_drawn_turn(const rosin_core *c) {
  return atomic_load(&c->drawn.turn);
}
