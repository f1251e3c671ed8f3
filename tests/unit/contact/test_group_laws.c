/* SPDX-License-Identifier: BSD-3-Clause */
/* What the solve of groups asks of single laws beyond their force: slopes across, outlines,
 * whole tangents from anywhere; and that all looks at a law are counted and bounded. */
#include "contact/group.h"
#include "friction/scalar.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "problem.h"

static double either_way(double low, double high) {
  return (uniform(&seed, 0, 1) < 0.5 ? -1 : 1) * log_uniform(&seed, low, high);
}

static rosin_load load_of(double normal) {
  return (rosin_load){.normal = normal,
                      .normal_end = normal,
                      .period = 1 / 44100.0,
                      .rolling = either_way(0.1, 5),
                      .sideways = either_way(1e-3, 2),
                      .begin = either_way(1e-3, 2)};
}

/* A contact of a law that has moved for a while. */
static rosin_contact *used(int law, const rosin_load *load) {
  rosin_contact *c = rosin_contact_new(rosin_law_name(law), 44100, NULL);
  rosin_solution s;
  for (int i = 0; i < 20; i++)
    rosin_law_step(&c->law, c->state, load, either_way(1e-3, 3), 0.1, &s);
  return c;
}

static void slopes_across_match_differences(void **state) {
  (void)state;
  int laws = 0;
  for (int l = 0; l < rosin_laws(); l++)
    for (int k = 0; k < 500; k++) {
      rosin_load load = load_of(log_uniform(&seed, 0.1, 10));
      rosin_contact *c = used(l, &load);
      const rosin_law_ops *ops = c->law.ops;
      assert_int_equal(ops->sideways != 0, ops->aslant != NULL);
      if (ops->aslant) {
        if (strcmp(ops->name, "induction-2d") == 0) {
          rosin_contact_set(c, "mu_across", log_uniform(&seed, 0.2, 5), NULL);
          rosin_contact_set(c, "v0_across", log_uniform(&seed, 0.2, 5), NULL);
          rosin_contact_set(c, "zeta_across", log_uniform(&seed, 0.2, 3), NULL);
        }
        const double v = either_way(1e-3, 2), y = load.sideways, h = 1e-6 * fabs(y);
        double f, slope, above, below, unused;
        rosin_aslant at;
        assert_int_equal(ops->aslant(&c->law, c->state, &load, v, &at), 1);
        ops->force(&c->law, c->state, &load, &v, &f, &slope);
        assert_true(f == at.f && slope == at.slope);
        load.sideways = y + h;
        ops->force(&c->law, c->state, &load, &v, &above, &unused);
        load.sideways = y - h;
        ops->force(&c->law, c->state, &load, &v, &below, &unused);
        const double size = fabs(f / v) + fabs(f / y) + fabs(at.cross);
        assert_true(fabs((above - below) / (2 * h) - at.cross) < 1e-4 * size);
        /* on a circle of v and y the force moves by `turning` v and by direction alone */
        if (strcmp(ops->name, "lugre-joint") == 0)
          assert_true(fabs(at.slope - at.cross * v / y - at.turning) < 1e-4 * size);
        laws++;
      }
      rosin_contact_free(c);
    }
  assert_int_equal(laws, 2 * 500);
}

/* Points of an outline lie on the force, and between corners their tangents are the force. */
static void outlines_are_the_force(void **state) {
  (void)state;
  int laws = 0;
  for (int l = 0; l < rosin_laws(); l++)
    for (int k = 0; k < 500; k++) {
      rosin_load load = load_of(log_uniform(&seed, 0.1, 10));
      load.instant = k % 3 == 0;
      rosin_contact *c = used(l, &load);
      const rosin_law_ops *ops = c->law.ops;
      rosin_point point[ROSIN_OUTLINE];
      const int count = ops->outline ? ops->outline(&c->law, c->state, &load, point) : 0;
      for (int i = 0; i < count; i++) {
        double f, slope;
        ops->force(&c->law, c->state, &load, &point[i].v, &f, &slope);
        const double rounding =
            1e-9 * ops->scale(&c->law, &load) + 4e-16 * slope * fabs(point[i].v);
        assert_true(fabs(f - point[i].f) <= rounding || i == 1 || i == count - 2); /* the steps */
        assert_true(i == 0 || point[i].v > point[i - 1].v);
      }
      for (int i = 1; i + 2 < count; i++) { /* between the steps: tangents as far as they meet */
        const double u = uniform(&seed, 0, 1);
        const double v = (1 - u) * point[i].v + u * point[i + 1].v;
        const double left = point[i].f + point[i].slope * (v - point[i].v);
        const double right = point[i + 1].f + point[i + 1].slope * (v - point[i + 1].v);
        double f, slope;
        ops->force(&c->law, c->state, &load, &v, &f, &slope);
        const double rounding = 1e-9 * ops->scale(&c->law, &load) +
                                1e-15 * (point[i].slope + point[i + 1].slope) * fabs(v);
        assert_true(fabs(f - left) <= rounding || fabs(f - right) <= rounding);
      }
      laws += count > 0;
      rosin_contact_free(c);
    }
  assert_int_equal(laws, 500);
}

