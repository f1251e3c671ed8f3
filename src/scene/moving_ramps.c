/* SPDX-License-Identifier: BSD-3-Clause */
/* Controls that somebody moves from stretch to stretch. */
#include "memory.h"
#include "scene/moving_inside.h"

#include <math.h>

int rosin_moving_ramp_add(rosin_moving *s, int control) {
  rosin_moving_ramp_of *grown = rosin_realloc(s->ramp, ((size_t)s->ramps + 1) * sizeof *grown);
  if (!grown)
    return -1;
  s->ramp = grown;
  const double now = rosin_network_held(s->built->network, control);
  double *values = rosin_calloc((size_t)s->stretch, sizeof *values);
  if (!values)
    return -1;
  s->ramp[s->ramps] =
      (rosin_moving_ramp_of){.control = control, .now = now, .target = now, .values = values};
  rosin_moving_take(s, control);
  s->settled = 0;
  return s->ramps++;
}

void rosin_moving_ramp(rosin_moving *s, int index, double target) {
  if (index < 0 || index >= s->ramps || !isfinite(target))
    return;
  s->settled &= s->ramp[index].target == target;
  s->ramp[index].target = target;
}

void rosin_moving_ramp_jump(rosin_moving *s, int index, double value) {
  if (index < 0 || index >= s->ramps || !isfinite(value))
    return;
  s->ramp[index].now = s->ramp[index].target = value;
  s->settled = 0;
  rosin_network_jump(s->built->network, s->ramp[index].control, value);
}

void rosin_moving_ramps_begin(rosin_moving *s) {
  s->settled = 0;
  for (int k = 0; k < s->ramps; k++)
    s->ramp[k].now = s->ramp[k].target = rosin_network_held(s->built->network, s->ramp[k].control);
}

void rosin_moving_ramps_drop(rosin_moving *s) {
  for (int k = 0; k < s->ramps; k++) {
    const int control = s->ramp[k].control;
    rosin_network_hold(s->built->network, control, rosin_network_held(s->built->network, control));
    rosin_free(s->ramp[k].values);
  }
  s->ramps = 0;
}

/* 1: it is where it shall be. */
static int move_ramp(rosin_network *n, rosin_moving_ramp_of *r, int frames) {
  if (r->taken)
    return 1;
  if (r->now == r->target) {
    rosin_network_hold(n, r->control, r->target);
    return 1;
  }
  for (int i = 0; i < frames; i++)
    r->values[i] = r->now + (r->target - r->now) * (i + 1) / frames;
  r->now = r->target;
  rosin_network_feed(n, r->control, r->values);
  return 0;
}

void rosin_moving_ramps(rosin_moving *s, int frames) {
  int settled = 1;
  for (int k = 0; k < s->ramps && !s->settled; k++)
    settled &= move_ramp(s->built->network, &s->ramp[k], frames);
  s->settled = settled;
}
