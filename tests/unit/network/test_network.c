/* SPDX-License-Identifier: BSD-3-Clause */
/* Networks of modal bodies: order of creation, block size, joints, energy,
 * controls, hostile input. */
#include "network/heed.h"
#include "network/network.h"
#include "resonator.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PARTS = 6, SAMPLES = 2000 };
static const double rate = 44100;

static rosin_body *bank(int modes, double f, double mass, double q) {
  rosin_mode mode[32];
  for (int i = 0; i < modes; i++)
    mode[i] = (rosin_mode){.frequency = f * (i + 1) * (1 + 0.01 * i), .q = q, .mass = mass};
  const rosin_modal_spec spec = {.modes = modes, .mode = mode, .shape = ROSIN_SHAPE_SINE};
  return rosin_modal_new(&spec, rate, NULL);
}

static rosin_body *mass(double kg) {
  const rosin_mode mode = {.mass = kg};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  return rosin_modal_new(&spec, rate, NULL);
}

static void hold(rosin_network *n, const char *control, double value) {
  const int id = rosin_network_control(n, control);
  if (id < 0)
    fail_msg("no control %s", control);
  rosin_network_hold(n, id, value);
}

/* Two plates, a finger with two contacts on one of them, a rigid bridge, a bow. */
typedef struct {
  rosin_body *body[3];
  rosin_contact *contact[3];
  rosin_network *network;
  int signal[4];
} world;

static void add(world *w, int part) {
  rosin_error e = {""};
  int bad = 0;
  switch (part) {
  case 0:
    bad = rosin_network_body(w->network, "plate", w->body[0], &e) ||
          rosin_network_body(w->network, "wall", w->body[2], &e);
    break;
  case 1:
    bad = rosin_network_body(w->network, "finger", w->body[1], &e);
    break;
  case 2:
    bad = rosin_network_contact(w->network, "tip", w->contact[0], "finger", "plate", &e);
    break;
  case 3:
    bad = rosin_network_contact(w->network, "side", w->contact[1], "finger", "plate", &e);
    break;
  case 4:
    bad = rosin_network_contact(w->network, "bow", w->contact[2], "-", "plate", &e);
    break;
  default:
    bad = rosin_network_joint(w->network, "bridge", "plate", 0.31, "wall", 0.4, &e) ||
          rosin_network_push(w->network, "hand", "finger", 0, &e);
  }
  if (bad)
    fail_msg("%s", e.text);
}

static world make(const int *order, int block, double q) {
  static const int natural[PARTS] = {0, 1, 2, 3, 4, 5};
  world w = {.body = {bank(9, 310, 0.004, q), mass(0.02), bank(5, 97, 0.05, q)}};
  for (int i = 0; i < 3; i++)
    w.contact[i] = rosin_contact_new(i == 1 ? "lugre" : "elastoplastic", rate, NULL);
  w.network = rosin_network_new(rate, block, NULL);
  for (int i = 0; i < PARTS; i++)
    add(&w, order ? order[i] : natural[i]);
  const char *const signals[] = {"plate.velocity@0.7", "tip.force", "bow.bristle", "bridge.force"};
  rosin_error e;
  for (int i = 0; i < 4; i++) {
    w.signal[i] = rosin_network_signal(w.network, signals[i], &e);
    if (w.signal[i] < 0)
      fail_msg("%s", e.text);
  }
  hold(w.network, "tip.force", 1.5);
  hold(w.network, "side.force", 0.7);
  hold(w.network, "bow.force", 1);
  hold(w.network, "tip.position", 0.21);
  hold(w.network, "side.position", 0.27);
  hold(w.network, "bow.position", 0.61);
  hold(w.network, "bow.velocity", 0.1);
  if (rosin_network_prepare(w.network, &e))
    fail_msg("%s", e.text);
  return w;
}

static void destroy(world *w) {
  rosin_network_free(w->network);
  for (int i = 0; i < 3; i++) {
    rosin_body_free(w->body[i]);
    rosin_contact_free(w->contact[i]);
  }
}

