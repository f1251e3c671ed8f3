/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/contact/contact.h"
#include "contact/contact.h"
#include "pd/member/bow.h"
#include "pd/net/net.h"
#include "pd/net/sound/bow.h"
#include "pd/net/sound/ease.h"
#include "pd/net/sound/inputs.h"
#include "pd/net/sound/level.h"
#include "pd/state/members.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const rosin_parameter option_table[] = {
    {"open_length", "", 0, 1, 0,
     "1: places on strings are shares of the open length; 0: of what sounds, up to the finger",
     offsetof(rosin_pd_contact_options, of_open), 0},
    {NULL, NULL, 0, 0, 0, NULL, 0, 0},
};

static double value_of(const rosin_pd_contact *x, const rosin_parameter *row) {
  for (int i = 0; i < x->settings; i++)
    if (strcmp(x->setting[i].key, row->name) == 0)
      return x->setting[i].value;
  return row->initial;
}

int rosin_pd_contact_ready(rosin_pd_member *m, double rate, rosin_error *error) {
  rosin_pd_contact *x = (rosin_pd_contact *)m;
  if (m->made == rate)
    return 0;
  rosin_contact *contact = rosin_contact_new(x->law->s_name, rate, error);
  if (!contact || rosin_contact_make(contact, &x->form, error)) {
    rosin_contact_free(contact);
    return -1;
  }
  for (const rosin_parameter *row = rosin_law_parameters(x->law->s_name); row->name; row++)
    rosin_contact_set(contact, row->name,
                      value_of(x, row) < row->low    ? row->low
                      : value_of(x, row) > row->high ? row->high
                                                     : value_of(x, row),
                      NULL);
  rosin_contact_free(m->contact);
  m->contact = contact;
  m->presses = !rosin_law_is_normal(x->law->s_name) && !m->load;
  m->made = rate;
  rosin_pd_lift_land(m);
  return 0;
}

/* Another law, or other points, as soon as it is off what it rubs. */
static void renew(rosin_pd_contact *x) {
  if (rosin_pd_lift(&x->m))
    return;
  x->m.made = 0;
  rosin_pd_change(&x->m);
}

static void remember(rosin_pd_contact *x, const char *key, double value) {
  int i = 0;
  while (i < x->settings && strcmp(x->setting[i].key, key))
    i++;
  if (i == ROSIN_PD_LAW_SETTINGS)
    return;
  x->setting[i].key = key;
  x->setting[i].value = value;
  if (i == x->settings)
    x->settings++;
}

/* A surface's law, with its parameters; what was set before is forgotten. */
static void contact_surface(rosin_pd_contact *x, const rosin_surface *surface) {
  x->law = gensym(surface->law);
  x->settings = 0;
  for (const rosin_surface_value *v = surface->set; v->key; v++)
    remember(x, rosin_parameter_find(rosin_law_parameters(surface->law), v->key)->name, v->value);
  for (const rosin_parameter *row = rosin_law_parameters(surface->law); row->name; row++)
    rosin_pd_input_set(&x->m, row->name, value_of(x, row));
  renew(x);
}

static void list_surfaces(char *names, size_t size) {
  *names = 0;
  for (const rosin_surface *s = rosin_surfaces(); s->name; s++)
    snprintf(names + strlen(names), size - strlen(names), "%s%s", *names ? ", " : "", s->name);
}

/* That there is no such law, and which there are. */
static void say_laws(const rosin_pd_contact *x, const t_symbol *law, const char *more) {
  rosin_error error;
  char names[1024];
  list_surfaces(names, sizeof names);
  rosin_contact_free(rosin_contact_new(law->s_name, 44100, &error));
  pd_error(x, "%s: %s; and surfaces: %s%s", x->m.class->name, error.text, names, more);
}

void rosin_pd_contact_law(rosin_pd_contact *x, t_symbol *law) {
  if (rosin_surface_find(law->s_name)) {
    contact_surface(x, rosin_surface_find(law->s_name));
    return;
  }
  if (!rosin_law_parameters(law->s_name)) {
    say_laws(x, law, "");
    return;
  }
  if (law == x->law)
    return;
  x->law = law;
  for (const rosin_parameter *row = rosin_law_parameters(law->s_name); row->name; row++)
    rosin_pd_input_set(&x->m, row->name, value_of(x, row)); /* width */
  renew(x);
}

static void contact_preset(rosin_pd_contact *x, int count, const t_atom *atoms) {
  const t_symbol *name = rosin_pd_word(count, atoms, 0, "");
  const rosin_surface *surface = rosin_surface_find(name->s_name);
  char names[1024];
  if (surface) {
    contact_surface(x, surface);
    return;
  }
  list_surfaces(names, sizeof names);
  pd_error(x, "%s: preset: '%s' is not one of %s", x->m.class->name, name->s_name, names);
}

