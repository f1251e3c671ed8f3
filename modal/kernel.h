/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The inner loops of the modal bank, one set a vector width, chosen when a bank
 * is made. Arrays are padded with zeros to a multiple of ROSIN_LANES and aligned
 * to 64 bytes. All sets give the same bits: they add in the same order, eight
 * partial sums, whatever number of them one vector holds.
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

/** How wide the vectors are. */
typedef enum {
  ROSIN_VECTOR_NONE,   /* scalars: the reference of the others */
  ROSIN_VECTOR_SSE2,   /* 2 doubles, what every x86-64 and aarch64 (NEON) has */
  ROSIN_VECTOR_AVX2,   /* 4 */
  ROSIN_VECTOR_AVX512, /* 8 */
  ROSIN_VECTOR_WIDEST  /* of these, the widest this processor runs */
} rosin_vector;

/** The kernel of a width; NULL if this processor or build has none. Thread-safe. */
const rosin_modal_kernel *rosin_modal_kernel_of(rosin_vector level);

/** For `rosin bench` and tests: banks made from now on in this process use this width
 *  (ROSIN_VECTOR_WIDEST: as it was at the start). 0, or -1 if this processor has it not;
 *  then nothing changes. Thread-safe; not for the audio path. */
int rosin_modal_vector(rosin_vector level);

/** The kernel that a bank made now uses. Thread-safe. */
const rosin_modal_kernel *rosin_modal_kernel_choose(void);

#endif
