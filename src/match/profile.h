/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * What a sound is like, in a few numbers that do not ask how loud it is: levels of third octaves,
 * and a table of features of spectrum, pitch, motion and envelope. Two sounds are compared in steps
 * of that table: one step is what another seed moves the feature by in those shipped scenes that it
 * moves much (standard deviation over five seeds, 90th percentile of 36 scenes, rounded; centroid
 * and pitch about twice and half that: a tenth and a fifth of an octave).
 */
#ifndef ROSIN_PROFILE_H
#define ROSIN_PROFILE_H

#include "rosin.h"

enum {
  ROSIN_PROFILE_CENTROID,    /* octaves (log2 of Hz), of the power of all of it */
  ROSIN_PROFILE_ROLLOFF,     /* octaves, below which 95 % of the power lies */
  ROSIN_PROFILE_TILT,        /* dB an octave, 500 Hz to 8 kHz */
  ROSIN_PROFILE_FLATNESS,    /* dB, geometric over arithmetic mean of the long spectrum */
  ROSIN_PROFILE_LINES,       /* the same of single frames, median */
  ROSIN_PROFILE_PERIODICITY, /* median of the autocorrelation's peaks, 0 ... 1 */
  ROSIN_PROFILE_PITCH,       /* octaves; none where less than half of it is periodic */
  ROSIN_PROFILE_CREST,       /* dB, peak over root of mean square */
  ROSIN_PROFILE_MOTION,      /* octaves between the 10th and 90th percentile of the centroid */
  ROSIN_PROFILE_FLUX,        /* dB by which third octaves change from frame to frame */
  ROSIN_PROFILE_SLOW,        /* dB, modulation of the envelope at 1 to 8 Hz over its mean */
  ROSIN_PROFILE_MIDDLE,      /* the same at 8 to 20 Hz */
  ROSIN_PROFILE_FAST,        /* the same at 20 to 80 Hz */
  ROSIN_PROFILE_SOUNDING,    /* share of the time within 20 dB of its loudest */
  ROSIN_PROFILE_RANGE,       /* dB between the 10th and 90th percentile of the level */
  ROSIN_PROFILE_RISE,        /* dB, the steepest rise in 50 ms */
  ROSIN_PROFILE_FALL,        /* dB, the steepest fall in 50 ms */
  ROSIN_PROFILE_SHAPE,       /* dB of each eighth over the mean, as one feature */
  ROSIN_PROFILE_FEATURES
};

enum { ROSIN_PROFILE_BANDS = 26, ROSIN_PROFILE_EIGHTHS = 8 };

/** A row of the table. */
typedef struct {
  const char *name, *unit;
  double step;             /* one step of the distance */
  const char *more, *less; /* what a sound is that has more, less of it than another */
} rosin_profile_row;

/** Of a sound. */
typedef struct {
  double feature[ROSIN_PROFILE_FEATURES]; /* NaN: it has none */
  double eighth[ROSIN_PROFILE_EIGHTHS];   /* dB, -30 at the least */
  double band[ROSIN_PROFILE_BANDS];       /* dB over all of it, -60 at the least */
  int bands;                              /* those from the first on that its rate holds */
  double level, peak;                     /* root of mean square; largest value */
} rosin_profile;

/** The table, ROSIN_PROFILE_FEATURES rows. Real-time safe. */
const rosin_profile_row *rosin_profile_rows(void);
/** Middle of a band, Hz: 50 ... 16000. Real-time safe. */
double rosin_profile_band(int band);

/** Of x[n] at `rate` Hz (4000 or more), looked at up to `top` Hz: 0, or -1 without memory. Silence
 *  has no features. */
int rosin_profile_make(const double *x, int n, double rate, double top, rosin_profile *profile);
/** Root of the mean square of the differences in steps, each 8 at the most; what one has and the
 *  other has not counts 4. Real-time safe. */
double rosin_profile_distance(const rosin_profile *a, const rosin_profile *b);
/** Difference of one feature, in steps, from `b` to `a`; NaN if one has none. Real-time safe. */
double rosin_profile_steps(const rosin_profile *a, const rosin_profile *b, int feature);
/** Root of the mean square of the difference of third octaves, dB, levels aligned: those that are
 *  within 40 dB of the loudest in either. Real-time safe. */
double rosin_profile_octaves(const rosin_profile *a, const rosin_profile *b);
/** Difference of one band so aligned, dB, from `b` to `a`; 0 if it is not compared. */
double rosin_profile_band_off(const rosin_profile *a, const rosin_profile *b, int band);
/** Both in one number, which a search lowers: the root of the squares' sum of the distance and of
 *  third octaves in steps of 2.5 dB. Real-time safe. */
double rosin_profile_apart(const rosin_profile *a, const rosin_profile *b);

#endif
