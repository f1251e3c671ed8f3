/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/sound/intake.h"
#include "maths/maths.h"
#include "memory.h"
#include "pi.h"
#include "scene/sound/kaiser.h"

#include <math.h>
#include <string.h>

enum { RING = 512, REACH = 12 }; /* frames that are kept; that a sinc looks ahead, and back */

static const double deep = 70;       /* dB, of what the sinc leaves above half the rate */
static const double nothing = 1e-12; /* share of the limit that is none any more */

struct rosin_intake {
  rosin_intake_plan plan;
  int delay;
  double pole, pass;       /* of the high-pass */
  double *weight;          /* [oversample * 2 REACH]; NULL: a sample a frame */
  double came, passed;     /* the last frame, before and behind the high-pass */
  long long heard, driven; /* frames that came in, engine samples that were driven */
  int quiet;               /* frames of 0 behind the last other, up to RING */
  double ring[RING];       /* N or m/s, of the last frames */
};

static double within(double x, double limit) {
  return x < -limit ? -limit : x > limit ? limit : x;
}

static double tap(double frames) {
  const double at = pi * frames, share = frames / REACH;
  return fabs(share) >= 1 ? 0 : (at == 0 ? 1 : rosin_sin(at) / at) * rosin_kaiser(share, deep);
}

/* Those of a phase sum to 1, so that a constant stays what it is. */
static void design(double *weight, int oversample) {
  for (int p = 0; p < oversample; p++, weight += 2 * REACH) {
    double sum = 0;
    for (int k = 0; k < 2 * REACH; k++)
      sum += weight[k] = tap((double)p / oversample - (k - REACH + 1));
    for (int k = 0; k < 2 * REACH; k++)
      weight[k] /= sum;
  }
}

rosin_intake *rosin_intake_new(const rosin_intake_plan *plan) {
  rosin_intake *k = rosin_calloc(1, sizeof *k);
  if (!k)
    return NULL;
  const int n = plan->oversample;
  k->plan = *plan;
  k->delay = (plan->stretch - 1 + n - 1) / n + (n > 1 ? REACH : 0);
  const double c = rosin_tan(pi * fmin(plan->lowest / plan->rate, 0.4));
  k->pole = (1 - c) / (1 + c);
  k->pass = 1 / (1 + c);
  if (n > 1 && !(k->weight = rosin_calloc((size_t)n * 2 * REACH, sizeof *k->weight))) {
    rosin_free(k);
    return NULL;
  }
  if (n > 1)
    design(k->weight, n);
  rosin_intake_reset(k);
  return k;
}

void rosin_intake_free(rosin_intake *k) {
  if (k)
    rosin_free(k->weight);
  rosin_free(k);
}

int rosin_intake_delay(const rosin_intake *k) {
  return k->delay;
}

void rosin_intake_reset(rosin_intake *k) {
  k->came = k->passed = 0;
  k->heard = k->driven = 0;
  k->quiet = RING;
  memset(k->ring, 0, sizeof k->ring);
}

static double *at(rosin_intake *k, long long frame) {
  return &k->ring[(unsigned long long)frame % RING];
}

/* Limited before the high-pass too, which would remember for long what no shaker does. */
static double shape(rosin_intake *k, double x) {
  const double limit = k->plan.limit, now = within(k->plan.scale * x, limit);
  if (k->plan.lowest > 0) {
    k->passed = k->pole * k->passed + k->pass * (now - k->came);
    if (fabs(k->passed) < nothing * limit)
      k->passed = 0;
  } else {
    k->passed = now;
  }
  k->came = now;
  return within(k->passed, limit);
}

void rosin_intake_hear(rosin_intake *k, const float *in, int frames) {
  for (int i = 0; i < frames; i++) {
    const double x = shape(k, in ? (double)in[i] : 0);
    k->quiet = x != 0 ? 0 : k->quiet < RING ? k->quiet + 1 : RING;
    *at(k, k->heard++) = x;
  }
}

static double between(rosin_intake *k, long long frame, int phase) {
  const double *weight = k->weight + (ptrdiff_t)phase * 2 * REACH;
  double sum = 0;
  for (int i = 0; i < 2 * REACH; i++)
    sum += weight[i] * *at(k, frame + i - REACH + 1);
  return within(sum, k->plan.limit);
}

int rosin_intake_drive(rosin_intake *k, int samples, double *values) {
  const int n = k->plan.oversample;
  const long long first = k->driven;
  k->driven += samples;
  if (k->quiet == RING) /* all that it could see is 0 */
    return 0;
  int drives = 0;
  for (int i = 0; i < samples; i++) {
    const long long frame = (first + i) / n - k->delay;
    values[i] = n == 1 ? *at(k, frame) : between(k, frame, (int)((first + i) % n));
    drives |= values[i] != 0;
  }
  return drives;
}

void rosin_intake_carry(rosin_intake *k, const rosin_intake *from) {
  const double by = k->plan.scale / from->plan.scale;
  const long long heard = from->heard;
  for (int i = 1; i <= RING / 2; i++)
    *at(k, -i) = within(by * from->ring[(unsigned long long)(heard - i) % RING], k->plan.limit);
  k->came = within(by * from->came, k->plan.limit);
  k->passed = by * from->passed;
  k->quiet = from->quiet;
}

void rosin_intake_pieces(rosin_intake *k, rosin_kept *kept) {
  rosin_kept_add(kept, k, sizeof *k);
}
