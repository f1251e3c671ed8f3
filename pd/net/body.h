/* SPDX-License-Identifier: BSD-3-Clause */
/** What modal bodies and strings share in Pd: NAME [-m] [PICKUPS], the external
 *  force, pickups. */
#ifndef ROSIN_PD_BODY_H
#define ROSIN_PD_BODY_H

#include "pd/member/member.h"
#include "pd/member/talk.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** Name, pickups (all of signal `key`), the inlet for the force; joins the registry.
 *  Returns how many arguments were used. */
int rosin_pd_body_begin(rosin_pd_member *m, const rosin_pd_class *class, int count,
                        const t_atom *atoms, const char *first_key, const char *other_key);
/** Push, contacts and pickups stand there as long as nobody says where: at a place, at a point of
 *  that name. */
void rosin_pd_body_stands(rosin_pd_member *m, double touched, const char *heard);
/** push POSITION, drive NEWTON, pickup, controls: 1 if handled. */
int rosin_pd_body_message(rosin_pd_member *m, const char *key, int count, const t_atom *atoms);
/** Say what rosin_pd_body_message takes. */
void rosin_pd_body_state(rosin_pd_member *m);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
