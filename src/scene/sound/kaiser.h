/* SPDX-License-Identifier: BSD-3-Clause */
/** Kaiser's window (Kaiser 1974), for filters that are sincs under it. */
#ifndef ROSIN_KAISER_H
#define ROSIN_KAISER_H

/** At `share` of half its length, 0 (1, but for a common factor) to 1, for a stop band `decibel`
 *  (above 50) deep. */
double rosin_kaiser(double share, double decibel);

#endif