/* All four signals of SAMPLES samples, in calls of `block`, hand pushing. */
static void run(world *w, int block, double *out) {
  double push[1024];
  const int hand = rosin_network_control(w->network, "hand.force");
  for (int at = 0; at < SAMPLES;) {
    const int frames = SAMPLES - at < block ? SAMPLES - at : block;
    for (int i = 0; i < frames; i++)
      push[i] = 0.8 * sin(0.013 * (at + i + 1));
    rosin_network_feed(w->network, hand, push);
    if (at == 0)
      hold(w->network, "bow.velocity", 0.2);
    rosin_network_process(w->network, frames);
    for (int s = 0; s < 4; s++)
      memcpy(out + s * SAMPLES + at, rosin_network_read(w->network, w->signal[s]),
             (size_t)frames * sizeof *out);
    at += frames;
  }
}

static void order_of_creation_changes_no_bit(void **state) {
  (void)state;
  static double first[4 * SAMPLES], other[4 * SAMPLES];
  world w = make(NULL, 64, 80);
  run(&w, 64, first);
  const rosin_statistics s = rosin_network_statistics(w.network);
  assert_true(s.unconverged == 0 && s.solves == 3 * SAMPLES);
  assert_true(fabs(first[SAMPLES - 1]) > 0);
  destroy(&w);
  const int orders[][PARTS] = {{5, 4, 3, 2, 1, 0}, {2, 0, 4, 1, 5, 3}, {3, 2, 5, 0, 1, 4}};
  for (int k = 0; k < 3; k++) {
    w = make(orders[k], 64, 80);
    run(&w, 64, other);
    assert_memory_equal(first, other, sizeof first);
    destroy(&w);
  }
}

/* A lifted contact's ports are computed only where its velocity is a signal: nobody else
 * may tell, not when it presses again either. */
static void watching_a_lifted_contact_changes_no_bit(void **state) {
  (void)state;
  enum { BLOCK = 50 };
  static double out[3][4 * SAMPLES];
  for (int watched = 0; watched < 3; watched++) { /* 2: not always */
    rosin_error e;
    world w = make(NULL, BLOCK, 80);
    const int velocity = watched ? rosin_network_signal(w.network, "side.velocity", &e) : -1;
    assert_int_equal(rosin_network_prepare(w.network, &e), 0);
    double seen = 0;
    for (int at = 0; at < SAMPLES; at += BLOCK) {
      hold(w.network, "side.force", at >= 500 && at < 1200 ? 0 : 0.7);
      if (watched == 2 && at % 300 == 0) /* not from 900 on */
        rosin_network_heed(w.network, velocity, at / 300 % 2 == 0);
      rosin_network_process(w.network, BLOCK);
      if (watched == 2 && at == 1000)
        assert_true(rosin_network_read(w.network, velocity)[BLOCK - 1] == seen);
      if (watched == 2 && at == 850)
        seen = rosin_network_read(w.network, velocity)[BLOCK - 1];
      for (int s = 0; s < 4; s++)
        memcpy(out[watched] + s * SAMPLES + at, rosin_network_read(w.network, w.signal[s]),
               BLOCK * sizeof **out);
      if (watched == 1 && at == 800)
        seen = rosin_network_read(w.network, velocity)[BLOCK - 1];
    }
    assert_true(!watched || fabs(seen) > 1e-6);
    destroy(&w);
  }
  assert_memory_equal(out[0], out[1], sizeof out[0]);
  assert_memory_equal(out[0], out[2], sizeof out[0]);
}

/* A push that begins and ends: momentum and energy are what the hand gave. */
static void a_push_counts_while_it_pushes(void **state) {
  (void)state;
  enum { CALL = 10, CALLS = 30, FROM = 7, TO = 17 };
  rosin_error e;
  rosin_body *body = mass(0.02);
  rosin_network *n = rosin_network_new(rate, CALL, &e);
  assert_int_equal(rosin_network_body(n, "sled", body, &e), 0);
  assert_int_equal(rosin_network_push(n, "hand", "sled", 0, &e), 0);
  const int signal = rosin_network_signal(n, "sled.velocity@0", &e);
  assert_int_equal(rosin_network_prepare(n, &e), 0);
  for (int twice = 0; twice < 2; twice++) {
    for (int k = 0; k < CALLS; k++) {
      hold(n, "hand.force", k >= FROM && k < TO ? 3 : 0);
      rosin_network_process(n, CALL);
    }
    const double v = rosin_network_read(n, signal)[CALL - 1];
    assert_true(fabs(v / (3 * (TO - FROM) * CALL / rate / 0.02) - 1) < 1e-12);
    assert_true(fabs(rosin_network_statistics(n).supplied / rosin_network_energy(n) - 1) < 1e-12);
    rosin_network_reset(n);
  }
  rosin_network_free(n);
  rosin_body_free(body);
}

