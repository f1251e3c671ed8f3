/* SPDX-License-Identifier: BSD-3-Clause */
/* What turns and moves a scene that is prepared: macros, controls, ramps, single numbers. */
#include "error.h"
#include "modal/modal.h"
#include "scene/ending.h"
#include "scene/running.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int set_law(rosin_scene *s, int contact, const char *key, double value) {
  rosin_model_contact *c = &s->model->contact[contact];
  for (int k = 0; k < c->parameters; k++)
    if (strcmp(c->row[k]->name, key) == 0) {
      c->value[k] = value;
      return rosin_contact_set(s->built.contact[contact], key, value, NULL);
    }
  return -1;
}

int rosin_scene_set_number(rosin_scene *s, const char *key, double value) {
  rosin_model *m = s->model;
  const char *rest = key + strcspn(key, ".");
  rosin_model_part part;
  rest += *rest == '.';
  const int at = s->built.network ? rosin_model_part_named(m, key, &part) : -1;
  if (at < 0)
    return -1;
  if (at >= m->bodies && at < m->bodies + m->contacts && strncmp(rest, "law.", 4) == 0)
    return set_law(s, at - m->bodies, rest + 4, value);
  rosin_model_control *c = rosin_model_control_named(part.control, *part.controls, rest);
  const char *dot = strchr(rest, '.');
  double *number = c ? rosin_gesture_number(&c->gesture, dot ? dot + 1 : "") : NULL;
  if (!number)
    return -1;
  *number = value;
  rosin_moving_renew(s->moving);
  rosin_scene_rewind(s);
  return 0;
}

/* Where layers have the seeds that they were given with the whole's, they have them with this. Here
 * and below: layers have no layers. NOLINTNEXTLINE(misc-no-recursion) */
void rosin_scene_reseed(rosin_scene *s, double seed) {
  const double before = s->model->seed;
  for (int i = 0; i < s->layers; i++)
    if (s->layer[i].scene->model->seed == before + ROSIN_LAYER_SEEDS * i)
      rosin_scene_reseed(s->layer[i].scene, fmin(seed + ROSIN_LAYER_SEEDS * i, ROSIN_SEED_MOST));
  s->model->seed = seed;
  rosin_model_seed(s->model);
  if (s->moving)
    rosin_moving_reseed(s->moving);
  rosin_network_seed(s->built.network, (unsigned long long)seed);
}

int rosin_scene_macros(const rosin_scene *s) {
  return s ? s->model->macros + s->turns : 0;
}

/* The macro that an index means: its own, or one of a layer. NULL: there is none, or it is a
 * layer's gain, which `turned` is then. */
static rosin_macro *macro_at(const rosin_scene *s, int index, rosin_layer_macro **turned) {
  *turned = NULL;
  if (index < 0 || index >= rosin_scene_macros(s))
    return NULL;
  if (index < s->model->macros)
    return &s->model->macro[index];
  rosin_layer_macro *t = *turned = &s->turned[index - s->model->macros];
  return t->macro < 0 ? NULL : &s->layer[t->layer].scene->model->macro[t->macro];
}

const rosin_parameter *rosin_scene_macro(const rosin_scene *s, int index) {
  rosin_layer_macro *turned;
  const rosin_macro *m = macro_at(s, index, &turned);
  return turned ? &turned->row : m ? &m->row : NULL;
}

double rosin_scene_macro_value(const rosin_scene *s, int index) {
  rosin_layer_macro *turned;
  const rosin_macro *m = macro_at(s, index, &turned);
  return m ? m->value : turned ? s->layer[turned->layer].gain : (double)NAN;
}

int rosin_scene_macro_live(const rosin_scene *s, int index) {
  const rosin_parameter *row = rosin_scene_macro(s, index);
  return row && !row->builds;
}

static int turn_macro(rosin_scene *s, rosin_macro *m, double value, rosin_error *error) {
  if (!isfinite(value))
    return rosin_fail(error, "%.100s: must be a finite number", m->name);
  if (m->row.builds)
    return rosin_fail(error,
                      "%.60s: what it sets is fixed while the scene sounds; set it as the scene is "
                      "loaded (-s %.60s=%g)",
                      m->name, m->name, value);
  m->value = fmin(fmax(value, m->row.low), m->row.high);
  if (s->moving)
    rosin_moving_aim(s->moving);
  return 0;
}

/* What can be turned of a layer. 1: it was that; 0: it is no name of such; -1 and an error. */
static int turn_layer(rosin_scene *s, const char *name, double value, rosin_error *error) {
  for (int i = 0; i < s->turns; i++) {
    const rosin_layer_macro *t = &s->turned[i];
    rosin_layer *l = &s->layer[t->layer];
    if (strcmp(t->row.name, name) != 0)
      continue;
    if (t->macro >= 0)
      return turn_macro(l->scene, &l->scene->model->macro[t->macro], value, error) ? -1 : 1;
    if (!isfinite(value))
      return rosin_fail(error, "%.100s: must be a finite number", name);
    l->gain = fmin(fmax(value, t->row.low), t->row.high);
    return 1;
  }
  return 0;
}

