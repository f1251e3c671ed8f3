/* SPDX-License-Identifier: BSD-3-Clause */
/* What laws tell the solvers, against tests/unit/contact/law_ops.txt: force and slope, tangents,
 * where a bristle only bends, the root, whether it is the only one; in three states and loads. */
#include "contact/contact.h"
#include "format.h"
#include "friction/law.h"
#include "golden.h"
#include "known_laws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CASES = 3, PLACES = 5 };

static const double rate = 44100;

/* Rest is asked in one case: no fault that was planted in src/friction showed in another alone, nor
 * in more directions of a tangent than these. */
static const struct {
  const char *name;
  double driven; /* m/s, for a while, into the state it is asked in */
  int places;
  double at[PLACES][2]; /* m/s, and m/s per N of the mobility it is solved against */
  rosin_load load;
} cases[CASES] = {
    {"creeps",
     0.0005,
     4,
     {{-0.6, 4}, {-0.003, 0.3}, {2e-5, 0.3}, {0.04, 4}},
     {.normal = 1, .normal_end = 1, .period = 1 / 44100.0, .road = 1}},
    {"back",
     -0.08,
     4,
     {{-0.6, 4}, {-0.003, 0.3}, {2e-5, 0.3}, {0.04, 4}},
     {.normal = 2, .normal_end = 2.02, .period = 1 / 44100.0, .road = 0.8, .rolling = 2}},
    {"fast",
     0.3,
     5,
     {{-0.6, 4}, {-0.003, 0.3}, {2e-5, 0.3}, {0.04, 4}, {0, 4}},
     {.normal = 0.5,
      .normal_end = 0.45,
      .period = 1 / 44100.0,
      .road = 1,
      .sideways = 0.05,
      .budget = 30,
      .rolling = -3}},
};

static void row(golden *g, const char *name, const char *columns, double *x, int count) {
  for (int i = 0; i < count; i++)
    x[i] = isfinite(x[i]) ? fmin(fmax(x[i], -1e12), 1e12) : 1e13;
  golden_columns(g, name, columns, x, 1e-7, 1e-9);
}

/* How the force at `v` changes towards a velocity near by, and one far off. */
static void tangents(golden *g, rosin_law *law, const double *state, const rosin_load *load,
                     double v) {
  const double toward[] = {0.004 * fabs(v), 0.3};
  double x[16];
  char name[40];
  for (int i = 0; i < 2; i++) {
    rosin_tangent t;
    const int count = law->ops->tangent(law, state, load, v, toward[i], i == 1, &t);
    const double one[] = {t.f, t.slope, t.step, t.turn, t.low, t.high, t.most, count > 0};
    memcpy(x + (ptrdiff_t)8 * i, one, sizeof one);
  }
  rosin_format(name, sizeof name, "tangent:%g", v);
  row(g, name,
      "force slope step turn low high most found far_force far_slope far_step far_turn far_low "
      "far_high far_most far_found",
      x, 16);
}

static void told_at(golden *g, rosin_law *law, const double *state, const rosin_load *load,
                    const double *at) {
  char name[40];
  double v[4] = {at[0], 0.7 * at[0]}, f[4] = {0}, slope[16] = {0};
  law->ops->force(law, state, load, v, f, slope);
  const double steady = law->ops->steady(law, load, at[0]);
  rosin_format(name, sizeof name, "at:%g", at[0]);
  if (law->ops->axes > 1) {
    double x[] = {f[0], f[1], slope[0], slope[1], slope[2], slope[3], steady};
    row(g, name, "along across slope slope_01 slope_10 slope_11 steady", x, 7);
    return;
  }
  rosin_solution s = {0};
  rosin_law_solve(law, state, load, at[0], at[1], &s);
  double x[] = {f[0], slope[0], steady, s.v, s.f, s.converged, s.iterations > 0, s.own};
  row(g, name, "force slope steady root root_force converged iterated own", x, 8);
  if (law->ops->tangent)
    tangents(g, law, state, load, at[0]);
}

/* Of the state, and of the root for mobilities: one more bit of `unique` each. */
static void told_of_all(golden *g, rosin_law *law, const double *state, const rosin_load *load) {
  rosin_bend b = {0};
  double x[13] = {law->ops->scale(law, load), rosin_law_energy(law, state),
                  rosin_law_bristle(law, state)};
  if (law->ops->bend && (x[3] = law->ops->bend(law, state, load, &b)) > 0) {
    x[4] = b.f_low;
    x[5] = b.f_high;
    x[6] = b.low;
    x[7] = b.high;
  }
  for (int k = 0; k < 8 && law->ops->axes == 1; k++)
    x[8] += rosin_law_unique(law, load, 1e-3 * pow(8, k)) << k;
  int evaluations = 0;
  for (int k = 0; k < 4 && law->ops->fall; k++)
    x[9 + k] = law->ops->fall(law, load, 7 + 19 * k, &evaluations);
  row(g, "state",
      "scale energy bristle bends force_low force_high low high unique fall_7 fall_26 fall_45 "
      "fall_64",
      x, 13);
}

/* Its defaults, or each parameter up or down by some, by turns. */
static rosin_contact *law_of(const char *law, int moved) {
  rosin_contact *c = rosin_contact_new(law, rate, NULL);
  const int known = known_parameters(law);
  int k = 0;
  for (const rosin_parameter *p = c->law.ops->parameters; moved && p->name && k < known; p++, k++) {
    double x = p->initial != 0 ? p->initial * (k % 2 ? 1.4 : 0.7) : 0.03;
    if (p->initial == 0 && p->high <= 2)
      x = 1;
    rosin_contact_set(c, p->name, fmin(fmax(x, p->low), p->high), NULL);
  }
  return c;
}

static void laws_tell_what_they_told(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/contact/law_ops.txt");
  for (int l = 0; l < rosin_laws(); l++)
    for (int k = 0; k < 2 * CASES; k++) {
      const char *law = rosin_law_name(l);
      const rosin_load *load = &cases[k % CASES].load;
      rosin_contact *c = law_of(law, k / CASES);
      for (int i = 0; i < 25; i++)
        rosin_contact_drive(c, cases[k % CASES].driven * (1 + 0.02 * i), load->normal, NULL);
      golden_in(&g, "%s:%s:%s", law, k / CASES ? "moved" : "usual", cases[k % CASES].name);
      for (int i = 0; i < cases[k % CASES].places; i++)
        told_at(&g, &c->law, c->state, load, cases[k % CASES].at[i]);
      told_of_all(&g, &c->law, c->state, load);
      rosin_contact_free(c);
    }
  assert_int_equal(golden_close(&g), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(laws_tell_what_they_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
