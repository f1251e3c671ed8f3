/* SPDX-License-Identifier: BSD-3-Clause */
/* A macro that builds bodies is moved while an effect sounds: the new body goes on in the gesture
 * of the old one, live as offline, whatever began it. What plays is asked by name, so that what is
 * new is tested too. */
#include "plugin/list.h"
#include "share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, FRAMES = 441 };

static float left[FRAMES], right[FRAMES];
static float *const out[] = {left, right};

/* dB of full scale, of so many seconds. */
static double run(rosin_core *c, double seconds) {
  double sum = 1e-30;
  long frames = 0;
  for (; frames < lround(seconds * RATE); frames += FRAMES) {
    memset(right, 0, sizeof right);
    rosin_core_process(c, out, FRAMES);
    for (int i = 0; i < FRAMES; i++)
      sum += (double)left[i] * (double)left[i] + (double)right[i] * (double)right[i];
  }
  return frames ? 10 * log10(sum / (double)frames) : 0;
}

static void set(rosin_core *c, const char *name, double value) {
  rosin_core_set(c, 0, rosin_core_find(c, name), value);
}

static void note(rosin_core *c, int frame, int on) {
  const unsigned char message[] = {on ? 0x90 : 0x80, 60, 80};
  rosin_core_midi(c, frame, message, 3);
}

typedef enum { TRIGGER, NOTE, NOTE_OFFLINE, WAYS } way;
static const char *const name_of[] = {"trigger", "a note", "a note"};

static void begin(rosin_core *c, way w) {
  if (w == TRIGGER)
    set(c, "trigger", 1);
  else
    note(c, 0, 1);
}

/* The effect of that number, or NULL behind the last. */
static rosin_core *effect(int number) {
  rosin_error error = {""};
  const char *name = rosin_plugin_at(number);
  rosin_core *c = name ? rosin_plugin_open(name, &error) : NULL;
  if (name && !c)
    fail_msg("%s: %s", name, error.text);
  if (c) {
    rosin_core_set_take(c, 1);                            /* a new instance has a take of its own */
    rosin_core_put(c, rosin_core_find(c, "key_hold"), 0); /* a note is as the trigger is */
  }
  return c;
}

static void prepare(rosin_core *c) {
  rosin_error error;
  if (rosin_core_prepare(c, RATE, &error))
    fail_msg("%s: %s", rosin_core_scene(c), error.text);
}

static void renew(rosin_core *c) {
  rosin_error error;
  if (!rosin_core_stale(c))
    return;
  rosin_engine *engine = rosin_core_build(c, &error);
  assert_non_null(engine);
  rosin_core_swap(c, engine);
}

static void settle(rosin_core *c) {
  rosin_engine_free(rosin_core_retired(c));
}

/* Half the way to the farther end of its range. */
static double other(const rosin_core *c, int builder) {
  const rosin_parameter *row = rosin_core_parameter(c, builder);
  const double now = rosin_core_get(c, builder);
  return 0.5 * (now + (row->high - now > now - row->low ? row->high : row->low));
}

static const double LISTEN = 0.3; /* s */

/* At rest, with that value. */
static void start(rosin_core *c, int builder, double value) {
  rosin_core_set_offline(c, 0);
  set(c, "trigger", 0);
  rosin_core_put(c, builder, value);
  prepare(c);
}

/* What builds bodies is moved now; `wait` s later the one before is gone. */
static void move(rosin_core *c, int builder, double value, int offline, double wait) {
  rosin_core_set(c, 0, builder, value);
  if (!offline)
    renew(c);
  run(c, wait);
  settle(c);
}

