/* SPDX-License-Identifier: BSD-3-Clause */
/* What is told of many made-up motions, against tests/unit/analysis/regimes.txt: slips with jitter,
 * missing and doubled ones, growing and decaying, with a bow and without, cut in anywhere; and what
 * bridge forces of the same kind are taken for. test_regime.c and test_bridge.c say why. */
#include "golden.h"
#include "regime/bridge.h"
#include "regime/regime.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RATE = 22050, PERIOD = 100, MOST = 3000 };

static double velocity[MOST], bow[MOST];

static unsigned long long chance;
static double random_unit(void) { /* -1 ... 1 */
  chance = chance * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(chance >> 11) / 4503599627370496.0 - 1;
}

typedef struct {
  const char *name;
  double period, jitter, growth, second, length, speed, offset;
  int missing, count, bow; /* each so many-th slip; bow 0: none, 1: steady, 2: rising */
} made;

static const made motions[] = {
    {"plain", 100, 0, 0, 0, 10, 0.1, 0.3, 0, 2200, 1},
    {"sharp", 97, 0, 0, 0, 10, 0.1, 0.95, 0, 2200, 1},
    {"flat", 105.3, 0, 0, 0, 10, -0.1, 0, 0, 2000, 1},
    {"jitter", 100, 0.015, 0, 0, 10, 0.1, 0.2, 0, 2200, 1},
    {"rough", 100, 0.05, 0, 0, 10, 0.1, 0.2, 0, 2200, 1},
    {"double", 100, 0, 0, 0.5, 5, 0.1, 0.3, 0, 2200, 1},
    {"uneven", 100, 0, 0, 0.37, 5, -0.1, 0.1, 0, 2200, 1},
    {"near", 100, 0, 0, 0.015, 1, 0.1, 0.1, 0, 2200, 1},
    {"low", 140, 0, 0, 0, 10, 0.1, 0.3, 0, 2900, 1},
    {"octave", 100, 0, 0, 0, 10, 0.1, 0.3, 2, 2900, 1},
    {"gaps", 100, 0, 0, 0, 10, 0.1, 0.3, 5, 2900, 1},
    {"fading", 100, 0, -0.003, 0, 10, 0.1, 0.3, 0, 2200, 1},
    {"slower", 100, 0, -0.0008, 0, 10, 0.1, 0.3, 0, 2200, 1},
    {"growing", 100, 0, 0.01, 0, 10, 0.1, 0.3, 0, 2200, 1},
    {"wide", 100, 0, 0, 0, 25, 0.1, 0.3, 0, 2200, 1},
    {"rising", 100, 0, 0, 0, 10, 0.1, 0.3, 0, 2200, 2},
    {"alone", 100, 0, 0, 0, 30, 0.1, 0.3, 0, 2200, 0},
    {"alone:rough", 101, 0.03, 0, 0, 30, -0.1, 0.6, 0, 2200, 0},
    {"alone:wide", 100, 0, 0, 0, 92, 0.1, 0.3, 0, 2200, 0},
    {"alone:fading", 100, 0, -0.02, 0, 30, 0.1, 0.3, 0, 2200, 0},
    {"small", 100, 0, -0.25, 0, 10, 0.1, 0.3, 0, 2500, 1},
    {"short", 100, 0, 0, 0, 10, 0.1, 0.3, 0, 320, 1},
    {"two", 100, 0, 0, 0, 10, 0.1, 0.3, 0, 210, 1},
    {"none", 100, 0, 0, 0, 0, 0.1, 0.3, 0, 2200, 1},
    {"few", 100, 0, 0, 0, 10, 0.1, 0.3, 0, 2, 1},
};

static void slip(double onset, double length, double height, int count) {
  for (int i = (int)fmax(onset - 1, 0); i < count; i++)
    velocity[i] += height * (fmin(fmax(i - onset, 0), 1) - fmin(fmax(i - onset - length, 0), 1));
}

static rosin_motion make(const made *x) {
  chance = 7;
  for (int i = 0; i < x->count; i++) {
    velocity[i] = 1e-4 * x->speed * sin(0.9 * i);
    bow[i] = x->speed * (x->bow == 2 ? 0.5 + 0.5 * i / x->count : 1);
  }
  for (int k = 0; k * x->period < x->count; k++) {
    const double at = (k + x->offset + x->jitter * random_unit()) * x->period;
    const double height = x->speed / 0.1 * exp(x->growth * k) * (x->bow == 2 ? 0.7 : 1);
    if (x->missing == 0 || k % x->missing)
      slip(at, x->length, height, x->count);
    if (x->second > 0)
      slip(at + x->second * x->period, x->length, height, x->count);
  }
  return (rosin_motion){.rate = RATE,
                        .period = (double)PERIOD / RATE,
                        .share = 0.1,
                        .count = x->count,
                        .velocity = velocity,
                        .bow = x->bow ? bow : NULL};
}

static void told(golden *g, const rosin_motion *m) {
  rosin_regime r;
  rosin_attack a;
  rosin_regime_find(m, &r);
  const double regime[] = {r.kind,   r.slips,       isfinite(r.cents) ? r.cents : 1e9,
                           r.jitter, r.correlation, r.share,
                           r.trend};
  golden_columns(g, "regime", "kind slips cents jitter correlation share trend", regime, 1e-6, 0.5);
  for (int run = 3; run < 8; run += 4) {
    rosin_regime_attack(m, run, &a);
    const double attack[] = {a.first, a.time, a.late, a.early};
    golden_columns(g, run > 3 ? "attack:run-of-7" : "attack:run-of-3", "first time late early",
                   attack, 1e-6, 0.5);
  }
}

/* The bridge hears the force that the string's end gives: the slips summed up. */
static void heard(golden *g, const rosin_motion *m) {
  static double force[MOST];
  double middle = 0, sum = 0;
  for (int i = 0; i < m->count; i++)
    middle += m->velocity[i] / m->count;
  for (int i = 0; i < m->count; i++)
    force[i] = sum += m->velocity[i] - middle;
  const rosin_bridge_motion bridge = {
      .rate = m->rate, .period = m->period, .count = m->count, .force = force};
  rosin_bridge_verdict r;
  rosin_bridge_judge(&bridge, &r);
  const double verdict[] = {r.helmholtz, r.correlation, r.flybacks, r.fall,
                            isfinite(r.cents) ? r.cents : 1e9};
  golden_columns(g, "bridge", "helmholtz correlation flybacks fall cents", verdict, 1e-6, 0.5);
}

static void motions_are_told_as_ever(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/analysis/regimes.txt");
  for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
    rosin_motion m = make(&motions[i]);
    golden_in(&g, "%s", motions[i].name);
    told(&g, &m);
    heard(&g, &m);
    if (i % 4 == 3)
      continue;
    m.loss = 0.004 * (double)(1 + i % 3);
    m.share = i % 4 == 1 ? 0 : 0.13;
    golden_in(&g, "%s:loses", motions[i].name);
    told(&g, &m);
    m.count -= 37 * (m.count > 100); /* cut elsewhere */
    m.velocity += 37 * (m.count > 100);
    golden_in(&g, "%s:cut", motions[i].name);
    told(&g, &m);
    heard(&g, &m);
  }
  assert_int_equal(golden_close(&g), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(motions_are_told_as_ever)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
