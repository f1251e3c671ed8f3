/* SPDX-License-Identifier: BSD-3-Clause */
/* "-s KEY=VALUE": put a value into the tree before it is read, so that it meets
 * the same checks. KEY is NAME.key..., a list's elements count from 1. */
#include "format.h"
#include "memory.h"
#include "number.h"
#include "scene/read/sections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rosin_setting *find_owner(rosin_setting *root, const char *name) {
  const rosin_section *section;
  rosin_setting *owner = rosin_section_part(root, name, &section);
  if (owner || (owner = rosin_section_pickup(root, name)))
    return owner;
  owner = rosin_setting_member(root, name);
  return owner && owner->type <= ROSIN_SETTING_LIST ? owner : NULL;
}

/* What may be meant by the name of a part or macro that there is not, or NULL. */
static const char *meant_by(const rosin_setting *root, const char *name) {
  rosin_near near = rosin_near_to(name);
  rosin_section_near(root, &near);
  return 2 * near.least <= (int)strlen(name) ? rosin_near_meant(&near) : NULL;
}

/* A law given by its name alone, or not at all, becomes a group. */
static rosin_setting *open_law(rosin_reading *r, rosin_setting *at, const char *text) {
  rosin_setting *law = rosin_setting_member(at, "law");
  char name[64] = "";
  if (law && !rosin_setting_is(law, ROSIN_SETTING_TEXT))
    return law;
  if (law)
    snprintf(name, sizeof name, "%s", law->text);
  rosin_setting_remove(at, "law");
  law = rosin_setting_add(at, "law", ROSIN_SETTING_GROUP);
  rosin_setting *type = law && *name ? rosin_setting_add(law, "type", ROSIN_SETTING_TEXT) : NULL;
  if (!law || (*name && (!type || rosin_setting_set_text(type, name))) ||
      rosin_setting_set_origin(law, text)) {
    rosin_reading_no_memory(r);
    return NULL;
  }
  return law;
}

/* An empty group in the place of what stands there; that itself if it has no name, NULL without
 * memory. */
static rosin_setting *open_group(rosin_reading *r, rosin_setting *at, const char *text) {
  char name[ROSIN_SETTING_NAME + 1];
  rosin_setting *owner = at->parent;
  snprintf(name, sizeof name, "%s", at->name ? at->name : "");
  if (!*name || !owner->parent || rosin_setting_remove(owner, name))
    return at;
  at = rosin_setting_add(owner, name, ROSIN_SETTING_GROUP);
  if (at && rosin_setting_set_origin(at, text) == 0)
    return at;
  rosin_reading_no_memory(r);
  return NULL;
}

/* A number or a list of points of which a slope is asked for becomes a group. */
static rosin_setting *open_slope(rosin_reading *r, rosin_setting *at, const char *next,
                                 const char *text) {
  return at && !rosin_setting_is(at, ROSIN_SETTING_GROUP) && rosin_reading_gesture_opens(next)
             ? open_group(r, at, text)
             : at;
}

/* A number that is to wander becomes a group that holds it. */
static rosin_setting *open_number(rosin_reading *r, rosin_setting *at, const char *next,
                                  const char *text) {
  if (!rosin_setting_is(at, ROSIN_SETTING_NUMBER) ||
      (strcmp(next, "wander") && strcmp(next, "pace")))
    return at;
  const double number = at->number;
  at = open_group(r, at, text);
  if (!rosin_setting_is(at, ROSIN_SETTING_GROUP))
    return at;
  rosin_setting *value = rosin_setting_add(at, "value", ROSIN_SETTING_NUMBER);
  if (value)
    value->number = number;
  else
    rosin_reading_no_memory(r);
  return value ? at : NULL;
}

/* One step down: a member, or a list's element. */
/* (`text` NULL: to look only.) */
static rosin_setting *descend(rosin_reading *r, rosin_setting *at, const char *key,
                              const char *text) {
  if (rosin_setting_is(at, ROSIN_SETTING_LIST)) {
    char *end;
    const long index = strtol(key, &end, 10);
    return *end || index < 1 || index > at->count ? NULL : at->element[index - 1];
  }
  if (!rosin_setting_is(at, ROSIN_SETTING_GROUP))
    return NULL;
  return strcmp(key, "law") || !text ? rosin_setting_member(at, key) : open_law(r, at, text);
}

