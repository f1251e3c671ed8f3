/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin map: what a scene does over a grid of two of its numbers. The points are
 * networks of their own; threads take them one by one, and the order of the result is
 * that of the grid. */
#include "host/map.h"

#include "host/commands.h"
#include "host/load.h"
#include "host/plot.h"
#include "host/progress.h"
#include "scene/temporary.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_THREADS = 256 };

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
  (void)number;
  interrupted = 1;
}

/* ---- all points ------------------------------------------------------------------- */

typedef struct {
  const rosin_map *map;
  rosin_map_point *point; /* [y * columns + x] */
  int columns, count;
  atomic_int next, done, failed;
  pthread_mutex_t lock; /* of the error */
  rosin_error error;
} work;

static void *labour(void *context) {
  work *w = context;
  rosin_map_worker own = {0};
  rosin_error error;
  for (int i; !interrupted && !atomic_load(&w->failed) &&
              (i = atomic_fetch_add(&w->next, 1)) < w->count;) {
    const double x = rosin_map_axis_at(&w->map->axis[0], i % w->columns);
    const double y = rosin_map_axis_at(&w->map->axis[1], i / w->columns);
    snprintf(error.text, sizeof error.text, "out of memory");
    if (rosin_map_compute(w->map, &own, x, y, &w->point[i], &error)) {
      pthread_mutex_lock(&w->lock);
      if (!atomic_exchange(&w->failed, 1))
        w->error = error;
      pthread_mutex_unlock(&w->lock);
    }
    atomic_fetch_add(&w->done, 1);
  }
  rosin_map_dismiss(&own);
  return NULL;
}

static void show_progress(work *w) {
  const struct timespec pause = {0, 20000000};
  rosin_progress bar;
  rosin_progress_start(&bar);
  while (!interrupted && !atomic_load(&w->failed) && atomic_load(&w->done) < w->count) {
    nanosleep(&pause, NULL);
    rosin_progress_draw(&bar, (double)atomic_load(&w->done) / w->count);
  }
  rosin_progress_end(&bar);
}

static int compute_all(const rosin_map *map, rosin_map_point *point, int threads,
                       rosin_error *error) {
  pthread_t thread[MOST_THREADS];
  int started = 0;
  work w = {.map = map,
            .point = point,
            .columns = map->axis[0].steps,
            .count = map->axis[0].steps * map->axis[1].steps,
            .lock = PTHREAD_MUTEX_INITIALIZER};
  while (started < threads && pthread_create(&thread[started], NULL, labour, &w) == 0)
    started++;
  if (started)
    show_progress(&w);
  else
    labour(&w);
  for (int i = 0; i < started; i++)
    pthread_join(thread[i], NULL);
  pthread_mutex_destroy(&w.lock);
  *error = w.error;
  if (interrupted)
    snprintf(error->text, sizeof error->text, "interrupted; nothing was written");
  return interrupted || w.failed ? -1 : 0;
}

/* ---- the table ---------------------------------------------------------------------- */

static void put_number(FILE *out, double value) {
  fputc(',', out);
  if (isfinite(value))
    fprintf(out, "%.9g", value);
}

static void put_rows(FILE *out, const rosin_map *map, const rosin_map_point *point) {
  fprintf(out,
          "%s,%s,regime,slips_per_period,pitch_cents,jitter,slip_share,level_db,attack,late_slips,"
          "early_slips,schelleng_low,schelleng_high\n",
          map->axis[0].key[0], map->axis[1].key[0]);
  for (int y = 0; y < map->axis[1].steps; y++)
    for (int x = 0; x < map->axis[0].steps; x++) {
      const rosin_map_point *p = &point[y * map->axis[0].steps + x];
      fprintf(out, "%.9g,%.9g,%s", rosin_map_axis_at(&map->axis[0], x) * map->axis[0].factor[0],
              rosin_map_axis_at(&map->axis[1], y) * map->axis[1].factor[0],
              rosin_regime_name(p->regime.kind));
      put_number(out, p->regime.slips);
      put_number(out, p->regime.cents);
      put_number(out, p->regime.jitter);
      put_number(out, p->regime.share);
      put_number(out, p->level);
      put_number(out, p->attack.time >= 0 ? p->attack.time : NAN);
      put_number(out, p->attack.late);
      put_number(out, p->attack.early);
      put_number(out, p->low);
      put_number(out, p->high);
      fputc('\n', out);
    }
}

