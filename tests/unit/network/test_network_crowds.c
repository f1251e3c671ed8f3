/* SPDX-License-Identifier: BSD-3-Clause */
/* Crowds of contacts at random, against tests/unit/network/network_crowds.txt: groups of one to
 * eleven of any laws, that knock, press, cross and rub each other on bodies of every kind: what
 * they move, what it costs in evaluations, what the books say. Short, since they are chaotic. */
#include "chance.h"
#include "contact/abreast/abreast.h"
#include "golden.h"
#include "known_laws.h"
#include "maths/maths.h"
#include "network/heed.h"
#include "network/network.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RATE = 44100, BLOCK = 40, BODIES = 3, MOST = 12, WORLDS = 132, CALLS = 6 };

typedef struct {
  rosin_network *network;
  rosin_body *body[BODIES];
  rosin_contact *contact[MOST];
  int contacts, signals;
} world;

static void add_bodies(world *w) {
  static const char *const name[BODIES] = {"x", "y", "s"};
  for (int k = 0; k < 2; k++) {
    rosin_mode mode[4];
    for (int i = 0; i < 4; i++)
      mode[i] = (rosin_mode){.frequency = between(150, 500) * (1 + 1.4 * i),
                             .q = 60 + 10 * i,
                             .mass = rosin_exp(between(-7, -3))};
    const rosin_modal_spec spec = {.modes = 4, .mode = mode, .shape = ROSIN_SHAPE_SINE};
    w->body[k] = rosin_modal_new(&spec, RATE, NULL);
  }
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.frequency = between(60, 400);
  s.torsion_frequency = one_of(2) ? 5.5 * s.frequency : 0;
  w->body[2] = rosin_string_new(&s, RATE, NULL);
  for (int k = 0; k < BODIES; k++) {
    assert_non_null(w->body[k]);
    assert_int_equal(rosin_network_body(w->network, name[k], w->body[k], NULL), 0);
  }
}

/* `kind`: 0 one law for all, 1 bristles alone, 2 any laws, 3 some knock and bear others,
 * 4 two are the axes of one, 5 bristles that may be solved side by side, and one apart. */
static void add_contacts(world *w, int kind, int count) {
  static const char *const bristles[] = {"elastoplastic", "lugre",         "dahl",
                                         "bliman-sorine", "elastoplastic", "stiffening"};
  static const char *const on[] = {"x", "x", "y", "s"};
  const char *same = NULL;
  for (int i = 0; i < count; i++) {
    char name[8] = {(char)('a' + (i * 5 + 3) % 12), (char)('A' + i), 0};
    const char *law = kind == 1 ? bristles[one_of(6)] : known_laws[one_of(KNOWN_LAWS)].law;
    if (kind == 0)
      law = same = same ? same : law;
    if (kind == 3 && i == 0)
      law = "impact";
    if (kind == 5)
      law = "elastoplastic";
    if (kind == 4 && i < 2)
      law = same = i ? same : one_of(2) ? "induction-2d" : "lugre-joint";
    rosin_contact *c = rosin_contact_new(law, RATE, NULL);
    if (!c) /* no law's name */
      c = rosin_contact_new(law = "elastoplastic", RATE, NULL);
    const char *b = kind == 4 && i < 2 ? "s" : on[one_of(kind == 0 ? 2 : 4)];
    const char *a = one_of(3) || (kind == 4 && i < 2) ? "-" : b[0] == 'x' ? "y" : "x";
    if (kind == 5)
      a = "-", b = i == 2 ? "y" : "x"; /* the first by its name */
    assert_non_null(c);
    const rosin_parameter *p = rosin_law_parameters(law);
    for (int k = known_parameters(law); k > 0 && p->name; k--, p++)
      if (one_of(4) == 0 && p->initial != 0)
        rosin_contact_set(c, p->name, p->initial * between(0.7, 1.4), NULL);
    w->contact[w->contacts++] = c;
    assert_int_equal(rosin_network_contact(w->network, name, c, a, b, NULL), 0);
    if (kind == 3 && i > 0 && i % 2 && !rosin_law_is_normal(law))
      assert_int_equal(rosin_network_load(w->network, name, "dA", NULL), 0);
    if (kind == 4 && i == 1)
      assert_int_equal(rosin_network_across(w->network, "dA", name, NULL), 0);
  }
  if (one_of(3) == 0)
    assert_int_equal(rosin_network_joint(w->network, "zj", "x", 0.3, "y", 0.6, NULL), 0);
  if (one_of(3) == 0)
    assert_int_equal(rosin_network_joint(w->network, "zk", "s", 0, "y", 0.4, NULL), 0);
  assert_int_equal(rosin_network_push(w->network, "zp", "x", 0.7, NULL), 0);
}

