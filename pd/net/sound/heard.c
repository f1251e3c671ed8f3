/* SPDX-License-Identifier: BSD-3-Clause */
/* What a hand hears of what it rubs, and what it does about it. */
#include "maths/maths.h"
#include "pd/member/bow.h"
#include "pd/member/registry.h"
#include "pd/net/sound/bow.h"
#include "pd/net/sound/hand.h"

#include <math.h>

static rosin_pd_manner manner_of(const rosin_pd_bow *w) {
  const double crowd = rosin_ear_crowd(&w->ear);
  /* held longer than it swings it is thrown back against the hand */
  return crowd > 1.5     ? (w->slid > 1.1 ? ROSIN_PD_SELDOM : ROSIN_PD_TWICE)
         : crowd > 0.75  ? ROSIN_PD_SINGS
         : crowd > 0.15  ? ROSIN_PD_SELDOM
         : w->slid > 0.5 ? ROSIN_PD_SLIDES
                         : ROSIN_PD_STICKS;
}

/* What a player does who hears no song: more weight on a bow that slips twice, and every second
 * time it is taken anew, from rest and more gently; less on one that sticks or creaks. One that
 * slides may be too light or, where a law creeps, too heavy: both are tried in turn, wider and
 * wider. */
static void mend(rosin_pd_bow *w) {
  static const int patience = 10;
  static const double step = 1.35, most = 5,
                      turn[4] = {2, 0.25, 2, 1}; /* of the slope: as it was, a half, .. */
  static const double still = 6; /* periods in which a bow that stands quiets a string */
  const int tries = ++w->again;
  w->since = 0;
  if (tries > patience) {
    w->trim = 1; /* as it would be without ears */
    return;
  }
  const int takes = w->manner == ROSIN_PD_SLIDES || (w->manner == ROSIN_PD_TWICE && tries % 2 == 0);
  const double way = w->manner == ROSIN_PD_SLIDES  ? (tries % 2 ? tries : -tries)
                     : w->manner == ROSIN_PD_TWICE ? 1
                                                   : -1;
  w->trim = fmin(fmax(w->trim * rosin_pow(step, way), 1 / most), most);
  if (takes) {
    w->speed = w->start.first = 0;
    w->stands = still / w->rubbed.hertz;
    w->start.slope *= turn[tries / 2 % 4];
    w->gentle = 1;
    w->started = 0;
  }
}

/* Judged as soon as a string may have found its way; what is bad for long is said. */
static void judge(rosin_pd_bow *w, double seconds) {
  static const double settles = 0.15, periods = 16, grows = 1.05;
  const rosin_pd_manner heard = manner_of(w);
  w->bad = heard == ROSIN_PD_SINGS ? 0 : w->bad + seconds;
  if (heard == ROSIN_PD_SINGS) {
    w->manner = heard;
    w->again = 0;
  }
  if (w->since < settles + periods / w->rubbed.hertz || heard == ROSIN_PD_SINGS)
    return;
  w->manner = heard;
  if (w->peak > grows * w->was) /* it is on its way */
    w->since = 0;
  else
    mend(w);
  w->was = w->peak;
}

/* m/s of a hand that presses, its own or the patch's while somebody looks; 0: nothing is heard. */
static double speed_of(const rosin_pd_member *m) {
  const rosin_pd_bow *w = m->bow;
  if (w->on)
    return w->lift < 0.9 ? 0 : fabs(w->speed);
  return w->watched > 0 && rosin_pd_input_named(m, "force")->held > 0
             ? fabs(rosin_pd_input_named(m, "velocity")->held)
             : 0;
}

void rosin_pd_bow_hear(rosin_pd_member *m) {
  rosin_pd_bow *w = m->bow;
  static const double of_late = 0.05, periods = 8; /* s; until a peak has faded */
  const double *slides = rosin_network_read(m->component->network, m->output[1].signal);
  const double speed = speed_of(m);
  w->watched = fmax(w->watched - m->n / m->rate, 0);
  if (!slides || !(speed > 0) || !(w->rubbed.hertz > 0)) {
    w->manner = ROSIN_PD_RESTS;
    return;
  }
  const double block = m->n / m->rate, period = 1 / w->rubbed.hertz;
  double sum = 0, most = 0;
  for (int i = 0; i < m->n; i++) {
    sum += fabs(slides[i]);
    most = fmax(most, fabs(slides[i]));
  }
  w->slid += (sum / (m->n * speed) - w->slid) * (1 - rosin_exp(-block / of_late));
  w->peak = fmax(most, w->peak * rosin_exp(-block / (periods * period)));
  rosin_ear_hear(&w->ear, slides, m->n,
                 fmax(1.3 * speed, fmin(0.25 * w->rubbed.slip * speed, 0.4 * w->peak)),
                 m->rate * period);
  if (w->on)
    judge(w, m->n / m->rate);
  else
    w->manner = manner_of(w);
  if (w->manner != ROSIN_PD_SLIDES) {
    w->advised = 0;
  } else if (w->advised != w->full) {
    rosin_pd_bow_advise(w, m);
    w->advised = w->full;
  }
}
