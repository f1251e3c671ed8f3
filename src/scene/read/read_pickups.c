/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of outputs, by which -s and macros reach them: looked at once everything else has been
 * read. */
#include "scene/read/sections.h"

#include <stdio.h>
#include <string.h>

/* What -s and macros call a pickup by: a word that nothing else in the scene has. */
static void check_name(rosin_reading *r, const rosin_setting *s, const char *owner) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  static const char all[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  const rosin_setting *root = s->parent->parent, *at = rosin_setting_member(s, "name");
  const rosin_section *section;
  char name[ROSIN_MODEL_NAME];
  if (!at || !rosin_reading_text(r, s, owner, "name", 0, name, sizeof name))
    return;
  if (!*name || !strchr(letters, *name) || name[strspn(name, all)])
    rosin_reading_error(r, at, "%s.name: '%s' must be a letter, then letters, digits, - and _",
                        owner, name);
  else if (rosin_section_part(root, name, &section) || rosin_setting_member(root, name))
    rosin_reading_error(r, at, "%s.name: the scene has something else named '%s'", owner, name);
  else if (rosin_section_pickup(root, name) != s)
    rosin_reading_error(r, at, "%s.name: another output is named '%s'", owner, name);
}

void rosin_reading_pickups(rosin_reading *r, const rosin_setting *root) {
  const rosin_setting *list = rosin_setting_member(root, "outputs");
  for (int i = 0; rosin_setting_is(list, ROSIN_SETTING_LIST) && i < list->count; i++) {
    char owner[32];
    snprintf(owner, sizeof owner, "outputs.%d", i + 1);
    check_name(r, list->element[i], owner);
  }
}