static void hold(world *w, int i, const char *key, double value) {
  char name[24] = {(char)('a' + (i * 5 + 3) % 12), (char)('A' + i), '.', 0};
  const int control = rosin_network_control(w->network, strcat(name, key));
  assert_true(control >= 0);
  if (one_of(3))
    rosin_network_hold(w->network, control, value);
  else
    rosin_network_jump(w->network, control, value);
}

/* All at first, later some. */
static void move(world *w, int call) {
  for (int i = 0; i < w->contacts; i++) {
    if (call && one_of(3))
      continue;
    hold(w, i, "force", one_of(6) ? between(0.2, 6) : 0);
    hold(w, i, "velocity", one_of(5) ? between(-0.3, 0.4) : 0);
    hold(w, i, "position", between(0.05, 0.9));
    if (one_of(4) == 0)
      hold(w, i, "roughness", between(0, 0.4));
    if (one_of(4) == 0)
      hold(w, i, "rolling", between(0, 1));
    if (one_of(6) == 0)
      hold(w, i, "road", between(0.4, 1));
  }
  rosin_network_hold(w->network, rosin_network_control(w->network, "zp.force"), between(-4, 4));
}

static void books(golden *g, world *w) {
  const rosin_statistics t = rosin_network_statistics(w->network);
  const double sums[] = {t.dissipated, t.given, t.supplied, t.handled,
                         rosin_network_energy(w->network)};
  golden_columns(g, "books", "dissipated given supplied handled energy", sums, 1e-7, 1e-9);
  const double counts[] = {(double)t.solves,    (double)t.elastic,     (double)t.iterations,
                           t.iterations_max,    (double)t.unconverged, (double)t.not_unique,
                           (double)t.passivity, (double)t.rescued};
  golden_columns(g, "counts",
                 "solves elastic iterations most unconverged not_unique passivity rescued", counts,
                 0, 0);
  rosin_contact_account a;
  double took[3 * MOST] = {0}; /* and gave, and outside: of one contact after the other */
  for (int i = 0; rosin_network_account(w->network, i, &a) == 0; i++) {
    took[3 * i] = a.took;
    took[3 * i + 1] = a.gave;
    took[3 * i + 2] = 1e-3 * (double)a.outside;
  }
  golden_row(g, "accounts", took, 3 * w->contacts, 1e-7, 1e-9);
}

static void a_world(golden *g, int number) {
  static const char *const kinds[] = {"same", "bristles", "any", "knocks", "crosses", "abreast"};
  static const char *const heard[] = {"heard:1", "heard:2", "heard:3", "heard:4"};
  world w = {.network = rosin_network_new(RATE, BLOCK, NULL)};
  seed = 77u + 13u * (unsigned)number;
  add_bodies(&w);
  const int kind = number % 6, many = number / 6 % (MOST - 1);
  add_contacts(&w, kind, kind == 5 ? 3 + many % 4 : (kind == 4) + 1 + many);
  const int hears[] = {rosin_network_signal(w.network, "x.velocity@0.3", NULL),
                       rosin_network_signal(w.network, "y.displacement@0.6", NULL),
                       rosin_network_signal(w.network, "s.bridge_force", NULL)};
  rosin_error error = {""};
  if (rosin_network_prepare(w.network, &error))
    fail_msg("%d: %s", number, error.text);
  golden_in(g, "%d:%s:%d", number, kinds[kind], w.contacts);
  for (int call = 0; call < CALLS; call++) {
    double row[4] = {0};
    move(&w, call);
    assert_int_equal(rosin_network_process(w.network, BLOCK), 0);
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < BLOCK; i++)
        row[k] +=
            rosin_network_read(w.network, hears[k])[i] * (k == 1 ? 1e3 : 1) * (1 + 0.1 * (i % 5));
    if (call < 4)
      golden_row(g, heard[call], row, 3, 1e-7, 1e-9);
  }
  books(g, &w);
  rosin_network_free(w.network);
  for (int i = 0; i < BODIES; i++)
    rosin_body_free(w.body[i]);
  for (int i = 0; i < w.contacts; i++)
    rosin_contact_free(w.contact[i]);
}

