/* SPDX-License-Identifier: BSD-3-Clause */
/* Every shape away from its defaults, against tests/unit/scene/forms.txt: frequencies, quality,
 * masses, places, and what modes weigh at some of them (products, since the sign of a
 * shape is free). The textbook figures are in test_matter.c; these hold still what is
 * between them. */
#include "format.h"
#include "golden.h"
#include "modal/form_again.h"
#include "modal/shape.h"
#include "rosin.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static golden file;

/* Set 0: each parameter a tenth to a half above its default; 1: some of them far. */
static void choose(const rosin_form *form, int set, double *value) {
  rosin_parameters_default(form->parameter, value);
  int k = 0;
  for (const rosin_parameter *p = form->parameter; p->name; p++, k++) {
    double *x = &value[p->offset / sizeof *value];
    *x = *x != 0 ? *x * (set ? (k % 2 ? 0.7 : 1.4) : 1.1 + 0.1 * (k % 5)) : 0.1 * p->high;
    if (p->high == 1 || p->high == 10)
      *x = fmin(*x, 0.6 * p->high);
    *x = fmin(fmax(*x, p->low), p->high);
  }
}

static void form_holds_still(const rosin_form *form, int set) {
  double value[ROSIN_FORM_PARAMETERS];
  rosin_error error = {""};
  choose(form, set, value);
  const rosin_material *material = rosin_material_find(set ? "oak" : form->material);
  rosin_modal_spec *s = rosin_form_modes(form, material, value, 10, 1e6, 0, NULL, &error);
  if (!s)
    fail_msg("%s: %s", form->name, error.text);
  golden_in(&file, "%s:%s", form->name, set ? "far" : "near");
  golden_columns(&file, "count", "modes points", (double[]){s->modes, s->points}, 0, 0);
  double f[10], q[10], mass[10], at[64], first[10], there[10];
  for (int l = 0; l < s->modes; l++) {
    f[l] = s->mode[l].frequency;
    q[l] = s->mode[l].q;
    mass[l] = s->mode[l].mass;
  }
  golden_row(&file, "frequency", f, s->modes, 1e-7, 1e-4);
  golden_row(&file, "q", q, s->modes, 1e-7, 1e-4);
  golden_row(&file, "mass", mass, s->modes, 1e-7, 1e-4);
  for (int i = 0; i < s->points && i < 64; i++)
    at[i] = s->position ? s->position[i] : i;
  golden_row(&file, "at", at, s->points < 64 ? s->points : 64, 1e-7, 1e-4);
  const rosin_shapes shapes = {s->shape, s->modes, s->points, s->position, s->weight, s->order};
  const double places[] = {0.13, 0.31, 0.58, 0.83};
  for (int i = 0; i < 4; i++) {
    rosin_shape_at(&shapes, places[i], i ? there : first);
    for (int l = 0; i && l < s->modes; l++)
      there[l] *= first[l];
    char name[40];
    rosin_format(name, sizeof name, "weight:%g", places[i]);
    if (i)
      golden_row(&file, name, there, s->modes, 1e-7, 1e-4);
  }
  rosin_modal_spec_free(s);
}

static void shapes_hold_still(void **state) {
  (void)state;
  file = golden_open("tests/unit/scene/forms.txt");
  for (int i = 0; i < rosin_forms(); i++)
    for (int set = 0; set < 2; set++)
      form_holds_still(rosin_form_at(i), set);
  assert_int_equal(golden_close(&file), 0);
}

static double *value_of(const rosin_form *form, const char *name, double *value) {
  const rosin_parameter *row = rosin_parameter_find(form->parameter, name);
  return row ? &value[row->offset / sizeof *value] : NULL;
}

/* What is stretched or filled as it sounds has, to the bit, the modes of what was made so. */
static void moved_shapes_are_made_ones(void **state) {
  (void)state;
  enum { MODES = 12 };
  int moved = 0;
  for (int i = 0; i < rosin_forms(); i++)
    for (int set = 0; set < 2; set++) {
      const rosin_form *form = rosin_form_at(i);
      const rosin_material *material = rosin_material_find(form->material);
      double value[ROSIN_FORM_PARAMETERS], load[MODES];
      rosin_mode mode[MODES];
      rosin_error error;
      choose(form, set, value);
      double *tension = value_of(form, "tension", value), *fill = value_of(form, "fill", value);
      rosin_form_plan *plan = rosin_form_plan_new(form, material, value, MODES);
      for (int k = 0; plan && k < 4; k++) {
        if (tension)
          *tension *= k % 2 ? 0.6 : 1.9;
        if (fill)
          *fill = 0.3 * k;
        rosin_modal_spec *made =
            rosin_form_modes(form, material, value, MODES, 1e6, 0, NULL, &error);
        assert_non_null(made);
        assert_int_equal(made->modes, MODES);
        if (rosin_form_again(plan, tension ? *tension : 0, fill ? *fill : 0, mode, load) == 0) {
          for (int l = 0; l < MODES; l++)
            assert_true(mode[l].frequency == made->mode[l].frequency &&
                        mode[l].q == made->mode[l].q && mode[l].mass == made->mode[l].mass);
          moved++;
        }
        rosin_modal_spec_free(made);
      }
      rosin_form_plan_free(plan);
    }
  assert_true(moved >= 20);
}

static void range_holds_still(golden *g, const rosin_parameter *p) {
  for (; p->name; p++)
    golden_columns(g, p->name, "low high initial", (double[]){p->low, p->high, p->initial}, 1e-7,
                   0);
}

/* Numbers of what can be named: matter, pairs of it, surfaces. */
static void tables_hold_still(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/scene/matter.txt");
  golden_in(&g, "material");
  for (const rosin_material *m = rosin_materials(); m->name; m++) {
    const double row[] = {m->young, m->density, m->poisson, m->loss, m->loss_power, m->across};
    golden_columns(&g, m->name, "young density poisson loss loss_power across", row, 1e-7, 0);
  }
  golden_in(&g, "pair");
  for (const rosin_friction_pair *p = rosin_friction_pairs(); p->name; p++)
    golden_columns(&g, p->name, "mu_static mu_kinetic stribeck_velocity",
                   (double[]){p->mu_static, p->mu_kinetic, p->stribeck_velocity}, 1e-7, 0);
  for (const rosin_surface *s = rosin_surfaces(); s->name; s++) {
    golden_in(&g, "surface:%s", s->name);
    for (const rosin_surface_value *v = s->set; v->key; v++)
      golden_row(&g, v->key, &v->value, 1, 1e-7, 0);
  }
  for (int i = 0; i < rosin_forms(); i++) {
    golden_in(&g, "form:%s", rosin_form_at(i)->name);
    range_holds_still(&g, rosin_form_at(i)->parameter);
  }
  for (int i = 0; i < rosin_laws(); i++) {
    golden_in(&g, "law:%s", rosin_law_name(i));
    range_holds_still(&g, rosin_law_parameters(rosin_law_name(i)));
  }
  assert_int_equal(golden_close(&g), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shapes_hold_still),
                                     cmocka_unit_test(moved_shapes_are_made_ones),
                                     cmocka_unit_test(tables_hold_still)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
