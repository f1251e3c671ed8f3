/* SPDX-License-Identifier: BSD-3-Clause */
/** Damping as a curve over frequency. */
#ifndef ROSIN_DAMPING_H
#define ROSIN_DAMPING_H

#include "rosin.h"

/** Amplitude decay rate (1/s) at `frequency` (Hz) of a string: its curve, log-log
 *  between points and along the last slopes beyond them, or its constant q.
 *  Pure, real-time safe. */
double rosin_damping_rate(const rosin_string_spec *spec, double frequency);
/** 0, or -1 and an error that names the point. */
int rosin_damping_check(const rosin_string_spec *spec, rosin_error *error);

#endif
