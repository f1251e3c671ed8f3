/* SPDX-License-Identifier: BSD-3-Clause */
/* The section `layers`: other scenes that sound within this one. What is no key of a layer is a
 * macro or a number of its scene. */
#include "format.h"
#include "memory.h"
#include "scene/read/reading.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 320, SETS = 256 };

static const rosin_parameter rows[] = {
    {"at", "s", 0, ROSIN_MODEL_LONGEST, 0, "when it begins", offsetof(rosin_model_layer, at)},
    {"gain", "", 0, 1e6, 1, "factor on its sound", offsetof(rosin_model_layer, gain)},
    {"pan", "", -1, 1, 0, "where it is, left to right", offsetof(rosin_model_layer, pan)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static void add_set(rosin_reading *r, const rosin_setting *at, rosin_model_layer *l,
                    const char *text) {
  if (l->sets == SETS) {
    rosin_reading_error(r, at, "%s: more than %d settings", l->name, SETS);
    return;
  }
  if (!l->set && !(l->set = rosin_reading_room(r, SETS, sizeof *l->set)))
    return;
  if (!(l->set[l->sets] = rosin_strdup(text)))
    rosin_reading_no_memory(r);
  else
    l->sets++;
}

/* A list of "KEY=VALUE". */
static void read_sets(rosin_reading *r, const rosin_setting *s, rosin_model_layer *l) {
  const rosin_setting *list = rosin_setting_member(s, "set");
  if (list && !rosin_reading_is_list(list))
    rosin_reading_error(r, list, "%s.set: must be a list of \"KEY=VALUE\"", l->name);
  for (int i = 0; i < rosin_reading_length(list); i++) {
    const rosin_setting *one = rosin_setting_element(list, i);
    if (rosin_setting_is(one, ROSIN_SETTING_TEXT) && strchr(one->text, '='))
      add_set(r, one, l, one->text);
    else
      rosin_reading_error(r, one, "%s.set.%d: must be \"KEY=VALUE\"", l->name, i + 1);
  }
}

/* A macro or a number of its scene, as if by -s. */
static void read_other(rosin_reading *r, const rosin_setting *s, rosin_model_layer *l) {
  char text[TEXT];
  if (rosin_setting_is(s, ROSIN_SETTING_NUMBER))
    rosin_format(text, sizeof text, "%s=%.17g", s->name, s->number);
  else if (rosin_setting_is(s, ROSIN_SETTING_TEXT))
    snprintf(text, sizeof text, "%s=%.200s", s->name, s->text);
  else
    rosin_reading_error(r, s, "%s.%s: must be a number or a text", l->name, s->name);
  if (rosin_setting_is(s, ROSIN_SETTING_NUMBER) || rosin_setting_is(s, ROSIN_SETTING_TEXT))
    add_set(r, s, l, text);
}

static int is_own(const char *name) {
  return strcmp(name, "scene") == 0 || strcmp(name, "set") == 0 ||
         rosin_parameter_find(rows, name) != NULL;
}

void rosin_reading_layer_sets(rosin_reading *r, const rosin_setting *s, rosin_model_layer *l) {
  for (int i = 0; i < s->count; i++)
    if (!is_own(s->element[i]->name))
      read_other(r, s->element[i], l);
  read_sets(r, s, l);
}

void rosin_reading_layer(rosin_reading *r, const rosin_setting *s, rosin_model *m) {
  char text[TEXT];
  rosin_model_layer *l = rosin_reading_grow(r, s, (void **)&m->layer, &m->layers, sizeof *l,
                                            ROSIN_MODEL_LAYERS, "layers");
  if (!l)
    return;
  snprintf(l->name, sizeof l->name, "%.63s", s->name);
  l->source.setting = s;
  l->line = s->line;
  rosin_parameters_default(rows, l);
  rosin_reading_text(r, s, l->name, "scene", 1, l->scene, sizeof l->scene);
  rosin_reading_table(r, s, l->name, rows, l);
  /* of each its own course of chance, of all another take with another seed; unless it says so */
  rosin_format(text, sizeof text, "seed=%.0f",
               m->seed + (double)ROSIN_LAYER_SEEDS * (m->layers - 1));
  if (m->seed + (double)ROSIN_LAYER_SEEDS * ROSIN_MODEL_LAYERS < ROSIN_SEED_MOST)
    add_set(r, s, l, text);
  rosin_reading_layer_sets(r, s, l);
}
