/* SPDX-License-Identifier: BSD-3-Clause */
/* See loop.h. Buffers are twice as long as needed and slide back when they run
 * out, so that a window never wraps; the running sums are made anew from the raw
 * samples then, which clears what rounding left. */
#include "waveguide/loop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Share of the broadband loss that the slow mean is spared: all but enough that
 * what a moving finger leaves there fades in the end. */
static const double spared = 0.9999;
/* weight[i] = prod_{j != i} (fraction + before - j) / (i - j): products from both ends, and
 * the denominators, (-1)^(taps-1-i) i! (taps-1-i)!, from a table. */
void rosin_lagrange(int taps, double fraction, double *weight) {
  static const double inverse[] = {1, 1, 1 / 2., 1 / 6., 1 / 24., 1 / 120., 1 / 720., 1 / 5040.};
  _Static_assert(sizeof inverse / sizeof *inverse >= ROSIN_TAPS, "a factorial for each tap");
  const double x = fraction + taps / 2 - 1;
  double product = 1;
  for (int i = 0; i < taps; i++) {
    weight[i] = product * inverse[i] * inverse[taps - 1 - i];
    product *= x - i;
  }
  product = 1;
  for (int i = taps - 1; i >= 0; i--) {
    weight[i] *= product;
    product *= i - x; /* its sign: that of the denominator */
  }
  for (int i = taps; i < ROSIN_TAPS; i++)
    weight[i] = 0;
}

void rosin_loop_free(rosin_loop *l) {
  free(l->memory);
  l->memory = NULL;
}

void rosin_loop_reset(rosin_loop *l) {
  memset(l->memory, 0, 10 * (size_t)l->size * sizeof *l->memory);
  memset(l->state, 0, sizeof l->state);
  l->head = l->size;
  l->tail = l->size - 1;
  l->frontier = l->release;
  l->smoothed = l->tail - l->lag;
  l->lost = 0;
  l->steady = 0;
}

static void set_means(rosin_loop *l) {
  for (int i = 0; i < l->means; i++) {
    const double h = l->half[i];
    const int m = (int)h;
    const double f = h - m;
    l->mean[i].whole = m;
    l->mean[i].fraction = f;
    l->mean[i].norm = 1 / ((1 - f) * m * m + f * (m + 1) * (m + 1));
  }
}

static void set_loss(rosin_loop *l) {
  double at = 4 * log2(l->open_period / l->period);
  at = at < 0 ? 0 : at > ROSIN_LOSS_STEPS - 1 ? ROSIN_LOSS_STEPS - 1 : at;
  int k = (int)at;
  if (k > ROSIN_LOSS_STEPS - 2)
    k = ROSIN_LOSS_STEPS - 2;
  const double u = at - k;
  const rosin_loss *a = &l->table[k], *b = a + 1;
  l->loss.broad = (1 - u) * a->broad + u * b->broad;
  for (int i = 0; i < l->means; i++)
    l->loss.share[i] = (1 - u) * a->share[i] + u * b->share[i];
}

static int taps_for(double period) {
  return period >= 40 ? 8 : period >= 28 ? 6 : period >= 16 ? 4 : 2;
}

/* Everything that follows from the sounding period, but for the loss. */
static void set_geometry(rosin_loop *l, double period) {
  double delay = 0, whole;
  l->period = period;
  l->taps = taps_for(period);
  if (l->allpasses) {
    const double a = rosin_dispersion_root(l->dispersion * period);
    l->k = (1 - a) / (1 + a);
    l->c = sqrt(1 - l->k * l->k);
    delay = l->allpasses * rosin_allpass_delay(a, 2 * pi / period);
  }
  l->read = period - delay;
  for (int i = 0; i < l->means; i++) {
    const double h = l->half_open * period / l->open_period / (double)(1 << i);
    l->half[i] = h > 1 ? h : 1;
  }
  set_means(l);
  l->lag = (l->means ? l->mean[0].whole : 0) + 2;
  /* the contacts' part lies evenly about the bridge and ends before the means begin */
  const double end = l->read - l->taps / 2 - (l->means ? l->half[0] : 0) - 4;
  l->bridge = fmin(l->bridge_share * period, 0.5 * end);
  l->reach = fmax(l->bridge - l->taps / 2 - 1, 0);
  l->release = (int)(l->bridge + l->reach) + l->taps / 2 + 1;
  l->steady_whole = (int)period;
  l->steady_part = period - l->steady_whole;
  l->window = (int)l->read;
  l->window_part = l->read - l->window;
  const double f = modf(l->read, &whole);
  rosin_lagrange(l->taps, f, l->read_weight);
  l->read_first = (int)whole - (l->taps / 2 - 1);
  const double g = modf(l->bridge, &whole);
  rosin_lagrange(l->taps, g, l->bridge_weight);
  l->bridge_first = (int)whole - (l->taps / 2 - 1);
}

