/* SPDX-License-Identifier: BSD-3-Clause */
/* Round flat things: discs (thin plates, after Kirchhoff; characteristic equations as in
 * Leissa, Vibration of Plates) and the membrane. n counts nodal diameters. A contact
 * moves along a diameter. Shapes have mean square 1, so that a modal mass is the mass. */
#include "maths/maths.h"
#include "memory.h"
#include "modal/bessel.h"
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

/* Moment at a free rim of J and of I: the share of I in the shape is their ratio. */
static void moments(int n, double nu, double x, const rosin_bessel_pair *b, double *mj,
                    double *mi) {
  *mj = x * x * b->j + (1 - nu) * (x * b->dj - n * n * b->j);
  *mi = x * x * b->i - (1 - nu) * (x * b->di - n * n * b->i);
}

static double free_rim(int n, double nu, double x, const rosin_bessel_pair *b) {
  const double side = (1 - nu) * n * n;
  double mj, mi;
  moments(n, nu, x, b, &mj, &mi);
  const double vj = x * x * x * b->dj + side * (x * b->dj - b->j);
  const double vi = x * x * x * b->di - side * (x * b->di - b->i);
  return (mj * vi - vj * mi) / (x * x * x * x * x * b->i * b->i + 1e-300) * b->i;
}

static double clamped_rim(int n, double nu, double x, const rosin_bessel_pair *b) {
  (void)n, (void)nu, (void)x;
  return b->j * b->di - b->dj * b->i;
}

static double membrane_rim(int n, double nu, double x, const rosin_bessel_pair *b) {
  (void)n, (void)nu, (void)x;
  return b->j;
}

typedef double (*rim)(int n, double nu, double x, const rosin_bessel_pair *b);

/* What is looked for: where `f` of a family of modes is 0. */
typedef struct {
  const rosin_bessels *table;
  rim f;
  int n;
  double nu;
} equation;

static double value_at(const equation *e, double x) {
  const rosin_bessel_pair b = rosin_bessel_at(e->table, e->n, x);
  return e->f(e->n, e->nu, x, &b);
}

/* The root between two places of unlike sign, by the rule of Illinois: chords, where the end that
 * stays counts half. */
static double root(const equation *e, double low, double high) {
  double x = low, at_low = value_at(e, low), at_high = value_at(e, high);
  for (int i = 0, stayed = 0; i < 60; i++) {
    const double before = x, middle = (low * at_high - high * at_low) / (at_high - at_low);
    x = middle > low && middle < high ? middle : 0.5 * (low + high);
    const double at = value_at(e, x);
    if (fabs(x - before) <= 4e-16 * x || high - low <= 4e-16 * x)
      break;
    if ((at > 0) == (at_low > 0)) {
      low = x;
      at_low = at;
      at_high *= stayed > 0 ? 0.5 : 1;
      stayed = 1;
    } else {
      high = x;
      at_high = at;
      at_low *= stayed < 0 ? 0.5 : 1;
      stayed = -1;
    }
  }
  return x;
}

/* Factor that makes the mean square over the disc 1: Lommel's integrals of r J^2, r I^2 and r J I
 * (Abramowitz and Stegun, 11.3.31 and after). */
static double normal(const rosin_form_mode *m, const rosin_bessel_pair *b) {
  const double x = m->a, share = m->n * m->n / (x * x);
  const double jj = b->dj * b->dj + (1 - share) * b->j * b->j;
  const double ii = (1 + share) * b->i * b->i - b->di * b->di;
  const double ji = 2 / x * (b->j * b->di - b->i * b->dj);
  const double sum = m->b == 0 ? jj : jj + m->b * (ji + m->b * ii);
  return 1 / sqrt(m->n ? sum / 2 : sum);
}

/* One mode, or the pair if the disc is not quite round. */
static void add(rosin_form_job *job, rosin_form_mode m) {
  const double split = m.n ? job->value[SPLIT] : 0;
  if (m.frequency * (1 - split / 2) > job->highest)
    return;
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

/* A mode at the root x. */
static rosin_form_mode mode_at(const rosin_form_job *job, const equation *e, double x,
                               double frequency) {
  const rosin_bessel_pair b = rosin_bessel_at(e->table, e->n, x);
  rosin_form_mode m = {.n = e->n, .a = x, .frequency = frequency};
  double mj, mi;
  moments(e->n, e->nu, x, &b, &mj, &mi);
  if (e->f != membrane_rim)
    m.b = e->f == clamped_rim ? -b.j / b.i : mj / mi;
  if (!job->bare)
    m.c = normal(&m, &b);
  return m;
}

/* All roots x up to where enough modes lie below; f = factor x^power. */
static void scan(rosin_form_job *job, rim f, double factor, int power) {
  enum { PER = ROSIN_BESSEL_ROWS };
  const double step = 1.0 / PER, enough = sqrt(12.0 * job->wanted) + 8;
  const double top =
      fmin(enough, power == 2 ? sqrt(job->highest / factor) + step : job->highest / factor + step);
  rosin_bessels *table = rosin_bessels_new((int)fmax(top, 0) + 1, top + step);
  equation e = {table, f, 0, job->material->poisson};
  job->failed |= !table;
  for (; table && e.n < top; e.n++) {
    int k = e.n < 2 ? PER : e.n * PER / 2;
    double before = value_at(&e, k * step);
    for (; k * step < top; k++) {
      const double now = value_at(&e, (k + 1) * step);
      if ((now > 0) != (before > 0)) {
        const double x = root(&e, k * step, (k + 1) * step);
        add(job, mode_at(job, &e, x, factor * (power == 2 ? x * x : x)));
      }
      before = now;
    }
  }
  if (job->bare)
    rosin_free(table);
  else
    job->scratch = (double *)(void *)table;
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
  const rosin_bessels *table = (const rosin_bessels *)(const void *)job->scratch;
  const double at = rosin_bessel_sum(table, m->n, m->a * fmin(fabs(x), 1), m->b, m->a);
  return m->c * at * (m->s ? rosin_sin(turn) : rosin_cos(turn));
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