/* A body that counts how often its mobility is taken. */
static int rebuilt;
static const rosin_body_ops *counted;

static void count_mobility(const rosin_body *body, double *b) {
  rebuilt++;
  counted->mobility(body, b);
}

/* At twice the rate, where places move at every other sample: a bow whose controls are
 * held, then moved once, then held. Counts rebuilds after the start and after the move. */
static void bow_in_calls_of(int block, double *out, int *after_start, int *after_move) {
  enum { SETTLE = 8, MOVE = 1100 };
  rosin_error e;
  rosin_string_spec spec = {0};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  rosin_body *body = rosin_string_new(&spec, 2 * rate, &e);
  rosin_contact *contact = rosin_contact_new("elastoplastic", 2 * rate, &e);
  rosin_network *n = rosin_network_new(2 * rate, 1024, &e);
  counted = body->ops;
  rosin_body_ops ops = *counted;
  ops.mobility = count_mobility;
  body->ops = &ops;
  assert_int_equal(rosin_network_body(n, "string", body, &e), 0);
  assert_int_equal(rosin_network_contact(n, "bow", contact, "-", "string", &e), 0);
  const int signal = rosin_network_signal(n, "string.bridge_force", &e);
  assert_int_equal(rosin_network_prepare(n, &e), 0);
  hold(n, "bow.velocity", 0.1);
  hold(n, "bow.position", 0.13);
  rebuilt = 0;
  for (int at = 0; at < SAMPLES;) {
    if (at == SETTLE)
      rebuilt = 0;
    if (at == MOVE) {
      *after_start = rebuilt;
      hold(n, "bow.position", 0.17);
      hold(n, "string.finger", 160);
    }
    const int stop = at < SETTLE ? SETTLE : at < MOVE ? MOVE : SAMPLES;
    const int frames = stop - at < block ? stop - at : block;
    rosin_network_process(n, frames);
    memcpy(out + at, rosin_network_read(n, signal), (size_t)frames * sizeof *out);
    at += frames;
  }
  *after_move = rebuilt;
  rosin_network_free(n);
  rosin_contact_free(contact);
  rosin_body_free(body);
}

static void held_controls_cost_nothing_in_calls_of_any_length(void **state) {
  (void)state;
  static double first[SAMPLES], other[SAMPLES];
  const int blocks[] = {64, 63, 1, 1000, 7};
  for (int k = 0; k < 5; k++) {
    int after_start, after_move;
    bow_in_calls_of(blocks[k], k ? other : first, &after_start, &after_move);
    assert_int_equal(after_start, 0);
    assert_in_range(after_move, 1, 2); /* halfway, and there */
    if (k)
      assert_memory_equal(first, other, sizeof first);
  }
  assert_true(fabs(first[SAMPLES - 1]) > 0);
}

static void block_size_changes_no_bit(void **state) {
  (void)state;
  static double first[4 * SAMPLES], other[4 * SAMPLES];
  const int blocks[] = {1, 7, 64, 1000};
  for (int k = 0; k < 4; k++) {
    world w = make(NULL, 1000, 80);
    run(&w, blocks[k], k ? other : first);
    if (k)
      assert_memory_equal(first, other, sizeof first);
    destroy(&w);
  }
}

static void energy_balances_without_loss(void **state) {
  (void)state;
  static double out[4 * SAMPLES];
  world w = make(NULL, 64, 0);
  run(&w, 64, out);
  const rosin_statistics s = rosin_network_statistics(w.network);
  const double gap = rosin_network_energy(w.network) - (s.supplied - s.dissipated);
  assert_true(fabs(gap) <= 1e-9 * s.handled);
  assert_true(s.dissipated > 0 && s.worst >= -1e-12 * s.handled);
  destroy(&w);
}

/* What each contact took adds up; none gave, until its bristles are damped beyond the law's
 * passivity bound. */
