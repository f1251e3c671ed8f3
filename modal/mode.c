/* SPDX-License-Identifier: BSD-3-Clause */
/* One mode: its parameters and its discretisation. */
#include "maths/maths.h"
#include "modal/modal.h"
#include "pi.h"

#include <math.h>

static const rosin_parameter table[] = {
    {"frequency", "Hz", 0, 1e6, 440, "undamped frequency; 0 = a free mass",
     offsetof(rosin_mode, frequency)},
    {"t60", "s", 0, 1e6, 0, "time to fall by 60 dB; 0 = no loss, unless q is given",
     offsetof(rosin_mode, t60)},
    {"q", "", 0, 1e9, 0, "quality factor; 0 = use t60; 0.5 is critical damping",
     offsetof(rosin_mode, q)},
    {"mass", "kg", 1e-9, 1e6, 0.001, "modal mass where the shape is 1", offsetof(rosin_mode, mass)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_mode_parameters(void) {
  return table;
}

/* Amplitude decay rate, 1/s. */
static double decay_of(const rosin_mode *mode) {
  if (mode->q > 0 && mode->frequency > 0)
    return pi * mode->frequency / mode->q;
  return mode->t60 > 0 ? rosin_log(1000.0) / mode->t60 : 0.0;
}

/* What a sample does to a mode of decay a and w_d^2 = w0^2 - a^2, which may be negative. */
typedef struct {
  double sinh_a;     /* sinh(a T) */
  double sum, minus; /* cosh(a T) + cos(w_d T), and less it, without cancellation */
} turned;

/* Swings: by halves of the angles, since bodies that glide ask for it in every sample: two
 * functions of the library in place of five. */
static turned turn_swinging(double at, double wdt) {
  const double s = rosin_sinh(0.5 * at), c = rosin_sin(0.5 * wdt);
  return (turned){2 * s * sqrt(1 + s * s), 2 * (1 + s * s - c * c), 2 * (s * s + c * c)};
}

/* Creeps: w_d is imaginary. */
static turned turn_creeping(double at, double wdt, double w0t) {
  const double minus = 2 * rosin_sinh(0.5 * (at + wdt)) * rosin_sinh(0.5 * w0t * w0t / (at + wdt));
  return (turned){rosin_sinh(at), rosin_cosh(at) + rosin_cosh(wdt), minus};
}

static void prewarp(const rosin_mode *mode, double t, rosin_mode_discrete *d) {
  const double w0 = 2 * pi * mode->frequency;
  /* Beyond 300 nepers a sample nothing changes but the exponent range. */
  const double a = fmin(decay_of(mode), 300 / t);
  const double wd2t2 = (w0 * w0 - a * a) * t * t;
  const turned by =
      wd2t2 >= 0 ? turn_swinging(a * t, sqrt(wd2t2)) : turn_creeping(a * t, sqrt(-wd2t2), w0 * t);
  d->stiffness = mode->mass * w0 * w0;
  d->resistance = d->stiffness * t * by.sinh_a / by.minus;
  d->mass = 0.25 * d->stiffness * t * t * by.sum / by.minus;
}

void rosin_mode_discretise(const rosin_mode *mode, double period, rosin_mode_discrete *d) {
  const double t = period;
  if (mode->frequency > 0) {
    prewarp(mode, t, d);
  } else {
    d->mass = mode->mass;
    d->stiffness = 0;
    d->resistance = 2 * mode->mass / t * rosin_tanh(0.5 * decay_of(mode) * t);
  }
  /* Divided through by 2 m'/T: m' may be tiny near 0.45 of the rate, never 0. */
  const double inertia = 2 * d->mass / t;
  const double sum = inertia + d->resistance + 0.5 * t * d->stiffness;
  d->keep = inertia / sum;
  d->pull = d->stiffness / sum;
  d->mobility = 1 / sum;
}
