/* SPDX-License-Identifier: BSD-3-Clause */
/* Convolution without delay: the first samples of the response directly, the rest by blocks in the
 * spectrum (uniformly partitioned overlap-save, Gardner 1995), which are wanted only from the next
 * block on. By kissfft, in single precision. */
#include "room/parts.h"

#include <kiss_fftr.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, BINS = BLOCK + 1 };

struct rosin_room_convolver {
  int parts, filled, newest; /* blocks of the response after the first; samples in the block */
  float head[BLOCK];         /* of the response */
  float in[2 * BLOCK];       /* the last block and this one */
  float tail[BLOCK];         /* what earlier blocks make of this one */
  kiss_fft_cpx *part;        /* [parts * BINS] of the response */
  kiss_fft_cpx *past;        /* [parts * BINS] of the input, a ring */
  kiss_fftr_cfg forth, back;
};

rosin_room_convolver *rosin_room_convolver_new(const float *response, long long frames, int stride,
                                               double gain) {
  rosin_room_convolver *c = calloc(1, sizeof *c);
  float block[2 * BLOCK];
  if (!c)
    return NULL;
  c->parts = (int)((frames + BLOCK - 1) / BLOCK) - 1;
  const size_t bins = ((size_t)c->parts + 1) * BINS;
  c->part = calloc(bins, sizeof *c->part);
  c->past = calloc(bins, sizeof *c->past);
  c->forth = kiss_fftr_alloc(2 * BLOCK, 0, NULL, NULL);
  c->back = kiss_fftr_alloc(2 * BLOCK, 1, NULL, NULL);
  if (!c->part || !c->past || !c->forth || !c->back) {
    rosin_room_convolver_free(c);
    return NULL;
  }
  for (int p = -1; p < c->parts; p++) {
    memset(block, 0, sizeof block);
    for (int i = 0; i < BLOCK; i++) {
      const long long at = (long long)(p + 1) * BLOCK + i;
      block[i] = at < frames ? (float)(gain * (double)response[at * stride]) : 0;
    }
    if (p < 0)
      memcpy(c->head, block, sizeof c->head);
    else
      kiss_fftr(c->forth, block, c->part + (ptrdiff_t)p * BINS);
  }
  return c;
}

/* A block is whole: what it and those before make of the next. */
static void turn(rosin_room_convolver *c) {
  kiss_fft_cpx sum[BINS];
  float out[2 * BLOCK];
  memset(sum, 0, sizeof sum);
  c->newest = c->newest + 1 >= c->parts ? 0 : c->newest + 1;
  if (c->parts > 0)
    kiss_fftr(c->forth, c->in, c->past + (ptrdiff_t)c->newest * BINS);
  for (int p = 0; p < c->parts; p++) {
    const int from = c->newest - p < 0 ? c->newest - p + c->parts : c->newest - p;
    const kiss_fft_cpx *x = c->past + (ptrdiff_t)from * BINS, *h = c->part + (ptrdiff_t)p * BINS;
    for (int k = 0; k < BINS; k++) {
      sum[k].r += x[k].r * h[k].r - x[k].i * h[k].i;
      sum[k].i += x[k].r * h[k].i + x[k].i * h[k].r;
    }
  }
  kiss_fftri(c->back, sum, out);
  for (int i = 0; i < BLOCK; i++)
    c->tail[i] = out[BLOCK + i] / (2 * BLOCK);
  memmove(c->in, c->in + BLOCK, BLOCK * sizeof *c->in);
  c->filled = 0;
}

float rosin_room_convolver_next(rosin_room_convolver *c, float in) {
  const int now = BLOCK + c->filled;
  float sum = 0;
  c->in[now] = in;
  for (int i = 0; i < BLOCK; i++)
    sum += c->head[i] * c->in[now - i];
  sum += c->tail[c->filled];
  if (++c->filled == BLOCK)
    turn(c);
  return sum;
}

void rosin_room_convolver_free(rosin_room_convolver *c) {
  if (!c)
    return;
  free(c->part);
  free(c->past);
  kiss_fftr_free(c->forth);
  kiss_fftr_free(c->back);
  free(c);
}
