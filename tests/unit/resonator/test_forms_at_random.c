/* SPDX-License-Identifier: BSD-3-Clause */
/* Shapes at random, of any matter, as many modes as fit below a frequency, with points of their own
 * on them: modes rise, masses and qualities are ones, named points are where they were asked for;
 * and all is what it was, against tests/unit/resonator/forms_at_random.txt. Half as large, of the
 * same matter, is an octave higher. */
#include "golden.h"
#include "maths/maths.h"
#include "rosin.h"
#include "tests/verify/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SETS = 3, MODES = 18 };

static uint64_t seed = 1;

static double between(double low, double high) {
  return uniform(&seed, low, high);
}

static void choose(const rosin_form *form, double *value) {
  rosin_parameters_default(form->parameter, value);
  for (const rosin_parameter *p = form->parameter; p->name; p++) {
    double *x = &value[p->offset / sizeof *value];
    if (between(0, 1) < 0.6)
      *x = *x != 0 ? *x * rosin_pow(2, between(-0.7, 0.7)) : between(0, 0.2) * p->high;
    *x = fmin(fmax(*x, p->low), p->high);
  }
}

/* Sums that tell modes and places apart by where they stand. */
static void row(golden *g, const rosin_modal_spec *s) {
  double x[11] = {s->modes, s->points};
  for (int l = 0; l < s->modes; l++) {
    const double w = 1 + 0.07 * l;
    x[2] += w * rosin_log2(s->mode[l].frequency);
    x[3] += w * (s->mode[l].q > 0 ? rosin_log2(s->mode[l].q) : -1);
    x[4] += w * rosin_log2(s->mode[l].mass);
    x[5] += s->order ? w * s->order[l] : 0;
    x[6] += s->load ? w * s->load[l] : 0;
  }
  x[9] = s->made.tension;
  x[10] = s->made.fill;
  for (int i = 0; i < s->points; i++) {
    x[7] += s->position ? s->position[i] * (1 + i % 7) : 0;
    for (int l = 0; l < s->modes && s->weight; l++) /* the sign of a shape is free */
      x[8] += (1 + i % 5 + 0.3 * l) * s->weight[i * s->modes + l] * s->weight[i * s->modes + l];
  }
  golden_columns(g, "sums", "modes points frequency q mass order load places weights tension fill",
                 x, 1e-6, 1e-9);
}

static void is_sound(const rosin_form *form, const rosin_modal_spec *s, double highest) {
  for (int l = 0; l < s->modes; l++) {
    const rosin_mode *m = &s->mode[l];
    if (!(m->frequency >= 0 && m->frequency <= highest) || !(m->mass >= 1e-9 && m->mass <= 1e6) ||
        !(m->q == 0 || m->q >= 1e-3) || (l && m->frequency < s->mode[l - 1].frequency))
      fail_msg("%s: mode %d of %g Hz, %g kg, q %g", form->name, l, m->frequency, m->mass, m->q);
  }
  for (int i = 1; i < s->points && s->weight; i++)
    assert_true(s->position[i] > s->position[i - 1]);
}

static int point_named(const rosin_modal_spec *s, const char *name) {
  for (int i = 0; i < s->points; i++)
    if (s->name && s->name[i] && !strcmp(s->name[i], name))
      return i;
  return -1;
}

static void at_random(golden *g, const rosin_form *form, int set) {
  double value[ROSIN_FORM_PARAMETERS];
  rosin_error error = {""};
  seed = 0;
  for (const char *c = form->name; *c; c++)
    seed = seed * 31 + (unsigned char)*c;
  seed += 7919u * (unsigned)set;
  choose(form, value);
  const rosin_material *material = rosin_material_find(form->material);
  const double highest = 20000 * rosin_pow(2, between(-2, 1)), place = between(0.05, 0.9);
  rosin_form_point point[3] = {{.name = "here", .position = place},
                               {.name = "there", .position = place},
                               {.name = "aside", .x = 0.2, .y = 0.3}};
  point[2].coordinates = form->coordinates != NULL;
  rosin_modal_spec *s = rosin_form_modes(form, material, value, MODES, highest, 3, point, &error);
  if (!s) {
    golden_in(g, "%s:%d", form->name, set);
    golden_words(g, "refused", error.text);
    return;
  }
  golden_in(g, "%s:%d", form->name, set);
  is_sound(form, s, highest);
  row(g, s);
  for (int i = 0; i < 3; i++)
    assert_true(point_named(s, point[i].name) >= 0);
  const double off = s->position[point_named(s, "there")] - s->position[point_named(s, "here")];
  assert_true(s->weight ? off > 0 && off < 1e-6 : off == 0);
  rosin_modal_spec_free(s);
}

static void forms_hold_still(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/resonator/forms_at_random.txt");
  for (int i = 0; i < rosin_forms(); i++)
    for (int set = 0; set < SETS; set++)
      at_random(&g, rosin_form_at(i), set);
  assert_int_equal(golden_close(&g), 0);
}

