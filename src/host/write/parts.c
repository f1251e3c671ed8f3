/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/write/parts.h"
#include "batch/asset.h"
#include "error.h"
#include "host/write/seam.h"
#include "maths/maths.h"
#include "pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MIDDLE = 4096 }; /* frames of a seam that are compared, at most */

static const double SETTLE = 0.2;  /* s, for which it is held before the loop begins */
static const double SEARCH = 0.02; /* s, by which a loop may be shorter or longer: 25 Hz and more */
static const double FAINT = 1e-3;  /* of the peak: what is softer while it is held does not sound */
static const double SILENT = 3e-5; /* of the peak, -90 dB: what is softer at the end is left out */

struct rosin_parts {
  rosin_scene *scene;
  int channels, rate;
  double fullest;       /* s, where its gestures stay */
  int seam, search;     /* frames that are faded over; by which the loop's length may differ */
  long long begin;      /* frame of the held sound from which on the loop is kept */
  long long length;     /* of the loop */
  long long held, kept; /* frames of the sound as it is held: to be made, and there */
  long long let_go;     /* frame at which the end begins */
  long long tail, rang; /* of the sound as it is let go: to be made at most, and there; below 0:
                           frames until then, as it begins again */
  long long rings;      /* of these after the scene's own */
  int turned;           /* the scene was begun again */
  float *sound;         /* [held * channels] */
  float *end;           /* [tail * channels] */
};

int rosin_part_named(const char *name, rosin_part *part) {
  for (int i = 0; i < ROSIN_ASSET_PARTS; i++)
    if (strcmp(name, rosin_asset_part[i]) == 0) {
      *part = (rosin_part)(ROSIN_PART_START + i);
      return 0;
    }
  return -1;
}

const char *rosin_part_name(rosin_part part) {
  return rosin_part_of_three(part) ? rosin_asset_part[part - ROSIN_PART_START] : "";
}

int rosin_parts_check(double seconds, rosin_error *error) {
  return seconds > ROSIN_PARTS_LONGEST ? rosin_fail(error, "a loop of %g s: must be at most %g s",
                                                    seconds, ROSIN_PARTS_LONGEST)
                                       : 0;
}

rosin_parts *rosin_parts_new(rosin_scene *scene, double seconds, double rings, int channels,
                             rosin_error *error) {
  const double rate = rosin_scene_rate(scene);
  if (rosin_parts_check(seconds, error))
    return NULL;
  rosin_parts *p = calloc(1, sizeof *p);
  if (p) {
    const long long length = llround(seconds * rate);
    const double search = fmin(SEARCH, seconds / 8);
    *p = (rosin_parts){.scene = scene,
                       .channels = channels,
                       .rate = (int)rate,
                       .fullest = rosin_scene_fullest(scene),
                       .seam = rosin_seam_frames(length, (int)rate),
                       .search = (int)(search * rate),
                       .length = length,
                       .rings = llround(rings * rate),
                       .tail = llround((rosin_scene_tail(scene) + rings) * rate) + 1};
    p->begin = llround((p->fullest + SETTLE) * rate);
    p->let_go = p->begin + p->seam;
    p->rang = -p->let_go;
    p->held = p->let_go + length + p->search;
    p->sound = malloc((size_t)p->held * (size_t)channels * sizeof *p->sound);
    p->end = malloc((size_t)p->tail * (size_t)channels * sizeof *p->end);
  }
  if (!p || !p->sound || !p->end) {
    rosin_parts_free(p);
    rosin_fail(error, "out of memory for the parts");
    return NULL;
  }
  rosin_scene_stay(scene, p->fullest);
  return p;
}

void rosin_parts_free(rosin_parts *p) {
  if (!p)
    return;
  free(p->sound);
  free(p->end);
  free(p);
}

long long rosin_parts_total(const rosin_parts *p) {
  return p->held + p->let_go + p->tail;
}

/* As it was, up to where it is let go. */
static void begin_again(rosin_parts *p) {
  rosin_scene_rewind(p->scene);
  rosin_scene_stay(p->scene, p->fullest);
  p->turned = 1;
}

int rosin_parts_ahead(rosin_parts *p, int most, int *again) {
  *again = p->kept == p->held && !p->turned;
  if (*again)
    begin_again(p);
  const long long left = !p->turned    ? p->held - p->kept
                         : p->rang < 0 ? -p->rang
                                       : p->tail - p->rang;
  return (int)(left < most ? left : most);
}

