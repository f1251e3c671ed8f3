/* SPDX-License-Identifier: BSD-3-Clause */
/* The section `macros`, before the rest is read: what a macro does to numbers that build the
 * scene is done in the tree. A number that -s has set stays as it is set, where a macro would
 * set it. */
#include "format.h"
#include "scene/read/sections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const rosin_parameter range_rows[] = {
    {"low", "", -1e9, 1e9, 0, "", offsetof(rosin_parameter, low)},
    {"high", "", -1e9, 1e9, 1, "", offsetof(rosin_parameter, high)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};
static const char *const hows[] = {"set", "scale", "offset", "rate", NULL};

/* A pair (macro, target), or a number: they stand at even distances. */
static int read_point(rosin_reading *r, const rosin_setting *p, const char *what,
                      const rosin_parameter *row, int index, int count, rosin_macro_target *t) {
  const int pair = rosin_reading_is_list(p);
  double *x = &t->x[index], *y = &t->y[index];
  *x = row->low + (row->high - row->low) * (count > 1 ? index / (count - 1.0) : 0);
  if (pair && p->count != 2) {
    rosin_reading_error(r, p, "%s: point %d must be a number or (%s, value)", what, index + 1,
                        row->name);
    return -1;
  }
  if (pair && rosin_reading_value(r, rosin_setting_element(p, 0), what, x))
    return -1;
  return rosin_reading_value(r, pair ? rosin_setting_element(p, 1) : p, what, y);
}

static void read_map(rosin_reading *r, const rosin_setting *s, const char *owner,
                     const rosin_parameter *row, rosin_macro_target *t) {
  static const char *const curves[] = {"linear", "exponential", NULL};
  const rosin_setting *at = rosin_setting_member(s, "at");
  const int count = rosin_reading_length(at);
  char what[160];
  snprintf(what, sizeof what, "%s.at", owner);
  t->exponential = rosin_reading_choice(r, s, owner, "curve", curves, 32, 0);
  if (count < 2 || count > ROSIN_MACRO_POINTS) {
    rosin_reading_error(r, at ? at : s, "%s: must be 2 to %d numbers or (%s, value)", what,
                        ROSIN_MACRO_POINTS, row->name);
    return;
  }
  for (int i = 0; i < count; i++) {
    const rosin_setting *p = rosin_setting_element(at, i);
    if (read_point(r, p, what, row, i, count, t))
      return;
    if (i && !(t->x[i] > t->x[i - 1])) {
      rosin_reading_error(r, p, "%s: %g does not rise above %g", what, t->x[i], t->x[i - 1]);
      return;
    }
    if (t->exponential && !(t->y[i] > 0)) {
      rosin_reading_error(r, p, "%s: %g: must be positive for curve = \"exponential\"", what,
                          t->y[i]);
      return;
    }
    t->points = i + 1;
  }
}

static void read_target(rosin_reading *r, const rosin_setting *s, const char *owner, rosin_macro *m,
                        rosin_macro_target *t) {
  t->setting = s;
  if (!rosin_reading_group(r, s, owner, "{ key = ...; at = ...; }"))
    return;
  rosin_reading_known(r, s, owner, ROSIN_NAMES("key", "at", "how", "curve"), NULL);
  rosin_reading_text(r, s, owner, "key", 1, t->key, sizeof t->key);
  t->how = (rosin_macro_how)rosin_reading_choice(r, s, owner, "how", hows, 32, 0);
  read_map(r, s, owner, &m->row, t);
}

static void read_range(rosin_reading *r, const rosin_setting *s, const char *owner,
                       rosin_macro *m) {
  rosin_parameter *row = &m->row;
  row->group = "Macros";
  rosin_parameters_default(range_rows, row);
  rosin_reading_table(r, s, owner, range_rows, row);
  if (!(row->low < row->high)) {
    rosin_reading_error(r, s, "%s: low %g is not below high %g", owner, row->low, row->high);
    row->high = row->low + 1;
  }
  m->value = row->initial = 0.5 * (row->low + row->high);
  const rosin_setting *given = rosin_setting_member(s, "default");
  const rosin_setting *now = rosin_setting_member(s, "value"); /* from -s */
  rosin_error error;
  if (given && rosin_reading_value(r, given, owner, &row->initial) == 0 &&
      rosin_parameter_check(row, "macros", row->initial, &error))
    rosin_reading_error(r, given, "%s", error.text);
  m->value = row->initial;
  if (now && rosin_reading_value(r, now, m->name, &m->value) == 0 &&
      rosin_parameter_check(row, NULL, m->value, &error))
    rosin_reading_error(r, now, "%s", error.text);
}

