/* SPDX-License-Identifier: BSD-3-Clause */
/* Every law away from its defaults, driven and solved, against tests/unit/contact/laws.txt: what
 * holds still between the spot values and properties of test_laws.c. */
#include "contact/contact.h"
#include "friction/law.h"
#include "golden.h"
#include "known_laws.h"
#include "maths/maths.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const double rate = 44100, pi = 3.14159265358979323846;

/* Set 0: the defaults; 1, 2: each parameter up or down by some, by turns. */
static const char *const sets[] = {"usual", "moved", "moved-otherwise"};

static rosin_contact *law_of(int index, int set) {
  const char *law = rosin_law_name(index);
  rosin_contact *c = rosin_contact_new(law, rate, NULL);
  assert_non_null(c);
  const int known = known_parameters(law);
  int k = 0;
  for (const rosin_parameter *p = c->law.ops->parameters; set && p->name && k < known; p++, k++) {
    double x = p->initial != 0 ? p->initial * ((k + set) % 2 ? 1.3 : 0.75) : 0.02 * set;
    if (p->initial == 0 && p->high <= 2)
      x = set == 1;
    rosin_contact_set(c, p->name, fmin(fmax(x, p->low), p->high), NULL);
  }
  return c;
}

static void driven(golden *g, rosin_contact *c) {
  double f[24], z[25];
  for (int i = 0, k = 0; i < 480; i++) {
    if (i == 240) {
      rosin_contact_input(c, "rolling", 0.5, NULL);
      rosin_contact_input(c, "road", 0.8, NULL);
      rosin_contact_input(c, "sideways", 0.02, NULL);
      rosin_contact_input(c, "roughness", 0.2, NULL);
      rosin_contact_input(c, "grain", 1e-3, NULL);
    }
    const double v = 0.04 + 0.15 * rosin_sin(2 * pi * 150 * i / rate),
                 n = 1 + 0.5 * rosin_sin(0.01 * i);
    const double force = rosin_contact_drive(c, i < 20 ? 0.002 : v, n, &z[k]);
    if (i % 20 == 9)
      f[k++] = force;
  }
  golden_row(g, "driven:force", f, 24, 1e-7, 1e-9);
  golden_row(g, "driven:bristle", z, 23, 1e-7, 1e-9);
  const double at[] = {-3, -0.1, -0.003, 0.001, 0.02, 0.3, 5};
  for (int i = 0; i < 7; i++) {
    f[i] = rosin_contact_steady(c, at[i], 1);
    f[7 + i] = rosin_contact_steady(c, at[i], 4);
  }
  golden_row(g, "steady", f, 14, 1e-7, 1e-9);
}

/* Solved against a mobility, as a network does, with the state, the heat and what is said
 * of the root. */
static void solved(golden *g, rosin_contact *c) {
  double f[18], heat[18], energy[18], said[18];
  int k = 0;
  rosin_contact_reset(c);
  for (int i = 0; i < 360; i++) {
    const double n = 1 + 0.3 * rosin_sin(0.02 * i), m = i < 180 ? 0.3 : 3;
    const rosin_load load = {.normal = n,
                             .normal_end = i < 90 ? n : n + 0.003,
                             .period = 1 / rate,
                             .rolling = i < 120 ? 0 : 0.7,
                             .road = 0.9,
                             .sideways = i < 240 ? 0 : 0.03};
    rosin_solution s = {0};
    rosin_law_step(&c->law, c->state, &load, 0.2 * rosin_sin(0.05 * i), m, &s);
    if (i % 20 != 13)
      continue;
    f[k] = s.f;
    heat[k] = s.power;
    energy[k] = rosin_law_energy(&c->law, c->state);
    said[k++] = s.passive + 10 * rosin_law_unique(&c->law, &load, m) + 100 * s.converged;
  }
  golden_row(g, "solved:force", f, 18, 1e-7, 1e-9);
  golden_row(g, "solved:heat", heat, 18, 1e-7, 1e-9);
  golden_row(g, "solved:energy", energy, 18, 1e-7, 1e-9);
  golden_row(g, "solved:said", said, 18, 0, 0);
}

static void laws_hold_still(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/contact/laws.txt");
  for (int l = 0; l < rosin_laws(); l++)
    for (int set = 0; set < 3; set++) {
      rosin_contact *c = law_of(l, set);
      golden_in(&g, "%s:%s", rosin_law_name(l), sets[set]);
      driven(&g, c);
      solved(&g, c);
      rosin_contact_free(c);
    }
  assert_int_equal(golden_close(&g), 0);
}

/* What a contact remembers is gone after a reset: it does the same as a new one. */
static void reset_contacts_are_as_new(void **state) {
  (void)state;
  for (int l = 0; l < rosin_laws(); l++) {
    rosin_contact *c = law_of(l, 1);
    double first[100];
    for (int turn = 0; turn < 2; turn++) {
      rosin_contact_input(c, "roughness", 0.3, NULL);
      rosin_contact_input(c, "rolling", 0.4, NULL);
      for (int i = 0; i < 100; i++) {
        const double f = rosin_contact_drive(c, 0.1 + 0.002 * i, 2 + 0.01 * i, NULL);
        assert_true(!turn || f == first[i]);
        first[i] = f;
      }
      rosin_contact_reset(c);
    }
    rosin_contact_free(c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(laws_hold_still),
                                     cmocka_unit_test(reset_contacts_are_as_new)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
