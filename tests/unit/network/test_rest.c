/* SPDX-License-Identifier: BSD-3-Clause */
/* What rests unheard sleeps, stays as it is, and goes on in the sample in which it is driven. */
#include "network/rest.h"
#include "scene/scene.h"
#include "scene_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, BLOCK = 256 };

/* A bar under a bow that rubs for a tenth of a second, from `at` on too. */
static rosin_scene *bar(int wakeful) {
  static const char text[] =
      "duration = 30.0; channels = 1;\n"
      "modals = { bar = { modes = ( { frequency = 440.0; q = 600.0; mass = 0.1; },\n"
      "  { frequency = 1203.0; q = 400.0; mass = 0.1; } ); }; };\n"
      "contacts = { bow = { a = \"-\"; b = \"bar\"; velocity = 0.0; force = 0.0;\n"
      "  law = { type = \"elastoplastic\"; }; }; };\n"
      "outputs = ( { signal = \"bar.velocity@0.5\"; gain = 100.0; } );\n";
  char *errors = NULL;
  rosin_scene *s = scene_read(text, 0, NULL, &errors);
  if (!s)
    fail_msg("%s", errors);
  free(errors);
  assert_int_equal(rosin_scene_prepare(s, RATE, BLOCK, NULL), 0);
  rosin_network_let_rest(rosin_scene_network(s), !wakeful);
  return s;
}

static void rub(rosin_scene *s, double force, double velocity) {
  assert_int_equal(rosin_scene_control(s, "bow.force", force, NULL), 0);
  assert_int_equal(rosin_scene_control(s, "bow.velocity", velocity, NULL), 0);
}

/* So many frames, in calls of `block`; the largest difference from `other`, which is played as
 * well. */
static double run(rosin_scene *s, rosin_scene *other, int frames, int block, double *peak) {
  float a[BLOCK], b[BLOCK];
  double most = 0;
  *peak = 0;
  for (int at = 0; at < frames; at += block) {
    const int now = frames - at < block ? frames - at : block;
    rosin_scene_process(s, now, a);
    rosin_scene_process(other, now, b);
    for (int i = 0; i < now; i++) {
      most = fmax(most, fabs((double)a[i] - (double)b[i]));
      *peak = fmax(*peak, fabs((double)b[i]));
    }
  }
  return most;
}

static void test_sleeps_and_wakes(void **state) {
  (void)state;
  rosin_scene *s = bar(0), *awake = bar(1);
  double peak;
  for (int turn = 0; turn < 3; turn++) {
    rub(s, 1, 0.2);
    rub(awake, 1, 0.2);
    const double sounding = run(s, awake, RATE / 5, BLOCK, &peak);
    assert_true(peak > 1e-3);
    assert_false(rosin_network_sleeps(rosin_scene_network(s)));
    if (!turn) /* while it has not slept, not a bit is other */
      assert_true(sounding == 0);
    assert_true(sounding < 1e-3 * peak);
    rub(s, 0, 0);
    rub(awake, 0, 0);
    assert_true(run(s, awake, 8 * RATE, BLOCK, &peak) < 2e-5); /* -100 dB of full scale, twice */
    assert_true(rosin_network_sleeps(rosin_scene_network(s)));
    assert_false(rosin_network_sleeps(rosin_scene_network(awake)));
    float now[64];
    for (int k = 0; k < RATE / 64; k++) /* what filters remember goes, too */
      rosin_scene_process(s, 64, now);
    for (int i = 0; i < 64; i++)
      assert_true(now[i] == 0);
  }
  rosin_scene_free(s);
  rosin_scene_free(awake);
}