/* 1 if a part of the scene has that name: then -s NAME would not reach the macro. */
static int name_taken(const rosin_setting *macro) {
  const rosin_setting *root = macro->parent->parent;
  for (const rosin_section *s = rosin_sections; s->name; s++)
    if (s->controls && rosin_setting_member(rosin_setting_member(root, s->name), macro->name))
      return 1;
  return 0;
}

static void read_macro(rosin_reading *r, const rosin_setting *s, rosin_model *model) {
  rosin_macro *m = rosin_reading_grow(r, s, (void **)&model->macro, &model->macros, sizeof *m,
                                      ROSIN_MODEL_MACROS, "macros");
  char owner[96];
  if (!m)
    return;
  snprintf(m->name, sizeof m->name, "%.63s", s->name);
  snprintf(owner, sizeof owner, "macros.%s", m->name);
  m->setting = s;
  m->row.name = m->name;
  m->row.unit = m->unit;
  m->row.meaning = m->meaning;
  if (!rosin_reading_group(r, s, owner, rosin_sections->part))
    return;
  rosin_reading_known(r, s, owner, ROSIN_NAMES("default", "unit", "meaning", "to", "value"),
                      ROSIN_TABLES(range_rows));
  if (rosin_parameter_find(rosin_model_parameters(), m->name) &&
      strcmp(m->name, "tail") != 0) /* which 0.2 did not know */
    rosin_reading_error(r, s, "%s: the scene has a number of this name", owner);
  if (name_taken(s))
    rosin_reading_error(r, s, "%s: the scene has a part of this name", owner);
  rosin_reading_text(r, s, owner, "unit", 0, m->unit, sizeof m->unit);
  rosin_reading_text(r, s, owner, "meaning", 0, m->meaning, sizeof m->meaning);
  read_range(r, s, owner, m);
  const rosin_setting *to = rosin_setting_member(s, "to");
  const int count = rosin_reading_length(to);
  if (count < 1) {
    rosin_reading_error(r, to ? to : s, "%s.to: must list at least one { key = ...; at = ...; }",
                        owner);
    return;
  }
  if (!(m->target = rosin_reading_room(r, count, sizeof *m->target)))
    return;
  m->targets = count;
  for (int i = 0; i < count; i++) {
    snprintf(owner, sizeof owner, "macros.%.60s.to.%d", m->name, i + 1);
    read_target(r, rosin_setting_element(to, i), owner, m, &m->target[i]);
  }
}

/* ---- targets ---------------------------------------------------------------- */

/* What kind of thing "NAME.KEY" or "NAME.law.KEY" is, from the tree. */
static rosin_target_kind kind_of(const rosin_setting *root, const char *key) {
  const rosin_section *section;
  const char *dot = strchr(key, '.');
  if (!dot)
    return strcmp(key, "gain") ? ROSIN_TARGET_BUILD : ROSIN_TARGET_GAIN;
  const rosin_setting *part = rosin_section_part(root, key, &section);
  if (!part || !section->controls)
    return ROSIN_TARGET_BUILD;
  if (section->each == rosin_reading_contact && strncmp(dot, ".law.", 5) == 0)
    return strcmp(dot, ".law.type") ? ROSIN_TARGET_LAW : ROSIN_TARGET_BUILD;
  return rosin_parameter_find(section->controls(), dot + 1) &&
                 (!section->moves || section->moves(part, dot + 1))
             ? ROSIN_TARGET_CONTROL
             : ROSIN_TARGET_BUILD;
}

/* A macro that nothing hangs on any more. */
static void drop(rosin_macro *m, int index) {
  memmove(&m->target[index], &m->target[index + 1],
          (size_t)(m->targets - index - 1) * sizeof *m->target);
  m->targets--;
}

static int set_twice(const rosin_model *model, const rosin_macro_target *t) {
  for (int i = 0; i < model->macros; i++)
    for (int k = 0; k < model->macro[i].targets; k++) {
      const rosin_macro_target *other = &model->macro[i].target[k];
      if (other == t)
        return 0;
      if (other->how == ROSIN_MACRO_SET && strcmp(other->key, t->key) == 0)
        return 1;
    }
  return 0;
}

/* A position may be a point's name. */
static int is_point(const rosin_setting *s, const char *key) {
  const char *last = strrchr(key, '.');
  return rosin_setting_is(s, ROSIN_SETTING_TEXT) && last && strncmp(last, ".position", 9) == 0;
}

/* Whether the kind of what the scene writes there is wrong, which its own reader will say. */
static int is_wrong(const rosin_setting *s, const char *key) {
  return s && s->parent && !rosin_setting_is(s, ROSIN_SETTING_NUMBER) && !is_point(s, key);
}

