/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of src/maths: the largest error that 2 million arguments each find (ROSIN_MATHS
 * times as many), in units of the last place; what one costs beside the C library's, called for
 * value after value and with each waiting for the one before it; what a lane costs abreast. */
#define _POSIX_C_SOURCE 200809L
#include "tests/maths/abreast.h"
#include "tests/maths/functions.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CALLS = 4096, ROUNDS = 60, SEED = 17 };

static void errors(long count) {
  for (int i = 0; i < FUNCTIONS; i++) {
    const function *f = &functions[i];
    uint64_t seed = SEED + (uint64_t)i;
    double worst = 0, at = 0;
    for (long j = 0; j < count; j++) {
      const double x = argument(f, &seed), error = ulps(f->ours(x), f->reference((long double)x));
      if (!(error <= worst))
        worst = error, at = x;
    }
    printf("maths_error_%s %.4f %ld %d\n", f->name, worst, count, SEED + i);
    fprintf(stderr, "%s: at %a\n", f->name, at);
  }
  for (int i = 0; i < FUNCTIONS_OF_TWO; i++) {
    const function_of_two *f = &functions_of_two[i];
    uint64_t seed = SEED + (uint64_t)i;
    double worst = 0, at[2] = {0};
    for (long j = 0; j < count; j++) {
      const double x = f->low[0] + (f->high[0] - f->low[0]) * share(&seed);
      const double y = f->low[1] + (f->high[1] - f->low[1]) * share(&seed);
      const double error = ulps(f->ours(x, y), f->reference((long double)x, (long double)y));
      if (!(error <= worst))
        worst = error, at[0] = x, at[1] = y;
    }
    printf("maths_error_%s %.4f %ld %d\n", f->name, worst, count, SEED + i);
    fprintf(stderr, "%s: at %a %a\n", f->name, at[0], at[1]);
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Nanoseconds a call: one after the other, or each for the one before. */
static double cost(double (*f)(double), const double *x, double *y, int waits) {
  double least = INFINITY;
  for (int round = 0; round < ROUNDS; round++) {
    const double start = now();
    double last = 0;
    for (int i = 0; i < CALLS; i++)
      y[i] = last = f(waits ? x[i] + 1e-300 * last : x[i]);
    least = fmin(least, (now() - start) / CALLS);
  }
  return least;
}

static double cost_of_two(double (*f)(double, double), const double *x, double *y) {
  double least = INFINITY;
  for (int round = 0; round < ROUNDS; round++) {
    const double start = now();
    for (int i = 0; i < CALLS; i++)
      y[i] = f(x[i], 1.5);
    least = fmin(least, (now() - start) / CALLS);
  }
  return least;
}

static double cost_abreast(const abreast *a, int w, const double *x, double *y) {
  double least = INFINITY;
  for (int round = 0; round < ROUNDS; round++) {
    const double start = now();
    a->over[w](x, y, CALLS);
    least = fmin(least, (now() - start) / CALLS);
  }
  return least;
}

static double cost_pow_abreast(int w, const double *x, const double *p, double *y) {
  static void (*const over[3])(const double *, const double *, double *,
                               int) = {pow_over_2, pow_over_4, pow_over_8};
  double least = INFINITY;
  for (int round = 0; round < ROUNDS; round++) {
    const double start = now();
    over[w](x, p, y, CALLS);
    least = fmin(least, (now() - start) / CALLS);
  }
  return least;
}

/* Arguments as sounds have them. */
static double usual(const char *name, uint64_t *seed) {
  const double s = share(seed);
  return name[0] == 'l' ? 0.1 + 10 * s : 20 * s - 10;
}

static void costs(void) {
  static double x[CALLS], y[CALLS], p[CALLS];
  uint64_t seed = SEED;
  for (int i = 0; i < FUNCTIONS; i++) {
    const function *f = &functions[i];
    if (i && f->ours == functions[i - 1].ours)
      continue;
    for (int j = 0; j < CALLS; j++)
      x[j] = usual(f->name, &seed);
    for (int waits = 0; waits < 2; waits++) {
      const double ours = cost(f->ours, x, y, waits), theirs = cost(f->system, x, y, waits);
      printf("maths_%s_%s %.3f %d %d\n", waits ? "wait" : "cost", f->name, ours / theirs, CALLS,
             SEED);
      fprintf(stderr, "%s: %.2f ns, the system's %.2f\n", f->name, ours, theirs);
    }
  }
  for (int i = 0; i < CALLS; i++)
    x[i] = 1e-6 + share(&seed), p[i] = 1.5;
  const double theirs = cost_of_two(pow, x, y), ours = cost_of_two(rosin_pow, x, y);
  printf("maths_cost_pow %.3f %d %d\n", ours / theirs, CALLS, SEED);
  fprintf(stderr, "pow: %.2f ns, the system's %.2f\n", ours, theirs);
  for (int w = 0; w < 3; w++)
    if (HAS_WIDTH(2 << w)) {
      const double lane = cost_pow_abreast(w, x, p, y);
      printf("maths_lane_pow_%d %.3f %d %d\n", 2 << w, lane / theirs, CALLS, SEED);
    }
  for (int i = 0; i < KINDS_ABREAST; i++) {
    const abreast *a = &all_abreast[i];
    double (*system)(double) = NULL;
    for (int j = 0; j < FUNCTIONS; j++)
      system = functions[j].ours == a->scalar ? functions[j].system : system;
    for (int j = 0; j < CALLS; j++)
      x[j] = usual(a->name, &seed);
    const double whole = cost(system, x, y, 0);
    for (int w = 0; w < 3; w++)
      if (HAS_WIDTH(2 << w)) {
        const double lane = cost_abreast(a, w, x, y);
        printf("maths_lane_%s_%d %.3f %d %d\n", a->name, 2 << w, lane / whole, CALLS, SEED);
        fprintf(stderr, "%s: %.2f ns a lane of %d\n", a->name, lane, 2 << w);
      }
  }
}

int main(void) {
  const char *more = getenv("ROSIN_MATHS");
  errors(2000000 * (more ? atol(more) : 1));
  costs();
  return 0;
}
