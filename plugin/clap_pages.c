/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/clap_pages.h"
#include "core/presets.h"
#include "plugin/clap_gui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const rosin_clap_gui *of(const clap_plugin_t *face) {
  return face->plugin_data;
}

/* ---- pages: the first parameters, then the others by groups -------------------------------- */

static int is_first(const rosin_core *core, int index) {
  int first[ROSIN_CORE_FIRST];
  const int count = rosin_core_first(core, first);
  for (int i = 0; i < count; i++)
    if (first[i] == index)
      return 1;
  return 0;
}

/* Parameters of a group that are not of the first, up to a page's beginning at `skip`; how many
 * there are. */
static int of_group(const rosin_core *core, int group, int skip, int *index) {
  int count = 0;
  for (int i = 0; i < rosin_core_parameters(core); i++)
    if (rosin_core_group(core, i) == group && !is_first(core, i)) {
      if (count >= skip && count < skip + ROSIN_CLAP_PAGE)
        index[count - skip] = i;
      count++;
    }
  return count;
}

/* Page `at`: which group, and from which of its parameters on; 0, or -1: there is none. */
static int find(const rosin_core *core, int at, int *group, int *skip) {
  int none[ROSIN_CLAP_PAGE];
  for (int g = -1; g < 0 || rosin_core_group_name(core, g); g++)
    for (int from = 0; from < of_group(core, g, 0, none); from += ROSIN_CLAP_PAGE)
      if (at-- == 0) {
        *group = g;
        *skip = from;
        return 0;
      }
  return -1;
}

static uint32_t count(const clap_plugin_t *face) {
  int group, skip;
  uint32_t pages = 1;
  while (find(of(face)->core, (int)pages - 1, &group, &skip) == 0)
    pages++;
  return pages;
}

static bool get(const clap_plugin_t *face, uint32_t at, rosin_clap_page *page) {
  const rosin_core *core = of(face)->core;
  int index[ROSIN_CLAP_PAGE] = {0}, group = -1, skip = 0, shown;
  if (at >= count(face))
    return false;
  *page = (rosin_clap_page){.id = at};
  if (at == 0) {
    snprintf(page->name, sizeof page->name, "First");
    shown = rosin_core_first(core, index);
  } else {
    find(core, (int)at - 1, &group, &skip);
    shown = of_group(core, group, skip, index) - skip;
    const char *name = group >= 0 ? rosin_core_group_name(core, group) : "Others";
    snprintf(page->name, sizeof page->name, skip ? "%s %d" : "%s", name,
             skip / ROSIN_CLAP_PAGE + 1);
  }
  snprintf(page->section, sizeof page->section, "%s", rosin_core_scene(core));
  for (int i = 0; i < ROSIN_CLAP_PAGE; i++)
    page->parameter[i] = i < shown ? of(face)->id[index[i]] : (clap_id)ROSIN_CLAP_NOBODY;
  return true;
}

/* ---- presets ------------------------------------------------------------------------------- */

/* By its name, or as clap_presets.c tells it: SCENE/NAME. */
static char *find_preset(const rosin_core *core, const char *key) {
  const char *scene = rosin_core_scene(core);
  const size_t length = strlen(scene);
  const rosin_preset *preset;
  if (key && strncmp(key, scene, length) == 0 && key[length] == '/')
    key += length + 1;
  for (int i = 0; key && (preset = rosin_core_preset(core, i)); i++)
    if (strcmp(preset->name, key) == 0)
      return rosin_preset_state(core, preset);
  return NULL;
}

static bool from_location(const clap_plugin_t *face, uint32_t kind, const char *location,
                          const char *key) {
  const rosin_clap_gui *g = of(face);
  rosin_error error;
  char *state = kind == ROSIN_CLAP_FROM_PLUGIN ? find_preset(g->core, key)
                : kind == ROSIN_CLAP_FROM_FILE ? rosin_preset_text(location)
                                               : NULL;
  const int failed = !state || rosin_core_load(g->core, state, &error);
  if (state && failed)
    fprintf(stderr, "%s: %s\n", face->desc->id, error.text);
  free(state);
  if (failed)
    return false;
  const clap_host_params_t *params = g->host->get_extension(g->host, CLAP_EXT_PARAMS);
  if (params)
    params->rescan(g->host, CLAP_PARAM_RESCAN_VALUES);
  g->host->request_process(g->host); /* it may sleep */
  return true;
}

const void *rosin_clap_pages_extension(const char *id) {
  static const rosin_clap_controls controls = {count, get};
  static const rosin_clap_preset_load load = {from_location};
  if (strcmp(id, ROSIN_CLAP_CONTROLS) == 0)
    return &controls;
  return strcmp(id, ROSIN_CLAP_PRESET_LOAD) == 0 ? &load : NULL;
}