static void crowds_hold_still(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/network/network_crowds.txt");
  for (int i = 0; i < WORLDS; i++)
    a_world(&g, i);
  assert_int_equal(golden_close(&g), 0);
}

/* A lifted contact is followed while somebody heeds its velocity, whenever they begin to, and not
 * when nobody does. */
static void who_is_heeded_is_followed(void **state) {
  (void)state;
  world w = {.network = rosin_network_new(RATE, BLOCK, NULL)};
  seed = 5;
  add_bodies(&w);
  w.contact[w.contacts++] = rosin_contact_new("elastoplastic", RATE, NULL);
  assert_int_equal(rosin_network_contact(w.network, "dA", w.contact[0], "-", "s", NULL), 0);
  assert_int_equal(rosin_network_push(w.network, "zp", "s", 0.7, NULL), 0);
  const int velocity = rosin_network_signal(w.network, "dA.velocity", NULL);
  for (int turn = 0; turn < 3; turn++) {
    rosin_network_heed(w.network, velocity, turn == 1);
    assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
    assert_int_equal(w.network->row[0].watched, turn == 1);
    hold(&w, 0, "force", 0);
    hold(&w, 0, "position", 0.3);
    for (int heeds = 1; heeds >= 0; heeds--) {
      rosin_network_heed(w.network, velocity, heeds);
      assert_int_equal(w.network->row[0].watched, heeds);
      double most = 0, last = rosin_network_read(w.network, velocity)[0];
      for (int k = 0; k < 4; k++) {
        rosin_network_hold(w.network, rosin_network_control(w.network, "zp.force"), k);
        assert_int_equal(rosin_network_process(w.network, BLOCK), 0);
        for (int i = 0; i < BLOCK; i++)
          most = fmax(most, fabs(rosin_network_read(w.network, velocity)[i] - last));
      }
      if (heeds)
        assert_true(most > 1e-6);
    }
  }
  rosin_network_heed(NULL, 0, 1);
  rosin_network_heed(w.network, -1, 1);
  rosin_network_heed(w.network, velocity + 1, 1);
  rosin_network_free(w.network);
  for (int i = 0; i < BODIES; i++)
    rosin_body_free(w.body[i]);
  rosin_contact_free(w.contact[0]);
}

/* Two plain bristles on one body stand side by side, where the processor has the vectors. */
static void bristles_stand_abreast(void **state) {
  (void)state;
  world w = {.network = rosin_network_new(RATE, BLOCK, NULL)};
  seed = 6;
  add_bodies(&w);
  add_contacts(&w, 5, 2);
  assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
  for (int i = 0; i < 2; i++) {
    hold(&w, i, "force", 1);
    hold(&w, i, "velocity", 0.1);
    hold(&w, i, "position", 0.2 + 0.3 * i);
  }
  for (int i = 0; i < 4; i++)
    assert_int_equal(rosin_network_process(w.network, BLOCK), 0);
  int stands = 0;
  for (int g = 0; g < w.network->groups; g++)
    stands |= w.network->group[g].contacts >= 2 && w.network->group[g].abreast_first >= 0;
#ifdef ROSIN_HAS_FOUR
  assert_int_equal(stands, __builtin_cpu_supports("avx2") != 0);
#else
  assert_int_equal(stands, 0);
#endif
  rosin_network_free(w.network);
  for (int i = 0; i < BODIES; i++)
    rosin_body_free(w.body[i]);
  for (int i = 0; i < w.contacts; i++)
    rosin_contact_free(w.contact[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(crowds_hold_still),
                                     cmocka_unit_test(bristles_stand_abreast),
                                     cmocka_unit_test(who_is_heeded_is_followed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
