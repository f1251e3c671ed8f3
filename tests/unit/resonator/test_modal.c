/* SPDX-License-Identifier: BSD-3-Clause */
/* The modal bank alone, through its body operations: pitch, decay, stiffness,
 * shapes, reciprocity, energy. */
#include "modal/kernel.h"
#include "modal/modal.h"
#include "resonator.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double pi = 3.14159265358979323846;

static rosin_body *one_mode(double f, double t60, double rate) {
  const rosin_mode mode = {.frequency = f, .t60 = t60, .mass = 0.01};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  rosin_error error;
  rosin_body *body = rosin_modal_new(&spec, rate, &error);
  if (!body)
    fail_msg("%s", error.text);
  assert_int_equal(body->ops->bind(body, 1), 0);
  body->ops->place(body, 0, 0);
  return body;
}

static double step(rosin_body *body, double force) {
  double v, b;
  body->ops->predict(body, &v);
  body->ops->mobility(body, &b);
  body->ops->commit(body, &force);
  return v + b * force;
}

/* The same numbers for all widths, every one against the scalars, bit for bit. */
static void all_vector_widths_give_the_same_bits(void **state) {
  (void)state;
  enum { SIZE = 5 * ROSIN_LANES, ARRAYS = 7 };
  static _Alignas(64) double memory[2][ARRAYS * SIZE];
  const rosin_modal_kernel *plain = rosin_modal_kernel_of(ROSIN_VECTOR_NONE);
  unsigned seed = 7;
  int widths = 0;
  for (int level = ROSIN_VECTOR_SSE2; level <= ROSIN_VECTOR_WIDEST; level++) {
    const rosin_modal_kernel *wide = rosin_modal_kernel_of((rosin_vector)level);
    if (!wide)
      continue;
    widths++;
    for (int size = ROSIN_LANES; size <= SIZE; size += ROSIN_LANES) {
      for (int i = 0; i < ARRAYS * SIZE; i++)
        memory[0][i] = memory[1][i] =
            (double)(seed = seed * 1664525u + 1013904223u) / 2147483648.0 - 1;
      rosin_modes m[2];
      for (int k = 0; k < 2; k++) {
        double *p = memory[k];
        m[k] = (rosin_modes){.size = size,
                             .keep = p,
                             .pull = p + SIZE,
                             .x = p + 2 * SIZE,
                             .v = p + 3 * SIZE,
                             .mean = p + 4 * SIZE};
      }
      for (int sample = 0; sample < 10; sample++) {
        double seen[2][4];
        for (int k = 0; k < 2; k++) {
          const rosin_modal_kernel *kernel = k ? wide : plain;
          const double *shape = memory[k] + 5 * SIZE, *other = memory[k] + 6 * SIZE;
          seen[k][0] = kernel->predict(&m[k], shape);
          seen[k][1] = kernel->dot(other, m[k].mean, size);
          kernel->push(&m[k], other, 0.3);
          kernel->advance(&m[k], shape, -0.2 * seen[k][1]);
          seen[k][2] = kernel->ahead(&m[k], other, 0.1 * seen[k][0], shape);
          seen[k][3] = kernel->ahead_wide(&m[k], other, 0.2, shape, -0.1 * seen[k][2], other);
        }
        assert_memory_equal(seen[0], seen[1], sizeof seen[0]);
        assert_true(seen[0][0] != 0);
      }
      assert_memory_equal(memory[0], memory[1], sizeof memory[0]);
    }
  }
  assert_true(widths >= 2);
}

static void each_width_is_its_own(void **state) {
  (void)state;
  const rosin_modal_kernel *widest = NULL;
  for (int level = ROSIN_VECTOR_NONE; level < ROSIN_VECTOR_WIDEST; level++) {
    const rosin_modal_kernel *one = rosin_modal_kernel_of((rosin_vector)level);
    for (int other = ROSIN_VECTOR_NONE; other < level && one; other++)
      assert_ptr_not_equal(rosin_modal_kernel_of((rosin_vector)other), one);
    widest = one ? one : widest;
  }
  assert_ptr_equal(rosin_modal_kernel_of(ROSIN_VECTOR_WIDEST), widest);
#ifdef __x86_64__
  const int has[] = {1, 1, __builtin_cpu_supports("avx2"), __builtin_cpu_supports("avx512f")};
  for (int level = ROSIN_VECTOR_NONE; level < ROSIN_VECTOR_WIDEST; level++)
    assert_int_equal(rosin_modal_kernel_of((rosin_vector)level) != NULL, has[level] != 0);
#endif
}

