/* SPDX-License-Identifier: BSD-3-Clause */
/* What is quick is gone where it can be gone: it gives the same bits as the way round it, so that
 * nothing else would tell if nobody went it any more. And what is kept of contacts of several
 * points, and of bodies that are cut, is all of it. */
#include "modal/bank.h"
#include "modal/modal.h"
#include "network/network.h"
#include "waveguide/design.h"
#include "waveguide/pass.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { BLOCK = 64 };

static const double rate = 44100;

static rosin_body *bank(int modes, double mass) {
  rosin_mode mode[1200];
  for (int l = 0; l < modes; l++)
    mode[l] = (rosin_mode){.frequency = 100 + 13 * l, .q = 40 + l % 7, .mass = mass * (1 + l % 3)};
  const rosin_modal_spec spec = {.modes = modes, .mode = mode, .shape = ROSIN_SHAPE_SINE};
  rosin_body *body = rosin_modal_new(&spec, rate, NULL);
  assert_non_null(body);
  return body;
}

static rosin_body *string(void) {
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  rosin_body *body = rosin_string_new(&s, rate, NULL);
  assert_non_null(body);
  return body;
}

static void hold(rosin_network *n, const char *control, double value) {
  assert_int_equal(rosin_network_set(n, control, value, NULL), 0);
}

/* A string, or a body, that one hand rubs is stepped with no lists, but not while it is pushed. */
static void one_hand_on_one_body_is_simple(void **state) {
  (void)state;
  for (int strings = 0; strings < 2; strings++) {
    rosin_network *n = rosin_network_new(rate, BLOCK, NULL);
    rosin_body *body = strings ? string() : bank(5, 0.01), *other = bank(3, 0.01);
    rosin_contact *c[2] = {rosin_contact_new("lugre", rate, NULL),
                           rosin_contact_new("lugre", rate, NULL)};
    rosin_network_body(n, "b", body, NULL);
    rosin_network_body(n, "o", other, NULL);
    rosin_network_contact(n, "one", c[0], "-", "b", NULL);
    rosin_network_contact(n, "two", c[1], "b", "o", NULL);
    rosin_network_push(n, "z", "b", 0.3, NULL);
    assert_int_equal(rosin_network_prepare(n, NULL), 0);
    hold(n, "one.velocity", 0.1);
    hold(n, "one.position", 0.3);
    hold(n, "two.force", 0);
    rosin_network_process(n, BLOCK);
    rosin_network_process(n, BLOCK);
    for (int g = 0; g < n->groups; g++)
      assert_false(n->group[g].simple); /* both are one group */
    rosin_network_free(n);
    n = rosin_network_new(rate, BLOCK, NULL);
    rosin_contact_free(c[0]);
    c[0] = rosin_contact_new("lugre", rate, NULL);
    rosin_network_body(n, "b", body, NULL);
    rosin_network_contact(n, "one", c[0], "-", "b", NULL);
    assert_int_equal(rosin_network_prepare(n, NULL), 0);
    hold(n, "one.velocity", 0.1);
    hold(n, "one.position", 0.3);
    for (int i = 0; i < 6; i++) {
      hold(n, "one.force", i == 3 ? 0 : 1);
      for (int k = 0; k < 3; k++)
        rosin_network_process(n, BLOCK);
      assert_int_equal(n->group[0].simple, i != 3);
      assert_int_equal(n->group[0].simply, i != 3);
    }
    rosin_network_free(n);
    rosin_body_free(body);
    rosin_body_free(other);
    rosin_contact_free(c[0]);
    rosin_contact_free(c[1]);
  }
}

