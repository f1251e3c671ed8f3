/* SPDX-License-Identifier: BSD-3-Clause */
/* See roughness.h. */
#include "contact/roughness.h"

#include <math.h>

static const double least = 0.05; /* share of the load that always remains */

void rosin_roughness_reset(rosin_roughness *r) {
  r->state = r->seed;
  r->value = 0;
}

/* Uniform in -1..1: splitmix64. */
static double uniform(rosin_roughness *r) {
  uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

void rosin_roughness_apply(rosin_roughness *r, double share, double grains, rosin_load *load) {
  const double start = fmax(1 + share * r->value, least);
  const double kept = exp(-grains);
  double white = 0;
  for (int i = 0; grains > 0 && i < 3; i++) /* the sum of three has variance 1 and ends */
    white += uniform(r);
  r->value = kept * r->value + sqrt(1 - kept * kept) * white;
  const double end = fmax(1 + share * r->value, least);
  const double before = fmax(2 * load->normal - load->normal_end, 0);
  load->normal_end *= end;
  load->normal = 0.5 * (before * start + load->normal_end);
}
