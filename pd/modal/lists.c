/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes and points by lists of numbers. */
#include "pd/modal/modal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int all_numbers(rosin_pd_modal *x, const char *key, int count, const t_atom *atoms) {
  for (int i = 0; i < count; i++)
    if (atoms[i].a_type != A_FLOAT || !isfinite(atoms[i].a_w.w_float)) {
      pd_error(x, "rosin.modal~: %s: value %d is not a number", key, i + 1);
      return 0;
    }
  return 1;
}

/* 0 if there are too many to be had. */
static int has_room(rosin_pd_modal *x, const char *key, int modes, int points) {
  if (rosin_pd_settings_fit(modes, points))
    return 1;
  pd_error(x, "rosin.modal~: %s: %d modes at %d points: at most %d of both multiplied", key, modes,
           points, ROSIN_PD_WEIGHTS);
  return 0;
}

static void set_modes(rosin_pd_modal *x, int count, const t_atom *atoms) {
  static const rosin_parameter row = {"modes", "", 1, ROSIN_PD_MODES, 1, "", 0};
  double value;
  if (rosin_pd_in_range(&x->m, &row, count, atoms, &value) || (int)value == x->s.modes)
    return;
  if (has_room(x, "modes", (int)value, x->s.points) &&
      rosin_pd_settings_size(&x->s, (int)value, x->s.points) == 0)
    rosin_pd_stale(&x->m);
}

/* A list for all modes: frequencies make the number of modes, the others may be
 * shorter: their last value goes on. */
static void set_list(rosin_pd_modal *x, const char *key, const rosin_parameter *row, int grow,
                     int count, const t_atom *atoms) {
  rosin_error error;
  if (count < 1 || count > ROSIN_PD_MODES) {
    pd_error(x, "rosin.modal~: %s: needs 1 to %d numbers", key, ROSIN_PD_MODES);
    return;
  }
  if (!all_numbers(x, key, count, atoms))
    return;
  for (int i = 0; i < count; i++)
    if (rosin_parameter_check(row, key, (double)atoms[i].a_w.w_float, &error)) {
      pd_error(x, "rosin.modal~: %s", error.text);
      return;
    }
  if (grow && count != x->s.modes &&
      (!has_room(x, key, count, x->s.points) || rosin_pd_settings_size(&x->s, count, x->s.points)))
    return;
  for (int i = 0; i < x->s.modes; i++) {
    const double value = (double)atoms[i < count ? i : count - 1].a_w.w_float;
    memcpy((char *)&x->s.mode[i] + row->offset, &value, sizeof value);
  }
  rosin_pd_stale(&x->m);
}

/* modes.I.KEY VALUE, as in a scene's overrides. */
static int set_one(rosin_pd_modal *x, const char *key, int count, const t_atom *atoms) {
  int index, end = 0, changed;
  if (sscanf(key, "modes.%d.%n", &index, &end) != 1 || !end)
    return 0;
  rosin_pd_modal_own(x);
  if (index < 1 || index > x->s.modes) {
    pd_error(x, "rosin.modal~: %s: there are %d modes", key, x->s.modes);
    return 1;
  }
  if (!rosin_pd_table_message(&x->m, rosin_mode_parameters(), &x->s.mode[index - 1], key + end,
                              count, atoms, &changed))
    return 0;
  if (changed)
    rosin_pd_stale(&x->m);
  return 1;
}

static int find_point(rosin_pd_modal *x, const t_atom *atom) {
  for (int p = 0; p < x->s.points; p++)
    if (atom->a_type == A_SYMBOL ? strcmp(x->s.name[p], atom->a_w.w_symbol->s_name) == 0
                                 : x->s.position[p] == (double)atom->a_w.w_float)
      return p;
  char text[64], names[256] = "";
  atom_string(atom, text, sizeof text);
  for (int p = 0; p < x->s.points && strlen(names) < sizeof names - ROSIN_PD_POINT_NAME; p++)
    if (*x->s.name[p])
      snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? ", " : "",
               x->s.name[p]);
  pd_error(x, "rosin.modal~: there is no point '%s'; there are: %s", text,
           *names ? names : "numbers alone, [get points( says them");
  return -1;
}

