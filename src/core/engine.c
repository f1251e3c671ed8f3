/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/engine.h"
#include "error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALL = 256, LEAST_RATE = 44100 };

/* The scene, with its macros as they are set. Bodies need room for their modes at low rates. */
static rosin_scene *load(const char *name, int rows, const rosin_core_row *row, const double *value,
                         const rosin_engine_options *options, rosin_error *error) {
  const int rate = options->rate;
  const int least = rate >= LEAST_RATE ? 0 : rate < LEAST_RATE / 2 ? 4 : 2;
  const int oversample = options->oversample > least ? options->oversample : least;
  char text[ROSIN_CORE_PARAMETERS][128], more[32];
  const char *list[ROSIN_CORE_PARAMETERS + 1];
  int count = 0;
  for (int i = 0; i < rows; i++)
    if (row[i].kind == ROSIN_CORE_MACRO || row[i].kind == ROSIN_CORE_BUILDER) {
      snprintf(text[count], sizeof text[count], "%.64s=%.17g", row[i].row->name, value[i]);
      list[count] = text[count];
      count++;
    }
  if (oversample) {
    snprintf(more, sizeof more, "oversample=%d", oversample);
    list[count++] = more;
  }
  char *errors = NULL;
  rosin_scene *scene = rosin_scene_load(name, count, list, &errors);
  if (!scene)
    rosin_fail(error, "%.400s", errors ? errors : "out of memory");
  free(errors);
  return scene;
}

static int set_up(rosin_engine *e, int rows, const rosin_core_row *row, const double *value,
                  const rosin_engine_options *options, rosin_error *error) {
  const int instrument = rosin_player_strings(e->scene) > 0, rate = options->rate;
  if (options->watched && !(e->observer = rosin_observer_new(e->scene)))
    return rosin_fail(error, "out of memory");
  if (rosin_scene_prepare(e->scene, rate, CALL, error) ||
      !(e->live = rosin_live_new(e->scene, rate, instrument, error)))
    return -1;
  if (e->observer)
    rosin_observer_start(e->observer);
  rosin_live_set_waiting(e->live, !instrument);
  rosin_live_set_turning(e->live, 0);
  for (int i = 0; i < rows; i++) {
    char name[128];
    snprintf(name, sizeof name, "%s%.64s", row[i].kind == ROSIN_CORE_PLAYER ? "player." : "",
             row[i].row->name);
    e->built[i] = value[i];
    e->target[i] = row[i].kind == ROSIN_CORE_PLAYER || row[i].kind == ROSIN_CORE_MACRO
                       ? rosin_targets_find(rosin_live_targets(e->live), name)
                       : -1;
    if (row[i].kind == ROSIN_CORE_PLAYER && rosin_live_set(e->live, name, value[i], error))
      return -1;
  }
  return 0;
}

rosin_engine *rosin_engine_new(const char *scene, int rows, const rosin_core_row *row,
                               const double *value, const rosin_engine_options *options,
                               rosin_error *error) {
  rosin_engine *e = calloc(1, sizeof *e);
  if (!e) {
    rosin_fail(error, "out of memory");
    return NULL;
  }
  e->scene = load(scene, rows, row, value, options, error);
  if (e->scene && set_up(e, rows, row, value, options, error) == 0)
    return e;
  rosin_engine_free(e);
  return NULL;
}

void rosin_engine_free(rosin_engine *e) {
  if (!e)
    return;
  rosin_live_free(e->live);
  rosin_observer_free(e->observer);
  rosin_scene_free(e->scene);
  free(e);
}
