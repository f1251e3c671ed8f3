/* SPDX-License-Identifier: BSD-3-Clause */
/** What a [rosin.string~] is, and how its body is made. */
#ifndef ROSIN_PD_STRING_H
#define ROSIN_PD_STRING_H

#include "pd/net/made/making.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct {
  rosin_pd_member m;
  rosin_string_spec spec; /* as asked for; its damping is our own array */
  rosin_string_spec good; /* as the body is, but for the damping */
} rosin_pd_string;

/** rosin_pd_class.make, .made and .carry */
rosin_pd_making *rosin_pd_string_make(rosin_pd_member *m, double rate);
void rosin_pd_string_made(rosin_pd_member *m, rosin_pd_making *made, int is_there);
void rosin_pd_string_carry(rosin_body *body, rosin_body *before);
/** Whether its damping curve is one: 0, or -1 and an error. */
int rosin_pd_string_check(const rosin_string_spec *spec, rosin_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