/* Each as the message that takes it. */
static void contact_presets(rosin_pd_contact *x) {
  for (const rosin_surface *surface = rosin_surfaces(); surface->name; surface++) {
    t_atom atom;
    SETSYMBOL(&atom, gensym(surface->name));
    outlet_anything(x->m.info, gensym("preset"), 1, &atom);
  }
}

static void contact_side(rosin_pd_contact *x, int side, const char *key, int count,
                         const t_atom *atoms) {
  if (count != 1) {
    pd_error(x, "%s: %s: needs the name of a body, or '-'", x->m.class->name, key);
    return;
  }
  x->m.side[side] = rosin_pd_word(count, atoms, 0, "-");
  rosin_pd_change(&x->m);
}

/* load NAME: what presses is the force of that impact; load -: nothing but `force`. */
static void contact_load(rosin_pd_contact *x, int count, const t_atom *atoms) {
  t_symbol *name = rosin_pd_word(count, atoms, 0, "-");
  x->m.load = strcmp(name->s_name, "-") ? name : NULL;
  x->m.made = 0;
  rosin_pd_change(&x->m);
}

static void contact_position(rosin_pd_contact *x, const char *key, int side, int count,
                             const t_atom *atoms) {
  double position;
  if (rosin_pd_place_message(&x->m, key, side, count, atoms, &position) == 0 && !x->m.point[side])
    rosin_pd_input_set(&x->m, key, position);
}

/* What it is made with: points side by side, and what lies on the surface. */
static void contact_form(rosin_pd_contact *x, const char *key, int count, const t_atom *atoms) {
  rosin_contact_form form = x->form;
  int changed;
  rosin_pd_table_message(&x->m, rosin_contact_options(), &form, key, count, atoms, &changed);
  if (form.contacts != floor(form.contacts)) {
    pd_error(x, "%s: contacts: %g is not a whole number", x->m.class->name, form.contacts);
  } else if (changed) {
    x->form = form;
    renew(x);
  }
}

/* A parameter of the law; one that has a control's name is both. */
static void contact_parameter(rosin_pd_contact *x, const rosin_parameter *row, int count,
                              const t_atom *atoms) {
  const int is_word = count == 1 && atoms[0].a_type == A_SYMBOL;
  double value = is_word ? rosin_law_word(row->name, atoms[0].a_w.w_symbol->s_name, NULL) : -1;
  if (value < 0 && rosin_pd_in_range(&x->m, row, count, atoms, &value))
    return;
  remember(x, row->name, value);
  if (x->m.contact && x->m.made > 0)
    rosin_contact_set(x->m.contact, row->name, value, NULL);
  rosin_pd_input_set(&x->m, row->name, value);
}

static void refuse(rosin_pd_contact *x, const char *key) {
  if (x->guess && strcmp(key, x->guess->s_name) == 0)
    say_laws(x, x->guess, "; nor is it a message: [dump( lists those");
  else
    pd_error(x, "%s: no message '%s', and law %s has no such parameter; [dump( lists what there is",
             x->m.class->name, key, x->law->s_name);
}

void rosin_pd_contact_set(rosin_pd_member *m, const char *key, int count, const t_atom *atoms) {
  rosin_pd_contact *x = (rosin_pd_contact *)m;
  const rosin_parameter *row = rosin_parameter_find(rosin_law_parameters(x->law->s_name), key);
  int changed;
  m->still = 0; /* what it is fed, and gives, may be another now */
  if (rosin_pd_state_message(m, key, count, atoms, rosin_pd_contact_set, NULL) ||
      rosin_pd_bow_message(m, key, count, atoms))
    return;
  if (row) {
    contact_parameter(x, row, count, atoms);
  } else if (rosin_parameter_find(rosin_contact_options(), key)) {
    contact_form(x, key, count, atoms);
  } else if (rosin_pd_table_message(m, option_table, &x->option, key, count, atoms, &changed)) {
    m->of_open = x->option.of_open >= 0.5;
  } else if (strcmp(key, "law") == 0) {
    rosin_pd_contact_law(x, rosin_pd_word(count, atoms, 0, "?"));
  } else if (strcmp(key, "preset") == 0) {
    contact_preset(x, count, atoms);
  } else if (strcmp(key, "presets") == 0) {
    contact_presets(x);
  } else if (strcmp(key, "name") == 0) {
    rosin_pd_rename(m, rosin_pd_word(count, atoms, 0, ""));
  } else if (strcmp(key, "load") == 0) {
    contact_load(x, count, atoms);
  } else if (strcmp(key, "a") == 0 || strcmp(key, "b") == 0) {
    contact_side(x, *key == 'b', key, count, atoms);
  } else if (strcmp(key, "position") == 0 || strcmp(key, "position_a") == 0) {
    contact_position(x, key, strcmp(key, "position") == 0, count, atoms);
  } else if (!rosin_pd_common_message(m, key, count, atoms)) {
    refuse(x, key);
  }
}

