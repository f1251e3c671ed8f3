/* SPDX-License-Identifier: BSD-3-Clause */
/* Timings after Guettler and Askenfelt (1997, 1998) and players' data: a bow turns in
 * 50 to 100 ms, martele bites with two to three times the force for 50 ms, spiccato is
 * thrown and presses for as long as stick and hair take, tremolo makes ten strokes a second. */
#include "player/bow/stroke.h"
#include "maths/maths.h"
#include "pi.h"

#include <stddef.h>

const char *const rosin_articulation_words[ROSIN_ARTICULATIONS + 1] = {
    "detache",
    "legato",
    "martele",
    "spiccato",
    "tremolo",
    "flautando",
    "scratch",
    "pizzicato",
    "col-legno",
    "harmonic",
    "left-hand-pizzicato",
};

const char *const rosin_technique_words[ROSIN_STROKES - ROSIN_ARTICULATIONS + 2] = {
    "none",
    "bartok",
    "col-legno-tratto",
};

const char *rosin_stroke_name(int stroke) {
  return stroke >= ROSIN_ARTICULATIONS && stroke < ROSIN_STROKES
             ? rosin_technique_words[stroke - ROSIN_ARTICULATIONS + 1]
             : rosin_articulation_name(stroke);
}

const char *rosin_articulation_name(int articulation) {
  return articulation >= 0 && articulation < ROSIN_ARTICULATIONS
             ? rosin_articulation_words[articulation]
             : NULL;
}

/* From 0 to 1 in `time`, without a corner at either end. */
static double rise(double t, double time) {
  if (t <= 0)
    return 0;
  if (t >= time)
    return 1;
  return 0.5 - 0.5 * rosin_cos(pi * t / time);
}

enum { AT_ONCE = 1000 }; /* as haste: the stroke's own speed, as it is */

/* A sustained stroke: at the end force and speed ease together, so that the string follows
 * the bow down, and then the bow lifts. */
static rosin_stroke sustained(double since, double change) {
  rosin_stroke s = {.speed = 1, .force = 1, .position = 1, .haste = 1, .bite = 1};
  if (since >= 0) {
    s.speed = 0;
    s.force = 1 - 0.9 * rise(since, 1.5 * change);
    s.lifted = since >= 1.5 * change;
  }
  return s;
}

/* The string is held aside and let go with a jerk; the stroke then stops. */
static rosin_stroke martele(double t, double since) {
  enum { PRESS_MS = 40, LAST_MS = 260 };
  const double press = 1e-3 * PRESS_MS, end = 1e-3 * LAST_MS;
  const double over = since >= 0 && t - since < end ? since : t - end;
  rosin_stroke s = {.position = 1, .haste = 4};
  s.speed = t < press ? 0 : 1.4;
  s.force = t < press ? 2.8 * rise(t, 0.02) : 0.9 + 1.9 * rosin_exp(-(t - press) / 0.04);
  if (over > 0) {
    s.speed = 0;
    s.lifted = over >= 0.08;
  }
  return s;
}

/* The bow is thrown (bounce.h): it moves as it comes down, fastest then, and slows as it flies off,
 * so that the string rings on. */
static rosin_stroke spiccato(double t) {
  enum { DRAWN_MS = 65, OFF_MS = 150 };
  const double drawn = 1e-3 * DRAWN_MS;
  return (rosin_stroke){.speed = t < drawn ? 1.8 * rosin_cos(pi / 2 * t / drawn) : 0,
                        .force = 1.7,
                        .position = 1,
                        .haste = 20,
                        .bite = 1,
                        .thrown = 1,
                        .lifted = t >= 1e-3 * OFF_MS};
}

/* Ten strokes a second, each as prompt as the string allows. */
static rosin_stroke tremolo(double t, double since, double change) {
  rosin_stroke s = sustained(since, change);
  s.speed *= rosin_sin(2 * pi * 5 * t + 0.1) > 0 ? 1 : -1;
  s.force *= 1.2;
  s.haste = 2.5;
  return s;
}

/* The string is drawn aside as far as the finger holds it, and let go before it slips: a finger
 * that slips rasps. */
static rosin_stroke plucked(double t, double time, double pinch) {
  static const double held = 0.93; /* of what a coefficient of 1 holds */
  rosin_stroke s = {.position = 1, .haste = 1, .lifted = 1};
  if (t < time) {
    s.pull = held / time;
    s.pinch = pinch;
  }
  return s;
}

/* The stick is drawn, slowly, or it would slide off: wood takes less of the string with it than
 * hair, and is harder (bow.c). */
static rosin_stroke wood_drawn(double since, double change) {
  rosin_stroke s = sustained(since, change);
  s.bite = 0.5;
  s.speed *= 0.3;
  s.position = 1.2;
  return s;
}

/* The stick is thrown and bounces off the string as it is drawn. */
static rosin_stroke col_legno(double t) {
  enum { OFF_MS = 100 };
  return (rosin_stroke){.speed = 0.8,
                        .force = 4,
                        .position = 0.8,
                        .haste = AT_ONCE,
                        .thrown = 1,
                        .lifted = t >= 1e-3 * OFF_MS};
}

rosin_stroke rosin_stroke_at(rosin_articulation articulation, double t, double since,
                             double change) {
  rosin_stroke s;
  switch (articulation) {
  case ROSIN_LEGATO:
    s = sustained(since, change);
    s.bite = 0.3;
    return s;
  case ROSIN_MARTELE:
    return martele(t, since);
  case ROSIN_SPICCATO:
    return spiccato(t);
  case ROSIN_TREMOLO:
    return tremolo(t, since, change);
  case ROSIN_FLAUTANDO:
    s = sustained(since, change);
    s.bite = 0;
    s.haste = 0.5;
    s.speed *= 1.6;
    s.force *= 0.35;
    s.position = 2.2;
    return s;
  case ROSIN_SCRATCH:
    s = sustained(since, change);
    s.speed *= 0.35;
    s.force *= 6;
    s.haste = 3;
    s.bite = 0;
    return s;
  case ROSIN_PIZZICATO:
    return plucked(t, 0.018, 5);
  case ROSIN_LEFT_HAND:
    return plucked(t, 0.010, 4); /* a finger above the one that stops: quicker, not so far */
  case ROSIN_COL_LEGNO:
    return col_legno(t);
  case ROSIN_BARTOK:
    return plucked(t, ROSIN_SNAP_PULLED, 6.5); /* and strikes the board: finger.c */
  case ROSIN_WOOD_DRAWN:
    return wood_drawn(since, change);
  case ROSIN_HARMONIC:
    s = sustained(since, change);
    s.position = 0.8;
    /* the finger touches while the note speaks, and leaves it ringing */
    s.pinch = 0.4;
    return s;
  default:
    return sustained(since, change);
  }
}
