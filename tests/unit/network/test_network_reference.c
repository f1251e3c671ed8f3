/* SPDX-License-Identifier: BSD-3-Clause */
/* Random networks against a second computation of all but the friction: the same bodies, stepped
 * by hand, each sample's joint forces by one dense solve, contacts bearing the forces that the
 * network says. Velocities, forces, places that move, pickups and the work supplied must agree
 * to rounding. */
#include "format.h"
#include "resonator.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCK = 40, BLOCKS = 15, BODIES = 4, ROWS = 6, PUSHES = 3, PICKUPS = 6, PORTS = 24 };

/* A place on a body: index of the body (-1: none) and of its port. */
typedef struct {
  int body, port;
  double last, hold, reached; /* where it is, and where it is to be */
  int control;                /* that moves it, or -1 */
} place;

typedef struct {
  int joint, force, velocity; /* signals */
  place at[2];
  rosin_contact *contact;
  int drive;   /* control of the velocity prescribed, or -1 */
  double said; /* its last value */
} row;

typedef struct {
  int control;
  place at;
  double said;
} push;

typedef struct {
  int signal;
  rosin_observable what;
  place at;
} pickup;

typedef struct {
  unsigned seed;
  double rate, supplied;
  rosin_network *network;
  rosin_body *body[BODIES], *twin[BODIES];
  int bodies, ports[BODIES];
  row row[ROWS];
  push push[PUSHES];
  pickup pickup[PICKUPS];
  int rows, pushes, pickups;
  double b[BODIES][PORTS * PORTS], free[BODIES][PORTS], f[BODIES][PORTS], v[BODIES][PORTS];
  int stirred[BODIES];
  long long clock;
} world;

static double chance(world *w) {
  w->seed = w->seed * 1664525u + 1013904223u;
  return (double)(w->seed >> 8) / 16777216.0;
}

static int pick(world *w, int count) {
  return (int)(chance(w) * count);
}

/* ---- the network ------------------------------------------------------------------ */

static rosin_body *make_body(world *w, int kind, double pitch) {
  static const double position[] = {0, 0.35, 1},
                      weight[] = {1,  0.7, -0.5, 0.3, 0.6,  -0.9, 0.2, 1,   0.4,
                                  -1, 0.8, 0.1,  0.5, -0.3, 0.9,  0.7, 0.2, -0.6};
  rosin_mode mode[6];
  rosin_string_spec s = {0};
  for (int i = 0; i < 6; i++)
    mode[i] = (rosin_mode){
        .frequency = pitch * (1 + 0.83 * i), .q = 30.0 + 20 * i, .mass = 0.003 + 0.002 * i};
  const rosin_modal_spec spec = {.modes = 6,
                                 .mode = mode,
                                 .shape = kind == 1   ? ROSIN_SHAPE_TABLE
                                          : kind == 2 ? ROSIN_SHAPE_RING
                                                      : ROSIN_SHAPE_SINE,
                                 .points = kind == 1 ? 3 : 0,
                                 .position = position,
                                 .weight = weight};
  if (kind < 3)
    return rosin_modal_new(&spec, w->rate, NULL);
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.frequency = pitch;
  s.torsion_frequency = 5.1 * pitch;
  return rosin_string_new(&s, w->rate, NULL);
}

static const char *name_of(const world *w, int body) {
  static const char *const names[] = {"c", "a", "d", "b"};
  (void)w;
  return body < 0 ? "-" : names[body];
}

static place put(world *w, int body, double position, int control) {
  const int port = body < 0 ? 0 : w->ports[body]++;
  return (place){body, port, position, position, (double)NAN, control};
}

static int control_of(const world *w, const char *name, const char *key) {
  char text[40];
  snprintf(text, sizeof text, "%s.%s", name, key);
  return rosin_network_control(w->network, text);
}

static int signal_of(const world *w, const char *name, const char *key) {
  char text[60];
  snprintf(text, sizeof text, "%s.%s", name, key);
  const int signal = rosin_network_signal(w->network, text, NULL);
  assert_true(signal >= 0);
  return signal;
}

