/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin bench: nanoseconds per sample of named workloads, medians of several runs
 * taken in turn, so that a drift of the machine meets them all; beside them how many
 * times a loop of known work they take, so that machines can be compared. */
#include "host/commands.h"
#include "host/progress.h"
#include "host/stop.h"
#include "rosin.h"
#include "scene/temporary.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 7, BLOCK = 64, BLOCKS = 1000, WARM = 700, MODES = 512, CHAIN = 32 };

static const double rate = 44100;

/** What is timed: a network, a scene, or (neither) the reference loop. */
typedef struct {
  int ready;
  rosin_scene *scene;
  rosin_network *network;
  rosin_body *a, *b;
  rosin_contact *contact;
} bench_world;

/** A workload; `size` is its number of modes, or one of these. */
enum { STRING = 0, SCENE = -1, REFERENCE = -2 };
typedef struct {
  const char *name;
  int size;
  double speed;   /* m/s of the rubbing hand */
  double ceiling; /* ns a sample; 0: the ratio to `against` is judged */
  const char *against;
  double ratio;
} workload;

static const workload workloads[] = {
    {"reference", REFERENCE, 0, 0, NULL, 0},
    {"bowed-string", STRING, 0.1, 150, NULL, 0},
    {"bowed-string-sliding", STRING, 3.0, 150, NULL, 0},
    {"modal-8", 8, 0.3, 80 + 0.9 * 8, NULL, 0},
    {"modal-32", 32, 0.3, 80 + 0.9 * 32, NULL, 0},
    {"modal-128", 128, 0.3, 80 + 0.9 * 128, NULL, 0},
    {"modal-512", 512, 0.3, 80 + 0.9 * 512, NULL, 0},
    {"stick-slip", 16, 0.05, 0, "sliding", 1.5},
    {"sliding", 16, 5.0, 0, NULL, 0},
    {"cello-d", SCENE, 0, 0, NULL, 0},
};

enum { WORKLOADS = sizeof workloads / sizeof *workloads };

static void hold(rosin_network *n, const char *control, double value) {
  rosin_network_hold(n, rosin_network_control(n, control), value);
}

static rosin_body *string_body(void) {
  rosin_string_spec spec = {0};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  return rosin_string_new(&spec, rate, NULL);
}

static rosin_body *modal_body(int modes) {
  rosin_mode mode[MODES];
  for (int i = 0; i < modes; i++)
    mode[i] = (rosin_mode){.frequency = 150 + 19000.0 * i / modes, .q = 300, .mass = 0.002 * modes};
  const rosin_modal_spec spec = {.modes = modes, .mode = mode, .points = 1};
  return rosin_modal_new(&spec, rate, NULL);
}

static rosin_body *mass(double kg) {
  const rosin_mode mode = {.mass = kg};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  return rosin_modal_new(&spec, rate, NULL);
}

