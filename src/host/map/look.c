/* SPDX-License-Identifier: BSD-3-Clause */
/* What a scene says of a contact, and what a map of it is if nobody says. */
#include "host/map/map.h"
#include "pi.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

rosin_gesture *rosin_map_gesture(rosin_model_control *control, int count, const char *key) {
  rosin_model_control *c = rosin_model_control_named(control, count, key);
  return c ? &c->gesture : NULL;
}

double rosin_map_value(const rosin_gesture *g, double time, double none) {
  rosin_gesture copy;
  if (!g)
    return none;
  copy = *g;
  copy.next = 0;
  return rosin_gesture_at(&copy, time);
}

static const rosin_mode *lowest_mode(const rosin_model_body *b) {
  const rosin_mode *lowest = NULL;
  for (int k = 0; k < b->modes; k++)
    if (b->mode[k].frequency > 0 && (!lowest || b->mode[k].frequency < lowest->frequency))
      lowest = &b->mode[k];
  return lowest;
}

static double q_of(const rosin_string_spec *s, double frequency) {
  const rosin_damping_point *d = s->damping;
  const int n = s->damping_points;
  double t60;
  if (!n)
    return s->q;
  int k = 0;
  while (k < n - 2 && d[k + 1].frequency < frequency)
    k++;
  if (n == 1 || frequency <= d[0].frequency)
    t60 = d[0].t60;
  else if (frequency >= d[n - 1].frequency)
    t60 = d[n - 1].t60;
  else
    t60 = d[k].t60 * pow(d[k + 1].t60 / d[k].t60, log(frequency / d[k].frequency) /
                                                      log(d[k + 1].frequency / d[k].frequency));
  return pi * frequency * t60 / 6.907755;
}

rosin_map_rubbed rosin_map_look(const rosin_map *map, const rosin_scene *scene, double time) {
  const rosin_model *m = rosin_scene_model(scene);
  const rosin_model_contact *c = &m->contact[map->contact];
  rosin_map_rubbed r = {.contact = c, .body = rosin_model_body_named(m, c->b), .shorter = 1};
  if (r.body && r.body->modal) {
    const rosin_mode *lowest = lowest_mode(r.body);
    r.frequency = lowest ? lowest->frequency : 0;
    r.q = lowest ? lowest->q : 0;
  } else if (r.body) {
    rosin_model_body *b = &m->body[r.body - m->body];
    const double open = b->string.frequency;
    r.string = 1;
    r.frequency = fmax(
        open, rosin_map_value(rosin_map_gesture(b->control, b->controls, "finger"), time, open));
    r.shorter = r.frequency / open;
    r.q = q_of(&b->string, r.frequency);
  }
  if (map->pitch > 0)
    r.frequency = map->pitch;
  return r;
}

/* ---- what is left open --------------------------------------------------------------- */

/* The value of a gesture that is farthest from 0, or `none` if it is always 0. */
static double greatest(const rosin_gesture *g, double none) {
  double low = 0, high = 0;
  if (g) {
    rosin_gesture steady = *g;
    steady.wander = 0;
    rosin_gesture_range(&steady, &low, &high);
  }
  const double value = -low > high ? low : high;
  return value != 0 ? value : none;
}

static double two_digits(double x) {
  const double unit = pow(10, floor(log10(x)) - 1);
  return unit * round(x / unit);
}

/* `steps` values, within what the contact's `key` may be. */
static void set_steps(const rosin_map *map, rosin_map_axis *axis, const char *key, double low,
                      double high, int logarithmic, int steps) {
  const rosin_parameter *row = rosin_parameter_find(rosin_contact_parameters(), key);
  *axis = (rosin_map_axis){.keys = 1,
                           .factor = {1},
                           .steps = steps,
                           .logarithmic = logarithmic,
                           .low = row ? fmax(low, row->low) : low,
                           .high = row ? fmin(high, row->high) : high};
  snprintf(axis->key[0], sizeof axis->key[0], "%s.%s", map->name, key);
}

static void set_axis(const rosin_map *map, rosin_map_axis *axis, const char *key, double low,
                     double high, int logarithmic) {
  set_steps(map, axis, key, low, high, logarithmic, 40);
}

