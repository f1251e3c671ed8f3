/* SPDX-License-Identifier: BSD-3-Clause */
/* Each parameter of each law alone, away from its default (a choice: every choice), against
 * tests/unit/contact/law_parameters.txt: driven, and solved against a small and a large mobility.
 */
#include "contact/contact.h"
#include "friction/law.h"
#include "golden.h"
#include "maths/maths.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const double rate = 44100;

static void driven(golden *g, rosin_contact *c) {
  double f[5];
  for (int i = 0; i < 150; i++) {
    if (i == 100) {
      rosin_contact_input(c, "rolling", 6, NULL);
      rosin_contact_input(c, "sideways", 0.05, NULL);
    }
    const double v = i < 15 ? 0.001 : 0.05 + 0.12 * rosin_sin(0.06 * i);
    const double force = rosin_contact_drive(c, v, 1 + 0.004 * i, NULL);
    if (i % 30 == 17)
      f[i / 30] = force;
  }
  golden_row(g, "driven", f, 5, 1e-7, 1e-9);
}

static void solved(golden *g, rosin_contact *c) {
  double f[6], heat = 0;
  rosin_contact_reset(c);
  for (int i = 0; i < 125; i++) {
    const rosin_load load = {.normal = i < 60 ? 1 : 1 + 0.01 * i,
                             .normal_end = i < 60 ? 1 : 1.005 + 0.01 * i,
                             .period = 1 / rate,
                             .rolling = i < 75 ? 0 : 4,
                             .road = i < 100 ? 1 : 0.7,
                             .sideways = i < 50 ? 0 : 0.02};
    rosin_solution s = {0};
    rosin_law_step(&c->law, c->state, &load, 0.15 * rosin_sin(0.07 * i), i % 50 < 25 ? 0.2 : 5, &s);
    heat += s.power;
    if (i % 25 == 20)
      f[i / 25] = s.f;
  }
  f[5] = heat;
  golden_row(g, "solved", f, 6, 1e-7, 1e-9);
}

static void with(golden *g, int law, const char *parameter, double value) {
  rosin_contact *c = rosin_contact_new(rosin_law_name(law), rate, NULL);
  golden_in(g, "%s:%s:%g", rosin_law_name(law), parameter, value);
  if (rosin_contact_set(c, parameter, value, NULL) == 0) { /* else a pair must move together */
    driven(g, c);
    solved(g, c);
  }
  rosin_contact_free(c);
}

static void each_parameter_does_what_it_did(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/contact/law_parameters.txt");
  for (int l = 0; l < rosin_laws(); l++) {
    rosin_contact *c = rosin_contact_new(rosin_law_name(l), rate, NULL);
    const rosin_parameter *p = c->law.ops->parameters;
    rosin_contact_free(c);
    for (; p->name; p++) {
      const int choice = p->low == 0 && p->high <= 8 && p->high == floor(p->high) && !*p->unit;
      const double low = p->initial != 0 ? 0.6 * p->initial : 0.1 * fmin(p->high, 1);
      const double high = p->initial != 0 ? 1.7 * p->initial : fmin(p->high, 1);
      const double value[] = {fmin(fmax(low, p->low), p->high), fmin(fmax(high, p->low), p->high)};
      const int choices = choice && p->high > 1 ? (int)p->high + 1 : 0;
      for (int k = 0; k < choices; k++)
        with(&g, l, p->name, k);
      for (int k = 0; k < 2; k++)
        if (!choices || value[k] != floor(value[k]))
          with(&g, l, p->name, value[k]);
    }
  }
  assert_int_equal(golden_close(&g), 0);
}

/* A choice that is half-way is the next one, and a little less is the one before. */
static void choices_are_rounded(void **state) {
  (void)state;
  int choices = 0;
  for (int l = 0; l < rosin_laws(); l++)
    for (const rosin_parameter *p = rosin_law_parameters(rosin_law_name(l)); p->name; p++) {
      if (!(p->low == 0 && p->high == 1 && p->initial == 0) && strcmp(p->name, "order"))
        continue;
      static const double at[] = {0, 0.499999, 0.5, 1};
      double said[4][60];
      rosin_contact *c = NULL;
      for (int k = 0; k < 4; k++) {
        c = rosin_contact_new(rosin_law_name(l), 44100, NULL);
        rosin_contact_set(c, "sigma1", 3, NULL);
        rosin_contact_set(c, p->name, p->low + at[k], NULL);
        for (int i = 0; i < 60; i++)
          said[k][i] = rosin_contact_drive(c, 0.3 * (1 + i % 7) * (i / 20 == 1 ? -1 : 1),
                                           i / 10 % 2 ? 1 : 0.4, NULL);
        rosin_contact_free(c);
      }
      if (memcmp(said[0], said[3], sizeof said[0]) == 0)
        continue; /* nothing that shows here */
      const int is_choice = memcmp(said[0], said[1], sizeof said[0]) == 0;
      if (!is_choice && memcmp(said[2], said[3], sizeof said[0]) != 0)
        continue; /* a number that may be anything from 0 to 1 */
      choices++;
      if (!is_choice || memcmp(said[2], said[3], sizeof said[0]) != 0)
        fail_msg("%s: %s is not rounded at a half", rosin_law_name(l), p->name);
    }
  assert_in_range(choices, 5, 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_parameter_does_what_it_did),
                                     cmocka_unit_test(choices_are_rounded)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
