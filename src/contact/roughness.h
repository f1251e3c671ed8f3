/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Rough surfaces, for every law: the normal force is modulated by what lies on the
 * surface. Grain is noise that runs with the distance slid and rests with it:
 *   N (1 + share xi(x)),  xi of mean 0 and variance 1, correlated over `grain`.
 * Heard from a surface at speed v it is noise up to v/(2 pi grain) Hz. Spots are
 * places, millimetres long, where the two press more or less:
 *   N exp(spots eta(s / spot) - spots^2 / 2),
 * s the way slid forth less that slid back, so that what comes again is met again.
 * Ridges lie at even distances, as windings, teeth of a zip or a file's cuts:
 *   N (1 - ridges + ridges exp(k cos(2 pi s / ridge)) / I0(k)),  k = 4,
 * a tone of v/ridge Hz with five harmonics; k falls to 0 for what passes too fast for
 * the sample rate, which is even then.
 * All are the same for the same seed, and since they only load the contact they
 * keep a law that is passive under a changing load passive.
 */
#ifndef ROSIN_ROUGHNESS_H
#define ROSIN_ROUGHNESS_H

#include "course.h"
#include "friction/law.h"

#include <stdint.h>

typedef struct {
  uint64_t seed, state;
  double value;         /* xi at the end of the last sample */
  double spots;         /* deviation of the load's logarithm from place to place; 0: none */
  double spot;          /* m, > 0: length of such a place */
  double ridges, ridge; /* share of the load; m, > 0: from one to the next */
  double place;         /* m, s at the end of the last sample */
  rosin_course_leg leg;
  double share; /* what the place makes of the load there */
} rosin_roughness;

void rosin_roughness_reset(rosin_roughness *r);
/** Slide on by `grains` grains (>= 0) and modulate the load. Real-time safe. */
void rosin_roughness_apply(rosin_roughness *r, double share, double grains, rosin_load *load);
/** Whether the load differs from place to place. */
static inline int rosin_roughness_differs(const rosin_roughness *r) {
  return r->spots > 0 || r->ridges > 0;
}
/** Slide on by `way` (m, either way) over spots and ridges and modulate the load. Real-time safe.
 */
void rosin_roughness_slide(rosin_roughness *r, double way, rosin_load *load);

#endif
