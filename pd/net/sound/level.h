/* SPDX-License-Identifier: BSD-3-Clause */
/** How loud outlets are: gain and a high-pass. */
#ifndef ROSIN_PD_LEVEL_H
#define ROSIN_PD_LEVEL_H

#include "pd/member/member.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** Gain and high-pass as they are until somebody sets them, by what the outlet carries. */
void rosin_pd_level_default(const rosin_pd_member *m, rosin_pd_output *out);
/** A factor on the gain of all outlets that nobody has set, at once or, where a step would be
 * heard, in some 30 ms. */
void rosin_pd_louder(rosin_pd_member *m, double factor, int at_once);
/** A block on the way there. Real-time safe. */
void rosin_pd_level_glide(const rosin_pd_member *m, rosin_pd_output *out);
/** `n` samples of a signal to an outlet; `rests`: it is known to stand still. Real-time safe. */
void rosin_pd_level(rosin_pd_output *out, const double *from, t_sample *to, int n, double rate,
                    int rests);
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
