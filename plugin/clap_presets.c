/* SPDX-License-Identifier: BSD-3-Clause */
/* See clap_presets.h. Rosin's presets are in the plugins: one place, whose keys are SCENE/NAME.
 * Those of a user are files, which say whose they are. */
#include "plugin/clap_presets.h"
#include "core/presets.h"
#include "plugin/clap_pages.h"
#include "plugin/list.h"
#include "plugin/mine/mine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 64, KEY = 256 };

static const char vendor[] = "rosin";
static const rosin_clap_provider_name named = {CLAP_VERSION_INIT, "rosin.presets",
                                               "Rosin's presets", vendor};

static bool init(const rosin_clap_provider *p) {
  static const rosin_clap_location inside = {ROSIN_CLAP_IS_FACTORY_CONTENT, "Rosin",
                                             ROSIN_CLAP_FROM_PLUGIN, NULL};
  static const rosin_clap_filetype type = {"Rosin preset", "a state's text", "rosin"};
  const rosin_clap_indexer *i = p->data;
  char folder[ROSIN_MINE_PATH];
  const rosin_clap_location mine = {ROSIN_CLAP_IS_USER_CONTENT, "Your presets for Rosin",
                                    ROSIN_CLAP_FROM_FILE, folder};
  if (!i->declare_filetype(i, &type) || !i->declare_location(i, &inside))
    return false;
  return rosin_mine_folder(NULL, folder) || i->declare_location(i, &mine);
}

static void destroy(const rosin_clap_provider *p) {
  free((void *)p);
}

static const void *no_extension(const rosin_clap_provider *p, const char *id) {
  (void)p;
  (void)id;
  return NULL;
}

/* Of one plugin; false if the host wants no more. */
static bool tell(const rosin_core *core, const rosin_clap_receiver *r) {
  const rosin_preset *preset;
  char id[NAME], key[KEY];
  snprintf(id, sizeof id, "rosin.%s", rosin_core_scene(core));
  for (int i = 0; (preset = rosin_core_preset(core, i)); i++) {
    snprintf(key, sizeof key, "%s/%s", rosin_core_scene(core), preset->name);
    if (!r->begin_preset(r, preset->name, key))
      return false;
    r->add_plugin_id(r, &(rosin_clap_plugin_name){"clap", id});
    r->set_flags(r, ROSIN_CLAP_IS_FACTORY_CONTENT);
    r->add_creator(r, vendor);
    r->set_description(r, rosin_core_title(core));
    if (*rosin_core_category(core))
      r->add_feature(r, rosin_core_category(core));
  }
  return true;
}

static int is_plugin(const char *scene) {
  const char *name;
  for (int i = 0; (name = rosin_plugin_at(i)); i++)
    if (strcmp(name, scene) == 0)
      return 1;
  return 0;
}

/* A file's name without its folder and its end. */
static void name_of(const char *path, char name[KEY]) {
  const char *from = path, *end;
  for (const char *at = path; *at; at++)
    if (*at == '/' || *at == '\\')
      from = at + 1;
  end = strrchr(from, '.');
  snprintf(name, KEY, "%.*s", (int)(end ? end - from : (long)strlen(from)), from);
}

/* A state says first what it is, then whose. */
static bool tell_file(const char *path, const rosin_clap_receiver *r) {
  char scene[NAME], id[NAME + 8], name[KEY];
  char *text = rosin_preset_text(path);
  const bool is = text && sscanf(text, "rosin-state 1 scene %63s", scene) == 1 && is_plugin(scene);
  free(text);
  if (!is) {
    r->on_error(r, 0, "it is no preset for a plugin of rosin");
    return false;
  }
  name_of(path, name);
  snprintf(id, sizeof id, "rosin.%s", scene);
  if (r->begin_preset(r, name, NULL)) {
    r->add_plugin_id(r, &(rosin_clap_plugin_name){"clap", id});
    r->set_flags(r, ROSIN_CLAP_IS_USER_CONTENT);
  }
  return true;
}

/* Texts are read and nothing is built. A plugin that cannot be opened is told, and others follow.
 */
static bool get_metadata(const rosin_clap_provider *p, uint32_t kind, const char *location,
                         const rosin_clap_receiver *r) {
  const char *scene;
  (void)p;
  if (kind == ROSIN_CLAP_FROM_FILE && location)
    return tell_file(location, r);
  if (kind != ROSIN_CLAP_FROM_PLUGIN)
    return false;
  for (int i = 0; (scene = rosin_plugin_at(i)); i++) {
    char *errors = NULL;
    rosin_core *core = rosin_core_open(
        &(rosin_core_source){.size = sizeof(rosin_core_source), .scene = scene, .untried = 1},
        &errors);
    if (!core)
      r->on_error(r, 0, errors ? errors : "out of memory");
    const bool more = !core || tell(core, r);
    free(errors);
    rosin_core_free(core);
    if (!more)
      break;
  }
  return true;
}

static uint32_t count(const rosin_clap_presets *f) {
  (void)f;
  return 1;
}

static const rosin_clap_provider_name *get(const rosin_clap_presets *f, uint32_t index) {
  (void)f;
  return index == 0 ? &named : NULL;
}

static const rosin_clap_provider *create(const rosin_clap_presets *f,
                                         const rosin_clap_indexer *indexer, const char *id) {
  (void)f;
  rosin_clap_provider *p = strcmp(id, named.id) == 0 ? malloc(sizeof *p) : NULL;
  if (p)
    *p = (rosin_clap_provider){&named, (void *)indexer, init, destroy, get_metadata, no_extension};
  return p;
}

const void *rosin_clap_presets_factory(const char *id) {
  static const rosin_clap_presets factory = {count, get, create};
  return strcmp(id, ROSIN_CLAP_PRESETS) == 0 || strcmp(id, ROSIN_CLAP_PRESETS_BEFORE) == 0
             ? &factory
             : NULL;
}
