/* SPDX-License-Identifier: BSD-3-Clause */
/* Kinds, keys one by one, gestures. What a macro sets is left to the macro, since a setting of its
 * own would switch the macro off. */
#include "variation/keys.h"
#include "error.h"
#include "format.h"
#include "scene/model/model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const rosin_parameter kinds[ROSIN_VARY_KINDS + 1] = {
    {"macros", "", 0, 1, 0.25, "each macro, as a share of its range", 0},
    {"times", "", 0, 0.9, 0.1, "times of gestures, as shares of the stretches between points", 0},
    {"heights", "", 0, 0.9, 0.1, "heights of gestures, forces and velocities, as shares", 0},
    {"surfaces", "", 0, 0.9, 0.05, "friction coefficients, roughness, grain, as shares", 0},
    {"bodies", "", 0, 0.9, 0.02, "frequencies of modes and lengths, as shares", 0},
    {"losses", "", 0, 0.9, 0.1, "Q and decay times, as shares", 0},
};

const rosin_parameter *rosin_vary_kinds(void) {
  return kinds;
}

/* Whether what macros set is `key`, or holds it. */
static int set_by_macro(const rosin_setting *root, const char *key) {
  const rosin_setting *macros = rosin_setting_member(root, "macros");
  for (int i = 0; macros && i < macros->count; i++) {
    const rosin_setting *to = rosin_setting_member(macros->element[i], "to");
    for (int k = 0; to && k < to->count; k++) {
      const rosin_setting *how = rosin_setting_member(to->element[k], "how");
      const rosin_setting *target = rosin_setting_member(to->element[k], "key");
      if (!rosin_setting_is(target, ROSIN_SETTING_TEXT) ||
          (rosin_setting_is(how, ROSIN_SETTING_TEXT) && strcmp(how->text, "set")))
        continue;
      const size_t length = strlen(target->text);
      if (strncmp(key, target->text, length) == 0 && (!key[length] || key[length] == '.'))
        return 1;
    }
  }
  return 0;
}

rosin_vary_key *rosin_vary_add(rosin_vary_search *s, const rosin_vary_key *key, const char *format,
                               ...) {
  char name[ROSIN_VARY_KEY];
  va_list list;
  va_start(list, format);
  const int length = rosin_format_list(name, sizeof name, format, list);
  va_end(list);
  const int relative = key->kind > ROSIN_VARY_TIME;
  if (s->failed || length >= (int)sizeof name || (relative && key->value == 0) ||
      (key->kind != ROSIN_VARY_MACRO && set_by_macro(s->root, name)))
    return NULL;
  if (s->vary->count == s->room) {
    s->room = s->room ? 2 * s->room : 32;
    rosin_vary_key *grown = realloc(s->vary->key, (size_t)s->room * sizeof *grown);
    if (!grown) {
      s->failed = rosin_fail(s->error, "out of memory");
      return NULL;
    }
    s->vary->key = grown;
  }
  rosin_vary_key *k = &s->vary->key[s->vary->count++];
  *k = *key;
  snprintf(k->key, sizeof k->key, "%s", name);
  if (!*k->with)
    snprintf(k->with, sizeof k->with, "%s", name);
  k->spread = kinds[k->kind].initial;
  return k;
}

void rosin_vary_free(rosin_vary *vary) {
  free(vary->key);
  *vary = (rosin_vary){0};
}

/* ---- gestures --------------------------------------------------------------------- */

static const rosin_setting *point(const rosin_setting *points, int index, int member) {
  const rosin_setting *p = rosin_setting_element(points, index);
  const rosin_setting *n =
      rosin_setting_is(p, ROSIN_SETTING_LIST) ? rosin_setting_element(p, member) : NULL;
  return rosin_vary_is_number(n) ? n : NULL;
}

/* A list of (time, value): first all times, each after the one before. */
static void add_points(rosin_vary_search *s, const rosin_setting *points, const char *name,
                       const rosin_parameter *row, rosin_vary_kind kind) {
  int follows = 0;
  for (int i = 1; i < points->count; i++) {
    const rosin_setting *before = point(points, i - 1, 0), *time = point(points, i, 0);
    if (!before || !time)
      return;
    const rosin_vary_key key = {.kind = ROSIN_VARY_TIME,
                                .value = time->number,
                                .before = before->number,
                                .follows = follows,
                                .low = -1e6,
                                .high = 1e6};
    follows = rosin_vary_add(s, &key, "%s.%d.1", name, i + 1) != NULL;
  }
  for (int i = 0; i < points->count; i++) {
    const rosin_setting *value = point(points, i, 1);
    const rosin_vary_key key = {.kind = kind,
                                .value = value ? value->number : 0,
                                .low = row ? row->low : -1e12,
                                .high = row ? row->high : 1e12};
    if (value)
      rosin_vary_add(s, &key, "%s.%d.2", name, i + 1);
  }
}

/* Members of a gesture that is a group, and what they are. */
static void add_group(rosin_vary_search *s, const rosin_setting *group, const char *name,
                      const rosin_parameter *row, rosin_vary_kind kind) {
  static const char *const times[] = {"after", "over"};
  static const char *const values[] = {"from", "to", "slope"};
  const rosin_setting *points = rosin_setting_member(group, "points");
  char inner[ROSIN_VARY_KEY];
  snprintf(inner, sizeof inner, "%s.points", name);
  if (rosin_setting_is(points, ROSIN_SETTING_LIST)) /* scaled: their range is not the row's */
    add_points(s, points, inner, NULL, kind);
  for (int i = 0; i < 2; i++) {
    const rosin_setting *m = rosin_setting_member(group, times[i]);
    const rosin_vary_key key = {.kind = ROSIN_VARY_TIME,
                                .value = rosin_vary_is_number(m) ? m->number : 0,
                                .low = 0,
                                .high = ROSIN_MODEL_LONGEST};
    if (rosin_vary_is_number(m))
      rosin_vary_add(s, &key, "%s.%s", name, times[i]);
  }
  for (int i = 0; i < 3; i++) {
    const rosin_setting *m = rosin_setting_member(group, values[i]);
    const rosin_vary_key key = {.kind = kind,
                                .value = rosin_vary_is_number(m) ? m->number : 0,
                                .low = i < 2 ? row->low : 1e-9,
                                .high = i < 2 ? row->high : 1e12};
    rosin_vary_add(s, &key, "%s.%s", name, values[i]);
  }
}

void rosin_vary_gesture(rosin_vary_search *s, const rosin_setting *setting, const char *name,
                        const rosin_parameter *row, rosin_vary_kind kind) {
  const rosin_vary_key key = {.kind = kind,
                              .value = rosin_vary_is_number(setting) ? setting->number : 0,
                              .low = row->low,
                              .high = row->high};
  if (rosin_setting_is(setting, ROSIN_SETTING_LIST))
    add_points(s, setting, name, row, kind);
  else if (rosin_setting_is(setting, ROSIN_SETTING_GROUP))
    add_group(s, setting, name, row, kind);
  else
    rosin_vary_add(s, &key, "%s", name);
}
