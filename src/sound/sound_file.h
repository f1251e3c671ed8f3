/* SPDX-License-Identifier: BSD-3-Clause */
/** Sound files, read and written, by libsndfile. */
#ifndef ROSIN_SOUND_FILE_H
#define ROSIN_SOUND_FILE_H

#include "rosin.h"

/** How samples are stored. */
typedef enum {
  ROSIN_SAMPLE_DEFAULT, /* the container's best common: 24-bit, or Vorbis in ogg */
  ROSIN_SAMPLE_16,
  ROSIN_SAMPLE_24,
  ROSIN_SAMPLE_32,
  ROSIN_SAMPLE_FLOAT
} rosin_sample_format;

/** Loudness of a whole sound, for the bext chunk; NaN: not measured. */
typedef struct {
  double integrated, range, true_peak, momentary, short_term; /* LUFS, LU, dBTP, LUFS, LUFS */
} rosin_sound_levels;

typedef struct rosin_sound_file rosin_sound_file;

/** "16", "24", "32", "float"; -1 for anything else. */
int rosin_sample_format_named(const char *name, rosin_sample_format *format);
/** "16", ...; "" for the default. */
const char *rosin_sample_format_name(rosin_sample_format format);
/** 0 if the extension of `path` names a container that takes `format`, and `path` is no pipe or
 *  one that takes this container. */
int rosin_sound_file_supported(const char *path, rosin_sample_format format, rosin_error *error);

/** Open for writing under a temporary name beside `path`; rosin_sound_file_close
 *  gives it its name. Values beyond full scale are clipped in integer formats. */
rosin_sound_file *rosin_sound_file_create(const char *path, int rate, int channels,
                                          rosin_sample_format format, rosin_error *error);
int rosin_sound_file_write(rosin_sound_file *file, const float *frames, int count,
                           rosin_error *error);
/** 1 if what it measures can be said in its notes (WAV). */
int rosin_sound_file_takes_levels(const rosin_sound_file *file);
/** What it measures, said in its notes as it is closed. */
void rosin_sound_file_levels(rosin_sound_file *file, const rosin_sound_levels *levels);
/** Frames that could be written. */
long long rosin_sound_file_frames(const rosin_sound_file *file);
/** Bring the header up to date, so that the file can be read as it is if nothing follows. */
void rosin_sound_file_update(rosin_sound_file *file);
/** Finish a file that is worth keeping as far as it goes: as close, but if not all could be
 *  written, what could be gets the name (if there is any). 0, or -1 and an error. */
int rosin_sound_file_rescue(rosin_sound_file *file, rosin_error *error);
/** All but the name, which close gives then: 0, or -1 and an error, after which it is discarded. */
int rosin_sound_file_finish(rosin_sound_file *file, rosin_error *error);
/** Finish, if that was not done, and rename. On failure nothing is left. */
int rosin_sound_file_close(rosin_sound_file *file, rosin_error *error);
/** Give up: close and remove. */
void rosin_sound_file_discard(rosin_sound_file *file);
/** 1 if the format cannot hold values beyond full scale. */
int rosin_sound_file_clips(const rosin_sound_file *file);

/** A sound file that is read piece by piece. */
typedef struct rosin_sound_source rosin_sound_source;

/** What a sound file says of itself. */
typedef struct {
  int rate, channels;
  long long frames;
} rosin_sound_info;

rosin_sound_source *rosin_sound_open(const char *path, rosin_sound_info *info, rosin_error *error);
/** Read up to `count` frames; returns how many. */
int rosin_sound_read(rosin_sound_source *source, double *frames, int count);
/** Go to a frame: 0, or -1. */
int rosin_sound_seek(rosin_sound_source *source, long long frame);
void rosin_sound_close(rosin_sound_source *source); /**< NULL is allowed */

#endif
