/* SPDX-License-Identifier: BSD-3-Clause */
/* Companies of contacts at random, solved in every way there is: whatever way it was, each force is
 * what its law gives where the bodies go, the order in which contacts stand makes no difference,
 * and what it took is what it took, against tests/unit/contact/company.txt. */
#include "golden.h"
#include "known_laws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "company.h"

enum { GROUPS = 60, LAWS = 32 };

static const char *name[LAWS];
static int laws;

/* What many solves come to. */
typedef struct {
  int solved, quick, most;
  long evaluations;
  double force, speed, worst;
} sums;

static void add(sums *s, const company *k, int done, int evaluations) {
  s->solved += done > 0;
  s->quick += done == 1;
  s->evaluations += evaluations;
  s->most = evaluations > s->most ? evaluations : s->most;
  for (int i = 0; i < k->n && done; i++) {
    s->force += fabs(k->f[i]);
    s->speed += fabs(k->v[i]);
  }
  if (done)
    s->worst = fmax(s->worst, company_worst(k));
}

static void row(golden *g, const char *way, const char *law, const sums *s) {
  const double x[] = {s->solved, s->quick, (double)s->evaluations, s->most, s->force, s->speed};
  golden_in(g, "%s", way);
  golden_columns(g, law, "solved quick evaluations most force speed", x, 1e-7, 0);
  if (s->worst > 3)
    fail_msg("%s of %s: a force is off by %g of what it may be", way, law, s->worst);
}

/* The same company anew: of one law, or of all by turns that are in the file: a law that comes
 * behind them has rows of its own, and joins no other company. */
static void meet(company *k, int law, int index, double size) {
  const int mixed = law == laws, first = mixed ? index % KNOWN_LAWS : law;
  seed = 1000003u * (uint64_t)(mixed ? KNOWN_LAWS : law) + 7919u * (uint64_t)index + 1;
  company_new(k, 2 + index % 7, name + first, mixed ? KNOWN_LAWS - first : 1,
              log_between(0.01 * size, size));
}

/* Every third presses more, always the same ones. */
static void press_more(company *k, int *pressed) {
  for (int i = 0; i < k->n; i++) {
    pressed[i] = i % 3 == 1;
    k->group[i].load.normal *= pressed[i] ? 1.03 : 1;
    k->group[i].load.normal_end *= pressed[i] ? 1.03 : 1;
  }
}

/* Solved, again by what is known, and once more by curves. */
static void three_times(golden *g, int law, double size) {
  sums first = {0}, again = {0}, stubborn = {0}, anew = {0};
  for (int i = 0; i < GROUPS; i++) {
    company k;
    int pressed[COMPANY], took;
    meet(&k, law, i, size);
    const int n = k.n;
    int done = rosin_group_solve(&k.scratch, k.group, n, k.b, k.v_free, k.v, k.f, &took);
    add(&first, &k, done, took);
    press_more(&k, pressed);
    done =
        rosin_group_solve_again(&k.scratch, k.group, n, k.b, k.v_free, k.v, k.f, pressed, 0, &took);
    add(&again, &k, done, took);
    press_more(&k, pressed);
    done =
        rosin_group_solve_again(&k.scratch, k.group, n, k.b, k.v_free, k.v, k.f, pressed, 1, &took);
    add(&stubborn, &k, done, took);
    press_more(&k, pressed);
    done =
        rosin_group_solve_again(&k.scratch, k.group, n, k.b, k.v_free, k.v, k.f, pressed, 1, &took);
    add(&anew, &k, done, took);
    company_free(&k);
  }
  row(g, size > 1 ? "first" : "gently", law < laws ? name[law] : "all", &first);
  row(g, size > 1 ? "again" : "gently-again", law < laws ? name[law] : "all", &again);
  row(g, size > 1 ? "stubborn" : "gently-stubborn", law < laws ? name[law] : "all", &stubborn);
  row(g, size > 1 ? "anew" : "gently-anew", law < laws ? name[law] : "all", &anew);
  assert_in_range(first.solved, 0.98 * GROUPS, GROUPS);
}

/* By each way alone. */
static void one_way(golden *g, int law, double size) {
  sums quick = {0}, pieces = {0};
  int all_held = 0;
  for (int i = 0; i < GROUPS; i++) {
    company k;
    int took = 0, held = 0;
    meet(&k, law, i, size);
    const int budget = 3 + 3 * (i % 12) * k.n;
    int done =
        rosin_group_quick(&k.scratch.quick, k.group, k.n, k.b, k.v_free, k.v, k.f, budget, &took);
    rosin_group_finish(k.group, k.n, k.b, k.v_free, k.v, k.f);
    add(&quick, &k, done, took);
    company_free(&k);
    meet(&k, law, i, size);
    took = 0;
    done = rosin_group_pieces(&k.scratch.pieces, k.group, k.n, k.b, k.v_free, k.v, k.f, budget,
                              &held, &took);
    assert_in_range(took, 1, budget + k.n * ROSIN_BUDGET_OWN);
    rosin_group_finish(k.group, k.n, k.b, k.v_free, k.v, k.f);
    pieces.quick += held;
    add(&pieces, &k, 2 * done, took);
    all_held += held;
    company_free(&k);
  }
  row(g, "quick-alone", law < laws ? name[law] : "all", &quick);
  row(g, "pieces-alone", law < laws ? name[law] : "all", &pieces);
}

