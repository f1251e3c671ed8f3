/* SPDX-License-Identifier: BSD-3-Clause */
/** How the contact of a scene slips: a listener beside a rendering. */
#ifndef ROSIN_FEATURES_SLIPS_H
#define ROSIN_FEATURES_SLIPS_H

#include "scene/scene.h"

/** Zero at first. */
typedef struct {
  char contact[ROSIN_MODEL_NAME]; /* which: an instrument's first bow, else the scene's first */
  double period;                  /* s, of the string that it rubs; 0: it rubs none */
  int signal, count, room;
  float *velocity; /* relative, of the engine's samples; the first million of them */
} rosin_slips;

typedef struct {
  double rate;        /* slips a second; NaN: there is no contact, or it never moves */
  double share;       /* of time spent slipping */
  const char *regime; /* of a string, its middle 20 periods: rosin_regime_name; else "" */
} rosin_slip_statistics;

/** Ask for the signal, before prepare: 0, or -1. A scene without contacts is none's fault. */
int rosin_slips_ask(rosin_slips *slips, rosin_scene *scene);
/** Begin, after prepare: 0, or -1 without memory. The scene keeps `slips`. */
int rosin_slips_begin(rosin_slips *slips, rosin_scene *scene);
/** What was counted: 0, or -1 without memory. */
int rosin_slips_end(const rosin_slips *slips, double engine_rate, rosin_slip_statistics *found);
void rosin_slips_free(rosin_slips *slips);

#endif
