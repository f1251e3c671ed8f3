/* SPDX-License-Identifier: BSD-3-Clause */
/* A MIDI file: its events are in order and in range, and a player plays them. */
#include "player/midi_file.h"
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>

static void look(const rosin_player_score_t *score, int count) {
  double last = 0;
  for (int i = 0; i < count; i++) {
    const rosin_player_event_t *e = &score[i].event;
    fuzz_want(isfinite(score[i].time) && score[i].time >= last, "event %d comes at %g s, after %g",
              i, score[i].time, last);
    last = score[i].time;
    fuzz_want(e->channel >= 0 && e->channel <= 15 && e->controller >= 0 && e->controller <= 127 &&
                  e->key >= 0 && e->key <= 127 && fabs(e->value) <= 200,
              "event %d is in range: channel %d, controller %d, key %g, value %g", i, e->channel,
              e->controller, e->key, e->value);
  }
}

/* The first events, closer together so that they come in a few blocks. */
static void play(rosin_player_score_t *score, int count) {
  rosin_scene *scene = fuzz_scene();
  float out[2 * FUZZ_BLOCK];
  rosin_player *player = rosin_player_new(scene, 1, NULL);
  fuzz_want(player != NULL, "there is a player");
  for (int i = 0; i < count; i++)
    score[i].time = i * 0.002;
  rosin_player_score(player, score, count);
  for (int i = 0; i < 8; i++) {
    rosin_scene_process(scene, FUZZ_BLOCK, out);
    fuzz_want_sound(out, 2 * FUZZ_BLOCK, 1e6);
  }
  rosin_player_free(player);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  rosin_error error = {""};
  int count = 0;
  rosin_player_score_t *score =
      rosin_midi_file_read(fuzz_file("input", data, size), &count, NULL, &error);
  if (!score) {
    fuzz_want_line(&error);
    return 0;
  }
  look(score, count);
  play(score, count);
  free(score);
  return 0;
}
