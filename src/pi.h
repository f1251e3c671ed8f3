/* SPDX-License-Identifier: BSD-3-Clause */
/** Half a turn, in radians: C's own M_PI is no part of the standard. */
#ifndef ROSIN_PI_H
#define ROSIN_PI_H

static const double pi = 3.14159265358979323846;

#endif
