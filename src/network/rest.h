/* SPDX-License-Identifier: BSD-3-Clause */
/** Sleep: what is as good as silent and is not driven is not worked out until something moves it.
 */
#ifndef ROSIN_REST_H
#define ROSIN_REST_H

#include "rosin.h"

/* rosin_network_set_silence and rosin_network_asleep are in rosin.h */

/** Whether all of it sleeps. Real-time safe. */
int rosin_network_sleeps(const rosin_network *network);
/** Whether it may; it may at first. What sleeps wakes. Real-time safe. */
void rosin_network_let_rest(rosin_network *network, int may);
/** Whether anybody hears it; somebody does at first. What nobody has heard for 20 s and nothing
 *  drives sleeps though it moves: a door that swings. It goes on from there with the first ear.
 * Real-time safe. */
void rosin_network_set_heard(rosin_network *network, int heard);

#endif
