/* SPDX-License-Identifier: BSD-3-Clause */
/** How hard a body from matter is to be struck, plucked and driven so that it is heard. */
#ifndef ROSIN_PD_SUIT_H
#define ROSIN_PD_SUIT_H

#include "pd/member/member.h"

/** What brings it to -18 dBFS at its outlet: m/s, N, N for 1 at the inlet; and a factor on its
 * gain, for what no strike sets moving enough. */
typedef struct {
  double strike, pluck, drive, louder;
} rosin_pd_suit;

/** Play a body of these modes, pushed at `touched` and heard as `outlet` says (its key, gain and
 *  high-pass): half a second by a strike, half a second by a pluck, and, if its drive is not known
 *  yet (0), two by noise within -6 dBFS; a drive that is known changes as the strike does. What
 * dies away within half a second is as loud as its peak, what lasts as its loudest 400 ms.
 * Milliseconds, for a thread beside Pd. 0, or -1 without memory or where nothing is heard. */
int rosin_pd_suit_find(rosin_pd_suit *suit, const rosin_modal_spec *spec, double touched,
                       const rosin_pd_output *outlet, double rate);

#endif
