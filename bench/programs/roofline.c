/* SPDX-License-Identifier: BSD-3-Clause */
/* What this machine could do for our work: multiply-adds a second on its widest vectors, bytes
 * a second out of each level of memory, and how long things take that wait for each other:
 * sums, divisions, exponentials, evaluations of a bristle. Lines `name value unit`; built for
 * the machine it runs on. */
#include "format.h"
#include "rosin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LANES = 8, CHAINS = 12, REPEATS = 20, CONTACTS = 8 };

typedef double vector __attribute__((vector_size(LANES * sizeof(double))));

static volatile double sink;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void say(const char *name, double value, const char *unit) {
  rosin_print(stdout, "%-28s %10.4g %s\n", name, value, unit);
}

/* ---- throughput ---------------------------------------------------------------------- */

static double multiply_adds(long n) {
  vector x[CHAINS];
  for (int k = 0; k < CHAINS; k++)
    x[k] = (vector){0} + k;
  vector a = (vector){0} + 0.999, b = (vector){0} + 0.001;
  const double start = now();
  for (long i = 0; i < n; i++)
#pragma GCC unroll 12
    for (int k = 0; k < CHAINS; k++)
      x[k] = x[k] * a + b;
  const double took = now() - start;
  for (int k = 0; k < CHAINS; k++)
    sink = sink + x[k][0];
  return 2.0 * LANES * CHAINS * (double)n / took;
}

/* Sum of an array of `bytes`, read `times` times. */
static double read_bandwidth(const vector *a, size_t bytes, long times) {
  const size_t n = bytes / sizeof *a;
  vector sum[8] = {{0}};
  const double start = now();
  for (long t = 0; t < times; t++) {
    for (size_t i = 0; i + 8 <= n; i += 8)
#pragma GCC unroll 8
      for (int k = 0; k < 8; k++)
        sum[k] += a[i + (size_t)k];
    __asm__ volatile("" ::: "memory");
  }
  const double took = now() - start;
  for (int k = 0; k < 8; k++)
    sink = sink + sum[k][0];
  return (double)bytes * (double)times / took;
}

/* ---- latency --------------------------------------------------------------------------- */

static double chain_sum(long n) {
  double x = sink;
  const double start = now();
  for (long i = 0; i < n; i++)
    x = x * 0.999 + 0.001;
  const double took = now() - start;
  sink = x;
  return took / (double)n;
}

static double chain_divide(long n) {
  double x = 1.5;
  const double start = now();
  for (long i = 0; i < n; i++)
    x = 3 / x + 0.1;
  const double took = now() - start;
  sink = x;
  return took / (double)n;
}

static double chain_exp(long n) {
  double x = 0.5;
  const double start = now();
  for (long i = 0; i < n; i++)
    x = exp(-x);
  const double took = now() - start;
  sink = x;
  return took / (double)n;
}

/* A contact driven alone, sliding: its next velocity waits for its last force. Of `contacts`
 * side by side, none waits for another. */
static double chain_bristle(long n, int contacts) {
  rosin_error error;
  rosin_contact *c[CONTACTS];
  double f[CONTACTS] = {0};
  for (int k = 0; k < contacts; k++)
    if (!(c[k] = rosin_contact_new("elastoplastic", 44100, &error)))
      return NAN;
  const double start = now();
  for (long i = 0; i < n; i++)
    for (int k = 0; k < contacts; k++)
      f[k] = rosin_contact_drive(c[k], 0.1 + 1e-12 * f[k], 1, NULL);
  const double took = now() - start;
  for (int k = 0; k < contacts; k++) {
    sink = sink + f[k];
    rosin_contact_free(c[k]);
  }
  return took / (double)n / contacts;
}

static double least(double (*of)(long n), long n) {
  double best = INFINITY;
  for (int i = 0; i < REPEATS; i++)
    best = fmin(best, of(n));
  return best;
}

int main(void) {
  static const struct {
    const char *name;
    size_t bytes;
    long times;
  } level[] = {{"read_16_KiB", 16 << 10, 20000},
               {"read_256_KiB", 256 << 10, 1000},
               {"read_8_MiB", 8 << 20, 20},
               {"read_256_MiB", 256 << 20, 1}};
  double flops = 0, bristle = INFINITY, side = INFINITY;
  for (int i = 0; i < REPEATS; i++) {
    flops = fmax(flops, multiply_adds(1000000));
    bristle = fmin(bristle, chain_bristle(100000, 1));
    side = fmin(side, chain_bristle(20000, CONTACTS));
  }
  say("multiply_adds", 1e-9 * flops, "GFlop/s");
  vector *a = aligned_alloc(sizeof *a, 256 << 20);
  if (!a)
    return 1;
  for (size_t i = 0; i < (256 << 20) / sizeof *a; i++)
    a[i] = (vector){0} + 1e-9 * (double)i;
  for (size_t k = 0; k < sizeof level / sizeof *level; k++) {
    double best = 0;
    for (int i = 0; i < REPEATS; i++)
      best = fmax(best, read_bandwidth(a, level[k].bytes, level[k].times));
    say(level[k].name, 1e-9 * best, "GB/s");
  }
  free(a);
  say("latency_multiply_add", 1e9 * least(chain_sum, 1000000), "ns");
  say("latency_divide_add", 1e9 * least(chain_divide, 1000000), "ns");
  say("latency_exp", 1e9 * least(chain_exp, 300000), "ns");
  say("bristle_alone", 1e9 * bristle, "ns");
  say("bristle_of_eight", 1e9 * side, "ns");
  return 0;
}
