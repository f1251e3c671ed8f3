/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/write/level.h"
#include "error.h"
#include "host/common/options.h"
#include "host/common/stop.h"
#include "maths/maths.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

enum { FRAMES = 1024, PASSES = 4 };

static const double NEAR = 0.02; /* LU: near enough */

struct rosin_level {
  rosin_sound_file *file;
  rosin_level_wish wish;
  int rate, channels;
  rosin_loudness_meter *meter;  /* NULL: nobody asks, or it has said what it measured */
  rosin_loudness_meter *before; /* of what it is to be as loud as, or NULL */
  int to_loudness;              /* it is brought to the wish's loudness, of whatever sign */
  double most;                  /* dBTP that it may have then */
  long long frames;
  long long first, own; /* of these are the file's */
  FILE *waiting;        /* frames as they come, if a level is wanted */
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
  l->to_loudness = wish->loudness < 0;
  const int given = wish->loudness < 0 || wish->normalize, like = wish->as_before && !given;
  const int wanted = rosin_level_wanted(wish) || like;
  if (wish->ceiling < 0)
    l->most = wish->ceiling;
  else if (wish->normalize)
    l->most = ROSIN_LEVEL_PEAK;
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

/* Until all is known. */
static int wait(rosin_level *l, const float *frames, int count, rosin_error *error) {
  const size_t values = (size_t)count * (size_t)l->channels;
  l->frames += count;
  if (l->meter && rosin_loudness_add(l->meter, frames, count))
    return rosin_fail(error, "out of memory for the loudness");
  errno = 0;
  if (fwrite(frames, sizeof *frames, values, l->waiting) == values)
    return 0;
  return rosin_fail(error, "a sound that waits for its level cannot be kept: %s", strerror(errno));
}

int rosin_level_write(void *level, const float *frames, int count, rosin_error *error) {
  rosin_level *l = level;
  if (l->own == 0)
    l->first = l->frames;
  l->own += count;
  if (l->waiting)
    return wait(l, frames, count, error);
  l->frames += count;
  return write_now(l, frames, count, error);
}

int rosin_level_beside(rosin_level *l, const float *frames, int count, rosin_error *error) {
  return l->waiting ? wait(l, frames, count, error) : 0;
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

/* The next frames of what waits, times `gain`; where it is written, those that are the file's,
 * as it holds them. How many. */
static int next_waiting(const rosin_level *l, double gain, int write, long long *at,
                        float *frames) {
  const long long from = write ? l->first : 0, to = write ? l->first + l->own : l->frames;
  int got = FRAMES;
  if (*at < from &&
      fseeko(l->waiting, (off_t)(from * l->channels * (long long)sizeof *frames), SEEK_SET))
    return 0;
  *at = *at < from ? from : *at;
  got = to - *at < got ? (int)(to - *at) : got;
  got = (int)fread(frames, sizeof *frames * (size_t)l->channels, (size_t)got, l->waiting);
  *at += got;
  for (int i = 0; i < got * l->channels; i++)
    frames[i] = (float)(gain * (double)frames[i]);
  if (write && rosin_sound_file_clips(l->file))
    clip(frames, (size_t)got * (size_t)l->channels);
  return got;
}

/* Frames past the meter and, if `write` is not 0, into the file. */
static int pass_on(rosin_level *l, const float *frames, int count, int write, rosin_error *error) {
  if (l->meter && rosin_loudness_add(l->meter, frames, count))
    return rosin_fail(error, "out of memory for the loudness");
  if (write && rosin_sound_file_write(l->file, frames, count, error))
    return -1;
  return rosin_stopped(NULL) ? rosin_fail(error, "interrupted") : 0;
}

/* All that waits, times `gain`, past the meter and, if `write` is not 0, what is the file's into
 * it; what is measured and changes no more is not measured again. */
static int pass(rosin_level *l, double gain, int write, rosin_loudness *measured,
                rosin_error *error) {
  const int same = write && gain == 1 && !(measured->true_peak >= 0) && l->own == l->frames;
  int status = 0, got;
  long long at = 0;
  float *frames = malloc((size_t)FRAMES * (size_t)l->channels * sizeof *frames);
  if (!frames)
    return rosin_fail(error, "out of memory");
  rewind(l->waiting);
  if (!same && !(l->meter = rosin_loudness_new(l->rate, l->channels, error)))
    status = -1;
  while (!status && (got = next_waiting(l, gain, write, &at, frames)) > 0)
    status = pass_on(l, frames, got, write, error);
  free(frames);
  return status || (l->meter && ask(&l->meter, measured, error)) ? -1 : 0;
}

/* The loudness that is meant. */
static double loudness_in(const rosin_level *l, const rosin_loudness *m) {
  const int is_short = (double)l->frames < ROSIN_LEVEL_SHORT * l->rate;
  return l->wish.of == ROSIN_LOUDNESS_MOMENTARY || (l->wish.of == ROSIN_LOUDNESS_AUTO && is_short)
             ? m->momentary
             : m->integrated;
}

/* Factor that brings what was measured to what is wanted; 1 for silence, of either. */
static double step(const rosin_level *l, const rosin_loudness *m) {
  const double by = l->to_loudness ? l->wish.loudness - loudness_in(l, m) : l->most - m->true_peak;
  return isfinite(by) ? rosin_pow(10, by / 20) : 1;
}

/* The gates of R 128 are absolute too, so that a quiet sound is brought near first. */
static int find_gain(rosin_level *l, double *gain, rosin_loudness *m, rosin_error *error) {
  if (l->to_loudness && !isfinite(loudness_in(l, m)) && isfinite(m->true_peak)) {
    *gain = rosin_pow(10, -m->true_peak / 20);
    if (pass(l, *gain, 0, m, error))
      return -1;
  }
  for (int i = 0; i < PASSES; i++) {
    const double by = step(l, m);
    *gain *= by;
    if (fabs(20 * rosin_log(by) / rosin_log(10)) < NEAR)
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

/* As loud as what it was made of, which may have been louder than full scale. */
static int end_before(rosin_level *l, rosin_error *error) {
  rosin_loudness before;
  if (ask(&l->before, &before, error))
    return -1;
  l->wish.loudness = before.integrated;
  l->to_loudness = isfinite(before.integrated);
  l->wish.of = ROSIN_LOUDNESS_INTEGRATED;
  if (!(l->wish.ceiling < 0))
    l->most = fmax(before.true_peak, 0);
  return 0;
}

int rosin_level_end(rosin_level *l, rosin_leveled *end, rosin_error *error) {
  rosin_loudness *m = &end->measured;
  *end = (rosin_leveled){1, 0, NAN, {NAN, NAN, NAN, NAN, NAN}};
  if (!l->meter)
    return 0;
  if ((l->before && end_before(l, error)) || ask(&l->meter, m, error))
    return -1;
  if ((l->to_loudness || l->wish.normalize) && find_gain(l, &end->gain, m, error))
    return -1;
  if (m->true_peak > l->most) {
    end->limited = l->to_loudness || !l->wish.normalize ? m->true_peak - l->most : 0;
    end->gain *= rosin_pow(10, (l->most - m->true_peak) / 20);
  }
  if (l->waiting && pass(l, end->gain, 1, m, error))
    return -1;
  end->loudness = loudness_in(l, m);
  rosin_level_note(l->file, m);
  return 0;
}

void rosin_level_tell_limited(long long files, const char *see) {
  if (files)
    rosin_tell("rosin: warning: %lld file%s softer than asked for, as the true peak would pass the "
               "ceiling%s",
               files, files == 1 ? " is" : "s are", see);
}

/* ---- words -------------------------------------------------------------------------- */

double rosin_level_ceiling(const rosin_level_wish *wish, rosin_sample_format format) {
  const int as_it_comes = !(wish->loudness < 0) && !wish->normalize;
  return as_it_comes && format == ROSIN_SAMPLE_FLOAT ? 0 : ROSIN_LEVEL_PEAK;
}

int rosin_level_wanted(const rosin_level_wish *wish) {
  return wish->loudness < 0 || wish->normalize || wish->ceiling < 0;
}

static const char *const loudnesses[ROSIN_LOUDNESSES] = {"integrated", "momentary", "auto"};

int rosin_loudness_of_named(const char *name, rosin_loudness_of *of) {
  for (int i = 0; i < ROSIN_LOUDNESSES; i++)
    if (strcmp(name, loudnesses[i]) == 0) {
      *of = (rosin_loudness_of)i;
      return 0;
    }
  return -1;
}

const char *rosin_loudness_of_name(rosin_loudness_of of) {
  return loudnesses[of];
}