/* A gesture that follows a sound or a rule is no other any more; its scale stays, and what was set
 * for it before. */
static void make_way(rosin_setting *at, const char *key) {
  for (int i = at->count - 1; i >= 0 && rosin_reading_gesture_rules(key); i--) {
    const rosin_setting *s = at->element[i];
    if (rosin_reading_gesture_rules(s->name) || (rosin_reading_gesture_owns(s->name) && !s->origin))
      rosin_setting_remove(at, s->name);
  }
}

/* A number of a list, as of a gesture's point, for another. */
static int put_element(rosin_reading *r, rosin_setting *list, const char *key, double number,
                       const char *text) {
  rosin_setting *s = descend(r, list, key, NULL);
  if (!rosin_setting_is(s, ROSIN_SETTING_NUMBER))
    return -1;
  s->number = number;
  if (rosin_setting_set_origin(s, text))
    rosin_reading_no_memory(r);
  return 0;
}

static int put(rosin_reading *r, rosin_setting *at, const char *key, const char *value,
               const char *text) {
  char *end;
  const double number = rosin_number_read(value, &end);
  const int is_text = !*value || *end;
  if (rosin_setting_is(at, ROSIN_SETTING_LIST))
    return is_text ? -1 : put_element(r, at, key, number, text);
  if (!rosin_setting_is(at, ROSIN_SETTING_GROUP))
    return -1;
  rosin_setting *old = rosin_setting_member(at, key);
  if (!is_text && old && rosin_setting_is(old, ROSIN_SETTING_GROUP) &&
      rosin_setting_member(old, "value")) { /* a number that wanders goes on to */
    at = old;
    key = "value";
  }
  rosin_setting_remove(at, key);
  make_way(at, key);
  rosin_setting *s =
      rosin_setting_add(at, key, is_text ? ROSIN_SETTING_TEXT : ROSIN_SETTING_NUMBER);
  if (s)
    s->number = number;
  if (!s || (is_text && rosin_setting_set_text(s, value)) || rosin_setting_set_origin(s, text))
    rosin_reading_no_memory(r);
  return 0;
}

const rosin_setting *rosin_reading_place(rosin_setting *root, const char *key) {
  char copy[256], *save = NULL;
  snprintf(copy, sizeof copy, "%s", key);
  rosin_setting *at = root;
  int first = 1;
  for (char *word = strtok_r(copy, ".", &save), *next; at && word; word = next, first = 0) {
    next = strtok_r(NULL, ".", &save);
    if (first && next)
      at = find_owner(root, word);
    else if (rosin_reading_is_list(at))
      at = descend(NULL, at, word, NULL);
    else
      at = rosin_setting_is(at, ROSIN_SETTING_GROUP) ? rosin_setting_member(at, word) : NULL;
  }
  return at;
}

/* "speed=0.5" names a macro; else the key itself. */
static char *macro_value(const rosin_setting *root, char *key, char *full, size_t size) {
  rosin_setting *macros = rosin_setting_member(root, "macros");
  if (strchr(key, '.') || !macros || !rosin_setting_is(macros, ROSIN_SETTING_GROUP) ||
      !rosin_setting_member(macros, key))
    return key;
  snprintf(full, size, "%.200s.value", key);
  return full;
}

/* Every scene can be driven by a sound, also one that says nothing of it. */
static rosin_setting *first_of(rosin_reading *r, rosin_setting *root, const char *name,
                               const char *text) {
  rosin_setting *owner = find_owner(root, name);
  if (owner || strcmp(name, "input") || rosin_setting_member(root, name))
    return owner;
  owner = rosin_setting_add(root, name, ROSIN_SETTING_GROUP);
  if (owner && rosin_setting_set_origin(owner, text) == 0)
    return owner;
  rosin_reading_no_memory(r);
  return NULL;
}

/* The group that holds what `key` names; `last` gets its last word, the one that is not
 * there on failure. Cuts `key` up. */
static rosin_setting *find_group(rosin_reading *r, rosin_setting *root, char *key, const char *text,
                                 char **last) {
  rosin_setting *at = root;
  char *save = NULL, *next;
  int first = 1;
  *last = strtok_r(key, ".", &save);
  while (at && *last && (next = strtok_r(NULL, ".", &save))) {
    at = first ? first_of(r, root, *last, text)
               : open_slope(r, descend(r, at, *last, text), next, text);
    at = at ? open_number(r, at, next, text) : NULL;
    first = 0;
    if (at)
      *last = next;
  }
  return *last ? at : NULL;
}

