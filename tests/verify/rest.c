/* SPDX-License-Identifier: BSD-3-Clause */
/* What a plugin costs at rest over what it costs while it sounds: of each the quickest of 9
 * stretches of a quarter of a second, in this thread's time; and how long after its last moment
 * above -100 dBFS it rests, since it might be turned up. Lines `name value samples seed`. */
#include "core/core.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RATE = 48000, CALL = 512, TIMES = 9, MOST = 60 };

static float buffer[16][CALL];

static double run(rosin_core *c, double seconds, double *peak) {
  float *out[16];
  struct timespec a, b;
  for (int k = 0; k < 16; k++)
    out[k] = buffer[k];
  *peak = 0;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
  for (int at = 0; at < seconds * RATE; at += CALL) {
    rosin_core_process(c, out, CALL);
    for (int i = 0; i < CALL; i++)
      *peak = fmax(*peak, fabs((double)buffer[0][i]));
  }
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
  return (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
}

static double quickest(rosin_core *c) {
  double least = INFINITY, peak;
  for (int i = 0; i < TIMES; i++)
    least = fmin(least, run(c, 0.25, &peak));
  return least;
}

static int measure(const char *scene) {
  const unsigned char on[] = {0x90, 57, 100}, off[] = {0x80, 57, 0};
  rosin_error error;
  double peak = 1;
  rosin_core *c = rosin_core_new(scene, &error);
  if (!c || rosin_core_prepare(c, RATE, &error)) {
    fprintf(stderr, "%s: %s\n", scene, error.text);
    return 1;
  }
  rosin_core_midi(c, 0, on, 3);
  run(c, 0.1, &peak);
  const double sounding = quickest(c);
  rosin_core_midi(c, 0, off, 3);
  double silent = 0;
  for (int k = 0; k < 10 * MOST && !rosin_core_rests(c); k++) {
    run(c, 0.1, &peak);
    silent = peak > 1e-5 ? 0 : silent + 0.1;
  }
  printf("rest_after_%s %.3g 1 0\n", scene, silent);
  printf("rest_cost_%s %.4g %d 0\n", scene, 100 * quickest(c) / sounding, TIMES);
  rosin_core_free(c);
  return 0;
}

int main(void) {
  static const char *const scenes[] = {"cello", "violin",    "wine-glass", "door-hinge-slow",
                                       "rope",  "tyre-skid", "vibraphone", "oak-door"};
  int failed = 0;
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
    failed |= measure(scenes[i]);
  return failed;
}
