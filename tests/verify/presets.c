/* SPDX-License-Identifier: BSD-3-Clause */
/* Every preset of every plugin, played: its peak (dBFS), and how far it is from the default (dB of
 * what differs, over the default). Of instruments how loud it is, too (LUFS, R 128), in a scale
 * over two octaves at mf, and its true peak (dBTP) in that at ff. And how many presets each plugin
 * has. Lines: name, value, samples, seed. `presets [PLUGIN...]`: these alone. */
#include "core/presets.h"
#include "features/loudness.h"
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

/* ---- how loud ---- */

enum { FACE = 48000, CALL = 480, NOTE = 40, MF = 80, FF = 120, REST = 100 }; /* calls */

static const int scale[] = {0, 2, 4, 5, 7, 9, 11, 12, 14, 16, 17, 19, 21, 23, 24, 26};
enum { NOTES = sizeof scale / sizeof *scale };

/* A note of the scale begins in a call, and the one before ends within it: slurs, where that is
 * how it is played. */
static void play_scale(rosin_core *core, int root, int call, int velocity) {
  const int n = call / NOTE;
  if (call % NOTE || n > NOTES)
    return;
  if (n < NOTES)
    rosin_core_midi(
        core, 0,
        (const unsigned char[]){0x90, (unsigned char)(root + scale[n]), (unsigned char)velocity},
        3);
  if (n > 0)
    rosin_core_midi(core, n < NOTES ? CALL / 2 : 0,
                    (const unsigned char[]){0x80, (unsigned char)(root + scale[n - 1]), 0}, 3);
}

static rosin_loudness loudness(const char *scene, const rosin_preset *preset, int velocity) {
  static float out[CALL * CHANNELS];
  rosin_error error;
  rosin_loudness found = {0};
  rosin_core *core = rosin_core_new(scene, &error);
  char *text = core ? rosin_preset_state(core, preset) : NULL;
  if (!text || rosin_core_load(core, text, &error) || rosin_core_prepare(core, FACE, &error))
    stop(error.text);
  free(text);
  rosin_loudness_meter *meter = rosin_loudness_new(FACE, rosin_core_channels(core), &error);
  const int root = key_of(scene) - 7;
  for (int call = 0; meter && call < NOTES * NOTE + REST; call++) {
    play_scale(core, root, call, velocity);
    rosin_core_process_frames(core, out, CALL);
    if (rosin_loudness_add(meter, out, CALL))
      stop("out of memory");
  }
  if (!meter || rosin_loudness_end(meter, &found))
    stop("out of memory");
  rosin_loudness_free(meter);
  rosin_core_free(core);
  return found;
}

/* What is plucked, thrown or scratched has an aim of its own. */
static const char *kind_of(const rosin_preset *preset) {
  static const char *const own[] = {"Pizzicato", "Spiccato", "Col legno", "Scratch"};
  static const char *const kind[] = {"lufs_plucked", "lufs_thrown", "lufs_struck",
                                     "lufs_scratched"};
  for (int i = 0; i < 4; i++)
    if (strcmp(preset->name, own[i]) == 0)
      return kind[i];
  return "lufs";
}

/* Keys of some effects play bodies of their own, which macros are not about: their gesture is. */
static void begin_note(rosin_core *core, unsigned char key) {
  if (!rosin_core_is_instrument(core) && rosin_core_key_range(core, NULL, NULL))
    rosin_core_trigger(core, 0);
  else
    rosin_core_midi(core, 0, (const unsigned char[]){0x90, key, 90}, 3);
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
      begin_note(core, key);
    /* they overlap, as slurs do; of an effect the note's end would end its gesture */
    if (rosin_core_is_instrument(core) && n % 60 == 3 && n > 60 && n <= BLOCKS)
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

static void judge(const char *scene, int *count) {
  rosin_error error;
  rosin_core *core = rosin_core_new(scene, &error);
  const rosin_preset *preset;
  if (!core)
    stop(error.text);
  play(scene, NULL, made[0]);
  double whole = 0;
  for (int n = 0; n < FRAMES; n++)
    whole += pow(made[0][n], 2);
  for (*count = 0; (preset = rosin_core_preset(core, *count)); ++*count) {
    const double peak = play(scene, preset, made[1]);
    double apart = 0;
    for (int n = 0; n < FRAMES; n++)
      apart += pow(made[1][n] - made[0][n], 2);
    say(scene, preset->name, "dbfs", 20 * log10(peak + 1e-30));
    say(scene, preset->name, "apart_db", 10 * log10(apart / whole + 1e-30));
    if (!rosin_core_is_instrument(core))
      continue;
    say(scene, preset->name, kind_of(preset), loudness(scene, preset, MF).integrated);
    say(scene, preset->name, "dbtp", loudness(scene, preset, FF).true_peak);
  }
  rosin_core_free(core);
}

static int is_asked(int count, char **words, const char *scene) {
  for (int i = 1; i < count; i++)
    if (strcmp(words[i], scene) == 0)
      return 1;
  return count < 2;
}

int main(int argc, char **argv) {
  const char *scene;
  int least[2] = {1000, 1000}, plugins[2] = {0};
  for (int i = 0; (scene = rosin_plugin_at(i)); i++) {
    rosin_error error;
    rosin_core *core = rosin_core_new(scene, &error);
    const int plays = core && rosin_core_is_instrument(core);
    int count;
    rosin_core_free(core);
    if (!is_asked(argc, argv, scene))
      continue;
    judge(scene, &count);
    least[plays] = count < least[plays] ? count : least[plays];
    plugins[plays]++;
  }
  for (int k = 0; k < 2; k++)
    if (plugins[k])
      printf("preset_least_of_%s %d %d 0\n", k ? "instruments" : "effects", least[k], plugins[k]);
  return 0;
}