static void a_width_can_be_asked_for(void **state) {
  (void)state;
  for (int level = ROSIN_VECTOR_NONE; level <= ROSIN_VECTOR_WIDEST; level++) {
    const rosin_modal_kernel *wanted = rosin_modal_kernel_of((rosin_vector)level);
    const rosin_modal_kernel *before = rosin_modal_kernel_choose();
    assert_int_equal(rosin_modal_vector((rosin_vector)level), wanted ? 0 : -1);
    assert_ptr_equal(rosin_modal_kernel_choose(), wanted ? wanted : before);
  }
}

/* Two samples of a free mode give its pole: v[n] + v[n-2] = 2 e^-aT cos(w_d T) ... */
static void pole_is_exact(void **state) {
  (void)state;
  const double rates[] = {44100, 48000, 96000, 192000};
  for (int r = 0; r < 4; r++)
    for (double share = 0.0005; share < 0.45; share *= 1.31) {
      const double f = share * rates[r], t60 = 50 / f, t = 1 / rates[r];
      rosin_body *body = one_mode(f, t60, rates[r]);
      step(body, 1);
      double v[4];
      for (int i = 0; i < 4; i++)
        v[i] = step(body, 0);
      /* v[n] = c1 v[n-1] - c2 v[n-2] */
      const double det = v[1] * v[1] - v[0] * v[2];
      const double c1 = (v[1] * v[2] - v[0] * v[3]) / det;
      const double c2 = (v[2] * v[2] - v[1] * v[3]) / det;
      const double a = -0.5 * log(c2) / t, wd = acos(0.5 * c1 / sqrt(c2)) / t;
      const double cents = 1200 * log2(sqrt(wd * wd + a * a) / (2 * pi * f));
      /* four samples lose digits below 1e-3 of the rate; the target is 1 cent and 1% */
      assert_true(fabs(cents) < 0.01);
      assert_true(fabs(a * t60 / log(1000.0) - 1) < 1e-3);
      rosin_body_free(body);
    }
}

/* A constant force bends a mode by F/k: exact because k is kept. */
static void stiffness_is_exact(void **state) {
  (void)state;
  const double f = 9000, k = 0.01 * 4 * pi * pi * f * f;
  rosin_body *body = one_mode(f, 0.01, 44100);
  double v = 0;
  for (int i = 0; i < 20000; i++)
    v = step(body, 2.0);
  const double x = body->ops->observe(body, 0, ROSIN_OBSERVE_DISPLACEMENT, v);
  assert_true(fabs(x * k / 2.0 - 1) < 1e-12);
  rosin_body_free(body);
}

/* A free mass under a constant force: v = F t / m, and it stays put when left. */
static void zero_frequency_is_a_free_mass(void **state) {
  (void)state;
  const rosin_mode mode = {.mass = 0.5};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  rosin_body *body = rosin_modal_new(&spec, 48000, NULL);
  body->ops->bind(body, 1);
  body->ops->place(body, 0, 0);
  for (int i = 0; i < 48000; i++)
    step(body, 1.0);
  assert_true(fabs(step(body, 0) - 2.0) < 1e-9);
  assert_true(fabs(rosin_body_energy(body) - 1.0) < 1e-9);
  rosin_body_free(body);
}

/* Mobility must be symmetric, and the velocity at i from a force at j the same
 * as the other way round. */
static void forces_and_motion_are_reciprocal(void **state) {
  (void)state;
  rosin_mode mode[6];
  for (int i = 0; i < 6; i++)
    mode[i] = (rosin_mode){.frequency = 200 * (i + 1), .t60 = 1, .mass = 0.01 * (i + 1)};
  const rosin_modal_spec spec = {.modes = 6, .mode = mode, .shape = ROSIN_SHAPE_SINE};
  double seen[2][64];
  for (int from = 0; from < 2; from++) {
    rosin_body *body = rosin_modal_new(&spec, 44100, NULL);
    body->ops->bind(body, 2);
    body->ops->place(body, 0, 0.21);
    body->ops->place(body, 1, 0.73);
    double b[4];
    body->ops->mobility(body, b);
    assert_true(b[1] == b[2] && b[0] > 0 && b[0] * b[3] >= b[1] * b[1]);
    for (int i = 0; i < 64; i++) {
      double v[2], f[2] = {0, 0};
      f[from] = i == 0;
      body->ops->predict(body, v);
      seen[from][i] = v[1 - from] + b[1] * f[from];
      body->ops->commit(body, f);
    }
    rosin_body_free(body);
  }
  for (int i = 0; i < 64; i++)
    assert_true(fabs(seen[0][i] - seen[1][i]) < 1e-13);
}