static void add_contact(world *w, int k) {
  static const char *const laws[] = {"elastoplastic", "dahl", "lugre", "coulomb"};
  row *r = &w->row[w->rows++];
  char name[16];
  const int b = pick(w, w->bodies), a = chance(w) < 0.5 ? -1 : (b + 1) % w->bodies;
  snprintf(name, sizeof name, "r%d", 9 - k);
  *r = (row){.contact = rosin_contact_new(laws[pick(w, 4)], w->rate, NULL)};
  assert_int_equal(
      rosin_network_contact(w->network, name, r->contact, name_of(w, a), name_of(w, b), NULL), 0);
  const int pa = control_of(w, name, "position_a"), pb = control_of(w, name, "position");
  r->at[0] = put(w, a, 0.1 + 0.8 * chance(w), pa);
  r->at[1] = put(w, b, 0.1 + 0.8 * chance(w), pb);
  rosin_network_hold(w->network, pa, r->at[0].hold);
  rosin_network_hold(w->network, pb, r->at[1].hold);
  rosin_network_hold(w->network, control_of(w, name, "force"), chance(w) < 0.2 ? 0 : chance(w));
  r->drive = control_of(w, name, "velocity");
  r->force = signal_of(w, name, "force");
  r->velocity = signal_of(w, name, "velocity");
}

/* Of two banks, or of one that is led. */
static void add_joint(world *w, int k) {
  row *r = &w->row[w->rows++];
  char name[16];
  const int a = pick(w, 3), b = chance(w) < 0.3 ? -1 : (a + 1) % 3;
  const double x = 0.08 + 0.8 * chance(w), y = 0.08 + 0.8 * chance(w);
  snprintf(name, sizeof name, "q%d", k);
  *r = (row){.joint = 1, .drive = -1};
  assert_int_equal(rosin_network_joint(w->network, name, name_of(w, a), x, name_of(w, b), y, NULL),
                   0);
  r->at[0] = put(w, a, x, -1);
  r->at[1] = put(w, b, y, -1);
  if (b < 0)
    r->drive = control_of(w, name, "velocity");
  r->force = signal_of(w, name, "force");
  r->velocity = signal_of(w, name, "velocity");
}

static void add_push(world *w, int k) {
  push *p = &w->push[w->pushes++];
  char name[16];
  const int body = pick(w, w->bodies);
  const double x = 0.1 + 0.8 * chance(w);
  snprintf(name, sizeof name, "p%d", 5 - k);
  assert_int_equal(rosin_network_push(w->network, name, name_of(w, body), x, NULL), 0);
  *p = (push){.control = control_of(w, name, "force"), .at = put(w, body, x, -1)};
}

static void add_pickup(world *w) {
  static const char *const keys[] = {"velocity", "displacement", "acceleration"};
  pickup *p = &w->pickup[w->pickups++];
  char key[40];
  const int body = pick(w, w->bodies), what = pick(w, 3);
  const double x = round(1000 * chance(w)) / 1000;
  rosin_format(key, sizeof key, "%s@%.3f", keys[what], x);
  *p = (pickup){.signal = signal_of(w, name_of(w, body), key),
                .what = (rosin_observable)what,
                .at = put(w, body, x, -1)};
}

static void set_place(const world *w, place *p, double position) {
  if (p->body >= 0)
    w->twin[p->body]->ops->place(w->twin[p->body], p->port, position);
  p->reached = position;
}

static world *begin(unsigned seed) {
  static world made;
  world *w = &made;
  memset(w, 0, sizeof *w);
  w->seed = seed;
  w->rate = seed % 3 == 0 ? 96000 : seed % 3 == 1 ? 44100 : 48000;
  w->network = rosin_network_new(w->rate, BLOCK, NULL);
  w->bodies = BODIES;
  for (int i = 0; i < BODIES; i++) {
    const double pitch = 100 + 300 * chance(w);
    assert_non_null(w->body[i] = make_body(w, i, pitch));
    assert_non_null(w->twin[i] = make_body(w, i, pitch));
    assert_int_equal(rosin_network_body(w->network, name_of(w, i), w->body[i], NULL), 0);
  }
  for (int k = 1 + pick(w, 3); k > 0; k--)
    add_contact(w, k);
  for (int k = pick(w, 4); k > 0; k--)
    add_joint(w, k);
  for (int k = 1 + pick(w, 2); k > 0; k--)
    add_push(w, k);
  while (w->pickups < PICKUPS)
    add_pickup(w);
  assert_int_equal(rosin_network_prepare(w->network, NULL), 0);
  for (int i = 0; i < BODIES; i++) {
    assert_true(w->ports[i] <= PORTS);
    assert_int_equal(w->twin[i]->ops->bind(w->twin[i], w->ports[i] ? w->ports[i] : 1), 0);
    w->stirred[i] = 1;
  }
  for (int i = 0; i < w->rows; i++)
    for (int k = 0; k < 2; k++)
      set_place(w, &w->row[i].at[k], w->row[i].at[k].hold);
  for (int i = 0; i < w->pushes; i++)
    set_place(w, &w->push[i].at, w->push[i].at.hold);
  for (int i = 0; i < w->pickups; i++)
    set_place(w, &w->pickup[i].at, w->pickup[i].at.hold);
  return w;
}