/* An embedded scene as `rosin render` runs it. */
static int make_scene(const workload *w, bench_world *x) {
  rosin_error error = {"out of memory"};
  *x = (bench_world){.scene = rosin_scene_load(w->name, 0, NULL, NULL)};
  if (!x->scene || rosin_scene_prepare(x->scene, (int)rate, BLOCK, &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  return -1;
}

/* A string under a bow, or modes under a free mass that the hand carries. */
static int make_network(const workload *w, bench_world *x) {
  rosin_error error;
  const int is_string = w->size == STRING;
  *x = (bench_world){.network = rosin_network_new(rate, BLOCK, &error),
                     .contact = rosin_contact_new("elastoplastic", rate, &error),
                     .b = is_string ? string_body() : modal_body(w->size),
                     .a = is_string ? NULL : mass(0.05)};
  rosin_network_body(x->network, "b", x->b, &error);
  if (x->a)
    rosin_network_body(x->network, "a", x->a, &error);
  rosin_contact_set(x->contact, "stribeck_velocity", is_string ? 0.2 : 0.1, &error);
  rosin_network_contact(x->network, "rub", x->contact, x->a ? "a" : "-", "b", &error);
  rosin_network_signal(x->network, is_string ? "b.bridge_force" : "b.velocity@0", &error);
  if (rosin_network_prepare(x->network, &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  hold(x->network, "rub.force", 1.1);
  hold(x->network, "rub.velocity", w->speed);
  hold(x->network, "rub.position", is_string ? 0.15 : 0);
  for (int i = 0; i < WARM; i++)
    rosin_network_process(x->network, BLOCK);
  return -1;
}

static int make(const workload *w, bench_world *x) {
  const int status = w->size == SCENE       ? make_scene(w, x)
                     : w->size == REFERENCE ? -1
                                            : make_network(w, x);
  x->ready = status < 0;
  return status;
}

static void destroy(bench_world *x) {
  rosin_scene_free(x->scene);
  rosin_network_free(x->network);
  rosin_body_free(x->a);
  rosin_body_free(x->b);
  rosin_contact_free(x->contact);
}

/* A chain of CHAIN multiply-adds a sample, each waiting for the one before. */
static void reference(double *y) {
  for (int i = 0; i < BLOCK * CHAIN; i++)
    *y = 0.999 * *y + 0.001;
}

static double time_once(bench_world *x) {
  float out[BLOCK * 64];
  volatile double kept = 0;
  double y = kept;
  if (x->scene)
    rosin_scene_rewind(x->scene);
  const double start = rosin_now();
  for (int i = 0; i < BLOCKS; i++)
    if (x->scene)
      rosin_scene_process(x->scene, BLOCK, out);
    else if (x->network)
      rosin_network_process(x->network, BLOCK);
    else
      reference(&y);
  kept = y;
  return 1e9 * (rosin_now() - start) / (BLOCKS * BLOCK);
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int wanted(const workload *w, const rosin_list *names) {
  for (int i = 0; i < names->count; i++)
    if (strcmp(names->text[i], w->name) == 0)
      return 1;
  return names->count == 0 || w->size == REFERENCE;
}

static double find(const double *median, const char *name) {
  for (int i = 0; i < WORKLOADS; i++)
    if (strcmp(workloads[i].name, name) == 0)
      return median[i];
  return 0;
}

static void print_line(const workload *w, const double *median, double ns) {
  printf("%-22s %8.1f ns", w->name, ns);
  if (w->size != REFERENCE)
    printf("  %5.2f x reference", ns / find(median, "reference"));
  if (w->ceiling > 0) {
    printf("  <= %.1f ns  %s", w->ceiling, ns <= w->ceiling ? "ok" : "SHORT");
  } else if (w->against && find(median, w->against) > 0) {
    const double ratio = ns / find(median, w->against);
    printf("  %.2f x %s <= %.1f  %s", ratio, w->against, w->ratio,
           ratio <= w->ratio ? "ok" : "SHORT");
  } else if (w->size == SCENE) {
    printf("  %.1f times real time", 1e9 / (ns * rate));
  }
  putchar('\n');
}

static int write_json(const char *path, const double *median) {
  char *temporary = NULL;
  rosin_stop_catch(); /* while there is a temporary file */
  FILE *file = strcmp(path, "-") ? rosin_temporary_stream(path, &temporary) : stdout;
  const char *separator = "{\n";
  for (int i = 0; file && i < WORKLOADS; i++)
    if (median[i] > 0) {
      fprintf(file, "%s  \"%s\": %.2f", separator, workloads[i].name, median[i]);
      separator = ",\n";
    }
  if (file)
    fputs("\n}\n", file);
  if (file == stdout) /* main looks at its errors */
    return ROSIN_DONE;
  if (!file || rosin_temporary_close(file, temporary, path))
    return rosin_complain(ROSIN_FAILURE, "%s: cannot be written: %s", path, strerror(errno));
  return ROSIN_DONE;
}

static int check_names(const rosin_list *names) {
  for (int k = 0; k < names->count; k++) {
    int known = 0;
    for (int i = 0; i < WORKLOADS; i++)
      known = known || strcmp(names->text[k], workloads[i].name) == 0;
    if (!known)
      return rosin_complain(ROSIN_USAGE, "there is no workload '%s'", names->text[k]);
  }
  return -1;
}

/* Medians of the wanted workloads; the others stay 0. */
static int measure(const rosin_list *names, double *median) {
  static bench_world world[WORKLOADS];
  double time[WORKLOADS][RUNS];
  int status = -1;
  for (int i = 0; i < WORKLOADS && status < 0; i++)
    if (wanted(&workloads[i], names))
      status = make(&workloads[i], &world[i]);
  for (int run = 0; run < RUNS && status < 0; run++)
    for (int i = 0; i < WORKLOADS; i++)
      if (world[i].ready)
        time[i][run] = time_once(&world[i]);
  for (int i = 0; i < WORKLOADS; i++) {
    if (world[i].ready && status < 0) {
      qsort(time[i], RUNS, sizeof(double), ascending);
      median[i] = time[i][RUNS / 2];
    }
    destroy(&world[i]);
  }
  return status;
}

static int bench(int count, char **words) {
  const char *json = NULL;
  rosin_list names;
  const rosin_option table[] = {
      {"json", 0, "FILE", "also as JSON; - for standard output alone", &json, NULL}, {0}};
  double median[WORKLOADS] = {0};
  int status = rosin_options_parse(&rosin_command_bench, table, count, words, &names);
  if (status >= 0 || (status = check_names(&names)) >= 0 || (status = measure(&names, median)) >= 0)
    return status;
  for (int i = 0; i < WORKLOADS && !(json && strcmp(json, "-") == 0); i++)
    if (median[i] > 0)
      print_line(&workloads[i], median, median[i]);
  return json ? write_json(json, median) : ROSIN_DONE;
}

const rosin_command rosin_command_bench = {"bench", "bench [NAME]... [--json FILE]",
                                           "nanoseconds per sample of named workloads", bench};
