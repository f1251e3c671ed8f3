/* SPDX-License-Identifier: BSD-3-Clause */
/** Short pushes: a string plucked, a body struck, where its external force acts. */
#ifndef ROSIN_PD_STROKE_H
#define ROSIN_PD_STROKE_H

#include "pd/member/member.h"

/** A pluck of so many N, a strike of so many m/s, kg and N/m; at `rate` Hz. */
rosin_pd_stroke_t rosin_pd_pluck(double rate, double force);
rosin_pd_stroke_t rosin_pd_strike(double rate, double speed, double mass, double hardness);
/** A strike of 1 m/s by the hammer that nobody has described. */
rosin_pd_stroke_t rosin_pd_usual_strike(double rate);
/** N at a sample of it, 0 <= at < length. Real-time safe. */
double rosin_pd_stroke_at(const rosin_pd_stroke_t *stroke, int at);

/** pluck [NEWTON], strike [SPEED [MASS [HARDNESS]]]: 1 if handled. */
int rosin_pd_stroke_message(rosin_pd_member *m, const char *key, int count, const t_atom *atoms);
/** Add what is left of a stroke to the latched force. Real-time safe. */
void rosin_pd_stroke(rosin_pd_member *m, rosin_pd_input *in);

#endif
