/* SPDX-License-Identifier: BSD-3-Clause */
/* Bodies from matter and size: frequencies, masses and shapes against textbooks; the
 * tables; what is refused. */
#include "shapes.h"

#include "modal/shape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const double pi = 3.14159265358979323846;

static void frequencies_are_those_of_the_tables(void **state) {
  (void)state;
  for (int i = 0; i < SHAPE_TABLES; i++) {
    const double error = shape_ratio_error(&shape_tables[i]);
    if (!(error < 0.01))
      fail_msg("%s: %g from %s", shape_tables[i].name, error, shape_tables[i].source);
  }
  assert_true(shape_hertz_error() < 0.002);
  assert_true(shape_glass_error() < 1e-9);
}

/* A shape without published frequencies is one of these. */
static void every_shape_is_published_or_our_own(void **state) {
  (void)state;
  static const char *const others[] = {"string",     "tread-block", "door", /* formulas */
                                       "wine-glass", "bowl",        "bell"};
  for (int i = 0; i < rosin_forms(); i++) {
    const char *name = rosin_form_at(i)->name;
    int known = 0;
    for (int k = 0; k < SHAPE_TABLES; k++)
      known += strcmp(shape_tables[k].form, name) == 0;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
      known += strcmp(others[k], name) == 0;
    if (!known)
      fail_msg("%s: has no row in tests/unit/shapes.h", name);
  }
}

static void a_steady_force_bends_as_in_textbooks(void **state) {
  (void)state;
  assert_true(shape_static_error() < 1e-4);
  assert_true(shape_plate_static_error() < 0.015);
}

/* Every shape at its defaults, of every other material: finite, rising, damped; or a
 * line. */
static void every_shape_of_many_materials(void **state) {
  (void)state;
  double value[ROSIN_FORM_PARAMETERS];
  for (int i = 0; i < rosin_forms(); i++)
    for (const rosin_material *m = rosin_materials() + i % 3; m[0].name && m[1].name; m += 2) {
      const rosin_form *form = rosin_form_at(i);
      rosin_error error = {""};
      rosin_parameters_default(form->parameter, value);
      rosin_modal_spec *s = rosin_form_modes(form, m, value, 10, 19000, 0, NULL, &error);
      if (!s) {
        assert_non_null(strstr(error.text, form->name));
        continue;
      }
      assert_true(s->modes >= 1 && s->modes <= 10);
      for (int l = 0; l < s->modes; l++) {
        assert_true(s->mode[l].frequency > 0 && s->mode[l].frequency <= 19000);
        assert_true(l == 0 || s->mode[l].frequency >= s->mode[l - 1].frequency);
        const int turns = s->mode[l].frequency < 0.1; /* a door: all but free */
        assert_true((turns || s->mode[l].q >= 0.3) && s->mode[l].q > 0 && s->mode[l].mass > 0);
      }
      rosin_body *body = rosin_modal_new(s, 48000, &error);
      if (!body)
        fail_msg("%s of %s: %s", form->name, m->name, error.text);
      double at;
      assert_int_equal(rosin_body_point(body, "mic", &at), 0);
      rosin_body_free(body);
      rosin_modal_spec_free(s);
    }
  assert_null(rosin_form_at(-1));
  assert_null(rosin_form_at(rosin_forms()));
  assert_null(rosin_form_find("banana"));
  assert_null(rosin_material_find("unobtainium"));
}

/* The ends of every parameter's range give modes or one line. */
static void every_range_to_its_ends(void **state) {
  (void)state;
  double value[ROSIN_FORM_PARAMETERS];
  for (int i = 0; i < rosin_forms(); i++) {
    const rosin_form *form = rosin_form_at(i);
    for (const rosin_parameter *p = form->parameter; p->name; p++)
      for (int end = 0; end < 2; end++) {
        rosin_error error = {""};
        rosin_parameters_default(form->parameter, value);
        value[p->offset / sizeof *value] = end ? p->high : p->low;
        rosin_modal_spec *s = rosin_form_modes(form, rosin_material_find(form->material), value, 6,
                                               19000, 0, NULL, &error);
        rosin_body *body = s ? rosin_modal_new(s, 48000, &error) : NULL;
        if (s && !body)
          fail_msg("%s, %s %g: %s", form->name, p->name, end ? p->high : p->low, error.text);
        assert_true(body || *error.text);
        rosin_body_free(body);
        rosin_modal_spec_free(s);
      }
  }
}

