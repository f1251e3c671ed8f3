/* SPDX-License-Identifier: BSD-3-Clause */
/* Bodies: modes that are listed one by one, each by itself; many modes, or those of a file, all
 * together; matter and size by their lengths. A string's pitch is its player's and stays. */
#include "variation/keys.h"

#include <stdio.h>
#include <string.h>

enum { FEW = 16 };

static void add(rosin_vary_search *s, const rosin_setting *owner, const char *name,
                const rosin_parameter *row, rosin_vary_kind kind, const char *of) {
  const rosin_setting *m = rosin_setting_member(owner, name);
  const rosin_vary_key key = {.kind = kind,
                              .value = rosin_vary_is_number(m) ? m->number : 0,
                              .low = row ? row->low : 0,
                              .high = row ? row->high : 1e12};
  if (rosin_vary_is_number(m))
    rosin_vary_add(s, &key, "%s.%s", of, name);
}

static void add_modes(rosin_vary_search *s, const rosin_setting *body, const rosin_setting *modes) {
  const rosin_parameter *table = rosin_mode_parameters();
  char of[ROSIN_VARY_KEY];
  for (int i = 0; i < modes->count; i++) {
    const rosin_setting *m = modes->element[i];
    snprintf(of, sizeof of, "%.63s.modes.%d", body->name, i + 1);
    add(s, m, "frequency", rosin_parameter_find(table, "frequency"), ROSIN_VARY_BODY, of);
    add(s, m, "q", rosin_parameter_find(table, "q"), ROSIN_VARY_LOSS, of);
    add(s, m, "t60", rosin_parameter_find(table, "t60"), ROSIN_VARY_LOSS, of);
  }
}

/* A factor of a bank that it may or may not have. */
static void add_factor(rosin_vary_search *s, const rosin_setting *body, const char *name,
                       rosin_vary_kind kind) {
  const rosin_setting *m = rosin_setting_member(body, name);
  const rosin_vary_key key = {
      .kind = kind, .value = rosin_vary_is_number(m) ? m->number : 1, .low = 0.001, .high = 1000};
  rosin_vary_add(s, &key, "%s.%s", body->name, name);
}

static void add_form(rosin_vary_search *s, const rosin_setting *body, const rosin_form *form) {
  for (const rosin_parameter *row = form->parameter; row && row->name; row++)
    if (strcmp(row->name, "damping") == 0 || strcmp(row->unit, "m") == 0)
      add(s, body, row->name, row, *row->unit ? ROSIN_VARY_BODY : ROSIN_VARY_LOSS, body->name);
}

void rosin_vary_bodies(rosin_vary_search *s) {
  const rosin_setting *modals = rosin_setting_member(s->root, "modals");
  const rosin_setting *strings = rosin_setting_member(s->root, "strings");
  for (int i = 0; rosin_setting_is(modals, ROSIN_SETTING_GROUP) && i < modals->count; i++) {
    const rosin_setting *body = modals->element[i], *modes = rosin_setting_member(body, "modes");
    const rosin_setting *shape = rosin_setting_member(body, "shape");
    const rosin_form *form =
        rosin_setting_is(shape, ROSIN_SETTING_TEXT) ? rosin_form_find(shape->text) : NULL;
    if (form)
      add_form(s, body, form);
    else if (rosin_setting_is(modes, ROSIN_SETTING_LIST) && modes->count <= FEW)
      add_modes(s, body, modes);
    else {
      add_factor(s, body, "pitch", ROSIN_VARY_BODY);
      add_factor(s, body, "decay", ROSIN_VARY_LOSS);
    }
  }
  for (int i = 0; rosin_setting_is(strings, ROSIN_SETTING_GROUP) && i < strings->count; i++)
    add(s, strings->element[i], "q", rosin_parameter_find(rosin_string_parameters(), "q"),
        ROSIN_VARY_LOSS, strings->element[i]->name);
}