static void contacts_are_accounted_for(void **state) {
  (void)state;
  static double out[4 * SAMPLES];
  world w = make(NULL, 64, 80);
  run(&w, 64, out);
  rosin_contact_account c, last = {.name = ""};
  rosin_statistics s = rosin_network_statistics(w.network);
  double took = 0;
  int contacts = 0;
  assert_int_equal(rosin_network_account(w.network, -1, &c), -1);
  for (; rosin_network_account(w.network, contacts, &c) == 0; contacts++) {
    assert_true(strcmp(last.name, c.name) < 0 && rosin_law_parameters(c.law));
    assert_true(c.solves == SAMPLES && c.gave == 0);
    took += c.took;
    last = c;
  }
  assert_int_equal(contacts, 3);
  assert_true(s.given == 0 && fabs(took - s.dissipated) <= 1e-9 * took);
  rosin_network_reset(w.network);
  assert_true(rosin_network_account(w.network, 0, &c) == 0 && c.solves == 0 && c.took == 0);
  for (int i = 0; i < 3; i++)
    assert_int_equal(rosin_contact_set(w.contact[i], "sigma1", 1e4, NULL), 0);
  run(&w, 64, out);
  s = rosin_network_statistics(w.network);
  double gave = 0;
  for (int i = 0; rosin_network_account(w.network, i, &c) == 0; i++) {
    assert_true(c.gave == 0 || c.outside > 0);
    gave += c.gave;
  }
  assert_true(gave > 0 && fabs(gave - s.given) <= 1e-12 * gave);
  destroy(&w);
}

/* What is counted of all is the sum of what is counted of each, whatever solves come to. */
static void counts_of_contacts_add_up(void **state) {
  (void)state;
  static double out[4 * SAMPLES];
  world w = make(NULL, 64, 80);
  run(&w, 64, out);
  rosin_network_reset(w.network);
  long long missed = 0, outside = 0, solves = 0;
  for (int i = 0; i < 600; i++) {
    rosin_row *r = &w.network->row[i % 3];
    const rosin_solution one = {.v = 0.1,
                                .f = -0.3,
                                .power = 0.03,
                                .iterations = i % 7,
                                .converged = i % 5 > 1,
                                .passive = i % 4 > 0};
    rosin_row_account(w.network, r, &r->load, &one, 1);
    solves++;
    missed += !one.converged;
    outside += !one.passive;
  }
  rosin_contact_account c, sum = {.name = ""};
  for (int i = 0; rosin_network_account(w.network, i, &c) == 0; i++) {
    assert_true(c.solves > 0 && c.missed > 0 && c.outside > 0 && c.several >= 0);
    sum.solves += c.solves;
    sum.missed += c.missed;
    sum.outside += c.outside;
    sum.several += c.several;
  }
  const rosin_statistics s = rosin_network_statistics(w.network);
  assert_true(sum.solves == solves && sum.missed == missed && sum.outside == outside);
  assert_true(s.solves == solves && s.unconverged == missed && s.passivity == outside);
  assert_true(sum.several <= s.not_unique && s.iterations_max >= 6);
  destroy(&w);
}

/* A law is looked at in all places once, and no more while what presses it stays, however often
 * that is set anew. */
static void a_look_is_had_once(void **state) {
  (void)state;
  rosin_body *b = mass(1);
  rosin_contact *c = rosin_contact_new("induction-lagged", rate, NULL);
  rosin_network *n = rosin_network_new(rate, 64, NULL);
  assert_int_equal(rosin_network_body(n, "b", b, NULL), 0);
  assert_int_equal(rosin_network_contact(n, "c", c, "-", "b", NULL), 0);
  hold(n, "c.force", 1);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  rosin_row *r = &n->row[0];
  const rosin_solution one = {.v = 0.1, .f = -0.3, .power = 0.03, .iterations = 3, .converged = 1};
  long long sum = 0, looks = 0;
  for (int i = 0; i < 4 * ROSIN_SCAN; i++) {
    r->load = (rosin_load){.normal = 1, .normal_end = 1, .period = 1 / rate};
    r->load_moved = 1;
    rosin_row_account(n, r, &r->load, &one, 1);
    sum += one.iterations;
    const long long now = rosin_network_statistics(n).iterations - sum;
    assert_true(i < ROSIN_SCAN ? now >= looks : now == looks);
    looks = now;
  }
  assert_true(looks > 0);
  rosin_network_free(n);
  rosin_body_free(b);
  rosin_contact_free(c);
}

