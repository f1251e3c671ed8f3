/* SPDX-License-Identifier: BSD-3-Clause */
/* The books of a network, against tests/unit/network/network_counts.txt: what was solved, how, what
 * it met, who gave and took; with laws, loads and places that change as it runs. Once more after a
 * reset. */
#include "golden.h"
#include "rosin.h"
#include "tests/verify/freed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RATE = 44100, BLOCK = 60 };

typedef struct {
  rosin_network *network;
  rosin_body *body[3];
  rosin_contact *contact[4];
  int bodies, contacts, signals, signal[8];
} world;

static void add_bank(world *w, const char *name, double frequency, double mass) {
  rosin_mode mode[4];
  for (int i = 0; i < 4; i++)
    mode[i] = (rosin_mode){.frequency = frequency * (1 + 1.4 * i), .q = 60 + 10 * i, .mass = mass};
  const rosin_modal_spec spec = {.modes = 4, .mode = mode, .shape = ROSIN_SHAPE_SINE};
  rosin_body *body = w->body[w->bodies++] = rosin_modal_new(&spec, RATE, NULL);
  assert_int_equal(rosin_network_body(w->network, name, body, NULL), 0);
}

static void add_string(world *w, const char *name, double frequency) {
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.frequency = frequency;
  rosin_body *body = w->body[w->bodies++] = rosin_string_new(&s, RATE, NULL);
  assert_int_equal(rosin_network_body(w->network, name, body, NULL), 0);
}

static rosin_contact *rub(world *w, const char *name, const char *law, const char *a,
                          const char *b) {
  rosin_contact *c = w->contact[w->contacts++] = rosin_contact_new(law, RATE, NULL);
  assert_int_equal(rosin_network_contact(w->network, name, c, a, b, NULL), 0);
  return c;
}

static void set(world *w, const char *control, double value) {
  const int id = rosin_network_control(w->network, control);
  assert_true(id >= 0);
  rosin_network_hold(w->network, id, value);
}

static void end(world *w) {
  network_freed(w->network, w->body, w->bodies, w->contact, w->contacts);
}

static void books(golden *g, world *w) {
  const rosin_statistics t = rosin_network_statistics(w->network);
  const double sums[] = {t.dissipated, t.given,   t.worst < -1e-9 ? t.worst : 0,
                         t.supplied,   t.handled, rosin_network_energy(w->network)};
  golden_columns(g, "books", "dissipated given worst supplied handled energy", sums, 1e-7, 1e-9);
  const double counts[] = {(double)t.solves,    (double)t.elastic,     (double)t.iterations,
                           t.iterations_max,    (double)t.unconverged, (double)t.not_unique,
                           (double)t.passivity, (double)t.rescued};
  golden_columns(g, "counts",
                 "solves elastic iterations most unconverged not_unique passivity rescued", counts,
                 0, 0);
  rosin_contact_account a;
  int i = 0;
  long long missed = 0, several = 0; /* of whose solves is known */
  for (; rosin_network_account(w->network, i, &a) == 0; i++) {
    missed += a.missed;
    assert_in_range(a.several, 0, a.solves);
    several += a.several;
    const double account[] = {(double)a.solves, (double)a.outside, a.took, a.gave};
    char name[2][80];
    snprintf(name[0], sizeof name[0], "%s:counts", a.name);
    snprintf(name[1], sizeof name[1], "%s:%s", a.name, a.law);
    golden_columns(g, name[0], "solves outside", account, 0, 0);
    golden_columns(g, name[1], "took gave", account + 2, 1e-7, 1e-9);
  }
  assert_int_equal(i, w->contacts);
  assert_int_equal(missed, t.unconverged);
  assert_true(several <= t.not_unique);
  assert_int_equal(rosin_network_account(w->network, -1, &a), -1);
}

static void hear(world *w, const char *signal) {
  w->signal[w->signals++] = rosin_network_signal(w->network, signal, NULL);
  assert_true(w->signal[w->signals - 1] >= 0);
}

static void run(golden *g, world *w, const char *world_name, const char *what, int calls) {
  double row[8 * 4];
  int count = 0;
  for (int i = 0; i < calls; i++) {
    assert_int_equal(rosin_network_process(w->network, BLOCK), 0);
    for (int s = 0; s < w->signals && i >= calls - 4; s++)
      row[count++] = rosin_network_read(w->network, w->signal[s])[11 * i % BLOCK];
  }
  golden_in(g, "%s:%s", world_name, what);
  golden_row(g, "heard", row, count, 1e-7, 1e-9);
  books(g, w);
}

