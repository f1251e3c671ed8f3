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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_parameter_does_what_it_did)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
