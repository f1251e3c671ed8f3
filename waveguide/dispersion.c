/* SPDX-License-Identifier: BSD-3-Clause */
/* Stiffness dispersion f_n = n f_0 sqrt(1 + b n^2) by a few allpasses of second order. Their
 * poles have one radius, and angles that are spread from 0 to an `angle`, a little closer together
 * near 0. A pole adds a hump to the group delay at its angle: the sum is a hill that falls as the
 * string's does, where equal allpasses of first order, all with their hump at 0, flatten out too
 * soon. Radius and angle are fitted to the shifts of partials 2 to 20 in the least-squares sense.
 */
#include "maths/maths.h"
#include "pi.h"
#include "waveguide/loop.h"

#include <math.h>

enum { PARTIALS = 20, LEAST = 4, NODES = 5, ROUNDS = 25, OCTAVES = 2, FITTED = 3 };

static const double spread[] = {1.12, 1.2};      /* angles go as a power of their order */
static const double enough = 0.085, much = 0.05; /* error of a shift */

/* ---- sections --------------------------------------------------------------------------- */

void rosin_sections_set(rosin_sections *s, const rosin_poles *poles) {
  s->d2 = poles->radius * poles->radius;
  for (int i = 0; i < s->count; i++)
    s->d1[i] = -2 * poles->radius * rosin_cos(poles->angle * s->order[i]);
}

static void make_sections(rosin_sections *s, int count, double power) {
  s->count = count;
  for (int i = 0; i < count; i++)
    s->order[i] = rosin_pow((i + 0.5) / count, power);
}

/* A section turns by 2 w + 2 arg D, D = 1 + d1 / z + d2 / z^2 at z = e^(j w). */
double rosin_sections_lag(const rosin_sections *s, double angle, double *group) {
  const double c = rosin_cos(angle), n = rosin_sin(angle), c2 = 2 * c * c - 1, n2 = 2 * c * n;
  double lag = 0, slope = 0;
  for (int i = 0; i < s->count; i++) {
    const double re = 1 + s->d1[i] * c + s->d2 * c2, im = -s->d1[i] * n - s->d2 * n2;
    const double up = s->d1[i] * c + 2 * s->d2 * c2, down = -s->d1[i] * n - 2 * s->d2 * n2;
    lag += angle + rosin_atan2(im, re);
    slope += 1 - (up * re + down * im) / (re * re + im * im);
  }
  if (group)
    *group = 2 * slope;
  return 2 * lag;
}

/* The arguments of all D sum to less than pi: that of their product. */
double rosin_sections_first(const rosin_sections *s, double angle) {
  const double c = rosin_cos(angle), n = rosin_sin(angle), c2 = 2 * c * c - 1, n2 = 2 * c * n;
  double re = 1, im = 0;
  for (int i = 0; i < s->count; i++) {
    const double a = 1 + s->d1[i] * c + s->d2 * c2, b = -s->d1[i] * n - s->d2 * n2;
    const double x = re * a - im * b;
    im = re * b + im * a;
    re = x;
  }
  return 2 * (s->count * angle + rosin_atan2(im, re)) / angle;
}

double rosin_sections_delay(const rosin_sections *s) {
  double group = 0;
  rosin_sections_lag(s, 0, &group);
  return group;
}

/* ---- errors ----------------------------------------------------------------------------- */

/* A loop, its stiffness, its sections and what they follow from: the logarithms of radius over
 * 1 - radius, and of the angle. */
typedef struct {
  double period, b;
  double last; /* partial that counts */
  double x[2];
  rosin_poles poles;
  rosin_sections sections;
  double steered[ROSIN_SECTIONS]; /* by how much each d1 grows with the angle */
  double line;                    /* samples, beside the sections */
} trial;

static void set_trial(trial *t, const double *x) {
  t->x[0] = x[0];
  t->x[1] = x[1];
  t->poles = (rosin_poles){1 / (1 + rosin_exp(-x[0])), rosin_exp(x[1])};
  rosin_sections_set(&t->sections, &t->poles);
  for (int i = 0; i < t->sections.count; i++) {
    const double order = t->sections.order[i];
    t->steered[i] = 2 * t->poles.radius * rosin_sin(t->poles.angle * order) * order;
  }
  t->line = t->period - rosin_sections_first(&t->sections, 2 * pi / t->period);
}

