/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Rough surfaces, for every law: the normal force is modulated by noise that
 * lies on the surface, so it runs with the distance slid and rests with it:
 *   N (1 + share xi(x)),  xi of mean 0 and variance 1, correlated over `grain`.
 * Heard from a surface at speed v it is noise up to v/(2 pi grain) Hz. It is the
 * same for the same seed, and since it only loads the contact it keeps a law
 * that is passive under a changing load passive.
 */
#ifndef ROSIN_ROUGHNESS_H
#define ROSIN_ROUGHNESS_H

#include "friction/law.h"

#include <stdint.h>

typedef struct {
  uint64_t seed, state;
  double value; /* xi at the end of the last sample */
} rosin_roughness;

void rosin_roughness_reset(rosin_roughness *r);
/** Slide on by `grains` grains (>= 0) and modulate the load. Real-time safe. */
void rosin_roughness_apply(rosin_roughness *r, double share, double grains, rosin_load *load);

#endif
