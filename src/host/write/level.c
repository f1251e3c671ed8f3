/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/write/level.h"
#include "error.h"
#include "host/stop.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 1024, PASSES = 4 };

static const double NEAR = 0.02; /* LU: near enough */

struct rosin_level {
  rosin_sound_file *file;
  rosin_level_wish wish;
  int rate, channels;
  rosin_loudness_meter *meter;  /* NULL: nobody asks, or it has said what it measured */
  rosin_loudness_meter *before; /* of what it is to be as loud as, or NULL */
  double most;                  /* dBTP that it may have then */
  FILE *waiting;                /* frames as they come, if a level is wanted */
};

rosin_level *rosin_level_new(rosin_sound_file *file, int rate, int channels,
                             const rosin_level_wish *wish, rosin_error *error) {
  rosin_level *l = calloc(1, sizeof *l);
  if (!l) {
    rosin_fail(error, "out of memory");
    return NULL;
  }
  *l = (rosin_level){
      .file = file, .wish = *wish, .rate = rate, .channels = channels, .most = HUGE_VAL};
  const int given = wish->loudness < 0 || wish->normalize, like = wish->as_before && !given;
  const int wanted = given || like;
  errno = 0;
  if (wanted && !(l->waiting = tmpfile()))
    rosin_fail(error, "a sound that waits for its level cannot be kept: %s", strerror(errno));
  const int asked = wanted || rosin_sound_file_takes_levels(file);
  if ((wanted && !l->waiting) ||
      (asked && !(l->meter = rosin_loudness_new(rate, channels, error))) ||
      (like && !(l->before = rosin_loudness_new(rate, channels, error)))) {
    rosin_level_free(l);
    return NULL;
  }
  return l;
}

void rosin_level_free(rosin_level *l) {
  if (!l)
    return;
  rosin_loudness_free(l->meter);
  rosin_loudness_free(l->before);
  if (l->waiting)
    fclose(l->waiting);
  free(l);
}

/* As a format of integers holds it. */
static void clip(float *values, size_t count) {
  for (size_t i = 0; i < count; i++)
    values[i] = values[i] > 1 ? 1 : values[i] < -1 ? -1 : values[i];
}

/* Frames that are written as they come; measured as the file holds them. */
static int write_now(const rosin_level *l, const float *frames, int count, rosin_error *error) {
  float held[4096];
  const int most = (int)(sizeof held / sizeof *held) / l->channels;
  for (int at = 0, n; l->meter && at < count; at += n) {
    n = count - at < most ? count - at : most;
    const size_t values = (size_t)n * (size_t)l->channels;
    memcpy(held, frames + (size_t)at * (size_t)l->channels, values * sizeof *held);
    if (rosin_sound_file_clips(l->file))
      clip(held, values);
    if (rosin_loudness_add(l->meter, held, n))
      return rosin_fail(error, "out of memory for the loudness");
  }
  return rosin_sound_file_write(l->file, frames, count, error);
}

int rosin_level_write(void *level, const float *frames, int count, rosin_error *error) {
  rosin_level *l = level;
  const size_t values = (size_t)count * (size_t)l->channels;
  if (!l->waiting)
    return write_now(l, frames, count, error);
  if (l->meter && rosin_loudness_add(l->meter, frames, count))
    return rosin_fail(error, "out of memory for the loudness");
  errno = 0;
  if (fwrite(frames, sizeof *frames, values, l->waiting) == values)
    return 0;
  return rosin_fail(error, "a sound that waits for its level cannot be kept: %s", strerror(errno));
}

int rosin_level_before(rosin_level *l, const float *frames, int count, rosin_error *error) {
  if (l->before && rosin_loudness_add(l->before, frames, count))
    return rosin_fail(error, "out of memory for the loudness");
  return 0;
}

/* What a meter says, which is gone then. */
static int ask(rosin_loudness_meter **meter, rosin_loudness *measured, rosin_error *error) {
  const int status = rosin_loudness_end(*meter, measured);
  rosin_loudness_free(*meter);
  *meter = NULL;
  return status ? rosin_fail(error, "out of memory for the loudness") : 0;
}

/* All that waits, times `gain`, past the meter and, if `write` is not 0, into the file. */
static int pass(rosin_level *l, double gain, int write, rosin_loudness *measured,
                rosin_error *error) {
  int status = 0;
  size_t got;
  float *frames = malloc((size_t)FRAMES * (size_t)l->channels * sizeof *frames);
  if (!frames)
    return rosin_fail(error, "out of memory");
  rewind(l->waiting);
  l->meter = rosin_loudness_new(l->rate, l->channels, error);
  status = l->meter ? 0 : -1;
  while (!status &&
         (got = fread(frames, sizeof *frames * (size_t)l->channels, FRAMES, l->waiting))) {
    for (size_t i = 0; i < got * (size_t)l->channels; i++)
      frames[i] = (float)(gain * (double)frames[i]);
    if (write && rosin_sound_file_clips(l->file))
      clip(frames, got * (size_t)l->channels);
    if (rosin_loudness_add(l->meter, frames, (int)got))
      status = rosin_fail(error, "out of memory for the loudness");
    else if (write)
      status = rosin_sound_file_write(l->file, frames, (int)got, error);
    if (!status && rosin_stopped(NULL))
      status = rosin_fail(error, "interrupted");
  }
  free(frames);
  return status || ask(&l->meter, measured, error) ? -1 : 0;
}

/* Factor that brings what was measured to what is wanted; 1 for silence, of either. */
static double step(const rosin_level *l, const rosin_loudness *m) {
  const double by =
      l->wish.normalize ? ROSIN_LEVEL_PEAK - m->true_peak : l->wish.loudness - m->integrated;
  return isfinite(by) ? pow(10, by / 20) : 1;
}

/* The gates of R 128 are absolute too, so that a quiet sound is brought near first. */
static int find_gain(rosin_level *l, double *gain, rosin_loudness *m, rosin_error *error) {
  if (!isfinite(m->integrated) && isfinite(m->true_peak) && isfinite(l->wish.loudness) &&
      !l->wish.normalize) {
    *gain = pow(10, -m->true_peak / 20);
    if (pass(l, *gain, 0, m, error))
      return -1;
  }
  for (int i = 0; i < PASSES; i++) {
    const double by = step(l, m);
    *gain *= by;
    if (fabs(20 * log10(by)) < NEAR)
      return 0;
    if (pass(l, *gain, 0, m, error))
      return -1;
  }
  return 0;
}

void rosin_level_note(rosin_sound_file *file, const rosin_loudness *m) {
  const rosin_sound_levels levels = {m->integrated, m->range, m->true_peak, m->momentary,
                                     m->short_term};
  rosin_sound_file_levels(file, &levels);
}

int rosin_level_end(rosin_level *l, double *gain, rosin_loudness *m, rosin_error *error) {
  *gain = 1;
  *m = (rosin_loudness){NAN, NAN, NAN, NAN, NAN};
  if (!l->meter)
    return 0;
  if (l->before) {
    if (ask(&l->before, m, error))
      return -1;
    l->wish.loudness = m->integrated;
    l->most = fmax(m->true_peak, 0);
  }
  if (ask(&l->meter, m, error) || (l->waiting && find_gain(l, gain, m, error)))
    return -1;
  if (m->true_peak > l->most)
    *gain *= pow(10, (l->most - m->true_peak) / 20);
  if (l->waiting && pass(l, *gain, 1, m, error))
    return -1;
  rosin_level_note(l->file, m);
  return 0;
}
