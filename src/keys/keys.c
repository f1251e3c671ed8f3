/* SPDX-License-Identifier: BSD-3-Clause */
/* What keys are made of, and what they sound like. */
#include "keys/keys.h"
#include "error.h"
#include "keys/inside.h"
#include "maths/maths.h"
#include "memory.h"
#include "pi.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double sides_take = 0.007, fade_takes = 0.03; /* s */

int rosin_keyboard_is(const rosin_scene *scene) {
  return *rosin_scene_model(scene)->keys.body != 0;
}

/* What is not of this hand stays at rest. */
static void rest_others(rosin_key *k) {
  const rosin_model *m = rosin_scene_model(k->scene);
  rosin_network *n = rosin_scene_network(k->scene);
  char name[2 * ROSIN_MODEL_NAME];
  for (int i = 0; i < m->contacts; i++) {
    const rosin_model_contact *c = &m->contact[i];
    if (strcmp(c->name, k->keys->model->contact) == 0 ||
        strcmp(c->name, k->keys->model->damper) == 0)
      continue;
    for (int v = 0; v < 2; v++) {
      snprintf(name, sizeof name, "%s.%s", c->name, v ? "velocity" : "force");
      rosin_scene_hold(k->scene, rosin_network_control(n, name), 0);
    }
  }
}

void rosin_key_lay(rosin_key *k) {
  const rosin_model_keys *m = k->keys->model;
  rosin_scene_rewind(k->scene);
  rosin_scene_ramps_begin(k->scene);
  rest_others(k);
  rosin_scene_ramp_jump(k->scene, k->force, 0);
  rosin_scene_ramp_jump(k->scene, k->velocity, 0);
  rosin_scene_ramp_jump(k->scene, k->position, m->place);
  rosin_scene_ramp_jump(k->scene, k->pitch, 1);
  if (k->damper >= 0)
    rosin_scene_ramp_jump(k->scene, k->damper, 0);
  rosin_scene_remake(k->scene, m->body);
  k->keys->sounding -= k->sounds;
  k->sounds = k->held = k->keyed = k->kept = 0;
  k->speed = k->before = k->press = k->round = k->swing = k->slide = k->waves = k->phase = 0;
  k->heard[0] = k->heard[1] = 0;
  k->fades = k->lid = 1;
  k->back = 0;
  k->side[0] = k->side[1] = 1;
}

static int take_ramp(rosin_key *k, const char *owner, const char *name, int *ramp,
                     rosin_error *error) {
  char full[2 * ROSIN_MODEL_NAME];
  snprintf(full, sizeof full, "%s.%s", owner, name);
  return (*ramp = rosin_scene_ramp_add(k->scene, full, error)) < 0 ? -1 : 0;
}

static int take_ramps(rosin_key *k, const rosin_model_keys *m, rosin_error *error) {
  k->damper = -1;
  return take_ramp(k, m->contact, "force", &k->force, error) ||
                 take_ramp(k, m->contact, "velocity", &k->velocity, error) ||
                 take_ramp(k, m->contact, "position", &k->position, error) ||
                 take_ramp(k, m->body, "pitch", &k->pitch, error) ||
                 (*m->damper && take_ramp(k, m->damper, "force", &k->damper, error))
             ? -1
             : 0;
}

/* What the mode that sings is at the hand, for the force that it wants. */
static int feel(rosin_key *k, const rosin_model_keys *m, rosin_error *error) {
  rosin_rubbed rubbed;
  const rosin_model_body *b = rosin_model_body_named(rosin_scene_model(k->scene), m->body);
  const double place = b->shape == ROSIN_SHAPE_RING ? 0 : m->place; /* round a rim all are alike */
  if (!rosin_scene_rubbed(k->scene, m->body, place, &rubbed))
    return rosin_fail(error, "keys: nothing of body '%.63s' swings at place %g", m->body, m->place);
  k->mass = rubbed.greatest / (2 * pi * rubbed.hertz);
  k->decay = rubbed.least / (pi * k->mass);
  return 0;
}

static int make_key(rosin_keyboard *keys, int index, const rosin_scene *scene, rosin_error *error) {
  const rosin_model_keys *m = keys->model;
  const rosin_model *of = rosin_scene_model(scene);
  rosin_key *k = &keys->key[index];
  const double key = m->slides >= 0.5 ? m->base : m->low + index;
  const double seed = rosin_key_seed(of->seed, index);
  char signal[2 * ROSIN_MODEL_NAME];
  const char *probe = signal;
  k->keys = keys;
  k->hertz = 440 * rosin_pow(2, (key - 69) / 12);
  k->gain = m->gain * rosin_pow(2, (key - m->base) / 12 * m->tilt);
  snprintf(signal, sizeof signal, "%s.velocity", m->contact);
  k->scene = rosin_scene_key_open(scene, k->hertz, seed, keys->oversample, error);
  if (!k->scene)
    return -1;
  if (rosin_scene_probe(k->scene, 1, &probe))
    return rosin_fail(error, "out of memory for keys");
  if (rosin_scene_prepare(k->scene, (int)keys->rate, ROSIN_KEYBOARD_CELL, error) ||
      take_ramps(k, m, error) || feel(k, m, error))
    return -1;
  k->signal = rosin_scene_probe_signal(k->scene, 0);
  k->contact = rosin_scene_contact(k->scene, m->contact);
  rosin_scene_set_driver(k->scene, rosin_key_rub, k);
  return 0;
}

