/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/list.h"
#include "rosin.h"
#include "scene/embedded.h"

#include <stddef.h>
#include <string.h>

static const char *const instruments[] = {"cello", "violin", "viola", "double-bass"};
enum { INSTRUMENTS = sizeof instruments / sizeof *instruments };

/* Whether the text of a scene has a section of macros; it is our own, so a line says so. */
static int has_macros(const char *text) {
  return strstr(text, "\nmacros") != NULL;
}

const char *rosin_plugin_at(int index) {
  if (index < 0)
    return NULL;
  if (index < INSTRUMENTS)
    return instruments[index];
  int left = index - INSTRUMENTS;
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++)
    if (has_macros(e->text) && left-- == 0)
      return e->name;
  return NULL;
}

rosin_core *rosin_plugin_open(const char *scene, rosin_error *error) {
  rosin_core *core = rosin_core_new(scene, error);
  if (core) {
    rosin_core_add_bow(core);
    rosin_core_add_limiter(core);
    rosin_core_add_seed(core);
    rosin_core_set_take(core, rosin_core_new_take(core)); /* two of a plugin are two players */
    rosin_core_set_watched(core, ROSIN_CORE_WATCHED_WHEN_LOOKED_AT);
  }
  return core;
}
