/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The nearest of many sounds, by the distance of features.h: a k-d tree for each kind of sound
 * (with a pitch or without, with a decay or without), which grows as sounds are added. 80 bytes a
 * sound; sounds that come in no order are found in about the logarithm of their number.
 */
#ifndef ROSIN_NEAREST_H
#define ROSIN_NEAREST_H

#include "features/features.h"

enum { ROSIN_NEAREST_AXES = 4 + ROSIN_FEATURES_SHAPE };

/** Features on axes of which one is a distance of 1 over the root of 5. */
typedef struct {
  float at[ROSIN_NEAREST_AXES];
  unsigned has; /* bits: a centroid, a pitch, a decay */
} rosin_nearest_place;

void rosin_nearest_place_of(rosin_nearest_place *place, const rosin_features *features);

typedef struct rosin_nearest rosin_nearest;

rosin_nearest *rosin_nearest_new(void); /**< NULL without memory */
/** One more, of that number: 0, or -1 without memory. */
int rosin_nearest_add(rosin_nearest *all, const rosin_nearest_place *place, long long number);
/** Number of the nearest but `self`, and how far it is; -1 and NaN if there is none. Of several as
 *  near the lowest number. */
long long rosin_nearest_find(const rosin_nearest *all, const rosin_nearest_place *place,
                             long long self, double *distance);
void rosin_nearest_free(rosin_nearest *all); /**< NULL is allowed */

#endif
