/* SPDX-License-Identifier: BSD-3-Clause */
/* What every friction law must do, and what single ones promise; the heavy figures are
 * in tests/verify/laws.c. */
#include "contact/contact.h"
#include "contact/group.h"
#include "format.h"
#include "friction/law.h"
#include "friction/scalar.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/group_room.h"
#include "tests/verify/random.h"

static const double rate = 44100, pi = 3.14159265358979323846;

enum { MANY = 64 }; /* states */

/* Stands where the last of its many states is. */
static int many_states_force(const rosin_law *law, const double *state, const rosin_load *load,
                             const double *v, double *f, double *slope) {
  (void)law, (void)load, (void)v;
  *f = 0;
  *slope = state[MANY - 1];
  return 1;
}

/* A law of many states that has no fall() of its own is never said to have one root: nothing past
 * the few states that are at rest is read. */
static void many_states_need_their_own_look(void **state) {
  (void)state;
  rosin_law_ops ops = *rosin_law_find("induction");
  const rosin_load load = {.normal = 1, .normal_end = 1, .period = 1 / rate};
  rosin_law law;
  int evaluations = 0;
  ops.force = many_states_force;
  ops.fall = NULL;
  rosin_law_default(&law, &ops);
  ops.states = MANY;
  assert_false(rosin_scalar_unique(&law, &load, 1));
  assert_true(isinf(rosin_scalar_fall(&law, &load, 0, &evaluations)));
}
static uint64_t seed = 7;

static rosin_contact *make(const char *law) {
  rosin_contact *c = rosin_contact_new(law, rate, NULL);
  assert_non_null(c);
  return c;
}

static rosin_contact *law_at(int index) {
  return make(rosin_law_name(index));
}

static rosin_load load_of(double normal) {
  return (rosin_load){.normal = normal,
                      .normal_end = normal,
                      .period = 1 / rate,
                      .rolling = 0.7,
                      .road = 0.9,
                      .sideways = 0.03};
}

static void set(rosin_contact *c, const char *key, double value) {
  rosin_error error = {""};
  if (rosin_contact_set(c, key, value, &error))
    fail_msg("%s", error.text);
}

/* Near the defaults, where they may be multiplied. */
static void vary(rosin_contact *c) {
  for (const rosin_parameter *p = c->law.ops->parameters; p->name; p++)
    set(c, p->name, fmin(fmax(p->initial * log_uniform(&seed, 0.3, 3), p->low), p->high));
}

/* The law that a check failed for, with the values that its parameters had. */
static const char *told(const rosin_contact *c) {
  static char text[1024];
  int at = rosin_format(text, sizeof text, "law %s", c->law.ops->name);
  for (const rosin_parameter *p = c->law.ops->parameters; p->name && at < (int)sizeof text; p++)
    at += rosin_format(text + at, sizeof text - (size_t)at, " %s=%g", p->name,
                       c->law.value[p->offset / sizeof(double)]);
  return text;
}

/* Into some state that motion has brought about. */
static void stir(rosin_contact *c, const rosin_load *load) {
  const double speed = log_uniform(&seed, 1e-3, 1);
  for (int i = 0; i < 20; i++) {
    rosin_solution s;
    rosin_law_step(&c->law, c->state, load, speed * (2 * uniform(&seed, 0, 1) - 1), 0.1, &s);
  }
}

static void tables_are_in_order(void **state) {
  (void)state;
  for (int l = 0; l < rosin_laws(); l++) {
    const rosin_parameter *table = rosin_law_parameters(rosin_law_name(l));
    int rows = 0;
    for (const rosin_parameter *p = table; p->name; p++, rows++) {
      assert_true(p->low < p->high && p->initial >= p->low && p->initial <= p->high);
      assert_true(*p->meaning && p->offset == (size_t)rows * sizeof(double));
      assert_ptr_equal(rosin_parameter_find(table, p->name), p);
    }
    assert_true(rows > 0 && rows <= ROSIN_LAW_MAX);
    assert_non_null(strchr(rosin_law_summary(l), ' '));
  }
}