static void test_what_presses_and_waits_wakes(void **state) {
  (void)state;
  rosin_scene *s = bar(0), *awake = bar(1);
  double peak;
  rub(s, 1, 0); /* a bow that lies there */
  rub(awake, 1, 0);
  run(s, awake, 2 * RATE, BLOCK, &peak);
  assert_true(rosin_network_sleeps(rosin_scene_network(s)));
  rub(s, 1, 0.2);
  rub(awake, 1, 0.2);
  assert_true(run(s, awake, RATE / 2, 64, &peak) < 1e-4);
  assert_true(peak > 1e-3);
  run(s, awake, 2 * RATE, BLOCK, &peak); /* driven, it does not sleep */
  assert_false(rosin_network_sleeps(rosin_scene_network(s)));
  rosin_scene_free(s);
  rosin_scene_free(awake);
}

/* Whatever of a bow that lies there is on its way wakes, and keeps awake as long as it moves. */
static void test_what_moves_is_awake(void **state) {
  (void)state;
  enum { SOME = 64 };
  static const char *const controls[] = {"bow.force",    "bow.velocity", "bow.rolling",
                                         "bow.sideways", "bow.position", "bow.road"};
  double feed[SOME];
  float out[BLOCK];
  for (int k = 0; k < 6; k++) {
    rosin_scene *s = bar(0);
    rosin_network *n = rosin_scene_network(s);
    const int control = rosin_network_control(n, controls[k]);
    assert_true(control >= 0);
    rub(s, 1, 0);
    for (int i = 0; i < RATE; i += BLOCK)
      rosin_scene_process(s, BLOCK, out);
    assert_true(rosin_network_sleeps(n));
    const double from = rosin_network_held(n, control);
    for (int i = 0; i < SOME; i++)
      feed[i] = from + 0.1 * (i + 1) / SOME;
    rosin_network_feed(n, control, feed);
    assert_int_equal(rosin_network_process(n, SOME), 0);
    if (rosin_network_sleeps(n))
      fail_msg("%s moves, and it sleeps", controls[k]);
    rosin_scene_free(s);
  }
}

static void test_blocks_and_rewinds(void **state) {
  (void)state;
  rosin_scene *a = bar(0), *b = bar(0);
  static float one[12 * RATE], two[12 * RATE];
  for (int turn = 0; turn < 2; turn++) {
    rosin_scene *s = turn ? b : a;
    float *to = turn ? two : one;
    for (int at = 0; at < 12 * RATE;) {
      const int edge = at < RATE / 4     ? RATE / 4
                       : at < 6 * RATE   ? 6 * RATE
                       : at < 6.5 * RATE ? (int)(6.5 * RATE)
                                         : 12 * RATE;
      const int most = turn ? 64 : BLOCK, now = edge - at < most ? edge - at : most;
      if (at == 0 || at == 6 * RATE)
        rub(s, 1, 0.2);
      if (at == RATE / 4 || at == (int)(6.5 * RATE))
        rub(s, 0, 0);
      rosin_scene_process(s, now, to + at);
      at += now;
    }
  }
  assert_memory_equal(one, two, sizeof one);
  double peak;
  rosin_scene *fresh = bar(0);
  rosin_scene_rewind(a);
  rub(a, 1, 0.2);
  rub(fresh, 1, 0.2);
  assert_true(run(a, fresh, RATE, BLOCK, &peak) == 0);
  rosin_scene_free(a);
  rosin_scene_free(b);
  rosin_scene_free(fresh);
}

/* ---- bare networks, on what rosin.h has alone ------------------------------------------------ */

enum { BARS = 4 };

typedef struct {
  rosin_network *network;
  rosin_body *body[BARS];
  int force[BARS], signal[BARS];
} bars;

