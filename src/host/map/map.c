/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin map: what a scene does over a grid of two of its numbers. The points are
 * networks of their own; threads take them one by one, and the order of the result is
 * that of the grid. */
#include "host/map/map.h"

#include "host/commands.h"
#include "host/crew.h"
#include "host/load.h"
#include "host/measured/measured.h"
#include "host/outputs.h"
#include "host/plot.h"
#include "host/stop.h"
#include "live/clock.h"
#include "scene/sound/temporary.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- all points ------------------------------------------------------------------- */

typedef struct {
  const rosin_map *map;
  rosin_map_point *point; /* [y * columns + x] */
  int columns;
} work;

static int compute_one(void *context, void *own, int task, rosin_error *error) {
  const work *w = context;
  const int i = w->map->shard.k - 1 + task * w->map->shard.n;
  return rosin_map_compute(w->map, own, rosin_map_axis_at(&w->map->axis[0], i % w->columns),
                           rosin_map_axis_at(&w->map->axis[1], i / w->columns), &w->point[i],
                           error);
}

static void leave(void *own) {
  rosin_map_dismiss(own);
}

/* Points of the shard. */
static int count_own(const rosin_map *map) {
  const int all = map->axis[0].steps * map->axis[1].steps;
  return (all - map->shard.k + map->shard.n) / map->shard.n;
}

static int compute_all(const rosin_map *map, rosin_map_point *point, int threads,
                       rosin_error *error) {
  work w = {.map = map, .point = point, .columns = map->axis[0].steps};
  return rosin_crew_run(&(rosin_crew){.tasks = count_own(map),
                                      .context = &w,
                                      .own = sizeof(rosin_map_worker),
                                      .one = compute_one,
                                      .leave = leave},
                        threads, error);
}

/* ---- the table ---------------------------------------------------------------------- */

/* What is written. */
typedef struct {
  const rosin_map *map;
  const rosin_map_point *point;
} made;

static void put_map(FILE *out, const void *what) {
  const made *m = what;
  rosin_map_put(m->map, m->point, out);
}

static int write_table(const char *path, const rosin_map *map, const rosin_map_point *point) {
  if (path || !isatty(STDOUT_FILENO) || map->shard.n > 1)
    return rosin_outputs_write(path, put_map, &(made){map, point});
  rosin_map_print(map, point);
  return -1;
}

/* ---- the command -------------------------------------------------------------------- */

typedef struct {
  const char *x, *y, *output, *plot, *contact, *pitch, *seconds, *steady, *threads, *start, *rise,
      *schelleng, *guettler, *judge, *shard, *any_files, *measured, *measured_rate, *leave_out;
  rosin_list set, rest;
} arguments;

static int choose_start(const arguments *a, rosin_map *map) {
  static const char *const names[] = {"rest", "helmholtz", "scene", "recorded"};
  for (int k = 0; a->start && k < 4; k++)
    if (strcmp(a->start, names[k]) == 0 && (a->measured ? k % 3 == 0 : k < 3)) {
      map->start = (rosin_map_start)k;
      return -1;
    }
  if (a->measured) {
    map->start = ROSIN_MAP_AS_RECORDED;
    return a->start ? rosin_complain(ROSIN_USAGE,
                                     "--start %s: must be recorded or rest, of what was "
                                     "measured",
                                     a->start)
                    : -1;
  }
  map->start = map->kind == ROSIN_MAP_SCHELLENG ? ROSIN_MAP_FROM_HELMHOLTZ : ROSIN_MAP_FROM_REST;
  return a->start
             ? rosin_complain(ROSIN_USAGE, "--start %s: must be rest, helmholtz or scene", a->start)
             : -1;
}

static int choose_axes(const arguments *a, rosin_map *map) {
  int status = a->x ? rosin_map_axis_parse("--x", a->x, &map->axis[0]) : -1;
  if (status < 0 && a->y)
    status = rosin_map_axis_parse("--y", a->y, &map->axis[1]);
  return status;
}

/* What was measured has places, forces and a length of its own. */
static int check_measured(const arguments *a) {
  const struct {
    const char *name, *given;
  } other[] = {{"--x", a->x},
               {"--y", a->y},
               {"--schelleng", a->schelleng},
               {"--guettler", a->guettler},
               {"--judge", a->judge},
               {"--seconds", a->seconds},
               {"--steady", a->steady},
               {"--shard", a->shard}};
  const struct {
    const char *name, *given;
  } own[] = {{"--measured-rate", a->measured_rate}, {"--leave-out", a->leave_out}};
  for (size_t i = 0; a->measured && i < sizeof other / sizeof *other; i++)
    if (other[i].given)
      return rosin_complain(ROSIN_USAGE, "%s: does not go with --measured, which has its own",
                            other[i].name);
  for (size_t i = 0; !a->measured && i < sizeof own / sizeof *own; i++)
    if (own[i].given)
      return rosin_complain(ROSIN_USAGE, "%s: needs --measured", own[i].name);
  return -1;
}

