/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/words.h"
#include "player/bow/stroke.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_choice(const rosin_core *core, int index) {
  return rosin_core_is_instrument(core) &&
         strcmp(rosin_core_parameter(core, index)->name, "articulation") == 0;
}

void rosin_words_name(const rosin_core *core, int index, char *text, size_t size) {
  const rosin_parameter *row = rosin_core_parameter(core, index);
  snprintf(text, size, "%s", row ? row->name : "");
  for (char *at = text; *at; at++)
    *at = *at == '_' ? ' ' : *at;
}

void rosin_words_value(const rosin_core *core, int index, double value, char *text, size_t size) {
  const rosin_parameter *row = rosin_core_parameter(core, index);
  const char *name = row && is_choice(core, index) && value >= 0 && value < ROSIN_ARTICULATIONS
                         ? rosin_articulation_name((int)(value + 0.5))
                         : NULL;
  const char *unit = row ? row->unit : "";
  if (name)
    snprintf(text, size, "%s", name);
  else
    snprintf(text, size, "%.4g%s%s", value, *unit ? " " : "", unit);
}

int rosin_words_read(const rosin_core *core, int index, const char *text, double *value) {
  char *end;
  if (!rosin_core_parameter(core, index))
    return -1;
  for (int i = 0; is_choice(core, index) && rosin_articulation_name(i); i++)
    if (strcmp(rosin_articulation_name(i), text) == 0) {
      *value = i;
      return 0;
    }
  *value = strtod(text, &end);
  return end != text && isfinite(*value) ? 0 : -1;
}