/* Two free masses joined move as their sum. */
static void a_joint_is_rigid(void **state) {
  (void)state;
  rosin_body *a = mass(1), *b = mass(2);
  rosin_network *n = rosin_network_new(rate, 100, NULL);
  assert_int_equal(rosin_network_body(n, "a", a, NULL), 0);
  assert_int_equal(rosin_network_body(n, "b", b, NULL), 0);
  assert_int_equal(rosin_network_joint(n, "j", "a", 0, "b", 0, NULL), 0);
  assert_int_equal(rosin_network_joint(n, "twin", "a", 0, "b", 0, NULL), 0); /* redundant */
  assert_int_equal(rosin_network_push(n, "p", "a", 0, NULL), 0);
  const int va = rosin_network_signal(n, "a.velocity@0", NULL);
  const int vb = rosin_network_signal(n, "b.velocity@0", NULL);
  const int fj = rosin_network_signal(n, "j.force", NULL);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  hold(n, "p.force", 3);
  for (int i = 0; i < 441; i++)
    rosin_network_process(n, 100);
  const double v = rosin_network_read(n, va)[99];
  assert_true(fabs(v - (44100 - 1.0) / rate) < 1e-9); /* 3 N on 3 kg; half samples at both ends */
  assert_true(fabs(rosin_network_read(n, vb)[99] - v) < 1e-12);
  assert_true(fabs(rosin_network_read(n, fj)[99] - 2) < 1e-9);
  rosin_network_free(n);
  rosin_body_free(a);
  rosin_body_free(b);
}

/* A joint to '-' carries a body at a prescribed velocity. */
static void a_drive_prescribes_velocity(void **state) {
  (void)state;
  rosin_body *a = mass(1);
  rosin_network *n = rosin_network_new(rate, 64, NULL);
  rosin_network_body(n, "a", a, NULL);
  assert_int_equal(rosin_network_joint(n, "j", "a", 0, "-", 0, NULL), 0);
  const int v = rosin_network_signal(n, "a.velocity@0", NULL);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  hold(n, "j.velocity", 0.3);
  rosin_network_process(n, 64);
  assert_true(fabs(rosin_network_read(n, v)[0] - 0.15) < 1e-12); /* mean of 0 and 0.3 */
  assert_true(fabs(rosin_network_read(n, v)[9] - 0.3) < 1e-12);
  const rosin_statistics s = rosin_network_statistics(n);
  assert_true(fabs(s.supplied - rosin_network_energy(n)) < 1e-12);
  rosin_network_free(n);
  rosin_body_free(a);
}

static void lifting_lets_the_body_ring(void **state) {
  (void)state;
  static double out[4 * SAMPLES];
  world w = make(NULL, 64, 80);
  run(&w, 64, out);
  hold(w.network, "tip.force", 0);
  hold(w.network, "side.force", -3); /* clipped to 0 */
  hold(w.network, "bow.force", 0);
  rosin_network_process(w.network, 64);
  rosin_network_process(w.network, 64);
  assert_true(rosin_network_read(w.network, w.signal[1])[63] == 0);
  assert_true(rosin_network_read(w.network, w.signal[2])[63] == 0);
  assert_true(rosin_network_read(w.network, w.signal[0])[63] != 0);
  rosin_network_reset(w.network);
  assert_true(rosin_network_energy(w.network) == 0);
  hold(w.network, "hand.force", 0);
  for (int i = 0; i < 4; i++)
    rosin_network_process(w.network, 64);
  assert_true(rosin_network_read(w.network, w.signal[0])[63] == 0);
  destroy(&w);
}

