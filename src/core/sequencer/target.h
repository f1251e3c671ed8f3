/* SPDX-License-Identifier: BSD-3-Clause */
/** What can be moved in a live scene: its macros, every control of its parts and every parameter
 *  of its player ("player.NAME"), each with the range a fader should cover. */
#ifndef ROSIN_TARGET_H
#define ROSIN_TARGET_H

#include "player/player.h"
#include "scene/scene.h"

typedef struct {
  char name[2 * ROSIN_MODEL_NAME];
  const rosin_parameter *row;
  int player;       /* 1: the row is the player's */
  int macro;        /* its index in the scene, -1: none */
  int control;      /* its index in the network, -1: the player's, or a macro */
  int contact;      /* index of its contact in the model, or -1 */
  double rest;      /* where it is when nobody plays */
  double low, high; /* for a fader */
} rosin_target;

typedef struct {
  int count;
  rosin_target *target;
} rosin_targets;

/** After the scene was prepared; -1 without memory. `player` may be NULL. */
int rosin_targets_open(rosin_targets *targets, rosin_scene *scene, const rosin_player *player);
void rosin_targets_close(rosin_targets *targets);
/** Whether a value is in its range, as its table has it: 0, or -1 and an error. */
int rosin_target_check(const rosin_target *target, double value, rosin_error *error);
/** Index by name, -1 if there is none. */
int rosin_targets_find(const rosin_targets *targets, const char *name);
/** Index of control `key` of contact or body `owner`, or -1. */
int rosin_targets_of(const rosin_targets *targets, const char *owner, const char *key);

#endif
