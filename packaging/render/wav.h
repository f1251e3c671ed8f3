/* SPDX-License-Identifier: BSD-3-Clause */
/** WAV files of 32-bit floats, written as they come. */
#ifndef RENDER_WAV_H
#define RENDER_WAV_H

#include <stdint.h>
#include <stdio.h>

/** How it begins, so many frames to come. 0, or -1. */
int wav_begin(FILE *file, uint32_t rate, uint32_t channels, uint32_t frames);
/** Samples, channels by turns. 0, or -1. */
int wav_write(FILE *file, const float *sound, int count);
/** Whether so many frames are more than such a file holds. */
int wav_is_too_long(double frames, int channels);

#endif
