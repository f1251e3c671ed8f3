/* SPDX-License-Identifier: BSD-3-Clause */
/* Once all else is read: what macros move while the scene sounds, found in the model. */
#include "scene/read/reading.h"

#include <stdio.h>
#include <string.h>

/* The control "NAME.KEY", made if the scene does not set it. */
static rosin_model_control *find_control(const rosin_model *m, const char *name) {
  rosin_model_part part;
  const char *key = strchr(name, '.') + 1;
  if (rosin_model_part_named(m, name, &part) < 0)
    return NULL;
  rosin_model_control *c = rosin_model_control_named(part.control, *part.controls, key);
  const rosin_parameter *row = rosin_parameter_find(part.table, key);
  if (c || !row || *part.controls == ROSIN_MODEL_CONTROLS)
    return c;
  c = part.control + (*part.controls)++;
  c->row = row;
  rosin_gesture_constant(&c->gesture, row->initial);
  return c;
}

/* A value that a map reaches must be in the range of what it sets. */
static void check_reach(rosin_reading *r, const rosin_macro *m, const rosin_macro_target *t,
                        const rosin_parameter *row, const char *owner, double own) {
  rosin_error error;
  for (int i = 0; i < t->points; i++) {
    const double y = t->y[i];
    const double value = t->how == ROSIN_MACRO_SET     ? y
                         : t->how == ROSIN_MACRO_SCALE ? own * y
                                                       : own + y;
    if (rosin_parameter_check(row, owner, value, &error)) {
      rosin_reading_error(r, t->setting, "macros.%s: %s, at %s = %g", m->name, error.text, m->name,
                          t->x[i]);
      return;
    }
  }
}

static void bind_control(rosin_reading *r, rosin_model *model, const rosin_macro *m,
                         rosin_macro_target *t) {
  rosin_name name;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(t->key, "."), t->key);
  const rosin_model_control *control = find_control(model, t->key);
  t->control = control;
  if (!control)
    rosin_reading_error(r, t->setting, "macros.%s: there is no control '%s'", m->name, t->key);
  else if (t->how == ROSIN_MACRO_SET)
    check_reach(r, m, t, control->row, name, 0);
}

/* Index of a law's parameter in the contact, made if the scene does not give it. */
static int law_parameter(rosin_model_contact *c, const char *key) {
  const rosin_parameter *row = rosin_parameter_find(rosin_law_parameters(c->law), key);
  for (int i = 0; i < c->parameters; i++)
    if (strcmp(c->row[i]->name, key) == 0)
      return i;
  if (!row || c->parameters == ROSIN_MODEL_LAW)
    return -1;
  c->row[c->parameters] = row;
  c->value[c->parameters] = row->initial;
  return c->parameters++;
}

/* A law chosen on the command line need not know what the macros move. */
static int chosen_by_hand(const rosin_model_contact *c) {
  const rosin_setting *law = rosin_setting_member(c->source.setting, "law");
  const rosin_setting *type =
      law && rosin_setting_is(law, ROSIN_SETTING_GROUP) ? rosin_setting_member(law, "type") : law;
  return type && type->origin != NULL;
}

static void bind_law(rosin_reading *r, rosin_model *model, const rosin_macro *m,
                     rosin_macro_target *t) {
  char owner[ROSIN_MACRO_NAME + 8];
  const size_t length = strcspn(t->key, ".");
  for (int i = 0; i < model->contacts; i++) {
    rosin_model_contact *c = &model->contact[i];
    if (strlen(c->name) != length || strncmp(c->name, t->key, length) != 0)
      continue;
    t->contact = i;
    t->parameter = law_parameter(c, t->key + length + 5);
    if (t->parameter < 0 && chosen_by_hand(c)) {
      t->kind = ROSIN_TARGET_NONE;
      return;
    }
    if (t->parameter < 0) {
      rosin_reading_error(r, t->setting, "macros.%s: law '%s' has no parameter '%s'", m->name,
                          c->law, t->key + length + 5);
      return;
    }
    t->base = c->value[t->parameter];
    snprintf(owner, sizeof owner, "%s.law", c->name);
    check_reach(r, m, t, c->row[t->parameter], owner, t->base);
    return;
  }
}

void rosin_reading_bind_macros(rosin_reading *r, rosin_model *model) {
  for (int i = 0; i < model->macros; i++)
    for (int k = 0; k < model->macro[i].targets; k++) {
      rosin_macro_target *t = &model->macro[i].target[k];
      if (t->kind == ROSIN_TARGET_CONTROL)
        bind_control(r, model, &model->macro[i], t);
      else if (t->kind == ROSIN_TARGET_LAW)
        bind_law(r, model, &model->macro[i], t);
      else if (t->kind == ROSIN_TARGET_BUILD)
        model->macro[i].row.builds = 1;
    }
  for (int i = 0; i < model->macros && !r->failed; i++)
    for (int k = 0; k < model->macro[i].targets; k++) {
      const rosin_macro_target *t = &model->macro[i].target[k];
      if (t->kind == ROSIN_TARGET_LAW)
        model->contact[t->contact].value[t->parameter] =
            rosin_macros_on_law(model->macro, model->macros, t->contact, t->parameter, t->base);
    }
}