/* All lengths halved: the waves are half as long, and what bends is as much stiffer. */
static void half_the_size_is_an_octave(void **state) {
  (void)state;
  int judged = 0;
  for (int i = 0; i < rosin_forms(); i++) {
    const rosin_form *form = rosin_form_at(i);
    rosin_material material = *rosin_material_find(form->material);
    double value[ROSIN_FORM_PARAMETERS], half[ROSIN_FORM_PARAMETERS];
    rosin_parameters_default(form->parameter, value);
    memcpy(half, value, sizeof half);
    material.loss_power = 0;
    int other = 0, lengths = 0;
    for (const rosin_parameter *p = form->parameter; p->name; p++) {
      const size_t k = p->offset / sizeof *half;
      if (!strcmp(p->unit, "m")) {
        half[k] *= 0.5;
        lengths++;
      } else if (*p->unit) {
        other++; /* a tension, a mass: no length alone */
      }
      if (half[k] < p->low)
        other++;
    }
    if (other || !lengths)
      continue;
    rosin_modal_spec *whole = rosin_form_modes(form, &material, value, 6, 1e6, 0, NULL, NULL);
    rosin_modal_spec *small = rosin_form_modes(form, &material, half, 6, 1e6, 0, NULL, NULL);
    assert_true(whole && small && whole->modes == small->modes);
    for (int l = 0; l < whole->modes; l++)
      if (!(fabs(small->mode[l].frequency / whole->mode[l].frequency - 2) < 1e-4) &&
          whole->mode[l].frequency > 1)
        fail_msg("%s, mode %d: %g Hz, and %g half as large", form->name, l,
                 whole->mode[l].frequency, small->mode[l].frequency);
    judged++;
    rosin_modal_spec_free(whole);
    rosin_modal_spec_free(small);
  }
  assert_true(judged >= 8);
}

/* Each thing that is wrong is named, and nothing is made. */
static void what_is_wrong_is_said(void **state) {
  (void)state;
  static const rosin_form_point unnamed = {.position = 0.5},
                                nowhere = {.name = "a", .position = NAN};
  static const rosin_form_point across = {.name = "a", .coordinates = 1, .x = 0.1, .y = 0.1};
  const rosin_form *bar = rosin_form_find("bar-free");
  const rosin_material *steel = rosin_material_find("steel");
  rosin_material odd = *steel;
  odd.density = -1;
  double value[ROSIN_FORM_PARAMETERS], wrong[ROSIN_FORM_PARAMETERS];
  rosin_parameters_default(bar->parameter, value);
  memcpy(wrong, value, sizeof wrong);
  wrong[0] = 1e9;
  const rosin_form none = {.name = "none"};
  const struct {
    const rosin_form *form;
    const rosin_material *material;
    const double *value;
    int modes, points;
    double highest;
    const rosin_form_point *point;
    const char *said;
  } of[] = {
      {NULL, steel, value, 4, 0, 1e5, NULL, "no such shape"},
      {&none, steel, value, 4, 0, 1e5, NULL, "no such shape"},
      {bar, NULL, value, 4, 0, 1e5, NULL, "no such material"},
      {bar, steel, NULL, 4, 0, 1e5, NULL, "no parameters"},
      {bar, steel, value, 4, 1, 1e5, NULL, "no points"},
      {bar, steel, value, 0, 0, 1e5, NULL, "modes: 0 is out of range: 1 to 4096"},
      {bar, steel, value, 4097, 0, 1e5, NULL, "modes: 4097 is out of range: 1 to 4096"},
      {bar, steel, value, 4, -1, 1e5, NULL, "points: -1 is out of range: 0 to 256"},
      {bar, steel, value, 4, 257, 1e5, &unnamed, "points: 257 is out of range: 0 to 256"},
      {bar, steel, value, 4, 1, 1e5, &unnamed, "point 1: it has no name"},
      {bar, steel, value, 4, 1, 1e5, &nowhere, "a: its position is not a finite number"},
      {bar, steel, value, 4, 1, 1e5, &across, "a: a bar-free has no coordinates"},
      {bar, steel, value, 4, 0, 1, NULL, "its lowest mode is above 1 Hz"},
      {bar, &odd, value, 4, 0, 1e5, NULL, "steel.density: -1 is out of range"},
      {bar, steel, wrong, 4, 0, 1e5, NULL, "bar-free."},
  };
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    rosin_error error = {""};
    assert_null(rosin_form_modes(of[i].form, of[i].material, of[i].value, of[i].modes,
                                 of[i].highest, of[i].points, of[i].point, &error));
    if (!strstr(error.text, of[i].said))
      fail_msg("'%s' is said for '%s'", error.text, of[i].said);
  }
  rosin_modal_spec *most = rosin_form_modes(bar, steel, value, 4096, 1e5, 0, NULL, NULL);
  assert_non_null(most);
  rosin_modal_spec_free(most);
  rosin_modal_spec_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forms_hold_still),
      cmocka_unit_test(half_the_size_is_an_octave),
      cmocka_unit_test(what_is_wrong_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
