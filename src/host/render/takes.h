/* SPDX-License-Identifier: BSD-3-Clause */
/** Notes that play an effect, on their way into its core: each a take (core/takes.h). */
#ifndef ROSIN_RENDER_TAKES_H
#define ROSIN_RENDER_TAKES_H

#include "core/core.h"

typedef struct {
  const rosin_player_score_t *score; /* [count], by time; borrowed */
  int count, next;
  double rate;  /* Hz */
  long long at; /* frames that the core has been told of */
} rosin_render_takes;

/** Tell the core what happens in its next `frames`, just before they are made. */
void rosin_render_takes_ahead(rosin_render_takes *takes, rosin_core *core, int frames);

#endif
