/* SPDX-License-Identifier: BSD-3-Clause */
/* Who can stand abreast, and the numbers of their laws. */
#include "contact/abreast/abreast.h"
#include "friction/bristle/bristle_rate.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static void all_bits(double *to, int set) {
  const int64_t bits = -(int64_t)set;
  memcpy(to, &bits, sizeof *to);
}

static void put_numbers(rosin_abreast_numbers *n, int i, const rosin_bristle *b, double period) {
  n->half[i] = 0.5 * period;
  n->per_half[i] = 1 / n->half[i];
  n->sigma0[i] = b->sigma0;
  n->sigma1[i] = b->sigma1;
  n->sigma2[i] = b->sigma2;
  n->unit_coulomb[i] = b->unit_coulomb;
  n->unit_stiction[i] = b->unit_stiction;
  n->breakaway[i] = b->breakaway;
  n->per_velocity[i] = 1 / b->stribeck_velocity;
  n->exponent[i] = b->exponent;
  n->velocity_step[i] = bristle_step_share * b->stribeck_velocity;
  n->force_step[i] = bristle_step_share * rosin_greater(1 - b->breakaway, 1e-3);
  n->per_reference[i] = b->per_reference;
  all_bits(&n->relaxes[i], b->relaxes);
}

/* The numbers of all laws, idle lanes as the first; 0 where one is no such bristle. */
static int take_numbers(rosin_abreast *a) {
  rosin_abreast_numbers *n = &a->numbers;
  rosin_bristle first = {0}, b;
  for (int i = 0; i < rosin_abreast_lanes(a->count); i++) {
    const rosin_law *law = a->law[i < a->count ? i : 0];
    if (!law->ops->numbers)
      return 0;
    law->ops->numbers(law, &b);
    if (i == 0)
      first = b;
    if (b.plastic || b.limited || b.stiffening != first.stiffening)
      return 0;
    n->shape = i == 0 || b.exponent == first.exponent ? b.exponent : (double)NAN;
    first.exponent = n->shape;
    put_numbers(n, i, &b, a->period);
  }
  n->power = first.stiffening;
  n->stiffens = first.stiffening > 0;
  return 1;
}

static int are_known(const rosin_abreast *a) {
  int same = a->counted == a->count && a->period == a->load[0]->period;
  for (int i = 0; i < a->count && same; i++)
    same = a->known[i] == a->law[i] && a->version[i] == a->law[i]->version;
  return same;
}

int rosin_abreast_can(rosin_abreast *a) {
  if (are_known(a))
    return a->stands;
  a->counted = a->count;
  a->period = a->load[0]->period;
  for (int i = 0; i < a->count; i++) {
    a->known[i] = a->law[i];
    a->version[i] = a->law[i]->version;
  }
  a->stands = a->count >= 2 && a->count <= ROSIN_ABREAST && rosin_has_four() && take_numbers(a);
  return a->stands;
}

rosin_load rosin_abreast_load(const rosin_abreast *a, int lane) {
  rosin_load load = *a->load[lane];
  load.normal = a->normal[lane];
  load.normal_end = a->normal_end[lane];
  return load;
}
