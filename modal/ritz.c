/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of orthonormal polynomials make the mass matrix the unit matrix; even and
 * odd functions of either direction do not meet, so four small problems stand for a
 * large one. Frequencies come from above: with 14 functions a side the first twenty
 * are right to 1e-4, the last third is dropped. */
#include "modal/ritz.h"
#include "maths/maths.h"
#include "memory.h"
#include "pi.h"

#include <math.h>

enum { NODES = 48 };

typedef struct {
  double x[NODES], weight[NODES];
} quadrature;

/* Gauss and Legendre: exact for polynomials to degree 2 NODES - 1. */
static void make_quadrature(quadrature *q) {
  for (int i = 0; i < NODES; i++) {
    double x = rosin_cos(pi * (i + 0.75) / (NODES + 0.5)), slope = 1;
    for (int k = 0; k < 20; k++) {
      double before = 1, now = x;
      for (int n = 2; n <= NODES; n++) {
        const double next = ((2 * n - 1) * x * now - (n - 1) * before) / n;
        before = now;
        now = next;
      }
      slope = NODES * (before - x * now) / (1 - x * x);
      x -= now / slope;
    }
    q->x[i] = x;
    q->weight[i] = 2 / ((1 - x * x) * slope * slope);
  }
}

static double first_of(int clamped, double x) {
  return clamped ? (1 - x * x) * (1 - x * x) : 1;
}

void rosin_ritz_side_make(rosin_ritz_side *s, int count, int clamped) {
  quadrature q;
  double before[NODES], now[NODES], norm = 0;
  make_quadrature(&q);
  for (int i = 0; i < NODES; i++)
    norm += q.weight[i] * first_of(clamped, q.x[i]) * first_of(clamped, q.x[i]);
  *s = (rosin_ritz_side){.count = count, .clamped = clamped, .first = 1 / sqrt(norm)};
  for (int i = 0; i < NODES; i++) {
    now[i] = s->first * first_of(clamped, q.x[i]);
    before[i] = 0;
  }
  for (int k = 1; k < count; k++) {
    norm = 0;
    for (int i = 0; i < NODES; i++) {
      const double next = q.x[i] * now[i] - s->link[k - 1] * before[i];
      before[i] = now[i];
      now[i] = next;
      norm += q.weight[i] * next * next;
    }
    s->link[k] = sqrt(norm);
    for (int i = 0; i < NODES; i++)
      now[i] /= s->link[k];
  }
}

void rosin_ritz_side_at(const rosin_ritz_side *s, double x, double *p, double *d1, double *d2) {
  const double zero[2] = {0, 0};
  p[0] = s->first * first_of(s->clamped, x);
  if (d1) {
    d1[0] = s->clamped ? -4 * s->first * x * (1 - x * x) : 0;
    d2[0] = s->clamped ? -4 * s->first * (1 - 3 * x * x) : 0;
  }
  for (int k = 1; k < s->count; k++) {
    const double c = s->link[k - 1], scale = 1 / s->link[k];
    p[k] = (x * p[k - 1] - c * (k > 1 ? p[k - 2] : zero[0])) * scale;
    if (!d1)
      continue;
    d1[k] = (p[k - 1] + x * d1[k - 1] - c * (k > 1 ? d1[k - 2] : 0)) * scale;
    d2[k] = (2 * d1[k - 1] + x * d2[k - 1] - c * (k > 1 ? d2[k - 2] : 0)) * scale;
  }
}

/* Integrals over a side: bend p''p'', meet p p'', slope p'p'. */
typedef struct {
  double bend[ROSIN_RITZ_MOST][ROSIN_RITZ_MOST], meet[ROSIN_RITZ_MOST][ROSIN_RITZ_MOST],
      slope[ROSIN_RITZ_MOST][ROSIN_RITZ_MOST];
} integrals;

static void integrate(const rosin_ritz_side *s, integrals *out) {
  quadrature q;
  double p[ROSIN_RITZ_MOST], d1[ROSIN_RITZ_MOST], d2[ROSIN_RITZ_MOST];
  make_quadrature(&q);
  *out = (integrals){0};
  for (int k = 0; k < NODES; k++) {
    rosin_ritz_side_at(s, q.x[k], p, d1, d2);
    for (int i = 0; i < s->count; i++)
      for (int j = 0; j < s->count; j++) {
        out->bend[i][j] += q.weight[k] * d2[i] * d2[j];
        out->meet[i][j] += q.weight[k] * p[i] * d2[j];
        out->slope[i][j] += q.weight[k] * d1[i] * d1[j];
      }
  }
}

/* One rotation that makes a[p][q] zero. */
static void rotate(int n, double *a, double *v, int p, int q) {
  const double apq = a[p * n + q];
  const double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  const double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
  const double c = 1 / sqrt(t * t + 1), s = t * c;
  for (int k = 0; k < n; k++) {
    const double x = a[k * n + p], y = a[k * n + q];
    a[k * n + p] = c * x - s * y;
    a[k * n + q] = s * x + c * y;
  }
  for (int k = 0; k < n; k++) {
    const double x = a[p * n + k], y = a[q * n + k];
    a[p * n + k] = c * x - s * y;
    a[q * n + k] = s * x + c * y;
  }
  for (int k = 0; k < n; k++) {
    const double x = v[p * n + k], y = v[q * n + k];
    v[p * n + k] = c * x - s * y;
    v[q * n + k] = s * x + c * y;
  }
}