void rosin_loop_tune(rosin_loop *l, double period) {
  set_geometry(l, period > l->shortest ? period : l->shortest);
  set_loss(l);
}

/* Shares of the open loop: half-width of the widest mean, place of the bridge. The
 * allpasses come first, then the means, and what is left is the contacts'. */
static void share_out(rosin_loop *l, double period) {
  const double a = rosin_dispersion_root(l->dispersion * period);
  const double half_taps = 0.5 * taps_for(period);
  const double room = period - l->allpasses * a - half_taps - 4;
  const double half = fmin(0.25 * period, 0.3 * room);
  l->half_open = room >= 10 && half >= 1.4 ? half : 0; /* the shortest loops: broadband loss */
  const double bridge = fmin(0.5 * (room - l->half_open), 0.35 * period);
  l->bridge_share = (bridge > 8 ? floor(bridge) : bridge) / period;
  l->means = 0;
  while (l->half_open > 0 && l->means < ROSIN_MEANS && l->half_open / (1 << l->means) > 1.3)
    l->means++;
}

/* Contacts must reach a twelfth of the sounding length, and the taps lie on the line. */
static int has_room(const rosin_loop *l) {
  return l->reach >= l->period / 24 && l->bridge >= l->taps / 2 + 1;
}

/* Least period with room, down to a sixteenth of the open one. */
static void find_shortest(rosin_loop *l, double period) {
  l->shortest = period;
  for (int i = 0; i <= 48; i++) {
    set_geometry(l, period * exp2(-i / 12.0));
    if (!has_room(l))
      return;
    l->shortest = l->period;
  }
}

/* Fit the loss at all pitches, with pairs at the first `steep` of them, of which there were
 * `before`. Returns how many pitches are passive, with all between them, before the first
 * that is not. */
static int fit_all(rosin_loop *l, const rosin_loss_grid *grid, double period, double rate,
                   const rosin_decay *decay, int steep, int before) {
  const int all = before > ROSIN_LOSS_STEPS;
  for (int i = all ? 0 : steep; i < (all ? ROSIN_LOSS_STEPS : before); i++) {
    rosin_loop_tune(l, period * exp2(-0.25 * i));
    rosin_loss_fit(grid, l, rate, decay, i < steep, &l->table[i]);
  }
  /* up to the last pitch with pairs all is as it was */
  for (int i = all || !steep ? 0 : 5 * (steep - 1); i <= 5 * (ROSIN_LOSS_STEPS - 1); i++) {
    rosin_loop_tune(l, period * exp2(-0.05 * i));
    if (!rosin_loss_passive(grid, l))
      return i / 5;
  }
  return ROSIN_LOSS_STEPS;
}

/* Pairs can fail between the fitted pitches: then fewer of these use them. */
static void fit_passive(rosin_loop *l, const rosin_loss_grid *grid, double period, double rate,
                        const rosin_decay *decay) {
  int before = ROSIN_LOSS_STEPS + 1, steep = ROSIN_LOSS_STEPS, good = 0;
  while (steep >= 0 && good < ROSIN_LOSS_STEPS) {
    good = fit_all(l, grid, period, rate, decay, steep, before);
    before = steep;
    steep = good < steep ? good : steep - 1;
  }
}

/* No pitch between the fitted ones may take more than all. */
static void calm_all(rosin_loop *l, const rosin_loss_grid *grid, double period) {
  enum { BETWEEN = 10 };
  for (int i = 0; i <= BETWEEN * (ROSIN_LOSS_STEPS - 1); i++) {
    const int k = i / BETWEEN < ROSIN_LOSS_STEPS - 1 ? i / BETWEEN : ROSIN_LOSS_STEPS - 2;
    for (int again = 0; again < 50; again++) {
      rosin_loop_tune(l, period * exp2(-0.25 * i / BETWEEN));
      if (!rosin_loss_calm(grid, l, &l->table[k], &l->table[k + 1]))
        break;
    }
  }
}

