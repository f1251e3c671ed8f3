/* SPDX-License-Identifier: BSD-3-Clause */
/* A track of pitch and level: candidates, their path, and what else is said of each moment. */
#include "error.h"
#include "features/pitch.h"
#include "pi.h"

#include <math.h>
#include <stdlib.h>

static const double window = 0.012; /* s to either side, of a level */
static const double least = 1e-12;

double rosin_pitch_key(double hertz) {
  return 69 + 12 * log2(hertz / 440);
}

/* Mean square of x[n] about `at` under a Hann window of `half` samples to either side. */
static double power_at(const float *x, long long n, double at, double half) {
  double sum = 0, weights = 0;
  for (long long i = (long long)ceil(at - half); (double)i <= at + half; i++) {
    const double w = 0.5 + 0.5 * cos(pi * ((double)i - at) / half);
    weights += w;
    if (i >= 0 && i < n)
      sum += w * (double)x[i] * (double)x[i];
  }
  return weights > 0 ? sum / weights : 0;
}

static double decibels(double power) {
  return 10 * log10(fmax(power, least));
}

/* Mean square of a partial at `hertz`, within 4 periods of `about`, under a Hann window. */
static double partial(const rosin_pitch_sound *s, double at, double hertz, double about) {
  const double half = 2 * s->rate / about, turn = 2 * pi * hertz / s->rate, slow = pi / half;
  const int first = (int)ceil(at - half);
  const double step[2] = {cos(turn), sin(turn)}, slower[2] = {cos(slow), sin(slow)};
  double wave[2] = {1, 0}, hann[2] = {cos(slow * (first - at)), sin(slow * (first - at))};
  double re = 0, im = 0, weights = 0;
  for (int i = first; i <= at + half; i++) {
    const double w = 0.5 + 0.5 * hann[0], x = i >= 0 && i < s->n ? w * (double)s->x[i] : 0;
    const double c = wave[0], h = hann[0];
    weights += w;
    re += x * c;
    im += x * wave[1];
    wave[0] = c * step[0] - wave[1] * step[1];
    wave[1] = wave[1] * step[0] + c * step[1];
    hann[0] = h * slower[0] - hann[1] * slower[1];
    hann[1] = hann[1] * slower[0] + h * slower[1];
  }
  return weights > 0 ? 2 * (re * re + im * im) / (weights * weights) : 0;
}

/* Whether what repeats at a pitch is several tones that have it in common: it has itself no partial
 * there, and no second, or no fifth and seventh, as one tone would have. */
static int is_chord(const rosin_pitch_sound *s, double at, double hertz, double tone) {
  static const double missing = 0.003, few = 0.01; /* -25 dB, -20 dB */
  if (7 * hertz > 4500 || partial(s, at, hertz, hertz) > missing * tone)
    return 0;
  const double odd = partial(s, at, 5 * hertz, hertz) + partial(s, at, 7 * hertz, hertz);
  return partial(s, at, 2 * hertz, hertz) < missing * tone || odd < few * tone;
}

typedef struct {
  rosin_pitch_sound sound;
  rosin_pitch_candidates *all;
  double *power;
  int *chosen;
} finding;

/* Take several tones for one less than one tone. Whether there are several, and no one tone that
 * repeats nearly as much. */
static int doubt_chords(const finding *f, double at, double power, rosin_pitch_candidates *c) {
  static const double likely = 0.75, doubt = 0.35, nearly = 0.1; /* strengths */
  double one = 0, several = 0;
  for (int k = 0; k < c->count; k++) {
    const double strength = (double)c->strength[k];
    if (strength > likely && is_chord(&f->sound, at, (double)c->hertz[k], power * strength)) {
      several = fmax(several, strength);
      c->strength[k] -= (float)doubt;
    } else {
      one = fmax(one, strength);
    }
  }
  return several > one + nearly;
}

static int look(finding *f, rosin_pitch_track *track, const float *x, long long n, double rate) {
  const int count = track->frames;
  double loudest = 0;
  if (rosin_pitch_lower(&f->sound, x, n, rate))
    return -1;
  for (int i = 0; i < count; i++) {
    const double t = (double)i / ROSIN_PITCH_HOPS, at = t * f->sound.rate;
    f->power[i] = power_at(f->sound.x, f->sound.n, at, window * f->sound.rate);
    rosin_pitch_candidates_at(&f->sound, at, &f->all[i]);
    track->frame[i].chord = (float)doubt_chords(f, at, f->power[i], &f->all[i]);
    track->frame[i].level = (float)decibels(power_at(x, n, t * rate, window * rate));
    loudest = fmax(loudest, f->power[i]);
  }
  return rosin_pitch_path(f->all, f->power, loudest, count, f->chosen);
}

static void say(const finding *f, rosin_pitch_track *track) {
  for (int i = 0; i < track->frames; i++) {
    rosin_pitch_frame *p = &track->frame[i];
    const int k = f->chosen[i];
    p->clear = k < 0 ? 0 : f->all[i].strength[k];
    p->hertz = k < 0 ? 0 : f->all[i].hertz[k];
    p->tone = (float)decibels(f->power[i] * (double)p->clear);
  }
}

int rosin_pitch_find(rosin_pitch_track *track, const float *x, long long n, double rate,
                     rosin_error *error) {
  finding f = {.all = NULL};
  const int count = (int)ceil((double)n / rate * ROSIN_PITCH_HOPS);
  *track = (rosin_pitch_track){.frames = count};
  track->frame = calloc((size_t)count + 1, sizeof *track->frame);
  f.all = malloc(((size_t)count + 1) * sizeof *f.all);
  f.power = malloc(((size_t)count + 1) * sizeof *f.power);
  f.chosen = malloc(((size_t)count + 1) * sizeof *f.chosen);
  const int failed =
      !track->frame || !f.all || !f.power || !f.chosen || look(&f, track, x, n, rate);
  if (!failed)
    say(&f, track);
  rosin_pitch_sound_free(&f.sound);
  free(f.all);
  free(f.power);
  free(f.chosen);
  if (!failed)
    return 0;
  rosin_pitch_free(track);
  return rosin_fail(error, "out of memory for a track of pitch");
}

void rosin_pitch_free(rosin_pitch_track *track) {
  free(track->frame);
  *track = (rosin_pitch_track){0};
}
