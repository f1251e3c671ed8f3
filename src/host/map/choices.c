/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/map/choices.h"
#include "host/common/crew.h"
#include "host/common/outputs.h"
#include "host/common/plot.h"
#include "host/load/load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int choose_start(const rosin_map_arguments *a, rosin_map *map) {
  static const struct {
    const char *name;
    int measured, written; /* whether what was measured can begin so, and what a scene says */
  } ways[] = {[ROSIN_MAP_FROM_REST] = {"rest", 1, 1},
              [ROSIN_MAP_FROM_HELMHOLTZ] = {"helmholtz", 0, 1},
              [ROSIN_MAP_AS_WRITTEN] = {"scene", 0, 1},
              [ROSIN_MAP_AS_RECORDED] = {"recorded", 1, 0}};
  map->start = a->measured                        ? ROSIN_MAP_AS_RECORDED
               : map->kind == ROSIN_MAP_SCHELLENG ? ROSIN_MAP_FROM_HELMHOLTZ
                                                  : ROSIN_MAP_FROM_REST;
  if (!a->start)
    return -1;
  for (int k = 0; k < (int)(sizeof ways / sizeof *ways); k++) {
    const int can = a->measured ? ways[k].measured : ways[k].written;
    if (can && strcmp(a->start, ways[k].name) == 0) {
      map->start = (rosin_map_start)k;
      return -1;
    }
  }
  return rosin_complain(ROSIN_USAGE, "--start %s: must be %s", a->start,
                        a->measured ? "recorded or rest, of what was measured"
                                    : "rest, helmholtz or scene");
}

static int choose_axes(const rosin_map_arguments *a, rosin_map *map) {
  int status = a->x ? rosin_map_axis_parse("--x", a->x, &map->axis[0]) : -1;
  if (status < 0 && a->y)
    status = rosin_map_axis_parse("--y", a->y, &map->axis[1]);
  return status;
}

/* What was measured has places, forces and a length of its own. */
static int check_measured(const rosin_map_arguments *a) {
  const rosin_option_given other[] = {{"--x", a->x},
                                      {"--y", a->y},
                                      {"--schelleng", a->schelleng},
                                      {"--guettler", a->guettler},
                                      {"--judge", a->judge},
                                      {"--seconds", a->seconds},
                                      {"--steady", a->steady},
                                      {"--shard", a->shard},
                                      {0}};
  const rosin_option_given own[] = {
      {"--measured-rate", a->measured_rate}, {"--leave-out", a->leave_out}, {0}};
  const char *wrong = rosin_options_given(a->measured ? other : own);
  if (!wrong)
    return -1;
  return a->measured ? rosin_complain(ROSIN_USAGE,
                                      "%s: does not go with --measured, which has its own", wrong)
                     : rosin_complain(ROSIN_USAGE, "%s: needs --measured", wrong);
}

static int choose_numbers(const rosin_map_arguments *a, rosin_map *map, int *threads) {
  double count;
  const rosin_option_number table[] = {{"--seconds", a->seconds, "s", 0.01, 600, &map->seconds, 0},
                                       {"--rise", a->rise, "s", 0.001, 60, &map->rise, 0},
                                       {"--steady", a->steady, "s", 0, 600, &map->steady, 0},
                                       {"--pitch", a->pitch, "Hz", 1, 1e5, &map->pitch, 0},
                                       {0}};
  map->steady = -1;
  if (rosin_options_numbers(table) || rosin_crew_choose(a->threads, &count))
    return ROSIN_USAGE;
  *threads = (int)count;
  return -1;
}