/* Plain bristles in groups of their own go side by side; laws that are none, or limited, do not. */
static void plain_bristles_march(void **state) {
  (void)state;
  enum { STRINGS = 4 };
  static const struct {
    const char *law, *set;
    double value;
    int marches;
  } of[] = {{"elastoplastic", "mu_static", 0.5, 1},
            {"elastoplastic", "plastic", 1, 0},
            {"elastoplastic", "damping_limit", 1, 0},
            {"coulomb", "mu_static", 0.5, 0}};
  for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
    rosin_network *n = rosin_network_new(rate, BLOCK, NULL);
    rosin_body *body[STRINGS];
    rosin_contact *c[STRINGS];
    for (int i = 0; i < STRINGS; i++) {
      const char name[2] = {(char)('a' + i), 0}, rubs[2] = {(char)('p' + i), 0};
      body[i] = string();
      c[i] = rosin_contact_new(of[k].law, rate, NULL);
      assert_int_equal(rosin_contact_set(c[i], of[k].set, of[k].value, NULL), 0);
      rosin_network_body(n, name, body[i], NULL);
      rosin_network_contact(n, rubs, c[i], "-", name, NULL);
    }
    assert_int_equal(rosin_network_prepare(n, NULL), 0);
    rosin_network_process(n, BLOCK);
    assert_int_equal(n->marches, of[k].marches);
    if (n->marches)
      assert_int_equal(n->march[0].groups, STRINGS);
    rosin_network_free(n);
    for (int i = 0; i < STRINGS; i++) {
      rosin_body_free(body[i]);
      rosin_contact_free(c[i]);
    }
  }
}

/* A large bank runs a sample ahead, but in the sample in which it was moved. */
static void large_banks_run_ahead(void **state) {
  (void)state;
  for (int large = 0; large < 2; large++) {
    rosin_body *body = bank(large ? 1024 : 1000, 0.01);
    const rosin_bank *b = (const rosin_bank *)body;
    double v[2], f[2] = {1, 0};
    assert_int_equal(body->ops->bind(body, 2), 0);
    body->ops->place(body, 0, 0.2);
    body->ops->place(body, 1, 0.3);
    for (int i = 0; i < 60; i++) {
      body->ops->predict(body, v);
      assert_int_equal(b->ahead, large && i != 0 && i != 3);
      assert_int_equal(b->asleep, 0);
      assert_int_equal(b->still, large && i > 5 ? i - 5 : 0); /* samples since it was pushed */
      body->ops->commit(body, f);
      f[0] = i < 4;
      if (i == 2)
        body->ops->place(body, 1, 0.4);
    }
    rosin_body_free(body);
  }
}

/* Ports at one place are one place, heard once. */
static void one_place_is_heard_once(void **state) {
  (void)state;
  rosin_body *body = bank(6, 0.01);
  const rosin_bank *b = (const rosin_bank *)body;
  assert_int_equal(body->ops->bind(body, 5), 0);
  static const double at[] = {0.2, 0.3, 0.2, 0.3, 0.2};
  for (int i = 0; i < 5; i++)
    body->ops->place(body, i, at[i]);
  assert_int_equal(b->places, 2);
  assert_int_equal(b->ears, 2);
  const int heard[] = {4, 2};
  body->ops->listen(body, heard, 2);
  assert_int_equal(b->ears, 1);
  assert_int_equal(b->from[1], 4);
  body->ops->place(body, 2, 0.9);
  assert_int_equal(b->places, 3);
  assert_int_equal(b->ears, 2);
  rosin_body_free(body);
}

/* Widths that there are not change nothing. */
static void other_widths_are_refused(void **state) {
  (void)state;
  const int usual = rosin_string_width();
  static const int none[] = {-1, 1, 3, 5, 8, 16};
  for (int i = 0; i < 6; i++) {
    assert_int_equal(rosin_string_take_width(none[i]), -1);
    assert_int_equal(rosin_string_width(), usual);
  }
  assert_int_equal(rosin_string_take_width(2), 0);
  assert_int_equal(rosin_string_width(), 2);
  assert_int_equal(rosin_string_take_width(0), 0);
  assert_int_equal(rosin_string_width(), usual);
}

