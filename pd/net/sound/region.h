/* SPDX-License-Identifier: BSD-3-Clause */
/** Where a contact sings, for who draws it. */
#ifndef ROSIN_PD_REGION_H
#define ROSIN_PD_REGION_H

#include "pd/member/member.h"

/** `region FASTEST` (m/s): says, out of the last outlet, `region SPEED LEAST GREATEST ...` (m/s, N,
 *  N), even speeds up to FASTEST, and `regime WORD`: what the hand of
 *  `bow` hears, or, while somebody asks, what one's own does. Nothing behind
 *  `region` where nothing can sing, and as long as it does not run. Pd's thread. */
void rosin_pd_region_say(rosin_pd_member *m, int count, const t_atom *atoms);

#endif
