/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * What is measured of a sound as it is made, piece by piece, so that long ones need no memory:
 * loudness and true peak (loudness.h), pitch, spectral centroid, decay, and how the
 * level goes. Numbers are rounded as they are printed, so that whoever reads them from a list
 * decides as whoever measured them. What a sound has not (a pitch, a decay) is NaN.
 */
#ifndef ROSIN_FEATURES_H
#define ROSIN_FEATURES_H

#include "features/loudness.h"

enum { ROSIN_FEATURES_SHAPE = 8 };

typedef struct {
  double duration;  /* s */
  double loudness;  /* LUFS, integrated; what is shorter than 0.4 s, as if silence followed */
  double true_peak; /* dBTP */
  double pitch;     /* Hz, 40 to 4000: median of the frames that have one, if half of them do */
  double centroid;  /* Hz, of the power of the whole sound */
  double decay;     /* s to fall by 60 dB, from the last time it was within 10 dB of its loudest */
  double shape[ROSIN_FEATURES_SHAPE]; /* dB over the mean, of each eighth; -60 at the least */
} rosin_features;

typedef struct rosin_meter rosin_meter;

/** For sound of `rate` Hz and `channels`; NULL and an error. */
rosin_meter *rosin_meter_new(int rate, int channels, rosin_error *error);
/** The next frames, channels interleaved: 0, or -1 without memory. */
int rosin_meter_add(rosin_meter *meter, const float *frames, int count);
/** What was measured, once all is in; the loudness whole. 0, or -1 without memory. */
int rosin_meter_end(rosin_meter *meter, rosin_features *features, rosin_loudness *loudness);
void rosin_meter_free(rosin_meter *meter); /**< NULL is allowed */
/** Loudness and true peak of the same sound at another level. */
void rosin_features_level(rosin_features *features, const rosin_loudness *loudness);

/** How far two sounds are apart (nearest.h) is the root of the mean square of their differences in
 *  loudness (in dB), centroid (in tenths of an octave), pitch (in half semitones; a pitch against
 *  none: 4), decay (in thirds of an octave) and shape (in steps of 3 dB): 1 is about what a
 * listener tells apart side by side. Steps in an octave, in dB, and what one has and the other has
 * not: */
enum {
  ROSIN_FEATURES_CENTROID_STEPS = 10,
  ROSIN_FEATURES_PITCH_STEPS = 24,
  ROSIN_FEATURES_DECAY_STEPS = 3,
  ROSIN_FEATURES_SHAPE_STEP = 3,
  ROSIN_FEATURES_NONE = 4
};

#endif
