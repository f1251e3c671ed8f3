/* SPDX-License-Identifier: BSD-3-Clause */
/** Inlets, outlets and controls of a member. */
#ifndef ROSIN_PD_INPUTS_H
#define ROSIN_PD_INPUTS_H

#include "pd/member/member.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** Add a control; `inlet` 1: with a signal inlet (the first one is the main inlet). */
void rosin_pd_input_add(rosin_pd_member *m, const rosin_parameter *row, int push, int inlet);
/** Add an output that carries signal `key`; outlets are made by rosin_pd_outlets. */
void rosin_pd_output_add(rosin_pd_member *m, const char *key);
void rosin_pd_outlets(rosin_pd_member *m);
/** Set a control by message. 1 if there is one of that name. */
int rosin_pd_input_set(rosin_pd_member *m, const char *key, double value);
/** Where body `side` of a contact is touched, or of a joint is held, if nobody says where. */
double rosin_pd_touched(const rosin_pd_member *m, int side);
/** What an inlet holds that nobody has set: it counts as missing. */
extern const t_float rosin_pd_unset;
/** 1 for a control that a member takes away when it does not run: contacts lift, bodies ring
 *  on. */
int rosin_pd_is_force(const rosin_pd_member *m, const rosin_pd_input *in);

/** Where contact or joint `m` meets a body as long as nobody says. */
double rosin_pd_stands(const rosin_pd_member *m, const rosin_pd_member *body);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
