/* SPDX-License-Identifier: BSD-3-Clause */
/* The sum of Re(c e^(s t)) fitted to a sound by least squares. Every product of two
 * exponentials, also with t before it, has a sum that doubling gives in log n steps; so
 * the normal equations cost nothing next to the one run over the sound for each mode. */
#include "modes/estimate.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sums over t = 0 ... n-1 of e^(z t), (t/n) e^(z t), (t/n)^2 e^(z t). */
typedef struct {
  double complex s[3];
} sums;

/* Bit by bit from the top: n -> 2n, then n + 1. */
static sums series(double complex z, int n) {
  double complex s0 = 0, s1 = 0, s2 = 0, q = 1; /* q = e^(z done) */
  const double complex e = cexp(z);
  double done = 0;
  for (int bit = 30; bit >= 0; bit--) {
    s2 += q * (s2 + 2 * done * s1 + done * done * s0);
    s1 += q * (s1 + done * s0);
    s0 += q * s0;
    q *= q;
    done *= 2;
    if (n >> bit & 1) {
      s0 += q;
      s1 += done * q;
      s2 += done * done * q;
      q *= e;
      done += 1;
    }
  }
  return (sums){{s0, s1 / n, s2 / n / n}};
}

/* A column of the problem: Re(gamma (t/n)^power e^(s t)). */
typedef struct {
  double complex gamma;
  int power;
} column;

/* The columns of a mode: by the parts of c, and by those of n s. */
static void columns_of(const rosin_exponential *e, column *k) {
  k[0] = (column){1, 0};
  k[1] = (column){CMPLX(0, 1), 0};
  k[2] = (column){e->c, 1};
  k[3] = (column){CMPLX(0, 1) * e->c, 1};
}

static double meet(const column *a, const column *b, const sums *apart, const sums *along) {
  const int power = a->power + b->power;
  return 0.5 *
         creal(a->gamma * conj(b->gamma) * apart->s[power] + a->gamma * b->gamma * along->s[power]);
}

typedef struct {
  const double *x;
  int n, count, each;        /* each: 2 columns a mode (amplitudes alone), or 4 */
  double energy;             /* of x */
  double *a, *b;             /* normal equations */
  double *other_a, *other_b; /* those of the place before */
  double complex *s, *b0, *b1;
  double *effort;
} problem;

/* Normal equations at `e`: gram matrix, and columns times (x - model). Returns the
 * energy that remains. */
static double set_up(problem *p, const rosin_exponential *e) {
  const int size = p->count * p->each;
  double with_x = 0, with_model = 0;
  for (int j = 0; j < p->count; j++)
    p->s[j] = e[j].s;
  rosin_along_project(p->x, p->n, p->s, p->count, 25, p->b0, p->b1);
  *p->effort -= (double)p->n * p->count;
  for (int j = 0; j < p->count; j++) {
    column kj[4];
    columns_of(&e[j], kj);
    for (int i = 0; i < p->each; i++)
      p->b[j * p->each + i] = creal(kj[i].gamma * (kj[i].power ? p->b1[j] : p->b0[j]));
    with_x += creal(e[j].c * p->b0[j]);
  }
  for (int j = 0; j < p->count; j++)
    for (int k = 0; k <= j; k++) {
      column kj[4], kk[4];
      columns_of(&e[j], kj);
      columns_of(&e[k], kk);
      const sums apart = series(e[j].s + conj(e[k].s), p->n), along = series(e[j].s + e[k].s, p->n);
      for (int i = 0; i < p->each; i++)
        for (int l = 0; l < p->each; l++) {
          const double value = meet(&kj[i], &kk[l], &apart, &along);
          p->a[(j * p->each + i) * size + k * p->each + l] = value;
          p->a[(k * p->each + l) * size + j * p->each + i] = value;
        }
      const column mj = {e[j].c, 0}, mk = {e[k].c, 0};
      with_model += (j == k ? 1 : 2) * meet(&mj, &mk, &apart, &along);
      for (int i = 0; i < p->each; i++) {
        p->b[j * p->each + i] -= meet(&kj[i], &mk, &apart, &along);
        if (j != k)
          p->b[k * p->each + i] -= meet(&mj, &kk[i], &apart, &along);
      }
    }
  return p->energy - 2 * with_x + with_model;
}

/* Solve with the diagonal raised by `damping`; 0 if that went well. */
static int solve(const problem *p, double damping, double *matrix, double *step) {
  const int size = p->count * p->each;
  double scale[4 * ROSIN_KNOCK_MODES];
  for (int i = 0; i < size; i++)
    scale[i] = 1 / sqrt(fmax(p->a[i * size + i], 1e-300));
  for (int i = 0; i < size; i++) {
    for (int j = 0; j < size; j++)
      matrix[i * size + j] = p->a[i * size + j] * scale[i] * scale[j];
    matrix[i * size + i] = 1 + damping;
    step[i] = p->b[i] * scale[i];
  }
  if (LAPACKE_dposv(LAPACK_COL_MAJOR, 'U', size, 1, matrix, size, step, size))
    return -1;
  for (int i = 0; i < size; i++)
    step[i] *= scale[i];
  return 0;
}

