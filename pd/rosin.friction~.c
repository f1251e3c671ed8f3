/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.friction~ A B LAW KEY VALUE ...]: a contact between two named bodies, or a
 * bow ("-") and one. */
#include "pd/net/level.h"
#include "pd/net/talk.h"

#include <stdlib.h>
#include <string.h>

static t_class *friction_class;

enum { SETTINGS = 48 };

typedef struct {
  double of_open;
} options;

static const rosin_parameter option_table[] = {
    {"open_length", "", 0, 1, 0,
     "1: places on strings are shares of the open length; 0: of what sounds, up to the finger",
     offsetof(options, of_open), 0},
    {NULL, NULL, 0, 0, 0, NULL, 0, 0},
};

typedef struct {
  rosin_pd_member m;
  t_symbol *law;
  int contacts; /* points side by side */
  options option;
  int settings; /* parameters that were set; others are the law's defaults */
  struct {
    const char *key; /* from a law's table */
    double value;
  } setting[SETTINGS];
} t_friction;

static double value_of(const t_friction *x, const rosin_parameter *row) {
  for (int i = 0; i < x->settings; i++)
    if (strcmp(x->setting[i].key, row->name) == 0)
      return x->setting[i].value;
  return row->initial;
}

static int friction_ready(rosin_pd_member *m, double rate, rosin_error *error) {
  t_friction *x = (t_friction *)m;
  if (m->made == rate)
    return 0;
  rosin_contact *contact = rosin_contact_new(x->law->s_name, rate, error);
  if (!contact || rosin_contact_divide(contact, x->contacts, error)) {
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
  m->presses = !rosin_law_is_normal(x->law->s_name);
  m->made = rate;
  return 0;
}

static void remember(t_friction *x, const char *key, double value) {
  int i = 0;
  while (i < x->settings && strcmp(x->setting[i].key, key))
    i++;
  if (i == SETTINGS)
    return;
  x->setting[i].key = key;
  x->setting[i].value = value;
  if (i == x->settings)
    x->settings++;
}

/* A surface's law, with its parameters; what was set before is forgotten. */
static void friction_surface(t_friction *x, const rosin_surface *surface) {
  x->law = gensym(surface->law);
  x->settings = 0;
  for (const rosin_surface_value *v = surface->set; v->key; v++)
    remember(x, rosin_parameter_find(rosin_law_parameters(surface->law), v->key)->name, v->value);
  for (const rosin_parameter *row = rosin_law_parameters(surface->law); row->name; row++)
    rosin_pd_input_set(&x->m, row->name, value_of(x, row));
  x->m.made = 0;
  rosin_pd_change(&x->m);
}

static void friction_law(t_friction *x, t_symbol *law) {
  if (rosin_surface_find(law->s_name)) {
    friction_surface(x, rosin_surface_find(law->s_name));
    return;
  }
  if (!rosin_law_parameters(law->s_name)) {
    rosin_error error;
    rosin_contact_free(rosin_contact_new(law->s_name, 44100, &error));
    pd_error(x, "rosin.friction~: %s", error.text);
    return;
  }
  if (law == x->law)
    return;
  x->law = law;
  for (const rosin_parameter *row = rosin_law_parameters(law->s_name); row->name; row++)
    rosin_pd_input_set(&x->m, row->name, value_of(x, row)); /* width */
  x->m.made = 0;
  rosin_pd_change(&x->m);
}

static void friction_side(t_friction *x, int side, const char *key, int count,
                          const t_atom *atoms) {
  if (count != 1) {
    pd_error(x, "rosin.friction~: %s: needs the name of a body, or '-'", key);
    return;
  }
  x->m.side[side] = rosin_pd_word(count, atoms, 0, "-");
  rosin_pd_change(&x->m);
}

static void friction_position(t_friction *x, const char *key, int side, int count,
                              const t_atom *atoms) {
  double position;
  if (rosin_pd_place_message(&x->m, key, side, count, atoms, &position) == 0 && !x->m.point[side])
    rosin_pd_input_set(&x->m, key, position);
}

static void friction_contacts(t_friction *x, const rosin_parameter *row, int count,
                              const t_atom *atoms) {
  double value;
  if (rosin_pd_in_range(&x->m, row, count, atoms, &value))
    return;
  if (value != (int)value)
    pd_error(x, "rosin.friction~: contacts: %g is not a whole number", value);
  else if (x->contacts != (int)value) {
    x->contacts = (int)value;
    x->m.made = 0;
    rosin_pd_change(&x->m);
  }
}

/* A parameter of the law; one that has a control's name is both. */
static void friction_parameter(t_friction *x, const rosin_parameter *row, int count,
                               const t_atom *atoms) {
  const int is_word = count == 1 && atoms[0].a_type == A_SYMBOL;
  double value = is_word ? rosin_law_word(row->name, atoms[0].a_w.w_symbol->s_name, NULL) : -1;
  if (value < 0 && rosin_pd_in_range(&x->m, row, count, atoms, &value))
    return;
  remember(x, row->name, value);
  if (x->m.contact)
    rosin_contact_set(x->m.contact, row->name, value, NULL);
  rosin_pd_input_set(&x->m, row->name, value);
}

static void friction_set(rosin_pd_member *m, const char *key, int count, const t_atom *atoms) {
  t_friction *x = (t_friction *)m;
  const rosin_parameter *row = rosin_parameter_find(rosin_law_parameters(x->law->s_name), key);
  const rosin_parameter *option = rosin_parameter_find(rosin_contact_options(), key);
  int changed;
  if (row) {
    friction_parameter(x, row, count, atoms);
  } else if (option) {
    friction_contacts(x, option, count, atoms);
  } else if (rosin_pd_table_message(m, option_table, &x->option, key, count, atoms, &changed)) {
    m->of_open = x->option.of_open >= 0.5;
  } else if (strcmp(key, "law") == 0 || strcmp(key, "preset") == 0) {
    friction_law(x, rosin_pd_word(count, atoms, 0, "?"));
  } else if (strcmp(key, "a") == 0 || strcmp(key, "b") == 0) {
    friction_side(x, *key == 'b', key, count, atoms);
  } else if (strcmp(key, "position") == 0 || strcmp(key, "position_a") == 0) {
    friction_position(x, key, strcmp(key, "position") == 0, count, atoms);
  } else if (!rosin_pd_common_message(m, key, count, atoms)) {
    pd_error(x,
             "rosin.friction~: no message '%s', and law %s has no such parameter; [dump( lists "
             "what there is",
             key, x->law->s_name);
  }
}

static void friction_anything(t_friction *x, t_symbol *key, int count, t_atom *atoms) {
  friction_set(&x->m, key->s_name, count, atoms);
}

static double position_now(const t_friction *x, int side) {
  for (int k = 0; k < x->m.inputs; k++)
    if (x->m.input[k].place == side + 1)
      return !x->m.input[k].given                    ? rosin_pd_touched(&x->m, side)
             : x->m.live || x->m.lived               ? x->m.input[k].held
             : x->m.input[k].value == rosin_pd_unset ? rosin_pd_touched(&x->m, side)
                                                     : (double)x->m.input[k].value;
  return 0;
}

static void friction_state(rosin_pd_member *m) {
  t_friction *x = (t_friction *)m;
  static const char *const side[] = {"a", "b"};
  t_atom atom;
  for (int s = 0; s < 2; s++) {
    SETSYMBOL(&atom, m->side[s]);
    rosin_pd_say(m, side[s], 1, &atom);
  }
  SETSYMBOL(&atom, x->law);
  rosin_pd_say(m, "law", 1, &atom);
  rosin_pd_say_number(m, rosin_contact_options()->name, x->contacts);
  for (const rosin_parameter *row = rosin_law_parameters(x->law->s_name); row && row->name; row++)
    rosin_pd_say_number(m, row->name, value_of(x, row));
  rosin_pd_say_table(m, option_table, &x->option);
  rosin_pd_say_place(m, "position_a", 0, position_now(x, 0));
  rosin_pd_say_place(m, "position", 1, position_now(x, 1));
  rosin_pd_level_say(m);
  rosin_pd_say_inputs(m);
}

static const rosin_pd_class friction_kind = {"rosin.friction~", ROSIN_PD_CONTACT, friction_ready,
                                             friction_state, 0};

/* Inlets first, in the order of the help; every other control is a message. */
static void add_inputs(t_friction *x) {
  static const char *const inlets[] = {"velocity", "force", "position"};
  const rosin_parameter *table = rosin_contact_parameters();
  for (int k = 0; k < 3; k++)
    rosin_pd_input_add(&x->m, rosin_parameter_find(table, inlets[k]), 0, 1);
  for (const rosin_parameter *row = table; row->name; row++)
    if (strcmp(row->name, inlets[0]) && strcmp(row->name, inlets[1]) &&
        strcmp(row->name, inlets[2]))
      rosin_pd_input_add(&x->m, row, 0, 0);
  rosin_pd_input_set(&x->m, "force", 0); /* lifted until somebody presses */
  x->m.input[1].held = 0;
}

static void *friction_new(t_symbol *selector, int count, t_atom *atoms) {
  t_friction *x = (t_friction *)pd_new(friction_class);
  (void)selector;
  x->m.class = &friction_kind;
  x->m.name = &s_;
  x->m.side[0] = rosin_pd_word(count, atoms, 0, "-");
  x->m.side[1] = rosin_pd_word(count, atoms, 1, "");
  x->law = gensym("elastoplastic");
  x->contacts = (int)rosin_contact_options()->initial;
  rosin_parameters_default(option_table, &x->option);
  add_inputs(x);
  rosin_pd_output_add(&x->m, "force");
  rosin_pd_output_add(&x->m, "velocity");
  rosin_pd_output_add(&x->m, "bristle");
  rosin_pd_outlets(&x->m);
  rosin_pd_join(&x->m, &friction_kind);
  /* LAW may be left out: a word before a number is a key */
  const int law = count > 2 &&
                  (count == 3 || rosin_law_parameters(rosin_pd_word(count, atoms, 2, "")->s_name) ||
                   rosin_surface_find(rosin_pd_word(count, atoms, 2, "")->s_name) ||
                   atoms[3].a_type == A_SYMBOL);
  if (law)
    friction_law(x, rosin_pd_word(count, atoms, 2, "?"));
  if (count > 2 + law)
    rosin_pd_arguments(&x->m, count - 2 - law, atoms + 2 + law, friction_set);
  return x;
}

static void friction_free(t_friction *x) {
  rosin_pd_leave(&x->m);
}

__attribute__((visibility("default"))) void setup_rosin0x2efriction_tilde(void) {
  friction_class =
      class_new(gensym("rosin.friction~"), (t_newmethod)(void (*)(void))friction_new,
                (t_method)friction_free, sizeof(t_friction), CLASS_DEFAULT, A_GIMME, 0);
  CLASS_MAINSIGNALIN(friction_class, t_friction, m.input[0].value);
  rosin_pd_methods(friction_class);
  class_addanything(friction_class, friction_anything);
}
