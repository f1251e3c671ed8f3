/* SPDX-License-Identifier: BSD-3-Clause */
/** A scene that is played live for a core, with where its parameters act. */
#ifndef ROSIN_ENGINE_H
#define ROSIN_ENGINE_H

#include "core/core.h"
#include "live/display/observe.h"
#include "live/live.h"

struct rosin_engine {
  rosin_scene *scene;
  rosin_live *live;
  rosin_observer *observer;            /* NULL: nobody looks */
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

/** How it is made. */
typedef struct {
  int rate;       /* Hz */
  int oversample; /* 0: the scene's own */
  int watched;    /* has an observer */
} rosin_engine_options;

/** NULL and an error. Waits for its trigger if it is no instrument. */
rosin_engine *rosin_engine_new(const char *scene, int rows, const rosin_core_row *row,
                               const double *value, const rosin_engine_options *options,
                               rosin_error *error);

#endif
