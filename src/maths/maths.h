/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The elementary functions of what sounds: the same bits on every system, and in vectors of every
 * width (lanes.h). They are made of +, -, *, /, sqrt, comparisons and bits of integers alone, which
 * IEEE 754 rounds in one way only, in an order that is written down (kernels.h); a C library gives
 * what it likes, and bowed strings part by a last bit.
 *
 * Errors: below 0.53 units of the last place of exp, exp2, log, log2, pow and hypot, 0.8 of expm1,
 * sin, cos, atan, atan2 and the hyperbolic ones, 1.1 of tan (tests/maths/functions.h; `make verify
 * ONLY=maths` prints the largest seen, and the cost). Infinities, NaN, zeros and
 * their signs are as C17 annex F has them; errno and flags are left alone. What is subnormal may be
 * 0 where the caller flushes; nothing else depends on that. All are pure, real-time safe.
 */
#ifndef ROSIN_MATHS_H
#define ROSIN_MATHS_H

double rosin_exp(double x);
double rosin_exp2(double x);
double rosin_expm1(double x);
double rosin_log(double x);
double rosin_log2(double x); /* exact of powers of 2 */
double rosin_pow(double x, double y);

double rosin_sin(double x); /* of any x: reduced by as many bits of pi as it takes */
double rosin_cos(double x);
double rosin_tan(double x);
double rosin_atan(double x);
double rosin_atan2(double y, double x);

double rosin_sinh(double x);
double rosin_cosh(double x);
double rosin_tanh(double x);

double rosin_hypot(double x, double y);

/** Bessel's J_n(x) of n >= 0 and |x| up to 10^6, beyond which it is 0: to 6e-16 up to 200, and
 * beyond its turning point (n > x) to 1e-14 of itself. */
double rosin_bessel(int n, double x);

#endif
