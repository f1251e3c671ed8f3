/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A half-band filter that halves the rate of one channel: a sinc that is 0 at every other
 * tap, under Kaiser's window (Kaiser 1974; Vaidyanathan 1993, section 4.6). Frame n of the
 * output is centred at frame 2 n of the input.
 */
#ifndef ROSIN_HALFBAND_H
#define ROSIN_HALFBAND_H

#include "keep.h"

enum { ROSIN_HALFBAND_TAPS = 38 }; /* on one side, without the zeros, at most */

typedef struct {
  int taps; /* on one side: the filter looks 2 taps - 1 samples ahead */
  float weight[ROSIN_HALFBAND_TAPS];
  float *even, *odd; /* [room] samples of either parity, from the next output on */
  int evens, odds;
  int parity; /* of the sample that comes next */
} rosin_halfband;

/** Pass band 0 to `edge` of the input rate (below 1/4), stop band from 1/2 - edge on, both
 *  `decibel` deep at the most that `taps` allow. For calls of up to `block` samples. 0, or
 *  -1 without memory. */
int rosin_halfband_init(rosin_halfband *h, int taps, double decibel, int block);
void rosin_halfband_free(rosin_halfband *h);
/** List its samples (keep.h), of calls of up to `block`; what else it writes to is itself. */
void rosin_halfband_pieces(rosin_halfband *h, int block, rosin_kept *kept);
/** Forget the past. */
void rosin_halfband_reset(rosin_halfband *h);
/** Push `count` samples, each `stride` after the last; writes up to count / 2 + 1 to `out`,
 *  each `spacing` after the last, and returns how many. Any division into calls gives the
 *  same bits. Real-time safe. */
int rosin_halfband_push(rosin_halfband *h, const float *in, int count, int stride, float *out,
                        int spacing);

#endif
