/* SPDX-License-Identifier: BSD-3-Clause */
/** Mode shapes: the signed weight of each mode at a position. */
#ifndef ROSIN_MODAL_SHAPE_H
#define ROSIN_MODAL_SHAPE_H

#include "rosin.h"

/** A shape with its points; arrays are owned by whoever made it. */
typedef struct {
  rosin_shape kind;
  int modes, points;
  const double *position; /* [points] */
  const double *weight;   /* TABLE: [points * modes] */
  const int *order;       /* RING: [modes], or NULL */
} rosin_shapes;

/** Write weight[modes] at `position`; returns the position after clamping
 *  (TABLE: first to last point; SINE: 0..1; RING: any, in turns). Real-time safe. */
double rosin_shape_at(const rosin_shapes *shapes, double position, double *weight);

#endif
