/* SPDX-License-Identifier: BSD-3-Clause */
/* Joints that once made energy, or forces without bounds: several at one end of a string,
 * points close to a bridge that moves, a place with itself, rings, twins, nodes. */
#include "rosin.h"
#include "waveguide/string.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCK = 64, BLOCKS = 200 };
static const double rate = 44100;

static rosin_body *make_string(double frequency) {
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.frequency = frequency;
  return rosin_string_new(&s, rate, NULL);
}

/* Free of loss. */
static rosin_body *make_modal(int modes, double frequency, double mass) {
  rosin_mode mode[4];
  for (int i = 0; i < modes; i++)
    mode[i] = (rosin_mode){.frequency = frequency * (i + 1), .mass = mass};
  const rosin_modal_spec spec = {.modes = modes,
                                 .mode = mode,
                                 .shape = frequency > 0 ? ROSIN_SHAPE_SINE : ROSIN_SHAPE_TABLE,
                                 .points = frequency > 0 ? 0 : 1};
  return rosin_modal_new(&spec, rate, NULL);
}

typedef struct {
  rosin_network *network;
  rosin_body *string, *modal; /* "s", "m" */
} world;

static world begin(double frequency) {
  world w = {rosin_network_new(rate, BLOCK, NULL), make_string(frequency),
             make_modal(3, 180, 0.05)};
  assert_non_null(w.string);
  rosin_network_body(w.network, "s", w.string, NULL);
  rosin_network_body(w.network, "m", w.modal, NULL);
  return w;
}

static void join(world *w, const char *name, const char *a, double x, const char *b, double y) {
  assert_int_equal(rosin_network_joint(w->network, name, a, x, b, y, NULL), 0);
}

static int push(world *w, const char *name, const char *body, double position) {
  char control[32];
  assert_int_equal(rosin_network_push(w->network, name, body, position, NULL), 0);
  snprintf(control, sizeof control, "%s.force", name);
  return rosin_network_control(w->network, control);
}

static void end(world *w) {
  rosin_network_free(w->network);
  rosin_body_free(w->string);
  rosin_body_free(w->modal);
}

/* Push at all these controls for half the time; at every block what was supplied must be
 * stored or lost. */
static void keeps_its_energy(world *w, const int *control, int count) {
  double feed[BLOCK], most = 0;
  assert_int_equal(rosin_network_prepare(w->network, NULL), 0);
  for (int block = 0; block < BLOCKS; block++) {
    for (int k = 0; k < count; k++) {
      for (int i = 0; i < BLOCK; i++)
        feed[i] = block < BLOCKS / 2 ? sin((0.011 + 0.37 * k) * (block * BLOCK + i)) : 0;
      rosin_network_feed(w->network, control[k], feed);
    }
    rosin_network_process(w->network, BLOCK);
    const double energy = rosin_network_energy(w->network);
    const rosin_statistics s = rosin_network_statistics(w->network);
    const double lost = rosin_string_lost((const rosin_string *)w->string);
    most = fmax(most, energy);
    assert_true(fabs(energy + lost - s.supplied) <= 1e-11 * (most + fabs(s.supplied)));
  }
  assert_true(most > 1e-6);
}

static void a_nailed_end_bears_a_second_joint(void **state) {
  (void)state;
  world w = begin(147);
  join(&w, "nail", "s", 0, "-", 0);
  join(&w, "loop", "s", 0.3, "s", 0);
  join(&w, "foot", "s", 0, "m", 0.4);
  const int control[] = {push(&w, "p", "s", 0.2), push(&w, "q", "m", 0.7)};
  keeps_its_energy(&w, control, 2);
  end(&w);
}

/* Distances in samples from a bridge that moves, whole ones and between. */
static void points_near_a_moving_bridge_are_passive(void **state) {
  (void)state;
  const double pitch[] = {147, 150.3, 1100, 3000}; /* eight taps to two */
  for (int p = 0; p < 4; p++) {
    world w = begin(pitch[p]);
    const double half = 0.5 * rate / pitch[p], at[] = {0, 0.3, 1, 1.7, 2.5, 3.9, 6.2};
    int control[8];
    join(&w, "bridge", "s", 0, "m", 0.4);
    for (int k = 0; k < 7; k++) {
      char name[8];
      snprintf(name, sizeof name, "p%d", k);
      control[k] = push(&w, name, "s", at[k] / half);
    }
    keeps_its_energy(&w, control, 7);
    end(&w);
  }
}

