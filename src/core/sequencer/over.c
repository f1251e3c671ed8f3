/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene of other bodies goes on where one that is played is. */
#include "core/sequencer/inside.h"

/* Hands hold what they held, and move what they moved. */
static void take_hands(rosin_sequencer *l, const rosin_sequencer *from) {
  const rosin_hand own = l->hand;
  l->hand = from->hand;
  l->hand.target = own.target;
  l->hand.open = own.open;
  l->movings = from->movings;
  for (int i = 0; i < from->movings; i++)
    l->moving[i] = from->moving[i];
  for (int i = 0; i < l->targets.count; i++) {
    rosin_sequencer_glide *g = &l->glide[i];
    const rosin_sequencer_glide *f = &from->glide[i];
    g->value = f->value;
    g->goal = f->goal;
    g->moving = f->moving;
    g->taken = f->taken;
    g->shown = f->shown;
    if (g->taken)
      rosin_sequencer_apply(l, i, g->value);
  }
}

static int is_alike(const rosin_sequencer *l, const rosin_sequencer *from) {
  int alike = l->targets.count == from->targets.count && l->oversample == from->oversample;
  for (int i = 0; alike && i < l->targets.count; i++)
    alike = l->targets.target[i].row == from->targets.target[i].row ||
            l->targets.target[i].macro >= 0; /* whose rows each scene has of its own */
  return alike;
}

static void go_on(rosin_sequencer *l, const rosin_sequencer *from) {
  const long long heard = from->frame * from->oversample, ahead = from->made - heard;
  const int sounds = !from->idle && !from->ended, alike = is_alike(l, from);
  l->turn = from->turn ? l->whole : 0;
  l->waits = from->waits;
  l->idle = from->idle;
  l->ended = from->ended;
  l->seed = from->seed;
  if (from->transposed != 1)
    rosin_scene_transpose(l->scene, l->transposed = from->transposed);
  l->hush = from->hush < 0 ? -1 : l->frame + from->hush - from->frame;
  l->since = l->made + from->since - heard;
  if (alike)
    take_hands(l, from);
  if (rosin_scene_carry(l->scene, from->scene, ahead > 0 ? ahead : 0) == 0 && alike)
    return;
  if (sounds)
    rosin_sequencer_begin_again(l);
  else
    l->idle = l->waits;
}

int rosin_sequencer_give(rosin_sequencer *l, long long *frame, rosin_event *event) {
  *frame = rosin_agenda_first(&l->agenda);
  return *frame >= 0 && rosin_agenda_take(&l->agenda, *frame, event);
}

void rosin_sequencer_take_over(rosin_sequencer *l, rosin_sequencer *from) {
  rosin_event e;
  long long frame;
  /* what is meant for later has room here as it had there, whatever comes before it */
  while (rosin_sequencer_give(from, &frame, &e))
    rosin_sequencer_admit(l, l->frame + frame - from->frame, &e, ROSIN_SEQUENCER_PENDING);
  if (!l->player && !from->player)
    go_on(l, from);
}
