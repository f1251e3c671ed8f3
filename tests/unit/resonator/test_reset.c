/* SPDX-License-Identifier: BSD-3-Clause */
/* A body that was played in every way and reset gives, to the bit, what a new one gives. */
#include "modal/modal.h"
#include "rosin.h"
#include "waveguide/string.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "stepped.h"

static const double rate = 44100;

static rosin_body *string_of(double torsion, double stiffness) {
  rosin_error error;
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.torsion_frequency = torsion;
  s.bending_stiffness = stiffness;
  rosin_body *body = rosin_string_new(&s, rate, &error);
  assert_non_null(body);
  assert_int_equal(body->ops->bind(body, 1), 0);
  body->ops->place(body, 0, 0.13);
  return body;
}

static void play(rosin_body *body, unsigned seed, int samples) {
  for (int i = 0; i < samples; i++)
    body->ops->observe(body, 0, ROSIN_OBSERVE_DISPLACEMENT, step(body, noise(&seed)));
}

static void a_string_is_as_new(void **state) {
  (void)state;
  for (int k = 0; k < 4; k++) {
    rosin_body *used = string_of(k & 1 ? 800 : 0, k & 2 ? 3e-4 : 0);
    rosin_body *fresh = string_of(k & 1 ? 800 : 0, k & 2 ? 3e-4 : 0);
    double energy = 0;
    for (int times = 0; times < 2; times++) {
      play(used, 5, 5000 + 777 * times);
      energy = fmax(energy, used->ops->energy(used));
      used->ops->reset(used);
      assert_true(used->ops->energy(used) == 0);
      /* nor has its port a way behind it */
      assert_true(used->ops->observe(used, 0, ROSIN_OBSERVE_ACCELERATION, 0) == 0);
      assert_true(used->ops->observe(used, 0, ROSIN_OBSERVE_DISPLACEMENT, 0) == 0);
    }
    assert_true(energy > 0);
    unsigned a = 9, b = 9;
    for (int i = 0; i < 9000; i++) {
      const double one = step(used, noise(&a)), other = step(fresh, noise(&b));
      assert_true(one == other);
    }
    assert_true(used->ops->energy(used) == fresh->ops->energy(fresh));
    rosin_body_free(used);
    rosin_body_free(fresh);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_string_is_as_new)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
