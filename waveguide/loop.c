/* SPDX-License-Identifier: BSD-3-Clause */
/* See loop.h: making and tuning a loop. */
#include "waveguide/loop.h"
#include "maths/maths.h"
#include "memory.h"
#include "pi.h"
#include "shelf.h"

#include <math.h>
#include <string.h>

enum {
  OCTAVES = 4, /* that loss and dispersion are fitted over, at so many pitches each: */
  EACH_LOSS = ROSIN_LOSS_STEPS / OCTAVES,
  EACH_POLES = ROSIN_POLE_STEPS / OCTAVES
};

/* Samples between the contacts' part, its taps and means, and the nut. */
static double apart(double period) {
  return period >= 100 ? 6 : 4; /* short ones have no room to spare */
}

void rosin_loop_free(rosin_loop *l) {
  rosin_free(l->memory);
  l->memory = NULL;
}

/* The fitted pitch below the one at hand, of `each` an octave, and how far it is to the next,
 * 0...1. */
static int step_below(const rosin_loop *l, int each, double *u) {
  const int last = each * OCTAVES;
  double at = each * rosin_log2(l->open_period / l->period);
  at = at < 0 ? 0 : at > last ? last : at;
  const int k = at < last - 1 ? (int)at : last - 1;
  *u = at - k;
  return k;
}

/* The sections at the pitch at hand; returns the phase delay of the first partial, samples. */
static double set_sections(rosin_loop *l) {
  double u;
  const int k = step_below(l, EACH_POLES, &u);
  const rosin_poles *a = &l->poles[k], *b = a + 1;
  const rosin_poles poles = {(1 - u) * a->radius + u * b->radius,
                             (1 - u) * a->angle + u * b->angle};
  rosin_sections_set(&l->sections, &poles);
  rosin_rotations *t = &l->turn;
  t->k2 = l->sections.d2;
  t->c2 = sqrt(1 - t->k2 * t->k2);
  for (int i = 0; i < l->sections.count; i++) {
    t->k1[i] = l->sections.d1[i] / (1 + t->k2);
    t->c1[i] = sqrt(1 - t->k1[i] * t->k1[i]);
  }
  return rosin_sections_first(&l->sections, 2 * pi / l->period);
}

static void set_loss(rosin_loop *l) {
  double u;
  const int k = step_below(l, EACH_LOSS, &u);
  const rosin_mix *a = &l->table[k], *b = a + 1;
  rosin_loop_widen(l, rosin_exp((1 - u) * a->width + u * b->width));
  rosin_loss_mix(l, a, b, u, &l->loss);
  l->rest = 1 - l->loss.broad;
  l->used = 0;
  for (int i = 0; i < l->means; i++) {
    const double share = l->loss.share[i];
    l->rest -= share;
    if (share == 0)
      continue;
    l->use[l->used].whole = l->mean[i].whole;
    l->use[l->used].fraction = l->mean[i].fraction;
    l->use[l->used++].gain = share * l->mean[i].norm;
  }
}

/* Everything that follows from the sounding period, but for the loss. */
static void set_geometry(rosin_loop *l, double period) {
  double whole;
  l->period = period;
  l->inverse_period = 1 / period;
  l->taps = rosin_loop_taps(period);
  l->read = period - (l->allpasses ? set_sections(l) : 0);
  for (int i = 0; i < l->means - ROSIN_STEEP; i++)
    l->half[i] = fmax(l->half_open * period / l->open_period / (double)(1 << i), 1);
  rosin_means_set(l, 0, l->means - ROSIN_STEEP);
  l->lag = (l->means ? l->mean[0].whole : 0) + 2;
  /* the contacts' part lies evenly about the bridge and ends before the means begin, by as much as
   * batches need, also where the nut was read before */
  const double end = l->read - l->taps / 2 - (l->means ? l->half[0] : 0) - apart(period);
  const double room = fmin(fmin(l->bridge_share * period, l->need), 0.5 * end);
  /* at a whole sample it takes nothing from the highest partials; who is held at the reach moves
   * with that, without a jump */
  const int even = room > 16;
  l->bridge = even ? floor(room) : room;
  l->reach = fmax(fmin(l->bridge, room - (even && room < l->need)) - l->taps / 2 - 1, 0);
  l->release = (int)(l->bridge + l->reach) + l->taps / 2 + 1;
  l->steady_whole = (int)period;
  l->steady_part = period - l->steady_whole;
  l->window = (int)l->read;
  l->window_part = l->read - l->window;
  const double f = modf(l->read, &whole);
  double newest_first[ROSIN_TAPS];
  rosin_lagrange(l->taps, f, newest_first);
  for (int i = 0; i < ROSIN_TAPS; i++)
    l->nut.weight[ROSIN_TAPS - 1 - i] = newest_first[i];
  l->nut.first = (int)whole - (l->taps / 2 - 1);
  l->late = l->nut.first - l->lag - l->release > 3;
  const double g = modf(l->bridge, &whole);
  rosin_lagrange(l->taps, g, l->bridge_weight);
  l->bridge_first = (int)whole - (l->taps / 2 - 1);
  l->bridge_norm = 0;
  for (int i = 0; i < l->taps; i++)
    l->bridge_norm += l->bridge_weight[i] * l->bridge_weight[i];
  l->bridge_inverse = 1 / l->bridge_norm;
  l->bridge_whole = g == 0 ? (int)whole : -1;
}