/* What touches the string on its bridge touches the bridge. */
static void a_point_on_the_end_moves_with_it(void **state) {
  (void)state;
  double feed[BLOCK];
  world w = begin(147);
  join(&w, "bridge", "s", 0, "m", 0.4);
  const int control = push(&w, "p", "s", 0);
  const int a = rosin_network_signal(w.network, "s.velocity@0", NULL);
  const int b = rosin_network_signal(w.network, "m.velocity@0.4", NULL);
  assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
  for (int i = 0; i < BLOCK; i++)
    feed[i] = sin(0.1 * i);
  rosin_network_feed(w.network, control, feed);
  rosin_network_process(w.network, BLOCK);
  double most = 0;
  for (int i = 0; i < BLOCK; i++) {
    const double v = rosin_network_read(w.network, a)[i];
    assert_true(fabs(v - rosin_network_read(w.network, b)[i]) < 1e-12);
    most = fmax(most, fabs(v));
  }
  assert_true(most > 1e-3);
  end(&w);
}

/* A string that was pushed, with or without a joint of its end with itself. */
static void ring(int joined, double *out) {
  world w = begin(147);
  if (joined)
    join(&w, "itself", "s", 0, "s", 0);
  const int control = push(&w, "p", "s", 0.2);
  const int v = rosin_network_signal(w.network, "s.velocity@0.1", NULL);
  assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
  for (int block = 0; block < 20; block++) {
    rosin_network_hold(w.network, control, block < 2);
    rosin_network_process(w.network, BLOCK);
    memcpy(out + block * BLOCK, rosin_network_read(w.network, v), BLOCK * sizeof *out);
  }
  end(&w);
}

static void a_place_joined_with_itself_stays_as_it_is(void **state) {
  (void)state;
  static double with[20 * BLOCK], without[20 * BLOCK];
  ring(0, without);
  ring(1, with);
  assert_memory_equal(with, without, sizeof with);
}

/* Three masses in a ring of joints, one of them twice: 6 N on 1 + 2 + 3 kg. */
static void a_ring_moves_as_one(void **state) {
  (void)state;
  static const char *const name[] = {"a", "b", "c"};
  rosin_network *n = rosin_network_new(rate, BLOCK, NULL);
  rosin_body *body[3];
  int v[3], f[4];
  for (int i = 0; i < 3; i++) {
    body[i] = make_modal(1, 0, i + 1);
    rosin_network_body(n, name[i], body[i], NULL);
  }
  rosin_network_joint(n, "j0", "a", 0, "b", 0, NULL);
  rosin_network_joint(n, "j1", "b", 0, "c", 0, NULL);
  rosin_network_joint(n, "j2", "c", 0, "a", 0, NULL);
  rosin_network_joint(n, "j3", "b", 0, "a", 0, NULL);
  rosin_network_push(n, "p", "a", 0, NULL);
  const char *const force[] = {"j0.force", "j1.force", "j2.force", "j3.force"};
  for (int i = 0; i < 4; i++)
    f[i] = rosin_network_signal(n, force[i], NULL);
  for (int i = 0; i < 3; i++) {
    char signal[32];
    snprintf(signal, sizeof signal, "%s.velocity@0", name[i]);
    v[i] = rosin_network_signal(n, signal, NULL);
  }
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  rosin_network_jump(n, rosin_network_control(n, "p.force"), 6);
  for (int block = 0; block < 100; block++)
    rosin_network_process(n, BLOCK);
  for (int i = 0; i < 3; i++)
    assert_true(fabs(rosin_network_read(n, v[i])[BLOCK - 1] - (100 * BLOCK - 0.5) / rate) < 1e-10);
  for (int i = 0; i < 4; i++)
    assert_true(fabs(rosin_network_read(n, f[i])[BLOCK - 1]) <= 6);
  rosin_network_free(n);
  for (int i = 0; i < 3; i++)
    rosin_body_free(body[i]);
}