/* df/dv is what Newton works with. */
static void slopes_match_differences(void **state) {
  (void)state;
  for (int l = 0; l < rosin_laws(); l++)
    for (int set = 0; set < 200; set++) {
      rosin_contact *c = law_at(l);
      const rosin_law_ops *ops = c->law.ops;
      vary(c);
      const rosin_load load = load_of(log_uniform(&seed, 0.1, 10));
      stir(c, &load);
      const double v = (uniform(&seed, 0, 1) < 0.5 ? -1 : 1) * log_uniform(&seed, 1e-3, 2),
                   h = 1e-6 * fabs(v);
      const double above = v + h, below = v - h;
      double f, fa, fb, slope, sa, sb;
      ops->force(&c->law, c->state, &load, &v, &f, &slope);
      ops->force(&c->law, c->state, &load, &above, &fa, &sa);
      ops->force(&c->law, c->state, &load, &below, &fb, &sb);
      const double difference = (fa - fb) / (2 * h), size = fabs(f / v) + fabs(slope);
      if (fabs(sa - sb) < 1e-3 * size) /* not across a corner */
        if (!(fabs(difference - slope) < 1e-4 * size))
          fail_msg("%s: at %g m/s and %g N force() says a slope of %g N s/m, differences of its "
                   "force are %g",
                   told(c), v, load.normal, slope, difference);
      rosin_contact_free(c);
    }
}

static void steady_force_is_reached(void **state) {
  (void)state;
  for (int l = 0; l < rosin_laws(); l++)
    for (double v = -0.2; v < 0.3 && !rosin_law_is_normal(rosin_law_name(l)); v += 0.2) {
      rosin_contact *c = law_at(l);
      rosin_contact_input(c, "rolling", 0.5, NULL);
      rosin_contact_input(c, "sideways", 0.01, NULL);
      double f = 0;
      for (int i = 0; i < 2 * (int)rate; i++)
        f = rosin_contact_drive(c, v, 2, NULL);
      if (!(fabs(f - rosin_contact_steady(c, v, 2)) < 1e-6))
        fail_msg("%s: driven at %g m/s for 2 s it gives %g N, steady() says %g", told(c), v, f,
                 rosin_contact_steady(c, v, 2));
      rosin_contact_free(c);
    }
}

/* A solve ends at a root of the law as force() states it. */
static void single_problems_are_solved(void **state) {
  (void)state;
  for (int i = 0; i < 500 * rosin_laws(); i++) {
    rosin_contact *c = law_at(i % rosin_laws());
    vary(c);
    const rosin_load load = load_of(log_uniform(&seed, 0.01, 50));
    stir(c, &load);
    const double mobility = log_uniform(&seed, 1e-4, 20);
    const double v_free = (2 * uniform(&seed, 0, 1) - 1) * log_uniform(&seed, 1e-4, 10);
    rosin_solution s;
    double f, slope;
    rosin_law_solve(&c->law, c->state, &load, v_free, mobility, &s);
    c->law.ops->force(&c->law, c->state, &load, &s.v, &f, &slope);
    const double scale = c->law.ops->scale(&c->law, &load);
    const double error = fabs(s.v + mobility * f - v_free) / mobility;
    const double rounding = 1e-15 * (fabs(v_free) + fabs(s.v)) * (1 / mobility + fabs(slope));
    if (!s.converged || s.iterations >= 200 ||
        !(error / (1 + mobility * fabs(slope)) <= 2e-9 * scale + rounding))
      fail_msg("%s: free at %g m/s, %g s/kg, %g N: the solve ends after %d looks at %g m/s, where "
               "force() misses by %g N with a slope of %g; is it finite and continuous there?",
               told(c), v_free, mobility, load.normal, s.iterations, s.v, error, slope);
    rosin_contact_free(c);
  }
}

