/* SPDX-License-Identifier: BSD-3-Clause */
/* A hand of one's own that slides while nothing swings is silent, and nobody would say so: neither
 * force nor velocity changes by more than a little within a ms, and that for seconds. What a noise
 * moves, what is rough, and what swings changes by more. */
#include "pd/member/bow.h"
#include "pd/member/registry.h"
#include "pd/net/sound/hand.h"

#include <math.h>

enum { SAMPLES = 8 }; /* of a block, which are enough: what swings is seen sooner or later */

static void forget(rosin_pd_bow *w) {
  for (int i = 0; i < 2; i++) {
    w->slides.low[i] = HUGE_VAL;
    w->slides.high[i] = -HUGE_VAL;
  }
}

static void widen(rosin_pd_bow *w, int which, const double *x, int n) {
  const int step = n > SAMPLES ? n / SAMPLES : 1;
  for (int i = 0; i < n; i += step) {
    w->slides.low[which] = fmin(w->slides.low[which], x[i]);
    w->slides.high[which] = fmax(w->slides.high[which], x[i]);
  }
}

static int is_even(const rosin_pd_bow *w, int which) {
  static const double little = 0.01;
  const double low = w->slides.low[which], high = w->slides.high[which];
  return low * high > 0 && high - low < little * fmax(fabs(low), fabs(high));
}

/* With what its hand would have to do, for who says it. */
static void take_down(rosin_pd_bow *w, const rosin_pd_member *m) {
  const double low = w->low, high = w->high;
  const double told = fabs(rosin_pd_input_named(m, "velocity")->held);
  w->full = told > 0 ? told : fabs(w->slides.high[1]);
  w->better = 0;
  w->fall = 0;
  if (rosin_pd_bow_limits(w, m, w->full))
    rosin_pd_bow_advise(w, m);
  w->low = low;
  w->high = high;
}

void rosin_pd_slides_look(rosin_pd_member *m) {
  static const double moment = 1e-3, between = 0.02; /* s */
  rosin_pd_bow *w = m->bow;
  const double block = m->n / m->rate;
  w->slides.looked += block;
  if (w->slides.looked <= 0) /* all the time would be no more than now and then */
    return;
  const double *force = rosin_network_read(m->component->network, m->output[0].signal);
  const double *velocity = rosin_network_read(m->component->network, m->output[1].signal);
  const int is_own = !w->on && force && velocity && (m->rubs[0] || m->rubs[1]);
  if (w->slides.looked <= block)
    forget(w);
  if (is_own) {
    widen(w, 0, force, m->n);
    widen(w, 1, velocity, m->n);
    if (w->slides.looked < moment)
      return;
  }
  if (is_own && is_even(w, 0) && is_even(w, 1)) {
    const double before = w->slides.lasts;
    w->slides.lasts += w->slides.looked + between;
    if (before <= ROSIN_PD_SLIDES_LONG && w->slides.lasts > ROSIN_PD_SLIDES_LONG)
      take_down(w, m);
  } else {
    w->slides.lasts = 0;
  }
  w->slides.looked = -between;
}
