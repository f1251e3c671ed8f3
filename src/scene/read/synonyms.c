/* SPDX-License-Identifier: BSD-3-Clause */
/* Words that people try first for what a form calls otherwise: put right in the tree, before it is
 * read. What -s sets takes the place of what is written, whatever it is called there. */
#include "scene/read/reading.h"

#include <string.h>

/* A word, the form's own, and the factor between them. */
static const struct {
  const char *word, *own;
  double factor;
} synonyms[] = {
    {"wall", "thickness", 1},
    {"thickness", "wall", 1},
    {"diameter", "radius", 0.5},
    {"radius", "diameter", 2},
};

static void rename_member(rosin_reading *r, rosin_setting *group, rosin_setting *s, const char *own,
                          double factor) {
  rosin_setting *other = rosin_setting_member(group, own);
  if (other && !s->origin) {
    rosin_reading_error(r, s, "%s.%s: means %s, which is given too", group->name, s->name, own);
    rosin_setting_remove(group, s->name);
    return;
  }
  char *name = rosin_pool_text(s->pool, own, strlen(own));
  if (!name) {
    rosin_reading_no_memory(r);
    return;
  }
  if (other)
    rosin_setting_remove(group, own);
  s->name = name; /* what it was goes with the tree */
  s->number *= factor;
}

static void put_right(rosin_reading *r, rosin_setting *group, const rosin_form *form) {
  for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
    rosin_setting *s = rosin_setting_member(group, synonyms[i].word);
    if (s && !rosin_parameter_find(form->parameter, synonyms[i].word) &&
        rosin_parameter_find(form->parameter, synonyms[i].own))
      rename_member(r, group, s, synonyms[i].own, synonyms[i].factor);
  }
}

void rosin_reading_synonyms(rosin_reading *r, rosin_setting *root) {
  rosin_setting *modals = rosin_setting_member(root, "modals");
  for (int i = 0; rosin_setting_is(modals, ROSIN_SETTING_GROUP) && i < modals->count; i++) {
    const rosin_setting *shape = rosin_setting_member(modals->element[i], "shape");
    const rosin_form *form =
        rosin_setting_is(shape, ROSIN_SETTING_TEXT) ? rosin_form_find(shape->text) : NULL;
    if (form)
      put_right(r, modals->element[i], form);
  }
}
