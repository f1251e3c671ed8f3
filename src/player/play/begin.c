/* SPDX-License-Identifier: BSD-3-Clause */
/* How a player comes to its instrument, begins again, and leaves. */
#include "error.h"
#include "maths/maths.h"
#include "memory.h"
#include "player/course/course.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int add_ramp(rosin_player *p, const char *owner, const char *key, int *ramp,
                    rosin_error *error) {
  char name[2 * ROSIN_MODEL_NAME];
  snprintf(name, sizeof name, "%s.%s", owner, key);
  *ramp = rosin_scene_ramp_add(p->scene, name, error);
  return *ramp < 0 ? -1 : 0;
}

static int take_course(rosin_player *p, int i, rosin_error *error) {
  const rosin_model *m = rosin_scene_model(p->scene);
  const rosin_model_course *from = &m->instrument.course[i];
  const rosin_model_body *body = rosin_model_body_named(m, from->string);
  rosin_course *c = &p->course[i];
  c->open = body->string.frequency;
  c->impedance = body->string.impedance;
  c->wedge = from->wedge;
  c->bow = rosin_scene_contact(p->scene, from->bow);
  c->hair_static = rosin_contact_get(c->bow, "mu_static");
  c->hair_kinetic = rosin_contact_get(c->bow, "mu_kinetic");
  c->stiff = c->hair_stiff = rosin_contact_get(c->bow, "sigma0");
  const double slack = c->hair_static - c->hair_kinetic;
  c->slack = isfinite(slack) ? fmax(slack, 0.05) : 0.5; /* a law without them */
  c->signal = rosin_scene_bow_signal(p->scene, i);
  c->ear.rate = p->rate;
  c->partial = 1;
  c->aside = 1;
  c->thrift = 1;
  c->leaves = INFINITY;
  c->span = INFINITY;
  c->wanted = c->open;
  c->has_hand = from->hand[0] != 0;
  if (add_ramp(p, from->string, "finger", &c->finger, error) ||
      add_ramp(p, from->string, "mute", &c->mute, error) ||
      add_ramp(p, from->bow, "force", &c->force, error) ||
      add_ramp(p, from->bow, "velocity", &c->velocity, error) ||
      add_ramp(p, from->bow, "position", &c->position, error))
    return -1;
  rosin_scene_ramp_jump(p->scene, c->force, 0);
  rosin_scene_ramp_jump(p->scene, c->velocity, 0);
  return c->has_hand && (add_ramp(p, from->hand, "force", &c->hand_force, error) ||
                         add_ramp(p, from->hand, "velocity", &c->hand_velocity, error) ||
                         add_ramp(p, from->hand, "position", &c->hand_position, error))
             ? -1
             : 0;
}

/* The bridge that the strings end on, if it is a body that can be muted: one that moves freely as a
 * whole. Mutes weigh 4.7 times as much, a cello's 15 g. */
static int take_bridge(rosin_player *p, rosin_error *error) {
  static const double heavier = 4.7;
  const rosin_model *m = rosin_scene_model(p->scene);
  const char *string = m->instrument.course[0].string;
  p->mute = -1;
  for (int i = 0; i < m->links; i++) {
    const rosin_model_link *l = &m->link[i];
    const char *other = strcmp(l->a, string) == 0 ? l->b : strcmp(l->b, string) == 0 ? l->a : "";
    const rosin_model_body *b = l->push || !*other ? NULL : rosin_model_body_named(m, other);
    if (!b || !b->modal || b->modes < 1 || b->mode[0].frequency > 0)
      continue;
    p->mute_mass = heavier * b->mode[0].mass;
    return add_ramp(p, other, "mute", &p->mute, error);
  }
  return 0;
}

/* Each string beside the geometric mean of all. */
static void weigh(rosin_player *p) {
  double mean = 0;
  for (int i = 0; i < p->courses; i++)
    mean += rosin_log(p->course[i].impedance) / p->courses;
  for (int i = 0; i < p->courses; i++)
    p->course[i].heft = p->course[i].impedance / rosin_exp(mean);
}

