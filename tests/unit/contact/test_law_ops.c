/* SPDX-License-Identifier: BSD-3-Clause */
/* What laws tell the solvers, against tests/unit/contact/law_ops.txt: force and slope, tangents,
 * where a bristle only bends, the root, whether it is the only one; in three states and loads. */
#include "contact/contact.h"
#include "friction/law.h"
#include "golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CASES = 3 };

static const double rate = 44100;
static const rosin_load loads[CASES] = {
    {.normal = 1, .normal_end = 1, .period = 1 / 44100.0, .road = 1},
    {.normal = 2, .normal_end = 2.02, .period = 1 / 44100.0, .road = 0.8, .rolling = 2},
    {.normal = 0.5,
     .normal_end = 0.45,
     .period = 1 / 44100.0,
     .road = 1,
     .sideways = 0.05,
     .budget = 30,
     .rolling = -3},
};

static double tame(double x) {
  return isfinite(x) ? fmin(fmax(x, -1e12), 1e12) : 1e13;
}

static void row(golden *g, const char *name, const char *what, double *x, int count) {
  char whole[120];
  snprintf(whole, sizeof whole, "%s:%s", name, what);
  for (int i = 0; i < count; i++)
    x[i] = tame(x[i]);
  golden_row(g, whole, x, count, 1e-5, 1e-6);
}

static void tangents(golden *g, const char *name, rosin_law *law, const double *state,
                     const rosin_load *load, double v) {
  static const double rates[] = {-0.01, 0.004, 2};
  for (int i = 0; law->ops->tangent && i < 4; i++) {
    rosin_tangent t;
    const double w = i < 3 ? rates[i] * fabs(v) : 0.3;
    const int count = law->ops->tangent(law, state, load, v, w, i == 3, &t);
    double x[] = {t.f, t.slope, t.step, t.turn, t.low, t.high, t.most, count > 0};
    row(g, name, "tangent", x, 8);
  }
}

static void told(golden *g, const char *name, rosin_law *law, const double *state,
                 const rosin_load *load) {
  static const double at[] = {-0.6, -0.003, 0, 2e-5, 0.04};
  for (int i = 0; i < 5; i++) {
    double v[4] = {at[i], 0.7 * at[i]}, f[4] = {0}, slope[16] = {0};
    law->ops->force(law, state, load, v, f, slope);
    double x[] = {
        f[0], slope[0], f[1], slope[1], slope[2], slope[3], law->ops->steady(law, load, at[i])};
    row(g, name, "force", x, 7);
    if (law->ops->axes > 1)
      continue;
    tangents(g, name, law, state, load, at[i]);
    rosin_solution s = {0};
    law->ops->solve(law, state, load, at[i], i % 2 ? 0.3 : 4, &s);
    double y[] = {s.v, s.f, s.converged, s.iterations > 0, s.own};
    row(g, name, "solve", y, 5);
  }
  rosin_bend b = {0};
  double x[8] = {law->ops->scale(law, load), law->ops->energy(law, state),
                 law->ops->bristle(law, state)};
  if (law->ops->bend && (x[3] = law->ops->bend(law, state, load, &b)) > 0) {
    x[4] = b.f_low;
    x[5] = b.f_high;
    x[6] = b.low;
    x[7] = b.high;
  }
  row(g, name, "scale", x, 8);
  double unique[12] = {0};
  int evaluations = 0;
  for (int k = 0; k < 8 && law->ops->axes == 1; k++)
    unique[k] = law->ops->unique(law, load, 1e-3 * pow(8, k));
  for (int k = 0; k < 4 && law->ops->fall; k++)
    unique[8 + k] = law->ops->fall(law, load, 7 + 19 * k, &evaluations);
  row(g, name, "unique", unique, 12);
}

/* Set 0: the defaults; 1: each parameter up or down by some, by turns. */
static rosin_contact *law_of(int index, int set) {
  rosin_contact *c = rosin_contact_new(rosin_law_name(index), rate, NULL);
  int k = 0;
  for (const rosin_parameter *p = c->law.ops->parameters; set && p->name; p++, k++) {
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
      static const double speed[CASES] = {0.0005, -0.08, 0.3};
      const rosin_load *load = &loads[k % CASES];
      rosin_contact *c = law_of(l, k / CASES);
      char name[80];
      for (int i = 0; i < 25; i++) /* into the state it is asked in */
        rosin_contact_drive(c, speed[k % CASES] * (1 + 0.02 * i), load->normal, NULL);
      snprintf(name, sizeof name, "%s:%d", rosin_law_name(l), k);
      told(&g, name, &c->law, c->state, load);
      rosin_contact_free(c);
    }
  assert_int_equal(golden_close(&g), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(laws_tell_what_they_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
