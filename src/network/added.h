/* SPDX-License-Identifier: BSD-3-Clause */
/** What drives a control beside whoever moves it: a sound that comes in. */
#ifndef ROSIN_ADDED_H
#define ROSIN_ADDED_H

#include "rosin.h"

/** In the next process call alone these values, one a sample, are added to what the control is held
 *  at or fed with, within its range; finite ones. NULL: none after all. What it is held at stays as
 *  it is. Real-time safe. */
void rosin_network_add(rosin_network *network, int control, const double *values);

#endif
