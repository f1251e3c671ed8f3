/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/course/pedals.h"

void rosin_player_let_go(const rosin_player *p, rosin_course *c) {
  if (!c->sounding || !c->held)
    return;
  c->held = c->keyed = c->kept = 0;
  c->ended = p->now;
}

void rosin_player_key_up(rosin_player *p, rosin_course *c) {
  c->keyed = 0;
  if (!c->kept && !p->channel[c->channel & 15].sustain)
    rosin_player_let_go(p, c);
}

void rosin_player_pedals(rosin_player *p, int channel) {
  const rosin_channel *told = &p->channel[channel];
  for (int i = 0; i < p->courses; i++) {
    rosin_course *c = &p->course[i];
    if (!c->held || (c->channel & 15) != channel)
      continue;
    if (!told->sostenuto)
      c->kept = 0;
    if (!c->keyed && !c->kept && !told->sustain)
      rosin_player_let_go(p, c);
  }
}

void rosin_player_sostenuto(rosin_player *p, int channel) {
  for (int i = 0; i < p->courses; i++)
    if ((p->course[i].channel & 15) == channel && p->course[i].keyed)
      p->course[i].kept = 1;
}
