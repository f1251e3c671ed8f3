/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/sequencer/hand.h"
#include "maths/maths.h"

#include <string.h>

void rosin_hand_open(rosin_hand *h, const rosin_model *m, const rosin_targets *targets) {
  *h = (rosin_hand){.target = targets->target,
                    .force = -1,
                    .velocity = -1,
                    .position = -1,
                    .finger = -1,
                    .weight = 0.5,
                    .expression = 0.5};
  if (!m->contacts)
    return;
  const rosin_model_contact *c = &m->contact[0];
  h->force = rosin_targets_of(targets, c->name, "force");
  h->velocity = rosin_targets_of(targets, c->name, "velocity");
  h->position = rosin_targets_of(targets, c->name, "position");
  const rosin_model_body *string = rosin_model_string_of(m, c);
  if (!string)
    return;
  h->finger = rosin_targets_of(targets, c->b, "finger");
  h->open = string->string.frequency;
}

static double clip(double x) {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* The key's pitch, by octaves into what the string can sound: from open upwards. */
static double pitch(const rosin_hand *h) {
  double f = 440 * rosin_exp2((h->key[h->keys - 1] + h->bend - 69) / 12);
  for (int i = 0; i < 10 && f < 0.999 * h->open; i++)
    f *= 2;
  for (int i = 0; i < 10 && f > 4 * h->open; i++)
    f /= 2;
  return f < h->open ? h->open : f;
}

static void forget(rosin_hand *h, double key) {
  int kept = 0;
  for (int i = 0; i < h->keys; i++)
    if (h->key[i] != key)
      h->key[kept++] = h->key[i];
  h->keys = kept;
}

static void hold(rosin_hand *h, double key) {
  forget(h, key);
  if (h->keys == ROSIN_HAND_KEYS) {
    memmove(h->key, h->key + 1, (ROSIN_HAND_KEYS - 1) * sizeof *h->key);
    h->keys--;
  }
  h->key[h->keys++] = key;
}

static int controller(rosin_hand *h, const rosin_player_event_t *e) {
  switch (e->controller) {
  case 1:
    h->weight = clip(e->value);
    return 1;
  case 2:
  case 11:
    h->expression = clip(e->value);
    return 1;
  case 120:
  case 123:
    h->keys = 0;
    return 1;
  default:
    return 0;
  }
}

static int take(rosin_hand *h, const rosin_player_event_t *e) {
  switch (e->kind) {
  case ROSIN_PLAYER_NOTE_ON:
    hold(h, e->key);
    h->strike = clip(e->value);
    return 1;
  case ROSIN_PLAYER_NOTE_OFF:
    forget(h, e->key);
    return 1;
  case ROSIN_PLAYER_BEND:
    h->bend = e->value;
    return 1;
  case ROSIN_PLAYER_PRESSURE:
    h->pressure = clip(e->value);
    return 1;
  case ROSIN_PLAYER_CONTROL:
    return controller(h, e);
  case ROSIN_PLAYER_QUIET:
    h->keys = 0;
    h->pressure = h->bend = 0;
    return 1;
  case ROSIN_PLAYER_PROGRAM:
  case ROSIN_PLAYER_TUNE:
  case ROSIN_PLAYER_TELL:
    break;
  }
  return 0;
}

void rosin_hand_event(rosin_hand *h, const rosin_player_event_t *e,
                      void (*move)(void *context, int target, double value), void *context) {
  if (e->kind == ROSIN_PLAYER_CONTROL && e->controller == 74 && h->position >= 0) {
    const rosin_target *p = &h->target[h->position];
    move(context, h->position, p->low + clip(e->value) * (p->high - p->low));
    return;
  }
  if (!take(h, e) || h->force < 0 || h->velocity < 0)
    return;
  const int on = h->keys > 0;
  /* full speed at full expression; a soft key or no pressure takes a part of it */
  const double effort = h->expression * (0.5 + 0.5 * h->strike) + 0.5 * h->pressure;
  if (on && h->finger >= 0)
    move(context, h->finger, pitch(h));
  move(context, h->velocity, on ? clip(effort) * h->target[h->velocity].high : 0);
  move(context, h->force, on ? h->weight * h->target[h->force].high : 0);
}