int rosin_loop_init(rosin_loop *l, double impedance, double period, double inharmonicity,
                    double rate, const rosin_decay *decay) {
  memset(l, 0, sizeof *l);
  l->impedance = impedance;
  l->open_period = period;
  l->keep = 1;
  l->size = (int)period + 64;
  l->memory = calloc(10 * (size_t)l->size, sizeof *l->memory);
  if (!l->memory)
    return -1;
  l->line = l->memory;
  l->raw = l->line + 2 * l->size;
  l->sum = l->raw + 2 * l->size;
  l->sum2 = l->sum + 2 * l->size;
  l->smooth = l->sum2 + 2 * l->size;
  double cubic = 0;
  /* what contacts up to an eighth of the length, taps and means leave over */
  const double room = fmin(0.45 * period, 0.85 * period - 22);
  l->allpasses = rosin_dispersion_fit(period, inharmonicity, room, &cubic);
  l->dispersion = cubic / period;
  share_out(l, period);
  find_shortest(l, period);
  rosin_loss_grid grid;
  rosin_loss_grid_init(&grid);
  fit_passive(l, &grid, period, rate, decay);
  calm_all(l, &grid, period);
  rosin_loop_tune(l, period);
  rosin_loop_reset(l);
  return 0;
}

void rosin_loop_place(const rosin_loop *l, double x, rosin_taps *t) {
  double whole;
  x = x < 0 ? 0 : x > l->reach ? l->reach : x;
  double f = modf(l->bridge - x, &whole);
  t->toward.count = t->back.count = l->taps;
  t->toward.first = (int)whole - (l->taps / 2 - 1);
  rosin_lagrange(l->taps, f, t->toward.weight);
  f = modf(l->bridge + x, &whole);
  t->back.first = (int)whole - (l->taps / 2 - 1);
  rosin_lagrange(l->taps, f, t->back.weight);
  if (t->toward.first < 0)
    t->toward.first = 0;
}

static void slide_line(rosin_loop *l) {
  memmove(l->line + l->size, l->line, (size_t)l->size * sizeof *l->line);
  l->head = l->size;
}

/* Move the newer half to the front; running sums start from zero there. */
static void slide_tail(rosin_loop *l) {
  const size_t bytes = (size_t)l->size * sizeof *l->raw;
  memmove(l->raw, l->raw + l->size, bytes);
  memmove(l->smooth, l->smooth + l->size, bytes);
  double s = 0, s2 = 0;
  for (int i = 0; i < l->size; i++) {
    l->sum[i] = s += l->raw[i];
    l->sum2[i] = s2 += s;
  }
  l->tail = l->size - 1;
  l->smoothed -= l->size;
}

/* The damped sample at index `centre` of the raw ones. */
static double damped(const rosin_loop *l, int centre) {
  const double *s2 = l->sum2 + centre - 1; /* a second difference is centred one later */
  const double twice = 2 * s2[0];
  double rest = 1 - l->loss.broad, out = 0;
  for (int i = 0; i < l->means; i++) {
    const int m = l->mean[i].whole;
    const double f = l->mean[i].fraction, share = l->loss.share[i];
    const double near = s2[m] + s2[-m], far = s2[m + 1] + s2[-m - 1];
    out += share * l->mean[i].norm * (near + f * (far - near) - twice);
    rest -= share;
  }
  return l->keep * (out + rest * l->raw[centre] + spared * l->loss.broad * l->steady);
}

/* One sample leaves the contacts' part; the one `lag` before it is damped. While the
 * finger moves, lag does: then none or two are. */
static void release(rosin_loop *l, double u) {
  if (l->tail == 2 * l->size - 1)
    slide_tail(l);
  const int t = ++l->tail;
  l->raw[t] = u;
  l->sum[t] = l->sum[t - 1] + u;
  l->sum2[t] = l->sum2[t - 1] + l->sum[t];
  const double *past = l->sum + t - l->steady_whole;
  l->steady = (l->sum[t] - past[0] + l->steady_part * (past[0] - past[-1])) / l->period;
  while (l->smoothed < t - l->lag) {
    l->smoothed++;
    l->smooth[l->smoothed] = damped(l, l->smoothed);
  }
}

static double disperse(rosin_loop *l, double x) {
  const double k = l->k, c = l->c;
  for (int i = 0; i < l->allpasses; i++) {
    const double s = l->state[i];
    l->state[i] = c * x - k * s;
    x = k * x + c * s;
  }
  return x;
}

