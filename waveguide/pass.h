/* SPDX-License-Identifier: BSD-3-Clause */
/** A string's way through a sample: one text (pass_text.h), compiled for vectors of two doubles,
 * which every processor has, and of four (AVX2). All widths give the same bits. */
#ifndef ROSIN_PASS_H
#define ROSIN_PASS_H

#include "waveguide/string.h"

/* The operations of resonator.h that run each sample. Real-time safe. */
void rosin_string_predict_two(rosin_body *body, double *free_velocity);
void rosin_string_commit_two(rosin_body *body, const double *force);
#ifdef ROSIN_HAS_FOUR
void rosin_string_predict_four(rosin_body *body, double *free_velocity);
void rosin_string_commit_four(rosin_body *body, const double *force);
#endif

/** Doubles in a vector of strings that are made now: 2 or 4. Thread-safe. */
int rosin_string_width(void);
/** For tests and benchmarks: of strings made from now on in this process; 0: as it was at the
 * start. 0, or -1 if this processor or build has it not; then nothing changes. Thread-safe. */
int rosin_string_take_width(int width);

/* advance.c: what the passes leave to it */

/** Forget a loop's wave where it has faded away. */
void rosin_loop_doze_off(rosin_loop *loop);
/** The tail is at its end: begin anew at the other. */
void rosin_loop_slide_tail(rosin_loop *loop);

#endif
