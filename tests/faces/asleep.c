/* SPDX-License-Identifier: BSD-3-Clause */
/* asleep SCENE: under callgrind (--collect-atstart=no) dumps what a tenth of a second takes that
 * sounds, and then what one takes that sleeps, in calls of 64 frames. */
#include "core/core.h"

#include <stdio.h>
#include <valgrind/callgrind.h>

enum { RATE = 48000, CALL = 64, CHANNELS = 16, MOST = 60 };

static void run(rosin_core *c, double seconds) {
  static float buffer[CHANNELS][CALL];
  float *out[CHANNELS];
  for (int k = 0; k < CHANNELS; k++)
    out[k] = buffer[k];
  for (int at = 0; at < seconds * RATE; at += CALL)
    rosin_core_process(c, out, CALL);
}

static void count(rosin_core *c) {
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_TOGGLE_COLLECT;
  run(c, 0.1);
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_DUMP_STATS;
  CALLGRIND_STOP_INSTRUMENTATION;
}

int main(int count_of, char **word) {
  rosin_error error;
  rosin_core *c = count_of == 2 ? rosin_core_new(word[1], &error) : NULL;
  if (!c || rosin_core_prepare(c, RATE, &error)) {
    fprintf(stderr, "asleep: %s\n", c || count_of == 2 ? error.text : "SCENE is wanted");
    return 1;
  }
  rosin_core_trigger(c, 0);
  run(c, 0.1);
  count(c);
  rosin_core_let_go(c, 0);
  for (int k = 0; k < 10 * MOST && !rosin_core_rests(c); k++)
    run(c, 0.1);
  count(c);
  rosin_core_free(c);
  return 0;
}