void rosin_parts_take(rosin_parts *p, const float *frames, int count) {
  const size_t size = (size_t)count * (size_t)p->channels;
  if (!p->turned) {
    memcpy(p->sound + (size_t)p->kept * (size_t)p->channels, frames, size * sizeof *frames);
    p->kept += count;
    return;
  }
  if (p->rang >= 0)
    memcpy(p->end + (size_t)p->rang * (size_t)p->channels, frames, size * sizeof *frames);
  p->rang += count;
  if (p->rang == 0)
    rosin_scene_end(p->scene);
  if (p->rang > 0 && p->tail - p->rang > p->rings && rosin_scene_rests(p->scene))
    p->tail = p->rang + p->rings;
}

/* ---- joining ---------------------------------------------------------------------------- */

static const float *at(const rosin_parts *p, long long frame) {
  return p->sound + (size_t)frame * (size_t)p->channels;
}

/* How alike the middle of the seam is to what is `length` later: their correlation, -1 to 1. */
static double likeness(const rosin_parts *p, long long length) {
  const int compared = p->seam < MIDDLE ? p->seam : MIDDLE;
  const long long from = p->begin + (p->seam - compared) / 2;
  const float *first = at(p, from), *last = at(p, from + length);
  double both = 0, one = 0, other = 0;
  for (int i = 0; i < compared * p->channels; i++) {
    const double a = (double)first[i], b = (double)last[i];
    both += a * b;
    one += a * a;
    other += b * b;
  }
  return one > 0 && other > 0 ? both / sqrt(one * other) : 0;
}

/* The length at which it joins best; of those that join alike the nearest to what was wanted. */
static double choose_length(rosin_parts *p) {
  const long long wanted = p->length;
  double best = likeness(p, wanted);
  for (int i = 1; i <= p->search; i++)
    for (int way = -1; way <= 1; way += 2) {
      const double like = likeness(p, wanted + way * i);
      if (like > best + 1e-9) {
        best = like;
        p->length = wanted + way * i;
      }
    }
  return best;
}

/* The loop's last frames go over into those before its first. Their power stays, as far as they are
 * alike: |cos a x + sin a y|^2 = 1 + 2 r cos a sin a for x and y of power 1 and correlation r. */
static void join(rosin_parts *p, double like) {
  const double r = fmax(like, 0);
  for (int i = 0; i < p->seam; i++) {
    const double angle = 0.5 * pi * (i + 0.5) / p->seam, c = rosin_cos(angle), s = rosin_sin(angle);
    const double norm = 1 / sqrt(1 + 2 * r * c * s);
    float *last = p->sound + (size_t)(p->begin + p->length + i) * (size_t)p->channels;
    const float *first = at(p, p->begin + i);
    for (int k = 0; k < p->channels; k++)
      last[k] = (float)(norm * (c * (double)last[k] + s * (double)first[k]));
  }
}

static double peak_of(const float *values, size_t count) {
  double peak = 0;
  for (size_t i = 0; i < count; i++)
    peak = fmax(peak, fabs((double)values[i]));
  return peak;
}

int rosin_parts_join(rosin_parts *p, rosin_error *error) {
  const size_t channels = (size_t)p->channels;
  const double start = peak_of(p->sound, (size_t)p->let_go * channels);
  const double loop = peak_of(at(p, p->let_go), (size_t)p->length * channels);
  const double peak = fmax(fmax(start, loop), peak_of(p->end, (size_t)p->rang * channels));
  if (!(loop > FAINT * peak))
    return rosin_fail(error,
                      "there is no loop: nothing sounds on for %.3g s while its gestures stay at "
                      "%.3g s (a loop of all that it does is --loop, loop = 1)",
                      (double)p->length / p->rate, p->fullest);
  join(p, choose_length(p));
  while (p->rang > 1 &&
         peak_of(p->end + (size_t)(p->rang - 1) * channels, channels) < SILENT * peak)
    p->rang--;
  return 0;
}

const float *rosin_parts_frames(const rosin_parts *p, rosin_part part, long long *count) {
  *count = part == ROSIN_PART_START ? p->let_go : part == ROSIN_PART_HELD ? p->length : p->rang;
  return part == ROSIN_PART_START ? p->sound : part == ROSIN_PART_HELD ? at(p, p->let_go) : p->end;
}
