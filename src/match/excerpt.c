/* SPDX-License-Identifier: BSD-3-Clause */
/* See excerpt.h. Levels are kept every 10 ms. */
#include "match/excerpt.h"
#include "error.h"
#include "sound/sound_file.h"

#include <math.h>
#include <stdlib.h>

enum { CHUNK = 4096, LOWEST_RATE = 4000, GAP = 40 /* hops */, MOST_HOPS = 24 * 360000 };

static const double silent = 1e-5;  /* -100 dBFS: nothing is there */
static const double quiet = 3.2e-3; /* -50 dB below the loudest is silence between sounds */
static const double margin = 0.03;  /* s, kept around a sound */
static const double shortest = 0.1; /* s */

typedef struct {
  rosin_sound_source *source;
  rosin_sound_info info;
  double *frames; /* [CHUNK * channels] */
  float *level;   /* [hops] mean squares of all channels */
  int hop, hops, room;
  double together, apart; /* energy of the mean of channels, mean of their energies */
  double *channel;        /* [channels] energy */
} reading;

static int end_hop(reading *r, double energy, rosin_error *error) {
  if (r->hops == MOST_HOPS)
    return rosin_fail(error, "longer than a day");
  if (r->hops == r->room) {
    r->room = r->room ? 2 * r->room : 1024;
    float *grown = realloc(r->level, (size_t)r->room * sizeof *grown);
    if (!grown)
      return rosin_fail(error, "out of memory");
    r->level = grown;
  }
  r->level[r->hops++] = (float)(energy / r->hop);
  return 0;
}

/* The course of its level. 0, or -1 and an error. */
static int scan(reading *r, rosin_error *error) {
  const int channels = r->info.channels;
  double energy = 0;
  int in_hop = 0, status = 0;
  for (int got; status == 0 && (got = rosin_sound_read(r->source, r->frames, CHUNK)) > 0;)
    for (int i = 0; i < got && status == 0; i++) {
      double sum = 0, squares = 0;
      for (int c = 0; c < channels; c++) {
        const double v = r->frames[i * channels + c];
        if (!isfinite(v))
          return rosin_fail(error, "holds samples that are no numbers");
        sum += v / channels;
        squares += v * v / channels;
        r->channel[c] += v * v;
      }
      r->together += sum * sum;
      r->apart += squares;
      energy += squares;
      if (++in_hop == r->hop) {
        status = end_hop(r, energy, error);
        energy = in_hop = 0;
      }
    }
  return status ? status : in_hop ? end_hop(r, energy, error) : 0;
}

/* From `from` the next sound: where it begins and ends (hops), and its energy. 0 if there is none.
 */
static int next_sound(const reading *r, float least, int from, int *begin, int *end, double *sum) {
  while (from < r->hops && r->level[from] < least)
    from++;
  *begin = *end = from;
  *sum = 0;
  for (int i = from, still = 0; i < r->hops && still < GAP; i++) {
    still = r->level[i] < least ? still + 1 : 0;
    *sum += (double)r->level[i];
    if (!still)
      *end = i + 1;
  }
  return from < r->hops;
}

/* The sound at `at`, or that of most energy. 0, or -1 and an error. */
static int choose(const reading *r, double at, rosin_excerpt *e, int *begin, int *end,
                  rosin_error *error) {
  double loudest = 0, most = -1, sum;
  int from, to = 0;
  for (int i = 0; i < r->hops; i++)
    loudest = fmax(loudest, (double)r->level[i]);
  if (!(sqrt(loudest) > silent))
    return rosin_fail(error, "is silent");
  const float least = (float)(loudest * quiet * quiet);
  while (next_sound(r, least, to, &from, &to, &sum)) {
    e->sounds++;
    if (at >= 0 ? (double)to * r->hop / r->info.rate > at && most < 0 : sum > most) {
      most = sum;
      *begin = from, *end = to;
    }
    to += GAP;
  }
  return most < 0 ? rosin_fail(error, "has no sound at or after %g s", at) : 0;
}

/* Of a sound that is too long, the loudest stretch. */
static void shorten(const reading *r, int longest, int *begin, int *end) {
  double sum = 0, most;
  int best = *begin;
  if (*end - *begin <= longest)
    return;
  for (int i = *begin; i < *begin + longest; i++)
    sum += (double)r->level[i];
  most = sum;
  for (int i = *begin; i + longest < *end; i++) {
    sum += (double)r->level[i + longest] - (double)r->level[i];
    if (sum > most * (1 + 1e-9)) {
      most = sum;
      best = i + 1;
    }
  }
  *begin = best;
  *end = best + longest;
}