static void groups_are_solved(void **state) {
  (void)state;
  enum { ROWS = 4 };
  for (int k = 0; k < 2000; k++) {
    rosin_group_scratch scratch;
    rosin_group_contact group[ROWS];
    rosin_contact *c[ROWS];
    double b[ROWS * ROWS] = {0}, v_free[ROWS], v[ROWS], f[ROWS] = {0};
    const int n = 2 + k % 3;
    void *memory = group_room(&scratch, n);
    for (int mode = 0; mode < n + 1; mode++) {
      double shape[ROWS];
      for (int i = 0; i < n; i++)
        shape[i] = 2 * uniform(&seed, 0, 1) - 1;
      for (int i = 0; i < n * n; i++)
        b[i] += 0.05 * shape[i / n] * shape[i % n];
    }
    for (int i = 0; i < n; i++) {
      c[i] = law_at((int)(uniform(&seed, 0, 1) * rosin_laws()));
      group[i] =
          (rosin_group_contact){&c[i]->law, c[i]->state, load_of(log_uniform(&seed, 0.1, 5)), i};
      stir(c[i], &group[i].load);
      v_free[i] = v[i] = (2 * uniform(&seed, 0, 1) - 1) * log_uniform(&seed, 1e-3, 3);
    }
    int iterations;
    assert_true(rosin_group_solve(&scratch, group, n, b, v_free, v, f, &iterations));
    free(memory);
    for (int i = 0; i < n; i++) {
      assert_true(isfinite(v[i]) && isfinite(f[i]));
      rosin_contact_free(c[i]);
    }
  }
}

static void hostile_input_stays_finite(void **state) {
  (void)state;
  const double bad[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 0, 4e-320, 1e-200, -1};
  for (int l = 0; l < rosin_laws(); l++) {
    rosin_contact *c = law_at(l);
    for (int i = 0; i < 2000; i++) {
      double bristle;
      const double v = uniform(&seed, 0, 1) < 0.5 ? bad[(int)(9 * uniform(&seed, 0, 1))]
                                                  : 2 * uniform(&seed, 0, 1) - 1;
      const double n =
          uniform(&seed, 0, 1) < 0.5 ? bad[(int)(9 * uniform(&seed, 0, 1))] : uniform(&seed, 0, 1);
      rosin_contact_input(c, "rolling", bad[(int)(9 * uniform(&seed, 0, 1))], NULL);
      rosin_contact_input(c, "sideways", bad[(int)(9 * uniform(&seed, 0, 1))], NULL);
      rosin_contact_input(c, "road", log_uniform(&seed, 1e-3, 10), NULL);
      rosin_contact_input(c, "roughness", uniform(&seed, 0, 1), NULL);
      if (i % 10 == 0) { /* the ends of every range */
        const rosin_parameter *p = c->law.ops->parameters;
        for (; p->name; p++)
          set(c, p->name,
              uniform(&seed, 0, 1) < 0.3   ? p->low
              : uniform(&seed, 0, 1) < 0.5 ? p->high
                                           : p->initial);
      }
      assert_true(isfinite(rosin_contact_drive(c, v, n, &bristle)) && isfinite(bristle));
      assert_true(isfinite(rosin_contact_steady(c, v, n)));
      assert_true(isfinite(rosin_law_energy(&c->law, c->state)));
    }
    rosin_contact_free(c);
  }
}

/* The four states of contact, to the bit: f_s 0.4, f_c 0.2, B 0.1. */
static void coulomb_has_its_four_states(void **state) {
  (void)state;
  rosin_contact *c = make("coulomb");
  rosin_load load = load_of(1);
  rosin_solution s;
  load.instant = 1;
  rosin_law_step(&c->law, c->state, &load, 0.03, 0.1, &s); /* sticking */
  assert_true(s.v == 0.03 - 0.1 * s.f && fabs(s.f - 0.3) < 1e-15 && fabs(s.v) < 1e-17);
  rosin_law_step(&c->law, c->state, &load, 0.4 * 0.1, 0.1, &s); /* transition: all f_s holds */
  assert_true(fabs(s.f - 0.4) < 1e-15 && fabs(s.v) < 1e-17);
  rosin_law_step(&c->law, c->state, &load, 0.041, 0.1, &s); /* about to slip */
  assert_true(s.f == 0.2 && s.v > 0);
  rosin_law_step(&c->law, c->state, &load, 0.021, 0.1, &s); /* slipping, with memory of it */
  assert_true(s.f == 0.2 && s.v > 0);
  rosin_law_step(&c->law, c->state, &load, 0.019, 0.1, &s); /* sticking again */
  assert_true(fabs(s.f - 0.19) < 1e-15 && fabs(s.v) < 1e-17);
  rosin_law_step(&c->law, c->state, &load, 0.021, 0.1, &s); /* and it stays */
  assert_true(fabs(s.f - 0.21) < 1e-15 && fabs(s.v) < 1e-17);
  rosin_law_step(&c->law, c->state, &load, -0.2, 0.1, &s); /* the other way */
  assert_true(s.f == -0.2 && s.v < 0);
  rosin_law_step(&c->law, c->state, &load, 0.3, 0, &s); /* no mobility */
  assert_true(s.f == 0.2 && s.v == 0.3);
  rosin_law_step(&c->law, c->state, &load, 0, 0, &s);
  assert_true(fabs(s.f) <= 0.4 && s.v == 0);
  rosin_contact_free(c);
}

