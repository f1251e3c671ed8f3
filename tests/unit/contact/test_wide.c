/* SPDX-License-Identifier: BSD-3-Clause */
/* Contacts of several points: what they share, where they lie, what their users see. */
#include "contact/contact.h"
#include "network/network.h"
#include "tests/verify/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SAMPLES = 4000, SIGNALS = 9, MOST = 5 };

static const double rate = 32000, length = 0.7;
static uint64_t seed = 11;

/* ---- laws ---------------------------------------------------------------------------- */

static rosin_contact *law_of(const char *name) {
  rosin_contact *c = rosin_contact_new(name, rate, NULL);
  assert_non_null(c);
  return c;
}

/* n contacts with an n-th of the load and of what is extensive give as much as one: of every
 * law and with every parameter, so that none is forgotten in its table. */
static void points_add_up_to_the_whole(void **state) {
  (void)state;
  for (int l = 0; l < rosin_laws(); l++)
    for (int round = 0; round < 12; round++) {
      rosin_contact *one = law_of(rosin_law_name(l)), *many = law_of(rosin_law_name(l));
      const int n = 2 + round % 4;
      assert_int_equal(rosin_contact_divide(many, n, NULL), 0);
      for (const rosin_parameter *p = one->law.ops->parameters; p->name; p++) {
        const double base = p->initial != 0 ? p->initial : 0.02;
        const double x = fmin(fmax(base * log_uniform(&seed, 0.3, 3), p->low), p->high);
        assert_int_equal(rosin_contact_set(one, p->name, x, NULL), 0);
        assert_int_equal(rosin_contact_set(many, p->name, x, NULL), 0);
        assert_true(rosin_contact_get(many, p->name) == x);
      }
      for (int i = 0; i < 400; i++) {
        const double v = 0.04 + 0.15 * sin(0.03 * i), load = 1 + 0.5 * sin(0.01 * i);
        double z, zs;
        const double f = rosin_contact_drive(one, v, load, &z);
        const double fs = rosin_contact_drive(rosin_contact_point(many, n - 1), v, load / n, &zs);
        if (!(fabs(n * fs - f) <= 1e-7 * (fabs(f) + load) &&
              fabs(zs - z) <= 1e-6 * fabs(z) + 1e-15))
          fail_msg("%s: %d points give %.12g for %.12g", rosin_law_name(l), n, n * fs, f);
      }
      rosin_contact_free(one);
      rosin_contact_free(many);
    }
}

/* ---- a bow on a string --------------------------------------------------------------- */

static const rosin_mode hair = {.frequency = 75, .q = 0.71, .mass = 4.5e-3};

typedef struct {
  rosin_body *string, *hair[MOST];
  rosin_contact *contact[MOST];
  rosin_network *network;
  int bodies, contacts, signal[SIGNALS];
} world;

static rosin_body *string(void) {
  rosin_string_spec s;
  memset(&s, 0, sizeof s);
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.frequency = 98;
  s.length = length;
  s.impedance = 1.06;
  s.torsion_frequency = 539;
  s.torsion_impedance = 2.65;
  s.torsion_q = 30;
  return rosin_string_new(&s, rate, NULL);
}

static rosin_body *ribbon(double mass) {
  rosin_mode m = hair;
  m.mass = mass;
  return rosin_modal_new(
      &(rosin_modal_spec){.modes = 1, .mode = &m, .shape = ROSIN_SHAPE_TABLE, .points = 1}, rate,
      NULL);
}

static void hold(rosin_network *n, const char *name, const char *key, double value) {
  char text[80];
  snprintf(text, sizeof text, "%s.%s", name, key);
  const int control = rosin_network_control(n, text);
  assert_true(control >= 0);
  rosin_network_hold(n, control, value);
}

static void rub(world *w, const char *name, const char *law, const char *a, int points,
                double share, double position) {
  rosin_contact *c = w->contact[w->contacts++] = law_of(law);
  rosin_error e;
  if (points && rosin_contact_divide(c, points, NULL))
    fail();
  for (const rosin_parameter *p = c->law.ops->parameters; p->name; p++)
    if (p->extensive) {
      const double value = strcmp(p->name, "sigma1") ? p->initial : 0.05;
      const rosin_parameter *row = rosin_parameter_find(c->law.ops->parameters, p->name);
      c->law.value[row->offset / sizeof(double)] = value * share;
      if (points)
        assert_int_equal(rosin_contact_set(c, p->name, value, NULL), 0);
    }
  if (rosin_network_contact(w->network, name, c, a, "g", &e))
    fail_msg("%s", e.text);
  hold(w->network, name, "force", 1.2 * share);
  hold(w->network, name, "position", position);
  hold(w->network, name, "velocity", 0.1);
}

