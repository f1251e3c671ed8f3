/* SPDX-License-Identifier: BSD-3-Clause */
/** Names of outputs that say what is in them: -o "{scene}-{seed}-{push}.wav". */
#ifndef ROSIN_OUTPUT_NAME_H
#define ROSIN_OUTPUT_NAME_H

#include "host/load/recipe.h"

/** `pattern` with {scene}, {seed}, {seed:03} and {KEY} of the settings filled in (malloc'ed);
 * folders before the first '{' stay as they are, what is filled in leads to none but below them.
 * NULL and an error. */
char *rosin_output_name(const char *pattern, const rosin_recipe *recipe, rosin_error *error);

#endif
