/* SPDX-License-Identifier: BSD-3-Clause */
/* The hand that rubs: how fast, how hard and where.
 *
 * A mode of mass M at the hand that swings by A (m/s), and decays by a, takes from friction of
 * coefficient mu against a hand of speed V
 *   dA/dt = N <mu(V - A cos t) cos t> / M - a A
 * in the mean over a period (the balance of power in a period, as of any oscillator that grows
 * slowly). So the force that makes it grow by a rate r is N = M (a + r) A / <mu cos t>; whoever
 * assists presses so: at first with the rate that brings it to its swing in the time that the
 * velocity asks for, and as it comes there with what holds it. */
#include "keys/inside.h"
#include "maths/maths.h"
#include "pi.h"

#include <math.h>

static const double lands = 0.006, lifts = 0.025; /* s, that a hand takes to press and to lift */
static const double swings = 0.9;                 /* of a note that stands, a share of the speed */
static const double stands = 0.8;                 /* of that, from where on it is not hurried */
static const double stir = 1e-3; /* share of the speed, of what a hand has just met */
static const double hurry = 0.2; /* of the time, that a note has at least however late it is */

double rosin_key_wanted(const rosin_keyboard *keys, const rosin_key *k) {
  const rosin_channel *told = &keys->channel[k->channel & 15];
  return rosin_tuning_hertz(&keys->tuning, k->key + told->tune) *
         rosin_pow(2, (told->bend + k->own.bend) / 12);
}

/* A body of its own goes an octave either way, beyond which it would ring for minutes, or burst. */
double rosin_key_way(const rosin_keyboard *keys, const rosin_key *k) {
  const double way = rosin_log2(rosin_key_wanted(keys, k) / k->hertz);
  return keys->model->slides >= 0.5 ? way : fmin(fmax(way, -1), 1);
}

/* 0...1, of velocity, dynamics and pressure. */
static double loudness(const rosin_keyboard *keys, const rosin_key *k) {
  const rosin_channel *told = k->own.pressed ? &k->own : &keys->channel[k->channel & 15];
  const double x = k->loudness + ROSIN_KEY_TOLD(keys, k, dynamics) - 0.55;
  return fmin(fmax(x + (told->pressed ? 0.5 * told->pressure : 0), 0), 1);
}

/* <mu(V - A cos t) cos t> of a load of 1 N. */
static double drive_of(const rosin_contact *contact, double v, double a) {
  enum { PARTS = 8 };
  double sum = 0;
  for (int i = 0; i < PARTS; i++) {
    const double c = rosin_cos((i + 0.5) * pi / PARTS);
    sum += rosin_contact_steady(contact, v - a * c, 1) * c;
  }
  return sum / PARTS;
}

/* 1/s by which a note that swings by `a` of `goal` shall grow, so that it stands in time. */
static double growth(const rosin_keyboard *keys, const rosin_key *k, double a, double goal) {
  const rosin_model_keys *m = keys->model;
  const double told = ROSIN_KEY_TOLD(keys, k, attack);
  const double time = told > 0 ? told : m->slow * rosin_pow(m->quick / m->slow, k->loudness);
  const double left = fmax(time - k->age, hurry * time), way = rosin_log(stands * goal / a) / left;
  const double ends = 2 / time * fmax(1 - a / goal, -0.5);
  return fmax(way, ends);
}

/* N, with which the note comes to stand. */
static double assisted(const rosin_keyboard *keys, const rosin_key *k, double v) {
  const rosin_model_keys *m = keys->model;
  const double goal = swings * v, a = fmin(fmax(k->swing, stir * v), 0.97 * v);
  const double decay = k->decay * rosin_pow(2, k->slide); /* a Q stays as it is */
  const double drive = drive_of(k->contact, v, a);
  const double wanted = m->hold * decay + growth(keys, k, a, goal);
  return drive > 1e-9 ? k->mass * fmax(wanted, 0.5 * decay) * a / drive : m->strong;
}

static double force_of(const rosin_keyboard *keys, const rosin_key *k, double v) {
  const rosin_model_keys *m = keys->model;
  const double assist = ROSIN_KEY_TOLD(keys, k, assist);
  const double by = ROSIN_KEY_TOLD(keys, k, pressure), dense = rosin_pow(4, by - 0.5);
  const double own = m->light * rosin_pow(m->strong / m->light, by);
  const double helped = assist > 0 ? dense * assisted(keys, k, v) : own;
  return fmin(fmax(own + assist * (helped - own), m->light), m->strong);
}

