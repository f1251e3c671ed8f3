/* SPDX-License-Identifier: BSD-3-Clause */
/* A map as a picture: a coloured cell for every point, and lines of theory. */
#include "format.h"
#include "host/map/map.h"

#include "error.h"
#include "host/common/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the picture -------------------------------------------------------------------- */

typedef struct {
  const rosin_map *map;
  const rosin_map_point *point;
  int force; /* axis */
  rosin_plot *plot;
} picture;

static int add_trace(rosin_plot *p, const char *name, const char *colour, int cells) {
  p->trace[p->traces] = (rosin_trace){.name = name, .colour = colour, .cells = cells};
  return p->traces++;
}

static int put_cell(const picture *p, int trace, int x, int y) {
  return rosin_plot_point(p->plot, trace, rosin_map_axis_at(&p->map->axis[0], x),
                          rosin_map_axis_at(&p->map->axis[1], y));
}

static int put_cells(const picture *p, int (*class_of)(const picture *, const rosin_map_point *),
                     int classes, const char *const *name, const char *const *colour) {
  const int columns = p->map->axis[0].steps, rows = p->map->axis[1].steps;
  for (int c = 0; c < classes; c++) {
    int trace = -1;
    for (int i = 0; i < columns * rows; i++)
      if (class_of(p, &p->point[i]) == c) {
        if (trace < 0)
          trace = add_trace(p->plot, name[c], colour[c], 1);
        if (put_cell(p, trace, i % columns, i / columns))
          return -1;
      }
  }
  return 0;
}

static int regime_of(const picture *p, const rosin_map_point *point) {
  return (int)rosin_map_regime(p->map->judge, point);
}

/* Prompt, late, or never. */
static int attack_class(const rosin_map_point *p) {
  return p->attack.time < 0             ? 4
         : rosin_map_prompt(&p->attack) ? (p->attack.time > 0.05)
         : p->attack.time <= 0.2        ? 2
                                        : 3;
}

static int attack_of(const picture *p, const rosin_map_point *point) {
  (void)p;
  return attack_class(point);
}

static int put_pair(const picture *p, int trace, double other, double force) {
  const rosin_map_axis *a = &p->map->axis[p->force];
  if (!isfinite(force) || force < fmin(a->low, a->high) || force > fmax(a->low, a->high))
    return 0;
  return p->force ? rosin_plot_point(p->plot, trace, other, force)
                  : rosin_plot_point(p->plot, trace, force, other);
}

static int put_schelleng(const picture *p) {
  const int force_axis = p->force;
  const rosin_map_axis *other = &p->map->axis[!force_axis];
  const int lower = add_trace(p->plot, "Schelleng's limits", "#000000", 0);
  const int upper = add_trace(p->plot, "", "#000000", 0);
  for (int i = 0; i < other->steps; i++) {
    const rosin_map_point *q = &p->point[rosin_map_index(p->map, force_axis, 0, i)];
    const double x = rosin_map_axis_at(other, i);
    if (put_pair(p, lower, x, q->low) || put_pair(p, upper, x, q->high))
      return -1;
  }
  return 0;
}

static int put_edge(const picture *p) {
  rosin_map_edge edge;
  rosin_map_edge_fit(p->map, p->point, &edge);
  const rosin_map_axis *other = &p->map->axis[!p->force];
  if (edge.columns < 2)
    return 0;
  const int trace = add_trace(p->plot, "least force of prompt attacks", "#000000", 0);
  for (int i = 0; i < other->steps; i++) {
    const double a = rosin_map_axis_at(other, i);
    if (put_pair(p, trace, a, edge.offset + edge.slope * a))
      return -1;
  }
  return 0;
}

