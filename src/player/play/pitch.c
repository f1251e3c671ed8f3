/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/play/pitch.h"
#include "maths/maths.h"
#include "player/left/marks.h"

#include <math.h>

/* Seconds that a slide takes at most in a hand that was planned: the next finger of a hand that
 * stays falls, and what shifts is there before a third of the note is over. 0: as long as the
 * portamento. */
static double slide_of(const rosin_player *p, const rosin_course *c,
                       const rosin_player_event_t *e) {
  static const double falls = 0.008;
  const int place = rosin_marks_place(e->controller);
  if (!place || !p->place)
    return 0;
  const int way = place - p->place;
  return way >= -1 && way <= 1 ? falls : c->length / 3;
}

/* Where the pitch comes from: in a line that stays on its string, from the note before, with what
 * the ear has found; else it is there at once. Before anything of that note is forgotten. */
void rosin_pitch_take(const rosin_player *p, rosin_course *c, int goes_on,
                      const rosin_player_event_t *e) {
  c->hushed = 0; /* it may fall */
  c->glide_from = goes_on ? rosin_player_gliding(p, c) : 0;
  c->glide_began = goes_on ? p->now : p->now - 100;
  c->slide = goes_on ? slide_of(p, c, e) : 0;
  c->corrected = goes_on ? c->corrected : 0;
}

/* A note that is played again has its pitch already. */
void rosin_pitch_stay(const rosin_player *p, rosin_course *c) {
  c->scoops = 0;
  c->glide_began = p->now - 100;
}

/* A scoop comes from below, in a time of its own. */
void rosin_pitch_scoop(const rosin_player *p, rosin_course *c) {
  static const double takes = 0.14; /* s */
  const double semitones = ROSIN_TOLD(p, c, scoop);
  c->scoops = 0;
  if (semitones <= 0 || c->partial > 1)
    return;
  c->scoops = takes;
  c->glide_from = rosin_log2(c->wanted) - semitones / 12;
  c->glide_began = p->now;
}
