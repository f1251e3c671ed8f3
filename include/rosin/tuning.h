/* SPDX-License-Identifier: BSD-3-Clause */
/** From keys to Hz: A4, offsets a note of the octave, or a Scala scale. */
#ifndef ROSIN_PUBLIC_TUNING_H
#define ROSIN_PUBLIC_TUNING_H

#include "base.h" /* beside this one, here and where both are installed */

enum { ROSIN_TUNING_STEPS = 128, ROSIN_TUNING_NAME = 16 };

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** Keys count from 60 (middle C), where the scale begins; key 69 of the equal scale is
 *  A4, and `a4` moves everything. */
typedef struct {
  double a4; /* Hz */
  int steps; /* of the scale; 12 with cents 100, 200, ... is equal temperament */
  double cents[ROSIN_TUNING_STEPS]; /* of steps 1 ... steps above the first; the last is the
                                       interval of repetition */
} rosin_tuning;

/** Twelve equal steps of 100 cents, A4 = 440 Hz. Real-time safe. */
void rosin_tuning_equal(rosin_tuning *tuning);
/** Read a scale of 1 ... ROSIN_TUNING_STEPS steps in Scala's .scl format: 0, or -1 and an error
 * with the line, and the tuning is as it was. `a4` stays. Not real-time safe: it reads a file. */
int rosin_tuning_scala(rosin_tuning *tuning, const char *path, rosin_error *error);
/** Hz of a key, > 0 for every finite one, fractions between neighbours. Real-time safe. */
double rosin_tuning_hertz(const rosin_tuning *tuning, double key);
/** Name of the nearest key in equal temperament, as "C#4" (60), and how many cents above it this
 *  is; "" where there is none (keys 0 to 127). Real-time safe. */
void rosin_tuning_name(double hertz, double a4, char name[ROSIN_TUNING_NAME], double *cents);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
