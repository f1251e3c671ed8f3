/* SPDX-License-Identifier: BSD-3-Clause */
/* The life of a sample in a loop. Buffers are twice as long as needed and slide back when
 * they run out, so that a window never wraps; the running sums are made anew from the raw
 * samples then, which clears what rounding left. */
#include "checked.h"
#include "vector.h"
#include "waveguide/nut.h"
#include "waveguide/pass.h"

#include <math.h>

enum { BATCH = ROSIN_BATCH };

/* Whoever wakes it raises it first, and it sleeps again by a reset alone: until then nothing has
 * been written. */
static int is_blank(const rosin_loop *l) {
  for (size_t i = 0; i < rosin_loop_room(l); i++)
    if (l->memory[i] != 0)
      return 0;
  for (int i = 0; i < l->allpasses; i++)
    if (l->state[i] != 0)
      return 0;
  return 1;
}

void rosin_loop_reset(rosin_loop *l) {
  ROSIN_HOLDS(!l->asleep || is_blank(l));
  if (!l->asleep) {
    memset(l->memory, 0, rosin_loop_room(l) * sizeof *l->memory);
    memset(l->state, 0, sizeof l->state);
  }
  l->head = l->size;
  l->tail = l->size - 1;
  l->frontier = l->release;
  l->smoothed = l->tail - l->lag;
  l->lost = 0;
  l->steady = 0;
  l->made = l->due = l->ramp_end = l->head;
  l->asleep = 1;
  l->pushed = 0;
}

/* Largest difference between two samples of the wave, or of what a hidden one has beside
 * its mean. */
static double unevenness(const rosin_loop *l) {
  double low = l->hidden ? l->line[l->head] : 0, high = low;
  for (int k = 0; k <= l->window; k++) {
    const double u = k < l->frontier ? l->line[l->head + k] : l->raw[l->tail + l->frontier - k];
    low = u < low ? u : low;
    high = u > high ? u : high;
  }
  for (int i = 0; i < l->allpasses; i++)
    high = fmax(high, fabs(l->state[i]));
  return high - low;
}

/* A hidden wave's mean fades slowly and pulls its neighbourhood along, a millionth of it:
 * less than 1e-9 m/s moves no contact. What is seen must be nothing at all. */
void rosin_loop_doze_off(rosin_loop *l) {
  if (!l->pushed && unevenness(l) < (l->hidden ? 1e-9 : 1e-30)) {
    const double lost = rosin_loop_lost(l) + rosin_loop_squares(l);
    rosin_loop_reset(l);
    l->lost = lost;
  }
  l->pushed = 0;
}

void rosin_loop_rise(rosin_loop *l) {
  l->asleep = 0;
  l->head = l->made = l->due = l->ramp_end = l->size;
  l->tail = l->size - 1;
  l->frontier = l->release;
  l->smoothed = l->tail - l->lag;
}

void rosin_loop_slide(rosin_loop *l) {
  memmove(l->line + l->size - BATCH, l->line - BATCH, (size_t)(l->size + BATCH) * sizeof *l->line);
  l->made += l->size - l->head;
  l->ramp_end += l->size - l->head;
  l->head = l->size;
}

/* Move the newest to the front; running sums start from zero there. */
void rosin_loop_slide_tail(rosin_loop *l) {
  const int shift = l->tail + 1 - l->size;
  const size_t bytes = (size_t)l->size * sizeof *l->raw;
  memmove(l->raw, l->raw + shift, bytes);
  memmove(l->smooth, l->smooth + shift, bytes);
  double s = 0, s2 = 0;
  for (int i = 0; i < l->size; i++) {
    l->sum[i] = s += l->raw[i];
    l->sum2[i] = s2 += s;
  }
  l->tail = l->size - 1;
  l->smoothed -= shift;
}

