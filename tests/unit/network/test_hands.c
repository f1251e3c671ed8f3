/* SPDX-License-Identifier: BSD-3-Clause */
/* A hand that rests is a body that nothing moves: what it does to what it touches is what a wall of
 * a million tons does, at however many places of one body. */
#include "rosin.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { BLOCK = 64, BLOCKS = 40, MOST = 5, LENGTH = BLOCK * BLOCKS };

static const double rate = 44100;

/* Velocities and forces of `count` contacts of a bar that is pushed, against hands or a wall. */
static void rub(int count, int walled, double (*found)[2 * LENGTH]) {
  static const double place[MOST] = {0.21, 0.37, 0.55, 0.71, 0.9};
  rosin_error error;
  rosin_mode mode[4], heavy = {.mass = 1e6};
  for (int i = 0; i < 4; i++)
    mode[i] = (rosin_mode){.frequency = 310 * (i + 1) * (1 + 0.07 * i), .q = 60, .mass = 0.01};
  rosin_body *bar = rosin_modal_new(
      &(rosin_modal_spec){.modes = 4, .mode = mode, .shape = ROSIN_SHAPE_SINE}, rate, &error);
  rosin_body *wall =
      rosin_modal_new(&(rosin_modal_spec){.modes = 1, .mode = &heavy, .points = 1}, rate, &error);
  rosin_network *n = rosin_network_new(rate, BLOCK, &error);
  rosin_contact *contact[MOST];
  int signal[MOST][2];
  char name[40];
  assert_true(bar && wall && n);
  assert_int_equal(rosin_network_body(n, "bar", bar, &error), 0);
  assert_int_equal(walled ? rosin_network_body(n, "wall", wall, &error) : 0, 0);
  assert_int_equal(rosin_network_push(n, "push", "bar", 0.13, &error), 0);
  for (int i = 0; i < count; i++) {
    char what[80];
    snprintf(name, sizeof name, "rub%d", i);
    assert_non_null(contact[i] = rosin_contact_new("lugre", rate, &error));
    if (rosin_network_contact(n, name, contact[i], walled ? "wall" : "-", "bar", &error))
      fail_msg("%s", error.text);
    snprintf(what, sizeof what, "%s.position", name);
    if (rosin_network_set(n, what, place[i], &error))
      fail_msg("%s", error.text);
    snprintf(what, sizeof what, "%s.force", name);
    assert_int_equal(rosin_network_set(n, what, 0.3 + 0.2 * i, &error), 0);
    for (int k = 0; k < 2; k++) {
      snprintf(what, sizeof what, "%s.%s", name, k ? "force" : "velocity");
      assert_true((signal[i][k] = rosin_network_signal(n, what, &error)) >= 0);
    }
  }
  assert_int_equal(rosin_network_prepare(n, &error), 0);
  const int push = rosin_network_control(n, "push.force");
  for (int b = 0; b < BLOCKS; b++) {
    assert_int_equal(rosin_network_hold(n, push, 3 * sin(0.7 * b)), 0);
    assert_int_equal(rosin_network_process(n, BLOCK), 0);
    for (int i = 0; i < count; i++)
      for (int k = 0; k < 2; k++)
        for (int t = 0; t < BLOCK; t++)
          found[i][k * LENGTH + b * BLOCK + t] = rosin_network_read(n, signal[i][k])[t];
  }
  rosin_network_free(n);
  for (int i = 0; i < count; i++)
    rosin_contact_free(contact[i]);
  rosin_body_free(bar);
  rosin_body_free(wall);
}

static void a_hand_is_a_wall(void **state) {
  (void)state;
  static double by_hand[MOST][2 * LENGTH], by_wall[MOST][2 * LENGTH];
  for (int count = 1; count <= MOST; count++) {
    rub(count, 0, by_hand);
    rub(count, 1, by_wall);
    for (int i = 0; i < count; i++)
      for (int k = 0; k < 2; k++) {
        double most = 0, apart = 0;
        for (int t = 0; t < LENGTH; t++) {
          const double hand = by_hand[i][k * LENGTH + t], wall = by_wall[i][k * LENGTH + t];
          most = fmax(most, fabs(hand));
          apart = fmax(apart, fabs(hand - wall));
        }
        if (!(most > (k ? 0.05 : 1e-3) && apart < 1e-6 * most))
          fail_msg("%d contacts, %s of %d: %g apart, of %g", count, k ? "force" : "velocity", i,
                   apart, most);
      }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_hand_is_a_wall)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
