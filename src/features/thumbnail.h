/* SPDX-License-Identifier: BSD-3-Clause */
/** A sound at a glance: a waveform and a spectrogram of a few hundred numbers. */
#ifndef ROSIN_THUMBNAIL_H
#define ROSIN_THUMBNAIL_H

#include "rosin.h"

enum {
  ROSIN_THUMBNAIL_WIDTH = 72,
  ROSIN_THUMBNAIL_BANDS = 24, /* from 50 Hz to 16 kHz, even in the logarithm; the lowest first */
  ROSIN_THUMBNAIL_RANGE = 72  /* dB */
};

typedef struct {
  unsigned char peak[ROSIN_THUMBNAIL_WIDTH]; /* 255: the sound's largest value */
  unsigned char power[ROSIN_THUMBNAIL_WIDTH][ROSIN_THUMBNAIL_BANDS]; /* 15: the most there is, 0:
                                                                        RANGE below */
} rosin_thumbnail;

/** Of a sound file: 0, or -1 and an error. */
int rosin_thumbnail_make(const char *path, rosin_thumbnail *thumbnail, rosin_error *error);

#endif
