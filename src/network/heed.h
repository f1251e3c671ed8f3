/* SPDX-License-Identifier: BSD-3-Clause */
/** Signals that somebody may want later. */
#ifndef ROSIN_HEED_H
#define ROSIN_HEED_H

#include "rosin.h"

/** Whether a signal (of rosin_network_signal) is worked out; it is unless said otherwise. A
 * contact's velocity costs most where the contact is lifted: nobody else asks there. What is not
 * heeded stands still. Changes no other sample. By the thread that processes, or while none does;
 * real-time safe. */
void rosin_network_heed(rosin_network *network, int signal, int heed);

#endif
