/* SPDX-License-Identifier: BSD-3-Clause */
/* Plugins at parameters that nobody would choose: the peak (dBFS) with their limiter, and without.
 * Lines: name, value, samples, seed. */
#include "plugin/list.h"
#include "tests/verify/random.h"

#include <stdio.h>
#include <stdlib.h>

enum { RATE = 44100, BLOCK = 441, BLOCKS = 80, CASES = 60, CHANNELS = 16, SEED = 247 };

static void stop(const char *why) {
  fprintf(stderr, "loud: %s\n", why);
  exit(1);
}

/* Any value each, but for the level, which is at its top, and for the limiter. */
static void turn(rosin_core *core, uint64_t *seed) {
  for (int i = 0; i < rosin_core_parameters(core); i++) {
    const rosin_parameter *row = rosin_core_parameter(core, i);
    rosin_core_put(core, i, uniform(seed, row->low, row->high));
  }
  rosin_core_put(core, rosin_core_find(core, "level"), 12);
}

static double play(const char *scene, uint64_t seed, int limiter) {
  static float room[CHANNELS][BLOCK];
  float *out[CHANNELS];
  rosin_error error;
  double peak = 0;
  rosin_core *core = rosin_plugin_open(scene, &error);
  if (!core)
    stop(error.text);
  turn(core, &seed);
  rosin_core_put(core, rosin_core_find(core, "limiter"), limiter);
  if (rosin_core_prepare(core, RATE, &error)) { /* no body can be built like that */
    rosin_core_free(core);
    return 0;
  }
  for (int k = 0; k < CHANNELS; k++)
    out[k] = room[k];
  for (int n = 0; n < BLOCKS; n++) {
    const unsigned char key = (unsigned char)uniform(&seed, 28, 90);
    if (n % 20 == 0)
      rosin_core_midi(core, 0, (const unsigned char[]){0x90, key, 127}, 3);
    rosin_core_process(core, out, BLOCK);
    for (int k = 0; k < rosin_core_channels(core); k++)
      for (int i = 0; i < BLOCK; i++)
        peak = fmax(peak, isfinite(room[k][i]) ? fabs((double)room[k][i]) : 1e9);
  }
  rosin_core_free(core);
  return peak;
}

int main(void) {
  uint64_t seed = SEED;
  double limited = 0, free_of_it = 0;
  int plugins = 0;
  while (rosin_plugin_at(plugins))
    plugins++;
  for (int i = 0; i < CASES; i++) {
    const uint64_t own = seed + (uint64_t)i * 1000003u;
    const char *scene = rosin_plugin_at(i % plugins);
    limited = fmax(limited, play(scene, own, 1));
    if (i % 4 == 0)
      free_of_it = fmax(free_of_it, play(scene, own, 0));
  }
  printf("loud_limited_dbfs %.4g %d %d\n", 20 * log10(limited), CASES * BLOCK * BLOCKS, SEED);
  printf("loud_unlimited_dbfs %.4g %d %d\n", 20 * log10(free_of_it), CASES / 4 * BLOCK * BLOCKS,
         SEED);
  return 0;
}
