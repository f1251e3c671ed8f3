/* SPDX-License-Identifier: BSD-3-Clause */
/* Which mode swings under a hand, and what it asks. While it rests on the hand and slips once a
 * period it swings at about the hand's speed v, against which it moves by 0 to 2 v. Friction that
 * falls by d of the load N between these gives it some N d v / pi, and its loss takes m a v^2, at
 * an amplitude that decays by a: N = pi m a v / d at least. At N d = m w v what friction throws
 * is what the mode itself moves: above, it is held for longer than it swings. */
#include "maths/maths.h"
#include "modal/bank.h"
#include "pi.h"

static double decay_of(const rosin_mode *mode, double hertz) {
  if (mode->q > 0)
    return pi * hertz / mode->q;
  return mode->t60 > 0 ? rosin_log(1000.0) / mode->t60 : 0;
}

int rosin_bank_rubbed(rosin_body *body, double position, rosin_rubbed *rubbed) {
  rosin_bank *b = (rosin_bank *)body;
  static const double heard = 16; /* Hz: what is slower sways */
  const double size = b->moved.size / b->made.size;
  double ease = 0;
  rosin_shape_at(&b->shapes, position, b->sum);
  for (int l = 0; l < b->shapes.modes; l++) {
    const rosin_mode *mode = &b->mode[l];
    const double hertz = b->pitched[l] > 0 ? b->pitched[l] : mode->frequency;
    const double mass = mode->mass * size * size * size, moves = b->sum[l] * b->sum[l];
    const double loss = mass * (decay_of(mode, hertz) + 1e-3);
    if (hertz < heard || moves <= ease * loss)
      continue;
    ease = moves / loss;
    *rubbed = (rosin_rubbed){.least = pi * loss / moves,
                             .greatest = mass * 2 * pi * hertz / moves,
                             .slip = 2,
                             .hertz = hertz};
  }
  return ease > 0;
}