/* All modes up to a frequency, and none beyond, whatever the frequency is. */
static void what_lies_below_is_listed_whole(void **state) {
  (void)state;
  double value[ROSIN_FORM_PARAMETERS];
  for (int i = 0; i < rosin_forms(); i++) {
    const rosin_form *form = rosin_form_at(i);
    const rosin_material *m = rosin_material_find(form->material);
    rosin_parameters_default(form->parameter, value);
    rosin_modal_spec *all = rosin_form_modes(form, m, value, 10, 1e6, 0, NULL, NULL);
    assert_non_null(all);
    for (int k = 1; k <= all->modes; k++) {
      const double last = all->mode[k - 1].frequency;
      if (k < all->modes && all->mode[k].frequency < last * (1 + 1e-4))
        continue; /* a pair */
      rosin_error error = {""};
      rosin_modal_spec *some =
          rosin_form_modes(form, m, value, 10, last * (1 + 1e-6), 0, NULL, &error);
      if (!some || some->modes < k)
        fail_msg("%s: %d of %d modes up to %g Hz: %s", form->name, some ? some->modes : 0, k, last,
                 error.text);
      for (int l = 0; l < some->modes; l++)
        assert_true(some->mode[l].frequency <= last * (1 + 1e-6));
      for (int l = 0; l < k && some->modes == k; l++)
        assert_true(fabs(some->mode[l].frequency / all->mode[l].frequency - 1) < 1e-9);
      rosin_modal_spec_free(some);
    }
    rosin_modal_spec_free(all);
  }
}

static double weight_at(const rosin_modal_spec *s, double position, int mode) {
  double weight[64];
  const rosin_shapes shapes = {s->shape, s->modes, s->points, s->position, s->weight, s->order};
  rosin_shape_at(&shapes, position, weight);
  return weight[mode];
}

/* Round a rim a mode of order n goes as cos 2 pi n x, its partner, of order -n, as the sine; in
 * whatever order they stand. */
static void orders_go_round(void **state) {
  (void)state;
  static const int orders[][5] = {
      {1, -1, 2, -2, 3}, {-1, 0, 5, 5, -2}, {0, 1, 0, -1, -7}, {2, 1, 1, 2, 0}, {-3, 3, 0, -1, 1}};
  for (int k = 0; k < 5; k++)
    for (double x = -0.7; x < 2; x += 0.13) {
      double weight[5];
      const rosin_shapes s = {.kind = ROSIN_SHAPE_RING, .modes = 5, .order = orders[k]};
      rosin_shape_at(&s, x, weight);
      for (int l = 0; l < 5; l++) {
        const int n = orders[k][l];
        const double angle = 2 * pi * abs(n) * x, is = n < 0 ? sin(angle) : cos(angle);
        if (!(fabs(weight[l] - is) < 1e-12))
          fail_msg("order %d at %g: %.15g for %.15g", n, x, weight[l], is);
      }
    }
}

static rosin_modal_spec *usual(const char *name, int modes, int points,
                               const rosin_form_point *point) {
  double value[ROSIN_FORM_PARAMETERS];
  rosin_error error;
  const rosin_form *form = rosin_form_find(name);
  rosin_parameters_default(form->parameter, value);
  rosin_modal_spec *s = rosin_form_modes(form, rosin_material_find(form->material), value, modes,
                                         1e6, points, point, &error);
  if (!s)
    fail_msg("%s", error.text);
  return s;
}

static void bars_have_their_nodes(void **state) {
  (void)state;
  rosin_modal_spec *s = usual("bar-free", 20, 0, NULL);
  assert_true(fabs(weight_at(s, 0.2242, 0)) < 0.002);
  for (int l = 0; l < 20; l++) { /* 2 at one end; up or down at the other, by turns */
    assert_true(fabs(weight_at(s, 0, l) - 2) < 1e-9);
    assert_true(fabs(weight_at(s, 1, l) - (l % 2 ? -2 : 2)) < 1e-6);
  }
  rosin_modal_spec_free(s);
  s = usual("bar-clamped", 20, 0, NULL);
  for (int l = 0; l < 20; l++) {
    assert_true(fabs(weight_at(s, 0, l)) < 1e-9);
    assert_true(fabs(fabs(weight_at(s, 1, l)) - 2) < 1e-6);
  }
  rosin_modal_spec_free(s);
}

/* Points at (x, y) stand past the line, and moving a point of the shape's own works. */
static void points_stand_where_they_should(void **state) {
  (void)state;
  const rosin_form_point point[] = {{"mic", 1, 0, 0.25, 0.75}, {"touch", 0, 0.5, 0, 0}};
  rosin_modal_spec *s = usual("plate-hinged", 8, 2, point);
  int found = 0;
  for (int i = 0; i < s->points; i++) {
    assert_true(i == 0 || s->position[i] > s->position[i - 1]);
    if (strcmp(s->name[i], "mic") == 0) {
      assert_true(s->position[i] == 2);
      assert_true(fabs(s->weight[i * s->modes] - 0.5) < 1e-12);
      found++;
    } else if (strcmp(s->name[i], "touch") == 0) {
      assert_true(s->position[i] == 0.5);
      assert_true(fabs(s->weight[i * s->modes] - sin(0.4 * pi)) < 1e-12);
      found++;
    }
  }
  assert_int_equal(found, 2);
  rosin_modal_spec_free(s);
}

/* Lines on which modes do not move are straight through for the membrane's (1, 1). */
static void membranes_are_signed(void **state) {
  (void)state;
  rosin_modal_spec *s = usual("membrane", 4, 0, NULL);
  assert_true(weight_at(s, 0, 0) > 1.9); /* 1/J1(j01): 1.926 */
  assert_true(fabs(weight_at(s, 0, 1)) < 1e-9);
  assert_true(fabs(weight_at(s, 0.5, 1) + weight_at(s, -0.5, 1)) < 1e-9);
  assert_true(fabs(weight_at(s, 1, 0)) < 1e-9);
  rosin_modal_spec_free(s);
}

