/* SPDX-License-Identifier: BSD-3-Clause */
/** The one clock that events, audio and displays share. */
#ifndef ROSIN_CLOCK_H
#define ROSIN_CLOCK_H

/** Seconds on a clock that never goes back. */
double rosin_now(void);

#endif
