/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin map: what a scene does over a grid of two of its numbers. The points are
 * networks of their own; threads take them one by one, and the order of the result is
 * that of the grid. */
#include "host/map/choices.h"

#include "host/common/commands.h"
#include "host/common/crew.h"
#include "host/common/outputs.h"
#include "host/common/stop.h"
#include "host/load/load.h"
#include "host/measured/measured.h"
#include "live/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- all points ------------------------------------------------------------------- */

typedef struct {
  const rosin_map *map;
  rosin_map_point *point; /* [y * columns + x] */
  int columns;
} work;

/* The point of a task: up the columns where those begin alike, and of shards as they come. */
static int index_of(const work *w, int task) {
  const int rows = w->map->axis[1].steps;
  if (w->map->shard.n == 1 && rosin_map_late_axis(w->map) == 1)
    return task % rows * w->columns + task / rows;
  return w->map->shard.k - 1 + task * w->map->shard.n;
}

static int compute_one(void *context, void *own, int task, rosin_error *error) {
  const work *w = context;
  const int i = index_of(w, task);
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

/* What is mapped. */
static int open_scene(const rosin_map_arguments *a, rosin_map *map, rosin_recipe *recipe) {
  const int status =
      rosin_load_unplayed(&rosin_command_map, &a->rest, &a->set, a->any_files, recipe);
  map->recipe = recipe;
  map->terms = (rosin_terms){.files = recipe->files, .stop = rosin_stopped};
  if (status < 0 && recipe->set.count + 2 * ROSIN_MAP_KEYS > ROSIN_LIST)
    return rosin_complain(ROSIN_USAGE, "--set: given more than %d times",
                          ROSIN_LIST - 2 * ROSIN_MAP_KEYS);
  return status;
}

static int run(const rosin_map_arguments *a, rosin_map *map, int threads) {
  rosin_error error = {""};
  char title[128];
  int status = rosin_map_complete(a, map, title, sizeof title);
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

static int run_measured(const rosin_map_arguments *a, rosin_map *map, int threads) {
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
  const int status = rosin_map_complete(a, map, title, sizeof title);
  return status < 0 ? rosin_measured_run(map, &wish, rate) : status;
}

static int parse(int count, char **words, rosin_map_arguments *a) {
  const rosin_option table[] = {
      {"x", 'x', "KEY=LOW:HIGH:N[:log]",
       "across: any key of -s; KEY,KEY*0.5 move together (a string: the contact's position)", &a->x,
       NULL},
      {"y", 'y', "KEY=LOW:HIGH:N[:log]", "up (the contact's force)", &a->y, NULL},
      {"schelleng", 0, NULL, "Schelleng's diagram, with his limits: position and force",
       &a->schelleng, NULL},
      {"guettler", 0, NULL,
       "Guettler's diagram: how soon Helmholtz motion begins; CONTACT.velocity.slope and force",
       &a->guettler, NULL},
      {"start", 0, "HOW",
       "rest: velocity rises along a line; helmholtz (with --schelleng): led from there; scene: "
       "as written; recorded (with --measured): as the bow moved",
       &a->start, NULL},
      {"judge", 0, "WHAT",
       "who tells Helmholtz motion in pictures and letters: contact, or bridge (its force, as "
       "recordings are judged); tables hold both",
       &a->judge, NULL},
      {"measured", 0, "FOLDER",
       "play the strokes of these recordings (whole_N.csv, beta_N.csv, timestamp_N.csv) again, "
       "and judge both forces on the bridge",
       &a->measured, NULL},
      {"measured-rate", 0, "HZ", "samples a second of the recordings (50000)", &a->measured_rate,
       NULL},
      {"leave-out", 0, NULL, "leave out recordings that cannot be read, and say which",
       &a->leave_out, NULL},
      {"rise", 0, "SECONDS",
       "how long the velocity takes from rest (0.05; to Helmholtz motion, at 1 m/s^2)", &a->rise,
       NULL},
      ROSIN_OPTION_SET(&a->set),
      ROSIN_OPTION_FILES(&a->any_files),
      {"output", 'o', "FILE", "the table, as CSV (standard output)", &a->output, NULL},
      {"plot", 0, "FILE", "also draw it, with gnuplot: .png or .svg", &a->plot, NULL},
      {"contact", 0, "NAME", "whose motion is judged (the scene's first)", &a->contact, NULL},
      {"pitch", 0, "HZ", "of the free body (the string's, or the lowest mode)", &a->pitch, NULL},
      {"seconds", 'd', "SECONDS", "length of each point", &a->seconds, NULL},
      {"steady", 0, "SECONDS", "judge from here to the end (the last 20 periods)", &a->steady,
       NULL},
      {"threads", 'j', "N", "points at a time (all cores)", &a->threads, NULL},
      {"shard", 0, "K/N", "every Nth point alone, from the Kth on", &a->shard, NULL},
      {0}};
  const int status = rosin_options_parse(&rosin_command_map, table, count, words, &a->rest);
  if (status < 0 && a->rest.count != 1)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_map.usage);
  return status;
}

static int map_command(int count, char **words) {
  rosin_map_arguments a = {0};
  rosin_map map = {0};
  rosin_recipe recipe = {0};
  int threads = 1;
  int status = parse(count, words, &a);
  if (status < 0)
    status = rosin_map_choose(&a, &map, &threads);
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