static void goes_on(rosin_core *c, int builder) {
  const double before = rosin_core_get(c, builder), value = other(c, builder);
  const double when = fmin(rosin_core_fullest(c), 0.5 * rosin_core_duration(c));
  /* some take their time to begin, a glass and a bowl a second */
  const double later = fmin(fmax(0.4 * (rosin_core_duration(c) - when), 0.05), 1.5);
  start(c, builder, value);
  begin(c, NOTE);
  run(c, when + later);
  const double wanted = run(c, LISTEN);
  for (way w = 0; w < WAYS; w++) {
    const int offline = w == NOTE_OFFLINE;
    start(c, builder, before);
    rosin_core_set_offline(c, offline);
    begin(c, w);
    run(c, when);
    move(c, builder, value, offline, later);
    const double got = run(c, LISTEN);
    if (!(fabs(got - wanted) < 6))
      fail_msg("%s, %s, %s: %.1f dB of full scale after the swap, where it has %.1f",
               rosin_core_scene(c), name_of[w], offline ? "offline" : "live", got, wanted);
  }
  rosin_core_put(c, builder, before);
}

static void every_effect_goes_on(void **state) {
  (void)state;
  rosin_core *c;
  int builders = 0;
  for (int i = 0; (c = effect(i)); i += SHARE, rosin_core_free(c))
    for (int k = 0; k < rosin_core_parameters(c); k++)
      if (!rosin_core_is_instrument(c) && !rosin_core_parameter_live(c, k) &&
          k != rosin_core_find(c, "input")) { /* of that test_hearing.c */
        goes_on(c, k);
        builders++;
      }
  assert_true(builders >= 10 || (SHARE > 1 && builders));
}

/* A size at the begin of a call and a note at its next frame, live and offline. */
static void a_note_behind_a_size_sounds(void **state) {
  (void)state;
  static const char *const names[] = {"wine-glass", "brake-squeal", "singing-bowl", "chalk"};
  rosin_error error = {""};
  for (int i = 0; i < 8; i += SHARE) {
    rosin_core *c = rosin_plugin_open(names[i / 2], &error);
    assert_non_null(c);
    int builder = 0;
    while (rosin_core_parameter_live(c, builder))
      builder++;
    const double before = rosin_core_get(c, builder), value = other(c, builder);
    start(c, builder, value);
    note(c, 1, 1);
    run(c, 1.5);
    const double wanted = run(c, LISTEN);
    start(c, builder, before);
    rosin_core_set_offline(c, i % 2);
    rosin_core_set(c, 0, builder, value);
    note(c, 1, 1);
    run(c, 0.01);
    if (i % 2 == 0)
      renew(c);
    run(c, 1.49);
    settle(c);
    const double got = run(c, LISTEN);
    if (!(fabs(got - wanted) < 6))
      fail_msg("%s, %s: %.1f dB of full scale, where it has %.1f", names[i / 2],
               i % 2 ? "offline" : "live", got, wanted);
    rosin_core_free(c);
  }
}

/* The largest bend of the output in the coming ms, and its level. */
static double bend(rosin_core *c, double seconds, double *level) {
  double most = 0, sum = 1e-30, before[2][2] = {{0, 0}, {0, 0}};
  const long frames = lround(seconds * RATE) / FRAMES * FRAMES;
  for (long at = 0; at < frames; at += FRAMES) {
    rosin_core_process(c, out, FRAMES);
    for (int k = 0; k < 2; k++)
      for (int i = 0; i < FRAMES; i++) {
        const double x = (double)out[k][i];
        if (at + i > 1)
          most = fmax(most, fabs(x - 2 * before[k][0] + before[k][1]));
        before[k][1] = before[k][0];
        before[k][0] = x;
        sum += x * x;
      }
  }
  *level = 10 * log10(sum / (double)frames);
  return most;
}

/* What rings while it is built anew rings on, without a click, also where accelerations are heard,
 * the sound is oversampled and the same body is made again. */
