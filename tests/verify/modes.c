/* SPDX-License-Identifier: BSD-3-Clause */
/* The estimator of `rosin modes` on synthetic knocks of ten modes with noise at -50 dB,
 * two of them 1% apart: NAME VALUE SAMPLES SEED. */
#include "tests/unit/knock.h"

#include <stdio.h>

enum { KNOCKS = 18, SEED = 17 };

int main(void) {
  uint64_t state = SEED;
  double frequency = 0, t60 = 0, again_frequency = 0, again_t60 = 0;
  int missed = 0, extra = 0, changed = 0;
  for (int k = 0; k < KNOCKS; k++) {
    rosin_knock_mode truth[KNOCK_MODES], found[64], again[64];
    knock_make(&state, 1 + k % 9, truth);
    double *x = knock_sound(&state, truth, -50);
    const int count = rosin_modes_estimate(x, KNOCK_SAMPLES, KNOCK_RATE, 64, found, NULL, NULL);
    double f = 0, t = 0;
    knock_compare(truth, KNOCK_MODES, found, count, &f, &t);
    missed += count < KNOCK_MODES;
    extra += count > KNOCK_MODES ? count - KNOCK_MODES : 0;
    frequency = fmax(frequency, f);
    t60 = fmax(t60, t);
    for (int i = 0; i < KNOCK_SAMPLES; i++)
      x[i] = 0;
    rosin_modes_synthesise(found, count, KNOCK_RATE, KNOCK_SAMPLES, 1, x);
    const int second = rosin_modes_estimate(x, KNOCK_SAMPLES, KNOCK_RATE, 64, again, NULL, NULL);
    changed += second != count;
    knock_compare(found, count, again, second, &again_frequency, &again_t60);
    free(x);
    fprintf(stderr, "knock %d: %d modes, frequency %.5f, t60 %.4f\n", k, count, f, t);
  }
  printf("modes_frequency_error %.3g %d %d\n", frequency, KNOCKS * KNOCK_SAMPLES, SEED);
  printf("modes_t60_error %.3g %d %d\n", t60, KNOCKS * KNOCK_SAMPLES, SEED);
  printf("modes_missed %d %d %d\n", missed, KNOCKS * KNOCK_SAMPLES, SEED);
  printf("modes_extra %d %d %d\n", extra, KNOCKS * KNOCK_SAMPLES, SEED);
  printf("modes_again_frequency_error %.3g %d %d\n", again_frequency, KNOCKS * KNOCK_SAMPLES, SEED);
  printf("modes_again_t60_error %.3g %d %d\n", again_t60, KNOCKS * KNOCK_SAMPLES, SEED);
  printf("modes_again_count_changes %d %d %d\n", changed, KNOCKS * KNOCK_SAMPLES, SEED);
  return 0;
}
