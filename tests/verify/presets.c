/* SPDX-License-Identifier: BSD-3-Clause */
/* Every preset of every plugin, played: its peak (dBFS), and how far it is from the default (dB of
 * what differs, over the default). Lines: name, value, samples, seed. */
#include "core/presets.h"
#include "plugin/list.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  RATE = 44100,
  BLOCK = 441,
  BLOCKS = 300,
  CHANNELS = 16,
  FRAMES = BLOCK * BLOCKS,
  HARD = 6,
  LONG = 50
};

static float made[2][FRAMES];

static void stop(const char *why) {
  fprintf(stderr, "presets: %s\n", why);
  exit(1);
}

/* In the middle of what it plays. */
static unsigned char key_of(const char *scene) {
  static const struct {
    const char *scene;
    unsigned char key;
  } keys[] = {
      {"cello", 50}, {"cello-measured", 50}, {"violin", 69}, {"viola", 62}, {"double-bass", 40}};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (strcmp(keys[i].scene, scene) == 0)
      return keys[i].key;
  return 60; /* any triggers an effect */
}

/* What comes after three seconds: as hard as can be, from the lowest string to high on the highest;
 * or the rest of a gesture. In blocks. */
static int blocks_of(const rosin_core *core) {
  const double more = rosin_core_duration(core) + 0.5;
  return BLOCKS + (rosin_core_is_instrument(core) ? HARD * LONG
                                                  : (int)fmax(more * RATE / BLOCK - BLOCKS, 0));
}

static void play_hard(rosin_core *core, const char *scene, int n) {
  static const int up[HARD] = {-14, -7, 0, 5, 12, 19};
  const int key = key_of(scene) + up[n / LONG];
  if (n % LONG == 0)
    rosin_core_midi(core, 0, (const unsigned char[]){0x90, (unsigned char)key, 127}, 3);
  if (n % LONG == LONG - 1)
    rosin_core_midi(core, 0, (const unsigned char[]){0x80, (unsigned char)key, 0}, 3);
}

/* Three seconds: notes that go up, or one gesture. The first channel; returns the peak of all, and
 * of what comes after. */
static double play(const char *scene, const rosin_preset *preset, float *first) {
  static float room[CHANNELS][BLOCK];
  float *out[CHANNELS];
  rosin_error error;
  double peak = 0;
  rosin_core *core = rosin_core_new(scene, &error);
  char *text = core && preset ? rosin_preset_state(core, preset) : NULL;
  if (!core || (preset && (!text || rosin_core_load(core, text, &error))) ||
      rosin_core_prepare(core, RATE, &error))
    stop(error.text);
  free(text);
  for (int k = 0; k < CHANNELS; k++)
    out[k] = room[k];
  const int blocks = blocks_of(core);
  for (int n = 0; n < blocks; n++) {
    const unsigned char key = (unsigned char)(key_of(scene) + n / 60 * 2);
    if (n >= BLOCKS && rosin_core_is_instrument(core))
      play_hard(core, scene, n - BLOCKS);
    else if (n % 60 == 0 && (n == 0 || rosin_core_is_instrument(core)))
      rosin_core_midi(core, 0, (const unsigned char[]){0x90, key, 90}, 3);
    if (n % 60 == 3 && n > 60 && n <= BLOCKS) /* they overlap, as slurs do */
      rosin_core_midi(core, 0, (const unsigned char[]){0x80, (unsigned char)(key - 2), 0}, 3);
    rosin_core_process(core, out, BLOCK);
    for (int k = 0; k < rosin_core_channels(core); k++)
      for (int i = 0; i < BLOCK; i++)
        peak = fmax(peak, fabsf(room[k][i]));
    if (n < BLOCKS)
      memcpy(first + n * BLOCK, room[0], sizeof room[0]);
  }
  rosin_core_free(core);
  return peak;
}

static void say(const char *scene, const char *name, const char *what, double value) {
  printf("preset_");
  const char *const words[] = {scene, "_", name};
  for (int i = 0; i < 3; i++)
    for (const char *at = words[i]; *at; at++)
      putchar(isalnum((unsigned char)*at) ? tolower((unsigned char)*at) : '_');
  printf("_%s %.4g %d 0\n", what, value, FRAMES);
}

int main(void) {
  const char *scene;
  for (int i = 0; (scene = rosin_plugin_at(i)); i++) {
    rosin_error error;
    rosin_core *core = rosin_core_new(scene, &error);
    const rosin_preset *preset;
    if (!core)
      stop(error.text);
    play(scene, NULL, made[0]);
    double whole = 0;
    for (int n = 0; n < FRAMES; n++)
      whole += pow(made[0][n], 2);
    for (int k = 0; (preset = rosin_core_preset(core, k)); k++) {
      const double peak = play(scene, preset, made[1]);
      double apart = 0;
      for (int n = 0; n < FRAMES; n++)
        apart += pow(made[1][n] - made[0][n], 2);
      say(scene, preset->name, "dbfs", 20 * log10(peak + 1e-30));
      say(scene, preset->name, "apart_db", 10 * log10(apart / whole + 1e-30));
    }
    rosin_core_free(core);
  }
  return 0;
}