/* Two axes: the force points along the motion, as long as that of one axis at |v|. */
static void two_axes_share_one_force(void **state) {
  (void)state;
  rosin_contact *plane = make("induction-2d"), *line = make("induction");
  for (int i = 0; i < 100; i++) {
    const double x = 0.1 * (2 * uniform(&seed, 0, 1) - 1), y = 0.1 * (2 * uniform(&seed, 0, 1) - 1),
                 v = hypot(x, y);
    rosin_contact_input(plane, "sideways", y, NULL);
    const double along = rosin_contact_steady(plane, x, 1);
    rosin_contact_input(plane, "sideways", x, NULL);
    const double across = rosin_contact_steady(plane, y, 1);
    assert_true(fabs(hypot(along, across) - rosin_contact_steady(line, v, 1)) < 1e-12);
    assert_true(fabs(along * y - across * x) < 1e-12);
  }
  rosin_contact_free(plane);
  rosin_contact_free(line);
}

/* Under no load, or none that is a number, nothing rubs. */
static void no_load_no_steady_force(void **state) {
  (void)state;
  rosin_contact *c = make("elastoplastic");
  const double loads[] = {0, -1, ROSIN_LEAST_LOAD, NAN, INFINITY};
  for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
    assert_true(rosin_contact_steady(c, 0.1, loads[i]) == 0);
  assert_true(rosin_contact_steady(c, 0.1, 2 * ROSIN_LEAST_LOAD) > 0);
  assert_true(rosin_contact_steady(c, NAN, 1) == 0 && rosin_contact_steady(c, INFINITY, 1) == 0);
  assert_true(rosin_contact_steady(NULL, 0.1, 1) == 0);
  rosin_contact_free(c);
}

/* What may be written for a number. */
static void words_are_numbers(void **state) {
  (void)state;
  const char *words;
  assert_int_equal(rosin_law_word("load_fall", "hold", &words), 0);
  assert_string_equal(words, "hold, relax");
  assert_int_equal(rosin_law_word("load_fall", "relax", NULL), 1);
  assert_int_equal(rosin_law_word("load_fall", "fall", NULL), -1);
  assert_int_equal(rosin_law_word("load_fall", NULL, NULL), -1);
  assert_int_equal(rosin_law_word("sigma0", "hold", &words), -1);
  assert_null(words);
  assert_int_equal(rosin_law_word(NULL, "hold", NULL), -1);
}

static void induction_has_directions_and_slip(void **state) {
  (void)state;
  rosin_contact *c = make("induction");
  set(c, "mu_back", 2);
  assert_true(rosin_contact_steady(c, -0.01, 1) == -2 * rosin_contact_steady(c, 0.01, 1));
  set(c, "mu_back", 1);
  set(c, "zeta2", 10);
  const double vm = 0.01 + 0.25 * 0.02 + 5 * 0.02 * 0.02;
  const double f = 2 * 0.4 * vm * 0.02 / (0.02 * 0.02 + vm * vm);
  assert_true(fabs(rosin_contact_steady(c, 0.02, 1) - f) < 1e-15);
  set(c, "zeta2", 0);
  const double at_speed = rosin_contact_steady(c, 0.1, 1);
  set(c, "slip", 1);
  rosin_contact_input(c, "rolling", 10, NULL); /* driving: slip 1/10 */
  assert_true(fabs(rosin_contact_steady(c, 1, 1) - at_speed) < 1e-15);
  rosin_contact_free(c);
}

