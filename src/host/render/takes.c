/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/render/takes.h"

#include <math.h>

void rosin_render_takes_ahead(rosin_render_takes *t, rosin_core *core, int frames) {
  while (t->next < t->count) {
    const rosin_player_score_t *s = &t->score[t->next];
    const long long frame = llround(s->time * t->rate) - t->at;
    if (frame >= frames)
      break;
    rosin_core_play(core, frame > 0 ? (int)frame : 0, &s->event);
    t->next++;
  }
  t->at += frames;
}
