/* SPDX-License-Identifier: BSD-3-Clause */
/* What is pushed in and what is read out: pickups, named points, pushes, and when
 * places move. */
#include "resonator.h"
#include "rosin.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double rate = 44100, pi = 3.14159265358979323846;

static rosin_body *string(double frequency) {
  rosin_string_spec spec;
  rosin_parameters_default(rosin_string_parameters(), &spec);
  spec.damping_points = 0;
  spec.damping = NULL;
  spec.frequency = frequency;
  spec.torsion_frequency = spec.bending_stiffness = 0;
  return rosin_string_new(&spec, rate, NULL);
}

/* Two modes, seen with other signs and sizes at the points a and b. */
static rosin_body *beam(void) {
  static const char *const names[] = {"a", "b"};
  static const double weight[] = {1, 0.5, -0.7, 0.3};
  const rosin_mode mode[] = {{.frequency = 220, .q = 50, .mass = 0.01},
                             {.frequency = 610, .q = 50, .mass = 0.02}};
  return rosin_modal_new(
      &(rosin_modal_spec){.modes = 2, .mode = mode, .points = 2, .name = names, .weight = weight},
      rate, NULL);
}

static rosin_network *with(rosin_body *body, const char *point) {
  rosin_network *n = rosin_network_new(rate, 64, NULL);
  double at = 0;
  assert_int_equal(rosin_body_point(body, point, &at), 0);
  assert_int_equal(rosin_network_body(n, "x", body, NULL), 0);
  assert_int_equal(rosin_network_push(n, "push", "x", at, NULL), 0);
  return n;
}

/* The three kinds of pickup are derivatives of each other, sample by sample: velocity
 * times the period is what the mean displacement moves on by, from the middle of a sample
 * to the middle of the next; and so for acceleration. */
static void pickups_are_derivatives(void **state) {
  (void)state;
  rosin_body *bodies[] = {beam(), string(220)};
  const char *const at[] = {"a", "0.3"};
  for (int b = 0; b < 2; b++) {
    rosin_network *n = rosin_network_new(rate, 64, NULL);
    rosin_network_body(n, "x", bodies[b], NULL);
    rosin_network_push(n, "push", "x", b ? 0.2 : 1, NULL);
    char name[40];
    int id[3];
    const char *const what[] = {"displacement", "velocity", "acceleration"};
    for (int i = 0; i < 3; i++) {
      snprintf(name, sizeof name, "x.%s@%s", what[i], at[b]);
      id[i] = rosin_network_signal(n, name, NULL);
      assert_true(id[i] >= 0);
    }
    assert_int_equal(rosin_network_prepare(n, NULL), 0);
    const int push = rosin_network_control(n, "push.force");
    double x[512], v[512], a[512], top_v = 0, top_a = 0, off_v = 0, off_a = 0;
    for (int i = 0; i < 512; i += 64) {
      rosin_network_hold(n, push, i == 64 ? 5 : 0);
      rosin_network_process(n, 64);
      memcpy(x + i, rosin_network_read(n, id[0]), 64 * sizeof *x);
      memcpy(v + i, rosin_network_read(n, id[1]), 64 * sizeof *v);
      memcpy(a + i, rosin_network_read(n, id[2]), 64 * sizeof *a);
    }
    /* mean displacements differ by the mean of the velocities; of a string's pickup the
     * acceleration is the difference, of a mode the mean of accelerations is */
    for (int i = 1; i < 512; i++) {
      top_v = fmax(top_v, fabs(v[i]));
      off_v = fmax(off_v, fabs((x[i] - x[i - 1]) * rate - 0.5 * (v[i] + v[i - 1])));
      top_a = fmax(top_a, fabs(a[i]));
      off_a = fmax(off_a, fabs((v[i] - v[i - 1]) * rate - (b ? a[i] : 0.5 * (a[i] + a[i - 1]))));
    }
    assert_true(top_v > 1e-4 && top_a > 1);
    assert_true(off_v < 1e-9 * top_v);
    assert_true(off_a < 1e-9 * top_a);
    rosin_network_free(n);
    rosin_body_free(bodies[b]);
  }
}