/* What the slow mean is spared has no step at no frequency. */
static void what_is_spared_has_no_step(void **state) {
  (void)state;
  rosin_body *body = string();
  const rosin_loop *l = &((const rosin_string *)body)->transverse;
  const double still = rosin_loop_spared(l, 0);
  assert_true(fabs(still - ROSIN_SPARED) < 1e-12);
  assert_true(fabs(rosin_loop_spared(l, 1e-9) - still) < 1e-9);
  assert_true(fabs(rosin_loop_spared(l, 1e-7) - still) < 1e-7);
  rosin_body_free(body);
}

/* What is cut and then remade is what was made so and then cut, to the bit. */
static void strands_are_remade(void **state) {
  (void)state;
  rosin_mode mode[6];
  for (int l = 0; l < 6; l++)
    mode[l] = (rosin_mode){.frequency = 70 + 91 * l, .q = 30 + l, .mass = 0.02 * (1 + l)};
  const rosin_modal_spec spec = {.modes = 6, .mode = mode, .shape = ROSIN_SHAPE_SINE};
  rosin_body *body[2] = {bank(6, 0.3), rosin_modal_new(&spec, rate, NULL)};
  for (int k = 0; k < 2; k++) {
    assert_int_equal(body[k]->ops->cut(body[k], 3), 0);
    assert_int_equal(body[k]->ops->bind(body[k], 2), 0);
    body[k]->ops->take_strand(body[k], 0, 1);
    body[k]->ops->place(body[k], 0, 0.3);
    body[k]->ops->place(body[k], 1, 0.45);
  }
  rosin_modal_remake(body[0], mode, NULL, &spec.made);
  for (int i = 0; i < 3000; i++) {
    const double f[2] = {i < 100 ? 0.1 * i : 0, i % 7 == 0 ? 1 : 0};
    double v[2][2];
    for (int k = 0; k < 2; k++) {
      body[k]->ops->predict(body[k], v[k]);
      body[k]->ops->commit(body[k], f);
    }
    assert_true(v[0][0] == v[1][0] && v[0][1] == v[1][1]);
    assert_true(rosin_body_energy(body[0]) == rosin_body_energy(body[1]));
  }
  rosin_body_free(body[0]);
  rosin_body_free(body[1]);
}

/* All points of a contact are kept, and reset. */
static void points_are_kept(void **state) {
  (void)state;
  static rosin_kept kept;
  rosin_contact *c = rosin_contact_new("elastoplastic", rate, NULL);
  const rosin_load load = {.normal = 1, .normal_end = 1, .period = 1 / rate};
  assert_int_equal(rosin_contact_divide(c, 3, NULL), 0);
  double was[3][8];
  const size_t bytes = (size_t)c->law.ops->states * sizeof(double);
  assert_true(bytes <= sizeof was[0]);
  for (int turn = 0; turn < 2; turn++) {
    for (int i = 0; i < 3; i++) {
      rosin_contact *p = rosin_contact_point(c, i);
      rosin_solution s;
      for (int k = 0; k < 20; k++)
        rosin_law_step(&p->law, p->state, &load, 0.02 * (1 + i) + turn, 0.5, &s);
      if (turn == 0)
        memcpy(was[i], p->state, bytes);
      assert_int_equal(memcmp(was[i], p->state, bytes) != 0, turn);
    }
    if (turn)
      continue;
    rosin_kept_begin(&kept);
    rosin_contact_pieces(c, &kept);
    assert_int_equal(rosin_kept_take(&kept), 0);
  }
  rosin_kept_put(&kept);
  for (int i = 0; i < 3; i++)
    assert_memory_equal(was[i], rosin_contact_point(c, i)->state, bytes);
  rosin_contact_reset(c);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < c->law.ops->states; k++)
      assert_true(rosin_contact_point(c, i)->state[k] == 0);
  rosin_kept_free(&kept);
  rosin_contact_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_hand_on_one_body_is_simple),
      cmocka_unit_test(plain_bristles_march),
      cmocka_unit_test(large_banks_run_ahead),
      cmocka_unit_test(one_place_is_heard_once),
      cmocka_unit_test(other_widths_are_refused),
      cmocka_unit_test(what_is_spared_has_no_step),
      cmocka_unit_test(strands_are_remade),
      cmocka_unit_test(points_are_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
