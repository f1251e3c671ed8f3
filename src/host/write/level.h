/* SPDX-License-Identifier: BSD-3-Clause */
/** The level of a sound that is written: measured on its way, or brought to what was asked for.
 *  Then it waits in a file without a name until all of it is known. */
#ifndef ROSIN_LEVEL_H
#define ROSIN_LEVEL_H

#include "features/loudness.h"
#include "sound/sound_file.h"

/** Which loudness is brought to what is wanted. */
typedef enum {
  ROSIN_LOUDNESS_INTEGRATED,
  ROSIN_LOUDNESS_MOMENTARY, /* the greatest of 0.4 s: of a knock, whose integrated one says little
                             */
  ROSIN_LOUDNESS_AUTO,      /* momentary below ROSIN_LEVEL_SHORT, integrated from there on */
  ROSIN_LOUDNESSES
} rosin_loudness_of;

typedef struct {
  double loudness; /* LUFS wanted, or 0: as it comes */
  int normalize;   /* 1: true peak at the ceiling, or at ROSIN_LEVEL_PEAK; with a loudness: it may
                      not pass that */
  double ceiling; /* dBTP that a sound stays below, as it comes or at a loudness, by one gain on all
                     of it; 0: none */
  rosin_loudness_of of;
  int as_before; /* 1, and neither of those: as loud as what rosin_level_before() is given, or as
                    the ceiling (or full scale, or that one's peak) lets it be */
} rosin_level_wish;

#define ROSIN_LEVEL_PEAK -1.0    /* dBTP */
#define ROSIN_LEVEL_SHORT 3.0    /* s */
#define ROSIN_LEVEL_LOWEST -60.0 /* dBTP, of ceilings */

/** What became of it. */
typedef struct {
  double gain;             /* factor, 1: as it came */
  double limited;          /* dB that it is softer than was wished for, for its ceiling; >= 0 */
  double loudness;         /* LUFS in the file, the one that was meant */
  rosin_loudness measured; /* in the file, clipped where that clips; NaN where nobody asks for it */
} rosin_leveled;

typedef struct rosin_level rosin_level;

/** For a file of that rate and those channels; NULL and an error. */
rosin_level *rosin_level_new(rosin_sound_file *file, int rate, int channels,
                             const rosin_level_wish *wish, rosin_error *error);
/** The next frames: 0, or -1 and an error. `level` is a rosin_level. */
int rosin_level_write(void *level, const float *frames, int count, rosin_error *error);
/** The next frames of what has its level with the file, but is none of it: before or after all that
 *  is written, whose level they share. 0, or -1 and an error. */
int rosin_level_beside(rosin_level *level, const float *frames, int count, rosin_error *error);
/** The next frames of what it is to be as loud as, if anybody wishes that: 0, or -1 and an error.
 */
int rosin_level_before(rosin_level *level, const float *frames, int count, rosin_error *error);
/** All frames are there: write what waited, and note what it measures in the file. 0, or -1 and an
 *  error. */
int rosin_level_end(rosin_level *level, rosin_leveled *leveled, rosin_error *error);
/** The ceiling where nobody says another: ROSIN_LEVEL_PEAK, but none for what comes as it is to a
 *  format that holds it. */
double rosin_level_ceiling(const rosin_level_wish *wish, rosin_sample_format format);
/** Whether the wish moves what it is given, or may. */
int rosin_level_wanted(const rosin_level_wish *wish);
#define ROSIN_LOUDNESS_WORDS "integrated, momentary or auto"
/** One of these: 0, or -1. */
int rosin_loudness_of_named(const char *name, rosin_loudness_of *of);
const char *rosin_loudness_of_name(rosin_loudness_of of);
/** Note in a file what was measured of it. */
void rosin_level_note(rosin_sound_file *file, const rosin_loudness *measured);
/** Tell, if there are any, how many files gave way to their ceiling; `see`: where it says which, or
 *  "". */
void rosin_level_tell_limited(long long files, const char *see);
#define ROSIN_LEVEL_TOLD 0.05              /* dB, below which nobody is told */
void rosin_level_free(rosin_level *level); /**< NULL is allowed */

#endif