static double position_now(const rosin_pd_contact *x, int side) {
  for (int k = 0; k < x->m.inputs; k++)
    if (x->m.input[k].place == side + 1)
      return !x->m.input[k].given                    ? rosin_pd_touched(&x->m, side)
             : x->m.live || x->m.lived               ? x->m.input[k].held
             : x->m.input[k].value == rosin_pd_unset ? rosin_pd_touched(&x->m, side)
                                                     : (double)x->m.input[k].value;
  return 0;
}

void rosin_pd_contact_state(rosin_pd_member *m) {
  rosin_pd_contact *x = (rosin_pd_contact *)m;
  static const char *const side[] = {"a", "b"};
  t_atom atom;
  for (int s = 0; s < 2; s++) {
    SETSYMBOL(&atom, m->side[s]);
    rosin_pd_say(m, side[s], 1, &atom);
  }
  if (m->name != &s_) {
    SETSYMBOL(&atom, m->name);
    rosin_pd_say(m, "name", 1, &atom);
  }
  if (m->load) {
    SETSYMBOL(&atom, m->load);
    rosin_pd_say(m, "load", 1, &atom);
  }
  SETSYMBOL(&atom, x->law);
  rosin_pd_say(m, "law", 1, &atom);
  rosin_pd_say_table(m, rosin_contact_options(), &x->form);
  for (const rosin_parameter *row = rosin_law_parameters(x->law->s_name); row && row->name; row++)
    rosin_pd_say_row(m, row, value_of(x, row));
  rosin_pd_say_table(m, option_table, &x->option);
  rosin_pd_say_place(m, "position_a", 0, position_now(x, 0));
  rosin_pd_say_place(m, "position", 1, position_now(x, 1));
  rosin_pd_level_say(m);
  rosin_pd_say_inputs(m);
  rosin_pd_bow_say(m); /* after the force, which would take it off */
}

/* print LAW: its parameters; print laws: which there are. */
int rosin_pd_contact_explain(const char *word) {
  const rosin_parameter *row = rosin_law_parameters(word);
  for (int i = 0; i < rosin_laws(); i++)
    if (strcmp(word, "laws") == 0 || strcmp(word, rosin_law_name(i)) == 0)
      post("%s: %s", rosin_law_name(i), rosin_law_summary(i));
  for (; row && row->name; row++)
    rosin_pd_print_row(row, NULL);
  return row || strcmp(word, "laws") == 0;
}

void rosin_pd_contact_begin(rosin_pd_contact *x, const rosin_pd_class *kind, int count,
                            const t_atom *atoms, const char *law, int inlets,
                            const char *const *inlet) {
  const rosin_parameter *table = rosin_contact_parameters();
  x->m.class = kind;
  x->m.name = &s_;
  x->m.bare = !count;
  x->m.side[0] = rosin_pd_word(count, atoms, 0, "-");
  x->m.side[1] = rosin_pd_word(count, atoms, 1, "");
  x->law = gensym(law);
  x->m.presses = !rosin_law_is_normal(law);
  x->m.bow = x->m.presses ? calloc(1, sizeof *x->m.bow) : NULL;
  if (x->m.bow)
    x->m.bow->pressure = 0.5;
  rosin_parameters_default(rosin_contact_options(), &x->form);
  rosin_parameters_default(option_table, &x->option);
  /* inlets first, in the order of the help; every other control is a message */
  for (int k = 0; k < inlets; k++)
    rosin_pd_input_add(&x->m, rosin_parameter_find(table, inlet[k]), 0, 1);
  for (const rosin_parameter *row = table; row->name; row++) {
    int has = 0;
    for (int k = 0; k < inlets; k++)
      has |= strcmp(row->name, inlet[k]) == 0;
    if (!has)
      rosin_pd_input_add(&x->m, row, 0, 0);
  }
  rosin_pd_input_set(&x->m, "force", 0); /* lifted until somebody presses */
  for (int k = 0; k < x->m.inputs; k++)
    if (strcmp(x->m.input[k].row->name, "force") == 0)
      x->m.input[k].held = 0;
  rosin_pd_output_add(&x->m, "force");
  rosin_pd_output_add(&x->m, "velocity");
  rosin_pd_output_add(&x->m, "bristle");
  rosin_pd_outlets(&x->m);
  rosin_pd_join(&x->m, kind);
}