static void what_rings_rings_on(void **state) {
  (void)state;
  static const char *const of[][2] = {{"wine-glass", "size"}, {"cymbal", "thickness"}};
  rosin_error error = {""};
  for (int i = 0; i < 4; i++) {
    rosin_core *c = rosin_plugin_open(of[i / 2][0], &error);
    assert_non_null(c);
    rosin_core_set_take(c, 1);
    rosin_core_put(c, rosin_core_find(c, "key_hold"), 0);
    const int builder = rosin_core_find(c, of[i / 2][1]);
    const double value = rosin_core_get(c, builder);
    double before, fading, after;
    prepare(c);
    note(c, 0, 1);
    run(c, 1);
    note(c, 0, 0);
    run(c, 0.2);
    const double smooth = bend(c, 0.1, &before);
    rosin_core_put(c, builder, i % 2 ? other(c, builder) : value);
    rosin_core_swap(c, rosin_core_build(c, &error));
    const double click = bend(c, 0.03, &fading);
    bend(c, 0.1, &after);
    settle(c);
    if (!(fabs(fading - before) < 6 && fabs(after - before) < 6))
      fail_msg("%s: %.1f dB, then %.1f and %.1f", of[i / 2][0], before, fading, after);
    if (!(click < 6 * smooth))
      fail_msg("%s: bends by %g as it is made anew, and by %g before", of[i / 2][0], click, smooth);
    rosin_core_free(c);
  }
}

/* Time in the gesture goes on, and stands where it stands; what hands hold, they hold. */
static void time_and_hands_stay(void **state) {
  (void)state;
  rosin_error error = {""};
  rosin_core *c = rosin_plugin_open("wine-glass", &error);
  const int size = rosin_core_find(c, "size");
  start(c, size, 35);
  move(c, size, 40, 0, 0.1);
  assert_true(rosin_core_at(c) < 0); /* nobody has played it */
  begin(c, TRIGGER);
  run(c, 0.5);
  const double at = rosin_core_at(c);
  rosin_core_put(c, size, 45);
  renew(c);
  assert_true(fabs(rosin_core_at(c) - at) < 1e-9);
  run(c, 0.5);
  settle(c);
  assert_true(fabs(rosin_core_at(c) - at - 0.5) < 1e-9);
  rosin_core_stay(c, 0, 0);
  run(c, 0.2);
  const double stands = rosin_core_at(c);
  move(c, size, 30, 0, 1.5);
  assert_true(fabs(rosin_core_at(c) - stands) < 0.002); /* a cell of the grid */
  assert_true(run(c, LISTEN) > -40);
  assert_int_equal(rosin_core_control(c, 0, "finger.force", 0.4, &error), 0);
  run(c, 0.1);
  move(c, size, 40, 0, 0);
  const int force = rosin_targets_find(rosin_core_targets(c), "finger.force");
  assert_true(rosin_core_target_value(c, force) == 0.4);
  rosin_core_stay(c, 0, (double)INFINITY);
  assert_int_equal(rosin_core_control(c, 0, "finger.force", 0, &error), 0);
  run(c, 0.1);
  move(c, size, 45, 0, 0.1);
  const double rings = run(c, LISTEN); /* and nobody rubs it any more */
  run(c, 1.7);
  assert_true(run(c, LISTEN) < rings - 8);
  rosin_core_free(c);
}

/* What has ended stays so, and its trigger begins it again. */
static void what_has_ended_stays_ended(void **state) {
  (void)state;
  rosin_error error = {""};
  rosin_core *c = rosin_plugin_open("brake-squeal", &error);
  rosin_core_put(c, rosin_core_find(c, "key_hold"), 0);
  int builder = 0;
  while (rosin_core_parameter_live(c, builder))
    builder++;
  const double value = other(c, builder);
  start(c, builder, rosin_core_get(c, builder));
  begin(c, NOTE);
  assert_true(run(c, 0.5) > -30);
  note(c, 0, 0);
  run(c, 0.3);
  move(c, builder, value, 0, 1.5); /* until it has rung out */
  assert_true(run(c, LISTEN) < -100);
  begin(c, NOTE);
  assert_true(run(c, 0.5) > -30);
  rosin_core_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_effect_goes_on),        cmocka_unit_test(what_rings_rings_on),
      cmocka_unit_test(a_note_behind_a_size_sounds), cmocka_unit_test(time_and_hands_stay),
      cmocka_unit_test(what_has_ended_stays_ended),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
