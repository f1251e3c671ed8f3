/* SPDX-License-Identifier: BSD-3-Clause */
/** The spectral part of a meter: frames of some 90 ms, half over each other. */
#ifndef ROSIN_FEATURES_SPECTRA_H
#define ROSIN_FEATURES_SPECTRA_H

typedef struct rosin_spectra rosin_spectra;

rosin_spectra *rosin_spectra_new(double rate); /**< NULL without memory */
/** The next sample; 0, or -1 without memory. */
int rosin_spectra_add(rosin_spectra *spectra, double sample);
/** Centroid (Hz) of all frames; NaN of silence. */
double rosin_spectra_centroid(const rosin_spectra *spectra);
/** Median pitch, or NaN if most of the sound has none: 0, or -1 without memory. */
int rosin_spectra_pitch(rosin_spectra *spectra, double *pitch);
void rosin_spectra_free(rosin_spectra *spectra); /**< NULL is allowed */

#endif
