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

/* KEY and value of "player.KEY=VALUE", in range; the row of KEY, or NULL and an error. */
static const rosin_parameter *setting(const char *text, double *value, rosin_error *error) {
  char key[64], *end;
  rosin_error why;
  const char *equals = strchr(text, '=');
  if (!equals) {
    snprintf(error->text, sizeof error->text, "-s %.200s: must be player.KEY=VALUE", text);
    return NULL;
  }
  snprintf(key, sizeof key, "%.*s", (int)(equals - text - (int)sizeof prefix + 1),
           text + sizeof prefix - 1);
  const rosin_parameter *row = rosin_parameter_find(rosin_player_parameters(), key);
  if (!row) {
    snprintf(error->text, sizeof error->text,
             "-s %.200s: the player has no '%s' (see `rosin show cello --player`)", text, key);
    return NULL;
  }
  *value = strtod(equals + 1, &end);
  if (end == equals + 1 || *end) {
    snprintf(error->text, sizeof error->text, "-s %.200s: '%.60s' is not a number", text,
             equals + 1);
    return NULL;
  }
  if (rosin_parameter_check(row, "player", *value, &why)) {
    snprintf(error->text, sizeof error->text, "-s %.100s: %.300s", text, why.text);
    return NULL;
  }
  return row;
}

int rosin_performance_check(const rosin_list *player, rosin_error *error) {
  double value;
  for (int i = 0; i < player->count; i++)
    if (!setting(player->text[i], &value, error))
      return -1;
  return 0;
}

static int set_player(rosin_player *player, const char *text, rosin_error *error) {
  double value;
  const rosin_parameter *row = setting(text, &value, error);
  return row ? rosin_player_set(player, row->name, value, error) : -1;
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

int rosin_performance_missed(const rosin_performance *p) {
  return rosin_player_missed(p->player);
}

void rosin_performance_free(rosin_performance *p) {
  if (!p)
    return;
  rosin_player_free(p->player);
  free(p->score);
  free(p);
}
