/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.string~ NAME PICKUPS KEY VALUE ...]: a waveguide string, found by name. */
#include "pd/net/body.h"
#include "pd/net/net.h"
#include "pd/net/sound/ease.h"
#include "pd/net/sound/inputs.h"
#include "pd/state/members.h"
#include "pd/string/string.h"
#include "pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static t_class *string_class;

/* ---- messages --------------------------------------------------------------- */

static void string_damping(rosin_pd_string *x, int count, const t_atom *atoms) {
  rosin_damping_point *points = malloc((size_t)(count / 2 + 1) * sizeof *points);
  rosin_string_spec spec = x->spec;
  rosin_error error;
  int numbers = count % 2 == 0;
  for (int i = 0; i < count; i++)
    numbers &= atoms[i].a_type == A_FLOAT;
  if (!points || !numbers) {
    pd_error(x, "rosin.string~: damping: needs pairs of frequency (Hz) and t60 (s), or nothing");
    free(points);
    return;
  }
  for (int i = 0; i < count / 2; i++) {
    points[i].frequency = (double)atoms[2 * i].a_w.w_float;
    points[i].t60 = (double)atoms[2 * i + 1].a_w.w_float;
  }
  spec.damping = points;
  spec.damping_points = count / 2;
  if (rosin_pd_string_check(&spec, &error)) {
    pd_error(x, "rosin.string~: %s", error.text);
    free(points);
    return;
  }
  free((rosin_damping_point *)x->spec.damping);
  x->spec = spec;
  rosin_pd_stale(&x->m);
}

/* A step would click. */
static void put_finger(rosin_pd_string *x, double hertz) {
  rosin_pd_input *finger = &x->m.input[x->m.finger];
  if (x->m.body && rosin_body_energy(x->m.body) > 1e-15)
    rosin_pd_glide_from(&x->m, finger, fmax(finger->held, x->m.open));
  rosin_pd_input_set(&x->m, "finger", hertz);
}

/* A MIDI pitch, with fractions: the finger goes there. A note that is the open string's but for
 * some cents (50 on the 147 Hz that a string has by default) is the open string. */
static void string_note(rosin_pd_string *x, int count, const t_atom *atoms) {
  double note;
  if (rosin_pd_in_range(&x->m, rosin_pd_note_row(), count, atoms, &note))
    return;
  const double hertz = rosin_pd_hertz(note), twenty_cents = 0.98851402035289614;
  if (hertz < x->spec.frequency * twenty_cents)
    pd_error(x, "rosin.string~ %s: note %g is %g Hz, below the open string's %g Hz (frequency)",
             x->m.name->s_name, note, hertz, x->spec.frequency);
  else
    put_finger(x, fmax(hertz, x->spec.frequency));
}

/* Decay time of the open string's first partial, as a quality factor. */
static void string_t60(rosin_pd_string *x, int count, const t_atom *atoms) {
  static const rosin_parameter row = {"t60", "s", 1e-3, 1000, 3, "", 0, 0};
  const rosin_parameter *q = rosin_parameter_find(rosin_string_parameters(), "q");
  double seconds;
  if (rosin_pd_in_range(&x->m, &row, count, atoms, &seconds))
    return;
  if (x->spec.damping_points) {
    pd_error(x, "rosin.string~ %s: t60: it has a damping curve; [damping( alone takes that away",
             x->m.name->s_name);
    return;
  }
  const double to_60_db = 6.9077552789821371; /* ln 1000 */
  const double wanted = pi * x->spec.frequency * seconds / to_60_db;
  x->spec.q = fmin(fmax(wanted, q->low), q->high);
  rosin_pd_stale(&x->m);
}

static void string_set(rosin_pd_member *m, const char *key, int count, const t_atom *atoms) {
  rosin_pd_string *x = (rosin_pd_string *)m;
  int changed;
  m->still = 0; /* what it is fed, and gives, may be another now */
  if (rosin_pd_state_message(m, key, count, atoms, string_set, NULL))
    return;
  if (strcmp(key, "note") == 0) {
    string_note(x, count, atoms);
  } else if (strcmp(key, "t60") == 0) {
    string_t60(x, count, atoms);
  } else if (strcmp(key, "damping") == 0) {
    string_damping(x, count, atoms);
  } else if (rosin_pd_table_message(m, rosin_string_parameters(), &x->spec, key, count, atoms,
                                    &changed)) {
    if (changed)
      rosin_pd_stale(m);
  } else if (!rosin_pd_body_message(m, key, count, atoms)) {
    pd_error(x, "rosin.string~: no message '%s'; [dump( lists what there is", key);
  }
}

static void string_anything(rosin_pd_string *x, t_symbol *key, int count, t_atom *atoms) {
  string_set(&x->m, key->s_name, count, atoms);
}

static void string_bang(rosin_pd_string *x) {
  string_set(&x->m, "pluck", 0, NULL);
}

static void string_state(rosin_pd_member *m) {
  rosin_pd_string *x = (rosin_pd_string *)m;
  rosin_pd_say_table(m, rosin_string_parameters(), &x->spec);
  t_atom *atoms = malloc((size_t)(2 * x->spec.damping_points + 1) * sizeof *atoms);
  for (int i = 0; atoms && i < x->spec.damping_points; i++) {
    SETFLOAT(&atoms[2 * i], (t_float)x->spec.damping[i].frequency);
    SETFLOAT(&atoms[2 * i + 1], (t_float)x->spec.damping[i].t60);
  }
  if (atoms)
    rosin_pd_say(m, "damping", 2 * x->spec.damping_points, atoms);
  free(atoms);
  rosin_pd_body_state(m);
}

static const rosin_pd_class string_kind = {.name = "rosin.string~",
                                           .kind = ROSIN_PD_BODY,
                                           .state = string_state,
                                           .touched = 0.13,
                                           .velocity_gain = 0.14,
                                           .make = rosin_pd_string_make,
                                           .made = rosin_pd_string_made,
                                           .carry = rosin_pd_string_carry};

static void *string_new(t_symbol *selector, int count, t_atom *atoms) {
  rosin_pd_string *x = (rosin_pd_string *)pd_new(string_class);
  (void)selector;
  rosin_parameters_default(rosin_string_parameters(), &x->spec);
  const int used =
      rosin_pd_body_begin(&x->m, &string_kind, count, atoms, "bridge_force", "velocity@0.1");
  x->spec.bending_stiffness = 0; /* in tune wherever it is stopped */
  x->m.pluck = 2.6;
  x->m.strike = 0.1;
  x->m.finger = x->m.inputs;
  rosin_pd_input_add(&x->m, &rosin_string_controls()[0], 0, 1); /* finger */
  rosin_pd_input_add(&x->m, &rosin_string_controls()[1], 0, 0); /* mute */
  rosin_pd_outlets(&x->m);
  rosin_pd_arguments(&x->m, count - used, atoms + used, string_set);
  return x;
}

static void string_free(rosin_pd_string *x) {
  rosin_pd_leave(&x->m);
  free((rosin_damping_point *)x->spec.damping);
}

__attribute__((visibility("default"))) void setup_rosin0x2estring_tilde(void) {
  string_class =
      class_new(gensym("rosin.string~"), (t_newmethod)(void (*)(void))string_new,
                (t_method)string_free, sizeof(rosin_pd_string), rosin_pd_flags(), A_GIMME, 0);
  CLASS_MAINSIGNALIN(string_class, rosin_pd_string, m.input[0].value);
  rosin_pd_methods(string_class);
  class_addbang(string_class, string_bang);
  class_addanything(string_class, string_anything);
}
