/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/scene/turns.h"

#include <math.h>
#include <string.h>

void rosin_pd_turns_begin(rosin_pd_turns *t, rosin_pd_player *player) {
  *t = (rosin_pd_turns){.player = player};
  player->plays = 0;
  if (player->core)
    t->fullest = rosin_core_fullest(player->core);
}

int rosin_pd_turns_loops(const rosin_pd_turns *t) {
  const rosin_core *core = t->player->core;
  return core && rosin_core_get(core, rosin_core_find(core, "continuous")) >= 0.5;
}

/* Gestures begin, or stay where they do the most. */
static void move(rosin_pd_turns *t, int frame) {
  rosin_core *core = t->player->core;
  rosin_core_trigger(core, frame);
  if (t->holds)
    rosin_core_stay(core, frame, t->fullest);
}

/* What a sound drives rings on, whatever its gestures do. */
static int rings_on(const rosin_pd_player *p) {
  return p->hears && p->plays && p->rate && !p->gone;
}

/* From rest; what a decimator keeps back has passed then. */
static void begin(rosin_pd_turns *t, int holds) {
  rosin_pd_player *p = t->player;
  rosin_error error;
  t->holds = holds;
  rosin_core_reset(p->core);
  move(t, 0);
  for (int i = 0; i < t->later; i++)
    if (rosin_core_control(p->core, 0, t->control[i].name->s_name, t->control[i].value, &error) &&
        t->waits) /* nobody could say so before; not in the audio path */
      pd_error(p->owner, "%s: %s", p->class_name, error.text);
  rosin_pd_player_skip(p, rosin_core_latency(p->core));
  p->plays = 1;
  p->gone = 0;
  t->ended = t->told = t->later = t->waits = t->keyed = 0;
  t->next = ROSIN_PD_SILENCE;
}

void rosin_pd_turns_start(rosin_pd_turns *t, rosin_pd_next next) {
  rosin_pd_player *p = t->player;
  if (!p->core) {
    pd_error(p->owner, "%s: there is no scene to start", p->class_name);
    return;
  }
  t->later = 0;
  t->holds = next == ROSIN_PD_HOLD;
  t->waits = !p->rate;
  if (rings_on(p)) {
    move(t, rosin_pd_player_frame(p));
    t->ended = t->keyed = 0;
    return;
  }
  if (p->plays)
    rosin_pd_player_fade(p);
  if (t->waits || p->plays)
    t->next = next;
  else
    begin(t, t->holds);
  if (t->waits && !rosin_pd_engine_is_coming(p))
    logpost(p->owner, 2, "%s: %s begins as soon as DSP is on", p->class_name, p->name->s_name);
}

/* What a sound drives does not wait for gestures. */
void rosin_pd_turns_ready(rosin_pd_turns *t) {
  if (t->waits)
    begin(t, t->next == ROSIN_PD_HOLD);
  else if (t->player->hears)
    rosin_pd_turns_play(t);
}

void rosin_pd_turns_stop(rosin_pd_turns *t) {
  t->next = ROSIN_PD_SILENCE;
  t->holds = t->later = t->waits = 0;
  if (rings_on(t->player)) {
    rosin_core_stay(t->player->core, rosin_pd_player_frame(t->player), (double)INFINITY);
    rosin_core_let_go(t->player->core, rosin_pd_player_frame(t->player));
  } else if (t->player->plays) {
    rosin_pd_player_fade(t->player);
  }
}

void rosin_pd_turns_hold(rosin_pd_turns *t, int holds) {
  rosin_pd_player *p = t->player;
  const int sounds = p->plays && !p->gone;
  if (!sounds && holds) {
    rosin_pd_turns_start(t, ROSIN_PD_HOLD);
    return;
  }
  t->holds = 0;
  if (t->next == ROSIN_PD_HOLD)
    t->next = ROSIN_PD_START;
  if (!sounds)
    return;
  t->holds = holds;
  rosin_core_stay(p->core, rosin_pd_player_frame(p), holds ? 0 : (double)INFINITY);
}

/* Keys do not wait for gestures. */
void rosin_pd_turns_play(rosin_pd_turns *t) {
  rosin_pd_player *p = t->player;
  if (p->plays)
    return;
  p->gone = 0;
  p->plays = t->keyed = 1;
}

static int keys_sound(const rosin_core *core) {
  const rosin_keyboard *keys = rosin_core_keys(core);
  return keys && !rosin_keyboard_rest(keys);
}

void rosin_pd_turns_step(rosin_pd_turns *t) {
  rosin_pd_player *p = t->player;
  if (!p->plays)
    return;
  if (p->gone >= ROSIN_PD_FADE) {
    p->plays = p->gone = 0;
    if (t->next != ROSIN_PD_SILENCE)
      begin(t, t->next == ROSIN_PD_HOLD);
  } else if (!p->gone && !p->hears && !rosin_pd_turns_loops(t) && !keys_sound(p->core) &&
             rosin_core_at(p->core) >= rosin_core_duration(p->core)) {
    rosin_pd_player_fade(p);
    t->ended = 1;
  }
}

void rosin_pd_turns_swapped(rosin_pd_turns *t) {
  if (t->player->plays && !t->keyed)
    move(t, 0);
}

void rosin_pd_turns_renewed(rosin_pd_turns *t) {
  rosin_pd_player *p = t->player;
  const int goes_on = p->plays && !t->keyed && (!p->gone || t->next != ROSIN_PD_SILENCE);
  p->gone = 0;
  p->plays = t->keyed;
  if (!goes_on)
    return;
  t->waits = !p->rate;
  t->next = t->holds ? ROSIN_PD_HOLD : ROSIN_PD_START;
  if (p->rate)
    begin(t, t->holds);
}

/* For what begins when the fade is over; the last value of each counts. 0, or -1 after an error in
 * Pd's window. */
static int keep(rosin_pd_turns *t, t_symbol *name, double value) {
  int i = 0;
  while (i < t->later && t->control[i].name != name)
    i++;
  if (i == ROSIN_PD_LATER) {
    pd_error(t->player->owner, "%s: %s is not set: %d controls wait for the beginning already",
             t->player->class_name, name->s_name, ROSIN_PD_LATER);
    return -1;
  }
  t->later += i == t->later;
  t->control[i].name = name;
  t->control[i].value = value;
  return 0;
}

/* What was said to a scene that is silent, and is not heard now. */
static void answer_silent(rosin_pd_turns *t, const char *name, int kept) {
  rosin_pd_player *p = t->player;
  if (!kept)
    pd_error(p->owner, "%s: %s: nothing sounds that it could move; first [start( or [hold 1(",
             p->class_name, name);
  else if (t->ended && !t->told++)
    logpost(p->owner, 2, "%s: %s has ended: silent; try [start(, [loop 1( or [hold 1(",
            p->class_name, p->name->s_name);
}

int rosin_pd_turns_set(rosin_pd_turns *t, t_symbol *name, double value) {
  rosin_pd_player *p = t->player;
  rosin_error error;
  const int is_parameter = rosin_core_find(p->core, name->s_name) >= 0;
  if (!is_parameter && t->waits) /* who knows its controls? */
    return keep(t, name, value);
  if (rosin_core_control(p->core, rosin_pd_player_frame(p), name->s_name, value, &error)) {
    pd_error(p->owner, "%s: %s", p->class_name, error.text);
    return -1;
  }
  if (!is_parameter && p->gone && t->next != ROSIN_PD_SILENCE)
    return keep(t, name, value);
  if (!p->plays || p->gone)
    answer_silent(t, name->s_name, is_parameter);
  return 0;
}
