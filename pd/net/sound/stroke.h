/* SPDX-License-Identifier: BSD-3-Clause */
/** Short pushes: a string plucked, a body struck, where its external force acts. */
#ifndef ROSIN_PD_STROKE_H
#define ROSIN_PD_STROKE_H

#include "pd/net/member.h"

/** pluck [NEWTON], strike [SPEED [MASS [HARDNESS]]]: 1 if handled. */
int rosin_pd_stroke_message(rosin_pd_member *m, const char *key, int count, const t_atom *atoms);
/** Add what is left of a stroke to the latched force. Real-time safe. */
void rosin_pd_stroke(rosin_pd_member *m, rosin_pd_input *in);
/** Let a latch come from where the glide begins. Real-time safe. */
void rosin_pd_glide(rosin_pd_member *m, rosin_pd_input *in);

#endif
