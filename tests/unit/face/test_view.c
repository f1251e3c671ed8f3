/* SPDX-License-Identifier: BSD-3-Clause */
/* What a window is told of what sounds. */
#include "core/view.h"
#include "plugin/keys.h"
#include "plugin/list.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 48000, CALL = 480 };

static rosin_core *core;
static float side[2][CALL];

static void open_core(const char *scene) {
  rosin_error error;
  core = rosin_plugin_open(scene, &error);
  assert_non_null(core);
  rosin_core_set_take(core, 1);
  assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
}

static void note(double key, double velocity) {
  rosin_core_play(
      core, 0,
      &(rosin_player_event_t){.kind = velocity > 0 ? ROSIN_PLAYER_NOTE_ON : ROSIN_PLAYER_NOTE_OFF,
                              .key = key,
                              .value = velocity});
}

/* Of a call its largest sample. */
static double run(void) {
  float *out[] = {side[0], side[1]};
  double most = 0;
  rosin_core_process(core, out, CALL);
  for (int i = 0; i < CALL; i++)
    most = fmax(most, fmax(fabs((double)side[0][i]), fabs((double)side[1][i])));
  return most;
}

static void look(rosin_view *s, double seconds) {
  for (int i = 0; i < seconds * RATE / CALL; i++) {
    rosin_core_view(core, s);
    run();
  }
  assert_int_equal(rosin_core_view(core, s), 0);
}

static void strings_are_seen_from_low_to_high(void **state) {
  (void)state;
  static const double open[] = {65.406, 97.999, 146.832, 220};
  rosin_view s;
  open_core("cello");
  assert_int_equal(rosin_core_view(core, &s), -1);
  note(53, 0.7); /* F3, on the D string */
  look(&s, 0.8);
  assert_true(s.contacts == 4 && s.pressed == 2);
  for (int i = 0; i < 4; i++) {
    assert_true(fabs((double)s.contact[i].open / open[i] - 1) < 1e-2); /* as tuned to sound */
    assert_int_equal(s.contact[i].force > 0, i == 2);
  }
  const rosin_view_contact *k = &s.contact[2];
  assert_true(fabs(1200 * log2((double)k->pitch / 174.614)) < 40); /* it may vibrate */
  assert_true(k->place > 0.05F && k->place < 0.2F);
  assert_int_equal((int)k->regime, ROSIN_HELMHOLTZ);
  float most = 0;
  for (int i = 0; i < ROSIN_CORE_SHAPE; i++)
    most = fmaxf(most, fabsf(k->shape[i]));
  assert_true(fabsf(most - 1) < 1e-5F && k->swing > 0);
  rosin_core_free(core);
}

/* The loop of a bow: two slips of a period each, and in between it sticks. */
static void loops_are_two_slips(void **state) {
  (void)state;
  static const double keys[] = {38, 45, 57, 69};
  rosin_view s;
  for (size_t n = 0; n < sizeof keys / sizeof *keys; n++) {
    open_core("cello");
    assert_int_equal(rosin_core_view(core, &s), -1);
    note(keys[n], 0.7);
    look(&s, 1);
    assert_int_equal((int)s.moments, ROSIN_VIEW_LOOP);
    float fastest = 0, most = 0;
    int sticks = 0, slips = 0;
    for (int i = 0; i < ROSIN_VIEW_LOOP; i++) {
      fastest = fmaxf(fastest, fabsf(s.slid[i]));
      most = fmaxf(most, fabsf(s.rubbed[i]));
    }
    for (int i = 0; i < ROSIN_VIEW_LOOP; i++) {
      const int slides = fabsf(s.slid[i]) > 0.4F * fastest;
      sticks += fabsf(s.slid[i]) < 0.1F * fastest;
      slips += slides && i && fabsf(s.slid[i - 1]) <= 0.4F * fastest;
    }
    assert_true(fastest > fabsf(s.contact[(int)s.pressed].velocity) && most > 0.05F);
    assert_true(slips >= 1 && slips <= 3 && sticks > ROSIN_VIEW_LOOP / 2);
    note(keys[n], 0);
    look(&s, 2);
    assert_int_equal((int)s.moments, 0); /* nothing is rubbed */
    rosin_core_free(core);
  }
}

