/* SPDX-License-Identifier: BSD-3-Clause */
/* Stiffness dispersion f_n = n f_0 sqrt(1 + b n^2) by allpasses of second order in z^-2, whose
 * poles lie where least squares have them. What is delayed falls with frequency as the string's
 * delay does; it turns the partials that count by so many whole turns (the area under the delay), a
 * section by one, and with one or two to spare all are within a cent: however many partials there
 * are, at any rate. Poles are found at the pitch that needs most of them, and from there a pitch at
 * a time: each halfway to the one before is right as well, and poles that matter little stay, so
 * that what lies between fitted pitches is as good as these. */
#include "maths/maths.h"
#include "pi.h"
#include "waveguide/loop.h"
#include "waveguide/poles.h"

#include <math.h>

enum { PARTIALS = 40, HIGHEST = 8000, STRIDE = ROSIN_STRIDE };

static const double enough = 0.6;     /* cents, graver ones counted, of the hardest pitch */
static const double most_wrong = 0.8; /* cents, wherever there is room */

/* ---- sections --------------------------------------------------------------------------- */

void rosin_sections_set(rosin_sections *s, const double *width, const double *angle) {
  for (int i = 0; i < s->count; i++) {
    const double radius = 1 - width[i];
    s->d1[i] = -2 * radius * rosin_cos(angle[i]);
    s->d2[i] = radius * radius;
  }
}

/* A section turns by 2 W + 2 arg D, D = 1 + d1 / Z + d2 / Z^2 at Z = e^(j W), W = STRIDE w. */
double rosin_sections_lag(const rosin_sections *s, double angle, double *group) {
  const double turned = STRIDE * angle;
  const double c = rosin_cos(turned), n = rosin_sin(turned), c2 = 2 * c * c - 1, n2 = 2 * c * n;
  double lag = 0, slope = 0;
  for (int i = 0; i < s->count; i++) {
    const double re = 1 + s->d1[i] * c + s->d2[i] * c2, im = -s->d1[i] * n - s->d2[i] * n2;
    const double up = s->d1[i] * c + 2 * s->d2[i] * c2, down = -s->d1[i] * n - 2 * s->d2[i] * n2;
    lag += turned + rosin_atan2(im, re);
    slope += 1 - (up * re + down * im) / (re * re + im * im);
  }
  if (group)
    *group = 2 * STRIDE * slope;
  return 2 * lag;
}

/* The lag is less than a turn: twice the argument of the product of all D tells it. */
double rosin_sections_first(const rosin_sections *s, double angle) {
  const double turned = STRIDE * angle;
  const double c = rosin_cos(turned), n = rosin_sin(turned), c2 = 2 * c * c - 1, n2 = 2 * c * n;
  double re = 1, im = 0;
  for (int i = 0; i < s->count; i++) {
    const double a = 1 + s->d1[i] * c + s->d2[i] * c2, b = -s->d1[i] * n - s->d2[i] * n2;
    const double x = re * a - im * b;
    im = re * b + im * a;
    re = x;
  }
  const double lag = 2 * (s->count * turned + rosin_atan2(im, re));
  return (lag - 4 * pi * rint(lag / (4 * pi))) / angle;
}

double rosin_sections_delay(const rosin_sections *s) {
  double group = 0;
  rosin_sections_lag(s, 0, &group);
  return group;
}

/* ---- what is wanted ----------------------------------------------------------------------- */

/* What taps, means over a quarter of the loop and contacts up to a tenth of the length leave;
 * an open string may do with a little less of these. */
static double room_of(double period, int open) {
  const double taps = rosin_loop_taps(period);
  const double most = open ? 0.85 * period - 22 : 0.58 * period - 1.5 * taps - 8;
  return fmax(fmin(0.55 * period, most), 0);
}

/* Whole turns by which sections turn partial n beside a delay that is as short as the string's
 * there. */
static double turns(const rosin_wanted *w, double n) {
  return n - rosin_wanted_delay(w, n) * rosin_wanted_angle(w, n) / (2 * pi);
}

/* Whether partial n lies below `top`, and there are sections and room for it. */
static int counts(const rosin_wanted *w, double n, double top, double sections, double room) {
  return rosin_wanted_angle(w, n) <= top && turns(w, n) <= sections - 1.9 &&
         rosin_wanted_delay(w, 1e-9) - rosin_wanted_delay(w, n) <= 0.85 * room;
}

