/* SPDX-License-Identifier: BSD-3-Clause */
/** Spectra of a recording and of what was made of it. */
#ifndef ROSIN_MODES_SPECTRUM_H
#define ROSIN_MODES_SPECTRUM_H

#include "rosin.h"

/** Power over frequency. */
typedef struct {
  int bins;
  double width; /* Hz a bin */
  float *power; /* owned */
} rosin_spectrum;

/** Spectrum of x[n], faded out over its last tenth; -1 without memory. */
int rosin_spectrum_make(const double *x, int n, double rate, rosin_spectrum *spectrum);
void rosin_spectrum_free(rosin_spectrum *spectrum);
/** Power (dB) between two frequencies: all of it, or its highest bin. */
double rosin_spectrum_sum(const rosin_spectrum *spectrum, double low, double high);
double rosin_spectrum_peak(const rosin_spectrum *spectrum, double low, double high);
/** Mean difference, dB, of third octaves from 25 Hz on that are within 30 dB of the
 *  loudest of `a`. */
double rosin_spectrum_difference(const rosin_spectrum *a, const rosin_spectrum *b);

/** Energies, as sums of squares of x[n], of the bands between edge[0] < ... < edge[bands] (Hz) in
 *  frames of `size` samples (Hann) every size / 4, the first about x[0]: rows of `bands`, as many
 *  as rosin_spectrum_frame_count says. -1 without memory. */
int rosin_spectrum_frames(const double *x, int n, double rate, int size, const double *edge,
                          int bands, double *energy);
int rosin_spectrum_frame_count(int n, int size);

#endif
