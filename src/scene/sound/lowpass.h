/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A low-pass filter that divides the rate of one channel by any whole number: a sinc under Kaiser's
 * window (Kaiser 1974). Frame n of the output is centred at frame n times the factor of the input.
 * Where the factor is 2, halfband.h does a third of the work.
 */
#ifndef ROSIN_LOWPASS_H
#define ROSIN_LOWPASS_H

#include "keep.h"

typedef struct {
  int factor, reach; /* it looks `reach` samples ahead, and back */
  int taps;          /* 2 reach + 1, and 0s up to whole vectors */
  float *weight;     /* [taps] */
  float *seen;       /* [room] samples from the next output's first tap on */
  int count;         /* of these */
} rosin_lowpass;

/** Pass band 0 to 1/2 - `gap` of the output rate, stop band from 1/2 + `gap` on, `decibel` deep;
 * for calls of up to `block` samples. 0, or -1 without memory; free it in either case. */
int rosin_lowpass_init(rosin_lowpass *l, int factor, double gap, double decibel, int block);
void rosin_lowpass_free(rosin_lowpass *l);
/** List its samples (keep.h), of calls of up to `block`; what else it writes to is itself. */
void rosin_lowpass_pieces(rosin_lowpass *l, int block, rosin_kept *kept);
/** Forget the past. */
void rosin_lowpass_reset(rosin_lowpass *l);
/** Push `count` samples, each `stride` after the last; writes up to count / factor + 1 to `out`,
 *  `stride` apart too, and returns how many. Any division into calls gives the same bits.
 *  Real-time safe. */
int rosin_lowpass_push(rosin_lowpass *l, const float *in, int count, int stride, float *out);

#endif
