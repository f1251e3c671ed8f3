/* SPDX-License-Identifier: BSD-3-Clause */
/* How much bow the player of the cello draws: long notes on each string at three dynamics, and the
 * tune. Prints lines: name value samples seed.
 *
 *   strokes FILE.mid */
#include "player/file/midi_file.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RATE = 48000, BLOCK = 64, STRINGS = 4 };

static const char *const names[STRINGS] = {"c", "g", "d", "a"};

typedef struct {
  double now;     /* of this stroke so far, m */
  double longest; /* of any */
  int strokes;
  int sign;
} bow;

static int control(rosin_network *n, const char *string, const char *key) {
  char name[40];
  snprintf(name, sizeof name, "bow-%s.%s", string, key);
  return rosin_network_control(n, name);
}

/* Play for so many seconds; what the bows draw while they are on a string. */
static void watch(rosin_scene *scene, double seconds, bow *all) {
  static float out[2 * BLOCK];
  rosin_network *n = rosin_scene_network(scene);
  bow string[STRINGS] = {{0}};
  for (int at = 0; at < seconds * RATE; at += BLOCK) {
    rosin_scene_process(scene, BLOCK, out);
    for (int i = 0; i < STRINGS; i++) {
      bow *b = &string[i];
      const double v = rosin_network_value(n, control(n, names[i], "force")) > 1e-3
                           ? rosin_network_value(n, control(n, names[i], "velocity"))
                           : 0;
      const int sign = (v > 0) - (v < 0);
      if (sign != b->sign) {
        b->now = 0;
        all->strokes += sign != 0;
      }
      b->sign = sign;
      b->now += v * BLOCK / RATE;
      all->longest = fmax(all->longest, fabs(b->now));
    }
  }
}

static rosin_player *begin(rosin_scene **scene) {
  rosin_error error = {"no cello"};
  rosin_player *player = NULL;
  *scene = rosin_scene_load("cello", 0, NULL, NULL);
  if (*scene && rosin_scene_prepare(*scene, RATE, BLOCK, &error) == 0)
    player = rosin_player_new(*scene, 1, &error);
  if (!player) {
    fprintf(stderr, "%s\n", error.text);
    exit(1);
  }
  return player;
}

int main(int count, char **words) {
  static const int keys[STRINGS] = {36, 43, 50, 57};
  rosin_scene *scene;
  bow held = {0}, tune = {0};
  rosin_error error;
  for (int i = 0; i < STRINGS; i++) {
    rosin_player *player = begin(&scene);
    rosin_player_set(player, "dynamics", 0.4 + 0.2 * i, NULL);
    rosin_player_event(player, &(rosin_player_event_t){
                                   .kind = ROSIN_PLAYER_NOTE_ON, .key = keys[i], .value = 0.8});
    watch(scene, 8, &held);
    rosin_player_free(player);
    rosin_scene_free(scene);
  }
  printf("player_longest_stroke_m %.4f %d 0\n", held.longest, STRINGS * 8 * RATE);
  printf("player_long_note_strokes %d %d 0\n", held.strokes, STRINGS * 8 * RATE);
  int events = 0;
  rosin_player_score_t *score =
      rosin_midi_file_read(count > 1 ? words[1] : "docs/tune.mid", &events, NULL, &error);
  if (!score) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  rosin_player *player = begin(&scene);
  rosin_player_score(player, score, events);
  const double seconds = score[events - 1].time;
  watch(scene, seconds, &tune);
  printf("player_tune_longest_stroke_m %.4f %d 1\n", tune.longest, (int)(seconds * RATE));
  printf("player_tune_strokes %d %d 1\n", tune.strokes, (int)(seconds * RATE));
  rosin_player_free(player);
  rosin_scene_free(scene);
  free(score);
  return 0;
}