/* A number that a macro sets counts for nothing, and might be meant to: `check` says it. */
static void remark_unheard(rosin_reading *r, rosin_setting *root, const rosin_macro *m,
                           const rosin_macro_target *t) {
  const rosin_setting *s = rosin_reading_place(root, t->key);
  if (s && s->parent && s->line > 0)
    rosin_reading_remark(r, s,
                         "%s: counts for nothing, since macros.%s sets it; let that scale it "
                         "(how = \"scale\"), or leave it out",
                         t->key, m->name);
}

/* What a factor on a body's modes is where the scene does not say it. */
static int is_factor(const rosin_setting *root, const char *key) {
  const rosin_section *section;
  const char *dot = strchr(key, '.');
  return dot && rosin_parameter_find(rosin_reading_factor_rows(), dot + 1) &&
         rosin_section_part(root, key, &section) && section->each == rosin_reading_modal;
}

/* Put the value of a target that builds the scene into the tree. */
static void build_with(rosin_reading *r, rosin_setting *root, rosin_macro *m,
                       rosin_macro_target *t) {
  char text[ROSIN_MACRO_NAME + 300];
  const rosin_setting *s = rosin_reading_place(root, t->key);
  double value = rosin_macro_map(t, m->value), own = 1;
  if (t->how == ROSIN_MACRO_RATE) {
    rosin_reading_error(r, t->setting,
                        "macros.%s: '%s' has no way to run through; how = \"rate\" "
                        "is for controls",
                        m->name, t->key);
    return;
  }
  if (is_wrong(s, t->key))
    return;
  if (t->how != ROSIN_MACRO_SET) {
    if (s ? !rosin_setting_is(s, ROSIN_SETTING_NUMBER) : !is_factor(root, t->key)) {
      rosin_reading_error(r, t->setting,
                          "macros.%s: '%s' is no number in this scene; how = \"%s\" "
                          "needs one",
                          m->name, t->key, hows[t->how]);
      return;
    }
    if (s && rosin_reading_value(r, s, t->key, &own))
      return;
    value = t->how == ROSIN_MACRO_SCALE ? own * value : own + value;
  }
  const rosin_setting *at = t->setting;
  const char *file = at->file;
  rosin_format(text, sizeof text, "@%.200s:%d: macros.%s at %g", file ? file : r->file, at->line,
               m->name, m->value);
  if (rosin_reading_put(r, root, t->key, value, text))
    rosin_reading_error(r, t->setting, "macros.%s: there is nothing named '%s' in this scene",
                        m->name, t->key);
}

static void settle(rosin_reading *r, rosin_setting *root, rosin_model *model, rosin_macro *m,
                   int index) {
  rosin_macro_target *t = &m->target[index];
  const int failed = r->failed;
  t->kind = kind_of(root, t->key);
  if (t->how == ROSIN_MACRO_SET && set_twice(model, t))
    rosin_reading_error(r, t->setting,
                        "macros.%s: '%s' is set by a macro already; use how = "
                        "\"scale\" or \"offset\"",
                        m->name, t->key);
  else if (t->kind == ROSIN_TARGET_GAIN && t->how != ROSIN_MACRO_SCALE)
    rosin_reading_error(r, t->setting, "macros.%s: gain takes how = \"scale\"", m->name);
  else if (t->kind == ROSIN_TARGET_LAW && t->how == ROSIN_MACRO_RATE)
    rosin_reading_error(r, t->setting,
                        "macros.%s: '%s' has no way to run through; how = \"rate\" "
                        "is for controls",
                        m->name, t->key);
  else if (t->how == ROSIN_MACRO_SET)
    remark_unheard(r, root, m, t);
  if (t->kind == ROSIN_TARGET_BUILD && t->points && r->failed == failed)
    build_with(r, root, m, t);
}

void rosin_reading_macros(rosin_reading *r, const rosin_setting *section, rosin_model *model) {
  rosin_setting *root = section->parent;
  for (int i = 0; i < section->count; i++)
    read_macro(r, rosin_setting_element(section, i), model);
  for (int i = 0; i < model->macros; i++) {
    rosin_macro *m = &model->macro[i];
    m->row.name = m->name; /* the array may have moved */
    m->row.unit = m->unit;
    m->row.meaning = m->meaning;
    for (int k = m->targets - 1; k >= 0; k--) {
      const rosin_setting *s = rosin_reading_place(root, m->target[k].key);
      if (m->target[k].how == ROSIN_MACRO_SET && s && s->origin)
        drop(m, k); /* set by -s */
    }
  }
  for (int i = 0; i < model->macros; i++)
    for (int k = 0; k < model->macro[i].targets; k++)
      settle(r, root, model, &model->macro[i], k);
}