void rosin_scene_turn(rosin_scene *s, int index, double value) {
  rosin_layer_macro *turned;
  rosin_macro *m = macro_at(s, index, &turned);
  if (m)
    turn_macro(turned ? s->layer[turned->layer].scene : s, m, value, NULL);
  else if (turned && isfinite(value))
    s->layer[turned->layer].gain = fmin(fmax(value, turned->row.low), turned->row.high);
}

int rosin_scene_ramp_add(rosin_scene *s, const char *name, rosin_error *error) {
  const int control = s->built.network ? rosin_network_control(s->built.network, name) : -1;
  if (control < 0)
    return rosin_fail(error, "there is no control '%.100s'", name);
  const int ramp = rosin_moving_ramp_add(s->moving, control);
  return ramp < 0 ? rosin_fail(error, "out of memory for the scene") : ramp;
}

void rosin_scene_ramp(rosin_scene *s, int index, double target) {
  if (s->moving)
    rosin_moving_ramp(s->moving, index, target);
}

void rosin_scene_ramp_jump(rosin_scene *s, int index, double value) {
  if (s->moving)
    rosin_moving_ramp_jump(s->moving, index, value);
}

void rosin_scene_ramps_drop(rosin_scene *s) {
  if (s->moving)
    rosin_moving_ramps_drop(s->moving);
}

void rosin_scene_ramps_begin(rosin_scene *s) {
  if (s->moving)
    rosin_moving_ramps_begin(s->moving);
}

void rosin_scene_set_driver(rosin_scene *s, rosin_scene_driver driver, void *context) {
  s->driver = driver;
  s->driver_context = context;
}

rosin_contact *rosin_scene_contact(rosin_scene *s, const char *name) {
  const rosin_model_contact *c = rosin_model_contact_named(s->model, name);
  return c && s->built.contact ? s->built.contact[c - s->model->contact] : NULL;
}

void rosin_scene_remake(rosin_scene *s, const char *name) {
  const rosin_model_body *b = rosin_model_body_named(s->model, name);
  if (b && b->modal && s->built.body)
    rosin_modal_remake(s->built.body[b - s->model->body], b->mode, b->load, &b->made);
}

int rosin_scene_rubbed(rosin_scene *s, const char *name, double position, rosin_rubbed *rubbed) {
  const rosin_model_body *b = rosin_model_body_named(s->model, name);
  rosin_body *body = b && s->built.body ? s->built.body[b - s->model->body] : NULL;
  return body && body->ops->rubbed ? body->ops->rubbed(body, position, rubbed) : 0;
}

void rosin_scene_hold(rosin_scene *s, int control, double value) {
  if (!s->moving)
    return;
  rosin_moving_take(s->moving, control);
  rosin_network_hold(s->built.network, control, value);
}

void rosin_scene_stay(rosin_scene *s, double seconds) {
  if (s->moving)
    rosin_moving_stay(s->moving, seconds);
}

void rosin_scene_end(rosin_scene *s) { // NOLINT(misc-no-recursion)
  if (s->moving && !s->driver)
    rosin_moving_end(s->moving);
  for (int i = 0; i < s->layers; i++)
    rosin_scene_end(s->layer[i].scene);
}

double rosin_scene_ends(const rosin_scene *s) {
  return rosin_model_ends(s->model);
}

double rosin_scene_tail(const rosin_scene *s) { // NOLINT(misc-no-recursion)
  double tail = rosin_model_tail(s->model);
  for (int i = 0; i < s->layers; i++)
    tail = fmax(tail, rosin_scene_tail(s->layer[i].scene));
  return tail;
}

long long rosin_scene_stayed(const rosin_scene *s) {
  return s->moving ? rosin_moving_stayed(s->moving) : 0;
}

void rosin_scene_give_back(rosin_scene *s, int control) {
  if (s->moving)
    rosin_moving_give_back(s->moving, control);
}

int rosin_scene_control(rosin_scene *s, const char *name, double value, rosin_error *error) {
  if (!s || !name)
    return rosin_fail(error, "a control needs a scene and a name");
  const int macro = rosin_macro_find(s->model->macro, s->model->macros, name);
  if (macro >= 0)
    return turn_macro(s, &s->model->macro[macro], value, error);
  const int turned = turn_layer(s, name, value, error);
  if (turned)
    return turned < 0 ? -1 : 0;
  const int control = s->built.network ? rosin_network_control(s->built.network, name) : -1;
  if (control < 0)
    return rosin_fail(error, "there is no control '%.100s'", name);
  if (!isfinite(value))
    return rosin_fail(error, "%.100s: must be a finite number", name);
  rosin_scene_hold(s, control, value);
  return 0;
}