/* Older samples than are known were 0. */
static void forget_older(rosin_loop *l) {
  double *const kept[] = {l->raw, l->sum, l->sum2, l->smooth};
  const int shift = l->size - 1 - l->tail;
  for (int i = 0; i < 4 && shift > 0; i++) {
    memmove(kept[i] + shift, kept[i], (size_t)(l->tail + 1) * sizeof(double));
    memset(kept[i], 0, (size_t)shift * sizeof(double));
  }
  l->tail += shift > 0 ? shift : 0;
}

/* Of a string that has just become much longer the contacts' part takes back what had left it. One
 * sample is on its way there anyhow. */
static void take_back(rosin_loop *l) {
  if (l->frontier + 1 >= l->release)
    return;
  while (l->frontier < l->release)
    l->line[l->head + l->frontier++] = l->raw[l->tail--];
  forget_older(l);
  l->smoothed = l->tail - l->lag;
}

/* Reading goes over to where it is now by the next move, evenly along the wave: what is injected
 * again begins where it was, and what is sent ahead is on its way. */
static void start_ramp(rosin_loop *l, int nearer) {
  const int steps = l->pace - nearer;
  const int can = l->pace > 1 && steps > 0 && l->was.first + ROSIN_TAPS < l->size &&
                  l->was.first >= l->release + l->lag + 3 + l->late;
  l->ramp_end = l->head - (can ? l->pace - (nearer < 0 ? nearer : 0) : 0);
  l->ramp_share = can ? 1.0 / steps : 0;
}

/* The loop for another period, or with its bridge elsewhere. */
static double cut(rosin_loop *l, double period, int glides) {
  rosin_loop_recall(l); /* by what was before */
  rosin_loop_release(l);
  if (glides) {
    l->was = l->nut;
    l->turned = l->turn;
  }
  const rosin_cut before = {l->turn, l->window, l->window_part};
  const double bridge = l->bridge;
  set_geometry(l, period > l->shortest ? period : l->shortest);
  set_loss(l);
  if (l->asleep)
    return 0;
  const int nearer = (int)rint(bridge - l->bridge);
  rosin_loop_withdraw(l, nearer, &before);
  if (glides)
    start_ramp(l, nearer);
  const double widened = rosin_loop_widened(l, before.window, before.part);
  rosin_loop_send(l, -nearer);
  take_back(l);
  return widened;
}

double rosin_loop_tune(rosin_loop *l, double period) {
  return cut(l, period, 1);
}

int rosin_loop_need(rosin_loop *l, double x) {
  enum { COARSE = 16 }; /* samples: a contact that moves meets this now and then */
  const double need = COARSE * ceil((x + ROSIN_TAPS / 2 + 1) / COARSE), bridge = l->bridge;
  if (need == l->need || (need < l->need && !l->asleep)) /* what it pushed a moment ago stays */
    return 0;
  l->need = need;
  cut(l, l->period, 0);
  return l->bridge != bridge;
}

void rosin_loop_take_pace(rosin_loop *l, int pace) {
  l->pace = pace > 1 ? pace : 1;
}

/* Shares of the open loop: half-width of the widest mean, place of the bridge. The
 * allpasses come first, then the means, and what is left is the contacts'. */
