/* SPDX-License-Identifier: BSD-3-Clause */
/* What hosts say of single notes, by their id, channel and key: one of a double stop bends, swells
 * or ends, the other goes on. */
#include "player/course/pedals.h"
#include "player/play/notes.h"

#include <math.h>

static int is_meant(const rosin_course *c, const rosin_player_event_t *e) {
  return c->held && (e->note < 0 || e->note == c->note || (c->note < 0 && e->key >= 0)) &&
         (e->key < 0 || e->key == c->key) && (e->channel < 0 || e->channel == c->channel);
}

/* What no table maps swells the dynamics, as a channel's pressure does. */
static void press(const rosin_player *p, rosin_course *c, double value) {
  if (rosin_controls_move(rosin_player_controls(p), ROSIN_AFTERTOUCH, value, &c->own))
    return;
  c->own.pressure = value;
  c->own.pressed = 1;
}

static void tell(rosin_player *p, rosin_course *c, const rosin_player_event_t *e) {
  const double share = fmin(fmax(e->value, 0), 1);
  switch (e->kind) {
  case ROSIN_PLAYER_NOTE_OFF:
    rosin_player_key_up(p, c);
    break;
  case ROSIN_PLAYER_BEND:
    c->own.bend = fmin(fmax(e->value, -96), 96);
    rosin_player_retune(p, c->channel & 15);
    break;
  case ROSIN_PLAYER_PRESSURE:
    press(p, c, share);
    break;
  case ROSIN_PLAYER_CONTROL:
    rosin_controls_move(rosin_player_controls(p), e->controller, share, &c->own);
    break;
  default:
    break;
  }
}

void rosin_player_single(rosin_player *p, const rosin_player_event_t *e) {
  for (int i = 0; i < p->courses; i++)
    if (is_meant(&p->course[i], e))
      tell(p, &p->course[i], e);
}
