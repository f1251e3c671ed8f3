/* SPDX-License-Identifier: BSD-3-Clause */
/* Gestures made by a rule: how often, how far, how steep, by which seed; and that time may be cut
 * as one likes. */
#include "scene/model/gesture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RATE = 200, SECONDS = 300 };

static rosin_gesture made(rosin_gesture_kind kind, uint64_t seed) {
  return (rosin_gesture){.kind = kind, .rule = rosin_rule_usual, .seed = seed};
}

/* What a gesture does over five minutes. */
typedef struct {
  double low, high, mean, steepest;
  int rises; /* from below a tenth of its range to above two tenths, and back */
} course;

static course follow(rosin_gesture *g) {
  course c = {.low = HUGE_VAL, .high = -HUGE_VAL};
  double before = rosin_gesture_at(g, 0);
  int up = 0;
  for (int i = 0; i < SECONDS * RATE; i++) {
    const double now = rosin_gesture_at(g, (double)i / RATE);
    c.low = fmin(c.low, now);
    c.high = fmax(c.high, now);
    c.mean += now / (SECONDS * RATE);
    c.steepest = fmax(c.steepest, fabs(now - before) * RATE);
    if (!up && now > 0.2)
      c.rises++;
    up = now > 0.2 || (up && now > 0.1);
    before = now;
  }
  return c;
}

static const rosin_gesture_kind kinds[] = {ROSIN_GESTURE_GUSTS, ROSIN_GESTURE_WALK,
                                           ROSIN_GESTURE_STROKES};

static void bounds_are_kept_and_reached(void **state) {
  (void)state;
  for (int k = 0; k < 3; k++)
    for (int scaled = 0; scaled < 2; scaled++) {
      rosin_gesture g = made(kinds[k], 5);
      double low, high;
      if (scaled)
        rosin_gesture_scale(&g, -3, 2);
      rosin_gesture_range(&g, &low, &high);
      const course c = follow(&g);
      assert_true(c.low >= low - 1e-12 && c.high <= high + 1e-12);
      assert_true(c.low < low + 0.15 * (high - low) && c.high > high - 0.15 * (high - low));
      assert_true(c.steepest < 20 * (high - low)); /* at one a second: no steps */
      assert_true(rosin_gesture_end(&g) == HUGE_VAL);
      assert_int_equal(rosin_gesture_stays(&g, 1, 1.5), 0);
    }
}

static void seeds_differ_and_time_may_be_cut(void **state) {
  (void)state;
  for (int k = 0; k < 3; k++) {
    rosin_gesture a = made(kinds[k], 1), b = made(kinds[k], 2), c = made(kinds[k], 1);
    double apart = 0;
    for (int i = 0; i < 4000; i++) {
      const double t = i / 100.0, now = rosin_gesture_at(&a, t);
      apart += pow(now - rosin_gesture_at(&b, t), 2) / 4000;
      rosin_gesture_at(&c, 40 - t); /* as it is asked for has no memory */
      assert_true(rosin_gesture_at(&c, t) == now);
      assert_true(rosin_gesture_turned(&c, 0, t) == now); /* goes on where others come round */
    }
    assert_true(sqrt(apart) > 0.1);
  }
}

static void so_many_come_a_second(void **state) {
  (void)state;
  rosin_gesture gusts = made(ROSIN_GESTURE_GUSTS, 3), strokes = made(ROSIN_GESTURE_STROKES, 3);
  gusts.rule.rate = 0.4;
  gusts.rule.calm = 0;
  strokes.rule.rate = 2.5;
  strokes.rule.back = 1;
  const course g = follow(&gusts), s = follow(&strokes);
  assert_true(g.rises > 0.45 * 0.4 * SECONDS && g.rises <= 0.4 * SECONDS); /* some run together */
  assert_true(fabs(s.rises - 2.5 * SECONDS) <= 2);
}

/* Onsets of an accelerando from 2 to 8 a second in 6 s: their rate is 2 * 4^(t/6), then 8. */
static void an_accelerando_is_one(void **state) {
  (void)state;
  rosin_gesture g = made(ROSIN_GESTURE_STROKES, 3);
  g.rule.rate = 2;
  g.rule.until = 8;
  g.rule.over = 6;
  g.rule.spread = 0;
  g.rule.back = 1;
  double onset[100];
  int onsets = 0, up = 0;
  for (int i = 0; i < 10000; i++) {
    const double now = rosin_gesture_at(&g, i / 1000.0);
    if (!up && now > 0.05 && onsets < 100)
      onset[onsets++] = i / 1000.0;
    up = now > 0.05 || (up && now > 0.02);
  }
  assert_true(onsets > 50);
  for (int i = 1; i < onsets; i++) {
    const double middle = 0.5 * (onset[i] + onset[i - 1]);
    const double rate = middle < 6 ? 2 * pow(4, middle / 6) : 8;
    assert_true(fabs((onset[i] - onset[i - 1]) * rate - 1) < 0.06);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bounds_are_kept_and_reached),
      cmocka_unit_test(seeds_differ_and_time_may_be_cut),
      cmocka_unit_test(so_many_come_a_second),
      cmocka_unit_test(an_accelerando_is_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
