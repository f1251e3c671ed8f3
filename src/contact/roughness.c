/* SPDX-License-Identifier: BSD-3-Clause */
/* See roughness.h. */
#include "contact/roughness.h"
#include "course.h"
#include "maths/maths.h"
#include "pi.h"

#include <math.h>

static const double least = 0.05; /* share of the load that always remains */

/* fmax is a call. */
static double at_least(double x, double low) {
  return x > low ? x : low;
}

static double spots_at(rosin_roughness *r) {
  return rosin_exp(r->spots * rosin_course_at(&r->leg, ~r->seed, r->place / r->spot) -
                   0.5 * r->spots * r->spots);
}

/* exp(`sharp` cos) over this is 1 in the mean: Bessel's I0, whose series ends soon up to 4. */
static double mean_of(double sharp) {
  double sum = 1, term = 1;
  for (int n = 1; n < 16; n++)
    sum += term *= 0.25 * sharp * sharp / (n * n);
  return sum;
}

/* `turned`: ridges that pass in a sample. They are flat from a fifth on; what folds until then is
 * below -35 dB. */
static double ridges_at(const rosin_roughness *r, double turned) {
  const double at = r->place / r->ridge, sharp = 4 * at_least(1 - 5 * fabs(turned), 0);
  const double tooth = rosin_exp(sharp * rosin_cos(2 * pi * (at - floor(at)))) / mean_of(sharp);
  return at_least(1 - r->ridges + r->ridges * tooth, least);
}

static double share_at(rosin_roughness *r, double way) {
  const double spots = r->spots > 0 ? spots_at(r) : 1;
  return r->ridges > 0 ? spots * ridges_at(r, way / r->ridge) : spots;
}

void rosin_roughness_reset(rosin_roughness *r) {
  r->state = r->seed;
  r->value = r->place = 0;
  r->share = share_at(r, 0);
}

/* Uniform in -1..1: splitmix64. */
static inline double uniform(rosin_roughness *r) {
  const double u = rosin_course_uniform(r->state);
  r->state += 0x9e3779b97f4a7c15u;
  return u;
}

/* The load, which changes by the factor `start` at the sample's begin and `end` at its end. */
static void modulate(double start, double end, rosin_load *load) {
  const double before = at_least(2 * load->normal - load->normal_end, 0);
  load->normal_end *= end;
  load->normal = 0.5 * (before * start + load->normal_end);
}

void rosin_roughness_apply(rosin_roughness *r, double share, double grains, rosin_load *load) {
  const double start = at_least(1 + share * r->value, least);
  const double kept = rosin_exp(-grains);
  double white = 0;
  for (int i = 0; grains > 0 && i < 3; i++) /* the sum of three has variance 1 and ends */
    white += uniform(r);
  r->value = kept * r->value + sqrt(1 - kept * kept) * white;
  modulate(start, at_least(1 + share * r->value, least), load);
}

void rosin_roughness_slide(rosin_roughness *r, double way, rosin_load *load) {
  const double start = r->share;
  r->place += way;
  r->share = share_at(r, way);
  modulate(start, r->share, load);
}