void rosin_loop_advance(rosin_loop *l) {
  if (l->head == 0)
    slide_line(l);
  l->head--;
  l->frontier++;
  while (l->frontier > l->release) {
    l->frontier--;
    release(l, l->line[l->head + l->frontier]);
  }
  /* smooth[i] has delay frontier + tail - i */
  const double *s = l->smooth + l->tail + l->frontier - l->read_first;
  const double *w = l->read_weight;
  const double x = ((w[0] * s[0] + w[4] * s[-4]) + (w[2] * s[-2] + w[6] * s[-6])) +
                   ((w[1] * s[-1] + w[5] * s[-5]) + (w[3] * s[-3] + w[7] * s[-7]));
  const double *gone = l->raw + l->tail + l->frontier - l->window, part = l->window_part;
  l->lost += (1 - part) * gone[0] * gone[0] + part * gone[-1] * gone[-1] - x * x;
  l->line[l->head] = disperse(l, x);
}

/* Eight products in a fixed order; unused weights are 0. */
static double eight(const double *w, const double *u) {
  return ((w[0] * u[0] + w[4] * u[4]) + (w[2] * u[2] + w[6] * u[6])) +
         ((w[1] * u[1] + w[5] * u[5]) + (w[3] * u[3] + w[7] * u[7]));
}

double rosin_loop_velocity(const rosin_loop *l, const rosin_taps *t) {
  const double *u = l->line + l->head;
  return eight(t->toward.weight, u + t->toward.first) - eight(t->back.weight, u + t->back.first);
}

void rosin_loop_push(rosin_loop *l, const rosin_taps *t, double force) {
  double *u = l->line + l->head;
  const double wave = force / (2 * l->impedance);
  double *toward = u + t->toward.first, *back = u + t->back.first;
  for (int i = 0; i < ROSIN_TAPS; i++)
    toward[i] += wave * t->toward.weight[i];
  for (int i = 0; i < ROSIN_TAPS; i++)
    back[i] -= wave * t->back.weight[i];
}

double rosin_loop_overlap(const rosin_side_taps *a, const rosin_side_taps *b) {
  const int shift = a->first - b->first;
  const int from = shift < 0 ? -shift : 0;
  const int end = b->count - shift < a->count ? b->count - shift : a->count;
  double sum = 0;
  for (int i = from; i < end; i++)
    sum += a->weight[i] * b->weight[i + shift];
  return sum;
}

double rosin_loop_mobility(const rosin_loop *l, const rosin_taps *a, const rosin_taps *b) {
  return (rosin_loop_overlap(&a->toward, &b->toward) + rosin_loop_overlap(&a->back, &b->back) -
          rosin_loop_overlap(&a->toward, &b->back) - rosin_loop_overlap(&a->back, &b->toward)) /
         (4 * l->impedance);
}

double rosin_loop_at_bridge(const rosin_loop *l) {
  return eight(l->bridge_weight, l->line + l->head + l->bridge_first);
}

double rosin_loop_squares(const rosin_loop *l) {
  double sum = 0;
  for (int k = 0; k < l->frontier; k++)
    sum += l->line[l->head + k] * l->line[l->head + k];
  for (int k = l->frontier; k < l->window; k++) {
    const double u = l->raw[l->tail + l->frontier - k];
    sum += u * u;
  }
  const double next = l->raw[l->tail + l->frontier - l->window];
  sum += l->window_part * next * next;
  for (int i = 0; i < l->allpasses; i++)
    sum += l->state[i] * l->state[i];
  return sum;
}

double rosin_loop_spared(const rosin_loop *l, double angle) {
  const double half = 0.5 * angle, p = l->period;
  if (fabs(sin(half)) < 1e-9)
    return spared;
  return spared * sin(p * half) / (p * sin(half)) * cos(angle * (l->lag - 0.5 * (p - 1)));
}

double rosin_loop_gain(const rosin_loop *l, double angle) {
  double h = 1 - l->loss.broad * (1 - rosin_loop_spared(l, angle)), re = 0, im = 0;
  for (int i = 0; i < l->means; i++)
    h -= l->loss.share[i] * (1 - rosin_mean_gain(l->half[i], angle));
  for (int i = 0; i < l->taps; i++) {
    re += l->read_weight[i] * cos(i * angle);
    im += l->read_weight[i] * sin(i * angle);
  }
  return fabs(h) * sqrt(re * re + im * im);
}
