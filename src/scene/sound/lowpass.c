/* SPDX-License-Identifier: BSD-3-Clause */
/* The taps of one output are added in WIDE sums, and these in one order, so that vectors of any
 * width, and calls of any length, give the same bits. */
#include "scene/sound/lowpass.h"
#include "maths/maths.h"
#include "memory.h"
#include "pi.h"
#include "scene/sound/kaiser.h"
#include "vector.h"

#include <math.h>
#include <string.h>

/* Written as vectors, as in halfband.c. */
enum { VECTORS = 4, WIDE = 4 * VECTORS };

/* Kaiser's estimate of the length; a sinc that is 1/2 at half the output rate, windowed, of a sum
 * of 1, so that a constant stays what it is. */
static int reach_of(int factor, double gap, double decibel) {
  return (int)ceil((decibel - 7.95) / (14.36 * 2 * gap) * factor / 2) - 1;
}

static double tap(const rosin_lowpass *l, int k, double decibel) {
  const double at = pi * k / l->factor;
  return (k ? rosin_sin(at) / at : 1) * rosin_kaiser((double)k / (l->reach + 1), decibel);
}

static void design(rosin_lowpass *l, double decibel) {
  double sum = 0;
  for (int k = -l->reach; k <= l->reach; k++)
    sum += tap(l, k, decibel);
  for (int k = -l->reach; k <= l->reach; k++)
    l->weight[l->reach + k] = (float)(tap(l, k, decibel) / sum);
}

static size_t room_of(const rosin_lowpass *l, int block) {
  return (size_t)l->taps + (size_t)l->factor + (size_t)block;
}

void rosin_lowpass_pieces(rosin_lowpass *l, int block, rosin_kept *kept) {
  rosin_kept_add(kept, l->seen, room_of(l, block) * sizeof *l->seen);
}

int rosin_lowpass_init(rosin_lowpass *l, int factor, double gap, double decibel, int block) {
  const int reach = reach_of(factor, gap, decibel);
  const int taps = (2 * reach + WIDE) / WIDE * WIDE;
  *l = (rosin_lowpass){.factor = factor, .reach = reach, .taps = taps};
  l->weight = rosin_calloc((size_t)taps, sizeof *l->weight);
  l->seen = rosin_calloc(room_of(l, block), sizeof *l->seen);
  if (!l->weight || !l->seen)
    return -1;
  design(l, decibel);
  rosin_lowpass_reset(l);
  return 0;
}

void rosin_lowpass_free(rosin_lowpass *l) {
  rosin_free(l->weight);
  rosin_free(l->seen);
  l->weight = l->seen = NULL;
}

void rosin_lowpass_reset(rosin_lowpass *l) {
  l->count = l->reach; /* silence */
  memset(l->seen, 0, (size_t)l->reach * sizeof *l->seen);
}

/* What stands behind the last tap meets weights of 0; it is finite. */
static float convolve(const rosin_lowpass *l, const float *seen) {
  rosin_floats sum[VECTORS] = {{0}};
  for (int k = 0; k < l->taps; k += WIDE)
    for (int i = 0; i < VECTORS; i++)
      sum[i] += rosin_floats_at(l->weight + k + 4 * i) * rosin_floats_at(seen + k + 4 * i);
  const rosin_floats all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  return (all[0] + all[1]) + (all[2] + all[3]);
}

int rosin_lowpass_push(rosin_lowpass *l, const float *in, int count, int stride, float *out) {
  int made = 0, at = 0;
  for (int i = 0; i < count; i++)
    l->seen[l->count++] = in[(size_t)i * (size_t)stride];
  for (; l->count - at > 2 * l->reach; at += l->factor)
    out[(size_t)made++ * (size_t)stride] = convolve(l, l->seen + at);
  l->count -= at;
  memmove(l->seen, l->seen + at, (size_t)l->count * sizeof *l->seen);
  return made;
}