/* A kilogram pushed by 3 N from rest: after t seconds 3 t m/s and 1.5 t^2 m. */
static void a_mass_falls_as_it_should(void **state) {
  (void)state;
  const rosin_mode mode = {.mass = 1};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  rosin_body *body = rosin_modal_new(&spec, rate, NULL);
  rosin_network *n = rosin_network_new(rate, 64, NULL);
  rosin_network_body(n, "x", body, NULL);
  rosin_network_push(n, "push", "x", 0, NULL);
  const int a = rosin_network_signal(n, "x.acceleration@0", NULL);
  const int x = rosin_network_signal(n, "x.displacement@0", NULL);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  rosin_network_jump(n, rosin_network_control(n, "push.force"), 3);
  for (int i = 0; i < 100; i++)
    rosin_network_process(n, 64);
  const double t = 6400 / rate;
  assert_true(fabs(rosin_network_read(n, a)[63] - 3) < 1e-9);
  assert_true(fabs(rosin_network_read(n, x)[63] / (1.5 * t * t) - 1) < 1e-3);
  rosin_network_free(n);
  rosin_body_free(body);
}

/* What is pushed at a and seen at b is what is pushed at b and seen at a; and b moves as
 * the shapes say, not as a does. */
static void pushes_reach_each_port_by_its_own_mobility(void **state) {
  (void)state;
  double seen[2][64], own[64];
  for (int way = 0; way < 2; way++) {
    rosin_body *body = beam();
    rosin_network *n = with(body, way ? "b" : "a");
    const int there = rosin_network_signal(n, way ? "x.velocity@a" : "x.velocity@b", NULL);
    const int here = rosin_network_signal(n, way ? "x.velocity@b" : "x.velocity@a", NULL);
    assert_int_equal(rosin_network_prepare(n, NULL), 0);
    rosin_network_jump(n, rosin_network_control(n, "push.force"), 2);
    rosin_network_process(n, 64);
    memcpy(seen[way], rosin_network_read(n, there), sizeof seen[way]);
    if (!way)
      memcpy(own, rosin_network_read(n, here), sizeof own);
    rosin_network_free(n);
    rosin_body_free(body);
  }
  for (int i = 0; i < 64; i++)
    assert_true(fabs(seen[0][i] - seen[1][i]) < 1e-14);
  /* first sample: half a period of sum(w_a w f / m), by which the shapes can be told */
  const double step = 0.5 / rate * 2;
  assert_true(fabs(own[0] / (step * (1 / 0.01 + 0.25 / 0.02)) - 1) < 0.01);
  assert_true(fabs(seen[0][0] / (step * (-0.7 / 0.01 + 0.15 / 0.02)) - 1) < 0.01);
}

/* The bridge is at 0, the nut at 1; nothing else has a name. A pulse further out needs
 * longer to the bridge. */
static void a_string_ends_at_bridge_and_nut(void **state) {
  (void)state;
  rosin_body *body = string(110);
  double at = -1;
  assert_int_equal(rosin_body_point(body, "bridge", &at), 0);
  assert_true(at == 0);
  assert_int_equal(rosin_body_point(body, "nut", &at), 0);
  assert_true(at == 1);
  assert_int_equal(rosin_body_point(body, "middle", &at), -1);
  int arrival[2];
  for (int k = 0; k < 2; k++) {
    rosin_network *n = rosin_network_new(rate, 512, NULL);
    rosin_body_reset(body);
    rosin_network_body(n, "x", body, NULL);
    rosin_network_push(n, "push", "x", k ? 0.5 : 0.25, NULL);
    const int force = rosin_network_signal(n, "x.bridge_force", NULL);
    assert_int_equal(rosin_network_prepare(n, NULL), 0);
    rosin_network_jump(n, rosin_network_control(n, "push.force"), 1);
    rosin_network_process(n, 512);
    const double *f = rosin_network_read(n, force);
    for (arrival[k] = 0; arrival[k] < 511 && fabs(f[arrival[k]]) < 0.1; arrival[k]++)
      ;
    rosin_network_free(n);
  }
  /* half a period is the whole way */
  assert_true(abs(arrival[0] - (int)(0.25 * rate / 220)) <= 6);
  assert_true(abs(arrival[1] - (int)(0.5 * rate / 220)) <= 6);
  rosin_body_free(body);
}

/* A body that counts how often it is placed. */
typedef struct {
  rosin_body base;
  int places, controls;
  double at;
} counter;

