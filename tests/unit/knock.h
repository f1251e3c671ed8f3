/* SPDX-License-Identifier: BSD-3-Clause */
/** Synthetic knocks, for the unit test and for make verify. */
#ifndef ROSIN_TEST_KNOCK_H
#define ROSIN_TEST_KNOCK_H

#include "modes/estimate.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { KNOCK_MODES = 10, KNOCK_RATE = 44100, KNOCK_SAMPLES = 3 * KNOCK_RATE };

static double knock_uniform(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) / 9007199254740992.0;
}

static double knock_normal(uint64_t *state) {
  const double r = sqrt(-2 * log(knock_uniform(state) + 1e-300));
  return r * cos(6.283185307179586 * knock_uniform(state));
}

/** Ten modes from 80 Hz on, T60 0.2...2 s, amplitudes over 20 dB, any phase; mode `pair`
 *  (1...9) 1% above the one before and about as strong. */
static void knock_make(uint64_t *state, int pair, rosin_knock_mode *mode) {
  double f = 80 + 120 * knock_uniform(state);
  for (int i = 0; i < KNOCK_MODES; i++) {
    f *= i == pair ? 1.01 : 1.25 + 0.5 * knock_uniform(state);
    mode[i] = (rosin_knock_mode){.frequency = f,
                                 .t60 = 0.2 * pow(10, knock_uniform(state)),
                                 .amplitude = pow(10, -knock_uniform(state)),
                                 .phase = 6.28 * knock_uniform(state)};
    if (i == pair && i > 0) {
      mode[i].amplitude = mode[i - 1].amplitude * (0.7 + 0.6 * knock_uniform(state));
      mode[i].t60 = fmax(mode[i].t60, 150 / f); /* else they are one resonance */
      mode[i - 1].t60 = fmax(mode[i - 1].t60, 150 / f);
    }
  }
}

/** The sound of a knock (malloc'ed), peak 1, with noise of `noise` dB under the peak. */
static double *knock_sound(uint64_t *state, const rosin_knock_mode *mode, double noise) {
  double *x = calloc(KNOCK_SAMPLES, sizeof *x), peak = 0;
  rosin_modes_synthesise(mode, KNOCK_MODES, KNOCK_RATE, KNOCK_SAMPLES, 1, x);
  for (int i = 0; i < KNOCK_SAMPLES; i++)
    peak = fmax(peak, fabs(x[i]));
  for (int i = 0; i < KNOCK_SAMPLES; i++)
    x[i] = x[i] / peak + pow(10, noise / 20) * knock_normal(state);
  return x;
}

/** Worst relative deviations of the found modes nearest to the true ones. */
static void knock_compare(const rosin_knock_mode *truth, int modes, const rosin_knock_mode *found,
                          int count, double *frequency, double *t60) {
  for (int i = 0; i < modes; i++) {
    double df = 1, dt = 1;
    for (int k = 0; k < count; k++)
      if (fabs(found[k].frequency / truth[i].frequency - 1) < df) {
        df = fabs(found[k].frequency / truth[i].frequency - 1);
        dt = fabs(found[k].t60 / truth[i].t60 - 1);
      }
    *frequency = fmax(*frequency, df);
    *t60 = fmax(*t60, dt);
  }
}

#endif
