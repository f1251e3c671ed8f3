/* SPDX-License-Identifier: BSD-3-Clause */
/** The limiter of plugins and page: a curve, so that it has no latency and no memory. */
#ifndef ROSIN_CORE_LIMIT_H
#define ROSIN_CORE_LIMIT_H

/** A sample as it is up to -3 dBFS (0.7); beyond that it bends, smoothly, and 0.99 is never passed.
 * What is no number is silence. Real-time safe. */
float rosin_limit(float sample);

#endif
