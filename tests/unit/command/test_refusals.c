/* SPDX-License-Identifier: BSD-3-Clause */
/* What is said to every call about strings, banks, shapes and contacts that is refused,
 * against tests/unit/command/refusals.txt, and that what lies just inside the range is not. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "refusals.h"

static void told_body(rosin_body *body) {
  told(!body);
  rosin_body_free(body);
}

static void strings(void) {
  static rosin_damping_point p[65538];
  static const double rates[] = {999, 1000, 1e7, 1.1e7, NAN};
  rosin_string_spec s = {0}, bad;
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.frequency = 82;
  s.torsion_frequency = 0;
  golden_in(&refusals, "string");
  for (int i = 0; i < 5; i++)
    told_body(rosin_string_new(&s, i == 2 ? 1e6 : rates[i], &e));
  told_body(rosin_string_new(NULL, 48000, &e));
  for (const rosin_parameter *row = rosin_string_parameters(); row->name; row++) {
    golden_in(&refusals, "string:%s", row->name);
    const double x[] = {row->low - 1e-3 * (fabs(row->low) + 1), row->high * 1.001, NAN};
    for (int i = 0; i < 3; i++) {
      bad = s;
      memcpy((char *)&bad + row->offset, &x[i], sizeof *x);
      told_body(rosin_string_new(&bad, 48000, &e));
    }
  }
  static const double tops[][2] = {{4000, 0},   {4000.1, 0}, {100, 4000},
                                   {100, 4001}, {100, 9.9},  {100, 10}};
  golden_in(&refusals, "string:top");
  for (int i = 0; i < 6; i++) {
    bad = s;
    bad.frequency = tops[i][0];
    bad.torsion_frequency = tops[i][1];
    told_body(rosin_string_new(&bad, 48000, &e));
  }
  static const rosin_damping_point curves[][2] = {
      {{0, 1}, {100, 1}},        {{-5, 1}, {100, 1}},       {{1e-3, 1}, {1e6, 1}},
      {{100, 1}, {1.1e6, 1}},    {{100, 0.9e-6}, {200, 1}}, {{100, 1}, {200, 1.1e4}},
      {{100, 1e-6}, {200, 1e4}}, {{100, 1}, {100, 1}},      {{100, NAN}, {200, 1}},
      {{NAN, 1}, {200, 1}}};
  bad = s;
  bad.damping_points = 2;
  golden_in(&refusals, "string:curve");
  for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
    bad.damping = curves[i];
    told_body(rosin_string_new(&bad, 48000, &e));
  }
  for (int i = 0; i < 65538; i++)
    p[i] = (rosin_damping_point){10 + i, 1};
  const int counts[] = {-1, 1, 65536, 65537};
  for (int i = 0; i < 4; i++) {
    bad.damping = p;
    bad.damping_points = counts[i];
    told_body(rosin_string_new(&bad, 48000, &e));
  }
  bad.damping = NULL;
  bad.damping_points = 1;
  told_body(rosin_string_new(&bad, 48000, &e));
}

static void banks(void) {
  static rosin_mode many[65537];
  for (int i = 0; i < 65537; i++)
    many[i] = (rosin_mode){.frequency = 100, .q = 10, .mass = 1};
  rosin_modal_spec s = {.modes = 2, .mode = many, .shape = ROSIN_SHAPE_SINE}, bad = s;
  static const double rates[] = {999, 1000, 1e7, 1.1e7, NAN};
  golden_in(&refusals, "bank");
  for (int i = 0; i < 5; i++)
    told_body(rosin_modal_new(&s, rates[i], &e));
  told_body(rosin_modal_new(NULL, 48000, &e));
  const int counts[] = {0, 1, 65536, 65537};
  for (int i = 0; i < 4; i++) {
    bad.modes = counts[i];
    told_body(rosin_modal_new(&bad, 48000, &e));
  }
  bad = s;
  bad.mode = NULL;
  told_body(rosin_modal_new(&bad, 48000, &e));
  for (const rosin_parameter *row = rosin_mode_parameters(); row->name; row++) {
    golden_in(&refusals, "mode:%s", row->name);
    const double x[] = {row->low - 1e-3 * (fabs(row->low) + 1), row->high * 1.001, NAN};
    for (int i = 0; i < 3; i++) {
      rosin_mode mode[2] = {many[0], many[0]};
      memcpy((char *)&mode[1] + row->offset, &x[i], sizeof *x);
      bad = s;
      bad.mode = mode;
      told_body(rosin_modal_new(&bad, 48000, &e));
    }
  }
  rosin_mode high[2] = {{.frequency = 21600, .q = 10, .mass = 1},
                        {.frequency = 21601, .q = 10, .mass = 1}};
  bad = s;
  bad.mode = high;
  golden_in(&refusals, "bank:high");
  told_body(rosin_modal_new(&bad, 48000, &e));
  bad.modes = 1;
  told_body(rosin_modal_new(&bad, 48000, &e));
  bad = s;
  for (int shape = -1; shape < 5; shape++) {
    golden_in(&refusals, "bank:shape:%d", shape);
    bad.shape = (rosin_shape)shape;
    bad.points = shape == ROSIN_SHAPE_TABLE ? 0 : 1;
    told_body(rosin_modal_new(&bad, 48000, &e));
  }
  static double position[65537], weight[2 * 65537];
  for (int i = 0; i < 65537; i++)
    position[i] = i;
  bad = s;
  bad.shape = ROSIN_SHAPE_TABLE;
  bad.position = position;
  bad.weight = weight;
  golden_in(&refusals, "bank:table");
  const int points[] = {-1, 0, 1, 65536, 65537};
  for (int i = 0; i < 5; i++) {
    bad.points = points[i];
    told_body(rosin_modal_new(&bad, 48000, &e));
  }
  bad.points = 3;
  static const double places[][3] = {{0, 1, 1}, {0, NAN, 2}, {3, 2, 1}, {0, 1e-9, 1}};
  for (int i = 0; i < 4; i++) {
    bad.position = places[i];
    told_body(rosin_modal_new(&bad, 48000, &e));
  }
  static const double weights[] = {1e6, -1e6, 1.01e6, -1.01e6, NAN};
  bad.position = NULL;
  for (int i = 0; i < 5; i++) {
    weight[3] = weights[i];
    told_body(rosin_modal_new(&bad, 48000, &e));
  }
  bad = s;
  bad.shape = ROSIN_SHAPE_RING;
  golden_in(&refusals, "bank:ring");
  static const int orders[] = {65536, -65536, 65537, -65537};
  for (int i = 0; i < 4; i++) {
    const int order[2] = {1, orders[i]};
    bad.order = order;
    told_body(rosin_modal_new(&bad, 48000, &e));
  }
  rosin_body *body = rosin_modal_new(&s, 48000, &e);
  bad = s;
  bad.modes = 0;
  golden_in(&refusals, "bank:set");
  told(rosin_modal_set(body, &bad, &e));
  told(rosin_modal_set(NULL, &s, &e));
  told(rosin_modal_set(body, &s, &e));
  rosin_body_free(body);
}

static void told_form(rosin_modal_spec *spec) {
  told(!spec);
  rosin_modal_spec_free(spec);
}

static void forms(void) {
  const rosin_material *steel = rosin_material_find("steel");
  for (int i = 0; i < rosin_forms(); i++) {
    const rosin_form *f = rosin_form_at(i);
    double value[ROSIN_FORM_PARAMETERS];
    int count = 0;
    for (; f->parameter[count].name; count++)
      value[count] = f->parameter[count].initial;
    for (int k = 0; k < count; k++) {
      golden_in(&refusals, "form:%s:%s", f->name, f->parameter[k].name);
      for (int up = 0; up < 2; up++) {
        const rosin_parameter *row = &f->parameter[k];
        const double usual = value[k];
        value[k] = up ? row->high * 1.001 : row->low - 1e-3 * (fabs(row->low) + 1);
        told_form(rosin_form_modes(f, steel, value, 4, 1e4, 0, NULL, &e));
        value[k] = usual;
      }
    }
    golden_in(&refusals, "form:%s", f->name);
    told_form(rosin_form_modes(f, steel, value, 4, 1e-3, 0, NULL, &e));
    told_form(rosin_form_modes(f, steel, value, 0, 1e4, 0, NULL, &e));
    told_form(rosin_form_modes(f, steel, value, 1 << 20, 1e4, 0, NULL, &e));
    told_form(rosin_form_modes(f, steel, value, 4, 1e4, -1, NULL, &e));
    told_form(rosin_form_modes(f, steel, value, 4, 1e4, 1, NULL, &e));
    told_form(rosin_form_modes(f, NULL, value, 4, 1e4, 0, NULL, &e));
    told_form(rosin_form_modes(f, steel, NULL, 4, 1e4, 0, NULL, &e));
    rosin_form_point p = {0};
    told_form(rosin_form_modes(f, steel, value, 4, 1e4, 1, &p, &e));
    p.name = "here";
    told_form(rosin_form_modes(f, steel, value, 4, 1e4, 1, &p, &e));
    p.position = NAN;
    told_form(rosin_form_modes(f, steel, value, 4, 1e4, 1, &p, &e));
    p.coordinates = 1;
    told_form(rosin_form_modes(f, steel, value, 4, 1e4, 1, &p, &e));
    p.x = INFINITY;
    told_form(rosin_form_modes(f, steel, value, 4, 1e4, 1, &p, &e));
  }
  golden_in(&refusals, "form");
  told_form(rosin_form_modes(NULL, steel, &(double){1}, 4, 1e4, 0, NULL, &e));
}

/* All laws are named behind the words, in their order; which is taken off. */
static void laws_are_listed(void) {
  char all[1000] = "; there are: ";
  for (int l = 0; l < rosin_laws(); l++)
    snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", l ? ", " : "", rosin_law_name(l));
  char *list = strchr(e.text, ';');
  assert_non_null(list);
  assert_string_equal(list, all);
  *list = '\0';
}

