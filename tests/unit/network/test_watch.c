/* SPDX-License-Identifier: BSD-3-Clause */
/* The net under the bodies, with stand-in bodies that do run away. */
#include "resonator.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { BLOCK = 64, PORTS = 3 };
static const double rate = 44100;

/* Velocity of port `loud` grows a hundredfold a sample, or is NaN at once; or the energy
 * grows and no port shows it. */
typedef struct {
  rosin_body base;
  int loud, is_nan, secret;
  double size, worst; /* largest velocity that was committed */
  int resets;
} bomb;

static int bomb_bind(rosin_body *body, int ports) {
  body->ports = ports;
  return 0;
}

static double bomb_place(rosin_body *body, int port, double position) {
  (void)body;
  (void)port;
  return position;
}

static void bomb_mobility(const rosin_body *body, double *b) {
  for (int i = 0; i < body->ports; i++)
    for (int j = 0; j < body->ports; j++)
      b[i * body->ports + j] = i == j;
}

static void bomb_predict(rosin_body *body, double *free_velocity) {
  bomb *b = (bomb *)body;
  b->size *= b->secret ? 1.1 : 100;
  for (int i = 0; i < body->ports; i++)
    free_velocity[i] = b->secret || i != b->loud ? 0 : b->is_nan ? NAN : b->size;
}

static void bomb_commit(rosin_body *body, const double *force) {
  for (int i = 0; i < body->ports; i++)
    assert_true(isfinite(force[i]));
}

static double bomb_observe(rosin_body *body, int port, rosin_observable what, double velocity) {
  (void)port;
  (void)what;
  bomb *b = (bomb *)body;
  b->worst = fmax(b->worst, isfinite(velocity) ? fabs(velocity) : INFINITY);
  return velocity;
}

static int bomb_observes(const rosin_body *body, rosin_observable what) {
  (void)body;
  (void)what;
  return 1;
}

static int bomb_point(const rosin_body *body, const char *name, double *position) {
  (void)body;
  (void)name;
  (void)position;
  return -1;
}

static double bomb_energy(const rosin_body *body) {
  const bomb *b = (const bomb *)body;
  return b->secret ? b->size : 0;
}

static void bomb_reset(rosin_body *body) {
  bomb *b = (bomb *)body;
  b->size = 1e-6;
  b->resets++;
}

static void bomb_destroy(rosin_body *body) {
  (void)body;
}

static const rosin_body_ops ops = {
    .kind = "bomb",
    .bind = bomb_bind,
    .place = bomb_place,
    .mobility = bomb_mobility,
    .predict = bomb_predict,
    .commit = bomb_commit,
    .observe = bomb_observe,
    .observes = bomb_observes,
    .point = bomb_point,
    .energy = bomb_energy,
    .reset = bomb_reset,
    .destroy = bomb_destroy,
};

/* Run the bomb in a network with a sound body; the largest velocity heard, 0 to 2 ports of
 * it; returns how often a body was put to rest. */
static long long run(bomb *b, int blocks) {
  static const char *const signals[PORTS] = {"b.velocity@0", "b.velocity@1", "b.velocity@2"};
  const rosin_mode mode = {.frequency = 200, .t60 = 1, .mass = 0.1};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .shape = ROSIN_SHAPE_SINE};
  rosin_network *n = rosin_network_new(rate, BLOCK, NULL);
  rosin_body *sound = rosin_modal_new(&spec, rate, NULL);
  b->base.ops = &ops;
  b->base.rate = rate;
  b->size = 1e-6;
  rosin_network_body(n, "sound", sound, NULL);
  rosin_network_body(n, "b", &b->base, NULL);
  rosin_network_push(n, "p", "sound", 0.5, NULL);
  for (int i = 0; i < PORTS; i++)
    assert_true(rosin_network_signal(n, signals[i], NULL) == i);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  assert_int_equal(b->base.ports, PORTS);
  rosin_network_hold(n, rosin_network_control(n, "p.force"), 1);
  for (int i = 0; i < blocks; i++) {
    rosin_network_process(n, BLOCK);
    for (int s = 0; s < PORTS; s++)
      for (int k = 0; k < BLOCK; k++)
        assert_true(isfinite(rosin_network_read(n, s)[k]));
  }
  assert_true(rosin_body_energy(sound) > 0); /* it was left alone */
  const long long rescued = rosin_network_statistics(n).rescued;
  rosin_network_reset(n);
  assert_true(rosin_network_statistics(n).rescued == 0);
  rosin_network_free(n);
  rosin_body_free(sound);
  return rescued;
}

static void every_port_is_watched(void **state) {
  (void)state;
  for (int port = 0; port < PORTS; port++) {
    bomb b = {.loud = port};
    const long long rescued = run(&b, 2);
    assert_true(rescued >= 10 && rescued == b.resets - 1); /* one reset was ours */
    assert_true(b.worst > 1e9 && b.worst <= 1e12);
  }
}

static void what_is_no_number_is_caught_at_once(void **state) {
  (void)state;
  for (int port = 0; port < PORTS; port++) {
    bomb b = {.loud = port, .is_nan = 1};
    assert_true(run(&b, 1) == BLOCK);
    assert_true(b.worst == 0);
  }
}

static void energy_out_of_nothing_is_caught(void **state) {
  (void)state;
  bomb b = {.secret = 1};
  const long long rescued = run(&b, 100);
  assert_true(rescued >= 5 && rescued == b.resets - 1);
}

static void who_does_not_run_away_is_left_alone(void **state) {
  (void)state;
  bomb b = {.loud = -1};
  assert_true(run(&b, 100) == 0);
}

/* A string that somebody hits with what is no force is at rest soon after, not humming NaN. */
static void a_string_that_overflows_ends_at_rest(void **state) {
  (void)state;
  const double blow[] = {1e300, NAN, INFINITY};
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  rosin_body *string = rosin_string_new(&s, rate, NULL);
  rosin_network *n = rosin_network_new(rate, BLOCK, NULL);
  rosin_network_body(n, "s", string, NULL);
  assert_true(rosin_network_signal(n, "s.velocity@0.2", NULL) == 0);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  for (int i = 0; i < 3; i++) {
    string->ops->commit(string, &blow[i]);
    for (int k = 0; k < 10; k++)
      rosin_network_process(n, BLOCK);
    assert_true(rosin_network_statistics(n).rescued >= i + 1);
    assert_true(rosin_body_energy(string) == 0);
    assert_true(rosin_network_read(n, 0)[BLOCK - 1] == 0);
  }
  rosin_network_free(n);
  rosin_body_free(string);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_port_is_watched),
      cmocka_unit_test(what_is_no_number_is_caught_at_once),
      cmocka_unit_test(energy_out_of_nothing_is_caught),
      cmocka_unit_test(a_string_that_overflows_ends_at_rest),
      cmocka_unit_test(who_does_not_run_away_is_left_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
