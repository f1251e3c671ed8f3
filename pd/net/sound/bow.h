/* SPDX-License-Identifier: BSD-3-Clause */
/** A hand that draws a bow at the speed that is asked for, with the force with which what it rubs
 *  sings. */
#ifndef ROSIN_PD_BOW_H
#define ROSIN_PD_BOW_H

#include "pd/member/member.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** What has been latched of velocity is where the hand shall go: velocity and force become what it
 *  does. A force that moves at the inlet takes the hand off. Real-time safe. */
void rosin_pd_bow_draw(rosin_pd_member *m);
/** What it has come to in the block that was solved last. Real-time safe. */
void rosin_pd_bow_hear(rosin_pd_member *m);
/** bow SPEED, pressure VALUE, sings: 1 if handled. */
int rosin_pd_bow_message(rosin_pd_member *m, const char *key, int count, const t_atom *atoms);
/** pressure and bow, as messages that set them. */
void rosin_pd_bow_say(rosin_pd_member *m);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
