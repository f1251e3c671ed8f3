/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Modes out of a decaying sound. Steps: bands (modes_bands.c) are mixed down to zero
 * frequency and decimated; in each, ESPRIT (modes_poles.c, by LAPACK) finds decaying
 * exponentials; all together are fitted to the sound itself by least squares, first
 * their amplitudes, then all (modes_fit.c); those that do not stand out of what the fit
 * leaves are dropped, and what is left over is searched again (modes_estimate.c).
 */
#ifndef ROSIN_MODES_ESTIMATE_H
#define ROSIN_MODES_ESTIMATE_H

#include <complex.h>

#include "rosin.h"

#ifndef CMPLX /* which glibc has for gcc alone */
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#endif

/** amplitude e^(-ln(1000) t/t60) cos(2 pi f_d t + phase), t in s from the first sample. */
typedef struct {
  double frequency; /* Hz, undamped, as in rosin_mode */
  double t60;       /* s */
  double amplitude, phase;
  double stands_out; /* dB, over what is left at its sides */
} rosin_knock_mode;

enum { ROSIN_KNOCK_MODES = 128 };

/** Up to `most` modes of x[n], by falling energy. `left` (may be NULL): dB, what the fit
 *  leaves, over the sound. Returns how many, 0 if nothing stands out, -1 without memory. */
int rosin_modes_estimate(const double *x, int n, double rate, int most, rosin_knock_mode *mode,
                         double *left);
/** Add to y[n]: `sign` times the sum of the modes. */
void rosin_modes_synthesise(const rosin_knock_mode *mode, int modes, double rate, int n,
                            double sign, double *y);

/* ---- inside --------------------------------------------------------------------- */

/** Poles z of y[k] = sum of c z^k, at most `most`; -1 without memory. */
int rosin_poles(const double complex *y, int n, int most, double complex *pole);
/** Least squares of the amplitudes of given poles; `left` gets the mean power that
 *  remains. -1 without memory. */
int rosin_poles_weigh(const double complex *y, int n, int poles, const double complex *pole,
                      double complex *amplitude, double *left);

/** An exponential: c e^(s t), t in samples. */
typedef struct {
  double complex s, c;
  double energy; /* of Re(c e^(s t)), about |c|^2/(4 decay) */
} rosin_exponential;

/** Exponentials in x[n], band by band, at most `room`; -1 without memory. */
int rosin_modes_search(const double *x, int n, double rate, rosin_exponential *e, int room);
/** Least squares in the time of x[n]: amplitudes, then `rounds` of Gauss, Newton,
 *  Levenberg and Marquardt on all. Returns the energy that remains, < 0 without memory. */
double rosin_modes_fit(const double *x, int n, rosin_exponential *e, int count, int rounds);

#endif
