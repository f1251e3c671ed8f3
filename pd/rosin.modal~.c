/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.modal~ NAME PICKUPS KEY VALUE ...]: a bank of modes, found by name. Modes,
 * shapes and points may change while it sounds. */
#include "pd/net/body.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static t_class *modal_class;

enum { MODES = 4096, POINTS = 256 };

typedef struct {
  double pitch, mass, decay;
} factors;

static const rosin_parameter factor_table[] = {
    {"pitch", "", 0.001, 1000, 1, "factor on all frequencies", offsetof(factors, pitch)},
    {"mass", "", 1e-6, 1e6, 1, "factor on all modal masses", offsetof(factors, mass)},
    {"decay", "", 1e-4, 1e4, 1, "factor on all decay times", offsetof(factors, decay)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* What the messages describe: plain arrays, mode index fastest in weight. */
typedef struct {
  int modes, points;
  rosin_shape shape;
  factors factor;
  rosin_mode *mode; /* [modes] */
  t_symbol **name;  /* [points] */
  double *position; /* [points] */
  double *weight;   /* [points * modes] */
} settings;

typedef struct {
  rosin_pd_member m;
  settings s;
  double body_rate; /* of m.body */
} t_modal;

static const char *const shape_names[] = {"table", "sine", "ring"};

/* ---- settings --------------------------------------------------------------- */

/* Room for modes and points, keeping what both sizes have; new modes are like the
 * last one, new weights 1. 0, or -1 without memory. */
static int resize(settings *s, int modes, int points) {
  rosin_mode *mode = malloc((size_t)modes * sizeof *mode);
  t_symbol **name = malloc((size_t)points * sizeof *name);
  double *position = malloc((size_t)points * sizeof *position);
  double *weight = malloc((size_t)points * (size_t)modes * sizeof *weight);
  if (!mode || !name || !position || !weight) {
    free(mode);
    free(name);
    free(position);
    free(weight);
    return -1;
  }
  for (int i = 0; i < modes; i++) {
    if (s->modes)
      mode[i] = s->mode[i < s->modes ? i : s->modes - 1];
    else
      rosin_parameters_default(rosin_mode_parameters(), &mode[i]);
  }
  for (int p = 0; p < points; p++) {
    char text[32];
    snprintf(text, sizeof text, "%d", p);
    name[p] = p < s->points ? s->name[p] : gensym(text);
    position[p] = p < s->points ? s->position[p] : p ? position[p - 1] + 1 : 0;
    for (int i = 0; i < modes; i++)
      weight[p * modes + i] = p < s->points && i < s->modes ? s->weight[p * s->modes + i] : 1;
  }
  free(s->mode);
  free(s->name);
  free(s->position);
  free(s->weight);
  s->mode = mode;
  s->name = name;
  s->position = position;
  s->weight = weight;
  s->modes = modes;
  s->points = points;
  return 0;
}

static void settings_free(settings *s) {
  free(s->mode);
  free(s->name);
  free(s->position);
  free(s->weight);
}

/* ---- the body --------------------------------------------------------------- */

/* A strike and a pluck that say nothing else set it moving at 8 cm/s, whatever it weighs. */
static void suit_strokes(t_modal *x, const rosin_mode *mode) {
  double struck = 0, plucked = 0;
  for (int i = 0; i < x->s.modes; i++) {
    struck += 1 / mode[i].mass;
    plucked += 1 / (mode[i].mass * 2 * pi * fmax(mode[i].frequency, 20));
  }
  x->m.strike = fmin(0.08 / (2 * 0.001 * struck), 100);
  x->m.pluck = fmin(0.08 / plucked, 1000);
}

static int modal_ready(rosin_pd_member *m, double rate, rosin_error *error) {
  t_modal *x = (t_modal *)m;
  const settings *s = &x->s;
  if (m->made == rate)
    return 0;
  rosin_mode *mode = malloc((size_t)s->modes * sizeof *mode);
  const char **name = malloc((size_t)s->points * sizeof *name);
  int failed = !mode || !name;
  for (int i = 0; !failed && i < s->modes; i++) {
    mode[i] = s->mode[i];
    mode[i].frequency *= s->factor.pitch;
    mode[i].mass *= s->factor.mass;
    mode[i].t60 *= s->factor.decay;
    mode[i].q *= s->factor.decay;
  }
  for (int p = 0; !failed && p < s->points; p++)
    name[p] = s->name[p]->s_name;
  const rosin_modal_spec spec = {.modes = s->modes,
                                 .mode = mode,
                                 .shape = s->shape,
                                 .points = s->points,
                                 .name = name,
                                 .position = s->position,
                                 .weight = s->weight};
  if (failed) {
    snprintf(error->text, sizeof error->text, "out of memory");
  } else if (m->body && x->body_rate == rate) {
    if (rosin_modal_set(m->body, &spec, error)) /* what sounds goes on */
      pd_error(x, "rosin.modal~ %s: %s; it stays as it was", m->name->s_name, error->text);
  } else {
    rosin_body *body = rosin_modal_new(&spec, rate, error);
    failed = !body;
    if (body) {
      rosin_body_free(m->body);
      m->body = body;
      x->body_rate = rate;
    }
  }
  if (!failed)
    suit_strokes(x, mode);
  free(mode);
  free(name);
  m->made = failed ? 0 : rate;
  return failed ? -1 : 0;
}

static void stale(t_modal *x) {
  x->m.made = 0;
  rosin_pd_change(&x->m);
}

/* ---- messages --------------------------------------------------------------- */

static int all_numbers(t_modal *x, const char *key, int count, const t_atom *atoms) {
  for (int i = 0; i < count; i++)
    if (atoms[i].a_type != A_FLOAT || !isfinite(atoms[i].a_w.w_float)) {
      pd_error(x, "rosin.modal~: %s: value %d is not a number", key, i + 1);
      return 0;
    }
  return 1;
}

static void set_modes(t_modal *x, int count, const t_atom *atoms) {
  static const rosin_parameter row = {"modes", "", 1, MODES, 1, "", 0};
  double value;
  if (rosin_pd_in_range(&x->m, &row, count, atoms, &value) || (int)value == x->s.modes)
    return;
  if (resize(&x->s, (int)value, x->s.points) == 0)
    stale(x);
}

/* A list for all modes: frequencies make the number of modes, the others may be
 * shorter: their last value goes on. */
static void set_list(t_modal *x, const char *key, const rosin_parameter *row, int grow, int count,
                     const t_atom *atoms) {
  rosin_error error;
  if (count < 1 || count > MODES) {
    pd_error(x, "rosin.modal~: %s: needs 1 to %d numbers", key, MODES);
    return;
  }
  if (!all_numbers(x, key, count, atoms))
    return;
  for (int i = 0; i < count; i++)
    if (rosin_parameter_check(row, key, (double)atoms[i].a_w.w_float, &error)) {
      pd_error(x, "rosin.modal~: %s", error.text);
      return;
    }
  if (grow && count != x->s.modes && resize(&x->s, count, x->s.points))
    return;
  for (int i = 0; i < x->s.modes; i++) {
    const double value = (double)atoms[i < count ? i : count - 1].a_w.w_float;
    memcpy((char *)&x->s.mode[i] + row->offset, &value, sizeof value);
  }
  stale(x);
}

/* modes.I.KEY VALUE, as in a scene's overrides. */
static int set_one(t_modal *x, const char *key, int count, const t_atom *atoms) {
  int index, end = 0, changed;
  if (sscanf(key, "modes.%d.%n", &index, &end) != 1 || !end)
    return 0;
  if (index < 1 || index > x->s.modes) {
    pd_error(x, "rosin.modal~: %s: there are %d modes", key, x->s.modes);
    return 1;
  }
  if (!rosin_pd_table_message(&x->m, rosin_mode_parameters(), &x->s.mode[index - 1], key + end,
                              count, atoms, &changed))
    return 0;
  if (changed)
    stale(x);
  return 1;
}

static int find_point(t_modal *x, const t_atom *atom) {
  for (int p = 0; p < x->s.points; p++)
    if (atom->a_type == A_SYMBOL ? x->s.name[p] == atom->a_w.w_symbol
                                 : x->s.position[p] == (double)atom->a_w.w_float)
      return p;
  char text[64];
  atom_string(atom, text, sizeof text);
  pd_error(x, "rosin.modal~: there is no point '%s'", text);
  return -1;
}

/* at POINT W1 W2 ...: the signed weight of each mode there. */
static void set_at(t_modal *x, int count, const t_atom *atoms) {
  if (count < 2 || count > MODES || !all_numbers(x, "at", count - 1, atoms + 1)) {
    if (count < 2 || count > MODES)
      pd_error(x, "rosin.modal~: at: needs a point and a weight for each mode");
    return;
  }
  const int p = find_point(x, &atoms[0]);
  if (p < 0)
    return;
  for (int i = 1; i < count; i++)
    if (fabs((double)atoms[i].a_w.w_float) > 1e6) {
      pd_error(x, "rosin.modal~: at: weight %g is out of range: -1e6 to 1e6",
               (double)atoms[i].a_w.w_float);
      return;
    }
  for (int i = 0; i < x->s.modes; i++)
    x->s.weight[p * x->s.modes + i] = (double)atoms[i + 1 < count ? i + 1 : count - 1].a_w.w_float;
  stale(x);
}

/* weight POINT MODE VALUE: one of them, for a slider. */
static void set_weight(t_modal *x, int count, const t_atom *atoms) {
  if (count != 3 || atoms[1].a_type != A_FLOAT || atoms[2].a_type != A_FLOAT ||
      !(fabs((double)atoms[2].a_w.w_float) <= 1e6)) {
    pd_error(x, "rosin.modal~: weight: needs a point, a mode and a weight from -1e6 to 1e6");
    return;
  }
  const int p = find_point(x, &atoms[0]);
  const double mode = (double)atoms[1].a_w.w_float;
  if (p < 0)
    return;
  if (!(mode >= 1 && mode <= x->s.modes)) {
    pd_error(x, "rosin.modal~: weight: mode %g: there are %d modes", mode, x->s.modes);
    return;
  }
  double *weight = &x->s.weight[p * x->s.modes + (int)mode - 1];
  if (*weight == (double)atoms[2].a_w.w_float)
    return;
  *weight = (double)atoms[2].a_w.w_float;
  stale(x);
}

/* points NAME POSITION NAME POSITION ... */
static void set_points(t_modal *x, int count, const t_atom *atoms) {
  const int points = count / 2;
  if (count < 2 || count % 2 || points > POINTS) {
    pd_error(x, "rosin.modal~: points: needs 1 to %d pairs of name and position", POINTS);
    return;
  }
  for (int p = 0; p < points; p++) {
    const t_atom *position = &atoms[2 * p + 1];
    if (position->a_type != A_FLOAT || !(fabs((double)position->a_w.w_float) <= 1e6) ||
        (p && position->a_w.w_float <= atoms[2 * p - 1].a_w.w_float)) {
      pd_error(x, "rosin.modal~: points: position %d must be a number above the one before", p + 1);
      return;
    }
  }
  if (resize(&x->s, x->s.modes, points))
    return;
  for (int p = 0; p < points; p++) {
    x->s.name[p] = rosin_pd_word(count, atoms, 2 * p, "");
    x->s.position[p] = (double)atoms[2 * p + 1].a_w.w_float;
  }
  stale(x);
}

static void set_shape(t_modal *x, int count, const t_atom *atoms) {
  const t_symbol *shape = rosin_pd_word(count, atoms, 0, "");
  for (int i = 0; i < 3; i++)
    if (strcmp(shape->s_name, shape_names[i]) == 0) {
      if ((int)x->s.shape != i) {
        x->s.shape = (rosin_shape)i;
        stale(x);
      }
      return;
    }
  pd_error(x, "rosin.modal~: shape: '%s' is not one of table, sine, ring", shape->s_name);
}

/* A MIDI pitch, with fractions: the lowest mode goes there, the others with it. */
static void set_note(t_modal *x, int count, const t_atom *atoms) {
  double note, lowest = 0;
  if (rosin_pd_in_range(&x->m, rosin_pd_note_row(), count, atoms, &note))
    return;
  for (int i = 0; i < x->s.modes; i++)
    if (x->s.mode[i].frequency > 0 && (lowest <= 0 || x->s.mode[i].frequency < lowest))
      lowest = x->s.mode[i].frequency;
  const double pitch = lowest > 0 ? rosin_pd_hertz(note) / lowest : 0;
  if (pitch < factor_table[0].low || pitch > factor_table[0].high) {
    pd_error(x, "rosin.modal~: note %g: is out of reach of modes from %g Hz on", note, lowest);
    return;
  }
  x->s.factor.pitch = pitch;
  stale(x);
}

/* One decay time for all modes, whatever they had. */
static void set_t60(t_modal *x, int count, const t_atom *atoms) {
  const rosin_parameter *row = rosin_parameter_find(rosin_mode_parameters(), "t60");
  double seconds;
  if (rosin_pd_in_range(&x->m, row, count, atoms, &seconds))
    return;
  for (int i = 0; i < x->s.modes; i++) {
    x->s.mode[i].t60 = seconds;
    x->s.mode[i].q = 0;
  }
  stale(x);
}

static int set_lists(t_modal *x, const char *key, int count, const t_atom *atoms) {
  static const struct {
    const char *key, *row;
    int grow;
  } lists[] = {
      {"frequencies", "frequency", 1}, {"t60s", "t60", 0}, {"qs", "q", 0}, {"masses", "mass", 0}};
  for (int i = 0; i < 4; i++)
    if (strcmp(key, lists[i].key) == 0) {
      set_list(x, key, rosin_parameter_find(rosin_mode_parameters(), lists[i].row), lists[i].grow,
               count, atoms);
      return 1;
    }
  return 0;
}

static void modal_set(rosin_pd_member *m, const char *key, int count, const t_atom *atoms) {
  t_modal *x = (t_modal *)m;
  int changed;
  if (set_lists(x, key, count, atoms) || set_one(x, key, count, atoms))
    return;
  if (strcmp(key, "modes") == 0)
    set_modes(x, count, atoms);
  else if (strcmp(key, "note") == 0)
    set_note(x, count, atoms);
  else if (strcmp(key, "t60") == 0)
    set_t60(x, count, atoms);
  else if (strcmp(key, "at") == 0)
    set_at(x, count, atoms);
  else if (strcmp(key, "weight") == 0)
    set_weight(x, count, atoms);
  else if (strcmp(key, "points") == 0)
    set_points(x, count, atoms);
  else if (strcmp(key, "shape") == 0)
    set_shape(x, count, atoms);
  else if (rosin_pd_table_message(m, factor_table, &x->s.factor, key, count, atoms, &changed))
    changed ? stale(x) : (void)0;
  else if (!rosin_pd_body_message(m, key, count, atoms))
    pd_error(x, "rosin.modal~: no message '%s'; [dump( lists what there is", key);
}

static void modal_anything(t_modal *x, t_symbol *key, int count, t_atom *atoms) {
  modal_set(&x->m, key->s_name, count, atoms);
}

static void modal_bang(t_modal *x) {
  modal_set(&x->m, "strike", 0, NULL);
}

/* ---- state ------------------------------------------------------------------ */

static void say_list(t_modal *x, t_atom *atoms, const char *key, const char *row) {
  const size_t offset = rosin_parameter_find(rosin_mode_parameters(), row)->offset;
  for (int i = 0; i < x->s.modes; i++) {
    double value;
    memcpy(&value, (char *)&x->s.mode[i] + offset, sizeof value);
    SETFLOAT(&atoms[i], (t_float)value);
  }
  rosin_pd_say(&x->m, key, x->s.modes, atoms);
}

static void say_points(t_modal *x, t_atom *atoms) {
  for (int p = 0; p < x->s.points; p++) {
    SETSYMBOL(&atoms[2 * p], x->s.name[p]);
    SETFLOAT(&atoms[2 * p + 1], (t_float)x->s.position[p]);
  }
  rosin_pd_say(&x->m, "points", 2 * x->s.points, atoms);
  for (int p = 0; x->s.shape == ROSIN_SHAPE_TABLE && p < x->s.points; p++) {
    SETSYMBOL(&atoms[0], x->s.name[p]);
    for (int i = 0; i < x->s.modes; i++)
      SETFLOAT(&atoms[i + 1], (t_float)x->s.weight[p * x->s.modes + i]);
    rosin_pd_say(&x->m, "at", x->s.modes + 1, atoms);
  }
}

static void modal_state(rosin_pd_member *m) {
  t_modal *x = (t_modal *)m;
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
  rosin_pd_say_table(m, factor_table, &x->s.factor);
  rosin_pd_body_state(m);
}

static const rosin_pd_class modal_kind = {"rosin.modal~", ROSIN_PD_BODY, modal_ready, modal_state,
                                          0};

static void *modal_new(t_symbol *selector, int count, t_atom *atoms) {
  t_modal *x = (t_modal *)pd_new(modal_class);
  (void)selector;
  rosin_parameters_default(factor_table, &x->s.factor);
  resize(&x->s, 1, 1);
  const int used =
      rosin_pd_body_begin(&x->m, &modal_kind, count, atoms, "velocity@0", "velocity@0");
  rosin_pd_outlets(&x->m);
  rosin_pd_arguments(&x->m, count - used, atoms + used, modal_set);
  return x;
}

static void modal_free(t_modal *x) {
  rosin_pd_leave(&x->m);
  settings_free(&x->s);
}

__attribute__((visibility("default"))) void setup_rosin0x2emodal_tilde(void) {
  modal_class = class_new(gensym("rosin.modal~"), (t_newmethod)(void (*)(void))modal_new,
                          (t_method)modal_free, sizeof(t_modal), CLASS_DEFAULT, A_GIMME, 0);
  CLASS_MAINSIGNALIN(modal_class, t_modal, m.input[0].value);
  rosin_pd_methods(modal_class);
  class_addbang(modal_class, modal_bang);
  class_addanything(modal_class, modal_anything);
}