/* `count` bows of five points each on one body; 1 if the network was prepared. */
static int bow_with(int count, rosin_statistics *found, rosin_error *error) {
  enum { MOST = 52 };
  rosin_contact *c[MOST];
  rosin_body *a = mass(1);
  rosin_network *n = rosin_network_new(rate, 64, NULL);
  assert_int_equal(rosin_network_body(n, "a", a, NULL), 0);
  for (int i = 0; i < count; i++) {
    char name[32];
    snprintf(name, sizeof name, "c%d", i);
    c[i] = rosin_contact_new("elastoplastic", rate, NULL);
    assert_int_equal(rosin_contact_divide(c[i], 5, NULL), 0);
    assert_int_equal(rosin_network_contact(n, name, c[i], "-", "a", NULL), 0);
    snprintf(name, sizeof name, "c%d.force", i);
    rosin_network_hold(n, rosin_network_control(n, name), 0.1 * (i + 1));
    snprintf(name, sizeof name, "c%d.velocity", i);
    rosin_network_hold(n, rosin_network_control(n, name), i % 2 ? 0.1 : 0.15);
  }
  const int prepared = rosin_network_prepare(n, error) == 0;
  for (int i = 0; i < 4 && prepared; i++)
    rosin_network_process(n, 64);
  *found = rosin_network_statistics(n);
  rosin_network_free(n);
  rosin_body_free(a);
  for (int i = 0; i < count; i++)
    rosin_contact_free(c[i]);
  return prepared;
}

/* Ten to sixty points at one place are solved; 260 are refused. */
static void many_points_are_solved_or_refused(void **state) {
  (void)state;
  rosin_statistics s;
  rosin_error error;
  for (int bows = 2; bows <= 12; bows += 5) {
    assert_true(bow_with(bows, &s, &error));
    assert_true(s.solves == 256LL * 5 * bows && s.unconverged == 0 && s.dissipated > 0);
  }
  assert_false(bow_with(52, &s, &error));
  assert_string_equal(error.text,
                      "contacts: 260 points rub 'a' and what hangs together with it: 1 to 256");
}

/* NaN, infinities, 1e30 and denormals on every control: finite, and the tone is
 * back within 100 ms of clean input. */
static void hostile_controls_stay_finite(void **state) {
  (void)state;
  const double bad[] = {NAN, INFINITY, -INFINITY, 1e30, -1e30, 4e-320, 1e-30};
  const char *const controls[] = {"tip.force",    "tip.velocity", "tip.position", "bow.force",
                                  "bow.velocity", "bow.position", "hand.force",   "tip.position_a"};
  double feed[64];
  for (int c = 0; c < 8; c++) {
    world w = make(NULL, 64, 80);
    const int id = rosin_network_control(w.network, controls[c]);
    for (int b = 0; b < 7; b++)
      for (int k = 0; k < 10; k++) {
        for (int i = 0; i < 64; i++)
          feed[i] = i % 2 || k > 4 ? bad[b] : 0.1;
        rosin_network_feed(w.network, id, feed);
        rosin_network_process(w.network, 64);
        for (int i = 0; i < 64 * 4; i++)
          assert_true(isfinite(rosin_network_read(w.network, w.signal[i / 64])[i % 64]));
      }
    destroy(&w);
  }
}

/* What is fed is for one call, be it refused: it is forgotten then, of every control. */
static void what_is_fed_to_a_refused_call_is_gone(void **state) {
  (void)state;
  double feed[64];
  for (int i = 0; i < 64; i++)
    feed[i] = 0.5;
  world w = make(NULL, 64, 80);
  rosin_network *n = w.network;
  double *held = calloc((size_t)n->inputs, sizeof *held);
  assert_non_null(held);
  for (int i = 0; i < n->inputs; i++) {
    held[i] = rosin_network_held(n, i);
    rosin_network_feed(n, i, feed);
  }
  assert_int_equal(rosin_network_process(n, 65), -1);
  assert_int_equal(rosin_network_process(n, 64), 0);
  for (int i = 0; i < n->inputs; i++)
    assert_true(rosin_network_held(n, i) == held[i]);
  free(held);
  destroy(&w);
}

/* What presses differs from place to place: over a spot, and not from sample to sample. */
static void spots_are_of_the_way_that_is_slid(void **state) {
  (void)state;
  rosin_body *b = mass(1e6);
  rosin_contact *c = rosin_contact_new("coulomb", rate, NULL);
  rosin_network *n = rosin_network_new(rate, 1, NULL);
  assert_int_equal(rosin_contact_spots(c, 0.3, 0.01, NULL), 0);
  assert_int_equal(rosin_network_body(n, "b", b, NULL), 0);
  assert_int_equal(rosin_network_contact(n, "c", c, "-", "b", NULL), 0);
  const int force = rosin_network_signal(n, "c.force", NULL);
  hold(n, "c.velocity", 0.2);
  hold(n, "c.force", 1);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  double least = INFINITY, most = 0, step = 0, last = NAN;
  for (int i = 0; i < 22050; i++) { /* ten spots */
    rosin_network_process(n, 1);
    const double f = fabs(rosin_network_read(n, force)[0]);
    if (i >= 200) {
      step = fmax(step, fabs(f / last - 1));
      least = fmin(least, f);
      most = fmax(most, f);
    }
    last = f;
  }
  assert_true(most > 1.3 * least && step < 0.01);
  rosin_network_free(n);
  rosin_body_free(b);
  rosin_contact_free(c);
}