/* A preload holds a joint that is hardly pressed; a lever trades force for speed. */
static void joints_have_preload_and_lever(void **state) {
  (void)state;
  rosin_contact *c = make("lugre-joint");
  assert_true(fabs(rosin_contact_steady(c, 100, 10) - 0.2 * 0.005 * 10) < 1e-12);
  set(c, "preload", 0.5);
  assert_true(fabs(rosin_contact_steady(c, 100, 10) - 0.5 * 0.2 / 0.4) < 1e-12);
  const double torque = rosin_contact_steady(c, 0.3, 10);
  set(c, "lever", 0.2);
  assert_true(fabs(rosin_contact_steady(c, 0.3 * 0.2, 10) - torque / 0.2) < 1e-12);
  rosin_contact_free(c);
}

/* ---- two contacts as the two axes of one ---- */

typedef struct {
  rosin_network *network;
  rosin_body *body[2];
  rosin_contact *contact[2];
  int velocity[2], force[2];
} plane;

/* A mass on springs in `axes` directions, rubbed by a hand that moves along (x, y). */
static plane plane_new(const char *law, int axes, double x, double y) {
  static const char *const body[] = {"m0", "m1"}, *const name[] = {"c0", "c1"};
  static const char *const control[] = {"c0.velocity", "c1.velocity"};
  static const char *const velocity[] = {"m0.velocity@0", "m1.velocity@0"};
  static const char *const force[] = {"c0.force", "c1.force"};
  const rosin_mode mode = {.frequency = 200, .mass = 0.002, .q = 50};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  plane p = {.network = rosin_network_new(rate, 1, NULL)};
  for (int i = 0; i < axes; i++) {
    p.body[i] = rosin_modal_new(&spec, rate, NULL);
    p.contact[i] = make(law);
    rosin_contact_set(p.contact[i], "lever", 0.005, NULL); /* if it has one */
    rosin_network_body(p.network, body[i], p.body[i], NULL);
    rosin_network_contact(p.network, name[i], p.contact[i], "-", body[i], NULL);
    p.velocity[i] = rosin_network_signal(p.network, velocity[i], NULL);
    p.force[i] = rosin_network_signal(p.network, force[i], NULL);
    rosin_network_hold(p.network, rosin_network_control(p.network, control[i]), i ? y : x);
  }
  if (axes == 2)
    assert_int_equal(rosin_network_across(p.network, "c0", "c1", NULL), 0);
  assert_int_equal(rosin_network_prepare(p.network, NULL), 0);
  return p;
}

static void plane_free(plane *p) {
  rosin_network_free(p->network);
  for (int i = 0; i < 2; i++) {
    rosin_body_free(p->body[i]);
    rosin_contact_free(p->contact[i]);
  }
}

/* Along any direction two axes do what one does. */
static void two_axes_turn_freely(void **state) {
  (void)state;
  static const char *const laws[] = {"induction-2d", "lugre-joint"};
  for (int l = 0; l < 2; l++)
    for (double angle = 0.3; angle < 6; angle += 1) {
      const double c = cos(angle), s = sin(angle);
      plane two = plane_new(laws[l], 2, 0.1 * c, 0.1 * s), one = plane_new(laws[l], 1, 0.1, 0);
      double moved = 0;
      for (int i = 0; i < 3000; i++) {
        rosin_network_process(two.network, 1);
        rosin_network_process(one.network, 1);
        const double v = *rosin_network_read(one.network, one.velocity[0]);
        const double f = *rosin_network_read(one.network, one.force[0]);
        moved = fmax(moved, fabs(v));
        assert_true(fabs(*rosin_network_read(two.network, two.velocity[0]) - v * c) < 1e-6);
        assert_true(fabs(*rosin_network_read(two.network, two.velocity[1]) - v * s) < 1e-6);
        assert_true(fabs(*rosin_network_read(two.network, two.force[0]) - f * c) < 1e-4);
      }
      assert_true(moved > 0.01);
      assert_int_equal(rosin_network_statistics(two.network).unconverged, 0);
      plane_free(&two);
      plane_free(&one);
    }
}

static void second_axes_are_checked(void **state) {
  (void)state;
  rosin_error error;
  plane p = plane_new("induction-2d", 2, 0.1, 0.1);
  assert_int_equal(rosin_network_across(p.network, "c0", "nothing", &error), -1);
  assert_non_null(strstr(error.text, "'nothing'"));
  assert_int_equal(rosin_network_across(p.network, "c0", "c0", &error), -1);
  assert_int_equal(rosin_network_across(p.network, "c1", "c0", &error), 0); /* as it is */
  plane_free(&p);
}

