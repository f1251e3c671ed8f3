/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of steps, and how far two profiles are apart. */
#include "match/profile.h"

#include <math.h>

static const double farthest = 8, none = 4; /* steps */
static const double heard = 40;             /* dB below the loudest third octave */
static const double octave_step = 2.5;      /* dB */

static const rosin_profile_row rows[ROSIN_PROFILE_FEATURES] = {
    {"centroid", "octaves", 0.1, "brighter", "darker"},
    {"rolloff", "octaves", 0.3, "more in the treble", "less in the treble"},
    {"tilt", "dB/octave", 0.5, "a flatter spectrum", "a steeper spectrum"},
    {"flatness", "dB", 1, "noisier on the whole", "more in single lines on the whole"},
    {"lines", "dB", 1.7, "noisier at each moment", "more tonal at each moment"},
    {"periodicity", "", 0.08, "more periodic", "less periodic"},
    {"pitch", "octaves", 0.2, "higher", "lower"},
    {"crest", "dB", 1.3, "spikier", "less spiky"},
    {"motion", "octaves", 0.35, "a spectrum that moves more", "a spectrum that moves less"},
    {"flux", "dB", 0.2, "more restless", "steadier"},
    {"slow", "dB", 2, "swelling more (1 to 8 Hz)", "swelling less (1 to 8 Hz)"},
    {"middle", "dB", 2.1, "fluttering more (8 to 20 Hz)", "fluttering less (8 to 20 Hz)"},
    {"fast", "dB", 2.2, "rougher (20 to 80 Hz)", "smoother (20 to 80 Hz)"},
    {"sounding", "", 0.08, "sounding for more of its time", "sounding for less of its time"},
    {"range", "dB", 6, "wider in level", "more even in level"},
    {"rise", "dB", 5.5, "steeper attacks", "softer attacks"},
    {"fall", "dB", 5, "steeper ends", "longer ends"},
    {"shape", "dB", 3.5, "another course of level", "another course of level"},
};

const rosin_profile_row *rosin_profile_rows(void) {
  return rows;
}

static double shape_apart(const rosin_profile *a, const rosin_profile *b) {
  double sum = 0;
  for (int i = 0; i < ROSIN_PROFILE_EIGHTHS; i++)
    sum += (a->eighth[i] - b->eighth[i]) * (a->eighth[i] - b->eighth[i]) / ROSIN_PROFILE_EIGHTHS;
  return sqrt(sum);
}

double rosin_profile_steps(const rosin_profile *a, const rosin_profile *b, int i) {
  const double off = a->feature[i] - b->feature[i];
  if (isfinite(off) && i == ROSIN_PROFILE_SHAPE)
    return shape_apart(a, b) / rows[i].step;
  return off / rows[i].step;
}

double rosin_profile_distance(const rosin_profile *a, const rosin_profile *b) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < ROSIN_PROFILE_FEATURES; i++) {
    const int has = isfinite(a->feature[i]), had = isfinite(b->feature[i]);
    if (!has && !had)
      continue;
    const double steps = has && had ? fmin(fabs(rosin_profile_steps(a, b, i)), farthest) : none;
    sum += steps * steps;
    count++;
  }
  return count ? sqrt(sum / count) : 0;
}

/* Bands that are compared, and by how much the levels of all differ, dB. */
static double align(const rosin_profile *a, const rosin_profile *b, int *compared) {
  const int bands = a->bands < b->bands ? a->bands : b->bands;
  double top_a = -300, top_b = -300, sum = 0;
  int count = 0;
  for (int i = 0; i < bands; i++) {
    top_a = fmax(top_a, a->band[i]);
    top_b = fmax(top_b, b->band[i]);
  }
  for (int i = 0; i < ROSIN_PROFILE_BANDS; i++) {
    compared[i] = i < bands && (a->band[i] > top_a - heard || b->band[i] > top_b - heard);
    sum += compared[i] ? a->band[i] - b->band[i] : 0;
    count += compared[i];
  }
  return count ? sum / count : 0;
}

double rosin_profile_octaves(const rosin_profile *a, const rosin_profile *b) {
  int compared[ROSIN_PROFILE_BANDS], count = 0;
  const double level = align(a, b, compared);
  double sum = 0;
  for (int i = 0; i < ROSIN_PROFILE_BANDS; i++)
    if (compared[i]) {
      const double off = a->band[i] - b->band[i] - level;
      sum += off * off;
      count++;
    }
  return count ? sqrt(sum / count) : 60;
}

double rosin_profile_band_off(const rosin_profile *a, const rosin_profile *b, int band) {
  int compared[ROSIN_PROFILE_BANDS];
  const double level = align(a, b, compared);
  return compared[band] ? a->band[band] - b->band[band] - level : 0;
}

double rosin_profile_apart(const rosin_profile *a, const rosin_profile *b) {
  return hypot(rosin_profile_distance(a, b), rosin_profile_octaves(a, b) / octave_step);
}