int rosin_reading_put(rosin_reading *r, rosin_setting *root, const char *key, double value,
                      const char *text) {
  char copy[256], number[40], *last;
  snprintf(copy, sizeof copy, "%s", key);
  rosin_format(number, sizeof number, "%.17g", value);
  rosin_setting *at = find_group(r, root, copy, text, &last);
  return at ? put(r, at, last, number, text) : -1;
}

/* The layer that a key of several words begins with, if what follows is none of the layer's own;
 * `rest` is that. */
static rosin_setting *layer_of(const rosin_setting *root, const char *key, const char **rest) {
  char name[ROSIN_SETTING_NAME + 1], next[ROSIN_SETTING_NAME + 1];
  const size_t length = strcspn(key, ".");
  const char *second = key[length] ? key + length + 1 : "";
  snprintf(name, sizeof name, "%.*s", (int)length, key);
  snprintf(next, sizeof next, "%.*s", (int)strcspn(second, "."), second);
  rosin_setting *layer = rosin_setting_member(rosin_setting_member(root, "layers"), name);
  *rest = second;
  return strchr(second, '.') && rosin_setting_is(layer, ROSIN_SETTING_GROUP) &&
                 !rosin_setting_member(layer, next)
             ? layer
             : NULL;
}

/* What has dots in its name is one more of what a layer sets in its scene. */
static void set_in_layer(rosin_reading *r, rosin_setting *layer, const char *rest,
                         const char *value, const char *text) {
  const size_t size = strlen(rest) + strlen(value) + 2;
  char *line = rosin_malloc(size);
  rosin_setting *list = rosin_setting_member(layer, "set");
  list = list ? list : rosin_setting_add(layer, "set", ROSIN_SETTING_LIST);
  rosin_setting *one = list ? rosin_setting_add(list, NULL, ROSIN_SETTING_TEXT) : NULL;
  if (line)
    snprintf(line, size, "%s=%s", rest, value);
  if (!line || !one || rosin_setting_set_text(one, line) || rosin_setting_set_origin(one, text))
    rosin_reading_no_memory(r);
  rosin_free(line);
}

/* Says that there is no `last`, a word of the key that begins with `first`, and what may be meant:
 * a macro has nothing within. */
static void say_nothing_named(rosin_reading *r, rosin_setting *root, const char *first,
                              const char *last, const char *text) {
  char deeper[300], names[400] = "";
  const char *meant =
      rosin_section_deeper(root, last, deeper, sizeof deeper) ? deeper : meant_by(root, last);
  if (meant && rosin_setting_member(rosin_setting_member(root, "macros"), meant))
    meant = NULL;
  if (!meant && last == first)
    rosin_section_names(root, names, sizeof names);
  const int number = *last && !last[strspn(last, "0123456789")];
  rosin_reading_error(r, NULL, "-s %s: there is nothing named '%s' in this scene%s%s%s%s", text,
                      last, meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "",
                      number ? "; what lists hold is counted from 1" : names);
}

/* A number, a word or a macro of the scene itself; `key` is cut up. */
static void set_own(rosin_reading *r, rosin_setting *root, char *key, const char *value,
                    const char *text) {
  char *last;
  rosin_setting *at = find_group(r, root, key, text, &last);
  if (!at)
    say_nothing_named(r, root, key, last ? last : "", text);
  else if (put(r, at, last, value, text))
    rosin_reading_error(r, NULL, "-s %s: '%s' cannot be set", text, last);
}

void rosin_reading_override(rosin_reading *r, rosin_setting *root, const char *text) {
  char key[256], full[256];
  const char *equals = strchr(text, '='), *rest;
  const size_t length = equals ? (size_t)(equals - text) : 0;
  const char *file = r->file;
  r->file = NULL; /* errors here name the option, not the file */
  if (length < 1 || length >= sizeof key || *text == '.' || equals[-1] == '.') {
    rosin_reading_error(r, NULL, "-s %s: must be KEY=VALUE", text);
  } else {
    memcpy(key, text, length);
    key[length] = 0;
    rosin_setting *layer = layer_of(root, key, &rest);
    if (layer)
      set_in_layer(r, layer, rest, equals + 1, text);
    else
      set_own(r, root, macro_value(root, key, full, sizeof full), equals + 1, text);
  }
  r->file = file;
}
