/* SPDX-License-Identifier: BSD-3-Clause */
/** Motion that bodies have from elsewhere: from those before them, whose place they take. */
#ifndef ROSIN_CARRIED_H
#define ROSIN_CARRIED_H

#include "rosin.h"

/** After a reset, before the first sample: the bodies were given the motion that they have, and may
 *  keep it. Real-time safe. */
void rosin_network_carried(rosin_network *network);

#endif
