/* SPDX-License-Identifier: BSD-3-Clause */
/* Secants through the last two guesses of all loads. One alone is held between what was too little
 * and too much; but friction that falls with speed has two states under one load, and what was too
 * much for the one may be too little for the other: where a secant leads out of what is known, on
 * one side of the root all along, it is believed, and the other side forgotten. */
#include "network/search.h"

#include <math.h>
#include <string.h>

enum { FLIES = 8 };

static const double tolerance = 1e-9, least = 1e-9; /* of the load; N */

rosin_search rosin_search_begin(int live) {
  return (rosin_search){.low = -1, .high = (double)INFINITY, .before_low = -1, .live = live};
}

/* What is known of the one load that is looked for. */
static void narrow(rosin_search *s, const rosin_pressed *p, int count, int one, const double *v) {
  const double guess = p->guess[one], miss = p->miss[one];
  s->wider = s->wide;
  s->wide = s->high - s->low;
  memcpy(miss >= 0 ? p->low_v : p->high_v, v, (size_t)count * sizeof *v);
  if (miss < 0) {
    s->high = fmin(s->high, guess);
    s->high_miss = miss;
    return;
  }
  s->before_low = s->low;
  s->before_missed = s->low_miss;
  s->low = fmax(s->low, guess);
  s->low_miss = miss;
}

double rosin_search_missed(rosin_search *s, const rosin_pressed *p, int count, const double *v,
                           const double *f) {
  double worst = 0;
  int live = 0, one = -1;
  for (int j = 0; j < count; j++) {
    if (p->guess[j] < 0)
      continue;
    p->miss[j] = f[j] - p->guess[j];
    worst = fmax(worst, fabs(p->miss[j]) / (tolerance * fabs(f[j]) + least));
    if (p->guess[j] > 0 || p->miss[j] > 0) {
      live++;
      one = j;
    }
  }
  if (live != 1 || s->live != 1)
    *s = rosin_search_begin(live);
  if (live == 1)
    narrow(s, p, count, one, v);
  return worst;
}

/* What presses flies under the least load that is too much. */
static int flies(const rosin_search *s) {
  return s->high > 0 && s->high_miss == -s->high;
}

/* The next guess then, by what is known of loads under which it does not. */
static double before_flight(const rosin_search *s) {
  const double low = fmax(s->low, 0), fall = s->before_missed - s->low_miss;
  const double next = low + s->low_miss * (low - s->before_low) / fall;
  const int known = s->before_low >= 0 && low > s->before_low && fall > 0 && next < s->high;
  return known ? next : low + (s->high - low) / FLIES;
}

/* On the chord between both sides, the one that stays weighing half (Illinois), or in the middle
 * where that is nearer to it. */
static double between(const rosin_search *s, double miss) {
  const double low = fmax(s->low, 0), middle = rosin_middle(low, s->high);
  if (s->low < 0 || !(s->low_miss > 0) || !(s->high_miss < 0))
    return middle;
  const double l = miss > 0 ? s->low_miss : 0.5 * s->low_miss;
  const double h = miss > 0 ? 0.5 * s->high_miss : s->high_miss;
  const double chord = low + (s->high - low) * l / (l - h);
  return miss > 0 ? fmin(chord, middle) : fmax(chord, middle);
}

/* One load's next guess, the secant's put right: where none was too much yet it grows, and what
 * closes in slowly is halved. */
static double put_right(rosin_search *s, double guess, double miss, double before, double secant) {
  if (!(s->high < (double)INFINITY)) {
    const double far = 4 * (guess + fabs(miss));
    return secant > s->low && secant < 4 * far ? secant : far;
  }
  if (s->low < 0 && secant <= 0)
    return 0;
  if (flies(s))
    return before_flight(s);
  if (secant > s->low && secant < s->high) {
    const int slow = s->high - s->low > 0.5 * s->wider && !(fabs(miss) < 0.25 * fabs(before));
    return slow ? between(s, miss) : secant;
  }
  if (!(miss * before > 0 && (secant > guess) == (miss > 0)))
    return rosin_middle(fmax(s->low, 0), s->high);
  s->jumps = 1;
  s->wide = s->wider = (double)INFINITY;
  *(miss > 0 ? &s->high : &s->low) = miss > 0 ? (double)INFINITY : -1;
  return secant;
}

void rosin_search_guess(rosin_search *s, const rosin_pressed *p, int count, int round) {
  double along = 0, length = 0;
  for (int j = 0; j < count && round > 0; j++)
    if (p->guess[j] >= 0) {
      const double turn = p->miss[j] - p->miss_before[j];
      along += p->miss[j] * turn;
      length += turn * turn;
    }
  s->back = length > 0 ? along / length : 0;
  for (int j = 0; j < count; j++) {
    if (p->guess[j] < 0)
      continue;
    double next = p->guess[j] + p->miss[j];
    if (round > 0)
      next -= s->back * (next - p->guess_before[j] - p->miss_before[j]);
    if (s->live == 1 && round > 0 && (p->guess[j] > 0 || p->miss[j] > 0))
      next = put_right(s, p->guess[j], p->miss[j], p->miss_before[j], next);
    p->guess_before[j] = p->guess[j];
    p->miss_before[j] = p->miss[j];
    p->guess[j] = next > 0 ? next : 0;
  }
}

void rosin_search_between(rosin_search *s, const rosin_pressed *p, int count, const double *v) {
  const int both = s->low_miss > 0 && s->high_miss < 0;
  const double *from = both ? p->low_v : v, *to = both ? p->high_v : p->before_v;
  double share = s->back;
  if (both) /* from flight nothing is known but that it is too far */
    share = flies(s) ? 0 : s->low_miss / (s->low_miss - s->high_miss);
  for (int i = 0; i < count; i++)
    p->v[i] = from[i] + share * (to[i] - from[i]);
  s->jumps = 0;
}
