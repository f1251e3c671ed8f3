/* SPDX-License-Identifier: BSD-3-Clause */
/* Layers: each is a scene of its own, whose keys are keys of the whole behind the layer's name. */
#include "error.h"
#include "scene/read/reading.h"
#include "scene/scene.h"
#include "variation/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_number(rosin_vary_search *s, const rosin_setting *layer, const char *name,
                       rosin_vary_kind kind) {
  const rosin_setting *m = rosin_setting_member(layer, name);
  if (!m || !rosin_setting_is(m, ROSIN_SETTING_NUMBER) || !(m->number > 0))
    return;
  const rosin_vary_key key = {.kind = kind,
                              .value = m->number,
                              .low = 0,
                              .high = kind == ROSIN_VARY_TIME ? ROSIN_MODEL_LONGEST : 1e6};
  rosin_vary_add(s, &key, "%s.%s", layer->name, name);
}

/* All keys of the scene within. */
static void add_all(rosin_vary_search *s, const char *layer, const rosin_vary *inner) {
  int was_added = 0;
  for (int i = 0; i < inner->count; i++) {
    rosin_vary_key key = inner->key[i];
    char with[2 * ROSIN_VARY_KEY];
    snprintf(with, sizeof with, "%s.%s", layer, key.with);
    snprintf(key.with, sizeof key.with, "%.*s", ROSIN_VARY_KEY - 1, with);
    key.follows = key.follows && was_added;
    was_added = rosin_vary_add(s, &key, "%s.%s", layer, inner->key[i].key) != NULL;
  }
}

/* The tree of a layer's scene, as the layer sets it. 0, or -1 and an error. */
static int collect(rosin_vary *inner, const rosin_setting *layer, const char *text,
                   const char *path, rosin_files files, rosin_error *error) {
  char folder[4096];
  rosin_settings tree;
  rosin_model_layer sets = {.sets = 0};
  const char *slash = strrchr(path, '/');
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
  if (rosin_settings_read(&tree, text, path, folder, files, error))
    return -1;
  rosin_reading reading = {.file = path, .folder = folder};
  rosin_reading_layer_sets(&reading, layer, &sets);
  for (int i = 0; i < sets.sets; i++) {
    rosin_reading_override(&reading, tree.root, sets.set[i]);
    free(sets.set[i]);
  }
  free(sets.set);
  const int status =
      reading.failed || reading.no_memory
          ? rosin_fail(error, "%.400s", reading.errors ? reading.errors : "out of memory")
          : rosin_vary_collect(inner, tree.root, error);
  free(reading.errors);
  rosin_settings_free(&tree);
  return status;
}

static int add_layer(rosin_vary_search *s, const rosin_setting *layer, const char *folder,
                     rosin_files files) {
  const rosin_setting *scene = rosin_setting_member(layer, "scene");
  const rosin_terms terms = {.files = files};
  char *path = NULL;
  rosin_vary inner = {0};
  if (!rosin_setting_is(scene, ROSIN_SETTING_TEXT))
    return 0; /* the scene's own reader says it */
  add_number(s, layer, "at", ROSIN_VARY_TIME);
  add_number(s, layer, "gain", ROSIN_VARY_HEIGHT);
  char *text = rosin_scene_layer_text(scene->text, folder, &terms, &path, s->error);
  int status = text ? collect(&inner, layer, text, path, files, s->error) : -1;
  if (status == 0)
    add_all(s, layer->name, &inner);
  rosin_vary_free(&inner);
  free(text);
  free(path);
  return status ? status : s->failed;
}

int rosin_vary_layers(rosin_vary *vary, const rosin_setting *root, const char *folder,
                      rosin_files files, rosin_error *error) {
  const rosin_setting *layers = rosin_setting_member(root, "layers");
  rosin_vary_search s = {.vary = vary, .root = root, .room = vary->count, .error = error};
  int status = 0;
  for (int i = 0; rosin_setting_is(layers, ROSIN_SETTING_GROUP) && i < layers->count && !status;
       i++)
    if (rosin_setting_is(layers->element[i], ROSIN_SETTING_GROUP))
      status = add_layer(&s, layers->element[i], folder, files);
  return status;
}
