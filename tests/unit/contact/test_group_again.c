/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups that are solved again under another load of one contact: to the same root, with what is
 * known of the others' forces. */
#include "contact/group.h"
#include "contact/nothing.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "problem.h"
#include "tests/unit/group_room.h"

enum { N = 8, GROUPS = 300 };

typedef struct {
  rosin_contact *c[N];
  rosin_group_contact group[N];
  double b[N * N], v_free[N], v[N], f[N];
  rosin_group_scratch scratch;
  void *memory;
} crowd;

static void crowd_new(crowd *k) {
  memset(k, 0, sizeof *k);
  const double size = log_uniform(&seed, 1e-3, 1);
  k->memory = group_room(&k->scratch, N);
  for (int mode = 0; mode < N + 2; mode++) {
    double shape[N];
    for (int i = 0; i < N; i++)
      shape[i] = 2 * uniform(&seed, 0, 1) - 1;
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        k->b[i * N + j] += size * shape[i] * shape[j];
  }
  for (int i = 0; i < N; i++) {
    const problem p = cold_problem(i % 4, 1);
    k->c[i] = p.contact;
    if (rosin_contact_get(p.contact, "sigma1") > 0.01)
      rosin_contact_set(p.contact, "sigma1", 0.01, NULL);
    k->group[i] = (rosin_group_contact){&p.contact->law, p.contact->state, p.load, i};
    k->v_free[i] = k->v[i] = p.v_free;
  }
}

static void crowd_free(crowd *k) {
  for (int i = 0; i < N; i++)
    rosin_contact_free(k->c[i]);
  free(k->memory);
}

/* Solves it, and again with a load a little greater; what that took, 0 if either was not solved. */
static int again(crowd *k, const int *pressed, int stubborn) {
  int first, more;
  if (!rosin_group_solve(&k->scratch, k->group, N, k->b, k->v_free, k->v, k->f, &first))
    return 0;
  if (stubborn && !rosin_group_solve_again(&k->scratch, k->group, N, k->b, k->v_free, k->v, k->f,
                                           pressed, 1, &more)) /* so that there are curves */
    return 0;
  k->group[0].load.normal *= 1.03;
  k->group[0].load.normal_end *= 1.03;
  return rosin_group_solve_again(&k->scratch, k->group, N, k->b, k->v_free, k->v, k->f, pressed,
                                 stubborn, &more)
             ? more
             : 0;
}

/* By the laws themselves, how far the forces are off where the bodies move, in units of what they
 * may be off there. */
static double off(crowd *k) {
  double worst = 0;
  for (int i = 0; i < N; i++) {
    rosin_aslant at;
    rosin_group_force(k->group, k->v, i, &at);
    const double scale = k->group[i].law->ops->scale(k->group[i].law, &k->group[i].load);
    const double may = 1e-9 * scale * (1 + k->b[i * (N + 1)] * fabs(at.slope)) + 1e-13 * scale;
    worst = fmax(worst, fabs(at.f - k->f[i]) / (100 * may));
  }
  return worst;
}

static void what_is_known_is_not_asked_again(void **state) {
  (void)state;
  static const int one[N] = {1}, all[N] = {1, 1, 1, 1, 1, 1, 1, 1};
  for (int stubborn = 0; stubborn < 2; stubborn++) {
    long asked[2] = {0}, wrong[2] = {0};
    int solved = 0;
    for (int g = 0; g < GROUPS; g++) {
      const uint64_t begin = seed;
      crowd k;
      int took[2];
      for (int kept = 0; kept < 2; kept++) {
        seed = begin;
        crowd_new(&k);
        took[kept] = again(&k, kept ? one : all, stubborn);
        wrong[kept] += took[kept] && off(&k) > 1;
        crowd_free(&k);
      }
      if (!took[0] || !took[1])
        continue;
      solved++;
      asked[0] += took[0];
      asked[1] += took[1];
    }
    assert_true(solved > GROUPS * 9 / 10);
    assert_true(asked[1] < 0.8 * (double)asked[0]);
    assert_true(wrong[1] <= wrong[0]);
  }
}

/* A contact that stands aside takes part in nothing. */
static void what_stands_aside_changes_nothing(void **state) {
  (void)state;
  for (int g = 0; g < 50; g++) {
    const uint64_t begin = seed;
    rosin_law nothing = {.ops = &rosin_law_nothing};
    crowd k, few;
    int with, without;
    crowd_new(&k);
    seed = begin;
    crowd_new(&few);
    k.group[N - 1].law = &nothing;
    for (int i = 0; i < N - 1; i++)
      for (int j = 0; j < N - 1; j++)
        few.b[i * (N - 1) + j] = k.b[i * N + j];
    const int done = rosin_group_solve(&k.scratch, k.group, N, k.b, k.v_free, k.v, k.f, &with) &&
                     rosin_group_solve(&few.scratch, few.group, N - 1, few.b, few.v_free, few.v,
                                       few.f, &without);
    assert_true(!done || k.f[N - 1] == 0);
    for (int i = 0; i < N - 1 && done; i++)
      assert_true(fabs(k.f[i] - few.f[i]) <=
                  1e-6 * few.group[i].law->ops->scale(few.group[i].law, &few.group[i].load));
    crowd_free(&k);
    crowd_free(&few);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_known_is_not_asked_again),
      cmocka_unit_test(what_stands_aside_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
