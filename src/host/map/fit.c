/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines through a map: where prompt attacks and Helmholtz motion begin. */
#include "host/map/map.h"

#include "error.h"
#include "host/map/line.h"

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

/* Forces of column `other`, in the order of their axis, and which points count. */
static void take_column(const rosin_map *map, const rosin_map_point *point, int other,
                        is_good counts, rosin_map_judge judge, double *force, char *good) {
  const int axis = rosin_map_force_axis(map);
  for (int i = 0; i < map->axis[axis].steps; i++) {
    force[i] = rosin_map_axis_at(&map->axis[axis], i);
    good[i] = (char)counts(&point[rosin_map_index(map, axis, i, other)], judge);
  }
}

/* ---- attacks ------------------------------------------------------------------------ */

static int is_prompt(const rosin_map_point *p, rosin_map_judge unused) {
  (void)unused;
  return rosin_map_prompt(&p->attack);
}

void rosin_map_edge_fit(const rosin_map *map, const rosin_map_point *point, rosin_map_edge *edge) {
  const int axis = rosin_map_force_axis(map);
  const rosin_map_axis *other = &map->axis[!axis];
  rosin_line lower = {0};
  *edge = (rosin_map_edge){0};
  for (int i = 0; i < other->steps; i++) {
    double force[ROSIN_MAP_MOST];
    char good[ROSIN_MAP_MOST];
    int from;
    take_column(map, point, i, is_prompt, map->judge, force, good);
    const int length = rosin_longest_run(good, map->axis[axis].steps, &from);
    if (length >= 2)
      rosin_line_add(&lower, rosin_map_axis_at(other, i),
                     fmin(force[from], force[from + length - 1]));
  }
  edge->columns = rosin_line_fit(&lower, &edge->offset, &edge->slope);
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

void rosin_map_limit_fit(const rosin_map *map, const rosin_map_point *point, rosin_map_judge judge,
                         rosin_limit *low, rosin_limit *high) {
  const int axis = rosin_map_force_axis(map), place = rosin_map_axis_of(map, "position");
  rosin_line lower = {0}, upper = {0};
  *low = *high = (rosin_limit){0};
  if (axis < 0 || place != !axis)
    return;
  for (int i = 0; i < map->axis[place].steps; i++) {
    double force[ROSIN_MAP_MOST];
    char good[ROSIN_MAP_MOST];
    take_column(map, point, i, is_helmholtz, judge, force, good);
    rosin_limit_add(&lower, &upper, rosin_map_axis_at(&map->axis[place], i), force, good,
                    map->axis[axis].steps);
  }
  *low = rosin_limit_fit(&lower);
  *high = rosin_limit_fit(&upper);
}
