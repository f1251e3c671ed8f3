/* SPDX-License-Identifier: BSD-3-Clause */
/* "-s KEY=VALUE": put a value into the tree before it is read, so that it meets
 * the same checks. KEY is NAME.key..., a list's elements count from 1. */
#include "scene/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static config_setting_t *find_owner(config_setting_t *root, const char *name) {
  static const char *const sections[] = {"strings", "modals", "contacts",
                                         "joints",  "pushes", "macros"};
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
    config_setting_t *section = config_setting_get_member(root, sections[i]);
    config_setting_t *owner = section && config_setting_is_group(section)
                                  ? config_setting_get_member(section, name)
                                  : NULL;
    if (owner)
      return owner;
  }
  config_setting_t *own = config_setting_get_member(root, name);
  return own && config_setting_is_aggregate(own) ? own : NULL;
}

/* A law given by its name alone, or not at all, becomes a group. */
static config_setting_t *open_law(config_setting_t *at, const char *text) {
  config_setting_t *law = config_setting_get_member(at, "law");
  char name[64] = "";
  if (law && config_setting_type(law) != CONFIG_TYPE_STRING)
    return law;
  if (law)
    snprintf(name, sizeof name, "%s", config_setting_get_string(law));
  config_setting_remove(at, "law");
  law = config_setting_add(at, "law", CONFIG_TYPE_GROUP);
  if (!law)
    return NULL;
  config_setting_set_hook(law, text ? strdup(text) : NULL); /* freed with it: reader.c */
  if (*name)
    config_setting_set_string(config_setting_add(law, "type", CONFIG_TYPE_STRING), name);
  return law;
}

/* A number or a list of points of which a slope is asked for becomes a group. */
static config_setting_t *open_slope(config_setting_t *at, const char *next, const char *text) {
  static const char *const keys[] = {"from", "to", "after", "over", "slope"};
  char name[64];
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (at && !config_setting_is_group(at) && strcmp(next, keys[i]) == 0) {
      config_setting_t *owner = config_setting_parent(at);
      snprintf(name, sizeof name, "%s", config_setting_name(at) ? config_setting_name(at) : "");
      if (!*name || config_setting_is_root(owner) ||
          config_setting_remove(owner, name) != CONFIG_TRUE)
        return at;
      at = config_setting_add(owner, name, CONFIG_TYPE_GROUP);
      if (at)
        config_setting_set_hook(at, strdup(text)); /* freed with the setting: reader.c */
    }
  return at;
}

/* One step down: a member, or a list's element. */
static config_setting_t *descend(config_setting_t *at, const char *key, const char *text) {
  if (config_setting_is_list(at) || config_setting_is_array(at)) {
    char *end;
    const long index = strtol(key, &end, 10);
    return *end || index < 1 ? NULL : config_setting_get_elem(at, (unsigned)index - 1);
  }
  if (!config_setting_is_group(at))
    return NULL;
  return strcmp(key, "law") ? config_setting_get_member(at, key) : open_law(at, text);
}

static int put(config_setting_t *at, const char *key, const char *value, const char *text) {
  char *end;
  const double number = strtod(value, &end);
  const int is_text = !*value || *end;
  if (!config_setting_is_group(at))
    return -1;
  config_setting_remove(at, key);
  config_setting_t *s =
      config_setting_add(at, key, is_text ? CONFIG_TYPE_STRING : CONFIG_TYPE_FLOAT);
  if (!s)
    return -1;
  if (is_text)
    config_setting_set_string(s, value);
  else
    config_setting_set_float(s, number);
  config_setting_set_hook(s, strdup(text)); /* freed with the setting: reader.c */
  return 0;
}

const config_setting_t *rosin_reading_place(const config_t *config, const char *key) {
  char copy[256], *save = NULL;
  snprintf(copy, sizeof copy, "%s", key);
  config_setting_t *root = config_root_setting(config), *at = root;
  int first = 1;
  for (char *word = strtok_r(copy, ".", &save), *next; at && word; word = next, first = 0) {
    next = strtok_r(NULL, ".", &save);
    if (first && next)
      at = find_owner(root, word);
    else if (rosin_reading_is_list(at))
      at = descend(at, word, NULL);
    else
      at = config_setting_is_group(at) ? config_setting_get_member(at, word) : NULL;
  }
  return at;
}

/* "speed=0.5" names a macro; else the key itself. */
static const char *macro_value(const config_setting_t *root, const char *key, char *full,
                               size_t size) {
  config_setting_t *macros = config_setting_get_member(root, "macros");
  if (strchr(key, '.') || !macros || !config_setting_is_group(macros) ||
      !config_setting_get_member(macros, key))
    return key;
  snprintf(full, size, "%.200s.value", key);
  return full;
}

/* The group that holds what `key` names; `last` gets its last word, the one that is not
 * there on failure. Cuts `key` up. */
static config_setting_t *find_group(config_setting_t *root, char *key, const char *text,
                                    char **last) {
  config_setting_t *at = root;
  char *save = NULL, *next;
  int first = 1;
  *last = strtok_r(key, ".", &save);
  while (at && *last && (next = strtok_r(NULL, ".", &save))) {
    at = first ? find_owner(root, *last) : open_slope(descend(at, *last, text), next, text);
    first = 0;
    if (at)
      *last = next;
  }
  return *last ? at : NULL;
}

int rosin_reading_put(config_t *config, const char *key, double value, const char *text) {
  char copy[256], number[40], *last;
  snprintf(copy, sizeof copy, "%s", key);
  snprintf(number, sizeof number, "%.17g", value);
  config_setting_t *at = find_group(config_root_setting(config), copy, text, &last);
  return at ? put(at, last, number, text) : -1;
}

void rosin_reading_override(rosin_reading *r, config_t *config, const char *text) {
  char key[256], full[256];
  const char *equals = strchr(text, '=');
  const size_t length = equals ? (size_t)(equals - text) : 0;
  const char *file = r->file;
  config_setting_t *root = config_root_setting(config);
  r->file = NULL; /* errors here name the option, not the file */
  if (!equals || length < 1 || length >= sizeof key || *text == '.' || equals[-1] == '.') {
    rosin_reading_error(r, NULL, "-s %s: must be KEY=VALUE", text);
  } else {
    memcpy(key, text, length);
    key[length] = 0;
    char *last;
    if (macro_value(root, key, full, sizeof full) == full)
      memcpy(key, full, sizeof key);
    config_setting_t *at = find_group(root, key, text, &last);
    if (!at)
      rosin_reading_error(r, NULL, "-s %s: there is nothing named '%s' in this scene", text,
                          last ? last : "");
    else if (put(at, last, equals + 1, text))
      rosin_reading_error(r, NULL, "-s %s: '%s' cannot be set", text, last);
  }
  r->file = file;
}
