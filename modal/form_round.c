/* SPDX-License-Identifier: BSD-3-Clause */
/* Round flat things: discs (thin plates, after Kirchhoff; characteristic equations as in
 * Leissa, Vibration of Plates) and the membrane. n counts nodal diameters. A contact
 * moves along a diameter. Shapes have mean square 1, so that a modal mass is the mass. */
#include "maths/maths.h"
#include "modal/form.h"
#include "pi.h"

#include <math.h>

#define ROW(i) ((i) * sizeof(double))

enum { RADIUS, THICKNESS, SPLIT, DAMPING, TENSION };

static const rosin_parameter disc_rows[] = {
    {"radius", "m", 0.001, 50, 0.2, "of the disc", ROW(RADIUS)},
    {"thickness", "m", 1e-5, 1, 0.001, "of the disc", ROW(THICKNESS)},
    {"split", "", 0, 0.5, 0, "share by which pairs of modes differ; 0: one of each pair",
     ROW(SPLIT)},
    {"damping", "", 0, 10, 0.001, "loss factor of air and what holds it", ROW(DAMPING)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static const rosin_parameter membrane_rows[] = {
    {"radius", "m", 0.001, 50, 0.1, "of the skin", ROW(RADIUS)},
    {"thickness", "m", 1e-6, 0.1, 2.5e-4, "of the skin", ROW(THICKNESS)},
    {"split", "", 0, 0.5, 0, "share by which pairs of modes differ; 0: one of each pair",
     ROW(SPLIT)},
    {"damping", "", 0, 10, 0.01, "loss factor of air and shell", ROW(DAMPING)},
    {"tension", "N/m", 0.1, 1e6, 2000, "pull on each metre of the rim", ROW(TENSION)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* e^-x I_n(x) and e^-x I_(n+1)(x), x >= 0: recurrence downwards (Miller), which is stable, and
 * e^x = I_0 + 2 (I_1 + I_2 + ...). */
static void bessel_i(int n, double x, double *now, double *next) {
  const int start = 30 + (int)fmax(n, 10 * sqrt(x));
  double above = 0, at = 1e-300, sum = 0;
  *now = n == 0;
  *next = 0;
  if (x < 1e-12)
    return;
  *now = 0;
  for (int k = start; k >= 0; k--) { /* at: I_k, but for a factor */
    if (k == n) {
      *now = at;
      *next = above;
    }
    sum += k ? 2 * at : at;
    const double below = above + 2 * k / x * at;
    above = at;
    at = below;
    if (at > 1e200) {
      at *= 1e-200;
      above *= 1e-200;
      sum *= 1e-200;
      *now *= 1e-200;
      *next *= 1e-200;
    }
  }
  *now /= sum;
  *next /= sum;
}

/* Values and slopes (with respect to the argument) of J_n and e^-x I_n. */
typedef struct {
  double j, dj, i, di;
} bessels;

static bessels bessel(int n, double x) {
  double now, next;
  bessel_i(n, x, &now, &next);
  const double j = rosin_bessel(n, x);
  return (bessels){j, n / x * j - rosin_bessel(n + 1, x), now, next + n / x * now};
}

/* Moment at a free rim of J and of I: the share of I in the shape is their ratio. */
static void moments(int n, double nu, double x, const bessels *b, double *mj, double *mi) {
  *mj = x * x * b->j + (1 - nu) * (x * b->dj - n * n * b->j);
  *mi = x * x * b->i - (1 - nu) * (x * b->di - n * n * b->i);
}

static double free_rim(int n, double nu, double x) {
  const bessels b = bessel(n, x);
  const double side = (1 - nu) * n * n;
  double mj, mi;
  moments(n, nu, x, &b, &mj, &mi);
  const double vj = x * x * x * b.dj + side * (x * b.dj - b.j);
  const double vi = x * x * x * b.di - side * (x * b.di - b.i);
  return (mj * vi - vj * mi) / (x * x * x * x * x * b.i * b.i + 1e-300) * b.i;
}

static double clamped_rim(int n, double nu, double x) {
  (void)nu;
  const bessels b = bessel(n, x);
  return b.j * b.di - b.dj * b.i;
}

static double membrane_rim(int n, double nu, double x) {
  (void)nu;
  return rosin_bessel(n, x);
}

typedef double (*rim)(int n, double nu, double x);

static double bisect(rim f, int n, double nu, double low, double high) {
  const double sign = f(n, nu, low);
  for (int i = 0; i < 60; i++) {
    const double middle = 0.5 * (low + high);
    if ((f(n, nu, middle) > 0) == (sign > 0))
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

/* Weight at radius r before normalisation; I is scaled by e^-x. */
static double radial(const rosin_form_mode *m, double r) {
  if (m->b == 0)
    return rosin_bessel(m->n, m->a * r);
  double now, next;
  bessel_i(m->n, m->a * r, &now, &next);
  return rosin_bessel(m->n, m->a * r) + m->b * now * rosin_exp(m->a * (r - 1));
}

/* Factor that makes the mean square over the disc 1. */
static double normal(const rosin_form_mode *m) {
  enum { STEPS = 400 };
  double sum = 0;
  for (int i = 0; i < STEPS; i++) {
    const double r = (i + 0.5) / STEPS, w = radial(m, r);
    sum += 2 * w * w * r / STEPS;
  }
  return 1 / sqrt(m->n ? sum / 2 : sum);
}

/* One mode, or the pair if the disc is not quite round. */
static void add(rosin_form_job *job, rosin_form_mode m) {
  const double split = m.n ? job->value[SPLIT] : 0;
  if (m.frequency * (1 - split / 2) > job->highest)
    return;
  if (!job->bare)
    m.c = normal(&m);
  m.mass =
      job->material->density * pi * job->value[RADIUS] * job->value[RADIUS] * job->value[THICKNESS];
  m.loss = -1;
  const double f = m.frequency;
  m.frequency = f * (1 - split / 2);
  rosin_form_add(job, m);
  if (split > 0) {
    m.s = 1;
    m.frequency = f * (1 + split / 2);
    rosin_form_add(job, m);
  }
}

/* All roots x up to where enough modes lie below; f = factor x^power. */
static void scan(rosin_form_job *job, rim f, double factor, int power) {
  const double nu = job->material->poisson, step = 0.1;
  const double enough = sqrt(12.0 * job->wanted) + 8;
  const double top =
      fmin(enough, power == 2 ? sqrt(job->highest / factor) + step : job->highest / factor + step);
  for (int n = 0; n < top; n++) {
    double x = fmax(1, 0.5 * n), before = f(n, nu, x);
    while (x < top) {
      const double now = f(n, nu, x + step);
      if ((now > 0) != (before > 0)) {
        rosin_form_mode m = {.n = n, .a = bisect(f, n, nu, x, x + step)};
        m.frequency = factor * (power == 2 ? m.a * m.a : m.a);
        if (power == 2) {
          const bessels b = bessel(n, m.a);
          double mj, mi;
          moments(n, nu, m.a, &b, &mj, &mi);
          m.b = f == clamped_rim ? -b.j / b.i : mj / mi;
        }
        add(job, m);
      }
      before = now;
      x += step;
    }
  }
}

static double disc_factor(const rosin_form_job *job) {
  const rosin_material *m = job->material;
  const double h = job->value[THICKNESS], r = job->value[RADIUS];
  return h / (2 * pi * r * r) * sqrt(m->young / (12 * m->density * (1 - m->poisson * m->poisson)));
}

static void list_free(rosin_form_job *job) {
  scan(job, free_rim, disc_factor(job), 2);
}

static void list_clamped(rosin_form_job *job) {
  scan(job, clamped_rim, disc_factor(job), 2);
}

static double membrane_factor(const rosin_form_job *job) {
  const double c = sqrt(job->value[TENSION] / (job->material->density * job->value[THICKNESS]));
  return c / (2 * pi * job->value[RADIUS]);
}

static void list_membrane(rosin_form_job *job) {
  job->tension = job->value[TENSION];
  scan(job, membrane_rim, membrane_factor(job), 1);
}

static void membrane_again(const rosin_form_job *job, rosin_form_mode *m) {
  const double split = m->n ? job->value[SPLIT] : 0, f = membrane_factor(job) * m->a;
  m->frequency = m->s ? f * (1 + split / 2) : f * (1 - split / 2);
}

/* x: radius, -1...1 across; y: turns. Pairs stand an eighth of their wave off the line,
 * so that a contact on it moves both. */
static double at_round(const rosin_form_job *job, const rosin_form_mode *m, double x, double y) {
  const double off = m->n && job->value[SPLIT] > 0 ? pi / 8 : 0;
  const double turn = m->n * 2 * pi * (x < 0 ? y + 0.5 : y) - off;
  return m->c * radial(m, fmin(fabs(x), 1)) * (m->s ? rosin_sin(turn) : rosin_cos(turn));
}

#define ON_DISC(kind, damp) .low = -1, .high = 1, .damping = (damp), .at = at_round, .list = (kind)

const rosin_form_entry rosin_form_rounds[] = {
    {.face = {"disc-free",
              "round plate, free (cymbal, disc): n 2: 5.25, n 0: 9.08, n 3: 12.2 times "
              "sqrt(D/(rho h))/(2 pi R^2)",
              "share of the radius, on a diameter, -1 to 1", "share of the radius, and turns",
              "bronze", disc_rows},
     ON_DISC(list_free, DAMPING),
     .point = {{.name = "edge", .position = 1},
               {.name = "mic", .coordinates = 1, .x = 0.8, .y = 0.07}}},
    {.face = {"disc-clamped", "round plate, clamped at its rim: 10.22 : 21.26 : 34.88",
              "share of the radius, on a diameter, -1 to 1", "share of the radius, and turns",
              "steel", disc_rows},
     ON_DISC(list_clamped, DAMPING),
     .point = {{.name = "touch", .position = 0.4},
               {.name = "mic", .coordinates = 1, .x = 0.5, .y = 0.07}}},
    {.face = {"membrane", "round membrane, in vacuum: 1 : 1.593 : 2.136 : 2.295",
              "share of the radius, on a diameter, -1 to 1", "share of the radius, and turns",
              "polyester", membrane_rows},
     ON_DISC(list_membrane, DAMPING),
     .again = membrane_again,
     .point = {{.name = "centre", .position = 0},
               {.name = "touch", .position = 0.4},
               {.name = "mic", .coordinates = 1, .x = 0.5, .y = 0.07}}},
    {.face = {NULL, NULL, NULL, NULL, NULL, NULL}},
};
