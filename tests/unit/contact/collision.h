/* SPDX-License-Identifier: BSD-3-Clause */
/** A free mass and a wall that comes at it: one collision, and what formulas say of it. The
 *  wall moves, since bodies start at rest; all is seen from it. */
#ifndef ROSIN_TEST_COLLISION_H
#define ROSIN_TEST_COLLISION_H

#include "rosin.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
  double rate;                         /* Hz */
  double mass, speed;                  /* kg, m/s */
  double stiffness, exponent, damping; /* of the law */
  double gap;                          /* m */
} collision;

typedef struct {
  double restitution;  /* speed after, over that before */
  double contact_time; /* s: where the line through the first and last two depths meets 0 */
  double peak, least;  /* force, N */
  double depth;        /* m, greatest */
  double drift;        /* J: what energies lack, over the first */
  int touched, unsolved;
} outcome;

typedef struct {
  rosin_body *body;
  rosin_contact *contact;
  rosin_network *network;
  int velocity, force, depth; /* signals */
} ball;

/** A mass named "m" at a contact "c" with the hand, prepared. */
static inline ball ball_new(const collision *k) {
  const rosin_mode mode = {.mass = k->mass};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  ball b = {rosin_modal_new(&spec, k->rate, NULL),
            rosin_contact_new("impact", k->rate, NULL),
            rosin_network_new(k->rate, 1, NULL),
            0,
            0,
            0};
  if (!b.body || !b.contact || !b.network ||
      rosin_contact_set(b.contact, "stiffness", k->stiffness, NULL) ||
      rosin_contact_set(b.contact, "exponent", k->exponent, NULL) ||
      rosin_contact_set(b.contact, "damping", k->damping, NULL) ||
      rosin_contact_set(b.contact, "gap", k->gap, NULL) ||
      rosin_network_body(b.network, "m", b.body, NULL) ||
      rosin_network_contact(b.network, "c", b.contact, "-", "m", NULL) ||
      rosin_network_push(b.network, "weight", "m", 0, NULL))
    abort();
  b.velocity = rosin_network_signal(b.network, "c.velocity", NULL);
  b.force = rosin_network_signal(b.network, "c.force", NULL);
  b.depth = rosin_network_signal(b.network, "c.bristle", NULL);
  if (rosin_network_prepare(b.network, NULL))
    abort();
  return b;
}

static inline void ball_free(ball *b) {
  rosin_network_free(b->network);
  rosin_contact_free(b->contact);
  rosin_body_free(b->body);
}

static inline void ball_hold(ball *b, const char *control, double value) {
  rosin_network_jump(b->network, rosin_network_control(b->network, control), value);
}

static inline double ball_read(const ball *b, int signal) {
  return rosin_network_read(b->network, signal)[0];
}

/** Until it has left the wall again, or `seconds` after it touched. */
static inline outcome collide(const collision *k, double seconds) {
  ball b = ball_new(k);
  outcome o = {0};
  double before = 0, first = 0, last = 0;
  const long most = (long)((k->gap / k->speed + seconds) * k->rate) + 8;
  ball_hold(&b, "c.velocity", k->speed);
  for (long i = 0; i < most; i++) {
    rosin_network_process(b.network, 1);
    const double f = ball_read(&b, b.force), x = ball_read(&b, b.depth);
    const double slope = x - before;
    if (x > 0 && before <= 0)
      first = (double)i - x / slope;
    if (x <= 0 && before > 0)
      last = (double)i - x / slope;
    before = x;
    o.touched += f > 0;
    o.peak = fmax(o.peak, f);
    o.least = fmin(o.least, f);
    o.depth = fmax(o.depth, x);
    if (last > 0 && f == 0)
      break;
  }
  const rosin_statistics s = rosin_network_statistics(b.network);
  const double energy = rosin_network_energy(b.network);
  o.restitution = -ball_read(&b, b.velocity) / k->speed;
  o.contact_time = (last - first) / k->rate;
  o.drift = (s.supplied - s.dissipated - energy) / (0.5 * k->mass * k->speed * k->speed);
  o.unsolved = (int)s.unconverged;
  ball_free(&b);
  return o;
}

/** Hunt and Crossley's restitution: e v of mu (v + e v) = ln((1 + mu v)/(1 - mu e v)), which
 *  the equation of motion gives whatever mass, stiffness and exponent; 1 - 2/3 mu v for small. */
static inline double exact_restitution(double damping, double speed) {
  const double c = damping * speed;
  double low = 0, high = c > 0 ? fmin(1, 1 / c) : 1;
  if (c < 1e-9)
    return 1;
  for (int i = 0; i < 200; i++) {
    const double e = 0.5 * (low + high), left = 1 - c * e;
    if (left > 0 && c * (1 + e) > log1p(c) - log(left))
      low = e;
    else
      high = e;
  }
  return low;
}

/** Contact time (s) without damping: 2 X/v times the integral of 1/sqrt(1 - s^(alpha + 1))
 *  over 0 ... 1, X the greatest depth; 2.9432 X/v for Hertz's 1.5. */
static inline double elastic_time(const collision *k) {
  const double n = k->exponent + 1, pi = 3.14159265358979323846;
  const double deepest = pow(0.5 * n * k->mass * k->speed * k->speed / k->stiffness, 1 / n);
  return 2 * deepest / k->speed * sqrt(pi) * tgamma(1 + 1 / n) / tgamma(0.5 + 1 / n);
}

#endif