static world begin(void) {
  world w = {.string = string(), .network = rosin_network_new(rate, 64, NULL)};
  assert_int_equal(rosin_network_body(w.network, "g", w.string, NULL), 0);
  return w;
}

static void add_hair(world *w, const char *name, double mass) {
  w->hair[w->bodies] = ribbon(mass);
  assert_int_equal(rosin_network_body(w->network, name, w->hair[w->bodies++], NULL), 0);
}

/* A bow as its users see it; points 0: never asked. */
static world bow(const char *law, int points, double width) {
  static const char *const signals[SIGNALS] = {
      "bow.velocity",        "bow.force",       "bow.bristle",
      "bow.normal",          "bow.dissipation", "hair.velocity@0",
      "hair.displacement@0", "g.velocity@0.4",  "g.bridge_force"};
  world w = begin();
  add_hair(&w, "hair", hair.mass);
  rub(&w, "bow", law, "hair", points, 1, 0.1);
  hold(w.network, "bow", "width", width);
  for (int i = 0; i < SIGNALS; i++)
    assert_true((w.signal[i] = rosin_network_signal(w.network, signals[i], NULL)) >= 0);
  assert_int_equal(rosin_network_prepare(w.network, NULL), 0);
  return w;
}

static void end(world *w) {
  rosin_network_free(w->network);
  rosin_body_free(w->string);
  for (int i = 0; i < w->bodies; i++)
    rosin_body_free(w->hair[i]);
  for (int i = 0; i < w->contacts; i++)
    rosin_contact_free(w->contact[i]);
}

static void run(world *w, int samples, double (*out)[SAMPLES]) {
  for (int at = 0; at < samples; at += 50) {
    assert_int_equal(rosin_network_process(w->network, 50), 0);
    for (int s = 0; s < SIGNALS && out; s++)
      memcpy(out[s] + at, rosin_network_read(w->network, w->signal[s]), 50 * sizeof **out);
  }
}

static double one[SIGNALS][SAMPLES], other[SIGNALS][SAMPLES];

/* The largest difference of any signal, over the largest value of it. */
static double difference(int samples) {
  double worst = 0;
  for (int s = 0; s < SIGNALS; s++) {
    double most = 0, apart = 0;
    for (int i = 0; i < samples; i++) {
      most = fmax(most, fabs(one[s][i]));
      apart = fmax(apart, fabs(one[s][i] - other[s][i]));
    }
    worst = fmax(worst, apart / most);
  }
  return worst;
}

static void one_point_is_as_ever(void **state) {
  (void)state;
  world w = bow("elastoplastic", 0, 0), u = bow("elastoplastic", 1, 0.012);
  run(&w, SAMPLES, one);
  run(&u, SAMPLES, other);
  assert_memory_equal(one, other, sizeof one);
  end(&w);
  end(&u);
}

/* Points at one place, each with its strand of hair, move and sound as one. */
static void without_width_points_are_one(void **state) {
  (void)state;
  const char *const laws[] = {"elastoplastic", "thermal", "lugre", "coulomb"};
  for (int l = 0; l < 4; l++)
    for (int points = 2; points <= 5; points++) {
      world w = bow(laws[l], 0, 0), u = bow(laws[l], points, 0);
      run(&w, SAMPLES, one);
      run(&u, SAMPLES, other);
      if (!(difference(SAMPLES) < 1e-5))
        fail_msg("%s, %d points: %g", laws[l], points, difference(SAMPLES));
      end(&w);
      end(&u);
    }
}

