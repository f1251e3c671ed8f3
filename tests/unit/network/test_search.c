/* SPDX-License-Identifier: BSD-3-Clause */
/* The search for loads finds where a force and what it presses with agree, in few rounds, for
 * forces of all kinds: that grow, fall, bend, are none up to a load, or jump. */
#include "network/search.h"
#include "tests/unit/chance.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 3 };

/* Scratch for loads that are looked for. */
typedef struct {
  rosin_pressed p;
  double guess[MOST], miss[MOST], guess_before[MOST], miss_before[MOST];
  double v[MOST], low_v[MOST], high_v[MOST], before_v[MOST];
} room;

static void begin(room *r) {
  memset(r, 0, sizeof *r);
  r->p = (rosin_pressed){.guess = r->guess,
                         .miss = r->miss,
                         .guess_before = r->guess_before,
                         .miss_before = r->miss_before,
                         .v = r->v,
                         .low_v = r->low_v,
                         .high_v = r->high_v,
                         .before_v = r->before_v};
}

/* The force under a load, for one number of a kind. */
typedef double (*force)(double load, double a);

static double grows(double load, double a) {
  return 3 + 0.9 * a * load;
}

static double falls(double load, double a) {
  return 50 / (1 + a * load);
}

static double falls_off(double load, double a) {
  return fmax(8 - (1 + 20 * a) * load, 0);
}

static double bends(double load, double a) {
  return fmin(2 + 0.8 * load, 4 + 4 * a);
}

static double sinks(double load, double a) {
  return 5 * exp(-load * load * (0.1 + 3 * a));
}

static double is_far(double load, double a) {
  return 1e3 + 0.5 * a * load;
}

/* Rounds until a force and its load agree, from a first guess. At every guess what is known holds:
 * the root lies between. */
static int rounds(force f, double a, double first) {
  room r;
  rosin_search s = rosin_search_begin(1);
  begin(&r);
  *r.guess = first;
  for (int round = 0; round < 60; round++) {
    const double now = f(*r.guess, a), guess = *r.guess;
    const double worst = rosin_search_missed(&s, &r.p, 1, r.v, &now);
    if (worst <= 1)
      return round;
    assert_true(worst == fabs(now - guess) / (1e-9 * fabs(now) + 1e-9));
    assert_true(s.high == INFINITY || s.high_miss == f(s.high, a) - s.high);
    assert_true(s.low < 0 || s.low_miss == f(s.low, a) - s.low);
    assert_true(guess == (now < guess ? s.high : s.low) && s.low < s.high);
    rosin_search_guess(&s, &r.p, 1, round);
    assert_true(isfinite(*r.guess) && *r.guess >= 0);
    if (!(*r.guess >= s.low && *r.guess <= s.high))
      fail_msg("%g, %g: %g leads out of %g to %g", a, first, *r.guess, s.low, s.high);
  }
  return 60;
}

/* Each alone, by the root that a bisection would find too: nothing but how soon is ours. */
static void one_load_is_found_soon(void **state) {
  (void)state;
  static const struct {
    force f;
    const char *name;
    int most;
    double mean;
  } kind[] = {
      {grows, "grows", 2, 2},   {falls, "falls", 11, 7.1},  {falls_off, "falls off", 6, 3.95},
      {bends, "bends", 8, 2.3}, {sinks, "sinks", 16, 9.05}, {is_far, "is far", 2, 2}};
  for (size_t k = 0; k < sizeof kind / sizeof *kind; k++) {
    int most = 0, sum = 0;
    for (int i = 0; i < 400; i++) {
      const double a = between(0, 1), first = i % 4 ? between(0, 20) : i % 8 ? 0 : 1e3;
      const int now = rounds(kind[k].f, a, first);
      most = now > most ? now : most;
      sum += now;
    }
    if (most > kind[k].most || sum > kind[k].mean * 400)
      fail_msg("%s: %d rounds, %g on the mean", kind[k].name, most, sum / 400.0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_load_is_found_soon)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