/* What changes while it plays, as before the first note. */
static void begin(rosin_player *p) {
  p->s = p->given;
  p->chance.state = p->seed;
  p->drift_force = p->drift_speed = p->drift_position = p->drift_pitch = (rosin_drift){0};
  p->wander_force = p->wander_speed = p->wander_position = p->wander_pitch = 0;
  p->now = p->dt = 0;
  for (int k = 0; k < ROSIN_CHANNELS; k++)
    rosin_channel_start(&p->channel[k]);
  for (int k = 0; k < p->courses; k++)
    rosin_channel_start(&p->course[k].own);
  for (int k = 0; k < ROSIN_LEFT_REASONS; k++)
    p->left[k] = 0;
  p->side[0] = p->side[1] = 1;
  p->muted = 0;
  p->spoke = p->next = p->hand_down = 0;
  p->hand_speed = p->hand_press = 0;
  p->last = -1;
  p->last_began = p->last_stroke = -1;
  p->hand = -1;
  p->place = p->bows = 0;
  p->direction = -1;
  rosin_hair_start(&p->hair, p->instrument->bow_length);
  rosin_bounce_start(&p->bounce, p->instrument->bow_length);
}

rosin_player *rosin_player_new(rosin_scene *scene, unsigned long long seed, rosin_error *error) {
  const rosin_model *m = rosin_scene_model(scene);
  if (!m->instrument.courses) {
    rosin_fail(error, "this scene has no instrument to be played by notes");
    return NULL;
  }
  if (!rosin_scene_network(scene)) {
    rosin_fail(error, "a scene must be prepared before it is played");
    return NULL;
  }
  rosin_player *p = rosin_calloc(1, sizeof *p);
  if (!p) {
    rosin_fail(error, "out of memory for a player");
    return NULL;
  }
  p->scene = scene;
  p->instrument = &m->instrument;
  p->rate = rosin_scene_engine_rate(scene);
  p->courses = m->instrument.courses;
  p->seed = seed;
  p->apart = (rosin_player_apart){.rate = 1, .depth = 1};
  rosin_tuning_equal(&p->tuning);
  rosin_parameters_default(rosin_player_parameters(), &p->given);
  begin(p);
  for (int i = 0; i < p->courses; i++)
    if (take_course(p, i, error)) {
      rosin_free(p);
      return NULL;
    }
  if (take_bridge(p, error)) {
    rosin_free(p);
    return NULL;
  }
  weigh(p);
  rosin_scene_set_driver(scene, rosin_player_drive, p);
  return p;
}

/* A string as take_course() left it. */
static void lay_down(rosin_player *p, rosin_course *c) {
  if (c->wooden)
    rosin_player_take_wood(c, 0);
  if (c->stiff != c->hair_stiff && isfinite(c->hair_stiff))
    rosin_contact_set(c->bow, "sigma0", c->hair_stiff, NULL);
  const rosin_course fresh = {.open = c->open,
                              .impedance = c->impedance,
                              .slack = c->slack,
                              .heft = c->heft,
                              .wedge = c->wedge,
                              .finger = c->finger,
                              .mute = c->mute,
                              .force = c->force,
                              .velocity = c->velocity,
                              .position = c->position,
                              .hand_force = c->hand_force,
                              .hand_velocity = c->hand_velocity,
                              .hand_position = c->hand_position,
                              .has_hand = c->has_hand,
                              .signal = c->signal,
                              .bow = c->bow,
                              .hair_static = c->hair_static,
                              .hair_kinetic = c->hair_kinetic,
                              .hair_stiff = c->hair_stiff,
                              .stiff = c->hair_stiff,
                              .ear.rate = p->rate,
                              .partial = 1,
                              .aside = 1,
                              .thrift = 1,
                              .leaves = INFINITY,
                              .span = INFINITY,
                              .wanted = c->open};
  *c = fresh;
  rosin_scene_ramp_jump(p->scene, c->force, 0);
  rosin_scene_ramp_jump(p->scene, c->velocity, 0);
}

void rosin_player_reset(rosin_player *p) {
  rosin_scene_rewind(p->scene);
  rosin_scene_ramps_begin(p->scene);
  begin(p);
  for (int i = 0; i < p->courses; i++)
    lay_down(p, &p->course[i]);
}

void rosin_player_free(rosin_player *p) {
  if (p) {
    rosin_scene_set_driver(p->scene, NULL, NULL);
    rosin_scene_ramps_drop(p->scene);
  }
  rosin_free(p);
}
