/* SPDX-License-Identifier: BSD-3-Clause */
/* Notes, pedals and controllers as they come. */
#include "keys/inside.h"

#include <math.h>

const rosin_controls *rosin_keyboard_controls(const rosin_keyboard *keys) {
  return keys->controls ? keys->controls : rosin_controls_ready((int)(keys->s.controls + 0.5));
}

int rosin_keyboard_heed(const rosin_keyboard *keys, int number) {
  rosin_channel any;
  rosin_channel_start(&any);
  return number == 120 || number == 123 || rosin_channel_control(&any, number, 0) ||
         rosin_controls_move(rosin_keyboard_controls(keys), number, 0, &any);
}

static void let_go(rosin_key *k) {
  k->held = k->keyed = k->kept = 0;
}

/* A pedal keeps dampers up, where there are any, and else the hand where it is. */
static void key_up(const rosin_keyboard *keys, rosin_key *k) {
  k->keyed = 0;
  if (k->damper >= 0)
    k->held = 0;
  else if (!k->kept && !keys->channel[k->channel & 15].sustain)
    let_go(k);
}

static void pedals(rosin_keyboard *keys, int channel) {
  const rosin_channel *told = &keys->channel[channel];
  for (int i = 0; i < keys->keys; i++) {
    rosin_key *k = &keys->key[i];
    if ((k->channel & 15) != channel)
      continue;
    k->kept &= told->sostenuto;
    if (k->held && !k->keyed && !k->kept && !told->sustain)
      let_go(k);
  }
}

static void control(rosin_keyboard *keys, int channel, int number, double value) {
  rosin_channel *told = &keys->channel[channel];
  const int was = told->sostenuto;
  if (!rosin_channel_control(told, number, value))
    rosin_controls_move(rosin_keyboard_controls(keys), number, value, told);
  for (int i = 0; told->sostenuto && !was && i < keys->keys; i++)
    keys->key[i].kept |= keys->key[i].keyed && (keys->key[i].channel & 15) == channel;
  pedals(keys, channel);
}

/* What no table maps swells the dynamics. */
static void press(const rosin_keyboard *keys, rosin_channel *told, double value) {
  if (rosin_controls_move(rosin_keyboard_controls(keys), ROSIN_AFTERTOUCH, value, told))
    return;
  told->pressure = value;
  told->pressed = 1;
}

static void quiet(rosin_keyboard *keys) {
  for (int i = 0; i < keys->keys; i++)
    let_go(&keys->key[i]);
}

/* ---- which body ---------------------------------------------------------------------- */

/* Which goes when all voices are taken: what nobody holds before what is held, the quietest. */
static rosin_key *least(rosin_keyboard *keys) {
  rosin_key *found = NULL;
  for (int i = 0; i < keys->keys; i++) {
    rosin_key *k = &keys->key[i];
    if (!rosin_key_stays(k))
      continue;
    if (!found || k->held < found->held || (k->held == found->held && k->swing < found->swing))
      found = k;
  }
  return found;
}

static void make_room(rosin_keyboard *keys) {
  int count = 0;
  for (int i = 0; i < keys->keys; i++)
    count += rosin_key_stays(&keys->key[i]);
  rosin_key *k = count >= (int)keys->model->voices ? least(keys) : NULL;
  if (!k)
    return;
  let_go(k);
  k->fades = fmin(k->fades, 0.999); /* from here on, to 0 */
  k->back = 0;
}

/* The body of a key, NULL: there is none. */
static rosin_key *body_of(rosin_keyboard *keys, double key) {
  const rosin_model_keys *m = keys->model;
  if (key < m->low - 0.5 || key >= m->high + 0.5)
    return NULL;
  const int index = (int)floor(key - m->low + 0.5);
  return m->slides >= 0.5 ? keys->key : index < keys->keys ? &keys->key[index] : NULL;
}

static void leave_out(rosin_keyboard *keys, const rosin_player_event_t *e) {
  keys->missed++;
  if (keys->witness)
    keys->witness(keys->witness_context, (double)(keys->frame - keys->waits) / keys->rate, e->key,
                  e->channel & 15, e->key < keys->model->low ? ROSIN_LEFT_LOW : ROSIN_LEFT_HIGH);
}