rosin_keyboard *rosin_keyboard_new(const rosin_scene *scene, int rate, int oversample,
                                   rosin_error *error) {
  const rosin_model *m = rosin_scene_model(scene);
  rosin_keyboard *keys = rosin_calloc(1, sizeof *keys);
  const int count = m->keys.slides >= 0.5 ? 1 : (int)(m->keys.high - m->keys.low + 1.5);
  if (!keys || !(keys->key = rosin_calloc((size_t)count, sizeof *keys->key)) ||
      !(keys->made = rosin_calloc(ROSIN_KEYBOARD_CELL * (size_t)m->channels, sizeof *keys->made))) {
    rosin_fail(error, "out of memory for keys");
    rosin_keyboard_free(keys);
    return NULL;
  }
  keys->model = &m->keys;
  keys->rate = rate;
  keys->oversample = oversample;
  keys->channels = (int)m->channels;
  rosin_tuning_equal(&keys->tuning);
  rosin_parameters_default(rosin_player_parameters(), &keys->given);
  for (; keys->keys < count; keys->keys++)
    if (make_key(keys, keys->keys, scene, error)) {
      keys->keys++;
      rosin_keyboard_free(keys);
      return NULL;
    }
  rosin_keyboard_reset(keys);
  return keys;
}

void rosin_keyboard_free(rosin_keyboard *keys) {
  if (!keys)
    return;
  for (int i = 0; keys->key && i < keys->keys; i++)
    rosin_scene_free(keys->key[i].scene);
  rosin_free(keys->key);
  rosin_free(keys->made);
  rosin_free(keys);
}

void rosin_keyboard_reset(rosin_keyboard *keys) {
  keys->s = keys->given;
  keys->chance.state = 1;
  for (int i = 0; i < ROSIN_CHANNELS; i++)
    rosin_channel_start(&keys->channel[i]);
  for (int i = 0; i < keys->keys; i++)
    rosin_key_lay(&keys->key[i]);
  keys->frame = 0;
  keys->motor = 0;
  keys->next = keys->missed = 0;
  keys->last = -1;
}

void rosin_keyboard_seed(rosin_keyboard *keys, double seed) {
  for (int i = 0; i < keys->keys; i++) {
    rosin_scene_reseed(keys->key[i].scene, rosin_key_seed(seed, i));
    if (!keys->key[i].sounds) /* its noise begins anew */
      rosin_key_lay(&keys->key[i]);
  }
}

void rosin_keyboard_wait(rosin_keyboard *keys, int frames) {
  keys->waits = frames;
}

int rosin_keyboard_sounding(const rosin_keyboard *keys) {
  return keys->sounding;
}

int rosin_keyboard_rest(const rosin_keyboard *keys) {
  return !rosin_keyboard_sounding(keys) && keys->next >= keys->scored;
}

double rosin_keyboard_tail(const rosin_keyboard *keys) {
  double slowest = INFINITY;
  for (int i = 0; i < keys->keys; i++)
    slowest = fmin(slowest, keys->key[i].decay);
  return 0.1 + rosin_log(31623) / fmax(slowest, 0.1);
}

/* ---- sound -------------------------------------------------------------------------- */

/* What the lids over a body's tube let pass as they turn together: all of it, or less. */
static double open_lid(const rosin_keyboard *keys, const rosin_key *k) {
  const double most = 50; /* cents of vibrato that are all of it */
  const double depth = keys->model->motor * fmin(ROSIN_KEY_TOLD(keys, k, vibrato) / most, 1);
  return 1 - depth * (0.5 - 0.5 * rosin_cos(2 * pi * keys->motor));
}

/* Frames of one body, with the volume and the pan of its channel. */
static void add(rosin_keyboard *keys, rosin_key *k, int frames, float *out) {
  double want[2];
  const double lid = open_lid(keys, k), dt = 1 / keys->rate, ease = dt / sides_take;
  rosin_channel_sides(&keys->channel[k->channel & 15], want);
  for (int i = 0; i < frames; i++) {
    k->lid += ease * (lid - k->lid);
    if (k->fades < 1)
      k->fades = fmin(fmax(k->fades + (k->back ? dt : -dt) / fade_takes, 0), 1);
    for (int c = 0; c < keys->channels; c++) {
      double *side = &k->side[c > 0];
      *side += c < 2 ? ease * (want[c > 0] - *side) : 0;
      out[i * keys->channels + c] +=
          (float)(k->gain * k->fades * k->lid * *side * (double)keys->made[i * keys->channels + c]);
    }
  }
}

void rosin_keyboard_run(rosin_keyboard *keys, int frames, float *out) {
  const double now = (double)(keys->frame - keys->waits);
  while (keys->next < keys->scored && keys->score[keys->next].time * keys->rate < now + 0.5)
    rosin_keyboard_event(keys, &keys->score[keys->next++].event);
  keys->motor += keys->s.vibrato_rate * frames / keys->rate;
  keys->motor -= floor(keys->motor);
  for (int i = 0; keys->sounding && i < keys->keys; i++) { /* as a rule none does */
    rosin_key *k = &keys->key[i];
    if (!k->sounds)
      continue;
    rosin_scene_process(k->scene, frames, keys->made);
    add(keys, k, frames, out);
    k->back = k->back && k->fades < 1;
    if (k->fades <= 0 || (!k->held && rosin_scene_rests(k->scene)))
      rosin_key_lay(k);
  }
  keys->frame += frames;
}
