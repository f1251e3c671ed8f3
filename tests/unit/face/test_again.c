/* SPDX-License-Identifier: BSD-3-Clause */
/* Bodies out of bodies: a string of the same construction, and motion that goes over from one to
 * another; a core that is made ready in two steps. */
#include "core/core.h"
#include "modal/modal.h"
#include "waveguide/design.h"
#include "waveguide/string.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stepped.h"

static const double rate = 44100;
static const double pi = 3.14159265358979323846;

static rosin_string_spec usual(void) {
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  return s;
}

static rosin_body *string_of(const rosin_string_spec *spec) {
  rosin_error error;
  rosin_body *body = rosin_string_new(spec, rate, &error);
  if (!body)
    fail_msg("%s", error.text);
  return body;
}

static void bind(rosin_body *body, double place) {
  assert_int_equal(body->ops->bind(body, 1), 0);
  body->ops->place(body, 0, place);
}

static void run(rosin_body *body, int samples) {
  for (int i = 0; i < samples; i++)
    step(body, 0);
}

static void pluck(rosin_body *body) {
  for (int i = 0; i < 400; i++)
    step(body, 0.5 - 0.5 * cos(2 * pi * i / 400));
}

/* Of a string that has sounded, stopped by a finger: as one that was designed, to the bit. */
static void another_is_the_same(void **state) {
  (void)state;
  rosin_damping_point curve[] = {{100, 4}, {1000, 1}};
  for (int curved = 0; curved < 2; curved++) {
    rosin_string_spec spec = usual();
    spec.damping = curve;
    spec.damping_points = 2 * curved;
    rosin_body *made = string_of(&spec), *designed = string_of(&spec);
    bind(made, 0.2);
    made->ops->set_control(made, 0, 220);
    made->ops->set_control(made, 1, 5);
    pluck(made);
    rosin_body *again = rosin_string_again(made);
    assert_non_null(again);
    bind(again, 0.13);
    bind(designed, 0.13);
    unsigned seed = 1, same = 1;
    for (int i = 0; i < 30000; i++) {
      const double force = i < 9000 ? noise(&seed) : 0;
      if (i == 12000)
        for (int k = 0; k < 2; k++)
          (k ? again : designed)->ops->set_control(k ? again : designed, 0, 200);
      same &= step(again, force) == step(designed, force);
    }
    assert_true(same);
    rosin_body_free(made);
    rosin_body_free(designed);
    rosin_body_free(again);
  }
}

/* Phase and level of a line near `f`, over `samples`. */
static double pitch_of(rosin_body *body, double f, int samples) {
  double re[2] = {0, 0}, im[2] = {0, 0};
  const int hop = samples / 4;
  for (int n = 0; n < samples + hop; n++) {
    const double v = step(body, 0);
    for (int k = 0; k < 2; k++) {
      const int t = n - k * hop;
      if (t < 0 || t >= samples)
        continue;
      const double window = 0.5 - 0.5 * cos(2 * pi * (t + 0.5) / samples);
      re[k] += window * v * cos(2 * pi * f * n / rate);
      im[k] -= window * v * sin(2 * pi * f * n / rate);
    }
  }
  const double turn = atan2(im[1] * re[0] - re[1] * im[0], re[1] * re[0] + im[1] * im[0]);
  return f + turn * rate / (2 * pi * hop);
}

/* The same string takes over the motion: it goes on as it would have. */
static void motion_goes_on(void **state) {
  (void)state;
  for (int stiff = 0; stiff < 2; stiff++) {
    rosin_string_spec spec = usual();
    if (!stiff)
      spec.bending_stiffness = spec.torsion_frequency = 0;
    rosin_body *before = string_of(&spec), *body = string_of(&spec);
    bind(before, 0.13);
    before->ops->set_control(before, 0, 170);
    pluck(before);
    run(before, 20000 + 137);
    rosin_string_carry(body, before);
    bind(body, 0.13);
    double off = 0, most = 0;
    for (int i = 0; i < 20000; i++) {
      const double a = step(before, 0), b = step(body, 0);
      off = fmax(off, fabs(a - b));
      most = fmax(most, fabs(a));
    }
    assert_true(most > 1e-4);
    if (!(off < 1e-3 * most))
      fail_msg("%s: off by %g of %g", stiff ? "stiff" : "flexible", off, most);
    rosin_body_free(before);
    rosin_body_free(body);
  }
}

