/* SPDX-License-Identifier: BSD-3-Clause */
/** Sums of products for correlations, eight at a time: they took a tenth of a map. */
#ifndef ROSIN_DOT_H
#define ROSIN_DOT_H

/** Sum of (x[i] - middle) (y[i] - middle) over `count`: a middle near the mean, so that a small
 *  swing far from zero is not lost to rounding. */
double rosin_dot(const double *x, const double *y, int count, double middle);
/** Sum of x[i] - middle over `count`. */
double rosin_dot_sum(const double *x, int count, double middle);

#endif
