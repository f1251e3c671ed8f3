/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a recording can be followed: how long it is, whether it sounds, and whether that is one
 * voice. */
#include "error.h"
#include "format.h"
#include "host/follow/follow.h"
#include "order.h"

#include <math.h>
#include <stdlib.h>

enum { CHUNK = 4096 };

static const double shortest = 0.1; /* s */
static const double silent = 1e-3;  /* full scale 1: -60 dBFS */
static const double loud = 25;      /* dB below the loudest, that still has a say */
static const double little = 0.1;   /* s that must have a pitch */
static const double noisy = -10;    /* dB, of all that is no tone, beside the tone */
static const double several = 0.3;  /* share of moments that sound as more than one voice */
static const double unclear = 0.9;  /* below: what sounds does not repeat */

static int refuse(rosin_error *error, const char *format, const char *path, double a, double b) {
  rosin_format(error->text, sizeof error->text, format, path, a, b);
  return -1;
}

static int read_all(rosin_follow_sound *s, rosin_sound_source *source, int channels) {
  double *frames = malloc((size_t)CHUNK * (size_t)channels * sizeof *frames);
  long long at = 0;
  if (!frames)
    return -1;
  for (int got; at < s->n && (got = rosin_sound_read(source, frames, CHUNK)) > 0;)
    for (int i = 0; i < got && at < s->n; i++, at++) {
      double sum = 0;
      for (int c = 0; c < channels; c++)
        sum += frames[i * channels + c];
      s->x[at] = (float)(isfinite(sum) ? sum / channels : 0);
    }
  s->n = at;
  free(frames);
  return 0;
}

int rosin_follow_read(rosin_follow_sound *s, const char *path, rosin_error *error) {
  rosin_sound_info info;
  *s = (rosin_follow_sound){.x = NULL};
  rosin_sound_source *source = rosin_sound_open(path, &info, error);
  if (!source)
    return -1;
  const double seconds = (double)info.frames / info.rate;
  int status = 0;
  if (info.rate < ROSIN_RATE_LOWEST || info.rate > ROSIN_RATE_HIGHEST)
    status = refuse(error, "%.300s: is of %.0f Hz; 8000 to 768000 Hz can be followed", path,
                    info.rate, 0);
  else if (seconds < shortest)
    status = refuse(error, "%.300s: lasts %.3f s: too short to be followed, %.1f s at least", path,
                    seconds, shortest);
  else if (seconds > ROSIN_FOLLOW_LONGEST)
    status = refuse(error, "%.300s: lasts %.0f s; at most %.0f s are followed at once", path,
                    seconds, ROSIN_FOLLOW_LONGEST);
  if (!status) {
    *s = (rosin_follow_sound){.n = info.frames, .rate = info.rate};
    s->x = calloc((size_t)info.frames + 1, sizeof *s->x);
    if (!s->x || read_all(s, source, info.channels))
      status = rosin_fail(error, "out of memory for %.300s", path);
  }
  rosin_sound_close(source);
  double peak = 0;
  for (long long i = 0; !status && s->x && i < s->n; i++)
    peak = fmax(peak, fabs((double)s->x[i]));
  if (!status && peak < silent)
    status = refuse(error, "%.300s: is silent: its loudest sample is %.3g; %.3g at least is heard",
                    path, peak, silent);
  return status;
}

/* dB of what is no tone beside the tone, in the median of moments that have one. */
static double noise_of(const rosin_pitch_track *t, double least, double *list) {
  int count = 0;
  for (int i = 0; i < t->frames; i++) {
    const rosin_pitch_frame *f = &t->frame[i];
    if (f->hertz > 0 && (double)f->level > least) {
      const double tone = pow(10, (double)f->tone / 10), all = pow(10, (double)f->level / 10);
      list[count++] = 10 * log10(fmax(all - tone, 1e-12) / tone);
    }
  }
  return count ? rosin_median(list, count) : (double)INFINITY;
}

int rosin_follow_judge(const rosin_pitch_track *t, const char *path, rosin_error *error) {
  double most = -INFINITY;
  int heard = 0, pitched = 0, chords = 0, murky = 0;
  for (int i = 0; i < t->frames; i++)
    most = fmax(most, (double)t->frame[i].level);
  for (int i = 0; i < t->frames; i++) {
    const rosin_pitch_frame *f = &t->frame[i];
    if ((double)f->level < most - loud)
      continue;
    heard++;
    pitched += f->hertz > 0;
    chords += f->chord > 0;
    murky += f->hertz > 0 && f->chord <= 0 && (double)f->clear < unclear;
  }
  double *list = malloc(((size_t)t->frames + 1) * sizeof *list);
  if (!list)
    return rosin_fail(error, "out of memory");
  const double noise = noise_of(t, most - loud, list);
  free(list);
  if (chords + murky > several * heard && chords > 0.1 * heard)
    return refuse(error,
                  "%.300s: several voices at once in %.0f%% of what sounds; only one can be "
                  "followed (%.0f%% are let pass)",
                  path, 100.0 * (chords + murky) / heard, 100 * several);
  if (pitched < little * ROSIN_PITCH_HOPS)
    return refuse(error,
                  "%.300s: no melody: %.2f s of it have a pitch (38 to 4000 Hz), %.1f s at least "
                  "are needed",
                  path, (double)pitched / ROSIN_PITCH_HOPS, little);
  if (noise > noisy)
    return refuse(
        error,
        "%.300s: noise or other voices are at %+.1f dB beside the tone; up to %.0f dB can "
        "be followed",
        path, noise, noisy);
  if (2 * pitched < heard)
    return refuse(error,
                  "%.300s: only %.0f%% of what sounds has a pitch; %.0f%% at least are needed",
                  path, 100.0 * pitched / heard, 50);
  return 0;
}
