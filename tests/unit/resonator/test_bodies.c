/* SPDX-License-Identifier: BSD-3-Clause */
/* Strings and modal bodies at random, moved, muted, cut, remade and pushed at random places: none
 * gives more than it was given, twice the push moves twice as much to the bit, a reset is a new
 * beginning; and what they do is what they did, against tests/unit/resonator/bodies.txt. */
#include "golden.h"
#include "maths/maths.h"
#include "resonator.h"
#include "tests/unit/draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { BODIES = 84, PORTS = 5, MODES = 1100, CELL = 16, SAMPLES = 320 };

static double rate = 44100; /* of the body at hand */

static rosin_body *random_string(void) {
  rosin_damping_point curve[4];
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.frequency = log_between(30, 1000);
  s.length = log_between(0.2, 2);
  s.impedance = log_between(0.1, 3);
  s.bending_stiffness = one_of(3) ? log_between(1e-6, 1e-2) : 0;
  s.q = log_between(50, 5000);
  s.torsion_frequency = one_of(2) ? log_between(2, 6) * s.frequency : 0;
  s.torsion_frequency = fmin(s.torsion_frequency, rate / 13);
  s.torsion_impedance = log_between(0.3, 6);
  s.torsion_q = log_between(5, 300);
  s.damping_points = one_of(3) ? 0 : 1 + one_of(4);
  s.damping = curve;
  for (int i = 0; i < s.damping_points; i++)
    curve[i] = (rosin_damping_point){s.frequency * (1 + 3 * i * i), log_between(0.05, 5) / (1 + i)};
  rosin_body *body = rosin_string_new(&s, rate, NULL);
  assert_non_null(body);
  return body;
}

/* What a modal body is made of; arrays that stay till the next. */
static rosin_modal_spec random_modes(int modes) {
  static rosin_mode mode[MODES];
  static double weight[4 * MODES], position[4], load[MODES];
  static int order[MODES];
  for (int l = 0; l < modes; l++) {
    mode[l] = (rosin_mode){.frequency = l == 0 && one_of(4) == 0 ? 0 : log_between(20, 0.4 * rate),
                           .mass = log_between(1e-3, 1)};
    *(one_of(2) ? &mode[l].q : &mode[l].t60) = log_between(0.05, 3);
    mode[l].q *= 100;
    load[l] = between(0, 2);
    order[l] = one_of(13) - 6;
    for (int i = 0; i < 4; i++)
      weight[i * modes + l] = between(-1, 1);
  }
  for (int i = 0; i < 4; i++)
    position[i] = i + between(0, 0.8);
  static const rosin_shape shape[] = {ROSIN_SHAPE_SINE, ROSIN_SHAPE_RING, ROSIN_SHAPE_TABLE};
  rosin_modal_spec spec = {.modes = modes, .mode = mode, .shape = shape[one_of(3)]};
  if (spec.shape == ROSIN_SHAPE_TABLE) {
    spec.points = 4;
    spec.position = one_of(2) ? position : NULL;
    spec.weight = weight;
  }
  spec.order = one_of(2) ? order : NULL;
  spec.load = one_of(2) ? load : NULL;
  spec.made.tension = one_of(2) ? log_between(100, 5000) : 0;
  spec.made.size = one_of(2) ? log_between(0.5, 2) : 0;
  spec.made.fill = one_of(2) ? between(0, 0.9) : 0;
  return spec;
}

static rosin_body *random_body(int index) {
  static const int sizes[] = {1, 2, 3, 8, 31, 200, 1024, MODES};
  static const double rates[] = {44100, 48000, 96000, 22050};
  seed = 7919u * (uint64_t)index + 11;
  rate = rates[index / 3 % 4];
  if (index % 3 == 0)
    return random_string();
  const int modes = sizes[index % 8];
  const rosin_modal_spec spec = random_modes(modes);
  rosin_body *body = rosin_modal_new(&spec, rate, NULL);
  assert_non_null(body);
  if (one_of(3) == 0)
    assert_int_equal(body->ops->cut(body, 2 + one_of(2)), 0);
  return body;
}

typedef struct {
  double heard, seen[3], bridge, where, begun, mobility, energy, work, supplied, worst;
} sums;

/* A control to somewhere in its usual range; some stand where they are. */
static double move(rosin_body *body, int strings) {
  const int control = one_of(strings ? 2 : 5);
  const rosin_parameter *row = &body->ops->controls[control];
  double value = row->initial > 0 ? row->initial * log_between(0.7, 1.4) : between(0, 0.3);
  if (strings)
    value = control ? between(0, 40) : log_between(30, 2500);
  return body->ops->set_control(body, control, fmin(fmax(value, row->low), row->high));
}

static void place(rosin_body *body, int first) {
  for (int i = 0; i < PORTS; i++)
    if (first || one_of(PORTS) == 0)
      body->ops->place(body, i, one_of(8) ? between(0, 1) : 0.25 * one_of(5));
}