/* The last partial, whole or not, from 2 to `most` that counts. */
static double last_of(const rosin_wanted *w, double most, double top, double sections,
                      double room) {
  double low = 2, high = most;
  if (counts(w, most, top, sections, room))
    return most;
  for (int k = 0; k < 30; k++) {
    const double n = 0.5 * (low + high);
    *(counts(w, n, top, sections, room) ? &low : &high) = n;
  }
  return low;
}

/* The string `i` quarters of an octave above the open one, of which b grows as it gets shorter, and
 * its last partial that counts: the fortieth or what lies below 8 kHz, but the twentieth of the
 * first octave in any case. */
static rosin_wanted wanted_at(double period, double b, double rate, double i) {
  const double ratio = rosin_exp2(0.25 * i), square = ratio * ratio * (1 + b);
  rosin_wanted w = {period / ratio, b > 0 ? 0.5 * (sqrt(1 + 4 * b * square) - 1) : 0, 2, 0};
  const double twentieth = 2 * 20 / period * sqrt((1 + 400 * b) / (1 + b)); /* an octave up */
  const double room = room_of(w.period, i == 0), end = 0.9 * pi / STRIDE;
  const double top = fmin(2 * pi * HIGHEST / rate, end);
  w.last = fmax(last_of(&w, PARTIALS, top, ROSIN_SECTIONS, room),
                last_of(&w, PARTIALS / 2, fmin(2 * pi * twentieth, end), ROSIN_SECTIONS, room));
  w.less = w.last < last_of(&w, PARTIALS, top, HUGE_VAL, HUGE_VAL);
  return w;
}

/* ---- the hardest pitch --------------------------------------------------------------------- */

/* The partial, whole or not, up to which sections turn by `area` radians beside a delay. */
static double partial_of(const rosin_wanted *w, double delay, double area) {
  double low = 0, high = w->last;
  for (int k = 0; k < 40; k++) {
    const double n = 0.5 * (low + high);
    *(2 * pi * n - delay * rosin_wanted_angle(w, n) < area ? &low : &high) = n;
  }
  return low;
}

/* Where to begin: each section takes as much of what they turn by, and half a turn is left for
 * beyond the last partial; its width is such that it falls to `edge` of its delay where the next
 * begins (Abel and Smith, "Robust design of very high-order allpass dispersion filters", 2006). */
static void begin(const rosin_wanted *w, int count, rosin_spread *p) {
  const double last = rosin_wanted_angle(w, w->last), all = 2 * pi * (count - 0.6), edge = 0.87;
  const double delay = (2 * pi * w->last - all) / last;
  double low = 0;
  p->count = count;
  for (int i = 0; i < count; i++) {
    const double n = i + 1 < count ? partial_of(w, delay, all * (i + 1) / count) : w->last;
    const double high = STRIDE * rosin_wanted_angle(w, n);
    const double eta = (1 - edge * rosin_cos(0.5 * (high - low))) / (1 - edge);
    p->x[i] = rosin_log(fmin(1 + sqrt(eta * eta - 1) - eta, 0.75));
    p->x[count + i] = rosin_log(fmin(0.5 * (low + high), 3));
    low = high;
  }
}

/* ---- from one pitch to the next -------------------------------------------------------------- */

/* All poles `ratio` times as far from 1; those that come to the end of the band stay there and grow
 * narrow, until they do nothing. */
static rosin_spread drawn_out(const rosin_spread *p, double ratio) {
  const double end = 1.1, by = rosin_log(ratio);
  rosin_spread q = *p;
  for (int i = 0; i < p->count; i++) {
    double *width = &q.x[i], *angle = &q.x[p->count + i];
    const double beyond = fmax(*angle + by - end, 0);
    *width = fmin(*width + by, -0.25) - 4 * beyond;
    *angle = fmin(*angle + by, fmax(end, *angle));
  }
  return q;
}

/* Poles as they are kept, of sections that delay no more than there is room for. */
static void keep(const rosin_spread *p, double period, double room, rosin_poles *poles) {
  rosin_spread q = *p;
  double low = 1, high = 1;
  while (rosin_spread_delay(&q) > room && high < 1e4) {
    low = high;
    high *= 1.5;
    q = drawn_out(p, high);
  }
  for (int k = 0; k < 20 && low < high; k++) {
    const double ratio = 0.5 * (low + high);
    q = drawn_out(p, ratio);
    *(rosin_spread_delay(&q) > room ? &low : &high) = ratio;
  }
  if (low < high)
    q = drawn_out(p, high);
  for (int i = 0; i < p->count; i++) {
    poles->width[i] = rosin_exp(q.x[i]) * period;
    poles->angle[i] = rosin_exp(q.x[p->count + i]) * period;
  }
}