/* Eigenvalues (into the diagonal of `a`, n by n) and eigenvectors (rows of `v`) of
 * a symmetric matrix, by Jacobi's rotations. */
static void eigen_symmetric(int n, double *a, double *v) {
  double scale = 0;
  for (int i = 0; i < n * n; i++) {
    v[i] = i % (n + 1) == 0;
    scale += a[i] * a[i];
  }
  for (int sweep = 0; sweep < 60; sweep++) {
    double off = 0;
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++)
        off += a[p * n + q] * a[p * n + q];
    if (off <= 1e-30 * scale)
      return;
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++)
        if (a[p * n + q] * a[p * n + q] > 1e-34 * scale)
          rotate(n, a, v, p, q);
  }
}

/* Where eigenvalues go, kept in rising order. */
typedef struct {
  int count, room, size;
  double *value, *coefficients;
} harvest;

static void gather(harvest *h, double value, const double *vector) {
  int at = h->count < h->room ? h->count++ : h->room - 1;
  if (at == h->room - 1 && h->count == h->room && h->value[at] < value && h->value[at] > 0)
    return;
  for (; at > 0 && h->value[at - 1] > value; at--) {
    h->value[at] = h->value[at - 1];
    for (int k = 0; k < h->size; k++)
      h->coefficients[at * h->size + k] = h->coefficients[(at - 1) * h->size + k];
  }
  h->value[at] = value;
  for (int k = 0; k < h->size; k++)
    h->coefficients[at * h->size + k] = vector[k];
}

/* The problem of one pair of parities; `work` holds two matrices and a vector. */
static void solve_class(const rosin_ritz_side *x, const rosin_ritz_side *y, double a, double b,
                        const rosin_ritz_stiffness *d, const integrals *ix, const integrals *iy,
                        int odd_x, int odd_y, double *work, harvest *h) {
  const int nx = (x->count + 1 - odd_x) / 2, ny = (y->count + 1 - odd_y) / 2, n = nx * ny;
  double *k = work, *v = work + (size_t)n * (size_t)n, *full = v + (size_t)n * (size_t)n;
  const double xx = 16 * d->x / rosin_pow(a, 4), yy = 16 * d->y / rosin_pow(b, 4),
               xy = 16 / (a * a * b * b);
  for (int p = 0; p < n; p++)
    for (int q = 0; q < n; q++) {
      const int i = 2 * (p / ny) + odd_x, j = 2 * (p % ny) + odd_y;
      const int m = 2 * (q / ny) + odd_x, l = 2 * (q % ny) + odd_y;
      k[p * n + q] =
          (j == l) * xx * ix->bend[i][m] + (i == m) * yy * iy->bend[j][l] +
          xy * d->coupling * (ix->meet[m][i] * iy->meet[j][l] + ix->meet[i][m] * iy->meet[l][j]) +
          xy * d->twist * ix->slope[i][m] * iy->slope[j][l];
    }
  eigen_symmetric(n, k, v);
  double most = 0;
  for (int p = 0; p < n; p++)
    most = fmax(most, k[p * n + p]);
  const int rigid = !x->clamped && !(odd_x && odd_y); /* one: up and down, or a tilt */
  for (int taken = 0; taken < rigid + (2 * n + 2) / 3 && taken < n; taken++) {
    int low = 0;
    for (int p = 1; p < n; p++)
      if (k[p * n + p] < k[low * n + low])
        low = p;
    for (int p = 0; p < h->size; p++)
      full[p] = 0;
    for (int p = 0; p < n; p++)
      full[(2 * (p / ny) + odd_x) * y->count + 2 * (p % ny) + odd_y] = v[low * n + p];
    if (taken >= rigid)
      gather(h, k[low * n + low], full);
    k[low * n + low] = 2 * most + 1; /* not again */
  }
}

int rosin_ritz_plate(const rosin_ritz_side *x, const rosin_ritz_side *y, double a, double b,
                     const rosin_ritz_stiffness *d, int room, double *value, double *coefficients) {
  const int size = x->count * y->count;
  const size_t half = (size_t)((x->count + 1) / 2) * (size_t)((y->count + 1) / 2);
  harvest h = {.room = room, .size = size, .value = value, .coefficients = coefficients};
  double *work = rosin_calloc(2 * half * half + (size_t)size, sizeof *work);
  integrals *both = rosin_calloc(2, sizeof *both);
  if (work && both) {
    integrate(x, &both[0]);
    integrate(y, &both[1]);
    for (int c = 0; c < 4; c++)
      solve_class(x, y, a, b, d, &both[0], &both[1], c / 2, c % 2, work, &h);
  }
  const int good = work && both;
  rosin_free(work);
  rosin_free(both);
  return good ? h.count : -1;
}
