/* SPDX-License-Identifier: BSD-3-Clause */
/* What the strings of a bowed instrument do under its player: every semitone at five dynamics, each
 * note from rest, some seeds. A line for each note: dynamics seed key slips cents, slips a period
 * over the sustained part and cents beside the pitch that is meant.
 *
 *   regimes SCENE LOW HIGH SEEDS [DYNAMICS] [KEY=VALUE of the scene]... */
#include "rosin/player.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 64, STRINGS = 6, MOST = 400000, OVERRIDES = 16 };
static const double LENGTH = 0.78,
                    SETTLED = 0.38; /* s: a stroke without a turn, before it is judged */
static const double dynamics[] = {0.1, 0.3, 0.55, 0.8, 1.0};

/* The slip velocity under the bow that is on a string. */
typedef struct {
  rosin_scene *scene;
  int strings, force[STRINGS], signal[STRINGS];
  double rate, velocity[MOST], size[MOST];
  int count;
} listener;

static listener ear;

static void listen(void *context, const rosin_network *n, long long first, int frames) {
  listener *l = context;
  int best = 0;
  if ((double)first < SETTLED * l->rate)
    return;
  for (int i = 1; i < l->strings; i++)
    if (rosin_network_value(n, l->force[i]) > rosin_network_value(n, l->force[best]))
      best = i;
  const double *v = rosin_network_read(n, l->signal[best]);
  for (int i = 0; v && i < frames && l->count < MOST; i++)
    l->velocity[l->count++] = v[i];
}

static int rising(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Where slips begin: |v| passes 35 % of its most, armed again below 12 %. */
static int slips(listener *l, double *first, double *last) {
  int count = 0, armed = 0;
  for (int i = 0; i < l->count; i++)
    l->size[i] = fabs(l->velocity[i]);
  qsort(l->size, (size_t)l->count, sizeof *l->size, rising);
  const double most = l->count ? l->size[(int)(0.995 * (l->count - 1))] : 0;
  for (int i = 1; i < l->count && most > 0; i++) {
    const double a = fabs(l->velocity[i]) / most, b = fabs(l->velocity[i - 1]) / most;
    if (a < 0.12)
      armed = 1;
    if (!armed || a < 0.35)
      continue;
    armed = 0;
    *last = i - (b < 0.35 ? (a - 0.35) / (a - b) : 0);
    if (!count++)
      *first = *last;
  }
  return count;
}

static void play(listener *l, rosin_player *player, double key) {
  static float out[2 * BLOCK];
  l->count = 0;
  rosin_player_reset(player);
  rosin_player_event(
      player, &(rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON, .key = key, .value = 0.6});
  for (int at = 0; at < LENGTH * RATE; at += BLOCK)
    rosin_scene_process(l->scene, BLOCK, out);
}

static void open_ear(listener *l, rosin_scene *scene) {
  const rosin_model_instrument *played = &rosin_scene_model(scene)->instrument;
  l->scene = scene;
  l->rate = rosin_scene_engine_rate(scene);
  l->strings = played->courses < STRINGS ? played->courses : STRINGS;
  for (int i = 0; i < l->strings; i++) {
    char name[2 * ROSIN_MODEL_NAME];
    snprintf(name, sizeof name, "%s.force", played->course[i].bow);
    l->force[i] = rosin_network_control(rosin_scene_network(scene), name);
    l->signal[i] = rosin_scene_bow_signal(scene, i);
  }
  rosin_scene_set_tap(scene, listen, l);
}

int main(int count, char **words) {
  const char *overrides[OVERRIDES];
  rosin_error error = {"usage: regimes SCENE LOW HIGH SEEDS [DYNAMICS] [KEY=VALUE]..."};
  if (count < 5) {
    fprintf(stderr, "%s\n", error.text);
    return 2;
  }
  const int given = count > 5 && !strchr(words[5], '=');
  int changed = 0;
  for (int i = 5 + given; i < count && changed < OVERRIDES - 1; i++)
    overrides[changed++] = words[i];
  for (int seed = 1; seed <= atoi(words[4]); seed++) {
    char text[32], *errors = NULL;
    snprintf(text, sizeof text, "seed=%d", seed);
    overrides[changed] = text;
    rosin_scene *scene = rosin_scene_load(words[1], changed + 1, overrides, &errors);
    rosin_player *player = NULL;
    if (!scene || rosin_scene_prepare(scene, RATE, BLOCK, &error) ||
        !(player = rosin_player_new(scene, (unsigned long long)seed, &error))) {
      fprintf(stderr, "%s\n", errors ? errors : error.text);
      return 1;
    }
    open_ear(&ear, scene);
    rosin_player_set(player, "vibrato", 0, NULL);
    for (size_t d = 0; d < sizeof dynamics / sizeof *dynamics; d++) {
      const double loud = dynamics[d];
      if (given && fabs(loud - atof(words[5])) > 1e-6)
        continue;
      rosin_player_set(player, "dynamics", loud, NULL);
      for (int key = atoi(words[2]); key <= atoi(words[3]); key++) {
        const double meant = 440 * exp2((key - 69) / 12.0);
        double first = 0, last = 0;
        play(&ear, player, key);
        const int found = slips(&ear, &first, &last);
        const double pitch = found > 1 ? (found - 1) * ear.rate / (last - first) : 0;
        printf("%g %d %d %.3f %.2f\n", loud, seed, key, found / (ear.count / ear.rate * meant),
               pitch > 0 ? 1200 * log2(pitch / meant) : 0);
      }
      fflush(stdout);
    }
    rosin_player_free(player);
    rosin_scene_free(scene);
  }
  return 0;
}
