/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The inner loops of the modal bank, one set a vector width, chosen when a bank
 * is made. Arrays are padded with zeros to a multiple of ROSIN_LANES and aligned
 * to 64 bytes. All sets give the same bits: they add in the same order, eight
 * partial sums, whatever number of them one vector holds.
 */
#ifndef ROSIN_MODAL_KERNEL_H
#define ROSIN_MODAL_KERNEL_H

enum {
  ROSIN_LANES = 8,
  ROSIN_EARS = 4 /* places that are heard in the pass that moves the modes, at most */
};

/** Coefficients and state of all modes, as parallel arrays of `size`. All is in each mode's own
 *  scale, in which a force moves it by the same weight by which it is heard at a port: x is its
 *  displacement over T, v half its velocity, both over the root of its mobility. With the mean
 *  velocity w over a sample, x grows by w and v becomes w - v. */
typedef struct {
  int size;
  double *keep, *pull; /* free mean velocity = keep * v - pull * x */
  double *x, *v;       /* at the end of the last sample */
  double *mean;        /* free mean velocity of this sample */
} rosin_modes;

typedef struct {
  /** mean = keep v - pull x; returns sum(shape mean). */
  double (*predict)(rosin_modes *m, const double *shape);
  double (*dot)(const double *a, const double *b, int size);
  /** mean += shape force. */
  void (*push)(rosin_modes *m, const double *shape, double force);
  /** push with the last force, then to the sample's end. */
  void (*advance)(rosin_modes *m, const double *shape, double force);
  /** advance, then heard[p] = dot(at[p], v) of 1 to ROSIN_EARS places, in the same pass. */
  void (*advance_heard)(rosin_modes *m, const double *shape, double force, const double *const *at,
                        int places, double *heard);
  /** All in one pass, a sample ahead: what `force` did at `pushed` in the last sample, then to
   *  the end of this one as if no force acted in it; returns sum(shape w), w the free mean
   *  velocity of the next. */
  double (*ahead)(rosin_modes *m, const double *pushed, double force, const double *shape);
  /** The same with a second force, `more` at `also`; mean = w, for other shapes to be heard. */
  double (*ahead_wide)(rosin_modes *m, const double *pushed, double force, const double *also,
                       double more, const double *shape);
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