static bars bars_new(void) {
  static const rosin_mode mode[] = {{.frequency = 440, .q = 600, .mass = 0.1},
                                    {.frequency = 1203, .q = 400, .mass = 0.1}};
  const rosin_modal_spec spec = {.modes = 2, .mode = mode, .points = 1};
  bars b = {.network = rosin_network_new(RATE, BLOCK, NULL)};
  char name[16], push[16], signal[32], control[32];
  for (int i = 0; i < BARS; i++) {
    snprintf(name, sizeof name, "bar%d", i);
    snprintf(push, sizeof push, "hand%d", i);
    snprintf(signal, sizeof signal, "bar%d.velocity@0", i);
    snprintf(control, sizeof control, "hand%d.force", i);
    b.body[i] = rosin_modal_new(&spec, RATE, NULL);
    assert_int_equal(rosin_network_body(b.network, name, b.body[i], NULL), 0);
    assert_int_equal(rosin_network_push(b.network, push, name, 0, NULL), 0);
    b.signal[i] = rosin_network_signal(b.network, signal, NULL);
  }
  assert_int_equal(rosin_network_prepare(b.network, NULL), 0);
  for (int i = 0; i < BARS; i++) {
    snprintf(control, sizeof control, "hand%d.force", i);
    b.force[i] = rosin_network_control(b.network, control);
    assert_true(b.force[i] >= 0 && b.signal[i] >= 0);
  }
  return b;
}

static void bars_free(bars *b) {
  rosin_network_free(b->network);
  for (int i = 0; i < BARS; i++)
    rosin_body_free(b->body[i]);
}

/* A push of one block on the first `pushed`, then rest; the largest difference between both. */
static double strike(bars *a, bars *b, int pushed, double seconds) {
  double most = 0;
  for (int at = 0; at < seconds * RATE; at += BLOCK) {
    for (int i = 0; i < pushed; i++) {
      rosin_network_hold(a->network, a->force[i], at ? 0 : 1);
      rosin_network_hold(b->network, b->force[i], at ? 0 : 1);
    }
    assert_int_equal(rosin_network_process(a->network, BLOCK), 0);
    assert_int_equal(rosin_network_process(b->network, BLOCK), 0);
    for (int i = 0; i < BARS; i++)
      for (int k = 0; k < BLOCK; k++)
        most = fmax(most, fabs(rosin_network_read(a->network, a->signal[i])[k] -
                               rosin_network_read(b->network, b->signal[i])[k]));
  }
  return most;
}

static void test_bare_networks_sleep_if_they_are_told(void **state) {
  (void)state;
  const double level = 1e-6; /* m/s; a push gives 1e-2 */
  bars a = bars_new(), b = bars_new();
  assert_true(strike(&a, &b, BARS, 12) == 0);
  assert_int_equal(rosin_network_asleep(a.network), 0); /* off at first */
  for (int i = 0; i < BARS; i++) {
    rosin_network_set_silence(a.network, a.signal[i], level);
    rosin_network_set_silence(a.network, a.signal[i], -1);
    rosin_network_set_silence(a.network, a.signal[i], (double)NAN);
  }
  rosin_network_set_silence(a.network, -1, level);
  rosin_network_set_silence(a.network, BARS, level);
  assert_true(strike(&a, &b, BARS, 12) <= 2 * level);
  assert_int_equal(rosin_network_asleep(a.network), BARS);
  assert_int_equal(rosin_network_asleep(b.network), 0);
  assert_true(strike(&a, &b, 1, 0.1) <= 2 * level); /* one wakes, and no other */
  assert_int_equal(rosin_network_asleep(a.network), BARS - 1);
  strike(&a, &b, 0, 12);
  assert_int_equal(rosin_network_asleep(a.network), BARS);
  rosin_network_set_silence(a.network, a.signal[0], (double)INFINITY); /* off again */
  strike(&a, &b, 0, 12);
  assert_int_equal(rosin_network_asleep(a.network), BARS - 1);
  assert_int_equal(rosin_network_asleep(NULL), 0);
  bars_free(&a);
  bars_free(&b);
}

