/* SPDX-License-Identifier: BSD-3-Clause */
/** A body that was replaced while it sounded: it rings on by itself, while its outlets pass to the
 *  one that came. */
#ifndef ROSIN_PD_FADING_H
#define ROSIN_PD_FADING_H

#include "pd/member/member.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** `before` was the member's body; it is freed in time. Pd's thread, outside perform. */
void rosin_pd_fade(rosin_pd_member *m, rosin_body *before);
/** A block of the one before. Real-time safe. */
void rosin_pd_fading_run(rosin_pd_member *m);
/** What outlet k gives: the body's own signal, or that on its way to it. Real-time safe. */
const double *rosin_pd_fading_mix(rosin_pd_member *m, int k, const double *own);
/** The block is over. Real-time safe. */
void rosin_pd_fading_step(rosin_pd_member *m);
/** Let go of those that have faded; outside perform. */
void rosin_pd_fading_sweep(rosin_pd_registry *r);
void rosin_pd_fading_free(rosin_pd_member *m);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
