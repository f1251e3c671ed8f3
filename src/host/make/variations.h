/* SPDX-License-Identifier: BSD-3-Clause */
/** Many of one: `rosin render --variations`. */
#ifndef ROSIN_VARIATIONS_H
#define ROSIN_VARIATIONS_H

#include "host/recipe.h"
#include "host/write/level.h"

/** What was asked for. */
typedef struct {
  const char *variations, *distinct, *seed, *output; /* as given, or NULL */
  rosin_list spread;
  double duration;
  rosin_level_wish level;
  rosin_sample_format format;
  const char *room;
  rosin_part part;
  int plain, threads;
  int fixed; /* settings at the end of the recipe's that stay as they are */
} rosin_variations;

/** Render them, and say to standard output, as CSV, what was drawn and how far it is from the rest.
 *  An exit status. */
int rosin_variations_run(const rosin_variations *wish, const rosin_recipe *recipe);

#endif