/* What is no string sings where its law falls steeply, in a narrow range of speeds about the
 * scene's own, and takes seconds to swell: fewer points, and closer. */
static void set_modal(const rosin_map *map, rosin_map_axis *axis, const char *key, double value,
                      double less, double more) {
  set_steps(map, axis, key, two_digits(value / less), two_digits(value * more), 1, 20);
}

/* Forces a string takes: in proportion to its impedance and the velocity, from those of
 * a cello's D string at 0.1 m/s. */
static double force_scale(const rosin_map *map, const rosin_map_rubbed *r) {
  const double speed = map->kind == ROSIN_MAP_GUETTLER ? 0.1 : fabs(map->hand.velocity);
  return r->body->string.impedance / 0.55 * speed / 0.1;
}

static void settle_axes(rosin_map *map, const rosin_map_rubbed *r) {
  const double f = fabs(map->hand.force), v = fabs(map->hand.velocity);
  rosin_map_axis *x = &map->axis[0], *y = &map->axis[1];
  if (!x->keys && map->kind == ROSIN_MAP_GUETTLER)
    set_axis(map, x, "velocity.slope", 0.1, 4, 0);
  else if (!x->keys && r->string)
    set_axis(map, x, "position", 0.02, 0.3, 1);
  else if (!x->keys)
    set_modal(map, x, "velocity", v, 3, 3);
  if (!y->keys && rosin_map_force_axis(map) == 0) { /* x is the force */
    if (map->kind == ROSIN_MAP_GUETTLER)
      set_axis(map, y, "velocity.slope", 0.1, 4, 0);
    else if (r->string)
      set_axis(map, y, "position", 0.02, 0.3, 1);
    else
      set_modal(map, y, "velocity", v, 3, 3);
  } else if (!y->keys && map->kind == ROSIN_MAP_GUETTLER && r->string)
    set_axis(map, y, "force", two_digits(0.05 * force_scale(map, r)),
             two_digits(4 * force_scale(map, r)), 0);
  else if (!y->keys && r->string)
    set_axis(map, y, "force", two_digits(0.02 * force_scale(map, r)),
             two_digits(30 * force_scale(map, r)), 1);
  else if (!y->keys)
    set_modal(map, y, "force", f, 10, 3);
}

int rosin_map_settle(rosin_map *map, const rosin_scene *scene) {
  const rosin_model *m = rosin_scene_model(scene);
  rosin_model_contact *c = &m->contact[map->contact];
  const rosin_map_rubbed r = rosin_map_look(map, scene, 0);
  map->hand.velocity = greatest(rosin_map_gesture(c->control, c->controls, "velocity"), 0.1);
  map->hand.force = greatest(rosin_map_gesture(c->control, c->controls, "force"), 1);
  map->hand.position =
      r.string ? rosin_map_value(rosin_map_gesture(c->control, c->controls, "position"), 0, 0.12)
               : (double)NAN;
  if (!r.body || !(r.frequency > 0))
    return rosin_complain(ROSIN_USAGE, "%s rubs nothing that has a pitch; see --contact, --pitch",
                          map->name);
  if (!r.string && map->start == ROSIN_MAP_FROM_HELMHOLTZ)
    return rosin_complain(ROSIN_USAGE, "--start helmholtz: %s rubs no string", map->name);
  if (!r.string && map->kind != ROSIN_MAP_REGIMES)
    return rosin_complain(ROSIN_USAGE, "%s: %s rubs no string",
                          map->kind == ROSIN_MAP_GUETTLER ? "--guettler" : "--schelleng",
                          map->name);
  settle_axes(map, &r);
  if (map->rise == 0)
    map->rise =
        map->start == ROSIN_MAP_FROM_HELMHOLTZ ? fmax(0.05, fabs(map->hand.velocity)) : 0.05;
  if (map->seconds == 0)
    map->seconds = map->start == ROSIN_MAP_AS_WRITTEN ? rosin_scene_duration(scene)
                                                      : rosin_map_stroke_length(map, &r);
  return -1;
}