/* ---- roughness ---- */

/* Friction of a steady slide, sum and sum of squares over a second. */
static void slide(double roughness, double v, unsigned long long with, double *mean,
                  double *spread) {
  rosin_contact *c = make("dahl");
  double sum = 0, squares = 0;
  rosin_contact_input(c, "roughness", roughness, NULL);
  rosin_contact_input(c, "grain", 1e-4, NULL);
  rosin_contact_seed(c, with);
  for (int i = 0; i < 44100; i++) {
    const double f = rosin_contact_drive(c, v, 1, NULL);
    sum += i < 4410 ? 0 : f;
    squares += i < 4410 ? 0 : f * f;
  }
  *mean = sum / 39690;
  *spread = sqrt(fmax(squares / 39690 - *mean * *mean, 0));
  rosin_contact_free(c);
}

static void roughness_is_seeded_noise(void **state) {
  (void)state;
  double mean, spread, again, unused;
  slide(0, 0.1, 1, &mean, &spread);
  assert_true(fabs(mean - 0.2) < 1e-9 && spread < 1e-6);
  slide(0.2, 0.1, 1, &mean, &spread); /* 1000 grains; a rising load bends bristles late */
  assert_true(fabs(mean - 0.195) < 0.008 && spread > 0.03 && spread < 0.05);
  slide(0.2, 0.1, 1, &again, &unused);
  assert_true(again == mean && unused == spread);
  slide(0.2, 0.1, 2, &again, &unused);
  assert_true(again != mean);
  slide(0.2, 0, 1, &again, &unused); /* at rest the surface is still */
  assert_true(again == 0 && unused == 0);
}

/* Loads along `way` samples of 0.1 m/s forth, then as many back, over spots of 3 mm. */
static void stroke(double spots, unsigned long long with, int way, double *load) {
  rosin_contact *c = make("coulomb");
  rosin_contact_seed(c, with);
  assert_int_equal(rosin_contact_spots(c, spots, 3e-3, NULL), 0);
  for (int i = 0; i < 2 * way; i++)
    load[i] = fabs(rosin_contact_drive(c, i < way ? 0.1 : -0.1, 1, NULL));
  rosin_contact_free(c);
}

static void spots_stay_where_they_are(void **state) {
  (void)state;
  enum { WAY = 44100 };
  static double even[2 * WAY], load[2 * WAY], other[2 * WAY];
  stroke(0, 1, WAY, even);
  stroke(0.5, 1, WAY, load);
  stroke(0.5, 2, WAY, other);
  double mean = 0, square = 0, off = 0, apart = 0, steepest = 0;
  for (int i = 10; i < WAY; i++) {
    const double x = load[i] / even[i];
    mean += x / (WAY - 10);
    square += x * x / (WAY - 10);
    off = fmax(off, fabs(load[i] - load[2 * WAY - i]) / even[i]);
    apart = fmax(apart, fabs(load[i] - other[i]) / even[i]);
    steepest = fmax(steepest, fabs(log(load[i] / load[i - 1])));
  }
  /* 33 spots: of the log-normal course's mean 1 and deviation 0.53 */
  assert_true(fabs(mean - 1) < 0.25);
  assert_true(fabs(sqrt(square - mean * mean) - 0.53) < 0.2);
  assert_true(off < 0.01);  /* met again on the way back, a sample late */
  assert_true(apart > 0.5); /* another surface */
  assert_true(steepest < 0.5 * 7.4 * 0.1 / 44100 / 3e-3 * 1.05);
  rosin_error error;
  rosin_contact *c = make("dahl");
  assert_int_equal(rosin_contact_spots(c, 1.5, 3e-3, &error), -1);
  assert_string_equal(error.text, "spots: 1.5 is out of range: 0 to 1");
  assert_int_equal(rosin_contact_spots(c, 0.5, 0, &error), -1);
  assert_int_equal(rosin_contact_spots(NULL, 0.5, 1, &error), -1);
  rosin_contact_free(c);
}

/* Bessel's, by its integral. */
static double i0(double x) {
  double sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += exp(x * cos(2 * pi * i / 1000)) / 1000;
  return sum;
}

