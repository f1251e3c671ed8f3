/* SPDX-License-Identifier: BSD-3-Clause */
/** Gathering keys, for the files of this room. */
#ifndef ROSIN_VARIATION_KEYS_H
#define ROSIN_VARIATION_KEYS_H

#include "variation/variation.h"

/** A gathering under way. */
typedef struct {
  rosin_vary *vary;
  const rosin_setting *root;
  int room;
  rosin_error *error;
  int failed;
} rosin_vary_search;

static inline int rosin_vary_is_number(const rosin_setting *setting) {
  return rosin_setting_is(setting, ROSIN_SETTING_NUMBER);
}

/** One more key, whose members stand in `key`; its spread is its kind's, and unless it says
 *  otherwise it moves by itself. Left out if a macro sets it, or if it is 0 and a share of it
 *  nothing. NULL then, or after an error. */
rosin_vary_key *rosin_vary_add(rosin_vary_search *search, const rosin_vary_key *key,
                               const char *format, ...) __attribute__((format(printf, 3, 4)));
/** A control that may be a number or a gesture. */
void rosin_vary_gesture(rosin_vary_search *search, const rosin_setting *setting, const char *name,
                        const rosin_parameter *row, rosin_vary_kind kind);
/** What varies in a scene's layers, as keys of the whole: when and how loud they are, and what
 * varies in the scenes within. `folder` is the scene's own. 0, or -1 and an error. */
int rosin_vary_layers(rosin_vary *vary, const rosin_setting *root, const char *folder,
                      rosin_files files, rosin_error *error);
/** What is in the sections of strings and modals. */
void rosin_vary_bodies(rosin_vary_search *search);

#endif
