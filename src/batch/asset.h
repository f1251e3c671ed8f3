/* SPDX-License-Identifier: BSD-3-Clause */
/** Rows of a list that become several, for who plays them in a game: parts of a sound, and steps of
 *  one of its numbers. */
#ifndef ROSIN_ASSET_H
#define ROSIN_ASSET_H

#include "rosin.h"

enum { ROSIN_ASSET_KEY = 64, ROSIN_ASSET_PARTS = 3, ROSIN_ASSET_STEPS = 100 };

/** Steps of a number, evenly from its first value to its last. */
typedef struct {
  char key[ROSIN_ASSET_KEY];
  double from, to;
  int count; /* 0: none */
} rosin_asset_steps;

/** "KEY=FROM..TO/N", N from 2 on; "" is none. 0, or -1 and an error. */
int rosin_asset_steps_read(const char *text, rosin_asset_steps *steps, rosin_error *error);
/** "KEY=VALUE" of a step, from 1. */
void rosin_asset_step(const rosin_asset_steps *steps, int step, char *text, int size);
/** Words of parts, each once, with blanks between, "all" for all; "" is none: indexes into
 *  rosin_asset_part. How many, or -1 and an error. */
int rosin_asset_parts_read(const char *text, int part[ROSIN_ASSET_PARTS], rosin_error *error);
/** "start", "loop", "end", in the order of a sound. */
extern const char *const rosin_asset_part[ROSIN_ASSET_PARTS];

#endif
