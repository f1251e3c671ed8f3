/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.modal~ NAME PICKUPS KEY VALUE ...]: a bank of modes, found by name. Modes,
 * shapes and points may change while it sounds. */
#include "pd/modal/modal.h"
#include "pd/net/net.h"
#include "pd/net/sound/inputs.h"
#include "pd/state/members.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static t_class *modal_class;

static const char *const shape_names[] = {"table", "sine", "ring"};

/* ---- messages --------------------------------------------------------------- */

static void set_shape(rosin_pd_modal *x, int count, const t_atom *atoms) {
  const t_symbol *shape = rosin_pd_word(count, atoms, 0, "");
  if (rosin_form_find(shape->s_name)) {
    rosin_pd_matter_begin(&x->matter, rosin_form_find(shape->s_name));
    x->suit.drive = 0;
    rosin_pd_body_stands(&x->m, rosin_pd_matter_touched(x->matter.form), ROSIN_PD_HEARD);
    rosin_pd_stale(&x->m);
    return;
  }
  for (int i = 0; i < 3; i++)
    if (strcmp(shape->s_name, shape_names[i]) == 0) {
      rosin_pd_modal_own(x);
      if ((int)x->s.shape != i) {
        x->s.shape = (rosin_shape)i;
        rosin_pd_stale(&x->m);
      }
      return;
    }
  char names[512] = "";
  for (int i = 0; i < rosin_forms(); i++)
    snprintf(names + strlen(names), sizeof names - strlen(names), ", %s", rosin_form_at(i)->name);
  pd_error(x, "rosin.modal~: shape: '%s' is not one of table, sine, ring%s", shape->s_name, names);
}

/* A MIDI pitch, with fractions: the lowest mode goes there, the others with it. */
static void set_note(rosin_pd_modal *x, int count, const t_atom *atoms) {
  double note, lowest = 0;
  if (rosin_pd_in_range(&x->m, rosin_pd_note_row(), count, atoms, &note))
    return;
  rosin_pd_modal_freshen(x);
  for (int i = 0; i < x->s.modes; i++)
    if (x->s.mode[i].frequency > 0 && (lowest <= 0 || x->s.mode[i].frequency < lowest))
      lowest = x->s.mode[i].frequency;
  const double pitch = lowest > 0 ? rosin_pd_hertz(note) / lowest : 0;
  if (pitch < rosin_pd_factor_table()[0].low || pitch > rosin_pd_factor_table()[0].high) {
    pd_error(x, "rosin.modal~: note %g: is out of reach of modes from %g Hz on", note, lowest);
    return;
  }
  x->s.factor.pitch = pitch;
  rosin_pd_stale(&x->m);
}

/* One decay time for all modes, whatever they had. */
static void set_t60(rosin_pd_modal *x, int count, const t_atom *atoms) {
  const rosin_parameter *row = rosin_parameter_find(rosin_mode_parameters(), "t60");
  double seconds;
  if (rosin_pd_in_range(&x->m, row, count, atoms, &seconds))
    return;
  rosin_pd_modal_own(x);
  for (int i = 0; i < x->s.modes; i++) {
    x->s.mode[i].t60 = seconds;
    x->s.mode[i].q = 0;
  }
  rosin_pd_stale(&x->m);
}

static int read_modes(rosin_pd_member *m, int count, const t_atom *atoms) {
  return rosin_pd_modal_matter((rosin_pd_modal *)m, "read", count, atoms);
}

static void modal_set(rosin_pd_member *m, const char *key, int count, const t_atom *atoms) {
  rosin_pd_modal *x = (rosin_pd_modal *)m;
  int changed;
  m->still = 0; /* what it is fed, and gives, may be another now */
  if (rosin_pd_modal_keep(x, key, count, atoms))
    return;
  if (rosin_pd_state_message(m, key, count, atoms, modal_set, read_modes) ||
      rosin_pd_modal_matter(x, key, count, atoms) || rosin_pd_modal_lists(x, key, count, atoms))
    return;
  if (strcmp(key, "note") == 0)
    set_note(x, count, atoms);
  else if (strcmp(key, "t60") == 0)
    set_t60(x, count, atoms);
  else if (strcmp(key, "shape") == 0)
    set_shape(x, count, atoms);
  else if (rosin_pd_table_message(m, rosin_pd_factor_table(), &x->s.factor, key, count, atoms,
                                  &changed))
    changed ? rosin_pd_stale(&x->m) : (void)0;
  else if (!rosin_pd_body_message(m, key, count, atoms))
    pd_error(x, "rosin.modal~: no message '%s'; [dump( lists what there is", key);
}

static void modal_anything(rosin_pd_modal *x, t_symbol *key, int count, t_atom *atoms) {
  modal_set(&x->m, key->s_name, count, atoms);
}

static void modal_bang(rosin_pd_modal *x) {
  modal_set(&x->m, "strike", 0, NULL);
}

/* ---- state ------------------------------------------------------------------ */

static void say_list(rosin_pd_modal *x, t_atom *atoms, const char *key, const char *row) {
  const size_t offset = rosin_parameter_find(rosin_mode_parameters(), row)->offset;
  for (int i = 0; i < x->s.modes; i++) {
    double value;
    memcpy(&value, (char *)&x->s.mode[i] + offset, sizeof value);
    SETFLOAT(&atoms[i], (t_float)value);
  }
  rosin_pd_say(&x->m, key, x->s.modes, atoms);
}

