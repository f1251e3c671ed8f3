/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/performance.h"
#include "host/midi_file.h"
#include "player/player.h"
#include "scene/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rosin_performance {
  rosin_player *player;
  rosin_player_score_t *score;
};

static const char prefix[] = "player.";
static const double last_tone = 4; /* s */

void rosin_performance_split(const rosin_list *all, rosin_list *scene, rosin_list *player) {
  scene->count = player->count = 0;
  for (int i = 0; i < all->count; i++) {
    rosin_list *to = strncmp(all->text[i], prefix, sizeof prefix - 1) ? scene : player;
    to->text[to->count++] = all->text[i];
  }
}

static int set_player(rosin_player *player, const char *text, rosin_error *error) {
  char key[64], *end;
  const char *equals = strchr(text, '=');
  if (!equals) {
    snprintf(error->text, sizeof error->text, "-s %.200s: must be player.KEY=VALUE", text);
    return -1;
  }
  snprintf(key, sizeof key, "%.*s", (int)(equals - text - (int)sizeof prefix + 1),
           text + sizeof prefix - 1);
  const double value = strtod(equals + 1, &end);
  if (end == equals + 1 || *end) {
    snprintf(error->text, sizeof error->text, "-s %.200s: '%.60s' is not a number", text,
             equals + 1);
    return -1;
  }
  return rosin_player_set(player, key, value, error);
}

static int tune(rosin_player *player, const char *scale, rosin_error *error) {
  rosin_tuning tuning;
  rosin_tuning_equal(&tuning);
  if (rosin_tuning_scala(&tuning, scale, error))
    return -1;
  rosin_player_tune(player, &tuning);
  return 0;
}

rosin_performance *rosin_performance_new(rosin_scene *scene, const char *midi, const char *scale,
                                         const rosin_list *player, int whole, rosin_error *error) {
  int count;
  rosin_performance *p = calloc(1, sizeof *p);
  if (!p) {
    snprintf(error->text, sizeof error->text, "out of memory for a performance");
    return NULL;
  }
  p->score = rosin_midi_file_read(midi, &count, error);
  if (p->score)
    p->player = rosin_player_new(scene, (unsigned long long)rosin_scene_model(scene)->seed, error);
  int failed = !p->player || (scale && tune(p->player, scale, error));
  for (int i = 0; !failed && i < player->count; i++)
    failed = set_player(p->player, player->text[i], error);
  if (failed) {
    rosin_performance_free(p);
    return NULL;
  }
  rosin_player_score(p->player, p->score, count);
  if (whole)
    rosin_scene_set_duration(scene, p->score[count - 1].time + last_tone);
  return p;
}

void rosin_performance_free(rosin_performance *p) {
  if (!p)
    return;
  rosin_player_free(p->player);
  free(p->score);
  free(p);
}
