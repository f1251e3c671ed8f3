/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A sound on its way to a body: frames of a host become forces or speeds at the engine's rate.
 *
 * It is one safety stage, whoever drives: what comes in is brought to newtons (or m/s) and no
 * further than a hand or a shaker gives; below `lowest` it falls by 6 dB an octave, as of a coil
 * that hangs in its springs, so that a constant pushes nothing away; and so many frames later than
 * it came (`delay`) it acts, however time is cut into calls: an engine makes a stretch at once, as
 * its first frame is asked for, and between frames a sinc under Kaiser's window looks ahead.
 */
#ifndef ROSIN_INTAKE_H
#define ROSIN_INTAKE_H

#include "keep.h"

enum { ROSIN_INTAKE_CALL = 256 /* frames that come in at once, at most */ };

/** How it drives. */
typedef struct {
  int rate, oversample; /* frames a second; engine samples a frame */
  int stretch;          /* engine samples that are made at once, at most 64 */
  double scale, limit;  /* N or m/s: of full scale; at most, either way */
  double lowest;        /* Hz, 0: constants pass */
} rosin_intake_plan;

typedef struct rosin_intake rosin_intake;

/** Nothing has come in. NULL without memory. */
rosin_intake *rosin_intake_new(const rosin_intake_plan *plan);
void rosin_intake_free(rosin_intake *intake); /**< NULL is allowed */
/** Frames from what comes in to what it does. Real-time safe, as all that follow. */
int rosin_intake_delay(const rosin_intake *intake);
/** Nothing has come in, and time begins. */
void rosin_intake_reset(rosin_intake *intake);
/** The next frames (up to ROSIN_INTAKE_CALL), finite ones; NULL: silence. */
void rosin_intake_hear(rosin_intake *intake, const float *in, int frames);
/** What the next engine samples are driven with: 1; or 0: with nothing, whatever is written. A
 * frame has come in by the time that its engine samples less the delay are asked for. */
int rosin_intake_drive(rosin_intake *intake, int samples, double *values);
/** Before anything has come in: what has come into another in the last frames has come into this
 *  one, of the same plan or another's scale. */
void rosin_intake_carry(rosin_intake *intake, const rosin_intake *from);
/** List what it writes to. */
void rosin_intake_pieces(rosin_intake *intake, rosin_kept *kept);

#endif
