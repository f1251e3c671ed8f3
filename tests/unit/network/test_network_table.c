/* SPDX-License-Identifier: BSD-3-Clause */
/* Small networks for a moment after their start, against tests/unit/network/network.txt: strings
 * with all they have, bodies, joints, contacts alone and together, controls that move. So short
 * that rounding has not grown; the physics is judged elsewhere. */
#include "format.h"
#include "golden.h"
#include "rosin.h"
#include "tests/verify/freed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SIGNALS = 12, ROWS = 16 };

typedef struct {
  double rate;
  rosin_network *network;
  rosin_body *body[4];
  rosin_contact *contact[4];
  int bodies, contacts, signals;
  int signal[SIGNALS];
  char heard[SIGNALS][60];
} world;

static world begin(double rate) {
  return (world){.rate = rate, .network = rosin_network_new(rate, 50, NULL)};
}

static void add_body(world *w, const char *name, rosin_body *body) {
  assert_non_null(w->body[w->bodies++] = body);
  assert_int_equal(rosin_network_body(w->network, name, body, NULL), 0);
}

static void add_string(world *w, const char *name, double frequency, int torsion) {
  static const rosin_damping_point damping[] = {{100, 3}, {800, 1.2}, {5000, 0.3}};
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.frequency = frequency;
  s.torsion_frequency = torsion ? 5.3 * frequency : 0;
  s.damping_points = torsion ? 3 : 0;
  s.damping = damping;
  add_body(w, name, rosin_string_new(&s, w->rate, NULL));
}

static void add_bank(world *w, const char *name, double frequency, rosin_shape shape) {
  static const double position[] = {0, 0.4, 1}, weight[] = {1,   0.7, -0.5, 0.3, 0.6,  -0.9, 0.2, 1,
                                                            0.4, -1,  0.8,  0.1, -0.6, 0.9,  0.5};
  rosin_mode mode[5];
  for (int i = 0; i < 5; i++)
    mode[i] = (rosin_mode){
        .frequency = frequency * (1 + 1.3 * i), .q = 40.0 + 20 * i, .mass = 0.004 + 0.001 * i};
  const rosin_modal_spec spec = {.modes = 5,
                                 .mode = mode,
                                 .shape = shape,
                                 .points = shape == ROSIN_SHAPE_TABLE ? 3 : 0,
                                 .position = position,
                                 .weight = weight};
  add_body(w, name, rosin_modal_new(&spec, w->rate, NULL));
}

static void rub(world *w, const char *name, const char *law, const char *a, const char *b) {
  rosin_contact *c = w->contact[w->contacts++] = rosin_contact_new(law, w->rate, NULL);
  assert_int_equal(rosin_network_contact(w->network, name, c, a, b, NULL), 0);
}

static void hear(world *w, const char *name) {
  snprintf(w->heard[w->signals], sizeof w->heard[0], "%s", name);
  w->signal[w->signals++] = rosin_network_signal(w->network, name, NULL);
  assert_true(w->signal[w->signals - 1] >= 0);
}

static void set(world *w, const char *control, double value) {
  const int id = rosin_network_control(w->network, control);
  assert_true(id >= 0);
  rosin_network_hold(w->network, id, value);
}

/* Every twentieth sample or so of all signals, energy, and what the solver met. */
static void run(golden *g, world *w, const char *name, int calls, int with_counts) {
  double row[SIGNALS][ROWS], energy[ROWS];
  for (int i = 0, count = 0; i < calls; i++) {
    rosin_network_process(w->network, 50);
    if (i < calls - ROWS)
      continue;
    for (int s = 0; s < w->signals; s++)
      row[s][count] = rosin_network_read(w->network, w->signal[s])[(7 * i) % 50];
    energy[count++] = rosin_network_energy(w->network);
  }
  golden_in(g, "%s", name);
  for (int s = 0; s < w->signals; s++)
    golden_row(g, w->heard[s], row[s], ROWS, 1e-7, 1e-9);
  golden_row(g, "energy", energy, ROWS, 1e-7, 1e-12);
  const rosin_statistics t = rosin_network_statistics(w->network);
  const double sums[] = {t.dissipated, t.supplied, t.handled};
  golden_columns(g, "books", "dissipated supplied handled", sums, 1e-7, 1e-12);
  const double counts[] = {(double)t.solves, (double)t.elastic, (double)t.unconverged,
                           (double)t.not_unique, (double)t.passivity};
  if (with_counts)
    golden_columns(g, "counts", "solves elastic unconverged not_unique passivity", counts, 0, 0);
}

