/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Modes out of a decaying sound. Steps: bands (bands.c) are mixed down to zero
 * frequency and decimated; in each, ESPRIT (poles.c, by LAPACK) finds decaying
 * exponentials; all together are fitted to the sound itself by least squares, first
 * their amplitudes, then all (fit.c); those that do not stand out of what the fit
 * leaves are dropped, and what is left over is searched again (estimate.c). What is still left and
 * falls with the knock is noise of many modes (rest.c). What it costs is bounded: a long sound of
 * many modes is fitted in fewer rounds.
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
  int noise;         /* 1: one of many that nobody could tell apart */
} rosin_knock_mode;

enum { ROSIN_KNOCK_MODES = 128, ROSIN_KNOCK_NOISE = 256 };

/** Who waits for an estimate: `tell` is told what share (0 ... 1) is done. */
typedef struct {
  void (*tell)(void *context, double share);
  void *context;
} rosin_modes_watch;

/** Up to `most` modes of x[n], by falling energy. `left` (may be NULL): dB, what the fit
 *  leaves, over the sound. Returns how many, 0 if nothing stands out, -1 without memory.
 *  `watch` may be NULL. */
int rosin_modes_estimate(const double *x, int n, double rate, int most, rosin_knock_mode *mode,
                         double *left, const rosin_modes_watch *watch);
/** Of what the modes leave of x[n], what falls with the knock: in each third octave from 200 Hz on
 *  where that is more than -40 dB of x[n], `each` modes of its energy and T60, at random places.
 *  At most ROSIN_KNOCK_NOISE into `mode`; how many, -1 without memory. */
int rosin_modes_rest(const double *x, const double *rest, int n, double rate, int each,
                     rosin_knock_mode *mode);
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

/** The strongest `room` exponentials in x[n], by falling energy; bands that cannot hold one of
 *  these are not looked at. -1 without memory. */
int rosin_modes_search(const double *x, int n, double rate, rosin_exponential *e, int room);
/** Least squares in the time of x[n]: amplitudes, then `rounds` of Gauss, Newton,
 *  Levenberg and Marquardt on all, while `effort` (may be NULL) lasts, of which each run over x[n]
 *  takes n for each of the exponentials. Returns the energy that remains, < 0 without memory. */
double rosin_modes_fit(const double *x, int n, rosin_exponential *e, int count, int rounds,
                       double *effort);
/** Sums over t of x[t] e^(s t) and of x[t] t/n e^(s t) (b1 may be NULL), each to where it has
 *  fallen to e^-`spent`, at least. */
void rosin_along_project(const double *x, int n, const double complex *s, int count, double spent,
                         double complex *b0, double complex *b1);
/** Add the real parts of c e^(s t) to y[n], each to there. */
void rosin_along_add(double *y, int n, const double complex *s, const double complex *c, int count,
                     double spent);

#endif
