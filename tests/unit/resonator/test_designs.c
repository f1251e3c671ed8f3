/* SPDX-License-Identifier: BSD-3-Clause */
/* Designs that strings of the same numbers share: the same samples from the first to the last,
 * whoever goes first, in threads too; nothing left behind. */
#include "waveguide/design.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "stepped.h"

enum { STRINGS = 12, SAMPLES = 3000, THREADS = 8, TIMES = 20 };

static rosin_string_spec numbers(double frequency) {
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.frequency = frequency;
  return s;
}

static rosin_body *make(double frequency, double rate) {
  const rosin_string_spec spec = numbers(frequency);
  rosin_error error;
  rosin_body *body = rosin_string_new(&spec, rate, &error);
  if (body && body->ops->bind(body, 1) == 0)
    body->ops->place(body, 0, 0.1);
  return body;
}

/* What a string answers to noise, as it is and under a finger: a mark of all samples. */
static uint64_t sound(rosin_body *body) {
  uint64_t mark = 0;
  unsigned seed = 7;
  for (int i = 0; i < SAMPLES; i++) {
    if (i == SAMPLES / 2)
      body->ops->set_control(body, 0, 300);
    const double v = step(body, i < SAMPLES / 3 ? noise(&seed) : 0);
    mark = rosin_shelf_mark(mark, &v, sizeof v);
  }
  return mark;
}

static void all_are_the_first(void **state) {
  (void)state;
  rosin_body *body[STRINGS];
  int users;
  for (int i = 0; i < STRINGS; i++) {
    body[i] = make(196, 48000);
    assert_non_null(body[i]);
    assert_int_equal(rosin_designs(&users), 1);
    assert_int_equal(users, i + 1);
  }
  const uint64_t first = sound(body[0]);
  for (int i = 1; i < STRINGS; i++)
    assert_true(sound(body[i]) == first);
  rosin_body *late = make(196, 48000); /* after others have sounded */
  assert_true(sound(late) == first);
  rosin_body_free(late);
  for (int i = 0; i < STRINGS; i++)
    rosin_body_free(body[i]);
  assert_int_equal(rosin_designs(&users), 0);
  assert_int_equal(users, 0);
  rosin_body *alone = make(196, 48000); /* designed anew */
  assert_true(sound(alone) == first);
  rosin_body_free(alone);
}

/* A design outlives the string that it was made of, with the curve that it was made of. */
static void the_first_may_go_first(void **state) {
  (void)state;
  const rosin_damping_point curve[] = {{100, 4}, {1000, 1}};
  rosin_string_spec spec = numbers(196);
  rosin_error error;
  int users;
  spec.damping = curve;
  spec.damping_points = 2;
  rosin_body *first = rosin_string_new(&spec, 48000, &error);
  rosin_body *second = rosin_string_new(&spec, 48000, &error);
  rosin_body_free(first);
  double *other = malloc(sizeof curve); /* where the first one's curve stood, perhaps */
  for (int i = 0; i < 4; i++)
    other[i] = 7;
  rosin_body *third = rosin_string_new(&spec, 48000, &error);
  assert_int_equal(rosin_designs(&users), 1);
  assert_int_equal(users, 2);
  free(other);
  rosin_body_free(second);
  rosin_body_free(third);
}

static void others_have_their_own(void **state) {
  (void)state;
  rosin_damping_point curve[] = {{100, 4}, {1000, 1}}, other[] = {{100, 4}, {1000, 1.5}};
  rosin_string_spec spec[5];
  rosin_body *body[6];
  rosin_error error;
  int users;
  for (int i = 0; i < 5; i++)
    spec[i] = numbers(196);
  spec[1].torsion_frequency = 0;
  spec[2].impedance *= 1 + 1e-15;
  spec[3].damping = curve;
  spec[4].damping = other;
  spec[3].damping_points = spec[4].damping_points = 2;
  for (int i = 0; i < 6; i++) /* the last: for another rate */
    body[i] = rosin_string_new(&spec[i % 5], i < 5 ? 48000 : 44100, &error);
  assert_int_equal(rosin_designs(&users), 6);
  assert_int_equal(users, 6);
  curve[1].t60 =
      1.1; /* who changes the numbers in place wants another; those that are there stay */
  rosin_body *changed = rosin_string_new(&spec[3], 48000, &error);
  assert_int_equal(rosin_designs(&users), 7);
  rosin_body_free(changed);
  const rosin_damping_point same[] = {{100, 4}, {1000, 1}}; /* as they were */
  spec[3].damping = same;
  rosin_body *alike = rosin_string_new(&spec[3], 48000, &error);
  assert_int_equal(rosin_designs(&users), 6);
  assert_int_equal(users, 7);
  rosin_body_free(alike);
  rosin_body *again = rosin_string_again(body[3]);
  assert_int_equal(rosin_designs(&users), 6);
  assert_int_equal(users, 7);
  rosin_body_free(again);
  for (int i = 0; i < 6; i++)
    rosin_body_free(body[i]);
  assert_int_equal(rosin_designs(&users), 0);
}

/* ---- several threads at once ------------------------------------------------------------ */

static void *make_many(void *context) {
  uint64_t *mark = context;
  for (int i = 0; i < TIMES; i++) {
    rosin_body *body[2] = {make(196, 22050), make(220 + i % 2, 22050)};
    const uint64_t now = body[0] ? sound(body[0]) : 0;
    *mark = i && now != *mark ? 0 : now;
    rosin_body_free(body[0]);
    rosin_body_free(body[1]);
  }
  return NULL;
}

static void threads_agree(void **state) {
  (void)state;
  pthread_t thread[THREADS];
  uint64_t mark[THREADS] = {0};
  int users;
  rosin_body *alone = make(196, 22050);
  const uint64_t wanted = sound(alone);
  rosin_body_free(alone);
  for (int i = 0; i < THREADS; i++)
    assert_int_equal(pthread_create(&thread[i], NULL, make_many, &mark[i]), 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  for (int i = 0; i < THREADS; i++)
    assert_true(mark[i] == wanted);
  assert_int_equal(rosin_designs(&users), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_are_the_first),
      cmocka_unit_test(the_first_may_go_first),
      cmocka_unit_test(others_have_their_own),
      cmocka_unit_test(threads_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
