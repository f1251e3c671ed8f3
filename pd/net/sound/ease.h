/* SPDX-License-Identifier: BSD-3-Clause */
/** What a message changes at once and would be heard as a burst: a finger and a contact's place go
 *  there in 20 ms; for another law a contact is lifted, and lands with it. */
#ifndef ROSIN_PD_EASE_H
#define ROSIN_PD_EASE_H

#include "pd/member/member.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** A control that is told where to go comes from there. */
void rosin_pd_glide_from(const rosin_pd_member *m, rosin_pd_input *in, double from);
/** What has been latched, less abruptly; it was `was` before. Real-time safe. */
void rosin_pd_ease(rosin_pd_member *m, rosin_pd_input *in, double was);

/** Take a contact off what it rubs: 1, and it will be made anew and land; 0 if nothing can be heard
 *  of it, and it may be made anew at once. Pd's thread. */
int rosin_pd_lift(rosin_pd_member *m);
/** Those that are up are to be made anew; before a build. */
void rosin_pd_lift_renew(rosin_pd_registry *r);
/** It has been made anew. */
void rosin_pd_lift_land(rosin_pd_member *m);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