static void shapes_follow_their_formulas(void **state) {
  (void)state;
  rosin_mode mode[6];
  for (int i = 0; i < 6; i++)
    mode[i] = (rosin_mode){.mass = 1};
  /* masses free of stiffness: mobility T/(2m) sum shape^2 shows the shape */
  rosin_modal_spec spec = {.modes = 6, .mode = mode, .shape = ROSIN_SHAPE_SINE};
  double b[4], sum = 0;
  rosin_body *body = rosin_modal_new(&spec, 1000, NULL);
  body->ops->bind(body, 2);
  body->ops->place(body, 0, 0.3);
  body->ops->place(body, 1, 0.45);
  body->ops->mobility(body, b);
  for (int l = 1; l <= 6; l++)
    sum += sin(l * pi * 0.3) * sin(l * pi * 0.45);
  assert_true(fabs(b[1] - sum / 2000) < 1e-15);
  rosin_body_free(body);

  spec.shape = ROSIN_SHAPE_RING;
  body = rosin_modal_new(&spec, 1000, NULL);
  body->ops->bind(body, 2);
  body->ops->place(body, 0, 0.3);
  body->ops->place(body, 1, -1.45);
  body->ops->mobility(body, b);
  sum = 0;
  for (int order = 2; order <= 4; order++)
    sum += cos(2 * pi * order * (0.3 + 1.45));
  assert_true(fabs(b[1] - sum / 2000) < 1e-14);
  rosin_body_free(body);
}

static void tables_are_linear_between_points(void **state) {
  (void)state;
  const rosin_mode mode = {.mass = 1};
  const double position[] = {0, 1, 3}, weight[] = {1, -0.5, 2};
  const char *const name[] = {"edge", "node", "mic"};
  const rosin_modal_spec spec = {
      .modes = 1, .mode = &mode, .points = 3, .name = name, .position = position, .weight = weight};
  rosin_body *body = rosin_modal_new(&spec, 1000, NULL);
  body->ops->bind(body, 1);
  const double at[] = {-5, 0.5, 2, 9}, expect[] = {1, 0.25, 0.75, 2};
  for (int i = 0; i < 4; i++) {
    double b, x;
    body->ops->place(body, 0, at[i]);
    body->ops->mobility(body, &b);
    assert_true(fabs(b - expect[i] * expect[i] / 2000) < 1e-15);
    assert_int_equal(rosin_body_point(body, "mic", &x), 0);
    assert_true(x == 3);
    assert_int_equal(rosin_body_point(body, "nowhere", &x), -1);
  }
  rosin_body_free(body);
}

/* Work done by a force equals the rise of energy in a bank without loss. */
static void energy_balances(void **state) {
  (void)state;
  rosin_mode mode[20];
  for (int i = 0; i < 20; i++)
    mode[i] = (rosin_mode){.frequency = i * 700.0, .mass = 0.002 * (i + 1)};
  const rosin_modal_spec spec = {.modes = 20, .mode = mode, .points = 1};
  rosin_body *body = rosin_modal_new(&spec, 44100, NULL);
  body->ops->bind(body, 1);
  body->ops->place(body, 0, 0);
  double work = 0;
  for (int i = 0; i < 20000; i++) {
    const double f = sin(0.01 * i) + (i % 97 == 0);
    work += f * step(body, f) / 44100;
  }
  assert_true(fabs(rosin_body_energy(body) / work - 1) < 1e-11);
  rosin_body_reset(body);
  assert_true(rosin_body_energy(body) == 0);
  rosin_body_free(body);
}

/* Every extreme the table allows gives finite numbers. */
static void extremes_stay_finite(void **state) {
  (void)state;
  const double f[] = {0, 1e-3, 20, 19000}, t60[] = {0, 1e-9, 1, 1e6}, q[] = {0, 1e-6, 0.5, 1e9};
  for (int i = 0; i < 64; i++) {
    const rosin_mode mode = {f[i % 4], t60[i / 4 % 4], q[i / 16], 1e-9};
    const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
    rosin_body *body = rosin_modal_new(&spec, 44100, NULL);
    assert_non_null(body);
    body->ops->bind(body, 1);
    body->ops->place(body, 0, 0);
    for (int k = 0; k < 100; k++)
      assert_true(isfinite(step(body, k < 3 ? 1e4 : 0)));
    rosin_body_free(body);
  }
}

static void refuses(const rosin_modal_spec *spec, double rate, const char *part) {
  rosin_error error = {""};
  assert_null(rosin_modal_new(spec, rate, &error));
  if (!strstr(error.text, part))
    fail_msg("'%s' lacks '%s'", error.text, part);
}