static void end(world *w) {
  network_freed(w->network, w->body, w->bodies, w->contact, w->contacts);
}

/* A string pushed, fingered while it sounds, muted; all a pickup can be. */
static void strings(golden *g, double rate, double frequency, int torsion) {
  world w = begin(rate);
  add_string(&w, "d", frequency, torsion);
  rosin_network_push(w.network, "p", "d", 0.23, NULL);
  hear(&w, "d.velocity@0.1");
  hear(&w, "d.displacement@0.4");
  hear(&w, "d.acceleration@0.23");
  hear(&w, "d.bridge_force");
  assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
  char name[5][60];
  static const char *const what[] = {"pushed", "let-go", "fingered", "rings", "muted"};
  for (int i = 0; i < 5; i++)
    rosin_format(name[i], sizeof name[i], "string:%g:%g%s:%s", rate, frequency,
                 torsion ? ":twists" : "", what[i]);
  set(&w, "p.force", 2);
  run(g, &w, name[0], 20, 0);
  set(&w, "p.force", 0);
  run(g, &w, name[1], 40, 0);
  set(&w, "d.finger", 1.37 * frequency);
  run(g, &w, name[2], 16, 0);
  run(g, &w, name[3], 100, 0);
  set(&w, "d.mute", 30);
  set(&w, "d.finger", 0);
  run(g, &w, name[4], 60, 0);
  end(&w);
}

static void banks(golden *g) {
  const rosin_shape shapes[] = {ROSIN_SHAPE_TABLE, ROSIN_SHAPE_SINE, ROSIN_SHAPE_RING};
  static const char *const names[][2] = {{"table:pushed", "table:let-go"},
                                         {"sine:pushed", "sine:let-go"},
                                         {"ring:pushed", "ring:let-go"}};
  for (int s = 0; s < 3; s++) {
    world w = begin(44100);
    add_bank(&w, "m", 310, shapes[s]);
    rosin_network_push(w.network, "p", "m", 0.3, NULL);
    hear(&w, "m.velocity@0.3");
    hear(&w, "m.displacement@0.7");
    hear(&w, "m.acceleration@0.9");
    assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
    set(&w, "p.force", 1);
    run(g, &w, names[s][0], 20, 0);
    set(&w, "p.force", 0);
    run(g, &w, names[s][1], 60, 0);
    end(&w);
  }
}

/* Two strings on a body by their bridges, the body held by a drive. */
static void joints(golden *g) {
  world w = begin(48000);
  add_string(&w, "a", 220, 1);
  add_string(&w, "d", 147, 0);
  add_bank(&w, "top", 180, ROSIN_SHAPE_SINE);
  rosin_network_joint(w.network, "j1", "a", 0, "top", 0.4, NULL);
  rosin_network_joint(w.network, "j2", "d", 0, "top", 0.55, NULL);
  rosin_network_joint(w.network, "shake", "top", 0.8, "-", 0, NULL);
  rosin_network_push(w.network, "p", "a", 0.2, NULL);
  hear(&w, "a.velocity@0.2");
  hear(&w, "d.bridge_force");
  hear(&w, "top.velocity@0.2");
  hear(&w, "j1.force");
  hear(&w, "shake.force");
  hear(&w, "shake.velocity");
  assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
  set(&w, "p.force", 1);
  run(g, &w, "joints:pushed", 20, 0);
  set(&w, "shake.velocity", 0.02);
  set(&w, "p.force", 0);
  run(g, &w, "joints:shaken", 60, 0);
  end(&w);
}

