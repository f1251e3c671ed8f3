/* SPDX-License-Identifier: BSD-3-Clause */
/** Where contacts touch strings, which may be stopped. */
#ifndef ROSIN_PD_PLACES_H
#define ROSIN_PD_PLACES_H

#include "pd/member/registry.h"

/** The bodies a contact is on, the strings among them, and where it touches as long as nobody says.
 */
void rosin_pd_find_strings(rosin_pd_member *m, rosin_pd_member *const body[2]);
/** Feed a place: on a string a share of what sounds of it, from the bridge to the finger.
 *  Real-time safe. */
void rosin_pd_feed_place(rosin_network *n, const rosin_pd_member *m, const rosin_pd_input *in);
/** A place and a finger as the network wants them. Real-time safe. */
double rosin_pd_place(const rosin_pd_member *string, double place, double finger);

#endif