static void bad_specs_are_named(void **state) {
  (void)state;
  rosin_mode mode[2] = {{.frequency = 100, .mass = 1}, {.frequency = 30000, .mass = 1}};
  rosin_modal_spec spec = {.modes = 2, .mode = mode, .points = 1};
  refuses(&spec, 44100, "mode 2.frequency: 30000");
  mode[1].frequency = NAN;
  refuses(&spec, 44100, "mode 2.frequency: nan");
  mode[1].frequency = 10;
  mode[1].mass = 0;
  refuses(&spec, 44100, "mode 2.mass: 0");
  mode[1].mass = 1;
  refuses(&spec, 10, "rate");
  refuses(&spec, NAN, "rate");
  spec.points = 0;
  refuses(&spec, 44100, "points");
  spec.points = 2;
  spec.position = (const double[]){1, 1};
  refuses(&spec, 44100, "point 2");
  spec.position = NULL;
  spec.weight = (const double[]){1, 1, INFINITY, 1};
  refuses(&spec, 44100, "weight");
  static const int far[] = {65536, -65537};
  const rosin_mode two[2] = {{.frequency = 100, .mass = 1}, {.frequency = 200, .mass = 1}};
  const rosin_modal_spec ring = {
      .modes = 2, .mode = two, .points = 1, .shape = ROSIN_SHAPE_RING, .order = far};
  refuses(&ring, 44100, "mode 2: order -65537 is out of range: -65536 to 65536");
  static rosin_mode many[1025];
  for (int i = 0; i < 1025; i++)
    many[i] = (rosin_mode){.frequency = 100, .mass = 1};
  const rosin_modal_spec wide = {
      .modes = 1025, .mode = many, .points = 65536, .shape = ROSIN_SHAPE_TABLE};
  refuses(&wide, 44100, "points: 65536 of 1025 modes are too many weights: at most 67108864");
  spec.modes = 0;
  refuses(&spec, 44100, "modes: 0");
}

/* Of several modes the one that loses least where it is touched, by the formulas of modal/rubbed.c;
 * none where nothing moves, and none that only sways. */
static void asks_what_its_most_willing_mode_asks(void **state) {
  (void)state;
  const rosin_mode mode[3] = {{.frequency = 3, .t60 = 1, .mass = 1},
                              {.frequency = 200, .q = 50, .mass = 0.02},
                              {.frequency = 400, .q = 400, .mass = 0.02}};
  const rosin_modal_spec spec = {.modes = 3, .mode = mode, .shape = ROSIN_SHAPE_SINE};
  rosin_body *body = rosin_modal_new(&spec, 44100, NULL);
  rosin_rubbed found;
  assert_int_equal(body->ops->rubbed(body, 0.25, &found), 1); /* sin(3 pi/4) and sin(pi/2) */
  const double moves = 0.5, decay = pi * 400 / 400 + 1e-3;
  assert_true(fabs(found.hertz - 400) < 1e-9 && found.slip == 2);
  assert_true(fabs(found.greatest / (0.02 * 2 * pi * 400 / moves) - 1) < 1e-9);
  assert_true(fabs(found.least / (pi * 0.02 * decay / moves) - 1) < 1e-9);
  assert_int_equal(body->ops->rubbed(body, 1.0 / 3, &found), 1); /* a node of the third */
  assert_true(fabs(found.hertz - 200) < 1e-9);
  rosin_body_free(body);
  const rosin_modal_spec sways = {.modes = 1, .mode = mode, .shape = ROSIN_SHAPE_SINE};
  body = rosin_modal_new(&sways, 44100, NULL);
  assert_int_equal(body->ops->rubbed(body, 0.25, &found), 0);
  rosin_body_free(body);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_vector_widths_give_the_same_bits),
      cmocka_unit_test(each_width_is_its_own),
      cmocka_unit_test(a_width_can_be_asked_for),
      cmocka_unit_test(asks_what_its_most_willing_mode_asks),
      cmocka_unit_test(pole_is_exact),
      cmocka_unit_test(stiffness_is_exact),
      cmocka_unit_test(zero_frequency_is_a_free_mass),
      cmocka_unit_test(forces_and_motion_are_reciprocal),
      cmocka_unit_test(shapes_follow_their_formulas),
      cmocka_unit_test(tables_are_linear_between_points),
      cmocka_unit_test(energy_balances),
      cmocka_unit_test(extremes_stay_finite),
      cmocka_unit_test(bad_specs_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