/* Who wakes within a call was at rest before, in that call too, whatever stood there. */
static void test_it_rests_until_it_wakes(void **state) {
  (void)state;
  enum { SHORT = 8, WAKES = 150 };
  double feed[BLOCK] = {0};
  bars b = bars_new();
  for (int i = WAKES; i < BLOCK; i++)
    feed[i] = 1;
  for (int others = 0; others < 2; others++) {
    for (int i = 0; i < BARS; i++)
      rosin_network_set_silence(b.network, b.signal[i], others && i ? INFINITY : 1e-3);
    for (int i = 0; i < BARS; i++)
      rosin_network_hold(b.network, b.force[i], 1);
    for (int k = 0; k < 2; k++) /* it sounds, in all of a call */
      assert_int_equal(rosin_network_process(b.network, BLOCK), 0);
    for (int i = 0; i < BARS; i++)
      rosin_network_hold(b.network, b.force[i], 0);
    for (int k = 0; k < 20 * RATE / SHORT && rosin_network_asleep(b.network) < (others ? 1 : BARS);
         k++)
      assert_int_equal(rosin_network_process(b.network, SHORT), 0);
    assert_int_equal(rosin_network_asleep(b.network), others ? 1 : BARS);
    rosin_network_feed(b.network, b.force[0], feed);
    assert_int_equal(rosin_network_process(b.network, BLOCK), 0);
    const double *x = rosin_network_read(b.network, b.signal[0]);
    for (int i = 0; i < WAKES; i++)
      assert_true(x[i] == 0);
    assert_true(fabs(x[BLOCK - 1]) > 1e-6);
    rosin_network_reset(b.network);
  }
  bars_free(&b);
}

/* A pendulum, which its pickup hears for minutes. */
static void test_what_nobody_hears_sleeps_as_it_swings(void **state) {
  (void)state;
  static const int sizes[] = {BLOCK, 1, 64, 17, BLOCK};
  const rosin_mode mode = {.frequency = 0.3, .q = 1000, .mass = 1};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  rosin_network *n = rosin_network_new(RATE, BLOCK, NULL);
  rosin_body *body = rosin_modal_new(&spec, RATE, NULL);
  assert_int_equal(rosin_network_body(n, "bob", body, NULL), 0);
  assert_int_equal(rosin_network_push(n, "hand", "bob", 0, NULL), 0);
  const int signal = rosin_network_signal(n, "bob.velocity@0", NULL);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  rosin_network_set_silence(n, signal, 1e-9);
  rosin_network_hold(n, rosin_network_control(n, "hand.force"), 1);
  rosin_network_process(n, BLOCK);
  rosin_network_hold(n, rosin_network_control(n, "hand.force"), 0);
  for (int at = 0; at < 22 * RATE; at += BLOCK)
    rosin_network_process(n, BLOCK);
  assert_int_equal(rosin_network_asleep(n), 0);
  rosin_network_set_heard(n, 0);
  for (int at = 0; at < 19 * RATE; at += BLOCK)
    rosin_network_process(n, BLOCK);
  assert_int_equal(rosin_network_asleep(n), 0);
  for (int at = 0; at < 2 * RATE; at += BLOCK)
    rosin_network_process(n, BLOCK);
  assert_int_equal(rosin_network_asleep(n), 1);
  const double *v = rosin_network_read(n, signal), rests = v[BLOCK - 1];
  assert_true(rests != 0);
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) { /* all that is asked for stays */
    assert_int_equal(rosin_network_process(n, sizes[k]), 0);
    for (int i = 0; i < sizes[k]; i++)
      assert_true(v[i] == rests);
  }
  rosin_network_set_heard(n, 1);
  assert_int_equal(rosin_network_asleep(n), 0);
  rosin_network_process(n, BLOCK); /* on from where it was, at 0.3 Hz */
  assert_true(v[0] != rests && fabs(v[0] - rests) < 1e-4 && fabs(v[0]) < 1);
  rosin_network_free(n);
  rosin_body_free(body);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_nobody_hears_sleeps_as_it_swings),
                                     cmocka_unit_test(test_sleeps_and_wakes),
                                     cmocka_unit_test(test_what_presses_and_waits_wakes),
                                     cmocka_unit_test(test_what_moves_is_awake),
                                     cmocka_unit_test(test_blocks_and_rewinds),
                                     cmocka_unit_test(test_it_rests_until_it_wakes),
                                     cmocka_unit_test(test_bare_networks_sleep_if_they_are_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
