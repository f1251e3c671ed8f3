/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/read/sections.h"

#include <stdio.h>
#include <string.h>

#define NAMED "of name = { ... };"

/* What a bank of modes can do depends on its shape. */
static int bank_moves(const rosin_setting *body, const char *control) {
  const rosin_setting *shape = rosin_setting_member(body, "shape");
  const int named = rosin_setting_is(shape, ROSIN_SETTING_TEXT);
  return rosin_reading_moves(named ? rosin_form_find(shape->text) : NULL, control) != NULL;
}

/* Flesh on a string is put there as it is built. */
static int string_moves(const rosin_setting *body, const char *control) {
  (void)body;
  return strcmp(control, "mute") != 0;
}

const rosin_section rosin_sections[] = {
    {"macros", NAMED, "{ to = ( { key = ...; at = ...; } ); }"},
    {"strings", NAMED, "{ ... }", rosin_string_controls, string_moves,
     .each = rosin_reading_string},
    {"modals", NAMED, "{ ... }", rosin_modal_controls, bank_moves, .each = rosin_reading_modal},
    {"contacts", NAMED, "{ ... }", rosin_contact_parameters, .each = rosin_reading_contact},
    {"joints", NAMED, "{ ... }", rosin_joint_parameters, .each = rosin_reading_joint},
    {"pushes", NAMED, "{ ... }", rosin_push_parameters, .each = rosin_reading_push},
    {"layers", NAMED, "{ scene = ...; }", .each = rosin_reading_layer},
    {"space", "{ distance = ...; }", .whole = rosin_reading_space},
    {"outputs", NULL, .whole = rosin_reading_outputs},
    {"instrument", "{ strings = ( ... ); }", .whole = rosin_reading_instrument},
    {"keys", "{ body = ...; contact = ...; }", .whole = rosin_reading_keys},
    {"input", NULL, .whole = rosin_reading_input},
    {"events", "of name = a time;", .each = rosin_reading_event},
    {"about", "{ category = ...; presets = ...; }", .whole = rosin_reading_about},
    {NULL, NULL},
};

const rosin_setting *rosin_section_read(const rosin_section *section, rosin_reading *r,
                                        const rosin_setting *root, rosin_model *m) {
  const rosin_setting *s = rosin_setting_member(root, section->name);
  const char *full = r->full; /* of one thing too many nothing more is said */
  if (section->holds && (!s || !rosin_reading_group(r, s, section->name, section->holds)))
    return NULL;
  if (section->whole)
    section->whole(r, s, m);
  for (int i = 0; section->each && i < s->count && r->full == full; i++) {
    const rosin_setting *part = s->element[i];
    if (!section->part || rosin_reading_group(r, part, part->name, section->part))
      section->each(r, part, m);
  }
  return s;
}

static const rosin_setting *parts_of(const rosin_setting *root, const rosin_section *section) {
  const rosin_setting *s = section->part ? rosin_setting_member(root, section->name) : NULL;
  return rosin_setting_is(s, ROSIN_SETTING_GROUP) ? s : NULL;
}

rosin_setting *rosin_section_part(const rosin_setting *root, const char *key,
                                  const rosin_section **section) {
  char name[ROSIN_SETTING_NAME + 1];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(key, "."), key);
  for (const rosin_section *s = rosin_sections; s->name; s++) {
    rosin_setting *part = rosin_setting_member(parts_of(root, s), name);
    *section = s;
    if (part)
      return part;
  }
  return NULL;
}

static const char *pickup_name(const rosin_setting *output) {
  const rosin_setting *name = rosin_setting_member(output, "name");
  return rosin_setting_is(name, ROSIN_SETTING_TEXT) ? name->text : NULL;
}

rosin_setting *rosin_section_pickup(const rosin_setting *root, const char *key) {
  const rosin_setting *list = rosin_setting_member(root, "outputs");
  const size_t length = strcspn(key, ".");
  for (int i = 0; rosin_setting_is(list, ROSIN_SETTING_LIST) && i < list->count; i++) {
    const char *name = pickup_name(list->element[i]);
    if (name && strlen(name) == length && strncmp(name, key, length) == 0)
      return list->element[i];
  }
  return NULL;
}

void rosin_section_near(const rosin_setting *root, rosin_near *near) {
  for (const rosin_section *s = rosin_sections; s->name; s++) {
    const rosin_setting *parts = parts_of(root, s);
    for (int k = 0; parts && k < parts->count; k++)
      rosin_near_consider(near, parts->element[k]->name);
  }
  const rosin_setting *list = rosin_setting_member(root, "outputs");
  for (int i = 0; rosin_setting_is(list, ROSIN_SETTING_LIST) && i < list->count; i++)
    if (pickup_name(list->element[i]))
      rosin_near_consider(near, pickup_name(list->element[i]));
}

void rosin_section_names(const rosin_setting *root, char *text, size_t size) {
  *text = 0;
  for (const rosin_section *s = rosin_sections + 1; s->name; s++) /* the first is that of macros */
    if (rosin_reading_names(parts_of(root, s), *text ? ", " : "; it has ", text, size))
      return;
}

/* Whether a group has that key, or one of its groups has it, or a gesture of its could: a rule is
 * where nothing but a number stands yet. */
static int within(const rosin_setting *group, const char *key, char *full, size_t size) {
  const int rule = rosin_reading_gesture_rules(key);
  const int named = rosin_setting_is(group, ROSIN_SETTING_GROUP);
  for (int i = 0; named && i < group->count; i++) {
    const rosin_setting *s = group->element[i];
    const int gesture = strcmp(s->name, "velocity") == 0 || strcmp(s->name, "force") == 0;
    if ((rule && gesture) || rosin_setting_member(s, key)) {
      snprintf(full, size, "%s.%s", s->name, key);
      return 1;
    }
  }
  return 0;
}

int rosin_section_deeper(const rosin_setting *group, const char *key, char *full, size_t size) {
  char rest[2 * ROSIN_SETTING_NAME + 2];
  if (group->parent)
    return within(group, key, full, size);
  for (const rosin_section *s = rosin_sections + 1; s->name; s++) { /* macros are set by name */
    const rosin_setting *parts = parts_of(group, s);
    if (within(parts, key, full, size))
      return 1;
    for (int i = 0; parts && i < parts->count; i++)
      if (within(parts->element[i], key, rest, sizeof rest)) {
        snprintf(full, size, "%s.%s", parts->element[i]->name, rest);
        return 1;
      }
  }
  return 0;
}
