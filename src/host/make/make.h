/* SPDX-License-Identifier: BSD-3-Clause */
/** One file of many: rendered without a word and measured meanwhile, with the bytes that
 *  `rosin render` gives it. May be called from any thread. */
#ifndef ROSIN_MAKE_H
#define ROSIN_MAKE_H

#include "features/features.h"
#include "features/slips.h"
#include "host/load/recipe.h"
#include "host/write/level.h"
#include "variation/variation.h"

enum {
  ROSIN_MAKE_ATTEMPTS = 32,
  ROSIN_MAKE_BEYOND = -2 /* what was drawn cannot be built: nothing else has failed */
};

/** What is to be made. */
typedef struct {
  const rosin_recipe *recipe; /* of the scene; its own settings come first */
  const char *const *setting; /* then these */
  int settings, plain;
  rosin_part part;
  const char *room;  /* or NULL: none */
  rosin_words words; /* what is said of it, besides what the recipe says */
  double duration;   /* s; 0: the scene's */
  rosin_level_wish level;
  rosin_sample_format format;
  const char *path; /* NULL: no file, to measure alone */
} rosin_make;

/** How a variation is drawn. */
typedef struct {
  const rosin_vary *vary;
  unsigned long long seed;
  long long number;
} rosin_make_draw;

/** A file that is made and has no name yet, and what was measured. */
typedef struct {
  rosin_sound_file *file;
  rosin_features features;
  rosin_slip_statistics slips;
  char contact[ROSIN_MODEL_NAME];
  int rate, channels, attempt;
  int clipped;                     /* 1: it went beyond full scale, in a format that cannot */
  double gain, limited, momentary; /* dB it was brought to its level by; dB it gave way; LUFS */
  char room[256];                  /* it is in; "" for none */
  rosin_part part;
  double peak;                        /* of its samples as they were played, 1 is full scale */
  long long nearest;                  /* number of the variation it is nearest to, or -1 */
  double distance;                    /* to that; NaN: there was none */
  char *title, *command, *parameters; /* owned; parameters: with semicolons between */
} rosin_made;

/** Make the scene as it is ordered. 0, or -1 and an error. */
int rosin_make_one(const rosin_make *make, rosin_made *made, rosin_error *error);
/** Make a variation of it as it is drawn for the `attempt`th time, from 0: as above, or
 *  ROSIN_MAKE_BEYOND and an error. */
int rosin_make_attempt(const rosin_make *make, const rosin_make_draw *draw, int attempt,
                       rosin_made *made, rosin_error *error);
/** The same without making it: all settings into `set`, each key once, what is drawn last; texts
 *  in `text`, an array as for rosin_vary_draw. `draw` NULL: the scene as it is ordered. 0, or -1
 *  and an error. */
int rosin_make_settings(const rosin_make *make, const rosin_make_draw *draw, int attempt,
                        char (*text)[ROSIN_VARY_TEXT], rosin_list *set, rosin_error *error);
enum { ROSIN_MAKE_TAKE = 24 };

/** The recipe as it goes into the notes: with the base of the scene's name, since the notes know
 *  no more of it; the number of a variation is its take, in `take`. */
rosin_recipe rosin_make_noted(const rosin_make *make, const rosin_make_draw *draw,
                              const rosin_list *set, char take[ROSIN_MAKE_TAKE]);
/** Give the file its name: 0, or -1 and an error. Then, or instead, forget it. */
int rosin_make_keep(rosin_made *made, rosin_error *error);
void rosin_make_drop(rosin_made *made);

#endif