static void move(const problem *p, const rosin_exponential *from, const double *step,
                 rosin_exponential *to) {
  for (int k = 0; k < p->count; k++) {
    const double *d = step + k * p->each;
    to[k] = from[k];
    to[k].c += CMPLX(d[0], d[1]); /* the columns are Re(e^st), Re(i e^st) */
    if (p->each == 4) {
      double complex s = from[k].s + CMPLX(d[2], d[3]) / p->n;
      const double decay = fmax(-creal(s), 0.01 / p->n);
      to[k].s = CMPLX(-fmin(decay, -4 * creal(from[k].s) + 1.0 / p->n), cimag(s));
    }
  }
}

/* Keep the normal equations, or take them back. */
static void swap(problem *p) {
  double *a = p->a, *b = p->b;
  p->a = p->other_a;
  p->b = p->other_b;
  p->other_a = a;
  p->other_b = b;
}

/* Rounds on all parameters; returns the energy that remains. */
static double improve(problem *p, rosin_exponential *e, rosin_exponential *trial, double *matrix,
                      double *step, int rounds) {
  double damping = 1e-6, energy = set_up(p, e);
  for (int round = 0; round<rounds && * p->effort> 0; round++) {
    int taken = 0;
    for (int attempt = 0; attempt < 6 && !taken && *p->effort > 0; attempt++, damping *= 30) {
      if (solve(p, damping, matrix, step))
        continue;
      move(p, e, step, trial);
      swap(p);
      const double now = set_up(p, trial);
      if (now < energy) {
        taken = energy - now > 1e-9 * energy ? 1 : 2;
        memcpy(e, trial, (size_t)p->count * sizeof *e);
        energy = now;
        damping = fmax(damping / 900, 1e-9);
      } else {
        swap(p);
      }
    }
    if (taken != 1)
      break;
  }
  return energy;
}

/* Room for so many exponentials: 0, or -1 without memory. */
static int open_problem(problem *p) {
  const size_t size = 4 * (size_t)p->count, modes = (size_t)p->count + 1;
  p->a = calloc(size * size + 1, sizeof *p->a);
  p->other_a = calloc(size * size + 1, sizeof *p->a);
  p->b = calloc(size + 1, sizeof *p->b);
  p->other_b = calloc(size + 1, sizeof *p->b);
  p->s = calloc(modes, sizeof *p->s);
  p->b0 = calloc(modes, sizeof *p->b0);
  p->b1 = calloc(modes, sizeof *p->b1);
  return p->a && p->other_a && p->b && p->other_b && p->s && p->b0 && p->b1 ? 0 : -1;
}

static void close_problem(problem *p) {
  free(p->a);
  free(p->other_a);
  free(p->b);
  free(p->other_b);
  free(p->s);
  free(p->b0);
  free(p->b1);
}

double rosin_modes_fit(const double *x, int n, rosin_exponential *e, int count, int rounds,
                       double *effort) {
  const size_t size = 4 * (size_t)count;
  double endless = HUGE_VAL, left = -1;
  problem p = {.x = x, .n = n, .count = count, .each = 2, .effort = effort ? effort : &endless};
  double *matrix = calloc(size * size + 1, sizeof *matrix), *step = calloc(size + 1, sizeof *step);
  rosin_exponential *trial = calloc((size_t)count + 1, sizeof *trial);
  if (open_problem(&p) == 0 && matrix && step && trial) {
    for (int t = 0; t < n; t++)
      p.energy += x[t] * x[t];
    left = p.energy;
    for (int k = 0; k < count; k++)
      e[k].c = 0;
    set_up(&p, e);
    double damping = 1e-12;
    while (count && damping < 1 && solve(&p, damping, matrix, step))
      damping *= 100;
    if (count && damping < 1) {
      move(&p, e, step, e);
      p.each = 4;
      /* rounding may leave less than nothing */
      left = fmax(improve(&p, e, trial, matrix, step, rounds), 0);
    }
    for (int k = 0; k < count; k++) {
      const double size2 = creal(e[k].c) * creal(e[k].c) + cimag(e[k].c) * cimag(e[k].c);
      e[k].energy = 0.5 * size2 * creal(series(2 * creal(e[k].s), n).s[0]);
    }
  }
  free(matrix);
  free(step);
  free(trial);
  close_problem(&p);
  return left;
}
