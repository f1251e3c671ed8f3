/* SPDX-License-Identifier: BSD-3-Clause */
/* What happens at a frame: controls begin to glide, hands take them and give them back, gestures
 * begin again and end. */
#include "core/sequencer/inside.h"

#include <math.h>
#include <string.h>

void rosin_sequencer_apply(rosin_sequencer *l, int target, double value) {
  const rosin_target *t = &l->targets.target[target];
  if (t->player)
    rosin_player_put(l->player, t->row, value);
  else if (t->macro >= 0)
    rosin_scene_turn(l->scene, t->macro, value);
  else
    rosin_scene_hold(l->scene, t->control, value);
}

void rosin_sequencer_take_seed(rosin_sequencer *l) {
  if (l->seed >= 0)
    rosin_scene_reseed(l->scene, l->seed);
  l->seed = -1;
}

void rosin_sequencer_seed(rosin_sequencer *l, double seed) {
  l->seed = seed;
  if (!l->player)
    return;
  rosin_sequencer_take_seed(l);
  rosin_player_reseed(l->player, (unsigned long long)seed);
}

static void aim(void *context, int target, double value) {
  rosin_sequencer *l = context;
  const rosin_target *t = &l->targets.target[target];
  rosin_sequencer_glide *g = &l->glide[target];
  if (!isfinite(value))
    return;
  g->goal = fmin(fmax(value, t->row->low), t->row->high);
  g->shown = g->goal;
  if (t->player) {
    rosin_sequencer_apply(l, target, g->value = g->goal);
    return;
  }
  if (!g->moving) {
    l->moving[l->movings++] = target;
    if (!g->taken) /* from where a player or a gesture has it */
      g->value = t->macro >= 0 ? rosin_scene_macro_value(l->scene, t->macro)
                               : rosin_network_value(rosin_scene_network(l->scene), t->control);
  }
  g->moving = g->taken = 1;
}

/* The player gets a control back. */
static void give_back(rosin_sequencer *l, int target) {
  rosin_sequencer_glide *g = &l->glide[target];
  if (!g->taken)
    return;
  rosin_scene_give_back(l->scene, l->targets.target[target].control);
  g->taken = 0;
  g->shown = l->targets.target[target].rest;
}

/* 1 if a hand presses the contact of this target, or one on its string. */
static int pressed(const rosin_sequencer *l, const rosin_target *t) {
  const rosin_model *m = rosin_scene_model(l->scene);
  for (int i = 0; i < l->forces; i++) {
    const int contact = l->targets.target[l->force[i]].contact;
    const rosin_sequencer_glide *g = &l->glide[l->force[i]];
    if (!g->taken || g->goal <= 0)
      continue;
    const char *string = m->contact[contact].b;
    const size_t length = strlen(string);
    if (contact == t->contact || (strncmp(t->name, string, length) == 0 && t->name[length] == '.'))
      return 1;
  }
  return 0;
}

/* A note has the player take everything that no hand presses; quiet takes all. */
static void free_hands(rosin_sequencer *l, int all) {
  for (int i = 0; i < l->targets.count; i++)
    if (l->glide[i].taken && (all || !pressed(l, &l->targets.target[i])))
      give_back(l, i);
}

static void have_played(rosin_sequencer *l, const rosin_player_event_t *e) {
  if (e->kind == ROSIN_PLAYER_NOTE_ON || e->kind == ROSIN_PLAYER_QUIET)
    free_hands(l, e->kind == ROSIN_PLAYER_QUIET);
  rosin_player_event(l->player, e);
  if (e->kind != ROSIN_PLAYER_NOTE_ON && e->kind != ROSIN_PLAYER_CONTROL)
    return;
  for (int i = 0; i < l->targets.count; i++) /* controllers and key-switches move what is shown */
    if (l->targets.target[i].player)
      l->glide[i].shown = rosin_player_at(l->player, l->targets.target[i].row);
}

static void end(rosin_sequencer *l) {
  rosin_scene_end(l->scene);
  l->ended = 1;
}

void rosin_sequencer_begin_again(rosin_sequencer *l) {
  rosin_sequencer_take_seed(l);
  rosin_scene_again(l->scene);
  l->since = l->made;
  l->idle = l->ended = 0;
  for (int i = 0; i < l->targets.count; i++)
    if (l->glide[i].taken && l->targets.target[i].control >= 0)
      rosin_sequencer_apply(l, i, l->glide[i].value);
}

void rosin_sequencer_turn(rosin_sequencer *l) {
  const long long over = l->made - l->since - rosin_scene_stayed(l->scene);
  if (l->ended)
    return;
  if (l->turn && over >= l->turn)
    rosin_sequencer_begin_again(l);
  else if (l->waits && !l->turn && !l->idle && over >= l->whole &&
           isinf(rosin_scene_ends(l->scene)))
    end(l);
}

/* To whoever plays, or listens, or else the hand. */
static void tell_player(rosin_sequencer *l, const rosin_player_event_t *e) {
  if (l->player)
    have_played(l, e);
  else if (l->listener)
    l->listener(l->listener_context, l->frame, e);
  else
    rosin_hand_event(&l->hand, e, aim, l);
}

void rosin_sequencer_happen(rosin_sequencer *l, const rosin_event *e) {
  l->happened++;
  if (l->witness)
    l->witness(l->witness_context, l->frame, e);
  if (e->target >= 0 && e->target < l->targets.count)
    aim(l, e->target, e->value);
  else if (e->target == ROSIN_EVENT_AGAIN)
    rosin_sequencer_begin_again(l);
  else if (e->target == ROSIN_EVENT_SEED && isfinite(e->value))
    rosin_sequencer_seed(l, e->value);
  else if (e->target == ROSIN_EVENT_TRANSPOSE)
    rosin_scene_transpose(l->scene, l->transposed = e->value);
  else if (e->target == ROSIN_EVENT_STAY)
    rosin_scene_stay(l->scene, e->value);
  else if (e->target == ROSIN_EVENT_END && (e->value != 0 || !l->turn))
    end(l);
  else if (e->target == ROSIN_EVENT_BOW && l->player)
    rosin_player_bow(l->player, e->player.controller, e->value, e->player.value);
  else if (e->target == ROSIN_EVENT_PLAYER)
    tell_player(l, &e->player);
}

void rosin_sequencer_hush(rosin_sequencer *l) {
  const rosin_event quiet = {.target = ROSIN_EVENT_PLAYER, .player = {.kind = ROSIN_PLAYER_QUIET}};
  l->hush = -1;
  if (l->waits)
    end(l);
  else
    rosin_sequencer_happen(l, &quiet);
}

void rosin_sequencer_glide_on(rosin_sequencer *l) {
  int still = 0;
  for (int i = 0; i < l->movings; i++) {
    rosin_sequencer_glide *g = &l->glide[l->moving[i]];
    const rosin_target *t = &l->targets.target[l->moving[i]];
    if (!g->taken) { /* given back on the way */
      g->moving = 0;
      continue;
    }
    g->value += l->step * (g->goal - g->value);
    if (fabs(g->goal - g->value) <= 1e-5 * (t->high - t->low)) {
      g->value = g->goal;
      g->moving = 0;
    } else {
      l->moving[still++] = l->moving[i];
    }
    rosin_sequencer_apply(l, (int)(t - l->targets.target), g->value);
  }
  l->movings = still;
}