/* How far the body swings at the hand in the mode that is meant, as the ear hears it within some
 * periods: what moves against the hand, turned back by the pitch and in the mean. */
static void listen(rosin_key *k, int frames) {
  const double *relative = rosin_network_read(rosin_scene_network(k->scene), k->signal);
  const double rate = k->keys->rate * k->keys->oversample;
  const double step = 2 * pi * k->hertz * rosin_pow(2, k->slide) / rate;
  const double turn[2] = {rosin_cos(step), -rosin_sin(step)};
  double at[2] = {rosin_cos(k->phase), -rosin_sin(k->phase)}, sum[2] = {0, 0};
  for (int i = 0; relative && i < frames; i++) {
    const double hand = k->before + (k->speed - k->before) * (i + 1) / frames; /* as a ramp goes */
    const double x = relative[i] - hand, c = at[0];
    sum[0] += x * at[0];
    sum[1] += x * at[1];
    at[0] = c * turn[0] - at[1] * turn[1];
    at[1] = c * turn[1] + at[1] * turn[0];
  }
  k->phase = remainder(k->phase + frames * step, 2 * pi);
  const double share = 1 - rosin_exp(-frames * step / (2 * pi * 2.5));
  for (int i = 0; i < 2; i++)
    k->heard[i] += share * (2 * sum[i] / frames - k->heard[i]);
  k->swing = rosin_hypot(k->heard[0], k->heard[1]);
}

static void move_pitch(rosin_keyboard *keys, rosin_key *k, double dt) {
  const rosin_model_keys *m = keys->model;
  const double wanted = rosin_key_way(keys, k);
  const double slow = m->slides >= 0.5 ? ROSIN_KEY_TOLD(keys, k, portamento) : 0.004;
  k->slide += (wanted - k->slide) * fmin(3 * dt / fmax(slow, 0.004), 1);
  const double depth = m->vibrato * ROSIN_KEY_TOLD(keys, k, vibrato) / 1200;
  const double delay = ROSIN_KEY_TOLD(keys, k, vibrato_delay);
  const double grown = fmin(fmax((k->age - delay) / fmax(delay, 0.05), 0), 1);
  k->waves += dt * ROSIN_KEY_TOLD(keys, k, vibrato_rate);
  k->waves -= floor(k->waves);
  rosin_scene_ramp(k->scene, k->pitch,
                   rosin_pow(2, k->slide + depth * grown * rosin_sin(2 * pi * k->waves)));
}

static void move_place(const rosin_keyboard *keys, rosin_key *k, double dt) {
  const rosin_model_keys *m = keys->model;
  const double aside = rosin_log(ROSIN_KEY_TOLD(keys, k, position)) / rosin_log(3.0);
  k->round += m->turns * k->speed * dt;
  rosin_scene_ramp(k->scene, k->position,
                   m->place + m->reach * fmin(fmax(aside, -1), 1) + k->round);
}

void rosin_key_rub(void *context, long long first, int frames) {
  rosin_key *k = context;
  rosin_keyboard *keys = k->keys;
  const rosin_model_keys *m = keys->model;
  const double dt = frames / (keys->rate * keys->oversample);
  if (first > 0) /* what is read before that is of another time */
    listen(k, frames);
  k->before = k->speed;
  k->age += dt;
  move_pitch(keys, k, dt);
  move_place(keys, k, dt);
  if (k->held) {
    const double v = m->softest * rosin_pow(m->loudest / m->softest, loudness(keys, k));
    k->speed += (v - k->speed) * fmin(dt / 0.01, 1);
    const double force = force_of(keys, k, fmax(k->speed, 0.2 * v));
    k->press += (force - k->press) * fmin(dt / lands, 1);
  } else {
    k->press = fmax(k->press - fmax(k->press, 0.01) * fmin(4 * dt / lifts, 1) - 1e-4, 0);
    if (k->press == 0)
      k->speed -= k->speed * fmin(dt / 0.02, 1);
  }
  rosin_scene_ramp(k->scene, k->velocity, k->speed);
  rosin_scene_ramp(k->scene, k->force, k->press);
  if (k->damper >= 0)
    rosin_scene_ramp(k->scene, k->damper,
                     k->held || k->kept || keys->channel[k->channel & 15].sustain ? 0 : m->damping);
}