static void share_out(rosin_loop *l, double period) {
  const double half_taps = 0.5 * rosin_loop_taps(period);
  const double room = period - rosin_sections_delay(&l->sections) - half_taps - apart(period);
  const double half = fmin(0.25 * period, 0.3 * room);
  l->half_open = room >= 10 ? half : 0; /* the shortest loops: broadband loss */
  const double bridge = fmin(0.5 * (room - l->half_open), 0.35 * period);
  l->bridge_share = (bridge > 8 ? floor(bridge) : bridge) / period;
  l->means = 0;
  while (l->half_open > 0 && l->means < ROSIN_MEANS - ROSIN_STEEP &&
         l->half_open / (1 << l->means) > 1.3)
    l->means++;
  l->means += l->means ? ROSIN_STEEP : 0;
}

/* Contacts must reach a twelfth of the sounding length, and the taps lie on the line. */
static int has_room(const rosin_loop *l) {
  return l->reach >= l->period / 24 && l->bridge >= l->taps / 2 + 1;
}

/* Least period with room, down to a sixteenth of the open one. */
static void find_shortest(rosin_loop *l, double period) {
  l->shortest = period;
  for (int i = 0; i <= 48; i++) {
    set_geometry(l, period * rosin_exp2(-i / 12.0));
    if (!has_room(l))
      return;
    l->shortest = l->period;
  }
}

/* What is known already wants the pitch of the last fit alone, from which the loop goes on. */
static void fit_losses(rosin_loop *l, double period, double rate, const rosin_decay *decay,
                       int known) {
  for (int i = known ? ROSIN_LOSS_STEPS - 1 : 0; i < ROSIN_LOSS_STEPS; i++) {
    rosin_loop_tune(l, period * rosin_exp2(-(double)i / EACH_LOSS));
    if (!known)
      rosin_loss_fit(l, rate, decay, i ? &l->table[i - 1] : NULL, &l->table[i]);
  }
}

/* Whether the fits are known. */
static int look_up(rosin_loop *l, double period, double inharmonicity, double rate,
                   const rosin_decay *decay) {
  const double given[] = {period, inharmonicity, rate};
  return decay->mark && rosin_fitted_find(rosin_shelf_mark(decay->mark, given, sizeof given), l);
}

void rosin_loop_pieces(rosin_loop *l, rosin_kept *kept) {
  rosin_kept_add(kept, l->memory, rosin_loop_room(l) * sizeof *l->memory);
}

static int take_memory(rosin_loop *l) {
  l->memory = rosin_calloc(rosin_loop_room(l), sizeof *l->memory);
  if (!l->memory)
    return -1;
  l->line = l->memory + ROSIN_BATCH;
  l->raw = l->line + 2 * l->size;
  l->sum = l->raw + 2 * l->size;
  l->sum2 = l->sum + 2 * l->size;
  l->smooth = l->sum2 + 2 * l->size;
  return 0;
}

int rosin_loop_copy(rosin_loop *l, const rosin_loop *design) {
  *l = *design;
  return take_memory(l);
}

int rosin_loop_init(rosin_loop *l, double impedance, double period, double inharmonicity,
                    double rate, const rosin_decay *decay) {
  memset(l, 0, sizeof *l);
  l->impedance = impedance;
  l->admittance = 1 / impedance;
  l->open_period = period;
  l->keep = l->asleep = 1;
  l->need = HUGE_VAL;
  rosin_loop_take_pace(l, 1);
  l->size = (int)period + 64;
  if (take_memory(l))
    return -1;
  const int known = look_up(l, period, inharmonicity, rate, decay);
  if (!known)
    rosin_dispersion_fit(period, inharmonicity, &l->sections, l->poles);
  l->allpasses = 2 * l->sections.count;
  rosin_sections_set(&l->sections, &l->poles[0]);
  share_out(l, period);
  find_shortest(l, period);
  fit_losses(l, period, rate, decay, known);
  rosin_loop_tune(l, period);
  rosin_loop_reset(l);
  return 0;
}

double rosin_loop_gain(const rosin_loop *l, double angle) {
  double h = 1 - l->loss.broad * (1 - rosin_loop_spared(l, angle)), re = 0, im = 0;
  for (int i = 0; i < l->means; i++)
    h -= l->loss.share[i] * (1 - rosin_mean_gain(l->half[i], angle));
  for (int i = 0; i < l->taps; i++) {
    re += l->nut.weight[ROSIN_TAPS - 1 - i] * rosin_cos(i * angle);
    im += l->nut.weight[ROSIN_TAPS - 1 - i] * rosin_sin(i * angle);
  }
  return fabs(h) * sqrt(re * re + im * im);
}