/* at POINT W1 W2 ...: the signed weight of each mode there. */
static void set_at(rosin_pd_modal *x, int count, const t_atom *atoms) {
  if (count < 2 || count > ROSIN_PD_MODES || !all_numbers(x, "at", count - 1, atoms + 1)) {
    if (count < 2 || count > ROSIN_PD_MODES)
      pd_error(x, "rosin.modal~: at: needs a point and a weight for each mode");
    return;
  }
  rosin_pd_modal_own(x);
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
  rosin_pd_stale(&x->m);
}

/* weight POINT MODE VALUE: one of them, for a slider. */
static void set_weight(rosin_pd_modal *x, int count, const t_atom *atoms) {
  if (count != 3 || atoms[1].a_type != A_FLOAT || atoms[2].a_type != A_FLOAT ||
      !(fabs((double)atoms[2].a_w.w_float) <= 1e6)) {
    pd_error(x, "rosin.modal~: weight: needs a point, a mode and a weight from -1e6 to 1e6");
    return;
  }
  rosin_pd_modal_own(x);
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
  rosin_pd_stale(&x->m);
}

/* Whether these are the named points of its form, as [dump( says them. */
static int has_points(const rosin_pd_modal *x, int count, const t_atom *atoms) {
  int at = 0;
  for (int p = 0; p < x->s.points; p++)
    if (*x->s.name[p]) {
      if (at + 1 >= count || strcmp(rosin_pd_word(count, atoms, at, "")->s_name, x->s.name[p]) ||
          fabs((double)atom_getfloatarg(at + 1, count, (t_atom *)atoms) - x->s.position[p]) > 1e-5)
        return 0;
      at += 2;
    }
  return at == count;
}

/* As [dump( says it of many: what it has stays. */
static int points_count(rosin_pd_modal *x, const t_atom *atom) {
  if (atom->a_type != A_FLOAT)
    return 0;
  if ((double)atom->a_w.w_float != x->s.points)
    pd_error(
        x,
        "rosin.modal~: points: needs pairs of name and position, or as many as it has: %d, not %g",
        x->s.points, (double)atom->a_w.w_float);
  return 1;
}

/* points NAME POSITION NAME POSITION ... */
static void set_points(rosin_pd_modal *x, int count, const t_atom *atoms) {
  const int points = count / 2;
  rosin_pd_modal_freshen(x);
  if (count == 1 && points_count(x, &atoms[0]))
    return;
  if (x->matter.form && has_points(x, count, atoms))
    return;
  if (count < 2 || count % 2 || points > ROSIN_PD_POINTS) {
    pd_error(x, "rosin.modal~: points: needs 1 to %d pairs of name and position", ROSIN_PD_POINTS);
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
  if (!has_room(x, "points", x->s.modes, points) ||
      rosin_pd_settings_size(&x->s, x->s.modes, points))
    return;
  for (int p = 0; p < points; p++) {
    snprintf(x->s.name[p], sizeof x->s.name[p], "%s",
             rosin_pd_word(count, atoms, 2 * p, "")->s_name);
    x->s.position[p] = (double)atoms[2 * p + 1].a_w.w_float;
  }
  rosin_pd_body_stands(&x->m, 0, "0");
  rosin_pd_stale(&x->m);
}

static int set_lists(rosin_pd_modal *x, const char *key, int count, const t_atom *atoms) {
  static const struct {
    const char *key, *row;
    int grow;
  } lists[] = {
      {"frequencies", "frequency", 1}, {"t60s", "t60", 0}, {"qs", "q", 0}, {"masses", "mass", 0}};
  for (int i = 0; i < 4; i++)
    if (strcmp(key, lists[i].key) == 0) {
      rosin_pd_modal_own(x);
      set_list(x, key, rosin_parameter_find(rosin_mode_parameters(), lists[i].row), lists[i].grow,
               count, atoms);
      return 1;
    }
  return 0;
}

int rosin_pd_modal_lists(rosin_pd_modal *x, const char *key, int count, const t_atom *atoms) {
  if (set_lists(x, key, count, atoms) || set_one(x, key, count, atoms))
    return 1;
  if (strcmp(key, "modes") == 0)
    set_modes(x, count, atoms);
  else if (strcmp(key, "at") == 0)
    set_at(x, count, atoms);
  else if (strcmp(key, "weight") == 0)
    set_weight(x, count, atoms);
  else if (strcmp(key, "points") == 0)
    set_points(x, count, atoms);
  else
    return 0;
  return 1;
}