/* One contact on a string or a bar; its law's numbers change on the way. */
static void alone(golden *g, const char *law, const char *parameter, double factor, int string) {
  char name[80];
  world w = {.network = rosin_network_new(RATE, BLOCK, NULL)};
  if (string)
    add_string(&w, "d", 220);
  else
    add_bank(&w, "d", 330, 0.01);
  rosin_contact *c = rub(&w, "bow", law, "-", "d");
  hear(&w, "bow.velocity");
  hear(&w, "bow.force");
  hear(&w, "bow.normal");
  assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
  const double usual = rosin_contact_get(c, parameter);
  for (int turn = 0; turn < 2; turn++) { /* the same again after a reset */
    set(&w, "bow.force", 1);
    set(&w, "bow.velocity", 0.1);
    set(&w, "bow.position", 0.2);
    set(&w, "bow.roughness", 0);
    if (turn)
      rosin_network_reset(w.network);
    snprintf(name, sizeof name, "%s:%s:%s%s", law, parameter, string ? "string" : "bar",
             turn ? ":again" : "");
    assert_true(rosin_network_energy(w.network) == 0);
    run(g, &w, name, "usual", 8);
    rosin_contact_set(c, parameter, factor * usual, NULL);
    run(g, &w, name, "changed", 4);
    set(&w, "bow.force", 40);
    run(g, &w, name, "pressed", 4);
    set(&w, "bow.force", 0.4);
    set(&w, "bow.roughness", 0.3);
    set(&w, "bow.position", 0.27);
    run(g, &w, name, "rough", 4);
    set(&w, "bow.force", 0);
    run(g, &w, name, "lifted", 4);
    rosin_contact_set(c, parameter, usual, NULL);
    rosin_contact_reset(c);
  }
  end(&w);
}

/* Bodies apart, in groups of their own, then joined by contacts that come and go. */
static void several(golden *g) {
  world w = {.network = rosin_network_new(RATE, BLOCK, NULL)};
  add_bank(&w, "x", 240, 0.01);
  add_bank(&w, "y", 410, 0.02);
  add_string(&w, "s", 196);
  rub(&w, "zz", "elastoplastic", "-", "s");
  rub(&w, "xy", "lugre", "x", "y");
  rub(&w, "on-x", "coulomb", "-", "x");
  rub(&w, "on-y", "thermal", "-", "y");
  rosin_network_push(w.network, "p", "x", 0.6, NULL);
  rosin_network_push(w.network, "q", "s", 0.3, NULL);
  hear(&w, "xy.velocity");
  hear(&w, "on-x.force");
  hear(&w, "on-y.force");
  hear(&w, "x.velocity@0.6");
  hear(&w, "s.displacement@0.4");
  assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
  for (int turn = 0; turn < 2; turn++) {
    if (turn)
      rosin_network_reset(w.network);
    set(&w, "on-x.velocity", 0.1);
    set(&w, "on-y.velocity", -0.05);
    set(&w, "zz.velocity", 0.1);
    set(&w, "xy.position", 0.3);
    set(&w, "xy.position_a", 0.7);
    set(&w, "on-x.position", 0.2);
    set(&w, "on-y.position", 0.4);
    set(&w, "xy.force", 1);
    set(&w, "on-x.force", 1);
    set(&w, "on-y.force", 1);
    set(&w, "p.force", 0.5);
    run(g, &w, turn ? "several:again" : "several", "joined", 6);
    set(&w, "xy.force", 0); /* two parts now */
    set(&w, "q.force", 0.2);
    run(g, &w, turn ? "several:again" : "several", "apart", 6);
    set(&w, "on-x.force", 0);
    set(&w, "p.force", 0);
    set(&w, "q.force", 0);
    run(g, &w, turn ? "several:again" : "several", "one", 6);
    set(&w, "xy.force", 3);
    run(g, &w, turn ? "several:again" : "several", "two", 6);
    set(&w, "xy.position", 0.6);
    set(&w, "on-x.force", 2);
    run(g, &w, turn ? "several:again" : "several", "moved", 6);
  }
  end(&w);
}

static void books_are_kept(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/network/network_counts.txt");
  alone(&g, "elastoplastic", "mu_static", 1.4, 1);
  alone(&g, "elastoplastic", "sigma0", 0.4, 0);
  alone(&g, "lugre", "mu_kinetic", 0.6, 0);
  alone(&g, "thermal", "mu_static", 1.3, 1);
  alone(&g, "coulomb", "mu_static", 1.3, 0);
  alone(&g, "kinematic", "mu_static", 1.3, 1);
  alone(&g, "dahl", "sigma0", 0.5, 0);
  alone(&g, "bliman-sorine", "sigma0", 1.5, 0);
  several(&g);
  assert_int_equal(golden_close(&g), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(books_are_kept)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
