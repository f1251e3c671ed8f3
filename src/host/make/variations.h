/* SPDX-License-Identifier: BSD-3-Clause */
/** Many of one: `rosin render --variations`. */
#ifndef ROSIN_VARIATIONS_H
#define ROSIN_VARIATIONS_H

#include "host/load/recipe.h"
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

/** Rows for the options that are for variations alone: members of `a`. */
/* clang-format off */
#define ROSIN_OPTIONS_VARIATIONS(a)                                                                \
  {"variations", 0, "N", "render N variations to -o door-%02d.wav (--seed: theirs)",               \
   &(a)->variations, NULL},                                                                        \
  {"spread", 0, "KEY=SHARE", "how far a macro, key or kind varies; 0: not (repeatable)", NULL,     \
   &(a)->spread},                                                                                  \
  {"distinct", 0, "D", "draw again what is nearer to another than this (0.5)",                     \
   &(a)->distinct, NULL},                                                                          \
  {"threads", 'j', "N", "cores to use for variations (all)", &(a)->threads, NULL}
/* clang-format on */

/** Render them, and say to standard output, as CSV, what was drawn and how far it is from the rest.
 *  An exit status. */
int rosin_variations_run(const rosin_variations *wish, const rosin_recipe *recipe);

#endif