/* A string of another pitch and loss: it sounds there, about as loud, and grows no louder. */
static void another_pitch_takes_over(void **state) {
  (void)state;
  static const double pitches[] = {98, 131, 165, 220, 294};
  for (int i = 0; i < 5; i++) {
    rosin_string_spec spec = usual();
    spec.bending_stiffness = 0;
    rosin_body *before = string_of(&spec);
    spec.frequency = pitches[i];
    spec.q = 900;
    rosin_body *body = string_of(&spec);
    bind(before, 0.13);
    pluck(before);
    run(before, 20000);
    rosin_string_carry(body, before);
    const double had = rosin_body_energy(before), has = rosin_body_energy(body);
    bind(body, 0.13);
    /* as many periods hold as much */
    if (!(fabs(has * spec.frequency / (had * 147) - 1) < 0.1))
      fail_msg("%g Hz: %g J of %g", spec.frequency, has, had);
    const double heard = pitch_of(body, spec.frequency, 20000);
    if (!(fabs(1200 * log2(heard / spec.frequency)) < 1))
      fail_msg("%g Hz: heard at %g", spec.frequency, heard);
    assert_true(rosin_body_energy(body) < has);
    rosin_body_free(before);
    rosin_body_free(body);
  }
}

/* From and to rest, and to a string without torsion. */
static void rest_stays_rest(void **state) {
  (void)state;
  rosin_string_spec spec = usual();
  rosin_body *before = string_of(&spec), *body = string_of(&spec);
  rosin_string_carry(body, before);
  assert_true(rosin_body_energy(body) == 0);
  spec.torsion_frequency = 0;
  rosin_body *plain = string_of(&spec);
  bind(before, 0.13);
  pluck(before);
  rosin_string_carry(plain, before);
  assert_true(rosin_body_energy(plain) > 0);
  bind(plain, 0.13);
  run(plain, 5000);
  assert_true(isfinite(rosin_body_energy(plain)));
  rosin_body_free(before);
  rosin_body_free(body);
  rosin_body_free(plain);
}

/* Two modes, then three: what they are in metres a second stays. */
static void modes_go_on(void **state) {
  (void)state;
  rosin_error error;
  rosin_mode mode[3];
  for (int i = 0; i < 3; i++) {
    rosin_parameters_default(rosin_mode_parameters(), &mode[i]);
    mode[i].frequency = 200 + 150 * i;
    mode[i].mass = 0.1 + 0.1 * i;
  }
  rosin_modal_spec spec = {.modes = 2, .mode = mode, .points = 1};
  rosin_body *before = rosin_modal_new(&spec, rate, &error);
  bind(before, 0);
  for (int i = 0; i < 50; i++)
    step(before, 1);
  spec.modes = 3;
  rosin_body *body = rosin_modal_new(&spec, rate, &error);
  rosin_modal_carry(body, before);
  bind(body, 0);
  double off = 0;
  for (int i = 0; i < 2000; i++)
    off = fmax(off, fabs(step(before, 0) - step(body, 0)));
  assert_true(off < 1e-12);
  rosin_body_free(before);
  rosin_body_free(body);
}

/* Begun, and given its engine later: the samples of a core that was prepared. */
static void core_in_two_steps(void **state) {
  (void)state;
  enum { FRAMES = 512 };
  static float left[2][FRAMES], right[2][FRAMES];
  rosin_core *core[2];
  rosin_error error;
  char *errors;
  for (int k = 0; k < 2; k++) {
    core[k] = rosin_core_open(&(rosin_core_source){.scene = "cello", .untried = k}, &errors);
    assert_non_null(core[k]);
    assert_null(errors);
  }
  int strings;
  assert_int_equal(rosin_core_prepare(core[0], rate, &error), 0);
  rosin_designs(&strings);
  assert_int_equal(strings, 4); /* those built on trial as it was opened are those that sound */
  assert_int_equal(rosin_core_begin(core[1], rate, &error), 0);
  assert_false(rosin_core_is_prepared(core[1]));
  float *out[2][2] = {{left[0], right[0]}, {left[1], right[1]}};
  left[1][3] = 1;
  rosin_core_process(core[1], out[1], FRAMES);
  for (int i = 0; i < FRAMES; i++)
    assert_true(left[1][i] == 0);
  rosin_core_swap(core[1], rosin_core_build(core[1], &error));
  assert_true(rosin_core_settled(core[1]));
  for (int block = 0; block < 40; block++) {
    for (int k = 0; k < 2; k++) {
      if (block == 2)
        rosin_core_play(
            core[k], 5,
            &(rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON, .key = 50, .value = 0.8});
      rosin_core_process(core[k], out[k], FRAMES);
    }
    assert_memory_equal(left[0], left[1], sizeof left[0]);
  }
  double most = 0;
  for (int i = 0; i < FRAMES; i++)
    most = fmax(most, fabs((double)left[0][i]));
  assert_true(most > 1e-4);
  assert_int_equal(rosin_core_begin(core[1], 1, &error), -1);
  for (int k = 0; k < 2; k++)
    rosin_core_free(core[k]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(another_is_the_same),
      cmocka_unit_test(motion_goes_on),
      cmocka_unit_test(another_pitch_takes_over),
      cmocka_unit_test(rest_stays_rest),
      cmocka_unit_test(modes_go_on),
      cmocka_unit_test(core_in_two_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
