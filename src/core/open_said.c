/* SPDX-License-Identifier: BSD-3-Clause */
/* A core as faces are told of it: what is added, and settings of which nobody says whether they are
 * the core's parameters or keys of its scene. */
#include "core/core.h"
#include "core/inside.h"
#include "error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* in the order in which they are added */
static const struct {
  const char *name;
  void (*add)(rosin_core *core);
} adds[] = {{"bow", rosin_core_add_bow},
            {"section", rosin_core_add_section},
            {"limiter", rosin_core_add_limiter},
            {"seed", rosin_core_add_seed},
            {"input", rosin_core_add_input}};
enum { ADDS = sizeof adds / sizeof *adds };

static int is_word(const char *name, const char *word, size_t length) {
  return strlen(name) == length && memcmp(name, word, length) == 0;
}

static int add_all(rosin_core *c, const char *words, rosin_error *error) {
  int added[ADDS] = {0};
  for (const char *at = words + strspn(words, " "); *at;) {
    const size_t length = strcspn(at, " ");
    int i = 0;
    while (i < ADDS && !is_word(adds[i].name, at, length))
      i++;
    if (i == ADDS)
      return rosin_fail(error, "add: '%.*s' is none of bow, section, limiter, seed, input",
                        (int)(length < 60 ? length : 60), at);
    added[i] = 1;
    at += length + strspn(at + length, " ");
  }
  for (int i = 0; i < ADDS; i++)
    if (added[i])
      adds[i].add(c);
  return 0;
}

static rosin_core *refuse(rosin_core *c) {
  rosin_core_free(c);
  return NULL;
}

static rosin_core *open_added(const rosin_core_source *source, const char *add,
                              rosin_error *error) {
  char *errors;
  rosin_core *c = rosin_core_open(source, &errors);
  if (!c)
    rosin_fail_first(error, errors);
  free(errors);
  return c && add_all(c, add ? add : "", error) ? refuse(c) : c;
}

/* Which parameter is set; -1: none, it is a key of the scene. */
static int row_of(const rosin_core *c, const char *setting) {
  const size_t length = strcspn(setting, "=");
  for (int i = rosin_core_parameters(c) - 1; i >= 0; i--)
    if (setting[length] && is_word(rosin_core_parameter(c, i)->name, setting, length))
      return i;
  return -1;
}

/* `is_key`: it was the scene's, and is set. */
static int set(rosin_core *c, const char *setting, int is_key, rosin_error *error) {
  const int index = row_of(c, setting);
  double value;
  if (index < 0)
    return is_key ? 0 : rosin_fail(error, "%.100s: with the other settings there is none", setting);
  if (rosin_core_value_said(c, index, strchr(setting, '=') + 1, &value, error))
    return -1;
  rosin_core_put(c, index, value);
  return 0;
}

rosin_core *rosin_core_open_said(const char *scene, const char *add, int gestures, int settings,
                                 const char *const *setting, rosin_error *error) {
  rosin_core_source source = {.scene = scene, .gestures = gestures, .untried = 1};
  const char **key = calloc((size_t)settings + 1, sizeof *key);
  if (!key)
    rosin_fail(error, "out of memory");
  rosin_core *c = key ? open_added(&source, add, error) : NULL;
  source.override = key;
  for (int i = 0; c && i < settings; i++)
    if (row_of(c, setting[i]) < 0)
      key[source.overrides++] = setting[i];
  if (source.overrides) { /* with these its tables may be others */
    rosin_core_free(c);
    c = open_added(&source, add, error);
  }
  for (int i = 0, k = 0; c && i < settings; i++) {
    const int is_key = k < source.overrides && key[k] == setting[i];
    k += is_key;
    if (set(c, setting[i], is_key, error))
      c = refuse(c);
  }
  free(key);
  return c;
}