static int fill(const picture *p) {
  static const char *const regime_colour[] = {"#dddddd", "#9ecae1", "#fdae6b", "#74c476",
                                              "#bc80bd", "#c7e9c0", "#969696"};
  static const char *const attack_name[] = {"within 50 ms", "within 90 ms, slipping",
                                            "within 200 ms", "later", "never"};
  static const char *const attack_colour[] = {"#fdae6b", "#fee391", "#c7e9c0", "#9ecae1",
                                              "#dddddd"};
  const char *regime_name[ROSIN_REGIMES];
  for (int k = 0; k < ROSIN_REGIMES; k++)
    regime_name[k] = rosin_regime_name((rosin_regime_kind)k);
  if (p->map->kind == ROSIN_MAP_GUETTLER)
    return put_cells(p, attack_of, 5, attack_name, attack_colour) || put_edge(p) ? -1 : 0;
  if (put_cells(p, regime_of, ROSIN_REGIMES, regime_name, regime_colour))
    return -1;
  return p->force >= 0 ? put_schelleng(p) : 0;
}

/* A key with its unit, where the contact's own tell it. */
static void put_label(char *label, size_t size, const char *key) {
  static const struct {
    const char *key, *unit;
  } units[] = {{".force", "N"},
               {".velocity", "m/s"},
               {".velocity.slope", "m/s^2"},
               {".position", "share of the string, from the bridge"}};
  const size_t length = strlen(key);
  snprintf(label, size, "%.63s", key);
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    const size_t tail = strlen(units[i].key);
    if (length > tail && strcmp(key + length - tail, units[i].key) == 0)
      snprintf(label, size, "%.40s (%s)", key, units[i].unit);
  }
}

static void set_axis(rosin_plot_axis *to, const rosin_map_axis *from, char *label, size_t size) {
  const double low = fmin(from->low, from->high), high = fmax(from->low, from->high);
  to->logarithmic = from->logarithmic && low > 0;
  to->cell = from->steps < 2   ? (to->logarithmic ? 1.1 : 0.5)
             : to->logarithmic ? pow(high / low, 0.5 / (from->steps - 1))
                               : 0.5 * (high - low) / (from->steps - 1);
  to->low = to->logarithmic ? low / to->cell : low - to->cell;
  put_label(label, size, from->key[0]);
  to->high = to->logarithmic ? high * to->cell : high + to->cell;
}

int rosin_map_draw(const rosin_map *map, const rosin_map_point *point, const char *title,
                   const char *path, rosin_error *error) {
  rosin_plot plot = {.traces = 0};
  const picture p = {map, point, rosin_map_force_axis(map), &plot};
  snprintf(plot.title, sizeof plot.title, "%s", title);
  set_axis(&plot.x, &map->axis[0], plot.x_label, sizeof plot.x_label);
  set_axis(&plot.y, &map->axis[1], plot.y_label, sizeof plot.y_label);
  int status = fill(&p);
  if (status)
    rosin_fail(error, "out of memory for a plot");
  else
    status = rosin_plot_draw(&plot, path, error);
  rosin_plot_free(&plot);
  return status;
}

/* ---- letters ------------------------------------------------------------------------ */

void rosin_map_print(const rosin_map *map, const rosin_map_point *point) {
  static const char letter[ROSIN_REGIMES] = {' ', '-', 'H', 'm', 's', 'd', '.'};
  static const char attack[] = {'#', '+', ':', '.', ' '};
  const int columns = map->axis[0].steps, rows = map->axis[1].steps;
  for (int y = rows - 1; y >= 0; y--) {
    rosin_print(stdout, "%10.4g |", rosin_map_axis_at(&map->axis[1], y) * map->axis[1].factor[0]);
    for (int x = 0; x < columns; x++) {
      const rosin_map_point *p = &point[y * columns + x];
      putchar(map->kind == ROSIN_MAP_GUETTLER ? attack[attack_class(p)]
                                              : letter[rosin_map_regime(map->judge, p)]);
    }
    puts("|");
  }
  rosin_print(stdout, "%s up; %s across, %.4g to %.4g\n", map->axis[1].key[0], map->axis[0].key[0],
              map->axis[0].low, map->axis[0].high);
  if (map->kind == ROSIN_MAP_GUETTLER)
    puts("Helmholtz motion within # 50 ms, + 90 ms of slips, : 200 ms, . later");
  else
    puts("H Helmholtz motion, m several slips a period, s subharmonic, d decaying, . raucous, - "
         "sticking");
}
