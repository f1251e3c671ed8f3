/* SPDX-License-Identifier: BSD-3-Clause */
/** Random bodies, and laws with harsh numbers. */
#ifndef VERIFY_HARSH_H
#define VERIFY_HARSH_H

#include "rosin.h"
#include "tests/verify/random.h"

#include <string.h>

static inline int harsh_chance(uint64_t *seed, double p) {
  return uniform(seed, 0, 1) < p;
}

static inline int harsh_pick(uint64_t *seed, int count) {
  return (int)uniform(seed, 0, count);
}

static inline rosin_body *harsh_modal(uint64_t *seed, double rate, int lossless) {
  rosin_mode mode[20];
  const int modes = 1 + harsh_pick(seed, 20);
  const double kg = log_uniform(seed, 1e-5, 1);
  for (int i = 0; i < modes; i++)
    mode[i] =
        (rosin_mode){.frequency = harsh_chance(seed, 0.1) ? 0 : log_uniform(seed, 20, 15000),
                     .t60 = harsh_chance(seed, 0.2) || lossless ? 0 : log_uniform(seed, 0.01, 10),
                     .mass = kg};
  const rosin_modal_spec spec = {.modes = modes,
                                 .mode = mode,
                                 .shape =
                                     harsh_chance(seed, 0.7) ? ROSIN_SHAPE_SINE : ROSIN_SHAPE_RING};
  return rosin_modal_new(&spec, rate, NULL);
}

static inline rosin_body *harsh_string(uint64_t *seed, double rate) {
  rosin_string_spec spec = {0};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  spec.frequency = log_uniform(seed, 60, 1000);
  return rosin_string_new(&spec, rate, NULL);
}

/** Each parameter left alone, or anywhere within a factor of 100 and its table's range; one
 *  that is 0, up to the scale of its kind. */
static inline void harsh_stir(uint64_t *seed, rosin_contact *c, const char *law) {
  for (const rosin_parameter *p = rosin_law_parameters(law); p->name; p++) {
    double value = p->initial;
    if (harsh_chance(seed, 0.4))
      continue;
    if (strcmp(p->name, "stribeck_exponent") == 0)
      value = uniform(seed, 0.3, 4);
    else if (p->high <= 1 || strcmp(p->unit, "") == 0)
      value = uniform(seed, fmax(p->low, 0.1 * p->initial), fmin(p->high, 5 * p->initial + 1));
    else if (value > 0)
      value *= log_uniform(seed, 0.01, 100);
    else if (harsh_chance(seed, 0.5))
      value = log_uniform(seed, 1e-3, 10);
    rosin_contact_set(c, p->name, fmin(fmax(value, p->low), p->high), NULL);
  }
}

#endif
