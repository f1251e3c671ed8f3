/* SPDX-License-Identifier: BSD-3-Clause */
/* Modal banks that run a sample ahead, against those that do not; those that have rung out. */
#include "modal/bank.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "stepped.h"

enum { MODES = 1100, PORTS = 3, SAMPLES = 3000 };
static const double rate = 44100;

static rosin_body *make(double q) {
  static rosin_mode mode[MODES];
  for (int l = 0; l < MODES; l++)
    mode[l] = (rosin_mode){.frequency = 500 + 15.0 * l, .q = q, .mass = 0.01 + 1e-4 * l};
  const rosin_modal_spec spec = {.modes = MODES, .mode = mode, .shape = ROSIN_SHAPE_SINE};
  rosin_body *body = rosin_modal_new(&spec, rate, NULL);
  assert_non_null(body);
  assert_int_equal(body->ops->bind(body, PORTS), 0);
  for (int i = 0; i < PORTS; i++)
    body->ops->place(body, i, 0.1 + 0.23 * i);
  return body;
}

enum { BEGIN = PORTS, SEEN, MOVED, PUSHED, ENERGY, TOLD };

/* A sample, and what there is to be told of it. */
static void one_sample(rosin_body *body, const double *force, double *told) {
  const rosin_body_ops *ops = body->ops;
  ops->predict(body, told);
  told[BEGIN] = ops->begin(body, 0);
  ops->commit(body, force);
  told[SEEN] = ops->observe(body, 2, ROSIN_OBSERVE_ACCELERATION, 0);
  told[MOVED] = ops->observe(body, 2, ROSIN_OBSERVE_DISPLACEMENT, told[2]);
  told[PUSHED] = ops->observe(body, 1, ROSIN_OBSERVE_DISPLACEMENT, 0);
  told[ENERGY] = ops->energy(body);
}

/* A port that is placed where it is keeps a bank from looking ahead. */
static void a_sample_ahead_is_as_two_passes(void **state) {
  (void)state;
  rosin_body *body[2] = {make(50), make(50)};
  double most[TOLD] = {0}, worst[TOLD] = {0};
  unsigned seed = 3;
  int ahead[2] = {0, 0};
  for (int n = 0; n < SAMPLES; n++) {
    const double force[PORTS] = {n % 40 < 20 ? noise(&seed) : 0, n % 300 < 50 ? noise(&seed) : 0,
                                 n % 700 < 5 ? 1 : 0};
    double told[2][TOLD] = {{0}};
    for (int i = 0; i < 2; i++) {
      const int few[] = {2, 0}, all[] = {0, 1, 2};
      if (n % 500 == 250)
        body[i]->ops->listen(body[i], few, 2);
      if (n % 500 == 0)
        body[i]->ops->listen(body[i], all, 3);
      if (i == 1 || n % 900 == 450) /* the other is moved now and then, too */
        body[i]->ops->place(body[i], 1, 0.33 + 1e-5 * ((n + 450) / 900));
      one_sample(body[i], force, told[i]);
      ahead[i] += ((rosin_bank *)body[i])->ahead;
    }
    for (int k = 0; k < TOLD; k++) {
      most[k] = fmax(most[k], fabs(told[0][k]));
      worst[k] = fmax(worst[k], fabs(told[0][k] - told[1][k]));
    }
  }
  for (int k = 0; k < TOLD; k++)
    assert_true(most[k] > 0 && worst[k] < 1e-10 * most[k]);
  assert_true(ahead[1] == 0 && ahead[0] > SAMPLES - 50);
  for (int i = 0; i < 2; i++)
    rosin_body_free(body[i]);
}

/* ... as one that never moved. */
static void what_has_rung_out_sleeps_until_it_is_pushed(void **state) {
  (void)state;
  rosin_body *body = make(0.6), *fresh = make(0.6);
  double told[TOLD], wanted[TOLD];
  for (int n = 0; n < 6000; n++)
    one_sample(body, (double[PORTS]){n < 10, 0, 0}, told);
  assert_true(((rosin_bank *)body)->asleep && told[ENERGY] == 0);
  for (int n = 0; n < 40; n++) {
    const double force[PORTS] = {n > 20, 0.5 * (n > 30), 0};
    one_sample(body, force, told);
    one_sample(fresh, force, wanted);
    for (int k = 0; k < TOLD; k++)
      assert_true(fabs(told[k] - wanted[k]) <= 1e-11 * fabs(wanted[k]) + 1e-18);
  }
  assert_true(!((rosin_bank *)body)->asleep && told[ENERGY] > 0);
  rosin_body_free(body);
  rosin_body_free(fresh);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sample_ahead_is_as_two_passes),
      cmocka_unit_test(what_has_rung_out_sleeps_until_it_is_pushed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
