/* SPDX-License-Identifier: BSD-3-Clause */
#include <rosin.h>
#include <rosin/player.h>
#include <stdio.h>

/* A cello plays D3 for half a second: its loudest sample. */
static float play_note(void) {
  static float out[2 * 512];
  float peak = 0;
  rosin_player_event_t note = {ROSIN_PLAYER_NOTE_ON, 0, 0, 50, 0.7};
  rosin_scene *scene = rosin_scene_load("cello", 0, NULL, NULL);
  if (!scene || rosin_scene_prepare(scene, 48000, 512, NULL))
    return 0;
  rosin_player *player = rosin_player_new(scene, 1, NULL);
  rosin_player_set(player, "vibrato", 20, NULL);
  for (int block = 0; block < 48000 / 512; block++) {
    if (block == 24)
      note.kind = ROSIN_PLAYER_NOTE_OFF;
    if (block == 0 || block == 24)
      rosin_player_event(player, &note);
    rosin_scene_process(scene, 512, out);
    for (int i = 0; i < 2 * 512; i++)
      peak = out[i] > peak ? out[i] : peak;
  }
  rosin_player_free(player);
  rosin_scene_free(scene);
  return peak;
}

int main(void) {
  float out[512], peak = 0;
  rosin_scene *scene = rosin_scene_load("cello-d", 0, NULL, NULL);
  if (!scene || rosin_scene_prepare(scene, 48000, 512, NULL))
    return 1;
  for (int block = 0; block < 48000 / 512; block++) {
    rosin_scene_process(scene, 512, out);
    for (int i = 0; i < 512; i++)
      peak = out[i] > peak ? out[i] : peak;
  }
  const float cello = play_note();
  printf("rosin %s: peak %.3f; cello %.3f\n", rosin_version(), peak, cello);
  rosin_scene_free(scene);
  return peak > 0.1f && cello > 0.005f ? 0 : 1;
}
