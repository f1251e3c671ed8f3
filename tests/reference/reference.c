/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/reference/reference.h"

#include <math.h>
#include <string.h>

enum { STATES = 2 * REF_MODES + REF_CONTACTS };

double ref_at(const ref_control *c, double t) {
  if (c->corners == 0)
    return 0;
  if (t <= c->time[0])
    return c->value[0];
  for (int i = 1; i < c->corners; i++)
    if (t <= c->time[i])
      return c->value[i - 1] +
             (t - c->time[i - 1]) / (c->time[i] - c->time[i - 1]) * (c->value[i] - c->value[i - 1]);
  return c->value[c->corners - 1];
}

/* Slope of a control after t. */
static double slope_at(const ref_control *c, double t) {
  for (int i = 1; i < c->corners; i++)
    if (t >= c->time[i - 1] && t < c->time[i])
      return (c->value[i] - c->value[i - 1]) / (c->time[i] - c->time[i - 1]);
  return 0;
}

/* What sigma0 and sigma1 are multiplied by. */
static double stiffer(const ref_contact *c, double n) {
  return c->stiffening > 0 ? exp(c->stiffening * log(n / c->stiffening_load)) : 1;
}

double ref_rate(const ref_contact *c, double n, double v, double z) {
  const double fc = c->mu_kinetic * n, fs = c->law == REF_DAHL ? fc : c->mu_static * n;
  if (fc <= 0)
    return 0;
  const double g = fc + (fs - fc) * exp(-pow(v / c->stribeck_velocity, 2));
  const double sigma0 = c->sigma0 * stiffer(c, n), z_ss = g / sigma0;
  if (c->law != REF_ELASTOPLASTIC)
    return v - fabs(v) * z / z_ss;
  const double z_ba = c->breakaway * fc / sigma0, size = fabs(z);
  double alpha = 0;
  if (v * z > 0 && size > z_ba)
    alpha = size >= z_ss ? 1 : 0.5 + 0.5 * sin(M_PI * (size - (z_ss + z_ba) / 2) / (z_ss - z_ba));
  return v * (1 - alpha * size / z_ss);
}

double ref_force(const ref_contact *c, double n, double v, double z) {
  if (n <= 0)
    return 0;
  if (c->law == REF_INDUCTION) {
    const double vm = c->v0 + 0.5 * c->zeta * fabs(v);
    return 2 * c->mu * n * vm * v / (v * v + vm * vm);
  }
  const double s1 = c->law == REF_DAHL ? 0 : c->sigma1, s2 = c->law == REF_DAHL ? 0 : c->sigma2;
  return stiffer(c, n) * (c->sigma0 * z + s1 * ref_rate(c, n, v, z)) + s2 * v;
}

/* What of a deflection the load can hold. Within a step too: clipping only at its
 * end would leave an error of first order in the step. */
static double held(const ref_contact *c, double n, double z) {
  if (c->law == REF_INDUCTION || (c->relaxes && n > 0))
    return z;
  if (n <= 0)
    return 0;
  const double mu = c->law == REF_DAHL ? c->mu_kinetic : fmax(c->mu_static, c->mu_kinetic);
  const double top = mu * n / (c->sigma0 * stiffer(c, n));
  return fmin(fmax(z, -top), top);
}

/* s = (x, v of each mode, z of each contact) */
static void derivative(const ref_system *s, double t, const double *y, double *dy) {
  double f[REF_CONTACTS];
  const double *x = y, *w = y + s->modes, *z = y + 2 * s->modes;
  for (int i = 0; i < s->contacts; i++) {
    const ref_contact *c = &s->contact[i];
    const double n = ref_at(&c->force, t);
    double v = ref_at(&c->velocity, t);
    for (int l = 0; l < s->modes; l++)
      v += s->mode[l].shape[i] * w[l];
    const double bent = held(c, n, z[i]);
    f[i] = ref_force(c, n, v, bent);
    const double rises = n > 0 ? fmax(slope_at(&c->force, t), 0) / n : 0;
    dy[2 * s->modes + i] = c->law == REF_INDUCTION || n <= 0
                               ? 0
                               : ref_rate(c, n, v, bent) - c->stiffening * rises * bent;
  }
  const double push = ref_at(&s->push, t);
  for (int l = 0; l < s->modes; l++) {
    const ref_mode *m = &s->mode[l];
    const double omega = 2 * M_PI * m->frequency;
    double force = m->push * push;
    for (int i = 0; i < s->contacts; i++)
      force -= m->shape[i] * f[i];
    dy[l] = w[l];
    dy[s->modes + l] =
        force / m->mass - omega * omega * x[l] - (m->q > 0 ? omega / m->q : 0) * w[l];
  }
}

/* One Dormand-Prince step; returns the error estimate over the tolerance. */
static double attempt(const ref_system *s, double t, double h, const double *y, double tolerance,
                      const double *scale, double *end) {
  static const double c[7] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
  static const double a[7][6] = {
      {0},
      {1. / 5},
      {3. / 40, 9. / 40},
      {44. / 45, -56. / 15, 32. / 9},
      {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
      {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
      {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
  static const double e[7] = {71. / 57600,      0,         -71. / 16695, 71. / 1920,
                              -17253. / 339200, 22. / 525, -1. / 40};
  const int n = 2 * s->modes + s->contacts;
  double k[7][STATES], at[STATES], worst = 0;
  for (int i = 0; i < 7; i++) {
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int l = 0; l < i; l++)
        sum += a[i][l] * k[l][j];
      at[j] = y[j] + h * sum;
    }
    derivative(s, t + c[i] * h, at, k[i]);
  }
  memcpy(end, at, sizeof(double) * (unsigned)n);
  for (int j = 0; j < n; j++) {
    double sum = 0;
    for (int i = 0; i < 7; i++)
      sum += e[i] * k[i][j];
    worst = fmax(worst, fabs(h * sum) / (tolerance * (scale[j] + 1e-30)));
  }
  return worst;
}

/* Bristles follow their limits. */
static void limit(const ref_system *s, double t, double *y) {
  for (int i = 0; i < s->contacts; i++)
    y[2 * s->modes + i] =
        held(&s->contact[i], ref_at(&s->contact[i].force, t), y[2 * s->modes + i]);
}

long ref_run(const ref_system *s, const double *weights, double step, long count, double tolerance,
             double *out) {
  const int n = 2 * s->modes + s->contacts;
  double y[STATES] = {0}, end[STATES], scale[STATES] = {0};
  double h = step / 64;
  long steps = 0;
  for (int j = 0; j < n; j++) /* first guess of each state's size: micrometres, mm/s */
    scale[j] = j < s->modes ? 1e-7 : j < 2 * s->modes ? 1e-4 : 1e-7;
  for (long i = 0; i < count; i++) {
    double t = (double)i * step;
    const double stop = (double)(i + 1) * step;
    while (t < stop) {
      const int last = t + h >= stop * (1 - 1e-15);
      const double now = last ? stop - t : h;
      const double error = attempt(s, t, now, y, tolerance, scale, end);
      steps++;
      if (error <= 1) {
        t = last ? stop : t + now;
        memcpy(y, end, sizeof(double) * (unsigned)n);
        limit(s, t, y);
        for (int j = 0; j < n; j++)
          scale[j] = fmax(scale[j], fabs(y[j]));
      }
      const double factor = 0.9 * pow(fmax(error, 1e-6), -0.2);
      if (!last || error > 1)
        h = now * fmin(fmax(factor, 0.2), 4);
    }
    out[i] = 0;
    for (int l = 0; l < s->modes; l++)
      out[i] += weights[l] * y[l];
  }
  return steps;
}