/* tangent(), whole, is force() wherever its own unknown is searched from. */
static void whole_tangents_are_the_force(void **state) {
  (void)state;
  int laws = 0;
  for (int l = 0; l < rosin_laws(); l++)
    for (int k = 0; k < 400; k++) {
      rosin_load load = load_of(log_uniform(&seed, 0.1, 10));
      rosin_contact *c = used(l, &load);
      const rosin_law_ops *ops = c->law.ops;
      if (strcmp(ops->name, "dahl") == 0)
        rosin_contact_set(c, "beta", k % 3 ? log_uniform(&seed, 0.3, 4) : 1, NULL);
      if (ops->whole) {
        const double v = either_way(1e-4, 2), old = c->state[ops->unknown];
        const double from[] = {old, 0, -old, either_way(1e-6, 1) * v, 1e3 * old};
        double f, slope;
        ops->force(&c->law, c->state, &load, &v, &f, &slope);
        for (int i = 0; i < 5; i++) {
          rosin_tangent t;
          const int count = ops->tangent(&c->law, c->state, &load, v, from[i], 1, &t);
          assert_true(count >= 1 && count <= ROSIN_BUDGET_OWN + 1);
          assert_true(fabs(t.f - f) <= 1e-9 * (fabs(f) + ops->scale(&c->law, &load)));
        }
        laws++;
      }
      rosin_contact_free(c);
    }
  assert_int_equal(laws, 4 * 400);
}

/* Two contacts at one point of a bar and one on a node, whose mobility is 0 but for rounding:
 * all is solved, and each sample takes at most 60 looks, those of commit and of
 * uniqueness among them. */
static void all_looks_are_counted(void **state) {
  (void)state;
  static const char *const laws[] = {"kinematic", "bliman-sorine", "lugre-joint", "coulomb",
                                     "thermal"};
  for (int l = 0; l < 5; l++) {
    rosin_network *n = rosin_network_new(44100, 64, NULL);
    const rosin_mode mode[] = {{.frequency = 200, .q = 200, .mass = 0.01},
                               {.frequency = 800, .q = 200, .mass = 0.01}};
    const rosin_modal_spec spec = {.modes = 2, .mode = mode, .shape = ROSIN_SHAPE_SINE};
    rosin_body *bar = rosin_modal_new(&spec, 44100, NULL);
    rosin_contact *c[] = {rosin_contact_new(laws[l], 44100, NULL),
                          rosin_contact_new("elastoplastic", 44100, NULL),
                          rosin_contact_new("root", 44100, NULL)};
    static const char *const name[] = {"c0", "c1", "c2"};
    static const double place[] = {0.3, 0.3, 0};
    rosin_network_body(n, "bar", bar, NULL);
    for (int i = 0; i < 3; i++)
      rosin_network_contact(n, name[i], c[i], "-", "bar", NULL);
    assert_int_equal(rosin_network_prepare(n, NULL), 0);
    for (int i = 0; i < 3; i++) {
      char key[32];
      snprintf(key, sizeof key, "c%d.force", i);
      rosin_network_hold(n, rosin_network_control(n, key), 3);
      snprintf(key, sizeof key, "c%d.velocity", i);
      rosin_network_hold(n, rosin_network_control(n, key), 0.05 * (i + 1));
      snprintf(key, sizeof key, "c%d.position", i);
      rosin_network_hold(n, rosin_network_control(n, key), place[i]);
    }
    rosin_network_reset(n);
    for (int i = 0; i < 100; i++)
      rosin_network_process(n, 64);
    const rosin_statistics s = rosin_network_statistics(n);
    assert_true(s.solves == 3 * 6400 && s.unconverged == 0 && s.iterations_max <= 60);
    /* commit of the first four looks again, at least once; `root` is scanned */
    assert_true(s.iterations >= (l < 4 ? 3 : 2) * 6400);
    rosin_network_free(n);
    rosin_body_free(bar);
    for (int i = 0; i < 3; i++)
      rosin_contact_free(c[i]);
  }
}

/* Past the passivity bound a bristle that is held at what a fallen load allows may leave no
 * root: that is seen within some looks, not at the end of the budget. */
static void held_bristles_without_a_root_are_seen_soon(void **state) {
  (void)state;
  int most = 0;
  for (int k = 0; k < 5000; k++) {
    rosin_contact *c = contact("elastoplastic", 44100, "mu_static=0.4 mu_kinetic=1");
    const double sigma0 = log_uniform(&seed, 100, 1e4), normal = log_uniform(&seed, 0.1, 10);
    const rosin_load load = {.normal = normal, .normal_end = normal, .period = 1 / 44100.0};
    rosin_contact_set(c, "sigma0", sigma0, NULL);
    rosin_contact_set(c, "sigma1", log_uniform(&seed, 1, 100), NULL);
    c->state[ROSIN_BRISTLE_Z] = uniform(&seed, 1, 3) * normal / sigma0;
    c->state[ROSIN_BRISTLE_V] = either_way(1e-3, 1);
    rosin_solution s;
    rosin_law_solve(&c->law, c->state, &load, either_way(1e-3, 5), log_uniform(&seed, 0.01, 5), &s);
    assert_true(s.converged && isfinite(s.f));
    most = s.iterations > most ? s.iterations : most;
    rosin_contact_free(c);
  }
  assert_true(most <= 40);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slopes_across_match_differences),
      cmocka_unit_test(outlines_are_the_force),
      cmocka_unit_test(whole_tangents_are_the_force),
      cmocka_unit_test(all_looks_are_counted),
      cmocka_unit_test(held_bristles_without_a_root_are_seen_soon),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