static void end(world *w) {
  rosin_network_free(w->network);
  for (int i = 0; i < w->rows; i++)
    rosin_contact_free(w->row[i].contact);
  for (int i = 0; i < BODIES; i++) {
    rosin_body_free(w->body[i]);
    rosin_body_free(w->twin[i]);
  }
}

/* ---- by hand ---------------------------------------------------------------------- */

static double velocity(const world *w, const place *p) {
  return p->body < 0 ? 0 : w->v[p->body][p->port];
}

static double relative(const world *w, const row *r) {
  return velocity(w, &r->at[0]) - velocity(w, &r->at[1]);
}

static void bear(world *w, const place *p, double force) {
  if (p->body >= 0)
    w->f[p->body][p->port] += force;
}

/* Velocities of all ports under the forces so far. */
static void move(world *w) {
  for (int i = 0; i < w->bodies; i++)
    for (int p = 0; p < w->ports[i]; p++) {
      w->v[i][p] = w->free[i][p];
      for (int q = 0; q < w->ports[i]; q++)
        w->v[i][p] += w->b[i][p * w->ports[i] + q] * w->f[i][q];
    }
}

/* Gauss with pivots; 0 if it is too near to singular to say. */
static int solve(double *a, double *x, int n) {
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      best = fabs(a[i * ROWS + k]) > fabs(a[best * ROWS + k]) ? i : best;
    if (fabs(a[best * ROWS + k]) < 1e-6)
      return 0;
    for (int j = 0; j < n; j++) {
      const double t = a[k * ROWS + j];
      a[k * ROWS + j] = a[best * ROWS + j];
      a[best * ROWS + j] = t;
    }
    const double t = x[k];
    x[k] = x[best];
    x[best] = t;
    for (int i = 0; i < n; i++)
      if (i != k) {
        const double share = a[i * ROWS + k] / a[k * ROWS + k];
        for (int j = k; j < n; j++)
          a[i * ROWS + j] -= share * a[k * ROWS + j];
        x[i] -= share * x[k];
      }
  }
  for (int k = 0; k < n; k++)
    x[k] /= a[k * ROWS + k];
  return 1;
}

/* Joint forces, each found from what unit forces do; 0 if they are not to be told. */
static int hold_joints(world *w, const double *drive, double *force) {
  double a[ROWS * ROWS], kept[BODIES][PORTS];
  int joint[ROWS], count = 0;
  for (int i = 0; i < w->rows; i++)
    if (w->row[i].joint)
      joint[count++] = i;
  memcpy(kept, w->f, sizeof kept);
  move(w);
  for (int k = 0; k < count; k++)
    force[k] = drive[joint[k]] - relative(w, &w->row[joint[k]]);
  for (int j = 0; j < count; j++) {
    double before[ROWS];
    for (int k = 0; k < count; k++)
      before[k] = drive[joint[k]] - force[k];
    bear(w, &w->row[joint[j]].at[0], -1);
    bear(w, &w->row[joint[j]].at[1], 1);
    move(w);
    for (int k = 0; k < count; k++)
      a[k * ROWS + j] = relative(w, &w->row[joint[k]]) - before[k];
    memcpy(w->f, kept, sizeof kept);
  }
  if (!solve(a, force, count))
    return 0;
  for (int k = 0; k < count; k++) {
    bear(w, &w->row[joint[k]].at[0], -force[k]);
    bear(w, &w->row[joint[k]].at[1], force[k]);
  }
  move(w);
  return 1;
}

static void move_place(world *w, place *p) {
  const int every = (int)(w->rate / 44100);
  const double mean = 0.5 * (p->last + p->hold);
  p->last = p->hold;
  if (p->body >= 0 && mean != p->reached && (every < 2 || w->clock % every == 0)) {
    set_place(w, p, mean);
    w->stirred[p->body] = 1;
  }
}

static int near(const char *what, double value, double wanted, double size) {
  if (fabs(value - wanted) <= 1e-8 * size)
    return 1;
  rosin_print(stderr, "%s: %.12g instead of %.12g\n", what, value, wanted);
  return 0;
}

/* Sample k of a block whose feeds are given; 0 if the network says something else. -1: joints
 * too near to each other to compare. */
