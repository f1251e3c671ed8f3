/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Open Sound Control over UDP. Addresses are the scene's keys: /bow/force 0.8. Without
 * an argument a key answers with its value and a fader's range. Also /note KEY
 * [VELOCITY [CHANNEL]], /bend SEMITONES [CHANNEL], /pressure X [CHANNEL], /cc NUMBER X
 * [CHANNEL], /pad X Y [CONTACT] (-1 ... 1, 0 ... 1), /xy X Y [CONTACT] (0 ... 1 both),
 * /lift [CONTACT], /scaled/bow/force 0 ... 1, /learn KEY, /quiet, /list, /ping. What is
 * wrong is answered: /error ADDRESS TEXT. Bundles wait for their time.
 */
#ifndef ROSIN_OSC_H
#define ROSIN_OSC_H

#include "live/sources.h"

typedef struct rosin_osc rosin_osc;

/** Listen on UDP `port` of the address `where` (NULL: this machine alone). */
rosin_osc *rosin_osc_open(rosin_sources *sources, const char *where, int port, rosin_error *error);
/** From now on it listens, in a thread of its own. */
int rosin_osc_start(rosin_osc *osc, rosin_error *error);
/** Before start. Called, from its thread, for /learn with an index of a target. */
void rosin_osc_on_learn(rosin_osc *osc, void (*learn)(void *context, int target), void *context);
int rosin_osc_port(const rosin_osc *osc);
void rosin_osc_close(rosin_osc *osc); /**< NULL is allowed */
/** A packet as if it had come in; answers go nowhere. For tests. */
void rosin_osc_packet(rosin_osc *osc, const void *data, int size);

#endif
