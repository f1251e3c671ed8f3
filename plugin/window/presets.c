/* SPDX-License-Identifier: BSD-3-Clause */
/* Presets in a window: the scene's own, and the user's (plugin/mine/mine.h). */
#include "core/presets.h"
#include "format.h"
#include "plugin/window/desk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int rosin_desk_presets(const rosin_desk *d) {
  return rosin_core_presets(d->core) + d->mine.count;
}

int rosin_desk_is_mine(const rosin_desk *d, int preset) {
  return preset >= rosin_core_presets(d->core);
}

const char *rosin_desk_preset_name(const rosin_desk *d, int preset) {
  const int mine = preset - rosin_core_presets(d->core);
  if (mine < 0)
    return rosin_core_preset_name(d->core, preset);
  return mine < d->mine.count ? d->mine.name[mine] : NULL;
}

int rosin_desk_find_preset(const rosin_desk *d, const char *name) {
  const char *is;
  for (int i = 0; (is = rosin_desk_preset_name(d, i)); i++)
    if (strcmp(is, name) == 0)
      return i;
  return -1;
}

int rosin_desk_is_favourite(const rosin_desk *d, int preset) {
  const char *name = rosin_desk_preset_name(d, preset);
  int found = 0;
  for (int i = 0; name && i < d->mine.favourites; i++)
    found |= strcmp(d->mine.favourite[i], name) == 0;
  return found;
}

const char *rosin_desk_category(const rosin_desk *d, int preset) {
  const rosin_preset *p = rosin_core_preset(d->core, preset);
  char name[64];
  if (!p || !rosin_core_is_instrument(d->core))
    return "";
  snprintf(name, sizeof name, "%.*s", (int)strcspn(p->values, "="), p->values);
  const int group = rosin_core_group(d->core, rosin_core_find(d->core, name));
  return group >= 0 ? rosin_core_group_name(d->core, group) : "";
}

void rosin_desk_take_preset(rosin_desk *d, int preset) {
  const rosin_preset *p = rosin_core_preset(d->core, preset);
  const char *name = rosin_desk_preset_name(d, preset);
  double value[ROSIN_CORE_PARAMETERS] = {0};
  rosin_error error = {"it cannot be read"};
  char *state = p      ? rosin_preset_state(d->core, p)
                : name ? rosin_mine_read(rosin_core_scene(d->core), name)
                       : NULL;
  if (state && rosin_core_read(d->core, state, value, &error) == 0) {
    rosin_desk_put_all(d, value);
    d->preset = preset;
  } else if (name) {
    snprintf(d->said, sizeof d->said, "preset '%s': %.100s", name, error.text);
  }
  free(state);
}

/* The list anew; what was taken last is known by its name. */
static void list_again(rosin_desk *d, const char *taken) {
  char name[ROSIN_MINE_NAME];
  snprintf(name, sizeof name, "%s", taken ? taken : "");
  rosin_mine_list(rosin_core_scene(d->core), &d->mine);
  d->preset = *name ? rosin_desk_find_preset(d, name) : -1;
}

void rosin_desk_list_presets(rosin_desk *d) {
  list_again(d, rosin_desk_preset_name(d, d->preset));
}

/* NAME=VALUE of all that is not as it was at first, as a scene's presets have them. */
static int write_values(const rosin_desk *d, char *text, size_t size) {
  size_t used = 0;
  *text = 0;
  for (int i = 0; i < rosin_core_parameters(d->core); i++) {
    const rosin_parameter *row = rosin_core_parameter(d->core, i);
    const double value = rosin_desk_value(d, i);
    if (!rosin_preset_sets(d->core, i) || value == row->initial)
      continue;
    const int length =
        rosin_format(text + used, size - used, "%s%s=%.17g", used ? " " : "", row->name, value);
    used += (size_t)length;
    if (used >= size)
      return -1;
  }
  return 0;
}

void rosin_desk_save_preset(rosin_desk *d, const char *name) {
  char values[ROSIN_CORE_PARAMETERS * 64];
  rosin_error error = {"out of memory"};
  const int taken = rosin_desk_find_preset(d, name);
  if (taken >= 0) {
    snprintf(d->said, sizeof d->said, "preset '%s': there is one of this name", name);
    return;
  }
  if (d->mine.count == ROSIN_MINE_MOST) {
    snprintf(d->said, sizeof d->said, "preset '%s': there are %d of yours: remove one first", name,
             ROSIN_MINE_MOST);
    return;
  }
  const rosin_preset preset = {name, values};
  char *state =
      write_values(d, values, sizeof values) ? NULL : rosin_preset_state(d->core, &preset);
  if (state && rosin_mine_save(rosin_core_scene(d->core), name, state, &error) == 0) {
    list_again(d, name);
    snprintf(d->said, sizeof d->said, "preset '%s' is saved", name);
  } else {
    snprintf(d->said, sizeof d->said, "%.150s", error.text);
  }
  free(state);
}

void rosin_desk_remove_preset(rosin_desk *d, int preset) {
  const char *name = rosin_desk_preset_name(d, preset);
  rosin_error error;
  if (!name || !rosin_desk_is_mine(d, preset))
    return;
  if (rosin_mine_remove(rosin_core_scene(d->core), name, &error))
    snprintf(d->said, sizeof d->said, "%.150s", error.text);
  else
    snprintf(d->said, sizeof d->said, "preset '%s' is removed", name);
  list_again(d, rosin_desk_preset_name(d, d->preset == preset ? -1 : d->preset));
}

void rosin_desk_favour(rosin_desk *d, int preset, int favours) {
  const char *name = rosin_desk_preset_name(d, preset);
  rosin_error error;
  if (name && rosin_mine_favour(rosin_core_scene(d->core), name, favours, &error))
    snprintf(d->said, sizeof d->said, "%.150s", error.text);
  rosin_desk_list_presets(d);
}
