/* SPDX-License-Identifier: BSD-3-Clause */
/* See preset.h. What plugins have beside the scene and its player (a level, a section) has options
 * of its own here, and is named. */
#include "host/render/preset.h"
#include "core/presets.h"
#include "format.h"
#include "host/load/load.h"
#include "letters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 1024 };

/* What is said where there is none of that name. */
static int complain(const rosin_core *core, const char *preset) {
  char names[NAMES] = "";
  size_t used = 0;
  const char *name;
  for (int i = 0; (name = rosin_core_preset_name(core, i)); i++)
    used += (size_t)snprintf(names + used, used < NAMES ? NAMES - used : 0, "%s%s", i ? ", " : "",
                             name);
  return rosin_complain(ROSIN_USAGE, "--preset '%s': %s has %s%s, and there is no such file",
                        preset, rosin_core_scene(core),
                        *names ? "none of this name: " : "no presets", names);
}

static char *state_of(const rosin_core *core, const char *preset) {
  const rosin_preset *is;
  for (int i = 0; (is = rosin_core_preset(core, i)); i++)
    if (rosin_alike(is->name, preset))
      return rosin_preset_state(core, is);
  return rosin_preset_text(preset);
}

/* As an option -s has it; 0: it has none. */
static int write_setting(const rosin_core *core, int index, double value, char *text) {
  const char *before = rosin_preset_setting(core, index);
  char number[32];
  rosin_format_shortest(number, sizeof number, value);
  if (before)
    snprintf(text, ROSIN_PRESET_SETTING, "%s%.60s=%s", before,
             rosin_core_parameter(core, index)->name, number);
  return before != NULL;
}

static int take(const rosin_core *core, const double *value, rosin_preset_settings *s,
                rosin_list *set) {
  rosin_list all = {0};
  for (int i = 0; i < rosin_core_parameters(core); i++) {
    const rosin_parameter *row = rosin_core_parameter(core, i);
    if (!rosin_preset_sets(core, i) || value[i] == row->initial)
      continue;
    if (all.count + set->count == ROSIN_LIST)
      return rosin_complain(ROSIN_USAGE, "--preset: more than %d settings with those of -s",
                            ROSIN_LIST);
    if (write_setting(core, i, value[i], s->text[all.count])) {
      all.text[all.count] = s->text[all.count];
      all.count++;
    } else {
      rosin_tell("rosin: --preset: %s %g is of plugins alone, and left out", row->name, value[i]);
    }
  }
  for (int i = 0; i < set->count; i++)
    all.text[all.count++] = set->text[i];
  *set = all;
  return -1;
}

int rosin_preset_take(const char *scene, const char *preset, rosin_preset_settings *settings,
                      rosin_list *set) {
  const rosin_core_source source = {.size = sizeof source, .scene = scene, .untried = 1};
  double value[ROSIN_CORE_PARAMETERS] = {0};
  char *errors = NULL;
  rosin_error error;
  rosin_core *core = rosin_core_open(&source, &errors);
  if (!core) {
    rosin_complain_all(errors);
    return ROSIN_FAILURE;
  }
  char *state = state_of(core, preset);
  const int status = !state ? complain(core, preset)
                     : rosin_core_read(core, state, value, &error)
                         ? rosin_complain(ROSIN_FAILURE, "--preset %s: %s", preset, error.text)
                         : take(core, value, settings, set);
  free(state);
  rosin_core_free(core);
  return status;
}