static void contacts(void) {
  static const double rates[] = {999, 1000, 1e7, 1.1e7, NAN};
  golden_in(&refusals, "contact");
  for (int i = 0; i < 5; i++) {
    rosin_contact *c = rosin_contact_new("lugre", rates[i], &e);
    told(!c);
    rosin_contact_free(c);
  }
  for (int i = 0; i < 2; i++) {
    assert_null(rosin_contact_new(i ? NULL : "glue", 48000, &e));
    laws_are_listed();
    told(1);
  }
  for (int l = 0; l < rosin_laws(); l++) {
    rosin_contact *c = rosin_contact_new(rosin_law_name(l), 48000, &e);
    for (const rosin_parameter *row = rosin_law_parameters(rosin_law_name(l)); row && row->name;
         row++) {
      golden_in(&refusals, "law:%s:%s", rosin_law_name(l), row->name);
      told(rosin_contact_set(c, row->name, row->low - 1e-3 * (fabs(row->low) + 1), &e));
      told(rosin_contact_set(c, row->name, row->high * 1.001, &e));
    }
    golden_in(&refusals, "law:%s", rosin_law_name(l));
    told(rosin_contact_set(c, "colour", 1, &e));
    told(rosin_contact_input(c, "colour", 1, &e));
    told(rosin_contact_input(c, "road", -1, &e));
    rosin_contact_free(c);
  }
}

static void refusals_are_worded(void **state) {
  (void)state;
  refusals = golden_open("tests/unit/command/refusals.txt");
  strings();
  banks();
  forms();
  contacts();
  assert_int_equal(golden_close(&refusals), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(refusals_are_worded)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