/* By how much the lag at `angle` grows with each x: d arg D = Im (dD / D). */
static void slopes_at(const trial *t, double angle, double *slope) {
  const rosin_sections *s = &t->sections;
  const double c = rosin_cos(angle), n = rosin_sin(angle), c2 = 2 * c * c - 1, n2 = 2 * c * n;
  const double radius = t->poles.radius;
  double by_radius = 0, by_angle = 0;
  for (int i = 0; i < s->count; i++) {
    const double d1 = s->d1[i], a1 = t->steered[i];
    const double re = 1 + d1 * c + s->d2 * c2, im = -d1 * n - s->d2 * n2;
    const double size = re * re + im * im;
    const double r1 = d1 / radius, r2 = 2 * radius;
    by_radius += ((-r1 * n - r2 * n2) * re - (r1 * c + r2 * c2) * im) / size;
    by_angle += (-a1 * n * re - a1 * c * im) / size;
  }
  slope[0] = 2 * by_radius * radius * (1 - radius);
  slope[1] = 2 * by_angle * t->poles.angle;
}

/* Error of the shift of partial `n` (any number above 1) against what stiffness asks for, of it:
 * one step of Newton from where the partial should be. */
typedef struct {
  double angle, scale, error;
} judged;

static judged judge(const trial *t, double n) {
  const double shift = sqrt((1 + t->b * n * n) / (1 + t->b)) - 1;
  const double w = n * (2 * pi / t->period) * (1 + shift);
  double group = 0;
  const double lag = rosin_sections_lag(&t->sections, w, &group);
  const double scale = 1 / (w * (t->line + group) * shift);
  return (judged){w, scale, (2 * pi * n - w * t->line - lag) * scale};
}

static double excess_of(double worst) {
  return fmin(fmax(worst - enough, 0), much);
}

/* What the worst errors up to partial 10, and of all, are above what is enough. */
static double excess(const trial *t) {
  double worst = 0, half = 0;
  for (int n = 2; n <= t->last; n++) {
    worst = fmax(worst, fabs(judge(t, n).error));
    if (n <= PARTIALS / 2)
      half = worst;
  }
  return excess_of(half) + excess_of(worst);
}

/* Chebyshev's nodes from 2 to the last partial: squares at few places stand for the worst of all.
 */
static double node(const trial *t, int i) {
  return 0.5 * (2 + t->last) - 0.5 * (t->last - 2) * rosin_cos(pi * (i + 0.5) / NODES);
}

/* Normal equations of the errors at the nodes, and the sum of their squares. */
typedef struct {
  double a00, a01, a11, b0, b1, squares;
} equations;

static equations equations_of(const trial *t) {
  const double first = 2 * pi / t->period;
  equations q = {0};
  double at_first[2], here[2];
  slopes_at(t, first, at_first);
  for (int i = 0; i < NODES; i++) {
    const judged e = judge(t, node(t, i));
    slopes_at(t, e.angle, here);
    const double u = e.scale * (at_first[0] * e.angle / first - here[0]);
    const double v = e.scale * (at_first[1] * e.angle / first - here[1]);
    q.a00 += u * u;
    q.a01 += u * v;
    q.a11 += v * v;
    q.b0 += u * e.error;
    q.b1 += v * e.error;
    q.squares += e.error * e.error;
  }
  return q;
}

/* ---- least squares -------------------------------------------------------------------------- */

/* By the method of Levenberg and Marquardt. */
static void solve(trial *t) {
  equations q = equations_of(t);
  double damping = 1e-3;
  for (int round = 0; round < ROUNDS && damping < 100; round++) {
    const trial before = *t;
    const double a00 = q.a00 * (1 + damping), a11 = q.a11 * (1 + damping);
    const double det = a00 * a11 - q.a01 * q.a01;
    const double x[2] = {t->x[0] - (a11 * q.b0 - q.a01 * q.b1) / det,
                         t->x[1] - (a00 * q.b1 - q.a01 * q.b0) / det};
    set_trial(t, (double[]){fmin(fmax(x[0], -4), 6), fmin(fmax(x[1], -9), 1)});
    const equations next = equations_of(t);
    if (next.squares < q.squares) {
      const int done = next.squares > 0.999 * q.squares;
      q = next;
      damping *= 0.2;
      if (done)
        return;
    } else {
      *t = before;
      damping *= 6;
    }
  }
}

