/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/list.h"
#include "rosin.h"
#include "scene/embedded.h"

#include <stddef.h>

/* What a scene is a plugin by, in the plugins' order. */
enum { INSTRUMENT, EFFECT, NONE };

static int kind_of(const rosin_embedded *e) {
  return e->instrument ? INSTRUMENT : e->macros ? EFFECT : NONE;
}

const char *rosin_plugin_at(int index) {
  for (int i = 0; index >= 0 && i < NONE; i++)
    for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++)
      if (kind_of(e) == i && index-- == 0)
        return e->name;
  return NULL;
}

rosin_core *rosin_plugin_open(const char *scene, rosin_error *error) {
  rosin_core *core = rosin_core_new(scene, error);
  if (core) {
    rosin_core_add_bow(core);
    rosin_core_add_section(core);
    rosin_core_add_limiter(core);
    rosin_core_add_seed(core);
    rosin_core_add_input(core);
    rosin_core_forgive_input(core);
    rosin_core_add_bypass(core);
    rosin_core_set_take(core, rosin_core_new_take(core)); /* two of a plugin are two players */
    rosin_core_set_watched(core, ROSIN_CORE_WATCHED_WHEN_LOOKED_AT);
  }
  return core;
}