/* A contact under 1 N that slides at `speed`, and back, over ridges of 1 mm: what of its load comes
 * and goes. */
static void scrape(double ridges, double speed, int way, double *load) {
  rosin_contact *c = make("coulomb");
  assert_int_equal(rosin_contact_ridges(c, ridges, 1e-3, NULL), 0);
  for (int i = 0; i < 2 * way; i++)
    load[i] = fabs(rosin_contact_drive(c, i < way ? speed : -speed, 1, NULL));
  rosin_contact_free(c);
}

static void ridges_sound_as_they_pass(void **state) {
  (void)state;
  enum { WAY = 4410 };
  static double even[2 * WAY], load[2 * WAY];
  scrape(0, 0.1, WAY, even);
  scrape(0.6, 0.1, WAY, load);
  const double sharp = 4 * (1 - 5 * 100 / rate), norm = i0(sharp); /* 100 Hz */
  double off = 0, back = 0;
  for (int i = 10; i < WAY; i++) { /* loads are means of a sample, and lie one behind */
    const double now = exp(sharp * cos(2 * pi * 100 * i / rate)),
                 before = exp(sharp * cos(2 * pi * 100 * (i - 1) / rate));
    const double wanted = 1 - 0.6 + 0.6 * 0.5 * (now + before) / norm;
    off = fmax(off, fabs(load[i] / even[i] - wanted));
    back = fmax(back, fabs(load[i] - load[2 * WAY - i]));
  }
  assert_true(off < 2e-3);
  assert_true(back < 0.06);   /* the same ridges, a sample late */
  scrape(0.6, 20, WAY, load); /* 20 kHz: even */
  scrape(0, 20, WAY, even);
  for (int i = 10; i < WAY; i++)
    assert_true(fabs(load[i] - even[i]) < 1e-12);
  scrape(1, 0.1, WAY, load); /* to its end, and something always remains */
  for (int i = 10; i < WAY; i++)
    assert_true(load[i] > 0);
  rosin_error error;
  rosin_contact *c = make("dahl");
  assert_int_equal(rosin_contact_ridges(c, -0.5, 3e-3, &error), -1);
  assert_string_equal(error.text, "ridges: -0.5 is out of range: 0 to 1");
  assert_int_equal(rosin_contact_ridges(c, 0.5, 0, &error), -1);
  assert_string_equal(error.text, "ridge: 0 is out of range: 1e-05 to 10 m");
  assert_int_equal(rosin_contact_ridges(NULL, 0.5, 1, &error), -1);
  rosin_contact_free(c);
}

static void lone_controls_are_checked(void **state) {
  (void)state;
  rosin_error error;
  rosin_contact *c = make("pacejka");
  assert_int_equal(rosin_contact_input(c, "rolling", 3, &error), 0);
  assert_int_equal(rosin_contact_input(c, "road", 0, &error), -1);
  assert_non_null(strstr(error.text, "road: 0 is out of range"));
  assert_int_equal(rosin_contact_input(c, "velocity", 0, &error), -1);
  assert_non_null(strstr(error.text, "'velocity'"));
  rosin_contact_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_are_in_order),
      cmocka_unit_test(slopes_match_differences),
      cmocka_unit_test(steady_force_is_reached),
      cmocka_unit_test(single_problems_are_solved),
      cmocka_unit_test(groups_are_solved),
      cmocka_unit_test(hostile_input_stays_finite),
      cmocka_unit_test(coulomb_has_its_four_states),
      cmocka_unit_test(two_axes_share_one_force),
      cmocka_unit_test(no_load_no_steady_force),
      cmocka_unit_test(words_are_numbers),
      cmocka_unit_test(induction_has_directions_and_slip),
      cmocka_unit_test(joints_have_preload_and_lever),
      cmocka_unit_test(two_axes_turn_freely),
      cmocka_unit_test(second_axes_are_checked),
      cmocka_unit_test(roughness_is_seeded_noise),
      cmocka_unit_test(spots_stay_where_they_are),
      cmocka_unit_test(ridges_sound_as_they_pass),
      cmocka_unit_test(many_states_need_their_own_look),
      cmocka_unit_test(lone_controls_are_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