/* Where to begin: the best of a few angles, with poles about as wide as they are apart. */
static void begin(trial *t) {
  double least = HUGE_VAL, best[2] = {0, 0};
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 2; k++) {
      const double angle = (0.4 + 0.2 * i) * 2 * pi * t->last / t->period;
      const double radius = fmin(fmax(1 - (k ? 1.2 : 0.7) * angle, 0.1), 0.98);
      const double x[2] = {rosin_log(radius / (1 - radius)), rosin_log(angle)};
      set_trial(t, x);
      const double squares = equations_of(t).squares;
      if (squares < least) {
        least = squares;
        best[0] = x[0];
        best[1] = x[1];
      }
    }
  set_trial(t, best);
}

/* ---- a string ----------------------------------------------------------------------------- */

/* What taps, means over a quarter of the loop and contacts up to a tenth of the length leave;
 * an open string may do with a little less of these. */
static double room_of(double period, int open) {
  const double most = open ? 0.85 * period - 22 : 0.55 * period - 1.5 * rosin_loop_taps(period) - 6;
  return fmax(fmin(0.45 * period, most), 0);
}

/* A smaller radius, until the sections delay no more. */
static void make_room(trial *t, double room) {
  double low = -20, high = t->x[0];
  if (rosin_sections_delay(&t->sections) <= room)
    return;
  for (int i = 0; i < 30; i++) {
    const double x[2] = {0.5 * (low + high), t->x[1]};
    set_trial(t, x);
    *(rosin_sections_delay(&t->sections) > room ? &high : &low) = x[0];
  }
  set_trial(t, (double[]){low, t->x[1]});
}

/* Solve for all partials that count, or for as many as there is room for. */
static void solve_within(trial *t, double room) {
  const double all = t->last;
  for (int i = 0; i < 6; i++) {
    solve(t);
    if (rosin_sections_delay(&t->sections) <= room)
      break;
    t->last = fmax(LEAST, 0.75 * t->last);
  }
  t->last = all;
  make_room(t, room);
}

/* Poles at every `each`-th of the pitches four an octave up from `period`, where b grows as the
 * string gets shorter. Returns the sum of their excess. */
static double fit(double period, double b, const rosin_sections *sections, int pitches, int each,
                  rosin_poles *poles) {
  trial t;
  double sum = 0;
  t.sections = *sections;
  for (int i = 0; i < pitches; i += each) {
    t.period = period * rosin_exp2(-0.25 * i);
    t.b = b * rosin_exp2(0.5 * i);
    t.last = fmin(PARTIALS, floor(0.4 * t.period));
    if (i > 0)
      set_trial(&t, (double[]){t.x[0], t.x[1]});
    else
      begin(&t);
    if (t.last > LEAST && i <= 4 * FITTED)
      solve_within(&t, room_of(t.period, i == 0));
    else
      make_room(&t, room_of(t.period, i == 0));
    poles[i] = t.poles;
    if (t.last > LEAST)
      sum += excess(&t);
  }
  return sum;
}

/* Try `count` sections: if they leave less excess than `least` by a margin, they are the best. */
static void attempt(double period, double b, int count, double power, double *least,
                    rosin_sections *best) {
  rosin_poles poles[ROSIN_POLE_STEPS];
  rosin_sections sections;
  make_sections(&sections, count, power);
  const double sum = fit(period, b, &sections, 4 * OCTAVES + 1, 2, poles);
  if (sum < *least - 0.005) {
    *least = sum;
    *best = sections;
  }
}

/* None if partial 20 is less than half a cent off; else as few as are enough over two octaves, or
 * the best there are. */
int rosin_dispersion_fit(double period, double b, rosin_sections *sections, rosin_poles *poles) {
  double least = HUGE_VAL;
  sections->count = 0;
  if (1200 * rosin_log2(sqrt((1 + 400 * b) / (1 + b))) < 0.5 || room_of(period, 1) < 2)
    return 0;
  for (int count = 1; count <= ROSIN_SECTIONS; count++) {
    /* A section delays by two samples or more, and loops of 28 samples, with six taps a side, have
     * little room: where they lie within three octaves, a third must be worth more. */
    const double good = count > 2 && period < 8 * 30 ? 0.25 : 0.01;
    for (int k = 0; k < 2 && least >= good; k++)
      attempt(period, b, count, spread[k], &least, sections);
  }
  fit(period, b, sections, ROSIN_POLE_STEPS, 1, poles);
  return sections->count;
}
