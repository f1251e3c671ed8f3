/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/list.h"
#include "rosin.h"
#include "scene/embedded.h"

#include <stddef.h>
#include <string.h>

/* The sections by which a scene is a plugin, in the plugins' order; the texts are our own, so a
 * line begins with them. */
static const char *const sections[] = {"\ninstrument = {", "\nmacros = {"};
enum { SECTIONS = sizeof sections / sizeof *sections };

/* The first of them that a scene has, or SECTIONS. */
static int section_of(const char *text) {
  int i = 0;
  while (i < SECTIONS && !strstr(text, sections[i]))
    i++;
  return i;
}

const char *rosin_plugin_at(int index) {
  for (int i = 0; index >= 0 && i < SECTIONS; i++)
    for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++)
      if (section_of(e->text) == i && index-- == 0)
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