static void mistakes_are_named(void **state) {
  (void)state;
  rosin_error e;
  rosin_body *a = mass(1);
  rosin_contact *c = rosin_contact_new("lugre", rate, NULL);
  rosin_contact *other = rosin_contact_new("lugre", 48000, NULL);
  rosin_network *n = rosin_network_new(rate, 64, NULL);
  assert_null(rosin_network_new(NAN, 64, &e));
  assert_null(rosin_network_new(rate, 0, &e));
  assert_int_equal(rosin_network_body(n, "a", a, &e), 0);
  assert_int_equal(rosin_network_body(n, "a", a, &e), -1);
  assert_non_null(strstr(e.text, "'a' is taken"));
  assert_int_equal(rosin_network_body(n, "a.b", a, &e), -1);
  assert_int_equal(rosin_network_body(n, "", a, &e), -1);
  assert_int_equal(rosin_network_contact(n, "x", other, "-", "a", &e), -1);
  assert_non_null(strstr(e.text, "48000"));
  assert_int_equal(rosin_network_signal(n, "a.velocity", &e), -1);
  assert_int_equal(rosin_network_signal(n, "a.bridge_force", &e), -1);
  assert_int_equal(rosin_network_signal(n, "nobody.velocity@0", &e), -1);
  assert_int_equal(rosin_network_signal(n, "a.velocity@x", &e), -1);
  assert_int_equal(rosin_network_signal(n, "a.temperature@0", &e), -1);
  assert_int_equal(rosin_network_contact(n, "x", c, "-", "nobody", &e), 0);
  assert_int_equal(rosin_network_prepare(n, &e), -1);
  assert_non_null(strstr(e.text, "x: there is no body named 'nobody'"));
  rosin_network_process(n, 64); /* not prepared: nothing happens */
  rosin_network_free(n);
  n = rosin_network_new(rate, 64, NULL);
  rosin_network_body(n, "a", a, NULL);
  rosin_network_contact(n, "x", c, "-", "-", NULL);
  rosin_network_joint(n, "j", "a", 0, "a", 0, NULL);
  static const char *const none[] = {"x.speed", "x.force2", "x.", "j.normal", "j.bristle"};
  for (int i = 0; i < 5; i++) {
    e.text[0] = 0;
    assert_int_equal(rosin_network_signal(n, none[i], &e), -1);
    assert_true(*e.text);
  }
  assert_int_equal(rosin_network_prepare(n, &e), -1);
  assert_int_equal(rosin_network_control(n, "x.nothing"), -1);
  assert_int_equal(rosin_network_control(n, "x"), -1);
  rosin_network_free(n);
  rosin_contact_free(c);
  rosin_contact_free(other);
  rosin_body_free(a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_of_creation_changes_no_bit),
      cmocka_unit_test(block_size_changes_no_bit),
      cmocka_unit_test(watching_a_lifted_contact_changes_no_bit),
      cmocka_unit_test(a_push_counts_while_it_pushes),
      cmocka_unit_test(held_controls_cost_nothing_in_calls_of_any_length),
      cmocka_unit_test(energy_balances_without_loss),
      cmocka_unit_test(contacts_are_accounted_for),
      cmocka_unit_test(counts_of_contacts_add_up),
      cmocka_unit_test(a_look_is_had_once),
      cmocka_unit_test(a_joint_is_rigid),
      cmocka_unit_test(a_drive_prescribes_velocity),
      cmocka_unit_test(lifting_lets_the_body_ring),
      cmocka_unit_test(hostile_controls_stay_finite),
      cmocka_unit_test(many_points_are_solved_or_refused),
      cmocka_unit_test(what_is_fed_to_a_refused_call_is_gone),
      cmocka_unit_test(spots_are_of_the_way_that_is_slid),
      cmocka_unit_test(mistakes_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