/* A string, and what it comes to with so many sections. */
typedef struct {
  double period, b, rate;
  rosin_poles *poles; /* [ROSIN_POLE_STEPS] */
  double
      worst[ROSIN_POLE_STEPS]; /* cents at each pitch and beside it; HUGE_VAL: there is no room */
} course;

static void judge(course *c, int i, int other, const rosin_wanted *w, const rosin_spread *p,
                  double room) {
  const int fits = !w->less && (room < 0 || rosin_spread_delay(p) <= room);
  const double worst = fits ? rosin_spread_worst(p, w, 0) : HUGE_VAL;
  c->worst[i] = fmax(c->worst[i], worst);
  c->worst[other] = fmax(c->worst[other], worst);
}

/* Poles at the pitches from `from` on, up or down. */
static void walk(course *c, int from, int step, rosin_spread p) {
  rosin_wanted before = wanted_at(c->period, c->b, c->rate, from);
  for (int i = from + step; i >= 0 && i < ROSIN_POLE_STEPS; i += step) {
    const rosin_wanted here = wanted_at(c->period, c->b, c->rate, i);
    const rosin_wanted between = wanted_at(c->period, c->b, c->rate, i - 0.5 * step);
    const double room = room_of(here.period, i == 0);
    const rosin_spread was = p;
    rosin_spread half = p;
    if (here.period > 10) {
      for (int k = 0; k < 2 * p.count; k++)
        p.x[k] = fmin(p.x[k] + step * 0.13, k < p.count ? -0.3 : 1.1);
      rosin_spread_solve(&p, &here, 0.3, 15, &between, &was, before.period);
      rosin_spread_halfway(&was, before.period, &p, here.period, between.period, &half);
    }
    judge(c, i, i, &here, &p, room);
    judge(c, i, i - step, &between, &half, -1);
    keep(&p, here.period, room, &c->poles[i]);
    before = here;
  }
}

/* All of it with `count` sections: the worst error where there is room. */
static double try_sections(course *c, int hardest, int count) {
  const rosin_wanted w = wanted_at(c->period, c->b, c->rate, hardest);
  const double room = room_of(w.period, hardest == 0);
  rosin_spread p;
  double worst = 0;
  begin(&w, count, &p);
  rosin_spread_solve(&p, &w, 0.02, 30, NULL, NULL, 0);
  if (rosin_spread_worst(&p, &w, 1) > enough && count < ROSIN_SECTIONS)
    return HUGE_VAL;
  for (int i = 0; i < ROSIN_POLE_STEPS; i++)
    c->worst[i] = 0;
  judge(c, hardest, hardest, &w, &p, room);
  keep(&p, w.period, room, &c->poles[hardest]);
  walk(c, hardest, 1, p);
  walk(c, hardest, -1, p);
  for (int i = 0; i < ROSIN_POLE_STEPS; i++)
    worst = fmax(worst, c->worst[i] < HUGE_VAL ? c->worst[i] : 0);
  return worst;
}

/* The pitch that needs most sections; in `bent`, cents by which none would be wrong. */
static int find_hardest(const course *c, double *bent) {
  int hardest = 0;
  double most = -1;
  *bent = 0;
  for (int i = 0; i < ROSIN_POLE_STEPS; i++) {
    const rosin_wanted w = wanted_at(c->period, c->b, c->rate, i);
    const double all = turns(&w, w.last);
    if (i > 0 && room_of(w.period, 0) < 4 * STRIDE)
      break;
    *bent = fmax(*bent, rosin_spread_worst(&(rosin_spread){0}, &w, 0));
    if (all > most) {
      most = all;
      hardest = i;
    }
  }
  return hardest;
}

double rosin_dispersion_fit(double period, double b, double rate, rosin_sections *sections,
                            rosin_poles *poles) {
  course c = {.period = period, .b = b, .rate = rate, .poles = poles};
  double bent, worst = HUGE_VAL;
  const int hardest = find_hardest(&c, &bent);
  const rosin_wanted w = wanted_at(period, b, rate, hardest);
  sections->count = 0;
  if (bent < 0.5 || room_of(period, 1) < 2 * STRIDE)
    return bent < 1 ? 0 : period;
  for (int count = (int)(turns(&w, w.last) + 1.3); count <= ROSIN_SECTIONS && worst > most_wrong;
       count++)
    if (count > 0) {
      sections->count = count;
      worst = try_sections(&c, hardest, count);
    }
  int right = 0;
  while (right < ROSIN_POLE_STEPS && c.worst[right] <= 1)
    right++;
  return right ? period * rosin_exp2(-0.25 * (right - 1)) : HUGE_VAL;
}
