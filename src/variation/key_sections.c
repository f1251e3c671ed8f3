/* SPDX-License-Identifier: BSD-3-Clause */
/* The sections of a scene: macros, pushes and joints, contacts and their laws. */
#include "variation/keys.h"

#include <stdio.h>
#include <string.h>

static const rosin_setting *section(const rosin_vary_search *s, const char *name) {
  const rosin_setting *at = rosin_setting_member(s->root, name);
  return rosin_setting_is(at, ROSIN_SETTING_GROUP) ? at : NULL;
}

static double number_of(const rosin_setting *group, const char *name, double none) {
  const rosin_setting *s = rosin_setting_member(group, name);
  return rosin_vary_is_number(s) ? s->number : none;
}

static void add_macros(rosin_vary_search *s) {
  const rosin_setting *macros = section(s, "macros");
  for (int i = 0; macros && i < macros->count; i++) {
    const rosin_setting *m = macros->element[i];
    const double low = number_of(m, "low", 0), high = number_of(m, "high", 1);
    const double usual = number_of(m, "default", 0.5 * (low + high));
    const rosin_vary_key key = {
        .kind = ROSIN_VARY_MACRO, .value = number_of(m, "value", usual), .low = low, .high = high};
    rosin_vary_add(s, &key, "%s", m->name);
  }
}

/* Coefficients of friction go up and down together: static friction stays above kinetic. */
static void add_law(rosin_vary_search *s, const rosin_setting *contact) {
  const rosin_setting *law = rosin_setting_member(contact, "law");
  const rosin_setting *type = rosin_setting_member(law, "type");
  const rosin_parameter *table = rosin_law_parameters(
      rosin_setting_is(type, ROSIN_SETTING_TEXT) ? type->text : "elastoplastic");
  for (int i = 0; rosin_setting_is(law, ROSIN_SETTING_GROUP) && i < law->count; i++) {
    const rosin_setting *m = law->element[i];
    const int mu = strncmp(m->name, "mu", 2) == 0;
    const rosin_parameter *row = table ? rosin_parameter_find(table, m->name) : NULL;
    rosin_vary_key key = {.kind = ROSIN_VARY_SURFACE};
    if (!row || !rosin_vary_is_number(m) || (!mu && strncmp(m->name, "stribeck", 8) != 0))
      continue;
    key.value = m->number, key.low = row->low, key.high = row->high;
    if (mu)
      snprintf(key.with, sizeof key.with, "%.60s.law.mu", contact->name);
    rosin_vary_add(s, &key, "%s.law.%s", contact->name, m->name);
  }
}

static void add_control(rosin_vary_search *s, const rosin_setting *owner, const char *name,
                        const rosin_parameter *table, rosin_vary_kind kind) {
  const rosin_setting *at = rosin_setting_member(owner, name);
  const rosin_parameter *row = rosin_parameter_find(table, name);
  char key[ROSIN_VARY_KEY];
  snprintf(key, sizeof key, "%.63s.%s", owner->name, name);
  if (at && row)
    rosin_vary_gesture(s, at, key, row, kind);
}

static void add_contacts(rosin_vary_search *s) {
  static const char *const hand[] = {"force", "velocity", "rolling", "sideways"};
  static const char *const surface[] = {"roughness", "grain", "road"};
  const rosin_setting *contacts = section(s, "contacts"), *strings = section(s, "strings");
  const rosin_parameter place = {"position", "", 0.005, 0.995, 0, "", 0};
  for (int i = 0; contacts && i < contacts->count; i++) {
    const rosin_setting *c = contacts->element[i], *b = rosin_setting_member(c, "b");
    const rosin_setting *position = rosin_setting_member(c, "position");
    for (int k = 0; k < 4; k++)
      add_control(s, c, hand[k], rosin_contact_parameters(), ROSIN_VARY_HEIGHT);
    if (strings && position && rosin_setting_is(b, ROSIN_SETTING_TEXT) &&
        rosin_setting_member(strings, b->text)) {
      char key[ROSIN_VARY_KEY];
      snprintf(key, sizeof key, "%.63s.position", c->name);
      rosin_vary_gesture(s, position, key, &place, ROSIN_VARY_HEIGHT);
    }
    for (int k = 0; k < 3; k++)
      add_control(s, c, surface[k], rosin_contact_parameters(), ROSIN_VARY_SURFACE);
    add_law(s, c);
  }
}

static void add_links(rosin_vary_search *s, const char *name, const char *control,
                      const rosin_parameter *table) {
  const rosin_setting *links = section(s, name);
  for (int i = 0; links && i < links->count; i++)
    add_control(s, links->element[i], control, table, ROSIN_VARY_HEIGHT);
}

int rosin_vary_collect(rosin_vary *vary, const rosin_setting *root, rosin_error *error) {
  rosin_vary_search s = {.vary = vary, .root = root, .error = error};
  *vary = (rosin_vary){0};
  add_macros(&s);
  add_links(&s, "pushes", "force", rosin_push_parameters());
  add_links(&s, "joints", "velocity", rosin_joint_parameters());
  add_contacts(&s);
  rosin_vary_bodies(&s);
  return s.failed;
}
