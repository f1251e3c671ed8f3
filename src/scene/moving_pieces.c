/* SPDX-License-Identifier: BSD-3-Clause */
/* What is written to as gestures, macros and ramps move: keep.h. */
#include "scene/moving_inside.h"

void rosin_moving_pieces(rosin_moving *s, rosin_kept *kept) {
  const size_t stretch = (size_t)s->stretch;
  rosin_kept_add(kept, s, sizeof *s);
  rosin_kept_add(kept, s->course, (size_t)s->courses * sizeof *s->course);
  rosin_kept_add(kept, s->values, (size_t)s->courses * stretch * sizeof *s->values);
  rosin_kept_add(kept, s->clock, 2 * stretch * sizeof *s->clock);
  rosin_kept_add(kept, s->ramp, (size_t)s->ramps * sizeof *s->ramp);
  for (int i = 0; i < s->ramps; i++)
    rosin_kept_add(kept, s->ramp[i].values, stretch * sizeof *s->ramp[i].values);
  rosin_kept_add(kept, s->drive, (size_t)s->drives * sizeof *s->drive);
  rosin_kept_add(kept, s->driven, (size_t)s->drives * stretch * sizeof *s->driven);
}