static void rings_come_in_pairs(void **state) {
  (void)state;
  rosin_modal_spec *s = usual("bell", 20, 0, NULL);
  assert_int_equal(s->modes, 20);
  for (int l = 0; l < 20; l += 2) {
    assert_int_equal(s->order[l], -s->order[l + 1]);
    const int n = abs(s->order[l]);
    assert_true(fabs(weight_at(s, 0.07, l) - cos(2 * pi * n * 0.07)) < 1e-12);
    assert_true(fabs(weight_at(s, 5.07, l + 1) - sin(2 * pi * n * 0.07)) < 1e-12);
  }
  assert_true(fabs(s->mode[4].frequency / s->mode[0].frequency - 2.4) < 1e-9); /* tierce to hum */
  rosin_modal_spec_free(s);
}

/* A finger sees 1/n of the motion that a bow across the rim sees. */
static void direction_of_the_rim(void **state) {
  (void)state;
  const char *const set[] = {"direction"};
  double value[ROSIN_FORM_PARAMETERS];
  rosin_material m;
  rosin_modal_spec *along = shape_make("wine-glass", NULL, 1, set, (double[]){0}, 6, value, &m);
  rosin_modal_spec *across = shape_make("wine-glass", NULL, 1, set, (double[]){1}, 6, value, &m);
  assert_true(fabs(along->mode[0].mass / across->mode[0].mass - 4) < 1e-12);
  assert_true(fabs(along->mode[2].mass / across->mode[2].mass - 9) < 1e-12);
  rosin_modal_spec_free(along);
  rosin_modal_spec_free(across);
}

/* Turning a wooden plate by a right angle changes its tones; a metal one's stay. */
static void wood_has_a_grain(void **state) {
  (void)state;
  const char *const set[] = {"length", "width"};
  double value[ROSIN_FORM_PARAMETERS];
  rosin_material m;
  for (int k = 0; k < 2; k++) {
    const char *material = k ? "steel" : "oak";
    rosin_modal_spec *a =
        shape_make("plate-hinged", material, 2, set, (double[]){0.4, 0.3}, 1, value, &m);
    rosin_modal_spec *b =
        shape_make("plate-hinged", material, 2, set, (double[]){0.3, 0.4}, 1, value, &m);
    const double ratio = b->mode[0].frequency / a->mode[0].frequency;
    assert_true(k ? fabs(ratio - 1) < 1e-12 : ratio > 1.2);
    rosin_modal_spec_free(a);
    rosin_modal_spec_free(b);
  }
}

static void refuses(const char *form, int row, double number, int modes, int points,
                    const rosin_form_point *point, const char *part) {
  double value[ROSIN_FORM_PARAMETERS];
  rosin_error error = {""};
  const rosin_form *f = rosin_form_find(form);
  rosin_parameters_default(f->parameter, value);
  if (row >= 0)
    value[row] = number;
  assert_null(rosin_form_modes(f, rosin_material_find(f->material), value, modes, 20000, points,
                               point, &error));
  if (!strstr(error.text, part))
    fail_msg("'%s' lacks '%s'", error.text, part);
}

static void bad_numbers_are_named(void **state) {
  (void)state;
  refuses("bar-free", 0, -1, 4, 0, NULL, "bar-free.length: -1 is out of range: 0.001 to 100 m");
  refuses("bar-free", 0, NAN, 4, 0, NULL, "length");
  refuses("bar-free", -1, 0, 0, 0, NULL, "modes: 0 is out of range");
  refuses("bar-free", 0, 0.001, 4, 0, NULL, "its lowest mode is above 20000 Hz");
  refuses("bar-free", -1, 0, 4, 1, &(rosin_form_point){"a", 1, 0, 0, 0}, "has no coordinates");
  refuses("plate-free", -1, 0, 4, 1, &(rosin_form_point){"a", 1, 0, NAN, 0}, "not a finite");
  rosin_error error;
  assert_null(rosin_form_modes(NULL, NULL, NULL, 1, 1, 0, NULL, &error));
  rosin_modal_spec_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frequencies_are_those_of_the_tables),
      cmocka_unit_test(every_shape_is_published_or_our_own),
      cmocka_unit_test(a_steady_force_bends_as_in_textbooks),
      cmocka_unit_test(every_shape_of_many_materials),
      cmocka_unit_test(every_range_to_its_ends),
      cmocka_unit_test(what_lies_below_is_listed_whole),
      cmocka_unit_test(orders_go_round),
      cmocka_unit_test(bars_have_their_nodes),
      cmocka_unit_test(points_stand_where_they_should),
      cmocka_unit_test(membranes_are_signed),
      cmocka_unit_test(rings_come_in_pairs),
      cmocka_unit_test(direction_of_the_rim),
      cmocka_unit_test(wood_has_a_grain),
      cmocka_unit_test(bad_numbers_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
