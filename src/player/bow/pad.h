/* SPDX-License-Identifier: BSD-3-Clause */
/** What a hand on a pad means: the one place where a point of it becomes a bow. */
#ifndef ROSIN_PAD_H
#define ROSIN_PAD_H

/** A bow in a hand. */
typedef struct {
  double speed; /* m/s, its sign being the direction */
  double press; /* 0 airy to 1 dense, within what plays */
} rosin_pad_bow;

/** A point of a pad: `across` from -1 to 1, 0 being a bow at rest; `up` from 0 to 1: denser, and
 * louder by some 11 dB. At the upper corners the bow has the speed `reach` (m/s, see
 * rosin_player_reach). What lies beyond an edge is at the edge. Real-time safe. */
rosin_pad_bow rosin_pad_at(double across, double up, double reach);

#endif
