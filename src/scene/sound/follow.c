/* SPDX-License-Identifier: BSD-3-Clause */
/* Level: root mean square under a Hann window. Pitch: the first peak of the normalised
 * autocorrelation that comes near the highest, as a singer's or a hand's voice has it. */
#include "scene/sound/follow.h"
#include "maths/maths.h"
#include "memory.h"
#include "order.h"
#include "pi.h"

#include <math.h>
#include <string.h>

enum { MOST_FRAMES = 1 << 29 };                   /* as of a sound */
static const double FRAMES = 100, WINDOW = 0.025; /* a second; s */
static const double LOWEST = 60, HIGHEST = 1000;  /* Hz */
static const double LOUDEST = 1e100;
static const double VOICED = 0.6, NEARLY = 0.9; /* of a period's likeness to the next */

static double level_at(const rosin_gesture *g, double time) {
  const int half = (int)fmax(0.5 * WINDOW * g->rate, 1), middle = (int)(time * g->rate);
  double sum = 0, weights = 0;
  for (int i = -half; i <= half; i++) {
    const double w = 0.5 + 0.5 * rosin_cos(pi * i / (half + 1));
    const int k = middle + i;
    weights += w;
    if (k >= 0 && k < g->count)
      sum += w * g->value[k] * g->value[k];
  }
  return sqrt(sum / weights);
}

/* How much the sound from `at` on is like itself `lag` later, over `length` samples. */
static double likeness(const double *x, int lag, int length) {
  double both = 0, a = 1e-20, b = 1e-20;
  for (int i = 0; i < length; i++) {
    both += x[i] * x[i + lag];
    a += x[i] * x[i];
    b += x[i + lag] * x[i + lag];
  }
  return both / sqrt(a * b);
}

/* Hz, or 0 where there is no pitch. `like` has room for the longest lag and two more. */
static double pitch_at(const rosin_gesture *g, double time, double *like) {
  const int longest = (int)(g->rate / LOWEST) + 1, shortest = (int)fmax(g->rate / HIGHEST, 2);
  const int at = (int)(time * g->rate) - longest;
  double best = 0;
  if (at < 0 || at + 2 * longest + 2 >= g->count)
    return 0;
  for (int lag = shortest - 1; lag <= longest + 1; lag++) {
    like[lag] = likeness(g->value + at, lag, longest);
    best = fmax(best, like[lag]);
  }
  if (best < VOICED)
    return 0;
  for (int lag = shortest; lag <= longest; lag++) {
    const double a = like[lag - 1], b = like[lag], c = like[lag + 1];
    if (b >= NEARLY * best && b >= a && b > c)
      return g->rate / (lag + 0.5 * (a - c) / (a - 2 * b + c));
  }
  return 0;
}

/* Over the highest value. */
static void to_one(double *value, int count) {
  double most = 0;
  for (int i = 0; i < count; i++)
    most = fmax(most, value[i]);
  for (int i = 0; i < count && most > 0; i++)
    value[i] /= most;
}

/* Over the median; gaps (0) are held. */
static int to_median(double *value, int count) {
  double *sorted = rosin_malloc((size_t)count * sizeof *sorted), last = 1;
  int voiced = 0;
  if (!sorted)
    return -1;
  for (int i = 0; i < count; i++)
    if (value[i] > 0)
      sorted[voiced++] = value[i];
  rosin_sort(sorted, (size_t)voiced, sizeof *sorted, rosin_rising);
  for (int i = 0; i < count; i++)
    value[i] = last = value[i] > 0 ? value[i] / sorted[voiced / 2] : last;
  rosin_free(sorted);
  return 0;
}

/* Both are shares of the sound's own; a file of floats may hold what has no square. */
static void tame(rosin_gesture *g) {
  double most = 0;
  for (int i = 0; i < g->count; i++)
    most = fmax(most, fabs(g->value[i]));
  for (int i = 0; i < g->count && most > LOUDEST; i++)
    g->value[i] /= most;
}

int rosin_follow_sound(rosin_gesture *g, rosin_follow what) {
  const double frames = g->count / g->rate * FRAMES; /* a file may tell any rate */
  if (!(frames < MOST_FRAMES))
    return -1;
  const int count = (int)frames + 1;
  double *value = rosin_calloc((size_t)count, sizeof *value);
  double *like = rosin_calloc((size_t)(g->rate / LOWEST) + 4, sizeof *like);
  int status = value && like ? 0 : -1;
  tame(g);
  for (int i = 0; !status && i < count; i++)
    value[i] = what == ROSIN_FOLLOW_LEVEL ? level_at(g, i / FRAMES) : pitch_at(g, i / FRAMES, like);
  if (!status && what == ROSIN_FOLLOW_PITCH)
    status = to_median(value, count);
  else if (!status)
    to_one(value, count);
  rosin_free(like);
  if (status) {
    rosin_free(value);
    return -1;
  }
  rosin_free(g->value);
  g->value = value;
  g->count = count;
  g->rate = FRAMES;
  return 0;
}
