/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The inner loops of the modal bank, one set a vector width, chosen when a bank
 * is made. Arrays are padded with zeros to a multiple of ROSIN_LANES and aligned
 * to 64 bytes.
 */
#ifndef ROSIN_MODAL_KERNEL_H
#define ROSIN_MODAL_KERNEL_H

enum { ROSIN_LANES = 8 };

/** Coefficients and state of all modes, as parallel arrays of `size`. */
typedef struct {
  int size;
  double *keep, *pull; /* free mean velocity = keep * v - pull * x */
  double *x, *v;       /* m, m/s, at the end of the last sample */
  double *mean;        /* free mean velocity of this sample */
  double period;       /* T, s */
} rosin_modes;

typedef struct {
  /** mean = keep v - pull x; returns sum(shape mean). */
  double (*predict)(rosin_modes *m, const double *shape);
  double (*dot)(const double *a, const double *b, int size);
  /** mean += gain force. */
  void (*push)(rosin_modes *m, const double *gain, double force);
  /** push with the last force, then x += T mean, v = 2 mean - v. */
  void (*advance)(rosin_modes *m, const double *gain, double force);
} rosin_modal_kernel;

/** The widest kernel this processor runs. */
const rosin_modal_kernel *rosin_modal_kernel_choose(void);

#endif