static void note_on(rosin_keyboard *keys, const rosin_player_event_t *e) {
  rosin_channel *told = &keys->channel[e->channel & 15];
  rosin_key *k = body_of(keys, e->key);
  rosin_controls_move(rosin_keyboard_controls(keys), ROSIN_VELOCITY, fmin(e->value, 1), told);
  if (!k) {
    leave_out(keys, e);
    return;
  }
  if (!k->sounds || k->fades < 1)
    make_room(keys);
  k->back = k->sounds && k->fades < 1;
  const int slurs = keys->model->slides >= 0.5 && k->held;
  if (!k->sounds)
    rosin_channel_sides(told, k->side);
  k->channel = e->channel & 15;
  k->note = e->single ? e->note : -1;
  rosin_channel_start(&k->own);
  k->key = e->key;
  k->loudness = fmin(e->value, 1);
  k->age = slurs ? k->age : 0;
  if (!k->sounds) /* nothing of it moves: it may begin where it is meant */
    k->slide = rosin_key_way(keys, k);
  keys->sounding += !k->sounds;
  k->sounds = k->held = k->keyed = 1;
  keys->last = (int)(k - keys->key);
}

static void note_off(rosin_keyboard *keys, const rosin_player_event_t *e) {
  rosin_key *k = body_of(keys, e->key);
  if (k && k->held && k->key == e->key && k->channel == (e->channel & 15))
    key_up(keys, k);
}

/* ---- what a host says of single notes -------------------------------------------------- */

static int is_meant(const rosin_key *k, const rosin_player_event_t *e) {
  return k->held && (e->note < 0 || e->note == k->note || (k->note < 0 && e->key >= 0)) &&
         (e->key < 0 || e->key == k->key) && (e->channel < 0 || e->channel == k->channel);
}

static void tell(const rosin_keyboard *keys, rosin_key *k, const rosin_player_event_t *e) {
  const double share = fmin(fmax(e->value, 0), 1);
  if (e->kind == ROSIN_PLAYER_NOTE_OFF)
    key_up(keys, k);
  else if (e->kind == ROSIN_PLAYER_BEND)
    k->own.bend = fmin(fmax(e->value, -96), 96);
  else if (e->kind == ROSIN_PLAYER_PRESSURE)
    press(keys, &k->own, share);
  else if (e->kind == ROSIN_PLAYER_CONTROL)
    rosin_controls_move(rosin_keyboard_controls(keys), e->controller, share, &k->own);
}

static void happen(rosin_keyboard *keys, const rosin_player_event_t *e, int channel) {
  switch (e->kind) {
  case ROSIN_PLAYER_NOTE_OFF:
    note_off(keys, e);
    break;
  case ROSIN_PLAYER_BEND:
    keys->channel[channel].bend = fmin(fmax(e->value, -96), 96);
    break;
  case ROSIN_PLAYER_TUNE:
    keys->channel[channel].tune = fmin(fmax(e->value, -96), 96);
    break;
  case ROSIN_PLAYER_PRESSURE:
    press(keys, &keys->channel[channel], fmin(fmax(e->value, 0), 1));
    break;
  case ROSIN_PLAYER_CONTROL:
    control(keys, channel, e->controller, fmin(fmax(e->value, 0), 1));
    break;
  case ROSIN_PLAYER_QUIET:
    quiet(keys);
    break;
  default: /* articulations are the bow's */
    break;
  }
}

/* A row's value, of a channel or, of single ones, for all. */
static void set(rosin_keyboard *keys, const rosin_player_event_t *e) {
  const rosin_parameter *all = rosin_player_parameters();
  for (int i = 0; i <= e->controller && all[i].name; i++) {
    const double value = fmin(fmax(e->value, all[i].low), all[i].high);
    if (i == e->controller && e->single && e->channel < 0)
      rosin_keyboard_put(keys, &all[i], value);
    else if (i == e->controller)
      rosin_channel_tell(&keys->channel[e->channel & 15], all[i].offset, value);
  }
}

void rosin_keyboard_event(rosin_keyboard *keys, const rosin_player_event_t *e) {
  if (!isfinite(e->value) || !isfinite(e->key))
    return;
  keys->tuning.a4 = keys->s.a4;
  if (e->kind == ROSIN_PLAYER_TELL) {
    set(keys, e);
    keys->tuning.a4 = keys->s.a4;
  } else if (e->single && e->kind != ROSIN_PLAYER_NOTE_ON) {
    for (int i = 0; i < keys->keys; i++)
      if (is_meant(&keys->key[i], e))
        tell(keys, &keys->key[i], e);
  } else if (e->kind == ROSIN_PLAYER_NOTE_ON && e->value > 0) {
    if (e->key >= 0 && e->key <= 127)
      note_on(keys, e);
  } else if (e->kind == ROSIN_PLAYER_NOTE_ON) {
    note_off(keys, e);
  } else {
    happen(keys, e, e->channel & 15);
  }
}