/* Where it sings: between two forces that grow with speed, and the bow's is between them. */
static void forces_that_play_are_told(void **state) {
  (void)state;
  rosin_view s;
  open_core("violin");
  note(74, 0.7);
  look(&s, 1);
  for (int i = 0; i < ROSIN_VIEW_SPEEDS; i++) {
    assert_true(s.low[i] > 0 && s.low[i] < s.high[i]);
    assert_true(!i || (s.low[i] > s.low[i - 1] && s.high[i] > s.high[i - 1]));
  }
  assert_true(s.reach > 0.05F && s.reach < 1);
  const rosin_view_contact *k = &s.contact[(int)s.pressed];
  const double at = fabs((double)k->velocity) / (double)s.reach * ROSIN_VIEW_SPEEDS - 1;
  const int i = (int)fmin(fmax(floor(at), 0), ROSIN_VIEW_SPEEDS - 2);
  assert_true(k->force > 0.7F * s.low[i] && k->force < 1.4F * s.high[i + 1]);
  const float high = s.high[4];
  rosin_core_put(core, rosin_core_find(core, "position"), 2); /* farther from the bridge: less */
  note(74, 0);
  note(76, 0.7);
  look(&s, 0.5);
  assert_true(s.high[4] < 0.8F * high);
  rosin_core_free(core);
}

static void loudness_is_measured(void **state) {
  (void)state;
  rosin_view s;
  open_core("wine-glass");
  rosin_core_put(core, rosin_core_find(core, "level"), 12);
  rosin_core_put(core, rosin_core_find(core, "continuous"), 1);
  rosin_core_put(core, rosin_core_find(core, "trigger"), 1);
  look(&s, 1.5);
  double most = 0;
  float peak = 0, limited = 0;
  for (int i = 0; i < 100; i++) {
    most = fmax(most, run());
    assert_int_equal(rosin_core_view(core, &s), 0);
    peak = fmaxf(peak, s.peak);
    limited = fmaxf(limited, s.limited);
  }
  assert_true(most > 0.7 && fabs((double)peak - most) < 0.03 * most);
  assert_true(limited > 1.05F * peak); /* the limiter works */
  assert_true(s.at > 1 && s.at < 10);
  rosin_core_put(core, rosin_core_find(core, "limiter"), 0);
  look(&s, 0.3);
  assert_true(fabsf(s.limited - s.peak) < 1e-6F);
  rosin_core_free(core);
}

static void gestures_are_curves(void **state) {
  (void)state;
  const char *name;
  double height[64];
  for (int n = 0; (name = rosin_plugin_at(n)); n++) {
    rosin_error error;
    core = rosin_plugin_open(name, &error);
    if (rosin_core_is_instrument(core)) {
      const int key = rosin_core_lowest_key(core);
      assert_int_equal(key, strcmp(name, "violin") == 0        ? 55
                            : strcmp(name, "viola") == 0       ? 48
                            : strcmp(name, "double-bass") == 0 ? 28
                                                               : 36);
    } else if (rosin_core_curve(core, 64, height) == 0) {
      double most = 0;
      for (int i = 0; i < 64; i++)
        most = fmax(most, fabs(height[i]));
      assert_true(fabs(most - 1) < 1e-12);
      assert_int_equal(rosin_core_lowest_key(core), -1);
    }
    rosin_core_free(core);
  }
}

/* Who looks hears nothing else. */
static void looking_changes_no_sample(void **state) {
  (void)state;
  static float heard[60][CALL];
  for (int looks = 0; looks < 2; looks++) {
    rosin_view s;
    open_core("cello");
    note(50, 0.7);
    for (int i = 0; i < 60; i++) {
      if (looks)
        rosin_core_view(core, &s);
      run();
      if (!looks)
        memcpy(heard[i], side[0], sizeof side[0]);
      else
        assert_memory_equal(heard[i], side[0], sizeof side[0]);
    }
    rosin_core_free(core);
  }
}

/* A window's keyboard: in order, and what finds no room is nothing. */
static void keys_come_in_order(void **state) {
  (void)state;
  rosin_view s;
  rosin_keys keys = {0};
  open_core("cello");
  rosin_keys_put(&keys, 57, 0.7);
  rosin_keys_play(&keys, core);
  look(&s, 0.5);
  assert_true(s.contact[(int)s.pressed].force > 0 &&
              fabs((double)s.contact[(int)s.pressed].pitch - 220) < 8);
  rosin_keys_put(&keys, 57, 0);
  rosin_keys_play(&keys, core);
  look(&s, 1.5);
  assert_true(s.contact[(int)s.pressed].force == 0);
  for (int i = 0; i < 3 * ROSIN_KEYS; i++)
    rosin_keys_put(&keys, 57, 0);
  assert_int_equal(keys.put - keys.taken, ROSIN_KEYS);
  rosin_keys_play(&keys, core);
  assert_int_equal(keys.put, keys.taken);
  rosin_core_free(core);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strings_are_seen_from_low_to_high),
      cmocka_unit_test(loops_are_two_slips),
      cmocka_unit_test(forces_that_play_are_told),
      cmocka_unit_test(loudness_is_measured),
      cmocka_unit_test(gestures_are_curves),
      cmocka_unit_test(looking_changes_no_sample),
      cmocka_unit_test(keys_come_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
