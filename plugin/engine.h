/* SPDX-License-Identifier: BSD-3-Clause */
/** A scene that is played live for a core, with where its parameters act. */
#ifndef ROSIN_PLUGIN_ENGINE_H
#define ROSIN_PLUGIN_ENGINE_H

#include "live/live.h"
#include "plugin/core.h"

struct rosin_engine {
  rosin_scene *scene;
  rosin_live *live;
  int target[ROSIN_CORE_PARAMETERS];   /* of the live scene, -1: none */
  double built[ROSIN_CORE_PARAMETERS]; /* values it was built of */
};

/** What a parameter of a core is. */
typedef enum {
  ROSIN_CORE_LEVEL,
  ROSIN_CORE_TRIGGER,
  ROSIN_CORE_CONTINUOUS,
  ROSIN_CORE_PLAYER, /* of the player */
  ROSIN_CORE_MACRO,  /* of the scene, while it sounds */
  ROSIN_CORE_BUILDER /* of the scene, as it is built */
} rosin_core_kind;

typedef struct {
  const rosin_parameter *row;
  rosin_core_kind kind;
} rosin_core_row;

/** NULL and an error. Waits for its trigger if it is no instrument. */
rosin_engine *rosin_engine_new(const char *scene, int rows, const rosin_core_row *row,
                               const double *value, int rate, rosin_error *error);

#endif