/* Which map it is, and how much of it. */
static int choose_kind(const rosin_map_arguments *a, rosin_map *map) {
  rosin_error error;
  const int by_bridge = a->judge && strcmp(a->judge, "bridge") == 0;
  if (a->judge && !by_bridge && strcmp(a->judge, "contact") != 0)
    return rosin_complain(ROSIN_USAGE, "--judge %s: must be contact or bridge", a->judge);
  map->judge = by_bridge ? ROSIN_MAP_BY_BRIDGE : ROSIN_MAP_BY_CONTACT;
  map->shard = (rosin_shard){1, 1};
  if (a->shard && rosin_shard_parse(a->shard, &map->shard))
    return rosin_complain(ROSIN_USAGE, "--shard %s: must be K/N, K from 1 to N", a->shard);
  if (a->shard && a->plot)
    return rosin_complain(ROSIN_USAGE, "--plot: a shard is no whole map");
  if (a->schelleng && a->guettler)
    return rosin_complain(ROSIN_USAGE, "--schelleng and --guettler are two different maps");
  if (a->plot && rosin_plot_supported(a->plot, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  map->kind = a->guettler    ? ROSIN_MAP_GUETTLER
              : a->schelleng ? ROSIN_MAP_SCHELLENG
                             : ROSIN_MAP_REGIMES;
  return -1;
}

int rosin_map_choose(const rosin_map_arguments *a, rosin_map *map, int *threads) {
  int status = check_measured(a);
  if (status < 0)
    status = choose_axes(a, map);
  if (status < 0)
    status = choose_numbers(a, map, threads);
  return status < 0 ? choose_kind(a, map) : status;
}

/* A scene of these values, or NULL and a status. */
static rosin_scene *try_scene(const rosin_map *map, double x, double y, int *status) {
  char *errors = NULL;
  rosin_scene *scene = rosin_map_load(map, x, y, &errors);
  if (scene)
    free(errors);
  else
    *status =
        rosin_complain_all(rosin_map_axis_errors(map->axis, errors)) ? ROSIN_USAGE : ROSIN_FAILURE;
  return scene;
}

/* What no scene would say: an acceleration must be one, a bow must be on its string. */
static int check_hand(const rosin_map *map, int axis, int key) {
  const rosin_map_axis *a = &map->axis[axis];
  const double one = a->low * a->factor[key], other = a->high * a->factor[key];
  rosin_map_hand hand;
  const double *field = rosin_map_hand_of(map, &hand, a->key[key]);
  if (field == &hand.slope && !(fmin(one, other) > 0))
    return rosin_complain(ROSIN_USAGE, "--%c %s: an acceleration must be above 0", axis ? 'y' : 'x',
                          a->key[key]);
  if (field == &hand.position && isfinite(map->hand.position) &&
      !(fmin(one, other) > 0 && fmax(one, other) < 1))
    return rosin_complain(ROSIN_USAGE, "--%c %s: a place on a string must be between 0 and 1",
                          axis ? 'y' : 'x', a->key[key]);
  return -1;
}

/* What both axes move, would stay where the second has it. */
static int check_keys(const rosin_map *map) {
  const rosin_map_axis *x = &map->axis[0], *y = &map->axis[1];
  for (int i = 0; i < x->keys; i++)
    for (int j = 0; j < y->keys; j++)
      if (strcmp(x->key[i], y->key[j]) == 0)
        return rosin_complain(ROSIN_USAGE, "--x %s: is what --y moves too", x->key[i]);
  return -1;
}

/* The corners are loaded before anything is computed. */
static int try_corners(const rosin_map *map) {
  int status = check_keys(map);
  const rosin_map_axis *x = &map->axis[0], *y = &map->axis[1];
  for (int a = 0; a < 2 && status < 0; a++)
    for (int k = 0; k < map->axis[a].keys && status < 0; k++)
      status = check_hand(map, a, k);
  for (int corner = 0; corner < 4 && status < 0; corner++)
    rosin_scene_free(
        try_scene(map, corner & 1 ? x->high : x->low, corner & 2 ? y->high : y->low, &status));
  return status;
}

static int find_contact(const rosin_scene *scene, const char *name, rosin_map *map) {
  const rosin_model *m = rosin_scene_model(scene);
  for (map->contact = 0; map->contact < m->contacts; map->contact++)
    if (!name || strcmp(m->contact[map->contact].name, name) == 0) {
      snprintf(map->name, sizeof map->name, "%s", m->contact[map->contact].name);
      return -1;
    }
  return name ? rosin_complain(ROSIN_USAGE, "--contact %s: this scene has no such contact", name)
              : rosin_complain(ROSIN_USAGE, "this scene has no contact");
}

/* Whether its lines can be drawn, and a bridge judge, where this scene is rubbed. */
static int check_string(const rosin_map_arguments *a, const rosin_map *map,
                        const rosin_scene *scene) {
  rosin_error error;
  const int needed = a->measured || map->judge == ROSIN_MAP_BY_BRIDGE;
  if (needed && !rosin_map_look(map, scene, 0).string)
    return rosin_complain(ROSIN_USAGE, "%s: %s rubs no string",
                          a->measured ? "--measured" : "--judge bridge", map->name);
  return rosin_map_lines_check(map, &error) ? rosin_complain(ROSIN_USAGE, "%s", error.text) : -1;
}

/* What the user left open, as this scene suggests. */
static int settle_by(const rosin_scene *scene, const rosin_map_arguments *a, rosin_map *map) {
  const char *const outputs[] = {a->output, a->plot};
  const int is_open = !a->x && !a->y && !a->measured && map->kind == ROSIN_MAP_REGIMES;
  int status = rosin_outputs_check(outputs, 2);
  if (status < 0)
    status = find_contact(scene, a->contact, map);
  if (status < 0 && is_open && rosin_map_look(map, scene, 0).string)
    map->kind = ROSIN_MAP_SCHELLENG;
  if (status < 0)
    status = choose_start(a, map);
  if (status < 0)
    status = rosin_map_settle(map, scene);
  return status < 0 ? check_string(a, map, scene) : status;
}

int rosin_map_complete(const rosin_map_arguments *a, rosin_map *map, char *title, size_t size) {
  static const rosin_map_axis none[2];
  rosin_map plain = *map;
  int status = -1;
  memcpy(plain.axis, none, sizeof none);
  plain.terms.opened = rosin_outputs_reads;
  rosin_scene *scene = try_scene(&plain, 0, 0, &status);
  if (!scene)
    return status;
  const char *given = rosin_scene_model(scene)->title;
  snprintf(title, size, "%s", given ? given : map->recipe->scene);
  status = settle_by(scene, a, map);
  rosin_scene_free(scene);
  if (a->measured)
    memcpy(map->axis, none, sizeof none);
  return status < 0 && !a->measured ? try_corners(map) : status;
}
