/* SPDX-License-Identifier: BSD-3-Clause */
/* Several outputs side by side: each adds its taps in one order, so that vectors of any
 * width, and calls of any length, give the same bits. */
#include "scene/sound/halfband.h"
#include "memory.h"
#include "pi.h"
#include "scene/sound/kaiser.h"
#include "vector.h"

#include <string.h>

/* Written as vectors: left to itself, gcc 12 takes the wrong loop. */
enum { VECTORS = 4, WIDE = 4 * VECTORS }; /* outputs side by side */

/* Tap 2 k + 1 from the middle is 2 (-1)^k / (pi (2 k + 1)) of the middle's 1/2, windowed;
 * their sum is made 1/2, so that a constant stays what it is. */
static void design(rosin_halfband *h, double decibel) {
  const double end = 2 * h->taps;
  double weight[ROSIN_HALFBAND_TAPS] = {0}, sum = 0;
  for (int k = 0; k < h->taps; k++) {
    const double at = 2 * k + 1;
    weight[k] = (k % 2 ? -1 : 1) / (pi * at) * rosin_kaiser(at / end, decibel);
    sum += 2 * weight[k];
  }
  for (int k = 0; k < h->taps; k++)
    h->weight[k] = (float)(0.5 * weight[k] / sum);
}

/* Samples of one parity there is room for. */
static size_t room_of(int block) {
  return (size_t)block + 4 * ROSIN_HALFBAND_TAPS + WIDE;
}

void rosin_halfband_pieces(rosin_halfband *h, int block, rosin_kept *kept) {
  rosin_kept_add(kept, h->even, 2 * room_of(block) * sizeof *h->even);
}

int rosin_halfband_init(rosin_halfband *h, int taps, double decibel, int block) {
  const size_t room = room_of(block);
  *h = (rosin_halfband){.taps = taps, .even = rosin_calloc(2 * room, sizeof *h->even)};
  if (!h->even)
    return -1;
  h->odd = h->even + room;
  design(h, decibel);
  rosin_halfband_reset(h);
  return 0;
}

void rosin_halfband_free(rosin_halfband *h) {
  rosin_free(h->even);
  h->even = h->odd = NULL;
}

void rosin_halfband_reset(rosin_halfband *h) {
  h->evens = 0;
  h->odds = h->taps; /* silence */
  h->parity = 0;
  memset(h->odd, 0, (size_t)h->taps * sizeof *h->odd);
}

static void take(rosin_halfband *h, const float *in, int count, int stride) {
  for (int i = 0; i < count; i++, h->parity ^= 1)
    if (h->parity)
      h->odd[h->odds++] = in[(size_t)i * (size_t)stride];
    else
      h->even[h->evens++] = in[(size_t)i * (size_t)stride];
}

/* WIDE outputs from number `at` on; beyond what has come there is something, unused. */
static void convolve(const rosin_halfband *h, int at, float *out) {
  const float *after = h->odd + at + h->taps, *before = after - 1;
  rosin_floats sum[VECTORS];
  for (int i = 0; i < VECTORS; i++)
    sum[i] = 0.5F * rosin_floats_at(h->even + at + 4 * i);
  for (int k = 0; k < h->taps; k++)
    for (int i = 0; i < VECTORS; i++)
      sum[i] +=
          h->weight[k] * (rosin_floats_at(after + k + 4 * i) + rosin_floats_at(before - k + 4 * i));
  memcpy(out, sum, sizeof sum);
}

int rosin_halfband_push(rosin_halfband *h, const float *in, int count, int stride, float *out,
                        int spacing) {
  take(h, in, count, stride);
  const int seen = h->odds - 2 * h->taps + 1;
  const int ready = seen < h->evens ? seen : h->evens;
  if (ready <= 0)
    return 0;
  for (int at = 0; at < ready; at += WIDE) {
    float made[WIDE];
    convolve(h, at, made);
    for (int i = 0; i < WIDE && at + i < ready; i++)
      out[(size_t)(at + i) * (size_t)spacing] = made[i];
  }
  h->evens -= ready;
  h->odds -= ready;
  memmove(h->even, h->even + ready, (size_t)h->evens * sizeof *h->even);
  memmove(h->odd, h->odd + ready, (size_t)h->odds * sizeof *h->odd);
  return ready;
}