/* A cell of samples, some of the ports pushed. */
static void run_cell(rosin_body *body, sums *s, double size, const double *b) {
  double v[PORTS] = {0}, f[PORTS];
  const int pushes = one_of(4), what = one_of(3);
  for (int i = 0; i < CELL; i++) {
    const double before = body->ops->energy(body);
    body->ops->predict(body, v);
    for (int k = 0; k < PORTS; k++) {
      f[k] = k < pushes ? size * between(-1, 1) : 0;
      s->heard += fabs(v[k]) / size;
      s->begun += body->ops->begin ? fabs(body->ops->begin(body, k)) / size : 0;
      s->where += body->ops->displacement ? fabs(body->ops->displacement(body, k)) / size : 0;
    }
    body->ops->commit(body, f);
    double given = 0, scale = before;
    for (int k = 0; k < PORTS; k++) {
      double mean = v[k];
      for (int j = 0; j < PORTS; j++)
        mean += b[k * PORTS + j] * f[j];
      given += f[k] * mean / rate;
      scale += fabs(f[k] * mean / rate);
      s->seen[what] += fabs(body->ops->observe(body, k, (rosin_observable)what, mean)) / size;
    }
    if (!body->ops->begin) /* a string */
      s->bridge += fabs(body->ops->observe(body, -1, ROSIN_OBSERVE_BRIDGE_FORCE, 0)) / size;
    s->supplied += given / size / size;
    if (body->ops->begin) /* a string's is known in the mean of a period */
      s->worst = fmax(s->worst, (body->ops->energy(body) - before - given) / (scale + 1e-300));
  }
}

/* Symmetric, and no two ports move each other by more than each moves itself. */
static void is_mobility(const double *b) {
  for (int i = 0; i < PORTS; i++)
    for (int j = 0; j < PORTS; j++) {
      const double one = b[i * (PORTS + 1)], other = b[j * (PORTS + 1)], both = b[i * PORTS + j];
      const double rounding = 1e-15 * (one + other);
      assert_true(one >= 0 && both == b[j * PORTS + i]);
      assert_true(both * both <= one * other * (1 + 1e-12) + rounding * rounding);
    }
}

static void live(rosin_body *body, int strings, sums *s, double size) {
  double b[PORTS * PORTS];
  int all[PORTS] = {0, 1, 2, 3, 4};
  for (int t = 0; t < SAMPLES; t += CELL) {
    if (t && one_of(3) == 0)
      s->work += move(body, strings) / size / size;
    if (one_of(3) == 0)
      place(body, 0);
    if (strings && one_of(8) == 0)
      body->ops->take_pace(body, one_of(2) ? 1 : CELL);
    if (one_of(6) == 0)
      body->ops->listen(body, all, PORTS);
    body->ops->mobility(body, b);
    for (int i = 0; i < PORTS * PORTS; i++)
      s->mobility += fabs(b[i]) * (1 + i);
    is_mobility(b);
    run_cell(body, s, size, b);
    s->energy += body->ops->energy(body) / size / size;
  }
}

static sums begin(rosin_body *body, int index, double size) {
  sums s = {0};
  seed = 104729u * (uint64_t)index + 17;
  place(body, 1);
  live(body, index % 3 == 0, &s, size);
  return s;
}

static rosin_body *bound(int index) {
  rosin_body *body = random_body(index);
  assert_int_equal(body->ops->bind(body, PORTS), 0);
  for (int i = 0; i < PORTS && body->ops->take_strand && index % 2; i++)
    body->ops->take_strand(body, i, i % 3 ? 0 : -1);
  return body;
}

static void row(golden *g, int index, const char *what, const sums *s) {
  const double x[] = {s->heard, s->seen[0],  s->seen[1], s->seen[2], s->bridge,  s->where,
                      s->begun, s->mobility, s->energy,  s->work,    s->supplied};
  golden_in(g, "%d:%s", index, what);
  golden_columns(
      g, "sums",
      "heard velocity displacement acceleration bridge where begun mobility energy work supplied",
      x, 1e-7, 0);
}

static void they_do_what_they_did(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/resonator/bodies.txt");
  for (int i = 0; i < BODIES; i++) {
    rosin_body *body = bound(i), *doubled = bound(i);
    const sums s = begin(body, i, 1), twice = begin(doubled, i, 2);
    row(&g, i, body->ops->kind, &s);
    assert_true(s.worst <= 1e-9);
    /* what is counted in shares of the push is the same to the bit */
    assert_memory_equal(&s.heard, &twice.heard, offsetof(sums, worst));
    rosin_rubbed rubbed = {0};
    const int rubs = body->ops->rubbed(body, 0.13, &rubbed);
    golden_columns(&g, "rubbed", "is least greatest slip hertz",
                   (double[]){rubs, rubbed.least, rubbed.greatest, rubbed.slip, rubbed.hertz}, 1e-7,
                   0);
    rosin_body_free(body);
    rosin_body_free(doubled);
  }
  assert_int_equal(golden_close(&g), 0);
}

/* What is made otherwise while it swings goes on from there. */
static void they_are_made_otherwise(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/resonator/bodies_again.txt");
  for (int i = 1; i < BODIES; i += 3) {
    rosin_body *body = bound(i);
    const sums before = begin(body, i, 1);
    const rosin_modal_spec spec = random_modes(1 + one_of(20));
    assert_int_equal(rosin_modal_set(body, &spec, NULL), 0);
    assert_int_equal(body->ops->bind(body, PORTS), 0);
    assert_true(before.heard > 0);
    const sums after = begin(body, i, 1);
    row(&g, i, "set", &after);
    if (body->ops->cut(body, 3) == 0)
      assert_int_equal(body->ops->bind(body, PORTS), 0);
    const sums cut = begin(body, i, 1);
    row(&g, i, "cut", &cut);
    rosin_body_free(body);
  }
  assert_int_equal(golden_close(&g), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(they_do_what_they_did),
                                     cmocka_unit_test(they_are_made_otherwise)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