static int counter_bind(rosin_body *b, int ports) {
  b->ports = ports;
  return 0;
}
static double counter_place(rosin_body *b, int port, double position) {
  counter *c = (counter *)b;
  (void)port;
  c->places++;
  return c->at = position;
}
static double counter_control(rosin_body *b, int control, double value) {
  (void)control, (void)value;
  ((counter *)b)->controls++;
  return 0;
}
static void counter_mobility(const rosin_body *b, double *m) {
  (void)b;
  *m = 1e-3;
}
static void counter_predict(rosin_body *b, double *v) {
  (void)b;
  *v = 0;
}
static void counter_commit(rosin_body *b, const double *f) {
  (void)b, (void)f;
}
static void counter_nothing(rosin_body *b) {
  (void)b;
}
static const rosin_parameter knobs[] = {{"knob", "", -1, 1, 0, "", 0},
                                        {NULL, NULL, 0, 0, 0, NULL, 0}};
static double counter_energy(const rosin_body *body) {
  (void)body;
  return 0;
}

static const rosin_body_ops counts = {.kind = "counter",
                                      .controls = knobs,
                                      .bind = counter_bind,
                                      .place = counter_place,
                                      .set_control = counter_control,
                                      .mobility = counter_mobility,
                                      .predict = counter_predict,
                                      .commit = counter_commit,
                                      .energy = counter_energy,
                                      .reset = counter_nothing};

/* Places and controls of bodies move 44 100 times a second whatever the rate, and end
 * where they should. */
static void places_move_at_a_steady_rate(void **state) {
  (void)state;
  const double rates[] = {22050, 44100, 48000, 88200, 96000, 176400, 192000};
  const int every[] = {1, 1, 1, 2, 2, 4, 4};
  enum { N = 1024 };
  double glide[N];
  for (int k = 0; k < N; k++)
    glide[k] = 0.1 + 0.5 * (k + 1) / N;
  for (int r = 0; r < 7; r++) {
    counter c = {.base = {&counts, rates[r], 0}};
    rosin_contact *bow = rosin_contact_new("lugre", rates[r], NULL);
    rosin_network *n = rosin_network_new(rates[r], N, NULL);
    assert_int_equal(rosin_network_body(n, "x", &c.base, NULL), 0);
    assert_int_equal(rosin_network_contact(n, "bow", bow, "-", "x", NULL), 0);
    assert_int_equal(rosin_network_prepare(n, NULL), 0);
    for (int i = 0; i < 4; i++)
      rosin_network_process(n, N);
    c.places = c.controls = 0;
    rosin_network_feed(n, rosin_network_control(n, "bow.position"), glide);
    rosin_network_feed(n, rosin_network_control(n, "x.knob"), glide);
    rosin_network_process(n, N);
    assert_int_equal(c.places, N / every[r]);
    assert_int_equal(c.controls, N / every[r]);
    for (int i = 0; i < 4; i++)
      rosin_network_process(n, 16);
    assert_true(fabs(c.at - 0.6) < 1e-12);
    c.places = 0;
    rosin_network_process(n, N); /* nothing moves any more */
    assert_int_equal(c.places, 0);
    rosin_network_free(n);
    rosin_contact_free(bow);
  }
}

/* A string's pickup far from all forces hears a passing wave with the speed it has. */
static void a_string_in_its_first_mode(void **state) {
  (void)state;
  rosin_body *body = string(100);
  rosin_network *n = rosin_network_new(rate, 64, NULL);
  rosin_network_body(n, "x", body, NULL);
  rosin_network_push(n, "push", "x", 0.5, NULL);
  const int v = rosin_network_signal(n, "x.velocity@0.5", NULL);
  const int a = rosin_network_signal(n, "x.acceleration@0.5", NULL);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  const int push = rosin_network_control(n, "push.force");
  double feed[64], square_v = 0, square_a = 0;
  for (int i = 0; i < 44100; i += 64) {
    for (int k = 0; k < 64; k++)
      feed[k] = i < 22050 ? sin(2 * pi * 100 * (i + k) / rate) : 0;
    rosin_network_feed(n, push, feed);
    rosin_network_process(n, 64);
    for (int k = 0; i >= 22064 && k < 64; k++) {
      square_v += pow(rosin_network_read(n, v)[k], 2);
      square_a += pow(rosin_network_read(n, a)[k], 2);
    }
  }
  assert_true(square_v > 0);
  assert_true(fabs(sqrt(square_a / square_v) / (2 * pi * 100) - 1) < 0.02);
  rosin_network_free(n);
  rosin_body_free(body);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pickups_are_derivatives),
      cmocka_unit_test(a_mass_falls_as_it_should),
      cmocka_unit_test(pushes_reach_each_port_by_its_own_mobility),
      cmocka_unit_test(a_string_ends_at_bridge_and_nut),
      cmocka_unit_test(places_move_at_a_steady_rate),
      cmocka_unit_test(a_string_in_its_first_mode),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
