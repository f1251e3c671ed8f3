/* SPDX-License-Identifier: BSD-3-Clause */
/* The life of a sample in a loop. Buffers are twice as long as needed and slide back when
 * they run out, so that a window never wraps; the running sums are made anew from the raw
 * samples then, which clears what rounding left. */
#include "waveguide/loop.h"
#include "waveguide/section.h"
#include "waveguide/vector.h"

#include <math.h>

/* Samples that leave the contacts' part at once: set_geometry leaves three between those
 * that must have left and those that are read. */
enum { BATCH = 4 };

void rosin_loop_reset(rosin_loop *l) {
  memset(l->memory, 0, 10 * (size_t)l->size * sizeof *l->memory);
  memset(l->state, 0, sizeof l->state);
  l->head = l->size;
  l->tail = l->size - 1;
  l->frontier = l->release;
  l->smoothed = l->tail - l->lag;
  l->lost = 0;
  l->steady = 0;
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
static void doze_off(rosin_loop *l) {
  if (!l->pushed && unevenness(l) < (l->hidden ? 1e-9 : 1e-30)) {
    const double lost = l->lost + rosin_loop_squares(l);
    rosin_loop_reset(l);
    l->lost = lost;
  }
  l->pushed = 0;
}

/* As after a reset, with the pitch as it is by now. */
void rosin_loop_wake(rosin_loop *l) {
  l->pushed = 1;
  if (!l->asleep)
    return;
  l->asleep = 0;
  l->head = l->size;
  l->tail = l->size - 1;
  l->frontier = l->release;
  l->smoothed = l->tail - l->lag;
}

static void slide_line(rosin_loop *l) {
  memmove(l->line + l->size, l->line, (size_t)l->size * sizeof *l->line);
  l->head = l->size;
}

/* Move the newest to the front; running sums start from zero there. */
static void slide_tail(rosin_loop *l) {
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

/* `count` samples move on from the line to the tail. */
static void take(rosin_loop *l, int count) {
  if (l->tail + count >= 2 * l->size)
    slide_tail(l);
  double s = l->sum[l->tail], s2 = l->sum2[l->tail];
  for (int i = 0; i < count; i++) {
    const int t = ++l->tail;
    l->raw[t] = l->line[l->head + --l->frontier];
    l->sum[t] = s += l->raw[t];
    l->sum2[t] = s2 += s;
  }
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

/* damped() of rosin_two successive samples, bit for bit. */
static rosin_two damped_two(const rosin_loop *l, int centre, rosin_two steady) {
  const double *s2 = l->sum2 + centre - 1;
  const rosin_two twice = 2 * rosin_load(s2);
  rosin_two out = {0, 0};
  for (int i = 0; i < l->used; i++) {
    const int m = l->use[i].whole;
    const rosin_two near = rosin_load(s2 + m) + rosin_load(s2 - m),
                    far = rosin_load(s2 + m + 1) + rosin_load(s2 - m - 1);
    out += l->use[i].gain * (near + l->use[i].fraction * (far - near) - twice);
  }
  return l->keep *
         (out + l->rest * rosin_load(l->raw + centre) + ROSIN_SPARED * l->loss.broad * steady);
}

/* The mean over a period that ends at index `now`, and the one after. */
static rosin_two steady_at(const rosin_loop *l, int now) {
  const double *sum = l->sum + now, *past = sum - l->steady_whole;
  return (rosin_load(sum) - rosin_load(past) +
          l->steady_part * (rosin_load(past) - rosin_load(past - 1))) *
         l->inverse_period;
}

/* BATCH samples leave the contacts' part; those `lag` before them are damped, side by side. */
static void release(rosin_loop *l) {
  take(l, BATCH);
  for (int i = 1 - BATCH; i < 0; i += 2) {
    const rosin_two steady = steady_at(l, l->tail + i),
                    made = damped_two(l, l->smoothed + 1, steady);
    memcpy(l->smooth + l->smoothed + 1, &made, sizeof made);
    l->smoothed += 2;
    l->steady = steady[1];
  }
}

/* One sample leaves; while the finger moves, lag does: then none or rosin_two are damped. */
static void release_one(rosin_loop *l) {
  take(l, 1);
  l->steady = steady_at(l, l->tail - 1)[1];
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

static double disperse(rosin_loop *l, double x) {
  for (int i = 0; i < l->sections.count; i++)
    x = rosin_section(l->k1[i], l->c1[i], l->k2, l->c2, l->state + 2 * i, x);
  return x;
}

void rosin_loop_advance(rosin_loop *l) {
  if (l->asleep)
    return;
  if (l->head == 0) {
    slide_line(l);
    doze_off(l);
    if (l->asleep)
      return;
  }
  l->head--;
  l->frontier++;
  if (l->frontier == l->release + BATCH && l->smoothed == l->tail - l->lag)
    release(l);
  else if (l->frontier >= l->release + BATCH || l->smoothed != l->tail - l->lag)
    rosin_loop_release(l);
  /* smooth[i] has delay frontier + tail - i */
  const double *s = l->smooth + l->tail + l->frontier - l->read_first;
  const double x = rosin_eight(l->read_weight, s - (ROSIN_TAPS - 1));
  const double *gone = l->raw + l->tail + l->frontier - l->window, part = l->window_part;
  l->lost += (1 - part) * gone[0] * gone[0] + part * gone[-1] * gone[-1] - x * x;
  l->line[l->head] = disperse(l, x);
}

/* Four sums side by side: none waits for another. */
static double sum_squares(const double *u, int count) {
  rosin_two a = {0, 0}, b = {0, 0};
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    a += rosin_load(u + i) * rosin_load(u + i);
    b += rosin_load(u + i + 2) * rosin_load(u + i + 2);
  }
  double sum = (a[0] + a[1]) + (b[0] + b[1]);
  for (; i < count; i++)
    sum += u[i] * u[i];
  return sum;
}

double rosin_loop_squares(const rosin_loop *l) {
  if (l->asleep)
    return 0;
  const int gone = l->window - l->frontier;
  const double next = l->raw[l->tail - gone];
  double sum = sum_squares(l->line + l->head, l->frontier) +
               sum_squares(l->raw + l->tail - gone + 1, gone) + l->window_part * next * next;
  for (int i = 0; i < l->allpasses; i++)
    sum += l->state[i] * l->state[i];
  return sum;
}