/* Whether the mean of channels is what both have, or half of it cancels: then the loudest. */
static int channel_of(const reading *r) {
  int loudest = 0;
  for (int c = 1; c < r->info.channels; c++)
    if (r->channel[c] > r->channel[loudest])
      loudest = c;
  return r->info.channels > 1 && r->together < 0.25 * r->apart ? loudest + 1 : 0;
}

static int count_clipped(const rosin_excerpt *e) {
  double top = 0;
  int count = 0, row = 0;
  for (int i = 0; i < e->n; i++)
    top = fmax(top, fabs(e->x[i]));
  for (int i = 0; i < e->n; i++) {
    row = top > 0.3 && fabs(e->x[i]) >= (1 - 1e-6) * top ? row + 1
                                                         : 0; /* flat, as no crest of a wave is */
    count += row == 3 ? 3 : row > 3;
  }
  return count;
}

/* 0, or -1 and an error. */
static int keep(reading *r, int begin, int end, rosin_excerpt *e, rosin_error *error) {
  const double first = fmax((double)begin * r->hop / r->info.rate - margin, 0);
  const long long from = (long long)(first * e->rate);
  const long long to =
      (long long)fmin((double)end * r->hop + margin * e->rate, (double)r->info.frames);
  e->n = (int)(to - from);
  e->at = (double)from / e->rate;
  if (e->n < shortest * e->rate)
    return rosin_fail(error, "lasts %.3g s; must be %g s or more", (double)e->n / e->rate,
                      shortest);
  e->x = malloc((size_t)e->n * sizeof *e->x);
  if (!e->x)
    return rosin_fail(error, "out of memory");
  if (rosin_sound_seek(r->source, from))
    return rosin_fail(error, "cannot be read at %g s", e->at);
  int done = 0;
  for (int got = 1; done < e->n && got > 0; done += got) {
    got = rosin_sound_read(r->source, r->frames, e->n - done < CHUNK ? e->n - done : CHUNK);
    for (int i = 0; i < got; i++) {
      double sum = 0;
      for (int c = 0; c < e->channels; c++)
        sum += e->one == 0       ? r->frames[i * e->channels + c] / e->channels
               : e->one == c + 1 ? r->frames[i * e->channels + c]
                                 : 0;
      e->x[done + i] = sum;
    }
  }
  e->n = done;
  e->clipped = count_clipped(e);
  return done < shortest * e->rate ? rosin_fail(error, "ends where it should not") : 0;
}

static int read_all(reading *r, double at, double longest, rosin_excerpt *e, rosin_error *error) {
  int begin = 0, end = 0;
  if (r->info.rate < LOWEST_RATE)
    return rosin_fail(error, "has a rate of %d Hz; must be %d Hz or more", r->info.rate,
                      LOWEST_RATE);
  r->hop = r->info.rate / 100;
  r->frames = malloc(CHUNK * (size_t)r->info.channels * sizeof *r->frames);
  r->channel = calloc((size_t)r->info.channels, sizeof *r->channel);
  if (!r->frames || !r->channel)
    return rosin_fail(error, "out of memory");
  if (scan(r, error))
    return -1;
  r->info.frames = (long long)r->hops * r->hop;
  e->rate = r->info.rate;
  e->channels = r->info.channels;
  e->length = (double)r->info.frames / e->rate;
  e->one = channel_of(r);
  if (choose(r, at, e, &begin, &end, error))
    return -1;
  shorten(r, (int)(longest * r->info.rate / r->hop), &begin, &end);
  return keep(r, begin, end, e, error);
}

int rosin_excerpt_read(const char *path, double at, double longest, rosin_excerpt *e,
                       rosin_error *error) {
  reading r = {0};
  rosin_error why;
  *e = (rosin_excerpt){0};
  r.source = rosin_sound_open(path, &r.info, error);
  if (!r.source)
    return -1;
  const int status = read_all(&r, at, longest, e, &why);
  if (status)
    rosin_fail(error, "%.300s: %.100s", path, why.text);
  rosin_sound_close(r.source);
  free(r.frames);
  free(r.channel);
  free(r.level);
  if (status)
    rosin_excerpt_free(e);
  return status;
}

void rosin_excerpt_free(rosin_excerpt *e) {
  free(e->x);
  e->x = NULL;
}
