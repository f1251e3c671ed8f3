/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines through a map: where prompt attacks and Helmholtz motion begin. */
#include "host/map/map.h"

#include "error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int rosin_map_axis_of(const rosin_map *map, const char *key) {
  char name[2 * ROSIN_MODEL_NAME];
  snprintf(name, sizeof name, "%s.%s", map->name, key);
  for (int a = 0; a < 2; a++)
    for (int k = 0; k < map->axis[a].keys; k++)
      if (strcmp(map->axis[a].key[k], name) == 0 && map->axis[a].factor[k] == 1)
        return a;
  return -1;
}

int rosin_map_force_axis(const rosin_map *map) {
  return rosin_map_axis_of(map, "force");
}

int rosin_map_prompt(const rosin_attack *a) {
  return a->time >= 0 && a->time <= (a->early > a->late ? 0.09 : 0.05);
}

int rosin_map_lines_check(const rosin_map *map, rosin_error *error) {
  const char *option = map->kind == ROSIN_MAP_SCHELLENG ? "--schelleng" : "--guettler";
  if (map->kind == ROSIN_MAP_REGIMES)
    return 0;
  if (rosin_map_force_axis(map) < 0)
    return rosin_fail(error, "%.300s: needs %s.force as an axis", option, map->name);
  if (map->kind == ROSIN_MAP_GUETTLER && rosin_map_axis_of(map, "velocity.slope") < 0)
    return rosin_fail(error, "%.300s: needs %s.velocity.slope as an axis", option, map->name);
  return 0;
}

/* ---- runs and lines --------------------------------------------------------------------- */

int rosin_map_index(const rosin_map *map, int force_axis, int force, int other) {
  const int columns = map->axis[0].steps;
  return force_axis ? force * columns + other : other * columns + force;
}

/* Whether a point counts; `judge` is for those that ask it. */
typedef int (*is_good)(const rosin_map_point *point, rosin_map_judge judge);

/* The longest run of good points over the force, in column `other`: its length, and its
 * first step. */
static int longest_run(const rosin_map *map, const rosin_map_point *point, int other, is_good good,
                       rosin_map_judge judge, int *from) {
  const int axis = rosin_map_force_axis(map);
  int longest = 0, length = 0;
  *from = 0;
  for (int i = 0; i < map->axis[axis].steps; i++) {
    length = good(&point[rosin_map_index(map, axis, i, other)], judge) ? length + 1 : 0;
    if (length > longest) {
      longest = length;
      *from = i - length + 1;
    }
  }
  return longest;
}

/* Sums of a straight line's least squares. */
typedef struct {
  double n, x, y, xx, xy;
} sums;

static void add(sums *s, double x, double y) {
  s->n++;
  s->x += x;
  s->y += y;
  s->xx += x * x;
  s->xy += x * y;
}

/* How many points the line offset + slope x rests on; 0: there is none. */
static int line_of(const sums *s, double *offset, double *slope) {
  const double spread = s->n * s->xx - s->x * s->x;
  if (s->n < 2 || !(spread > 0))
    return 0;
  *slope = (s->n * s->xy - s->x * s->y) / spread;
  *offset = (s->y - *slope * s->x) / s->n;
  return (int)s->n;
}

/* ---- attacks ------------------------------------------------------------------------ */

static int is_prompt(const rosin_map_point *p, rosin_map_judge unused) {
  (void)unused;
  return rosin_map_prompt(&p->attack);
}

void rosin_map_edge_fit(const rosin_map *map, const rosin_map_point *point, rosin_map_edge *edge) {
  const int axis = rosin_map_force_axis(map);
  const rosin_map_axis *force = &map->axis[axis], *other = &map->axis[!axis];
  sums lower = {0};
  *edge = (rosin_map_edge){0};
  for (int i = 0; i < other->steps; i++) {
    int from;
    const int length = longest_run(map, point, i, is_prompt, map->judge, &from);
    if (length >= 2)
      add(&lower, rosin_map_axis_at(other, i),
          fmin(rosin_map_axis_at(force, from), rosin_map_axis_at(force, from + length - 1)));
  }
  edge->columns = line_of(&lower, &edge->offset, &edge->slope);
}

/* ---- limits of Helmholtz motion ------------------------------------------------------- */

rosin_regime_kind rosin_map_regime(rosin_map_judge judge, const rosin_map_point *p) {
  if (judge == ROSIN_MAP_BY_CONTACT)
    return p->regime.kind;
  if (p->bridge.helmholtz)
    return ROSIN_REGIME_HELMHOLTZ;
  return p->regime.kind == ROSIN_REGIME_HELMHOLTZ ? ROSIN_REGIME_RAUCOUS : p->regime.kind;
}

static int is_helmholtz(const rosin_map_point *p, rosin_map_judge judge) {
  return rosin_map_regime(judge, p) == ROSIN_REGIME_HELMHOLTZ;
}

/* A power law is a line of logarithms. */
static void add_logarithms(sums *s, double position, double force) {
  add(s, log(position / 0.1), log(force));
}

static rosin_map_limit limit_of(const sums *s) {
  rosin_map_limit limit = {0};
  double logarithm = 0;
  limit.columns = line_of(s, &logarithm, &limit.power);
  if (limit.columns)
    limit.at_tenth = exp(logarithm);
  return limit;
}

void rosin_map_limit_fit(const rosin_map *map, const rosin_map_point *point, rosin_map_judge judge,
                         rosin_map_limit *low, rosin_map_limit *high) {
  const int axis = rosin_map_force_axis(map), place = rosin_map_axis_of(map, "position");
  sums lower = {0}, upper = {0};
  *low = *high = (rosin_map_limit){0};
  if (axis < 0 || place != !axis)
    return;
  const rosin_map_axis *force = &map->axis[axis], *position = &map->axis[place];
  const int rising = force->high > force->low;
  for (int i = 0; i < position->steps; i++) {
    int from;
    const int length = longest_run(map, point, i, is_helmholtz, judge, &from);
    if (length < 3)
      continue;
    const int to = from + length - 1;
    const double at = rosin_map_axis_at(position, i);
    if (from > 0)
      add_logarithms(rising ? &lower : &upper, at, rosin_map_axis_at(force, from));
    if (to < force->steps - 1)
      add_logarithms(rising ? &upper : &lower, at, rosin_map_axis_at(force, to));
  }
  *low = limit_of(&lower);
  *high = limit_of(&upper);
}
