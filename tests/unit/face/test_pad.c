/* SPDX-License-Identifier: BSD-3-Clause */
/* A hand on a pad: what a point of it means, what it presses, what is heard. The whole of it is
 * swept by tests/verify/pad.c. */
#include "player/bow/pad.h"
#include "share.h"
#include "tests/unit/pad.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_point_is_a_bow(void **state) {
  (void)state;
  const double reach = 0.3;
  assert_true(rosin_pad_at(1, 1, reach).speed == reach && rosin_pad_at(1, 1, reach).press == 1);
  assert_true(rosin_pad_at(-1, 1, reach).speed == -reach);
  assert_true(rosin_pad_at(0, 0.5, reach).speed == 0);
  for (double y = 0; y < 1; y += 0.125) /* higher is denser, and faster */
    assert_true(rosin_pad_at(0.5, y + 0.125, reach).speed > rosin_pad_at(0.5, y, reach).speed);
  const double odd[] = {NAN, INFINITY, -INFINITY, -1e300, 1e300, 7};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
      const rosin_pad_bow bow = rosin_pad_at(odd[i], odd[k], reach);
      assert_true(fabs(bow.speed) <= reach && bow.press >= 0 && bow.press <= 1);
    }
}

/* Corners of the pad, two fingers on each string of all four instruments: within the wedge and a
 * hand's force, below -3 dBFS; from bottom to top 9 dB. */
static void a_hand_plays(void **state) {
  (void)state;
  static const double hand[] = {6, 3, 4, 15};
  static const char *const scene[] = {"cello", "violin", "viola", "double-bass"};
  for (int n = 0; n < 4; n++) {
    rosin_error error;
    rosin_core *core = rosin_core_new(scene[n], &error);
    assert_non_null(core);
    assert_int_equal(rosin_core_prepare(core, PAD_RATE, &error), 0);
    for (int s = 0; s < rosin_core_strings(core); s += SHARE) {
      const int stop = s % 2 ? 7 : 0;
      const pad_heard low = pad_hold(core, s, stop, 1, 0), high = pad_hold(core, s, stop, 1, 1);
      assert_true(high.most > 0.1 && high.most <= hand[n] && low.most <= hand[n]);
      assert_true(low.under > 0 && low.under <= 1 && high.above <= 1);
      assert_true(high.peak <= 0.7079 && low.level > 1e-4);
      if (20 * log10(high.level / low.level) < 9)
        fail_msg("%s %d: %g dB", scene[n], s, 20 * log10(high.level / low.level));
    }
    rosin_core_free(core);
  }
}

/* Whoever moves the bow without a pad, and without assistance, has the same hand. */
static void nothing_presses_harder_than_a_hand(void **state) {
  (void)state;
  rosin_error error;
  rosin_core *core = rosin_core_new("cello", &error);
  assert_non_null(core);
  assert_int_equal(rosin_core_prepare(core, PAD_RATE, &error), 0);
  static float room[2][PAD_BLOCK];
  float *const out[2] = {room[0], room[1]};
  for (int help = 0; help < 3; help++)
    for (int s = 0; s < 4; s += SHARE) {
      rosin_core_set(core, 0, rosin_core_find(core, "assist"), help / 2.0);
      rosin_core_reset(core);
      pad_finger(core, s, 0);
      for (int i = 0; i < 120; i++) {
        rosin_core_bow(core, 1, i < 60 ? 2 : -2, 1);
        rosin_core_process(core, out, PAD_BLOCK);
        assert_true(pad_force(core, s) <= 6);
      }
    }
  rosin_core_free(core);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_point_is_a_bow),
      cmocka_unit_test(a_hand_plays),
      cmocka_unit_test(nothing_presses_harder_than_a_hand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