/* With few evaluations to spend: what then stands in takes energy. */
static void poor(golden *g, int law) {
  sums s = {0};
  for (int i = 0; i < GROUPS; i++) {
    company k;
    int took;
    meet(&k, law, i, 10);
    k.group[0].load.budget = 1 + i % 9;
    const int done = rosin_group_solve(&k.scratch, k.group, k.n, k.b, k.v_free, k.v, k.f, &took);
    add(&s, &k, done, took);
    for (int j = 0; j < k.n && !done; j++) {
      s.force += fabs(k.f[j]);
      assert_true(k.f[j] * k.v[j] >= 0);
    }
    company_free(&k);
  }
  row(g, "poor", law < laws ? name[law] : "all", &s);
}

/* Two axes of one, by which each feels the velocity across, where the bodies give way by much: here
 * Newton goes round, and comes back. */
static void across(golden *g) {
  sums first = {0}, again = {0};
  for (int i = 0; i < 6 * GROUPS; i++) {
    company k;
    const char *law = i % 3 ? "induction-2d" : "lugre-joint";
    int pressed[COMPANY], took;
    seed = 15487469u * (uint64_t)i + 3;
    company_new(&k, 2 + 2 * (i % 4), &law, 1, log_between(0.3, 60));
    int done = rosin_group_solve(&k.scratch, k.group, k.n, k.b, k.v_free, k.v, k.f, &took);
    add(&first, &k, done, took);
    press_more(&k, pressed);
    done = rosin_group_solve_again(&k.scratch, k.group, k.n, k.b, k.v_free, k.v, k.f, pressed,
                                   i % 2, &took);
    add(&again, &k, done, took);
    company_free(&k);
  }
  row(g, "across", "first", &first);
  row(g, "across", "again", &again);
}

static void ways_are_right_and_take_what_they_took(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/contact/company.txt");
  for (int l = 0; l <= laws; l++) {
    three_times(&g, l, 20);
    three_times(&g, l, 0.5);
    one_way(&g, l, 5);
    poor(&g, l);
  }
  across(&g);
  assert_int_equal(golden_close(&g), 0);
}

/* What an earlier solve has left in the room is nobody's: with whatever stands there, and few or
 * many evaluations to spend, each solve is the same to the bit. */
static void rooms_are_empty(void **state) {
  (void)state;
  for (int i = 0; i < 20 * (laws + 1); i++) {
    company k[2];
    int took[2], done[2], pressed[COMPANY];
    for (int used = 0; used < 2; used++) {
      company *c = &k[used];
      meet(c, i % (laws + 1), i, 10);
      rosin_group_scratch layout;
      memset(c->memory, used ? 0x41 : 0, rosin_group_scratch_set(&layout, c->n, NULL));
      c->group[0].load.budget = i % 3 ? 1 + i % 12 : ROSIN_BUDGET;
      const int few = c->group[0].load.budget;
      done[used] =
          rosin_group_solve(&c->scratch, c->group, c->n, c->b, c->v_free, c->v, c->f, &took[used]);
      press_more(c, pressed);
      c->group[0].load.budget = few;
      done[used] += 4 * rosin_group_solve_again(&c->scratch, c->group, c->n, c->b, c->v_free, c->v,
                                                c->f, pressed, i % 2, &took[used]);
    }
    assert_int_equal(done[0], done[1]);
    assert_int_equal(took[0], took[1]);
    assert_memory_equal(k[0].v, k[1].v, sizeof k[0].v);
    assert_memory_equal(k[0].f, k[1].f, sizeof k[0].f);
    company_free(&k[0]);
    company_free(&k[1]);
  }
}

/* Contacts that come in another order are the same contacts: where there is one root they end
 * there. */
static void order_makes_no_difference(void **state) {
  (void)state;
  int same = 0, all = 0;
  for (int i = 0; i < 400; i++) {
    company k, turned;
    int took[2];
    meet(&k, laws, i, 0.02);
    meet(&turned, laws, i, 0.02);
    const int n = k.n;
    for (int j = 0; j < n; j++) {
      turned.group[j] = k.group[n - 1 - j];
      turned.v_free[j] = k.v_free[n - 1 - j];
      turned.v[j] = k.v[n - 1 - j];
      for (int m = 0; m < n; m++)
        turned.b[j * n + m] = k.b[(n - 1 - j) * n + n - 1 - m];
      if (k.group[n - 1 - j].load.across)
        turned.group[j].load.across = n + 1 - k.group[n - 1 - j].load.across;
    }
    const int done = rosin_group_solve(&k.scratch, k.group, n, k.b, k.v_free, k.v, k.f, &took[0]) &&
                     rosin_group_solve(&turned.scratch, turned.group, n, turned.b, turned.v_free,
                                       turned.v, turned.f, &took[1]);
    for (int j = 0; j < n && done; j++) {
      const rosin_law *law = k.group[j].law;
      all++;
      same += fabs(k.f[j] - turned.f[n - 1 - j]) <= 1e-5 * law->ops->scale(law, &k.group[j].load);
    }
    company_free(&k);
    company_free(&turned);
  }
  assert_in_range(same, 0.995 * all, all);
}

static int names(void **state) {
  (void)state;
  laws = rosin_laws() < LAWS ? rosin_laws() : LAWS;
  for (int i = 0; i < laws; i++)
    name[i] = rosin_law_name(i);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ways_are_right_and_take_what_they_took),
      cmocka_unit_test(rooms_are_empty),
      cmocka_unit_test(order_makes_no_difference),
  };
  return cmocka_run_group_tests(tests, names, NULL);
}
