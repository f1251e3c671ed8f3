/* SPDX-License-Identifier: BSD-3-Clause */
/* Timings after Guettler and Askenfelt (1997, 1998) and players' data: a bow turns in
 * 50 to 100 ms, martele bites with two to three times the force for 50 ms, spiccato
 * presses for about 100 ms, tremolo makes ten strokes a second. */
#include "player/stroke.h"

#include <math.h>
#include <stddef.h>

static const double pi = 3.14159265358979323846;

static const char *const names[ROSIN_ARTICULATIONS] = {
    "detache",   "legato",  "martele",   "spiccato",  "tremolo",
    "flautando", "scratch", "pizzicato", "col-legno", "harmonic",
};

const char *rosin_articulation_name(int articulation) {
  return articulation >= 0 && articulation < ROSIN_ARTICULATIONS ? names[articulation] : NULL;
}

/* From 0 to 1 in `time`, without a corner at either end. */
static double rise(double t, double time) {
  if (t <= 0)
    return 0;
  if (t >= time)
    return 1;
  return 0.5 - 0.5 * cos(pi * t / time);
}

/* A sustained stroke: the bow gathers speed with a little more force; at the end both
 * ease together, so that the string follows the bow down, and then the bow lifts. */
static rosin_stroke sustained(double t, double since, double change, double bite) {
  rosin_stroke s = {rise(t, change), 1 + bite * exp(-t / 0.05), 1, 0, 0, 0};
  if (since >= 0) {
    const double ease = 1 - rise(since, 1.5 * change);
    s.speed *= ease;
    s.force *= 0.1 + 0.9 * ease;
    s.lifted = since >= 1.5 * change;
  }
  return s;
}

static rosin_stroke martele(double t, double since) {
  enum { PRESS_MS = 40, LAST_MS = 260 };
  const double press = 1e-3 * PRESS_MS, end = 1e-3 * LAST_MS;
  const double over = since >= 0 && t - since < end ? since : t - end;
  rosin_stroke s = {1.4 * rise(t - press, 0.025), 1, 1, 0, 0, 0};
  s.force = t < press ? 2.4 * rise(t, 0.02) : 0.9 + 1.5 * exp(-(t - press) / 0.05);
  if (over > 0) {
    s.speed *= 1 - rise(over, 0.04);
    s.lifted = over >= 0.1;
  }
  return s;
}

static rosin_stroke spiccato(double t) {
  rosin_stroke s = {1.3 * rise(t + 0.01, 0.03), 0, 1, 0, 0, 0};
  s.force = t < 0.11 ? 1.5 * sin(pi * t / 0.11) : 0;
  s.lifted = t >= 0.11;
  return s;
}

static rosin_stroke tremolo(double t, double since, double change) {
  rosin_stroke s = sustained(t, since, change, 0);
  /* turns like a hand, not like a sine: long at full speed */
  s.speed *= 1.2 * tanh(2.5 * sin(2 * pi * 5 * t + 0.4));
  return s;
}

static rosin_stroke pizzicato(double t) {
  rosin_stroke s = {0, 0, 1, 0, 0, 1};
  if (t < 0.018) { /* drawn aside some millimetres, then let go */
    s.pull = 0.25;
    s.pinch = 6;
    s.lifted = 0;
  }
  return s;
}

/* Drawn with the stick: little friction, a short stroke. */
static rosin_stroke col_legno(double t) {
  rosin_stroke s = {1.6, 0, 0.8, 0, 0, 0};
  s.force = t < 0.06 ? 1.2 * sin(pi * t / 0.06) : 0;
  s.lifted = t >= 0.06;
  return s;
}

rosin_stroke rosin_stroke_at(rosin_articulation articulation, double t, double since,
                             double change) {
  rosin_stroke s;
  switch (articulation) {
  case ROSIN_LEGATO:
    return sustained(t, since, change, 0);
  case ROSIN_MARTELE:
    return martele(t, since);
  case ROSIN_SPICCATO:
    return spiccato(t);
  case ROSIN_TREMOLO:
    return tremolo(t, since, change);
  case ROSIN_FLAUTANDO:
    s = sustained(t, since, 2 * change, 0);
    s.speed *= 1.6;
    s.force *= 0.45;
    s.position = 1.9;
    return s;
  case ROSIN_SCRATCH:
    s = sustained(t, since, change, 0);
    s.speed *= 0.35;
    s.force *= 6;
    return s;
  case ROSIN_PIZZICATO:
    return pizzicato(t);
  case ROSIN_COL_LEGNO:
    return col_legno(t);
  case ROSIN_HARMONIC:
    s = sustained(t, since, change, 0.3);
    s.position = 0.8;
    /* the finger touches while the note speaks, and leaves it ringing */
    s.pinch = 0.25;
    return s;
  default:
    return sustained(t, since, change, 0.5);
  }
}
