/* SPDX-License-Identifier: BSD-3-Clause */
/** Shapes of a slender uniform beam (Euler and Bernoulli). */
#ifndef ROSIN_BEAM_H
#define ROSIN_BEAM_H

/** How a beam is held. */
typedef enum { ROSIN_BEAM_FREE, ROSIN_BEAM_CLAMPED_FREE, ROSIN_BEAM_CLAMPED } rosin_beam;

/** Root number `n` (1...) of the frequency equation: f = root^2/(2 pi L^2) sqrt(EI/(rho A)). */
double rosin_beam_root(rosin_beam beam, int n);
/** Shape at x, 0...1; its mean square is 1. A clamped-free beam is clamped at 0. */
double rosin_beam_shape(rosin_beam beam, double root, double x);

#endif
