/* SPDX-License-Identifier: BSD-3-Clause */
/* Schelleng's limits of the force on what a map rubs. */
#include "host/map/map.h"

#include <math.h>
#include <string.h>

static double law_value(const rosin_model_contact *c, const char *key) {
  const rosin_parameter *row = rosin_parameter_find(rosin_law_parameters(c->law), key);
  double value = row ? row->initial : (double)NAN;
  for (int i = 0; i < c->parameters; i++)
    if (strcmp(c->row[i]->name, key) == 0)
      value = c->value[i];
  return value;
}

void rosin_map_limits(const rosin_map_rubbed *r, double position, double velocity, double *low,
                      double *high) {
  const double grip = law_value(r->contact, "mu_static") - law_value(r->contact, "mu_kinetic");
  *low = *high = (double)NAN;
  if (!r->string || !(grip > 0) || !(position > 0) || velocity == 0)
    return;
  const rosin_schelleng s = {.impedance = r->body->string.impedance,
                             .q = r->q,
                             .share = position * r->shorter,
                             .speed = velocity,
                             .grip = grip};
  rosin_schelleng_limits(&s, low, high);
}