static void hear_contact(world *w, const char *name) {
  static const char *const keys[] = {"velocity", "force", "bristle", "normal", "dissipation"};
  char signal[60];
  for (int i = 0; i < 5; i++) {
    snprintf(signal, sizeof signal, "%s.%s", name, keys[i]);
    hear(w, signal);
  }
}

/* A bow whose force, speed and place move; rough hair. */
static void bows(golden *g, const char *law, double rate) {
  world w = begin(rate);
  add_string(&w, "d", 196, 1);
  rub(&w, "bow", law, "-", "d");
  hear_contact(&w, "bow");
  hear(&w, "d.bridge_force");
  assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
  char name[3][60];
  static const char *const what[] = {"on", "moved", "lifted"};
  for (int i = 0; i < 3; i++)
    rosin_format(name[i], sizeof name[i], "bow:%s:%g:%s", law, rate, what[i]);
  set(&w, "bow.force", 0.8);
  set(&w, "bow.velocity", 0.08);
  set(&w, "bow.position", 0.13);
  run(g, &w, name[0], 16, 1);
  set(&w, "bow.position", 0.18);
  set(&w, "bow.roughness", 0.1);
  set(&w, "bow.force", 1.1);
  run(g, &w, name[1], 16, 1);
  set(&w, "bow.force", 0);
  run(g, &w, name[2], 16, 1);
  end(&w);
}

/* Two bodies that rub at two places and are bowed at a third: solved together. */
static void groups(golden *g) {
  world w = begin(44100);
  add_bank(&w, "x", 240, ROSIN_SHAPE_SINE);
  add_bank(&w, "y", 410, ROSIN_SHAPE_TABLE);
  rub(&w, "one", "elastoplastic", "x", "y");
  rub(&w, "two", "lugre", "x", "y");
  rub(&w, "bow", "dahl", "-", "y");
  rosin_network_push(w.network, "p", "x", 0.5, NULL);
  rosin_network_joint(w.network, "j", "x", 0.15, "y", 0.9, NULL);
  hear_contact(&w, "one");
  hear_contact(&w, "two");
  hear(&w, "bow.force");
  hear(&w, "j.force");
  assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
  set(&w, "one.position", 0.2);
  set(&w, "one.position_a", 0.6);
  set(&w, "two.position", 0.7);
  set(&w, "two.position_a", 0.3);
  set(&w, "bow.velocity", 0.05);
  set(&w, "p.force", 0.5);
  run(g, &w, "group:three", 16, 1);
  set(&w, "two.force", 0); /* lifted, and seen to move */
  run(g, &w, "group:two-lifted", 16, 1);
  set(&w, "two.force", 2);
  run(g, &w, "group:two-down", 16, 1);
  end(&w);
}

static void axes(golden *g) {
  const char *const laws[] = {"induction-2d", "lugre-joint"};
  for (int l = 0; l < 2; l++) {
    world w = begin(44100);
    add_bank(&w, "x", 240, ROSIN_SHAPE_SINE);
    add_bank(&w, "y", 350, ROSIN_SHAPE_SINE);
    rub(&w, "along", laws[l], "-", "x");
    rub(&w, "across", laws[l], "-", "y");
    assert_int_equal(rosin_network_across(w.network, "along", "across", NULL), 0);
    hear_contact(&w, "along");
    hear_contact(&w, "across");
    assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
    set(&w, "along.position", 0.3);
    set(&w, "across.position", 0.4);
    set(&w, "along.velocity", 0.2);
    set(&w, "across.velocity", -0.1);
    run(g, &w, laws[l], 16, 1);
    end(&w);
  }
}

static void networks_hold_still(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/network/network.txt");
  strings(&g, 44100, 98, 1);
  strings(&g, 48000, 660, 1);
  strings(&g, 96000, 147, 0);
  strings(&g, 22050, 1500, 0);
  banks(&g);
  joints(&g);
  bows(&g, "elastoplastic", 44100);
  bows(&g, "thermal", 88200);
  bows(&g, "lugre", 48000);
  groups(&g);
  axes(&g);
  assert_int_equal(golden_close(&g), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(networks_hold_still)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