static int write_table(const char *path, const rosin_map *map, const rosin_map_point *point) {
  if (!path || strcmp(path, "-") == 0) {
    put_rows(stdout, map, point);
    return -1;
  }
  char *name = rosin_temporary_name(path);
  FILE *out = name ? fopen(name, "w") : NULL;
  int status = -1;
  if (out) {
    put_rows(out, map, point);
    const int failed = ferror(out);
    if (fclose(out) || failed || rosin_temporary_keep(name, path)) {
      rosin_temporary_drop(name, path);
      status = rosin_complain(ROSIN_FAILURE, "%s: cannot be written: %s", path, strerror(errno));
    }
  } else {
    status = rosin_complain(ROSIN_FAILURE, "%s: cannot be written: %s", path, strerror(errno));
  }
  free(name);
  return status;
}

/* ---- the command -------------------------------------------------------------------- */

typedef struct {
  const char *x, *y, *output, *plot, *contact, *pitch, *seconds, *steady, *threads, *schelleng,
      *guettler;
  rosin_list set, rest;
} arguments;

static int cores(void) {
  const long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (int)n;
}

static int choose(const arguments *a, rosin_map *map, int *threads) {
  rosin_error error;
  double count = cores();
  map->steady = -1;
  if (a->rest.count != 1 || !a->x || !a->y)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_map.usage);
  int status = rosin_map_axis_parse("--x", a->x, &map->axis[0]);
  if (status < 0)
    status = rosin_map_axis_parse("--y", a->y, &map->axis[1]);
  if (status >= 0)
    return status;
  if (a->set.count + map->axis[0].keys + map->axis[1].keys > ROSIN_LIST)
    return rosin_complain(ROSIN_USAGE, "--set: given more than %d times",
                          ROSIN_LIST - 2 * ROSIN_MAP_KEYS);
  if ((a->seconds &&
       rosin_options_number("--seconds", a->seconds, "s", 0.01, 600, &map->seconds)) ||
      (a->steady && rosin_options_number("--steady", a->steady, "s", 0, 600, &map->steady)) ||
      (a->pitch && rosin_options_number("--pitch", a->pitch, "Hz", 1, 1e5, &map->pitch)) ||
      (a->threads && rosin_options_number("-j", a->threads, "", 1, MOST_THREADS, &count)))
    return ROSIN_USAGE;
  if (count != floor(count))
    return rosin_complain(ROSIN_USAGE, "-j %s: must be a whole number", a->threads);
  if (a->schelleng && a->guettler)
    return rosin_complain(ROSIN_USAGE, "--schelleng and --guettler are two different pictures");
  if ((a->schelleng || a->guettler) && !a->plot)
    return rosin_complain(ROSIN_USAGE, "--%s: goes with --plot only",
                          a->schelleng ? "schelleng" : "guettler");
  if (a->plot && rosin_plot_supported(a->plot, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  if (a->plot && a->output && strcmp(a->plot, a->output) == 0)
    return rosin_complain(ROSIN_USAGE, "%s: two outputs cannot go to one file", a->plot);
  map->scene = a->rest.text[0];
  map->set = &a->set;
  *threads = (int)count;
  return -1;
}

/* Every line of a scene's errors; those that only -s can have made are usage errors. */
static int complain_all(char *errors) {
  int only_options = 1;
  char *save = NULL;
  for (char *line = errors ? strtok_r(errors, "\n", &save) : NULL; line;
       line = strtok_r(NULL, "\n", &save)) {
    only_options = only_options && strncmp(line, "-s ", 3) == 0;
    rosin_complain(ROSIN_FAILURE, "%s", line);
  }
  free(errors);
  return only_options ? ROSIN_USAGE : ROSIN_FAILURE;
}

/* The corners are loaded before anything is computed; the first one is kept. */
static rosin_scene *try_corners(const rosin_map *map, int *status) {
  rosin_scene *first = NULL;
  for (int corner = 0; corner < 4; corner++) {
    char *errors = NULL;
    const rosin_map_axis *x = &map->axis[0], *y = &map->axis[1];
    rosin_scene *scene =
        rosin_map_load(map, corner & 1 ? x->high : x->low, corner & 2 ? y->high : y->low, &errors);
    if (!scene) {
      *status = complain_all(errors);
      rosin_scene_free(first);
      return NULL;
    }
    free(errors);
    if (first)
      rosin_scene_free(scene);
    else
      first = scene;
  }
  return first;
}

static int find_contact(const rosin_scene *scene, const char *name, int *contact) {
  const rosin_model *m = rosin_scene_model(scene);
  for (*contact = 0; *contact < m->contacts; (*contact)++)
    if (!name || strcmp(m->contact[*contact].name, name) == 0)
      return -1;
  return name ? rosin_complain(ROSIN_USAGE, "--contact %s: this scene has no such contact", name)
              : rosin_complain(ROSIN_USAGE, "this scene has no contact");
}

static void say(const rosin_map *map, const rosin_map_point *point, double wall) {
  const int count = map->axis[0].steps * map->axis[1].steps;
  int of[ROSIN_REGIMES] = {0};
  for (int i = 0; i < count; i++)
    of[point[i].regime.kind]++;
  fprintf(stderr, "%d points in %.1f s:", count, wall);
  for (int k = 0; k < ROSIN_REGIMES; k++)
    fprintf(stderr, " %d %s%s", of[k], rosin_regime_name((rosin_regime_kind)k),
            k + 1 < ROSIN_REGIMES ? "," : "\n");
}

static void say_attacks(const rosin_map *map, const rosin_map_point *point, int force_axis) {
  const int count = map->axis[0].steps * map->axis[1].steps;
  int prompt = 0;
  rosin_map_edge edge;
  for (int i = 0; i < count; i++)
    prompt += rosin_map_prompt(&point[i].attack);
  rosin_map_edge_fit(map, point, force_axis, &edge);
  fprintf(stderr, "%d of %d attacks are prompt", prompt, count);
  if (edge.columns >= 2)
    fprintf(stderr, "; they need %.3g + %.3g a N", edge.offset, edge.slope);
  fputc('\n', stderr);
}

static int run(const arguments *a, rosin_map *map, int threads) {
  int status = ROSIN_DONE;
  rosin_error error = {""};
  const rosin_map_lines lines = a->schelleng  ? ROSIN_MAP_SCHELLENG
                                : a->guettler ? ROSIN_MAP_GUETTLER
                                              : ROSIN_MAP_PLAIN;
  rosin_scene *scene = try_corners(map, &status);
  if (!scene)
    return status;
  status = find_contact(scene, a->contact, &map->contact);
  if (status < 0 && rosin_map_lines_check(map, scene, lines, &error))
    status = rosin_complain(ROSIN_USAGE, "%s", error.text);
  rosin_map_point *point =
      calloc((size_t)map->axis[0].steps * (size_t)map->axis[1].steps, sizeof *point);
  const double start = rosin_now();
  if (status < 0 && !point)
    status = rosin_complain(ROSIN_FAILURE, "out of memory for a map");
  if (status < 0 && compute_all(map, point, threads, &error))
    status = rosin_complain(ROSIN_FAILURE, "%s", error.text);
  if (status < 0) {
    say(map, point, rosin_now() - start);
    if (lines == ROSIN_MAP_GUETTLER)
      say_attacks(map, point, rosin_map_force_axis(map, scene));
    status = write_table(a->output, map, point);
  }
  if (status < 0 && a->plot && rosin_map_draw(map, point, scene, lines, a->plot, &error))
    status = rosin_complain(ROSIN_FAILURE, "%s", error.text);
  free(point);
  rosin_scene_free(scene);
  return status < 0 ? ROSIN_DONE : status;
}

static int map_command(int count, char **words) {
  arguments a = {0};
  const rosin_option table[] = {
      {"x", 'x', "KEY=LOW:HIGH:N[:log]", "across: any key of -s; KEY,KEY*0.5 move together", &a.x,
       NULL},
      {"y", 'y', "KEY=LOW:HIGH:N[:log]", "up", &a.y, NULL},
      ROSIN_OPTION_SET(&a.set),
      {"output", 'o', "FILE", "the table, as CSV (standard output)", &a.output, NULL},
      {"plot", 0, "FILE", "also draw it, with gnuplot: .png or .svg", &a.plot, NULL},
      {"schelleng", 0, NULL, "with Schelleng's limits of the force", &a.schelleng, NULL},
      {"guettler", 0, NULL, "attacks: how soon Helmholtz motion begins; force against slope",
       &a.guettler, NULL},
      {"contact", 0, "NAME", "whose motion is judged (the scene's first)", &a.contact, NULL},
      {"pitch", 0, "HZ", "of the free body (the string's, or the lowest mode)", &a.pitch, NULL},
      {"seconds", 'd', "SECONDS", "length of each point (the scene's)", &a.seconds, NULL},
      {"steady", 0, "SECONDS", "judge from here to the end (the last 20 periods)", &a.steady, NULL},
      {"threads", 'j', "N", "points at a time (all cores)", &a.threads, NULL},
      {0}};
  rosin_map map = {0};
  int threads = 1;
  int status = rosin_options_parse(&rosin_command_map, table, count, words, &a.rest);
  if (status < 0)
    status = choose(&a, &map, &threads);
  if (status >= 0)
    return status;
  signal(SIGINT, on_interrupt);
  signal(SIGTERM, on_interrupt);
  signal(SIGPIPE, SIG_IGN);
  return run(&a, &map, threads);
}

const rosin_command rosin_command_map = {
    "map", "map SCENE --x KEY=LOW:HIGH:N[:log] --y KEY=LOW:HIGH:N[:log] [-o FILE] [OPTION]...",
    "what a scene does over two of its numbers", map_command};
