/* SPDX-License-Identifier: BSD-3-Clause */
/* How what was found may be rubbed: with what, how hard, how fast. */
#include "format.h"
#include "host/common/options.h"
#include "host/common/progress.h"
#include "host/modes/modes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST = ROSIN_KNOCK_MODES + ROSIN_KNOCK_NOISE,
  SURFACES = 16,
  WIDTH = 14,
  ABREAST = 4,
  SHOWN = 4
};

static const double seconds = 0.7; /* of each point */

/* A surface and what it does. */
typedef struct {
  const rosin_surface *surface;
  rosin_rub_map map;
} trial;

/* Names of maps side by side. */
static void say_names(const trial *t, int count) {
  char line[160] = "          ";
  for (int i = 0; i < count; i++)
    snprintf(line + strlen(line), sizeof line - strlen(line), " %-*s", WIDTH, t[i].surface->name);
  rosin_tell("%s", line);
}

/* Their rows of one force. */
static void say_row(const trial *t, int count, int force) {
  static const char letter[] = {'.', '~', 'O'};
  char line[160];
  rosin_format(line, sizeof line, "%7.2g N ", rosin_rub_force(force));
  for (int i = 0; i < count; i++) {
    char cell[ROSIN_RUB_SPEEDS + 1] = "";
    for (int k = 0; k < ROSIN_RUB_SPEEDS; k++)
      cell[k] = letter[t[i].map.point[force][k].kind];
    snprintf(line + strlen(line), sizeof line - strlen(line), " %-*s", WIDTH, cell);
  }
  rosin_tell("%s", line);
}

static void say_maps(const trial *t, int count) {
  rosin_tell("rubbed (O sings, ~ is rough, . slides; to the right %g to %g m/s):",
             rosin_rub_speed(0), rosin_rub_speed(ROSIN_RUB_SPEEDS - 1));
  for (int first = 0; first < count; first += ABREAST) {
    const int some = count - first < ABREAST ? count - first : ABREAST;
    say_names(t + first, some);
    for (int force = ROSIN_RUB_FORCES - 1; force >= 0; force--)
      say_row(t + first, some, force);
  }
}

static int by_singing(const void *a, const void *b) {
  return ((const trial *)b)->map.sings - ((const trial *)a)->map.sings;
}

/* All surfaces on that body, those on which it sings most first; how many of them, or -1. */
static int try_all(const rosin_modes_finding *f, const rosin_modes_choices *c, trial *t) {
  static const char *const names[] = {"knock", "mic"};
  static const double places[] = {0, 1};
  rosin_mode mode[MOST];
  double weight[2 * MOST];
  rosin_error error;
  rosin_progress progress;
  int count = 0, sings = 0, all = 0;
  for (int i = 0; i < f->modes; i++) {
    const rosin_knock_mode *m = &f->mode[i];
    mode[i] =
        (rosin_mode){.frequency = m->frequency, .t60 = m->t60, .mass = rosin_modes_mass(f, c, m)};
    weight[i] = 1;
    weight[f->modes + i] = cos(m->phase) < 0 ? -1 : 1;
  }
  const rosin_modal_spec spec = {.modes = f->modes,
                                 .mode = mode,
                                 .shape = ROSIN_SHAPE_TABLE,
                                 .points = 2,
                                 .name = names,
                                 .position = places,
                                 .weight = weight};
  while (rosin_surfaces()[all].name && all < SURFACES)
    all++;
  rosin_progress_start(&progress);
  for (; count < all; count++) {
    t[count].surface = &rosin_surfaces()[count];
    if (rosin_rub_try(&spec, rosin_modes_rate(f), seconds, t[count].surface, &t[count].map,
                      &error)) {
      rosin_progress_end(&progress);
      return rosin_complain(ROSIN_FAILURE, "%s: %s", c->recording, error.text), -1;
    }
    rosin_progress_draw(&progress, (count + 1.0) / all);
  }
  rosin_progress_end(&progress);
  qsort(t, (size_t)count, sizeof *t, by_singing);
  while (sings < count && t[sings].map.sings)
    sings++;
  return sings;
}

int rosin_modes_rub(const rosin_modes_finding *f, const rosin_modes_choices *c,
                    rosin_modes_rubbed *rubbed) {
  trial t[SURFACES] = {{0}};
  const int sings = try_all(f, c, t);
  *rubbed = (rosin_modes_rubbed){.surface = NULL};
  if (sings < 0)
    return ROSIN_FAILURE;
  if (sings == 0) {
    rosin_tell("%s: it will not sing, whatever it is rubbed with (%g to %g N, %g to %g m/s, its "
               "loudest mode of %g kg: see --mass); %s%s%s is not written",
               c->recording, rosin_rub_force(0), rosin_rub_force(ROSIN_RUB_FORCES - 1),
               rosin_rub_speed(0), rosin_rub_speed(ROSIN_RUB_SPEEDS - 1), c->mass,
               c->rub ? c->rub : "", c->rub && c->keys ? ", " : "", c->keys ? c->keys : "");
    return 0;
  }
  const rosin_rub_map *best = &t[0].map;
  say_maps(t, sings < SHOWN ? sings : SHOWN);
  *rubbed = (rosin_modes_rubbed){.surface = t[0].surface,
                                 .force = rosin_rub_force(best->force),
                                 .speed = rosin_rub_speed(best->speed),
                                 .pitch = best->point[best->force][best->speed].pitch};
  rosin_tell("%s: it sings best with %s, at %.2g N and %.2g m/s: %.1f Hz",
             c->rub ? c->rub : c->keys, rubbed->surface->name, rubbed->force, rubbed->speed,
             rubbed->pitch);
  return 0;
}