/* A sample moves on from the line to the tail. */
static void take_one(rosin_loop *l) {
  if (l->tail + 1 >= 2 * l->size)
    rosin_loop_slide_tail(l);
  const int t = ++l->tail;
  l->raw[t] = l->line[l->head + --l->frontier];
  l->sum[t] = l->sum[t - 1] + l->raw[t];
  l->sum2[t] = l->sum2[t - 1] + l->sum[t];
}

/* The damped sample at index `centre` of the raw ones, when the mean was `steady`. */
static double damped(const rosin_loop *l, int centre, double steady) {
  const double *s2 = l->sum2 + centre - 1; /* a second difference is centred one later */
  const double twice = 2 * s2[0];
  double out = 0;
  for (int i = 0; i < l->used; i++) {
    const int m = l->use[i].whole;
    const double near = s2[m] + s2[-m], far = s2[m + 1] + s2[-m - 1];
    out += l->use[i].gain * (near + l->use[i].fraction * (far - near) - twice);
  }
  return l->keep * (out + l->rest * l->raw[centre] + ROSIN_SPARED * l->loss.broad * steady);
}

/* The mean over a period that ends at index `at`. */
static double steady_at(const rosin_loop *l, int at) {
  const double *past = l->sum + at - l->steady_whole;
  return (l->sum[at] - past[0] + l->steady_part * (past[0] - past[-1])) * l->inverse_period;
}

/* One sample leaves; while the finger moves, lag does: then none or rosin_two are damped. */
static void release_one(rosin_loop *l) {
  take_one(l);
  l->steady = steady_at(l, l->tail);
  while (l->smoothed < l->tail - l->lag) {
    l->smoothed++;
    l->smooth[l->smoothed] = damped(l, l->smoothed, l->steady);
  }
}

/* Whatever has left by now: what comes next is damped otherwise. */
void rosin_loop_release(rosin_loop *l) {
  while (!l->asleep && l->frontier > l->release)
    release_one(l);
}

static double leaves(const rosin_loop *l, int later, double x) {
  return rosin_nut_leaves(l, l->window, l->window_part, later, x);
}

void rosin_loop_inject(rosin_loop *l) {
  double x = rosin_nut_read(l, 0);
  l->lost += leaves(l, 0, x);
  rosin_nut_pass(l, l->state, &x, l->head, 1);
  l->line[l->head] = x;
  l->made = l->head;
}

/* The allpasses as they are now. */
static void present_state(const rosin_loop *l, double *state) {
  const int ahead = l->head - l->made;
  double x[BATCH];
  memcpy(state, ahead ? l->before : l->state, sizeof l->state);
  memcpy(x, l->came, sizeof x);
  rosin_nut_pass(l, state, x, l->head + BATCH - 1 - ahead, ahead ? BATCH - ahead : 0);
}

void rosin_loop_recall(rosin_loop *l) {
  double state[ROSIN_ALLPASSES];
  if (l->head > l->made) {
    present_state(l, state);
    memcpy(l->state, state, sizeof state);
    l->lost = rosin_loop_lost(l);
  }
  l->made = l->due = l->head;
  l->tuned = l->pace < BATCH;
}

double rosin_loop_lost(const rosin_loop *l) {
  const int ahead = l->head - l->made;
  double lost = l->lost;
  for (int j = 1; j <= ahead; j++)
    lost -= leaves(l, j, l->came[BATCH - 1 - ahead + j]);
  return lost;
}

/* Four sums side by side: none waits for another. */
static double sum_squares(const double *u, int count) {
  rosin_two a = {0, 0}, b = {0, 0};
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    a += rosin_two_at(u + i) * rosin_two_at(u + i);
    b += rosin_two_at(u + i + 2) * rosin_two_at(u + i + 2);
  }
  double sum = (a[0] + a[1]) + (b[0] + b[1]);
  for (; i < count; i++)
    sum += u[i] * u[i];
  return sum;
}

