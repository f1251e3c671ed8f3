/* SPDX-License-Identifier: BSD-3-Clause */
/* One mode: its parameters and its discretisation. */
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
  return mode->t60 > 0 ? log(1000.0) / mode->t60 : 0.0;
}

/* cosh(aT) - cos(w_d T) without cancellation; w_d^2 = w0^2 - a^2 may be negative. */
static double cosh_minus_cos(double at, double w0t) {
  const double wd2t2 = w0t * w0t - at * at;
  if (wd2t2 >= 0) {
    const double s = sinh(0.5 * at), c = sin(0.5 * sqrt(wd2t2));
    return 2 * (s * s + c * c);
  }
  const double wdt = sqrt(-wd2t2);
  return 2 * sinh(0.5 * (at + wdt)) * sinh(0.5 * w0t * w0t / (at + wdt));
}

static void prewarp(const rosin_mode *mode, double t, rosin_mode_discrete *d) {
  const double w0 = 2 * pi * mode->frequency;
  /* Beyond 300 nepers a sample nothing changes but the exponent range. */
  const double a = fmin(decay_of(mode), 300 / t);
  const double wd2t2 = (w0 * w0 - a * a) * t * t;
  const double difference = cosh_minus_cos(a * t, w0 * t);
  const double c = wd2t2 >= 0 ? cos(sqrt(wd2t2)) : cosh(sqrt(-wd2t2));
  d->stiffness = mode->mass * w0 * w0;
  d->resistance = d->stiffness * t * sinh(a * t) / difference;
  d->mass = 0.25 * d->stiffness * t * t * (cosh(a * t) + c) / difference;
}

void rosin_mode_discretise(const rosin_mode *mode, double period, rosin_mode_discrete *d) {
  const double t = period;
  if (mode->frequency > 0) {
    prewarp(mode, t, d);
  } else {
    d->mass = mode->mass;
    d->stiffness = 0;
    d->resistance = 2 * mode->mass / t * tanh(0.5 * decay_of(mode) * t);
  }
  /* Divided through by 2 m'/T: m' may be tiny near 0.45 of the rate, never 0. */
  const double inertia = 2 * d->mass / t;
  const double sum = inertia + d->resistance + 0.5 * t * d->stiffness;
  d->keep = inertia / sum;
  d->pull = d->stiffness / sum;
  d->mobility = 1 / sum;
}
