/* SPDX-License-Identifier: BSD-3-Clause */
/** One file of many: rendered without a word and measured meanwhile, with the bytes that
 *  `rosin render` gives it. May be called from any thread. */
#ifndef ROSIN_MAKE_H
#define ROSIN_MAKE_H

#include "features/features.h"
#include "features/slips.h"
#include "host/recipe.h"
#include "variation/variation.h"

enum { ROSIN_MAKE_ATTEMPTS = 8 };

/** What is to be made. */
typedef struct {
  const rosin_recipe *recipe; /* of the scene; its own settings come first */
  const char *const *setting; /* then these */
  int settings, plain;
  double duration; /* s; 0: the scene's */
  rosin_sample_format format;
  const char *path; /* NULL: no file, to measure alone */
} rosin_make;

/** How a variation is drawn. */
typedef struct {
  const rosin_vary *vary;
  unsigned long long seed;
  long long number;
  double distinct;              /* least distance from `before`; 0: any will do */
  const rosin_features *before; /* [count] */
  int count;
} rosin_make_draw;

/** A file that is made and has no name yet, and what was measured. */
typedef struct {
  rosin_sound_file *file;
  rosin_features features;
  rosin_slip_statistics slips;
  char contact[ROSIN_MODEL_NAME];
  int rate, channels, attempt, nearest; /* nearest: index in `before`, or -1 */
  double distance;                      /* to the nearest; NaN: there was none */
  char *title, *command, *parameters;   /* owned; parameters: with semicolons between */
} rosin_made;

/** Make the scene as it is ordered. 0, or -1 and an error. */
int rosin_make_one(const rosin_make *make, rosin_made *made, rosin_error *error);
/** Make a variation of it: drawn again, at most ROSIN_MAKE_ATTEMPTS times, while it cannot be
 *  built or is too near to one before; of these the farthest. */
int rosin_make_variation(const rosin_make *make, const rosin_make_draw *draw, rosin_made *made,
                         rosin_error *error);
/** The same without making it: all settings of attempt `attempt` into `set`, texts in `text`, an
 *  array as for rosin_vary_draw. 0, or -1 and an error. */
int rosin_make_settings(const rosin_make *make, const rosin_make_draw *draw, int attempt,
                        char (*text)[ROSIN_VARY_TEXT], rosin_list *set, rosin_error *error);
/** The recipe as it goes into the notes: with the base of the scene's name, since the notes know
 *  no more of it. */
rosin_recipe rosin_make_noted(const rosin_make *make, const rosin_list *set);
/** Index of the nearest of `count`, and how far it is; -1 and NaN if there is none. */
int rosin_make_nearest(const rosin_features *to, const rosin_features *of, int count,
                       double *distance);
/** Give the file its name: 0, or -1 and an error. Then, or instead, forget it. */
int rosin_make_keep(rosin_made *made, rosin_error *error);
void rosin_make_drop(rosin_made *made);

#endif