/* Of the wave in a window, whole and part. */
static double squares(const rosin_loop *l, int window, double part) {
  const int gone = window - l->frontier; /* < 0: the window was just made much shorter */
  const double next = gone < 0 ? l->line[l->head + window] : l->raw[l->tail - gone];
  return sum_squares(l->line + l->head, gone < 0 ? window : l->frontier) +
         sum_squares(l->raw + l->tail - gone + 1, gone) + part * next * next;
}

double rosin_loop_squares(const rosin_loop *l) {
  if (l->asleep)
    return 0;
  double state[ROSIN_ALLPASSES];
  present_state(l, state);
  double sum = squares(l, l->window, l->window_part);
  for (int i = 0; i < l->allpasses; i++)
    sum += state[i] * state[i];
  return sum;
}

double rosin_loop_widened(const rosin_loop *l, int window, double part) {
  if (l->asleep || !l->memory)
    return 0;
  if (window < l->frontier || l->window < l->frontier)
    return squares(l, l->window, l->window_part) - squares(l, window, part);
  const double *was = l->raw + l->tail + l->frontier - window;
  const double *is = l->raw + l->tail + l->frontier - l->window;
  const double sum =
      is < was ? sum_squares(is + 1, (int)(was - is)) : -sum_squares(was + 1, (int)(is - was));
  return sum + l->window_part * is[0] * is[0] - part * was[0] * was[0];
}

/* ---- from one loop to another ----------------------------------------------------------- */

/* The wave at a whole delay; before what has been injected comes what was, a period ago. */
static double wave_at(const rosin_loop *l, int delay) {
  if (delay < l->made - l->head)
    delay += (int)(l->period + 0.5);
  if (delay < l->frontier)
    return l->line[l->head + delay];
  const int i = l->tail + l->frontier - delay;
  return i < 0 ? 0 : l->raw[i];
}

static double wave_between(const rosin_loop *l, double delay) {
  enum { TAPS = 4 };
  const int whole = (int)floor(delay);
  const double part = delay - whole;
  double weight[ROSIN_TAPS], sum = 0;
  if (part < 1e-9)
    return wave_at(l, whole);
  rosin_lagrange(TAPS, part, weight);
  for (int i = 0; i < TAPS; i++)
    sum += weight[i] * wave_at(l, whole + i - (TAPS / 2 - 1));
  return sum;
}

/* The filters behind the contacts' part as they are after such a past. */
static void remember(rosin_loop *l, const rosin_loop *before) {
  enum { PAST = 256 };
  const size_t poles = (size_t)l->sections.count * sizeof *l->sections.d1;
  double s = 0, s2 = 0;
  for (int i = 0; i <= l->tail; i++) {
    l->sum[i] = s += l->raw[i];
    l->sum2[i] = s2 += s;
  }
  l->steady = before->steady;
  for (int i = l->lag; i <= l->smoothed; i++)
    l->smooth[i] = damped(l, i, l->steady);
  if (l->sections.count == before->sections.count && l->sections.d2 == before->sections.d2 &&
      memcmp(l->sections.d1, before->sections.d1, poles) == 0) {
    present_state(before, l->state);
    return;
  }
  const int known = l->tail + l->frontier - l->nut.first - ROSIN_TAPS - l->lag;
  for (int i = known < PAST ? known : PAST; i > 0; i--) {
    double x = rosin_nut_read(l, -i);
    rosin_nut_disperse(l, l->state, &x, 1);
  }
}

void rosin_loop_carry(rosin_loop *l, const rosin_loop *before) {
  const double ratio = before->period / l->period;
  if (before->asleep)
    return;
  rosin_loop_rise(l);
  for (int k = 0; k < l->frontier; k++)
    l->line[l->head + k] = wave_between(before, before->bridge + (k - l->bridge) * ratio);
  for (int i = l->tail; i >= 0; i--)
    l->raw[i] =
        wave_between(before, before->bridge + (l->tail + l->frontier - i - l->bridge) * ratio);
  remember(l, before);
  l->pushed = 1;
}