/* A width is so many bows of their own, each with its share of everything. */
static void points_are_separate_bows(void **state) {
  (void)state;
  enum { POINTS = 3 };
  static const char *const names[] = {"bow-a", "bow-b", "bow-c"}, *const hairs[] = {"a", "b", "c"};
  const double width = 0.018;
  world w = bow("thermal", POINTS, width), u = begin();
  for (int i = 0; i < POINTS; i++)
    add_hair(&u, hairs[i], hair.mass / POINTS);
  for (int i = 0; i < POINTS; i++)
    rub(&u, names[i], "thermal", hairs[i], 0, 1.0 / POINTS,
        0.1 + (i - 1) * width / POINTS / length);
  const char *const kinds[] = {"velocity", "force", "bristle", "normal", "dissipation"};
  int signal[POINTS][5], bridge = rosin_network_signal(u.network, "g.bridge_force", NULL);
  for (int i = 0; i < POINTS; i++)
    for (int k = 0; k < 5; k++) {
      char name[40];
      snprintf(name, sizeof name, "%s.%s", names[i], kinds[k]);
      assert_true((signal[i][k] = rosin_network_signal(u.network, name, NULL)) >= 0);
    }
  assert_int_equal(rosin_network_prepare(u.network, NULL), 0);
  double spread = 0;
  for (int at = 0; at < SAMPLES; at += 50) {
    rosin_network_process(w.network, 50);
    rosin_network_process(u.network, 50);
    for (int i = 0; i < 50; i++) {
      for (int k = 0; k < 5; k++) {
        double sum = 0;
        for (int p = 0; p < POINTS; p++)
          sum += rosin_network_read(u.network, signal[p][k])[i];
        const double mean = k == 0 || k == 2 ? sum / POINTS : sum;
        const double seen = rosin_network_read(w.network, w.signal[k])[i];
        if (!(fabs(seen - mean) <= 1e-6 * (fabs(mean) + (k == 2 ? 1e-6 : 1))))
          fail_msg("%s at %d: %.12g for %.12g", kinds[k], at + i, seen, mean);
      }
      spread = fmax(spread, fabs(rosin_network_read(u.network, signal[0][0])[i] -
                                 rosin_network_read(u.network, signal[2][0])[i]));
      assert_true(fabs(rosin_network_read(u.network, bridge)[i] -
                       rosin_network_read(w.network, w.signal[8])[i]) < 1e-6);
    }
  }
  assert_true(spread > 0.02); /* the points do move apart */
  end(&w);
  end(&u);
}

static void a_width_moves_while_it_sounds(void **state) {
  (void)state;
  world w = bow("elastoplastic", 3, 0.012), u = bow("elastoplastic", 3, 0);
  run(&w, 50, NULL);
  run(&u, 50, NULL);
  hold(u.network, "bow", "width", 0.012);
  run(&u, 50, NULL);
  const rosin_member *a = &w.network->member[rosin_network_find_body(w.network, "g")];
  const rosin_member *b = &u.network->member[rosin_network_find_body(u.network, "g")];
  assert_int_equal(a->ports, b->ports);
  for (int i = 0; i < a->ports * a->ports; i++)
    assert_true(fabs(a->mobility[i] - b->mobility[i]) < 1e-12);
  assert_true(a->mobility[0] != a->mobility[1]); /* not all at one place */
  end(&w);
  end(&u);
}

static void what_leaves_the_string_is_clipped(void **state) {
  (void)state;
  world w = bow("elastoplastic", 5, 1);
  hold(w.network, "bow", "position", 0.001);
  run(&w, SAMPLES, one);
  for (int s = 0; s < SIGNALS; s++)
    for (int i = 0; i < SAMPLES; i++)
      assert_true(isfinite(one[s][i]));
  assert_int_equal(rosin_network_statistics(w.network).rescued, 0);
  end(&w);
}

/* Who takes hold of a body that is cut, takes hold of all strands. */
static void a_cut_body_is_whole_to_others(void **state) {
  (void)state;
  world w[2];
  double(*const out[2])[SAMPLES] = {one, other};
  for (int k = 0; k < 2; k++) {
    w[k] = begin();
    add_hair(&w[k], "hair", hair.mass);
    rub(&w[k], "bow", "elastoplastic", "hair", k ? 4 : 1, 1, 0.1);
    rosin_network_push(w[k].network, "hand", "hair", 0, NULL);
    const char *const signals[] = {"hair.velocity@0", "hair.displacement@0", "hair.acceleration@0",
                                   "bow.force"};
    for (int i = 0; i < SIGNALS; i++)
      w[k].signal[i] = rosin_network_signal(w[k].network, signals[i % 4], NULL);
    hold(w[k].network, "hand", "force", 0.5);
    assert_int_equal(rosin_network_prepare(w[k].network, NULL), 0);
    run(&w[k], 1000, out[k]);
    hold(w[k].network, "bow", "force", 0);
    run(&w[k], 1000, out[k]);
  }
  assert_true(difference(1000) < 1e-6);
  assert_true(fabs(rosin_network_energy(w[0].network) - rosin_network_energy(w[1].network)) <
              1e-8 * rosin_network_energy(w[0].network));
  end(&w[0]);
  end(&w[1]);
}

