/* SPDX-License-Identifier: BSD-3-Clause */
/** With how much force a hand bows, so that what it rubs sings. */
#ifndef ROSIN_PD_HAND_H
#define ROSIN_PD_HAND_H

#include "pd/member/bow.h"

/** Finds `low` and `high` at `speed` (m/s, > 0), and what sings; 0 if nothing can. Real-time safe.
 */
int rosin_pd_bow_limits(rosin_pd_bow *bow, const rosin_pd_member *m, double speed);
/** Finds `better` for a hand that slides. Real-time safe. */
void rosin_pd_bow_advise(rosin_pd_bow *bow, const rosin_pd_member *m);
/** Looks, after a block, whether a hand of one's own slides evenly. Real-time safe. */
void rosin_pd_slides_look(rosin_pd_member *m);

#endif
