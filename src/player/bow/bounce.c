/* SPDX-License-Identifier: BSD-3-Clause */
/* After Askenfelt and Guettler ("The bouncing bow", Catgut Acoust. Soc. J. 1998): off the frog by r
 * a stick with the moment of inertia I is felt as I / r^2, and hair of the tension T gives way by
 * T L / (r (L - r)). With these numbers it swings at 6 Hz near the frog, at 13 in the middle, where
 * spiccato is played, at 30 near the tip. */
#include "player/bow/bounce.h"

#include <math.h>
#include <string.h>

/* A cello's bow of 80 g, and its hair; where it is thrown, as a share of the hair */
static const double inertia = 0.0073, tension = 80, place = 0.5; /* kg m^2, N */
/* s/m: of a fall at half a metre a second the hair takes a sixth */
static const double damping = 0.5;
/* s until it lands, share of the force that is due to the fall, m at most from where it falls, 1/s
 * with which the hand catches it, N that the hand has; of a stroke's force it bears as the bow
 * rises */
static const double prepares = 0.006, thrown = 0.8, waits = 0.003, catches = 60, strongest = 15,
                    eased = 0.05;

static void set(rosin_law *law, const char *name, double value) {
  const rosin_parameter *row = rosin_parameter_find(law->ops->parameters, name);
  memcpy((char *)law->value + row->offset, &value, sizeof value);
  law->version++;
}

static void set_stiffness(rosin_bounce *b, double stiffness) {
  set(&b->hair, "stiffness", stiffness);
  b->hardness = sqrt(stiffness * b->mass);
}

void rosin_bounce_start(rosin_bounce *b, double length) {
  const double r = place * length;
  *b = (rosin_bounce){.mass = inertia / (r * r),
                      .stiffness = tension * length / (r * (length - r)),
                      .now = -1e3,
                      .began = -1e3,
                      .landed = 1};
  rosin_law_default(&b->hair, rosin_law_find("impact"));
  set(&b->hair, "exponent", 1);
  set(&b->hair, "damping", damping);
  set_stiffness(b, b->stiffness);
}

static void leave(rosin_bounce *b) {
  b->lost += rosin_bounce_energy(b);
  b->height = b->speed = b->force = 0;
  rosin_law_release(&b->hair, b->state);
}

void rosin_bounce_throw(rosin_bounce *b, double began, int string, double stiffness, int wood) {
  if (b->string != string && b->height < 0)
    leave(b);
  b->string = string;
  b->began = began;
  b->lands = began + prepares;
  b->landed = 0;
  if (b->height >= 0) /* while it touches it goes on with what it touches */
    set_stiffness(b, wood ? stiffness : b->stiffness * stiffness / (b->stiffness + stiffness));
}

/* What the hand must bear with, from where it is, that the hair presses `most` at its height: it
 * swings about that force. */
static double bearing(const rosin_bounce *b, double most) {
  const double by_fall = b->hardness * b->speed, room = fmax(most - b->force, 0.1 * most);
  const double f = (most * most - b->force * b->force - by_fall * by_fall) / (2 * room);
  return fmin(fmax(f, 0.1 * most), fmin(0.7 * most, strongest));
}

/* m/s^2 upwards, with which it comes to the string in `left` s at the speed that was asked for, by
 * the least effort: a cubic in time. */
static double throwing(const rosin_bounce *b, double left, double speed) {
  return (-6 * b->height - 2 * left * (2 * b->speed - speed)) / (left * left);
}

/* m/s, with which it lands for a stroke */
static double falling(const rosin_bounce *b, double most) {
  return thrown * most / b->hardness;
}

/* m, where such a fall begins */
static double waiting(const rosin_bounce *b, double most) {
  return fmin(0.4 * prepares * falling(b, most), waits);
}

/* Critically damped, to there. */
static double catching(const rosin_bounce *b, double most) {
  const double way = b->height - waiting(b, most);
  return -catches * catches * way - 2 * catches * b->speed;
}

static double pushing(rosin_bounce *b, double dt, double most) {
  const double left = b->lands - b->now;
  if (b->force > 0 || (!b->landed && left < 1.5 * dt)) {
    if (!b->landed)
      b->bears = bearing(b, most);
    b->landed |= b->force > 0;
    return b->speed <= 0 ? b->bears : fmin(b->bears, eased * most);
  }
  const double up = b->landed ? catching(b, most) : throwing(b, left, falling(b, most));
  return fmin(fmax(-b->mass * up, -strongest), strongest);
}

static void move(rosin_bounce *b, double dt, double most) {
  rosin_solution s;
  const rosin_load load = {.period = dt, .placed = 1, .way = -b->height};
  const double pull = 0.5 * dt / b->mass;
  b->push = pushing(b, dt, most);
  rosin_law_step(&b->hair, b->state, &load, pull * b->push - b->speed, pull, &s);
  b->handed += b->push * s.v * dt;
  b->lost += s.power * dt;
  b->speed = -2 * s.v - b->speed;
  b->height -= s.v * dt;
  b->force = b->hair.ops->end(&b->hair, b->state);
  b->now += dt;
}

void rosin_bounce_step(rosin_bounce *b, double now, double most) {
  enum { STEPS = 400 };
  static const double step = 5e-4, still = 0.2; /* s */
  if (now - b->now > still) {
    leave(b);
    b->height = waiting(b, most);
    b->now = now;
  }
  const int steps = (int)fmin(ceil((now - b->now) / step), STEPS);
  for (int i = steps; i > 0; i--)
    move(b, (now - b->now) / i, most);
}

double rosin_bounce_energy(const rosin_bounce *b) {
  return 0.5 * b->mass * b->speed * b->speed + rosin_law_energy(&b->hair, b->state);
}