/* A point without a name by its number. */
static t_symbol *point_name(const rosin_pd_modal *x, int p) {
  char number[16];
  snprintf(number, sizeof number, "%d", p);
  return gensym(*x->s.name[p] ? x->s.name[p] : number);
}

/* All, or those with names. */
static void say_places(rosin_pd_modal *x, t_atom *atoms, int all) {
  int at = 0;
  for (int p = 0; p < x->s.points; p++)
    if (all || *x->s.name[p]) {
      SETSYMBOL(&atoms[at], point_name(x, p));
      SETFLOAT(&atoms[at + 1], (t_float)x->s.position[p]);
      at += 2;
    }
  rosin_pd_say(&x->m, "points", at, atoms);
}

/* More points than anybody reads, of a surface whose weights were set one by one: how many there
 * are. `get at` and `get points` say them, `write` keeps them. */
static int are_many(const rosin_pd_modal *x) {
  enum { READABLE = 32 };
  return x->s.points > READABLE && !x->m.file && (!x->m.asked || x->m.asked == &s_);
}

static void say_points(rosin_pd_modal *x, t_atom *atoms) {
  if (are_many(x)) {
    SETFLOAT(&atoms[0], (t_float)x->s.points);
    rosin_pd_say(&x->m, "points", 1, atoms);
    return;
  }
  say_places(x, atoms, 1);
  for (int p = 0; x->s.shape == ROSIN_SHAPE_TABLE && p < x->s.points; p++) {
    SETSYMBOL(&atoms[0], point_name(x, p));
    for (int i = 0; i < x->s.modes; i++)
      SETFLOAT(&atoms[i + 1], (t_float)x->s.weight[p * x->s.modes + i]);
    rosin_pd_say(&x->m, "at", x->s.modes + 1, atoms);
  }
}

static void say_matter(rosin_pd_modal *x) {
  t_atom atom;
  SETSYMBOL(&atom, gensym(x->matter.form->name));
  rosin_pd_say(&x->m, "shape", 1, &atom);
  SETSYMBOL(&atom, gensym(x->matter.material.name));
  rosin_pd_say(&x->m, "material", 1, &atom);
  rosin_pd_say_table(&x->m, rosin_material_parameters(), &x->matter.material);
  rosin_pd_say_table(&x->m, x->matter.form->parameter, x->matter.value);
  rosin_pd_say_number(&x->m, "modes", x->matter.modes);
  if (!pd_getdspstate())
    rosin_pd_modal_freshen(x);
  t_atom *atoms = malloc((size_t)(2 * x->s.points) * sizeof *atoms);
  if (atoms && !x->matter.stale)
    say_places(x, atoms, 0);
  free(atoms);
}

static void say_lists(rosin_pd_member *m) {
  rosin_pd_modal *x = (rosin_pd_modal *)m;
  t_atom *atoms = malloc((size_t)(x->s.modes + 2 * x->s.points + 1) * sizeof *atoms);
  if (!atoms)
    return;
  SETSYMBOL(&atoms[0], gensym(shape_names[x->s.shape]));
  rosin_pd_say(m, "shape", 1, atoms);
  say_list(x, atoms, "frequencies", "frequency");
  say_list(x, atoms, "t60s", "t60");
  say_list(x, atoms, "qs", "q");
  say_list(x, atoms, "masses", "mass");
  say_points(x, atoms);
  free(atoms);
}

static void modal_state(rosin_pd_member *m) {
  rosin_pd_modal *x = (rosin_pd_modal *)m;
  if (x->matter.form)
    say_matter(x);
  else
    say_lists(m);
  rosin_pd_say_table(m, rosin_pd_factor_table(), &x->s.factor);
  rosin_pd_body_state(m);
}

static const rosin_pd_class modal_kind = {.name = "rosin.modal~",
                                          .kind = ROSIN_PD_BODY,
                                          .state = modal_state,
                                          .make = rosin_pd_modal_make,
                                          .made = rosin_pd_modal_made,
                                          .carry = rosin_pd_modal_carry};

static void *modal_new(t_symbol *selector, int count, t_atom *atoms) {
  rosin_pd_modal *x = (rosin_pd_modal *)pd_new(modal_class);
  (void)selector;
  rosin_parameters_default(rosin_pd_factor_table(), &x->s.factor);
  x->canvas = canvas_getcurrent();
  x->set = modal_set;
  rosin_pd_settings_size(&x->s, 1, 1);
  const int used =
      rosin_pd_body_begin(&x->m, &modal_kind, count, atoms, "velocity@0", "velocity@0");
  rosin_pd_outlets(&x->m);
  rosin_pd_arguments(&x->m, count - used, atoms + used, modal_set);
  return x;
}

static void modal_free(rosin_pd_modal *x) {
  rosin_pd_leave(&x->m);
  if (x->reading)
    x->reading->owner = NULL;
  rosin_pd_modal_forget(x);
  rosin_pd_settings_free(&x->s);
}

__attribute__((visibility("default"))) void setup_rosin0x2emodal_tilde(void) {
  modal_class =
      class_new(gensym("rosin.modal~"), (t_newmethod)(void (*)(void))modal_new,
                (t_method)modal_free, sizeof(rosin_pd_modal), rosin_pd_flags(), A_GIMME, 0);
  CLASS_MAINSIGNALIN(modal_class, rosin_pd_modal, m.input[0].value);
  rosin_pd_methods(modal_class);
  class_addbang(modal_class, modal_bang);
  class_addanything(modal_class, modal_anything);
}