static void work_and_accounts_are_those_of_all_points(void **state) {
  (void)state;
  world w = bow("thermal", 3, 0.012), u = bow("thermal", 0, 0);
  rosin_contact_account a, none;
  run(&w, SAMPLES, NULL);
  run(&u, SAMPLES, NULL);
  assert_int_equal(rosin_network_account(w.network, 0, &a), 0);
  assert_string_equal(a.name, "bow");
  assert_string_equal(a.law, "thermal");
  assert_int_equal(rosin_network_account(w.network, 1, &none), -1);
  const rosin_statistics s = rosin_network_statistics(w.network);
  assert_true(a.solves == 3 * SAMPLES && s.solves == a.solves);
  assert_true(s.unconverged == 0 && s.rescued == 0);
  assert_true(fabs(a.took - s.dissipated) < 1e-9 * s.handled);
  assert_true(a.took > 0.2 * rosin_network_statistics(u.network).dissipated);
  end(&w);
  end(&u);
}

/* ---- what is refused ----------------------------------------------------------------- */

static void says(const rosin_error *e, const char *text) {
  if (!strstr(e->text, text))
    fail_msg("'%s' lacks '%s'", e->text, text);
}

static void errors_name_what_is_wrong(void **state) {
  (void)state;
  rosin_error e = {""};
  rosin_contact *c = law_of("elastoplastic");
  assert_int_equal(rosin_contact_divide(NULL, 3, &e), -1);
  says(&e, "no contact");
  assert_int_equal(rosin_contact_divide(c, 0, &e), -1);
  says(&e, "contacts");
  assert_int_equal(rosin_contact_divide(c, 6, &e), -1);
  says(&e, "1 to 5");
  assert_int_equal(rosin_contact_divide(c, 5, NULL), 0);
  assert_int_equal(rosin_contact_divide(c, 2, NULL), 0);
  assert_int_equal(c->points, 2);
  rosin_contact_free(c);
  world w = bow("elastoplastic", 3, 0.01);
  assert_int_equal(rosin_contact_divide(w.contact[0], 2, &e), -1);
  says(&e, "in a network already");
  assert_int_equal(rosin_network_contact(w.network, "again", w.contact[0], "hair", "g", &e), -1);
  says(&e, "already, as 'bow'");
  assert_int_equal(rosin_network_control(w.network, "bow#2.force"), -1);
  assert_int_equal(rosin_network_signal(w.network, "bow#2.force", &e), -1);
  rub(&w, "second", "elastoplastic", "hair", 2, 1, 0.2);
  assert_int_equal(rosin_network_prepare(w.network, &e), -1);
  says(&e, "second.contacts: 2, but 'hair' has 3 strands for another contact");
  assert_int_equal(rosin_network_across(w.network, "bow", "second", &e), -1);
  says(&e, "'bow' has 3 points, 'second' 2");
  end(&w);
}

static void a_width_needs_lengths(void **state) {
  (void)state;
  rosin_error e;
  world w = begin();
  add_hair(&w, "hair", hair.mass);
  rosin_contact *c = w.contact[w.contacts++] = law_of("elastoplastic");
  assert_int_equal(rosin_contact_divide(c, 3, NULL), 0);
  assert_int_equal(rosin_network_contact(w.network, "rub", c, "g", "hair", NULL), 0);
  assert_int_equal(rosin_network_prepare(w.network, NULL), 0); /* a string is not cut */
  assert_int_equal(rosin_network_process(w.network, 50), 0);
  hold(w.network, "rub", "width", 0.01);
  assert_int_equal(rosin_network_prepare(w.network, &e), -1);
  says(&e, "rub.width: 0.01: body b must be a string, 'hair' is none");
  end(&w);
}

/* What was cut for one network is whole in the next, and moves as it did. */
static void a_body_is_made_whole_again(void **state) {
  (void)state;
  world w = bow("elastoplastic", 4, 0.012);
  run(&w, 1000, NULL);
  const double energy = rosin_body_energy(w.hair[0]);
  rosin_network *n = rosin_network_new(rate, 64, NULL);
  assert_int_equal(rosin_network_body(n, "hair", w.hair[0], NULL), 0);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  assert_int_equal(rosin_network_process(w.network, 50), -1);
  assert_true(rosin_body_energy(w.hair[0]) <= energy && rosin_body_energy(w.hair[0]) > 0);
  assert_int_equal(rosin_network_process(n, 50), 0);
  rosin_network_free(n);
  end(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_add_up_to_the_whole),
      cmocka_unit_test(one_point_is_as_ever),
      cmocka_unit_test(without_width_points_are_one),
      cmocka_unit_test(points_are_separate_bows),
      cmocka_unit_test(a_width_moves_while_it_sounds),
      cmocka_unit_test(what_leaves_the_string_is_clipped),
      cmocka_unit_test(a_cut_body_is_whole_to_others),
      cmocka_unit_test(work_and_accounts_are_those_of_all_points),
      cmocka_unit_test(errors_name_what_is_wrong),
      cmocka_unit_test(a_width_needs_lengths),
      cmocka_unit_test(a_body_is_made_whole_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
