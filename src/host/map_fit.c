/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines through a map: where prompt attacks and Helmholtz motion begin. */
#include "host/map.h"

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

/* ---- attacks ------------------------------------------------------------------------ */

int rosin_map_index(const rosin_map *map, int force_axis, int force, int other) {
  const int columns = map->axis[0].steps;
  return force_axis ? force * columns + other : other * columns + force;
}

/* The lowest force of the longest run of prompt attacks; -1 if there is none. */
static double lower_edge(const rosin_map *map, const rosin_map_point *point, int force_axis,
                         int other) {
  const rosin_map_axis *force = &map->axis[force_axis];
  int longest = 0, from = -1, length = 0;
  for (int i = 0; i < force->steps; i++) {
    length = rosin_map_prompt(&point[rosin_map_index(map, force_axis, i, other)].attack)
                 ? length + 1
                 : 0;
    if (length > longest) {
      longest = length;
      from = i - length + 1;
    }
  }
  return longest >= 2
             ? fmin(rosin_map_axis_at(force, from), rosin_map_axis_at(force, from + longest - 1))
             : -1;
}

void rosin_map_edge_fit(const rosin_map *map, const rosin_map_point *point, rosin_map_edge *edge) {
  const int force_axis = rosin_map_force_axis(map);
  const rosin_map_axis *other = &map->axis[!force_axis];
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  *edge = (rosin_map_edge){0};
  for (int i = 0; i < other->steps; i++) {
    const double a = rosin_map_axis_at(other, i), f = lower_edge(map, point, force_axis, i);
    if (f < 0)
      continue;
    n++;
    sx += a;
    sy += f;
    sxx += a * a;
    sxy += a * f;
  }
  const double spread = n * sxx - sx * sx;
  if (n < 2 || spread <= 0)
    return;
  edge->slope = (n * sxy - sx * sy) / spread;
  edge->offset = (sy - edge->slope * sx) / n;
  edge->columns = (int)n;
}

/* ---- limits of Helmholtz motion ------------------------------------------------------- */

rosin_regime_kind rosin_map_regime(rosin_map_judge judge, const rosin_map_point *p) {
  if (judge == ROSIN_MAP_BY_CONTACT)
    return p->regime.kind;
  if (p->bridge.helmholtz)
    return ROSIN_REGIME_HELMHOLTZ;
  return p->regime.kind == ROSIN_REGIME_HELMHOLTZ ? ROSIN_REGIME_RAUCOUS : p->regime.kind;
}

typedef struct {
  double n, x, y, xx, xy;
} sums;

static void add(sums *s, double position, double force) {
  const double x = log(position / 0.1), y = log(force);
  s->n++;
  s->x += x;
  s->y += y;
  s->xx += x * x;
  s->xy += x * y;
}

static rosin_map_limit line_of(const sums *s) {
  const double spread = s->n * s->xx - s->x * s->x;
  rosin_map_limit limit = {.columns = (int)s->n};
  if (s->n >= 2 && spread > 0) {
    limit.power = (s->n * s->xy - s->x * s->y) / spread;
    limit.at_tenth = exp((s->y - limit.power * s->x) / s->n);
  } else {
    limit.columns = 0;
  }
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
    int longest = 0, from = 0, length = 0;
    for (int k = 0; k < force->steps; k++) {
      const rosin_map_point *p = &point[rosin_map_index(map, axis, k, i)];
      length = rosin_map_regime(judge, p) == ROSIN_REGIME_HELMHOLTZ ? length + 1 : 0;
      if (length > longest) {
        longest = length;
        from = k - length + 1;
      }
    }
    if (longest < 3)
      continue;
    const int to = from + longest - 1;
    if (from > 0)
      add(rising ? &lower : &upper, rosin_map_axis_at(position, i), rosin_map_axis_at(force, from));
    if (to < force->steps - 1)
      add(rising ? &upper : &lower, rosin_map_axis_at(position, i), rosin_map_axis_at(force, to));
  }
  *low = line_of(&lower);
  *high = line_of(&upper);
}
