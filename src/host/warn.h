/* SPDX-License-Identifier: BSD-3-Clause */
/** Warnings about friction that drives. */
#ifndef ROSIN_WARN_H
#define ROSIN_WARN_H

#include "rosin.h"

/** A line on standard error for each contact of a prepared network whose friction gave a
 *  noticeable share of the energy it took: which, how much, and what to set. */
void rosin_warn_driving(const rosin_network *network);

#endif