static int sample(world *w, int k, double (*drive)[BLOCK], double (*pushes)[BLOCK]) {
  double led[ROWS] = {0}, force[ROWS];
  int same = 1;
  memset(w->f, 0, sizeof w->f);
  for (int i = 0; i < w->rows; i++)
    for (int s = 0; s < 2; s++)
      move_place(w, &w->row[i].at[s]);
  for (int i = 0; i < w->bodies; i++) {
    const rosin_body_ops *ops = w->twin[i]->ops;
    if (w->stirred[i])
      ops->mobility(w->twin[i], w->b[i]);
    w->stirred[i] = 0;
    ops->predict(w->twin[i], w->free[i]);
  }
  for (int i = 0; i < w->rows; i++)
    if (w->row[i].drive >= 0) {
      led[i] = 0.5 * (w->row[i].said + drive[i][k]);
      w->row[i].said = drive[i][k];
    }
  for (int i = 0; i < w->pushes; i++) {
    bear(w, &w->push[i].at, 0.5 * (w->push[i].said + pushes[i][k]));
    w->push[i].said = pushes[i][k];
  }
  for (int i = 0; i < w->rows; i++) {
    const row *r = &w->row[i];
    const double f = rosin_network_read(w->network, r->force)[k];
    if (r->joint)
      continue;
    bear(w, &r->at[0], -f);
    bear(w, &r->at[1], f);
    w->supplied += f * led[i] / w->rate;
  }
  if (!hold_joints(w, led, force))
    return -1;
  for (int i = 0, joint = 0; i < w->rows; i++) {
    const row *r = &w->row[i];
    const double v = rosin_network_read(w->network, r->velocity)[k];
    same &= r->joint ? near("joint's velocity", v, led[i], 0.1)
                     : near("contact's velocity", v, led[i] + relative(w, r), 0.1);
    if (!r->joint)
      continue;
    same &= near("joint's force", rosin_network_read(w->network, r->force)[k], force[joint], 10);
    if (r->at[1].body < 0)
      w->supplied -= force[joint] * led[i] / w->rate;
    joint++;
  }
  for (int i = 0; i < w->pushes; i++)
    w->supplied +=
        w->f[w->push[i].at.body][w->push[i].at.port] * velocity(w, &w->push[i].at) / w->rate;
  for (int i = 0; i < w->bodies; i++)
    w->twin[i]->ops->commit(w->twin[i], w->f[i]);
  for (int i = 0; i < w->pickups; i++) {
    const pickup *p = &w->pickup[i];
    rosin_body *twin = w->twin[p->at.body];
    const double seen = twin->ops->observe(twin, p->at.port, p->what, velocity(w, &p->at));
    same &= near("pickup", rosin_network_read(w->network, p->signal)[k], seen,
                 p->what == ROSIN_OBSERVE_ACCELERATION   ? 0.1 * w->rate
                 : p->what == ROSIN_OBSERVE_DISPLACEMENT ? 0.001
                                                         : 0.1);
  }
  w->clock++;
  return same;
}

/* What moves until the block's end: a walk, begun where it was. */
static void walk(world *w, double *to, double from, double step) {
  for (int i = 0; i < BLOCK; i++)
    to[i] = from += step * (chance(w) - 0.5 - 0.02 * (from > 0 ? 1 : -1));
}

static void networks_do_as_by_hand(void **state) {
  (void)state;
  int compared = 0;
  for (unsigned seed = 1; seed <= 60; seed++) {
    double drive[ROWS][BLOCK], pushes[PUSHES][BLOCK];
    world *w = begin(seed);
    int same = 1;
    for (int block = 0; block < BLOCKS && same > 0; block++) {
      for (int i = 0; i < w->rows; i++)
        if (w->row[i].drive >= 0) {
          walk(w, drive[i], w->row[i].said, w->row[i].joint ? 0.002 : 0.02);
          rosin_network_feed(w->network, w->row[i].drive, drive[i]);
        }
      for (int i = 0; i < w->pushes; i++) {
        walk(w, pushes[i], w->push[i].said, 0.2);
        for (int k = 0; k < BLOCK && block % 4 == 3; k++)
          pushes[i][k] = 0; /* a push that rests */
        rosin_network_feed(w->network, w->push[i].control, pushes[i]);
      }
      for (int i = 0; i < w->rows && block > 4; i++)
        if (w->row[i].at[block % 2].control >= 0 && w->row[i].at[block % 2].body >= 0) {
          place *p = &w->row[i].at[block % 2];
          p->hold = 0.1 + 0.8 * chance(w);
          rosin_network_hold(w->network, p->control, p->hold);
        }
      assert_int_equal(rosin_network_process(w->network, BLOCK), 0);
      for (int k = 0; k < BLOCK && same > 0; k++)
        same = sample(w, k, drive, pushes);
    }
    if (same == 0)
      fail_msg("network %u", seed);
    compared += same > 0;
    if (same > 0)
      assert_true(near("supplied", rosin_network_statistics(w->network).supplied, w->supplied,
                       1e-3 + fabs(w->supplied)));
    end(w);
  }
  assert_true(compared > 40);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(networks_do_as_by_hand)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