/* What rounding leaves of a shape at its node is nothing to drive a body by. */
static void many_joints_make_one_mass(void **state) {
  (void)state;
  enum { MASSES = 16 }; /* more joints than stand side by side */
  rosin_body *body[MASSES];
  rosin_network *n = rosin_network_new(rate, 100, NULL);
  char name[2][8];
  double sum = 0;
  int seen[MASSES];
  for (int i = 0; i < MASSES; i++) {
    const rosin_mode mode = {.mass = 0.1 * (1 + i)};
    const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
    sum += mode.mass;
    body[i] = rosin_modal_new(&spec, rate, NULL);
    snprintf(name[0], sizeof name[0], "m%02d", i);
    assert_int_equal(rosin_network_body(n, name[0], body[i], NULL), 0);
    snprintf(name[1], sizeof name[1], "m%02d", i / 2);
    char joint[8], signal[24];
    snprintf(joint, sizeof joint, "j%02d", (7 * i) % MASSES);
    if (i)
      assert_int_equal(rosin_network_joint(n, joint, name[1], 0, name[0], 0, NULL), 0);
    snprintf(signal, sizeof signal, "%s.velocity@0", name[0]);
    seen[i] = rosin_network_signal(n, signal, NULL);
  }
  rosin_network_push(n, "p", "m05", 0, NULL);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  rosin_network_hold(n, rosin_network_control(n, "p.force"), 2);
  for (int i = 0; i < 10; i++)
    rosin_network_process(n, 100);
  for (int i = 0; i < MASSES; i++) /* half samples at both ends */
    assert_true(fabs(rosin_network_read(n, seen[i])[99] * sum * rate / 2 / 999 - 1) < 1e-9);
  rosin_network_free(n);
  for (int i = 0; i < MASSES; i++)
    rosin_body_free(body[i]);
}

static void a_node_cannot_be_driven(void **state) {
  (void)state;
  world w = begin(147);
  join(&w, "drive", "m", 1, "-", 0);
  assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
  rosin_network_hold(w.network, rosin_network_control(w.network, "drive.velocity"), 1);
  for (int block = 0; block < 10; block++)
    rosin_network_process(w.network, BLOCK);
  assert_true(rosin_network_energy(w.network) == 0);
  end(&w);
}

/* Driven with a jerk, and nailed while it moves: at rest with what drives it from the next
 * sample on, and the loss is told. */
static void a_jerk_does_not_last(void **state) {
  (void)state;
  rosin_body *body = make_modal(1, 0, 2);
  rosin_network *n = rosin_network_new(rate, 1, NULL);
  rosin_network_body(n, "a", body, NULL);
  rosin_network_joint(n, "j", "a", 0, "-", 0, NULL);
  const int v = rosin_network_signal(n, "a.velocity@0", NULL);
  const int f = rosin_network_signal(n, "j.force", NULL);
  const int drive = rosin_network_control(n, "j.velocity");
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  for (int i = 0; i < 40; i++) {
    const double now = i / 10 % 2 ? 0 : 0.3;
    if (i % 10 == 0)
      rosin_network_jump(n, drive, now);
    rosin_network_process(n, 1);
    assert_true(fabs(rosin_network_read(n, v)[0] - (i % 10 ? now : 0.15)) < 1e-12);
    if (i % 10)
      assert_true(fabs(rosin_network_read(n, f)[0]) < 1e-8);
    const rosin_statistics s = rosin_network_statistics(n);
    assert_true(fabs(rosin_network_energy(n) + s.dissipated - s.supplied) < 1e-12);
    assert_true(s.dissipated > 0.08);
  }
  rosin_network_free(n);
  rosin_body_free(body);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_nailed_end_bears_a_second_joint),
      cmocka_unit_test(points_near_a_moving_bridge_are_passive),
      cmocka_unit_test(a_point_on_the_end_moves_with_it),
      cmocka_unit_test(a_place_joined_with_itself_stays_as_it_is),
      cmocka_unit_test(a_ring_moves_as_one),
      cmocka_unit_test(a_jerk_does_not_last),
      cmocka_unit_test(many_joints_make_one_mass),
      cmocka_unit_test(a_node_cannot_be_driven),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