static int choose(const arguments *a, rosin_map *map, int *threads) {
  rosin_error error;
  double count = rosin_crew_cores();
  map->steady = -1;
  if (a->rest.count != 1)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_map.usage);
  int status = check_measured(a);
  if (status < 0)
    status = choose_axes(a, map);
  if (status >= 0)
    return status;
  if ((a->seconds &&
       rosin_options_number("--seconds", a->seconds, "s", 0.01, 600, &map->seconds)) ||
      (a->rise && rosin_options_number("--rise", a->rise, "s", 0.001, 60, &map->rise)) ||
      (a->steady && rosin_options_number("--steady", a->steady, "s", 0, 600, &map->steady)) ||
      (a->pitch && rosin_options_number("--pitch", a->pitch, "Hz", 1, 1e5, &map->pitch)) ||
      rosin_crew_choose(a->threads, &count))
    return ROSIN_USAGE;
  if (a->judge && strcmp(a->judge, "contact") != 0 && strcmp(a->judge, "bridge") != 0)
    return rosin_complain(ROSIN_USAGE, "--judge %s: must be contact or bridge", a->judge);
  map->shard = (rosin_shard){1, 1};
  if (a->shard && rosin_shard_parse(a->shard, &map->shard))
    return rosin_complain(ROSIN_USAGE, "--shard %s: must be K/N, K from 1 to N", a->shard);
  if (a->shard && a->plot)
    return rosin_complain(ROSIN_USAGE, "--plot: a shard is no whole map");
  map->judge =
      a->judge && strcmp(a->judge, "bridge") == 0 ? ROSIN_MAP_BY_BRIDGE : ROSIN_MAP_BY_CONTACT;
  if (a->schelleng && a->guettler)
    return rosin_complain(ROSIN_USAGE, "--schelleng and --guettler are two different maps");
  if (a->plot && rosin_plot_supported(a->plot, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  map->kind = a->guettler    ? ROSIN_MAP_GUETTLER
              : a->schelleng ? ROSIN_MAP_SCHELLENG
                             : ROSIN_MAP_REGIMES;
  *threads = (int)count;
  return -1;
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

/* The map as the user asked for it, and the rest as this scene suggests. */
static int settle(const arguments *a, rosin_map *map, char *title, size_t size) {
  static const rosin_map_axis none[2];
  rosin_map plain = *map;
  rosin_error error;
  int status = -1;
  const char *const outputs[] = {a->output, a->plot};
  memcpy(plain.axis, none, sizeof none);
  plain.terms.opened = rosin_outputs_reads;
  rosin_scene *scene = try_scene(&plain, 0, 0, &status);
  if (!scene)
    return status;
  const char *given = rosin_scene_model(scene)->title;
  snprintf(title, size, "%s", given ? given : map->recipe->scene);
  status = rosin_outputs_check(outputs, 2);
  if (status < 0)
    status = find_contact(scene, a->contact, map);
  if (status < 0 && !a->x && !a->y && !a->measured && map->kind == ROSIN_MAP_REGIMES &&
      rosin_map_look(map, scene, 0).string)
    map->kind = ROSIN_MAP_SCHELLENG;
  if (status < 0)
    status = choose_start(a, map);
  if (status < 0)
    status = rosin_map_settle(map, scene);
  const char *of_string = a->measured ? "--measured" : "--judge bridge";
  if (status < 0 && (a->measured || map->judge == ROSIN_MAP_BY_BRIDGE) &&
      !rosin_map_look(map, scene, 0).string)
    status = rosin_complain(ROSIN_USAGE, "%s: %s rubs no string", of_string, map->name);
  if (status < 0 && rosin_map_lines_check(map, &error))
    status = rosin_complain(ROSIN_USAGE, "%s", error.text);
  rosin_scene_free(scene);
  if (a->measured)
    memcpy(map->axis, none, sizeof none);
  return status < 0 && !a->measured ? try_corners(map) : status;
}

/* What is mapped. */
static int open_scene(const arguments *a, rosin_map *map, rosin_recipe *recipe) {
  const int status =
      rosin_load_unplayed(&rosin_command_map, &a->rest, &a->set, a->any_files, recipe);
  map->recipe = recipe;
  map->terms = (rosin_terms){.files = recipe->files, .stop = rosin_stopped};
  if (status < 0 && recipe->set.count + 2 * ROSIN_MAP_KEYS > ROSIN_LIST)
    return rosin_complain(ROSIN_USAGE, "--set: given more than %d times",
                          ROSIN_LIST - 2 * ROSIN_MAP_KEYS);
  return status;
}

static int run(const arguments *a, rosin_map *map, int threads) {
  rosin_error error = {""};
  char title[128];
  int status = settle(a, map, title, sizeof title);
  if (status >= 0)
    return status;
  rosin_map_point *point =
      calloc((size_t)map->axis[0].steps * (size_t)map->axis[1].steps + 1, sizeof *point);
  const double start = rosin_now();
  if (!point)
    return rosin_complain(ROSIN_FAILURE, "out of memory for a map");
  if (compute_all(map, point, threads, &error))
    status = rosin_stopped(NULL) ? rosin_stop_complain()
                                 : rosin_complain(ROSIN_FAILURE, "%s", error.text);
  if (status < 0) {
    if (map->shard.n == 1)
      rosin_map_say(map, point, rosin_now() - start);
    else
      rosin_tell("%d points of %d in %.1f s", count_own(map),
                 map->axis[0].steps * map->axis[1].steps, rosin_now() - start);
    status = write_table(a->output, map, point);
  }
  if (status < 0 && a->plot && rosin_map_draw(map, point, title, a->plot, &error))
    status = rosin_complain(ROSIN_FAILURE, "%s", error.text);
  free(point);
  return status < 0 ? ROSIN_DONE : status;
}

static int run_measured(const arguments *a, rosin_map *map, int threads) {
  const rosin_measured_wish wish = {.folder = a->measured,
                                    .output = a->output,
                                    .plot = a->plot,
                                    .leave_out = a->leave_out != NULL,
                                    .threads = threads};
  char title[128];
  double rate = 50000;
  if (a->measured_rate &&
      rosin_options_number("--measured-rate", a->measured_rate, "Hz", 1000, 1e6, &rate))
    return ROSIN_USAGE;
  const int status = settle(a, map, title, sizeof title);
  return status < 0 ? rosin_measured_run(map, &wish, rate) : status;
}

static int map_command(int count, char **words) {
  arguments a = {0};
  const rosin_option table[] = {
      {"x", 'x', "KEY=LOW:HIGH:N[:log]",
       "across: any key of -s; KEY,KEY*0.5 move together (a string: the contact's position)", &a.x,
       NULL},
      {"y", 'y', "KEY=LOW:HIGH:N[:log]", "up (the contact's force)", &a.y, NULL},
      {"schelleng", 0, NULL, "Schelleng's diagram, with his limits: position and force",
       &a.schelleng, NULL},
      {"guettler", 0, NULL,
       "Guettler's diagram: how soon Helmholtz motion begins; CONTACT.velocity.slope and force",
       &a.guettler, NULL},
      {"start", 0, "HOW",
       "rest: velocity rises along a line; helmholtz (with --schelleng): led from there; scene: "
       "as written; recorded (with --measured): as the bow moved",
       &a.start, NULL},
      {"judge", 0, "WHAT",
       "who tells Helmholtz motion in pictures and letters: contact, or bridge (its force, as "
       "recordings are judged); tables hold both",
       &a.judge, NULL},
      {"measured", 0, "FOLDER",
       "play the strokes of these recordings (whole_N.csv, beta_N.csv, timestamp_N.csv) again, "
       "and judge both forces on the bridge",
       &a.measured, NULL},
      {"measured-rate", 0, "HZ", "samples a second of the recordings (50000)", &a.measured_rate,
       NULL},
      {"leave-out", 0, NULL, "leave out recordings that cannot be read, and say which",
       &a.leave_out, NULL},
      {"rise", 0, "SECONDS",
       "how long the velocity takes from rest (0.05; to Helmholtz motion, at 1 m/s^2)", &a.rise,
       NULL},
      ROSIN_OPTION_SET(&a.set),
      ROSIN_OPTION_FILES(&a.any_files),
      {"output", 'o', "FILE", "the table, as CSV (standard output)", &a.output, NULL},
      {"plot", 0, "FILE", "also draw it, with gnuplot: .png or .svg", &a.plot, NULL},
      {"contact", 0, "NAME", "whose motion is judged (the scene's first)", &a.contact, NULL},
      {"pitch", 0, "HZ", "of the free body (the string's, or the lowest mode)", &a.pitch, NULL},
      {"seconds", 'd', "SECONDS", "length of each point", &a.seconds, NULL},
      {"steady", 0, "SECONDS", "judge from here to the end (the last 20 periods)", &a.steady, NULL},
      {"threads", 'j', "N", "points at a time (all cores)", &a.threads, NULL},
      {"shard", 0, "K/N", "every Nth point alone, from the Kth on", &a.shard, NULL},
      {0}};
  rosin_map map = {0};
  rosin_recipe recipe = {0};
  int threads = 1;
  int status = rosin_options_parse(&rosin_command_map, table, count, words, &a.rest);
  if (status < 0)
    status = choose(&a, &map, &threads);
  if (status >= 0)
    return status;
  rosin_stop_catch();
  if ((status = open_scene(&a, &map, &recipe)) < 0)
    status = a.measured ? run_measured(&a, &map, threads) : run(&a, &map, threads);
  rosin_recipe_free(&recipe);
  return status;
}

const rosin_command rosin_command_map = {
    "map", "map SCENE [--x KEY=LOW:HIGH:N[:log]] [--y KEY=LOW:HIGH:N[:log]] [OPTION]...",
    "what a scene does over two of its numbers", map_command};
